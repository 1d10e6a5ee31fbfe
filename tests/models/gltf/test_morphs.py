"""Morph targets of glTF."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.models import ModelError
from tests.models.documents import CUBE, TRIANGLE
from tests.models.gltf.builder import Tree, drawn

WIDER = [[0, 0, 0], [2, 0, 0], [0, 0, 0]]
HIGHER = [[0, 0, 0], [0, 0, 0], [0, 4, 0]]


def morphed(node=None, mesh=None, **attributes) -> Tree:
    """A triangle with two targets; attributes : further ones and the deltas of the first target."""
    tree = Tree(nodes=[{"mesh": 0, **(node or {})}])
    found = {"POSITION": tree.add(TRIANGLE)}
    targets = [{"POSITION": tree.add(WIDER)}, {"POSITION": tree.add(HIGHER)}]
    for name, (values, deltas) in attributes.items():
        found[name], targets[0][name] = tree.add(values), tree.add(deltas)
    primitive = {"attributes": found, "targets": targets}
    tree.json["meshes"] = [{"primitives": [primitive], **(mesh or {})}]
    return tree


@pytest.mark.parametrize(
    ("node", "mesh", "expected"),
    [
        ({}, {}, (1, 1)),
        ({}, {"weights": [0.5, 0]}, (2, 1)),
        ({}, {"weights": [0.5, 0.25]}, (2, 2)),
        ({"weights": [0, 1]}, {"weights": [0.5, 0.25]}, (1, 5)),
        ({"weights": [-1, 0]}, {}, (-1, 1)),
        ({"weights": [1]}, {}, (3, 1)),
        ({"weights": [0, 0, 7]}, {}, (1, 1)),
    ],
)
def test_weights_of_mesh_and_node(node, mesh, expected):
    corners = drawn(morphed(node, mesh).model())
    assert (corners[1, 0], corners[2, 1]) == expected


def test_a_cube_that_an_animation_widens():
    """As Khronos's AnimatedMorphCube: two weights in turn."""
    tree = Tree(nodes=[{"mesh": 0}])
    wide, thin = CUBE * [1, 0, 0], CUBE * [0, -0.5, 0]
    targets = [{"POSITION": tree.add(wide)}, {"POSITION": tree.add(thin)}]
    attributes = {"POSITION": tree.add(CUBE)}
    tree.json["meshes"] = [
        {"primitives": [{"attributes": attributes, "targets": targets}], "weights": [0, 0]}
    ]
    tree.animate(0, "weights", [0, 1, 2], [0, 0, 1, 0, 0, 1])
    at = tree.model().animations["0"]
    sizes = [np.ptp(drawn(at(t)), axis=0).tolist() for t in (0.0, 0.25, 0.5, 0.75, 1.0)]
    assert sizes == [[1, 1, 1], [1.5, 1, 1], [2, 1, 1], [1.5, 0.75, 1], [1, 0.5, 1]]


def test_weights_step_and_follow_splines():
    for interpolation, values, half in (
        ("STEP", [0, 0, 1, 1], 1.0),
        ("CUBICSPLINE", [9, 9, 0, 0, 0, 0, 0, 0, 1, 1, 9, 9], 2.0),
    ):
        tree = morphed()
        tree.animate(0, "weights", [0, 1], values, interpolation)
        assert drawn(tree.model().animations["0"](0.5))[1, 0] == half


@pytest.mark.parametrize(("dtype", "one"), [("b", 127), ("B", 255), ("H", 65535)])
def test_normalised_weights(dtype, one):
    tree = morphed()
    tree.animate(0, "weights", [0, 1], [0, 0, one, 0], dtype=dtype, normalized=True)
    assert drawn(tree.model().animations["0"](0.5))[1, 0] == 2.0


def test_sparse_targets_without_a_buffer_view():
    tree = morphed({"weights": [0, 1]})
    places, values = tree.add([2], "H"), tree.add([[0, 3, 0]])
    views = [tree.json["accessors"][index]["bufferView"] for index in (places, values)]
    sparse = {
        "count": 1,
        "indices": {"bufferView": views[0], "componentType": 5123},
        "values": {"bufferView": views[1]},
    }
    accessor = {"componentType": 5126, "type": "VEC3", "count": 3, "sparse": sparse}
    tree.json["accessors"].append(accessor)
    targets = tree.json["meshes"][0]["primitives"][0]["targets"]
    targets[1]["POSITION"] = len(tree.json["accessors"]) - 1
    assert drawn(tree.model()).tolist() == [[0, 0, 0], [1, 0, 0], [0, 4, 0]]


def test_quantised_targets():
    tree = morphed({"weights": [1, 0]})
    targets = tree.json["meshes"][0]["primitives"][0]["targets"]
    targets[0]["POSITION"] = tree.add([[0, 0, 0], [0, 0, 5], [0, 0, 0]], "b")
    assert drawn(tree.model())[1].tolist() == [1, 0, 5]


def test_normals_colours_and_texture_coordinates():
    up, half = [[0, 0, 1]] * 3, [[0.5, 0.5, 0.5, 1]] * 3
    tree = morphed(
        {"weights": [0.5, 0]},
        NORMAL=(up, [[2, 0, -2]] * 3),
        COLOR_0=(half, [[0.5, -0.5, 3.0]] * 3),
        TEXCOORD_0=([[0.5, 0.25]] * 3, [[0.5, 1.0]] * 3),
    )
    ((part, _),) = tree.model().placed
    assert part.normals.tolist() == [[1, 0, 0]] * 3
    assert part.colours.tolist() == [[0.75, 0.25, 1.0, 1.0]] * 3
    assert part.texcoords.tolist() == [[0.75, 0.25]] * 3  # v from the lower edge: 1 - 0.75


def test_targets_of_attributes_that_a_primitive_lacks_are_ignored():
    tree = morphed({"weights": [1, 0]})
    targets = tree.json["meshes"][0]["primitives"][0]["targets"]
    targets[0]["NORMAL"] = targets[0]["TANGENT"] = targets[0]["POSITION"]
    ((part, _),) = tree.model().placed
    assert part.normals is None and part.positions[1, 0] == 3


def test_two_nodes_with_equal_weights_share_a_part():
    tree = morphed({"weights": [1, 0]})
    tree.json["nodes"] += [{"mesh": 0, "weights": [1, 0]}, {"mesh": 0}]
    tree.json["scenes"] = [{"nodes": [0, 1, 2]}]
    parts = [part for part, _ in tree.model().placed]
    assert parts[0] is parts[1] and parts[2] is not parts[1]


def test_errors_of_targets():
    tree = morphed({"weights": [1, 0]})
    tree.json["meshes"][0]["primitives"][0]["targets"][0]["POSITION"] = tree.add([[0, 0, 0]])
    with pytest.raises(ModelError, match="1 values of POSITION, expected 3"):
        tree.model()
    with pytest.raises(ModelError, match="'weights' is"):
        morphed({"weights": ["much", 0]}).model()
    with pytest.raises(ModelError, match="'weights' is"):
        morphed({"weights": 3}).model()
