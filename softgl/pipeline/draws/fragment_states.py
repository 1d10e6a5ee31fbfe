"""Shapes of one stream whose fragments look different: each tile in the order of submission.

Vertices and shapes of several draws have gone through the stages before as those of one. Here the
shapes of each look are drawn with its own key and its own records, one look after the other. They
are binned at once, and of what kernels get only what differs is looked at again.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from softgl.lanes import Engine
from softgl.pipeline.draws.draw_call import FragmentState
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pipeline.primitives.setup import BOUND_NAMES, SetupPrimitives, count_tiles, not_empty
from softgl.pipeline.tiles.owned_tiles import rasterise_owned
from softgl.pipeline.tiles.raster_call import RasterCall
from softgl.tuning import limits


def rasterise_fragment_states(
    engine: Engine,
    shapes: SetupPrimitives,
    looks: list[tuple[int, FragmentState]],
    framebuffer: Framebuffer,
    described: Callable[[FragmentState], RasterCall],
    threads: int,
) -> None:
    """Draws primitives of several fragment states, set up within the whole framebuffer.

    looks : how many vertices have each, in order.
    """
    ends = np.cumsum([vertices for vertices, _ in looks])
    owners = np.searchsorted(ends, shapes.row("provoking"), side="right")
    _cut_to_boxes(shapes, owners, [look for _, look in looks], framebuffer)
    calls = {}

    def described_once(number):
        look = looks[number][1]
        arrays = look.fragment_resources.arguments.values()
        name = tuple(map(id, (look.fragment, look.blend_color, look.fog, look.tests, *arrays)))
        if name not in calls:
            if len(calls) == limits.MAX_CACHED_CALLS:
                calls.clear()
            calls[name] = described(look)
        return calls[name]

    rasterise_owned(engine, shapes, framebuffer, owners, described_once, threads)


def _cut_to_boxes(shapes, owners, looks, framebuffer):
    """Cuts the bounds of primitives to the scissor boxes of their fragment states."""
    if all(look.tests.box is None for look in looks):
        return
    whole = (0, 0, framebuffer.width, framebuffer.height)
    boxes = np.array([look.tests.box or whole for look in looks], np.int32)[owners].T
    bounds = {name: shapes.row(name) for name in BOUND_NAMES}
    for axis, (first, end) in {"x": boxes[::2], "y": boxes[1::2]}.items():
        np.maximum(bounds[f"min_{axis}"], first, out=bounds[f"min_{axis}"])
        np.minimum(bounds[f"max_{axis}"], end - 1, out=bounds[f"max_{axis}"])
    touched = shapes.row("tiles")
    touched[:] = np.where((touched > 0) & not_empty(bounds), count_tiles(bounds), 0)
