"""The framebuffer: colour, depth and stencil planes in blocks of 4x4 pixels.

A block is 16 consecutive elements: four quads of 2x2 pixels, row by row, each quad row by row. So
a vector of 4, 8 or 16 lanes is a quad, two quads side by side, or a block, and is contiguous.
"""

from __future__ import annotations

import numpy as np

BLOCK = 4  # pixels on a side
TILE = 64  # pixels on a side; what one thread draws at a time
MAX_SIZE = 8192
DEPTH_MAX = 2**24 - 1


class Framebuffer:
    """RGBA8 colour (red in the lowest byte), 24-bit depth, 8-bit stencil.

    width, height : pixels, at most `MAX_SIZE`.
    color, depth : (elements,) uint32 in block order. stencil : (elements,) uint8.
    Rows count from the bottom, as in GL.
    """

    def __init__(self, width: int, height: int):
        self.width, self.height = width, height
        self.blocks_x = max(1, -(-width // BLOCK))
        self.blocks_y = max(1, -(-height // BLOCK))
        elements = self.blocks_x * self.blocks_y * BLOCK * BLOCK
        self.color = np.zeros(elements, np.uint32)
        self.depth = np.full(elements, DEPTH_MAX, np.uint32)
        self.stencil = np.zeros(elements, np.uint8)

    def _rows(self, plane):
        """A plane as (height, width) in pixel order, padding included: a view of its elements."""
        split = plane.reshape(self.blocks_y, self.blocks_x, 2, 2, 2, 2)
        return split.transpose(0, 2, 4, 1, 3, 5)

    def _read(self, plane, x, y, width, height):
        """A rectangle of a plane, (height, width); zero outside the framebuffer."""
        result = np.zeros((height, width), plane.dtype)
        x0, y0 = max(x, 0), max(y, 0)
        x1, y1 = min(x + width, self.width), min(y + height, self.height)
        if x0 < x1 and y0 < y1:
            rows = self._rows(plane).reshape(self.blocks_y * BLOCK, self.blocks_x * BLOCK)
            result[y0 - y : y1 - y, x0 - x : x1 - x] = rows[y0:y1, x0:x1]
        return result

    def read_color(self, x, y, width, height) -> np.ndarray:
        """A rectangle as (height, width, 4) uint8 RGBA, bottom row first; zero outside."""
        words = self._read(self.color, x, y, width, height)
        return words.astype("<u4", copy=False).view(np.uint8).reshape(height, width, 4)

    def read_depth(self, x, y, width, height) -> np.ndarray:
        """A rectangle as (height, width) uint32 of 24-bit values, bottom row first."""
        return self._read(self.depth, x, y, width, height)

    def read_stencil(self, x, y, width, height) -> np.ndarray:
        """A rectangle as (height, width) uint8, bottom row first."""
        return self._read(self.stencil, x, y, width, height)

    def clear(self, color=None, color_mask=(True,) * 4, depth=None, stencil=None) -> None:
        """Set whole planes: `color` four floats, `depth` a float, both clamped to [0, 1]."""
        if color is not None:
            word, mask = pack_color(color), mask_word(color_mask)
            self.color &= np.uint32(~mask & 0xFFFFFFFF)
            self.color |= np.uint32(word & mask)
        if depth is not None:
            self.depth.fill(quantise(depth, DEPTH_MAX))
        if stencil is not None:
            self.stencil.fill(stencil & 0xFF)


def block_index(x, y, blocks_x):
    """The element of pixel (x, y): lanes, numpy arrays or numbers."""
    block = (y >> 2) * blocks_x + (x >> 2)
    quad = ((y >> 1) & 1) * 2 + ((x >> 1) & 1)
    return block * 16 + quad * 4 + (y & 1) * 2 + (x & 1)


def quantise(value, maximum: int) -> int:
    """A float of [0, 1] as the nearest integer of [0, maximum]; NaN gives 0."""
    clamped = np.float32(min(max(float(value), 0.0), 1.0)) if value == value else np.float32(0)
    return int(np.rint(clamped * np.float32(maximum)))


def pack_color(color) -> int:
    """Four floats as an RGBA8 word."""
    red, green, blue, alpha = (quantise(component, 255) for component in color)
    return red | green << 8 | blue << 16 | alpha << 24


def mask_word(mask) -> int:
    """Four truth values as a word with the bytes to be written all ones."""
    return sum(0xFF << 8 * i for i, written in enumerate(mask) if written)
