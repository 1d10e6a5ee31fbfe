"""Reads the framebuffer: glReadPixels, and reads of other commands (OpenGL 2.1, 4.3.2)."""

from __future__ import annotations

import numpy as np

from softgl.formats.host import saturated
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation
from softgl.gl.api.command import command
from softgl.gl.api.exporters import Unsuitable
from softgl.gl.api.kinds import Kind
from softgl.gl.pixels.es_pixels import check_read
from softgl.gl.pixels.image_moves import clamps_reads, moved_from_framebuffer
from softgl.gl.pixels.pixels import (
    READ_FORMATS,
    RECTANGLE,
    TYPED,
    TYPES,
    check_pixel_count,
    deliver,
    deliver_bitmap,
    pixel_words,
)
from softgl.gl.pixels.transfer import (
    check_color_index,
    transfer_colors,
    transfer_depths,
    transfer_stencil,
)
from softgl.pixels.conversion import (
    converted_to_l,
    pack,
    pack_depth_stencil,
    pack_indices,
    pack_values,
)
from softgl.pixels.types import COLOR_FORMATS, INTEGER_FORMATS, LUMINANCE_FORMATS, PIXEL_TYPES

# -- reads of buffers: refused for a missing buffer ------------------------------------------------


def read_color(ctx, x, y, width, height):
    """Returns a rectangle of the read buffer; see `Plane.read_color`."""
    plane = ctx.read_framebuffer.colors[0]
    if plane is None:
        # ARB_ES2_compatibility, 4.3.2: "ReadPixels generates an INVALID_OPERATION error if it
        # attempts to select a color buffer while READ_BUFFER is NONE or if [...] the read buffer
        # selects an attachment that has no image attached."
        buffer = ctx.framebuffers.read.read_buffer
        found = f"{gl.name_of(buffer)}, which has no image" if buffer else "GL_NONE"
        raise invalid_operation(f"GL_READ_BUFFER is {found}")
    return plane.read_color(x, y, width, height)


def read_depths(ctx, x, y, width, height):
    """Returns a rectangle of the depth buffer; see `Framebuffer.read_depth_values`."""
    frame = ctx.read_framebuffer
    if frame.depth_plane is None:
        # OpenGL 2.1, 4.3.2: "If there is no depth buffer, the error INVALID_OPERATION occurs."
        raise invalid_operation("there is no depth buffer to read")
    return frame.read_depth_values(x, y, width, height)


def read_stencil(ctx, x, y, width, height):
    """Returns a rectangle of the stencil buffer: uint8 (height, width)."""
    frame = ctx.read_framebuffer
    if frame.stencil_plane is None:
        # OpenGL 2.1, 4.3.2: "if there is no stencil buffer, the error INVALID_OPERATION occurs."
        raise invalid_operation("there is no stencil buffer to read")
    return frame.read_stencil(x, y, width, height)


def check_integers(ctx, integer: bool, reader: str) -> None:
    """Raises if colours of floats would be read as integers, or the other way round.

    reader : the subject of the error message.
    """
    plane = ctx.read_framebuffer.colors[0]
    if plane is not None and plane.storage.integer != integer:
        needed, held = ("integers", "floats") if integer else ("floats", "integers")
        raise invalid_operation(f"{reader} needs {needed}, but the read buffer holds {held}")


# -- after pixel transfer --------------------------------------------------------------------------


def framebuffer_depths(ctx, x, y, width, height) -> np.ndarray:
    """Returns a rectangle of the depth buffer as float64 (height, width), after pixel transfer."""
    depths = read_depths(ctx, x, y, width, height)
    return transfer_depths(ctx, depths)


def framebuffer_stencil(ctx, x, y, width, height) -> np.ndarray:
    """Returns a rectangle of the stencil buffer, int64 (height, width), after pixel transfer."""
    return transfer_stencil(ctx, read_stencil(ctx, x, y, width, height))


def framebuffer_colors(ctx, x, y, width, height) -> np.ndarray:
    """Returns a rectangle of the read buffer (height, width, 4), after pixel transfer.

    The values are those of `read_color`.
    """
    pixels = read_color(ctx, x, y, width, height)
    # EXT_texture_integer, 3.6.5: no operation changes "integer RGBA component pixel groups".
    integer = ctx.read_framebuffer.colors[0].storage.integer
    return pixels if integer else transfer_colors(ctx, pixels)


def _returned_depths(ctx, *place):
    """Returns depths for glReadPixels: clamped, except those of a float buffer."""
    depths = framebuffer_depths(ctx, *place)
    return depths if ctx.read_framebuffer.depth_is_float else saturated(depths)


