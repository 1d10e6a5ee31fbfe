"""glBlitFramebuffer: rectangles from the read framebuffer to the draw framebuffer.

ARB_framebuffer_object, 4.3.3. Pixels are taken where the centres of the destination's pixels fall
in the source; with LINEAR, mixed of the four around, within the source buffer.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from softgl.gl import enums as gl
from softgl.gl.arguments import invalid_enum, invalid_operation, invalid_value
from softgl.gl.command import command
from softgl.gl.signature import EnumSet
from softgl.gl.state import scissor_box
from softgl.pipeline.framebuffer import Framebuffer

BITS = gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT | gl.GL_STENCIL_BUFFER_BIT
FILTERS = EnumSet("GL_NEAREST GL_LINEAR")


@dataclass(frozen=True)
class Axis:
    """The pixels of one axis: from `first` to `last` of the destination those that are written.

    centres : for each, where in the source its centre lies, float64, in pixels.
    """

    first: int
    centres: np.ndarray

    @property
    def count(self) -> int:
        return len(self.centres)

    def part(self, kept) -> Axis:
        """The pixels of a truth value for each; those are next to each other."""
        number = np.flatnonzero(kept)
        start = int(number[0]) if len(number) else 0
        return Axis(self.first + start, self.centres[kept])


def axis(source0, source1, target0, target1, size, limits) -> Axis:
    """An axis of a blit whose ends may be reversed; it stays within source and destination.

    size : pixels of the source. limits : first and end of what may be written.
    """
    low, high = min(target0, target1), max(target0, target1)
    low, high = max(low, limits[0]), min(high, limits[1])
    if source0 == source1 or low >= high:
        return Axis(0, np.zeros(0))
    pixels = np.arange(low, high, dtype=np.float64) + 0.5
    centres = source0 + (pixels - target0) * (source1 - source0) / (target1 - target0)
    return Axis(low, centres).part((centres >= 0) & (centres < size))


def _nearest(plane, x: Axis, y: Axis):
    """The words of a plane (words, rows, columns) under the centres."""
    columns, rows = (np.floor(a.centres).astype(np.int64) for a in (x, y))
    left, low = int(columns.min()), int(rows.min())
    words = plane.read(left, low, int(columns.max()) + 1 - left, int(rows.max()) + 1 - low)
    return words[:, (rows - low)[:, None], (columns - left)[None, :]]


def _linear(plane, x: Axis, y: Axis):
    """The colours of a plane (rows, columns, 4), mixed of the four pixels around each centre."""
    colors = plane.format.lay.decode(plane.read(0, 0, plane.width, plane.height))
    parts = []
    for a, size in ((x, plane.width), (y, plane.height)):
        whole = np.floor(a.centres - 0.5)
        near = np.clip(whole, 0, size - 1).astype(np.int64)
        far = np.clip(whole + 1, 0, size - 1).astype(np.int64)
        parts.append((near, far, (a.centres - 0.5 - whole).astype(np.float32)))
    (left, right, across), (low, high, up) = parts
    with np.errstate(all="ignore"):
        across, up = across[None, :, None], up[:, None, None]
        rows = [
            colors[row[:, None], left] * (1 - across) + colors[row[:, None], right] * across
            for row in (low, high)
        ]
        return rows[0] * (1 - up) + rows[1] * up


def _check_colors(source, frame):
    """Refuse to copy between fixed-point and floating-point numbers."""
    for plane in frame.colors:
        if plane is not None and plane.format.lay.fixed != source.format.lay.fixed:
            raise invalid_operation("one colour format is of floats and the other is not")


def _check_formats(mask, read: Framebuffer, frame: Framebuffer, filter_):
    planes = []
    if mask & gl.GL_DEPTH_BUFFER_BIT:
        planes.append((read.depth_plane, frame.depth_plane))
    if mask & gl.GL_STENCIL_BUFFER_BIT:
        planes.append((read.stencil_plane, frame.stencil_plane))
    if mask & (gl.GL_DEPTH_BUFFER_BIT | gl.GL_STENCIL_BUFFER_BIT) and filter_ != gl.GL_NEAREST:
        raise invalid_operation("filter: depth and stencil are never mixed, use GL_NEAREST")
    both = [pair for pair in planes if None not in pair]
    if any(source.format != target.format for source, target in both):
        raise invalid_operation("the depth formats differ")
    return both


@command("glBlitFramebuffer")
def blit_framebuffer(ctx, x0, y0, x1, y1, to_x0, to_y0, to_x1, to_y1, mask, filter_):
    """Copy a rectangle, stretched and turned over as the corners say; only the scissor applies."""
    if mask & ~BITS:
        raise invalid_value(f"mask: {mask:#x} has bits that name no buffer")
    if filter_ not in FILTERS:
        raise invalid_enum(f"filter: {FILTERS.describe(filter_)}")
    read, frame = ctx.read_framebuffer, ctx.framebuffers.planned()
    copied = _check_formats(mask, read, frame, filter_)
    source = read.colors[0] if mask & gl.GL_COLOR_BUFFER_BIT else None
    if source is not None:
        _check_colors(source, frame)
    left, low, right, high = scissor_box(ctx) or (0, 0, frame.width, frame.height)
    x = axis(x0, x1, to_x0, to_x1, read.width, (left, right))
    y = axis(y0, y1, to_y0, to_y1, read.height, (low, high))
    if not x.count or not y.count or ctx.occlusion.discards:
        return
    # All is read before anything is written: the buffers may be the same.
    words = [_nearest(plane, x, y) for plane, _ in copied]
    stretched = abs(x1 - x0) != abs(to_x1 - to_x0) or abs(y1 - y0) != abs(to_y1 - to_y0)
    if source is not None:
        if filter_ == gl.GL_LINEAR and stretched:
            colors = _linear(source, x, y)
        else:
            colors = source.format.lay.decode(_nearest(source, x, y))
        for plane in ctx.framebuffer.colors:
            if plane is not None:
                plane.write(x.first, y.first, plane.format.encode(colors))
    for (_, plane), part in zip(copied, words, strict=True):
        plane.write(x.first, y.first, part)
