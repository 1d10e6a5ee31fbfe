"""The vertices, normals and indices of GLUT's solids, as in freeglut.

Round solids are bands of triangles between rings of vertices around the z axis.
"""

from __future__ import annotations

import itertools
from functools import lru_cache
from math import sqrt

import numpy as np

from softgl import hostmath
from softgl.glut.functions import GLUTError
from softgl.models.teapot import patch_grid
from softgl.records import dataclass

MAX_SHAPE_VERTICES = 4_000_000
PLANE_TOLERANCE = 1e-9  # the distance up to which a point counts as on a plane


@dataclass(frozen=True, eq=False)
class Mesh:
    """A mesh of triangles, with its wire form.

    positions, normals : (n, 3) float32. texture : (n, 2) float32, or None.
    triangles : indices, counter-clockwise seen from outside (the teapot's: clockwise), uint32.
        strips, loops : lists of indices for the wire form.
    """

    positions: np.ndarray
    normals: np.ndarray
    triangles: np.ndarray
    strips: list[np.ndarray]
    loops: list[np.ndarray]
    texture: np.ndarray | None = None


def _check(count):
    if count > MAX_SHAPE_VERTICES:
        raise GLUTError(f"{count} vertices are more than {MAX_SHAPE_VERTICES}")


def circle(count: int, direction: int = 1) -> np.ndarray:
    """Returns cosine and sine at `count` equal steps of a turn, from 0: (count, 2) float64."""
    pairs = [hostmath.sin_cos_degrees(360.0 * part / count) for part in range(count)]
    return np.array([(cosine, direction * sine) for sine, cosine in pairs]).reshape(count, 2)


def _rings(profile, slices):
    """Returns points and normals of rings: (rings, slices, 3) each.

    profile : for each ring its radius, its z, and the outward and upward parts of its normals.
    """
    _check(len(profile) * slices)
    around = circle(slices, -1)
    radius, z, out, up = (np.array(values, np.float64)[:, None] for values in zip(*profile))  # noqa: B905
    positions = np.stack(np.broadcast_arrays(radius * around[:, 0], radius * around[:, 1], z), -1)
    normals = np.stack(np.broadcast_arrays(out * around[:, 0], out * around[:, 1], up), -1)
    return positions, normals


def _bands(lower, upper, closed):
    """Returns the triangles of zigzag strips between two rows of indices, (..., n) each."""
    ahead = (lambda row: np.roll(row, -1, -1)) if closed else (lambda row: row[..., 1:])
    here = lower.shape[-1] if closed else lower.shape[-1] - 1
    a, b, c, d = lower[..., :here], upper[..., :here], ahead(lower), ahead(upper)
    return np.stack([a, b, c, c, b, d], -1).reshape(-1, 3)


def _whole(triangles, positions):
    """Drops degenerate triangles: at a pole a ring is one point."""
    a, b, c = (positions[triangles[:, corner]] for corner in range(3))
    thin = (a == b).all(-1) | (b == c).all(-1) | (c == a).all(-1)
    return triangles[~thin].astype(np.uint32).ravel()


def _mesh(positions, normals, bands, strips, loops) -> Mesh:
    flat = positions.reshape(-1, 3).astype(np.float32)
    triangles = np.concatenate(bands) if bands else np.zeros((0, 3), np.uint32)
    lines = [[np.ascontiguousarray(each, np.uint32) for each in group] for group in (strips, loops)]
    return Mesh(flat, normals.reshape(-1, 3).astype(np.float32), _whole(triangles, flat), *lines)


@lru_cache(64)
def sphere(radius: float, slices: int, stacks: int) -> Mesh | None:
    """Returns a sphere, with poles on the z axis."""
    if slices < 1 or stacks < 2:
        return None
    _check(slices * stacks)
    profile = []
    for ring in range(stacks + 1):
        sine, cosine = hostmath.sin_cos_degrees(180.0 * ring / stacks)
        profile.append((radius * sine, radius * cosine, sine, cosine))
    positions, normals = _rings(profile, slices)
    index = np.arange((stacks + 1) * slices).reshape(stacks + 1, slices)
    bands = [_bands(index[1:], index[:-1], True)]
    return _mesh(positions, normals, bands, list(index.T), list(index[1:-1]))


