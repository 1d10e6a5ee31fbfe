"""The vertices of quadrics: their order, normals and texture coordinates.

A quadric is a grid of `slices` around the z axis by `stacks` from one end to the other. Vertices
are counted i = 0 ... slices from the y axis to the x axis, j = 0 ... stacks. A normal has a place
in the grid, too: that of a vertex (GLU_SMOOTH), or the middle of a face or edge (GLU_FLAT). Order,
normals and texture coordinates are those of GLU's sample implementation, except normals of cones,
which are perpendicular to the surface, as the specification has them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache

import numpy as np

from softgl import gl, hostmath
from softgl.glu.constants import CONSTANTS
from softgl.glu.functions import GLUError
from softgl.records import dataclass

POINT, LINE, FILL, SILHOUETTE = (
    CONSTANTS[f"GLU_{name}"] for name in ("POINT", "LINE", "FILL", "SILHOUETTE")
)
FLAT, NONE = CONSTANTS["GLU_FLAT"], CONSTANTS["GLU_NONE"]
INSIDE = CONSTANTS["GLU_INSIDE"]
MAX_QUADRIC_VERTICES = 4_000_000


@dataclass(frozen=True)
class Style:
    """The drawing style of a quadric: the four properties of a GLUquadric."""

    draw: int = FILL
    normals: int = CONSTANTS["GLU_SMOOTH"]
    orientation: int = CONSTANTS["GLU_OUTSIDE"]
    texture: bool = False


@dataclass(frozen=True, eq=False)
class Vertices:
    """Vertices to draw. runs : in drawing order, a mode, and the starts and sizes of its parts.

    positions : (n, 3) float32. normals : (n, 3), or None. texture : (n, 2), or None.
    """

    positions: np.ndarray
    normals: np.ndarray | None
    texture: np.ndarray | None
    runs: list[tuple[int, np.ndarray, np.ndarray]]


class Grid:
    """Collects primitives as runs of grid places, one per vertex."""

    def __init__(self, slices: int, stacks: int, style: Style):
        if slices * stacks > MAX_QUADRIC_VERTICES:
            raise GLUError(f"{slices} by {stacks} vertices are more than {MAX_QUADRIC_VERTICES}")
        self.slices, self.stacks, self.style = slices, stacks, style
        self.flat, self.inside = style.normals == FLAT, style.orientation == INSIDE
        self._parts: list[tuple[int, np.ndarray, np.ndarray]] = []

    def add(self, mode, i, j, normal_i=None, normal_j=None) -> None:
        """Adds a primitive: vertices (i, j), and the places of normals, by default the same."""
        places = [i, j, i if normal_i is None else normal_i, j if normal_j is None else normal_j]
        columns = np.broadcast_arrays(*(np.asarray(place, np.float64) for place in places))
        self._parts.append((mode, np.stack([column.ravel() for column in columns], -1)))

    @cached_property
    def places(self) -> np.ndarray:
        """The places of all vertices, (n, 4): i, j, and i and j of the normal."""
        return np.concatenate([places for _, places in self._parts])

    @property
    def runs(self):
        """The runs for `Vertices`: consecutive parts of the same mode form one run."""
        found, first = [], 0
        for mode, places in self._parts:
            if not found or found[-1][0] != mode:
                found.append((mode, [], []))
            found[-1][1].append(first)
            found[-1][2].append(len(places))
            first += len(places)
        return [(mode, np.array(at, np.int32), np.array(n, np.int32)) for mode, at, n in found]

    def vertices(self, positions: Callable, normals: Callable, texture: Callable) -> Vertices:
        """Returns the vertices; the functions map two columns of places to values."""
        i, j, normal_i, normal_j = self.places.T
        sign = -1.0 if self.inside else 1.0
        return Vertices(
            _single(positions(i, j)),
            None if self.style.normals == NONE else _single(normals(normal_i, normal_j)) * sign,
            _single(texture(i, j)) if self.style.texture else None,
            self.runs,
        )


def _single(columns):
    with np.errstate(over="ignore", invalid="ignore"):
        return np.ascontiguousarray(np.stack(np.broadcast_arrays(*columns), -1), np.float32)


def _circle(parts: int, turn: float = 360.0, start: float = 0.0) -> Callable:
    """Returns a function to sine and cosine at places 0 ... parts of an angle, and halfway."""
    halves = range(-1, 2 * parts + 1)
    angles = (start + turn * half / (2 * parts) for half in halves)
    table = np.array([hostmath.sin_cos_degrees(angle) for angle in angles])

    def at(place):
        return table[(2 * place).astype(np.int64) + 1].T

    return at


def _to_and_fro(i, first, second):
    """Returns the places i and j of a strip between two rings, alternating."""
    return np.repeat(i, 2), np.tile([first, second], len(i))


def _fan(grid, apex, ring, ascending) -> None:
    """Adds triangles from the vertices of a ring to a point."""
    i = np.arange(grid.slices + 1)
    i = i if ascending else i[::-1]
    vertices = np.r_[i[0], i], np.r_[apex, np.full(len(i), ring)]
    normal_i, normal_j = vertices
    if grid.flat:
        # The normal of the triangle that a vertex ends; the point has that of the first one.
        normal_i = np.r_[i[1], i[1], i[1:]] + (-0.5 if ascending else 0.5)
        normal_j = np.full(len(i) + 1, (apex + ring) / 2)
    grid.add(gl.GL_TRIANGLE_FAN, *vertices, normal_i, normal_j)


def _strip(grid, first, second) -> None:
    """Adds quadrilaterals between two rings; each ends in a vertex of `second`."""
    i, j = _to_and_fro(np.arange(grid.slices + 1), first, second)
    if grid.flat:
        grid.add(gl.GL_QUAD_STRIP, i, j, i - 0.5, (first + second) / 2)
    else:
        grid.add(gl.GL_QUAD_STRIP, i, j)


def _rings(grid, rings) -> None:
    """Adds lines around the axis."""
    i = np.arange(grid.slices + 1)
    for j in rings:
        grid.add(gl.GL_LINE_STRIP, i, j, i - 0.5 if grid.flat else None)


def _meridians(grid, slices) -> None:
    """Adds lines from end to end."""
    j = np.arange(grid.stacks + 1)
    for i in slices:
        grid.add(gl.GL_LINE_STRIP, i, j, None, np.where(j > 0, j, 1) - 0.5 if grid.flat else None)


@lru_cache(64)
def sphere(style: Style, radius: float, slices: int, stacks: int) -> Vertices:
    """Returns the vertices of gluSphere, from the pole on the positive z axis on."""
    grid = Grid(slices, stacks, style)
    if style.draw == POINT:
        i, j = np.meshgrid(np.arange(slices), np.arange(stacks + 1))
        grid.add(gl.GL_POINTS, i, j)
    elif style.draw == FILL:
        first, last = 0, stacks
        if not style.texture:
            # With texture coordinates every triangle at a pole has a vertex of its own there.
            _fan(grid, 0, 1, grid.inside)
            _fan(grid, stacks, stacks - 1, not grid.inside)
            first, last = 1, stacks - 1
        for j in range(first, last):
            _strip(grid, *((j, j + 1) if grid.inside else (j + 1, j)))
    else:
        _rings(grid, range(1, stacks))
        _meridians(grid, range(slices))
    around, along = _circle(slices), _circle(stacks, 180.0)

    def normals(i, j):
        (x, y), (outward, z) = around(i), along(j)
        return x * outward, y * outward, z

    return grid.vertices(
        lambda i, j: [radius * x for x in normals(i, j)],
        normals,
        lambda i, j: (1 - i / slices, 1 - j / stacks),
    )


@lru_cache(64)
def cylinder(
    style: Style, base: float, top: float, height: float, slices: int, stacks: int
) -> Vertices:
    """Returns the vertices of gluCylinder, from z = 0 on."""
    grid = Grid(slices, stacks, style)
    if style.draw == POINT:
        i, j = np.meshgrid(np.arange(slices), np.arange(stacks + 1), indexing="ij")
        grid.add(gl.GL_POINTS, i, j)
    elif style.draw == FILL:
        for j in range(stacks):
            _strip(grid, *((j + 1, j) if grid.inside else (j, j + 1)))
    else:
        _rings(grid, range(1, stacks) if style.draw == LINE else ())
        _rings(grid, (0, stacks))
        _meridians(grid, range(slices))
    around = _circle(slices)
    slope = np.sqrt((base - top) * (base - top) + height * height)
    outward, z = height / slope, (base - top) / slope

    def positions(i, j):
        radius = np.where(j == stacks, top, base - (base - top) * (j / stacks))
        return *(radius * around(i)), height * (j / stacks)

    return grid.vertices(
        positions,
        lambda i, j: (*(outward * around(i)), np.broadcast_to(z, i.shape)),
        lambda i, j: (1 - i / slices, j / stacks),
    )


@lru_cache(64)
def disk(
    style: Style, inner: float, outer: float, slices: int, loops: int, start: float, sweep: float
) -> Vertices:
    """Returns the vertices of gluPartialDisk, from the outer edge on; 360 is a whole disk."""
    grid, whole = Grid(slices, loops, style), sweep == 360.0
    rays = range(slices if whole else slices + 1)
    if style.draw == POINT:
        i, j = np.meshgrid(np.array(rays), np.arange(loops + 1), indexing="ij")
        grid.add(gl.GL_POINTS, i, j)
    elif style.draw == FILL:
        if inner == 0:
            _fan(grid, loops, loops - 1, grid.inside)
        for j in range(loops - 1 if inner == 0 else loops):
            _strip(grid, *((j + 1, j) if grid.inside else (j, j + 1)))
    elif style.draw == LINE:
        _rings(grid, range(loops + 1))
        _meridians(grid, rays)
    else:
        _meridians(grid, () if whole else (0, slices))
        _rings(grid, (0, loops))
    around = _circle(slices, sweep, start)

    def positions(i, j):
        radius = np.where(j == loops, inner, outer - (outer - inner) * (j / loops))
        return *(radius * around(i)), np.zeros(len(i))

    return grid.vertices(
        positions,
        lambda i, j: np.broadcast_to(np.array([[0.0], [0.0], [1.0]]), (3, len(i))),
        lambda i, j: [0.5 + x / outer / 2 for x in positions(i, j)[:2]],
    )
