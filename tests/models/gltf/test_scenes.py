"""Scenes of glTF: instances, visibility, cameras and lights."""

from __future__ import annotations

import math

import numpy as np
import pytest

from softgl.models import ModelError
from tests.models.documents import TRIANGLE
from tests.models.gltf.builder import Tree, drawn

HALF = math.sqrt(0.5)


def scene(*nodes, **entries) -> Tree:
    """A scene of nodes; mesh 0 is a triangle."""
    tree = Tree(nodes=list(nodes), scenes=[{"nodes": list(range(len(nodes)))}], **entries)
    tree.json["meshes"] = [{"primitives": [{"attributes": {"POSITION": tree.add(TRIANGLE)}}]}]
    return tree


def instanced(**attributes):
    """Three instances, at a node that is moved by 100 along x."""
    tree = scene({"mesh": 0, "translation": [100, 0, 0]})
    added = {name: tree.add(*values) for name, values in attributes.items()}
    extension = {"EXT_mesh_gpu_instancing": {"attributes": added}}
    tree.json["nodes"][0]["extensions"] = extension
    return tree


def test_instances_are_placed_below_their_node():
    places = [[0, 0, 0], [10, 0, 0], [0, 20, 0]]
    tree = instanced(TRANSLATION=(places,), SCALE=([[1, 1, 1], [2, 2, 2], [1, 1, 1]],))
    corners = drawn(tree.model()).reshape(3, 3, 3)
    assert corners[:, 0].tolist() == [[100, 0, 0], [110, 0, 0], [100, 20, 0]]
    assert corners[1, 1].tolist() == [112, 0, 0]


def test_rotations_of_instances_as_floats_and_normalised():
    for values in (([[0, 0, HALF, HALF]],), ([[0, 0, 90, 90]], "b")):
        corners = drawn(instanced(ROTATION=values).model())
        assert corners[1] == pytest.approx([100, 1, 0])


def test_errors_of_instances():
    with pytest.raises(ModelError, match=r"differ in their counts: \[1, 2\]"):
        instanced(TRANSLATION=([[0, 0, 0]],), SCALE=([[1, 1, 1]] * 2,)).model()
    with pytest.raises(ModelError, match="an instance is not finite"):
        instanced(TRANSLATION=([[0, 0, np.inf]],)).model()
    with pytest.raises(ModelError, match="not of the type VEC4"):
        instanced(ROTATION=([[0, 0, 1]],)).model()


def test_invisible_nodes_hide_their_descendants():
    hidden = {"extensions": {"KHR_node_visibility": {"visible": False}}}
    tree = scene({"mesh": 0, "children": [1], **hidden}, {"mesh": 0}, {"mesh": 0})
    tree.json["scenes"] = [{"nodes": [0, 2]}]
    assert len(tree.model().placed) == 1


def test_a_file_without_scenes_shows_all_nodes():
    tree = scene({"mesh": 0, "children": [1]}, {"mesh": 0}, {"mesh": 0})
    tree.json["scenes"] = []
    assert len(tree.model().placed) == 3


PERSPECTIVE = {"type": "perspective", "perspective": {"yfov": math.pi / 3, "znear": 0.1}}
ORTHOGRAPHIC = {
    "type": "orthographic",
    "orthographic": {"xmag": 2.0, "ymag": 1.5, "znear": 0.1, "zfar": 10},
}


