"""The viewports and their depth ranges (OpenGL 2.1, 2.11.1; ARB_viewport_array)."""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.numbers import clamped, single_or_zero
from softgl.gl.api.tables import Normalized, State
from softgl.gl.transform.viewport_ranges import (
    MAX_VIEWPORTS,
    check_not_negative,
    check_range,
    check_viewport,
    numbers_of_viewports,
    of_all,
    others_of,
    replaced,
)
from softgl.pipeline.planes.samples import SUBPIXELS
from softgl.records import dataclass

MAX_VIEWPORT = 8192
BOUNDS = -(2**15), 2**15 - 1
"""The least and the greatest x and y of a viewport."""

Rectangle = tuple[float, float, float, float]
Depths = tuple[float, float]


@dataclass
class Viewport(Group):
    """The viewports, in pixels, and their depth ranges.

    x, y, width, height, near, far : of viewport 0. others, other_depths : the rectangles and the
        depth ranges of the other viewports; None while all are equal.
    """

    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0
    near: float = 0.0
    far: float = 1.0
    others: tuple[Rectangle, ...] | None = None
    other_depths: tuple[Depths, ...] | None = None

    @property
    def rectangle(self) -> Rectangle:
        """The rectangle of viewport 0."""
        return self.x, self.y, self.width, self.height

    @property
    def rectangles(self) -> tuple[Rectangle, ...]:
        """The rectangles of all viewports."""
        return of_all(self.rectangle, self.others)

    @property
    def depths(self) -> Depths:
        """The depth range of viewport 0."""
        return self.near, self.far

    @property
    def depth_ranges(self) -> tuple[Depths, ...]:
        """The depth ranges of all viewports."""
        return of_all(self.depths, self.other_depths)

    def set_rectangles(self, first: int, rectangles: list[Rectangle]) -> None:
        """Sets the rectangles of viewports from `first` on, clamped to the limits."""
        some = [tuple(map(single_or_zero, each)) for each in rectangles]
        all_of_them = replaced(self.rectangles, first, [clamped_rectangle(*each) for each in some])
        self.x, self.y, self.width, self.height = all_of_them[0]
        self.others = others_of(all_of_them)

    def set_depth_ranges(self, first: int, depths: list[Depths]) -> None:
        """Sets the depth ranges of viewports from `first` on."""
        all_of_them = replaced(self.depth_ranges, first, depths)
        self.near, self.far = all_of_them[0]
        self.other_depths = others_of(all_of_them)


def clamped_rectangle(x, y, width, height) -> Rectangle:
    """Clamps a viewport: x and y to BOUNDS, width and height to MAX_VIEWPORT."""
    least, most = BOUNDS
    return (
        *(min(max(x, least), most), min(max(y, least), most)),
        *(min(width, MAX_VIEWPORT), min(height, MAX_VIEWPORT)),
    )


def _rectangle_of(ctx, pname, index):
    check_viewport(index)
    return ctx.viewport.rectangles[index]


def _depths_of(ctx, pname, index):
    check_viewport(index)
    return ctx.viewport.depth_ranges[index]


STATE = State(
    values={
        gl.GL_VIEWPORT: "viewport.rectangle",
        gl.GL_DEPTH_RANGE: Normalized("viewport.depths"),
    },
    limits={
        gl.GL_MAX_VIEWPORT_DIMS: (MAX_VIEWPORT, MAX_VIEWPORT),
        gl.GL_SUBPIXEL_BITS: SUBPIXELS.bit_length() - 1,
        gl.GL_MAX_VIEWPORTS: MAX_VIEWPORTS,
        # Rectangles are floats, but vertices snap to subpixels.
        gl.GL_VIEWPORT_SUBPIXEL_BITS: SUBPIXELS.bit_length() - 1,
        gl.GL_VIEWPORT_BOUNDS_RANGE: BOUNDS,
        # NV_geometry_program4, 4.4.7: "taken from the layer output of the provoking vertex."
        gl.GL_LAYER_PROVOKING_VERTEX: gl.GL_PROVOKING_VERTEX,
        gl.GL_VIEWPORT_INDEX_PROVOKING_VERTEX: gl.GL_PROVOKING_VERTEX,
    },
    indexed={gl.GL_VIEWPORT: _rectangle_of, gl.GL_DEPTH_RANGE: _depths_of},
)


