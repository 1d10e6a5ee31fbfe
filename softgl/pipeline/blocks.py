"""The blocks of a tile, one after the other: as many pixels as a vector has lanes, whole quads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from softgl.lanes import I32, Lane
from softgl.pipeline.coverage import covers_samples
from softgl.pipeline.edges import Edges, part_of_tile, within_bounds
from softgl.pipeline.keys import FragmentKey
from softgl.records import dataclass


@dataclass(frozen=True)
class Block:
    """A block of pixels; lanes are pixels, quad by quad.

    corner : uniform I32 x and y of its first pixel. x, y : I32. steps : I32, what each of the edge
    functions is in units of 256, from those given at the tile's first pixel.
    """

    corner: tuple[Lane, Lane]
    x: Lane
    y: Lane
    steps: list


@contextmanager
def walk_blocks(m, tile, edges: Edges, starts, bounds=None) -> Iterator[Block]:
    """`with walk_blocks(...) as block:` runs its block for each block of a tile.

    tile : uniform x and y of its first pixel. starts : uniform I32, from which `Block.steps` count.
    bounds : of `load_bounds`, only blocks within them.
    """
    block_x, block_y = {4: (2, 2), 8: (4, 2), 16: (4, 4)}[m.width]
    lane = m.lane_number()
    inside_x = ((lane >> 2) & 1) * 2 + (lane & 1)
    inside_y = ((lane >> 3) & 1) * 2 + ((lane >> 1) & 1)
    several = range(len(starts))
    within = [inside_x * edges.step_x[i] + inside_y * edges.step_y[i] for i in several]
    tile_x, tile_y = tile
    (first_x, first_y), (last_x, last_y) = part_of_tile(m, tile, bounds)
    first_x = first_x & -block_x
    # From block to block one addition: less than to begin anew with what all pixels share.
    steps = [m.variable(I32) for _ in several]
    with m.loop(first_y & -block_y, last_y + 1, block_y) as y:
        for i, value in enumerate(steps):
            row = edges.step_x[i] * (first_x - tile_x) + edges.step_y[i] * (y - tile_y)
            value.set(within[i] + (starts[i] + row))
        with m.loop(first_x, last_x + 1, block_x) as x:
            yield Block((x, y), inside_x + x, inside_y + y, [value.get() for value in steps])
            for i, value in enumerate(steps):
                value.set(value.get() + edges.step_x[i] * block_x)


def covered_samples(m, a, key: FragmentKey, triangle, edges, bounds, block: Block) -> list:
    """Of each sample in which pixels of a block it belongs to a shape, BOOL.

    block : its steps are from `coverage_start`.
    """
    covered = covers_samples(m, a, key, triangle, edges, block.steps, block.x, block.y)
    if not key.cut:
        return covered
    inside = within_bounds(bounds, block.x, block.y)
    return [sample & inside for sample in covered]
