"""Walks the blocks of a tile. A block fills a vector with pixels, as whole quads.

With 32 lanes a block is two neighbouring blocks of `planes`. The second one may be beyond the tile
or the end of the plane's row; its lanes are not live then.
"""

from __future__ import annotations

from collections.abc import Iterator

from softgl.lanes import I32, Lane
from softgl.pipeline.fragments.coverage import covers_samples
from softgl.pipeline.keys.kernel_keys import FragmentKey
from softgl.pipeline.planes.planes import BLOCK
from softgl.pipeline.primitives.edges import Edges, part_of_tile, within_bounds
from softgl.records import dataclass

MAX_BLOCK_LANES = 32


@dataclass(frozen=True)
class Block:
    """A block of pixels; lanes are pixels, quad by quad.

    corner : uniform I32 x and y of its first pixel. x, y : I32. steps : I32, the edge functions in
    units of 256, relative to `starts` at the tile's first pixel. inside : BOOL, True for pixels
    within the bounds, or less than BLOCK pixels beyond them; None: all.
    """

    corner: tuple[Lane, Lane]
    x: Lane
    y: Lane
    steps: list
    inside: Lane | None


def walk_blocks(m, tile, edges: Edges, starts, bounds=None) -> Iterator[Block]:
    """Yields the blocks of a tile, in a loop of the machine.

    tile : uniform x and y of its first pixel. starts : uniform I32, from which `Block.steps` count.
    bounds : of `load_bounds`, only blocks within them.
    """
    block_x, block_y = {4: (2, 2), 8: (4, 2), 16: (4, 4), MAX_BLOCK_LANES: (8, 4)}[m.width]
    lane = m.lane_number()
    inside_x = ((lane >> 2) & 1) * 2 + (lane & 1) + (lane >> 4) * BLOCK
    inside_y = ((lane >> 3) & 1) * 2 + ((lane >> 1) & 1)
    several = range(len(starts))
    within = [inside_x * edges.step_x[i] + inside_y * edges.step_y[i] for i in several]
    tile_x, tile_y = tile
    (first_x, first_y), (last_x, last_y) = part_of_tile(m, tile, bounds)
    first_x = first_x & -min(block_x, BLOCK)
    # From block to block one addition: less than to begin anew with what all pixels share.
    steps = [m.variable(I32) for _ in several]
    for y in m.loop(first_y & -block_y, last_y + 1, block_y):
        for i, value in enumerate(steps):
            row = edges.step_x[i] * (first_x - tile_x) + edges.step_y[i] * (y - tile_y)
            value.set(within[i] + (starts[i] + row))
        for x in m.loop(first_x, last_x + 1, block_x):
            inside = None
            if m.width == MAX_BLOCK_LANES and bounds:
                both = x + BLOCK <= last_x
                inside = lane < m.select(both, m.i32(MAX_BLOCK_LANES), MAX_BLOCK_LANES // 2)
            growth = [value.get() for value in steps]
            yield Block((x, y), inside_x + x, inside_y + y, growth, inside)
            for i, value in enumerate(steps):
                value.set(value.get() + edges.step_x[i] * block_x)


def covered_samples(m, a, key: FragmentKey, triangle, edges, bounds, block: Block) -> list:
    """Coverage of each sample in the pixels of a block, BOOL.

    block : its steps are from `coverage_start`.
    """
    covered = covers_samples(m, a, key, triangle, edges, block.steps, block.x, block.y)
    if key.cut:
        inside = within_bounds(bounds, block.x, block.y)
        covered = [sample & inside for sample in covered]
    if block.inside is not None:
        covered = [sample & block.inside for sample in covered]
    return covered
