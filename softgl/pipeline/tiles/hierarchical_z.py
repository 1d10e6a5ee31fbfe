"""Hierarchical Z: skips triangles whose fragments would all fail the depth test in a tile.

A triangle that covers a whole tile leaves no depth in it behind its own farthest one: the tile's
depth bound. A later triangle whose nearest depth is not before the bound is skipped. Fragments that
fail an early depth test leave no trace, so that no pixel changes. If greater depths pass, these are
the nearer ones. A bound lives for one call of the kernel: other writers of the plane ignore it.
"""

from __future__ import annotations

from contextlib import contextmanager

from softgl.formats.storages import STORAGES
from softgl.lanes import BOOL, I32
from softgl.lanes.machine import INT_MAX, INT_MIN
from softgl.pipeline.fragments.coverage import clamped_depth
from softgl.pipeline.fragments.fragment import drops_fragments, tested_early
from softgl.pipeline.fragments.interpolate import load_depths
from softgl.pipeline.fragments.per_fragment import quantise_depth
from softgl.pipeline.keys.kernel_keys import FragmentKey
from softgl.pipeline.planes.framebuffer import TILE
from softgl.pipeline.primitives.edges import Edges, edge_bases, edge_floats
from softgl.tuning import limits

IS_BEHIND = {
    "less": lambda nearest, farthest: nearest >= farthest,
    "lequal": lambda nearest, farthest: nearest > farthest,
    "greater": lambda nearest, farthest: nearest <= farthest,
    "gequal": lambda nearest, farthest: nearest < farthest,
}
"""For each depth function that hides what is behind: True where a whole triangle is depth_bound."""
GREATER_FUNCS = frozenset({"greater", "gequal"})

# A computed depth is within 2^-21 of the exact one, as a part of what it is the sum of.
DEPTH_MARGIN = 2.0**-18


def has_depth_bound(key: FragmentKey) -> bool:
    """True if the depth test alone decides about the depths that fragments write."""
    test = key.depth
    return (
        limits.HIERARCHICAL_Z
        and test is not None
        and test.func in IS_BEHIND
        and test.write
        and STORAGES[key.depth_format].depth.signed_order
        and key.stencil is None
        and not key.depth_bounds
        and tested_early(key)
        and not drops_fragments(key)
        and not key.drops_depths
    )


class TileDepthBound:
    """The depth bound of a tile; depths are in the order of the depth plane.

    `before` runs before each triangle, `covered` after one that covers the tile. All is uniform.
    """

    def __init__(self, m, key: FragmentKey, a):
        self._given = m, key, a
        self._greater = key.depth.func in GREATER_FUNCS
        self._unknown = INT_MIN if self._greater else INT_MAX
        self._farthest = m.variable(I32, self._unknown, uniform=True)

    @contextmanager
    def before(self, triangle, edges: Edges):
        """`with depth_bound.before(...):` runs if a part of the triangle may be seen."""
        m, key, _ = self._given
        shown = m.variable(BOOL, True, uniform=True)
        farthest = self._farthest.get()
        with m.branch(farthest != self._unknown):
            low, high, is_number = self._range(triangle, edges)
            behind = IS_BEHIND[key.depth.func](high if self._greater else low, farthest)
            shown.set(~(behind & is_number))
        with m.branch(shown.get()):
            yield

    def covered(self, triangle, edges: Edges) -> None:
        """All pixels of the tile have been tested and written."""
        m = self._given[0]
        low, high, is_number = self._range(triangle, edges)
        bound = m.select(is_number, low if self._greater else high, self._unknown)
        nearer = m.max if self._greater else m.min
        self._farthest.set(nearer(self._farthest.get(), bound))

    def _range(self, triangle, edges):
        """Bounds of the depths that a triangle has in the tile, and whether they are numbers."""
        m, key, a = self._given
        of = load_depths(m, key, a, triangle)
        (start, *to_others), scale = of.corners, of.inverse_area
        bases, offset = edge_bases(m, edges), m.f32(0.0) if of.offset is None else of.offset
        low = high = error = None
        # A plane, the depth is nearest and farthest in two of the corners. Samples are within a
        # pixel of centres.
        first, last = (0, TILE - 1) if key.shape.samples == 1 else (-1, TILE)
        for x, y in ((first, first), (last, first), (first, last), (last, last)):
            growth = [edges.step_x[i] * x + edges.step_y[i] * y for i in range(3)]
            values = edge_floats(m, bases, growth)[1:]
            parts = [
                start,
                *(d * (e * scale) for d, e in zip(to_others, values, strict=True)),
                offset,
            ]
            depth = (parts[0] + parts[1]) + (parts[2] + parts[3])
            size = (abs(parts[0]) + abs(parts[1])) + (abs(parts[2]) + abs(parts[3]))
            low = depth if low is None else m.min(low, depth)
            high = depth if high is None else m.max(high, depth)
            error = size if error is None else m.max(error, size)
        low, high = low - error * DEPTH_MARGIN, high + error * DEPTH_MARGIN
        codes = [quantise_depth(m, key, a, clamped_depth(m, key, depth)) for depth in (low, high)]
        return *codes, low <= high
