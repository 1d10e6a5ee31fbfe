"""Animated glTF files from the command line and from Python: frames, times, names and cameras."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PIL import Image

from softgl import Renderer, cli, scene, surroundings
from softgl.models import ModelError, View
from tests.models.documents import CUBE, saved
from tests.models.gltf.builder import Tree

SIDE = surroundings.SIDE


@pytest.fixture
def moving(tmp_path):
    """A cube at rest, and one that moves along x, or grows; two cameras and a light."""
    tree = Tree(nodes=[{"mesh": 0}, {"mesh": 0},
                       {"camera": 0, "name": "eye", "translation": [0.5, 0.5, 9]},
                       {"camera": 1, "name": "far", "translation": [0.5, 0.5, 20],
                        "extensions": {"KHR_lights_punctual": {"light": 0}}}])  # fmt: skip
    tree.json["scenes"] = [{"nodes": [0, 1, 2, 3]}]
    attributes = {"POSITION": tree.add(CUBE)}
    tree.json["meshes"] = [{"primitives": [{"attributes": attributes}]}]
    lens = {"type": "perspective", "perspective": {"yfov": math.pi / 4, "znear": 0.1}}
    tree.json["cameras"] = [lens, lens]
    tree.json["extensionsUsed"] = ["KHR_lights_punctual"]
    lights = [{"type": "directional", "color": [1, 0.2, 0.2]}]
    tree.json["extensions"] = {"KHR_lights_punctual": {"lights": lights}}
    tree.animate(1, "translation", [0, 2], [[0, 0, 0], [6, 0, 0]], name="slide")
    tree.animate(1, "scale", [0, 1], [[1, 1, 1], [3, 3, 3]], name="grow")
    return saved(tmp_path / "moving.gltf", tree.finished())


def render(path, *options):
    """The width of the drawing, and the picture."""
    output = path.with_name("picture.png")
    words = ["render", str(path), "-o", str(output), "--size", "48x32", "--machine", "eager"]
    assert cli.main([*words, "--background", "black", *options]) == 0
    picture = np.asarray(Image.open(output))[..., :3]
    return np.ptp(np.flatnonzero(picture.max(axis=(0, 2)))) + 1, picture


def test_time_selects_a_pose_and_the_camera_stays(moving):
    front = "--yaw", "0", "--pitch", "0", "--ortho"
    widths = [render(moving, *front, "--time", time)[0] for time in ("0", "0.5", "1")]
    assert widths[0] < widths[1] < widths[2]
    assert widths[2] == pytest.approx(7 * widths[0], abs=7)


def test_frames_are_played_in_one_process_or_several(moving, monkeypatch):
    monkeypatch.setattr("softgl.surroundings.SIDE", SIDE)  # as the other processes have it
    output = moving.with_name("f_%d.png")
    words = ["render", str(moving), "-o", str(output), "--size", "24x16"]
    assert cli.main([*words, "--frames", "3"]) == 0
    frames = [moving.with_name(f"f_{n}.png").read_bytes() for n in range(3)]
    assert len(set(frames)) == 3
    assert cli.main([*words, "--frames", "3", "--jobs", "2"]) == 0
    assert [moving.with_name(f"f_{n}.png").read_bytes() for n in range(3)] == frames


def test_another_animation_by_name_or_number(moving):
    slide, grow, second = (
        render(moving, "--time", "1", *options)[1]
        for options in ((), ("--animation", "grow"), ("--animation", "1"))
    )
    assert np.array_equal(grow, second) and not np.array_equal(slide, grow)


def test_cameras_of_the_file(moving):
    near, far = (render(moving, "--camera", name)[0] for name in ("eye", "1"))
    # A cube of side 1, seen from 8 and 19 before its front.
    assert near == pytest.approx(32 / 2 / (8 * math.tan(math.pi / 8)), abs=1) and far in (1, 2, 3)


def test_lights_of_the_file_colour_it(moving):
    picture = render(moving, "--camera", "eye")[1].astype(int)
    assert picture[16, 24, 0] > picture[16, 24, 1] + 30


@pytest.mark.parametrize(
    ("options", "status", "message"),
    [
        (("--camera", "top"), 1, "unknown camera 'top'; known are eye, far"),
        (("--animation", "run"), 1, "unknown animation 'run'; known are slide, grow"),
        (("--camera", "eye", "--yaw", "3"), 2, "--camera excludes --yaw"),
        (("--camera", "eye", "--ortho"), 2, "--camera excludes --ortho"),
    ],
)
def test_errors(moving, capsys, options, status, message):
    assert cli.main(["render", str(moving), "-o", "a.png", *options]) == status
    assert message in capsys.readouterr().err


def test_a_renderer_plays_and_has_the_numbers_of_a_pose(moving):
    renderer = Renderer(moving, 48, 32, view=View(file_camera="eye"), machine="eager")
    ids = [renderer.render(time=time, outputs="ids").ids for time in (0.0, 0.2, 0.0)]
    assert np.array_equal(ids[0], ids[2]) and not np.array_equal(ids[0], ids[1])


def test_python_has_errors_too(moving):
    with pytest.raises(ModelError, match="unknown animation"):
        scene.load(moving, view=View(animation="run"))


def test_depths_ids_and_positions_follow_the_animation(moving):
    """At half of the time, the second cube stands 3 further along x than the first."""
    renderer = Renderer(moving, 160, 32, threads=1, view=View(file_camera="eye"))
    for time, offset in ((0.5, 3.0), (1.0, 6.0)):
        frame = renderer.render(outputs=("depth", "ids", "positions"), time=time)
        assert frame.depth[16, 80] == pytest.approx(8.0)  # from 9 to the front at 1
        for number, low in ((1, 0.0), (2, offset)):
            found = frame.positions[frame.ids == number]
            assert found[:, 0].min() == pytest.approx(low, abs=0.3)
            assert found[:, 0].max() == pytest.approx(low + 1, abs=0.3)
    depth = moving.with_name("d.npy")
    words = ["render", str(moving), "--camera", "eye", "--size", "160x32", "--depth", str(depth)]
    assert cli.main([*words, "--time", "1"]) == 0
    assert np.array_equal(np.load(depth), renderer.render(outputs="depth", time=1.0).depth)
