"""Polygons: mode, offset, stipple (OpenGL 2.1, 3.5)."""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.kinds import Kind
from softgl.gl.api.numbers import single
from softgl.gl.api.signature import EnumSet, group
from softgl.gl.api.tables import State
from softgl.gl.pixels.memory import makes_array
from softgl.gl.pixels.pixels import unpacked_bitmap, write_bitmap
from softgl.pixels.layouts import bitmap_layout
from softgl.records import dataclass

CULL_MODES = EnumSet("GL_FRONT GL_BACK GL_FRONT_AND_BACK")


@dataclass
class Polygon(Group):
    """Culling (`cull`: enabled), modes, smoothing, depth offset and stipple of polygons.

    pattern : the stipple pattern, 32 words from the bottom row; bit x is column x.
    """

    cull: bool = False
    cull_mode: int = gl.GL_BACK
    front_face: int = gl.GL_CCW
    front_mode: int = gl.GL_FILL
    back_mode: int = gl.GL_FILL
    smooth: bool = False
    offset_point: bool = False
    offset_line: bool = False
    offset_fill: bool = False
    offset_factor: float = 0.0
    offset_units: float = 0.0
    offset_clamp: float = 0.0
    stipple: bool = False
    pattern: tuple[int, ...] = (0xFFFFFFFF,) * 32


STATE = State(
    values={
        gl.GL_CULL_FACE_MODE: "polygon.cull_mode",
        gl.GL_FRONT_FACE: "polygon.front_face",
        gl.GL_POLYGON_MODE: lambda ctx: (ctx.polygon.front_mode, ctx.polygon.back_mode),
        gl.GL_POLYGON_OFFSET_FACTOR: "polygon.offset_factor",
        gl.GL_POLYGON_OFFSET_UNITS: "polygon.offset_units",
        gl.GL_POLYGON_OFFSET_CLAMP: "polygon.offset_clamp",
    },
    capabilities={
        gl.GL_CULL_FACE: "polygon.cull",
        gl.GL_POLYGON_SMOOTH: "polygon.smooth",
        gl.GL_POLYGON_STIPPLE: "polygon.stipple",
        gl.GL_POLYGON_OFFSET_POINT: "polygon.offset_point",
        gl.GL_POLYGON_OFFSET_LINE: "polygon.offset_line",
        gl.GL_POLYGON_OFFSET_FILL: "polygon.offset_fill",
    },
)


@command("glCullFace", keeps_batch=True, mode=CULL_MODES)
def cull_face(ctx, mode):
    """Selects the faces to cull."""
    ctx.polygon.cull_mode = mode


@command("glFrontFace", keeps_batch=True, mode=group("FrontFaceDirection"))
def front_face(ctx, mode):
    """Selects the winding, in window coordinates, of front faces."""
    ctx.polygon.front_face = mode


@command(
    "glPolygonMode", keeps_batch=True, face=CULL_MODES, mode=EnumSet("GL_POINT GL_LINE GL_FILL")
)
def polygon_mode(ctx, face, mode):
    """Rasterizes polygons of a facing as points, as lines, or filled."""
    if face != gl.GL_BACK:
        ctx.polygon.front_mode = mode
    if face != gl.GL_FRONT:
        ctx.polygon.back_mode = mode


@command("glPolygonOffset", keeps_batch=True)
def polygon_offset(ctx, factor, units):
    """Sets the depth offset of polygons: by slope, and in units of the depth resolution."""
    polygon_offset_clamp(ctx, factor, units, 0.0)


@command("glPolygonOffsetClamp", "glPolygonOffsetClampEXT", keeps_batch=True)
def polygon_offset_clamp(ctx, factor, units, clamp):
    """Sets the depth offset of polygons, and a limit: the largest one, or the smallest if < 0.

    There is no limit if `clamp` is 0 or NaN.
    """
    polygon = ctx.polygon
    polygon.offset_factor, polygon.offset_units = single(factor), single(units)
    polygon.offset_clamp = single(clamp)


@command("glPolygonStipple", kind=Kind.UNPACK)
def polygon_stipple(ctx, mask):
    """Sets the pattern of stippled polygons: a bitmap of 32x32 pixels."""
    bits = unpacked_bitmap(ctx, mask, 32, 32)
    if bits is None:
        raise invalid_value("mask: there is no data")
    words = (bits.astype(np.uint32) << np.arange(32, dtype=np.uint32)).sum(axis=1, dtype=np.uint32)
    ctx.polygon.pattern = tuple(words.tolist())


@command("glGetPolygonStipple", listed=False, kind=Kind.PACK)
def get_polygon_stipple(ctx, mask):
    """Returns the pattern of stippled polygons, in the form of glPolygonStipple."""
    return _pattern(ctx, mask)


@command("glGetnPolygonStippleARB", listed=False, kind=Kind.PACK)
def get_limited_polygon_stipple(ctx, size, pattern):
    """Returns the pattern of stippled polygons, at most `size` bytes."""
    return _pattern(ctx, pattern, size)


def _pattern(ctx, mask, limit=None):
    words = np.array(ctx.polygon.pattern, np.uint32)
    bits = ((words[:, None] >> np.arange(32, dtype=np.uint32)) & 1).astype(np.uint8)
    if makes_array(ctx, mask):
        mask = np.zeros(bitmap_layout(ctx.pixels.pack, 32, 32).end, np.uint8)
    return write_bitmap(ctx, bits, mask, limit=limit)
