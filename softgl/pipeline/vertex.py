"""Vertex programs, clip codes and the viewport transformation; a lane is a vertex."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from softgl.ir.execute import UNWRITTEN_RESULT, execute
from softgl.ir.program import Binding
from softgl.lanes import F32, I32, U32, Engine, Signature, padded
from softgl.lanes.lane_math import fused
from softgl.pipeline.fetch import VertexStream, fetch, fetch_arguments, fetch_arrays
from softgl.pipeline.keys import VertexKey
from softgl.pipeline.resources import Resources, environment, resource_arrays

POSITION = Binding("result.position")
SUBPIXELS = 256  # window coordinates are multiples of 1/256 pixel
COORDINATE_LIMIT = 2**23  # in subpixels; beyond the largest viewport
MOST_INVERSE_W = 2.0**120


@dataclass(frozen=True)
class Plane:
    """A plane of the view volume: inside where `w - sign * coordinate >= 0`, clip coordinates.

    bit : the bit of a clip code that is set outside the plane.
    """

    axis: int
    sign: float
    bit: int

    def distance(self, position_clip):
        """How far inside positions are: lanes or arrays."""
        coordinate, w = position_clip[self.axis], position_clip[3]
        return w - coordinate if self.sign > 0 else w + coordinate

    def put_on(self, rows):
        """Put positions, arrays that are all but on the plane, exactly on it."""
        rows[self.axis] = rows[3] if self.sign > 0 else -rows[3]


# Right, left, top, bottom, near, far: the order in which triangles are cut.
PLANES = tuple(
    Plane(axis, sign, 1 << bit)
    for bit, (axis, sign) in enumerate(
        ((0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0), (2, -1.0), (2, 1.0))
    )
)


@dataclass
class Vertices:
    """Vertices after the vertex program.

    rows : (4 + 4 * outputs, stride) float32: position_clip, then each output of the key.
    codes : (stride,) uint32 clip codes. count : vertices in use.
    """

    rows: np.ndarray
    codes: np.ndarray
    count: int


def vertex_signature(key: VertexKey) -> Signature:
    """The arguments of the vertex kernel."""
    resources = resource_arrays(key.program, key.textures)
    return Signature(
        (("stride", I32),),
        (*fetch_arrays(key), ("out", F32), ("codes", U32), *resources),
        frozenset({"out", "codes"}),
    )


def shade_vertices(m, a, index, key: VertexKey):
    """Run the vertex program and store its results, row by row, with the clip codes."""
    attribute = fetch(m, a, index, key, a.stride)
    world = environment(m, a, key.program, key.textures, attribute, derivatives=False)
    results = execute(m, key.program, world).results
    unwritten = [m.f32(value) for value in UNWRITTEN_RESULT]
    for slot, binding in enumerate((POSITION, *key.outputs)):
        for component, value in enumerate(results.get(binding, unwritten)):
            if key.clamped and binding.name.startswith("result.color"):
                # OpenGL 2.1, 2.14.6: colors "are clamped to the range [0, 1]" before clipping.
                value = m.saturate(value)
            m.store(a.out, index, value, a.stride * (4 * slot + component))
    position = results.get(POSITION, unwritten)
    m.store(a.codes, index, clip_code(m, position))


def clip_code(m, position_clip):
    """The planes that a vertex is outside of; a NaN is outside of every plane that it meets."""
    code = m.u32(0)
    for plane in PLANES:
        code = code | m.select(plane.distance(position_clip) >= 0.0, m.u32(0), plane.bit)
    return code


def run_vertex_program(
    engine: Engine, key: VertexKey, stream: VertexStream, resources: Resources
) -> Vertices:
    """All vertices of a stream through the program of `key`."""
    arrays = fetch_arguments(stream, key.program.attributes)
    stride = padded(stream.count)
    out = np.zeros(((4 + 4 * len(key.outputs)), stride), np.float32)
    codes = np.zeros(stride, np.uint32)
    body = partial(shade_vertices, key=key)
    kernel = engine.kernel(("vertex", key), lambda: (vertex_signature(key), body))
    arrays |= {"out": out.reshape(-1), "codes": codes, **resources.arguments()}
    kernel.run({"stride": stride}, arrays, stream.count)
    return Vertices(out, codes, stream.count)


@dataclass(frozen=True)
class Viewport:
    """The viewport transformation. x, y, width, height : pixels. near, far : depth range.

    rows : of the window, whose y are rounded as distances from its top, as window systems count
        rows; None for images without one.
    """

    x: int
    y: int
    width: int
    height: int
    near: float = 0.0
    far: float = 1.0
    rows: int | None = None

    def scalars(self) -> dict:
        """OpenGL 2.1, 2.11.1: window = ndc * scale + offset."""
        half = np.float32(0.5)
        near, far = np.float32(self.near), np.float32(self.far)
        with np.errstate(all="ignore"):
            scale_z, offset_z = (far - near) * half, (far + near) * half
        return {
            "scale_x": np.float32(self.width) * half,
            "scale_y": np.float32(self.height) * half,
            "scale_z": scale_z,
            "offset_x": np.float32(self.x) + np.float32(self.width) * half,
            "offset_y": np.float32(self.y) + np.float32(self.height) * half,
            "offset_z": offset_z,
        }


PROJECT_SIGNATURE = Signature(
    (
        *(("stride", I32), ("given", I32), ("rows", I32)),
        *((f"{part}_{axis}", F32) for part in ("scale", "offset") for axis in "xyz"),
    ),
    (("clip", F32), ("fixed", I32), ("depth", F32)),
    frozenset({"fixed", "depth"}),
)


def project_vertices(m, a, index):
    """Clip space to window space: x and y in subpixels, z and 1/w as floats."""
    position = [m.load(a.clip, index, a.stride * row) for row in range(4)]
    # 1/w of a w as small as this may be infinite: all are scaled, which is exact.
    tiny = position[3] < 2.0**-96
    x, y, z, w = (m.select(tiny, value * 2.0**64, value) for value in position)
    inverse_w = 1.0 / w
    given = index < a.given
    column = _subpixels(m, x * inverse_w, a.scale_x, a.offset_x, given)
    m.store(a.fixed, index, column)
    # In a window rows are rounded from its top on.
    flipped = a.rows >= 0
    scale = m.select(flipped, -a.scale_y, a.scale_y)
    offset = m.select(flipped, m.to_f32(a.rows) - a.offset_y, a.offset_y)
    row = _subpixels(m, y * inverse_w, scale, offset, given)
    m.store(a.fixed, index, m.select(flipped, a.rows * SUBPIXELS - row, row), a.stride)
    m.store(a.depth, index, (z * inverse_w) * a.scale_z + a.offset_z)
    inverse_w = m.select(tiny, m.min(inverse_w * 2.0**64, MOST_INVERSE_W), inverse_w)
    m.store(a.depth, index, inverse_w, a.stride)


def _subpixels(m, coordinate, scale, offset, given):
    """A window coordinate in subpixels, I32.

    As in Mesa, of vertices that are given it is rounded once, and twice of those that clipping
    makes.
    """
    once, twice = fused(m, coordinate, scale, offset), coordinate * scale + offset
    nearest = m.round_even(m.select(given, once, twice) * float(SUBPIXELS))
    return m.to_i32_within(nearest, -COORDINATE_LIMIT, COORDINATE_LIMIT)


def run_projection(engine: Engine, vertices: Vertices, viewport: Viewport, given: int):
    """Window coordinates: ((2, stride) int32 subpixels, (2, stride) float32 z and 1/w).

    given : the vertices that are not made by clipping; these come first.
    """
    stride = vertices.rows.shape[1]
    fixed = np.zeros((2, stride), np.int32)
    depth = np.zeros((2, stride), np.float32)
    kernel = engine.kernel("project", lambda: (PROJECT_SIGNATURE, project_vertices))
    arrays = {"clip": vertices.rows[:4].reshape(-1)}
    arrays |= {"fixed": fixed.reshape(-1), "depth": depth.reshape(-1)}
    rows = -1 if viewport.rows is None else viewport.rows
    scalars = viewport.scalars() | {"stride": stride, "given": given, "rows": rows}
    kernel.run(scalars, arrays, vertices.count)
    return fixed, depth


def grown(vertices: Vertices, added: int) -> Vertices:
    """The same vertices with room for `added` more, which are counted already."""
    stride = padded(vertices.count + added)
    rows = np.zeros((vertices.rows.shape[0], stride), np.float32)
    rows[:, : vertices.count] = vertices.rows[:, : vertices.count]
    codes = np.zeros(stride, np.uint32)
    codes[: vertices.count] = vertices.codes[: vertices.count]
    return Vertices(rows, codes, vertices.count + added)
