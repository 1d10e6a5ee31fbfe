"""The edge functions of a triangle, or line, seen from a tile: what covers pixels and weighs them.

They are exact integers at the tile's first pixel and grow by whole steps from pixel to pixel.
"""

from __future__ import annotations

from softgl.pipeline.planes.framebuffer import TILE
from softgl.pipeline.primitives.setup import ROW_OF_INTEGER
from softgl.records import dataclass


@dataclass(frozen=True)
class Edges:
    """The edge functions of a triangle seen from a tile; lanes or uniform.

    start : three I64, the functions at the centre of the tile's first pixel.
    step_x, step_y, open : three I32 each, as in `setup`.
    A line whose ends are edge functions has four of each.
    """

    start: list
    step_x: list
    step_y: list
    open: list


def load_edges(m, a, triangle, tile_x, tile_y, ends: bool = False) -> Edges:
    """The edge functions of `triangle` for the tile whose first pixel is (tile_x, tile_y).

    ends : True if there is a fourth one, that of a line's end.
    """

    def row(name):
        return [load_integer(m, a, triangle, f"{name}{i}") for i in range(3)]

    step_x, step_y = row("step_x"), row("step_y")
    x, y = m.to_i64(tile_x), m.to_i64(tile_y)
    start = [
        m.load_unchecked(a.edges, triangle, a.triangle_stride * i)
        + ((m.to_i64(step_x[i]) * x + m.to_i64(step_y[i]) * y) << 8)
        for i in range(3)
    ]
    open_ = row("open")
    if ends:
        # It falls as the third one, how far along the line a pixel is, rises.
        start.append(m.load_unchecked(a.edges, triangle, a.triangle_stride * 3) - start[2])
        step_x.append(-step_x[2])
        step_y.append(-step_y[2])
        open_.append(1 - open_[2])
    return Edges(start, step_x, step_y, open_)


def load_integer(m, a, triangle, name):
    """A row of `SetupPrimitives.integers`, by its name in `setup.SETUP_INTEGERS`."""
    return m.load_unchecked(a.integers, triangle, a.triangle_stride * ROW_OF_INTEGER[name])


def load_bounds(m, a, triangle) -> dict:
    """The pixels that a triangle may cover, inclusive."""
    names = ("min_x", "max_x", "min_y", "max_y")
    return {name: load_integer(m, a, triangle, name) for name in names}


def within_bounds(bounds, x, y):
    """True for pixels within `load_bounds`, BOOL."""
    columns = (x >= bounds["min_x"]) & (x <= bounds["max_x"])
    return columns & (y >= bounds["min_y"]) & (y <= bounds["max_y"])


def coverage_start(m, edges: Edges):
    """I32, of each edge function: floor((edge - open) / 256) at the tile's first pixel.

    A pixel changes an edge function by a multiple of 256, so a sum of steps decides coverage from
    these exactly; where the edge is farther off than any pixel of the tile, 2^30 stands for it.
    """
    starts = []
    for start, open_ in zip(edges.start, edges.open, strict=True):
        units = (start - m.to_i64(open_)) >> 8
        starts.append(m.low_half(m.clamp(units, -(2**30), 2**30)))
    return starts


def sample_shifts(m, edges: Edges, position) -> list:
    """The change of each edge function from `coverage_start` to a sample, I32.

    position : of `samples.SAMPLE_POSITIONS`. Edge functions at samples are exact too.
    """
    shifts = []
    for number, (start, open_) in enumerate(zip(edges.start, edges.open, strict=True)):
        rest = m.low_half(start - m.to_i64(open_)) & 255
        # (rest + 16 growth) >> 8, in which nothing overflows.
        shifts.append(((rest >> 4) + growth_to(edges, number, position)) >> 4)
    return shifts


def growth_to(edges: Edges, number: int, position):
    """The change of an edge function from a pixel's centre to a place beside it, in units of 16.

    position : x and y in sixteenths of a pixel, numbers or I32.
    """
    return edges.step_x[number] * position[0] + edges.step_y[number] * position[1]


def moved_bases(m, edges: Edges, bases: list, position) -> list:
    """`edge_bases` for a place beside the pixels' centres; position : as `growth_to` takes it."""
    return [
        (whole, part + m.to_f32(growth_to(edges, number, position)) * (1.0 / 16.0))
        for number, (whole, part) in enumerate(bases)
    ]


def edge_bases(m, edges: Edges) -> list:
    """Bases that `edge_floats` adds to growth: for each edge function (I32, F32), in units of 256.

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
    """The edge functions in units of 256 as floats; growth : I32, since the first pixel."""
    return [
        m.to_f32(whole + steps) + part for (whole, part), steps in zip(bases, growth, strict=True)
    ]


def part_of_tile(m, tile, bounds) -> tuple:
    """The first and the last pixel of a tile within `load_bounds`: (first x, first y), (last x,
    last y).

    tile : x and y of its first pixel. bounds : None for all of it.
    """
    first, last = tile, tuple(start + (TILE - 1) for start in tile)
    if bounds:
        first = tuple(m.max(bounds[f"min_{c}"], t) for c, t in zip("xy", first, strict=True))
        last = tuple(m.min(bounds[f"max_{c}"], t) for c, t in zip("xy", last, strict=True))
    return first, last


def tile_origin(coordinate):
    """The first pixel of the tile of a pixel."""
    return coordinate & -TILE
