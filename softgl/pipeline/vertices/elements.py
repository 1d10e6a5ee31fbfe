"""The elements of attributes: words in client memory of any layout, as kernels read them.

Kernels read arrays of 32-bit words in place. Arrays of other types are first converted to packed
floats; kernels of long meshes read small integers in place, too.
"""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np

from softgl.pipeline.keys.vertex_formats import (
    CLAMPED,
    FIXED_DTYPE,
    PACKED_DTYPES,
    SmallIntegers,
    element_size,
)
from softgl.pipeline.vertices.packed import unpacked
from softgl.records import dataclass
from softgl.tuning import limits

# The components that an array does not have.
DEFAULT_COMPONENTS = np.array([0, 0, 0, 1], np.float32)
DEFAULT_WORDS, DEFAULT_INTEGERS = (
    DEFAULT_COMPONENTS.view(np.uint32),
    np.array([0, 0, 0, 1], np.uint32),
)
WORD_DTYPES = {"i": np.dtype(np.int32), "u": np.dtype(np.uint32)}  # of integers that stay integers
FLOAT_DTYPE = np.dtype(np.float32)


@dataclass(eq=False)
class Elements:
    """The elements of an attribute: `size` components each, `step` words apart, from `start` on.

    words : uint32, contiguous, not empty: the bits of floats or, if `integer`, of integers.
    available : the number of elements; all components beyond these are 0. Absent components are
        those of (0, 0, 0, 1).
    form : the packing of small integers in the words, for `fetch` only; None for whole words.
    """

    words: np.ndarray
    start: int = 0
    step: int = 4
    size: int = 4
    available: int = 0
    integer: bool = False
    form: SmallIntegers | None = None

    @property
    def defaults(self) -> np.ndarray:
        """Values of absent components, (4,) uint32."""
        return DEFAULT_INTEGERS if self.integer else DEFAULT_WORDS

    @property
    def layout(self) -> tuple[int, int, int, int]:
        return self.start, self.step, self.size, self.available

    def part(self, start: int, count: int) -> Elements:
        """Elements `start` ... `start + count - 1`."""
        available = min(count, self.available - start)
        if available <= 0:
            return replace(self, available=0)
        return replace(self, start=self.start + start * self.step, available=available)

    def in_place(self, count: int) -> Elements:
        """Returns the first `count` elements, without a copy."""
        return self.part(0, count)

    def at(self, numbers) -> Elements:
        """The elements with these numbers, which are in ascending order."""
        within = numbers[: np.searchsorted(numbers, self.available)].astype(np.int64)
        places = self.start + within[:, None] * self.step + np.arange(self.size)
        if not len(within):
            return replace(self, available=0)
        words = self.words[places].reshape(-1)
        return replace(self, words=words, start=0, step=self.size, available=len(within))

    def rows(self, count: int) -> np.ndarray:
        """The first `count` elements, (count, 4) float32 or, if `integer`, floats of their bits."""
        size, within = self.size, max(0, min(count, self.available))
        result = np.empty((count, 4), np.uint32)
        if within:
            shape, strides = (within, size), (4 * self.step, 4)
            result[:within, :size] = np.ndarray(
                shape, np.uint32, self.words, 4 * self.start, strides
            )
        if within < count:
            result[within:, :size] = 0
        if size < 4:
            result[:, size:] = self.defaults[size:]
        return result.view(np.float32)


def as_elements(values) -> Elements:
    """Elements of (n, 4) float32; what is Elements already stays as it is."""
    if isinstance(values, Elements):
        return values
    words = np.ascontiguousarray(values).view(np.uint32).reshape(-1)
    return Elements(words if len(words) else np.zeros(4, np.uint32), available=len(values))


def as_source(values):
    """A source with the methods `part` and `at` of Elements; arrays as `as_elements` takes them."""
    return as_elements(values) if isinstance(values, np.ndarray) else values


