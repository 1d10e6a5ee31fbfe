"""Places of an image's elements in client memory."""

import numpy as np

from softgl.pixels.layouts import PixelStore, bitmap_layout, layout


def test_rows_begin_at_multiples_of_the_alignment():
    # OpenGL 2.1, equation 3.13: k = a/s ceil(snl/a).
    def row(alignment, format_="RGB", type_="UNSIGNED_BYTE", width=3):
        plan = layout(PixelStore(alignment=alignment), format_, type_, (width, 2, 1), 2)
        return plan.strides[1]

    assert [row(alignment) for alignment in (1, 2, 4, 8)] == [9, 10, 12, 16]
    assert [row(a, "RED", "UNSIGNED_SHORT") for a in (1, 2, 4, 8)] == [3, 3, 4, 4]
    assert [row(a, "RGB", "FLOAT", 1) for a in (1, 4, 8)] == [3, 3, 4]
    assert [row(a, "RGB", "UNSIGNED_SHORT_5_6_5", 3) for a in (1, 2, 4, 8)] == [3, 3, 4, 4]


def test_the_last_row_needs_no_padding():
    plan = layout(PixelStore(), "RGB", "UNSIGNED_BYTE", (3, 2, 1), 2)
    assert plan.end == 12 + 9
    assert layout(PixelStore(skip_rows=5), "RGB", "UNSIGNED_BYTE", (0, 2, 1), 2).end == 0


def test_parts_are_written():
    """Memory outside the rows and columns of a part is kept, in bitmaps bit by bit."""
    part = (slice(1, 2), slice(1, 3))
    memory = np.zeros(2 * 4, np.uint16)
    plan = layout(PixelStore(alignment=8), "RED", "UNSIGNED_SHORT", (3, 2, 1), 2)
    plan.part(*part).write(memory, np.full((1, 2, 1), 0x0102, np.uint16), swap=True)
    assert memory.tolist() == [0, 0, 0, 0, 0, 0x0201, 0x0201, 0]
    bits = bitmap_layout(PixelStore(alignment=1, skip_pixels=6), 3, 2)
    # Rows of a byte each, three pixels from the seventh bit on.
    memory = np.array([0xFF, 0xFC, 0, 0xFF], np.uint8)
    bits.write(memory[:3], np.ones((2, 3), np.uint8), (slice(0, 1), slice(0, 3)))
    assert memory.tolist() == [0xFF, 0xFC, 0, 0xFF]
    bits.write(memory, np.array([[0, 0, 0], [0, 1, 1]], np.uint8), part)
    assert memory.tolist() == [0xFF, 0xFD, 0x80, 0xFF]
    assert bits.unpack(memory).tolist() == [[1, 1, 1], [0, 1, 1]]
