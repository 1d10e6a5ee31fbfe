"""Specifies and copies texture images (OpenGL 2.1, 3.8.1, 3.8.2); see also `image_queries`."""

from __future__ import annotations

import numpy as np

from softgl.formats.blocks import BLOCK_SIDE
from softgl.formats.internal_formats import INTERNAL_FORMATS, InternalFormat
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import Refused, invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.api.profiles import REMOVED, lacks
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.api.versions import CORE
from softgl.gl.pixels.pixels import (
    IMAGE_FORMATS,
    TYPED,
    TYPES,
    array_and_size,
    check_pixel_count,
    name_in,
    pixel_words,
    to_int,
    to_size,
)
from softgl.gl.textures import es_images
from softgl.gl.textures.objects import Texture
from softgl.gl.textures.targets import (
    MIPMAPPED_TARGETS,
    PROXY_TARGETS,
    face_of,
    image_targets,
    proxy_targets,
)
from softgl.gl.textures.texels import (
    check_pixel_format,
    texels_in_framebuffer,
    texels_in_memory,
)
from softgl.gl.textures.textures import bound
from softgl.texture.image import Image
from softgl.texture.targets import FACES, TARGETS

STATE = State(
    limits={
        getattr(gl, f"GL_{name}"): value
        for target in TARGETS.values()
        for name, value in target.limits.items()
    }
)

_FORMATS = {getattr(gl, f"GL_{name}"): format_ for name, format_ in INTERNAL_FORMATS.items()}
_COUNTS = {1: "LUMINANCE", 2: "LUMINANCE_ALPHA", 3: "RGB", 4: "RGBA"}
AXES = sorted({target.axes for target in TARGETS.values()})
ONE = {axes: image_targets(axes) for axes in AXES}
"""The targets of commands for images, by the number of axes."""


def to_format(value) -> InternalFormat:
    """Converts TexImage's internalformat, which may be a number of components."""
    format_ = _FORMATS.get(value) or INTERNAL_FORMATS.get(_COUNTS.get(value, ""))
    if format_ is None and value == gl.GL_BGRA and lacks() > CORE:
        return es_images.BGRA
    if format_ is None:
        # OpenGL 2.1, 3.8.1: "Specifying a value ... that is not one of the above values generates
        # the error INVALID VALUE."
        raise invalid_value(f"{gl.name_of(to_int(value))} is not an internal format of softgl")
    return format_


def to_copied_format(value) -> InternalFormat:
    """Converts CopyTexImage's internalformat: no number of components, and another error."""
    if value not in _FORMATS:
        raise invalid_enum(f"{gl.name_of(to_int(value))} is not an internal format of softgl")
    return _FORMATS[value]


def check_level(texture: Texture, level: int) -> None:
    """Raises GL_INVALID_VALUE for a level that the texture cannot have."""
    last = texture.target.last_level
    if not 0 <= level <= last:
        raise invalid_value(f"level: {level} is outside [0, {last}]")


def check_mutable(texture) -> None:
    """Raises GL_INVALID_OPERATION for an immutable texture, whose images cannot be specified."""
    if texture.immutable_levels:
        # ARB_texture_storage, 3.8.1: TexImage*, CompressedTexImage*, CopyTexImage* and TexStorage*
        # are errors "even if it does not affect the dimensions or format".
        raise invalid_operation(f"texture {texture.name} is immutable: its images are specified")


def check_shape(texture: Texture, level: int, size, border: int) -> None:
    """Raises for a new image of an illegal shape; size : width, height, depth with the border."""
    check_place(texture, level, border)
    check_extent(texture, level, size, border)


def check_place(texture: Texture, level: int, border: int) -> None:
    """Raises for an illegal level or border of a new image."""
    check_level(texture, level)
    if border not in ((0, 1) if texture.target.bordered else (0,)):
        raise invalid_value(f"border: {texture.target.name} textures cannot have one of {border}")
    # OpenGL 3.3, E.2.2: "the border value to TexImage* must always be zero, or an INVALID_VALUE
    # error is generated".
    if border and lacks():
        raise invalid_value(f"border: {border}, and borders are {REMOVED}")


