"""Primitives of several viewports, as a geometry program chooses them: ARB_viewport_array.

Clipping knows no viewports. Then each viewport gets vertices of its own, in a row, and the usual
kernel places these in the window: "the viewport transformation is applied separately for each
primitive." Set-up sees vertices as ever, and primitives in the order of submission. Scissor boxes,
the sides of the view and depth ranges are looked up by primitive.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from softgl.lanes import Engine, padded
from softgl.lanes.machine import MAX_VECTOR_LANES
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.pipeline.keys.link import VIEWPORT_INDEX
from softgl.pipeline.planes.framebuffer import TILE, Framebuffer
from softgl.pipeline.primitives.assemble import Assembled
from softgl.pipeline.primitives.setup import SetupPrimitives, cut_to_boxes
from softgl.pipeline.tiles.bins import tiles_across
from softgl.pipeline.tiles.owned_tiles import rasterise_owned
from softgl.pipeline.tiles.raster_call import RasterCall
from softgl.pipeline.vertices.vertex import Vertices, project, run_projection
from softgl.pipeline.vertices.viewport import Views, ViewVertices, WindowVertices
from softgl.records import but, dataclass


def placed_in_window(
    engine: Engine,
    call: DrawCall,
    vertices: Vertices,
    primitives: Assembled,
    unclipped: int,
    threads: int = 1,
) -> tuple[WindowVertices, Assembled]:
    """Places vertices in the window; returns them, and the primitives with their numbers.

    unclipped : as in WindowVertices. With `DrawCall.views` vertices get other numbers.
    """
    if call.views is None:
        return run_projection(engine, vertices, call.viewport, unclipped, threads), primitives
    layout = _Layout(call, vertices, primitives, unclipped)
    rows = np.take(vertices.rows, layout.of.sources, axis=1)
    window = but(WindowVertices.new(rows, layout.unclipped), views=layout.of)
    for number, first, count in layout.groups:
        project(engine, window, call.views.viewports[number], first, count, threads)
    return window, layout.primitives


class _Layout:
    """The vertices of viewports in the order of memory: a group for each viewport.

    Vertices that clipping has made are groups of their own, after all others. Groups begin at whole
    vectors, since kernels store these.

    groups : (viewport, first vertex, number of vertices) of each. unclipped : as in WindowVertices.
    of : the ViewVertices. primitives : with the new numbers of vertices.
    """

    def __init__(self, call, vertices, primitives, unclipped):
        views, count = len(call.views.viewports), vertices.count
        view = _chosen(call, vertices.rows, views)[primitives.provoking[:, 0]]
        # The provoking vertex may have been clipped away.
        read = np.column_stack([primitives.vertex_indices, primitives.provoking[:, 0]])
        sources, of, read = _copies(read, view.astype(np.int16), count)
        group = np.where(of < 0, 2 * views, of + views * (sources >= unclipped)).astype(np.int16)
        counts = np.bincount(group, minlength=2 * views)[: 2 * views]
        lanes = -(-counts // MAX_VECTOR_LANES) * MAX_VECTOR_LANES
        starts = np.cumsum(lanes) - lanes
        order = np.argsort(group, kind="stable")[: counts.sum()]
        place = np.repeat(starts - (np.cumsum(counts) - counts), counts) + np.arange(len(order))
        stride = padded(int(lanes.sum()))
        of_vertices, sources_of = np.zeros((2, stride), np.int32)
        of_vertices[place], sources_of[place] = of[order], sources[order]
        self.of = ViewVertices(of_vertices, sources_of)
        self.groups = [
            (number % views, int(starts[number]), int(counts[number]))
            for number in np.flatnonzero(counts).tolist()
        ]
        self.unclipped = int(starts[views])
        numbers = np.zeros(len(sources), np.int32)
        numbers[order] = place
        numbers = numbers[read]
        provoking = np.column_stack([numbers[:, -1], primitives.provoking[:, 1]])
        self.primitives = but(
            primitives,
            vertex_indices=np.ascontiguousarray(numbers[:, :-1]),
            provoking=np.ascontiguousarray(provoking),
        )


def _copies(
    read: np.ndarray, view: np.ndarray, count: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Copies vertices that primitives of several viewports share.

    read : (n, k) int32, the vertices of primitives. view : (n,) int16, of each primitive. count :
        of vertices.
    Returns the original of each vertex and copy; its viewport, -1 for one that no primitive reads;
    and `read` with copies.
    """
    of = np.full(count, -1, np.int16)
    of[read] = view[:, None]
    shared = of[read] != view[:, None]
    sources = np.arange(count, dtype=np.int32)
    if not shared.any():
        return sources, of, read
    rows, _ = np.nonzero(shared)
    pairs, numbers = np.unique(view[rows] * np.int64(count) + read[shared], return_inverse=True)
    read[shared] = count + numbers.reshape(-1)
    sources = np.concatenate([sources, (pairs % count).astype(np.int32)])
    return sources, np.concatenate([of, (pairs // count).astype(np.int16)]), read


def _chosen(call: DrawCall, rows: np.ndarray, views: int) -> np.ndarray:
    """Returns the viewport that each vertex chooses, int32."""
    # NV_geometry_program4, with ARB_viewport_array: "If a value outside the range
    # [0, MAX_VIEWPORTS-1] is given, the behavior is to proceed as if viewport index 0 was
    # selected." The same for shaders, where the results "are undefined".
    chosen = rows[call.outputs.row(VIEWPORT_INDEX)].view(np.int32)
    return np.where((chosen < 0) | (chosen >= views), np.int32(0), chosen)


def cut_to_scissor_boxes(views: Views, window: WindowVertices, primitives: SetupPrimitives) -> None:
    """Cuts the bounds of set-up primitives to the scissor boxes of their viewports."""
    cut_to_boxes(primitives, np.array(views.boxes, np.int32)[_views_of(window, primitives)])


def _views_of(window: WindowVertices, primitives: SetupPrimitives) -> np.ndarray:
    """Returns the viewport of each set-up primitive."""
    return window.views.numbers[primitives.row("provoking")]


# -- depth ranges ----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class DepthRuns:
    """Runs of primitives with one depth range: `of` is the run of each, `ranges` that of each run.

    of : (count,) int64, from 0, in order. ranges : float32, (runs, 2).
    """

    of: np.ndarray
    ranges: np.ndarray


def depth_runs(views: Views, window: WindowVertices, primitives: SetupPrimitives) -> DepthRuns:
    """Returns the runs of primitives that clamp depths to one range."""
    ranges = np.stack([viewport.depth_range for viewport in views.viewports])
    each = ranges[_views_of(window, primitives)]
    fresh = np.append(True, (each[1:] != each[:-1]).any(axis=1))[: len(each)]
    return DepthRuns(np.cumsum(fresh) - 1, each[fresh])


MAX_BIN_NUMBERS = 2**31
"""Bins of all owners together have numbers of 32 bits."""


def rasterise_runs(
    engine: Engine,
    primitives: SetupPrimitives,
    layers: np.ndarray | None,
    runs: DepthRuns,
    framebuffer: Framebuffer,
    described: Callable[[Framebuffer], RasterCall],
    threads: int,
) -> None:
    """Draws runs of primitives with several depth ranges, one after the other in each tile.

    layers, described : as `layers.rasterise_layers` takes them; layers is None for draws to the
        framebuffer itself.
    """
    layered = layers is not None
    count = framebuffer.layers.count if layered else 1
    layers = layers if layered else np.zeros(primitives.count, np.int32)
    absent = (layers < 0) | (layers >= count)
    drawn = np.where(absent, 0, primitives.row("tiles"))
    tiles = tiles_across(framebuffer) * -(-framebuffer.height // TILE)
    step = max(1, MAX_BIN_NUMBERS // (tiles * count) - 1)
    for first in range(0, len(runs.ranges), step):
        within = (runs.of >= first) & (runs.of < first + step)
        primitives.row("tiles")[:] = np.where(within, drawn, 0)
        number = np.where(within & ~absent, layers * np.int64(step) + runs.of - first, 0)

        def call_of(owner, first=first):
            layer, run = divmod(owner, step)
            call = described(framebuffer.layer(layer) if layered else framebuffer)
            return but(call, own=call.own | {"depth_range": runs.ranges[first + run]})

        rasterise_owned(engine, primitives, framebuffer, number, call_of, threads)
