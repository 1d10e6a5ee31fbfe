"""Small triangles: the quads of several of them go through the fragment program in one vector.

A block would have few pixels of each. So the quads of a tile's small triangles are listed, with the
pixels that are covered, and then drawn as many at a time as a vector has, whatever triangles they
are of. Quads that have a pixel in common never go together, so that order holds for each pixel.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import or_

from softgl.ir.blocks import has_flow
from softgl.lanes import I32
from softgl.pipeline.blocks import covered_samples, walk_blocks
from softgl.pipeline.edges import coverage_start, edge_bases, load_bounds, load_edges
from softgl.pipeline.fragment import draw_fragments
from softgl.pipeline.framebuffer import TILE, block_index
from softgl.pipeline.interpolate import Pixels, interpolate, load_interpolants
from softgl.pipeline.keys import FragmentKey
from softgl.pipeline.samples import MAX_SAMPLES

SMALL = 16  # pixels on a side, at most
OF_SMALL = (SMALL // 2 + 2) ** 2  # quads of a small triangle, at most
LISTED = 1024  # quads, at most
ROW = LISTED + 16
LIST_ELEMENTS = (2 + MAX_SAMPLES // 2) * ROW
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
    the triangle. Where pixels have several samples, there are rows for these: see `_sample_words`.
    """
    edges = load_edges(m, a, triangle, *tile)
    starts, bounds = coverage_start(m, edges), load_bounds(m, a, triangle)
    with walk_blocks(m, tile, edges, starts, bounds) as block:
        samples = covered_samples(m, a, key, triangle, edges, bounds, block)
        bits = m.as_i32(m.mask_bits(reduce(or_, samples)))
        words = _sample_words(m, samples)
        column, row = ((at - first) >> 1 for at, first in zip(block.corner, tile, strict=True))
        for quad in range(m.width // 4):
            number = (row + quad // 2) * ACROSS + column + quad % 2
            pixels = (bits >> (4 * quad)) & 15
            place = count.get()
            m.put(a.listed, place, number * 16 + pixels)
            m.put(a.listed, place + ROW, triangle)
            for more, word in enumerate(words, 2):
                m.put(a.listed, place + ROW * more, word)
            count.set(place + m.select(pixels != 0, m.i32(1), 0))


def _sample_words(m, samples: list) -> list:
    """Which samples of a block of pixels are covered: of each word as many as have room, I32.

    None of one sample: the pixels that are covered are those.
    """
    if len(samples) == 1:
        return []
    bits, of_word = [m.as_i32(m.mask_bits(sample)) for sample in samples], 32 // m.width
    return [
        reduce(or_, (each << (n * m.width) for n, each in enumerate(bits[first : first + of_word])))
        for first in range(0, len(bits), of_word)
    ]


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
    quad, triangle = m.at(a.listed, place), m.at(a.listed, place, ROW)
    lane = m.lane_number()
    number_in_tile = quad >> 4
    left = (number_in_tile & (ACROSS - 1)) * 2 + tile[0]
    low = m.as_i32(m.as_u32(number_in_tile) / ACROSS) * 2 + tile[1]
    x, y = left + (lane & 1), low + ((lane >> 1) & 1)
    edges = load_edges(m, a, triangle, *tile)
    growth = [edges.step_x[i] * (x - tile[0]) + edges.step_y[i] * (y - tile[1]) for i in range(3)]
    with m.where((((quad >> (lane & 3)) & 1) != 0) & (number < taken)):
        index = m.quads(block_index(left, low, a.blocks_x))
        pixels = Pixels(x, y, edges, edge_bases(m, edges), growth)
        if key.shape.samples > 1:
            signs = [s + g for s, g in zip(coverage_start(m, edges), growth, strict=True)]
            pixels = replace(
                pixels,
                covered=_listed_samples(m, a, key, place, x, y),
                centre=reduce(or_, signs) >= 0,
            )
        of = load_interpolants(m, key, a, triangle)
        draw_fragments(m, key, a, index, interpolate(m, key, a, of, pixels))


def _listed_samples(m, a, key, place, x, y):
    """Of each sample whether it is covered; x, y : pixels."""
    samples, of_word = key.shape.samples, 32 // m.width
    in_block = ((x >> 1) & 1) * 4 + (y & 1) * 2 + (x & 1)
    if m.width > 8:
        in_block = in_block + ((y >> 1) & 1) * 8
    words = [
        m.at(a.listed, place, ROW * (2 + first // of_word)) >> in_block
        for first in range(0, samples, of_word)
    ]
    return [(words[n // of_word] & (1 << (n % of_word * m.width))) != 0 for n in range(samples)]
