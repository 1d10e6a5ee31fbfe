"""Planes of pixels in blocks of 4x4.

A block is 16 consecutive elements: four quads of 2x2 pixels, row by row, each quad row by row. So
a vector of 4, 8 or 16 lanes is a quad, two quads side by side, or a block, and is contiguous. A
format of several words has each word of all elements one after the other.
"""

from __future__ import annotations

import numpy as np

from softgl.formats import host
from softgl.formats.storages import BYTES, STORAGES, ColorFormat, Storage

BLOCK = 4  # pixels on a side


class Plane:
    """A rectangle of pixels of one format, in block order.

    width, height : pixels. Rows count from the bottom, as in GL.
    format : a ColorFormat, or the name of the storage of depths or stencil indices.
    data : (words * elements,) uint32; of a stencil plane (elements,) uint8.
    """

    def __init__(self, width: int, height: int, format_, initial: int = 0):
        self.width, self.height, self.format = width, height, format_
        self.blocks_x = max(1, -(-width // BLOCK))
        self.blocks_y = max(1, -(-height // BLOCK))
        self.elements = self.blocks_x * self.blocks_y * BLOCK * BLOCK
        self.words = self.storage.words
        kind = np.uint8 if format_ == "stencil8" else np.uint32
        # Zeros take no memory before they are used.
        count = self.words * self.elements
        self.data = np.full(count, initial, kind) if initial else np.zeros(count, kind)

    @property
    def storage(self) -> Storage:
        """How a pixel lies in its words."""
        return self.format.lay if isinstance(self.format, ColorFormat) else STORAGES[self.format]

    def bits(self, letter: str) -> int:
        """The resolution of a component (R, G, B, A, D or S); 0 if there is none."""
        if isinstance(self.format, ColorFormat) and letter not in self.format.kept:
            return 0
        return self.storage.bits(letter)

    def _blocks(self, x0, y0, x1, y1):
        """The blocks that a rectangle touches, a view (words, blocks up, 2, 2, blocks right, 2, 2):
        rows of pixels where its axes are joined in threes; and the first pixel's x and y in it."""
        split = self.data.reshape(self.words, self.blocks_y, self.blocks_x, 2, 2, 2, 2)
        rows = split.transpose(0, 1, 3, 5, 2, 4, 6)
        across = slice(x0 // BLOCK, -(-x1 // BLOCK))
        up = slice(y0 // BLOCK, -(-y1 // BLOCK))
        return rows[:, up, :, :, across], x0 % BLOCK, y0 % BLOCK

    def read(self, x, y, width, height) -> np.ndarray:
        """A rectangle as words (words, height, width), bottom row first; zero outside."""
        result = np.zeros((self.words, height, width), self.data.dtype)
        x0, y0 = max(x, 0), max(y, 0)
        x1, y1 = min(x + width, self.width), min(y + height, self.height)
        if x0 < x1 and y0 < y1:
            blocks, left, low = self._blocks(x0, y0, x1, y1)
            pixels = blocks.reshape(self.words, blocks.shape[1] * BLOCK, blocks.shape[4] * BLOCK)
            result[:, y0 - y : y1 - y, x0 - x : x1 - x] = pixels[
                :, low : low + y1 - y0, left : left + x1 - x0
            ]
        return result

    def read_color(self, x, y, width, height) -> np.ndarray:
        """A rectangle of a colour plane as (height, width, 4) RGBA; zero outside.

        uint8, 255 for 1.0, of planes of bytes, and float32 of others.
        """
        words = np.moveaxis(self.read(x, y, width, height), 0, -1)
        if self.storage is BYTES:
            return host.as_codes(BYTES, words)
        return host.unpack(self.storage, words)

    def write(self, x, y, words) -> None:
        """Replace a rectangle, within the plane, by words (words, height, width)."""
        height, width = words.shape[1:]
        if not height or not width:
            return
        blocks, left, low = self._blocks(x, y, x + width, y + height)
        shape = blocks.shape
        pixels = blocks.reshape(self.words, shape[1] * BLOCK, shape[4] * BLOCK).copy()
        pixels[:, low : low + height, left : left + width] = words
        blocks[...] = pixels.reshape(shape)

    def fill(self, words, masks, box=None) -> None:
        """Set the bits of `masks` to those of `words`, one of each for every word of a pixel.

        box : x, y, width, height of the part that changes; None: all of it.
        """
        if box is None:
            parts = self.data.reshape(self.words, -1)
            for part, word, mask in zip(parts, words, masks, strict=True):
                _set_bits(part, word, mask)
            return
        x0, y0 = max(box[0], 0), max(box[1], 0)
        x1, y1 = min(box[0] + box[2], self.width), min(box[1] + box[3], self.height)
        if x0 < x1 and y0 < y1:
            pixels = self.read(x0, y0, x1 - x0, y1 - y0)
            for part, word, mask in zip(pixels, words, masks, strict=True):
                _set_bits(part, word, mask)
            self.write(x0, y0, pixels)


def _set_bits(array, word, mask):
    """array = (array & ~mask) | (word & mask), in place."""
    kind = array.dtype.type
    everything = np.iinfo(array.dtype).max
    if mask == everything:
        array.fill(word)
    elif mask:
        array &= kind(~mask & everything)
        array |= kind(word & mask)


def block_index(x, y, blocks_x):
    """The element of pixel (x, y): lanes, numpy arrays or numbers."""
    block = (y >> 2) * blocks_x + (x >> 2)
    quad = ((y >> 1) & 1) * 2 + ((x >> 1) & 1)
    return block * 16 + quad * 4 + (y & 1) * 2 + (x & 1)
