"""The primitive modes: the primitives that each forms from a sequence of vertices.

Without a geometry program the modes with adjacency draw like those without it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from softgl.records import dataclass


@dataclass(frozen=True)
class Mode:
    """A mode: primitives to draw from the vertices of a sequence, at positions 0 and up.

    fewest : vertices that draw. corners : of a drawn primitive, 1 to 3.
    split : (m, number of a drawn primitive, vertices of the sequence) -> positions of its corners.
    inputs : (m, number, vertices of the sequence, positions of the corners) -> positions of a
        geometry program's input vertices, in order; None: the corners. adjacency : True if there
        are adjacent vertices among them, as many as corners.
    last, first : (number, those positions) -> the position of the provoking vertex, in the two
        conventions of EXT_provoking_vertex, table 2.12, where quads follow the convention.
    pieces : drawn primitives of one of the mode, 0 for all.
    outer : edge flags of each drawn triangle of a polygon, a bit each for 0-1, 1-2 and 2-0; None:
        those of a fan, whose first and last triangle have one more.
    step : vertices that each primitive, or triangle of a polygon, adds. shared : vertices in
        common with others.
    mend : (positions of a chunk of a sequence, that of the sequence's first vertex, True if the
        chunk opens it, True if it closes it) -> None: writes outlying vertices into the positions,
        so that the chunk is a sequence of its own; None: it already is one.
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
    mend: Callable | None = None
    inputs: Callable | None = None
    adjacency: bool = False

    def drawn_count(self, length):
        """Number of drawn primitives in sequences of `count` vertices; numbers or arrays."""
        count = (length - self.shared) // self.step * max(1, self.pieces)
        return np.where(length >= self.fewest, count, 0)


def _list(*corners, step=0):
    """The split of a mode of LIST_MODES. step : vertices of a primitive; 0 : as many as corners."""
    step = step or len(corners)
    return lambda m, n, length: [n * step + corner for corner in corners]


def _line_loop(m, n, length):
    return [n, m.select(n + 1 == length, 0, n + 1)]


def _strip(m, n, length):
    odd = n & 1
    return [n + odd, n + 1 - odd, n + 2]


def _fan(m, n, length):
    return [m.i32(0), n + 1, n + 2]


def _start_of_fan(positions, start, opens, closes):
    positions[0] = start


# NV_geometry_program4, table X.1, whose numbers begin with 1. A vertex that only the first triangle
# of a strip has, or the last one, is where the triangles before and after have another one.


def _strip_with_adjacency(m, n, length):
    odd = n & 1
    return [2 * (n + odd), 2 * (n + 1 - odd), 2 * n + 4]


def _inputs_of_strip(m, n, length, corners):
    odd, outer = (n & 1) != 0, 2 * n + 3
    before = m.select(n == 0, 1, 2 * n - 2)
    after = m.select(2 * n + 8 <= length, 2 * n + 6, 2 * n + 5)
    a, b, c = corners
    return [a, before, b, m.select(odd, outer, after), c, m.select(odd, after, outer)]


def _inputs_of_line(m, n, length, corners):
    return [corners[0] - 1, *corners, corners[1] + 1]


def _inputs_of_triangle(m, n, length, corners):
    return [corner + more for corner in corners for more in (0, 1)]


# Issue 17: "This has the property of leaving the provoking vertex for the polygon" as "the third
# vertex for each triangle of the decomposition", be it that of a quad of a strip or of a polygon.


def _inputs_of_quad_strip(m, n, length, corners):
    a, b, c = corners
    second = (n & 1) != 0
    return [m.select(second, *each) for each in ((c, a), (a, b), (b, c))]


def _inputs_of_polygon(m, n, length, corners):
    a, b, c = corners
    return [b, c, a]


def _ends_of_strip(positions, start, opens, closes):
    if not opens:
        positions[1] = positions[0] - 2
    if not closes:
        positions[-1] += 1


