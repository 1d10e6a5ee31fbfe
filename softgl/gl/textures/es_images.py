"""Checks of images in OpenGL ES: formats of pixels and of copies (3.0, 3.7 and 3.8).

The checks take contexts of OpenGL ES only.
"""

from __future__ import annotations

from dataclasses import replace

from softgl.formats import es_formats
from softgl.formats.internal_formats import INTERNAL_FORMATS, InternalFormat
from softgl.formats.storages import ColorFormat
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum, invalid_operation, invalid_value
from softgl.gl.pixels.es_pixels import kind_of, pair_of
from softgl.pipeline.planes.planes import Plane

_NAMES = {
    getattr(gl, f"GL_{name}"): name
    for name in es_formats.SIZED_NAMES | es_formats.UNSIZED_NAMES | es_formats.RENDERBUFFERS[3]
}
_NAMES |= {
    getattr(gl, f"GL_{name}{size}_ARB"): f"{name}{size}"
    for name in es_formats.OF_FLOATS
    for size in es_formats.FLOATS.values()
}
BGRA = replace(INTERNAL_FORMATS["RGBA"], name="BGRA")
"""The internal format of EXT_texture_format_BGRA8888."""
ETC1 = replace(INTERNAL_FORMATS["COMPRESSED_RGB8_ETC2"], name="ETC1_RGB8_OES")
"""The format of OES_compressed_ETC1_RGB8_texture: blocks of ETC2 that use two of its modes.

In the other modes "the behavior is undefined for all pixels in the 4x4 block": they are those of
ETC2.
"""
UNSIZED_FLOATS = {
    (name, type_): replace(INTERNAL_FORMATS[f"{name}{size}_ARB"], name=name)
    for name in es_formats.OF_FLOATS
    for type_, size in es_formats.FLOATS.items()
}
"""OES_texture_float: the formats of images by unsized internal format and type of pixels."""
_S3TC = (
    "COMPRESSED_RGB_S3TC_DXT1_EXT", "COMPRESSED_RGBA_S3TC_DXT1_EXT",
    "COMPRESSED_RGBA_S3TC_DXT3_EXT", "COMPRESSED_RGBA_S3TC_DXT5_EXT",
)  # fmt: skip
BLOCKS = {2: (*_S3TC, ETC1.name)}
BLOCKS[3] = (
    *BLOCKS[2], *(name for name in INTERNAL_FORMATS if name.endswith(("_ETC2", "_EAC")))
)  # fmt: skip
"""The formats of compressed images by the major version."""


def es_name(format_: InternalFormat) -> str:
    """Returns the name of an internal format in OpenGL ES; "" for one that it lacks."""
    return _NAMES.get(getattr(gl, f"GL_{format_.name}"), "")


def _major(ctx) -> int:
    return ctx.api.version[0]


def checked_image(
    ctx, format_: InternalFormat, pixel_format: int, pixel_type: int
) -> InternalFormat:
    """Returns the format in which glTexImage* stores pixels; raises for pixels that do not fit."""
    name, pairs = es_name(format_), es_formats.COMBINATIONS[_major(ctx)]
    pair = pair_of(ctx, pixel_format, pixel_type)
    if format_.name in _S3TC:
        _check_encoded(format_, pair)
        return format_
    if not any(name in names for names in pairs.values()):
        raise invalid_value(f"internalformat: GL_{format_.name} is not one of OpenGL ES images")
    # 3.7.1: "Not all combinations of format, type, and internalformat are valid." 3.8.3: "If the
    # combination [...] is not valid", INVALID_OPERATION.
    if name not in pairs.get(pair, ()):
        words = f"GL_{pair[0]}, GL_{pair[1]}"
        raise invalid_operation(f"{words} do not go with GL_{name} images in OpenGL ES")
    # OES_texture_float: the type of the pixels makes a texture of floats.
    return UNSIZED_FLOATS.get((name, pair[1]), format_)


def _check_encoded(format_: InternalFormat, pair: tuple[str, str]) -> None:
    # EXT_texture_compression_s3tc, 3.7.1: "conversion from only RGB and RGBA formats are supported
    # during texture image processing".
    if pair[0] not in ("RGB", "RGBA"):
        raise invalid_operation(f"GL_{pair[0]} is not encoded as GL_{format_.name}")


def check_part(ctx, format_: InternalFormat, pixel_format: int, pixel_type: int) -> None:
    """Raises for pixels that glTexSubImage* does not take for an image."""
    pair = pair_of(ctx, pixel_format, pixel_type)
    if format_.name in _S3TC:
        _check_encoded(format_, pair)
        return
    if format_.codec:
        # 3.8.6: "INVALID_OPERATION [...] for [TexSubImage of] images with compressed internal
        # formats".
        raise invalid_operation(f"GL_{format_.name} images take blocks only")
    name = es_name(format_)
    fits = name in es_formats.COMBINATIONS[_major(ctx)].get(pair, ())
    if name in es_formats.OF_FLOATS:
        fits &= format_ == UNSIZED_FLOATS.get((name, pair[1]), INTERNAL_FORMATS[name])
    if not fits:
        words = f"GL_{pair[0]}, GL_{pair[1]}"
        raise invalid_operation(f"{words} do not go with GL_{name} images in OpenGL ES")


