"""Skins of glTF: joints that bend meshes."""

from __future__ import annotations

import math

import numpy as np
import pytest

from softgl.models import ModelError
from tests.models.gltf.builder import Tree, drawn

HALF = math.sqrt(0.5)
QUARTER = (0, 0, HALF, HALF)  # a quarter turn about z
# Two bones along y, each of length 1, with a triangle at each height: 0.5, 1 and 2.
STRIP = np.array(
    [[x, y, z] for y in (0.5, 1.0, 2.0) for x, z in ((-0.5, 0), (0.5, 0), (0.5, 1))], np.float32
)
JOINTS = np.repeat([[0, 1, 0, 0]], 9, axis=0)
WEIGHTS = np.repeat([[1, 0, 0, 0], [0.5, 0.5, 0, 0], [0, 1, 0, 0]], 3, axis=0)


def translated(x, y, z):
    """A translation in column-major order."""
    return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]


def strip(node=None, joints=JOINTS, weights=WEIGHTS, dtypes="Bf", inverse=True, **attributes):
    """As Khronos's SimpleSkin: node 0 is the mesh, 1 the lower joint, 2 the upper one."""
    tree = Tree(nodes=[{"mesh": 0, "skin": 0, **(node or {})}, {"children": [2]},
                       {"translation": [0, 1, 0]}], scenes=[{"nodes": [0, 1]}])  # fmt: skip
    skin = {"joints": [1, 2]}
    if inverse:
        matrices = [translated(0, 0, 0), translated(0, -1, 0)]
        skin["inverseBindMatrices"] = tree.add(np.reshape(matrices, (2, 16)))
    tree.json["skins"] = [skin]
    normalized = {} if dtypes[1] == "f" else {"normalized": True}
    found = {
        "POSITION": tree.add(STRIP),
        "JOINTS_0": tree.add(joints, dtypes[0]),
        "WEIGHTS_0": tree.add(weights, dtypes[1], **normalized),
        **{name: tree.add(values) for name, values in attributes.items()},
    }
    tree.json["meshes"] = [{"primitives": [{"attributes": found}]}]
    return tree


def bent(tree):
    tree.json["nodes"][2]["rotation"] = QUARTER
    return tree


def test_a_skin_at_rest_is_the_mesh():
    assert np.array_equal(drawn(strip().model()), STRIP)


def test_a_bone_bent_by_a_right_angle():
    corners = drawn(bent(strip()).model()).reshape(3, 3, 3)
    assert np.array_equal(corners[0], STRIP[:3])
    # The joint is at (0, 1, 0): (x, 2) goes to (-1, 1 + x).
    assert corners[2] == pytest.approx(np.array([[-1, 0.5, 0], [-1, 1.5, 0], [-1, 1.5, 1]]))
    # Half of each: (x, 1) and (0, 1 + x).
    expected = [[-0.25, 0.75, 0], [0.25, 1.25, 0], [0.25, 1.25, 1]]
    assert corners[1] == pytest.approx(np.array(expected))


@pytest.mark.parametrize("dtypes", ["Bf", "Hf", "BB", "HH"])
def test_component_types(dtypes):
    one = {"B": 255, "H": 65535, "f": 1}[dtypes[1]]
    weights = np.repeat([[one, 0, 0, 0], [0, one, 0, 0], [0, one, 0, 0]], 3, axis=0)
    corners = drawn(bent(strip(weights=weights, dtypes=dtypes)).model())
    assert corners[3] == pytest.approx([0, 0.5, 0]) and corners[6] == pytest.approx([-1, 0.5, 0])


def test_the_node_of_the_mesh_is_ignored_and_joints_are_anywhere():
    tree = strip({"translation": [9, 9, 9]})
    tree.json["nodes"].append({"children": [1], "translation": [0, 0, 3]})
    tree.json["scenes"] = [{"nodes": [0, 3]}]
    assert np.array_equal(drawn(tree.model()), STRIP + np.float32([0, 0, 3]))


def test_without_inverse_bind_matrices():
    corners = drawn(strip(inverse=False).model())
    assert np.array_equal(corners[:3], STRIP[:3])
    assert np.array_equal(corners[6:], STRIP[6:] + np.float32([0, 1, 0]))


