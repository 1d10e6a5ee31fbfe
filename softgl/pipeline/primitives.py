"""From clipped primitives to shapes that the raster stage draws, in runs of one kind.

A run is a fragment key with the `setup.Shapes` that it draws. Points and lines make one kind of
run; polygons may become outlines or corners (glPolygonMode), facing by facing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from softgl.ir.program import Binding
from softgl.pipeline.assemble import MODES, assemble, outer_edges, repeated, run_numbers
from softgl.pipeline.clip import Assembled
from softgl.pipeline.fetch import VertexStream
from softgl.pipeline.keys import FragmentKey, ShapeKey
from softgl.pipeline.lines import MAX_WIDTH, line_width, setup_lines, setup_smooth_lines
from softgl.pipeline.planes import DEPTH_FORMATS
from softgl.pipeline.points import setup_points
from softgl.pipeline.setup import Shapes, corner_places, setup_triangles
from softgl.pipeline.vertex import SUBPIXELS, Vertices

POINT_SIZE = Binding("result.pointsize")
POLYGON_MODES = ("point", "line", "fill")
EDGE_FLAG = Binding("vertex.edgeflag")
SHAPES_AT_ONCE = 1 << 18  # set up, binned and drawn together; bounds the memory of a draw call


@dataclass(frozen=True)
class PrimitiveState:
    """What points, lines and polygons look like.

    line_width : pixels. line_stipple : (pattern, factor), or None.
    point_size : pixels, where no vertex has a size of its own. point_limits : the least and most.
    sprites : the texture coordinate sets that are replaced on points; None: points are no sprites.
    sprite_upper : whether their t grows downwards.
    polygon_modes : of POLYGON_MODES, for front and back faces.
    polygon_stipple : 32 uint32, bit x of word y for pixel (x, y), or None.
    offset_modes : the polygon modes whose depth is moved. offset : factor and units.
    first_vertex : whether the first vertex of a primitive gives flat values.
    clip_planes : (number, four floats that vertex.position is multiplied with), or (number, None)
        where the vertex program gives the distance, for each clip plane in use.
    """

    line_width: float = 1.0
    line_smooth: bool = False
    line_stipple: tuple[int, int] | None = None
    point_size: float = 1.0
    point_limits: tuple[float, float] = (1.0, 2048.0)
    point_smooth: bool = False
    sprites: tuple[int, ...] | None = None
    sprite_upper: bool = True
    polygon_modes: tuple[str, str] = ("fill", "fill")
    polygon_smooth: bool = False
    polygon_stipple: np.ndarray | None = None
    offset_modes: frozenset[str] = frozenset()
    offset: tuple[float, float] = (0.0, 0.0)
    first_vertex: bool = False
    clip_planes: tuple = ()

    @property
    def outlines(self) -> bool:
        """Whether it matters which edges of triangles are the primitives' own."""
        return self.polygon_modes != ("fill", "fill")


def assembled(mode: str, stream: VertexStream, state: PrimitiveState) -> Assembled:
    """The points, lines or triangles of a stream."""
    corners, origins = assemble(
        mode, stream.each, stream.indices, state.first_vertex, stream.runs, stream.separate
    )
    origins[:, 1] += stream.primitive
    edges = None
    if state.outlines and MODES[mode].corners == 3:
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


class StippleCounter:
    """The stipple counter (OpenGL 2.1, 3.4.2), from line to line and from piece to piece."""

    def __init__(self):
        self._group, self._count = -1, 0

    def advance(self, counts, groups):
        """The sum of the counts before each line, within its group of consecutive lines."""
        before = np.cumsum(counts) - counts
        if not len(counts):
            return before
        fresh = np.flatnonzero(np.append(True, groups[1:] != groups[:-1]))
        result = before - np.repeat(before[fresh], np.diff(np.append(fresh, len(counts))))
        # The first group may have begun in the lines before these.
        result[groups == self._group] += self._count
        self._group, self._count = int(groups[-1]), int(result[-1] + counts[-1])
        return result


