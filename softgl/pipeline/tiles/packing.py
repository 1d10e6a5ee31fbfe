"""Packing: pixels of many triangles go through the fragment program side by side in one vector.

A block would have few pixels of each. So the pixels of a tile's triangles are listed, and drawn as
many at a time as a vector has lanes, whatever triangles they belong to; whole quads if the program
takes derivatives. Two entries of one pixel never share a vector, so that order holds for each
pixel.

Most vectors hold one triangle, whose constants are then uniform; else they are loaded per lane.
"""

from __future__ import annotations

from functools import lru_cache

from softgl.lanes import I32
from softgl.lanes.machine import MAX_VECTOR_LANES
from softgl.pipeline.fragments.fragment_cost import has_slow_instructions, work_of_fragment
from softgl.pipeline.keys.kernel_keys import FragmentKey
from softgl.pipeline.planes.framebuffer import TILE
from softgl.pipeline.primitives.edges import (
    coverage_start,
    load_bounds,
    load_edges,
)
from softgl.pipeline.tiles.packed_lists import (
    MIN_DRAWN_ENTRIES,
    ListedPixels,
    ListedQuads,
    by_pixels,
)
from softgl.tuning import limits


@lru_cache(maxsize=64)
def may_pack(key: FragmentKey) -> bool:
    """True if primitives of a key can be packed."""
    return key.shape.kind == "triangle" and not (key.shape.smooth or key.per_sample)


def are_many(key: FragmentKey, lanes: int, primitives: int, tiles: int, entries: int) -> bool:
    """True if packing pays for numbers of primitives, tiles, and pairs of both.

    lanes : of the engine's vectors.
    """
    return are_dense(tiles, entries) and entries <= most_entries(key, lanes) * primitives


def are_dense(tiles, entries):
    """True if pairs of primitives and tiles are dense enough; numbers or lanes."""
    many = entries >= limits.MIN_PACKED_ENTRIES
    return many & (entries >= tiles * limits.MIN_PACKED_TILE_ENTRIES)


def most_entries(key: FragmentKey, lanes: int) -> float:
    """Returns the mean number of tiles per primitive up to which primitives are packed."""
    # A side as long as a tile touches two in a row.
    return (largest(key, lanes) / TILE + 1) ** 2


def largest(key: FragmentKey, lanes: int) -> float:
    """The largest side of packed primitives, in pixels; lanes : of the engine's vectors."""
    if lanes < MAX_VECTOR_LANES and not has_slow_instructions(key):
        return limits.PACKED_SIDE_8_LANES
    slope = (
        limits.PACKED_SLOPE_8_LANES if lanes < MAX_VECTOR_LANES else limits.PACKED_SLOPE_16_LANES
    )
    least, short, pixels = slope
    side = (work_of_fragment(key) - short) * pixels
    return min(limits.MAX_PACKED_SIDE, max(least, side))


def draw_packed(m, a, key: FragmentKey, entries, tile, draw_one) -> None:
    """Draws the triangles of a tile in their order.

    entries : the first entry and the end. tile : x and y of its first pixel.
    draw_one : called with a triangle that is not small and `Listed.list`, which it calls if the
        triangle may be visible.
    """
    begin, end = entries
    entry = m.variable(I32, begin, uniform=True)
    listed = (ListedPixels if by_pixels(key) else ListedQuads)(m, a, key, tile)

    def list_one():
        with m.only(None):
            triangle = m.load_unchecked(a.entries, entry.get())
            bounds = load_bounds(m, a, triangle)
            small = _is_small(bounds)
            with m.branch(small):
                edges = load_edges(m, a, triangle, *tile)
                listed.list(triangle, edges, coverage_start(m, edges), bounds)
            with m.branch(~small):
                draw_one(triangle, listed.list)
            entry.set(entry.get() + 1)

    def fill_and_draw():
        with m.only(None):
            listed.count.set(0)
            m.while_any(
                lambda: (entry.get() < end) & (listed.count.get() <= MIN_DRAWN_ENTRIES), list_one
            )
            listed.draw()

    m.while_any(lambda: entry.get() < end, fill_and_draw)


def _is_small(of):
    across, up = of["max_x"] - of["min_x"], of["max_y"] - of["min_y"]
    return (across < limits.MAX_SURE_SIDE) & (up < limits.MAX_SURE_SIDE)
