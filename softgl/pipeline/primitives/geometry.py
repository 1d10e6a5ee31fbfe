"""Geometry programs: from primitives to the points, lines and triangles that they emit.

Two kernels. In the first a lane is a primitive: it writes its vertices to slots of its own, counts
them, and stores the place of each in its strip. In the second a lane is an emitted vertex: it moves
from its slot to its place in order. Both run over as many primitives at a time as fit a fixed
number of slots, so memory is bounded for any number of vertices.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from softgl.ir.blocks import has_flow
from softgl.ir.execute import UNWRITTEN_RESULT, execute
from softgl.ir.primitives import PRIMITIVES_OUT
from softgl.ir.program import Program
from softgl.lanes import F32, I32, U32, Engine, KernelRequest, Signature, padded
from softgl.lanes.machine import MAX_VECTOR_LANES
from softgl.pipeline.keys.kernel_keys import GeometryKey
from softgl.pipeline.keys.link import COLOR_RESULTS, PRIMITIVE_ID, Outputs, input_rows
from softgl.pipeline.keys.resources import Resources, environment, resource_arrays
from softgl.pipeline.primitives.assemble import Assembled
from softgl.pipeline.support.arena import from_arena
from softgl.pipeline.support.threads import run_mapped
from softgl.pipeline.vertices.vertex import (
    CODE_ARRAYS,
    Vertices,
    plane_arrays,
    plane_distances,
    store_vertex,
)
from softgl.records import dataclass
from softgl.tuning import limits


@dataclass(frozen=True)
class Primitives:
    """The input primitives of a geometry program.

    vertices : of the stage before it, with rows as `outputs` lists them.
    vertex_indices : (n, vertices of a primitive) int32. numbers : (n,) int32, the primitives' own.
    """

    vertices: Vertices
    outputs: Outputs
    vertex_indices: np.ndarray
    numbers: np.ndarray


def run_geometry_program(
    engine: Engine,
    key: GeometryKey,
    primitives: Primitives,
    resources: Resources,
    limit: int | None = None,
    threads: int = 1,
    clip_planes: np.ndarray | None = None,
    **parts: bool,
) -> Iterator[tuple[Vertices, Assembled]]:
    """Yields the emitted vertices and primitives, in order, in parts of bounded size.

    limit : largest number of vertices for each primitive; the program's own if None.
    clip_planes : flat float32, the four coefficients of each of `Outputs.computed`.
    parts : first_vertex, provoking, groups and edges as `assemble` takes them, False if absent.
    The numbers in `Assembled.provoking` are the program's results in result.primid, or 0.
    Groups are those of one part. A part is valid until the next one is requested.
    """
    runs = _runs(engine, key, primitives, resources, limit, threads, emit_vertices)
    for emitted, counts in runs:
        vertices, places = _collect(engine, key, emitted, counts, threads, clip_planes)
        yield vertices, _shapes(key, vertices, places, **parts)


def limits_of_geometry_program(
    engine: Engine,
    key: GeometryKey,
    primitives: Primitives,
    resources: Resources,
    limit: int | None = None,
    threads: int = 1,
) -> np.ndarray:
    """Returns the limits that ended the program, as in `softgl.ir.execute.Outcome`.

    The arguments are those of `run_geometry_program`. The result has an int32 for each run.
    """
    runs = _runs(engine, key, primitives, resources, limit, threads, note_limits)
    return np.concatenate([np.zeros(0, np.int32), *(limits_ for _, limits_ in runs)])


def _runs(engine, key, primitives, resources, limit, threads, body):
    """Yields the results of `_emit` for parts of bounded size."""
    program = key.program.primitives
    limit = program.limit if limit is None else limit
    rows = np.array(input_rows(key.program, primitives.outputs) or [-1], np.int32)
    slots = (limit + 1) * (key.outputs.row_count + 1)
    lanes = max(1, limits.GEOMETRY_CHUNK_WORDS // slots // MAX_VECTOR_LANES) * MAX_VECTOR_LANES
    step = max(1, lanes // program.invocations)
    for first in range(0, len(primitives.vertex_indices), step):
        part = slice(first, first + step)
        arrays = {
            "vertices": primitives.vertices.rows.reshape(-1).view(np.uint32),
            "rows": rows,
            "vertex_indices": np.ascontiguousarray(primitives.vertex_indices[part]).reshape(-1),
            "numbers": np.ascontiguousarray(primitives.numbers[part]),
            **resources.arguments,
        }
        count = len(arrays["numbers"]) * program.invocations
        stride = primitives.vertices.rows.shape[1]
        yield _emit(engine, key, arrays, count, stride, limit, threads, body)


def _emit(engine, key, inputs, count, stride, limit, threads, body):
    """Runs the program; returns the slots, row by row, and the number that each lane has filled.

    body : `emit_vertices`, or `note_limits` to get limits instead of the numbers.
    """
    lanes = padded(count)
    emitted = from_arena("emitted", (key.outputs.row_count + 1, limit + 1, lanes), np.uint32)
    counts = np.zeros(lanes, np.int32)
    name = "geometry" if body is emit_vertices else "geometry limits"
    body = partial(body, key=key)
    kernel = engine.kernel(KernelRequest((name, key), lambda: (geometry_signature(key), body)))
    scalars = {"stride": stride, "limit": limit, "lanes": lanes}
    arrays = {**inputs, "emitted": emitted.reshape(-1), "counts": counts}
    run_mapped(kernel, scalars, arrays, count, threads)
    return emitted, counts[:count]


def _collect(engine, key, emitted, counts, threads, clip_planes):
    """The emitted vertices in order, and the place of each in its strip."""
    total, lanes = int(counts.sum()), emitted.shape[2]
    stride = padded(total)
    lane = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
    before = np.cumsum(counts, dtype=np.int32) - counts
    sources = np.zeros(stride, np.int32)
    sources[:total] = (np.arange(total, dtype=np.int32) - before[lane]) * np.int32(lanes) + lane
    out = from_arena("emitted vertices", (key.outputs.row_count, stride), np.float32)
    codes, outside = np.zeros(stride, np.uint32), np.zeros(1, np.uint32)
    shape = key.outputs, key.clamped
    body = partial(collect_vertices, outputs=key.outputs, clamped=key.clamped)
    signature = collect_signature(key.outputs)
    kernel = engine.kernel(KernelRequest(("collect", *shape), lambda: (signature, body)))
    scalars = {"stride": stride, "slots": emitted[0].size}
    arrays = {"emitted": emitted.reshape(-1), "sources": sources}
    arrays |= {"out": out.reshape(-1), "codes": codes, "outside": outside}
    if key.outputs.computed:
        arrays["clip_planes"] = clip_planes
    run_mapped(kernel, scalars, arrays, total, threads)
    each = counts.reshape(-1, key.program.primitives.invocations).sum(axis=1, dtype=np.int32)
    vertices = Vertices(out, codes, total, outside=outside, emitted=each)
    return vertices, emitted[-1].reshape(-1)[sources[:total]]


def _shapes(
    key, vertices, places, *, first_vertex=False, provoking=False, groups=False, edges=False
) -> Assembled:
    """The points, segments or triangles of strips; places : of each vertex in its strip."""
    size = PRIMITIVES_OUT[key.program.primitives.made]
    last = np.flatnonzero(places >= size - 1).astype(np.int32)
    first = last - np.int32(size - 1)
    columns = [first + np.int32(corner) for corner in range(size)]
    if size == 3:
        # OpenGL 2.1, 2.6.1, "Triangle strips": odd triangles are turned.
        odd = (places[last] & 1).astype(np.int32)
        columns[0], columns[1] = first + odd, first + 1 - odd
    assembled = Assembled(np.stack(columns, axis=1))
    if provoking:
        assembled.provoking = _with_ids(key, vertices, first if first_vertex else last)
    if groups and size == 2:
        # 2.X.8.Z: ENDPRIM is "roughly equivalent to calling End followed by a new Begin".
        assembled.groups = np.cumsum(places == 0, dtype=np.int32)[last]
    elif groups:
        assembled.groups = np.arange(len(last), dtype=np.int32)
    if edges:
        # Issue 7: "edge flags are always ignored for line-mode triangle strips".
        assembled.edges = np.full(len(last), 0b111, np.int32)
    return assembled


def _with_ids(key, vertices, provoking):
    """The provoking vertices, each with the primitive id that it has: (n, 2) int32."""
    row, result = key.outputs.row(PRIMITIVE_ID), np.zeros((len(provoking), 2), np.int32)
    result[:, 0] = provoking
    if row is not None:
        result[:, 1] = vertices.rows[row].view(np.int32)[provoking]
    return result


# -- the kernels -----------------------------------------------------------------------------------


def geometry_signature(key: GeometryKey) -> Signature:
    """The arguments of the kernel that runs a program."""
    inputs = (("vertices", U32), ("rows", I32), ("vertex_indices", I32), ("numbers", I32))
    outputs = (("emitted", U32), ("counts", I32))
    return Signature(
        (("first", I32), ("stride", I32), ("limit", I32), ("lanes", I32)),
        (*inputs, *outputs, *resource_arrays(key.program, key.textures)),
        frozenset(name for name, _ in outputs),
    )


def emit_vertices(m, a, index, key: GeometryKey):
    """Runs the program once for each primitive and invocation."""
    index = m.further(index, a.first)
    stream, _ = _execute(m, a, index, key)
    m.store(a.counts, index, stream.emitted())


def note_limits(m, a, index, key: GeometryKey):
    """Runs the program, and stores the limits that end it as counts."""
    index = m.further(index, a.first)
    _, outcome = _execute(m, a, index, key, notes_limits=True)
    m.store(a.counts, index, outcome.ended)


def _execute(m, a, index, key, **more):
    """Runs the program; returns its stream and outcome; more : fields of `Environment`."""
    inputs, streams = _Inputs(m, a, index, key.program), []

    def stream(results):
        kind = _Counted if has_flow(key.program) else _Listed
        streams.append(kind(m, a, index, key.outputs, results))
        return streams[0]

    world = environment(
        m, a, key.program, key.textures, inputs.attribute, derivatives=False,
        vertex_attribute=inputs.vertex_attribute, stream=stream, **more,
    )  # fmt: skip
    outcome = execute(m, key.program, world)
    return streams[0], outcome


class _Inputs:
    """Inputs of a geometry program, loaded from its primitive's vertices."""

    def __init__(self, m, a, index, program: Program):
        self._m, self._a, self._program = m, a, program
        often = program.primitives.invocations
        self._primitive = index if often == 1 else index / often
        self._numbers = {
            "primitive.id": lambda: m.gather(a.numbers, self._primitive),
            "primitive.invocation": lambda: index - self._primitive * often,
        }

    def attribute(self, register, component):
        """A component of an attribute of the primitive itself: a number in x."""
        if component:
            return self._m.u32(0)
        return self._m.as_u32(self._numbers[self._program.attributes[register].name]())

    def vertex_attribute(self, register, component, vertex):
        """A component of an attribute of a vertex of the primitive; see `Environment`."""
        m, a = self._m, self._a
        row = m.load_unchecked(a.rows, register * 4 + component)
        corner = self._primitive * self._program.primitives.vertices + vertex
        # Lanes beyond the last primitive read its vertices.
        place = m.max(row, 0) * a.stride + m.gather(a.vertex_indices, corner)
        unwritten = m.unseen_bits(m.f32(UNWRITTEN_RESULT[component]))
        return m.select(row < 0, unwritten, m.load_unchecked(a.vertices, place))


