"""Primitive assembly: the vertices of a mode as points, lines or triangles; a lane is one of them.

A geometry program reads these primitives, with the adjacent vertices of modes that have them, and
emits such a sequence again.
"""

from __future__ import annotations

from functools import cache, lru_cache, partial

import numpy as np

from softgl.ir.program import Binding
from softgl.lanes import F32, I32, U32, Engine, KernelRequest, Signature, eager_engine, padded
from softgl.pipeline.primitives.modes import (
    ADJACENCY_LIST_MODES,
    EDGE_FLAG_MODES,
    INDEPENDENT_LINE_MODES,
    LIST_MODES,
    MODES,
    count_primitives,
)
from softgl.pipeline.support.arena import from_arena
from softgl.pipeline.support.threads import run_mapped
from softgl.pipeline.vertices.vertex_stream import VertexStream, subtract_base
from softgl.records import but, dataclass
from softgl.tuning import limits

EDGE_FLAG = Binding("vertex.edgeflag")


@dataclass
class Assembled:
    """Assembled points, lines or triangles; parts that no stage reads are None.

    vertex_indices : (n, 1 ... 3) int32, of triangles in winding order; before a geometry program
        (n, 1 ... 6), as in `Mode.inputs`.
    provoking : (n, 2) int32, the provoking vertex and the primitive id.
    groups : (n,) int32: primitives that follow one another are of one polygon, or of lines through
        which the stipple counter runs on, if these are equal.
    edges : (n,) int32, which edges of triangles are outlines of polygons, bits as in `Mode.outer`.
    base : subtracted from vertex indices for numbers of vertices; 0 except for triangles that only
        `setup` still reads.
    """

    vertex_indices: np.ndarray
    provoking: np.ndarray | None = None
    groups: np.ndarray | None = None
    edges: np.ndarray | None = None
    base: int = 0

    def without_base(self) -> Assembled:
        """Returns the primitives with vertex indices from base 0."""
        return (
            but(self, vertex_indices=subtract_base(self.vertex_indices, self.base), base=0)
            if self.base
            else self
        )

    @property
    def parts(self) -> tuple[str, ...]:
        """Names of the parts that are present."""
        names = "vertex_indices", "provoking", "groups", "edges"
        return tuple(name for name in names if getattr(self, name) is not None)

    def __getitem__(self, which) -> Assembled:
        return but(self, **{name: getattr(self, name)[which] for name in self.parts})

    def __len__(self):
        return len(self.vertex_indices)


@dataclass(frozen=True)
class AssemblyKey:
    """Shapes the kernel of assembly.

    parts : names of the requested parts of Assembled. indexed : True with indices.
        flags : True if vertices have edge flags.
    several : True with several sequences. separate : True if each of them numbers its
        primitives from 0. instanced : True with several instances.
    for_geometry : True if the vertices of geometry programs' input primitives are requested.
    """

    mode: str
    parts: tuple[str, ...]
    first_vertex: bool
    indexed: bool
    flags: bool
    several: bool
    separate: bool
    instanced: bool
    for_geometry: bool


def assemble(
    engine: Engine,
    mode: str,
    stream: VertexStream,
    threads: int = 1,
    *,
    first_vertex: bool = False,
    provoking: bool = True,
    groups: bool = False,
    edges: bool = False,
    for_geometry: bool = False,
) -> Assembled:
    """The points, lines or triangles of a stream drawn as `mode`.

    first_vertex : True if the first vertex provokes, instead of the last. provoking, groups,
        edges : True to make these. for_geometry : True for inputs of a geometry program.
    The arrays of many are `from_arena`.
    """
    for_geometry = for_geometry and MODES[mode].inputs is not None
    if not (provoking or groups or edges) and _lists_its_vertices(mode, stream, for_geometry):
        return Assembled(_indices_of_list(MODES[mode], stream), base=stream.base)
    stream = stream.without_base()
    few = stream.length <= limits.MAX_HOST_VERTICES and stream.instances == 1 and not stream.runs
    if few and not (provoking or groups or edges):
        vertex_indices = _few(mode, stream.length, for_geometry)
        return Assembled(
            vertex_indices if stream.indices is None else _signed(stream.indices)[vertex_indices]
        )
    parts = {"vertex_indices": True, "provoking": provoking, "groups": groups, "edges": edges}
    names = tuple(name for name in parts if parts[name])
    return _assembled(engine, mode, stream, threads, first_vertex, names, for_geometry)


