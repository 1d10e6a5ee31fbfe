"""The depth test, depth bounds, the depth mask and the clear depth (OpenGL 2.1, 4.1.6, 4.2)."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.numbers import clamped, single, single_or_zero
from softgl.gl.api.signature import group
from softgl.gl.api.tables import Normalized, State
from softgl.records import dataclass


@dataclass
class Depth(Group):
    """The depth test (`test`: enabled), the write mask and the clear value.

    bounds_test : True if fragments pass only where the stored depth is within `bounds`.
    limits_floats : True in OpenGL ES, where depths are clamped to [0, 1] in float buffers too.
    """

    test: bool = False
    func: int = gl.GL_LESS
    mask: bool = True
    clear: float = 1.0
    bounds_test: bool = False
    bounds: tuple[float, float] = (0.0, 1.0)
    limits_floats: bool = False


STATE = State(
    values={
        gl.GL_DEPTH_FUNC: "depth.func",
        gl.GL_DEPTH_WRITEMASK: "depth.mask",
        gl.GL_DEPTH_CLEAR_VALUE: Normalized("depth.clear"),
        gl.GL_DEPTH_BOUNDS_EXT: Normalized("depth.bounds"),
    },
    capabilities={
        gl.GL_DEPTH_TEST: "depth.test",
        gl.GL_DEPTH_BOUNDS_TEST_EXT: "depth.bounds_test",
    },
)


@command("glDepthFunc", keeps_batch=True, func=group("DepthFunction"))
def depth_func(ctx, func):
    """Sets the comparison of the depth test."""
    ctx.depth.func = func


@command("glDepthMask", keeps_batch=True)
def depth_mask(ctx, flag):
    """Enables or disables writing of depth."""
    ctx.depth.mask = flag


@command("glClearDepth", "glClearDepthf", keeps_batch=True)
def clear_depth(ctx, depth):
    """Sets the depth that glClear writes, clamped to [0, 1]."""
    ctx.depth.clear = clamped(depth)


@command("glClearDepthdNV")
def clear_depth_unclamped(ctx, depth):
    """Sets the depth that glClear writes; fixed-point depth buffers clamp it when they use it."""
    ctx.depth.clear = single_or_zero(depth)


def _set_bounds(ctx, low, high, convert):
    low, high = (0.0 if bound != bound else bound for bound in (low, high))  # NaN is 0
    if low > high:
        raise invalid_value(f"zmin, {low}, is greater than zmax, {high}")
    ctx.depth.bounds = convert(low), convert(high)


@command("glDepthBoundsEXT", keeps_batch=True)
def depth_bounds(ctx, zmin, zmax):
    """Sets the bounds of stored depths, clamped to [0, 1], within which fragments pass."""
    _set_bounds(ctx, zmin, zmax, lambda bound: single(clamped(bound)))


@command("glDepthBoundsdNV", keeps_batch=True)
def depth_bounds_unclamped(ctx, zmin, zmax):
    """Sets the depth bounds; fixed-point depth buffers clamp them when they use them."""
    _set_bounds(ctx, zmin, zmax, single_or_zero)
