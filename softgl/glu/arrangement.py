"""Where contours in a plane cross, exactly, and how often they wind around each of their faces.

Numbers are integers, and fractions where contours cross: nothing is rounded, so what lies where is
the same on every machine, and nothing is ever inconsistent. A *node* is a place where edges meet;
nodes are numbered from left to right, and from below where they are above one another. An *edge*
is two nodes without another one between them, the lower number first.
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

PAIRS_AT_ONCE = 2**20


@dataclass(frozen=True)
class Crossing:
    """Where two sides of contours cross: each is the numbers of its two corners, and how far."""

    first: tuple[int, int]
    second: tuple[int, int]
    shares: tuple[float, float]


@dataclass
class Arrangement:
    """What contours make of the plane.

    places : (x, y) of each node. corners : the numbers of the corners that lie there, perhaps none.
    crossings : what crosses in a node without a corner. windings : by edge, by how much contours
    wind around what is above it more often than around what is below it, never 0.
    """

    places: list[tuple]
    corners: list[list[int]]
    crossings: dict[int, Crossing]
    windings: dict[tuple[int, int], int]

    def turn(self, a: int, b: int, c: int):
        """Twice the area of a triangle of nodes, positive if it is counter-clockwise."""
        return _turn(self.places[a], self.places[b], self.places[c])


def whole(points) -> list[tuple[int, int]]:
    """Pairs of floats as pairs of integers: all of them times the same power of two."""
    ratios = [tuple(float(x).as_integer_ratio() for x in point) for point in points]
    scale = max((ratio[1] for pair in ratios for ratio in pair), default=1)
    return [tuple(n * (scale // d) for n, d in pair) for pair in ratios]


def _turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def arrange(contours: list[list[tuple[int, int]]], weights=()) -> Arrangement:
    """The arrangement of closed contours; corners are numbered through all of them.

    weights : how often each contour counts; without them once.
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
    """For each side the places where it is cut, and what crosses at those that are no corners."""
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
    """Pairs of sides whose bounds meet, in order."""
    if len(sides) < 2:
        return
    # Rounded as floats, in order: bounds that meet, meet there too.
    places = np.array([[_float(x) for x in point] for point in points])
    ends = places[np.array(sides)]
    low, high = ends.min(1), ends.max(1)
    at_once = max(1, PAIRS_AT_ONCE // len(sides))
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
    """An edge that the sweep is at, and the face above it, up to the next one.

    helper : the last node that the sweep has seen at that face; merges : True if the face was two
    faces before it, so that it has to be cut there.
    """

    ends: tuple[int, int]
    winding: int = 0
    inside: bool = False
    helper: int = -1
    merges: bool = False


class Sweep:
    """The faces of an arrangement that are inside, cut so that no piece goes back to the left.

    above, below : by edge, whether the face above and below it is inside. diagonals : pairs of
    nodes, the lower number first, that faces are cut by.
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
        """Take the edges that end in a node from the active ones, and put those that start."""
        turn, active = self.arrangement.turn, self._active
        # A node is on the left of the edges below it, and on those that end in it.
        first = bisect_left(active, True, key=lambda edge: turn(*edge.ends, node) <= 0)
        under, ended = active[first - 1] if first else self._outside, active[first : first + count]
        for edge in [under, *ended]:
            # Without an edge on its left a node is in the middle of a face.
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
        """The edges between inside and outside, the inside on their left."""
        above, below = self.above, self.below
        return {(a, b) for a, b in above if above[a, b] and not below[a, b]} | {
            (b, a) for a, b in above if below[a, b] and not above[a, b]
        }

    def loops(self) -> list[list[int]]:
        """The nodes around what is inside, counter-clockwise, and clockwise around holes."""
        return _walks(self.arrangement, self.boundary)

    def pieces(self) -> list[list[int]]:
        """The nodes around each piece, counter-clockwise."""
        ways = {edge for edge, inside in self.above.items() if inside}
        ways |= {(b, a) for (a, b), inside in self.below.items() if inside}
        ways |= {*self.diagonals, *((b, a) for a, b in self.diagonals)}
        return _walks(self.arrangement, ways)

    def triangles(self) -> list[tuple[int, int, int]]:
        """Triangles of nodes that cover what is inside, counter-clockwise."""
        return [each for piece in self.pieces() for each in _triangles(self.arrangement, piece)]


def _counterclockwise(arrangement, node, others) -> list[int]:
    """Nodes around one, all of them on its right, or all on its left."""
    turn = arrangement.turn
    return sorted(others, key=cmp_to_key(lambda a, b: _sign(turn(node, b, a))))


def _sign(number) -> int:
    return (number > 0) - (number < 0)


def _walks(arrangement, ways: set[tuple[int, int]]) -> list[list[int]]:
    """The closed walks along all these ways from node to node, each with one face on its left."""
    around = defaultdict(set)
    for a, b in ways:
        around[a].add(b)
        around[b].add(a)
    follows = {}
    for node, others in around.items():
        right = _counterclockwise(arrangement, node, sorted(n for n in others if n > node))
        left = _counterclockwise(arrangement, node, sorted(n for n in others if n < node))
        circle = right + left
        # What comes from a node goes on to the next one clockwise.
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
    """The triangles of a piece, of which every line up and down crosses only two sides."""
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
            # It sees all that waits on the other side.
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