@dataclass
class Drawing:
    """What the runs of one draw call are made with.

    vertices : after clipping. fixed, depth : as `vertex.run_projection` gives them.
    call : the DrawCall. box : left, low, right, high. counter : that of the whole draw.
    """

    engine: object
    state: PrimitiveState
    call: object
    vertices: Vertices
    fixed: np.ndarray
    depth: np.ndarray
    box: tuple
    counter: StippleCounter

    def runs(self, shapes: Assembled) -> Iterator[tuple[FragmentKey, Shapes, dict]]:
        """The runs of shapes: (key, shapes, arrays that only this kind has)."""
        for first in range(0, len(shapes), SHAPES_AT_ONCE):
            yield from self._runs(shapes[first : first + SHAPES_AT_ONCE])

    def _runs(self, shapes):
        kind = shapes.corners.shape[1]
        if kind == 3 and self.state.outlines:
            yield from self._polygons(shapes)
        elif kind == 3:
            yield self._filled(shapes)
        elif kind == 2:
            # OpenGL 2.1, 3.4.2: the counter is reset "before every line segment in a group of
            # independent segments".
            mode, stream, numbers = self.call.mode, self.call.stream, shapes.origins[:, 1]
            groups = numbers
            if mode != "lines" and self.state.line_stipple is not None:
                groups = np.full(len(shapes), stream.run)
                if stream.runs:
                    groups += run_numbers(mode, stream.runs, numbers - stream.primitive)
            yield self._lines(shapes.corners, shapes.origins, True, None, groups)
        else:
            yield self._points(shapes.corners, shapes.origins, True, None)

    # -- one kind of shape -------------------------------------------------------------------------

    def _filled(self, shapes):
        state = self.state
        setup = self.call.setup
        if state.polygon_smooth:
            setup = replace(setup, smooth=True)
        made = setup_triangles(
            self.engine, setup, self.fixed, shapes.corners, shapes.origins, self.box
        )
        key = ShapeKey(
            stipple=state.polygon_stipple is not None,
            smooth=state.polygon_smooth,
            offset="fill" in state.offset_modes,
        )
        if key.smooth:
            made.places = corner_places(made, self.fixed)
        if key.offset:
            made.offsets = _padded(self._offsets(shapes.corners), made.stride)
        arrays = {"stipple": state.polygon_stipple} if key.stipple else {}
        return self._run(key, made, arrays)

    def _points(self, points, origins, fronts, offsets):
        state = self.state
        smooth = state.point_smooth and state.sprites is None
        size = np.full(len(points), state.point_size, np.float32)
        if POINT_SIZE in self.call.vertex.outputs:
            row = self.call.vertex.row(POINT_SIZE)
            size = self.vertices.rows[row, points[:, 0]]
        low, high = (np.float32(limit) for limit in state.point_limits)
        size = np.minimum(np.maximum(size, low), high)
        made = setup_points(
            self.fixed, points, origins, fronts, self.box, size,
            exact=smooth or state.sprites is not None, reach=1 if smooth else 0,
        )  # fmt: skip
        key = ShapeKey(
            "point",
            smooth=smooth,
            sprites=state.sprites or (),
            sprite_upper=state.sprite_upper,
        )
        return self._with_offsets(key, made, offsets, {})

    def _lines(self, lines, origins, fronts, offsets, groups):
        """Lines; groups : numbers of those through which the stipple counter runs on."""
        state = self.state
        given = (self.fixed, lines, origins, fronts, self.box)
        if state.line_smooth:
            made, counts = setup_smooth_lines(*given, min(max(state.line_width, 1.0), MAX_WIDTH))
        else:
            width = line_width(state.line_width)
            cut, box = self._cut_ends(lines, width)
            made, counts = setup_lines(*given[:4], box, width, cut)
        key = ShapeKey("line", stipple=state.line_stipple is not None, smooth=state.line_smooth)
        arrays = {}
        if key.stipple:
            pattern, factor = state.line_stipple
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
        ends = self.fixed[:, lines].astype(np.int64)
        on_edge = (ends == low[..., None] * SUBPIXELS) | (ends == high[..., None] * SUBPIXELS)
        cut = on_edge.any(axis=0) & (lines >= self.call.stream.count)
        box, any_cut = np.array(self.box)[:, None], cut.any(axis=1)
        lower = np.where(any_cut, np.maximum(box[:2], low - (width - 1)), box[:2])
        upper = np.where(any_cut, np.minimum(box[2:], high + (width - 1)), box[2:])
        return cut, (*lower, *upper)

    def _with_offsets(self, key, made, offsets, arrays):
        if offsets is not None:
            key = replace(key, offset=True)
            made.offsets = _padded(offsets, made.stride)
        return self._run(key, made, arrays)

    def _run(self, key, made, arrays):
        fragment = self.call.fragment
        if key != fragment.shape:
            exact = key.kind != "triangle" or key.smooth
            fragment = replace(fragment, shape=key, cut=fragment.cut or exact)
        if made.places is not None:
            arrays["places"] = made.places.reshape(-1)
        if made.sizes is not None:
            arrays["sizes"] = made.sizes.reshape(-1)
        if key.offset:
            arrays["offsets"] = made.offsets
        return fragment, made, arrays

    # -- polygons that are not filled --------------------------------------------------------------

    def _polygons(self, shapes):
        """Triangles by the modes of their faces, in the order of submission."""
        area = self._areas(shapes)
        setup = self.call.setup
        fronts = (area < 0) if setup.front_clockwise else (area > 0)
        # OpenGL 2.1, 3.5.1: a polygon of no area is a back face, as is all that is not "positive".
        drawn = ~((fronts & setup.cull_front) | (~fronts & setup.cull_back))
        front, back = (POLYGON_MODES.index(mode) for mode in self.state.polygon_modes)
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

    def _areas(self, shapes):
        """Twice the area of the polygon that each triangle is a piece of, in square subpixels.

        A piece by itself may have none, or by rounding even less, where corners are in a line.
        """
        x, y = self.fixed[:, shapes.corners].astype(np.int64)
        area = (x[:, 1] - x[:, 0]) * (y[:, 2] - y[:, 0]) - (x[:, 2] - x[:, 0]) * (y[:, 1] - y[:, 0])
        if not len(area):
            return area
        numbers = shapes.origins[:, 1]
        first = np.flatnonzero(np.append(True, numbers[1:] != numbers[:-1]))
        return np.repeat(np.add.reduceat(area, first), np.diff(np.append(first, len(area))))

    def _outlined(self, mode, shapes, fronts):
        """The own edges of polygons, or the corners where they begin."""
        owner, corner = np.nonzero(shapes.edges)
        start = shapes.corners[owner, corner]
        offsets = None
        if mode in self.state.offset_modes:
            offsets = self._offsets(shapes.corners)[owner]
        origins, fronts = shapes.origins[owner], fronts[owner]
        if mode == "point":
            return self._points(start[:, None], origins, fronts, offsets)
        end = shapes.corners[owner, (corner + 1) % 3]
        lines = np.stack([start, end], axis=1)
        return self._lines(lines, origins, fronts, offsets, groups=origins[:, 1])

    def _offsets(self, triangles):
        """OpenGL 2.1, 3.5.5: "o = m * factor + r * units" of triangles, float32."""
        factor, units = self.state.offset
        x, y = self.fixed[:, triangles].astype(np.float64) / SUBPIXELS
        z = self.depth[0, triangles].astype(np.float64)
        with np.errstate(all="ignore"):
            (x1, x2), (y1, y2), (z1, z2) = (
                (v[:, 1] - v[:, 0], v[:, 2] - v[:, 0]) for v in (x, y, z)
            )
            area = x1 * y2 - x2 * y1
            dx, dy = (z1 * y2 - z2 * y1) / area, (x1 * z2 - x2 * z1) / area
            steepest = np.where(area != 0, np.maximum(np.abs(dx), np.abs(dy)), 0.0)
            smallest = _resolution(self.call.fragment.depth_format, z)
            return (steepest * factor + smallest * units).astype(np.float32)


def _resolution(depth_format: str, z):
    """OpenGL 2.1, 3.5.5: "the smallest difference in window coordinate z values that is guaranteed
    to remain distinct throughout polygon rasterization and in the depth buffer".
    """
    how = DEPTH_FORMATS[depth_format]
    if not how.float:
        # Two steps of the buffer, as in Mesa: two depths one step apart, both half-way between two
        # whole numbers, would be rounded to the even one between them. A depth is a float before
        # it is stored, so that no more than 24 bits count.
        return 2.0 / (2.0 ** min(how.bits, 24) - 1.0)
    # NV_depth_buffer_float: 2^(e - n), "e, the maximum exponent in the range of z values spanned by
    # the primitive", n the bits of the mantissa.
    _, exponent = np.frexp(np.abs(z).max(axis=1))
    return np.ldexp(1.0, exponent - 1 - 23)


def _padded(values, stride):
    result = np.zeros(stride, np.float32)
    result[: len(values)] = values
    return result