def check_extent(texture, level, size, border):
    target = texture.target
    if target.directed and size[0] != size[1]:
        # OpenGL 2.1, 3.8.1: "When the target parameter to TexImage2D is one of the six cube map
        # two-dimensional image targets, the error INVALID_VALUE is generated if the width and
        # height parameters are not equal."
        raise invalid_value(f"width, height: {size[0]} and {size[1]} are not equal")
    if target.directed and target.layers is not None and size[2] % FACES:
        # ARB_texture_cube_map_array, "Errors": INVALID_VALUE if "<depth> is not a multiple of 6".
        raise invalid_value(f"depth: {size[2]} is not a multiple of {FACES}")
    for axis, name in enumerate(("width", "height", "depth")[: target.axes]):
        of_layers = axis == target.layers
        limit = target.most_layers if of_layers else max(target.largest >> level, 1)
        length = size[axis]
        if not 0 <= length - 2 * border * (not of_layers) <= limit:
            raise invalid_value(f"{name}: {length} texels are outside [0, {limit}]")
    check_pixel_count(*size)


def stored_format(texture: Texture, format_: InternalFormat, border: int) -> InternalFormat:
    """Returns the format in which a texture stores an image specified in a format."""
    if format_.codec and (border or not texture.target.compressed):
        # OpenGL 2.1, 3.8.1: "if the GL can not support images compressed in the chosen internal
        # format for any reason (e.g., the compression format might not support 3D textures or
        # borders), internalformat is replaced by the corresponding base internal format".
        return format_.uncompressed
    return format_


def check_target(texture, format_):
    if not (format_.has_color or texture.target.depths):
        # OpenGL 2.1, 3.8.1: depths are supported "only if target is TEXTURE_1D, TEXTURE_2D
        # [...] any other target will result in an INVALID_OPERATION error." So are stencil
        # indices: ARB_texture_stencil8, 8.5.
        raise invalid_operation(f"{texture.target.name} textures cannot hold GL_{format_.name}")


def _specify(ctx, target, level, format_, size, border, pixel_format, pixel_type, data):
    texture = bound(ctx, target)
    if ctx.es:
        format_ = es_images.checked_image(ctx, format_, pixel_format, pixel_type)
    pixel_type = _client_type(ctx, pixel_type)
    format_ = stored_format(texture, format_, border)
    check_mutable(texture)
    if target in PROXY_TARGETS:
        check_pixel_format(format_, pixel_words(pixel_format, pixel_type)[0])
        specify_proxy(texture, level, format_, size, border)
        return
    old = texture.image(level, face_of(target))
    same = old is not None and not border and old.form == (texture.target, format_, 0, size)
    if not same:  # an image of the same form has passed these checks
        check_shape(texture, level, size, border)
        check_target(texture, format_)
    words = pixel_words(pixel_format, pixel_type)
    place = old.texels if same else None
    texels = texels_in_memory(ctx, data, format_, words, size, texture.target.axes, place)
    if same and texels is place:
        texture.update_image(level, (0, 0, 0), texels, face_of(target), ctx.moves.reduced)
        return
    _define(ctx, texture, target, level, format_, size, border, texels)


def _define(ctx, texture, target, level, format_, size, border, texels):
    """Replaces an image by texels, or zeros for None; missing stencil indices are zeros too."""
    if texels is None:
        image = Image.blank(texture.target, format_, size, border)
    else:
        if texels.shape[-1] < format_.storage.words:
            present, texels = texels, format_.blank(size)
            texels[..., : present.shape[-1]] = present
        image = Image(texture.target, format_, texels, border).compressed()
    texture.set_image(level, image, face_of(target), ctx.moves.reduced)


def specify_proxy(texture: Texture, level: int, format_: InternalFormat, size, border) -> None:
    """Sets a level of a proxy texture to an image if it could exist, else to none.

    OpenGL 2.1, 3.8.11: "If the image array would not be supported [...] no error is generated, but
    the proxy width, height, depth, border width, and component resolutions are set to zero."
    """
    check_place(texture, level, border)
    check_target(texture, format_)
    try:
        check_extent(texture, level, size, border)
    except Refused:
        texture.remove_image(level)
        return
    # "There is no image associated with any of the proxy textures": an array without memory.
    shape = (*size[::-1], format_.storage.words)
    nothing = np.broadcast_to(np.uint32(0), shape)
    texture.set_image(level, Image(texture.target, format_, nothing, border))


def defined_image(texture: Texture, target: int, level: int) -> Image:
    """Returns the image of a level; GL_INVALID_OPERATION if there is none."""
    check_level(texture, level)
    image = texture.image(level, face_of(target))
    if image is None:
        raise invalid_operation(f"level {level} has no image yet")
    return image


