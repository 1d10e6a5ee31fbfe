"""Texture images: one level of a texture, or one face of it, and its reduction to the next."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from softgl.formats.blocks import BLOCK_SIDE
from softgl.formats.internal_formats import InternalFormat
from softgl.records import dataclass
from softgl.texture.targets import Target
from softgl.tuning import limits

Part = tuple[slice, slice, slice]
"""A part of an image's texels, border included: slices of depth, height and width."""


@dataclass(frozen=True)
class Image:
    """A mipmap level of a texture or of one cube face.

    texels : (depth, height, width, words) uint32 in the format, border included.
    border : the border's width, 0 or 1 texels, on each filtered axis.
    blocks : in a compressed format the encoded texels, (depth, rows, columns, bytes) uint8.
        `compressed` makes them; `update` and `update_blocks` keep both consistent.
    """

    target: Target
    format: InternalFormat
    texels: np.ndarray
    border: int = 0
    blocks: np.ndarray | None = None
    # Query results for images of textures without multisampling.
    samples = 0
    fixed = True

    @staticmethod
    def of_blocks(target: Target, format_: InternalFormat, blocks: np.ndarray, size) -> Image:
        """Returns a compressed image of a size (width, height, depth), without border."""
        texels = format_.codec.decoded(blocks, *size[:2])
        return Image(target, format_, texels, 0, blocks)

    @staticmethod
    def blank(target: Target, format_: InternalFormat, size, border: int = 0) -> Image:
        """Returns an image without contents; `size` is width, height and depth with the border."""
        codec = format_.codec
        if codec is None:
            return Image(target, format_, format_.blank(size), border)
        block = codec.encoded(format_.blank((BLOCK_SIDE, BLOCK_SIDE, 1)))
        blocks = np.broadcast_to(block, codec.shape(size)).copy()
        return Image.of_blocks(target, format_, blocks, size)

    @property
    def size(self) -> tuple[int, int, int]:
        """Width, height and depth without the border; missing axes are 1."""
        depth, height, width = self.texels.shape[:3]
        if not self.border:
            return width, height, depth
        around = [2 * self.border_of(axis) for axis in range(3)]
        return width - around[0], height - around[1], depth - around[2]

    @property
    def form(self) -> tuple:
        """The properties that other levels must match: target, format, border and size."""
        return self.target, self.format, self.border, self.size

    @property
    def slices(self) -> int:
        """Number of slices that can be render targets."""
        return 1 if self.target.sliced is None else self.size[self.target.sliced]

    def border_of(self, axis: int) -> int:
        """Returns the width of the border along an axis; 0 is x."""
        return self.border if axis in self.target.filtered else 0

    def part(self, offset, size) -> Part:
        """Returns a part by its first texel and its size: x, y, z.

        The first texel of the interior is (0, 0, 0). The part must be within the image.
        """
        (x, y, z), (width, height, depth) = offset, size
        if self.border:
            x, y, z = (start + self.border_of(axis) for axis, start in enumerate(offset))
        return slice(z, z + depth), slice(y, y + height), slice(x, x + width)

    def slice(self, number: int) -> Part:
        """Returns the interior of a slice, from the first of its axes on."""
        offset, size = [0, 0, 0], list(self.size)
        if self.target.sliced is not None:
            offset[self.target.sliced], size[self.target.sliced] = number, 1
        return self.part(offset, size)

    def compressed(self) -> Image:
        """Returns this image in its format: a compressed one is encoded and decoded."""
        codec = self.format.codec
        if codec is None:
            return self
        blocks = codec.encoded(self.texels)
        return replace(self, texels=codec.decoded(blocks, *self.size[:2]), blocks=blocks)

    def update(self, offset, texels: np.ndarray) -> Part:
        """Replaces a part, which must be within the image, and returns it.

        offset : x, y, z of the first texel, counted from the first of the interior.
        texels : (depth, height, width, n) in the words of `InternalFormat`; fewer words than a
            texel has replace the first ones. It may be the part's own memory.

        Partly covered blocks are encoded again with their other texels.
        """
        part = self.part(offset, texels.shape[2::-1])
        if texels is not self.texels:
            own = self.texels[part][..., : texels.shape[-1]]
            if own.ctypes.data != texels.ctypes.data:
                own[...] = texels
        if self.blocks is None:
            return part
        part, touched = self._touched(part)
        self.blocks[touched] = self.format.codec.encoded(self.texels[part])
        self._decode(part, touched)
        return part

    def update_blocks(self, offset, size, blocks: np.ndarray) -> Part:
        """Replaces blocks of a compressed image; returns the changed part, `size` texels."""
        part, touched = self._touched(self.part(offset, size))
        self.blocks[touched] = blocks
        self._decode(part, touched)
        return part

    def _decode(self, part, touched):
        height, width = self.texels[part].shape[1:3]
        self.texels[part] = self.format.codec.decoded(self.blocks[touched], width, height)

    def _touched(self, part):
        """Returns the texels of the blocks that a part touches, and these blocks."""
        z, *plane = part
        blocks = [slice(axis.start // BLOCK_SIDE, -(-axis.stop // BLOCK_SIDE)) for axis in plane]
        whole = [
            slice(BLOCK_SIDE * axis.start, min(BLOCK_SIDE * axis.stop, length))
            for axis, length in zip(blocks, self.texels.shape[1:3], strict=True)
        ]
        return (z, *whole), (z, *blocks)

    def words(self, part: Part) -> np.ndarray:
        """Returns a part in the texels of kernels: (depth, height, width, words) uint32."""
        return self.format.sampled_texels(self.texels[part])

    def reduced(self) -> Image:
        """Returns the next smaller level: each filtered axis halved, rounded down, by a box filter.

        Of a compressed image its texels, for the level after it; see `compressed`.
        A texel of the result is the average of the 2, or on an odd axis of the 2 + 1/n, texels that
        it covers, each weighted by the covered part. Averages of bytes are exact and round half up;
        those of floats are float32 sums, x before y before z. The faces of a border are reduced
        along themselves and its corners stay. Integers and stencil indices alone are not averaged:
        a texel of the result is the first that it covers.
        """
        if self.format.sampled.integer:
            return replace(self, texels=self._every_other())
        axes = [2 - axis for axis in self.target.filtered]
        shape = list(self.texels.shape)
        for axis in axes:
            inside = shape[axis] - 2 * self.border
            shape[axis] = max(1, inside // 2) + 2 * self.border
        result = np.empty(shape, self.texels.dtype)
        total = int(np.prod([_total(self.size[2 - axis]) for axis in axes], dtype=object))
        for rows, reduced_rows, first in self._bands():
            part = self.format.values(self.texels[:, rows])
            exact = part.dtype == np.uint8
            wide = (np.uint32 if 511 * total < 2**32 else np.uint64) if exact else np.float32
            with np.errstate(all="ignore"):
                sums = _halved(part.astype(wide), 2, self.border)
                if first is not None:
                    sums = np.moveaxis(_sums(np.moveaxis(sums, 1, 0), self.size[1], first), 0, 1)
                elif 1 in axes:
                    sums = sums * wide(_total(self.size[1]))
                if 0 in axes:
                    sums = _halved(sums, 0, self.border)
                if exact:
                    average = ((2 * sums + wide(total)) // wide(2 * total)).astype(np.uint8)
                else:
                    average = sums / wide(total)
                result[:, reduced_rows] = self.format.from_values(average)
        return Image(self.target, self.format, result, self.border)

    def _every_other(self):
        """Returns the first of the texels that each texel of the next smaller level covers."""
        texels = self.texels
        for axis in self.target.filtered:
            inside, border = self.size[axis], self.border
            first = [border + 2 * texel for texel in range(max(1, inside // 2))]
            ends = [0, *first, texels.shape[2 - axis] - 1] if border else first
            texels = texels.take(ends, 2 - axis)
        return texels

    def _bands(self):
        """Yields bands of rows for reduction, to bound the memory.

        A band is (slice of this image, slice of the reduced one, first texel of the latter's axis).
        The last is None for a row of the border, or without that axis.
        """
        if 1 not in self.target.filtered:
            yield slice(None), slice(None), None
            return
        depth, rows, width, _ = self.texels.shape
        border, length = self.border, self.size[1]
        if border:
            yield slice(0, 1), slice(0, 1), None
        reduced = max(1, length // 2)
        at_once = max(1, limits.REDUCED_CHUNK_TEXELS // (2 * width * depth))
        for first in range(0, reduced, at_once):
            last = min(first + at_once, reduced)
            covered = slice(border + 2 * first, border + min(2 * last + length % 2, length))
            yield covered, slice(border + first, border + last), first
        if border:
            yield slice(rows - 1, rows), slice(reduced + 1, reduced + 2), None


def _total(length):
    """Returns the sum of the weights of one texel of a halved axis."""
    return 1 if length == 1 else 2 if length % 2 == 0 else length


def _halved(values, axis, border):
    """Returns weighted sums along one axis, `_total` times too large; the border is only scaled."""
    values = np.moveaxis(values, axis, 0)
    inside = values[border : len(values) - border]
    halved = _sums(inside, len(inside), 0)
    if border:
        total = values.dtype.type(_total(len(inside)))
        halved = np.concatenate([values[:1] * total, halved, values[-1:] * total])
    return np.moveaxis(halved, 0, axis)


def _sums(values, length, first):
    """Returns the weighted sums for texels from `first` of an axis halved from `length`."""
    if length == 1:
        return values
    if length % 2 == 0:
        return values[0::2] + values[1::2]
    # n = 2m + 1 texels to m: texel i covers [i n / m, (i + 1) n / m), which contains m - i parts of
    # 2i, m of 2i + 1 and i + 1 of 2i + 2, n parts in all.
    i = np.arange(first, first + len(values) // 2).reshape(-1, 1, 1, 1).astype(values.dtype)
    half = values.dtype.type(length // 2)
    return values[0:-1:2] * (half - i) + values[1::2] * half + values[2::2] * (i + 1)
