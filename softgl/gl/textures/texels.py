"""Converts texels of any internal format: from client memory, from the framebuffer, and back.

OpenGL 2.1, 3.8.1, as EXT_packed_depth_stencil and ARB_texture_stencil8 change it: images of depths
take depth components, with stencil indices or without, those of stencil indices alone take indices,
and all others RGBA components.
"""

from __future__ import annotations

from math import prod

import numpy as np

from softgl.formats.internal_formats import InternalFormat
from softgl.gl.api.arguments import invalid_operation
from softgl.gl.pixels.image_moves import may_move, moved_to_texels, moved_to_texture
from softgl.gl.pixels.pixels import (
    check_pixel_count,
    elements_of,
    unpacked,
    unpacked_depth_stencil,
    unpacked_depths,
    unpacked_stencil,
)
from softgl.gl.pixels.read_pixels import (
    check_integers,
    framebuffer_colors,
    framebuffer_depths,
    framebuffer_stencil,
)
from softgl.pixels.conversion import pack, pack_depth_stencil, pack_indices, pack_values
from softgl.pixels.types import INTEGER_FORMATS, PIXEL_TYPES

DEPTH_FORMATS = frozenset({"DEPTH_COMPONENT", "DEPTH_STENCIL_EXT"})


def check_pixel_format(format_: InternalFormat, pixel_format: str) -> None:
    """Raises if pixels and image are not of one kind: depths, indices, integers, other colours."""
    if (format_.has_stencil and not format_.has_depth) != (pixel_format == "STENCIL_INDEX"):
        # ARB_texture_stencil8, "Errors": INVALID_OPERATION "if <format> is STENCIL_INDEX and the
        # base internal format is not <STENCIL_INDEX>".
        raise invalid_operation(f"GL_{pixel_format} does not go with GL_{format_.name} images")
    if format_.has_depth != (pixel_format in DEPTH_FORMATS):
        # 3.8.1: INVALID_OPERATION "if the base internal format is DEPTH_COMPONENT or DEPTH_STENCIL
        # and <format> is not", or the other way round.
        raise invalid_operation(f"GL_{pixel_format} does not go with GL_{format_.name} images")
    if format_.storage.integer != (pixel_format in INTEGER_FORMATS):
        # EXT_texture_integer, 3.8.1: INVALID_OPERATION "if the internal format is integer and
        # <format> is not one of the integer formats listed in table 3.6, or if the internal format
        # is not integer and <format> is an integer format".
        raise invalid_operation(f"GL_{pixel_format} does not go with GL_{format_.name} images")


def check_returned(format_: InternalFormat, pixel_format: str) -> None:
    """Raises if an image cannot be returned in a pixel format."""
    if pixel_format == "STENCIL_INDEX" and format_.has_stencil:
        # ARB_texture_stencil8, "Errors": INVALID_OPERATION only if "the base internal format is
        # not STENCIL_INDEX or DEPTH_STENCIL".
        return
    check_pixel_format(format_, pixel_format)
    if pixel_format == "DEPTH_STENCIL_EXT" and not format_.has_stencil:
        # 6.1.4: INVALID_OPERATION for "DEPTH_STENCIL when the base internal format of the texture
        # image is not DEPTH_STENCIL".
        raise invalid_operation(f"GL_{format_.name} images have no stencil indices")


def texels_in_memory(ctx, data, format_: InternalFormat, words, size, dimensions: int, place=None):
    """Returns the texels (depth, height, width, n) of a client image; None for no data.

    words : the names of pixel format and type. size : width, height, depth. place : texels to
        replace; if they are written directly, they are the result.
    The result may have fewer words per texel than the format: depths without stencil indices.
    """
    check_pixel_format(format_, words[0])
    pixel_format, type_ = words
    if pixel_format == "STENCIL_INDEX":
        stencil = unpacked_stencil(ctx, data, type_, size, dimensions)
        return None if stencil is None else format_.from_stencil(stencil)
    if may_move(ctx, prod(size), format_.has_depth) and type_ != "BITMAP":
        found = elements_of(ctx, data, *words, size, dimensions)
        if found is None:
            return None
        if place is None:
            place = np.empty((*size[::-1], format_.storage.words), np.uint32)
        if moved_to_texels(ctx, *found, words, format_, place):
            return place
    if pixel_format == "DEPTH_STENCIL_EXT":
        values = unpacked_depth_stencil(ctx, data, type_, size, dimensions)
        return None if values is None else format_.from_depths(*values)
    if format_.has_depth:
        depths = unpacked_depths(ctx, data, type_, size, dimensions)
        return None if depths is None else format_.from_depths(depths)
    snorm = format_.storage.signed_fixed
    pixels = unpacked(ctx, data, pixel_format, type_, size, dimensions, snorm)
    return None if pixels is None else format_.from_pixels(pixels)


def texels_in_framebuffer(ctx, format_: InternalFormat, x, y, size) -> np.ndarray:
    """Returns the texels (1, height, width, n) of a rectangle of the framebuffer.

    Raises if a buffer that the format needs is missing.
    """
    check_pixel_count(*size)
    place = x, y, size[0], size[1]
    if not (format_.has_color or format_.has_depth):
        return format_.from_stencil(framebuffer_stencil(ctx, *place)[np.newaxis])
    if format_.has_color:
        # EXT_texture_integer, 3.8.2: INVALID_OPERATION "if integer RGBA data is required and the
        # format of the current color buffer is not integer, or if floating-point or fixed-point
        # RGBA data is required and the format of the current color buffer is integer."
        check_integers(ctx, format_.storage.integer, f"an image of GL_{format_.name}")
    texels = np.empty((*size[1::-1], format_.storage.words), np.uint32)
    if moved_to_texture(ctx, place, format_, texels):
        return texels[np.newaxis]
    if format_.has_color:
        return format_.from_pixels(framebuffer_colors(ctx, *place)[np.newaxis])
    depths = framebuffer_depths(ctx, *place)
    stencil = framebuffer_stencil(ctx, *place)[np.newaxis] if format_.has_stencil else None
    return format_.from_depths(depths[np.newaxis], stencil)


def packed_texels(format_: InternalFormat, texels: np.ndarray, words) -> np.ndarray:
    """Packs texels as elements (depth, height, width, n) of a fitting pixel format and type."""
    format_name, type_name = words
    if format_name == "STENCIL_INDEX":
        return pack_indices(format_.stencil(texels), type_name)
    if format_.has_color:
        return pack(format_.pixels(texels), *words, snorm=format_.storage.signed_fixed)
    depths = format_.depths(texels)
    if format_name == "DEPTH_COMPONENT":
        return pack_values(depths[..., np.newaxis], PIXEL_TYPES[type_name])
    return pack_depth_stencil(depths, format_.stencil(texels), type_name)
