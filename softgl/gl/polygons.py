"""Polygons: mode, offset, stipple; and which vertex provokes (OpenGL 2.1, 3.5; 2.14.7)."""

from __future__ import annotations

import numpy as np

from softgl.gl import enums as gl
from softgl.gl.arguments import invalid_value
from softgl.gl.command import command
from softgl.gl.parameters import single
from softgl.gl.pixel_memory import makes_array
from softgl.gl.pixels import unpacked_bitmap, write_bitmap
from softgl.gl.queries import LIMITS, VALUES
from softgl.gl.raster_state import CAPABILITIES, CULL_MODES
from softgl.gl.signature import EnumSet
from softgl.texture.transfer import bitmap_layout

CAPABILITIES.update(
    {
        gl.GL_POLYGON_SMOOTH: "polygon.smooth",
        gl.GL_POLYGON_STIPPLE: "polygon.stipple",
        gl.GL_POLYGON_OFFSET_POINT: "polygon.offset_point",
        gl.GL_POLYGON_OFFSET_LINE: "polygon.offset_line",
        gl.GL_POLYGON_OFFSET_FILL: "polygon.offset_fill",
        gl.GL_DEPTH_CLAMP: "transform.depth_clamp",
    }
)
VALUES.update(
    {
        gl.GL_POLYGON_MODE: lambda ctx: (ctx.polygon.front_mode, ctx.polygon.back_mode),
        gl.GL_POLYGON_OFFSET_FACTOR: "polygon.offset_factor",
        gl.GL_POLYGON_OFFSET_UNITS: "polygon.offset_units",
        gl.GL_PROVOKING_VERTEX: "lighting.provoking_vertex",
    }
)
LIMITS[gl.GL_QUADS_FOLLOW_PROVOKING_VERTEX_CONVENTION] = True


@command("glPolygonMode", face=CULL_MODES, mode=EnumSet("GL_POINT GL_LINE GL_FILL"))
def polygon_mode(ctx, face, mode):
    """Draw the polygons of a facing as points, as lines, or filled."""
    if face != gl.GL_BACK:
        ctx.polygon.front_mode = mode
    if face != gl.GL_FRONT:
        ctx.polygon.back_mode = mode


@command("glPolygonOffset")
def polygon_offset(ctx, factor, units):
    """Set how polygons are moved in depth: by their slope, and by the depth's resolution."""
    ctx.polygon.offset_factor, ctx.polygon.offset_units = single(factor), single(units)


@command("glPolygonStipple")
def polygon_stipple(ctx, mask):
    """Set the pattern of stippled polygons: a bitmap of 32x32 pixels."""
    bits = unpacked_bitmap(ctx, mask, 32, 32)
    if bits is None:
        raise invalid_value("mask: there is no data")
    words = (bits.astype(np.uint32) << np.arange(32, dtype=np.uint32)).sum(axis=1, dtype=np.uint32)
    ctx.polygon.pattern = tuple(words.tolist())


@command("glGetPolygonStipple")
def get_polygon_stipple(ctx, mask):
    """The pattern of stippled polygons, as glPolygonStipple takes it."""
    words = np.array(ctx.polygon.pattern, np.uint32)
    bits = ((words[:, None] >> np.arange(32, dtype=np.uint32)) & 1).astype(np.uint8)
    if makes_array(ctx, mask):
        mask = np.zeros(bitmap_layout(ctx.pixels.pack, 32, 32).end, np.uint8)
    return write_bitmap(ctx, bits, mask)


@command(
    "glProvokingVertex",
    mode=EnumSet("GL_FIRST_VERTEX_CONVENTION GL_LAST_VERTEX_CONVENTION"),
)
def provoking_vertex(ctx, mode):
    """Select the vertex of a primitive that gives flat values."""
    ctx.lighting.provoking_vertex = mode
