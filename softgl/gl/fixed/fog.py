"""Fog state, read by programs and applied by their fog options (OpenGL 2.1, 3.10)."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.groups import Group
from softgl.gl.api.parameters import ObjectParameter, choice, color, define_family, number
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import Normalized, State
from softgl.gl.fragments.clamping import as_clamped
from softgl.records import dataclass


@dataclass
class Fog(Group):
    """Fog, and the colour sum before it (`color_sum`: enabled; OpenGL 2.1, 3.9).

    color : unclamped; queries clamp it by `as_clamped`.
    """

    enabled: bool = False
    color_sum: bool = False
    color: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    index: float = 0.0
    density: float = 1.0
    start: float = 0.0
    end: float = 1.0
    mode: int = gl.GL_EXP
    coord_src: int = gl.GL_FRAGMENT_DEPTH
    # NV_fog_distance: "the most consistent with the way most current OpenGL implementations are".
    distance: int = gl.GL_EYE_PLANE_ABSOLUTE_NV


PARAMETERS: dict[int, ObjectParameter] = {
    gl.GL_FOG_COLOR: color("color", shown=as_clamped),
    gl.GL_FOG_INDEX: number("index"),
    gl.GL_FOG_DENSITY: number("density", 0.0),
    gl.GL_FOG_START: number("start"),
    gl.GL_FOG_END: number("end"),
    gl.GL_FOG_MODE: choice("mode", EnumSet("GL_EXP GL_EXP2 GL_LINEAR")),
    gl.GL_FOG_COORD_SRC: choice("coord_src", EnumSet("GL_FRAGMENT_DEPTH GL_FOG_COORD")),
    gl.GL_FOG_DISTANCE_MODE_NV: choice(
        "distance", EnumSet("GL_EYE_RADIAL_NV GL_EYE_PLANE GL_EYE_PLANE_ABSOLUTE_NV")
    ),
}


STATE = State(
    values={
        pname: f"fog.{parameter.name}"
        for pname, parameter in PARAMETERS.items()
        if pname != gl.GL_FOG_COLOR
    }
    | {gl.GL_FOG_COLOR: Normalized(lambda ctx: as_clamped(ctx, ctx.fog.color))},
    capabilities={gl.GL_FOG: "fog.enabled", gl.GL_COLOR_SUM: "fog.color_sum"},
)


define_family("Fog", PARAMETERS, lambda ctx: [ctx.fog], "fog", keeps_batch=True)