def compressed_image(texture: Texture, target: int, level: int) -> Image:
    """Returns the compressed image of a level; GL_INVALID_OPERATION if there is none."""
    image = defined_image(texture, target, level)
    if image.format.codec is None:
        raise invalid_operation(f"the image is not compressed: its format is {image.format.name}")
    return image


def check_part(image: Image, offset, size) -> None:
    """Raises for a part outside the image (OpenGL 2.1, 3.8.2); offset and size : x, y, z."""
    for axis in range(image.target.axes):
        border = image.border_of(axis)
        low, high = -border, image.size[axis] + border
        if offset[axis] < low or offset[axis] + size[axis] > high:
            raise invalid_value(
                f"{'xyz'[axis]} from {offset[axis]} to {offset[axis] + size[axis]} is outside the "
                f"image's [{low}, {high}]"
            )


def check_blocks(image: Image, offset, size, anywhere: bool) -> None:
    """Raises for a part of a compressed image that is not made of whole blocks.

    EXT_texture_compression_s3tc, 3.8.2: INVALID_OPERATION if "<width> is not a multiple of four,
    [and] <width> plus <xoffset> is not equal to TEXTURE_WIDTH", so for height, and if "<xoffset> or
    <yoffset> is not a multiple of four".
    anywhere : True if this holds for offsets of 0 too; else a part of any size may start there.
    """
    if image.format.codec is None or not (anywhere or any(offset[:2])):
        return
    for axis, name in enumerate(("width", "height")):
        if offset[axis] % BLOCK_SIDE:
            raise invalid_operation(
                f"{'xy'[axis]}offset {offset[axis]} is not divisible by {BLOCK_SIDE}"
            )
        if size[axis] % BLOCK_SIDE and offset[axis] + size[axis] != image.size[axis]:
            raise invalid_operation(
                f"{name}: {size[axis]} is not divisible by {BLOCK_SIDE}, "
                "nor ends at the image's edge"
            )


def _respecify(ctx, target, level, offset, size, pixel_format, pixel_type, data):
    texture = bound(ctx, target)
    image = defined_image(texture, target, level)
    check_part(image, offset, size)
    if ctx.es:
        es_images.check_part(ctx, image.format, pixel_format, pixel_type)
    pixel_type = _client_type(ctx, pixel_type)
    check_blocks(image, offset, size, anywhere=False)
    words = pixel_words(pixel_format, pixel_type)
    place = image.texels[image.part(offset, size)]
    texels = texels_in_memory(ctx, data, image.format, words, size, texture.target.axes, place)
    if texels is None:
        if not all(size):
            return
        raise invalid_value("pixels: there is no data")
    # EXT_packed_depth_stencil, issue 9: "the existing values of the unspecified components are
    # preserved."
    texture.update_image(level, offset, texels, face_of(target), ctx.moves.reduced)


def _client_type(ctx, pixel_type: int) -> int:
    """Returns the type of OpenGL for a type of pixels; OES_texture_half_float has its own value."""
    if pixel_type != gl.GL_HALF_FLOAT_OES:
        return pixel_type
    if not ctx.es:
        raise invalid_enum("type: GL_HALF_FLOAT_OES is of OpenGL ES")
    return gl.GL_HALF_FLOAT


PIXELS = {"format": IMAGE_FORMATS, "type": TYPES | EnumSet("GL_HALF_FLOAT_OES")}

SIZES = {"width": to_size, "height": to_size, "depth": to_size}
OFFSETS = {"xoffset": to_int, "yoffset": to_int, "zoffset": to_int}


def first_of(converters, count):
    return dict(list(converters.items())[:count])


def padded(lengths, filler):
    return (*lengths, filler, filler)[:3]


for _n in AXES:

    @command(
        f"glTexImage{_n}D", kind=Kind.UNPACK, target=ONE[_n] | proxy_targets(_n),
        internalformat=to_format, **PIXELS, **first_of(SIZES, _n),
    )  # fmt: skip
    def tex_image(ctx, target, level, internalformat, *rest):
        """Specifies an image, first slice and bottom row first; zeros if `pixels` is None."""
        *size, border, format_, type_, pixels = rest
        size = padded(size, 1)
        _specify(ctx, target, level, internalformat, size, border, format_, type_, pixels)

    @command(
        f"glTexSubImage{_n}D", kind=Kind.UNPACK, target=ONE[_n],
        **PIXELS, **first_of(OFFSETS, _n), **first_of(SIZES, _n),
    )  # fmt: skip
    def tex_sub_image(ctx, target, level, *rest):
        """Replaces a part of an image."""
        *place, format_, type_, pixels = rest
        count = len(place) // 2
        offset, size = padded(place[:count], 0), padded(place[count:], 1)
        _respecify(ctx, target, level, offset, size, format_, type_, pixels)


