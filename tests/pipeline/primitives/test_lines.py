"""Lines: coverage against the diamond-exit rule itself; width, stipple, attributes, clipping."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from softgl.pipeline.keys.styles import LineStyle, PointStyle, PrimitiveStyle
from tests.pipeline.drawing import ADD, ENGINES, every_engine, image, render, to_clip

SIZE = (14, 11)
TINY = Fraction(1, 2**80)


def leaves_diamond(a, b, pixel):
    """OpenGL 2.1, 3.4.1, word by word: does a line leave the diamond of a pixel."""
    a, b = ([p[0] - TINY, p[1] - TINY * TINY] for p in (a, b))
    center = [c + Fraction(1, 2) for c in pixel]
    low, high = Fraction(0), Fraction(1)
    ends_inside = True
    for sx in (1, -1):
        for sy in (1, -1):
            # Inside where this is negative.
            at_a, at_b = (
                sx * (p[0] - center[0]) + sy * (p[1] - center[1]) - Fraction(1, 2) for p in (a, b)
            )
            ends_inside &= at_b < 0
            if at_a >= 0 and at_b >= 0:
                return False
            if at_a < 0 <= at_b:
                high = min(high, at_a / (at_a - at_b))
            elif at_b < 0 <= at_a:
                low = max(low, at_a / (at_a - at_b))
    return low < high and not ends_inside


def line_reference(a, b, width=1):
    """The pixels of a line, in the order in which it is drawn: a list of columns."""
    return _line_reference(*(tuple(map(float, p)) for p in (a, b)), width)


@cache
def _line_reference(a, b, width):
    a, b = ([Fraction(c) for c in p] for p in (a, b))
    x_major = abs(b[0] - a[0]) >= abs(b[1] - a[1])
    for p in (a, b):
        p[x_major] -= Fraction(width - 1, 2)
    near = [
        range(max(-width - 1, int(min(ends)) - 2), min(limit, int(max(ends)) + 2))
        for ends, limit in zip(zip(a, b, strict=True), SIZE, strict=True)
    ]
    found = [(x, y) for y in near[1] for x in near[0] if leaves_diamond(a, b, (x, y))]
    major = 0 if x_major else 1
    found.sort(key=lambda pixel: pixel[major], reverse=b[major] < a[major])
    return [[(x, y + i) if x_major else (x + i, y) for i in range(width)] for x, y in found]


def picture(columns, size=SIZE):
    result = np.zeros((size[1], size[0]), int)
    for x, y in (pixel for column in columns for pixel in column):
        if 0 <= x < size[0] and 0 <= y < size[1]:
            result[y, x] += 1
    return result


def drawn(engine, points, mode="lines", size=SIZE, **line):
    """Number of times that each pixel is drawn."""
    style = PrimitiveStyle(lines=LineStyle(**line))
    color = (1 / 255,) * 4
    given = to_clip(points, size)
    return image(render(engine, given, color, size, mode, blend=ADD, style=style))[..., 0]


def random_line(rng):
    """Ends on a grid of halves, quarters or 1/256: often on diamonds' corners and edges."""
    grid = rng.choice([1, 2, 4, 256])
    return rng.integers(0, np.array(SIZE) * grid + 1, (2, 2)) / grid


@every_engine
@pytest.mark.parametrize("width", [1, 2, 3])
def test_coverage_is_exact(engine, width):
    seed = 11 + width
    print("seed", seed)
    rng = np.random.default_rng(seed)
    for _ in range(25):
        a, b = random_line(rng)
        got = drawn(engine, [a, b], width=float(width))
        expected = picture(line_reference(a, b, width))
        assert (got == expected).all(), (a.tolist(), b.tolist())


@pytest.mark.parametrize("direction", range(16))
def test_every_direction_from_every_place(direction):
    """All of the ends that the perturbation is for, on the interpreter."""
    steps = [(4, 0), (4, 1), (4, 2), (4, 4), (2, 4), (0, 4), (1, 4), (4, 3)]
    step = np.array(steps[direction % 8]) * (1 if direction < 8 else -1)
    for mirror in ((1, 1), (1, -1)):
        # One draw, in which each line has a part of the view.
        size = 4 * SIZE[0], 4 * SIZE[1]
        points, expected = [], np.zeros(size[::-1], int)
        for place in np.ndindex(4, 4):
            a = np.array([6, 5]) + np.array(place) / 4
            b = a + step * mirror
            left, low = np.array(place) * SIZE
            points += [a + (left, low), b + (left, low)]
            expected[low : low + SIZE[1], left : left + SIZE[0]] = picture(line_reference(a, b))
        wrong = np.argwhere(drawn(ENGINES[0], points, size=size) != expected)
        assert not len(wrong), (mirror, wrong.tolist())


