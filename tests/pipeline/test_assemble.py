"""Primitive assembly: OpenGL 2.1, 2.6.1 and table 2.12."""

import numpy as np
import pytest

from softgl.pipeline.assemble import MODES, assemble, outer_edges, run_numbers

CASES = {
    # mode: (vertices, shapes, provoking vertices, numbers of the primitives)
    "points": (2, [(0,), (1,)], [0, 1], [0, 1]),
    "lines": (5, [(0, 1), (2, 3)], [1, 3], [0, 1]),
    "line_strip": (3, [(0, 1), (1, 2)], [1, 2], [0, 1]),
    "line_loop": (3, [(0, 1), (1, 2), (2, 0)], [1, 2, 0], [0, 1, 2]),
    "triangles": (7, [(0, 1, 2), (3, 4, 5)], [2, 5], [0, 1]),
    "triangle_strip": (5, [(0, 1, 2), (2, 1, 3), (2, 3, 4)], [2, 3, 4], [0, 1, 2]),
    "triangle_fan": (5, [(0, 1, 2), (0, 2, 3), (0, 3, 4)], [2, 3, 4], [0, 1, 2]),
    "quads": (9, [(0, 1, 2), (0, 2, 3), (4, 5, 6), (4, 6, 7)], [3, 3, 7, 7], [0, 0, 1, 1]),
    "quad_strip": (7, [(0, 1, 3), (0, 3, 2), (2, 3, 5), (2, 5, 4)], [3, 3, 5, 5], [0, 0, 1, 1]),
    "polygon": (5, [(0, 1, 2), (0, 2, 3), (0, 3, 4)], [0, 0, 0], [0, 0, 0]),
}


@pytest.mark.parametrize("mode", MODES)
def test_modes(mode):
    """Winding, provoking vertex and number of every mode; vertices too many are dropped."""
    count, triangles, provoking, numbers = CASES[mode]
    found, origins = assemble(mode, count)
    assert [tuple(t) for t in found.tolist()] == triangles
    assert origins.T.tolist() == [provoking, numbers]


@pytest.mark.parametrize("mode", MODES)
def test_indices(mode):
    count, triangles, provoking, numbers = CASES[mode]
    indices = np.arange(100, 100 + count, dtype=np.uint32)[::-1]
    found, origins = assemble(mode, 1000, indices)
    assert (99 + count - found).tolist() == [list(t) for t in triangles]
    assert (99 + count - origins[:, 0]).tolist() == provoking
    assert origins[:, 1].tolist() == numbers


# EXT_provoking_vertex, table 2.12, "First vertex convention", with quads that follow it.
FIRST = {
    "points": [0, 1],
    "lines": [0, 2],
    "line_strip": [0, 1],
    "line_loop": [0, 1, 2],
    "triangles": [0, 3],
    "triangle_strip": [0, 1, 2],
    "triangle_fan": [1, 2, 3],
    "quads": [0, 0, 4, 4],
    "quad_strip": [0, 0, 2, 2],
    "polygon": [0, 0, 0],
}


@pytest.mark.parametrize("mode", MODES)
def test_first_vertex_convention(mode):
    count, shapes, _, _ = CASES[mode]
    found, origins = assemble(mode, count, first_vertex=True)
    assert [tuple(s) for s in found.tolist()] == shapes
    assert origins[:, 0].tolist() == FIRST[mode]


OUTLINES = {
    "triangles": [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)],
    "quads": [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4)],
    "quad_strip": [(0, 1), (1, 3), (3, 2), (2, 0), (2, 3), (3, 5), (5, 4), (4, 2)],
    "polygon": [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)],
}


@pytest.mark.parametrize("mode", OUTLINES)
def test_outer_edges(mode):
    """The edges of a polygon and no others, in order."""
    shapes, origins = assemble(mode, CASES[mode][0])
    owner, corner = np.nonzero(outer_edges(mode, origins[:, 1]))
    start, end = shapes[owner, corner], shapes[owner, (corner + 1) % 3]
    assert list(zip(start.tolist(), end.tolist(), strict=True)) == OUTLINES[mode]


def test_outer_edges_of_several_polygons():
    shapes, origins = assemble("polygon", 7, runs=(3, 4))
    owner, corner = np.nonzero(outer_edges("polygon", origins[:, 1]))
    start, end = shapes[owner, corner], shapes[owner, (corner + 1) % 3]
    edges = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 6), (6, 3)]
    assert list(zip(start.tolist(), end.tolist(), strict=True)) == edges


@pytest.mark.parametrize(
    "mode, found", [("line_strip", [0, 0, 2, 2]), ("line_loop", [0, 0, 0, 2, 2, 2])]
)
def test_run_numbers(mode, found):
    """Sequences that are too short have no lines."""
    _, origins = assemble(mode, 7, runs=(3, 1, 3))
    assert run_numbers(mode, (3, 1, 3), origins[:, 1]).tolist() == found


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("missing", [1, 2, 3, 4])
def test_too_few_vertices(mode, missing):
    how = MODES[mode]
    found, origins = assemble(mode, max(how.fewest - missing, 0))
    assert found.shape == (0, how.corners) and origins.shape == (0, 2)


def test_every_strip_triangle_winds_alike():
    """Odd triangles of a strip are turned, so that a flat strip has one facing."""
    x = np.arange(10)
    points = np.stack([x // 2, x % 2], axis=1)
    a, b, c = (points[assemble("triangle_strip", 10)[0][:, i]] for i in range(3))
    area = (b - a)[:, 0] * (c - a)[:, 1] - (c - a)[:, 0] * (b - a)[:, 1]
    assert (area < 0).all()
