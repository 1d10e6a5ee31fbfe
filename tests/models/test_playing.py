"""Animated models: poses in one sphere, uploads of what changes, and cameras of the file."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from softgl import Context, render
from softgl.models import Camera, ModelError, View
from softgl.models.finishes import FINISHES
from softgl.models.parts.materials import Material
from softgl.models.parts.model import Model, Placed
from softgl.models.playing import Playing
from softgl.models.show import Show
from tests.models.documents import CUBE, TRIANGLE
from tests.models.gltf.builder import Tree

FRONT = Camera(yaw=0, pitch=0, parallel=True)


def moving(**entries) -> Tree:
    """A cube at rest, and one that moves from x = 0 to 8."""
    tree = Tree(nodes=[{"mesh": 0}, {"mesh": 1}], scenes=[{"nodes": [0, 1]}], **entries)
    tree.json["meshes"] = [
        {"primitives": [{"attributes": {"POSITION": tree.add(CUBE)}}]} for _ in range(2)
    ]
    tree.animate(1, "translation", [0, 2], [[0, 0, 0], [8, 0, 0]], name="slide")
    tree.animate(1, "translation", [0, 1], [[0, 0, 0], [0, 2, 0]], name="rise")
    return tree


def shown(tree, view=None) -> Show:
    view = view or View(FRONT, (0, 0, 0, 1))
    return Show(Playing("a.gltf", tree.model(), view.animation), FINISHES["studio"], view)


def picture(show, time=0.0, size=(48, 32)):
    (image,) = render.frames(show, *size, times=[time], machine="eager")
    return np.asarray(image)[..., :3].astype(int)


def test_one_sphere_holds_all_times():
    playing = Playing("a.gltf", moving().model())
    assert playing.sphere.centre == (4.5, 0.5, 0.5)
    assert playing.sphere.radius == pytest.approx(math.sqrt(4.5**2 + 0.5))
    assert Playing("a.gltf", moving().model(), "rise").sphere.centre == (0.5, 1.5, 0.5)
    assert Playing("a.gltf", moving().model(), "1").sphere.centre == (0.5, 1.5, 0.5)


def test_unchanged_meshes_are_the_same_objects():
    playing = Playing("a.gltf", moving().model())
    first, second = (playing.meshes(playing.model(time)) for time in (0.0, 0.5))
    assert first[0] is second[0] and first[1] is not second[1]
    middle = second[1].positions.mean(axis=0) * playing.sphere.radius + playing.sphere.centre
    assert middle == pytest.approx([4.5, 0.5, 0.5])


def test_an_unknown_animation_is_named_with_the_known_ones():
    with pytest.raises(ModelError, match="unknown animation 'walk'; known are slide, rise"):
        Playing("a.gltf", moving().model(), "walk")
    tree = moving()
    del tree.json["animations"]
    with pytest.raises(ModelError, match="unknown animation '0'; the file has no animations"):
        Playing("a.gltf", tree.model(), "0")


def columns(image):
    """The first and the last column of the pixels that are not background."""
    drawn = np.flatnonzero(image.max(axis=(0, 2)))
    return drawn[0], drawn[-1]


def test_frames_show_the_poses_in_any_order():
    show = shown(moving())
    frames = [picture(show, time) for time in (0.0, 0.5, 1.0)]
    lefts, rights = zip(*map(columns, frames), strict=True)
    assert len(set(lefts)) == 1  # the cube at rest; the camera does not move
    assert rights[0] < rights[1] < rights[2]
    images = render.frames(shown(moving()), 48, 32, times=[1.0, 0.0, 0.5], machine="eager")
    for image, expected in zip(images, (frames[2], frames[0], frames[1]), strict=True):
        assert np.array_equal(np.asarray(image)[..., :3], expected)


def test_only_changed_buffers_are_uploaded_again():
    model = moving().model()
    slide = model.animations["slide"]
    moved = slide(0.0).placed[1].part
    red = replace(moved, material=Material(colour=(1.0, 0.0, 0.0, 1.0)))  # a draw of its own

    def at(time):
        first, second = slide(time).placed
        return Model([first, Placed(red, second.matrix)])

    model = Model(at(0.0).placed, animations={"slide": at})
    show = Show(Playing("a.gltf", model), FINISHES["studio"])
    with Context(16, 16, machine="eager"):
        show.setup()
        before = list(show.parts)
        show.move(0.5)
        assert show.parts[0] is before[0] and show.parts[1] is not before[1]


PERSPECTIVE = {"type": "perspective", "perspective": {"yfov": math.pi / 2, "znear": 0.1}}
ORTHOGRAPHIC = {
    "type": "orthographic",
    "orthographic": {"xmag": 2, "ymag": 2, "znear": 0, "zfar": 9},
}


def seen(*nodes, cameras):
    """A square 2 wide around the origin, seen by the cameras of nodes."""
    square = [[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, -1, 0], [1, 1, 0], [-1, 1, 0]]
    tree = Tree(nodes=[{"mesh": 0}, *nodes], cameras=cameras)
    tree.json["scenes"] = [{"nodes": list(range(1 + len(nodes)))}]
    tree.json["meshes"] = [{"primitives": [{"attributes": {"POSITION": tree.add(square)}}]}]
    return tree


@pytest.mark.parametrize("wanted", ["eye", "0"])
def test_a_perspective_camera_of_the_file(wanted):
    """At a distance of 2 with 90 degrees the picture is 4 high: the square is half of it."""
    tree = seen({"camera": 0, "translation": [0, 0, 2], "name": "eye"}, cameras=[PERSPECTIVE])
    view = View(background=(0, 0, 0, 1), file_camera=wanted)
    image = picture(shown(tree, view), size=(32, 32))
    rows = np.flatnonzero(image.max(axis=(1, 2)))
    assert (columns(image), rows[0], rows[-1]) == ((8, 23), 8, 23)


def test_an_orthographic_camera_of_the_file_keeps_its_height():
    node = {"camera": 0, "translation": [1, 0, 5]}
    tree = seen(node, cameras=[{**ORTHOGRAPHIC, "name": "plan"}])
    view = View(background=(0, 0, 0, 1), file_camera="plan")
    image = picture(shown(tree, view), size=(64, 32))
    assert columns(image) == (16, 31)  # 4 high, 8 wide, the square from -2 to 0 of it


def test_a_camera_from_the_side_and_one_that_moves():
    half = math.sqrt(0.5)
    tree = seen({"camera": 0, "translation": [0, 5, 0], "rotation": [-half, 0, 0, half]},
                {"camera": 1}, cameras=[ORTHOGRAPHIC, PERSPECTIVE])  # fmt: skip
    view = View(background=(0, 0, 0, 1), file_camera="0")
    assert picture(shown(tree, view), size=(32, 32)).max() == 0  # the edge of the square
    tree.animate(2, "translation", [0, 1], [[0, 0, 2], [0, 0, 4]])
    show = shown(tree, View(background=(0, 0, 0, 1), file_camera="1"))
    widths = [np.ptp(columns(picture(show, time, (32, 32)))) + 1 for time in (0.0, 1.0)]
    assert widths == [16, 8]


def test_an_unknown_camera_is_named_with_the_known_ones():
    tree = seen({"camera": 0, "name": "eye"}, cameras=[PERSPECTIVE])
    with pytest.raises(ModelError, match="unknown camera 'top'; known are eye"):
        shown(tree, View(file_camera="top"))
    with pytest.raises(ModelError, match="the file has no cameras"):
        shown(moving(), View(file_camera="top"))


def test_copies_that_part_ways_are_drawn():
    """Two nodes of a mesh with targets have equal weights at first, and different ones later."""
    tree = Tree(nodes=[{"mesh": 0}, {"mesh": 0, "translation": [4, 0, 0]}])
    tree.json["scenes"] = [{"nodes": [0, 1]}]
    targets = [{"POSITION": tree.add(TRIANGLE)}]
    primitive = {"attributes": {"POSITION": tree.add(TRIANGLE)}, "targets": targets}
    tree.json["meshes"] = [{"primitives": [primitive]}]
    tree.animate(1, "weights", [0, 1], [0, 3])
    show = shown(tree)
    assert len(show.meshes) == 1
    first, last = picture(show, 0.0), picture(show, 1.0)
    assert len(show.meshes) == 2
    assert (last.max(axis=-1) > 0).sum() > (first.max(axis=-1) > 0).sum()