def drawn_depth_range(ctx, depths: Depths | None = None) -> Depths:
    """Returns the depths of the near and far plane as the depth buffer stores them.

    depths : a depth range; None: that of viewport 0.

    NV_depth_buffer_float, 2.11.1: "they are clamped to the range appropriate given the depth
    buffer's representation."
    """
    ends = ctx.viewport.depths if depths is None else depths
    within = tuple(min(max(end, 0.0), 1.0) for end in ends)
    return ends if ends == within or ctx.framebuffers.planned().depth_is_float else within


@command("glViewport", keeps_batch=True)
def viewport(ctx, x, y, width, height):
    """Sets all viewports; the size is clamped to GL_MAX_VIEWPORT_DIMS.

    x, y are clamped to GL_VIEWPORT_BOUNDS_RANGE.
    """
    view = ctx.viewport
    view.x, view.y, view.width, view.height = clamped_rectangle(x, y, width, height)
    view.others = None


@command("glViewportArrayv", keeps_batch=True)
def viewport_array(ctx, first, count, v):
    """Sets `count` viewports from `first` on; v : (count, 4) floats, x, y, width and height.

    The numbers are clamped as those of glViewport.
    """
    check_range(first, count)
    rectangles = numbers_of_viewports(v, count, 4, np.float32)
    check_not_negative(rectangles)
    ctx.viewport.set_rectangles(first, rectangles)


@command("glViewportIndexedf", keeps_batch=True)
def viewport_indexed(ctx, index, x, y, w, h):
    """Sets one viewport."""
    viewport_array(ctx, index, 1, (x, y, w, h))


@command("glViewportIndexedfv", keeps_batch=True)
def viewport_indexed_array(ctx, index, v):
    """Sets one viewport; v : four floats."""
    viewport_array(ctx, index, 1, v)


@command("glDepthRange", "glDepthRangef", keeps_batch=True)
def depth_range(ctx, n, f):
    """Sets the window depths of the near and far plane of all viewports, clamped to [0, 1]."""
    view = ctx.viewport
    view.near, view.far = clamped(n), clamped(f)
    view.other_depths = None


@command("glDepthRangedNV")
def depth_range_unclamped(ctx, n, f):
    """Sets all depth ranges; fixed-point depth buffers clamp them when they use them."""
    view = ctx.viewport
    view.near, view.far = single_or_zero(n), single_or_zero(f)
    view.other_depths = None


def _set_depth_ranges(ctx, first, count, v, convert):
    check_range(first, count)
    ranges = numbers_of_viewports(v, count, 2, np.float64)
    ctx.viewport.set_depth_ranges(first, [tuple(map(convert, each)) for each in ranges])


@command("glDepthRangeArrayv", keeps_batch=True)
def depth_range_array(ctx, first, count, v):
    """Sets `count` depth ranges from `first` on; v : (count, 2) doubles, clamped to [0, 1]."""
    _set_depth_ranges(ctx, first, count, v, clamped)


@command("glDepthRangeIndexed", keeps_batch=True)
def depth_range_indexed(ctx, index, n, f):
    """Sets the depth range of one viewport, clamped to [0, 1]."""
    _set_depth_ranges(ctx, index, 1, (n, f), clamped)


@command("glDepthRangeArraydvNV", keeps_batch=True)
def depth_range_array_unclamped(ctx, first, count, v):
    """Sets `count` depth ranges from `first` on, as glDepthRangedNV; v : (count, 2) doubles."""
    _set_depth_ranges(ctx, first, count, v, single_or_zero)


@command("glDepthRangeIndexeddNV", keeps_batch=True)
def depth_range_indexed_unclamped(ctx, index, n, f):
    """Sets the depth range of one viewport, as glDepthRangedNV does for all."""
    _set_depth_ranges(ctx, index, 1, (n, f), single_or_zero)
