"""Converts elements of client memory to RGBA pixels, depths and indices, and back."""

from __future__ import annotations

from functools import cache

import numpy as np

from softgl.formats import host
from softgl.formats.host import by_chunks, look_up, quiet, saturated
from softgl.pixels.layouts import Layout
from softgl.pixels.types import INTEGER_FORMATS, PIXEL_FORMATS, PIXEL_TYPES, PixelType


def unpack(elements: np.ndarray, layout: Layout, format_: str, type_: str, swap: bool, snorm=False):
    """Returns the RGBA pixels of an image in memory: uint8 for UNSIGNED_BYTE, else float32.

    Pixels of an integer format are integers of the type, those of packed types uint32.
    elements : 1-D array of the type's dtype, at least `layout.end` long.
    snorm : True if signed integers are signed normalized.
    """
    kind, integer = PIXEL_TYPES[type_], format_ in INTEGER_FORMATS
    values = layout.view(elements)
    if swap:
        values = values.byteswap()
    if kind.storage:
        values = host.unpack(kind.storage, values)
    elif kind.fields:
        values = _codes(values, kind) if integer else _fields(values, kind)
    elif not integer:
        values = _to_float(values, snorm)
    result = np.zeros((*values.shape[:-1], 4), values.dtype)
    order = PIXEL_FORMATS[format_]
    # OpenGL 2.1, 3.6.4, Conversion to RGB and Final Expansion to RGBA.
    for position, letter in enumerate("RGBA"):
        source = "L" if "L" in order and letter != "A" else letter
        if source in order:
            result[..., position] = values[..., order.index(source)]
        elif letter == "A":
            result[..., 3] = 255 if values.dtype == np.uint8 and not integer else 1
    return result


def _fields(words, kind):
    """Returns the components of packed words (..., 1), as float32 (..., n)."""
    parts = [
        (words[..., 0] >> shift & 2**bits - 1).astype(np.float32) / np.float32(2**bits - 1)
        for shift, bits in kind.fields
    ]
    return np.stack(parts, axis=-1)


def _codes(words, kind):
    """Returns the components of packed words (..., 1) of an integer format, uint32 (..., n)."""
    parts = [words[..., 0].astype(np.uint32) >> shift & 2**bits - 1 for shift, bits in kind.fields]
    return np.stack(parts, axis=-1)


def _to_float(values, snorm):
    """Converts integers to [0, 1] or [-1, 1]: OpenGL 2.1, table 2.9; bytes stay unchanged.

    EXT_texture_snorm, table 2.10, has "max ( <c>/(2^7-1), -1.0 )" for signed normalized formats.
    """
    dtype = values.dtype
    if dtype == np.uint8:
        return values
    if dtype == np.float32:
        return values  # may be packed bits that look like a NaN
    if dtype.itemsize < 4:
        return look_up(_numbers(dtype, snorm), values.view(f"u{dtype.itemsize}"))
    return by_chunks(lambda rows: _shares(rows, snorm), values, values.shape[-1], np.float32)


@cache
def _numbers(dtype, snorm):
    """Returns the numbers of all elements of an 8-bit or 16-bit type."""
    codes = np.arange(2 ** (8 * dtype.itemsize)).astype(f"u{dtype.itemsize}")
    return _shares(codes.view(dtype), snorm)


def _shares(values, snorm):
    dtype = values.dtype
    if dtype.kind == "f":
        return quiet(values).astype(np.float32)
    if snorm and dtype.kind == "i":
        shares = values.astype(np.float64) / np.float64(np.iinfo(dtype).max)
        return np.maximum(shares, np.float64(-1)).astype(np.float32)
    limit = np.float64(2 ** (8 * dtype.itemsize) - 1)
    wide = values.astype(np.float64)
    return ((2 * wide + 1 if dtype.kind == "i" else wide) / limit).astype(np.float32)


def unpack_values(elements: np.ndarray, layout: Layout, swap: bool) -> np.ndarray:
    """Returns the values of one-element pixels, (depth, height, width), with NaNs canonical."""
    values = layout.view(elements)[..., 0]
    values = values.byteswap() if swap else values
    return quiet(values) if values.dtype.kind == "f" else values


def unpack_depths(values: np.ndarray) -> np.ndarray:
    """Returns depth components of any type as float64: OpenGL 2.1, table 2.9."""
    if values.dtype.kind == "f":
        return values.astype(np.float64)
    limit = np.float64(2 ** (8 * values.dtype.itemsize) - 1)
    wide = values.astype(np.float64)
    return (2 * wide + 1 if values.dtype.kind == "i" else wide) / limit


def unpack_depth_stencil(elements: np.ndarray, layout: Layout, swap: bool):
    """Returns float64 depths and uint32 stencil indices (depth, height, width) of pixels."""
    values = layout.view(elements)
    values = values.byteswap() if swap else values
    word = values[..., -1]
    if values.shape[-1] == 1:
        return (word >> np.uint32(8)) / np.float64(2**24 - 1), word & np.uint32(0xFF)
    depths = np.ascontiguousarray(values[..., 0]).view(np.float32)
    return quiet(depths).astype(np.float64), word & np.uint32(0xFF)


