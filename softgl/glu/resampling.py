"""Images in client memory as components, and their resampling (GLU 1.3, chapter 3).

A number of the result is the mean of those it covers, weighted by the covered part. Sums go from
the first number to the last.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from softgl import gl, hostmath
from softgl.counts import counted
from softgl.gl.api.arguments import BadArgument
from softgl.gl.api.memory import as_typed_memory, shared
from softgl.glu.constants import CONSTANTS
from softgl.glu.functions import GLUError
from softgl.pixels.layouts import PixelStore, bitmap_layout, layout
from softgl.pixels.types import PIXEL_FORMATS, PIXEL_TYPES
from softgl.records import dataclass

FORMATS = {getattr(gl, f"GL_{name}"): name for name in PIXEL_FORMATS}
TYPES = {
    getattr(gl, f"GL_{name}"): name
    for name, kind in PIXEL_TYPES.items()
    if not kind.storage and "DEPTH_STENCIL_EXT" not in kind.formats
}
_MODES = "SWAP_BYTES LSB_FIRST ROW_LENGTH SKIP_ROWS SKIP_PIXELS ALIGNMENT".split()
_MODES_3D = "IMAGE_HEIGHT SKIP_IMAGES".split()


class Refused(Exception):
    """An image that GLU refuses; `code` is the error number that the function returns."""

    def __init__(self, code: str):
        self.code = CONSTANTS[f"GLU_{code}"]
        super().__init__(code)


@dataclass(frozen=True)
class Pixels:
    """The names of a format and a type of pixels in memory."""

    format: str
    type: str

    @classmethod
    def of(cls, format_: int, type_: int) -> Pixels:
        """Returns the names for two enums; raises Refused if either is unknown or they disagree."""
        if format_ not in FORMATS or type_ not in TYPES:
            raise Refused("INVALID_ENUM")
        pixels = cls(FORMATS[format_], TYPES[type_])
        if pixels.format not in pixels.kind.formats:
            raise Refused("INVALID_OPERATION")
        return pixels

    @property
    def kind(self):
        """The type: see `softgl.pixels`."""
        return PIXEL_TYPES[self.type]

    @property
    def components(self) -> int:
        """The number of components of a pixel."""
        return len(PIXEL_FORMATS[self.format])

    @property
    def limits(self) -> np.ndarray:
        """The greatest value of each component, as float64; 1 for floats."""
        kind = self.kind
        if kind.fields:
            return np.array([2**bits - 1 for _, bits in kind.fields], np.float64)
        most = 1 if kind.real or self.type == "BITMAP" else np.iinfo(kind.dtype).max
        return np.full(self.components, most, np.float64)


def pixel_store(side: str) -> PixelStore:
    """Returns the current pixel storage modes of a side, PACK or UNPACK."""
    modes = [*_MODES, *_MODES_3D]
    values = {m.lower(): int(gl.glGetIntegerv(getattr(gl, f"GL_{side}_{m}"))) for m in modes}
    return PixelStore(**values)


def _layout(pixels: Pixels, size, store: PixelStore, dimensions: int):
    if pixels.type == "BITMAP":
        return bitmap_layout(store, *size[:2])
    return layout(store, pixels.format, pixels.type, size, dimensions)


def _memory(data, pixels: Pixels, count: int, name: str) -> np.ndarray:
    memory = _refusing(name, as_typed_memory, data, pixels)[0]
    elements = memory[: memory.size // pixels.kind.dtype.itemsize * pixels.kind.dtype.itemsize]
    return _enough(elements.view(pixels.kind.dtype), count, name)


def _refusing(name: str, convert: Callable, data, pixels: Pixels):
    """Calls `convert` with memory and the type of pixels; raises GLUError for `BadArgument`."""
    try:
        return convert(data, pixels.kind.dtype)
    except BadArgument as refused:
        raise GLUError(f"{name}: {refused.description}") from None


def _enough(elements, count, name):
    if elements.size < count:
        raise GLUError(f"{name}: {counted(count, 'element')} needed, not {elements.size}")
    return elements


def read(data, pixels: Pixels, size, store: PixelStore, dimensions: int) -> np.ndarray:
    """Returns the components of an image, (depth, height, width, n) float64 from 0 to `limits`.

    size : width, height, depth.
    """
    where = _layout(pixels, size, store, dimensions)
    memory = _memory(data, pixels, where.end, "data")
    if pixels.type == "BITMAP":
        return where.unpack(memory)[None, ..., None].astype(np.float64)
    values = where.view(memory)
    values = values.byteswap() if store.swap_bytes else values
    if pixels.kind.fields:
        word = values[..., 0].astype(np.int64)
        fields = [word >> shift & 2**bits - 1 for shift, bits in pixels.kind.fields]
        values = np.stack(fields, -1)
    return values.astype(np.float64)


def elements(values: np.ndarray, pixels: Pixels) -> np.ndarray:
    """Rounds components to elements of memory, (depth, height, width, n); NaN gives 0."""
    kind = pixels.kind
    if kind.real:
        with np.errstate(over="ignore"):
            return hostmath.quiet(values).astype(kind.dtype)
    least = 0.0 if kind.fields or pixels.type == "BITMAP" else float(np.iinfo(kind.dtype).min)
    rounded = np.clip(np.nan_to_num(np.floor(values + 0.5)), least, pixels.limits)
    if not kind.fields:
        return rounded.astype(kind.dtype)
    word = np.zeros(values.shape[:-1], np.int64)
    for position, (shift, _) in enumerate(kind.fields):
        word |= rounded[..., position].astype(np.int64) << shift
    return word.astype(kind.dtype)[..., None]


def write(out, values: np.ndarray, pixels: Pixels, store: PixelStore) -> None:
    """Writes components into memory as an image."""
    depth, height, width, _ = values.shape
    where = _layout(pixels, (width, height, depth), store, 2)
    memory = _refusing("dataOut", shared, out, pixels)
    if memory is None:
        raise GLUError("dataOut: an array of its type without gaps is needed")
    _enough(memory, where.end, "dataOut")
    if pixels.type == "BITMAP":
        where.write(memory, elements(values, pixels)[0, ..., 0])
    else:
        where.write(memory, elements(values, pixels), store.swap_bytes)


def resized(values: np.ndarray, size, linear: bool = False) -> np.ndarray:
    """Returns an image (depth, height, width, n) scaled to a size: width, height, depth.

    linear : True to interpolate when enlarging; the image repeats at its edges.
    """
    for axis, length in zip((2, 1, 0), size, strict=True):
        if values.shape[axis] != length:
            values = _resized(values, axis, length, linear)
    return values


def _resized(values, axis, length, linear):
    """Scales along one axis; positions are counted in units in which all bounds are integers."""
    before = values.shape[axis]
    # Number k of the image is from 2 k length to 2 (k + 1) length.
    half = max(before, length) if linear else before
    starts = before * (2 * np.arange(length) + 1) - half
    shape = [-1 if k == axis else 1 for k in range(4)]
    total = 0.0
    for part in range((half - 1) // length + 2):
        number = starts // (2 * length) + part
        low = np.maximum(number * 2 * length, starts)
        high = np.minimum((number + 1) * 2 * length, starts + 2 * half)
        weight = (np.maximum(high - low, 0) / (2 * half)).reshape(shape)
        # A number of weight 0 is excluded: it may be infinite.
        with np.errstate(invalid="ignore", over="ignore"):
            weighted = np.take(values, number % before, axis) * weight
            total = total + np.where(weight > 0, weighted, 0.0)
    return total
