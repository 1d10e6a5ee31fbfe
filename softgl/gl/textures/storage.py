"""Immutable textures, of all levels at once: ARB_texture_storage, and its multisample kin."""

from __future__ import annotations

from softgl.formats.es_formats import SIZED_NAMES
from softgl.formats.internal_formats import BASE_FORMATS, INTERNAL_FORMATS, InternalFormat
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import Refused, invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.textures.es_images import BLOCKS, es_name
from softgl.gl.textures.images import (
    AXES,
    check_extent,
    check_mutable,
    check_place,
    check_target,
    padded,
    specify_proxy,
)
from softgl.gl.textures.multisample_textures import specify, to_drawable_format
from softgl.gl.textures.objects import Texture
from softgl.gl.textures.targets import PROXY_TARGETS, multisample_targets, storage_targets
from softgl.gl.textures.textures import bound
from softgl.texture.image import Image
from softgl.texture.texels import level_size

# ARB_texture_storage, 3.8.1: "If <internalformat> is one of the internal formats listed in table
# 3.11, an INVALID_ENUM error is generated." These are the base formats. Issue 27, "Should these
# commands accept unsized internal formats?": "No", so that no generic compressed one is.
UNSIZED = {getattr(gl, f"GL_{name}") for name in BASE_FORMATS}
FORMATS = {
    getattr(gl, f"GL_{name}"): format_
    for name, format_ in INTERNAL_FORMATS.items()
    if format_.codec or any(letter.isdigit() for letter in name)
}


def to_sized_format(value) -> InternalFormat:
    """Converts TexStorage's internalformat: a format of a known size."""
    if value not in FORMATS:
        raise invalid_enum(f"{gl.name_of(int(value))} is not a sized internal format of softgl")
    return FORMATS[value]


def check_es_storage(ctx, format_: InternalFormat) -> None:
    """Raises GL_INVALID_ENUM for a format that glTexStorage* does not take in OpenGL ES."""
    # OpenGL ES 3.0, 3.8.4: "If internalformat is one of the unsized base internal formats listed in
    # table 3.3, an INVALID_ENUM error is generated."
    name = es_name(format_)
    if not (name in SIZED_NAMES or format_.name in BLOCKS[ctx.api.version[0]]):
        raise invalid_enum(f"internalformat: GL_{format_.name} is not a sized format")


def to_sized_drawable_format(value):
    """Converts internalformat to a renderable format of a known size."""
    # ARB_direct_state_access, 8.19, of all TexStorage* commands: "An INVALID_ENUM error is
    # generated if <internalformat> is one of the unsized base internal formats".
    if value in UNSIZED:
        raise invalid_enum(f"{gl.name_of(int(value))} is not a sized internal format")
    return to_drawable_format(value)


def check_named(texture, target: int) -> None:
    """Raises GL_INVALID_OPERATION for a default texture object, which cannot be immutable."""
    if not texture.name and target not in PROXY_TARGETS:
        raise invalid_operation(f"texture 0 is bound to {gl.name_of(target)}")
    check_mutable(texture)


def _check_levels(texture: Texture, levels: int, size) -> None:
    target = texture.target
    for name, length in zip(("levels", "width", "height", "depth"), (levels, *size), strict=True):
        if length < 1:
            raise invalid_value(f"{name}: {length} is less than 1")
    most = max(size[axis] for axis in target.filtered).bit_length()
    if levels > most:
        # "If <levels> is greater than floor(log_2(width)) + 1 then INVALID_OPERATION".
        raise invalid_operation(f"levels: {levels} are more than {most}, down to a single texel")


def _specify(ctx, target, levels, format_, size):
    texture = bound(ctx, target)
    check_named(texture, target)
    _check_levels(texture, levels, size)
    check_target(texture, format_)
    if format_.codec and not texture.target.compressed:
        # "references to TexImage* should be replaced by CompressedTexImage*", which refuses these;
        # in OpenGL ES 3.0, 3.8.6, with INVALID_OPERATION.
        refuse = invalid_operation if ctx.es else invalid_enum
        raise refuse(f"{texture.target.name} images cannot have the format {format_.name}")
    sizes = [level_size(texture.target, size, level) for level in range(levels)]
    for level in range(levels):
        check_place(texture, level, 0)
    if target in PROXY_TARGETS:
        _specify_proxies(texture, format_, sizes)
        return
    images = {}
    for level, of_level in enumerate(sizes):
        check_extent(texture, level, of_level, 0)
        for face in range(len(texture.target.images)):
            images[level, face] = Image.blank(texture.target, format_, of_level)
    texture.make_immutable(images, levels)


def _specify_proxies(texture, format_, sizes):
    """Sets the levels of a proxy texture; none of them if one could not exist."""
    try:
        for level, size in enumerate(sizes):
            check_extent(texture, level, size, 0)
    except Refused:
        sizes = []
    for level in range(texture.target.last_level + 1):
        if level < len(sizes):
            specify_proxy(texture, level, format_, sizes[level], 0)
        else:
            texture.remove_image(level)


for _n in AXES:

    @command(
        f"glTexStorage{_n}D", listed=False, target=storage_targets(_n),
        internalformat=to_sized_format,
    )  # fmt: skip
    def tex_storage(ctx, target, levels, internalformat, *size):
        """Specifies `levels` levels of the bound texture, of zeros; their forms are then fixed."""
        if ctx.es:
            check_es_storage(ctx, internalformat)
        _specify(ctx, target, levels, internalformat, padded(size, 1))


def _specify_samples(ctx, target, samples, format_, size, fixed):
    texture = bound(ctx, target)
    check_named(texture, target)
    for name, length in zip(("width", "height", "depth"), size, strict=True):
        if length < 1:
            raise invalid_value(f"{name}: {length} is less than 1")
    specify(ctx, target, samples, format_, size, fixed)
    if target not in PROXY_TARGETS:
        texture.make_immutable()


@command(
    "glTexStorage2DMultisample",
    listed=False,
    target=multisample_targets(2),
    internalformat=to_sized_drawable_format,
)
def tex_storage_2d(ctx, target, samples, internalformat, width, height, fixedsamplelocations):
    """Specifies the multisample image of the bound texture, of zeros; its form is then fixed."""
    size = width, height, 1
    _specify_samples(ctx, target, samples, internalformat, size, fixedsamplelocations)


@command(
    "glTexStorage3DMultisample",
    listed=False,
    target=multisample_targets(3),
    internalformat=to_sized_drawable_format,
)
def tex_storage_3d(
    ctx, target, samples, internalformat, width, height, depth, fixedsamplelocations
):
    """Specifies an array of multisample layers of zeros; its form is then fixed."""
    size = width, height, depth
    _specify_samples(ctx, target, samples, internalformat, size, fixedsamplelocations)
