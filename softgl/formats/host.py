"""Host arrays to words and back, by the formulas of `storages` on the eager machine.

Words of texels and pixels are uint32 arrays (..., words). Large arrays are processed in chunks that
fit a cache.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from softgl.formats.numbers import FLOAT16, FLOAT32, UNORM8, Number
from softgl.formats.storages import BYTES, ColorFormat, Storage
from softgl.lanes import F32, U32, evaluate
from softgl.lanes.eager import EagerMachine
from softgl.lanes.half import HALF_NAN

TEXELS_AT_ONCE = 1 << 15


def saturated(values: np.ndarray) -> np.ndarray:
    """Returns `values` clamped to [0, 1], in their own type; NaN gives 0."""
    return np.where(values > 0, np.minimum(values, values.dtype.type(1)), values.dtype.type(0))


def quiet(values: np.ndarray) -> np.ndarray:
    """Returns floats of any size with one quiet NaN, so that results do not depend on its bits."""
    return np.where(np.isnan(values), values.dtype.type(np.nan), values)


def mapped(formula, values: np.ndarray, dtype) -> np.ndarray:
    """Returns `formula(m, lane)` of every element, as an array of `values`' shape and of `dtype`.

    Elements of fewer than 32 bits become U32 lanes.
    """
    result = np.empty(values.shape, dtype)
    flat, source = result.reshape(-1), values.reshape(-1)
    for start in range(0, flat.size, TEXELS_AT_ONCE):
        part = slice(start, start + TEXELS_AT_ONCE)
        chunk = source[part]
        if chunk.itemsize < 4:
            chunk = chunk.astype(np.uint32)
        flat[part] = evaluate(formula, chunk)
    return result


def by_chunks(convert, values: np.ndarray, count: int, dtype) -> np.ndarray:
    """Converts rows (..., n) of an array to rows (..., count) of `dtype`, in chunks.

    convert : (rows (r, n)) -> rows (r, count); r is small enough for a cache.
    """
    result = np.empty((*values.shape[:-1], count), dtype)
    for target, source in zip(_rows(result), _rows(values), strict=True):
        target[...] = convert(source)
    return result


def look_up(table: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """Returns table[codes]; every code must be within the table."""
    result = np.empty(codes.shape, table.dtype)
    flat, source = result.reshape(-1), codes.reshape(-1)
    for start in range(0, flat.size, TEXELS_AT_ONCE):
        part = slice(start, start + TEXELS_AT_ONCE)
        np.take(table, source[part], out=flat[part], mode="clip")
    return result


def encoded(number: Number, values: np.ndarray, carry=False) -> np.ndarray:
    """Returns the codes of numbers, uint of their bits; carry : True if NaNs keep their bits."""
    if carry and number.carry:
        return evaluate(number.carry, values)
    if number is FLOAT16 and values.dtype == np.float32:
        return by_chunks(_halves, values[..., np.newaxis], 1, np.uint16)[..., 0]
    return mapped(number.pack, values, f"u{-(-number.bits // 8)}" if number.bits <= 16 else "u4")


def _halves(values):
    """Returns the codes of FLOAT16, equal to the formula's but faster; all NaNs are one."""
    with np.errstate(over="ignore", invalid="ignore"):
        codes = values.astype(np.float16).view(np.uint16)
    codes[np.isnan(values)] = HALF_NAN
    return codes


@cache
def _table(number):
    """Returns the numbers of all codes."""
    return mapped(number.unpack, np.arange(2**number.bits, dtype=np.uint32), number.result.dtype)


def decoded(number: Number, codes: np.ndarray) -> np.ndarray:
    """Returns the numbers of codes, of any unsigned type: float32, or int32 or uint32."""
    if number.looked_up:
        return look_up(_table(number), codes)
    if number is FLOAT32:
        return evaluate(number.unpack, np.ascontiguousarray(codes))  # shares the memory
    return mapped(number.unpack, codes, number.result.dtype)


def whole(storage: Storage, values: np.ndarray) -> np.ndarray:
    """Returns integers (..., 4) of any type clamped to a storage's ranges, int32 or uint32."""
    if storage.number:
        return integers_within(values, *storage.range, storage.result.dtype)
    ends = zip(*(field.number.range for field in storage.fields), strict=True)
    low, high = (np.array(each, np.int64) for each in ends)
    return integers_within(values, low, high, storage.result.dtype)


def integers_within(values: np.ndarray, low, high, dtype) -> np.ndarray:
    """Returns integers (..., n) of any type clamped to [low, high], as `dtype`.

    low, high : integers, or int64 (n,).
    """
    count = values.shape[-1]
    return by_chunks(lambda rows: rows.astype(np.int64).clip(low, high), values, count, dtype)