def _read(ctx, x, y, width, height, format_, type_, array, output_type, limit=None):
    if ctx.explainer is not None:
        ctx.explainer.reads(ctx)
    check_pixel_count(width, height)
    if ctx.es:
        check_read(ctx, format_, type_)
    words = pixel_words(format_, type_)
    check_color_index(words[0])
    if words[0] in COLOR_FORMATS:
        # EXT_texture_integer, 4.3.2: INVALID_OPERATION "if <format> is an integer format and the
        # color buffer is not an integer format, or if the color buffer is an integer format and
        # <format> is not."
        check_integers(ctx, words[0] in INTEGER_FORMATS, f"GL_{words[0]}")
    across, up = _readable(ctx.read_framebuffer, words[0])
    rows, columns = _inside(y, height, up), _inside(x, width, across)
    place = x + columns.start, y + rows.start, _length(columns), _length(rows)
    if words[1] == "BITMAP":
        bits = np.zeros((height, width), np.uint8)
        bits[rows, columns] = _packed(ctx, place, *words)[..., 0]
        return deliver_bitmap(ctx, bits, array, (rows, columns), limit)

    def write(memory, plan, swap):
        part = plan.part(rows, columns)
        if not moved_from_framebuffer(ctx, place, memory, part, words, swap):
            part.write(memory, _packed(ctx, place, *words), swap)

    written = None if place[2:] == (width, height) else (rows, columns)
    size = width, height
    return deliver(ctx, size, *words, array, output_type, write, written, limit)


def _readable(frame, format_name):
    """Returns the size of the planes that a format reads; attachments may differ in size."""
    planes = {
        "DEPTH_COMPONENT": [frame.depth_plane],
        "STENCIL_INDEX": [frame.stencil_plane],
        "DEPTH_STENCIL_EXT": [frame.depth_plane, frame.stencil_plane],
    }.get(format_name, frame.colors[:1])
    present = [plane for plane in planes if plane is not None] or [frame]
    return min(plane.width for plane in present), min(plane.height for plane in present)


def _inside(start, length, limit):
    """Returns the part of a row or column of pixels inside the framebuffer."""
    first = min(max(0, -start), length)
    return slice(first, max(first, min(length, limit - start)))


def _length(part):
    return part.stop - part.start


def _packed(ctx, place, format_name, type_name):
    """Returns a rectangle of the framebuffer as elements (height, width, n)."""
    if format_name == "STENCIL_INDEX":
        return pack_indices(framebuffer_stencil(ctx, *place), type_name)
    if format_name == "DEPTH_COMPONENT":
        depths = _returned_depths(ctx, *place)
        return pack_values(depths[..., np.newaxis], PIXEL_TYPES[type_name])
    if format_name == "DEPTH_STENCIL_EXT":
        values = _returned_depths(ctx, *place), framebuffer_stencil(ctx, *place)
        return pack_depth_stencil(*values, type_name)
    pixels = framebuffer_colors(ctx, *place)
    if format_name in LUMINANCE_FORMATS:
        pixels = converted_to_l(pixels)
    snorm = ctx.read_framebuffer.colors[0].storage.signed_fixed
    return pack(pixels, format_name, type_name, clamps_reads(ctx), snorm)


# -- commands --------------------------------------------------------------------------------------

_READ = (
    "void|x:int|y:int|width:sizei|height:sizei|format:enum|type:enum|array:out void"
    "|outputType:out void"
)


def _read_form(known=None):
    """Returns PyOpenGL's call forms: without `array`, `outputType`, and `type` if it is known."""

    def form(x, y, width, height, format, type=known, array=None, outputType=bytes):
        if type is None:
            raise Unsuitable("type is missing")
        return x, y, width, height, format, type, array, outputType

    return dict.fromkeys(range(5, 9), form)


for _suffix, _type in {"": None, **TYPED}.items():

    @command(
        f"glReadPixels{_suffix}",
        listed=False,
        kind=Kind.PACK,
        signature_text=_READ,
        forms=_read_form(_type),
        format=READ_FORMATS,
        type=TYPES,
        **RECTANGLE,
    )
    def read_pixels(ctx, x, y, width, height, format_, type_, array, output_type):
        """Returns the pixels of a rectangle, bottom row first; 0 outside the framebuffer.

        The result is bytes for GL_UNSIGNED_BYTE, else an array of the shape (width, height[, n]),
        which holds `height` rows of `width` pixels as PyOpenGL's does; or `array`, filled.
        """
        return _read(ctx, x, y, width, height, format_, type_, array, output_type)


@command(
    "glReadnPixels",
    listed=False,
    kind=Kind.PACK,
    format=READ_FORMATS,
    type=TYPES,
    **RECTANGLE,
)
def read_limited_pixels(ctx, x, y, width, height, format_, type_, size, data):
    """Returns the pixels of a rectangle as glReadPixels does, at most `size` bytes of them."""
    return _read(ctx, x, y, width, height, format_, type_, data, bytes, size)
