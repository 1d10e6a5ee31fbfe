"""The arithmetic of the accumulation buffer (OpenGL 2.1, 4.2.4), as formulas of pixels.

The buffer is a plane of the form `ACCUMULATION_FORMAT` with as many blocks as those of the window.
"""

from __future__ import annotations

from functools import partial

from softgl.formats.storages import ColorFormat
from softgl.pipeline.planes.framebuffer import Framebuffer, mask_words
from softgl.pipeline.planes.planes import Plane

ACCUMULATION_FORMAT = ColorFormat("snorm16")
"""Signed values of 16 bits: "Accumulation buffer values are taken to be signed values in the range
[-1, 1]". What is beyond, "undefined", is clamped."""

ACCUMULATION_FORMULAS = {
    "ACCUM": lambda value, before, color: before + color * value,
    "LOAD": lambda value, before, color: color * value,
    "MULT": lambda value, before, color: before * value,
    "ADD": lambda value, before, color: before + value,
}
"""Formulas of a component's new value in the buffer, by operation."""
COLOR_READING_OPERATIONS = ("ACCUM", "LOAD")
"""The operations that take colours."""


def accumulate(moves, buffer: Plane, operation: str, value: float, colors: Plane | None, box):
    """Applies one of `ACCUMULATION_FORMULAS` to the buffer, within a box.

    colors : the plane that `COLOR_READING_OPERATIONS` read.
    """
    formula = partial(_changed, operation=operation, format_=colors and colors.format)
    moves.change(buffer, colors, formula, value, box)


def give_back(moves, buffer: Plane, value: float, frame: Framebuffer, masks, box) -> None:
    """RETURN: write the buffer times a value to all samples of the colour planes, within a box.

    masks : for each plane four truth values.
    """
    for plane, mask in zip(frame.colors, masks, strict=False):
        if plane is not None:
            words = tuple(mask_words(plane.format, mask))
            formula = partial(_return_formula, format_=plane.format, mask=words)
            for samples in plane.sample_planes:
                moves.change(samples, buffer, formula, value, box)


def _changed(m, value, before, stored, operation, format_):
    """The words of a pixel of the buffer."""
    own = ACCUMULATION_FORMAT.lay.unpack(m, before)
    # Its colours are those of the window, which has all four.
    colors = format_.lay.unpack(m, stored) if format_ else own
    pairs = zip(own, colors, strict=True)
    return ACCUMULATION_FORMAT.lay.pack(
        m, [ACCUMULATION_FORMULAS[operation](value, *pair) for pair in pairs]
    )


def _return_formula(m, value, before, stored, format_, mask):
    """The words of a pixel of the window; of fixed point, which clamps to [0, 1]."""
    colors = [each * value for each in ACCUMULATION_FORMAT.lay.unpack(m, stored)]
    words = format_.lay.pack(m, colors)
    masked = zip(before, words, mask, strict=True)
    return [(old & ~bits & 0xFFFFFFFF) | (new & bits) for old, new, bits in masked]
