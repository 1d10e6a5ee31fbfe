"""Images of client memory as components, and images of other sizes (GLU 1.3, chapter 3).

Every number is a mean of those that it takes the place of, by how much of each it covers. Sums go
from the first number to the last.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from softgl import gl, hostmath
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
    """An image that GLU does not take; `code` is the number that the function returns."""

    def __init__(self, code: str):
        self.code = CONSTANTS[f"GLU_{code}"]
        super().__init__(code)


@dataclass(frozen=True)
class Pixels:
    """A format and a type of pixels in memory, by their names."""

    format: str
    type: str

    @classmethod
    def of(cls, format_: int, type_: int) -> Pixels:
        """Those of two enums; Refused if there are none such, or they do not go together."""
        if format_ not in FORMATS or type_ not in TYPES:
            raise Refused("INVALID_ENUM")
        pixels = cls(FORMATS[format_], TYPES[type_])
        if pixels.format not in pixels.kind.formats:
            raise Refused("INVALID_OPERATION")
        return pixels

    @property
    def kind(self):
        """The type, as `softgl.pixels` has it."""
        return PIXEL_TYPES[self.type]

    @property
    def components(self) -> int:
        """How many there are of a pixel."""
        return len(PIXEL_FORMATS[self.format])

    @property
    def limits(self) -> np.ndarray:
        """What each component is at most, as float64; 1 for floats."""
        kind = self.kind
        if kind.fields:
            return np.array([2**bits - 1 for _, bits in kind.fields], np.float64)
        most = 1 if kind.real or self.type == "BITMAP" else np.iinfo(kind.dtype).max
        return np.full(self.components, most, np.float64)


def pixel_store(side: str) -> PixelStore:
    """The current pixel storage modes of a side, PACK or UNPACK."""
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


def _refusing(name: str, look: Callable, data, pixels: Pixels):
    """Calls `look` with memory and the type of some pixels; raises GLUError for `BadArgument`."""
    try:
        return look(data, pixels.kind.dtype)
    except BadArgument as refused:
        raise GLUError(f"{name}: {refused.description}") from None


def _enough(elements, count, name):
    if elements.size < count:
        raise GLUError(f"{name}: {count} elements are needed, but there are {elements.size}")
    return elements


def read(data, pixels: Pixels, size, store: PixelStore, dimensions: int) -> np.ndarray:
    """The components of an image in memory, (depth, height, width, n) float64 from 0 to `limits`.

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
    """Components as elements of memory, (depth, height, width, n), to the nearest; NaN is 0."""
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
    """Write components into memory as an image."""
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
    """An image (depth, height, width, n) of another size: width, height, depth.

    linear : True if numbers of a larger one are between those of the image, which is repeated.
    """
    for axis, length in zip((2, 1, 0), size, strict=True):
        if values.shape[axis] != length:
            values = _resized(values, axis, length, linear)
    return values


def _resized(values, axis, length, linear):
    """Along one axis; places are counted in parts, of which all numbers have whole ones."""
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
        # What has no weight is left out: it may be infinite.
        with np.errstate(invalid="ignore", over="ignore"):
            taken = np.take(values, number % before, axis) * weight
            total = total + np.where(weight > 0, taken, 0.0)
    return total
