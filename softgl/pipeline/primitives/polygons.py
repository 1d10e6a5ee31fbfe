"""Triangles as parts of polygons: their facing, outlines, and depth offset."""

from __future__ import annotations

from functools import partial

import numpy as np

from softgl.formats.storages import STORAGES
from softgl.lanes import F32, F64, I32, I64, Engine, KernelRequest, Signature, padded
from softgl.pipeline.keys.kernel_keys import SetupKey
from softgl.pipeline.planes.samples import SUBPIXELS
from softgl.pipeline.primitives.assemble import Assembled, new_parts
from softgl.pipeline.support.arena import from_arena
from softgl.pipeline.support.spans import (
    COMPACTION_ARRAYS,
    COMPACTION_SCALARS,
    COMPACTION_WRITTEN,
    Compaction,
)
from softgl.pipeline.support.threads import run_mapped
from softgl.pipeline.vertices.viewport import WindowVertices, window_place, window_places
from softgl.records import dataclass

# -- facing ----------------------------------------------------------------------------------------


def faces(
    engine: Engine, vertices: WindowVertices, primitives: Assembled, clockwise: bool, threads: int
) -> np.ndarray:
    """True for triangles of front faces, (n,) int32 truth values.

    clockwise : True if front faces are.
    """
    count = len(primitives)
    begun = engine.kernel(KernelRequest("begin polygons", _begin_kernel))
    polygons = Compaction(count, threads).compact(begun, {}, {"groups": primitives.groups})
    fronts = np.empty(count, np.int32)
    arrays = {"groups": primitives.groups, "triangles": primitives.vertex_indices.reshape(-1)}
    arrays |= {"fixed": window_places(vertices.fixed), "fronts": fronts}
    kernel = engine.kernel(KernelRequest(("faces", clockwise), partial(_face_kernel, clockwise)))
    polygons.run(kernel, {}, arrays, {})
    return fronts


def _begin_kernel():
    arrays = ("groups", I32), *COMPACTION_ARRAYS
    return Signature(COMPACTION_SCALARS, arrays, COMPACTION_WRITTEN), begin_polygon


def begin_polygon(m, a, index):
    """Appends the number of a triangle if it is the first of a polygon."""
    number = m.min(a.first + index, a.last)
    before = m.load_unchecked(a.groups, m.max(number - 1, 0))
    with m.where((number == 0) | (before != m.load_unchecked(a.groups, number))):
        m.append(a.kept, a.count, number)


def _face_kernel(clockwise):
    arrays = ("kept", I32), ("groups", I32), ("triangles", I32), ("fixed", I64), ("fronts", I32)
    signature = Signature((("last", I32),), arrays, frozenset({"fronts"}))
    return signature, partial(face_polygon, clockwise=clockwise)


def face_polygon(m, a, index, clockwise: bool):
    """Stores for each triangle of a polygon a truth value: the polygon is a front face.

    A single triangle does not tell: with corners in a line its area is 0, or negative by rounding.
    """
    first = m.clamp(m.load(a.kept, index), 0, a.last)
    group = m.load_unchecked(a.groups, first)
    area, triangle = m.variable(I64, 0), m.variable(I32, first)

    def within():
        return (triangle.get() <= a.last) & (_at(m, a, a.groups, triangle) == group)

    def add():
        corners = [_at(m, a, a.triangles, triangle, 3, corner) for corner in range(3)]
        area.set(area.get() + _area(m, a, corners))
        triangle.set(triangle.get() + 1)

    m.while_any(within, add)
    # OpenGL 2.1, 3.5.1: a polygon of no area is a back face, as is all that is not "positive".
    front = (area.get() < 0) if clockwise else (area.get() > 0)
    triangle.set(first)

    def note():
        m.scatter(a.fronts, triangle.get(), m.select(front, m.i32(1), 0))
        triangle.set(triangle.get() + 1)

    m.while_any(within, note)


def _at(m, a, array, triangle, step=1, more=0):
    """Element `more` of a triangle in an array; the variable `triangle` may be one past the end."""
    return m.load_unchecked(array, m.min(triangle.get(), a.last) * step + more)


def _area(m, a, corners):
    """Twice the area of a triangle in square subpixels, I64."""
    (x0, y0), *others = (window_place(m, a, corner) for corner in corners)
    (x1, y1), (x2, y2) = [[m.to_i64(x - x0), m.to_i64(y - y0)] for x, y in others]
    return x1 * y2 - x2 * y1


