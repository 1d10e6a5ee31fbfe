"""Queries of texture images: parameters and texels (OpenGL 2.1, 6.1.3 and 6.1.4)."""

from __future__ import annotations

import numpy as np

from softgl.formats.internal_formats import INTERNAL_FORMATS
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum, invalid_operation
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import fill
from softgl.gl.api.signature import EnumSet
from softgl.gl.pixels.image_moves import moved_from_texels
from softgl.gl.pixels.pixels import (
    RETURNED_FORMATS,
    TYPED,
    TYPES,
    component_type,
    deliver,
    pixel_words,
)
from softgl.gl.textures.images import check_level, compressed_image
from softgl.gl.textures.targets import (
    IMAGE_TARGETS,
    MULTISAMPLE_TARGETS,
    PROXY_TARGETS,
    face_of,
)
from softgl.gl.textures.texels import check_returned, packed_texels
from softgl.gl.textures.textures import bound
from softgl.texture.image import Image


def _component_type(letter):
    def of_image(image):
        has = image.format.bits(letter)
        return component_type(image.format.storage) if has else gl.GL_NONE

    return of_image


def _extent(image, axis):
    return image.size[axis] + 2 * image.border_of(axis)


LEVEL_PARAMETERS = {
    gl.GL_TEXTURE_WIDTH: lambda image: _extent(image, 0),
    gl.GL_TEXTURE_HEIGHT: lambda image: _extent(image, 1),
    gl.GL_TEXTURE_DEPTH: lambda image: _extent(image, 2),
    gl.GL_TEXTURE_BORDER: lambda image: image.border,
    gl.GL_TEXTURE_INTERNAL_FORMAT: lambda image: getattr(gl, f"GL_{image.format.name}"),
    gl.GL_TEXTURE_RED_SIZE: lambda image: image.format.bits("R"),
    gl.GL_TEXTURE_GREEN_SIZE: lambda image: image.format.bits("G"),
    gl.GL_TEXTURE_BLUE_SIZE: lambda image: image.format.bits("B"),
    gl.GL_TEXTURE_ALPHA_SIZE: lambda image: image.format.bits("A"),
    gl.GL_TEXTURE_LUMINANCE_SIZE: lambda image: image.format.bits("L"),
    gl.GL_TEXTURE_INTENSITY_SIZE: lambda image: image.format.bits("I"),
    gl.GL_TEXTURE_DEPTH_SIZE: lambda image: image.format.bits("D"),
    gl.GL_TEXTURE_STENCIL_SIZE: lambda image: image.format.bits("S"),
    gl.GL_TEXTURE_SHARED_SIZE: lambda image: image.format.storage.shared,
    gl.GL_TEXTURE_COMPRESSED: lambda image: int(image.format.codec is not None),
    gl.GL_TEXTURE_SAMPLES: lambda image: image.samples,
    gl.GL_TEXTURE_FIXED_SAMPLE_LOCATIONS: lambda image: image.fixed,
    gl.GL_TEXTURE_BUFFER_DATA_STORE_BINDING: lambda image: getattr(image, "buffer", 0),
    gl.GL_TEXTURE_BUFFER_OFFSET: lambda image: getattr(image, "offset", 0),
    gl.GL_TEXTURE_BUFFER_SIZE: lambda image: getattr(image, "bytes", 0),
    **{
        getattr(gl, f"GL_TEXTURE_{name}_TYPE_ARB"): _component_type(name[0])
        for name in ("RED", "GREEN", "BLUE", "ALPHA", "LUMINANCE", "INTENSITY", "DEPTH")
    },
}
"""OpenGL 2.1, table 6.18, with the additions of ARB_texture_float and others, by pname."""
# OpenGL 3.3, 6.1.3: "target may also be TEXTURE_BUFFER, indicating the texture buffer. In the case
# lod must be zero or an INVALID_VALUE error is generated."
BUFFER_TARGETS = EnumSet("GL_TEXTURE_BUFFER")
LEVEL_TARGETS = IMAGE_TARGETS | PROXY_TARGETS | MULTISAMPLE_TARGETS | BUFFER_TARGETS


