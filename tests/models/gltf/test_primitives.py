"""Primitives of glTF: modes, component types of attributes, colours, and shared vertices."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.models import ModelError
from softgl.models.gltf import read
from tests.models.documents import text_of
from tests.models.gltf.builder import Tree

SQUARE = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]], np.float32)


def parts(tree: Tree, *primitives):
    """The parts of a model of one mesh of these primitives."""
    tree.json["meshes"] = [{"primitives": list(primitives)}]
    tree.json["nodes"] = [{"mesh": 0}]
    document = tree.document()
    return [part for part, _ in read(document.folder, text_of(tree.finished())).placed]


def attributes(**indices):
    return {"attributes": indices}


@pytest.mark.parametrize(
    ("mode", "indices", "expected"),
    [
        (0, None, [[0], [1], [2], [3]]),
        (1, None, [[0, 1], [2, 3]]),
        (2, None, [[0, 1], [1, 2], [2, 3], [3, 0]]),
        (3, None, [[0, 1], [1, 2], [2, 3]]),
        (4, [0, 1, 2], [[0, 1, 2]]),
        (5, None, [[0, 1, 2], [1, 3, 2]]),
        (5, [0, 1, 2, 3, 0], [[0, 1, 2], [1, 3, 2], [2, 3, 0]]),
        (6, None, [[1, 2, 0], [2, 3, 0]]),
        (6, [3, 2, 0, 1], [[2, 0, 3], [0, 1, 3]]),
    ],
)
def test_modes(mode, indices, expected):
    tree = Tree()
    primitive = {**attributes(POSITION=tree.add(SQUARE)), "mode": mode}
    if indices is not None:
        primitive["indices"] = tree.add(indices, "B")
    (part,) = parts(tree, primitive)
    assert part.elements.tolist() == expected


def test_strips_and_fans_keep_the_outside_outside():
    """All triangles of a strip and of a fan around the square turn counter-clockwise."""
    for mode, order in ((5, [0, 1, 2, 3]), (6, [0, 1, 3, 2])):
        tree = Tree()
        primitive = {**attributes(POSITION=tree.add(SQUARE)), "indices": tree.add(order, "H")}
        (part,) = parts(tree, {**primitive, "mode": mode})
        a, b, c = np.moveaxis(part.positions[part.elements], 1, 0)
        assert np.cross(b - a, c - a)[:, 2].tolist() == [1.0, 1.0]


@pytest.mark.parametrize("mode", range(7))
def test_too_few_corners_draw_nothing(mode):
    tree = Tree()
    primitive = {**attributes(POSITION=tree.add(SQUARE[:1])), "mode": mode}
    if mode == 4:
        with pytest.raises(ModelError, match="ends within a triangle: found 1 corners"):
            parts(tree, primitive)
    else:
        found = parts(tree, primitive)
        assert [part.elements.tolist() for part in found] == {0: [[[0]]], 2: [[[0, 0]]]}.get(
            mode, []
        )


@pytest.mark.parametrize(
    ("dtype", "stored", "normalized", "expected"),
    [
        ("b", [[0, 0, 0], [127, 0, 0], [0, -128, 0]], True, [[0, 0, 0], [1, 0, 0], [0, -1, 0]]),
        ("B", [[0, 0, 0], [255, 0, 0], [0, 51, 0]], True, [[0, 0, 0], [1, 0, 0], [0, 0.2, 0]]),
        ("h", [[0, 0, 0], [32767, 0, 0], [0, 1, 0]], False, [[0, 0, 0], [32767, 0, 0], [0, 1, 0]]),
        ("H", [[0, 0, 0], [65535, 0, 0], [0, 1, 0]], False, [[0, 0, 0], [65535, 0, 0], [0, 1, 0]]),
        ("f", [[0, 0, 0], [1, 0, 0], [0, 2.5, 0]], False, [[0, 0, 0], [1, 0, 0], [0, 2.5, 0]]),
    ],
)
def test_quantised_positions_and_normals(dtype, stored, normalized, expected):
    """KHR_mesh_quantization."""
    tree = Tree(extensionsRequired=["KHR_mesh_quantization"])
    position = tree.add(stored, dtype, normalized=normalized)
    normal = tree.add([[0, 0, 127]] * 3, "b", normalized=True)
    texcoord = tree.add([[0, 0], [255, 0], [0, 51]], "B", normalized=True)
    (part,) = parts(tree, attributes(POSITION=position, NORMAL=normal, TEXCOORD_0=texcoord))
    assert np.asarray(part.positions, float).tolist() == np.array(expected, float).tolist()
    assert part.normals.tolist() == [[0.0, 0.0, 1.0]] * 3


@pytest.mark.parametrize("width", [3, 4])
@pytest.mark.parametrize("material", [False, True])
@pytest.mark.parametrize(
    ("dtype", "stored", "normalized"),
    [
        ("B", [0, 51, 255, 102], True),
        ("B", [0, 51, 255, 102], False),  # as some exporters write it
        ("H", [0, 13107, 65535, 26214], True),
        ("f", [0.0, 0.2, 1.0, 0.4], False),
    ],
)
def test_colours_of_vertices(width, material, dtype, stored, normalized):
    tree = Tree(materials=[{"pbrMetallicRoughness": {"baseColorFactor": [0.5, 1, 1, 1]}}])
    colour = tree.add([stored[:width]] * 3, dtype, normalized=normalized)
    primitive = attributes(POSITION=tree.add(SQUARE[:3]), COLOR_0=colour)
    (part,) = parts(tree, {**primitive, **({"material": 0} if material else {})})
    expected = [0.0, 0.2, 1.0, 0.4 if width == 4 else 1.0]
    assert np.allclose(part.colours, [expected] * 3, atol=1e-7)
    assert part.material.colour == ((0.5, 1.0, 1.0, 1.0) if material else (1.0, 1.0, 1.0, 1.0))
    assert part.material.physical


def test_colours_beyond_their_range_are_clamped():
    tree = Tree()
    colours = [[2, -1, np.nan], [0, 0.5, np.inf], [0, 0, 0]]
    (part,) = parts(
        tree, attributes(POSITION=tree.add(SQUARE[:3]), COLOR_0=tree.add(np.float32(colours)))
    )
    assert part.colours.tolist() == [[1, 0, 0, 1], [0, 0.5, 1, 1], [0, 0, 0, 1]]


def test_primitives_that_share_their_vertices_keep_their_own():
    """A file whose meshes lie in one pair of large arrays, as optimisers write them."""
    tree = Tree()
    positions = np.arange(300, dtype=np.float32).reshape(100, 3)
    shared = attributes(POSITION=tree.add(positions), NORMAL=tree.add(positions + 1))
    first, second = parts(
        tree,
        {**shared, "indices": tree.add([90, 7, 50], "B")},
        {**shared, "indices": tree.add(list(range(99)), "B")},
    )
    assert first.positions[first.elements[0]].tolist() == positions[[90, 7, 50]].tolist()
    assert first.normals[first.elements[0]].tolist() == (positions + 1)[[90, 7, 50]].tolist()
    assert (len(first.positions), len(second.positions)) == (3, 100)


def test_a_second_set_of_texture_coordinates_without_a_map_is_ignored():
    tree = Tree(materials=[{}])
    texcoord = tree.add([[0, 0], [1, 0], [0, 1]])
    primitive = attributes(POSITION=tree.add(SQUARE[:3]), TEXCOORD_1=texcoord, _CUSTOM=texcoord)
    (part,) = parts(tree, {**primitive, "material": 0})
    assert part.texcoords is None and part.map_texcoords is None


def test_empty_primitives_draw_nothing():
    tree = Tree()
    full, empty = tree.add(SQUARE[:3]), tree.add(SQUARE[:3])
    tree.json["accessors"][empty]["count"] = 0
    indices = tree.add([0, 1, 2], "B")
    tree.json["accessors"][indices]["count"] = 0
    shapes = attributes(POSITION=empty), {**attributes(POSITION=full), "indices": indices}
    assert len(parts(tree, *shapes, attributes(POSITION=full))) == 1


BAD = [
    ({"mode": 7}, "7 is not a mode of a primitive, 0 to 6"),
    ({"mode": "TRIANGLES"}, "is not a mode of a primitive"),
    ({"indices": 2}, "mesh 0 refers to a missing vertex: found 4, expected less than 4"),
    ({"indices": 0}, "accessor 0 is not of the type SCALAR"),
    ({"attributes": {"POSITION": 0, "NORMAL": 1}}, "found 3 of NORMAL, expected 4"),
    ({"attributes": {"POSITION": 3}}, "accessor 3 is not of the type VEC3"),
    ({"attributes": {"POSITION": 0, "COLOR_0": 3}}, "not of the type VEC3 or VEC4"),
    ({"attributes": []}, "'attributes' is not an object"),
    ({"material": 0}, "0 is not an index of 'materials'"),
]


@pytest.mark.parametrize(("entries", "reason"), BAD, ids=[reason for _, reason in BAD])
def test_damaged_primitives(entries, reason):
    tree = Tree()
    tree.add(SQUARE)
    tree.add(SQUARE[:3])
    tree.add([0, 4, 1], "B")
    tree.add(SQUARE[:, :2])
    with pytest.raises(ModelError, match=reason):
        parts(tree, {"attributes": {"POSITION": 0}, "mode": 5, **entries})
