"""Answers of the server for a small scene: pictures as PNG, all else JSON, errors in a line."""

import io
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from softgl.debug.comparison.command import comparison
from softgl.debug.page.answers import ANSWERS
from softgl.debug.page.server import application
from softgl.debug.page.session import Session
from tests.debug.page import small
from tests.debug.page.asking import PORT, TOKEN, ask

SCENE = Path(small.__file__)
SIZE = 32, 24
GREY = [51, 51, 51]
PROGRAMS = "VERTEX_PROGRAM_ARB", "FRAGMENT_PROGRAM_ARB"
# The events of the scene, by number.
BLUE, CLEAR, NEAR, FAR, RECTANGLE = range(5)


@pytest.fixture(scope="module")
def session():
    """The scene; one frame at a time may stand in a process."""
    session = Session(str(SCENE), SIZE)
    yield session
    session.close()


@pytest.fixture(scope="module")
def asked(session):
    """`asked(address)` is the server's answer."""
    served = application(session, TOKEN, PORT)
    return lambda address: ask(served, address)


@pytest.fixture(scope="module")
def answer(asked):
    """`answer(name, **parameters)` is the value of the JSON or the picture."""

    def answer(name, /, **parameters):
        query = "&".join(f"{key}={value}" for key, value in parameters.items())
        found = asked(f"/api/{name}?{query}")
        assert found.status == 200, found.body
        assert found.headers["content-type"] == ANSWERS[name].kind
        if ANSWERS[name].kind == "image/png":
            return np.asarray(Image.open(io.BytesIO(found.body)))
        return found.json

    return answer


