"""glutBitmapCharacter, glutStrokeCharacter and their like."""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np

from softgl import gl
from softgl.glut.fonts import FONTS, Bitmaps, Strokes
from softgl.glut.functions import function, integer, refused, text


def _font(name: str, font, kind):
    """Returns the font of a constant; GLUTError for a font of another kind, or none."""
    found = FONTS.get(integer(font))
    if not isinstance(found, kind):
        wanted = "bitmap" if kind is Bitmaps else "stroke"
        raise refused(name, f"{found.name if found else font} is not a {wanted} font")
    return found


def _character(value) -> str:
    """Converts a character, passed as its number, or as a text of one."""
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
    """Draws a character at the raster position, and advances it."""
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
    """Sets tight rows from client memory within the block; restores the program's state."""
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
    """Draws a text at the raster position; its lines go down."""
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
    """Returns the advance of a character in pixels."""
    return _font("glutBitmapWidth", font, Bitmaps).width(_character(character))


def _length(font, string):
    """Returns the width of the longest line of a text."""
    return max(sum(map(font.width, line)) for line in _string(string).split("\n"))


@function("glutBitmapLength")
def bitmap_length(toolkit, font, string):
    """Returns the width of a text's longest line in pixels."""
    return _length(_font("glutBitmapLength", font, Bitmaps), string)


@function("glutBitmapHeight")
def bitmap_height(toolkit, font):
    """Returns the distance of lines in pixels."""
    return _font("glutBitmapHeight", font, Bitmaps).height


@function("glutStrokeCharacter")
def stroke_character(toolkit, font, character):
    """Draws a character with line segments at the origin, and translates by its advance."""
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
    """Draws a text with line segments; its lines go down."""
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
    """Returns the advance of a character, rounded to the nearest integer."""
    width = _font("glutStrokeWidth", font, Strokes).width(_character(character))
    return int(width + 0.5)


@function("glutStrokeWidthf")
def stroke_width_f(toolkit, font, character):
    """Returns the advance of a character."""
    return _font("glutStrokeWidthf", font, Strokes).width(_character(character))


@function("glutStrokeLength")
def stroke_length(toolkit, font, string):
    """Returns the width of a text's longest line, rounded to the nearest integer."""
    return int(_length(_font("glutStrokeLength", font, Strokes), string) + 0.5)


@function("glutStrokeLengthf")
def stroke_length_f(toolkit, font, string):
    """Returns the width of a text's longest line."""
    return _length(_font("glutStrokeLengthf", font, Strokes), string)


@function("glutStrokeHeight")
def stroke_height(toolkit, font):
    """Returns the distance of lines."""
    return _font("glutStrokeHeight", font, Strokes).height