@every_engine
def test_strips_and_loops_draw_no_pixel_twice_where_they_turn(engine):
    points = [(1.5, 1.5), (9.25, 3.5), (12.5, 6.75), (9.5, 9.5), (3.5, 8.5)]
    for mode, pairs in (
        ("line_strip", [(0, 1), (1, 2), (2, 3), (3, 4)]),
        ("line_loop", [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]),
    ):
        columns = [c for i, j in pairs for c in line_reference(points[i], points[j])]
        assert (drawn(engine, points, mode) == picture(columns)).all()


@every_engine
@pytest.mark.parametrize("mode", ["lines", "line_strip"])
def test_stipple(engine, mode):
    points = [(12.5, 1.5), (1.5, 3.5), (2.5, 9.5), (12.5, 9.75)]
    pairs = [(0, 1), (2, 3)] if mode == "lines" else [(0, 1), (1, 2), (2, 3)]
    pattern, factor = 0b1010_0111_0001_1011, 2
    shown, counter = [], 0
    for i, j in pairs:
        counter = 0 if mode == "lines" else counter
        for column in line_reference(points[i], points[j], 2):
            if pattern >> (counter // factor % 16) & 1:
                shown.append(column)
            counter += 1
    got = drawn(engine, points, mode, stipple=(pattern, factor), width=2.0)
    assert (got == picture(shown)).all()


@every_engine
def test_attributes_follow_equation_3_6(engine):
    size = (64, 32)
    clip = np.array([(-0.9, -0.8, 0.1, 1.0), (3.6, 2.0, 1.0, 4.0)])
    colors = np.array([(1, 0.25, 0, 1), (0, 1, 0.5, 1)], np.float64)
    got = image(render(engine, clip, colors, size, "lines")).astype(int)
    a, b = (np.round(((p[:2] / p[3] + 1) * np.array(size) / 2) * 256) / 256 for p in clip)
    pixels = np.argwhere(got[..., 3])
    assert len(pixels) > 50
    for y, x in pixels:
        t = ((np.array([x, y]) + 0.5 - a) * (b - a)).sum() / ((b - a) ** 2).sum()
        share = np.array([1 - t, t]) / clip[:, 3]
        expected = np.clip((share[:, None] * colors).sum(0) / share.sum(), 0, 1) * 255
        assert np.abs(got[y, x] - expected).max() <= 0.5 + 1e-2


@every_engine
@pytest.mark.parametrize("first", [False, True])
def test_flat_lines_take_the_provoking_vertex(engine, first):
    points = [(1.5, 1.5), (9.5, 1.5), (9.5, 8.5)]
    colors = [(1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 1)]
    style = PrimitiveStyle(first_vertex=first)
    given = to_clip(points, SIZE)
    got = image(render(engine, given, colors, SIZE, "line_strip", flat_colors=True, style=style))
    assert got[1, 5].tolist() == ([255, 0, 0, 255] if first else [0, 255, 0, 255])
    assert got[5, 9].tolist() == ([0, 255, 0, 255] if first else [0, 0, 255, 255])


@every_engine
def test_clipped_lines(engine):
    """Parts of a line outside the view volume vanish, also behind the eye."""
    got = drawn(engine, [(-40.0, 5.5), (60.0, 5.5)])
    assert got[5].all() and got.sum() == SIZE[0]
    assert not drawn(engine, [(-40.0, 5.5), (-1.0, 5.5)]).any()
    behind = [(0, 0, 0, 1), (4, 0, 0, -1)]
    got = image(render(engine, behind, mode="lines", size=SIZE))[..., 0] > 0
    assert got[:, 7:].any(axis=0).all() and not got[:, :6].any()


@every_engine
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e30, -1e30, 1e-45])
@pytest.mark.parametrize("smooth", [False, True])
def test_harmless_coordinates(engine, bad, smooth):
    style = PrimitiveStyle(PointStyle(smooth=smooth), LineStyle(3.0, smooth))
    for corner in range(4):
        position = np.array([(-1, -1, 0, 1), (1, -1, 0, 1)], np.float32)
        position[1, corner] = bad
        for mode in ("points", "lines"):
            render(engine, position, mode=mode, style=style)


@every_engine
def test_smooth_lines_multiply_alpha(engine):
    """A level line has whole rows at the middle of pixels and halves between two rows."""
    style = PrimitiveStyle(lines=LineStyle(1.0, smooth=True))
    for y, rows in ((5.5, {5: 255}), (5.0, {4: 128, 5: 128})):
        got = image(
            render(engine, to_clip([(1, y), (12, y)], SIZE), size=SIZE, mode="lines", style=style)
        )
        for row in range(SIZE[1]):
            assert abs(int(got[row, 6, 3]) - rows.get(row, 0)) <= 1
