"""Small triangles: the quads of several of them go through the fragment program in one vector.

A block would have few pixels of each. So the quads of a tile's small triangles are listed, with the
pixels that are covered, and then drawn as many at a time as a vector has, whatever triangles they
are of. Quads that have a pixel in common never go together, so that order holds for each pixel.
"""

from __future__ import annotations

from softgl.ir.blocks import has_flow
from softgl.lanes import I32
from softgl.pipeline.blocks import covered_pixels, walk_blocks
from softgl.pipeline.edges import (
    coverage_start,
    edge_bases,
    edge_floats,
    load_bounds,
    load_edges,
)
from softgl.pipeline.fragment import draw_fragments
from softgl.pipeline.framebuffer import TILE, block_index
from softgl.pipeline.interpolate import interpolate, load_interpolants
from softgl.pipeline.keys import FragmentKey

SMALL = 16  # pixels on a side, at most
OF_SMALL = (SMALL // 2 + 2) ** 2  # quads of a small triangle, at most
LISTED = 1024  # quads, at most
ROW = LISTED + 16
LIST_ELEMENTS = 2 * ROW
ACROSS = TILE // 2  # quads of a tile
MANY, DENSE = 4096, 32  # shapes in all and in a tile, at least: else packing is not worth a kernel
SPREAD = 4  # tiles that a shape touches on the average, at most: more are of large ones


def may_pack(key: FragmentKey) -> bool:
    """Whether the small shapes of a key can go together."""
    return key.shape.kind == "triangle" and not key.shape.smooth and not has_flow(key.program)


def are_many(shapes: int, tiles: int, entries: int) -> bool:
    """Whether so many shapes on so many tiles, in so many pairs, go together, small as they are."""
    return entries >= max(MANY, DENSE * tiles) and entries <= SPREAD * shapes


def draw_packed(m, a, key: FragmentKey, entries, tile, draw_large) -> None:
    """Draw the shapes of a tile in their order.

    entries : the first of them and the end. tile : x and y of its first pixel.
    draw_large : draws a triangle that is not small.
    """
    begin, end = entries
    entry = m.variable(I32, begin, uniform=True)
    count = m.variable(I32, 0, uniform=True)

    def triangle():
        return m.at(a.entries, m.min(entry.get(), end - 1))

    def small_next():
        return _is_small(m, a, triangle())

    def several(condition, draw):
        def one():
            with m.only(None):
                draw(triangle())
                entry.set(entry.get() + 1)

        m.while_any(lambda: (entry.get() < end) & condition(), one)

    def turn():
        with m.only(None):
            count.set(0)
            several(
                lambda: small_next() & (count.get() <= LISTED - OF_SMALL),
                lambda shape: _list_quads(m, a, key, shape, tile, count),
            )
            _draw_listed(m, a, key, count.get(), tile)
            several(lambda: ~small_next(), draw_large)

    m.while_any(lambda: entry.get() < end, turn)


def _is_small(m, a, triangle):
    of = load_bounds(m, a, triangle)
    return (of["max_x"] - of["min_x"] < SMALL) & (of["max_y"] - of["min_y"] < SMALL)


def _list_quads(m, a, key, triangle, tile, count):
    """List the quads of a triangle in which it covers pixels.

    Of each, two rows: the quad's number in its tile times 16 and the pixels, a bit for each; and
    the triangle.
    """
    edges = load_edges(m, a, triangle, *tile)
    starts, bounds = coverage_start(m, edges), load_bounds(m, a, triangle)
    with walk_blocks(m, tile, edges, starts, bounds) as block:
        bits = m.as_i32(m.mask_bits(covered_pixels(m, a, key, triangle, bounds, block)))
        column, row = ((at - first) >> 1 for at, first in zip(block.corner, tile, strict=True))
        for quad in range(m.width // 4):
            number = (row + quad // 2) * ACROSS + column + quad % 2
            pixels = (bits >> (4 * quad)) & 15
            place = count.get()
            m.put(a.listed, place, number * 16 + pixels)
            m.put(a.listed, place + ROW, triangle)
            count.set(place + m.select(pixels != 0, m.i32(1), 0))


def _draw_listed(m, a, key, count, tile):
    """Draw the first `count` quads that are listed."""
    first = m.variable(I32, 0, uniform=True)

    def some():
        with m.only(None):
            taken = _free_of_clashes(m, a, first.get(), count)
            _draw_quads(m, a, key, first.get(), taken, tile)
            first.set(first.get() + taken)

    m.while_any(lambda: first.get() < count, some)


def _free_of_clashes(m, a, first, count):
    """How many quads from the first on have no pixel in common, as many as a vector has at most."""
    most = m.width // 4
    quads = [m.at(a.listed, m.min(first + number, count - 1)) for number in range(most)]
    taken = m.i32(most)
    for number in reversed(range(1, most)):
        for other in range(number):
            same = (quads[number] ^ quads[other]) < 16
            clash = same & ((quads[number] & quads[other] & 15) != 0)
            taken = m.select(clash, number, taken)
    return m.min(taken, count - first)


def _draw_quads(m, a, key, first, taken, tile):
    """Draw so many quads, at most as many as a vector has: lanes are pixels, or one for a quad."""
    number = m.quad_number()
    place = first + m.min(number, taken - 1)
    quad, triangle = m.at(a.listed, place), m.at(a.listed, place + ROW)
    lane = m.lane_number()
    number_in_tile = quad >> 4
    left = (number_in_tile & (ACROSS - 1)) * 2 + tile[0]
    low = m.as_i32(m.as_u32(number_in_tile) / ACROSS) * 2 + tile[1]
    x, y = left + (lane & 1), low + ((lane >> 1) & 1)
    edges = load_edges(m, a, triangle, *tile)
    growth = [edges.step_x[i] * (x - tile[0]) + edges.step_y[i] * (y - tile[1]) for i in range(3)]
    with m.where((((quad >> (lane & 3)) & 1) != 0) & (number < taken)):
        index = m.quads(block_index(left, low, a.blocks_x))
        values = edge_floats(m, edge_bases(m, edges), growth)
        of = load_interpolants(m, key, a, triangle)
        draw_fragments(m, key, a, index, interpolate(m, key, a, of, values, x, y))
