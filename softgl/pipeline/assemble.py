"""Primitive assembly: the vertices of a mode as points, lines or triangles; a lane is one of them.

A geometry program would be fed with these: what it makes is such a sequence again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from softgl.ir.program import Binding
from softgl.lanes import F32, I32, U32, Engine, Signature, eager_engine, padded
from softgl.pipeline.fetch import VertexStream
from softgl.pipeline.scratch import scratch
from softgl.pipeline.threads import run_mapped

EDGE_FLAG = Binding("vertex.edgeflag")
FEW = 64  # vertices, at most: less work is not worth a kernel


@dataclass(frozen=True)
class Mode:
    """How a mode makes shapes of the vertices of a sequence, at positions 0 and up.

    fewest : vertices that draw. corners : of a shape, 1 to 3.
    split : (m, number of a shape, vertices of the sequence) -> the positions of its corners.
    last, first : (number, those positions) -> the position of the vertex that gives a shape its
        flat values, in the two conventions of EXT_provoking_vertex, table 2.12, where quads follow
        the convention.
    pieces : shapes of a primitive, 0 for all.
    outer : for each of the shapes of a primitive, which of its edges are the primitive's own, a bit
        each for 0-1, 1-2 and 2-0; None: those of a fan, whose first and last triangle have one
        more.
    step : vertices that each primitive, or shape of a polygon, adds. shared : those that it has in
        common with others. around : whether all of them have the first vertex.
    """

    fewest: int
    corners: int
    split: Callable
    last: Callable
    first: Callable
    pieces: int = 1
    outer: tuple | None = (0b111,)
    step: int = 1
    shared: int = 0
    around: bool = False

    def shapes(self, length):
        """How many shapes sequences of so many vertices are; numbers or arrays."""
        made = (length - self.shared) // self.step * max(1, self.pieces)
        return np.where(length >= self.fewest, made, 0)


def _list(corners):
    """The split of a mode of LISTS."""
    return lambda m, n, length: [n * corners + corner for corner in range(corners)]


def _line_loop(m, n, length):
    return [n, m.select(n + 1 == length, 0, n + 1)]


def _strip(m, n, length):
    odd = n & 1
    return [n + odd, n + 1 - odd, n + 2]


def _fan(m, n, length):
    return [m.i32(0), n + 1, n + 2]


def _halves(step, b, c, d):
    """Each quad a b c d as the triangles a b c and a c d, as Mesa's glBegin and glDrawArrays do.

    b, c, d : where those corners are, from a on. step : from a quad to the next.
    """

    def split(m, n, length):
        a, second = (n >> 1) * step, (n & 1) != 0
        return [a, a + m.select(second, m.i32(c), b), a + m.select(second, m.i32(d), c)]

    return split


def _corner(number, more=0):
    """The vertex of a corner, or so many after it."""
    return lambda n, corners: corners[number] + more


_HALVES = (0b011, 0b110)  # a b c and a c d of the quad a b c d

# Quad i of a strip takes vertex 2i + 2 as its last, its corner c; odd triangles of a strip are
# turned, and take the lesser of their first two.
MODES = {
    "points": Mode(1, 1, _list(1), _corner(0), _corner(0)),
    "lines": Mode(2, 2, _list(2), _corner(1), _corner(0), step=2),
    "line_strip": Mode(2, 2, lambda m, n, length: [n, n + 1], _corner(1), _corner(0), shared=1),
    "line_loop": Mode(2, 2, _line_loop, _corner(1), _corner(0)),
    "triangles": Mode(3, 3, _list(3), _corner(2), _corner(0), step=3),
    "triangle_strip": Mode(3, 3, _strip, _corner(2), lambda n, corners: n, shared=2),
    "triangle_fan": Mode(3, 3, _fan, _corner(2), _corner(1), shared=2, around=True),
    "quads": Mode(4, 3, _halves(4, 1, 2, 3), _corner(0, 3), _corner(0), 2, _HALVES, step=4),
    "quad_strip": Mode(
        4, 3, _halves(2, 1, 3, 2), _corner(0, 3), _corner(0), 2, _HALVES, step=2, shared=2
    ),
    "polygon": Mode(3, 3, _fan, _corner(0), _corner(0), 0, None, shared=2, around=True),
}

# Whose primitives share no vertices and are not split: the sequence is that of their corners.
LISTS = ("points", "lines", "triangles")


def count_primitives(mode: str, lengths: np.ndarray) -> np.ndarray:
    """How many primitives sequences of these lengths are."""
    how = MODES[mode]
    if not how.pieces:
        return np.where(lengths >= how.fewest, 1, 0)
    return how.shapes(lengths) // how.pieces


@dataclass
class Assembled:
    """Points, lines or triangles on their way to the rasteriser. None is what no one asks for.

    corners : (n, 1 ... 3) int32 vertices, of triangles in winding order.
    origins : (n, 2) int32, the provoking vertex and the number of the primitive.
    groups : (n,) int32: shapes that follow one another are of one polygon, or of lines through
        which the stipple counter runs on, if these are equal.
    edges : (n,) int32, which edges of triangles are outlines of polygons, bits as in `Mode.outer`.
    """

    corners: np.ndarray
    origins: np.ndarray | None = None
    groups: np.ndarray | None = None
    edges: np.ndarray | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of those that are there."""
        names = "corners", "origins", "groups", "edges"
        return tuple(name for name in names if getattr(self, name) is not None)

    def __getitem__(self, which) -> Assembled:
        return Assembled(**{name: getattr(self, name)[which] for name in self.parts})

    def __len__(self):
        return len(self.corners)


