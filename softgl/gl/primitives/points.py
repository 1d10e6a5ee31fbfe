"""Points: their size and its attenuation with distance (OpenGL 2.1, 3.3)."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.numbers import single
from softgl.gl.api.parameters import ObjectParameter, choice, define_family, number, numbers
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.records import dataclass

MAX_POINT_SIZE = 2048.0


@dataclass
class Points(Group):
    """The point parameters. `program_size`: True if vertex programs set the size."""

    size: float = 1.0
    size_min: float = 0.0
    size_max: float = MAX_POINT_SIZE
    fade_threshold_size: float = 1.0
    distance_attenuation: tuple[float, float, float] = (1.0, 0.0, 0.0)
    sprite_coord_origin: int = gl.GL_UPPER_LEFT
    smooth: bool = False
    sprite: bool = False
    program_size: bool = False


PARAMETERS: dict[int, ObjectParameter] = {
    gl.GL_POINT_SIZE_MIN: number("size_min", 0.0),
    gl.GL_POINT_SIZE_MAX: number("size_max", 0.0),
    gl.GL_POINT_FADE_THRESHOLD_SIZE: number("fade_threshold_size", 0.0),
    gl.GL_POINT_DISTANCE_ATTENUATION: numbers("distance_attenuation", 3),
    gl.GL_POINT_SPRITE_COORD_ORIGIN: choice(
        "sprite_coord_origin", EnumSet("GL_LOWER_LEFT GL_UPPER_LEFT")
    ),
}


STATE = State(
    values={
        gl.GL_POINT_SIZE: "points.size",
        **{pname: f"points.{parameter.name}" for pname, parameter in PARAMETERS.items()},
    },
    limits={
        gl.GL_ALIASED_POINT_SIZE_RANGE: (1.0, MAX_POINT_SIZE),
        gl.GL_SMOOTH_POINT_SIZE_RANGE: (1.0, MAX_POINT_SIZE),
        gl.GL_SMOOTH_POINT_SIZE_GRANULARITY: 1 / 256,
    },
    capabilities={
        gl.GL_POINT_SMOOTH: "points.smooth",
        gl.GL_POINT_SPRITE: "points.sprite",
        gl.GL_VERTEX_PROGRAM_POINT_SIZE_ARB: "points.program_size",
    },
)


define_family("PointParameter", PARAMETERS, lambda ctx: [ctx.points], "points")


@command("glPointSize", keeps_batch=True)
def point_size(ctx, size):
    """Sets the size of points."""
    if not size > 0:
        raise invalid_value(f"size: {size} is not positive")
    ctx.points.size = single(size)
