"""Primitive assembly: OpenGL 2.1, 2.6.1 and table 2.12."""

import numpy as np
import pytest

from softgl.pipeline.assemble import MODES, assemble

CASES = {
    # mode: (vertices, triangles, provoking vertices, numbers of the primitives)
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


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_vertices(mode, count):
    found, origins = assemble(mode, count)
    assert found.shape == (0, 3) and origins.shape == (0, 2)


def test_every_strip_triangle_winds_alike():
    """Odd triangles of a strip are turned, so that a flat strip has one facing."""
    x = np.arange(10)
    points = np.stack([x // 2, x % 2], axis=1)
    a, b, c = (points[assemble("triangle_strip", 10)[0][:, i]] for i in range(3))
    area = (b - a)[:, 0] * (c - a)[:, 1] - (c - a)[:, 0] * (b - a)[:, 1]
    assert (area < 0).all()