# -- outlines --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OutlineKey:
    """The key of the kernel of outlines.

    corners : 2 for edges, 1 for the points where edges begin. provoking, offsets : True if there
        are arrays of these.
    """

    corners: int
    provoking: bool
    offsets: bool


@dataclass(frozen=True)
class Outlines:
    """Lines or points that polygons are drawn as; fronts, offsets : of the polygons, (n,)."""

    primitives: Assembled
    fronts: np.ndarray
    offsets: np.ndarray | None


def outlines(engine: Engine, of: Outlines, setup: SetupKey, points: bool, threads: int) -> Outlines:
    """The own edges of polygons that are not culled, or the corners where they begin."""
    primitives = of.primitives
    inputs = {
        "triangles": primitives.vertex_indices, "edges": primitives.edges,
        "of_groups": primitives.groups, "of_fronts": of.fronts,
        "of_provoking": primitives.provoking, "of_offsets": of.offsets,
    }  # fmt: skip
    inputs = {name: part.reshape(-1) for name, part in inputs.items() if part is not None}
    culled = setup.cull_front, setup.cull_back
    keep = engine.kernel(KernelRequest(("keep edges", *culled), partial(_keep_kernel, *culled)))
    tested = {name: inputs[name] for name in ("edges", "of_fronts")}
    drawn = Compaction(3 * len(primitives), threads).compact(keep, {}, tested)
    key = OutlineKey(1 if points else 2, primitives.provoking is not None, of.offsets is not None)
    names = ["vertex_indices", "groups", *(["provoking"] * key.provoking)]
    columns = new_parts("outline", key.corners, drawn.count, names)
    more = {"fronts": from_arena("outline fronts", columns["groups"].shape, np.int32)}
    if key.offsets:
        more["offsets"] = from_arena("outline offsets", columns["groups"].shape, np.float32)
    kernel = engine.kernel(KernelRequest(("outlines", key), partial(_outline_kernel, key)))
    drawn.run(kernel, {}, inputs, columns | more)
    edges = Assembled(**columns)[: drawn.count]
    return Outlines(edges, more["fronts"][: drawn.count], more.get("offsets"))


def _keep_kernel(cull_front, cull_back):
    arrays = ("edges", I32), ("of_fronts", I32), *COMPACTION_ARRAYS
    body = partial(keep_edge, cull_front=cull_front, cull_back=cull_back)
    return Signature(COMPACTION_SCALARS, arrays, COMPACTION_WRITTEN), body


def keep_edge(m, a, index, cull_front: bool, cull_back: bool):
    """Appends the number of an edge, three of each triangle, if it is drawn."""
    number = m.min(a.first + index, a.last)
    triangle, corner = _of_triangle(m, number)
    drawn = ((m.load_unchecked(a.edges, triangle) >> corner) & 1) != 0
    front = m.load_unchecked(a.of_fronts, triangle) != 0
    if cull_front:
        drawn = drawn & ~front
    if cull_back:
        drawn = drawn & front
    with m.where(drawn):
        m.append(a.kept, a.count, number)


def _of_triangle(m, edge):
    """The triangle of an edge, and the corner where it begins."""
    triangle = m.as_i32(m.as_u32(edge) / 3)
    return triangle, edge - triangle * 3


def _outline_kernel(key):
    parts = [("groups", I32), ("fronts", I32)]
    parts += [("provoking", I32)] * key.provoking + [("offsets", F32)] * key.offsets
    inputs = (("triangles", I32), ("kept", I32), *((f"of_{name}", type_) for name, type_ in parts))
    outputs = (("vertex_indices", I32), *parts)
    signature = Signature(
        (("last", I32),), (*inputs, *outputs), frozenset(name for name, _ in outputs)
    )
    return signature, partial(outline, key=key)


def outline(m, a, index, key: OutlineKey):
    """The line or point of one kept edge or vertex."""
    triangle, corner = _of_triangle(m, m.clamp(m.load(a.kept, index), 0, a.last))
    following = m.select(corner == 2, 0, corner + 1)
    ends = [m.load_unchecked(a.triangles, triangle * 3 + end) for end in (corner, following)]
    m.store_together(a.vertex_indices, index, ends[: key.corners])
    m.store(a.groups, index, m.load_unchecked(a.of_groups, triangle))
    m.store(a.fronts, index, m.load_unchecked(a.of_fronts, triangle))
    if key.provoking:
        origin = [m.load_unchecked(a.of_provoking, triangle * 2 + i) for i in range(2)]
        m.store_together(a.provoking, index, origin)
    if key.offsets:
        m.store(a.offsets, index, m.load_unchecked(a.of_offsets, triangle))


