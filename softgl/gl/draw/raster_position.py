"""The current raster position: glRasterPos and glWindowPos (OpenGL 2.1, 2.13)."""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import vector
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.numbers import clamped
from softgl.gl.api.signature import commands_like, signature
from softgl.gl.api.tables import Normalized, State
from softgl.gl.draw import derive_pixels
from softgl.gl.draw.derive_vertices import derive_viewport
from softgl.gl.draw.vertex_stream import with_position
from softgl.gl.fragments.clamping import clamps
from softgl.gl.transform import matrices as transform
from softgl.gl.transform.viewport import drawn_depth_range
from softgl.gl.vertices.attributes import (
    COLOR,
    FOG_COORD,
    MAX_TEXTURE_COORDS,
    POSITION,
    SECONDARY_COLOR,
    TEXCOORDS,
)
from softgl.gl.vertices.families import DTYPES, MEMORY_DTYPES, any_size
from softgl.pipeline.vertices.vertex_stream import VertexStream
from softgl.pipeline.vertices.viewport import window_position
from softgl.records import dataclass

_ORIGIN = (0.0, 0.0, 0.0, 1.0)


@dataclass
class RasterPosition(Group):
    """The current raster position and its associated data; values are never changed in place.

    position : window x, y and z, and the clip coordinate w. distance : the fog coordinate.
    """

    position: tuple = _ORIGIN
    valid: bool = True
    distance: float = 0.0
    color: tuple = (1.0, 1.0, 1.0, 1.0)
    secondary_color: tuple = _ORIGIN
    texcoords: tuple = (_ORIGIN,) * MAX_TEXTURE_COORDS


def _texcoord(ctx):
    return ctx.raster.texcoords[transform.texture_coordinate_set(ctx)]


STATE = State(
    values={
        gl.GL_CURRENT_RASTER_POSITION: "raster.position",
        gl.GL_CURRENT_RASTER_POSITION_VALID: "raster.valid",
        gl.GL_CURRENT_RASTER_DISTANCE: "raster.distance",
        gl.GL_CURRENT_RASTER_COLOR: Normalized("raster.color"),
        gl.GL_CURRENT_RASTER_SECONDARY_COLOR: Normalized("raster.secondary_color"),
        gl.GL_CURRENT_RASTER_INDEX: lambda ctx: 1.0,
        gl.GL_CURRENT_RASTER_TEXTURE_COORDS: _texcoord,
    }
)


def _numbers(values) -> tuple[float, ...]:
    """Returns values as floats of single precision."""
    with np.errstate(over="ignore"):
        return tuple(np.asarray(values, np.float64).astype(np.float32).tolist())


def raster_pos(ctx, coordinates) -> None:
    """Sets the raster position to a vertex: x, y, z, w in object coordinates."""
    ctx.plan.get("ready")
    ctx.immediate.commit()
    position = np.array([_numbers(coordinates)], np.float32)
    stream = with_position(VertexStream(1, {POSITION: position}, dict(ctx.vertex.current)))
    clip, results = derive_pixels.raster_vertex(ctx, stream)
    raster = ctx.raster
    window = None if clip is None else _in_window(ctx, clip)
    raster.valid = window is not None and bool(np.isfinite(window).all())
    if not raster.valid:
        # "the current raster position and its associated data become indeterminate": as before.
        return
    raster.position = _numbers(window)
    ctx.selection.place(raster.position[2])
    raster.color, raster.secondary_color, (raster.distance, *_), *texcoords = results
    raster.texcoords = tuple(texcoords)


def _in_window(ctx, clip) -> list:
    """Converts clip coordinates (4,) float32 to window x, y, z and clip w."""
    viewport = derive_viewport(ctx, ctx.framebuffers.planned())
    x, y, z = window_position(viewport, clip)
    if ctx.clip_planes.depth_clamp:
        z = np.clip(z, *np.array(sorted(drawn_depth_range(ctx)), np.float32))
    return [x, y, z, clip[3]]


def window_pos(ctx, x, y, z) -> None:
    """Sets the raster position in window coordinates, z within 0 and 1."""
    ctx.immediate.commit()
    raster, current = ctx.raster, ctx.vertex.current
    near, far = drawn_depth_range(ctx)
    z = near if z <= 0 else far if z >= 1 else near + z * (far - near)
    raster.position = _numbers((x, y, z, 1.0))
    raster.valid = True
    ctx.selection.place(raster.position[2])
    # ARB_color_buffer_float: clamped "if vertex color clamping is enabled".
    convert = _clamped if clamps(ctx, "vertex") else _numbers
    raster.color = convert(current[COLOR])
    raster.secondary_color = convert(current[SECONDARY_COLOR])
    raster.texcoords = tuple(_numbers(current[binding]) for binding in TEXCOORDS)
    from_coordinate = ctx.fog.coord_src == gl.GL_FOG_COORD
    raster.distance = _numbers(current[FOG_COORD])[0] if from_coordinate else 0.0


def restore_raster(ctx, position, valid, distance, color, secondary_color, texcoords) -> None:
    """Sets the raster position and its associated data exactly, in single precision.

    No commands do so to the last bit: glWindowPos clamps colours, and its w is 1.
    """
    ctx.raster.assign(
        position=_numbers(position), valid=valid, distance=_numbers([distance])[0],
        color=_numbers(color), secondary_color=_numbers(secondary_color),
        texcoords=tuple(map(_numbers, texcoords)),
    )  # fmt: skip


def _clamped(color) -> tuple[float, ...]:
    return tuple(map(clamped, _numbers(color)))


RASTER_POS = r"glRasterPos(?P<size>[234])(?P<type>[sifd])(?P<v>v?)"
WINDOW_POS = r"glWindowPos(?P<size>[23])(?P<type>[sifd])(?P<v>v?)(ARB)?"


def _define(name, match, place):
    """Registers one member of the families; `place` sets the position from x, y, z and w."""
    size, checks = int(match["size"]), {}
    if match["v"]:
        [parameter] = signature(name).parameters
        dtype, source = DTYPES[match["type"]], MEMORY_DTYPES[match["type"]]
        checks[parameter.name] = lambda values: vector(values, size, dtype, source=source)

    def member(ctx, *coordinates):
        """Sets the current raster position."""
        values = coordinates[0] if match["v"] else coordinates
        place(ctx, [*(float(value) for value in values), *_ORIGIN[size:]])

    command(name, keeps_batch=True, **checks)(member)


def _define_all():
    for match in commands_like(RASTER_POS):
        _define(match[0], match, raster_pos)
    for match in commands_like(WINDOW_POS):
        _define(match[0], match, lambda ctx, place: window_pos(ctx, *place[:3]))


_define_all()


@command("glRasterPos", keeps_batch=True, **any_size((2, 3, 4)))
def raster_pos_of_any_size(ctx, coordinates):
    """Sets the raster position; PyOpenGL's form for any number of coordinates."""
    raster_pos(ctx, [*coordinates, *_ORIGIN[len(coordinates) :]])
