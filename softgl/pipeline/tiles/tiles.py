"""The traversal of the LLVM machine: triangles of a tile, block by block, or many side by side.

The formulas of what becomes of a pixel (`edges`, `interpolate`, `fragment`, `per_fragment`) are
shared with that of the eager machine, `quads`.
"""

from __future__ import annotations

from contextlib import ExitStack, nullcontext
from dataclasses import replace
from functools import partial, reduce
from operator import or_

from softgl.isa import OPCODES, Form
from softgl.lanes.machine import MAX_VECTOR_LANES
from softgl.pipeline.fragments.coverage import deciding_edges, has_ends
from softgl.pipeline.fragments.fragment import draw_fragments
from softgl.pipeline.fragments.fragment_cost import has_slow_instructions
from softgl.pipeline.fragments.interpolate import Pixels, interpolate, load_interpolants
from softgl.pipeline.keys.kernel_keys import FragmentKey
from softgl.pipeline.planes.framebuffer import TILE, block_index
from softgl.pipeline.planes.samples import SAMPLE_UNITS_PER_PIXEL, SUBPIXELS, reach
from softgl.pipeline.primitives.edges import (
    coverage_start,
    edge_bases,
    load_bounds,
    load_edges,
    within_bounds,
)
from softgl.pipeline.tiles.blocks import MAX_BLOCK_LANES, covered_samples, walk_blocks
from softgl.pipeline.tiles.hierarchical_z import TileDepthBound, has_depth_bound
from softgl.pipeline.tiles.packing import draw_packed
from softgl.pipeline.tiles.pending_clears import clear_tiles, planes_of
from softgl.tuning import limits


def draw_tiles(m, a, key: FragmentKey, packed: bool = False):
    """Draws tiles first ... last-1: each triangle of each tile, block by block.

    packed : True if they go together, as in `packing`.
    """
    if planes_of(key):
        m.before(partial(clear_tiles, key=key))
    for slot in m.loop(a.first, a.last):
        tile = m.load_unchecked(a.tiles, slot)
        # Tile numbers are not negative: the division of their magnitudes is theirs.
        row = tile / a.tiles_across
        tile_x, tile_y = (tile - row * a.tiles_across) * TILE, row * TILE
        begin, end = m.load_unchecked(a.starts, slot), m.load_unchecked(a.starts, slot + 1)
        depth_bound = TileDepthBound(m, key, a) if is_plain(key) and has_depth_bound(key) else None
        draw_one = partial(_draw_triangle, m, a, key, (tile_x, tile_y), depth_bound)
        # With four lanes a block is a quad.
        if packed and m.width > 4:
            draw_packed(m, a, key, (begin, end), (tile_x, tile_y), draw_one)
        else:
            by_blocks = partial(_draw_blocks, m, a, key, (tile_x, tile_y))
            full_loop = has_full_tile_loop(key)
            for entry in m.loop(begin, end):
                draw_one(m.load_unchecked(a.entries, entry), by_blocks, full_loop)


def _draw_triangle(m, a, key, tile, depth_bound, triangle, draw, full_loop=False):
    """Draws one triangle within one tile, from x and y on.

    depth_bound : the TileDepthBound, or None. draw : called with the triangle, its edge functions
        and, unless it covers the whole tile, the values that decide coverage.
    full_loop : as `has_full_tile_loop` says.
    """
    edges = load_edges(m, a, triangle, *tile, ends=has_ends(key))
    starts, deciding = coverage_start(m, edges), deciding_edges(key)
    # Long lines and large triangles miss most tiles of their bounds.
    most = [starts[i] + _growth_in_tile(m.max, key, edges, i) for i in deciding]
    bounds = load_bounds(m, a, triangle)
    with ExitStack() as ways:
        if most:
            ways.enter_context(m.branch(reduce(or_, most) >= 0))
        if depth_bound:
            ways.enter_context(depth_bound.before(triangle, edges))
        if not full_loop:
            draw(triangle, edges, starts, bounds)
        if not full_loop and not depth_bound:
            return
        least = [starts[i] + _growth_in_tile(m.min, key, edges, i) for i in deciding]
        whole = (reduce(or_, least) >= 0) & _contains_tile(bounds, *tile)
        with m.branch(whole):
            if full_loop:
                draw(triangle, edges)
            if depth_bound:
                depth_bound.covered(triangle, edges)
        if full_loop:
            with m.branch(~whole):
                draw(triangle, edges, starts, bounds)