# -- polygon offset --------------------------------------------------------------------------------


def depth_offsets(
    engine: Engine, vertices: WindowVertices, triangles, offset, depth_format: str, threads: int
) -> np.ndarray:
    """OpenGL 2.1, 3.5.5: "o = m * factor + r * units" of triangles, float32.

    triangles : three of (n,) int32, the corners. offset : factor, units and clamp.
    """
    count = len(triangles[0])
    result = from_arena("offsets", (padded(count),), np.float32)
    fixed_depth = STORAGES[depth_format].fixed
    arrays = {f"corner{i}": corner for i, corner in enumerate(triangles)}
    arrays |= vertices.arrays
    scalars = {"last": count - 1, "factor": offset[0], "units": offset[1]}
    scalars["step"] = _step(depth_format) if fixed_depth else 0.0
    kernel = engine.kernel(
        KernelRequest(("offsets", fixed_depth), partial(_offset_kernel, fixed_depth))
    )
    if count:
        run_mapped(kernel, scalars, arrays | {"offsets": result}, count, threads)
    clamp = offset[2]
    # OpenGL 4.6, 14.6.5: "min(o, clamp)" for a positive clamp, "max(o, clamp)" for a negative one,
    # and the plain offset for 0 or NaN.
    if clamp > 0.0 or clamp < 0.0:
        limited = np.minimum if clamp > 0.0 else np.maximum
        limited(result, np.float32(clamp), out=result)
    return result


def _step(depth_format):
    """The step of a depth buffer of fixed point: "the smallest difference in window coordinate z
    values that is guaranteed to remain distinct throughout polygon rasterization and in the depth
    buffer" (OpenGL 2.1, 3.5.5).
    """
    # Two steps of the buffer, as in Mesa: two depths one step apart, both half-way between two
    # whole numbers, would be rounded to the even one between them. A depth is a float before it is
    # stored, so that no more than 24 bits count.
    return 2.0 / (2.0 ** min(STORAGES[depth_format].depth.bits, 24) - 1.0)


def _offset_kernel(fixed_depth):
    scalars = ("first", I32), ("last", I32), ("factor", F64), ("units", F64), ("step", F64)
    corners = ((f"corner{i}", I32) for i in range(3))
    arrays = (*corners, ("fixed", I64), ("depth", F32), ("offsets", F32))
    body = partial(offset_depth, fixed_depth=fixed_depth)
    return Signature(scalars, arrays, frozenset({"offsets"})), body


def offset_depth(m, a, index, fixed_depth: bool):
    """The offset of one triangle; fixed_depth : True if the depth buffer has fixed point."""
    index = m.further(index, a.first)
    number = m.min(index, a.last)
    corners = [m.load_unchecked(getattr(a, f"corner{i}"), number) for i in range(3)]
    depths = [m.to_f64(m.load_unchecked(a.depth, corner)) for corner in corners]
    (x0, y0), *others = (window_place(m, a, corner) for corner in corners)
    (x1, y1), (x2, y2) = [
        [m.to_f64(to - start) * (1.0 / SUBPIXELS) for to, start in ((x, x0), (y, y0))]
        for x, y in others
    ]
    z1, z2 = (depth - depths[0] for depth in depths[1:])
    area = x1 * y2 - x2 * y1
    dx, dy = abs((z1 * y2 - z2 * y1) / area), abs((x1 * z2 - x2 * z1) / area)
    steepest = m.select(dx == dx, m.max(dx, dy), dx)  # one that is no number stays
    steepest = m.select(area != 0.0, steepest, 0.0)
    smallest = a.step if fixed_depth else _float_step(m, depths)
    m.store(a.offsets, index, m.to_f32(steepest * a.factor + smallest * a.units))


def _float_step(m, depths):
    """NV_depth_buffer_float: 2^(e - n), "e, the maximum exponent in the range of z values spanned
    by the primitive", n the bits of the mantissa.
    """
    largest = m.max(m.max(abs(depths[0]), abs(depths[1])), abs(depths[2]))
    exponent = (m.unseen_bits(largest) >> 52) & 0x7FF
    known = (largest > 0.0) & (largest < float("inf"))
    # A number of exponent e is below 2^e: 1022 is that of those from 1/2 on.
    return m.from_bits((m.select(known, exponent, m.i64(1022)) + (1023 - 1022 - 1 - 23)) << 52)
