"""Pixels in client memory: their formats and types, unpacked to RGBA and packed from it.

Arrays of pixels have the shape (depth, height, width, 4), first row and slice first, as float32 or,
where that is exact, as uint8 with 255 for 1.0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from softgl.texture.depths import saturated
from softgl.texture.formats import quiet

PIXEL_FORMATS = {
    "RED": "R",
    "GREEN": "G",
    "BLUE": "B",
    "ALPHA": "A",
    "RGB": "RGB",
    "RGBA": "RGBA",
    "BGR": "BGR",
    "BGRA": "BGRA",
    "ABGR_EXT": "ABGR",
    "LUMINANCE": "L",
    "LUMINANCE_ALPHA": "LA",
    "DEPTH_COMPONENT": "D",
    "STENCIL_INDEX": "S",
    "COLOR_INDEX": "I",
    "DEPTH_STENCIL_EXT": "DS",
}
"""OpenGL 2.1, table 3.6, and EXT_packed_depth_stencil: each format's elements in order.

L is luminance, D depth, S a stencil index, I a colour index.
"""

COLOR_FORMATS = frozenset(
    name for name, order in PIXEL_FORMATS.items() if not {*order} & {*"DSI"}
)  # those whose pixels are RGBA components
LUMINANCE_FORMATS = frozenset({"LUMINANCE", "LUMINANCE_ALPHA"})
INDEX_FORMATS = frozenset({"STENCIL_INDEX", "COLOR_INDEX"})


@dataclass(frozen=True)
class PixelType:
    """An element of pixels in memory.

    fields : of a packed type, the (shift, bits) of each component from the first on; else empty.
    formats : the formats that the type goes with.
    """

    dtype: np.dtype
    fields: tuple[tuple[int, int], ...] = ()
    formats: frozenset[str] = COLOR_FORMATS | INDEX_FORMATS | {"DEPTH_COMPONENT"}


_PACKED = {2: {"DEPTH_STENCIL_EXT"}, 3: {"RGB"}, 4: {"RGBA", "BGRA"}}


def _packed(dtype, *widths, reverse=False):
    """OpenGL 2.1, tables 3.9 to 3.11: the first component is highest, reversed it is lowest."""
    fields, below = [], sum(widths)
    for bits in widths:
        below -= bits
        fields.append((below, bits))
    formats = frozenset(_PACKED[len(widths)])
    return PixelType(np.dtype(dtype), tuple(fields[::-1] if reverse else fields), formats)


PIXEL_TYPES = {
    "UNSIGNED_BYTE": PixelType(np.dtype("u1")),
    "BYTE": PixelType(np.dtype("i1")),
    "UNSIGNED_SHORT": PixelType(np.dtype("u2")),
    "SHORT": PixelType(np.dtype("i2")),
    "UNSIGNED_INT": PixelType(np.dtype("u4")),
    "INT": PixelType(np.dtype("i4")),
    "HALF_FLOAT": PixelType(np.dtype("f2")),
    "FLOAT": PixelType(np.dtype("f4")),
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
    # Two words, that of a float and another one, and so two elements.
    "FLOAT_32_UNSIGNED_INT_24_8_REV": PixelType(np.dtype("u4"), (), frozenset(_PACKED[2])),
    "BITMAP": PixelType(np.dtype("u1"), (), INDEX_FORMATS),
}
"""OpenGL 2.1, table 3.5, ARB_half_float_pixel, EXT_packed_depth_stencil, NV_depth_buffer_float.

