"""Images declared undefined: their contents stay as they are (ARB_invalidate_subdata)."""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.parameters import as_numbers
from softgl.gl.api.signature import EnumSet
from softgl.gl.framebuffers.framebuffer_objects import COLOR_ATTACHMENTS, FRAMEBUFFERS
from softgl.gl.pixels.pixels import to_int, to_size
from softgl.gl.textures.buffer_textures import BufferTexture
from softgl.gl.textures.regions import check_region, named_texture
from softgl.pipeline.planes.framebuffer import MAX_COLORS

OF_WINDOWS = EnumSet(
    "GL_FRONT_LEFT GL_FRONT_RIGHT GL_BACK_LEFT GL_BACK_RIGHT GL_AUX0 GL_AUX1 GL_AUX2 GL_AUX3 "
    "GL_ACCUM GL_COLOR GL_DEPTH GL_STENCIL"
)
# ARB_invalidate_subdata, 4.5, has no DEPTH_STENCIL_ATTACHMENT; OpenGL 4.3 and others do.
_DEPTHS = EnumSet("GL_DEPTH_ATTACHMENT GL_STENCIL_ATTACHMENT GL_DEPTH_STENCIL_ATTACHMENT")


def check_attachments(framebuffer, count: int, attachments, legal: EnumSet | None = None) -> None:
    """Raises for names other than attachments of a framebuffer object, or of the window.

    legal : the only names of a command that takes fewer.
    """
    names = as_numbers(attachments, np.int64, count, np.uint32)[:count] if count else []
    if len(names) < count:
        raise invalid_value(f"attachments: {count} needed, not {len(names)}")
    for name in names:
        if legal is not None:
            if name not in legal:
                raise invalid_enum(f"attachments: {legal.describe(name)}")
        elif not framebuffer.name:
            if name not in OF_WINDOWS:
                raise invalid_enum(f"attachments: {OF_WINDOWS.describe(name)}")
        elif name in COLOR_ATTACHMENTS:
            if name - gl.GL_COLOR_ATTACHMENT0 >= MAX_COLORS:
                raise invalid_operation(f"attachments: there are {MAX_COLORS} colour attachments")
        elif name not in _DEPTHS:
            raise invalid_enum(f"attachments: {_DEPTHS.describe(name)}")


@command("glInvalidateFramebuffer", listed=False, keeps_batch=True, target=FRAMEBUFFERS)
def invalidate_framebuffer(ctx, target, num_attachments, attachments):
    """Declares attachments of the bound framebuffer undefined: here they stay as they are."""
    check_attachments(ctx.framebuffers.bound(target), num_attachments, attachments)


_DISCARDED = {
    True: EnumSet("GL_COLOR_ATTACHMENT0 GL_DEPTH_ATTACHMENT GL_STENCIL_ATTACHMENT"),
    False: EnumSet("GL_COLOR_EXT GL_DEPTH_EXT GL_STENCIL_EXT"),
}
"""EXT_discard_framebuffer: the names in a framebuffer object, and in the window."""


@command(
    "glDiscardFramebufferEXT", listed=False, keeps_batch=True, target=EnumSet("GL_FRAMEBUFFER")
)
def discard_framebuffer(ctx, target, num_attachments, attachments):
    """Declares attachments of the bound framebuffer undefined: here they stay as they are."""
    bound = ctx.framebuffers.bound(target)
    check_attachments(bound, num_attachments, attachments, _DISCARDED[bound.name > 0])


@command(
    "glInvalidateSubFramebuffer", listed=False, keeps_batch=True, target=FRAMEBUFFERS,
    x=to_int, y=to_int, width=to_size, height=to_size,
)  # fmt: skip
def invalidate_sub_framebuffer(ctx, target, num_attachments, attachments, x, y, width, height):
    """Declares a rectangle of attachments undefined: here they stay as they are."""
    check_attachments(ctx.framebuffers.bound(target), num_attachments, attachments)


def _level(ctx, name, level) -> list:
    """Returns the images of a level of a named texture; [] without an image."""
    texture = named_texture(ctx, name, invalid_value)
    target = texture.target
    # "If the target of <texture> is TEXTURE_RECTANGLE, TEXTURE_BUFFER, TEXTURE_2D_MULTISAMPLE, or
    # TEXTURE_2D_MULTISAMPLE_ARRAY, and <level> is not zero, the error INVALID_VALUE is generated."
    if not 0 <= level <= target.last_level:
        raise invalid_value(f"level: {level} is outside [0, {target.last_level}]")
    if isinstance(texture, BufferTexture):
        return []
    faces = range(len(target.images))
    found = [texture.image(level, face) for face in faces]
    return [] if None in found else found


@command("glInvalidateTexImage", listed=False, keeps_batch=True)
def invalidate_tex_image(ctx, texture, level):
    """Declares a level of a texture undefined: here it stays as it is."""
    _level(ctx, texture, level)


@command(
    "glInvalidateTexSubImage", listed=False, keeps_batch=True,
    xoffset=to_int, yoffset=to_int, zoffset=to_int, width=to_size, height=to_size, depth=to_size,
)  # fmt: skip
def invalidate_tex_sub_image(ctx, texture, level, *place):
    """Declares a region of a level undefined: here it stays as it is."""
    images = _level(ctx, texture, level)
    offset, size = place[:3], place[3:]
    if images:
        check_region(images, offset, size, invalid_value)
    elif any(start or length > 0 for start, length in zip(offset, size, strict=True)):
        raise invalid_value(f"level {level} has no image")
