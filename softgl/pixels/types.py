"""The formats and types of pixels in client memory: OpenGL 2.1, tables 3.5 and 3.6."""

from __future__ import annotations

import numpy as np

from softgl.formats.storages import STORAGES, Storage
from softgl.records import dataclass

PIXEL_FORMATS = {
    "RED": "R",
    "GREEN": "G",
    "BLUE": "B",
    "ALPHA": "A",
    "RG": "RG",
    "RGB": "RGB",
    "RGBA": "RGBA",
    "BGR": "BGR",
    "BGRA": "BGRA",
    "ABGR_EXT": "ABGR",
    "LUMINANCE": "L",
    "LUMINANCE_ALPHA": "LA",
    "RED_INTEGER": "R",
    "GREEN_INTEGER": "G",
    "BLUE_INTEGER": "B",
    "ALPHA_INTEGER": "A",
    "RG_INTEGER": "RG",
    "RGB_INTEGER": "RGB",
    "RGBA_INTEGER": "RGBA",
    "BGR_INTEGER": "BGR",
    "BGRA_INTEGER": "BGRA",
    "LUMINANCE_INTEGER_EXT": "L",
    "LUMINANCE_ALPHA_INTEGER_EXT": "LA",
    "DEPTH_COMPONENT": "D",
    "STENCIL_INDEX": "S",
    "COLOR_INDEX": "I",
    "DEPTH_STENCIL_EXT": "DS",
}
"""The components of formats, in order: OpenGL 2.1, table 3.6, and extensions.

L is luminance, D depth, S a stencil index, I a colour index.
"""

COLOR_FORMATS = frozenset(
    name for name, order in PIXEL_FORMATS.items() if not {*order} & {*"DSI"}
)  # those whose pixels are RGBA components
INTEGER_FORMATS = frozenset(name for name in COLOR_FORMATS if "_INTEGER" in name)
"""The formats of EXT_texture_integer, whose components are not normalized."""
LUMINANCE_FORMATS = frozenset({"LUMINANCE", "LUMINANCE_ALPHA"})
INDEX_FORMATS = frozenset({"STENCIL_INDEX", "COLOR_INDEX"})

_UNPACKED = COLOR_FORMATS | INDEX_FORMATS | {"DEPTH_COMPONENT"}


@dataclass(frozen=True)
class PixelType:
    """The type of pixel elements in memory.

    fields : for a packed type the (shift, bits) of each component from the first on; else empty.
    formats : the formats that allow the type.
    storage : for a packed type of floats the storage of red, green and blue in a word.
    """

    dtype: np.dtype
    fields: tuple[tuple[int, int], ...] = ()
    formats: frozenset[str] = _UNPACKED
    storage: Storage | None = None

    @property
    def real(self) -> bool:
        """True if elements are floats."""
        return self.dtype.kind == "f"

    @property
    def packed(self) -> bool:
        """True if one element holds all components of a pixel."""
        return bool(self.fields or self.storage)


_PACKED = {
    2: {"DEPTH_STENCIL_EXT"},
    3: {"RGB", "RGB_INTEGER"},
    4: {"RGBA", "BGRA", "RGBA_INTEGER", "BGRA_INTEGER"},
}
"""The formats of packed types, by the number of fields (OpenGL 3.3, table 3.8)."""


def _packed(dtype, *widths, reverse=False):
    """Returns a packed type: OpenGL 2.1, tables 3.9 to 3.11.

    The first component is in the highest bits, or with `reverse` in the lowest.
    """
    fields, below = [], sum(widths)
    for bits in widths:
        below -= bits
        fields.append((below, bits))
    formats = frozenset(_PACKED[len(widths)])
    return PixelType(np.dtype(dtype), tuple(fields[::-1] if reverse else fields), formats)


def _floats(storage):
    return PixelType(np.dtype("u4"), (), frozenset({"RGB"}), STORAGES[storage])


PIXEL_TYPES = {
    "UNSIGNED_BYTE": PixelType(np.dtype("u1")),
    "BYTE": PixelType(np.dtype("i1")),
    "UNSIGNED_SHORT": PixelType(np.dtype("u2")),
    "SHORT": PixelType(np.dtype("i2")),
    "UNSIGNED_INT": PixelType(np.dtype("u4")),
    "INT": PixelType(np.dtype("i4")),
    "HALF_FLOAT": PixelType(np.dtype("f2"), formats=_UNPACKED - INTEGER_FORMATS),
    "FLOAT": PixelType(np.dtype("f4"), formats=_UNPACKED - INTEGER_FORMATS),
    "UNSIGNED_BYTE_3_3_2": _packed("u1", 3, 3, 2),
    "UNSIGNED_BYTE_2_3_3_REV": _packed("u1", 2, 3, 3, reverse=True),
    "UNSIGNED_SHORT_5_6_5": _packed("u2", 5, 6, 5),
    "UNSIGNED_SHORT_5_6_5_REV": _packed("u2", 5, 6, 5, reverse=True),
    "UNSIGNED_SHORT_4_4_4_4": _packed("u2", 4, 4, 4, 4),
    "UNSIGNED_SHORT_4_4_4_4_REV": _packed("u2", 4, 4, 4, 4, reverse=True),
    "UNSIGNED_SHORT_5_5_5_1": _packed("u2", 5, 5, 5, 1),
    "UNSIGNED_SHORT_1_5_5_5_REV": _packed("u2", 1, 5, 5, 5, reverse=True),
    "UNSIGNED_INT_8_8_8_8": _packed("u4", 8, 8, 8, 8),
    "UNSIGNED_INT_8_8_8_8_REV": _packed("u4", 8, 8, 8, 8, reverse=True),
    "UNSIGNED_INT_10_10_10_2": _packed("u4", 10, 10, 10, 2),
    "UNSIGNED_INT_2_10_10_10_REV": _packed("u4", 2, 10, 10, 10, reverse=True),
    "UNSIGNED_INT_24_8_EXT": _packed("u4", 24, 8),
    # EXT_packed_float and EXT_texture_shared_exponent.
    "UNSIGNED_INT_10F_11F_11F_REV": _floats("ufloat11_11_10"),
    "UNSIGNED_INT_5_9_9_9_REV": _floats("ufloat9_9_9_e5"),
    # Two words, a float and an integer, and so two elements.
    "FLOAT_32_UNSIGNED_INT_24_8_REV": PixelType(np.dtype("u4"), (), frozenset(_PACKED[2])),
    "BITMAP": PixelType(np.dtype("u1"), (), INDEX_FORMATS),
}
"""OpenGL 2.1, table 3.5, ARB_half_float_pixel, EXT_packed_depth_stencil, NV_depth_buffer_float.

An element of BITMAP is eight pixels; see `bitmap_layout`.
"""