def components(storage: Storage, numbers) -> np.ndarray:
    """Returns numbers that a command has set, floats or integers, as components of a storage.

    The type is float32, or int32 or uint32 for a storage of integers. Floats are then rounded and
    clamped to the range; of integers the low 32 bits are reinterpreted.
    """
    if not storage.integer:
        return np.asarray(numbers, np.float32)
    source = np.asarray(numbers)
    if source.dtype.kind == "f":
        source = np.rint(np.nan_to_num(source.astype(np.float64))).clip(*storage.range)
    return source.astype(np.int64).astype(np.uint32).view(storage.result.dtype)


def from_bytes(pixels: np.ndarray) -> np.ndarray:
    """Returns bytes, 255 for 1.0, as float32."""
    return decoded(UNORM8, pixels)


def pack_bytes(storage: Storage, pixels: np.ndarray) -> np.ndarray:
    """Packs components (..., n), bytes with 255 for 1.0, into words (..., words) of a storage."""
    if storage is BYTES:
        return from_codes(storage, pixels)
    if storage.element is None or not storage.number:
        return pack(storage, from_bytes(pixels))
    all_codes = encoded(storage.number, from_bytes(np.arange(256, dtype=np.uint8)))
    return from_codes(storage, look_up(all_codes, pixels))


def depths(storage: Storage, words: np.ndarray) -> np.ndarray:
    """Returns words of depths (...) as float64."""
    return mapped(storage.depth.wide, words, np.float64)


# -- texels and pixels -----------------------------------------------------------------------------


def pack(storage: Storage, values: np.ndarray, carry=False) -> np.ndarray:
    """Packs components (..., n), float32, into words (..., words).

    Components of integers are int32 or uint32, as the storage has them.
    carry : True if NaNs keep their bits.
    """
    if storage.element is None:
        formula = storage.carry if carry else storage.pack
        return together(lambda m, *lanes: formula(m, lanes), values, storage.words, np.uint32)
    if storage.number:
        codes = encoded(storage.number, np.ascontiguousarray(values), carry)
    else:
        codes = np.empty(values.shape, storage.element)
        for row, source in zip(_rows(codes), _rows(values), strict=True):
            for i, field in enumerate(storage.fields):
                row[:, i] = encoded(field.number, source[:, i], carry)
    return from_codes(storage, codes)


def unpack(storage: Storage, words: np.ndarray) -> np.ndarray:
    """Unpacks words (..., words) to the components (..., n) that are filtered, float32.

    Components of integers are int32 or uint32, as the storage has them.
    """
    if storage.element is None:
        count = len(storage.filtered)
        dtype = storage.result.dtype if storage.integer else np.float32
        return together(lambda m, *lanes: storage.unpack(m, lanes), words, count, dtype)
    codes = as_codes(storage, words)
    if storage.number:
        return decoded(storage.number, codes)
    result = np.empty(codes.shape, np.float32)
    for row, source in zip(_rows(result), _rows(codes), strict=True):
        for i, field in enumerate(storage.fields):
            row[:, i] = decoded(field.number, source[:, i])
    return result


def _rows(values):
    """Returns chunks of an array's last two axes, as views."""
    flat = values.reshape(-1, values.shape[-1])
    return [flat[start : start + TEXELS_AT_ONCE] for start in range(0, len(flat), TEXELS_AT_ONCE)]


def together(formula, source, count, dtype):
    """Applies a formula over the last axis of an array; it returns `count` lanes."""
    machine = EagerMachine()
    result = np.empty((*source.shape[:-1], count), dtype)
    type_ = F32 if source.dtype == np.float32 else U32
    with np.errstate(all="ignore"):
        for row, columns in zip(_rows(result), _rows(source), strict=True):
            lanes = [machine.lanes(np.ascontiguousarray(c), type_) for c in columns.T]
            for i, lane in enumerate(formula(machine, *lanes)):
                row[:, i] = lane.value
    return result


def as_codes(storage: Storage, words: np.ndarray) -> np.ndarray:
    """Returns the dense codes (..., n) of words (..., words), sharing their memory."""
    return np.ascontiguousarray(words).astype("<u4", copy=False).view(storage.element)


def from_codes(storage: Storage, codes: np.ndarray) -> np.ndarray:
    """Returns the words of dense codes."""
    dense = np.ascontiguousarray(codes, storage.element)
    return dense.view("<u4").astype(np.uint32, copy=False)


def swizzled(values: np.ndarray, pattern: str, one) -> np.ndarray:
    """Rearranges (..., 4) values: `pattern` has a component's letter, 0 or 1 for each place."""
    if pattern == "RGBA":
        return values
    result = np.zeros_like(values)
    for position, letter in enumerate(pattern):
        if letter == "1":
            result[..., position] = one
        elif letter != "0":
            result[..., position] = values[..., "RGBA".index(letter)]
    return result


def pack_colors(format_: ColorFormat, colors: np.ndarray, convert=False) -> np.ndarray:
    """Packs colours (..., 4), numbers as in `components`, into words (..., words) of plane pixels.

    convert : True to encode them for a plane of sRGB.
    """
    colors = swizzled(components(format_.lay, colors), format_.swizzle, 1)
    return pack(format_.linear if convert else format_.lay, colors)
