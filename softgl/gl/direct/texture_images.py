"""Images of textures by name: cube maps as six layers, and results of a limited size.

ARB_direct_state_access, 8.6 and 8.11.4. Commands with three axes take cube maps, whose faces are
the layers, "as shown in table 9.2"; other commands of textures are in `named`.
"""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.declarations import declaration_of
from softgl.gl.api.kinds import Kind
from softgl.gl.api.signature import EnumSet
from softgl.gl.direct.existing import existing, texture_of
from softgl.gl.pixels.pixels import RETURNED_FORMATS, TYPES, pixel_words
from softgl.gl.textures.compressed_images import block_format, blocks_in_memory, deliver_blocks
from softgl.gl.textures.image_queries import deliver_texels, missing_image
from softgl.gl.textures.images import check_blocks, check_level, check_part
from softgl.gl.textures.targets import TEXTURE_TARGETS
from softgl.gl.textures.texels import texels_in_framebuffer, texels_in_memory
from softgl.texture.image import Image


def _texture(ctx, name: int):
    """Returns the texture of a name, for images; GL_INVALID_OPERATION for other targets."""
    with texture_of(TEXTURE_TARGETS)(ctx, name):
        return ctx.texturing.objects[name]


def _is_cube_map(texture) -> bool:
    return len(texture.target.images) > 1


def _faces(texture, level: int) -> list[Image]:
    """Returns the images of a level of a cube map; GL_INVALID_OPERATION if they differ in form."""
    check_level(texture, level)
    images = [texture.image(level, face) for face in range(len(texture.target.images))]
    if None in images or any(image.form != images[0].form for image in images):
        raise invalid_operation(f"level {level} of the cube map has not six images of one form")
    return images


def _part(images, x, y, first, size):
    """Returns the faces of a part, and its place in each; raises for a part outside."""
    width, height, count = size
    if first < 0 or first + count > len(images):
        raise invalid_value(f"z from {first} to {first + count} is outside [0, {len(images)}]")
    place = (x, y, 0), (width, height, 1)
    check_part(images[0], *place)
    return range(first, first + count), place


def _define(name: str, original: str, of_cube):
    """Registers a command with three axes; of_cube : its implementation for a cube map."""
    other = declaration_of(original)
    select = texture_of(other.checks[0])
    pairs = list(zip(other.parameters, other.checks, strict=True))[1:]
    checks = {parameter.name: check for parameter, check in pairs if check is not None}

    def act(ctx, texture, *arguments):
        found = existing(ctx.texturing.objects, texture, "a texture")
        if _is_cube_map(found):
            return of_cube(ctx, found, *arguments)
        with select(ctx, texture) as (target,):
            return other.implementation(ctx, target, *arguments)

    act.__doc__ = f"{original} on a texture by name; the slices of a cube map are its faces."
    command(name, listed=other.listed, kind=other.kind, **checks)(act)


def _replace(ctx, texture, level, x, y, z, width, height, depth, format_, type_, pixels):
    images, size = _faces(texture, level), (width, height, depth)
    faces, (offset, part) = _part(images, x, y, z, size)
    check_blocks(images[0], offset, part, anywhere=False)
    words = pixel_words(format_, type_)
    texels = texels_in_memory(ctx, pixels, images[0].format, words, size, 3)
    if texels is None:
        raise invalid_value("pixels: there is no data")
    for face, layer in zip(faces, texels, strict=True):
        texture.update_image(level, offset, layer[np.newaxis], face, ctx.moves.reduced)


def _replace_blocks(ctx, texture, level, x, y, z, width, height, depth, format_, size, data):
    stored = block_format(format_, texture)
    images = _faces(texture, level)
    if images[0].format is not stored:
        raise invalid_operation(f"the image's format is {images[0].format.name}")
    faces, (offset, part) = _part(images, x, y, z, (width, height, depth))
    check_blocks(images[0], offset, part, anywhere=True)
    blocks = blocks_in_memory(ctx, stored, (width, height, depth), size, data)
    for face, layer in zip(faces, blocks, strict=True):
        texture.update_blocks(level, offset, part, layer[np.newaxis], face)


def _copy(ctx, texture, level, offset_x, offset_y, face, x, y, width, height):
    images = _faces(texture, level)
    _, (offset, part) = _part(images, offset_x, offset_y, face, (width, height, 1))
    check_blocks(images[0], offset, part, anywhere=False)
    texels = texels_in_framebuffer(ctx, images[0].format, x, y, part)
    texture.update_image(level, offset, texels, face, ctx.moves.reduced)


_define("glTextureSubImage3D", "glTexSubImage3D", _replace)
_define("glCompressedTextureSubImage3D", "glCompressedTexSubImage3D", _replace_blocks)
_define("glCopyTextureSubImage3D", "glCopyTexSubImage3D", _copy)


# -- queries ---------------------------------------------------------------------------------------


@command("glGetTextureImage", listed=False, kind=Kind.PACK, format=RETURNED_FORMATS, type=TYPES)
def get_texture_image(ctx, texture, level, format_, type_, size, pixels):
    """Returns the pixels of a level as glGetTexImage does, at most `size` bytes of them.

    Those of a cube map are (width, height, 6[, n]).
    """
    found = _texture(ctx, texture)
    if _is_cube_map(found):
        images, axes = _faces(found, level), 3
        texels = np.concatenate([image.texels for image in images])
    else:
        check_level(found, level)
        images, axes = [found.image(level) or missing_image(found)], found.target.axes
        texels = images[0].texels
    form = format_, type_, pixels, bytes, size
    return deliver_texels(ctx, images[0].format, texels, axes, *form)


@command("glGetCompressedTextureImage", listed=False, kind=Kind.PACK)
def get_compressed_texture_image(ctx, texture, level, size, pixels):
    """Returns the blocks of a level as glGetCompressedTexImage does, at most `size` bytes."""
    found = _texture(ctx, texture)
    check_level(found, level)
    images = _faces(found, level) if _is_cube_map(found) else [found.image(level)]
    if images[0] is None or images[0].blocks is None:
        raise invalid_operation(f"level {level} has no compressed image")
    blocks = np.concatenate([image.blocks for image in images])
    return deliver_blocks(ctx, blocks, pixels, size)


def _define_level_query(name: str, original: str) -> None:
    other = declaration_of(original)
    cube, first_face = gl.GL_TEXTURE_CUBE_MAP, gl.GL_TEXTURE_CUBE_MAP_POSITIVE_X
    select = texture_of(other.checks[0] | EnumSet.of([cube]))

    @command(name, listed=False)
    def get_level_parameter(ctx, texture, level, pname, params):
        """Returns a parameter of an image of a texture by name; that of a cube map's first face."""
        with select(ctx, texture) as (target,):
            # 8.11.3: "the query is always performed for face zero".
            place = first_face if target == cube else target
            return other.implementation(ctx, place, level, pname, params)


for _kind in "if":
    _define_level_query(f"glGetTextureLevelParameter{_kind}v", f"glGetTexLevelParameter{_kind}v")
