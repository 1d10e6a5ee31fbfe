"""From clipped primitives to setup primitives, in batches of one kind.

Points and lines make one kind of batch; polygons may become outlines or corners (glPolygonMode),
facing by facing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np

from softgl.lanes import Engine
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.pipeline.draws.views import cut_to_scissor_boxes
from softgl.pipeline.keys.kernel_keys import FragmentKey, SetupKey, ShapeKey
from softgl.pipeline.keys.link import POINT_COORDINATE, POINT_SIZE
from softgl.pipeline.keys.styles import POLYGON_MODES
from softgl.pipeline.primitives.assemble import Assembled, assemble
from softgl.pipeline.primitives.lines import VIEW_SIDES, LineKey, line_width, setup_lines
from softgl.pipeline.primitives.modes import INDEPENDENT_LINE_MODES
from softgl.pipeline.primitives.points import PointKey, setup_points
from softgl.pipeline.primitives.polygons import Outlines, depth_offsets, faces, outlines
from softgl.pipeline.primitives.setup import (
    SIDES,
    SetupPrimitives,
    precompile_setup,
    setup_triangles,
)
from softgl.pipeline.vertices.viewport import WindowVertices, window_places
from softgl.records import dataclass
from softgl.tuning import limits


def assembled(engine: Engine, call: DrawCall, threads: int, provoking: bool = False) -> Assembled:
    """Assembles the points, lines or triangles of a draw call, with the parts that it requires.

    Primitives for a geometry program are complete, and have their numbers. provoking : True to make
        provoking vertices that the call does not require.
    """
    parts = {"provoking": True, "for_geometry": True}
    if call.geometry is None:
        parts = call.required_parts
        parts["provoking"] |= provoking
        # The stipple counter of independent lines begins with each of them.
        parts["groups"] = parts["groups"] and call.mode not in INDEPENDENT_LINE_MODES
    return assemble(engine, call.mode, call.stream, threads, **parts)


@dataclass(frozen=True)
class PrimitiveBatch:
    """Setup primitives of one kind for the rasteriser; arrays : by the names of kernels."""

    shape: ShapeKey
    primitives: SetupPrimitives
    arrays: dict[str, np.ndarray]


def filled_key(call: DrawCall) -> FragmentKey:
    """The key of the fragments of polygons that are filled."""
    return call.fragment.of_shape(_filled_shape(call.style))


def precompile_filled(engine: Engine, call: DrawCall, primitives: Assembled) -> None:
    """Precompiles the kernels of the setup of filled polygons."""
    precompile_setup(engine, setup_of(call), len(primitives), primitives.provoking is not None)


def setup_of(call: DrawCall) -> SetupKey:
    """The SetupKey of polygons that are filled."""
    shape = _filled_shape(call.style)
    if shape.smooth or shape.samples > 1:
        return replace(call.setup, smooth=shape.smooth, samples=shape.samples)
    return call.setup


def _filled_shape(style):
    polygons = style.polygons
    return ShapeKey(
        stipple=polygons.stipple is not None,
        smooth=polygons.smooth,
        offset="fill" in polygons.offset_modes,
        samples=style.samples,
    )


class StippleCounter:
    """The stipple counter of the lines of a draw, in all of its batches and chunks."""

    def __init__(self):
        self.reset()

    def reset(self):
        """Restarts the counter with the next line, whatever its group."""
        self._group, self._count = -1, 0

    def advance(self, counts, groups):
        """Returns the counter before each line; counts : the pixels of each line.

        groups : the number of each line's group; between groups the counter is reset.
        """
        before = np.cumsum(counts) - counts
        if not len(counts):
            return before
        fresh = np.flatnonzero(np.append(True, groups[1:] != groups[:-1]))
        result = before - np.repeat(before[fresh], np.diff(np.append(fresh, len(counts))))
        # The first group may have begun in the lines before these.
        result[groups == self._group] += self._count
        self._group, self._count = int(groups[-1]), int(result[-1] + counts[-1])
        return result


def primitive_batches(
    engine: Engine,
    call: DrawCall,
    vertices: WindowVertices,
    primitives: Assembled,
    box,
    counter: StippleCounter,
    threads: int,
) -> Iterator[PrimitiveBatch]:
    """Yields the batches of clipped primitives, in order.

    box : left, low, right, high of what may be drawn. counter : that of the whole draw.
    """
    maker = _BatchMaker(engine, call, vertices, box, counter, threads)
    for first, last in _batches(primitives):
        yield from maker.batches(primitives[first:last])


def _batches(primitives: Assembled):
    """Ranges of about CHUNK_PRIMITIVES primitives; outlined primitives stay whole."""
    firsts = range(0, len(primitives), limits.CHUNK_PRIMITIVES)
    if primitives.edges is not None:
        groups = primitives.groups
        fresh = np.flatnonzero(np.append(True, groups[1:] != groups[:-1]))
        firsts = sorted({*fresh[np.searchsorted(fresh, firsts, side="right") - 1].tolist()})
    return pairwise([*firsts, len(primitives)])


@dataclass(frozen=True)
class _BatchMaker:
    """Makes the batches of one draw call; the parameters are those of `primitive_batches`."""

    engine: Engine
    call: DrawCall
    vertices: WindowVertices
    box: tuple[int, int, int, int]
    counter: StippleCounter
    threads: int

    def batches(self, primitives: Assembled) -> Iterator[PrimitiveBatch]:
        kind = primitives.vertex_indices.shape[1]
        if kind == 3 and self.call.style.polygons.outlines:
            yield from self._by_modes(primitives)
        elif kind == 3:
            yield self._filled(primitives)
        elif kind == 2:
            yield self._lines(primitives)
        else:
            yield self._points(primitives)

    # -- one kind of shape -------------------------------------------------------------------------

    def _filled(self, primitives):
        style, key = self.call.style.polygons, _filled_shape(self.call.style)
        setup = setup_of(self.call)
        arguments = (self.vertices.fixed, primitives.vertex_indices, primitives.provoking, self.box)
        setups = setup_triangles(self.engine, setup, *arguments, self.threads, primitives.base)
        offsets = None
        if key.offset:
            offsets = self._offsets([setups.row(f"corner{i}") for i in range(3)])
        return self._batch(key, setups, offsets, {"stipple": style.stipple} if key.stipple else {})

    def _points(self, points: Assembled, fronts=None, offsets=None):
        """Sets points up; fronts, offsets : of each; None: all are front faces, without offsets."""
        style = self.call.style.points
        smooth, samples = style.smooth and style.sprites is None, self.call.style.samples
        row, stride = self.call.outputs.row(POINT_SIZE), self.vertices.stride
        arrays, scalars = self._arrays("points", points, fronts)
        if row is not None:
            arrays["vertices"] = self.vertices.rows.reshape(-1)
        scalars |= {
            "size": style.size, "size_at": (row or 0) * stride,
            "reach": int(smooth or samples > 1),
            "least": style.limits[0], "most": style.limits[1],
        }  # fmt: skip
        exact = smooth or samples > 1 or style.sprites is not None
        setup = PointKey(row is not None, exact, "provoking" in arrays, "fronts" in arrays)
        setups = setup_points(self.engine, setup, arrays, scalars, len(points), self.threads)
        key = ShapeKey(
            "point",
            smooth=smooth,
            offset=offsets is not None,
            sprites=() if style.sprites is None else (POINT_COORDINATE, *style.sprites),
            sprite_upper=style.sprite_upper,
            samples=samples,
        )
        return self._batch(key, setups, offsets, {})

    def _lines(self, lines: Assembled, fronts=None, offsets=None):
        """Sets lines up; other parameters as for points."""
        style, views = self.call.style.lines, self.vertices.views
        samples = self.call.style.samples
        rectangles = style.smooth or samples > 1
        arrays, scalars = self._arrays("lines", lines, fronts)
        if views is None:
            scalars |= dict(zip(VIEW_SIDES, self.call.viewport.sides, strict=True))
        else:
            sides = [viewport.sides for viewport in self.call.views.viewports]
            of_lines = np.array(sides, np.int32)[views.numbers[lines.vertex_indices[:, 0]]]
            arrays["views"] = of_lines.reshape(-1)
        scalars |= {
            "unclipped": self.vertices.unclipped, "width": line_width(style.width, rectangles),
        }  # fmt: skip
        given = (name in arrays for name in ("provoking", "fronts", "views"))
        setup = LineKey(rectangles, *given, ends=samples > 1)
        setups, counts = setup_lines(self.engine, setup, arrays, scalars, len(lines), self.threads)
        key = ShapeKey(
            "line", style.stipple is not None, style.smooth, offsets is not None, samples=samples
        )
        arrays = {}
        if key.stipple:
            pattern, factor = style.stipple
            arrays["stipple"] = np.array([pattern, factor], np.uint32)
            if lines.groups is not None:
                counters = self.counter.advance(counts, lines.groups) % (16 * factor)
                setups.places[0, : len(lines)] += counters.astype(np.int32)
        return self._batch(key, setups, offsets, arrays)

    def _arrays(self, name, primitives, fronts):
        """Returns the arrays and the scalars that lines and points share."""
        arrays = {
            name: primitives.vertex_indices.reshape(-1),
            "fixed": window_places(self.vertices.fixed),
        }
        if primitives.provoking is not None:
            arrays["provoking"] = primitives.provoking.reshape(-1)
        if fronts is not None:
            arrays["fronts"] = fronts
        return arrays, dict(zip(SIDES, self.box, strict=True))

    def _batch(self, key, setups, offsets, arrays) -> PrimitiveBatch:
        if offsets is not None:
            arrays["offsets"] = offsets
        if self.vertices.views is not None:
            cut_to_scissor_boxes(self.call.views, self.vertices, setups)
        return PrimitiveBatch(key, setups, arrays | setups.arrays)

    # -- polygons that are not filled --------------------------------------------------------------

    def _by_modes(self, primitives):
        """Sets triangles up by the modes of their faces, in the order of submission."""
        setup, modes = self.call.setup, self.call.style.polygons.modes
        fronts = faces(self.engine, self.vertices, primitives, setup.front_clockwise, self.threads)
        if modes[0] == modes[1]:
            yield from self._outlined(modes[0], primitives, fronts)
            return
        modes = [POLYGON_MODES.index(mode) for mode in modes]
        shown = np.where(fronts, *modes)
        drawn = np.where(fronts, not setup.cull_front, not setup.cull_back)
        primitives, fronts, shown = primitives[drawn], fronts[drawn], shown[drawn]
        cuts = np.flatnonzero(np.diff(shown)) + 1
        for first, last in pairwise([0, *cuts.tolist(), len(primitives)]):
            if first < last:
                mode, part = POLYGON_MODES[shown[first]], slice(first, last)
                if mode == "fill":
                    yield self._filled(primitives[part])
                else:
                    yield from self._outlined(mode, primitives[part], fronts[part])

    def _outlined(self, mode, primitives, fronts):
        """Sets up the edges of polygons, or the corners where they begin."""
        offsets, points = None, mode == "point"
        if mode in self.call.style.polygons.offset_modes:
            offsets = self._offsets(np.ascontiguousarray(primitives.vertex_indices.T))
        of = Outlines(primitives, fronts, offsets)
        edges = outlines(self.engine, of, self.call.setup, points, self.threads)
        if len(edges.primitives):
            draw = self._points if points else self._lines
            yield draw(edges.primitives, edges.fronts, edges.offsets)

    def _offsets(self, triangles):
        offset, format_ = self.call.style.polygons.offset, self.call.fragment.depth_format
        arguments = self.engine, self.vertices, triangles, offset, format_
        return depth_offsets(*arguments, self.threads)
