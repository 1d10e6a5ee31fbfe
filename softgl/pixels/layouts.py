"""The layout of pixels in client memory: storage modes of OpenGL 2.1, 3.6.1 and 3.6.4."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from softgl.pixels.types import PIXEL_FORMATS, PIXEL_TYPES
from softgl.records import dataclass

ALL = (slice(None), slice(None))
"""Every row and column of an image."""


@dataclass
class PixelStore:
    """The PACK or UNPACK state of OpenGL 2.1, tables 3.1 and 4.5.

    `lsb_first` affects bitmaps only; `client_storage` has no effect.
    """

    swap_bytes: bool = False
    lsb_first: bool = False
    row_length: int = 0
    skip_rows: int = 0
    skip_pixels: int = 0
    alignment: int = 4
    image_height: int = 0
    skip_images: int = 0
    client_storage: bool = False


@dataclass(frozen=True)
class Layout:
    """The layout of an image in elements of memory: OpenGL 2.1, 3.6.4, Unpacking."""

    shape: tuple[int, int, int, int]  # depth, height, width, elements per group
    strides: tuple[int, int, int, int]
    start: int

    @cached_property
    def end(self) -> int:
        """Number of elements of memory up to the image's end; 0 for an empty image."""
        if not all(self.shape):
            return 0
        (depth, height, width, group), (image, row, pixel, element) = self.shape, self.strides
        last = (depth - 1) * image + (height - 1) * row + (width - 1) * pixel
        return self.start + last + (group - 1) * element + 1

    @property
    def is_tight(self) -> bool:
        """True if the image has no gaps: its elements are contiguous from `start` on."""
        _, height, width, group = self.shape
        return self.strides == (height * width * group, width * group, group, 1)

    def view(self, elements: np.ndarray) -> np.ndarray:
        """Returns the image within a 1-D array of at least `end` elements, without a copy."""
        if not self.end:
            return elements[:0].reshape(self.shape)
        strides = tuple(stride * elements.itemsize for stride in self.strides)
        return np.lib.stride_tricks.as_strided(elements[self.start :], self.shape, strides)

    def places(self) -> np.ndarray:
        """Returns the indices of the image's elements, flat."""
        return self.view(np.arange(self.end)).reshape(-1)

    def part(self, rows: slice, columns: slice) -> Layout:
        """Returns the layout of some rows and columns of the image."""
        depth, _, _, group = self.shape
        first = rows.start * self.strides[1] + columns.start * self.strides[2]
        size = rows.stop - rows.start, columns.stop - columns.start
        return Layout((depth, *size, group), self.strides, self.start + first)

    def write(self, memory: np.ndarray, elements: np.ndarray, swap=False) -> None:
        """Writes an image's elements into such an array."""
        if swap:
            elements = elements.byteswap()
        if self.is_tight:
            memory[self.start : self.start + elements.size] = elements.reshape(-1)
        else:
            self.view(memory)[...] = elements.reshape(self.shape)


def layout(store: PixelStore, format_: str, type_: str, size, dimensions: int) -> Layout:
    """Returns the layout of an image of `size` (width, height, depth) under a pixel store.

    Commands of fewer than 3 `dimensions` ignore the modes of images.
    """
    width, height, depth = size
    kind = PIXEL_TYPES[type_]
    group = 1 if kind.packed else len(PIXEL_FORMATS[format_])
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


@dataclass(frozen=True)
class BitmapLayout:
    """The layout of a bitmap's bits: OpenGL 2.1, 3.6.4, "type of BITMAP".

    row : bytes of a row.
    first : the byte of the first row.
    skipped : bits before the first pixel of a row.
    """

    size: tuple[int, int]  # width, height
    row: int
    first: int
    skipped: int
    lsb_first: bool

    @property
    def end(self) -> int:
        """Number of bytes of memory up to the bitmap's end; 0 for an empty one."""
        width, height = self.size
        if not width or not height:
            return 0
        return self.first + (height - 1) * self.row + (self.skipped + width - 1) // 8 + 1

    def unpack(self, memory: np.ndarray) -> np.ndarray:
        """Returns the bits, (height, width) of 0 and 1, of at least `end` bytes."""
        bytes_, shifts = self._places()
        return memory[bytes_] >> shifts & 1

    def write(self, memory: np.ndarray, bits: np.ndarray, part=ALL) -> None:
        """Writes bits (height, width) of 0 and 1 into at least `end` bytes.

        part : the rows and columns to write, as slices.
        """
        bytes_, shifts = (np.broadcast_to(each, bits.shape)[part] for each in self._places())
        bits = bits[part]
        np.bitwise_and.at(memory, bytes_, ~(np.uint8(1) << shifts))
        np.bitwise_or.at(memory, bytes_, bits.astype(np.uint8) << shifts)

    def _places(self):
        """Returns the byte of each pixel, and its bit number."""
        width, height = self.size
        columns = self.skipped + np.arange(width)
        rows = self.first + self.row * np.arange(height)
        place = columns & 7
        shifts = (place if self.lsb_first else 7 - place).astype(np.uint8)
        return rows[:, np.newaxis] + (columns >> 3), shifts[np.newaxis]


def bitmap_layout(store: PixelStore, width: int, height: int) -> BitmapLayout:
    """Returns the layout of a bitmap under a pixel store."""
    # Equation 3.14: "k = a ceil(l / 8a)".
    row = store.alignment * -(-(store.row_length or width) // (8 * store.alignment))
    first, skipped = store.skip_rows * row, store.skip_pixels
    return BitmapLayout((width, height), row, first, skipped, store.lsb_first)
