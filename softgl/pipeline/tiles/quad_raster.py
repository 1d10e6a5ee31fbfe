"""The rasteriser of the eager machine: arrays of quads, as many at a time as stay in CPU caches."""

from __future__ import annotations

import numpy as np

from softgl.lanes import Engine
from softgl.pipeline.fragments.coverage import deciding_edges
from softgl.pipeline.planes.framebuffer import TILE
from softgl.pipeline.planes.samples import reach
from softgl.pipeline.support.progress import tell
from softgl.pipeline.tiles.bins import bin_arrays, tiles_across
from softgl.pipeline.tiles.raster_call import RasterCall
from softgl.pipeline.tiles.tile_kernels import kernel_of_fragments
from softgl.pipeline.vertices.viewport import SUBPIXELS
from softgl.tuning import limits


def rasterise_quads(engine: Engine, call: RasterCall, threads: int = 1) -> None:
    """Draws the triangles of a call in this thread."""
    for bins in bin_arrays(call.triangles, call.framebuffer):
        if len(bins[0]):
            draw_quad_bins(engine, call, (*bins, 0, len(bins[0])))


def draw_quad_bins(engine: Engine, call: RasterCall, bins: tuple) -> None:
    """Draws bins first ... last-1 of a batch: (tiles, starts, entries, first, last)."""
    kernel = engine.kernel(kernel_of_fragments(("quads", call.key)))
    tiles, starts, entries, first, last = bins
    tile = np.repeat(tiles[first:last], np.diff(starts[first : last + 1]))
    primitives = entries[starts[first] : starts[last]]
    owner, left, low, across, upward = _quad_boxes(call, tile, primitives)
    ends = np.cumsum(across * upward)
    total = int(ends[-1]) if len(ends) else 0
    for begin in range(0, total, limits.EAGER_CHUNK_QUADS):
        number = np.arange(begin, min(begin + limits.EAGER_CHUNK_QUADS, total))
        box = np.searchsorted(ends, number, side="right")
        offset = number - (ends[box] - across[box] * upward[box])
        x = 2 * (left[box] + offset % across[box])
        y = 2 * (low[box] + offset // across[box])
        quads = np.stack([owner[box], x, y]).astype(np.int32).reshape(-1)
        kernel.run(call.scalars, call.arrays | call.own | {"quads": quads})
        tell(begin + len(number), total, "quads")


def _quad_boxes(call, tile, shape):
    """Finds the quads of each tile that a shape may touch, without pairs that miss one another.

    Returns (primitives, left, low, across, upward), the last four in quads, int64.
    """
    t, tile_row = call.triangles, tile // tiles_across(call.framebuffer)
    x, y = (tile - tile_row * tiles_across(call.framebuffer)) * TILE, tile_row * TILE
    touched = np.ones(len(shape), bool)
    for edge in deciding_edges(call.key):
        step_x, step_y, open_ = (
            t.row(f"{name}{edge}")[shape].astype(np.int64) for name in ("step_x", "step_y", "open")
        )
        most = x * step_x + y * step_y
        most += (np.maximum(step_x, 0) + np.maximum(step_y, 0)) * (TILE - 1)
        beside = (np.abs(step_x) + np.abs(step_y)) * reach(call.key.shape.samples)
        touched &= t.edges[edge, shape] - open_ + most * SUBPIXELS + beside >= 0
    shape, x, y = (values[touched] for values in (shape, x, y))
    left, low, right, high = (
        limit(t.row(name)[shape], side).astype(np.int64) >> 1
        for limit, name, side in (
            (np.maximum, "min_x", x), (np.maximum, "min_y", y),
            (np.minimum, "max_x", x + TILE - 1), (np.minimum, "max_y", y + TILE - 1),
        )
    )  # fmt: skip
    return shape, left, low, right - left + 1, high - low + 1
