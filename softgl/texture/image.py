"""Texture images: one level of a texture, or a face of one, and its reduction to the next level."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from softgl.texture.formats import InternalFormat
from softgl.texture.targets import Target

Part = tuple[slice, slice, slice]
"""A part of an image's components, border included: slices of depth, height and width."""


@dataclass(frozen=True)
class Image:
    """One image of a texture.

    components : (depth, height, width, n) in the format's storage type, border included: four of
        colours, else a depth and perhaps a stencil index.
    border : 0 or 1 texels around, on each axis along which texels are filtered.
    """

    target: Target
    format: InternalFormat
    components: np.ndarray
    border: int = 0

    @property
    def size(self) -> tuple[int, int, int]:
        """Width, height and depth without the border; axes that the target lacks count 1."""
        depth, height, width = self.components.shape[:3]
        around = [2 * self.border_of(axis) for axis in range(3)]
        return width - around[0], height - around[1], depth - around[2]

    @property
    def form(self) -> tuple:
        """What other levels must go with: the target, the format, the border and the size."""
        return self.target, self.format, self.border, self.size

    @property
    def slices(self) -> int:
        """How many slices can be drawn to, one at a time."""
        return 1 if self.target.sliced is None else self.size[self.target.sliced]

    def border_of(self, axis: int) -> int:
        """The border of an axis; 0 is x."""
        return self.border if axis in self.target.filtered else 0

    def part(self, offset, size) -> Part:
        """A part by its first texel, counted from the first of the interior, and its size: x, y, z.

        The part must lie within the image.
        """
        starts = [offset[axis] + self.border_of(axis) for axis in range(3)]
        x, y, z = (slice(start, start + length) for start, length in zip(starts, size, strict=True))
        return z, y, x

    def slice(self, number: int) -> Part:
        """The interior of a slice, the first axes of which count 1."""
        offset, size = [0, 0, 0], list(self.size)
        if self.target.sliced is not None:
            offset[self.target.sliced], size[self.target.sliced] = number, 1
        return self.part(offset, size)

    def words(self, part: Part) -> np.ndarray:
        """Texels as kernels read them: (depth, height, width, words) uint32 of a part."""
        # Little-endian order puts R in the lowest byte on every machine.
        linear, components = self.format.storage.linear, self.components[part]
        if linear:
            components = linear(components)
        little = components.dtype.newbyteorder("<")
        texels = np.ascontiguousarray(components.astype(little, copy=False))
        return texels.view("<u4").astype(np.uint32, copy=False)

    def reduced(self) -> Image:
        """The next smaller level: each filtered axis halved, rounded down, by a box filter.

        A texel of the result is the average of the 2, or on an odd axis of the 2 + 1/n, texels that
        it covers, each counted by the covered part. Averages of bytes are exact and round half up;
        those of floats are float32 sums, x before y before z. A border's faces shrink along
        themselves and its corners stay.
        """
        storage, source = self.format.storage, self.components
        if storage.linear:
            source = storage.linear(source)
        exact = source.dtype == np.uint8
        axes = [2 - axis for axis in self.target.filtered]
        lengths = [source.shape[axis] - 2 * self.border for axis in axes]
        total = int(np.prod([_total(length) for length in lengths], dtype=object))
        wide = (np.uint32 if 511 * total < 2**32 else np.uint64) if exact else np.float32
        sums = source.astype(wide)
        with np.errstate(all="ignore"):
            for axis in axes:
                sums = _halved(sums, axis, self.border)
            if exact:
                average = ((2 * sums + wide(total)) // wide(2 * total)).astype(source.dtype)
            else:
                average = (storage.encoded or storage.encode)(sums / wide(total))
        return Image(self.target, self.format, average, self.border)


def _total(length):
    """The sum of the weights of one texel of a halved axis."""
    return 1 if length == 1 else 2 if length % 2 == 0 else length


def _halved(values, axis, border):
    """Weighted sums along one axis, `_total` times too large; the border is only made as large."""
    values = np.moveaxis(values, axis, 0)
    inside = values[border : len(values) - border]
    total = values.dtype.type(_total(len(inside)))
    if len(inside) == 1:
        halved = inside
    elif len(inside) % 2 == 0:
        halved = inside[0::2] + inside[1::2]
    else:
        # n = 2m + 1 texels to m: texel i covers [i n / m, (i + 1) n / m), which holds m - i parts
        # of 2i, m of 2i + 1 and i + 1 of 2i + 2, n parts in all.
        m = len(inside) // 2
        i = np.arange(m).reshape(-1, 1, 1, 1).astype(values.dtype)
        half = values.dtype.type(m)
        halved = inside[0:-1:2] * (half - i) + inside[1::2] * half + inside[2::2] * (i + 1)
    if border:
        halved = np.concatenate([values[:1] * total, halved, values[-1:] * total])
    return np.moveaxis(halved, 0, axis)
