"""The traversal of the eager machine: arrays of quads, whose fragments then follow one another.

The formulas of pixels (`edges`, `interpolate`, `fragment`, `per_fragment`) are shared with `tiles`,
the traversal of the LLVM machine.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import or_

import numpy as np

from softgl.lanes import BOOL, I32
from softgl.pipeline.fragments.coverage import covers_samples, has_ends
from softgl.pipeline.fragments.fragment import shade
from softgl.pipeline.fragments.interpolate import Pixels, interpolate, load_interpolants
from softgl.pipeline.fragments.per_fragment import ShadedFragment, write_fragment
from softgl.pipeline.keys.kernel_keys import FragmentKey
from softgl.pipeline.planes.framebuffer import block_index
from softgl.pipeline.primitives.edges import (
    Edges,
    coverage_start,
    edge_bases,
    load_bounds,
    load_edges,
    tile_origin,
    within_bounds,
)


def draw_quads(m, a, key: FragmentKey):
    """Draws quads: (3, n) of triangle number and the pixel at the quad's lower left."""
    triangle, x, y = (np.repeat(row, 4) for row in a.quads.data.reshape(3, -1))
    corner = np.arange(len(triangle)) & 3
    x, y = x + (corner & 1), y + (corner >> 1)
    covered, centre = covered_by(m, a, key, triangle, x, y)
    shown = covered.any(axis=0)
    # Whole quads without a covered pixel go; the others stay whole for derivatives.
    shown_lanes = np.repeat(shown.reshape(-1, 4).any(axis=1), 4)
    if not shown_lanes.any():
        return
    triangle, x, y = (m.lanes(v[shown_lanes], I32) for v in (triangle, x, y))
    fragments = quad_fragments(
        m, a, key, (triangle, x, y), covered[:, shown_lanes], centre[shown_lanes]
    )
    index = block_index(x, y, a.blocks_x).value
    layers = _layers(index, np.flatnonzero(shown[shown_lanes]))
    for one in fragments.invocations():
        shaded = shade(m, key, a, one)
        for layer in layers:
            part = select_lanes(m, shaded, layer, len(index))
            write_fragment(m, key, a, m.lanes(index[layer], I32), part, tested=False)


def quad_fragments(m, a, key, places, covered, centre):
    """The fragments of whole quads.

    places : the triangle and the pixel of each lane, x and y. covered, centre : as `covered_by`
        gives them, of these lanes.
    """
    triangle, x, y = places
    edges, growth = edges_at(m, a, key, triangle, x, y)
    pixels = Pixels(x, y, edges, edge_bases(m, edges), growth)
    if key.shape.samples > 1:
        samples = [m.lanes(sample, BOOL) for sample in covered]
        pixels = replace(pixels, covered=samples, centre=m.lanes(centre, BOOL))
    return interpolate(m, key, a, load_interpolants(m, key, a, triangle), pixels)


def edges_at(m, a, key, triangle, x, y) -> tuple[Edges, list]:
    """The edge functions of triangles seen from the tiles of pixels, and how far they grow."""
    tile_x, tile_y = tile_origin(x), tile_origin(y)
    edges = load_edges(m, a, triangle, tile_x, tile_y, ends=has_ends(key))
    steps = zip(edges.step_x, edges.step_y, strict=True)
    return edges, [across * (x - tile_x) + up * (y - tile_y) for across, up in steps]


def covered_by(m, a, key, triangle, x, y):
    """Coverage of samples and of pixel centres by the triangles, as arrays."""
    triangle, x, y = (m.lanes(values, I32) for values in (triangle, x, y))
    edges, growth = edges_at(m, a, key, triangle, x, y)
    signs = [s + g for s, g in zip(coverage_start(m, edges), growth, strict=True)]
    covered = [s.value for s in covers_samples(m, a, key, triangle, edges, signs, x, y)]
    covered = np.stack([np.broadcast_to(sample, len(x.value)) for sample in covered])
    if key.cut:
        covered = covered & within_bounds(load_bounds(m, a, triangle), x, y).value
    return covered, (reduce(or_, signs) >= 0).value


def _layers(index, live):
    """Fragments in rounds that hold each pixel once: the n-th round has each pixel's n-th."""
    order = live[np.argsort(index[live], kind="stable")]
    pixels = index[order]
    fresh = np.append(True, pixels[1:] != pixels[:-1])
    starts = np.flatnonzero(fresh)
    rank = np.arange(len(order)) - np.repeat(starts, np.diff(np.append(starts, len(order))))
    by_rank = np.argsort(rank, kind="stable")
    return np.split(order[by_rank], np.cumsum(np.bincount(rank))[:-1])


def select_lanes(m, shaded: ShadedFragment, layer, count) -> ShadedFragment:
    """Returns a subset of the fragments. layer : their numbers. count : of all fragments."""

    def take(lane):
        if lane is None:
            return None
        return m.lanes(np.broadcast_to(lane.value, count)[layer], lane.type)

    return ShadedFragment(
        [take(c) for c in shaded.color],
        [take(depth) for depth in shaded.depths],
        take(shaded.killed),
        take(shaded.front),
        tuple([take(c) for c in color] for color in shaded.more),
        take(shaded.stencil),
        take(shaded.coverage),
        shaded.samples and [take(sample) for sample in shaded.samples],
        take(shaded.counted),
        shaded.second and [take(c) for c in shaded.second],
    )
