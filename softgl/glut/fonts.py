"""GLUT's fonts, derived from softgl's own glyphs: sizes, advances, bitmaps.

A stroke font scales the glyphs. A bitmap font draws the same lines on a grid of pixels in integer
arithmetic, so that it is the same everywhere.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np

from softgl.glut.constants import CONSTANTS
from softgl.glut.glyphs import BESIDE, CAPITAL, DESCENT, glyphs
from softgl.records import dataclass

UNIT = 100.0 / CAPITAL
"""Stroke font units per glyph unit: a capital is 100 high."""
TOP, BOTTOM = 119.05, 33.33
"""The extents of GLUT's stroke fonts above and below the base line."""
MONO_ADVANCE = 104.76


@dataclass(frozen=True)
class Strokes:
    """A stroke font. advance : of every character; None: each has its own."""

    name: str
    advance: float | None = None

    height = TOP + BOTTOM

    def width(self, character: str) -> float:
        """Returns the advance of a character; 0 for a missing one."""
        if character not in glyphs():
            return 0.0
        return self.advance or (glyphs()[character][0] + 2 * BESIDE) * UNIT

    def lines(self, character: str):
        """Returns the lines of a character, lists of points (x, y)."""
        width, lines = glyphs().get(character, (0, ()))
        left = (self.width(character) - width * UNIT) / 2
        return [[(left + x * UNIT, y * UNIT) for x, y in line] for line in lines]


@dataclass(frozen=True)
class Bitmaps:
    """A bitmap font.

    height : of a line, in pixels. capital : the height of a capital in pixels. across : pixels per
        `CAPITAL` units horizontally. pen : the width of a stroke in pixels. advance : of every
        character, or None.
    """

    name: str
    height: int
    capital: int
    across: int
    pen: int = 1
    advance: int | None = None

    def width(self, character: str) -> int:
        """Returns the advance of a character in pixels; 0 for a missing one."""
        if character not in glyphs():
            return 0
        return self.advance or self._extent(character)[1] + self.pen + 1 + (self.capital > 8)

    def _extent(self, character):
        """Returns the scale (pixels, units) of a character, and its width in pixels less one."""
        units = glyphs()[character][0]
        scale = self.across, CAPITAL
        if self.advance and _scaled(units, *scale) > self.advance - 2:
            scale = self.advance - 2, units
        return scale, _scaled(units, *scale)

    @property
    def below(self) -> int:
        """The number of rows below the base line."""
        return _scaled(DESCENT, self.capital, CAPITAL)

    def bitmap(self, character: str) -> tuple[np.ndarray, int, int]:
        """Returns a character's pixels (rows, columns), bool, bottom row first, and its origin.

        The origin is the column where the character starts and the row of the base line.
        """
        return _bitmap(self, character)


def _scaled(units, pixels, of):
    """Returns a length in pixels, rounded to the nearest, halves upwards."""
    return (2 * units * pixels + of) // (2 * of)


@cache
def _bitmap(font: Bitmaps, character: str):
    _, lines = glyphs().get(character, (0, ()))
    (pixels, of), width = font._extent(character) if lines else ((1, 1), 0)
    rows = _scaled(14, font.capital, CAPITAL) + font.below + font.pen
    found = np.zeros((rows, width + font.pen), bool)
    for line in lines:
        points = [
            (_scaled(x, pixels, of), _scaled(y + DESCENT, font.capital - font.pen + 1, CAPITAL))
            for x, y in line
        ]
        for first, last in pairwise(points):
            for x, y in _line(first, last):
                found[y : y + font.pen, x : x + font.pen] = True
    beside = (font.width(character) - found.shape[1] + 1) // 2
    base = _scaled(DESCENT, font.capital - font.pen + 1, CAPITAL)
    return found, beside, base


def _line(first, last):
    """Yields the pixels of a line by Bresenham's algorithm."""
    (x, y), (right, top) = first, last
    across, up = abs(right - x), abs(top - y)
    step_x, step_y = (1 if right > x else -1), (1 if top > y else -1)
    error = across - up
    while True:
        yield x, y
        if (x, y) == (right, top):
            return
        doubled = 2 * error
        if doubled > -up:
            error -= up
            x += step_x
        if doubled < across:
            error += across
            y += step_y


FONTS = {
    CONSTANTS[font.name]: font
    for font in (
        Strokes("GLUT_STROKE_ROMAN"),
        Strokes("GLUT_STROKE_MONO_ROMAN", MONO_ADVANCE),
        Bitmaps("GLUT_BITMAP_8_BY_13", 13, 9, 9, advance=8),
        Bitmaps("GLUT_BITMAP_9_BY_15", 15, 10, 10, advance=9),
        Bitmaps("GLUT_BITMAP_TIMES_ROMAN_10", 13, 7, 6),
        Bitmaps("GLUT_BITMAP_TIMES_ROMAN_24", 28, 16, 14, pen=2),
        Bitmaps("GLUT_BITMAP_HELVETICA_10", 13, 8, 7),
        Bitmaps("GLUT_BITMAP_HELVETICA_12", 15, 9, 8),
        Bitmaps("GLUT_BITMAP_HELVETICA_18", 22, 14, 12, pen=2),
    )
}
"""The fonts by constant."""
