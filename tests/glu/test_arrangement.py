"""Faces of contours that cross and overlap in every way, against the winding number of points."""

import random
from fractions import Fraction

import pytest

from softgl.glu.arrangement import Sweep, arrange, whole
from softgl.glu.tessellation import WINDING_RULES


def winding_number(contours, point):
    """Number of times that contours wind around a point that lies on none of them."""
    x, y = point
    total = 0
    for contour in contours:
        for k, (bx, by) in enumerate(contour):
            ax, ay = contour[k - 1]
            if (ay <= y) != (by <= y):
                left = (bx - ax) * (y - ay) - (x - ax) * (by - ay) > 0
                total += (by > ay and left) - (by < ay and not left)
    return total


def is_within(corners, point):
    x, y = point
    return all(
        (b[0] - a[0]) * (y - a[1]) > (b[1] - a[1]) * (x - a[0])
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
    )


@pytest.mark.parametrize("size", [2, 3, 5, 40])
def test_random_contours(size):
    """On small grids corners, sides and whole contours lie on one another."""
    seed = random.randrange(2**32)
    print("seed", seed)
    rng = random.Random(seed)
    for _ in range(25):
        contours = [
            [(rng.randint(0, size), rng.randint(0, size)) for _ in range(rng.randint(1, 8))]
            for _ in range(rng.randint(1, 3))
        ]
        arrangement = arrange(contours)
        places = arrangement.places
        for inside in WINDING_RULES.values():
            sweep = Sweep(arrangement, inside)
            triangles = sweep.triangles()
            assert all(arrangement.turn(*triangle) > 0 for triangle in triangles)
            loops = [[places[node] for node in loop] for loop in sweep.loops()]
            for _ in range(5):
                # No corner and no crossing has such a coordinate.
                x = Fraction(rng.randrange(1009 * size), 1009) + Fraction(1, 10007)
                y = Fraction(rng.randrange(1013 * size), 1013) + Fraction(1, 10009)
                winding = winding_number(contours, (x, y))
                covered = [t for t in triangles if is_within([places[n] for n in t], (x, y))]
                assert len(covered) == inside(winding), (contours, winding)
                assert winding_number(loops, (x, y)) == inside(winding)


def test_floats_of_any_size_are_exact():
    points = [(1e-30, 1e150), (0.1, -3.0), (0.0, 2.0**-1074)]
    for (x, y), (a, b) in zip(points, whole(points), strict=True):
        assert Fraction(x) * 2**1074 == a and Fraction(y) * 2**1074 == b
    # A sliver that floats would lose.
    arrangement = arrange([whole([(0, 0), (1, 1), (1 - 2.0**-53, 1)])])
    ((a, b, c),) = Sweep(arrangement, bool).triangles()
    assert arrangement.turn(a, b, c) > 0