def _level_parameter(ctx, target, level, pname, params, dtype):
    texture = bound(ctx, target)
    check_level(texture, level)
    if pname == gl.GL_TEXTURE_COMPRESSED_IMAGE_SIZE:
        # OpenGL 2.1, 6.1.3: "not allowed on texture images with an uncompressed internal format or
        # on proxy targets".
        if target in PROXY_TARGETS:
            raise invalid_operation("a proxy has no compressed image")
        if target in BUFFER_TARGETS:
            raise invalid_operation("a buffer texture has no compressed image")
        return fill(params, dtype(compressed_image(texture, target, level).blocks.size))
    if pname not in LEVEL_PARAMETERS:
        raise invalid_enum(f"pname: {gl.name_of(pname)} is not a parameter of a texture image")
    image = texture.image(level, face_of(target))
    value = LEVEL_PARAMETERS[pname](image) if image else _initial_value(ctx, pname)
    return fill(params, dtype(value))


def _initial_value(ctx, pname):
    """Returns a parameter of a level without an image (OpenGL 3.3, table 6.25)."""
    if pname == gl.GL_TEXTURE_INTERNAL_FORMAT:
        # OpenGL 3.3, E.2.2: "The initial internal format of a texel array is RGBA instead of 1".
        return gl.GL_RGBA if ctx.core else 1
    return int(pname == gl.GL_TEXTURE_FIXED_SAMPLE_LOCATIONS)


@command("glGetTexLevelParameteriv", listed=False, target=LEVEL_TARGETS)
def get_tex_level_parameter_iv(ctx, target, level, pname, params):
    """Returns a parameter of an image of the bound texture object, as int32."""
    return _level_parameter(ctx, target, level, pname, params, np.int32)


@command("glGetTexLevelParameterfv", listed=False, target=LEVEL_TARGETS)
def get_tex_level_parameter_fv(ctx, target, level, pname, params):
    """Returns a parameter of an image of the bound texture object, as float32."""
    return _level_parameter(ctx, target, level, pname, params, np.float32)


def missing_image(texture) -> Image:
    """Returns an image for a level without one: table 6.18 gives it the internal format 1."""
    format_ = INTERNAL_FORMATS["LUMINANCE"]
    size = [0 if axis < texture.target.axes else 1 for axis in range(3)]
    return Image(texture.target, format_, format_.blank(size))


_GET_IMAGE = "void|target:enum|level:int|format:enum|type:enum|array:out void|outputType:out void"


def _get_form(known=None):
    """Returns PyOpenGL's call forms: without `array`, `outputType`, and `type` if it is known."""

    def form(target, level, format, type=known, array=None, outputType=bytes):
        if type is None:
            raise TypeError("type is missing")
        return target, level, format, type, array, outputType

    return dict.fromkeys(range(3, 7), form)


for _suffix, _type in {"": None, **TYPED}.items():

    @command(
        f"glGetTexImage{_suffix}",
        listed=False,
        kind=Kind.PACK,
        signature_text=_GET_IMAGE,
        forms=_get_form(_type),
        target=IMAGE_TARGETS,
        format=RETURNED_FORMATS,
        type=TYPES,
    )
    def get_tex_image(ctx, target, level, format_, type_, array, output_type):
        """Returns the pixels of an image with its border, in the forms of glReadPixels.

        The shape is (width[, height[, depth]][, n]). A level without an image has no pixels.
        """
        return _image(ctx, target, level, format_, type_, array, output_type)


@command(
    "glGetnTexImageARB",
    listed=False,
    kind=Kind.PACK,
    target=IMAGE_TARGETS,
    format=RETURNED_FORMATS,
    type=TYPES,
)
def get_limited_tex_image(ctx, target, level, format_, type_, size, img):
    """Returns the pixels of an image as glGetTexImage does, at most `size` bytes of them."""
    return _image(ctx, target, level, format_, type_, img, bytes, size)


def _image(ctx, target, level, *form):
    texture = bound(ctx, target)
    check_level(texture, level)
    image = texture.image(level, face_of(target)) or missing_image(texture)
    return deliver_texels(ctx, image.format, image.texels, texture.target.axes, *form)


def deliver_texels(ctx, stored, texels, axes, format_, type_, array, output_type, limit=None):
    """Returns the pixels of texels (depth, height, width, words) as `get_tex_image` does.

    stored : their internal format. axes : the number of axes of the image. limit : of bytes, see
        `check_packed`.
    """
    words = pixel_words(format_, type_)
    if words[1] == "BITMAP":
        raise invalid_enum("type: images of textures are not returned as GL_BITMAP")
    check_returned(stored, words[0])

    def write(memory, plan, swap):
        if not moved_from_texels(ctx, stored, texels, memory, plan, words, swap):
            plan.write(memory, packed_texels(stored, texels, words), swap)

    size = texels.shape[2::-1][:axes]
    return deliver(ctx, size, *words, array, output_type, write, limit=limit)
