"""Copies between images of textures and renderbuffers: glCopyImageSubData (ARB_copy_image)."""

from __future__ import annotations

from softgl.formats.blocks import BLOCK_SIDE
from softgl.formats.views import may_be_copied
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.signature import EnumSet
from softgl.gl.framebuffers.renderbuffers import TARGET as RENDERBUFFER
from softgl.gl.framebuffers.renderbuffers import Renderbuffer
from softgl.gl.pixels.pixels import to_int, to_size
from softgl.gl.textures.drawable_formats import FORMATS
from softgl.gl.textures.levels import Extent, SampledLevel, TextureLevel, converted
from softgl.gl.textures.multisample_textures import MultisampleTexture
from softgl.gl.textures.targets import BOUND_TARGETS, texture_target
from softgl.texture.targets import BUFFER

TARGETS = EnumSet.of(BOUND_TARGETS - {gl.GL_TEXTURE_BUFFER}) | RENDERBUFFER


class _RenderbufferLevel(SampledLevel):
    """The samples of a renderbuffer; the interface of `TextureLevel`."""

    def __init__(self, source: Renderbuffer, level: int):
        if level:
            raise invalid_value(f"level: there is only level 0, not {level}")
        self.source = source
        self.format, self.samples = FORMATS[source.internal_format], max(1, source.samples)
        self._extent = Extent((source.width, source.height, 1))

    def _planes(self, layer):
        return self.source.planes

    def _changes(self):
        pass


def _level(ctx, name, target, level):
    """Returns the level of the object that a name and a target select."""
    if target == gl.GL_RENDERBUFFER:
        found = ctx.framebuffers.renderbuffers.get(name) if name else None
    else:
        found = ctx.texturing.objects.get(name) if name else None
    if found is None:
        raise invalid_value(f"{name} is not the name of a {gl.name_of(target)}")
    if target == gl.GL_RENDERBUFFER:
        return _RenderbufferLevel(found, level)
    if found.target is not texture_target(target) or found.target is BUFFER:
        # "INVALID_ENUM [...] if the target does not match the type of the object."
        raise invalid_enum(f"texture {name} is a {found.target.name} texture")
    if isinstance(found, MultisampleTexture):
        return SampledLevel(found, level)
    if found.key(found.sampler) is None:
        # "INVALID_OPERATION is generated if either object is a texture and the texture is not
        # complete".
        raise invalid_operation(f"texture {found.name} is not complete")
    return TextureLevel(found, level)


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
        block = converted(source.format, target.format, source.read(read))
        target.write(place, block, ctx.moves.reduced)