def test_cameras_of_the_scene():
    """As Khronos's Cameras: a perspective and an orthographic one."""
    tree = scene(
        {"mesh": 0},
        {"name": "eye", "camera": 0, "translation": [0, 0, 3], "scale": [5, 5, 5]},
        {"camera": 1, "rotation": [HALF, 0, 0, HALF], "translation": [1, 2, 3]},
        {"camera": 0},
        {"camera": 1},
        cameras=[PERSPECTIVE, {**ORTHOGRAPHIC, "name": "plan"}, PERSPECTIVE],
    )
    cameras = tree.model().cameras
    assert list(cameras) == ["eye", "plan", "0", "plan 4"]
    assert cameras["eye"].field_of_view == pytest.approx(60)
    assert cameras["eye"].pose.tolist() == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 3], [0, 0, 0, 1]]
    plan = cameras["plan"]
    assert (plan.field_of_view, plan.half_height) == (None, 1.5)
    expected = [[1, 0, 0, 1], [0, 0, -1, 2], [0, 1, 0, 3], [0, 0, 0, 1]]
    assert plan.pose == pytest.approx(np.array(expected))


def test_animated_cameras():
    tree = scene({"mesh": 0}, {"camera": 0}, cameras=[PERSPECTIVE])
    tree.animate(1, "translation", [0, 1], [[0, 0, 1], [0, 0, 3]])
    assert tree.model().animations["0"](0.5).cameras["0"].pose[2, 3] == 2


@pytest.mark.parametrize(
    ("camera", "reason"),
    [
        ({"type": "fisheye"}, 'found type "fisheye"'),
        ({"type": "perspective", "perspective": {"yfov": 4}}, "found yfov 4.0, expected 0 to pi"),
        ({"type": "perspective"}, "'yfov' is"),
        ({"type": "orthographic", "orthographic": {"ymag": 0}}, "found ymag 0"),
    ],
)
def test_cameras_that_cannot_be_used_are_warned_of(camera, reason):
    tree = scene({"mesh": 0}, {"camera": 0}, cameras=[camera])
    document = tree.document()
    from softgl.models.gltf.cameras import read_cameras

    assert read_cameras(document, [0, 1]) == {}
    (warning,) = document.folder.warnings
    assert warning.startswith("camera 0 cannot be used: ") and reason in warning


def lit(*lights, **node) -> Tree:
    tree = scene({"mesh": 0}, *({"extensions": {"KHR_lights_punctual": {"light": n}}, **node}
                                for n in range(len(lights))))  # fmt: skip
    tree.json["extensions"] = {"KHR_lights_punctual": {"lights": list(lights)}}
    return tree


def test_lights_of_the_scene():
    sun, bulb, spot = lit(
        {"type": "directional", "color": [1, 0.5, 0], "intensity": 3},
        {"type": "point", "range": 7},
        {"type": "spot", "spot": {"innerConeAngle": math.pi / 6, "outerConeAngle": math.pi / 3}},
        translation=[1, 2, 3],
    ).model().lights  # fmt: skip
    assert (sun.kind, sun.colour, sun.reach, sun.cone) == ("directional", (3, 1.5, 0), None, None)
    assert (bulb.kind, bulb.colour, bulb.reach, bulb.cone) == ("point", (1, 1, 1), 7, None)
    assert spot.cone == pytest.approx((math.sqrt(0.75), 0.5))
    assert bulb.matrix[:3, 3].tolist() == [1, 2, 3]


def test_spots_have_cones_by_default():
    (spot,) = lit({"type": "spot"}).model().lights
    assert spot.cone == pytest.approx((1.0, math.cos(math.pi / 4)))


@pytest.mark.parametrize(
    ("light", "reason"),
    [
        ({"type": "area"}, 'found type "area", expected directional, point, spot'),
        ({"type": "point", "color": [1, 1]}, "'color' is"),
        ({"type": "point", "intensity": "much"}, "'intensity' is"),
        ({"type": "spot", "spot": 3}, "'spot' is not an object"),
    ],
)
def test_errors_of_lights(light, reason):
    with pytest.raises(ModelError, match=reason):
        lit(light).model()


def test_a_light_that_is_missing():
    tree = lit()
    tree.json["nodes"][0]["extensions"] = {"KHR_lights_punctual": {"light": 0}}
    with pytest.raises(ModelError, match="0 is not an index of 'lights'"):
        tree.model()