@lru_cache(64)
def cylinder(base: float, top: float, height: float, slices: int, stacks: int) -> Mesh | None:
    """Returns a cylinder from z = 0 to `height`, closed at both ends; a cone if `top` is 0."""
    if slices < 1 or stacks < 1:
        return None
    _check(slices * stacks)
    slope = sqrt((base - top) * (base - top) + height * height)
    out, up = (height / slope, (base - top) / slope) if slope else (0.0, 0.0)
    profile = [(0.0, 0.0, 0.0, -1.0), (base, 0.0, 0.0, -1.0)]
    for ring in range(stacks + 1):
        part = ring / stacks
        radius = top if ring == stacks else base - part * (base - top)
        profile.append((radius, height if ring == stacks else part * height, out, up))
    if top:
        profile += [(top, height, 0.0, 1.0), (0.0, height, 0.0, 1.0)]
    positions, normals = _rings(profile, slices)
    index = np.arange(len(profile) * slices).reshape(len(profile), slices)
    # Where an end meets the side there are two rings with different normals, and no band between.
    side = index[2 : stacks + 3]
    bands = [_bands(index[:1], index[1:2], True), _bands(side[:-1], side[1:], True)]
    if top:
        bands.append(_bands(index[-2:-1], index[-1:], True))
    rings = side if top else side[:-1]
    return _mesh(positions, normals, bands, list(side[[0, -1]].T), list(rings))


@lru_cache(64)
def torus(inner: float, outer: float, sides: int, rings: int) -> Mesh | None:
    """Returns a torus around the z axis; `inner` : the tube's radius, `outer` : to its middle."""
    if sides < 1 or rings < 1:
        return None
    _check(sides * rings)
    tube, turn = circle(sides, -1), circle(rings)[:, None]
    reach = outer + inner * tube[:, 0]
    parts = turn[..., 0] * reach, turn[..., 1] * reach, inner * tube[:, 1]
    positions = np.stack(np.broadcast_arrays(*parts), -1)
    parts = turn[..., 0] * tube[:, 0], turn[..., 1] * tube[:, 0], tube[:, 1]
    normals = np.stack(np.broadcast_arrays(*parts), -1)
    index = np.arange(rings * sides).reshape(rings, sides).T
    bands = [_bands(index, np.roll(index, -1, 0), True)]
    return _mesh(positions, normals, bands, [], [*index.T, *index])


# -- polyhedra -------------------------------------------------------------------------------------

GOLDEN = (1 + sqrt(5)) / 2


def _signs(*numbers):
    """Returns the points with these coordinates and every sign; 0 has one."""
    return list(itertools.product(*([n, -n] if n else [0.0] for n in numbers)))


def _cyclic(*numbers):
    """Returns the points of `_signs` for the three cyclic orders of the coordinates."""
    return [v for k in range(3) for v in _signs(*numbers[k:], *numbers[:k])]


def _icosahedron():
    """Returns a vertex at (1, 0, 0), its opposite, and two rings of five around the x axis."""
    x = 1 / sqrt(5)
    five = circle(5) * (2 * x)
    ring = [(x, c, s) for c, s in five]
    return [(1.0, 0.0, 0.0), *ring, *((-x, -c, s) for _, c, s in ring), (-1.0, 0.0, 0.0)]


_ROOTS = (
    (1.0, 0.0, 0.0),
    (-1 / 3, 2 * sqrt(2) / 3, 0.0),
    (-1 / 3, -sqrt(2) / 3, sqrt(6) / 3),
    (-1 / 3, -sqrt(2) / 3, -sqrt(6) / 3),
)
POLYHEDRA = {
    "Cube": _signs(0.5, 0.5, 0.5),
    "Tetrahedron": list(_ROOTS),
    "Octahedron": _cyclic(1.0, 0.0, 0.0),
    "Dodecahedron": _signs(1.0, 1.0, 1.0) + _cyclic(0.0, GOLDEN, 1 / GOLDEN),
    "Icosahedron": _icosahedron(),
    "RhombicDodecahedron": [
        (0.0, 0.0, 1.0), (0.0, 0.0, -1.0),
        *_signs(sqrt(0.5), sqrt(0.5), 0.0),
        *_signs(sqrt(0.5), 0.0, 0.5), *_signs(0.0, sqrt(0.5), 0.5),
    ],
}  # fmt: skip
"""The vertices of each, oriented and scaled as in freeglut: the cube has edges of 1, the
dodecahedron a radius of the root of 3, the others have a radius of 1."""


