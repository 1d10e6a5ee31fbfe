"""Texels of any internal format: from an application's memory, from the framebuffer, and back.

OpenGL 2.1, 3.8.1, as EXT_packed_depth_stencil changes it: images of depths take depth components,
with stencil indices or without, and all others RGBA components.
"""

from __future__ import annotations

import numpy as np

from softgl.formats.internal_formats import InternalFormat
from softgl.gl.api.arguments import invalid_operation
from softgl.gl.pixels.pixels import (
    check_room,
    unpacked,
    unpacked_depth_stencil,
    unpacked_depths,
)
from softgl.gl.pixels.read_pixels import framebuffer_colors, framebuffer_depths, framebuffer_stencil
from softgl.pixels.conversion import pack, pack_depth_stencil, pack_values
from softgl.pixels.types import PIXEL_TYPES
from softgl.texture.image import Image

DEPTH_FORMATS = frozenset({"DEPTH_COMPONENT", "DEPTH_STENCIL_EXT"})


def check_pixel_format(format_: InternalFormat, pixel_format: str) -> None:
    """Refuse pixels of depths for images of colours, and of colours for images of depths."""
    if format_.has_depth != (pixel_format in DEPTH_FORMATS):
        # 3.8.1: INVALID_OPERATION "if the base internal format is DEPTH_COMPONENT or DEPTH_STENCIL
        # and <format> is not", or the other way round.
        raise invalid_operation(f"GL_{pixel_format} does not go with GL_{format_.name} images")


def texels_in_memory(ctx, data, format_: InternalFormat, words, size, dimensions: int):
    """The texels (depth, height, width, n) of an application's image; None for no data.

    words : the names of pixel format and type. size : width, height, depth.
    There may be fewer words than texels have: depths without stencil indices.
    """
    check_pixel_format(format_, words[0])
    pixel_format, type_ = words
    if pixel_format == "DEPTH_STENCIL_EXT":
        both = unpacked_depth_stencil(ctx, data, type_, size, dimensions)
        return None if both is None else format_.from_depths(*both)
    if format_.has_depth:
        depths = unpacked_depths(ctx, data, type_, size, dimensions)
        return None if depths is None else format_.from_depths(depths)
    snorm = format_.storage.signed_fixed
    pixels = unpacked(ctx, data, pixel_format, type_, size, dimensions, snorm)
    return None if pixels is None else format_.from_pixels(pixels)


def texels_in_framebuffer(ctx, format_: InternalFormat, x, y, size) -> np.ndarray:
    """The texels (1, height, width, n) of a rectangle of the framebuffer.

    Refused without the buffers that the format needs.
    """
    check_room(*size)
    place = (ctx, x, y, size[0], size[1])
    if not format_.has_depth:
        return format_.from_pixels(np.array(framebuffer_colors(*place))[np.newaxis])
    depths = framebuffer_depths(*place)
    stencil = framebuffer_stencil(*place)[np.newaxis] if format_.has_stencil else None
    return format_.from_depths(depths[np.newaxis], stencil)


def packed_texels(image: Image, words) -> np.ndarray:
    """The texels of an image as elements (depth, height, width, n) of a pixel format and type."""
    format_name, type_name = words
    check_pixel_format(image.format, format_name)
    if not image.format.has_depth:
        pixels = image.format.pixels(image.texels)
        return pack(pixels, *words, snorm=image.format.storage.signed_fixed)
    depths = image.format.depths(image.texels)
    if format_name == "DEPTH_COMPONENT":
        return pack_values(depths[..., np.newaxis], PIXEL_TYPES[type_name])
    if not image.format.has_stencil:
        # 6.1.4: INVALID_OPERATION for "DEPTH_STENCIL when the base internal format of the texture
        # image is not DEPTH_STENCIL".
        raise invalid_operation(f"GL_{image.format.name} images have no stencil indices")
    return pack_depth_stencil(depths, image.format.stencil(image.texels), type_name)
