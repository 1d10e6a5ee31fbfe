"""glDrawPixels, glCopyPixels, glBitmap, glPixelZoom (OpenGL 2.1, 3.6.4, 3.7, 4.3.1, 4.3.3)."""

from __future__ import annotations

from ctypes import c_float
from functools import partial
from math import floor, isfinite

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.api.numbers import single
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.draw import derive_pixels
from softgl.gl.draw.batch_bitmaps import Bitmap, BitmapBatch
from softgl.gl.draw.batchable import is_observed
from softgl.gl.draw.checks import check_ready_for_pixels, drops_pixels
from softgl.gl.fragments.multisample import rasterised_samples
from softgl.gl.fragments.scissor import scissor_box
from softgl.gl.pixels.memory import is_missing
from softgl.gl.pixels.pixels import (
    RECTANGLE,
    TYPED,
    TYPES,
    array_and_size,
    check_pixel_count,
    enum_set,
    name_in,
    pixel_words,
    to_size,
    unpacked,
    unpacked_bitmap,
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
from softgl.pipeline.images.pixel_rectangle import visible, write_depth, write_stencil
from softgl.pixels.types import INTEGER_FORMATS, PIXEL_FORMATS

STATE = State(
    values={
        gl.GL_ZOOM_X: lambda ctx: ctx.pixels.zoom[0],
        gl.GL_ZOOM_Y: lambda ctx: ctx.pixels.zoom[1],
    }
)


@command("glPixelZoom")
def pixel_zoom(ctx, xfactor, yfactor):
    """Sets the zoom factors: the size of an image's pixel in framebuffer pixels."""
    ctx.pixels.zoom = single(xfactor), single(yfactor)


# -- what all of them do with an image -------------------------------------------------------------


def _draw_fragments(ctx, source, image):
    """Draws colours or depths as fragments at the raster position."""
    if source == "depth":
        with np.errstate(over="ignore"):
            image = image.astype(np.float32)
    elif source == "integers":
        image = image.astype(np.int64).astype(np.uint32)
    height, width = image.shape[:2]
    corner, zoom = ctx.raster.position[:2], ctx.pixels.zoom
    places = derive_pixels.rectangle_places(ctx, (width, height), corner, zoom)
    call = derive_pixels.prepare_rectangle(ctx, source, image, places)
    if ctx.raster.valid:
        derive_pixels.draw(ctx, call)


def _write_buffers(ctx, stencil, depths=None):
    """Writes stencil indices, and depths, at the raster position: OpenGL 2.1, 4.3.1.

    They pass "the pixel ownership and scissor tests; all other per-fragment operations are
    bypassed".
    """
    frame = ctx.framebuffer
    if not ctx.raster.valid or drops_pixels(ctx):
        return
    height, width = stencil.shape
    where = (width, height), ctx.raster.position[:2], ctx.pixels.zoom
    [place] = derive_pixels.rectangle_places(ctx, *where, fragments=False)
    place = visible(place, frame, scissor_box(ctx))
    if not place.columns.size or not place.rows.size:
        return
    write_stencil(frame, place, stencil, ctx.stencil.front.write_mask)
    if depths is not None and ctx.depth.mask:
        write_depth(frame, place, depths)


def _check_buffers(frame, stencil, depth):
    """Refuses pixels for missing buffers."""
    if stencil and frame.stencil_plane is None:
        raise invalid_operation("there is no stencil buffer")
    if depth and frame.depth_plane is None:
        raise invalid_operation("there is no depth buffer")


# -- from memory -----------------------------------------------------------------------------------

DRAWN_FORMATS = enum_set(PIXEL_FORMATS)


def _check_drawn(ctx, format_name):
    """Refuses the formats of integers that the version does not draw."""
    if format_name not in INTEGER_FORMATS:
        return
    # OpenGL 3.3, 3.7.5: "If format contains integer components, as shown in table 3.6, an
    # INVALID_OPERATION error is generated." EXT_texture_integer draws them.
    if ctx.refuses and ctx.api.version >= (3, 0):
        raise invalid_operation(f"OpenGL 3.0 does not draw pixels of GL_{format_name}")
    # ARB_texture_rg: of RG and RG_INTEGER, RG is "accepted by the <format> parameter of
    # DrawPixels".
    if format_name == "RG_INTEGER":
        raise invalid_enum("format: glDrawPixels does not take GL_RG_INTEGER")


@command(
    "glDrawPixels",
    kind=Kind.PIXELS | Kind.UNPACK,
    format=DRAWN_FORMATS,
    type=TYPES,
    width=to_size,
    height=to_size,
)
def draw_pixels(ctx, width, height, format, type, pixels):
    """Draws an image at the raster position, bottom row first, through pixel transfer.

    Colours and depths become fragments, whose colours are integers of an integer format; stencil
    indices go to the buffer as they are. Versions from 3.0 on refuse integer formats.
    """
    _check_drawn(ctx, name_in(DRAWN_FORMATS, format))
    check_pixel_count(width, height)
    words = pixel_words(format, type)
    frame = check_ready_for_pixels(ctx)
    format_name, type_name = words
    size = (width, height, 1)
    direct = format_name in ("STENCIL_INDEX", "DEPTH_STENCIL_EXT")
    _check_buffers(frame, direct, format_name == "DEPTH_STENCIL_EXT")
    if is_missing(ctx, pixels):
        if width and height:
            raise invalid_value("pixels: there is no data")
        return
    if format_name == "DEPTH_COMPONENT":
        depths = unpacked_depths(ctx, pixels, type_name, size, 2)[0]
        _draw_fragments(ctx, "depth", depths)
    elif format_name == "STENCIL_INDEX":
        _write_buffers(ctx, unpacked_stencil(ctx, pixels, type_name, size, 2)[0])
    elif direct:
        depths, stencil = unpacked_depth_stencil(ctx, pixels, type_name, size, 2)
        _write_buffers(ctx, stencil[0], depths[0])
    else:
        source = "integers" if format_name in INTEGER_FORMATS else "color"
        _draw_fragments(ctx, source, unpacked(ctx, pixels, *words, size, 2)[0])
    ctx.selection.image(gl.GL_DRAW_PIXEL_TOKEN, ctx.raster)


BITMAP_TOLERANCE = 1e-4
"""The tolerance of a bitmap's position below a pixel: matrices are not exact, and after
glRasterPos2i(20, 20) a position of 19.999998 must begin at 20. Mesa has the same."""


@command(
    "glBitmap", kind=Kind.PIXELS | Kind.UNPACK, keeps_batch=True, width=to_size, height=to_size
)
def bitmap(ctx, width, height, xorig, yorig, xmove, ymove, bits):
    """Draws a fragment for each 1 of a bitmap, and moves the raster position."""
    check_pixel_count(width, height)
    frame = check_ready_for_pixels(ctx)
    raster = ctx.raster
    x, y, z, w = raster.position
    image = unpacked_bitmap(ctx, bits, width, height)
    if image is None:
        if width and height:
            raise invalid_value("bitmap: there is no data")
        image = np.zeros((height, width), np.uint8)
    if not raster.valid:
        return
    ctx.selection.image(gl.GL_BITMAP_TOKEN, raster)
    corner = _moved(x, -xorig), _moved(y, -yorig)
    if image.size and all(map(isfinite, corner)):
        single_samples = rasterised_samples(ctx, frame.samples) == 1
        if single_samples:
            corner = tuple(floor(place + BITMAP_TOLERANCE) for place in corner)
        if single_samples and not is_observed(ctx):
            _append(ctx, Bitmap(*corner, image))
        else:
            places = derive_pixels.rectangle_places(ctx, (width, height), corner, (1.0, 1.0))
            derive_pixels.draw(ctx, derive_pixels.prepare_rectangle(ctx, "bitmap", image, places))
    raster.position = _moved(x, xmove), _moved(y, ymove), z, w


def _moved(coordinate, distance) -> float:
    """Returns the sum in single precision; the sum in double precision rounds to the same."""
    return c_float(c_float(coordinate).value + c_float(distance).value).value


def _append(ctx, bitmap: Bitmap) -> None:
    """Appends a bitmap to the batch."""
    state, raster = ctx.plan.get("rectangle"), derive_pixels.raster_bytes(ctx.raster)
    if drops_pixels(ctx):
        return

    def describe():
        ctx.framebuffers.flush_before_read(ctx.batch.flush)
        frame = ctx.framebuffers.drawing()
        call = partial(state.call, "bitmap", np.frombuffer(raster, np.float32))
        return BitmapBatch(ctx.engine, ctx.threads, frame, call)

    ctx.batch.append_bitmap((state, raster), describe, bitmap)


# -- from the framebuffer --------------------------------------------------------------------------

COPIED = EnumSet("GL_COLOR GL_DEPTH GL_STENCIL GL_DEPTH_STENCIL_EXT")


@command("glCopyPixels", kind=Kind.PIXELS, type=COPIED, **RECTANGLE)
def copy_pixels(ctx, x, y, width, height, type):
    """Draws a rectangle of the framebuffer at the raster position, through pixel transfer."""
    check_pixel_count(width, height)
    frame = check_ready_for_pixels(ctx)
    place = (ctx, x, y, width, height)
    if type == gl.GL_COLOR:
        # OpenGL 2.1, 4.3.3: "it is as if the format were RGBA", which ReadPixels refuses for
        # integers.
        check_integers(ctx, False, "glCopyPixels")
        # The copy is made first, so that the rectangles may overlap.
        _draw_fragments(ctx, "color", np.array(framebuffer_colors(*place)))
    elif type == gl.GL_DEPTH:
        _check_buffers(frame, False, True)
        _draw_fragments(ctx, "depth", framebuffer_depths(*place))
    elif type == gl.GL_STENCIL:
        _check_buffers(frame, True, False)
        _write_buffers(ctx, framebuffer_stencil(*place))
    else:
        _check_buffers(frame, True, True)
        _write_buffers(ctx, framebuffer_stencil(*place), framebuffer_depths(*place))
    ctx.selection.image(gl.GL_COPY_PIXEL_TOKEN, ctx.raster)


# -- PyOpenGL's typed forms ------------------------------------------------------------------------


def _define_typed(suffix, type_):
    @command(
        f"glDrawPixels{suffix}",
        kind=Kind.PIXELS | Kind.UNPACK,
        signature_text="void|format:enum|pixels:in void",
        format=DRAWN_FORMATS,
    )
    def draw_typed(ctx, format, pixels):
        """Draws an image from an array, whose shape begins with the width and the height."""
        array, size = array_and_size(pixels, 2, name_in(TYPES, type_))
        draw_pixels(ctx, *size[:2], format, type_, array)


for _suffix, _type in TYPED.items():
    _define_typed(_suffix, _type)
