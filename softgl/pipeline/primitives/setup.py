"""Triangle setup: exact edge functions, facing, culling and bounds; a lane is a triangle."""

from __future__ import annotations

from functools import partial, reduce
from itertools import product
from operator import or_

import numpy as np

from softgl.lanes import F32, I32, I64, Engine, KernelRequest, Lane, Signature, padded
from softgl.pipeline.keys.kernel_keys import SetupKey
from softgl.pipeline.planes.framebuffer import TILE_BITS
from softgl.pipeline.planes.samples import (
    SAMPLE_POSITIONS,
    SAMPLE_UNITS_PER_PIXEL,
    SUBPIXELS,
    reach,
)
from softgl.pipeline.support.arena import from_arena
from softgl.pipeline.support.spans import (
    COMPACTION_ARRAYS,
    COMPACTION_SCALARS,
    COMPACTION_WRITTEN,
    Compaction,
)
from softgl.pipeline.vertices.viewport import window_place, window_places
from softgl.records import dataclass
from softgl.tuning import limits

# The rows of Triangles.integers. Corners are in counter-clockwise order; edge i is opposite corner
# i; step_x and step_y are an edge function's growth per pixel, in units of 1/256.
SETUP_INTEGERS = (
    *("corner0", "corner1", "corner2"),
    *("step_x0", "step_x1", "step_x2", "step_y0", "step_y1", "step_y2"),
    *("open0", "open1", "open2"),  # 1 where a pixel centre on the edge is outside
    *("min_x", "max_x", "min_y", "max_y"),  # pixels, inclusive
    "tiles",  # how many of them these bounds touch; 0 for a triangle not drawn
    *("front", "provoking", "primitive"),
)
BOUND_NAMES = ("min_x", "max_x", "min_y", "max_y")
ROW_OF_INTEGER = {name: number for number, name in enumerate(SETUP_INTEGERS)}


@dataclass
class SetupPrimitives:
    """Triangles, or lines, or points, ready for rasterisation.

    integers : (len(SETUP_INTEGERS), stride) int32.
    edges : (3, stride) int64, each edge function at the centre of pixel (0, 0); of lines with ends
        of their own a fourth row, the sum of the third edge function and that of the end.
    inverse_area : (stride,) float32, 256 over twice the area in square subpixels.
    places, sizes : int32 and float32, more of lines and points: see `lines` and `points`; places of
        smooth triangles are where their corners are, in subpixels: three x, and then three y.

    A line covers pixels within its bounds only where edges 0 and 1 are not negative; edge 2 times
    inverse_area is how far along the line a pixel is. A point covers all within its bounds. Where
    pixels have several samples, bounds are those of all pixels that may have one.
    """

    integers: np.ndarray
    edges: np.ndarray
    inverse_area: np.ndarray
    count: int
    places: np.ndarray | None = None
    sizes: np.ndarray | None = None

    @property
    def stride(self) -> int:
        return self.integers.shape[1]

    @property
    def vertex_indices(self) -> np.ndarray:
        """The vertices of triangles, (count, 3) int32."""
        return self.integers[:3, : self.count].T

    def row(self, name) -> np.ndarray:
        """A row of `integers`, (count,)."""
        return self.integers[ROW_OF_INTEGER[name], : self.count]

    @property
    def arrays(self) -> dict[str, np.ndarray]:
        """The present arrays of kernels, by their names."""
        rows_by_name = {
            name: getattr(self, name) for name, _ in (*SETUP_ARRAYS, *OPTIONAL_SETUP_ARRAYS)
        }
        return {name: rows.reshape(-1) for name, rows in rows_by_name.items() if rows is not None}


SETUP_ARRAYS = (("integers", I32), ("edges", I64), ("inverse_area", F32))
OPTIONAL_SETUP_ARRAYS = (("places", I32), ("sizes", F32))


