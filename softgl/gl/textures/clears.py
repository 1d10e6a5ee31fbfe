"""Textures filled with one value: glClearTexImage and glClearTexSubImage (ARB_clear_texture)."""

from __future__ import annotations

import numpy as np

from softgl.counts import counted
from softgl.gl.api import enums as gl
from softgl.gl.api.addresses import Address
from softgl.gl.api.arguments import invalid_operation
from softgl.gl.api.command import command
from softgl.gl.api.memory import as_offset, as_typed_memory
from softgl.gl.api.signature import EnumSet
from softgl.gl.pixels.pixels import IMAGE_FORMATS, TIGHT, TYPES, pixel_words, to_int, to_size
from softgl.gl.pixels.transfer import transfer_indices
from softgl.gl.textures.multisample_textures import MultisampleTexture
from softgl.gl.textures.regions import check_region, images_of, named_texture, parts, whole
from softgl.gl.textures.texels import check_pixel_format
from softgl.pixels.conversion import unpack, unpack_depth_stencil, unpack_depths, unpack_values
from softgl.pixels.layouts import layout
from softgl.pixels.types import PIXEL_TYPES

CLEARED = {
    "format": IMAGE_FORMATS,
    "type": EnumSet.of(TYPES - {gl.GL_BITMAP}),
}


def _elements(data, words):
    """Returns the elements of a single pixel in client memory, and their layout."""
    plan = layout(TIGHT, *words, (1, 1, 1), 3)
    dtype = PIXEL_TYPES[words[1]].dtype
    memory, _ = as_typed_memory(data, dtype, plan.end)
    needed = plan.end * np.dtype(dtype).itemsize
    if memory.size < needed:
        raise invalid_operation(f"data: {counted(needed, 'byte')} needed, not {memory.size}")
    return memory[:needed].view(dtype), plan


def _texel(ctx, format_, data, words) -> np.ndarray:
    """Returns the texel (words) of a format that a pixel of client memory becomes; None: zeros."""
    if data is None or (not isinstance(data, Address) and as_offset(data) == 0):
        return _zeros(format_)
    found = _elements(data, words)
    if words[0] == "DEPTH_STENCIL_EXT":
        depths, stencil = unpack_depth_stencil(*found, False)
        return format_.from_depths(depths, stencil).reshape(-1)
    if words[0] == "STENCIL_INDEX":
        return format_.from_stencil(unpack_values(*found, False).astype(np.int64)).reshape(-1)
    if format_.has_depth:
        return format_.from_depths(unpack_depths(unpack_values(*found, False))).reshape(-1)
    if words[0] == "COLOR_INDEX":
        indices = transfer_indices(ctx, unpack_values(*found, False))
        return format_.from_pixels(indices).reshape(-1)
    pixels = unpack(*found, *words, False, format_.storage.signed_fixed)
    return format_.from_pixels(pixels).reshape(-1)


def _zeros(format_):
    if not format_.has_color:
        return np.zeros(format_.storage.words, np.uint32)
    return format_.from_pixels(np.zeros((1, 4), np.float32)).reshape(-1)


def _check_format(format_, pixel_format):
    if format_.codec:
        raise invalid_operation(f"images of GL_{format_.name} are compressed")
    check_pixel_format(format_, pixel_format)
    if format_.has_depth and format_.has_stencil != (pixel_format == "DEPTH_STENCIL_EXT"):
        # "INVALID_OPERATION [...] if the base internal format is DEPTH_COMPONENT and <format> is
        # not DEPTH_COMPONENT", and DEPTH_STENCIL likewise.
        raise invalid_operation(f"GL_{pixel_format} does not go with GL_{format_.name} images")


def _clear(ctx, texture, level, pixel_format, pixel_type, data, region=None):
    found = named_texture(ctx, texture, invalid_operation)
    images = images_of(found, level)
    offset, size = whole(images) if region is None else region
    check_region(images, offset, size, invalid_operation)
    format_, words = images[0].format, pixel_words(pixel_format, pixel_type)
    _check_format(format_, words[0])
    texel = _texel(ctx, format_, data, words)
    if isinstance(found, MultisampleTexture):
        _clear_samples(found, format_, texel, offset, size)
        return
    for face, at, of_part in parts(images, offset, size):
        shape = (*of_part[::-1], len(texel))
        texels = np.broadcast_to(texel, shape)
        found.update_image(level, at, texels, face, ctx.moves.reduced)


def _clear_samples(texture, format_, texel, offset, size):
    """Fills all samples of a region of a multisample texture."""
    words = format_.to_planes(texel)
    texture.count_drawing()
    for layer in range(offset[2], offset[2] + size[2]):
        for plane, values in zip(texture.planes(layer).values(), words, strict=True):
            box = offset[0], offset[1], size[0], size[1]
            plane.fill(values.tolist(), [0xFFFFFFFF] * len(values), box)


@command("glClearTexImage", listed=False, **CLEARED)
def clear_tex_image(ctx, texture, level, format_, type_, data):
    """Fills a level of a texture with one value; zeros if `data` is None."""
    _clear(ctx, texture, level, format_, type_, data)


@command(
    "glClearTexSubImage", listed=False, **CLEARED,
    xoffset=to_int, yoffset=to_int, zoffset=to_int, width=to_size, height=to_size, depth=to_size,
)  # fmt: skip
def clear_tex_sub_image(ctx, texture, level, *rest):
    """Fills a region of a level with one value; faces and layers are slices along z."""
    *place, format_, type_, data = rest
    _clear(ctx, texture, level, format_, type_, data, (place[:3], place[3:]))
