"""Arrangements of contours in a plane: exact crossings, and winding numbers of the faces.

Numbers are integers, and fractions at crossings: nothing is rounded, so results are the same on
every machine, and never inconsistent. A *node* is a point where edges meet; nodes are numbered from
left to right, and from below to above where they have the same x. An *edge* is two nodes without
another one between them, the lower number first.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cmp_to_key

import numpy as np

from softgl.records import dataclass

MAX_PAIRS_AT_ONCE = 2**20  # of sides whose bounds are compared in one NumPy operation


@dataclass(frozen=True)
class Crossing:
    """A crossing of two sides: the corners of each, and the crossing's share along each."""

    first: tuple[int, int]
    second: tuple[int, int]
    shares: tuple[float, float]


@dataclass
class Arrangement:
    """The subdivision of the plane by contours.

    places : (x, y) of each node. corners : the numbers of the corners there, perhaps none.
    crossings : the crossing at each node without a corner. windings : by edge, the winding number
        above it minus that below it, never 0.
    """

    places: list[tuple]
    corners: list[list[int]]
    crossings: dict[int, Crossing]
    windings: dict[tuple[int, int], int]

    def turn(self, a: int, b: int, c: int):
        """Returns twice the area of a triangle of nodes, positive if it is counter-clockwise."""
        return _turn(self.places[a], self.places[b], self.places[c])


