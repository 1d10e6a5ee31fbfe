"""Collects primitives for feedback and selection, in place of rasterisation.

Primitives are collected after clipping and culling, and after the polygon mode unless the collector
asks for filled polygons. Their depths have no polygon offset.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from softgl.lanes import Engine, evaluate
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.pipeline.keys.styles import POLYGON_MODES
from softgl.pipeline.primitives.assemble import Assembled
from softgl.pipeline.primitives.polygons import Outlines, faces, outlines
from softgl.pipeline.vertices.viewport import WindowVertices, divided, window_coordinate
from softgl.records import dataclass


@dataclass(frozen=True)
class Collected:
    """Primitives of one kind, in order.

    vertex_indices : (n, 1 ... 3) int32. fronts : (n,) bool, True for front faces.
    provoking : (n,) int32, vertices. resets : (n,) bool, True for lines that restart the stipple.
    window : (3, vertices) float32, x, y and z in window space. rows : the outputs, as `Vertices`.
    """

    vertex_indices: np.ndarray
    fronts: np.ndarray
    provoking: np.ndarray
    resets: np.ndarray
    window: np.ndarray
    rows: np.ndarray


def collected(
    engine: Engine, call: DrawCall, vertices: WindowVertices, primitives: Assembled, threads: int
) -> Iterator[Collected]:
    """Returns the clipped primitives, in parts of one kind and in order."""
    window = window_places(call, vertices)

    def collect(primitives, fronts=None):
        count = len(primitives)
        groups = primitives.groups
        resets = np.ones(count, bool)
        if groups is not None:
            resets[1:] = groups[1:] != groups[:-1]
        return Collected(
            primitives.vertex_indices,
            np.ones(count, bool) if fronts is None else fronts.astype(bool),
            primitives.provoking[:, 0],
            resets,
            window,
            vertices.rows,
        )

    if not len(primitives):
        return
    if primitives.vertex_indices.shape[1] < 3:
        yield collect(primitives)
        return
    setup, modes = call.setup, call.style.polygons.modes
    fronts = faces(engine, vertices, primitives, setup.front_clockwise, threads) != 0
    shown = np.where(fronts, *(POLYGON_MODES.index(mode) for mode in modes))
    drawn = np.where(fronts, not setup.cull_front, not setup.cull_back)
    primitives, fronts, shown = primitives[drawn], fronts[drawn], shown[drawn]
    if call.collector.filled:
        shown = np.full(len(primitives), POLYGON_MODES.index("fill"))
    cuts = [0, *(np.flatnonzero(np.diff(shown)) + 1).tolist(), len(primitives)]
    for first, last in pairwise(cuts):
        part = slice(first, last)
        if first == last:
            continue
        mode = POLYGON_MODES[shown[first]]
        if mode == "fill":
            yield collect(primitives[part], fronts[part])
            continue
        of = Outlines(primitives[part], fronts[part].astype(np.int32), None)
        left = outlines(engine, of, setup, mode == "point", threads)
        if len(left.primitives):
            yield collect(left.primitives, left.fronts)


def window_places(call: DrawCall, vertices: WindowVertices) -> np.ndarray:
    """Transforms clip coordinates to the window: x, y and z, (3, n) float32.

    They are not snapped to subpixels.
    """
    clip, views = vertices.rows[:4], vertices.views

    def formula(m, coordinate, w, scale, offset):
        (coordinate,), _ = divided(m, (coordinate, w))
        return window_coordinate(coordinate, scale, offset)

    def along(number, axis):
        settings = (each_setting(f"{part}_{axis}") for part in ("scale", "offset"))
        return evaluate(formula, clip[number], clip[3], *settings)

    def each_setting(name):
        if views is None:
            return np.full(clip.shape[1], call.viewport.scalars[name], np.float32)
        settings = [viewport.scalars[name] for viewport in call.views.viewports]
        return np.array(settings, np.float32)[views.numbers]

    return np.stack([along(*numbered) for numbered in enumerate("xyz")])
