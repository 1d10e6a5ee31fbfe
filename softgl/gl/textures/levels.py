"""Levels of textures as blocks of texels, for copies between them and for views of them.

A block is (samples, slices, rows, columns, n): faces, layers and layer-faces are slices, those of
one-dimensional arrays too.
"""

from __future__ import annotations

import numpy as np

from softgl.formats.blocks import BLOCK_SIDE
from softgl.formats.views import from_raw, raw
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.textures.multisample_textures import MultisampleTexture
from softgl.gl.textures.objects import Texture
from softgl.gl.textures.regions import check_region, images_of, parts
from softgl.records import dataclass


class TextureLevel:
    """The images of a level of a texture, as a block of texels.

    format, samples, images : of the level; samples is 1.
    """

    samples = 1

    def __init__(self, texture: Texture, level: int):
        self.texture, self.level = texture, level
        self.images = images_of(texture, level, invalid_value)
        self.format = self.images[0].format
        # "Slices of a TEXTURE_1D_ARRAY [...] are all compatible [...] by specifying the starting
        # slice with <srcZ>": its layers are the rows of its image.
        self._rows = texture.target.layers == 1

    @property
    def whole(self) -> tuple[int, int, int]:
        """The size of the block: columns, rows and slices."""
        width, height, depth = self.images[0].size
        return (width, 1, height) if self._rows else (width, height, depth * len(self.images))

    def region(self, offset, size):
        """Returns a region of slices along z in the axes of the images; checks that it is there."""
        if self._rows:
            if offset[1] or size[1] > 1:
                raise invalid_value("y: slices of one-dimensional textures have one row")
            offset, size = (offset[0], offset[2], 0), (size[0], size[2], 1)
        check_region(self.images, offset, size, invalid_value)
        self._check_blocks(offset, size)
        return offset, size

    def _check_blocks(self, offset, size):
        if self.format.codec is None:
            return
        for axis in (0, 1):
            end = offset[axis] + size[axis]
            whole = not size[axis] % BLOCK_SIDE or end == self.images[0].size[axis]
            if offset[axis] % BLOCK_SIDE or not whole:
                raise invalid_value(f"{'xy'[axis]}: the region is not made of whole blocks")

    def read(self, region) -> np.ndarray:
        """Returns copies of the texels, or of the blocks: (1, slices, rows, columns, n)."""
        found = []
        for face, offset, size in parts(self.images, *region):
            image = self.texture.image(self.level, face)
            part = image.part(offset, size)
            values = image.texels[part]
            if image.blocks is not None:
                values = image.blocks[(part[0], *(_blocks(axis) for axis in part[1:]))]
            found.append(values.copy())
        block = np.concatenate(found)
        return (block.swapaxes(0, 1) if self._rows else block)[np.newaxis]

    def write(self, region, block: np.ndarray, reduce) -> None:
        """Replaces the texels or blocks of a region by such an array."""
        block = block[0].swapaxes(0, 1) if self._rows else block[0]
        first = 0
        for face, offset, size in parts(self.images, *region):
            slices = np.ascontiguousarray(block[first : first + size[2]])
            first += size[2]
            if self.format.codec is None:
                self.texture.update_image(self.level, offset, slices, face, reduce)
            else:
                self.texture.update_blocks(self.level, offset, size, slices, face)


def _blocks(axis: slice) -> slice:
    return slice(axis.start // BLOCK_SIDE, -(-axis.stop // BLOCK_SIDE))


@dataclass(frozen=True)
class Extent:
    """The size of an image of planes, with the interface of `Image` for bounds."""

    size: tuple[int, int, int]

    @staticmethod
    def border_of(axis: int) -> int:
        return 0


class SampledLevel:
    """The samples of a multisample texture; the interface of `TextureLevel`."""

    def __init__(self, source: MultisampleTexture, level: int):
        if level:
            raise invalid_value(f"level: there is only level 0, not {level}")
        image = source.specified
        if image is None or not all(image.size):
            raise invalid_operation(f"texture {source.name} is not complete")
        self.source = source
        self.format, self.samples = image.format, image.samples
        self._extent = Extent(image.size)

    @property
    def whole(self) -> tuple[int, int, int]:
        """The size of the block: columns, rows and slices."""
        return self._extent.size

    def _planes(self, layer):
        return self.source.planes(layer)

    def _changes(self):
        self.source.count_drawing()

    def region(self, offset, size):
        """Returns a region; checks that it is there."""
        check_region([self._extent], offset, size, invalid_value)
        return offset, size

    def _samples(self, layer):
        """Yields for each sample the planes of a layer."""
        yield from zip(*(each.sample_planes for each in self._planes(layer).values()), strict=True)

    def read(self, region) -> np.ndarray:
        """Returns the texels (samples, slices, rows, columns, n)."""
        (x, y, z), (width, height, depth) = region
        layers = []
        for layer in range(z, z + depth):
            samples = []
            for planes in self._samples(layer):
                words = [np.moveaxis(each.read(x, y, width, height), 0, -1) for each in planes]
                samples.append(self.format.from_planes(words))
            layers.append(np.stack(samples))
        return np.stack(layers, axis=1).astype(np.uint32)

    def write(self, region, block: np.ndarray, reduce) -> None:
        """Replaces the texels of a region by such an array."""
        (x, y, z), (_, _, depth) = region
        self._changes()
        for number, layer in enumerate(range(z, z + depth)):
            for sample, planes in enumerate(self._samples(layer)):
                texels = block[sample, number]
                words = self.format.to_planes(texels)
                for plane, each in zip(planes, words, strict=True):
                    plane.write(x, y, np.moveaxis(each, -1, 0))


def converted(source, target, block):
    """Returns texels or blocks of one format as those of another with the same bits."""
    if source is target or not block.size:
        return block
    values = block if source.codec else raw(source, block)
    if target.codec:
        return values
    return from_raw(target, values)