def whole(points) -> list[tuple[int, int]]:
    """Scales pairs of floats to pairs of integers, all by the same power of two."""
    ratios = [tuple(float(x).as_integer_ratio() for x in point) for point in points]
    scale = max((ratio[1] for pair in ratios for ratio in pair), default=1)
    return [tuple(n * (scale // d) for n, d in pair) for pair in ratios]


def _turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def arrange(contours: list[list[tuple[int, int]]], weights=()) -> Arrangement:
    """Returns the arrangement of closed contours; corners are numbered through all of them.

    weights : the winding weight of each contour; 1 by default.
    """
    corners_at = defaultdict(list)
    sides, counts, number = [], [], 0
    for contour, weight in itertools.zip_longest(contours, weights, fillvalue=1):
        for k, point in enumerate(contour):
            corners_at[point].append(number + k)
            if point != contour[k - 1]:
                sides.append((number + (k - 1) % len(contour), number + k))
                counts.append(weight)
        number += len(contour)
    points = [point for contour in contours for point in contour]
    splits, crossings = _split(points, sides)
    places = sorted(corners_at.keys() | crossings.keys())
    node_of = {place: node for node, place in enumerate(places)}
    windings: dict[tuple[int, int], int] = defaultdict(int)
    for (start, end), between, weight in zip(sides, splits, counts, strict=True):
        way = sorted(node_of[place] for place in {points[start], points[end], *between})
        for low, high in itertools.pairwise(way):
            windings[low, high] += weight if points[start] < points[end] else -weight
    return Arrangement(
        places,
        [corners_at.get(place, []) for place in places],
        {node_of[place]: crossing for place, crossing in crossings.items()},
        {edge: winding for edge, winding in windings.items() if winding},
    )


def _split(points, sides):
    """Returns the cut points of each side, and the crossings that are not corners."""
    splits = [[] for _ in sides]
    crossings = {}
    corners = set(points)
    for one, other in _near(points, sides):
        a, b = (points[corner] for corner in sides[one])
        c, d = (points[corner] for corner in sides[other])
        of_c, of_d = _turn(a, b, c), _turn(a, b, d)
        of_a, of_b = _turn(c, d, a), _turn(c, d, b)
        for turn, side, ends, point in (
            (of_a, other, (c, d), a), (of_b, other, (c, d), b),
            (of_c, one, (a, b), c), (of_d, one, (a, b), d),
        ):  # fmt: skip
            if turn == 0 and min(ends) < point < max(ends):
                splits[side].append(point)
        if _opposite(of_a, of_b) and _opposite(of_c, of_d):
            share = Fraction(of_a, of_a - of_b)
            place = tuple(_simple(x + (y - x) * share) for x, y in zip(a, b, strict=True))
            splits[one].append(place)
            splits[other].append(place)
            if place not in corners and place not in crossings:
                shares = float(share), float(Fraction(of_c, of_c - of_d))
                crossings[place] = Crossing(sides[one], sides[other], shares)
    return splits, crossings


def _opposite(a, b) -> bool:
    return (a < 0 < b) or (b < 0 < a)


def _simple(number):
    return number.numerator if number.denominator == 1 else number


def _near(points, sides):
    """Yields the pairs of sides whose bounding boxes meet, in order."""
    if len(sides) < 2:
        return
    # Rounding to floats keeps the order: boxes that meet, meet as floats too.
    places = np.array([[_float(x) for x in point] for point in points])
    ends = places[np.array(sides)]
    low, high = ends.min(1), ends.max(1)
    at_once = max(1, MAX_PAIRS_AT_ONCE // len(sides))
    for start in range(0, len(sides), at_once):
        rows = slice(start, start + at_once)
        meet = (low[rows, None] <= high[None]) & (low[None] <= high[rows, None])
        for one, other in np.argwhere(meet.all(-1)):
            if start + one < other:
                yield int(start + one), int(other)


def _float(number: int) -> float:
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")


# -- from left to right ----------------------------------------------------------------------------


@dataclass(eq=False)
class Active:
    """An edge at the sweep line, and the face above it, up to the next edge.

    helper : the last node that the sweep has seen at that face. merges : True if two faces merged
        at the helper, so that a diagonal must cut the face there.
    """

    ends: tuple[int, int]
    winding: int = 0
    inside: bool = False
    helper: int = -1
    merges: bool = False


class Sweep:
    """The inner faces of an arrangement, cut into x-monotone pieces by a sweep from left to right.

    above, below : by edge, True if the face above or below it is inside. diagonals : the pairs of
        nodes, lower number first, along which faces are cut.
    """

    def __init__(self, arrangement: Arrangement, is_inside: Callable[[int], bool]):
        self.arrangement, self.is_inside = arrangement, is_inside
        self.above: dict[tuple[int, int], bool] = {}
        self.below: dict[tuple[int, int], bool] = {}
        self.diagonals: list[tuple[int, int]] = []
        self._outside, self._active = Active((-1, -1)), []
        starting, ending = defaultdict(list), Counter()
        for low, high in arrangement.windings:
            starting[low].append(high)
            ending[high] += 1
        for node in sorted(starting.keys() | ending.keys()):
            self._pass(node, starting[node], ending[node])

    def _pass(self, node, ends, count):
        """Replaces the active edges that end in a node by the edges that start there."""
        turn, active = self.arrangement.turn, self._active
        # A node is on the left of the edges below it, and on the edges that end in it.
        first = bisect_left(active, True, key=lambda edge: turn(*edge.ends, node) <= 0)
        under, ended = active[first - 1] if first else self._outside, active[first : first + count]
        for edge in [under, *ended]:
            # A node without an edge on its left lies inside a face.
            if edge.inside and (edge.merges or not ended):
                self.diagonals.append((edge.helper, node))
        started = [Active((node, end)) for end in _counterclockwise(self.arrangement, node, ends)]
        under.helper, under.merges = node, not started
        below = under
        for edge in started:
            edge.winding = below.winding + self.arrangement.windings[edge.ends]
            edge.inside, edge.helper = self.is_inside(edge.winding), node
            self.below[edge.ends], self.above[edge.ends] = below.inside, edge.inside
            below = edge
        active[first : first + count] = started

    @property
    def boundary(self) -> set[tuple[int, int]]:
        """The edges between inside and outside, with the inside on their left."""
        above, below = self.above, self.below
        return {(a, b) for a, b in above if above[a, b] and not below[a, b]} | {
            (b, a) for a, b in above if below[a, b] and not above[a, b]
        }

    def loops(self) -> list[list[int]]:
        """Returns the nodes around inner faces, counter-clockwise, and clockwise around holes."""
        return _walks(self.arrangement, self.boundary)

    def pieces(self) -> list[list[int]]:
        """Returns the nodes around each piece, counter-clockwise."""
        ways = {edge for edge, inside in self.above.items() if inside}
        ways |= {(b, a) for (a, b), inside in self.below.items() if inside}
        ways |= {*self.diagonals, *((b, a) for a, b in self.diagonals)}
        return _walks(self.arrangement, ways)

    def triangles(self) -> list[tuple[int, int, int]]:
        """Returns triangles of nodes that cover the inner faces, counter-clockwise."""
        return [each for piece in self.pieces() for each in _triangles(self.arrangement, piece)]


def _counterclockwise(arrangement, node, others) -> list[int]:
    """Sorts nodes around one counter-clockwise; they are all on its right, or all on its left."""
    turn = arrangement.turn
    return sorted(others, key=cmp_to_key(lambda a, b: _sign(turn(node, b, a))))


def _sign(number) -> int:
    return (number > 0) - (number < 0)


def _walks(arrangement, ways: set[tuple[int, int]]) -> list[list[int]]:
    """Returns the closed walks along these directed edges, each with one face on its left."""
    around = defaultdict(set)
    for a, b in ways:
        around[a].add(b)
        around[b].add(a)
    follows = {}
    for node, others in around.items():
        right = _counterclockwise(arrangement, node, sorted(n for n in others if n > node))
        left = _counterclockwise(arrangement, node, sorted(n for n in others if n < node))
        circle = right + left
        # A walk that arrives from a node continues to the next one clockwise.
        follows[node] = {other: circle[k - 1] for k, other in enumerate(circle)}
    walks, left = [], dict.fromkeys(sorted(ways))
    while left:
        walk, way = [], next(iter(left))
        while way in left:
            del left[way]
            walk.append(way[0])
            way = way[1], follows[way[1]][way[0]]
        walks.append(walk)
    return walks


def _triangles(arrangement, piece):
    """Triangulates an x-monotone piece."""
    start = piece.index(min(piece))
    lower = piece[start:] + piece[:start]
    last = max(piece)
    on_lower = set(lower[: lower.index(last)])
    stack: list[int] = []
    for node in sorted(piece):
        if len(stack) < 2:
            stack.append(node)
            continue
        above = node not in on_lower
        top = stack[-1]
        if node == last or above == (top in on_lower):
            # The node sees all nodes on the stack, which are on the other side.
            side = stack[-1] in on_lower
            for one, other in itertools.pairwise(stack):
                yield (one, other, node) if side else (other, one, node)
            stack = [top, node]
            continue
        popped = stack.pop()
        while stack:
            triple = (stack[-1], node, popped) if above else (stack[-1], popped, node)
            if arrangement.turn(*triple) <= 0:
                break
            yield triple
            popped = stack.pop()
        stack += [popped, node]