class _Stream:
    """The vertices that lanes emit; results : result -> its four components, U32."""

    def __init__(self, m, a, index, outputs: Outputs, results):
        self._m, self._a, self._index = m, a, index
        self._outputs, self._results = outputs, results

    def _rows(self, place) -> list:
        """The stored words of a vertex."""
        values = [value for result in self._outputs.results for value in self._results(result)]
        return [*values, self._m.u32(0) + place]


class _Listed(_Stream):
    """Emission by a program without control flow: every lane emits the same number."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self._count = self._place = 0

    def vertex(self) -> None:
        m, a = self._m, self._a
        rows = self._rows(self._place)
        # NV_geometry_program4, 2.14.6.4: "Once a geometry program emits a number of vertices equal
        # to the vertex limit, subsequent EMIT instructions may or may not have any effect."
        with m.branch(a.limit > self._count):
            for row, value in enumerate(rows):
                slot = (a.limit + 1) * row + self._count
                m.store(a.emitted, self._index, value, slot * a.lanes)
        self._count += 1
        self._place += 1

    def end(self) -> None:
        self._place = 0

    def emitted(self):
        """Number of emitted vertices."""
        return self._m.min(self._a.limit, self._count)


class _Counted(_Stream):
    """Emission by a program with control flow: every lane counts its own."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self._count, self._place = (self._m.variable(I32, 0) for _ in range(2))

    def vertex(self) -> None:
        m, a = self._m, self._a
        with m.where(self._count.get() < a.limit, skip=True):
            count, place = self._count.get(), self._place.get()
            # Lanes that emit none write to the slot behind their last.
            slot = m.select(m.live, count, a.limit) * a.lanes + self._index
            for row, value in enumerate(self._rows(m.as_u32(place))):
                m.store_unchecked(a.emitted, slot + (a.limit + 1) * a.lanes * row, value)
            self._count.set(count + 1)
            self._place.set(place + 1)

    def end(self) -> None:
        self._place.set(0)

    def emitted(self):
        """Number of vertices that each lane has emitted."""
        return self._count.get()

    def full(self):
        """True if a lane can emit no more."""
        return self._count.get() >= self._a.limit


def collect_signature(outputs: Outputs) -> Signature:
    """The arguments of the kernel that moves emitted vertices."""
    written = ("out", F32), *CODE_ARRAYS
    return Signature(
        (("first", I32), ("stride", I32), ("slots", I32)),
        (("emitted", U32), ("sources", I32), *written, *plane_arrays(outputs)),
        frozenset(name for name, _ in written),
    )


def collect_vertices(m, a, index, outputs: Outputs, clamped: bool):
    """Moves an emitted vertex to its place, row by row, with its clip code."""
    index = m.further(index, a.first)
    source, results, rows = m.load(a.sources, index), {}, []
    for number, binding in enumerate(outputs.results):
        places = [source + a.slots * (4 * number + component) for component in range(4)]
        results[binding] = [m.from_bits(m.load_unchecked(a.emitted, place)) for place in places]
    if outputs.computed:
        results |= plane_distances(m, a, outputs, results[outputs.clip_source])
    for binding, values in results.items():
        if clamped and binding in COLOR_RESULTS:
            # NV_geometry_program4, issue 16: colours are clamped behind geometry programs.
            values = [m.saturate(value) for value in values]
        rows += values
    store_vertex(m, a, index, outputs, rows)
