"""glBitmap, and pixels of one bit."""

import numpy as np

import softgl
from softgl.gl import *
from tests.gl.window_buffers import colors


def test_bitmap(either):
    glColor3f(0, 1, 0)
    glWindowPos2f(3.75, 2.5)
    rows = [0b10100000, 0, 0, 0, 0b01110000, 0, 0, 0]
    glBitmap(4, 2, 1.5, 0.25, -2.5, 1, np.array(rows, np.uint8))
    # floor(3.75 - 1.5), floor(2.5 - 0.25)
    expected = np.zeros((8, 8), bool)
    expected[2, [2, 4]] = expected[3, [3, 4, 5]] = True
    assert np.array_equal(colors().any(axis=2), expected)
    assert (colors()[expected] == [0, 255, 0, 255]).all()
    assert glGetFloatv(GL_CURRENT_RASTER_POSITION).tolist() == [1.25, 3.5, 0, 1]
    glBitmap(0, 0, 0, 0, 1, -1, None)
    assert glGetFloatv(GL_CURRENT_RASTER_POSITION).tolist() == [2.25, 2.5, 0, 1]


def test_bitmap_storage(either):
    bits = np.random.default_rng(1).integers(0, 2, (3, 7))
    memory = np.zeros((5, 24), np.uint8)
    memory[1:4, 5:12] = bits
    for order, lsb_first in (("big", 0), ("little", 1)):
        glClear(GL_COLOR_BUFFER_BIT)
        glPixelStorei(GL_UNPACK_LSB_FIRST, lsb_first)
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
        glPixelStorei(GL_UNPACK_ROW_LENGTH, 20)
        glPixelStorei(GL_UNPACK_SKIP_ROWS, 1)
        glPixelStorei(GL_UNPACK_SKIP_PIXELS, 5)
        glBitmap(7, 3, 0, 0, 0, 0, np.packbits(memory, axis=1, bitorder=order))
        assert np.array_equal(colors()[:3, :7].any(axis=2), bits != 0)


def test_bitmaps_ignore_zoom_and_transfer(either):
    glPixelZoom(3, 3)
    glPixelTransferf(GL_RED_SCALE, 0)
    glBitmap(1, 1, 0, 0, 0, 0, b"\x80\0\0\0")
    assert np.count_nonzero(colors().any(axis=2)) == 1
    assert colors()[0, 0].tolist() == [255] * 4


def test_bitmap_read_back(context):
    glClearStencil(3)
    glClear(GL_STENCIL_BUFFER_BIT)
    glDrawPixels(8, 1, GL_STENCIL_INDEX, GL_BITMAP, bytes([0b11010001]))
    out = np.full(8, 0xAA, np.uint8)
    assert glReadPixels(0, 0, 7, 2, GL_STENCIL_INDEX, GL_BITMAP, out) is out
    assert glReadPixels(0, 0, 9, 2, GL_STENCIL_INDEX, GL_BITMAP) == bytes([0xD1, 0, 0xFF, 0])
    # Bits beyond the width stay.
    assert out.tolist() == [0b11010000, 0xAA, 0xAA, 0xAA, 0b11111110, 0xAA, 0xAA, 0xAA]


def test_a_position_that_arithmetic_has_put_just_below_a_pixel_is_that_pixel():
    softgl.Context(100, 4, machine="eager")
    glOrtho(0, 100, 0, 4, -1, 1)
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
    for x in range(0, 100, 2):
        glRasterPos2i(x, 1)
        glBitmap(1, 1, 0, 0, 0, 0, b"\x80")
    glRasterPos2f(1.9, 2)
    glBitmap(1, 1, 0, 0, 0, 0, b"\x80")
    red = np.frombuffer(glReadPixels(0, 0, 100, 4, GL_RED, GL_UNSIGNED_BYTE), np.uint8)
    rows, columns = np.nonzero(red.reshape(4, 100))
    assert rows.tolist() == [1] * 50 + [2]
    assert columns.tolist() == [*range(0, 100, 2), 1]
