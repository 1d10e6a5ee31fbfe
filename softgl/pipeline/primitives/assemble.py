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
from softgl.pipeline.vertices.vertex_stream import VertexStream, rebased
from softgl.records import but, dataclass
from softgl.tuning import limits

EDGE_FLAG = Binding("vertex.edgeflag")


@dataclass
class Assembled:
    """Points, lines or triangles on their way to the rasteriser. Parts not requested are None.

    corners : (n, 1 ... 3) int32 vertices, of triangles in winding order; before a geometry program
        (n, 1 ... 6), in the order of `Mode.taken`.
    origins : (n, 2) int32, the provoking vertex and the number of the primitive.
    groups : (n,) int32: consecutive primitives of equal groups are parts of one polygon, or lines
        with one stipple counter.
    edges : (n,) int32, which edges of triangles are outlines of polygons, bits as in `Mode.outer`.
    base : the difference of the corners to the numbers of vertices; 0 except for triangles that
        go to `setup` directly.
    """

    corners: np.ndarray
    origins: np.ndarray | None = None
    groups: np.ndarray | None = None
    edges: np.ndarray | None = None
    base: int = 0

    def settled(self) -> Assembled:
        """Returns the primitives with corners that are the numbers of vertices."""
        return but(self, corners=rebased(self.corners, self.base), base=0) if self.base else self

    @property
    def parts(self) -> tuple[str, ...]:
        """Names of the parts that are present."""
        names = "corners", "origins", "groups", "edges"
        return tuple(name for name in names if getattr(self, name) is not None)

    def __getitem__(self, which) -> Assembled:
        return but(self, **{name: getattr(self, name)[which] for name in self.parts})

    def __len__(self):
        return len(self.corners)


@dataclass(frozen=True)
class AssemblyKey:
    """Shapes the kernel of assembly.

    parts : names of the requested parts of Assembled. indexed : True with indices.
        flags : True if vertices have edge flags.
    several : True with several sequences. separate : True if each of them numbers its
        primitives from 0. instanced : True with several instances.
    taken : True if the vertices of geometry programs' input primitives are requested.
    """

    mode: str
    parts: tuple[str, ...]
    first_vertex: bool
    indexed: bool
    flags: bool
    several: bool
    separate: bool
    instanced: bool
    taken: bool


def assemble(
    engine: Engine,
    mode: str,
    stream: VertexStream,
    threads: int = 1,
    *,
    first_vertex: bool = False,
    origins: bool = True,
    groups: bool = False,
    edges: bool = False,
    taken: bool = False,
) -> Assembled:
    """The points, lines or triangles of a stream drawn as `mode`.

    first_vertex : True if the first vertex provokes, instead of the last. origins, groups, edges :
        True to compute that part. taken : True for the input vertices of a geometry program
        instead of corners. Large arrays are `from_arena`.
    """
    taken = taken and MODES[mode].taken is not None
    if not (origins or groups or edges) and _is_its_corners(mode, stream, taken):
        return Assembled(_corners_of_list(MODES[mode], stream), base=stream.base)
    stream = stream.settled()
    few = stream.length <= limits.MAX_HOST_VERTICES and stream.instances == 1 and not stream.runs
    if few and not (origins or groups or edges):
        corners = _few(mode, stream.length, taken)
        return Assembled(corners if stream.indices is None else _signed(stream.indices)[corners])
    asked = {"corners": True, "origins": origins, "groups": groups, "edges": edges}
    names = tuple(name for name in asked if asked[name])
    return _assembled(engine, mode, stream, threads, first_vertex, names, taken)


def _assembled(engine, mode, stream, threads, first_vertex, names, taken) -> Assembled:
    """The primitives that a kernel assembles of a stream; names : of the requested parts."""
    how = MODES[mode]
    lengths = np.array(stream.runs or (stream.length,), np.int64)
    shapes = how.shapes(lengths)
    each = int(shapes.sum())
    total = each * stream.instances
    made = new_parts("assembled", how.corners << (taken and how.adjacency), total, names)
    flags = stream.values(EDGE_FLAG) if "edges" in names and mode in EDGE_FLAG_MODES else None
    numbered = "origins" in names
    key = AssemblyKey(
        mode,
        names,
        first_vertex=first_vertex and numbered,
        indexed=stream.indices is not None,
        flags=flags is not None,
        several=len(lengths) > 1,
        separate=stream.separate and numbered,
        instanced=stream.instances > 1,
        taken=taken,
    )
    arrays = {name: part.reshape(-1) for name, part in made.items()}
    arrays["sequences"] = _sequences(mode, lengths, shapes)
    if key.indexed:
        arrays["indices"] = np.ascontiguousarray(stream.indices)
    if key.flags:
        arrays["flags"] = np.ascontiguousarray(flags[:, 0])
    scalars = {
        "last": total - 1, "shapes": each, "vertices": stream.each, "sequence_count": len(lengths),
        "primitive": stream.primitive, "ordinal": stream.ordinal, "run": stream.run,
        "opens": int(stream.opens), "closes": int(stream.closes),
    }  # fmt: skip
    if total:
        kernel = engine.kernel(KernelRequest(("assemble", key), partial(_kernel, key)))
        run_mapped(kernel, scalars, arrays, total, threads)
    return Assembled(**made)[:total]


def _signed(indices):
    return indices.view(np.int32)


