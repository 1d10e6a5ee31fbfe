"""Polygons become triangles that cover them once."""

import time

import numpy as np
import pytest

from softgl.models.parts import ears
from softgl.models.parts.polygons import triangulate

SQUARE = [(0, 0), (2, 0), (2, 2), (0, 2)]
RING = [(0, 0), (4, 0), (4, 4), (0, 4), (0, 0), (1, 1), (1, 3), (3, 3), (3, 1), (1, 1)]
# Outlines in the plane, their areas, and the smallest number of triangles with an area.
OUTLINES = {
    "arrow": ([(0, 0), (2, 1), (0, 2), (0.7, 1)], 1.3),
    "arrow from its notch": ([(0.7, 1), (0, 0), (2, 1), (0, 2)], 1.3),
    "square": (SQUARE, 4),
    "quad with three corners in line": ([(0, 0), (1, 0), (2, 0), (0, 2)], 2),
    "quad with a corner twice": ([(0, 0), (2, 0), (2, 0), (0, 2)], 2),
    "L": ([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)], 3),
    "L with corners in line": (
        [(0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2), (0, 1)],
        3,
    ),
    "U": ([(0, 0), (3, 0), (3, 3), (2, 3), (2, 1), (1, 1), (1, 3), (0, 3)], 7),
    "T": ([(1, 0), (2, 0), (2, 2), (3, 2), (3, 3), (0, 3), (0, 2), (1, 2)], 5),
    "star": (
        [(0, 3), (-1, 1), (-3, 0), (-1, -1), (0, -3), (1, -1), (3, 0), (1, 1)],
        12,
    ),
    "square with a hole": (RING, 12),
    "square with a spike": ([*SQUARE, (0, 1), (-2, 1), (0, 1)], 4),
    "comb": ([(x, 1 + 9 * (x % 2)) for x in range(21)][::-1] + [(x, 0) for x in range(21)], 110),
}


def areas(points, triangles):
    a, b, c = (np.asarray(points, float)[triangles[:, i]] for i in range(3))
    vectors = np.cross(b - a, c - a)
    return np.sqrt((vectors * vectors).sum(axis=1)) / 2


@pytest.mark.parametrize("name", OUTLINES)
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_outlines_are_covered_once(name, turn):
    outline, expected = OUTLINES[name]
    flat = np.array([(x, y, 0) for x, y in outline], float)
    points = np.roll(flat, turn, axis=1) + [7, -3, 1]
    for begin in range(len(points)):
        for step in (1, -1):
            corners = np.roll(np.arange(len(points)), begin)[::step]
            triangles, polygons = triangulate(points, corners, [len(corners)])
            assert triangles.shape == (len(points) - 2, 3) and not polygons.any()
            assert areas(points, corners[triangles]).sum() == pytest.approx(expected)
            # The winding stays.
            a, b, c = np.moveaxis(points[corners[triangles]], 1, 0)
            assert (step * np.cross(b - a, c - a)[:, (2 + turn) % 3] >= -1e-9).all()


def test_polygons_of_all_sizes_keep_their_order():
    points = np.random.default_rng(1).random((40, 3))
    counts = [3, 5, 4, 0, 3, 2, 6, 4, 13]
    triangles, polygons = triangulate(points, np.arange(40), counts)
    assert polygons.tolist() == [0, 1, 1, 1, 2, 2, 4, 6, 6, 6, 6, 7, 7, *[8] * 11]
    starts = np.cumsum([0, *counts])
    for polygon, triangle in zip(polygons, triangles, strict=True):
        assert (starts[polygon] <= triangle).all() and (triangle < starts[polygon + 1]).all()


def test_flat_convex_polygons_are_fans():
    points = np.array([(0, 0, 0), (9, 0, 0), (9, 1, 0), (0, 1, 0), (-1, 0.5, 0)])
    assert triangulate(points, [0, 1, 2, 3], [4])[0].tolist() == [[0, 1, 2], [0, 2, 3]]
    fan = [[0, 1, 2], [0, 2, 3], [0, 3, 4]]
    assert triangulate(points, np.arange(5), [5])[0].tolist() == fan


@pytest.mark.parametrize(("height", "first"), [(0.5, [1, 2, 3]), (0, [0, 1, 2])])
def test_bent_quads_are_split_along_the_shorter_diagonal(height, first):
    # The diagonal from corner 1 to corner 3 is shorter by the height of corner 2 alone.
    points = np.array([(0, 0, 0), (1, 0, 0), (1, 1, height), (0, 1, 0)])
    assert triangulate(points, np.arange(4), [4])[0][0].tolist() == first


@pytest.mark.parametrize(
    "points",
    [
        np.zeros((5, 3)),
        np.full((6, 3), np.nan),
        np.array([(0, 0, 0), (1, 1, 0), (1, 0, 0), (0, 1, 0)]),
        np.array([(1e308, 0, 0), (-1e308, 1e308, 0), (0, -1e308, 0), (0, 0, 1e308), (0, 1, 2)]),
        np.array([(np.inf, 0, 0), (0, 1, 0), (1, 1, 0), (2, 0, 0), (0, 0, 0)]),
        np.random.default_rng(2).random((50, 3)),
    ],
)
def test_polygons_without_a_meaning_do_no_harm(points):
    triangles, _ = triangulate(points, np.arange(len(points)), [len(points)])
    assert triangles.shape == (len(points) - 2, 3)
    assert triangles.min() >= 0 and triangles.max() < len(points)


def test_large_polygons_that_cross_themselves_end_soon(monkeypatch):
    monkeypatch.setattr(ears, "MAX_WORK", 1 << 14)
    points = np.random.default_rng(3).random((20_000, 3))
    began = time.monotonic()
    triangles, _ = triangulate(points, np.arange(20_000), [20_000])
    assert len(triangles) == 19_998 and time.monotonic() - began < 5