def check_mipmaps(image) -> None:
    """Raises for a base level whose mipmaps glGenerateMipmap does not make."""
    if image is None:
        raise invalid_operation("the base level has no image")
    format_ = image.format
    if not es_formats.makes_mipmaps(es_name(format_)):
        raise invalid_operation(
            f"GL_{format_.name} is not both color-renderable and texture-filterable"
        )


def is_unsized_float(format_: InternalFormat) -> bool:
    """True for a format of OES_texture_float, which makes none of them color-renderable.

    EXT_color_buffer_float has sized formats only.
    """
    return format_ in UNSIZED_FLOATS.values()


def is_renderable(internal_format: int, kind: str, es: int) -> bool:
    """True if images of a format may be attached.

    kind : "color", "depth" or "stencil". es : the major version.
    """
    name = _NAMES.get(internal_format, "")
    if es == 2 and name.endswith(("32F", "16F")):
        return False
    if kind == "color":
        return name in es_formats.COLOR_RENDERABLE | es_formats.UNSIZED_RENDERABLE
    # OES_depth_texture and OES_packed_depth_stencil have unsized formats of depths.
    if kind == "depth":
        return name in es_formats.DEPTH_RENDERABLE | es_formats.UNSIZED_DEPTHS
    return name in es_formats.STENCIL_RENDERABLE | {"DEPTH_STENCIL"}


# -- copies of the framebuffer ---------------------------------------------------------------------


def _is_srgb(plane: Plane) -> bool:
    return isinstance(plane.format, ColorFormat) and plane.format.srgb


def check_copy(ctx, format_: InternalFormat, specified: bool) -> None:
    """Raises for an internal format whose images no copy of the read buffer makes.

    specified : True for glCopyTexImage2D, whose sized formats have the sizes of the source.
    """
    name, plane = es_name(format_), ctx.read_framebuffer.colors[0]
    if plane is None or not format_.has_color or format_.codec or name in ("", "RGB9_E5"):
        return _refuse_copy(format_, "the read buffer")
    # Table 3.16: "color buffer components can be dropped during the conversion to internalformat,
    # but new components cannot be added."
    letters = format_.base.components.replace("L", "R")
    if not all(plane.bits(letter) for letter in letters):
        _refuse_copy(format_, "components that the read buffer lacks")
    if kind_of(format_.storage) != kind_of(plane.storage) or format_.srgb != _is_srgb(plane):
        _refuse_copy(format_, "the numbers of the read buffer")
    # "If the component sizes of internalformat do not exactly match the corresponding component
    # sizes of the source buffer's effective internal format [...] INVALID_OPERATION".
    if specified and name not in es_formats.UNSIZED_NAMES:
        read = ctx.framebuffers.read
        has = component_sizes(read, read.read_buffer, plane)
        needs = es_formats.SMALL.get(name, {each: format_.storage.bits(each) for each in letters})
        if any(has[each] != needs[each] for each in letters):
            _refuse_copy(format_, "other component sizes")
    elif specified and plane.bits("G") == 10:
        # "The above rules disallow matches where some components sizes are smaller and others are
        # larger (such as RGB10_A2)."
        _refuse_copy(format_, "components of 10 bits")
    return None


def component_sizes(framebuffer, buffer: int, plane) -> dict[str, int]:
    """Returns the sizes of the components of a colour buffer, those of its format's name.

    framebuffer : the framebuffer object. buffer : the enum of the buffer. plane : its plane.
    """
    attached = framebuffer.attachments.get(buffer - gl.GL_COLOR_ATTACHMENT0)
    name = "" if attached is None else _NAMES.get(attached.internal_format, "")
    return es_formats.SMALL.get(name, {each: plane.bits(each) for each in "RGBA"})


def _refuse_copy(format_, why):
    raise invalid_operation(f"GL_{format_.name} images are not copied from {why}")


def to_copied(ctx, format_: InternalFormat) -> InternalFormat:
    """Returns glCopyTexImage2D's internal format; GL_INVALID_ENUM for others than its own."""
    name = es_name(format_)
    if name == "BGRA" or name not in es_formats.SIZED_NAMES | es_formats.UNSIZED_NAMES:
        raise invalid_enum(f"internalformat: GL_{format_.name} is not one of copies")
    if _major(ctx) == 2 and name not in es_formats.UNSIZED_NAMES - es_formats.UNSIZED_DEPTHS:
        raise invalid_enum(f"internalformat: GL_{name} is not one of copies in OpenGL ES 2.0")
    return format_
