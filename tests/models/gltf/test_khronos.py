"""Scenes of Khronos's sample models, restated: what they show of nodes, skins and animations."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.models.documents import CUBE, TRIANGLE
from tests.models.gltf.builder import Tree, drawn

HALF = math.sqrt(0.5)


def cubes(*nodes) -> Tree:
    tree = Tree(nodes=list(nodes), scenes=[{"nodes": list(range(len(nodes)))}])
    attributes = {"POSITION": tree.add(CUBE)}
    tree.json["meshes"] = [{"primitives": [{"attributes": attributes}]}]
    return tree


def middles(model, count):
    return drawn(model).reshape(count, 36, 3).mean(axis=1)


def test_simple_instancing():
    """125 cubes in a grid of 5 x 5 x 5, each turned and scaled."""
    places = np.stack(np.meshgrid(*[np.arange(5.0) * 2] * 3), axis=-1).reshape(-1, 3)
    tree = cubes({"mesh": 0})
    attributes = {
        "TRANSLATION": tree.add(places),
        "ROTATION": tree.add([[0, HALF, 0, HALF]] * 125),
        "SCALE": tree.add([[1, 0.5, 1]] * 125),
    }
    extension = {"EXT_mesh_gpu_instancing": {"attributes": attributes}}
    tree.json["nodes"][0]["extensions"] = extension
    model = tree.model()
    assert len(model.placed) == 125 and len({id(part) for part, _ in model.placed}) == 1
    # A quarter turn about y takes (0.5, 0.25, 0.5) to (0.5, 0.25, -0.5).
    assert middles(model, 125) == pytest.approx(places + [0.5, 0.25, -0.5], abs=1e-6)


def test_interpolation_test():
    """Nine cubes: scale, rotation and translation, each by steps, lines and splines."""
    tree = cubes(*({"mesh": 0} for _ in range(9)))
    keys = {
        "scale": [[1, 1, 1], [3, 3, 3]],
        "rotation": [[0, 0, 0, 1], [0, 0, 1, 0]],
        "translation": [[0, 0, 0], [2, 4, 6]],
    }
    for column, kind in enumerate(("STEP", "LINEAR", "CUBICSPLINE")):
        for row, (path, values) in enumerate(keys.items()):
            if kind == "CUBICSPLINE":
                none = [0] * len(values[0])
                values = [none, values[0], none, none, values[1], none]
            tree.animate(3 * row + column, path, [0, 1], values, kind, name="all")
    at = tree.model().animations["all"]
    early, late = (middles(at(time), 9).reshape(3, 3, 3) for time in (0.25, 0.5))
    eased = 3 * 0.25**2 - 2 * 0.25**3
    assert early[0, :, 0] == pytest.approx([0.5, 0.75, 0.5 + eased])
    angle = math.radians(45)
    turned = [(math.cos(angle) - math.sin(angle)) / 2, (math.sin(angle) + math.cos(angle)) / 2]
    assert early[1, 0, :2] == pytest.approx([0.5, 0.5])
    assert early[1, 1, :2] == pytest.approx(turned, abs=1e-6)
    assert early[2, :, 1] == pytest.approx([0.5, 1.5, 0.5 + 4 * eased])
    # At the half of a spline, quaternions (0, 0, 1, 1) / 2: as the line has it.
    assert late[1, 2] == pytest.approx(late[1, 1], abs=1e-6)


def test_box_animated_moves_a_lid_within_its_parent():
    """As BoxAnimated: the inner box turns, then both ends of its way are reached."""
    tree = cubes({"children": [1], "translation": [10, 0, 0]}, {"mesh": 0})
    tree.json["scenes"] = [{"nodes": [0]}]
    times = [1.25, 2.5]
    tree.animate(1, "rotation", times, [[0, 0, 0, 1], [1, 0, 0, 0]], name="a")
    heights = [[0, 0, 0], [0, 2, 0], [0, 2, 0], [0, 0, 0]]
    tree.animate(1, "translation", [0, 1.25, 2.5, 3.7], heights, name="a")
    at = tree.model().animations["a"]
    found = [middles(at(seconds / 3.7), 1)[0] for seconds in (0, 1.25, 2.5, 3.7)]
    assert np.allclose(found[0], [10.5, 0.5, 0.5]) and np.allclose(found[1], [10.5, 2.5, 0.5])
    assert np.allclose(found[2], [10.5, 1.5, -0.5]) and np.allclose(found[3], [10.5, -0.5, -0.5])


def test_rigged_simple_bends_by_its_armature():
    """As RiggedSimple: the armature is turned to z up, and the mesh lies below it."""
    upright = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1]
    tree = Tree(nodes=[{"children": [1], "matrix": upright},
                       {"children": [2, 3]}, {"mesh": 0, "skin": 0},
                       {"children": [4], "translation": [0, 0, -4]},
                       {"translation": [0, 0, 4]}])  # fmt: skip
    tree.json["scenes"] = [{"nodes": [0]}]
    positions = [[1, 0, -4], [0, 0, -4], [1, 0, 4], [0, 0, 4], [1, 0, 1], [0, 1, 1]]
    joints = np.repeat([[0, 1, 0, 0]], 6, axis=0)
    weights = [[1, 0, 0, 0]] * 2 + [[0, 1, 0, 0]] * 4
    attributes = {
        "POSITION": tree.add(positions),
        "JOINTS_0": tree.add(joints, "H"),
        "WEIGHTS_0": tree.add(weights),
    }
    tree.json["meshes"] = [{"primitives": [{"attributes": attributes}]}]
    inverses = np.tile(np.identity(4), (2, 1, 1))
    inverses[0, 3, 2] = 4  # column-major: the translation is the last row
    tree.json["skins"] = [{
        "joints": [3, 4],
        "skeleton": 3,
        "inverseBindMatrices": tree.add(inverses.reshape(2, 16)),
    }]  # fmt: skip
    tree.animate(4, "rotation", [0, 1], [[0, 0, 0, 1], [HALF, 0, 0, HALF]])
    model = tree.model()
    # The armature takes (x, y, z) to (x, z, -y).
    assert drawn(model)[2] == pytest.approx([1, 4, 0], abs=1e-6)
    # The bone turns z to -y: (1, 0, 4) to (1, -4, 0), then up.
    assert drawn(model.animations["0"](1.0))[2] == pytest.approx([1, 0, 4], abs=1e-6)
    assert drawn(model.animations["0"](1.0))[0] == pytest.approx([1, -4, 0], abs=1e-6)


def test_morph_stress_test():
    """Eight targets with their own weights, as MorphStressTest's, and a sum of all of them."""
    tree = Tree(nodes=[{"mesh": 0}])
    targets = [{"POSITION": tree.add(TRIANGLE * [0, 0, 0] + [0, 0, 2.0**n])} for n in range(8)]
    primitive = {"attributes": {"POSITION": tree.add(TRIANGLE)}, "targets": targets}
    tree.json["meshes"] = [{"primitives": [primitive], "weights": [0] * 8}]
    tree.animate(0, "weights", range(3), [*[0] * 8, *[1] * 8, *[1, 0] * 4])
    at = tree.model().animations["0"]
    assert [drawn(at(time))[0, 2] for time in (0.0, 0.5, 1.0)] == [0, 255, 1 + 4 + 16 + 64]