def test_the_files_of_the_page_are_whole_and_need_nobody_else(asked):
    page = asked("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    names, wanted = set(), set(re.findall(rb'(?:src|href)="([^"]+)"', page.body))
    while wanted:
        name = wanted.pop()
        names.add(name)
        found = asked(f"/{name.decode()}")
        assert found.status == 200, name
        without = found.body.replace(b"http://www.w3.org/2000/svg", b"")
        assert b"http" not in without and b"eval(" not in without and b"innerHTML" not in without
        wanted |= set(re.findall(rb'from "\./([^"]+)"|import "\./([^"]+)"', found.body) and {
            one or other
            for one, other in re.findall(rb'from "\./([^"]+)"|import "\./([^"]+)"', found.body)
        }) - names  # fmt: skip
    static = SCENE.parents[3] / "softgl" / "debug" / "page" / "static"
    assert {name.decode() for name in names} == {f.name for f in static.iterdir()} - {"index.html"}
    assert all(len(file.read_text("utf-8").splitlines()) < 250 for file in static.iterdir())


@pytest.mark.parametrize("path", ["/x", "/../server.py", "/api/", "/api/nothing", "/page/main.js"])
def test_nothing_else_is_there(asked, path):
    assert asked(path).status == 404


def test_summary(answer):
    found = answer("summary")
    assert found["size"] == [*SIZE] and found["error"] is None
    events = found["events"]
    assert [event["number"] for event in events] == [0, 1, 2, 3, 4]
    commands = "glClear glClear glDrawArrays glDrawElements glRectf".split()
    assert [event["name"] for event in events] == commands
    assert [event["target"] for event in events] == ["framebuffer 1", *["window"] * 4]
    assert [event["vertices"] for event in events] == [False, False, True, True, True]
    assert events[FAR]["details"] == "TRIANGLES 3 vertices"
    assert events[FAR]["programs"] == ["vertex program 1", "fragment program 2"]
    assert events[RECTANGLE]["short"] == "fixed function"
    assert events[BLUE]["details"] == "COLOR"


def test_the_calls_before_an_event(answer):
    calls = answer("commands", event=NEAR)["calls"]
    assert calls == [
        "glVertexPointer(4, GL_FLOAT, 0, float32[6, 4])",
        "glEnableClientState(GL_VERTEX_ARRAY)",
        *(f"glEnable(GL_{name})" for name in ("DEPTH_TEST", *PROGRAMS)),
    ]
    assert answer("commands", event=FAR)["calls"] == []
    disabled = [f"glDisable(GL_{name})" for name in PROGRAMS]
    assert answer("commands", event=RECTANGLE)["calls"] == disabled


def test_times(answer):
    found = answer("times")
    assert len(found["draws"]) == 5 and min(*found["draws"], found["frame"]) > 0


def test_pictures(answer):
    blue = answer("picture", event=BLUE)
    assert blue.shape == (small.SIDE, small.SIDE, 3) and (blue == (0, 0, 255)).all()
    grey = answer("picture", event=CLEAR)
    assert grey.shape == (24, 32, 3) and (grey == GREY).all()
    near, far = (answer("picture", event=event, show="target") for event in (NEAR, FAR))
    assert near[-1, 0].tolist() == [128, 0, 0] and near[0, -1].tolist() == GREY
    differs = (near != far).any(-1)
    shown = answer("picture", event=FAR, show="changed")
    assert differs.any() and (shown[differs][:, 0] > 100).all() and (shown[~differs] < 70).all()
    depth = answer("picture", event=NEAR, show="depth")
    assert depth.shape == (24, 32) and depth[-1, 0] == 0 and depth[0, -1] == 255
    assert (answer("picture", event=FAR, show="window") == far).all()
    assert (answer("picture", event=BLUE, channels="rgba") == (0, 0, 255, 153)).all()
    assert (answer("picture", event=BLUE, channels="a") == 153).all()
    assert (answer("picture", event=FAR, show="window", channels="r") == far[..., 0]).all()
    # To go back is to begin again.
    assert (answer("picture", event=BLUE, show="window") == 0).all()


def test_state(answer):
    assert answer("state", event=BLUE)["first"]
    found = answer("state", event=NEAR)
    assert not found["first"]
    assert found["changed"]["depth.GL_DEPTH_TEST"] == [False, True]
    assert found["state"]["depth"]["GL_DEPTH_TEST"] is True
    assert not answer("state", event=FAR)["changed"]


def test_textures(answer):
    one, other = answer("textures", event=NEAR)["textures"]
    assert (one["name"], one["used"], one["target"]) == (1, ["sampled, unit 0"], "GL_TEXTURE_2D")
    assert [(each["level"], each["size"]) for each in one["levels"]] == [(0, [2, 2]), (1, [1, 1])]
    assert other["used"] == []
    rows = answer("texture", event=NEAR, name=1, channels="rgba")
    assert (rows == small.TEXELS[::-1]).all()
    assert answer("texture", event=NEAR, name=1, channels="a").tolist() == [[64, 9], [255, 128]]
    assert answer("texture", event=NEAR, name=1, channels="g", stretch=1)[1].tolist() == [0, 255]
    assert answer("texture", event=NEAR, name=1, level=1).tolist() == [[[255, 0, 0]]]
    texel = answer("texel", event=NEAR, name=1, x=1, y=0)["values"]
    assert texel == {"R": 0, "G": 255, "B": 0, "A": 128}
    # What has been drawn to a texture is in it from then on.
    assert (answer("texture", event=BLUE, name=2) == (0, 0, 255)).all()


def test_vertices(answer):
    found = answer("vertices", event=FAR)
    assert (found["count"], found["before"]) == (3, ["vertex.position"])
    assert found["after"] == ["result.position", "result.texcoord[0]"]
    assert [row["index"] for row in found["rows"]] == [3, 4, 5]
    for row in found["rows"]:
        position = small.POSITIONS[row["index"]]
        assert row["before"] == [position.tolist()]
        assert row["after"][0] == position.tolist()
        assert row["after"][1] == (position / 2 + 0.5).tolist()
    assert len(answer("vertices", event=FAR, first=2, count=5)["rows"]) == 1
    shape = answer("shape", event=FAR)
    assert shape["after"] == small.POSITIONS[3:, :3].reshape(-1).tolist()
    assert shape["edges"] == [0, 1, 0, 2, 1, 2] and shape["words"] == "1 triangle"


def test_buffers_and_arrays(answer, asked):
    (buffer,) = answer("buffers", event=FAR)["buffers"]
    assert (buffer["format"], buffer["size"]) == ("ushort index", 6)
    shown = {"event": FAR, "name": 1, "first": 1, "count": 1}
    found = answer("buffer", format="ushort%20index", **shown)
    assert found["rows"] == [{"number": 1, "offset": 2, "values": [[4]]}]
    assert (found["available"], found["stride"]) == (3, 2)
    assert answer("buffer", format="ubyte", offset=3, stride=2, **shown)["rows"][0]["offset"] == 5
    refused = asked("/api/buffer?event=3&name=1&format=u1,%20word")
    assert refused.status == 400
    assert refused.json["error"].splitlines()[1:] == ["  u1, word", "      ^^^^"]
    (array,) = answer("arrays", event=FAR)["arrays"]
    assert (array["memory"], array["format"], array["stride"]) == ("client memory", "float4", 16)
    (array,) = answer("arrays", event=RECTANGLE)["arrays"][:1]
    assert (array["attribute"], array["memory"]) == ("vertex.position", "given vertex by vertex")


def test_history(answer):
    found = answer("history", framebuffer=0, x=3, y=1)
    events = {event["event"]: event for event in found["events"]}
    assert sorted(events) == [CLEAR, NEAR, FAR]
    assert events[NEAR]["fragments"][0]["killed"] is None
    assert "depth test" in events[FAR]["fragments"][0]["killed"]
    assert answer("history", framebuffer=1, x=3, y=1)["events"][0]["event"] == BLUE


def test_trace(answer):
    found = answer("trace", event=NEAR, what="pixel", x=1, y=1)
    run = found["runs"][found["first"]]
    assert (run["stage"], run["fate"], run["words"]) == ("fragment", "drawn", "ARBfp1.0")
    assert run["source"] == small.FRAGMENT.decode().splitlines()
    assert [step["line"] for step in run["steps"]] == [3, 4, 5]
    sampled, scaled, stored = run["steps"]
    assert sampled["result"]["values"] == [1, 0, 0, 1] and sampled["notes"][0]["name"] == "texture"
    assert scaled["result"]["register"] == "scaled" and scaled["result"]["written"] == [True] * 4
    assert scaled["result"]["values"] == [0.5, 0, 0, 1]
    assert stored["operands"] == [{"name": "scaled", "values": [0.5, 0, 0, 1]}]
    given = [each["name"] for each in run["inputs"]]
    assert given[0] == "fragment.texcoord[0]" and sorted(given[1:]) == [
        *("- vertex 0", "- vertex 1", "- vertex 2")
    ]
    assert [run["stage"] for run in found["runs"]].count("vertex") == 3
    (run,) = answer("trace", event=FAR, what="vertex", number=2)["runs"]
    assert (run["title"], run["inputs"][0]["name"]) == ("vertex 2", "vertex.position")
    assert run["steps"][0]["result"]["values"] == (small.POSITIONS[5] / 2 + 0.5).tolist()
    found = answer("trace", event=FAR, what="vertex", number=3)
    assert not found["runs"] and found["words"] == "This event does nothing for that vertex."
    found = answer("trace", event=RECTANGLE)
    titles = [each["title"] for each in found["programs"]]
    assert not found["runs"] and titles == ["vertex stage", "fragment stage"]
    fixed = answer("trace", event=RECTANGLE, what="pixel", x=16, y=12)["runs"][-1]
    assert fixed["source"] and fixed["steps"]


def test_explanation(answer):
    assert "written" in answer("explain", event=NEAR)["text"]
    assert answer("explain", event=BLUE) == {"text": None}


@pytest.mark.parametrize(
    "address, status, words",
    [
        ("picture", 400, "event is missing"),
        ("compared", 422, "no second frame: start softgl inspect with --against"),
        ("picture?event=0&show=difference", 422, "no second frame"),
        ("pair?event=9", 422, "no event 9: the frame has 5"),
        ("arrays?event=0", 422, "event 0 draws no vertices"),
        ("buffer?event=3&name=2&format=u1", 422, "no buffer 2; the names are 1"),
        (f"buffer?event=3&name=1&format={1001 * 'x'}", 400, "format has more than 1000 letters"),
        ("picture?event=", 400, "event '' is not a whole number"),
        ("picture?event=-1", 400, "event '-1' is not a whole number from 0"),
        ("picture?event=1e9", 400, "event '1e9' is not a whole number"),
        ("picture?event=1&show=all", 400, "show 'all' is not one of target,"),
        ("picture?event=1&shew=all", 400, "unknown parameter 'shew'"),
        ("picture?event=5", 422, "no event 5: the frame has 5"),
        ("picture?event=0&show=depth", 422, "no depth buffer"),
        ("vertices?event=0", 422, "event 0 draws no vertices"),
        ("vertices?event=2&count=0", 400, "count '0' is not a whole number from 1"),
        ("shape?event=1", 422, "event 1 draws no vertices"),
        ("texture?event=2&name=7", 422, "no texture 7"),
        ("texture?event=2&name=1&level=2", 422, "texture 1 has no image of level 2"),
        ("texture?event=2&name=1&layer=1", 422, "layer 1 is not below 1"),
        ("texture?event=2", 400, "name is missing"),
        ("texel?event=2&name=1&x=2&y=0", 422, "no texel 2, 0: the slice has 2x2"),
        ("history?x=1", 400, "y is missing"),
    ],
)
def test_what_cannot_be_answered(asked, address, status, words):
    found = asked(f"/api/{address}")
    assert found.status == status and words in found.json["error"]
    assert "\n" not in found.json["error"]


def test_a_second_frame(session, tmp_path):
    session.close()
    other = tmp_path / "other.py"
    other.write_text(SCENE.read_text().replace("-0.25, -0.25, 0.25", "-0.25, -0.25, 0.5"))
    options = {"size": SIZE, "machine": "eager"}
    found = comparison(str(SCENE), str(other), options, options)
    both = Session(str(SCENE), other=str(other), comparison=found, **options)
    served = application(both, TOKEN, PORT)
    answer = lambda address: ask(served, f"/api/{address}").json  # noqa: E731
    assert answer("summary")["against"] == str(other)
    compared = answer("compared")
    assert compared["first"] == RECTANGLE and len(compared["rows"]) == 5
    assert compared["rows"][RECTANGLE]["differs"] == ["call", "picture"]
    assert answer(f"pair?event={FAR}")["pixels"] == {}
    pair = answer(f"pair?event={RECTANGLE}")
    assert pair["other"] == RECTANGLE and pair["state"] == {}
    assert pair["pixels"]["color 0"] == {"pixels": 32 * 24, "count": 4 * 6}
    pictures = {}
    for show in ("window", "other", "difference"):
        found = ask(served, f"/api/picture?event={RECTANGLE}&show={show}")
        pictures[show] = np.asarray(Image.open(io.BytesIO(found.body)))
    differs = (pictures["window"] != pictures["other"]).any(-1)
    assert differs.sum() == 4 * 6 and (pictures["difference"][differs][:, 0] > 100).all()
    assert (pictures["difference"][~differs] < 70).all()
    both.close()


def test_a_frame_that_ends_early_is_shown_so_far(session, tmp_path):
    session.close()
    path = tmp_path / "broken.py"
    path.write_text(
        '"""Broken."""\nfrom softgl.gl import *\n\n\ndef draw(time, width, height):\n'
        "    glClear(GL_COLOR_BUFFER_BIT)\n    glClear(GL_TEXTURE_2D)\n"
    )
    broken = Session(str(path), (4, 4))
    served = application(broken, TOKEN, PORT)
    found = ask(served, "/api/summary").json
    assert "line 7" in found["error"] and "glClear" in found["error"]
    assert ask(served, "/api/picture?event=0").status == 200
    broken.close()