def find_elements(
    memory, offset, stride, size, dtype, normalized, first, count, integer=False, bgra=False
) -> Elements:
    """Elements `first` ... `first + count - 1` of an array.

    memory : uint8, or anything with the buffer protocol. offset, stride : bytes.
    size : components of an element, 1 to 4. integer : True if integers stay integers.
    bgra : True if the third of four components comes first, and the first one third.
    Elements that do not lie within the memory as a whole are not available.
    """
    dtype, memory = np.dtype(dtype), np.frombuffer(memory, np.uint8)
    start, length = offset + first * stride, element_size(size, dtype)
    available = _available(memory, start, stride, length, count)
    if available <= 0:
        return Elements(np.zeros(4, np.uint32), size=size, integer=integer)
    memory = memory[start : start + (available - 1) * stride + length]
    direct = dtype == (WORD_DTYPES[dtype.kind] if integer else FLOAT_DTYPE)
    if direct and not stride % 4 and len(memory) <= limits.MAX_FETCHED_BYTES:
        words = memory.view(np.uint32)
        if words.flags.aligned:
            return Elements(words, 0, stride // 4, size, available, integer)
    if dtype in PACKED_DTYPES:
        words = np.ndarray((available,), np.uint32, memory, 0, (stride,))
        values = unpacked(words, dtype, normalized)[:, :size]
    else:
        values = np.ndarray((available, size), dtype, memory, 0, (stride, dtype.itemsize))
        values = values.astype(WORD_DTYPES[dtype.kind]) if integer else to_float(values, normalized)
    if bgra:
        values = values[:, (2, 1, 0, 3)]
    words = np.ascontiguousarray(values).view(np.uint32).reshape(-1)
    return Elements(words, 0, size, size, available, integer)


def _available(memory, start, stride, length, count) -> int:
    """Number of elements, at most `count`, wholly within memory; length : bytes of each."""
    room = len(memory) - start - length
    return min(count, room // stride + 1 if stride else count) if room >= 0 <= start else 0


def find_in_place(
    memory, offset, stride, size, dtype, normalized, count, integer=False
) -> Elements | None:
    """The first `count` elements of an array where they lie, as `fetch` reads them.

    None where it cannot: for numbers of 8 bytes, halves, and what is not aligned. The parameters
    are those of `find_elements`.
    """
    form = None
    if dtype != (WORD_DTYPES.get(dtype.kind) if integer else FLOAT_DTYPE):
        small = dtype.kind in WORD_DTYPES and dtype.itemsize < 4 and sys.byteorder == "little"
        if integer or not small:
            return None
        form = SmallIntegers(dtype.itemsize, dtype.kind == "i", normalized)
    length = size * dtype.itemsize
    available = _available(memory, offset, stride, length, count)
    if available <= 0:
        return Elements(np.zeros(4, np.uint32), size=size, integer=integer, form=form)
    end = -(-(offset + (available - 1) * stride + length) // 4) * 4
    if offset % 4 or stride % 4 or end > len(memory) or end - offset > limits.MAX_FETCHED_BYTES:
        return None
    words = memory[offset:end].view(np.uint32)
    if not words.flags.aligned:
        return None
    return Elements(words, 0, stride // 4, size, available, integer, form)


def to_float(values, normalized) -> np.ndarray:
    """Numbers as float32; `normalized` integers by OpenGL 2.1, table 2.9.

    "c / (2^b - 1)" for unsigned ones and "(2c + 1) / (2^b - 1)" for signed ones; if CLAMPED, the
    latter by OpenGL ES 3.0, equation 2.2. Fixed-point numbers (ARB_ES2_compatibility) are rounded
    to the nearest; `normalized` does not apply to them.
    """
    dtype = values.dtype
    if dtype == FIXED_DTYPE:
        return (values["in_65536ths"] * 2.0**-16).astype(np.float32)
    if dtype == np.float16:
        # Some processors make quiet NaNs of signalling halves, others do not.
        words = values.view(np.uint16)
        quiet = ((words & 0x7FFF) > 0x7C00) * np.uint16(0x200)
        values = (words | quiet).view(np.float16)
    if not normalized or dtype.kind == "f":
        with np.errstate(over="ignore"):
            return values.astype(np.float32)
    bits, wide = 8 * dtype.itemsize, values.astype(np.float64)
    if normalized == CLAMPED and dtype.kind == "i":
        return np.maximum(wide / float(2 ** (bits - 1) - 1), -1.0).astype(np.float32)
    if dtype.kind == "i":
        wide = wide * 2.0 + 1.0
    return (wide / float(2**bits - 1)).astype(np.float32)