@lru_cache
def faces(name: str) -> list[tuple[np.ndarray, np.ndarray]]:
    """Returns the faces of a polyhedron: normals, and corners (n, 3), counter-clockwise."""
    points = np.array(POLYHEDRA[name])
    found = {}
    for triple in itertools.combinations(range(len(points)), 3):
        a, b, c = points[list(triple)]
        normal = np.array(hostmath.normalize(hostmath.cross(b - a, c - a)))
        if not normal.any():
            continue
        for outward in (normal, -normal):
            beyond = np.array([hostmath.dot(outward, point - a) for point in points])
            if (beyond < PLANE_TOLERANCE).all():
                corners = tuple(np.flatnonzero(beyond > -PLANE_TOLERANCE))
                found.setdefault(corners, outward)
    return [(normal, _around(points[list(corners)], normal)) for corners, normal in found.items()]


def _around(corners, normal):
    """Sorts the corners of a face counter-clockwise about its normal, from the first one."""
    middle = np.add.reduce(corners, 0) / len(corners)
    first = corners[0] - middle
    second = hostmath.cross(normal, first)

    def turn(corner):
        x, y = hostmath.dot(corner - middle, first), hostmath.dot(corner - middle, second)
        part = y / (abs(x) + abs(y))
        return part % 4.0 if x >= 0 else 2.0 - part

    return np.array(sorted(corners, key=turn))


@lru_cache(64)
def polyhedron(name: str, scale: float = 1.0) -> Mesh:
    """Returns a polyhedron around the origin."""
    return _of_faces(faces(name), [(np.zeros(3), scale)])


def _of_faces(sides, places) -> Mesh:
    """Returns a mesh of the same faces at several places, each an offset and a scale."""
    corners, normals, triangles, loops, first = [], [], [], [], 0
    for offset, scale in places:
        for normal, points in sides:
            corners.append(points * scale + offset)
            normals.append(np.broadcast_to(normal, points.shape))
            count = len(points)
            triangles += [(first, first + k, first + k + 1) for k in range(1, count - 1)]
            loops.append(np.arange(first, first + count, dtype=np.uint32))
            first += count
    return Mesh(
        np.concatenate(corners).astype(np.float32),
        np.concatenate(normals).astype(np.float32),
        np.array(triangles, np.uint32).ravel(),
        [],
        loops,
    )


def sponge(levels: int, offset, scale: float) -> Mesh | None:
    """Returns Sierpinski's sponge: 4 to the power of `levels` tetrahedra."""
    if levels < 0:
        return None
    _check(12 * 4 ** min(levels, 20))
    places = [(np.array(offset, np.float64), scale)]
    for _ in range(levels):
        places = [
            (place + np.array(root) * (size / 2), size / 2)
            for place, size in places
            for root in _ROOTS
        ]
    return _of_faces(faces("Tetrahedron"), places)


MIDDLE = 3.15 / 2
"""The part of the teapot's height that freeglut puts at the origin. (GLUT had it at 1.5.)"""


@lru_cache(16)
def teapot(size: float, segments: int) -> Mesh:
    """Returns the teapot, its spout along x and its lid up y, each of its 32 patches subdivided.

    Its front faces are clockwise, as always in GLUT. Texture coordinates run from 0 to 1 over each
    patch.
    """
    position, normal = patch_grid(segments)

    def turned(points, shift=0.0):
        x, y, z = np.moveaxis(points, -1, 0)
        return np.stack([x, z - shift, -y], -1)

    count, side = len(position), segments + 1
    index = np.arange(count * side * side).reshape(count, side, side)
    across = index.swapaxes(1, 2)
    bands = [_bands(across[:, 1:], across[:, :-1], False)]
    part = np.arange(side) / segments
    texture = np.stack(np.broadcast_arrays(part[None, :], part[:, None]), -1)
    mesh = _mesh(
        turned(position, MIDDLE) * (0.5 * size),
        turned(normal),
        bands,
        [row for grid in index for row in (*grid, *grid.T)],
        [],
    )
    repeated = np.broadcast_to(texture, (count, side, side, 2)).reshape(-1, 2)
    return Mesh(
        mesh.positions, mesh.normals, mesh.triangles, mesh.strips, [], repeated.astype(np.float32)
    )
