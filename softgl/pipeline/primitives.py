"""From clipped primitives to shapes that the raster stage draws, in runs of one kind.

Points and lines make one kind of run; polygons may become outlines or corners (glPolygonMode),
facing by facing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from softgl.ir.program import Binding
from softgl.lanes import Engine
from softgl.pipeline.assemble import MODES, assemble, outer_edges, repeated, run_numbers
from softgl.pipeline.clip import Assembled
from softgl.pipeline.draw_call import DrawCall
from softgl.pipeline.fetch import VertexStream
from softgl.pipeline.keys import FragmentKey, ShapeKey
from softgl.pipeline.lines import MAX_WIDTH, line_width, setup_lines, setup_smooth_lines
from softgl.pipeline.link import POINT_COORDINATE, POINT_SIZE
from softgl.pipeline.points import setup_points
from softgl.pipeline.polygons import depth_offsets, faces
from softgl.pipeline.setup import Shapes, corner_places, setup_triangles
from softgl.pipeline.styles import POLYGON_MODES, PrimitiveStyle
from softgl.pipeline.viewport import SUBPIXELS, WindowVertices

EDGE_FLAG = Binding("vertex.edgeflag")
SHAPES_AT_ONCE = 1 << 18  # set up, binned and drawn together; bounds the memory of a draw call


def assembled(mode: str, stream: VertexStream, style: PrimitiveStyle, origins: bool) -> Assembled:
    """The points, lines or triangles of a stream; origins : whether anyone asks for these."""
    filled = MODES[mode].corners == 3 and not style.polygons.outlines
    corners, origins = assemble(
        mode, stream.each, stream.indices, style.first_vertex, stream.runs, stream.separate,
        origins or not filled,
    )  # fmt: skip
    if origins is not None:
        origins[:, 1] += stream.primitive
    edges = None
    if style.polygons.outlines and MODES[mode].corners == 3:
        edges = outer_edges(mode, origins[:, 1])
        if mode == "polygon" and len(edges):
            edges[0, 0] &= stream.opens
            edges[-1, 2] &= stream.closes
        # OpenGL 2.1, 2.6.2: flags are those of independent triangles and quads and of polygons.
        if mode in ("triangles", "quads", "polygon"):
            flags = stream.values(EDGE_FLAG)
            if flags is not None:
                edges &= flags[corners, 0] != 0
    if stream.instances > 1:
        corners, origins = repeated(corners, origins, stream.each, stream.instances)
        edges = None if edges is None else np.tile(edges, (stream.instances, 1))
    return Assembled(corners, origins, edges)


@dataclass(frozen=True)
class Run:
    """Shapes of one kind, ready to be rasterised; arrays : those that only this kind has."""

    shape: ShapeKey
    shapes: Shapes
    arrays: dict[str, np.ndarray]


def filled_key(call: DrawCall) -> FragmentKey:
    """The key of the fragments of polygons that are filled."""
    return call.fragment.of_shape(_filled_shape(call.style.polygons))


def _filled_shape(style):
    return ShapeKey(
        stipple=style.stipple is not None,
        smooth=style.smooth,
        offset="fill" in style.offset_modes,
    )


class StippleCounter:
    """The stipple counter of the lines of a draw, which come in several runs and pieces."""

    def __init__(self):
        self._group, self._count = -1, 0

    def advance(self, counts, groups):
        """The counter before each line; counts : how far each line counts.

        groups : numbers of consecutive lines in which it runs on, and before which it is reset.
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


def shape_runs(
    engine: Engine,
    call: DrawCall,
    vertices: WindowVertices,
    shapes: Assembled,
    box,
    counter: StippleCounter,
    threads: int,
) -> Iterator[Run]:
    """The runs of clipped shapes, in order.

    box : left, low, right, high of what may be drawn. counter : that of the whole draw.
    """
    maker = _RunMaker(engine, call, vertices, box, counter, threads)
    for first, last in _batches(shapes):
        yield from maker.runs(shapes[first:last])


def _batches(shapes: Assembled):
    """Ranges of about SHAPES_AT_ONCE shapes; primitives that show their outlines stay whole."""
    firsts = range(0, len(shapes), SHAPES_AT_ONCE)
    if shapes.edges is not None:
        numbers = shapes.origins[:, 1]
        fresh = np.flatnonzero(np.append(True, numbers[1:] != numbers[:-1]))
        firsts = np.unique(fresh[np.searchsorted(fresh, firsts, side="right") - 1]).tolist()
    return pairwise([*firsts, len(shapes)])


