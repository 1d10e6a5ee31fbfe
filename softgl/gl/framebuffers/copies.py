"""Copies between images of textures and renderbuffers: glCopyImageSubData (ARB_copy_image)."""

from __future__ import annotations

import numpy as np

from softgl.formats.blocks import BLOCK_SIDE
from softgl.formats.views import from_raw, may_be_copied, raw
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.signature import EnumSet
from softgl.gl.framebuffers.renderbuffers import TARGET as RENDERBUFFER
from softgl.gl.framebuffers.renderbuffers import Renderbuffer
from softgl.gl.pixels.pixels import to_int, to_size
from softgl.gl.textures.drawable_formats import FORMATS, StencilFormat
from softgl.gl.textures.multisample_textures import MultisampleTexture
from softgl.gl.textures.objects import Texture
from softgl.gl.textures.regions import check_region, images_of, parts
from softgl.gl.textures.targets import BOUND_TARGETS, texture_target
from softgl.records import dataclass
from softgl.texture.targets import BUFFER

TARGETS = EnumSet.of(BOUND_TARGETS - {gl.GL_TEXTURE_BUFFER}) | RENDERBUFFER


class TextureLevel:
    """The images of a level of a texture, as a block of texels.

    format, samples, images : of the level; samples is 1.
    """

    samples = 1

    def __init__(self, texture: Texture, level: int):
        if texture.key(texture.sampler) is None:
            # "INVALID_OPERATION is generated if either object is a texture and the texture is not
            # complete".
            raise invalid_operation(f"texture {texture.name} is not complete")
        self.texture, self.level = texture, level
        self.images = images_of(texture, level, invalid_value)
        self.format = self.images[0].format
        # "Slices of a TEXTURE_1D_ARRAY [...] are all compatible [...] by specifying the starting
        # slice with <srcZ>": its layers are the rows of its image.
        self._rows = texture.target.layers == 1

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
class _Extent:
    """The size of an image of planes, with the interface of `Image` for bounds."""

    size: tuple[int, int, int]

    @staticmethod
    def border_of(axis: int) -> int:
        return 0


class SampledLevel:
    """The samples of a renderbuffer or multisample texture; the interface of `TextureLevel`."""

    def __init__(self, source: Renderbuffer | MultisampleTexture, level: int):
        if level:
            raise invalid_value(f"level: there is only level 0, not {level}")
        self.source = source
        if isinstance(source, Renderbuffer):
            self.format, self.samples = FORMATS[source.internal_format], max(1, source.samples)
            size = source.width, source.height, 1
        else:
            image = source.specified
            if image is None or not all(image.size):
                raise invalid_operation(f"texture {source.name} is not complete")
            self.format, self.samples, size = image.format, image.samples, image.size
        self._extent = _Extent(size)

    def _planes(self, layer):
        source = self.source
        return source.planes if isinstance(source, Renderbuffer) else source.planes(layer)

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
                one = isinstance(self.format, StencilFormat)
                samples.append(words[0] if one else self.format.from_planes(words))
            layers.append(np.stack(samples))
        return np.stack(layers, axis=1).astype(np.uint32)

    def write(self, region, block: np.ndarray, reduce) -> None:
        """Replaces the texels of a region by such an array."""
        (x, y, z), (_, _, depth) = region
        if isinstance(self.source, MultisampleTexture):
            self.source.count_drawing()
        for number, layer in enumerate(range(z, z + depth)):
            for sample, planes in enumerate(self._samples(layer)):
                texels = block[sample, number]
                one = isinstance(self.format, StencilFormat)
                words = [texels] if one else self.format.to_planes(texels)
                for plane, each in zip(planes, words, strict=True):
                    plane.write(x, y, np.moveaxis(each, -1, 0))


def _level(ctx, name, target, level):
    """Returns the level of the object that a name and a target select."""
    if target == gl.GL_RENDERBUFFER:
        found = ctx.framebuffers.renderbuffers.get(name) if name else None
    else:
        found = ctx.texturing.objects.get(name) if name else None
    if found is None:
        raise invalid_value(f"{name} is not the name of a {gl.name_of(target)}")
    if target == gl.GL_RENDERBUFFER:
        return SampledLevel(found, level)
    if found.target is not texture_target(target) or found.target is BUFFER:
        # "INVALID_ENUM [...] if the target does not match the type of the object."
        raise invalid_enum(f"texture {name} is a {found.target.name} texture")
    make = SampledLevel if isinstance(found, MultisampleTexture) else TextureLevel
    return make(found, level)


def _converted(source, target, block):
    """Returns texels or blocks of one format as those of another with the same bits."""
    if source is target or not block.size:
        return block
    values = block if source.codec else raw(source, block)
    if target.codec:
        return values
    return from_raw(target, values)


def _is_compressed(level):
    return level.format.codec is not None


def _written_size(source, target, size, offset):
    """Returns the size of the region to write, in texels of the target."""
    if _is_compressed(source) == _is_compressed(target):
        return size
    if _is_compressed(source):
        return (*(-(-length // BLOCK_SIDE) for length in size[:2]), size[2])
    # Blocks may lie across the edge of the image.
    image = target.images[0].size
    ends = (BLOCK_SIDE * size[axis] for axis in (0, 1))
    fitting = (
        min(end, image[axis] - offset[axis]) if 0 < image[axis] - offset[axis] > end - BLOCK_SIDE
        else end
        for axis, end in enumerate(ends)
    )  # fmt: skip
    return (*fitting, size[2])


@command(
    "glCopyImageSubData", listed=False, srcTarget=TARGETS, dstTarget=TARGETS,
    **dict.fromkeys(("srcX", "srcY", "srcZ", "dstX", "dstY", "dstZ"), to_int),
    **dict.fromkeys(("srcWidth", "srcHeight", "srcDepth"), to_size),
)  # fmt: skip
def copy_image_sub_data(ctx, *arguments):
    """Copies a region of texels between images, bit for bit; faces and layers are slices."""
    # The levels, formats, samples and regions are checked before anything is written.
    source, target = (_level(ctx, *arguments[start : start + 3]) for start in (0, 6))
    if not may_be_copied(source.format, target.format):
        raise invalid_operation(
            f"GL_{source.format.name} and GL_{target.format.name} are not compatible"
        )
    if source.samples != target.samples:
        raise invalid_operation(f"samples: {source.samples} and {target.samples} differ")
    size = arguments[12:]
    read = source.region(arguments[3:6], size)
    written = _written_size(source, target, size, arguments[9:12])
    place = target.region(arguments[9:12], written)
    if all(size):
        block = _converted(source.format, target.format, source.read(read))
        target.write(place, block, ctx.moves.reduced)