def _halves(step, b, c, d):
    """Each quad a b c d as the triangles a b c and a c d, as Mesa's glBegin and glDrawArrays do.

    b, c, d : positions of those corners relative to a. step : positions from a quad to the next.
    """

    def split(m, n, length):
        a, second = (n >> 1) * step, (n & 1) != 0
        return [a, a + m.select(second, m.i32(c), b), a + m.select(second, m.i32(d), c)]

    return split


def _corner(number, more=0):
    """The vertex of a corner, or a number of vertices after it."""
    return lambda n, corners: corners[number] + more


_HALVES = (0b011, 0b110)  # a b c and a c d of the quad a b c d

# Quad i of a strip takes vertex 2i + 2 as its last, its corner c; odd triangles of a strip are
# turned, and take the lesser of their first two.
MODES = {
    "points": Mode(1, 1, _list(0), _corner(0), _corner(0)),
    "lines": Mode(2, 2, _list(0, 1), _corner(1), _corner(0), step=2),
    "line_strip": Mode(2, 2, lambda m, n, length: [n, n + 1], _corner(1), _corner(0), shared=1),
    "line_loop": Mode(2, 2, _line_loop, _corner(1), _corner(0)),
    "triangles": Mode(3, 3, _list(0, 1, 2), _corner(2), _corner(0), step=3),
    "triangle_strip": Mode(3, 3, _strip, _corner(2), lambda n, corners: n, shared=2),
    "triangle_fan": Mode(3, 3, _fan, _corner(2), _corner(1), shared=2, mend=_start_of_fan),
    "quads": Mode(4, 3, _halves(4, 1, 2, 3), _corner(0, 3), _corner(0), 2, _HALVES, step=4),
    "quad_strip": Mode(
        *(4, 3, _halves(2, 1, 3, 2), _corner(0, 3), _corner(0), 2, _HALVES),
        step=2, shared=2, inputs=_inputs_of_quad_strip,
    ),
    "polygon": Mode(
        *(3, 3, _fan, _corner(0), _corner(0), 0, None),
        shared=2, mend=_start_of_fan, inputs=_inputs_of_polygon,
    ),
    "lines_adjacency": Mode(
        *(4, 2, _list(1, 2, step=4), _corner(1), _corner(0)),
        step=4, inputs=_inputs_of_line, adjacency=True,
    ),
    "line_strip_adjacency": Mode(
        *(4, 2, lambda m, n, length: [n + 1, n + 2], _corner(1), _corner(0)),
        shared=3, inputs=_inputs_of_line, adjacency=True,
    ),
    "triangles_adjacency": Mode(
        *(6, 3, _list(0, 2, 4, step=6), _corner(2), _corner(0)),
        step=6, inputs=_inputs_of_triangle, adjacency=True,
    ),
    "triangle_strip_adjacency": Mode(
        *(6, 3, _strip_with_adjacency, _corner(2), lambda n, corners: 2 * n),
        step=2, shared=4, mend=_ends_of_strip, inputs=_inputs_of_strip, adjacency=True,
    ),
}  # fmt: skip

LIST_MODES = ("points", "lines", "triangles")
"""Modes whose primitives share no vertices and are not split: the sequence lists corners."""
ADJACENCY_LIST_MODES = ("lines_adjacency", "triangles_adjacency")
"""The modes of the primitives that a geometry program reads."""
INDEPENDENT_LINE_MODES = ("lines", "lines_adjacency")
EDGE_FLAG_MODES = ("triangles", "quads", "polygon", "triangles_adjacency")
"""The modes with edge flags: OpenGL 2.1, 2.6.2, and NV_geometry_program4, issue 15."""


def count_primitives(mode: str, lengths: np.ndarray) -> np.ndarray:
    """Number of primitives in sequences of these lengths."""
    how = MODES[mode]
    if not how.pieces:
        return np.where(lengths >= how.fewest, 1, 0)
    return how.drawn_count(lengths) // how.pieces