@dataclass(frozen=True)
class AssemblyKey:
    """Shapes the kernel of assembly.

    parts : those that are asked for, by their names in Assembled. indexed : whether there are
        indices. flags : whether vertices have edge flags.
    several : whether there are several sequences, and separate, whether each of them numbers its
        primitives from 0. instanced : whether there are several instances.
    """

    mode: str
    parts: tuple[str, ...]
    first_vertex: bool
    indexed: bool
    flags: bool
    several: bool
    separate: bool
    instanced: bool


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
) -> Assembled:
    """The points, lines or triangles of a stream drawn as `mode`.

    first_vertex : whether the first vertex provokes, instead of the last. origins, groups, edges :
        which of these are asked for.
    The arrays of many are `scratch`.
    """
    if not (origins or groups or edges) and _is_its_corners(mode, stream):
        return Assembled(_corners_of_list(MODES[mode], stream))
    few = stream.length <= FEW and stream.instances == 1 and not stream.runs
    if few and not (origins or groups or edges):
        corners = _few(mode, stream.length)
        return Assembled(corners if stream.indices is None else _signed(stream.indices)[corners])
    asked = {"corners": True, "origins": origins, "groups": groups, "edges": edges}
    names = tuple(name for name in asked if asked[name])
    return _assembled(engine, mode, stream, threads, first_vertex, names)


def _assembled(engine, mode, stream, threads, first_vertex, names) -> Assembled:
    """What a kernel makes of a stream; names : of the parts that are asked for."""
    how = MODES[mode]
    lengths = np.array(stream.runs or (stream.length,), np.int64)
    shapes = how.shapes(lengths)
    each = int(shapes.sum())
    total = each * stream.instances
    made = new_parts("assembled", how.corners, total, names)
    flags = None
    if "edges" in names and mode in ("triangles", "quads", "polygon"):
        # OpenGL 2.1, 2.6.2: flags are those of independent triangles and quads and of polygons.
        flags = stream.values(EDGE_FLAG)
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
        kernel = engine.kernel(("assemble", key), partial(_kernel, key))
        run_mapped(kernel, scalars, arrays, total, threads)
    return Assembled(**made)[:total]


def _signed(indices):
    return indices.view(np.int32)


@cache
def _few(mode, length):
    """The corners of a sequence of few vertices, kept."""
    stream = VertexStream(length, {})
    return _assembled(eager_engine(), mode, stream, 1, False, ("corners",)).corners


def new_parts(kind: str, corners: int, count: int, names) -> dict[str, np.ndarray]:
    """Room for the parts of Assembled that have these names, padded; large ones are `scratch`.

    kind : of what they are made for: it stays until others of this kind are.
    """
    shapes = {"corners": (corners,), "origins": (2,)}
    return {
        name: scratch(f"{kind} {name}", (padded(count), *shapes.get(name, ())), np.int32)
        for name in names
    }


def _is_its_corners(mode, stream):
    """Whether the corners of shapes are the sequence as it is, but for what is left over."""
    whole = not stream.runs or not any(length % MODES[mode].step for length in stream.runs)
    return mode in LISTS and whole and stream.instances == 1


def _corners_of_list(how, stream):
    count = stream.length - stream.length % how.corners
    if stream.indices is None:
        return np.arange(count, dtype=np.int32).reshape(-1, how.corners)
    return _signed(stream.indices)[:count].reshape(-1, how.corners)


