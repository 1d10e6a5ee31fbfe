"""Triangle setup: exact edge functions, facing, culling and bounds; a lane is a triangle."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from softgl.lanes import F32, I32, I64, Engine, Signature, padded
from softgl.pipeline.keys import SetupKey
from softgl.pipeline.viewport import SUBPIXELS

# The rows of Triangles.integers. Corners are in counter-clockwise order; edge i is opposite corner
# i; step_x and step_y are an edge function's growth per pixel, in units of 1/256.
INTEGERS = (
    *("corner0", "corner1", "corner2"),
    *("step_x0", "step_x1", "step_x2", "step_y0", "step_y1", "step_y2"),
    *("open0", "open1", "open2"),  # 1 where a pixel centre on the edge is outside
    *("min_x", "max_x", "min_y", "max_y"),  # pixels, inclusive; empty for a triangle not drawn
    *("front", "provoking", "primitive"),
)
ROW = {name: number for number, name in enumerate(INTEGERS)}


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

    def row(self, name) -> np.ndarray:
        """A row of `integers`, (count,)."""
        return self.integers[ROW[name], : self.count]


SETUP_SIGNATURE = Signature(
    (
        *(("stride", I32), ("vertex_stride", I32)),
        *((side, I32) for side in ("left", "low", "right", "high")),
    ),
    (
        *(("triangles", I32), ("origins", I32), ("fixed", I32)),
        *(("integers", I32), ("edges", I64), ("inverse_area", F32)),
    ),
    frozenset({"integers", "edges", "inverse_area"}),
)


def setup_triangle(m, a, index, key: SetupKey):
    """Edge functions, facing and bounds of a triangle."""
    corners = [m.load(a.triangles, index, a.stride * corner) for corner in range(3)]
    x = [m.at(a.fixed, corner) for corner in corners]
    y = [m.at(a.fixed, corner + a.vertex_stride) for corner in corners]
    area = edge(m, x[0], y[0], x[1], y[1], x[2], y[2])
    clockwise = area < 0
    for values in (corners, x, y):
        one, two = values[1], values[2]
        values[1], values[2] = m.select(clockwise, two, one), m.select(clockwise, one, two)
    area = m.select(clockwise, -area, area)
    front = clockwise if key.front_clockwise else ~clockwise
    drawn = area != 0
    if key.cull_front:
        drawn = drawn & ~front
    if key.cull_back:
        drawn = drawn & front
    values = dict(zip(INTEGERS[:3], corners, strict=True))
    half = SUBPIXELS // 2
    for i in range(3):
        (x0, y0), (x1, y1) = ((x[j % 3], y[j % 3]) for j in (i + 1, i + 2))
        values[f"step_x{i}"], values[f"step_y{i}"] = y0 - y1, x1 - x0
        # The inside is to the left of an edge. With y up, an edge that goes down is a left edge and
        # a level one that goes right is a bottom edge: these own the pixel centres on them.
        owns = (y1 < y0) | ((y1 == y0) & (x1 > x0))
        values[f"open{i}"] = m.select(owns, m.i32(0), 1)
        value = edge(m, x0, y0, x1, y1, m.i32(half), m.i32(half))
        m.store(a.edges, index, value, a.stride * i)
    values |= _bounds(m, a, x, y, drawn, SUBPIXELS if key.smooth else 0)
    values["front"] = m.select(front, m.i32(1), 0)
    values["provoking"] = m.load(a.origins, index)
    values["primitive"] = m.load(a.origins, index, a.stride)
    for name, value in values.items():
        m.store(a.integers, index, value, a.stride * ROW[name])
    m.store(a.inverse_area, index, float(SUBPIXELS) / m.to_f32(area))


def edge(m, x0, y0, x1, y1, x, y):
    """Twice the signed area of three points in subpixels, I64; positive if counter-clockwise."""
    wide = m.to_i64
    return wide(x1 - x0) * wide(y - y0) - wide(y1 - y0) * wide(x - x0)


def _bounds(m, a, x, y, drawn, margin):
    """The pixels whose centres lie within the corners' bounding box and the scissor box.

    margin : subpixels that the bounding box is wider on each side.
    """
    bounds = {}
    half = SUBPIXELS // 2
    for axis, values, first, end in (("x", x, a.left, a.right), ("y", y, a.low, a.high)):
        low = m.min(m.min(values[0], values[1]), values[2])
        high = m.max(m.max(values[0], values[1]), values[2])
        bounds[f"min_{axis}"] = m.max((low + (half - 1 - margin)) >> 8, first)
        bounds[f"max_{axis}"] = m.min((high - (half - margin)) >> 8, end - 1)
    bounds["max_x"] = m.select(drawn, bounds["max_x"], -1)
    return bounds


def setup_triangles(engine: Engine, key: SetupKey, fixed, triangles, origins, box):
    """Set up triangles.

    fixed : (2, vertex stride) int32 window coordinates in subpixels.
    triangles : (n, 3) int32. origins : (n, 2) int32, as `assemble` gives them.
    box : left, low, right, high: the pixels that may be drawn, without right and high themselves.
    """
    count, stride = len(triangles), padded(len(triangles))
    corners = np.zeros((3, stride), np.int32)
    corners[:, :count] = triangles.T
    rows = np.zeros((2, stride), np.int32)
    rows[:, :count] = origins.T
    result = Shapes(
        np.empty((len(INTEGERS), stride), np.int32),
        np.empty((3, stride), np.int64),
        np.empty(stride, np.float32),
        count,
    )
    arrays = {"triangles": corners.reshape(-1), "origins": rows.reshape(-1)}
    arrays |= {"fixed": fixed.reshape(-1)}
    arrays |= {"integers": result.integers.reshape(-1), "edges": result.edges.reshape(-1)}
    arrays |= {"inverse_area": result.inverse_area}
    scalars = {"stride": stride, "vertex_stride": fixed.shape[1]}
    scalars |= dict(zip(("left", "low", "right", "high"), box, strict=True))
    body = partial(setup_triangle, key=key)
    engine.kernel(("setup", key), lambda: (SETUP_SIGNATURE, body)).run(scalars, arrays, count)
    return result


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
