"""glutBitmapCharacter, glutStrokeCharacter and their like."""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np

from softgl import gl
from softgl.glut.fonts import FONTS, Bitmaps, Strokes
from softgl.glut.functions import function, integer, refused, text


def _font(name: str, font, kind):
    """The font of a constant; raises GLUTError for one of the other kind, or none."""
    found = FONTS.get(integer(font))
    if not isinstance(found, kind):
        what = "bitmap" if kind is Bitmaps else "stroke"
        raise refused(name, f"{found.name if found else font} is no {what} font")
    return found


def _character(value) -> str:
    """A character that is given as its number, or as a text of one."""
    if isinstance(value, (str, bytes)) and len(value) == 1:
        return text(value)
    number = integer(value)
    return chr(number) if 0 <= number < 256 else "\0"


def _string(value) -> str:
    if isinstance(value, np.ndarray) or hasattr(value, "_length_"):
        return bytes(value).rstrip(b"\0").decode("latin-1")
    return text(value)


@function("glutBitmapCharacter")
def bitmap_character(toolkit, font, character):
    """Draw a character at the raster position, which moves on behind it."""
    font = _font("glutBitmapCharacter", font, Bitmaps)
    with _tight_bitmaps():
        _draw_bitmap(font, _character(character))


def _draw_bitmap(font, character):
    pixels, beside, base = font.bitmap(character)
    rows, columns = pixels.shape
    data = np.packbits(pixels, axis=1)
    gl.glBitmap(columns, rows, -beside, base, font.width(character), 0, data)


@contextmanager
def _tight_bitmaps():
    """Bitmaps are taken from memory, where their rows are whole bytes, whatever the state says."""
    buffer = int(gl.glGetIntegerv(gl.GL_PIXEL_UNPACK_BUFFER_BINDING))
    gl.glPushClientAttrib(gl.GL_CLIENT_PIXEL_STORE_BIT)
    try:
        gl.glBindBuffer(gl.GL_PIXEL_UNPACK_BUFFER, 0)
        for name in ("SWAP_BYTES", "LSB_FIRST", "ROW_LENGTH", "SKIP_ROWS", "SKIP_PIXELS"):
            gl.glPixelStorei(getattr(gl, f"GL_UNPACK_{name}"), 0)
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        yield
    finally:
        gl.glPopClientAttrib()
        gl.glBindBuffer(gl.GL_PIXEL_UNPACK_BUFFER, buffer)


@function("glutBitmapString")
def bitmap_string(toolkit, font, string):
    """Draw a text at the raster position; lines lie below each other."""
    font = _font("glutBitmapString", font, Bitmaps)
    across = 0
    with _tight_bitmaps():
        for character in _string(string):
            if character == "\n":
                gl.glBitmap(0, 0, 0, 0, -across, -font.height, None)
                across = 0
            else:
                _draw_bitmap(font, character)
                across += font.width(character)


@function("glutBitmapWidth")
def bitmap_width(toolkit, font, character):
    """How far a character moves the raster position, in pixels."""
    return _font("glutBitmapWidth", font, Bitmaps).width(_character(character))


def _length(font, string):
    """The width of the longest line of a text."""
    return max(sum(map(font.width, line)) for line in _string(string).split("\n"))


@function("glutBitmapLength")
def bitmap_length(toolkit, font, string):
    """The width of a text, of its longest line, in pixels."""
    return _length(_font("glutBitmapLength", font, Bitmaps), string)


@function("glutBitmapHeight")
def bitmap_height(toolkit, font):
    """How far lines lie apart, in pixels."""
    return _font("glutBitmapHeight", font, Bitmaps).height


@function("glutStrokeCharacter")
def stroke_character(toolkit, font, character):
    """Draw a character as lines from the origin, and move that behind it."""
    _draw_strokes(_font("glutStrokeCharacter", font, Strokes), _character(character))


def _draw_strokes(font, character):
    for line in font.lines(character):
        gl.glBegin(gl.GL_LINE_STRIP)
        for x, y in line:
            gl.glVertex2f(x, y)
        gl.glEnd()
    gl.glTranslatef(font.width(character), 0.0, 0.0)


@function("glutStrokeString")
def stroke_string(toolkit, font, string):
    """Draw a text as lines; lines lie below each other."""
    font = _font("glutStrokeString", font, Strokes)
    across = 0.0
    for character in _string(string):
        if character == "\n":
            gl.glTranslatef(-across, -font.height, 0.0)
            across = 0.0
        else:
            _draw_strokes(font, character)
            across += font.width(character)


@function("glutStrokeWidth")
def stroke_width(toolkit, font, character):
    """How far a character moves the origin, to the nearest whole number."""
    width = _font("glutStrokeWidth", font, Strokes).width(_character(character))
    return int(width + 0.5)


@function("glutStrokeWidthf")
def stroke_width_f(toolkit, font, character):
    """How far a character moves the origin."""
    return _font("glutStrokeWidthf", font, Strokes).width(_character(character))


@function("glutStrokeLength")
def stroke_length(toolkit, font, string):
    """The width of a text, of its longest line, to the nearest whole number."""
    return int(_length(_font("glutStrokeLength", font, Strokes), string) + 0.5)


@function("glutStrokeLengthf")
def stroke_length_f(toolkit, font, string):
    """The width of a text, of its longest line."""
    return _length(_font("glutStrokeLengthf", font, Strokes), string)


@function("glutStrokeHeight")
def stroke_height(toolkit, font):
    """How far lines lie apart."""
    return _font("glutStrokeHeight", font, Strokes).height