def converted_to_l(pixels: np.ndarray) -> np.ndarray:
    """Returns RGBA pixels (..., 4) with luminance in place of red, as float64.

    OpenGL 2.1, 4.3.2, Conversion to L: "L = R + G + B". GetTexImage has no such step.
    """
    # Bytes are added as integers, which is exact.
    wide = pixels.astype(np.float64)
    wide[..., 0] += wide[..., 1]
    wide[..., 0] += wide[..., 2]
    return wide / 255 if pixels.dtype == np.uint8 else wide


def pack(pixels: np.ndarray, format_: str, type_: str, clamped=False, snorm=False) -> np.ndarray:
    """Returns RGBA pixels (..., 4) as elements (..., n) of the type, in native order.

    Pixels are uint8 or floats, for an integer format integers of any type. Luminance is the red
        component.
    clamped : True to clamp components to [0, 1] for float types too.
    snorm : True if they come from a signed normalized format.
    """
    places = ["RGBA".index("R" if letter == "L" else letter) for letter in PIXEL_FORMATS[format_]]
    kind = PIXEL_TYPES[type_]
    if format_ in INTEGER_FORMATS:
        # EXT_texture_integer, 4.3.2: "each component is clamped to the representable range of
        # <type>."
        if kind.fields:
            return _packed_codes(pixels[..., places], kind)
        ends = np.iinfo(kind.dtype)
        return host.integers_within(pixels[..., places], ends.min, ends.max, kind.dtype)
    if pixels.dtype == np.uint8 and type_ == "UNSIGNED_BYTE":
        return pixels[..., places]
    if pixels.dtype == np.float32 and type_ == "FLOAT" and not clamped:
        return pixels[..., places]  # every bit is kept: they may be packed numbers

    def convert(rows):
        with np.errstate(invalid="ignore"):  # signalling NaNs
            picked = rows if format_ == "RGBA" else rows[:, places]
            wide = picked.astype(np.float64)
        if rows.dtype == np.uint8:
            wide /= 255
        return pack_values(saturated(wide) if clamped else wide, kind, snorm)

    return by_chunks(convert, pixels, 1 if kind.packed else len(places), kind.dtype)


def _packed_codes(pixels, kind):
    """Returns integers (..., n) as packed words (..., 1), clamped to the bits of each."""
    words = np.zeros(pixels.shape[:-1], np.uint32)
    for position, (shift, bits) in enumerate(kind.fields):
        part = pixels[..., position].astype(np.int64).clip(0, 2**bits - 1)
        words |= part.astype(np.uint32) << np.uint32(shift)
    return words.astype(kind.dtype)[..., np.newaxis]


def pack_values(values: np.ndarray, kind: PixelType, snorm=False) -> np.ndarray:
    """Returns float64 components (..., n) as elements of a type, rounded to the nearest.

    OpenGL 2.1, table 4.7. Floats are not clamped here: fixed-point buffers are within their range.
    snorm : True if signed integers are signed normalized.
    """
    dtype = kind.dtype
    if dtype.kind == "f":
        with np.errstate(over="ignore"):
            return quiet(values.astype(dtype))
    if kind.storage:
        with np.errstate(over="ignore"):
            colors = values.astype(np.float32)
        opaque = np.ones((*colors.shape[:-1], 1), np.float32)
        return host.pack(kind.storage, np.concatenate([colors, opaque], axis=-1))
    if snorm and dtype.kind == "i":
        # The reverse of EXT_texture_snorm, table 2.10.
        shares = np.nan_to_num(values, nan=0).clip(-1, 1)
        return np.rint(shares * np.float64(np.iinfo(dtype).max)).astype(dtype)
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
    """Returns integer indices (...) as elements (..., 1) of a type: OpenGL 2.1, table 4.6."""
    dtype = PIXEL_TYPES[type_].dtype
    if type_ == "BITMAP":
        indices = indices & 1
    elif dtype.kind != "f":
        indices = indices & np.iinfo(dtype).max
    with np.errstate(over="ignore"):
        return indices.astype(dtype)[..., np.newaxis]


def pack_depth_stencil(depths: np.ndarray, indices: np.ndarray, type_: str) -> np.ndarray:
    """Returns float64 depths and integer stencil indices (...) as packed elements (..., n)."""
    stencil = (indices & 0xFF).astype(np.uint32)
    if not PIXEL_TYPES[type_].fields:
        return np.stack([depths.astype(np.float32).view(np.uint32), stencil], axis=-1)
    words = np.rint(saturated(depths) * np.float64(2**24 - 1)).astype(np.uint32) << np.uint32(8)
    return (words | stencil)[..., np.newaxis]
