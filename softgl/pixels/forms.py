"""Pixels of client memory as forms: the conversions of common formats, as formulas.

`conversion` alone converts indices, signed integers that are neither signed normalized nor of
integer formats, summed luminance, depths with stencil indices, and half floats of depths.
"""

from __future__ import annotations

from functools import cache

from softgl.formats.forms import Form
from softgl.formats.numbers import (
    DEPTH32,
    FLOAT16,
    FLOAT32,
    INT8,
    INT16,
    INT32,
    SNORM8,
    SNORM16,
    UINT8,
    UINT16,
    UINT32,
    UNORM8,
    UNORM16,
    Number,
    fixed,
    unsigned_integer,
)
from softgl.formats.storages import Field, Storage
from softgl.lanes import U8, U16, U32
from softgl.pixels.types import (
    COLOR_FORMATS,
    INTEGER_FORMATS,
    PIXEL_FORMATS,
    PIXEL_TYPES,
    PixelType,
)

NUMBERS = {
    "UNSIGNED_BYTE": UNORM8,
    "UNSIGNED_SHORT": UNORM16,
    "UNSIGNED_INT": DEPTH32,
    "HALF_FLOAT": FLOAT16,
    "FLOAT": FLOAT32,
}
"""The number of an element, by type."""
SIGNED = {"BYTE": SNORM8, "SHORT": SNORM16}
"""The number of an element of a signed normalized format, by type."""
INTEGERS = {
    "UNSIGNED_BYTE": UINT8,
    "BYTE": INT8,
    "UNSIGNED_SHORT": UINT16,
    "SHORT": INT16,
    "UNSIGNED_INT": UINT32,
    "INT": INT32,
}
"""The number of an element of an integer format, by type."""
_ELEMENTS = {1: U8, 2: U16, 4: U32}
_fixed = cache(lambda bits: UNORM8 if bits == 8 else fixed(bits))


@cache
def client_form(format_: str, type_: str, snorm: bool) -> Form | None:
    """Returns the form of the pixels of a format and a type; None if they have none.

    snorm : True if signed integers are those of signed normalized formats.
    Its elements are as large as the size of a pixel allows, for every type.
    """
    kind, order = PIXEL_TYPES[type_], PIXEL_FORMATS[format_]
    depths = format_ == "DEPTH_COMPONENT"
    numbers = INTEGERS if format_ in INTEGER_FORMATS else NUMBERS | SIGNED if snorm else NUMBERS
    number = numbers.get(type_)
    if not (depths or format_ in COLOR_FORMATS) or not (number or kind.packed):
        return None
    if depths and type_ == "HALF_FLOAT":
        return None  # numpy rounds float64 to half floats, once
    storage, element = _storage(f"{format_} {type_}", order, kind, number)
    packed = order.replace("L", "R")
    if kind.storage:
        packed += "1"
    unpacked = "D" if depths else "".join(_unpacked(letter, order) for letter in "RGBA")
    return Form(
        f"client {format_} {type_} {snorm and type_ in SIGNED}",
        storage, packed, unpacked, element, carry=True, wide=True,
    )  # fmt: skip


def _unpacked(letter, order):
    """Returns a component's source by OpenGL 2.1, 3.6.4, Conversion to RGB and Final Expansion."""
    source = "L" if "L" in order and letter != "A" else letter
    return source.replace("L", "R") if source in order else "01"[letter == "A"]


def _storage(name, order, kind: PixelType, number: Number | None):
    """Returns the storage of a pixel and the lane type of its elements."""
    if kind.storage:
        return kind.storage, U32
    letters = order.replace("L", "R")
    if kind.fields:
        make = unsigned_integer if "INTEGER" in name.split()[0] else _fixed
        fields = [
            Field(letter, make(bits), 0, shift)
            for letter, (shift, bits) in zip(letters, kind.fields, strict=True)
        ]
        return Storage(name, tuple(fields)), _ELEMENTS[kind.dtype.itemsize]
    size = kind.dtype.itemsize
    # Elements have the largest power of two of bytes that divides a pixel, up to 4.
    whole = size * len(order)
    element = min(whole & -whole, 4)
    places = [divmod(i * size, element) for i in range(len(order))]
    fields = [
        Field(letter, number, word, 8 * byte)
        for letter, (word, byte) in zip(letters, places, strict=True)
    ]
    return Storage(name, tuple(fields)), _ELEMENTS[element]
