"""Linear filtering across the edges of a cube map's faces (ARB_seamless_cube_map).

Read `across_seams` first. The adjacency of faces is computed from the formula that selects faces,
`targets.by_direction`, and stated nowhere else.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from softgl.lanes import I32, evaluate
from softgl.texture.axes import mixed
from softgl.texture.targets import FACES, TARGETS, by_direction

_CUBE = TARGETS["CUBE"]
_BITS = 3


class Beyond(NamedTuple):
    """The neighbour at one side of a face.

    face : the number of the neighbour.
    axis : its axis, 0 or 1, that leads away from the common edge.
    far : 1 if the edge is at the end of this axis, 0 at its beginning.
    turned : 1 if its other axis runs against that of the face along the edge, else 0.
    """

    face: int
    axis: int
    far: int
    turned: int


@cache
def neighbours() -> dict[tuple[int, int, int], Beyond]:
    """Returns the neighbour at each side: (face, axis, 0 at its beginning or 1 at its end)."""
    # The texels of faces of 4x4, and the directions of their centres: 4 along the major axis, and
    # odd numbers along the others.
    lattice = [d for d in product((-4, -3, -1, 1, 3, 4), repeat=3) if (*map(abs, d),).count(4) == 1]
    directions = np.float32(lattice).T

    def texel(number):
        def formula(m, *direction):
            point, face, _ = by_direction(m, _CUBE, direction, None, None)
            return [*(m.to_i32(m.floor(c * 4.0)) for c in point), face][number]

        return evaluate(formula, *directions).tolist()

    texels = list(zip(*map(texel, range(3)), strict=True))
    direction_of = dict(zip(texels, lattice, strict=True))
    texel_of = dict(zip(lattice, texels, strict=True))

    def over(face, axis, end, along):
        """Returns the texel across the edge from texel `along` of the side."""
        place = [along, along]
        place[axis] = 3 * end
        # Across the edge the axes of magnitudes 4 and 3 swap.
        swapped = {4: 3, 3: 4, 1: 1}
        direction = direction_of[(*place, face)]
        return texel_of[tuple(swapped[abs(c)] * (1 if c > 0 else -1) for c in direction)]

    found = {}
    for face, axis, end in product(range(6), range(2), range(2)):
        first, second = (over(face, axis, end, along) for along in (1, 2))
        away = 0 if first[0] == second[0] else 1
        turned = int(second[1 - away] < first[1 - away])
        found[face, axis, end] = Beyond(first[2], away, int(first[away] == 3), turned)
    return found


def _words(axis, end):
    """Returns the neighbours at one side of all faces, and their orientations: 3 bits a face."""
    faces = turns = 0
    for face in range(6):
        beyond = neighbours()[face, axis, end]
        faces |= beyond.face << _BITS * face
        turns |= (beyond.axis | beyond.far << 1 | beyond.turned << 2) << _BITS * face
    return faces, turns


class _Pair:
    """The two texels of an axis next to a coordinate.

    inside : their indices, clamped to the face, I32.
    beyond : masks of texels outside the face.
    """

    def __init__(self, m, coordinate, size):
        length = m.to_f32(size)
        # NaN becomes 0; anisotropic filtering and rounding can leave the face.
        place = m.clamp(coordinate * length, 0.0, length) - 0.5
        lower = m.floor(place)
        self.fraction = place - lower
        first = m.apply("i32", lower)
        self.inside = m.max(first, 0), m.min(first + 1, size - 1)
        self.beyond = first < 0, first + 1 >= size


class FourTexels(NamedTuple):
    """The texels around a point, left before right and lower before upper.

    colors : in units.
    corners : masks of missing texels: only three meet in a corner of the cube.
    across, up : the weights of the right and of the upper texels.
    """

    colors: list
    corners: list
    across: object
    up: object

    def mixed(self):
        """Returns the bilinear interpolation of the texels."""
        lower_left, lower_right, upper_left, upper_right = self.colors
        return mixed(
            mixed(lower_left, lower_right, self.across),
            mixed(upper_left, upper_right, self.across),
            self.up,
        )


def across_seams(sampler, point, size, start) -> FourTexels:
    """Returns the texels around a point of a face, those beyond the face from its neighbours.

    sampler : a `filters.Sampler` of a cube map. size, start : of the level.
    "If a texture sample location would lie in the texture border in either u or v, instead select
    the corresponding texel from the appropriate neighboring face"; in a corner of the cube "average
    the values of the three available samples".
    """
    m, border = sampler.m, sampler.key.border
    stored = size + 2 * border
    first, of_cube = _first_face(sampler)
    pairs = [_Pair(m, coordinate, size) for coordinate in point]

    def number(face, i, j):
        slice_ = face if first is None else first + face
        return (slice_ * stored + j + border) * stored + i + border

    places = list(product((0, 1), repeat=2))  # first along y, then along x
    numbers = [
        m.variable(I32, number(of_cube, pairs[0].inside[x], pairs[1].inside[y])) for y, x in places
    ]
    ends = [pair.beyond[0] | pair.beyond[1] for pair in pairs]
    with m.branch(m.any(ends[0] | ends[1])):
        for axis in (0, 1):
            over = _over_the_edge(m, of_cube, axis, pairs[axis].beyond[1], size)
            for variable, (y, x) in zip(numbers, places, strict=True):
                own, along = ((x, y), (y, x))[axis]
                there = number(*over(pairs[1 - axis].inside[along]))
                variable.set(m.select(pairs[axis].beyond[own], there, variable.get()))
    texels = [sampler.texel(start, variable.get(), None) for variable in numbers]
    averaged = [[m.variable(value.type, value) for value in texel] for texel in texels]
    corners = [pairs[0].beyond[x] & pairs[1].beyond[y] for y, x in places]
    with m.branch(m.any(ends[0] & ends[1])):
        for index, corner in enumerate(corners):
            others = [texel for other, texel in enumerate(texels) if other != index]
            for variable, a, b, c in zip(averaged[index], *others, strict=True):
                # In this form three equal values average to the same value.
                variable.set(m.select(corner, a + ((b - a) + (c - a)) * (1 / 3), variable.get()))
    colors = [[variable.get() for variable in texel] for texel in averaged]
    return FourTexels(colors, corners, *(pair.fraction for pair in pairs))


def _first_face(sampler):
    """Returns the first layer-face of the sampled cube, None without layers, and its face."""
    m = sampler.m
    if sampler.layers is None:
        return None, sampler.slice
    # The quotient of an integer below 2^12 by 6, which half a unit keeps from the next one.
    cube = m.to_i32_within(m.floor((m.to_f32(sampler.slice) + 0.5) * (1 / FACES)), 0, 2**12)
    return cube * FACES, sampler.slice - cube * FACES


def _over_the_edge(m, face, axis, ends, size):
    """Returns a function: index along the edge -> (face, i, j) of the texel across it, all I32.

    ends : mask of the edge at the axis' end, not at its beginning.
    """
    begins, further = _words(axis, 0), _words(axis, 1)
    neighbour, turns = (
        (m.select(ends, m.i32(last), first) >> face * _BITS) & 7
        for first, last in zip(begins, further, strict=True)
    )
    far = m.select((turns & 2) != 0, size - 1, 0)

    def place(along):
        other = m.select((turns & 4) != 0, size - 1 - along, along)
        away_is_i = (turns & 1) == 0
        return neighbour, m.select(away_is_i, far, other), m.select(away_is_i, other, far)

    return place
