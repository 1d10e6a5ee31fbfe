"""The edge functions of a triangle, or line, seen from a tile: what covers pixels and weighs them.

They are exact integers at the tile's first pixel and grow by whole steps from pixel to pixel.
"""

from __future__ import annotations

from dataclasses import dataclass

from softgl.pipeline.framebuffer import TILE
from softgl.pipeline.setup import ROW


@dataclass(frozen=True)
class Edges:
    """The edge functions of a triangle seen from a tile; lanes or uniform.

    start : three I64, the functions at the centre of the tile's first pixel.
    step_x, step_y, open : three I32 each, as in `setup`.
    """

    start: list
    step_x: list
    step_y: list
    open: list


def load_edges(m, a, triangle, tile_x, tile_y) -> Edges:
    """The edge functions of `triangle` for the tile whose first pixel is (tile_x, tile_y)."""

    def row(name):
        return [load_integer(m, a, triangle, f"{name}{i}") for i in range(3)]

    step_x, step_y = row("step_x"), row("step_y")
    x, y = m.to_i64(tile_x), m.to_i64(tile_y)
    start = [
        m.at(a.edges, triangle + a.triangle_stride * i)
        + ((m.to_i64(step_x[i]) * x + m.to_i64(step_y[i]) * y) << 8)
        for i in range(3)
    ]
    return Edges(start, step_x, step_y, row("open"))


def load_integer(m, a, triangle, name):
    """A row of `Shapes.integers`, by its name in `setup.INTEGERS`."""
    return m.at(a.integers, triangle + a.triangle_stride * ROW[name])


def load_bounds(m, a, triangle) -> dict:
    """The pixels that a triangle may cover, inclusive."""
    names = ("min_x", "max_x", "min_y", "max_y")
    return {name: load_integer(m, a, triangle, name) for name in names}


def within_bounds(bounds, x, y):
    """Whether pixels lie within `load_bounds`, BOOL."""
    columns = (x >= bounds["min_x"]) & (x <= bounds["max_x"])
    return columns & (y >= bounds["min_y"]) & (y <= bounds["max_y"])


def coverage_start(m, edges: Edges):
    """Three I32: floor((edge - open) / 256) at the tile's first pixel.

    A pixel changes an edge function by a multiple of 256, so a sum of steps decides coverage from
    these exactly; where the edge is farther off than any pixel of the tile, 2^30 stands for it.
    """
    starts = []
    for start, open_ in zip(edges.start, edges.open, strict=True):
        units = (start - m.to_i64(open_)) >> 8
        starts.append(m.low_half(m.clamp(units, -(2**30), 2**30)))
    return starts


def edge_bases(m, edges: Edges) -> list:
    """What `edge_floats` adds to growth: for each edge function (I32, F32), in units of 256.

    Whole units are added as integers, so that the value at a pixel does not depend on how far away
    the tile begins. Only where they could overflow, beyond 2^30, they are rounded before.
    """
    bases = []
    for start in edges.start:
        units = start >> 8
        near = (units >= -(2**30)) & (units <= 2**30)
        part = m.select(near, start & 255, start)
        bases.append((m.low_half(m.select(near, units, 0)), m.to_f32(part) * (1.0 / 256.0)))
    return bases


def edge_floats(m, bases, growth):
    """The edge functions in units of 256 as floats; growth : three I32, since the first pixel."""
    return [
        m.to_f32(whole + steps) + part for (whole, part), steps in zip(bases, growth, strict=True)
    ]


def tile_origin(coordinate):
    """The first pixel of the tile of a pixel."""
    return coordinate & -TILE