FLAT = [axes for axes in AXES if axes < 3]
"""The numbers of axes of images that a framebuffer can hold."""


def _typed_commands(count, suffix, type_):
    """Registers PyOpenGL's glTexImage*D and glTexSubImage*D for one type, sized by the array."""
    head, tail = "void|target:enum|level:int|", "format:enum|pixels:in void"
    type_name = name_in(TYPES, type_)

    @command(
        f"glTexImage{count}D{suffix}",
        kind=Kind.UNPACK,
        signature_text=f"{head}internalformat:int|border:int|{tail}",
        target=ONE[count],
        internalformat=to_format,
        format=IMAGE_FORMATS,
    )
    def tex_image_typed(ctx, target, level, internalformat, border, format_, pixels):
        """Specifies an image from an array, whose shape starts with the image's size."""
        array, size = array_and_size(pixels, count, type_name)
        _specify(ctx, target, level, internalformat, size, border, format_, type_, array)

    offsets = "xoffset:int|yoffset:int|zoffset:int|"[: 12 * count]

    @command(
        f"glTexSubImage{count}D{suffix}",
        kind=Kind.UNPACK,
        signature_text=head + offsets + tail,
        target=ONE[count],
        format=IMAGE_FORMATS,
        **first_of(OFFSETS, count),
    )
    def tex_sub_image_typed(ctx, target, level, *rest):
        """Replaces a part of an image from an array, whose shape starts with the part's size."""
        *offset, format_, pixels = rest
        array, size = array_and_size(pixels, count, type_name)
        _respecify(ctx, target, level, padded(offset, 0), size, format_, type_, array)


for _suffix, _type in TYPED.items():
    for _n in AXES:
        _typed_commands(_n, _suffix, _type)


# -- from the framebuffer --------------------------------------------------------------------------


for _n in FLAT:

    @command(
        f"glCopyTexImage{_n}D", target=ONE[_n], internalformat=to_copied_format,
        x=to_int, y=to_int, **first_of(SIZES, _n),
    )  # fmt: skip
    def copy_tex_image(ctx, target, level, internalformat, x, y, *rest):
        """Specifies an image from a rectangle of the framebuffer."""
        *size, border = rest
        size = padded(size, 1)
        texture = bound(ctx, target)
        check_mutable(texture)
        if ctx.es:
            internalformat = es_images.to_copied(ctx, internalformat)
        format_ = stored_format(texture, internalformat, border)
        check_shape(texture, level, size, border)
        check_target(texture, format_)
        if ctx.es:
            es_images.check_copy(ctx, format_, specified=True)
        texels = texels_in_framebuffer(ctx, format_, x, y, size)
        _define(ctx, texture, target, level, format_, size, border, texels)


for _n in AXES:

    @command(
        f"glCopyTexSubImage{_n}D", target=ONE[_n], x=to_int, y=to_int,
        **first_of(OFFSETS, _n), **first_of(SIZES, min(_n, 2)),
    )  # fmt: skip
    def copy_tex_sub_image(ctx, target, level, *rest):
        """Replaces a part of an image, in one slice of a 3D one, from the framebuffer."""
        texture = bound(ctx, target)
        count = texture.target.axes
        offset, (x, y, *size) = padded(rest[:count], 0), rest[count:]
        size = padded(size, 1)
        image = defined_image(texture, target, level)
        check_part(image, offset, size)
        check_blocks(image, offset, size, anywhere=False)
        if ctx.es:
            es_images.check_copy(ctx, image.format, specified=False)
        texels = texels_in_framebuffer(ctx, image.format, x, y, size)
        texture.update_image(level, offset, texels, face_of(target), ctx.moves.reduced)


@command("glGenerateMipmap", listed=False, target=MIPMAPPED_TARGETS)
def generate_mipmap(ctx, target):
    """Computes the levels above the base level by a box filter, for each layer and face."""
    texture = bound(ctx, target)
    if texture.target.faces and not texture.base_complete:
        # EXT_framebuffer_object, "Manual Mipmap Generation": "For cube map textures,
        # INVALID_OPERATION is generated if the texture bound to <target> is not cube complete".
        raise invalid_operation("the cube map is not cube complete")
    if ctx.es:
        es_images.check_mipmaps(texture.base_image)
    texture.write_back(ctx.moves)
    texture.generate_mipmap(ctx.moves.reduced)
