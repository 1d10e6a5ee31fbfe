"""Primitive assembly: the vertices of a mode as points, lines or triangles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


def _list(corners):
    """The split of a mode of LISTS."""
    return lambda n: np.arange(n - n % corners, dtype=np.int32).reshape(-1, corners)


def _line_strip(n):
    first = np.arange(n - 1, dtype=np.int32)
    return np.stack([first, first + 1], axis=1)


def _line_loop(n):
    first = np.arange(n, dtype=np.int32)
    return np.stack([first, np.roll(first, -1)], axis=1)


def _strip(n):
    first = np.arange(n - 2, dtype=np.int32)
    odd = first & 1
    return np.stack([first + odd, first + 1 - odd, first + 2], axis=1)


def _fan(n):
    second = np.arange(1, n - 1, dtype=np.int32)
    return np.stack([np.zeros_like(second), second, second + 1], axis=1)


def _quads(corners):
    """Each quad a b c d as the triangles a b c and a c d, as Mesa's glBegin and glDrawArrays do."""
    a, b, c, d = corners
    return np.stack([a, b, c, a, c, d], axis=1).reshape(-1, 3)


def _quad_list(n):
    return _quads(np.arange(n - n % 4, dtype=np.int32).reshape(-1, 4).T)


def _quad_strip(n):
    a = np.arange(0, n - 3, 2, dtype=np.int32)
    return _quads([a, a + 1, a + 3, a + 2])


def _corner(corner):
    return lambda shapes: shapes[:, corner]


def _corner_of_second(corner):
    """A corner of the second triangle of each pair, for both."""
    return lambda triangles: np.repeat(triangles[1::2, corner], 2)


@dataclass(frozen=True)
class Mode:
    """How a mode makes shapes of vertices.

    fewest : vertices that draw. corners : of a shape, 1 to 3.
    split : vertex count -> (shapes, corners) positions in the sequence.
    last, first : those shapes -> the vertex of each that gives flat values, in the two conventions
        of EXT_provoking_vertex, table 2.12, where quads follow the convention.
    pieces : shapes of a primitive, 0 for all.
    outer : for each of the shapes of a primitive, whether its edges, 0-1, 1-2 and 2-0, are its
        own; None: those of a fan, whose first and last triangle have one more.
    step : vertices that each primitive, or shape of a polygon, adds. shared : those that it has in
        common with others. around : whether all of them have the first vertex.
    """

    fewest: int
    corners: int
    split: Callable
    last: Callable
    first: Callable
    pieces: int = 1
    outer: tuple | None = ((True, True, True),)
    step: int = 1
    shared: int = 0
    around: bool = False


_HALVES = ((True, True, False), (False, True, True))  # a b c and a c d of the quad a b c d

# Quad i of a strip takes vertex 2i + 2 as its last, its corner c; odd triangles of a strip are
# turned, and take the lesser of their first two.
MODES = {
    "points": Mode(1, 1, _list(1), _corner(0), _corner(0)),
    "lines": Mode(2, 2, _list(2), _corner(1), _corner(0), step=2),
    "line_strip": Mode(2, 2, _line_strip, _corner(1), _corner(0), shared=1),
    "line_loop": Mode(2, 2, _line_loop, _corner(1), _corner(0)),
    "triangles": Mode(3, 3, _list(3), _corner(2), _corner(0), step=3),
    "triangle_strip": Mode(3, 3, _strip, _corner(2), lambda t: t.min(axis=1), shared=2),
    "triangle_fan": Mode(3, 3, _fan, _corner(2), _corner(1), shared=2, around=True),
    "quads": Mode(4, 3, _quad_list, _corner_of_second(2), _corner(0), 2, _HALVES, step=4),
    "quad_strip": Mode(
        4, 3, _quad_strip, _corner_of_second(1), _corner(0), 2, _HALVES, step=2, shared=2
    ),
    "polygon": Mode(3, 3, _fan, _corner(0), _corner(0), 0, None, shared=2, around=True),
}

# Whose primitives share no vertices and are not split: the sequence is that of their corners.
LISTS = ("points", "lines", "triangles")


def count_primitives(mode: str, lengths: np.ndarray) -> np.ndarray:
    """How many primitives sequences of these lengths are."""
    how = MODES[mode]
    made = (lengths - how.shared) // how.step if how.pieces else 1
    return np.where(lengths >= how.fewest, made, 0)


