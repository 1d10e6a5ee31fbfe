"""Clip planes and the clip volume (OpenGL 2.1, 2.12 and 2.11.4; ARB_clip_control)."""

from __future__ import annotations

from dataclasses import field

import numpy as np

from softgl import hostmath
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import vector
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.memory import fill
from softgl.gl.api.numbers import singles
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.glsl.limits import MAX_CLIP_PLANES
from softgl.records import dataclass

# OpenGL 3.3 compatibility, table 6.60: MAX_CLIP_DISTANCES is at least 8; 6 and 7 have no names as
# planes. The assembly languages have six.
PLANES = EnumSet(
    " ".join(f"GL_CLIP_{'PLANE' if n < 6 else 'DISTANCE'}{n}" for n in range(MAX_CLIP_PLANES))
)


@dataclass
class ClipPlane(Group):
    """A clip plane; the equation is in eye coordinates."""

    enabled: bool = False
    equation: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)


def _planes():
    return [ClipPlane() for _ in range(MAX_CLIP_PLANES)]


@dataclass
class ClipPlanes(Group):
    """The clip planes by number, depth clamping, and the conventions of clip coordinates.

    origin, depth_mode : enums of glClipControl. sides_clip : False in OpenGL ES, where the sides of
        the view volume clip neither points nor lines.
    """

    planes: list[ClipPlane] = field(default_factory=_planes)
    depth_clamp: bool = False
    origin: int = gl.GL_LOWER_LEFT
    depth_mode: int = gl.GL_NEGATIVE_ONE_TO_ONE
    sides_clip: bool = True


STATE = State(
    values={
        gl.GL_CLIP_ORIGIN: "clip_planes.origin",
        gl.GL_CLIP_DEPTH_MODE: "clip_planes.depth_mode",
        # OpenGL ES has none, but programs query their number in any API.
        gl.GL_MAX_CLIP_PLANES: lambda ctx: 0 if ctx.es else MAX_CLIP_PLANES,
    },
    capabilities={
        gl.GL_DEPTH_CLAMP: "clip_planes.depth_clamp",
        **{
            gl.GL_CLIP_PLANE0 + n: f"clip_planes.planes.{n}.enabled" for n in range(MAX_CLIP_PLANES)
        },
    },
)


def eye_plane(ctx, plane, *_) -> tuple[float, ...]:
    """Transforms a plane from object to eye coordinates by the current model-view matrix.

    OpenGL 2.1, 2.12: "(p1' p2' p3' p4') = (p1 p2 p3 p4) M^-1", which is undefined if M is singular;
    the plane is 0 then.
    """
    inverse = hostmath.inverse_rows(ctx.transform.modelview.top.tolist())
    return singles(hostmath.transformed(hostmath.transposed_rows(inverse), plane))


@command(
    "glClipPlane",
    keeps_batch=True,
    plane=PLANES,
    equation=lambda numbers: vector(numbers, 4, np.float64),
)
def clip_plane(ctx, plane, equation):
    """Sets a clip plane: four coefficients, in object coordinates."""
    ctx.clip_planes.planes[plane - gl.GL_CLIP_PLANE0].equation = eye_plane(ctx, equation.tolist())


@command("glGetClipPlane", listed=False, plane=PLANES)
def get_clip_plane(ctx, plane, equation):
    """Returns the four coefficients of a clip plane, float64, in eye coordinates."""
    values = ctx.clip_planes.planes[plane - gl.GL_CLIP_PLANE0].equation
    return fill(equation, np.array(values, np.float64))


@command(
    "glClipControl",
    keeps_batch=True,
    origin=EnumSet("GL_LOWER_LEFT GL_UPPER_LEFT"),
    depth=EnumSet("GL_NEGATIVE_ONE_TO_ONE GL_ZERO_TO_ONE"),
)
def clip_control(ctx, origin, depth):
    """Sets the origin of y, and the near depth, -w or 0, of clip coordinates."""
    ctx.clip_planes.assign(origin=origin, depth_mode=depth)
