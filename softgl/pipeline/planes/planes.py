"""Planes of pixels in blocks of 4x4.

A block is 16 consecutive elements: four quads of 2x2 pixels, row by row, each quad row by row. So
a vector of 4, 8, 16 or 32 lanes is a quad, two quads side by side, a block, or two blocks side by
side, and is contiguous. A format of several words has each word of all elements one after the
other; each sample of pixels has a plane of its own, one after the other.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from softgl.formats import host
from softgl.formats.storages import BYTES, STORAGES, ColorFormat, Storage
from softgl.pipeline.support.arena import on_lines
from softgl.pipeline.support.threads import in_threads
from softgl.tuning import limits

BLOCK = 4  # pixels on a side
TILE_BITS = 6
TILE = 1 << TILE_BITS  # pixels on a side; what one thread draws at a time
BLOCKS_ACROSS_TILE = TILE // BLOCK  # of a tile, on a side
MAX_PLANE_ELEMENTS = 2**31 - 1  # of a plane: kernels count them in 32 bits


class Plane:
    """A rectangle of pixels of one format, in block order.

    width, height : pixels. Rows count from the bottom, as in GL.
    format : a ColorFormat, or the name of the storage of depths or stencil indices.
    samples : of each pixel; of several all that is read or written are the words of each sample,
        one after the other.
    memory : (samples * words * elements,) uint32; of a stencil plane (samples * elements,) uint8.
    pending : uint32, of each tile, row by row from the bottom left: 1 if its clear is pending,
        else 0.
    cleared : uint32, the words of a cleared pixel, of all its samples.
    Raises MemoryError for more elements than kernels count.
    """

    def __init__(self, width: int, height: int, format_, initial: int = 0, samples: int = 1):
        self.width, self.height, self.format, self.samples = width, height, format_, samples
        self.blocks_x = max(1, -(-width // BLOCK))
        self.blocks_y = max(1, -(-height // BLOCK))
        self.elements = self.blocks_x * self.blocks_y * BLOCK * BLOCK
        self.words = self.storage.words
        kind = np.uint8 if format_ == "stencil8" else np.uint32
        count = samples * self.words * self.elements
        if count > MAX_PLANE_ELEMENTS:
            raise MemoryError(f"{count} elements")
        # Zeros take no memory before they are used.
        self.memory = on_lines(count, kind, np.zeros)
        if initial:
            self.memory.fill(initial)
        self.pending = np.zeros(
            -(-self.blocks_x // BLOCKS_ACROSS_TILE) * -(-self.blocks_y // BLOCKS_ACROSS_TILE),
            np.uint32,
        )
        self.cleared = np.zeros(samples * self.words, np.uint32)
        self._threads = 0  # that share what is left to be cleared; none: all is set

    @property
    def data(self) -> np.ndarray:
        """The memory, all of it as it was cleared and drawn."""
        self.settle()
        return self.memory

    @property
    def rows(self) -> np.ndarray:
        """The data, a row for each word of each sample."""
        return self.data.reshape(self.samples * self.words, -1)

    def clear(self, words, threads: int = 1) -> None:
        """Marks all pixels as cleared to these words; each tile is written when it is first used.

        Most of a frame is drawn to soon; a tile just written is in the CPU's caches then.
        threads : that share the remaining tiles when the memory is read.
        """
        self.cleared.reshape(self.samples, -1)[:] = words
        self.pending.fill(1)
        self._threads = threads

    @property
    def pending_tiles(self) -> np.ndarray:
        """The tiles that are still to be cleared, a mask (tiles up, tiles to the right)."""
        return self.pending.reshape(-(-self.blocks_y // BLOCKS_ACROSS_TILE), -1).astype(bool)

    def settle(self) -> None:
        """Writes all pending clears."""
        if self._threads:
            threads = self._threads if self.memory.nbytes > limits.MAX_ONE_THREAD_FILL else 1
            in_threads(threads, np.ndarray.fill, list(self._fills(threads)))
            self.pending.fill(0)
            self._threads = 0

    def _fills(self, threads):
        """Parts of the memory to clear, and the word for each."""
        pending = self.pending.reshape(-(-self.blocks_y // BLOCKS_ACROSS_TILE), -1)
        rows = self.memory.reshape(len(self.cleared), self.blocks_y, -1)
        whole = pending.all()
        for row, word in zip(rows, self.cleared.tolist(), strict=True):
            split = np.array_split(row, threads) if whole else None
            parts = split or [row[part] for part in _runs(pending)]
            yield from ((part, word) for part in parts)

    def changes_all(self, masks) -> bool:
        """True if masks, one for every word of a pixel, change all components."""
        return not any(bits & ~masks[word] for word, bits in self.storage.masks)

    def of(self, data: np.ndarray, samples: int) -> Plane:
        """A plane of the same format in other memory, with a number of samples."""
        plane = object.__new__(type(self))
        vars(plane).update(vars(self), memory=data, samples=samples, _threads=0)
        plane.pending = np.zeros_like(self.pending)
        plane.cleared = np.zeros(samples * self.words, np.uint32)
        vars(plane).pop("_sample_planes", None)  # made of this one's memory
        return plane

    @property
    def sample_planes(self) -> tuple[Plane, ...]:
        """A plane for each sample, whose data is a part of this one's; of one sample, itself."""
        self.settle()
        return (self,) if self.samples == 1 else self._sample_planes

    @cached_property
    def _sample_planes(self):
        return tuple(self.of(data, 1) for data in np.split(self.memory, self.samples))

    @property
    def storage(self) -> Storage:
        """The storage of a pixel in its words."""
        return self.format.lay if isinstance(self.format, ColorFormat) else STORAGES[self.format]

    def bits(self, letter: str) -> int:
        """The resolution of a component (R, G, B, A, D or S); 0 if there is none."""
        if isinstance(self.format, ColorFormat) and letter not in self.format.swizzle:
            return 0
        return self.storage.bits(letter)

    def _blocks(self, x0, y0, x1, y1):
        """The blocks that a rectangle touches, a view (words, blocks up, 2, 2, blocks right, 2).

        Its elements are two pixels side by side, whose bits are one number: rows of them where its
        axes are joined in threes and twos. Twice as quick as pixels, even as numpy copies them.
        """
        pair = f"u{2 * self.data.itemsize}"
        split = self.data.view(pair).reshape(-1, self.blocks_y, self.blocks_x, 2, 2, 2)
        rows = split.transpose(0, 1, 3, 5, 2, 4)
        return rows[:, y0 // BLOCK : -(-y1 // BLOCK), :, :, x0 // BLOCK : -(-x1 // BLOCK)]

    def _whole(self, x0, y0, x1, y1):
        """The blocks that a rectangle touches as pixels (words, rows, columns), a copy."""
        blocks = self._blocks(x0, y0, x1, y1)
        words, up, _, _, right, _ = blocks.shape
        rows = np.ascontiguousarray(blocks).reshape(words, up * BLOCK, right * BLOCK // 2)
        return rows.view(self.data.dtype)

    def read(self, x, y, width, height) -> np.ndarray:
        """A rectangle as words (words, height, width), bottom row first; zero outside."""
        x0, y0 = max(x, 0), max(y, 0)
        x1, y1 = min(x + width, self.width), min(y + height, self.height)
        words = self.samples * self.words
        if x0 >= x1 or y0 >= y1:
            return np.zeros((words, height, width), self.data.dtype)
        left, low = x0 - x0 % BLOCK, y0 - y0 % BLOCK
        inside = self._whole(x0, y0, x1, y1)[:, y0 - low : y1 - low, x0 - left : x1 - left]
        if inside.shape[1:] == (height, width):
            return inside
        result = np.zeros((words, height, width), self.data.dtype)
        result[:, y0 - y : y1 - y, x0 - x : x1 - x] = inside
        return result

    def read_color(self, x, y, width, height) -> np.ndarray:
        """A rectangle of a colour plane as (height, width, 4) RGBA; zero outside.

        uint8, 255 for 1.0, of planes of bytes, int32 or uint32 of integers, and else float32.
        """
        words = self.read(x, y, width, height).transpose(1, 2, 0)
        if self.storage is BYTES:
            return host.as_codes(BYTES, words)
        return host.unpack(self.storage, words)

    def write(self, x, y, words) -> None:
        """Replaces a rectangle, within the plane, by words (words, height, width)."""
        height, width = words.shape[1:]
        if not height or not width:
            return
        blocks = self._blocks(x, y, x + width, y + height)
        _, up, _, _, right, _ = blocks.shape
        if (height, width) == (up * BLOCK, right * BLOCK):
            pixels = np.ascontiguousarray(words, self.data.dtype)
        else:
            pixels = self._whole(x, y, x + width, y + height)
            left, low = x % BLOCK, y % BLOCK
            pixels[:, low : low + height, left : left + width] = words
        blocks[...] = pixels.view(blocks.dtype).reshape(blocks.shape)

    def fill(self, words, masks, box=None) -> None:
        """Sets the bits of `masks` to those of `words`, one of each for every word of a pixel.

        All samples of a pixel are set so. box : x, y, width, height of the part that changes; None:
        all of it.
        """
        words, masks = (list(values) * self.samples for values in (words, masks))
        if box is None:
            if self.changes_all(masks):
                self._threads = 0
                self.pending.fill(0)
            for row, word, mask in zip(self.rows, words, masks, strict=True):
                set_bits(row, word, mask)
            return
        (left, right), across = _inside(box[0], box[2], self.width, self.blocks_x)
        (low, high), up = _inside(box[1], box[3], self.height, self.blocks_y)
        if left >= right or low >= high:
            return
        # Whole blocks where they lie, and what is around them pixel by pixel.
        blocks = self.data.reshape(len(words), self.blocks_y, self.blocks_x, -1)
        for part, word, mask in zip(blocks[:, up, across], words, masks, strict=True):
            set_bits(part, word, mask)
        bottom, top = (min(BLOCK * end, high) for end in (up.start, up.stop))
        first, last = (min(BLOCK * end, right) for end in (across.start, across.stop))
        for around in (
            (left, low, right, bottom), (left, top, right, high),
            (left, bottom, first, top), (last, bottom, right, top),
        ):  # fmt: skip
            self._fill_pixels(*around, words, masks)

    def _fill_pixels(self, left, low, right, high, words, masks):
        if left < right and low < high:
            pixels = self.read(left, low, right - left, high - low)
            for part, word, mask in zip(pixels, words, masks, strict=True):
                set_bits(part, word, mask)
            self.write(left, low, pixels)


def _runs(tiles):
    """The slices of (blocks up, elements) of tiles side by side; tiles : (up, right), 1 or 0."""
    for low, row in enumerate(tiles):
        ends = np.flatnonzero(np.diff(row, prepend=np.uint32(0), append=np.uint32(0)))
        for left, right in (ends.reshape(-1, 2) * (BLOCKS_ACROSS_TILE * BLOCK * BLOCK)).tolist():
            yield (
                slice(low * BLOCKS_ACROSS_TILE, (low + 1) * BLOCKS_ACROSS_TILE),
                slice(left, right),
            )


def _inside(start, length, limit, blocks):
    """The ends of an axis of a box within a plane, and the slice of whole blocks inside it.

    Pixels of an edge block beyond the plane are invisible. Without blocks all comes before them.
    """
    first, end = max(start, 0), min(start + length, limit)
    whole = slice(-(-first // BLOCK), blocks if end == limit else end // BLOCK)
    if whole.start >= whole.stop:
        whole = slice(-(-end // BLOCK), -(-end // BLOCK))
    return (first, end), whole


def set_bits(array, word, mask):
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