def assemble(
    mode: str,
    count: int,
    indices=None,
    first_vertex: bool = False,
    runs=(),
    separate: bool = False,
    origins: bool = True,
) -> tuple[np.ndarray, np.ndarray | None]:
    """The points, lines or triangles of `count` vertices drawn as `mode`.

    Returns ((n, corners) int32 vertex numbers, of triangles in winding order, (n, 2) int32 origins:
    the provoking vertex and the number of the primitive).
    `indices` (uint32) translate positions in the sequence to vertex numbers. `first_vertex`:
    whether the first vertex provokes, instead of the last. `runs`: the lengths of several sequences
    that are there one after the other; their primitives are numbered through, or from 0 in each of
    them if they are `separate`. `origins`: whether anyone asks for them; None if no one does.
    """
    vertices = None if indices is None else indices.view(np.int32)
    count = count if indices is None else len(indices)
    if mode in LISTS and not runs:
        how = MODES[mode]
        if vertices is None:
            shapes = how.split(count)
        else:
            shapes = vertices[: count - count % how.step].reshape(-1, how.corners)
        return shapes, _origins(how, shapes, first_vertex) if origins else None
    if runs:
        shapes, found = _assemble_runs(mode, runs, first_vertex, separate)
    else:
        shapes, found = _assemble_one(mode, count, first_vertex)
    if vertices is not None:
        shapes, found[:, 0] = vertices[shapes], vertices[found[:, 0]]
    return shapes, found if origins else None


def _assemble_one(mode, count, first_vertex):
    """The shapes and origins of one sequence."""
    how = MODES[mode]
    shapes = how.split(count) if count >= how.fewest else np.zeros((0, how.corners), np.int32)
    return shapes, _origins(how, shapes, first_vertex)


def _origins(how: Mode, shapes, first_vertex):
    """The origins of the shapes of a sequence, of which there may be none."""
    # NV_fragment_program4, 2.X.3.2: "For QUADS and QUAD_STRIP primitives that are decomposed into
    # triangles, the primitive ID is incremented after each complete quad is processed. For POLYGON
    # primitives, the primitive ID counter is zero."
    numbers = np.arange(len(shapes), dtype=np.int32)
    if how.pieces != 1:
        numbers //= how.pieces or max(1, len(shapes))
    origins = np.empty((len(shapes), 2), np.int32)
    if len(shapes):
        origins[:, 0] = (how.first if first_vertex else how.last)(shapes)
    origins[:, 1] = numbers
    return origins


def _assemble_runs(mode, runs, first_vertex, separate):
    """The shapes and origins of several sequences: those of equal length all at once."""
    lengths = np.array(runs, np.int64)
    starts = np.cumsum(lengths) - lengths
    primitives = np.zeros(len(lengths), np.int64)
    by_length = np.argsort(lengths, kind="stable")
    tables, owners = [], []
    for which in np.split(by_length, np.flatnonzero(np.diff(lengths[by_length])) + 1):
        shapes, origins = _assemble_one(mode, int(lengths[which[0]]), first_vertex)
        primitives[which] = origins[-1, 1] + 1 if len(origins) else 0
        table = np.concatenate([shapes, origins], axis=1)
        offsets = np.zeros((len(which), table.shape[1]), np.int32)
        offsets[:, :-1] = starts[which, None]
        tables.append((table + offsets[:, None]).reshape(-1, table.shape[1]))
        owners.append(np.repeat(which, len(table)))
    table, owner = np.concatenate(tables), np.concatenate(owners)
    if len(tables) > 1:
        order = np.argsort(owner, kind="stable")
        table, owner = table[order], owner[order]
    if not separate:
        table[:, -1] += (np.cumsum(primitives) - primitives).astype(np.int32)[owner]
    return table[:, :-2], table[:, -2:]


def repeated(shapes, origins, count, instances) -> tuple[np.ndarray, np.ndarray]:
    """The shapes of several instances, whose vertices are `count` later each time."""
    later = np.arange(instances, dtype=np.int32) * np.int32(count)
    shapes = (shapes + later[:, None, None]).reshape(-1, shapes.shape[1])
    if origins is not None:
        offsets = np.stack([later, np.zeros_like(later)], axis=1)
        origins = (origins + offsets[:, None]).reshape(-1, 2)
    return shapes, origins


def outer_edges(mode: str, numbers) -> np.ndarray:
    """Which edges of the triangles of a mode, 0-1, 1-2 and 2-0, are the primitives': (n, 3).

    numbers : of the primitive of each triangle.
    """
    how = MODES[mode]
    if how.outer is not None:
        return np.array(how.outer * (len(numbers) // len(how.outer)), bool).reshape(-1, 3)
    edges = np.zeros((len(numbers), 3), bool)
    changes = numbers[1:] != numbers[:-1]
    edges[:, 0] = np.append(True, changes)[: len(numbers)]
    edges[:, 1] = True
    edges[:, 2] = np.append(changes, True)[: len(numbers)]
    return edges


def run_numbers(mode: str, runs, numbers) -> np.ndarray:
    """In which of the sequences `runs` (see `assemble`) the primitives with these numbers are."""
    ends = np.cumsum(count_primitives(mode, np.array(runs, np.int64)))
    return np.searchsorted(ends, numbers, side="right")
