"""`softgl view`: its pictures, its page and its usage."""

import io
import re
import sys

import numpy as np
import pytest
from PIL import Image

from softgl import render, scene
from softgl.cli import main
from softgl.debug.page.server import static_files
from softgl.debug.viewer.camera import moved
from softgl.debug.viewer.page import view_application
from softgl.debug.viewer.session import Viewing
from softgl.models import Camera, View
from tests.debug.page import small
from tests.debug.page.asking import PORT, TOKEN, ask
from tests.debug.page.test_command import _Missing

SIZE = 48, 32
MODEL = """\
v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
f 1 3 2
f 1 2 4
f 1 4 3
f 2 3 4
"""


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """The path of a tetrahedron."""
    path = tmp_path_factory.mktemp("view") / "corner.obj"
    path.write_text(MODEL)
    return path


@pytest.fixture(scope="module")
def asked(model):
    """`asked(address)` is the answer about the tetrahedron."""
    served = view_application(Viewing(scene.load(model), SIZE, {}), TOKEN, PORT)
    return lambda address: ask(served, address)


def picture(answer):
    assert answer.status == 200, answer.body
    assert answer.headers["content-type"] == "image/png"
    return np.asarray(Image.open(io.BytesIO(answer.body)).convert("RGB"))


def drawn(model, camera):
    found = next(render.frames(scene.load(model, view=View(camera)), *SIZE))
    return np.asarray(found.convert("RGB"))


def test_the_first_picture_and_turned_ones_are_those_of_render(asked, model):
    summary = asked("/api/summary").json
    assert summary == {"title": "corner", "size": [*SIZE], "camera": {"yaw": -30.0, "pitch": 16.0}}
    first = picture(asked("/api/picture"))
    assert (first == drawn(model, Camera())).all()
    turned = picture(asked("/api/picture?yaw=70&pitch=-20"))
    assert (turned == drawn(model, Camera(yaw=70.0, pitch=-20.0))).all()
    assert (turned != first).any()
    assert (picture(asked("/api/picture")) == first).all()


def test_zoom_pan_time_and_small_pictures(asked):
    first = picture(asked("/api/picture"))
    nearer = picture(asked("/api/picture?zoom=2"))
    right = picture(asked("/api/picture?x=0.5"))  # a fourth of the width
    up = picture(asked("/api/picture?y=0.25"))
    background = first[:, :1]  # the gradient depends on the row
    filled = [(each != background).any(-1) for each in (first, nearer, right, up)]
    assert filled[1].sum() > 2 * filled[0].sum() > 100
    assert (filled[2][:, 12:] == filled[0][:, :-12]).all()
    assert (filled[3][:-4] == filled[0][4:]).all()
    assert (picture(asked("/api/picture?time=0.25")) != first).any()
    half = picture(asked("/api/picture?small=1"))
    assert half.shape == (16, 24, 3)
    apart = np.abs(half.astype(int) - first.reshape(16, 2, 24, 2, 3).mean((1, 3)))
    assert np.median(apart) <= 2


@pytest.mark.parametrize("distance", [None, 0.001, 1e6])
def test_the_distance_stays_in_its_range(distance):
    for zoom in (0.001, 1.0, 1000.0):
        found = moved(Camera(distance=distance, field_of_view=0.1), SIZE, 0.0, 0.0, zoom, (0, 0))
        assert 0.001 <= found.distance <= 1e6
    assert moved(Camera(distance=3.0), SIZE, 0.0, 0.0, 1.5, (0, 0)).distance == 2.0


def test_a_scene_keeps_its_camera():
    viewing = Viewing(scene.load(small.__file__), (16, 8), {})
    served = view_application(viewing, TOKEN, PORT)
    assert ask(served, "/api/summary").json["camera"] is None
    first = picture(ask(served, "/api/picture"))
    assert first.shape == (8, 16, 3)
    assert (picture(ask(served, "/api/picture?yaw=90&small=1")) == first).all()


def test_the_files_of_the_page(asked):
    names, wanted = set(), set(re.findall(rb'(?:src|href)="([^"]+)"', asked("/").body))
    for name in wanted:
        found = asked(f"/{name.decode()}")
        without = found.body.replace(b"http://www.w3.org/2000/svg", b"")
        assert found.status == 200 and b"http" not in without and b"innerHTML" not in without
        names.add(f"/{name.decode()}")
    own = static_files("softgl.debug.viewer").keys() - {"/", "/index.html"}
    assert own <= names
    assert asked("/main.js").status == 404  # of the page of `softgl inspect`


@pytest.mark.parametrize(
    "query, words",
    [
        ("yaw=nan", "yaw 'nan' is not a number from -1e+06"),
        ("pitch=", "pitch '' is not a number"),
        ("zoom=0", "zoom '0' is not a number from 0.001 to 1000"),
        ("time=1.5", "time '1.5' is not a number from 0 to 1"),
        ("x=inf", "x 'inf' is not a number"),
        ("small=2", "small '2' is not a whole number from 0 to 1"),
        ("turn=2", "unknown parameter 'turn'"),
    ],
)
def test_wrong_requests(asked, query, words):
    found = asked(f"/api/picture?{query}")
    assert found.status == 400 and words in found.json["error"]


@pytest.mark.parametrize(
    "arguments, status, words",
    [
        (["--port", "0"], 2, "--port '0' is not a whole number from 1 to 65535"),
        (["--size", "4"], 2, "--size '4' is not of the form"),
        (["--pose", "1"], 2, "unrecognized arguments: --pose"),
    ],
)
def test_wrong_usage(model, arguments, status, words, capsys):
    try:
        assert main(["view", str(model), *arguments]) == status
    except SystemExit as end:
        assert end.code == status
    said = capsys.readouterr().err
    assert words in said and "usage: softgl view SCENE [options]" in said


def test_failures(model, monkeypatch, capsys):
    assert main(["view", "teapott", "--no-browser"]) == 1
    expected = "softgl: unknown scene 'teapott'; did you mean 'teapot'?\n"
    assert capsys.readouterr().err == expected
    assert main(["view", small.__file__, "--yaw", "3"]) == 1
    assert "is not a model file" in capsys.readouterr().err
    for module in [name for name in sys.modules if name.partition(".")[0] == "uvicorn"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(sys, "meta_path", [_Missing("uvicorn"), *sys.meta_path])
    assert main(["view", str(model), "--no-browser"]) == 1
    assert 'pip install "softgl[inspect]"' in capsys.readouterr().err