def new_setup_primitives(
    count: int, places: int = 0, sizes: int = 0, edges: int = 3
) -> SetupPrimitives:
    """Shapes to be set up; places, sizes, edges : how many rows those have.

    Large ones are `from_arena`.
    """
    stride = padded(count)
    return SetupPrimitives(
        from_arena("integers", (len(SETUP_INTEGERS), stride), np.int32),
        from_arena("edges", (edges, stride), np.int64),
        from_arena("inverse area", (stride,), np.float32),
        count,
        from_arena("places", (places, stride), np.int32) if places else None,
        from_arena("sizes", (sizes, stride), np.float32) if sizes else None,
    )


def store_shape(m, a, index, drawn, integers: dict, edges, inverse_area, places=(), sizes=()):
    """Stores the record of one primitive.

    drawn : True if it may cover pixels. integers : I32 by the names of SETUP_INTEGERS, without
        `tiles`; rows without a value stay undefined.
    """
    tiles = m.select(drawn, count_tiles(integers), 0)
    stores = [
        (a.integers, value, a.stride * ROW_OF_INTEGER[name])
        for name, value in (integers | {"tiles": tiles}).items()
    ]
    stores.append((a.inverse_area, inverse_area, 0))
    # By name, as `a` lacks absent arrays.
    for name, values in (("edges", edges), ("places", places), ("sizes", sizes)):
        stores += [(getattr(a, name), value, a.stride * row) for row, value in enumerate(values)]
    m.store_all(index, stores)


SIDES = ("left", "low", "right", "high")
TRIANGLE_SCALARS = tuple((name, I32) for name in ("base", *SIDES))
TRIANGLE_ARRAYS = (("triangles", I32), ("fixed", I64))


@dataclass(frozen=True)
class _Triangle:
    """A triangle with its corners in counter-clockwise order; lanes.

    corners : three I32, vertices. x, y : three I32 each, subpixels. area : twice the area, I64.
    front : BOOL. bounds : the pixels that it may cover, I32 by name. drawn : True if there are any.
    """

    corners: list
    x: list
    y: list
    area: Lane
    front: Lane
    bounds: dict
    drawn: Lane


def _corners(m, a, number) -> list:
    """The corners of triangle `number`."""
    return [m.load_unchecked(a.triangles, number * 3 + corner) for corner in range(3)]


def _corners_side_by_side(m, a, index, number) -> list:
    """Reads consecutive triangles, in 0.9 of the time of their kernel.

    Vectors are loaded whole, except at the end of the array.
    """
    with m.only(None):
        whole = m.all(number <= a.last)
    together = partial(m.load_together, a.triangles, m.further(index, a.first), 3)
    return m.uniform_choice(whole, together, partial(_corners, m, a, m.min(number, a.last)))


def _triangle(m, a, corners, key: SetupKey) -> _Triangle:
    """A triangle with these corners, as they are given."""
    corners = [corner - a.base for corner in corners]
    x, y = map(list, zip(*(window_place(m, a, corner) for corner in corners), strict=True))
    area = edge(m, x[0], y[0], x[1], y[1], x[2], y[2])
    clockwise = area < 0
    for values in (corners, x, y):
        one, two = values[1], values[2]
        values[1], values[2] = m.select(clockwise, two, one), m.select(clockwise, one, two)
    front = clockwise if key.front_clockwise else ~clockwise
    bounds = _bounds(m, a, x, y, SUBPIXELS if key.smooth else reach(key.samples))
    drawn = (area != 0) & not_empty(bounds)
    if key.cull_front:
        drawn = drawn & ~front
    if key.cull_back:
        drawn = drawn & front
    return _Triangle(corners, x, y, m.select(clockwise, -area, area), front, bounds, drawn)


def keep_triangle(m, a, index, key: SetupKey):
    """Appends the number of a triangle to `kept` if it may cover pixels."""
    number = a.first + index
    of = _triangle(m, a, _corners_side_by_side(m, a, index, number), key)
    with m.where(of.drawn if key.smooth else of.drawn & ~_lies_between_pixels(m, of, key)):
        m.append(a.kept, a.count, number)


