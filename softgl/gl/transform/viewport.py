"""The viewport and the depth range (OpenGL 2.1, 2.11.1)."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.numbers import clamped, single_or_zero
from softgl.gl.api.tables import Normalized, State
from softgl.records import dataclass

MAX_VIEWPORT = 8192


@dataclass
class Viewport(Group):
    """The viewport rectangle in pixels, and the depth range."""

    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0
    near: float = 0.0
    far: float = 1.0

    @property
    def rectangle(self) -> tuple[int, int, int, int]:
        return self.x, self.y, self.width, self.height

    @property
    def depths(self) -> tuple[float, float]:
        return self.near, self.far


STATE = State(
    values={
        gl.GL_VIEWPORT: "viewport.rectangle",
        gl.GL_DEPTH_RANGE: Normalized("viewport.depths"),
    },
    limits={gl.GL_MAX_VIEWPORT_DIMS: (MAX_VIEWPORT, MAX_VIEWPORT), gl.GL_SUBPIXEL_BITS: 8},
)


def drawn_depth_range(ctx) -> tuple[float, float]:
    """Returns the depths of the near and far plane as the depth buffer stores them.

    NV_depth_buffer_float, 2.11.1: "they are clamped to the range appropriate given the depth
    buffer's representation."
    """
    ends = ctx.viewport.near, ctx.viewport.far
    within = tuple(min(max(end, 0.0), 1.0) for end in ends)
    return ends if ends == within or ctx.framebuffers.planned().depth_is_float else within


@command("glViewport", keeps_batch=True)
def viewport(ctx, x, y, width, height):
    """Sets the viewport; width and height are clamped to GL_MAX_VIEWPORT_DIMS."""
    ctx.viewport.x, ctx.viewport.y = x, y
    ctx.viewport.width = min(width, MAX_VIEWPORT)
    ctx.viewport.height = min(height, MAX_VIEWPORT)


@command("glDepthRange", "glDepthRangef", keeps_batch=True)
def depth_range(ctx, n, f):
    """Sets the window depths of the near and far plane, clamped to [0, 1]."""
    ctx.viewport.near, ctx.viewport.far = clamped(n), clamped(f)


@command("glDepthRangedNV")
def depth_range_unclamped(ctx, n, f):
    """Sets the depth range; fixed-point depth buffers clamp it when they use it."""
    ctx.viewport.near, ctx.viewport.far = single_or_zero(n), single_or_zero(f)