def test_weights_are_scaled_to_one_and_none_is_the_first_joint():
    twice = drawn(bent(strip(weights=WEIGHTS * 2)).model())
    assert np.array_equal(twice, drawn(bent(strip()).model()))
    assert np.array_equal(drawn(bent(strip(weights=WEIGHTS * 0)).model()), STRIP)


def test_eight_joints_of_a_vertex():
    unused = np.zeros((9, 4))
    tree = strip(weights=unused, JOINTS_1=unused, WEIGHTS_1=WEIGHTS)
    attributes = tree.json["meshes"][0]["primitives"][0]["attributes"]
    attributes["JOINTS_1"] = tree.add(JOINTS, "B")
    assert np.array_equal(drawn(bent(tree).model()), drawn(bent(strip()).model()))


def test_normals_turn_and_keep_across_a_stretched_bone():
    slanted = [[1, 1, 0]] * 9
    tree = strip(weights=np.repeat([[0, 1, 0, 0]], 9, axis=0), NORMAL=slanted)
    tree.json["nodes"][2]["rotation"] = QUARTER
    ((part, _),) = tree.model().placed
    assert part.normals[0] == pytest.approx([-1, 1, 0])
    tree.json["nodes"][2] = {"translation": [0, 1, 0], "scale": [1, 4, 1]}
    ((part, _),) = tree.model().placed
    assert (part.normals / part.normals[:, :1])[0] == pytest.approx([1, 0.25, 0])


def test_a_mirrored_skeleton_turns_the_winding():
    tree = strip(NORMAL=[[1, 0, 0]] * 9)
    tree.json["nodes"][1]["scale"] = [-1, 1, 1]
    ((part, _),) = tree.model().placed
    assert part.elements[0].tolist() == [2, 1, 0]
    assert part.normals[0] == pytest.approx([-1, 0, 0])
    assert part.positions[1] == pytest.approx([-0.5, 0.5, 0])


def test_an_animated_bone():
    tree = strip()
    tree.animate(2, "rotation", [0, 1], [(0, 0, 0, 1), (0, 0, 1, 0)])
    at = tree.model().animations["0"]
    assert drawn(at(0.0)) == pytest.approx(STRIP)
    assert drawn(at(0.5)) == pytest.approx(drawn(bent(strip()).model()), abs=1e-6)
    assert at(0.5).placed[0].part is at(0.5).placed[0].part


def test_targets_come_before_the_skin():
    tree = bent(strip({"weights": [1]}))
    target = {"POSITION": tree.add([[0, 0, 5]] * 9)}
    tree.json["meshes"][0]["primitives"][0]["targets"] = [target]
    expected = drawn(bent(strip()).model()) + [0, 0, 5]
    assert drawn(tree.model()) == pytest.approx(expected)


def test_a_mesh_without_influences_is_placed_by_its_node():
    tree = strip({"translation": [9, 0, 0]})
    del tree.json["meshes"][0]["primitives"][0]["attributes"]["JOINTS_0"]
    assert drawn(tree.model())[0, 0] == 8.5


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda j, t: j["skins"][0].update(joints=[]), "'joints' is not a list of nodes"),
        (lambda j, t: j["skins"][0].update(joints=[1, 9]), "9 is not an index of 'nodes'"),
        (lambda j, t: j["skins"][0].update(joints=[1]), "follows joint 1 of a skin of 1"),
        (lambda j, t: j["skins"][0].update(joints=[1, 2, 2]), "found 2 inverse bind matrices, exp"),
        (lambda j, t: j["skins"][0].update(inverseBindMatrices=1), "not of the type MAT4"),
        (lambda j, t: j["nodes"][0].update(skin=1), "1 is not an index of 'skins'"),
        (
            lambda j, t: j["meshes"][0]["primitives"][0]["attributes"].update(
                WEIGHTS_0=t.add([[1, 0, 0, 0]])
            ),
            "found 9 and 1 values of JOINTS_0 and WEIGHTS_0, expected 9",
        ),
    ],
)
def test_errors_of_skins(change, reason):
    tree = strip()
    change(tree.json, tree)
    with pytest.raises(ModelError, match=reason):
        tree.model()
