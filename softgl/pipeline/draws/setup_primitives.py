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


def _line_shape(style, offset=False):
    lines = style.lines
    return ShapeKey("line", lines.stipple is not None, lines.smooth, offset, samples=style.samples)


def _point_shape(style, offset=False):
    points, sprites = style.points, style.points.sprites
    return ShapeKey(
        "point",
        smooth=points.smooth and sprites is None,
        offset=offset,
        sprites=() if sprites is None else (POINT_COORDINATE, *sprites),
        sprite_upper=points.sprite_upper,
        samples=style.samples,
    )


def usual_key(call: DrawCall) -> FragmentKey:
    """The key of the fragments of points, lines, or polygons that are filled."""
    shape = {1: _point_shape, 2: _line_shape, 3: _filled_shape}[call.corners]
    return call.fragment.of_shape(shape(call.style))


def line_setup(call: DrawCall, provoking: bool, fronts=False, views=False) -> LineKey:
    """The key of the setup of lines; provoking, fronts, views : True with those arrays."""
    several = call.style.samples > 1
    return LineKey(call.style.lines.smooth or several, provoking, fronts, views, ends=several)


def line_scalars(call: DrawCall) -> dict:
    """The scalars of the setup of lines in one viewport, without those of SIDES."""
    style, sides = call.style, zip(VIEW_SIDES, call.viewport.sides, strict=True)
    width = line_width(style.lines.width, style.lines.smooth or style.samples > 1)
    return {"width": width, **dict(sides)}


def point_setup(call: DrawCall, provoking: bool, fronts=False) -> PointKey:
    """The key of the setup of points; provoking, fronts : True with those arrays."""
    points, sized = call.style.points, call.outputs.row(POINT_SIZE) is not None
    exact = points.smooth or call.style.samples > 1 or points.sprites is not None
    return PointKey(sized, exact, provoking, fronts)


def point_scalars(call: DrawCall, stride: int) -> dict:
    """The scalars of the setup of points, without those of SIDES; stride : of vertices."""
    points, row = call.style.points, call.outputs.row(POINT_SIZE)
    smooth = points.smooth and points.sprites is None
    return {
        "size": points.size, "size_at": (row or 0) * stride,
        "reach": int(smooth or call.style.samples > 1),
        "least": points.limits[0], "most": points.limits[1],
    }  # fmt: skip


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
        call, vertices = self.call, self.vertices
        arrays, scalars = self._arrays("points", points, fronts)
        setup = point_setup(call, "provoking" in arrays, "fronts" in arrays)
        if setup.sized:
            arrays["vertices"] = vertices.rows.reshape(-1)
        scalars |= point_scalars(call, vertices.stride)
        setups = setup_points(self.engine, setup, arrays, scalars, len(points), self.threads)
        return self._batch(_point_shape(call.style, offsets is not None), setups, offsets, {})

    def _lines(self, lines: Assembled, fronts=None, offsets=None):
        """Sets lines up; other parameters as for points."""
        call, views = self.call, self.vertices.views
        arrays, scalars = self._arrays("lines", lines, fronts)
        scalars |= line_scalars(call) | {"unclipped": self.vertices.unclipped}
        if views is not None:
            sides = [viewport.sides for viewport in call.views.viewports]
            of_lines = np.array(sides, np.int32)[views.numbers[lines.vertex_indices[:, 0]]]
            arrays["views"] = of_lines.reshape(-1)
        setup = line_setup(call, *(name in arrays for name in ("provoking", "fronts", "views")))
        setups, counts = setup_lines(self.engine, setup, arrays, scalars, len(lines), self.threads)
        key = _line_shape(call.style, offsets is not None)
        arrays = {}
        if key.stipple:
            pattern, factor = call.style.lines.stipple
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