def _assembled(engine, mode, stream, threads, first_vertex, names, for_geometry) -> Assembled:
    """The primitives that a kernel assembles of a stream; names : of the requested parts."""
    how = MODES[mode]
    lengths = np.array(stream.runs or (stream.length,), np.int64)
    drawn = how.drawn_count(lengths)
    each = int(drawn.sum())
    total = each * stream.instances
    columns = new_parts("assembled", how.corners << (for_geometry and how.adjacency), total, names)
    flags = stream.values(EDGE_FLAG) if "edges" in names and mode in EDGE_FLAG_MODES else None
    numbered = "provoking" in names
    key = AssemblyKey(
        mode,
        names,
        first_vertex=first_vertex and numbered,
        indexed=stream.indices is not None,
        flags=flags is not None,
        several=len(lengths) > 1,
        separate=stream.separate and numbered,
        instanced=stream.instances > 1,
        for_geometry=for_geometry,
    )
    arrays = {name: part.reshape(-1) for name, part in columns.items()}
    arrays["sequences"] = _sequences(mode, lengths, drawn)
    if key.indexed:
        arrays["indices"] = np.ascontiguousarray(stream.indices)
    if key.flags:
        arrays["flags"] = np.ascontiguousarray(flags[:, 0])
    scalars = {
        "last": total - 1, "drawn_count": each, "vertices": stream.each,
        "sequence_count": len(lengths), "primitive": stream.primitive, "ordinal": stream.ordinal,
        "run": stream.run, "opens": int(stream.opens), "closes": int(stream.closes),
    }  # fmt: skip
    if total:
        kernel = engine.kernel(KernelRequest(("assemble", key), partial(_kernel, key)))
        run_mapped(kernel, scalars, arrays, total, threads)
    return Assembled(**columns)[:total]


def _signed(indices):
    return indices.view(np.int32)


@lru_cache(maxsize=256)
def list_vertex_indices(mode: str, length: int) -> np.ndarray:
    """The vertex indices of a sequence, (n, 1 ... 3) int32, kept: those of a mode of LIST_MODES."""
    return _indices_of_sequence(mode, length, False)


