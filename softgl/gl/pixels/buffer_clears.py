"""Data stores of buffer objects filled with one value (ARB_clear_buffer_object)."""

from __future__ import annotations

import numpy as np

from softgl.formats.internal_formats import INTERNAL_FORMATS, InternalFormat
from softgl.gl.api.arguments import invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.memory import as_offset, as_typed_memory
from softgl.gl.buffers.buffer_objects import (
    TARGETS,
    Buffer,
    check_range,
    check_unmapped_range,
)
from softgl.gl.pixels.pixels import TIGHT, TYPES, enum_set, name_in, pixel_words
from softgl.pixels.conversion import pack, unpack
from softgl.pixels.layouts import layout
from softgl.pixels.types import COLOR_FORMATS, INTEGER_FORMATS, PIXEL_TYPES
from softgl.texture.buffers import CORE_FORMATS

# OpenGL 4.2, table 3.15: those of OpenGL 3.3, table 3.21, and three components of 32 bits.
CLEARED_FORMATS = enum_set(CORE_FORMATS)
COLORS = enum_set(sorted(COLOR_FORMATS))
_TYPES = {
    ("unsigned", 8): "UNSIGNED_BYTE", ("unsigned", 16): "UNSIGNED_SHORT",
    ("unsigned", 32): "UNSIGNED_INT", ("signed", 8): "BYTE", ("signed", 16): "SHORT",
    ("signed", 32): "INT", ("float", 16): "HALF_FLOAT", ("float", 32): "FLOAT",
}  # fmt: skip
"""The types of client pixels that an element is, by the kind and bits of its components."""


def _element(format_: InternalFormat) -> tuple[str, str]:
    """Returns the pixel format and type whose pixels are the elements of an internal format."""
    number = format_.storage.fields[0].number
    kind = "float" if number.kind == "float" else "unsigned"
    if format_.storage.integer and format_.storage.signed:
        kind = "signed"
    name = format_.base.name + "_INTEGER" * format_.storage.integer
    return name, _TYPES[kind, number.bits]


def _value(format_: InternalFormat, words: tuple[str, str], data) -> np.ndarray:
    """Returns the bytes of an element, converted from a pixel of the application.

    "<data> is a pointer to an array of between one and four components": neither pixel storage
    modes nor pixel transfer apply to it.
    """
    plan = layout(TIGHT, *words, (1, 1, 1), 1)
    dtype = PIXEL_TYPES[words[1]].dtype
    memory, _ = as_typed_memory(data, dtype, plan.end)
    if memory.size < plan.end * dtype.itemsize:
        raise invalid_value(f"data holds {memory.size} bytes, not {plan.end * dtype.itemsize}")
    elements = memory[: plan.end * dtype.itemsize].view(dtype)
    texels = format_.from_pixels(unpack(elements, plan, *words, False))
    return pack(format_.pixels(texels), *_element(format_)).reshape(-1).view(np.uint8)


def _clear(buffer: Buffer, format_: InternalFormat, offset, size, words, data):
    each = PIXEL_TYPES[_element(format_)[1]].dtype.itemsize * len(format_.base.components)
    if (words[0] in INTEGER_FORMATS) != format_.storage.integer:
        raise invalid_operation(f"GL_{words[0]} does not go with GL_{format_.name}")
    if offset % each or size % each:
        raise invalid_value(f"offset or size is not a multiple of the {each} bytes of an element")
    check_range(buffer, offset, size)
    check_unmapped_range(buffer, offset, size)
    # "If <data> is NULL, then [...] the sub-range of the buffer is filled with zeros."
    null = as_offset(data) is not None
    if null and as_offset(data):
        raise invalid_value("data is an address, which softgl never follows")
    value = np.zeros(each, np.uint8) if null else _value(format_, words, data)
    buffer.data[offset : offset + size].reshape(-1, each)[...] = value


def _described(ctx, target, internalformat, format_, type_):
    """Returns the buffer object, the internal format, and the names of format and type."""
    buffer = ctx.buffers.bound.get(target)
    if buffer is None:
        # ARB_clear_buffer_object, "Errors": INVALID_VALUE "if no buffer is bound to the binding
        # point indicated by <target>."
        raise invalid_value("no buffer object is bound to the target")
    if internalformat not in CLEARED_FORMATS:
        raise invalid_enum(f"internalformat: {CLEARED_FORMATS.describe(internalformat)}")
    name = name_in(CLEARED_FORMATS, internalformat)
    return buffer, INTERNAL_FORMATS[name], pixel_words(format_, type_)


_CHECKS = {
    "listed": False,
    "target": TARGETS,
    "format": COLORS,
    "type": TYPES,
}


@command("glClearBufferSubData", **_CHECKS)
def clear_buffer_sub_data(ctx, target, internalformat, offset, size, format_, type_, data):
    """Fills `size` bytes of the data store from `offset` on with one element."""
    buffer, stored, words = _described(ctx, target, internalformat, format_, type_)
    _clear(buffer, stored, offset, size, words, data)


@command("glClearBufferData", **_CHECKS)
def clear_buffer_data(ctx, target, internalformat, format_, type_, data):
    """Fills the data store with one element."""
    buffer, stored, words = _described(ctx, target, internalformat, format_, type_)
    _clear(buffer, stored, 0, buffer.data.size, words, data)
