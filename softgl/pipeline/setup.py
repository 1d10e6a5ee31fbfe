"""Triangle setup: exact edge functions, facing, culling and bounds; a lane is a triangle."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial, reduce
from itertools import product
from operator import or_

import numpy as np

from softgl.lanes import F32, I32, I64, Engine, Lane, Signature, padded
from softgl.pipeline.framebuffer import TILE_BITS
from softgl.pipeline.keys import SetupKey
from softgl.pipeline.scratch import scratch
from softgl.pipeline.threads import in_threads
from softgl.pipeline.viewport import SUBPIXELS

# The rows of Triangles.integers. Corners are in counter-clockwise order; edge i is opposite corner
# i; step_x and step_y are an edge function's growth per pixel, in units of 1/256.
INTEGERS = (
    *("corner0", "corner1", "corner2"),
    *("step_x0", "step_x1", "step_x2", "step_y0", "step_y1", "step_y2"),
    *("open0", "open1", "open2"),  # 1 where a pixel centre on the edge is outside
    *("min_x", "max_x", "min_y", "max_y"),  # pixels, inclusive
    "tiles",  # how many of them these bounds touch; 0 for a triangle not drawn
    *("front", "provoking", "primitive"),
)
BOUNDS = ("min_x", "max_x", "min_y", "max_y")
ROW = {name: number for number, name in enumerate(INTEGERS)}


FEW = 16  # shapes, at most: less work for each is not worth a kernel more for all
TRIANGLES_OF_SPAN = 1 << 14  # in one call of a kernel


@dataclass
class Shapes:
    """Triangles, or lines, or points, ready for rasterisation.

    integers : (len(INTEGERS), stride) int32.
    edges : (3, stride) int64, each edge function at the centre of pixel (0, 0).
    inverse_area : (stride,) float32, 256 over twice the area in square subpixels.
    places, sizes : int32 and float32, more of lines and points: see `lines` and `points`; places of
        smooth triangles are `corner_places`.
    offsets : (stride,) float32 that the depth is moved by; not used for most.

    A line covers pixels within its bounds only where edges 0 and 1 are not negative; edge 2 times
    inverse_area is how far along the line a pixel is. A point covers all within its bounds.
    """

    integers: np.ndarray
    edges: np.ndarray
    inverse_area: np.ndarray
    count: int
    places: np.ndarray | None = None
    sizes: np.ndarray | None = None
    offsets: np.ndarray | None = None

    @property
    def stride(self) -> int:
        return self.integers.shape[1]

    @property
    def corners(self) -> np.ndarray:
        """The vertices of triangles, (count, 3) int32."""
        return self.integers[:3, : self.count].T

    def row(self, name) -> np.ndarray:
        """A row of `integers`, (count,)."""
        return self.integers[ROW[name], : self.count]


SIDES = ("left", "low", "right", "high")
SCALARS = (("last", I32), ("vertex_stride", I32), *((side, I32) for side in SIDES))
GIVEN = (("triangles", I32), ("fixed", I32), ("kept", I32))


@dataclass(frozen=True)
class _Triangle:
    """A triangle with its corners in counter-clockwise order; lanes.

    corners : three I32, vertices. x, y : three I32 each, subpixels. area : twice the area, I64.
    front : BOOL. bounds : the pixels that it may cover, I32 by name. drawn : whether there are any.
    """

    corners: list
    x: list
    y: list
    area: Lane
    front: Lane
    bounds: dict
    drawn: Lane


def _triangle(m, a, number, key: SetupKey) -> _Triangle:
    """Triangle `number`, or the last one if there are not so many."""
    first = m.clamp(number, 0, a.last) * 3
    corners = [m.at(a.triangles, first + corner) for corner in range(3)]
    x = [m.at(a.fixed, corner) for corner in corners]
    y = [m.at(a.fixed, corner + a.vertex_stride) for corner in corners]
    area = edge(m, x[0], y[0], x[1], y[1], x[2], y[2])
    clockwise = area < 0
    for values in (corners, x, y):
        one, two = values[1], values[2]
        values[1], values[2] = m.select(clockwise, two, one), m.select(clockwise, one, two)
    front = clockwise if key.front_clockwise else ~clockwise
    bounds = _bounds(m, a, x, y, SUBPIXELS if key.smooth else 0)
    drawn = (area != 0) & not_empty(bounds)
    if key.cull_front:
        drawn = drawn & ~front
    if key.cull_back:
        drawn = drawn & front
    return _Triangle(corners, x, y, m.select(clockwise, -area, area), front, bounds, drawn)


def keep_triangle(m, a, index, key: SetupKey):
    """Append the number of a triangle to `kept` if it may cover pixels."""
    of = _triangle(m, a, index, key)
    with m.where(of.drawn if key.smooth else of.drawn & ~_lies_between_pixels(m, of)):
        m.append(a.kept, a.count, index)


def _lies_between_pixels(m, of: _Triangle):
    """Whether a triangle is known to cover none of the 2x2 pixels that its bounds have at most.

    Nothing is known of larger ones: their edge functions would not fit 32 bits.
    """
    sizes = [reduce(m.max, values) - reduce(m.min, values) for values in (of.x, of.y)]
    sizes += [of.bounds[f"max_{axis}"] - of.bounds[f"min_{axis}"] for axis in "xy"]
    small = reduce(m.max, sizes[:2]) < 4 * SUBPIXELS
    small = small & (reduce(m.max, sizes[2:]) < 2)
    center = [of.bounds[f"min_{axis}"] * SUBPIXELS + SUBPIXELS // 2 for axis in "xy"]
    edges = []
    for (x0, y0), (x1, y1) in _sides(of):
        run, rise = x1 - x0, y1 - y0
        start = run * (center[1] - y0) - rise * (center[0] - x0) - _open(m, run, rise)
        edges.append((start, -rise * SUBPIXELS, run * SUBPIXELS))
    covered = m.false
    for step_x, step_y in product((0, 1), repeat=2):
        signs = [start + along * step_x + up * step_y for start, along, up in edges]
        covered = covered | (reduce(or_, signs) >= 0)
    return small & ~covered


def _sides(of: _Triangle):
    """The two ends of each edge of a triangle."""
    corners = list(zip(of.x, of.y, strict=True))
    return [(corners[(i + 1) % 3], corners[(i + 2) % 3]) for i in range(3)]


def _open(m, run, rise):
    """1 where a pixel centre on an edge of this direction is outside, I32.

    The inside is to the left of an edge. With y up, an edge that goes down is a left edge and a
    level one that goes right is a bottom edge: these own the pixel centres on them.
    """
    return m.select((rise < 0) | ((rise == 0) & (run > 0)), m.i32(0), 1)


def setup_triangle(m, a, index, key: SetupKey, origins: bool):
    """The records of one triangle of those that are kept."""
    number = m.load(a.kept, index)
    of = _triangle(m, a, number, key)
    values = dict(zip(INTEGERS[:3], of.corners, strict=True))
    half = SUBPIXELS // 2
    for i, ((x0, y0), (x1, y1)) in enumerate(_sides(of)):
        values[f"step_x{i}"], values[f"step_y{i}"] = y0 - y1, x1 - x0
        values[f"open{i}"] = _open(m, x1 - x0, y1 - y0)
        value = edge(m, x0, y0, x1, y1, m.i32(half), m.i32(half))
        m.store(a.edges, index, value, a.stride * i)
    values |= of.bounds
    values["tiles"] = m.select(of.drawn, count_tiles(of.bounds), 0)
    values["front"] = m.select(of.front, m.i32(1), 0)
    if origins:
        place = m.clamp(number, 0, a.last) * 2
        values["provoking"], values["primitive"] = (m.at(a.origins, place + i) for i in range(2))
    for name, value in values.items():
        m.store(a.integers, index, value, a.stride * ROW[name])
    m.store(a.inverse_area, index, float(SUBPIXELS) / m.to_f32(of.area))


def not_empty(bounds):
    """Whether there are pixels within bounds; lanes or arrays."""
    return (bounds["min_x"] <= bounds["max_x"]) & (bounds["min_y"] <= bounds["max_y"])


def count_tiles(bounds):
    """How many tiles bounds that are not empty touch; lanes or arrays."""
    across, upward = (
        (bounds[f"max_{axis}"] >> TILE_BITS) - (bounds[f"min_{axis}"] >> TILE_BITS) + 1
        for axis in "xy"
    )
    return across * upward


def edge(m, x0, y0, x1, y1, x, y):
    """Twice the signed area of three points in subpixels, I64; positive if counter-clockwise."""
    wide = m.to_i64
    return wide(x1 - x0) * wide(y - y0) - wide(y1 - y0) * wide(x - x0)


def _bounds(m, a, x, y, margin):
    """The pixels whose centres lie within the corners' bounding box and the scissor box.

    margin : subpixels that the bounding box is wider on each side.
    """
    bounds = {}
    half = SUBPIXELS // 2
    for axis, values, first, end in (("x", x, a.left, a.right), ("y", y, a.low, a.high)):
        low, high = reduce(m.min, values), reduce(m.max, values)
        bounds[f"min_{axis}"] = m.max((low + (half - 1 - margin)) >> 8, first)
        bounds[f"max_{axis}"] = m.min((high - (half - margin)) >> 8, end - 1)
    return bounds


def _keep_kernel(key):
    signature = Signature(SCALARS, (*GIVEN, ("count", I32)), frozenset({"kept", "count"}))
    return signature, partial(keep_triangle, key=key)


def _setup_kernel(key, origins):
    made = (("integers", I32), ("edges", I64), ("inverse_area", F32))
    given = (*GIVEN, ("origins", I32)) if origins else GIVEN
    signature = Signature(
        (("stride", I32), *SCALARS), (*given, *made), frozenset(name for name, _ in made)
    )
    return signature, partial(setup_triangle, key=key, origins=origins)


def setup_triangles(
    engine: Engine, key: SetupKey, fixed, triangles, origins, box, threads: int = 1
) -> Shapes:
    """Set up triangles: those that may cover pixels, in their order, and few others.

    fixed : (2, vertex stride) int32 window coordinates in subpixels.
    triangles : (n, 3) int32. origins : (n, 2) int32, as `assemble` gives them; None where no one
        asks, and then those rows are anything.
    box : left, low, right, high: the pixels that may be drawn, without right and high themselves.
    The arrays of many triangles are `scratch`.
    """
    box = dict(zip(SIDES, box, strict=True), vertex_stride=fixed.shape[1])
    asked = origins is not None
    given = {"triangles": np.ascontiguousarray(triangles).reshape(-1), "fixed": fixed.reshape(-1)}
    if asked:
        given["origins"] = np.ascontiguousarray(origins).reshape(-1)
    spans = _Spans(len(triangles), given, box)
    few = len(triangles) <= FEW
    keep = None if few else engine.kernel(("keep", key), partial(_keep_kernel, key))
    in_threads(threads, partial(spans.keep, keep), spans.numbers)
    ends = np.cumsum(spans.counts)
    count = int(ends[-1])
    stride = padded(count)
    result = Shapes(
        scratch("integers", (len(INTEGERS), stride), np.int32),
        scratch("edges", (3, stride), np.int64),
        scratch("inverse area", (stride,), np.float32),
        count,
    )
    set_up = engine.kernel(("setup", key, asked), partial(_setup_kernel, key, asked))
    in_threads(threads, partial(spans.set_up, set_up, result, ends), spans.numbers)
    return result


class _Spans:
    """Triangles in spans for threads, each with room of its own for those that are kept.

    given : the arrays of all of them. counts : how many of each span are kept.
    """

    def __init__(self, total, given, scalars):
        self._total, self._given, self._scalars = total, given, scalars
        self.numbers = [(number,) for number in range(max(1, -(-total // TRIANGLES_OF_SPAN)))]
        self._room = padded(min(total, TRIANGLES_OF_SPAN) + 1)
        self.kept = scratch("kept", (len(self.numbers), self._room), np.int32)
        self.counts = np.zeros(len(self.numbers), np.int32)

    def _arguments(self, number):
        first = number * TRIANGLES_OF_SPAN
        last = min(first + TRIANGLES_OF_SPAN, self._total)
        part = {"triangles": slice(3 * first, 3 * last), "origins": slice(2 * first, 2 * last)}
        arrays = {name: data[part.get(name, ...)] for name, data in self._given.items()}
        return self._scalars | {"last": last - first - 1}, arrays | {"kept": self.kept[number]}

    def keep(self, kernel, number):
        """Note which of a span are kept; kernel : None for all."""
        scalars, arrays = self._arguments(number)
        if kernel is None:
            count = self.counts[number] = scalars["last"] + 1
            self.kept[number, :count] = np.arange(count)
            return
        arrays["count"] = self.counts[number : number + 1]
        kernel.run(scalars, arrays, scalars["last"] + 1)

    def set_up(self, kernel, shapes, ends, number):
        """Set up those of a span, which end at `ends[number]`."""
        count = int(self.counts[number])
        if not count:
            return
        scalars, arrays = self._arguments(number)
        first = int(ends[number]) - count
        for name in ("integers", "edges", "inverse_area"):
            arrays[name] = getattr(shapes, name).reshape(-1)[first:]
        kernel.run(scalars | {"stride": shapes.stride}, arrays, count)


def corner_places(triangles: Shapes, fixed) -> np.ndarray:
    """Where the corners of triangles are: (6, stride) int32 subpixels, the x and then the y."""
    corners = np.stack([triangles.row(f"corner{i}") for i in range(3)])
    places = np.zeros((6, triangles.stride), np.int32)
    places[:, : triangles.count] = fixed[:, corners].reshape(6, -1)
    return places


def shape_records(rows, edges, inverse_area, places, sizes) -> Shapes:
    """Lines or points set up on the host.

    rows : arrays of n numbers by the names of INTEGERS; 0 for those that are not there.
    edges, inverse_area, places, sizes : as in `Shapes`, but n wide and of any type.
    """
    count, stride = len(inverse_area), padded(len(inverse_area))

    def widened(values, dtype):
        result = np.zeros((len(values), stride), dtype)
        result[:, :count] = values
        return result

    bounds = {name: rows[name] for name in BOUNDS}
    rows = rows | {"tiles": np.where(not_empty(bounds), count_tiles(bounds), 0)}
    integers = np.zeros((len(INTEGERS), stride), np.int32)
    for name, values in rows.items():
        integers[ROW[name], :count] = values
    return Shapes(
        integers,
        widened(edges, np.int64),
        widened([inverse_area], np.float32)[0],
        count,
        widened(places, np.int32),
        widened(sizes, np.float32),
    )