@cache
def vertex_indices_of(mode: str, triangles: int) -> np.ndarray:
    """The vertex indices of the first triangles of a sequence without indices, flat int32."""
    how = MODES[mode]
    stream = VertexStream(triangles // how.pieces * how.step + how.shared, {})
    vertex_indices = _assembled(
        eager_engine(), mode, stream, 1, False, ("vertex_indices",), False
    ).vertex_indices
    return vertex_indices.reshape(-1).copy()  # not of `from_arena`


@cache
def _few(mode, length, for_geometry):
    """The vertex indices of a sequence of few vertices, kept."""
    return _indices_of_sequence(mode, length, for_geometry)


def _indices_of_sequence(mode, length, for_geometry):
    stream = VertexStream(length, {})
    vertex_indices = _assembled(
        eager_engine(), mode, stream, 1, False, ("vertex_indices",), for_geometry
    ).vertex_indices
    return vertex_indices.copy()  # not of `from_arena`


def new_parts(kind: str, size: int, count: int, names) -> dict[str, np.ndarray]:
    """Returns memory for parts of Assembled, padded; large ones lie in the arena.

    kind : the user of the memory, which stays valid until the next request of the same kind.
    """
    shapes = {"vertex_indices": (size,), "provoking": (2,)}
    return {
        name: from_arena(f"{kind} {name}", (padded(count), *shapes.get(name, ())), np.int32)
        for name in names
    }


def _lists_its_vertices(mode, stream, for_geometry):
    """True if the primitives' corners are the sequence itself, without its incomplete end."""
    whole = not stream.runs or not any(length % MODES[mode].step for length in stream.runs)
    listed = ADJACENCY_LIST_MODES if for_geometry else LIST_MODES
    return mode in listed and whole and stream.instances == 1


def lists_consecutive(mode: str, stream: VertexStream) -> bool:
    """True if the corners of all primitives are the vertices from 0 on, each once."""
    return stream.indices is None and _lists_its_vertices(mode, stream, False)


def _indices_of_list(how, stream):
    count = stream.length - stream.length % how.step
    if stream.indices is None:
        return np.arange(count, dtype=np.int32).reshape(-1, how.step)
    return _signed(stream.indices)[:count].reshape(-1, how.step)


def _sequences(mode, lengths, drawn) -> np.ndarray:
    """Counts before each sequence and after the last, three numbers each: flat int32.

    They count primitives drawn, positions, and primitives of the mode.
    """
    counted = np.stack([drawn, lengths, count_primitives(mode, lengths)])
    before = np.zeros((len(lengths) + 1, 3), np.int32)
    np.cumsum(counted, axis=1, out=before[1:].T)
    return before.reshape(-1)


_ASSEMBLY_SCALARS = (
    "first", "last", "drawn_count", "vertices", "sequence_count", "primitive", "ordinal", "run",
    "opens", "closes",
)  # fmt: skip


def _kernel(key: AssemblyKey):
    inputs = [("sequences", I32)] + [("indices", U32)] * key.indexed + [("flags", F32)] * key.flags
    signature = Signature(
        tuple((name, I32) for name in _ASSEMBLY_SCALARS),
        (*inputs, *((name, I32) for name in key.parts)),
        frozenset(key.parts),
    )
    return signature, partial(assemble_shape, key=key)


def assemble_shape(m, a, index, key: AssemblyKey):
    """Assembles one primitive: its corners, and the requested parts."""
    index, how = m.further(index, a.first), MODES[key.mode]
    number, instance = m.min(index, a.last), m.i32(0)
    if key.instanced:
        instance = m.as_i32(m.as_u32(number) / m.as_u32(a.drawn_count))
        number = number - instance * a.drawn_count
    sequence = _sequence_of(m, a, number) if key.several else m.i32(0)
    before, after = (
        [m.load_unchecked(a.sequences, (sequence + i) * 3 + what) for what in range(3)]
        for i in (0, 1)
    )
    number = number - before[0]

    def vertex(position):
        position = position + before[1]
        return m.as_i32(m.load_unchecked(a.indices, position)) if key.indexed else position

    length = after[1] - before[1]
    positions = how.split(m, number, length)
    vertices = [vertex(position) for position in positions]
    first_vertex = instance * a.vertices
    inputs = vertices
    if key.for_geometry:
        inputs = [vertex(position) for position in how.inputs(m, number, length, positions)]
    m.store_together(a.vertex_indices, index, [corner + first_vertex for corner in inputs])
    # NV_fragment_program4, 2.X.3.2: "For QUADS and QUAD_STRIP primitives that are decomposed into
    # triangles, the primitive ID is incremented after each complete quad is processed. For POLYGON
    # primitives, the primitive ID counter is zero."
    primitive = m.i32(0) if not how.pieces else number >> 1 if how.pieces == 2 else number
    if "provoking" in key.parts:
        provoking = (how.first if key.first_vertex else how.last)(number, positions)
        counted = primitive + a.primitive + (m.i32(0) if key.separate else before[2])
        # NV_geometry_program4, "Dependencies on NV_primitive_restart": that "does not affect the
        # primitive ID counter, including for POLYGON primitives".
        counted = counted if how.pieces else m.i32(0)
        m.store_together(a.provoking, index, [vertex(provoking) + first_vertex, counted])
    if "groups" in key.parts:
        m.store(a.groups, index, _group(m, a, how, key, primitive + before[2], sequence, instance))
    if "edges" in key.parts:
        edges = _outer_edges(m, a, how, number, after[0] - before[0])
        if key.flags:
            for bit, corner in enumerate(vertices):
                flagged = m.load_unchecked(a.flags, corner) != 0.0
                edges = m.select(flagged, edges, edges & ~(1 << bit))
        m.store(a.edges, index, edges)


def _sequence_of(m, a, number):
    """The sequence that a shape is in: the last one that begins before it or with it."""
    low, high = m.variable(I32, 0), m.variable(I32, a.sequence_count - 1)

    def halve():
        middle = (low.get() + high.get() + 1) >> 1
        begun = m.load_unchecked(a.sequences, middle * 3) <= number
        high.set(m.select(begun, high.get(), middle - 1))
        low.set(m.select(begun, middle, low.get()))

    with m.only(None):
        m.while_any(lambda: low.get() < high.get(), halve)
    return low.get()


def _group(m, a, how, key, primitive, sequence, instance):
    """The group of a shape; primitive, sequence : its numbers in the stream."""
    # OpenGL 2.1, 3.4.2: the stipple counter is reset "before every line segment in a group of
    # independent segments".
    if how.corners == 2 and key.mode not in INDEPENDENT_LINE_MODES:
        return sequence + a.run + instance * a.sequence_count
    primitives = m.load_unchecked(a.sequences, a.sequence_count * 3 + 2)
    return primitive + a.ordinal + instance * primitives


def _outer_edges(m, a, how, number, drawn):
    """The edges of a triangle that are the primitive's own; drawn : primitives of its sequence."""
    if how.outer is not None:
        first, second = how.outer[0], how.outer[-1]
        return m.select((number & 1) == 0, m.i32(first), second)
    opens = m.select(number == 0, a.opens, 0)
    closes = m.select(number == drawn - 1, a.closes, 0)
    return opens | 2 | (closes << 2)