@dataclass(frozen=True)
class _RunMaker:
    """Makes the runs of one draw call; the parameters are those of `shape_runs`."""

    engine: Engine
    call: DrawCall
    vertices: WindowVertices
    box: tuple[int, int, int, int]
    counter: StippleCounter
    threads: int

    def runs(self, shapes: Assembled) -> Iterator[Run]:
        kind = shapes.corners.shape[1]
        if kind == 3 and self.call.style.polygons.outlines:
            yield from self._by_modes(shapes)
        elif kind == 3:
            yield self._filled(shapes)
        elif kind == 2:
            # OpenGL 2.1, 3.4.2: the counter is reset "before every line segment in a group of
            # independent segments".
            mode, stream, numbers = self.call.mode, self.call.stream, shapes.origins[:, 1]
            groups = numbers
            if mode != "lines" and self.call.style.lines.stipple is not None:
                groups = np.full(len(shapes), stream.run)
                if stream.runs:
                    groups += run_numbers(mode, stream.runs, numbers - stream.primitive)
            yield self._lines(shapes.corners, shapes.origins, True, None, groups)
        else:
            yield self._points(shapes.corners, shapes.origins, True, None)

    # -- one kind of shape -------------------------------------------------------------------------

    def _filled(self, shapes):
        style, fixed = self.call.style.polygons, self.vertices.fixed
        setup = replace(self.call.setup, smooth=True) if style.smooth else self.call.setup
        given = (fixed, shapes.corners, shapes.origins, self.box)
        made = setup_triangles(self.engine, setup, *given, self.threads)
        key = _filled_shape(style)
        if key.smooth:
            made.places = corner_places(made, fixed)
        if key.offset:
            made.offsets = _padded(self._offsets(made.corners), made.stride)
        return self._run(key, made, {"stipple": style.stipple} if key.stipple else {})

    def _points(self, points, origins, fronts, offsets):
        style = self.call.style.points
        smooth = style.smooth and style.sprites is None
        size = np.full(len(points), style.size, np.float32)
        row = self.call.outputs.row(POINT_SIZE)
        if row is not None:
            size = self.vertices.rows[row, points[:, 0]]
        low, high = (np.float32(limit) for limit in style.limits)
        size = np.minimum(np.maximum(size, low), high)
        made = setup_points(
            self.vertices.fixed, points, origins, fronts, self.box, size,
            exact=smooth or style.sprites is not None, reach=1 if smooth else 0,
        )  # fmt: skip
        key = ShapeKey(
            "point",
            smooth=smooth,
            sprites=() if style.sprites is None else (POINT_COORDINATE, *style.sprites),
            sprite_upper=style.sprite_upper,
        )
        return self._with_offsets(key, made, offsets, {})

    def _lines(self, lines, origins, fronts, offsets, groups):
        """Lines; groups : numbers of those through which the stipple counter runs on."""
        style = self.call.style.lines
        given = (self.vertices.fixed, lines, origins, fronts)
        if style.smooth:
            width = min(max(style.width, 1.0), MAX_WIDTH)
            made, counts = setup_smooth_lines(*given, self.box, width)
        else:
            width = line_width(style.width)
            cut, box = self._cut_ends(lines, width)
            made, counts = setup_lines(*given, box, width, cut)
        key = ShapeKey("line", stipple=style.stipple is not None, smooth=style.smooth)
        arrays = {}
        if key.stipple:
            pattern, factor = style.stipple
            arrays["stipple"] = np.array([pattern, factor], np.uint32)
            counters = self.counter.advance(counts, groups) % (16 * factor)
            made.places[0, : len(lines)] += counters.astype(np.int32)
        return self._with_offsets(key, made, offsets, arrays)

    def _cut_ends(self, lines, width):
        """Which ends of lines were cut off at the viewport's edge, and the box for each line.

        Such a line goes on in the last pixel before the edge, and has none beyond it.
        """
        view = self.call.viewport
        low = np.array([view.x, view.y])[:, None]
        high = low + np.array([view.width, view.height])[:, None]
        ends = self.vertices.fixed[:, lines].astype(np.int64)
        on_edge = (ends == low[..., None] * SUBPIXELS) | (ends == high[..., None] * SUBPIXELS)
        cut = on_edge.any(axis=0) & (lines >= self.vertices.given)
        box, any_cut = np.array(self.box)[:, None], cut.any(axis=1)
        lower = np.where(any_cut, np.maximum(box[:2], low - (width - 1)), box[:2])
        upper = np.where(any_cut, np.minimum(box[2:], high + (width - 1)), box[2:])
        return cut, (*lower, *upper)

    def _with_offsets(self, key, made, offsets, arrays):
        if offsets is not None:
            key = replace(key, offset=True)
            made.offsets = _padded(offsets, made.stride)
        return self._run(key, made, arrays)

    def _run(self, key, made, arrays) -> Run:
        if made.places is not None:
            arrays["places"] = made.places.reshape(-1)
        if made.sizes is not None:
            arrays["sizes"] = made.sizes.reshape(-1)
        if key.offset:
            arrays["offsets"] = made.offsets
        return Run(key, made, arrays)

    # -- polygons that are not filled --------------------------------------------------------------

    def _by_modes(self, shapes):
        """Triangles by the modes of their faces, in the order of submission."""
        fronts, drawn = faces(self.vertices, shapes, self.call.setup)
        front, back = (POLYGON_MODES.index(mode) for mode in self.call.style.polygons.modes)
        modes = np.where(fronts, front, back)
        shapes, fronts, modes = shapes[drawn], fronts[drawn], modes[drawn]
        for part in np.split(np.arange(len(shapes)), np.flatnonzero(np.diff(modes)) + 1):
            if not len(part):
                continue
            mode = POLYGON_MODES[modes[part[0]]]
            if mode == "fill":
                yield self._filled(shapes[part])
            else:
                yield self._outlined(mode, shapes[part], fronts[part])

    def _outlined(self, mode, shapes, fronts):
        """The own edges of polygons, or the corners where they begin."""
        owner, corner = np.nonzero(shapes.edges)
        start = shapes.corners[owner, corner]
        offsets = None
        if mode in self.call.style.polygons.offset_modes:
            offsets = self._offsets(shapes.corners)[owner]
        origins, fronts = shapes.origins[owner], fronts[owner]
        if mode == "point":
            return self._points(start[:, None], origins, fronts, offsets)
        end = shapes.corners[owner, (corner + 1) % 3]
        lines = np.stack([start, end], axis=1)
        return self._lines(lines, origins, fronts, offsets, groups=origins[:, 1])

    def _offsets(self, triangles):
        offset, format_ = self.call.style.polygons.offset, self.call.fragment.depth_format
        return depth_offsets(self.vertices, triangles, offset, format_)


def _padded(values, stride):
    result = np.zeros(stride, np.float32)
    result[: len(values)] = values
    return result
