"""Fonts: every character differs, metrics are GLUT's, text is drawn where it should be."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import glut
from softgl.gl import *
from softgl.glut.fonts import FONTS, Bitmaps
from softgl.glut.glyphs import CAPITAL, DESCENT, glyphs
from tests.glut.programs import shown, window

PRINTABLE = [chr(code) for code in range(32, 127)]
BITMAPS = [font for font in FONTS.values() if isinstance(font, Bitmaps)]


def test_there_is_every_printable_character_of_ascii_once():
    assert sorted(glyphs()) == PRINTABLE
    assert len(set(glyphs().values())) == 95
    for character, (width, lines) in glyphs().items():
        points = [point for line in lines for point in line]
        assert all(0 <= x <= width and -DESCENT <= y <= CAPITAL + 2 for x, y in points), character
        assert all(len(line) > 1 for line in lines), character


@pytest.mark.parametrize("font", BITMAPS, ids=lambda font: font.name)
def test_bitmaps(font):
    seen = set()
    for character in PRINTABLE:
        pixels, beside, base = font.bitmap(character)
        assert character == " " or pixels.any()
        seen.add((pixels.tobytes(), pixels.shape))
        assert beside >= 0 and beside + pixels.shape[1] <= font.width(character)
        assert pixels.shape[0] <= font.height + 3 and 0 < base < font.height
        if character not in "$Q":
            assert pixels[:base].any() == (character in "(),/;[\\]_gjpqy{|}"), character
    assert len(seen) == 95
    if font.advance:
        assert {font.width(character) for character in PRINTABLE} == {font.advance}


def test_metrics():
    with shown():
        roman, mono = glut.GLUT_STROKE_ROMAN, glut.GLUT_STROKE_MONO_ROMAN
        assert glut.glutStrokeWidthf(mono, ord("i")) == 104.76 == glut.glutStrokeWidthf(mono, "W")
        assert glut.glutStrokeLength(mono, "ab\nabcd") == 419
        assert glut.glutStrokeHeight(roman) == pytest.approx(152.38)
        assert glut.glutStrokeWidth(roman, ord("A")) == 83
        widths = (
            glut.glutBitmapWidth(glut.GLUT_BITMAP_8_BY_13, ord("x")),
            glut.glutBitmapLength(glut.GLUT_BITMAP_9_BY_15, b"four"),
        )
        assert widths == (8, 36)
        assert glut.glutBitmapHeight(glut.GLUT_BITMAP_9_BY_15) == 15
        assert glut.glutBitmapWidth(glut.GLUT_BITMAP_8_BY_13, 7) == 0
        assert glut.glutBitmapWidth(glut.GLUT_BITMAP_8_BY_13, 400) == 0
        # A capital is 100 high, and nothing reaches beyond what GLUT says.
        font = FONTS[roman]
        heights = [y for c in PRINTABLE for line in font.lines(c) for _, y in line]
        assert max(y for line in font.lines("H") for _, y in line) == 100
        assert min(heights) >= -33.34 and max(heights) <= 119.05
        for call in (
            lambda: glut.glutBitmapWidth(roman, 65),
            lambda: glut.glutStrokeWidth(glut.GLUT_BITMAP_8_BY_13, 65),
            lambda: glut.glutBitmapString(99, "a"),
        ):
            with pytest.raises(glut.GLUTError, match=r"is not a (bitmap|stroke) font"):
                call()


def lit(width=40, height=40):
    """True for pixels that are not black, top row first."""
    data = glReadPixels(0, 0, width, height, GL_RED, GL_UNSIGNED_BYTE)
    return np.frombuffer(data, np.uint8).reshape(height, width)[::-1] > 0


def test_text_is_drawn():
    with shown():
        window(size=(40, 40))
        glOrtho(0, 40, 0, 40, -1, 1)
        for name in (GL_UNPACK_SWAP_BYTES, GL_UNPACK_LSB_FIRST):
            glPixelStorei(name, True)
        glPixelStorei(GL_UNPACK_ROW_LENGTH, 77)
        glRasterPos2i(4, 20)
        glut.glutBitmapCharacter(glut.GLUT_BITMAP_8_BY_13, b"E")
        pixels, beside, base = FONTS[glut.GLUT_BITMAP_8_BY_13].bitmap("E")
        rows, columns = pixels.shape
        expected = np.zeros((40, 40), bool)
        bottom = 20 - base
        expected[bottom : bottom + rows, 4 + beside : 4 + beside + columns] = pixels
        assert (lit()[::-1] == expected).all()
        assert glGetFloatv(GL_CURRENT_RASTER_POSITION)[0] == 12
        glut.glutBitmapString(glut.GLUT_BITMAP_8_BY_13, "ab\nc")
        assert glGetFloatv(GL_CURRENT_RASTER_POSITION)[:2].tolist() == [20, 7]
        assert glGetIntegerv(GL_UNPACK_ROW_LENGTH) == 77 and glGetBooleanv(GL_UNPACK_LSB_FIRST)
        glClear(GL_COLOR_BUFFER_BIT)
        glTranslatef(0, 0.5, 0)
        glScalef(0.25, 0.25, 1)
        glut.glutStrokeString(glut.GLUT_STROKE_ROMAN, b"L")
        moved = glGetFloatv(GL_MODELVIEW_MATRIX)[3][0]
        seen = lit()
        glut.glutStrokeCharacter(glut.GLUT_STROKE_ROMAN, 0x4C)
        assert moved == pytest.approx(-1 + glut.glutStrokeWidthf(0, "L") * 0.25 / 20)
        assert seen[:, 2].sum() >= 24 and seen.sum(1).max() >= 13 and lit().sum() > seen.sum() + 20