def _sequences(mode, lengths, shapes) -> np.ndarray:
    """What is before each sequence, and after the last, three numbers each: flat int32.

    Those of shapes, of positions and of primitives.
    """
    counted = np.stack([shapes, lengths, count_primitives(mode, lengths)])
    before = np.zeros((len(lengths) + 1, 3), np.int32)
    np.cumsum(counted, axis=1, out=before[1:].T)
    return before.reshape(-1)


_SCALARS = (
    "first", "last", "shapes", "vertices", "sequence_count", "primitive", "ordinal", "run", "opens",
    "closes",
)  # fmt: skip


def _kernel(key: AssemblyKey):
    given = [("sequences", I32)] + [("indices", U32)] * key.indexed + [("flags", F32)] * key.flags
    signature = Signature(
        tuple((name, I32) for name in _SCALARS),
        (*given, *((name, I32) for name in key.parts)),
        frozenset(key.parts),
    )
    return signature, partial(assemble_shape, key=key)


def assemble_shape(m, a, index, key: AssemblyKey):
    """One shape: its corners, and what is asked for besides."""
    index, how = m.further(index, a.first), MODES[key.mode]
    number, instance = m.min(index, a.last), m.i32(0)
    if key.instanced:
        instance = m.as_i32(m.as_u32(number) / m.as_u32(a.shapes))
        number = number - instance * a.shapes
    sequence = _sequence_of(m, a, number) if key.several else m.i32(0)
    before, after = (
        [m.at(a.sequences, (sequence + i) * 3 + what) for what in range(3)] for i in (0, 1)
    )
    number = number - before[0]

    def vertex(position):
        position = position + before[1]
        return m.as_i32(m.at(a.indices, position)) if key.indexed else position

    positions = how.split(m, number, after[1] - before[1])
    corners = [vertex(position) for position in positions]
    first_vertex = instance * a.vertices
    m.store_together(a.corners, index, [corner + first_vertex for corner in corners])
    # NV_fragment_program4, 2.X.3.2: "For QUADS and QUAD_STRIP primitives that are decomposed into
    # triangles, the primitive ID is incremented after each complete quad is processed. For POLYGON
    # primitives, the primitive ID counter is zero."
    primitive = m.i32(0) if not how.pieces else number >> 1 if how.pieces == 2 else number
    if "origins" in key.parts:
        provoking = (how.first if key.first_vertex else how.last)(number, positions)
        counted = primitive + a.primitive + (m.i32(0) if key.separate else before[2])
        m.store_together(a.origins, index, [vertex(provoking) + first_vertex, counted])
    if "groups" in key.parts:
        m.store(a.groups, index, _group(m, a, how, key, primitive + before[2], sequence, instance))
    if "edges" in key.parts:
        edges = _outer_edges(m, a, how, number, after[0] - before[0])
        if key.flags:
            for bit, corner in enumerate(corners):
                flagged = m.at(a.flags, corner) != 0.0
                edges = m.select(flagged, edges, edges & ~(1 << bit))
        m.store(a.edges, index, edges)


def _sequence_of(m, a, number):
    """The sequence that a shape is in: the last one that begins before it or with it."""
    low, high = m.variable(I32, 0), m.variable(I32, a.sequence_count - 1)

    def halve():
        middle = (low.get() + high.get() + 1) >> 1
        begun = m.at(a.sequences, middle * 3) <= number
        high.set(m.select(begun, high.get(), middle - 1))
        low.set(m.select(begun, middle, low.get()))

    with m.only(None):
        m.while_any(lambda: low.get() < high.get(), halve)
    return low.get()


def _group(m, a, how, key, primitive, sequence, instance):
    """The group of a shape; primitive, sequence : its numbers in the stream."""
    # OpenGL 2.1, 3.4.2: the stipple counter is reset "before every line segment in a group of
    # independent segments".
    if how.corners == 2 and key.mode != "lines":
        return sequence + a.run + instance * a.sequence_count
    primitives = m.at(a.sequences, a.sequence_count * 3 + 2)
    return primitive + a.ordinal + instance * primitives


def _outer_edges(m, a, how, number, shapes):
    """The edges of a triangle that are the primitive's own; shapes : of its sequence."""
    if how.outer is not None:
        first, second = how.outer[0], how.outer[-1]
        return m.select((number & 1) == 0, m.i32(first), second)
    opens = m.select(number == 0, a.opens, 0)
    closes = m.select(number == shapes - 1, a.closes, 0)
    return opens | 2 | (closes << 2)