@lru_cache(maxsize=256)
def list_corners(mode: str, length: int) -> np.ndarray:
    """The corners of a sequence, (n, 1 ... 3) int32, kept: those of a mode of LIST_MODES."""
    return _made_corners(mode, length, False)


@cache
def corners_of(mode: str, triangles: int) -> np.ndarray:
    """The corners of the first triangles of a sequence without indices, flat int32."""
    how = MODES[mode]
    stream = VertexStream(triangles // how.pieces * how.step + how.shared, {})
    corners = _assembled(eager_engine(), mode, stream, 1, False, ("corners",), False).corners
    return corners.reshape(-1).copy()  # not of `from_arena`


@cache
def _few(mode, length, taken):
    """The corners of a sequence of few vertices, kept."""
    return _made_corners(mode, length, taken)


def _made_corners(mode, length, taken):
    stream = VertexStream(length, {})
    corners = _assembled(eager_engine(), mode, stream, 1, False, ("corners",), taken).corners
    return corners.copy()  # not of `from_arena`


def new_parts(kind: str, corners: int, count: int, names) -> dict[str, np.ndarray]:
    """Returns memory for parts of Assembled, padded; large ones lie in the arena.

    kind : the user of the memory, which stays valid until the next request of the same kind.
    """
    shapes = {"corners": (corners,), "origins": (2,)}
    return {
        name: from_arena(f"{kind} {name}", (padded(count), *shapes.get(name, ())), np.int32)
        for name in names
    }


def _is_its_corners(mode, stream, taken):
    """True if the primitives' corners are the sequence itself, without its incomplete end."""
    whole = not stream.runs or not any(length % MODES[mode].step for length in stream.runs)
    return (
        mode in (ADJACENCY_LIST_MODES if taken else LIST_MODES) and whole and stream.instances == 1
    )


def _corners_of_list(how, stream):
    count = stream.length - stream.length % how.step
    if stream.indices is None:
        return np.arange(count, dtype=np.int32).reshape(-1, how.step)
    return _signed(stream.indices)[:count].reshape(-1, how.step)


def _sequences(mode, lengths, shapes) -> np.ndarray:
    """Counts before each sequence and after the last, three numbers each: flat int32.

    They count primitives drawn, positions, and primitives of the mode.
    """
    counted = np.stack([shapes, lengths, count_primitives(mode, lengths)])
    before = np.zeros((len(lengths) + 1, 3), np.int32)
    np.cumsum(counted, axis=1, out=before[1:].T)
    return before.reshape(-1)


_ASSEMBLY_SCALARS = (
    "first", "last", "shapes", "vertices", "sequence_count", "primitive", "ordinal", "run", "opens",
    "closes",
)  # fmt: skip


def _kernel(key: AssemblyKey):
    given = [("sequences", I32)] + [("indices", U32)] * key.indexed + [("flags", F32)] * key.flags
    signature = Signature(
        tuple((name, I32) for name in _ASSEMBLY_SCALARS),
        (*given, *((name, I32) for name in key.parts)),
        frozenset(key.parts),
    )
    return signature, partial(assemble_shape, key=key)


def assemble_shape(m, a, index, key: AssemblyKey):
    """Assembles one primitive: its corners, and the requested parts."""
    index, how = m.further(index, a.first), MODES[key.mode]
    number, instance = m.min(index, a.last), m.i32(0)
    if key.instanced:
        instance = m.as_i32(m.as_u32(number) / m.as_u32(a.shapes))
        number = number - instance * a.shapes
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
    corners = [vertex(position) for position in positions]
    first_vertex = instance * a.vertices
    given = corners
    if key.taken:
        given = [vertex(position) for position in how.taken(m, number, length, positions)]
    m.store_together(a.corners, index, [corner + first_vertex for corner in given])
    # NV_fragment_program4, 2.X.3.2: "For QUADS and QUAD_STRIP primitives that are decomposed into
    # triangles, the primitive ID is incremented after each complete quad is processed. For POLYGON
    # primitives, the primitive ID counter is zero."
    primitive = m.i32(0) if not how.pieces else number >> 1 if how.pieces == 2 else number
    if "origins" in key.parts:
        provoking = (how.first if key.first_vertex else how.last)(number, positions)
        counted = primitive + a.primitive + (m.i32(0) if key.separate else before[2])
        # NV_geometry_program4, "Dependencies on NV_primitive_restart": that "does not affect the
        # primitive ID counter, including for POLYGON primitives".
        counted = counted if how.pieces else m.i32(0)
        m.store_together(a.origins, index, [vertex(provoking) + first_vertex, counted])
    if "groups" in key.parts:
        m.store(a.groups, index, _group(m, a, how, key, primitive + before[2], sequence, instance))
    if "edges" in key.parts:
        edges = _outer_edges(m, a, how, number, after[0] - before[0])
        if key.flags:
            for bit, corner in enumerate(corners):
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


def _outer_edges(m, a, how, number, shapes):
    """The edges of a triangle that are the primitive's own; shapes : of its sequence."""
    if how.outer is not None:
        first, second = how.outer[0], how.outer[-1]
        return m.select((number & 1) == 0, m.i32(first), second)
    opens = m.select(number == 0, a.opens, 0)
    closes = m.select(number == shapes - 1, a.closes, 0)
    return opens | 2 | (closes << 2)