def is_plain(key: FragmentKey) -> bool:
    """True for triangles whose coverage follows from edge functions alone."""
    shape = key.shape
    return shape.kind == "triangle" and not shape.smooth and not shape.stipple


def has_full_tile_loop(key: FragmentKey) -> bool:
    """True if full tiles of a triangle get a loop of their own, without masks.

    Coverage and masks take 30 instructions a block: a tenth of the time of the shortest programs, a
    thirtieth of one of 64 instructions, nothing of one that filters texels, which takes 500. These
    would take their time to compile twice: a third of a first frame.
    """
    filters = any(texture and not texture.exact for *_, texture in key.textures)
    short = len(key.program.instructions) <= limits.MAX_FULL_TILE_INSTRUCTIONS
    return short and is_plain(key) and not (filters or key.per_sample)


def is_latency_bound(key: FragmentKey, packed: bool) -> bool:
    """True if chains of dependent instructions take most of the time: samples, polynomials, or
    any chain in the blocks of large triangles."""
    return not packed or has_slow_instructions(key)


def max_lanes(key: FragmentKey, packed: bool) -> int:
    """The most lanes of vectors that wait: two blocks for each, where one is not busy enough."""
    sampled = sum(OPCODES[one.opcode].form is Form.TEXTURE for one in key.program.instructions)
    return MAX_VECTOR_LANES if packed or sampled > limits.MAX_WIDE_SAMPLES else MAX_BLOCK_LANES


def _growth_in_tile(extreme, key, edges, i):
    """The most (m.max) or the least (m.min) that an edge function grows by within a tile."""
    step_x, step_y = edges.step_x[i], edges.step_y[i]
    growth = (extreme(step_x, 0) + extreme(step_y, 0)) * (TILE - 1)
    if key.shape.samples == 1:
        return growth
    # Samples are not in the centres of pixels: as far as they may be, or farther.
    far = reach(key.shape.samples) * SAMPLE_UNITS_PER_PIXEL // SUBPIXELS
    beside = ((abs(step_x) + abs(step_y)) * far >> 4) + 1
    return growth + extreme(beside, -beside)


def _contains_tile(bounds, x, y):
    """True if all pixels of the tile at (x, y) are within `load_bounds`, BOOL."""
    return within_bounds(bounds, x, y) & within_bounds(bounds, x + (TILE - 1), y + (TILE - 1))


def _draw_blocks(m, a, key, tile, triangle, edges, starts=None, bounds=None):
    """The blocks of a triangle within a tile.

    starts, bounds : what decides which pixels are covered; without them, all of the tile are.
    """
    interpolants, bases = load_interpolants(m, key, a, triangle), edge_bases(m, edges)
    if not starts:
        starts = [whole for whole, _ in bases]
    bases = [(whole - start, part) for (whole, part), start in zip(bases, starts, strict=True)]
    for block in walk_blocks(m, tile, edges, starts, bounds):
        samples, shown = None, nullcontext()
        if bounds:
            samples = covered_samples(m, a, key, triangle, edges, bounds, block)
            shown = m.where(reduce(or_, samples), skip=True)
        with shown:
            index = m.consecutive(block_index(*block.corner, a.blocks_x))
            pixels = Pixels(block.x, block.y, edges, bases, block.steps)
            if samples and key.shape.samples > 1:
                centre = reduce(or_, block.steps) >= 0
                pixels = replace(pixels, covered=samples, centre=centre)
            draw_fragments(m, key, a, index, interpolate(m, key, a, interpolants, pixels))
