"""Points: the pixels of each size against OpenGL 2.1, 3.3.1; sprites and smooth points."""

from __future__ import annotations

from fractions import Fraction
from math import floor

import numpy as np
import pytest

from softgl.asm import parse
from softgl.pipeline.keys.styles import PointStyle, PrimitiveStyle
from tests.pipeline.drawing import ADD, every_engine, image, render, to_clip

SIZE = (20, 18)
SHOW_COORDINATES = parse("!!ARBfp1.0\nMOV result.color, fragment.texcoord[0]; END")


def point_reference(place, width):
    """The pixels of a point that is not smooth."""
    x, y = (Fraction(c) for c in place)
    if width % 2:
        x0, y0 = floor(x) - width // 2, floor(y) - width // 2
    else:
        x0, y0 = (floor(c + Fraction(1, 2)) - width // 2 for c in (x, y))
    result = np.zeros((SIZE[1], SIZE[0]), int)
    for py in range(max(y0, 0), min(y0 + width, SIZE[1])):
        result[py, max(x0, 0) : max(x0 + width, 0)] = 1
    return result


def drawn(engine, points, **options):
    given = to_clip(points, SIZE)
    return image(render(engine, given, (1 / 255,) * 4, SIZE, "points", blend=ADD, **options))


@every_engine
@pytest.mark.parametrize(
    "size, width",
    [
        (0.2, 1),
        (1.0, 1),
        (1.49, 1),
        (1.5, 2),
        (2.0, 2),
        (3, 3),
        (4.4, 4),
        (7, 7),
        (0.0, 1),
        (-3.0, 1),
        (np.nan, 1),
    ],
)
def test_squares(engine, size, width):
    rng = np.random.default_rng(5)
    for grid in (1, 2, 256):
        points = rng.integers(0, np.array(SIZE) * grid, (6, 2)) / grid
        got = drawn(engine, points, style=PrimitiveStyle(PointStyle(size)))
        expected = sum(point_reference(p, width) for p in points)
        assert (got[..., 0] == expected).all()


@every_engine
def test_points_outside_are_not_drawn(engine):
    """OpenGL 2.1, 2.12: clipping "passes it unchanged if it lies within the clip volume"."""
    style = PrimitiveStyle(PointStyle(9.0))
    assert not drawn(engine, [(-0.5, 5.0), (25.0, 5.0), (5.0, -0.25)], style=style).any()
    assert drawn(engine, [(0.0, 5.0)], style=style)[5, :5, 0].all()


@every_engine
@pytest.mark.parametrize("upper", [False, True])
def test_sprites(engine, upper):
    style = PrimitiveStyle(PointStyle(5.5, sprites=(0,), sprite_upper=upper))
    place = np.array([9.25, 8.75])
    got = image(render(
        engine, to_clip([place], SIZE), size=SIZE, mode="points", program=SHOW_COORDINATES,
        style=style,
    )).astype(int)  # fmt: skip
    for y, x in np.ndindex(SIZE[1], SIZE[0]):
        s, t = 0.5 + (np.array([x, y]) + 0.5 - place) / 5.5
        inside = 0 < s <= 1 and 0 < t <= 1
        expected = np.array([s, 1 - t if upper else t, 0, 1]) * 255 * inside
        assert np.abs(got[y, x] - expected).max() <= 0.51, (x, y)


@every_engine
def test_smooth_points(engine):
    """A disc: whole in the middle, nothing outside, about its area in all."""
    style = PrimitiveStyle(PointStyle(9.0, smooth=True))
    got = image(render(engine, to_clip([(9.3, 8.1)], SIZE), size=SIZE, mode="points", style=style))
    alpha = got[..., 3] / 255
    y, x = np.indices(alpha.shape) + 0.5
    distance = np.sqrt((x - 9.3) ** 2 + (y - 8.1) ** 2)
    assert (alpha[distance < 3.7] == 1).all() and (alpha[distance > 5.3] == 0).all()
    assert abs(alpha.sum() - np.pi * 4.5**2) < 1.5