def _lies_between_pixels(m, of: _Triangle, key: SetupKey):
    """True if a triangle within 2x2 pixels covers no sample of them.

    False for larger ones: their edge functions would not fit 32 bits.
    """
    sizes = [reduce(m.max, values) - reduce(m.min, values) for values in (of.x, of.y)]
    sizes += [of.bounds[f"max_{axis}"] - of.bounds[f"min_{axis}"] for axis in "xy"]
    small = reduce(m.max, sizes[:2]) < 4 * SUBPIXELS
    small = small & (reduce(m.max, sizes[2:]) < 2)
    center = [of.bounds[f"min_{axis}"] * SUBPIXELS + SUBPIXELS // 2 for axis in "xy"]
    edges = []
    for (x0, y0), (x1, y1) in _sides(of):
        run, rise = x1 - x0, y1 - y0
        start = run * (center[1] - y0) - rise * (center[0] - x0) - is_open(m, run, rise)
        edges.append((start, run, rise))
    covered, unit = m.false, SUBPIXELS // SAMPLE_UNITS_PER_PIXEL
    pixels, positions = product((0, SUBPIXELS), repeat=2), SAMPLE_POSITIONS[key.samples]
    for (pixel_x, pixel_y), (at_x, at_y) in product(pixels, positions):
        x, y = pixel_x + at_x * unit, pixel_y + at_y * unit
        signs = [start + run * y - rise * x for start, run, rise in edges]
        covered = covered | (reduce(or_, signs) >= 0)
    return small & ~covered


def _sides(of: _Triangle):
    """The two ends of each edge of a triangle."""
    corners = list(zip(of.x, of.y, strict=True))
    return [(corners[(i + 1) % 3], corners[(i + 2) % 3]) for i in range(3)]


def is_open(m, run, rise):
    """1 where a pixel centre on an edge of this direction is outside, I32.

    The inside is to the left of an edge. With y up, an edge that goes down is a left edge and a
    level one that goes right is a bottom edge: these own the pixel centres on them.
    """
    return m.select((rise < 0) | ((rise == 0) & (run > 0)), m.i32(0), 1)


def setup_triangle(m, a, index, key: SetupKey, provoking: bool):
    """The record of one kept triangle."""
    # Beyond the last one that is kept there may be any number.
    number = m.clamp(m.load(a.kept, index), a.least, a.last)
    of = _triangle(m, a, _corners(m, a, number), key)
    values, edges, half = dict(zip(SETUP_INTEGERS[:3], of.corners, strict=True)), [], SUBPIXELS // 2
    for i, ((x0, y0), (x1, y1)) in enumerate(_sides(of)):
        values[f"step_x{i}"], values[f"step_y{i}"] = y0 - y1, x1 - x0
        values[f"open{i}"] = is_open(m, x1 - x0, y1 - y0)
        edges.append(edge(m, x0, y0, x1, y1, m.i32(half), m.i32(half)))
    values |= of.bounds
    values["front"] = m.select(of.front, m.i32(1), 0)
    if provoking:
        values |= load_provoking(m, a, number)
    inverse_area = float(SUBPIXELS) / m.to_f32(of.area)
    places = [*of.x, *of.y] if key.smooth else ()
    store_shape(m, a, index, of.drawn, values, edges, inverse_area, places)


def load_provoking(m, a, number):
    """The rows of a record for provoking vertex and primitive id."""
    return {
        name: m.load_unchecked(a.provoking, number * 2 + i)
        for i, name in enumerate(SETUP_INTEGERS[-2:])
    }


def not_empty(bounds):
    """True if there are pixels within bounds; lanes or arrays."""
    return (bounds["min_x"] <= bounds["max_x"]) & (bounds["min_y"] <= bounds["max_y"])


def count_tiles(bounds):
    """Number of tiles that non-empty bounds touch; lanes or arrays."""
    across, upward = (
        (bounds[f"max_{axis}"] >> TILE_BITS) - (bounds[f"min_{axis}"] >> TILE_BITS) + 1
        for axis in "xy"
    )
    return across * upward


def cut_to_boxes(primitives: SetupPrimitives, boxes: np.ndarray) -> None:
    """Cuts the bounds of primitives to boxes.

    boxes : (count, 4) int32, left, low, right and high of each, without right and high.
    """
    bounds = {name: primitives.row(name) for name in BOUND_NAMES}
    for axis, (first, end) in {"x": boxes.T[::2], "y": boxes.T[1::2]}.items():
        np.maximum(bounds[f"min_{axis}"], first, out=bounds[f"min_{axis}"])
        np.minimum(bounds[f"max_{axis}"], end - 1, out=bounds[f"max_{axis}"])
    touched = primitives.row("tiles")
    touched[:] = np.where((touched > 0) & not_empty(bounds), count_tiles(bounds), 0)


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
    signature = Signature(
        (*COMPACTION_SCALARS, *TRIANGLE_SCALARS),
        (*TRIANGLE_ARRAYS, *COMPACTION_ARRAYS),
        COMPACTION_WRITTEN,
    )
    return signature, partial(keep_triangle, key=key)


def _setup_kernel(key, provoking):
    outputs = (*SETUP_ARRAYS, *OPTIONAL_SETUP_ARRAYS[:1]) if key.smooth else SETUP_ARRAYS
    inputs = (*TRIANGLE_ARRAYS, ("kept", I32)) + (("provoking", I32),) * provoking
    scalars = ("stride", I32), ("least", I32), ("last", I32), *TRIANGLE_SCALARS
    signature = Signature(scalars, (*inputs, *outputs), frozenset(name for name, _ in outputs))
    return signature, partial(setup_triangle, key=key, provoking=provoking)


def setup_triangles(
    engine: Engine, key: SetupKey, fixed, triangles, provoking, box, threads: int = 1, base: int = 0
) -> SetupPrimitives:
    """Sets up triangles: all that may cover pixels, in their order, and few others.

    fixed : (vertices, 2) int32 window coordinates in subpixels.
    triangles : (n, 3) int32, vertices, each `base` more than its number.
    provoking : (n, 2) int32, as `assemble` gives them; None if nothing reads them: then their rows
        are undefined.
    box : left, low, right, high of the drawable pixels, right and high exclusive.
    The arrays of many triangles are `from_arena`.
    """
    scalars = {"base": base, **dict(zip(SIDES, box, strict=True))}
    inputs = {"triangles": triangles.reshape(-1), "fixed": window_places(fixed)}
    few = len(triangles) <= limits.MAX_HOST_PRIMITIVES
    keep = None if few else engine.kernel(culling_kernel(key))
    visible = Compaction(len(triangles), threads).compact(keep, scalars, inputs)
    result = new_setup_primitives(visible.count, places=6 if key.smooth else 0)
    with_provoking = provoking is not None
    if with_provoking:
        inputs["provoking"] = provoking.reshape(-1)
    set_up = engine.kernel(setup_kernel(key, with_provoking))
    scalars |= {"stride": result.stride, "least": 0}
    visible.run(set_up, scalars, inputs, result.arrays)
    return result


def precompile_setup(engine: Engine, key: SetupKey, triangles: int, provoking: bool) -> None:
    """Precompiles set-up for a number of triangles; provoking : True with that array."""
    engine.precompile(setup_kernel(key, provoking))
    if triangles > limits.MAX_HOST_PRIMITIVES:
        engine.precompile(culling_kernel(key))


def culling_kernel(key: SetupKey) -> KernelRequest:
    """The kernel that keeps the triangles which may cover pixels."""
    return KernelRequest(("keep", key), partial(_keep_kernel, key))


def setup_kernel(key: SetupKey, provoking: bool) -> KernelRequest:
    """The kernel that sets triangles up; provoking : True with that array."""
    return KernelRequest(("setup", key, provoking), partial(_setup_kernel, key, provoking))
