"""Smooth points, lines and triangles: the area within each pixel, cut out a second time here."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from softgl.pipeline.keys.styles import LineStyle, PointStyle, PolygonStyle, PrimitiveStyle
from tests.pipeline.drawing import ENGINES, every_engine, image, render, to_clip

SMOOTH = PolygonStyle(smooth=True)
SIZE = (24, 20)


def area_within(polygon, x, y):
    """The area of a convex polygon within pixel (x, y), by Sutherland and Hodgman and shoelace."""
    for axis, sign, at in ((0, 1, x), (0, -1, x + 1), (1, 1, y), (1, -1, y + 1)):
        kept = []
        for one, two in zip(polygon, polygon[1:] + polygon[:1], strict=True):
            d1, d2 = sign * (one[axis] - at), sign * (two[axis] - at)
            if d1 >= 0:
                kept.append(one)
            if (d1 >= 0) != (d2 >= 0):
                t = d1 / (d1 - d2)
                kept.append(tuple(p + (q - p) * t for p, q in zip(one, two, strict=True)))
        polygon = kept
        if not polygon:
            return 0.0
    pairs = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    return abs(sum(p[0] * q[1] - q[0] * p[1] for p, q in pairs)) / 2


def areas(polygon):
    return _areas(tuple(tuple(map(float, corner)) for corner in polygon))


@cache
def _areas(polygon):
    """One polygon has the same for each engine, in most of the time of a test."""
    width, height = SIZE
    return np.array([[area_within(polygon, x, y) for x in range(width)] for y in range(height)])


def rectangle(a, b, first, last, width):
    """The part of a line between two distances from its start."""
    along = (b - a) / np.hypot(*(b - a))
    side = np.array([-along[1], along[0]]) * width / 2
    return [a + along * t + side * s for t, s in ((first, -1), (last, -1), (last, 1), (first, 1))]


def alpha(engine, corners, mode, **style):
    given = to_clip(corners, SIZE)
    drawn = render(engine, given, size=SIZE, mode=mode, style=PrimitiveStyle(**style))
    return image(drawn)[..., 3].astype(float)


def check(got, expected, error=0.01):
    """To half a step of the 8 bits; and nothing where nothing is."""
    assert np.abs(got - expected * 255).max() <= 0.5 + error * 255
    assert not got[expected == 0].any()


@every_engine
@pytest.mark.parametrize("grid", [1, 2, 256])
def test_triangles(engine, grid):
    rng = np.random.default_rng(5)
    for _ in range(12):
        corners = rng.integers(0, np.array(SIZE) * grid + 1, (3, 2)) / grid
        got = alpha(engine, corners, "triangles", polygons=SMOOTH)
        check(got, areas(corners.tolist()), 0.001)


@every_engine
@pytest.mark.parametrize("width", [1.0, 1.5, 4.25])
def test_lines(engine, width):
    rng = np.random.default_rng(6)
    for grid in (1, 2, 256):
        for _ in range(4):
            a, b = rng.integers(0, np.array(SIZE) * grid + 1, (2, 2)) / grid
            got = alpha(engine, [a, b], "lines", lines=LineStyle(width, True))
            check(got, areas(rectangle(a, b, 0, np.hypot(*(b - a)), width)), 0.001)


@every_engine
def test_stippled_lines(engine):
    """OpenGL 2.1, 3.4.2: rectangles "with length equal to 1 pixel", the last one shorter."""
    a, b, pattern, factor = np.array([2.25, 3.5]), np.array([21.5, 15.75]), 0b0010_1101_0111_0101, 2
    length, expected = np.hypot(*(b - a)), np.zeros(SIZE[::-1])
    for number in range(int(np.ceil(length))):
        if pattern >> (number // factor % 16) & 1:
            expected += areas(rectangle(a, b, number, min(number + 1, length), 3.0))
    style = LineStyle(3.0, True, (pattern, factor))
    check(alpha(engine, [a, b], "lines", lines=style), expected, 0.002)


@every_engine
@pytest.mark.parametrize("size", [1.0, 1.6, 5.0, 11.3])
def test_points(engine, size):
    for place in ((9.5, 8.5), (10.0, 9.0), (8.30078125, 9.8125)):
        got = alpha(engine, [place], "points", points=PointStyle(size, smooth=True))
        turn = np.arange(720) / 720 * 2 * np.pi
        circle = np.array(place) + size / 2 * np.stack([np.cos(turn), np.sin(turn)], axis=1)
        check(got, areas(circle), 0.006)


@every_engine
def test_shared_edges_make_whole_pixels(engine):
    """The areas of triangles that share an edge add up; the rim of their square has its own."""
    got = np.zeros(SIZE[::-1])
    corners = np.array([(2.0, 2.0), (20.0, 2.0), (20.0, 17.0), (2.0, 17.0)])
    for which in ([0, 1, 2], [0, 2, 3]):
        got += alpha(engine, corners[which], "triangles", polygons=SMOOTH)
    assert np.abs(got[2:17, 2:20] - 255).max() <= 1
    got[2:17, 2:20] = 0
    assert not got.any()


def test_data_of_slivers_stay_between_those_of_their_corners():
    """OpenGL 2.1, 3.5.3: the mean over the intersection, whatever the pixel's centre would have."""
    colors = [(0.5, 0.5, 0.5, 1), (0.5, 0.25, 0.5, 1), (0.5, 0.5, 0.75, 1)]
    corners = np.array([(2.0, 3.25), (21.0, 3.25 + 7 / 256), (11.0, 3.25 + 9 / 256)])
    for engine in ENGINES[:2]:
        got = image(
            render(
                engine, to_clip(corners, SIZE), colors, SIZE,
                style=PrimitiveStyle(polygons=SMOOTH),
            )
        )  # fmt: skip
        drawn = got[got.any(axis=-1)]
        assert len(drawn) > 15
        assert (drawn[:, 0] == 128).all() and (abs(drawn[:, 1:3].astype(int) - 128) <= 64).all()


@every_engine
@pytest.mark.parametrize("width", [1.0, 6.5])
def test_long_lines_lose_nothing(engine, width):
    """OpenGL 2.1, 3.2: the sum of coverage is that of the rectangle, wherever it lies."""
    rng, size = np.random.default_rng(8), (256, 256)
    style = PrimitiveStyle(lines=LineStyle(width, True))
    for _ in range(6):
        ends = rng.uniform(8, 248, (2, 2)).round(2)
        drawn = render(engine, to_clip(ends, size), size=size, mode="lines", style=style)
        total = (image(drawn)[..., 3] / 255).sum()
        length = np.hypot(*(ends[1] - ends[0]))
        assert abs(total - width * length) < 0.01 * length + 0.5
