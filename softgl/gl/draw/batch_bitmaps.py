"""The bitmaps of a batch, which are drawn as few larger ones: text is many small bitmaps.

A bitmap costs 0.1 ms besides its pixels. Bitmaps that differ only in pixels and place are batched
as small draws are (`batch`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np

from softgl.lanes import Engine
from softgl.pipeline.images.pixel_rectangle import RectangleCall, draw_rectangle, place_image
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.records import dataclass
from softgl.tuning import limits


class Bitmap(NamedTuple):
    """A bitmap in the window. bits : (rows, columns) uint8 of 0 and 1, from pixel (x, y) on."""

    x: int
    y: int
    bits: np.ndarray

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The bounds: left and low inclusive, right and high exclusive."""
        rows, columns = self.bits.shape
        return self.x, self.y, self.x + columns, self.y + rows

    def within(self, width: int, height: int) -> Bitmap:
        """Returns the part within a window of this size."""
        left, low = max(0, -self.x), max(0, -self.y)
        bits = self.bits[low : max(0, height - self.y), left : max(0, width - self.x)]
        return Bitmap(self.x + left, self.y + low, bits)


@dataclass(frozen=True)
class BitmapBatch:
    """Draws the bitmaps of a batch. call : (bits, places) -> the call that draws them."""

    engine: Engine
    threads: int
    frame: Framebuffer
    call: Callable[[np.ndarray, list], RectangleCall]

    def draw(self, bitmaps: list[Bitmap]) -> None:
        """Draws bitmaps in order."""
        size = self.frame.width, self.frame.height
        for x, y, bits in joined(bitmap.within(*size) for bitmap in bitmaps):
            places = place_image(bits.shape[::-1], (x, y), (1.0, 1.0), size)
            draw_rectangle(self.engine, self.frame, self.call(bits, places), self.threads)


def joined(bitmaps: Iterable[Bitmap]) -> Iterator[Bitmap]:
    """Joins many bitmaps into few; each pixel of a joined one belongs to at most one of them."""
    some, box, pixels = [], None, 0
    for bitmap in bitmaps:
        if not bitmap.bits.size:
            continue
        around = bitmap.box if box is None else _around(box, bitmap.box)
        pixels += bitmap.bits.size
        area = (around[2] - around[0]) * (around[3] - around[1])
        if some and area > max(limits.MAX_SMALL_JOINED_PIXELS, limits.MAX_JOINED_RATIO * pixels):
            yield from _pasted(some, box)
            some, around, pixels = [], bitmap.box, bitmap.bits.size
        some.append(bitmap)
        box = around
    if some:
        yield from _pasted(some, box)


def _around(one, other):
    lows = [min(pair) for pair in zip(one[:2], other[:2], strict=True)]
    return (*lows, *[max(pair) for pair in zip(one[2:], other[2:], strict=True)])


def _pasted(bitmaps: list[Bitmap], box) -> Iterator[Bitmap]:
    """Joins bitmaps into one with this box, or into several where pixels meet and count twice."""
    if len(bitmaps) == 1:
        yield bitmaps[0]
        return
    left, low, right, high = box
    shape = high - low, right - left
    bits = np.zeros(shape, np.uint8)
    for bitmap in bitmaps:
        x, y = bitmap.x - left, bitmap.y - low
        rows, columns = bitmap.bits.shape
        place = slice(y, y + rows), slice(x, x + columns)
        if np.bitwise_and(bits[place], bitmap.bits).any():
            yield Bitmap(left, low, bits)
            bits = np.zeros(shape, np.uint8)
        bits[place] |= bitmap.bits
    yield Bitmap(left, low, bits)
