"""Pending clears: the kernel that draws to a tile writes the clear value first.

The tile is in the CPU's caches then. Other tiles are cleared when they are read (`planes.Plane`).
"""

from __future__ import annotations

from softgl.lanes import U32
from softgl.pipeline.fragments.per_fragment import COLOR_PLANES, DEPTH_PLANE, STENCIL_PLANE
from softgl.pipeline.keys.kernel_keys import FragmentKey
from softgl.pipeline.planes.planes import BLOCK, BLOCKS_ACROSS_TILE

BLOCK_ELEMENTS = BLOCK * BLOCK  # elements of a block


def planes_of(key: FragmentKey) -> list[str]:
    """The names of the planes of the framebuffer that fragments read or change."""
    targets = zip(COLOR_PLANES, key.targets, strict=False)
    names = [name for name, target in targets if target and any(target.mask)]
    names += [DEPTH_PLANE] * (key.depth is not None or key.depth_bounds)
    return names + [STENCIL_PLANE] * (key.stencil is not None)


def clearing_arrays(key: FragmentKey) -> tuple:
    """The names and types of the arrays that `clear_tiles` needs besides those of fragments."""
    names = planes_of(key)
    return tuple((name + more, U32) for name in names for more in (PENDING, CLEARED))


PENDING, CLEARED = "_pending", "_cleared"
"""Suffixes of the names of a plane's arrays of pending clears."""


def clear_tiles(m, a, key: FragmentKey) -> None:
    """Writes the pending clears of tiles first ... last-1."""
    for slot in m.loop(a.first, a.last):
        tile = m.load_unchecked(a.tiles, slot)
        row = tile / a.tiles_across
        column = tile - row * a.tiles_across
        # A tile has elements side by side in each of its rows of blocks; one at a border has fewer.
        stride, left = a.blocks_x * BLOCK_ELEMENTS, column * (BLOCKS_ACROSS_TILE * BLOCK_ELEMENTS)
        start, across = (
            row * BLOCKS_ACROSS_TILE * stride + left,
            m.min(stride - left, BLOCKS_ACROSS_TILE * BLOCK_ELEMENTS),
        )
        end = m.min(start + stride * BLOCKS_ACROSS_TILE, a.plane_elements)
        for name in planes_of(key):
            plane, pending, words = (getattr(a, name + more) for more in ("", PENDING, CLEARED))
            with m.branch(m.load_unchecked(pending, tile) != 0):
                m.store_uniform(pending, tile, m.u32(0))
                for number in m.loop(0, m.last(words) + 1):
                    for first in m.loop(start, end, stride):
                        word, begin = (
                            m.load_unchecked(words, number),
                            number * a.plane_elements + first,
                        )
                        for element in m.loop(begin, begin + across, m.width):
                            m.store(plane, m.consecutive(element), word)