An element of BITMAP is eight pixels; see `bitmap_layout`.
"""


@dataclass
class PixelStore:
    """One side (PACK or UNPACK) of OpenGL 2.1, tables 3.1 and 4.5.

    `lsb_first` orders the bits of bitmaps only.
    """

    swap_bytes: bool = False
    lsb_first: bool = False
    row_length: int = 0
    skip_rows: int = 0
    skip_pixels: int = 0
    alignment: int = 4
    image_height: int = 0
    skip_images: int = 0


@dataclass(frozen=True)
class Layout:
    """Where the elements of an image lie, counted in elements: OpenGL 2.1, 3.6.4, Unpacking."""

    shape: tuple[int, int, int, int]  # depth, height, width, elements per group
    strides: tuple[int, int, int, int]
    start: int

    @property
    def end(self) -> int:
        """The number of elements of memory that the image reaches into; 0 for an empty image."""
        if not all(self.shape):
            return 0
        last = sum((n - 1) * s for n, s in zip(self.shape, self.strides, strict=True))
        return self.start + last + 1

    def view(self, elements: np.ndarray) -> np.ndarray:
        """The image within a 1-D array of at least `end` elements, without a copy."""
        if not self.end:
            return elements[:0].reshape(self.shape)
        strides = tuple(stride * elements.itemsize for stride in self.strides)
        return np.lib.stride_tricks.as_strided(elements[self.start :], self.shape, strides)


def layout(store: PixelStore, format_: str, type_: str, size, dimensions: int) -> Layout:
    """The layout of an image of `size` (width, height, depth) under a pixel store.

    A command for `dimensions` below 3 ignores the modes about images.
    """
    width, height, depth = size
    kind = PIXEL_TYPES[type_]
    group = 1 if kind.fields else len(PIXEL_FORMATS[format_])
    element = kind.dtype.itemsize
    row = group * (store.row_length or width)
    # OpenGL 2.1, 3.6.4: k = nl for s >= a, else (a / s) * ceil(snl / a).
    if element < store.alignment:
        row = store.alignment // element * -(-element * row // store.alignment)
    image = row * (store.image_height or height) if dimensions == 3 else row * height
    start = store.skip_pixels * group + store.skip_rows * row
    if dimensions == 3:
        start += store.skip_images * image
    return Layout((depth, height, width, group), (image, row, group, 1), start)


def unpack(elements: np.ndarray, layout: Layout, format_: str, type_: str, swap: bool):
    """The RGBA pixels of an image in memory: uint8 for UNSIGNED_BYTE, else float32.

    elements : 1-D array of the type's dtype, at least `layout.end` long.
    """
    kind = PIXEL_TYPES[type_]
    values = layout.view(elements)
    if swap:
        values = values.byteswap()
    values = _fields(values, kind) if kind.fields else _to_float(values)
    result = np.zeros((*values.shape[:-1], 4), values.dtype)
    order = PIXEL_FORMATS[format_]
    # OpenGL 2.1, 3.6.4, Conversion to RGB and Final Expansion to RGBA.
    for position, letter in enumerate("RGBA"):
        source = "L" if "L" in order and letter != "A" else letter
        if source in order:
            result[..., position] = values[..., order.index(source)]
        elif letter == "A":
            result[..., 3] = 255 if values.dtype == np.uint8 else 1
    return result


def _fields(words, kind):
    """The components of packed words (..., 1), as float32 (..., n)."""
    parts = [
        (words[..., 0] >> shift & 2**bits - 1).astype(np.float32) / np.float32(2**bits - 1)
        for shift, bits in kind.fields
    ]
    return np.stack(parts, axis=-1)


def _to_float(values):
    """OpenGL 2.1, table 2.9: integers as numbers of [0, 1] or [-1, 1]; bytes stay as they are."""
    dtype = values.dtype
    if dtype == np.uint8:
        return values
    if dtype == np.float32:
        return values  # which may be packed bits that only look like a NaN
    if dtype.kind == "f":
        return quiet(values).astype(np.float32)
    limit = np.float64(2 ** (8 * dtype.itemsize) - 1)
    wide = values.astype(np.float64)
    return ((2 * wide + 1 if dtype.kind == "i" else wide) / limit).astype(np.float32)


def unpack_values(elements: np.ndarray, layout: Layout, swap: bool) -> np.ndarray:
    """The values of one-element pixels, (depth, height, width), as they are in memory but NaN."""
    values = layout.view(elements)[..., 0]
    values = values.byteswap() if swap else values
    return quiet(values) if values.dtype.kind == "f" else values


def unpack_depths(values: np.ndarray) -> np.ndarray:
    """Depth components of any type as float64: OpenGL 2.1, table 2.9."""
    if values.dtype.kind == "f":
        return values.astype(np.float64)
    limit = np.float64(2 ** (8 * values.dtype.itemsize) - 1)
    wide = values.astype(np.float64)
    return (2 * wide + 1 if values.dtype.kind == "i" else wide) / limit


def unpack_depth_stencil(elements: np.ndarray, layout: Layout, swap: bool):
    """Float64 depths and uint32 stencil indices, (depth, height, width), of packed pixels."""
    values = layout.view(elements)
    values = values.byteswap() if swap else values
    word = values[..., -1]
    if values.shape[-1] == 1:
        return (word >> np.uint32(8)) / np.float64(2**24 - 1), word & np.uint32(0xFF)
    depths = np.ascontiguousarray(values[..., 0]).view(np.float32)
    return quiet(depths).astype(np.float64), word & np.uint32(0xFF)


@dataclass(frozen=True)
class BitmapLayout:
    """Where the bits of a bitmap lie: OpenGL 2.1, 3.6.4, "type of BITMAP".

    row : bytes of a row. first : the byte of the first row. skipped : bits before its first pixel.
    """

    size: tuple[int, int]  # width, height
    row: int
    first: int
    skipped: int
    lsb_first: bool

    @property
    def end(self) -> int:
        """The number of bytes of memory that the bitmap reaches into; 0 for an empty one."""
        width, height = self.size
        if not width or not height:
            return 0
        return self.first + (height - 1) * self.row + (self.skipped + width - 1) // 8 + 1

    def unpack(self, memory: np.ndarray) -> np.ndarray:
        """The bits, (height, width) of 0 and 1, of at least `end` bytes."""
        bytes_, shifts = self._places()
        return memory[bytes_] >> shifts & 1

    def pack(self, memory: np.ndarray, bits: np.ndarray) -> None:
        """Write bits (height, width) of 0 and 1 into at least `end` bytes."""
        bytes_, shifts = self._places()
        np.bitwise_and.at(memory, bytes_, ~(np.uint8(1) << shifts))
        np.bitwise_or.at(memory, bytes_, bits.astype(np.uint8) << shifts)

    def _places(self):
        """The byte, and the position in it, of each pixel."""
        width, height = self.size
        columns = self.skipped + np.arange(width)
        rows = self.first + self.row * np.arange(height)
        place = columns & 7
        shifts = (place if self.lsb_first else 7 - place).astype(np.uint8)
        return rows[:, np.newaxis] + (columns >> 3), shifts[np.newaxis]


def bitmap_layout(store: PixelStore, width: int, height: int) -> BitmapLayout:
    """The layout of a bitmap under a pixel store."""
    # Equation 3.14: "k = a ceil(l / 8a)".
    row = store.alignment * -(-(store.row_length or width) // (8 * store.alignment))
    first, skipped = store.skip_rows * row, store.skip_pixels
    return BitmapLayout((width, height), row, first, skipped, store.lsb_first)


def converted_to_l(pixels: np.ndarray) -> np.ndarray:
    """RGBA pixels (..., 4) with the luminance in the place of red, as float64.

    OpenGL 2.1, 4.3.2, Conversion to L: "L = R + G + B". GetTexImage has no such step.
    """
    # Bytes are added as whole numbers, so that nothing is lost.
    wide = pixels.astype(np.float64)
    wide[..., 0] += wide[..., 1]
    wide[..., 0] += wide[..., 2]
    return wide / 255 if pixels.dtype == np.uint8 else wide


def pack(pixels: np.ndarray, format_: str, type_: str, clamped: bool = False) -> np.ndarray:
    """RGBA pixels (..., 4), uint8 or floats, as elements (..., n) of the type, in native order.

    Luminance is taken from red. clamped : whether components are clamped to [0, 1] for types of
    floats too.
    """
    places = ["RGBA".index("R" if letter == "L" else letter) for letter in PIXEL_FORMATS[format_]]
    picked = pixels[..., places]
    if picked.dtype == np.uint8 and type_ == "UNSIGNED_BYTE":
        return picked
    if picked.dtype == np.float32 and type_ == "FLOAT" and not clamped:
        return picked  # every bit: they may be packed numbers
    with np.errstate(invalid="ignore"):  # signalling NaNs
        wide = picked.astype(np.float64)
    if picked.dtype == np.uint8:
        wide /= 255
    return pack_values(saturated(wide) if clamped else wide, PIXEL_TYPES[type_])


def pack_values(values: np.ndarray, kind: PixelType) -> np.ndarray:
    """Float64 components (..., n) as elements of a type: OpenGL 2.1, table 4.7, to the nearest.

    Floats are not clamped here: what comes from fixed-point buffers is within [0, 1] anyway.
    """
    dtype = kind.dtype
    if dtype.kind == "f":
        with np.errstate(over="ignore"):
            return quiet(values.astype(dtype))
    values = saturated(values)
    if kind.fields:
        words = np.zeros(values.shape[:-1], np.uint32)
        for position, (shift, bits) in enumerate(kind.fields):
            part = np.rint(values[..., position] * np.float64(2**bits - 1))
            words |= part.astype(np.uint32) << np.uint32(shift)
        return words.astype(dtype)[..., np.newaxis]
    scaled = values * np.float64(2 ** (8 * dtype.itemsize) - 1)
    return np.rint((scaled - 1) / 2 if dtype.kind == "i" else scaled).astype(dtype)


def pack_indices(indices: np.ndarray, type_: str) -> np.ndarray:
    """Integer indices (...) as elements (..., 1) of a type: OpenGL 2.1, table 4.6."""
    dtype = PIXEL_TYPES[type_].dtype
    if type_ == "BITMAP":
        indices = indices & 1
    elif dtype.kind != "f":
        indices = indices & np.iinfo(dtype).max
    with np.errstate(over="ignore"):
        return indices.astype(dtype)[..., np.newaxis]


def pack_depth_stencil(depths: np.ndarray, indices: np.ndarray, type_: str) -> np.ndarray:
    """Float64 depths and integer stencil indices (...) as elements (..., n) of a packed type."""
    stencil = (indices & 0xFF).astype(np.uint32)
    if not PIXEL_TYPES[type_].fields:
        return np.stack([depths.astype(np.float32).view(np.uint32), stencil], axis=-1)
    words = np.rint(saturated(depths) * np.float64(2**24 - 1)).astype(np.uint32) << np.uint32(8)
    return (words | stencil)[..., np.newaxis]
