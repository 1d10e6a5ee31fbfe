"""NURBS as Bezier curves and patches, their sampling density, and their trimming.

A spline is a `Spline`; between two knots it is a polynomial, a `softgl.gl` evaluator map.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from softgl import hostmath
from softgl.gl.vertices.evaluators import Map
from softgl.glu.arrangement import Sweep, arrange, whole
from softgl.glu.constants import CONSTANTS
from softgl.records import dataclass

MAX_PATCH_STEPS = 256  # of one curve or patch, along each side


@dataclass(frozen=True, eq=False)
class Spline:
    """A B-spline. knots : for each parameter, (n,) float64. points : (n, ..., k) float64.

    type : the evaluator map of its values, as GL_MAP2_VERTEX_3.
    """

    knots: tuple[np.ndarray, ...]
    points: np.ndarray
    type: int

    @property
    def orders(self) -> list[int]:
        """The order along each parameter: the degree plus 1."""
        counts = zip(self.knots, self.points.shape, strict=False)
        return [len(knots) - count for knots, count in counts]

    def ends(self, axis: int) -> list[float]:
        """Returns the knots that bound its polynomials, each once."""
        order = self.orders[axis]
        knots = self.knots[axis]
        return sorted(set(knots[order - 1 : len(knots) - order + 1].tolist()))

    def patch(self, *intervals) -> Map:
        """Returns the polynomial over an interval of each parameter that contains no knot."""
        points = self.points
        for axis, (knots, order, interval) in enumerate(
            zip(self.knots, self.orders, intervals, strict=True)
        ):
            points = np.moveaxis(
                _bezier(knots, np.moveaxis(points, axis, 0), order, *interval), 0, axis
            )
        return Map(tuple(x for interval in intervals for x in interval), points.astype(np.float32))


def _bezier(knots, points, order, low, high):
    """Returns the control points over an interval, by blossoming."""
    span = int(np.searchsorted(knots, low, side="right")) - 1
    span = min(max(span, order - 1), len(points) - 1)
    found = []
    for k in range(order):
        arguments = [low] * (order - 1 - k) + [high] * k
        row = list(points[span - order + 1 : span + 1])
        for r, x in enumerate(arguments, start=1):
            for j in range(order - 1, r - 1, -1):
                left, right = knots[j + span - order + 1], knots[j + 1 + span - r]
                share = (x - left) / (right - left)
                row[j] = (1 - share) * row[j - 1] + share * row[j]
        found.append(row[-1])
    return np.stack(found)


# -- sampling density ------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Sampling:
    """The sampling density of curves and surfaces.

    method, tolerance, error, steps : properties; steps is that along u and along v. matrix : from
        object to clip coordinates, M[row][column]. size : of the viewport, in pixels.
    """

    method: int
    tolerance: float
    error: float
    steps: tuple[float, float]
    matrix: np.ndarray
    size: tuple[float, float]

    def count(self, patch: Map, axis: int) -> int:
        """Returns the number of parts into which a patch is cut along a parameter."""
        low, high = patch.domain[2 * axis : 2 * axis + 2]
        name = METHODS[self.method]
        if name == "DOMAIN_DISTANCE":
            return self._whole(self.steps[axis] * (high - low))
        points = np.moveaxis(patch.points.astype(np.float64), axis, 0)
        degree = len(points) - 1
        if degree < 1:
            return 1
        points = self._in_window(points) if not name.startswith("OBJECT") else _cartesian(points)
        if name.endswith("PATH_LENGTH"):
            return self._whole(degree * _longest(np.diff(points, axis=0)) / self.tolerance)
        bend = degree * (degree - 1) / 8 * _longest(np.diff(points, n=2, axis=0))
        return self._whole(math.sqrt(bend / self.error)) if math.isfinite(bend) else MAX_PATCH_STEPS

    def _in_window(self, points):
        if points.shape[-1] == 3:
            points = np.concatenate([points, np.ones((*points.shape[:-1], 1))], -1)
        clip = hostmath.transform(self.matrix, points.reshape(-1, 4)).reshape(points.shape)
        with np.errstate(all="ignore"):
            return clip[..., :2] / clip[..., 3:] * (np.array(self.size) / 2)

    @staticmethod
    def _whole(number) -> int:
        # An infinite or undefined number is as fine as possible.
        return (
            min(max(1, math.ceil(number)), MAX_PATCH_STEPS)
            if math.isfinite(number)
            else MAX_PATCH_STEPS
        )


METHODS = {
    CONSTANTS[f"GLU_{name}"]: name
    for name in ("PATH_LENGTH", "PARAMETRIC_ERROR", "DOMAIN_DISTANCE", "OBJECT_PATH_LENGTH",
                 "OBJECT_PARAMETRIC_ERROR")
}  # fmt: skip


def _cartesian(points):
    if points.shape[-1] < 4:
        return points
    with np.errstate(all="ignore"):
        return points[..., :3] / points[..., 3:]


def _longest(vectors) -> float:
    """Returns the length of the longest of vectors (..., k); 0 for none."""
    if not vectors.size:
        return 0.0
    square = sum(vectors[..., k] * vectors[..., k] for k in range(vectors.shape[-1]))
    return float(np.sqrt(square).max())


# -- primitives of a patch -------------------------------------------------------------------------

Loops = Sequence[tuple[tuple[float, float], ...]]


def steps(low: float, high: float, count: int) -> list[float]:
    """Returns equally spaced numbers between two, both included."""
    return [*(low + (high - low) * k / count for k in range(count)), high]


def _whole_with_scale(contours):
    flat = whole([point for contour in contours for point in contour] + [(1.0, 0.0)])
    *_, (scale, _) = flat
    points = iter(flat)
    return [[next(points) for _ in contour] for contour in contours], scale


def _within(rectangle, loops) -> tuple[Sweep, list]:
    """Returns the part of a rectangle (a contour) inside trimming loops, and each node's place."""
    contours, scale = _whole_with_scale([rectangle, *loops])
    arrangement = arrange(contours, [1] + [2] * len(loops))
    # Inside the rectangle the winding number is 1 plus twice that of the loops.
    sweep = Sweep(arrangement, lambda winding: winding % 2 == 1 and winding > 1)
    return sweep, [(float(x / scale), float(y / scale)) for x, y in arrangement.places]


def _winding(loops, u, v) -> int:
    total = 0
    for loop in loops:
        for (ax, ay), (bx, by) in zip(loop, (*loop[1:], loop[0]), strict=True):
            if (ay <= v) != (by <= v):
                left = (bx - ax) * (v - ay) > (u - ax) * (by - ay)
                total += (by > ay and left) - (by < ay and not left)
    return total


@lru_cache(256)
def trimmed(us: tuple, vs: tuple, loops: Loops) -> np.ndarray:
    """Returns triangles that cover a trimmed patch, none larger than a cell of it.

    us, vs : the cuts of the patch. Returns (n, 2) float64, three for each triangle.
    """
    sides = [side for loop in loops for side in zip(loop, (*loop[1:], loop[0]), strict=True)]
    bounds = np.array(sides)
    low, high = bounds.min(1), bounds.max(1)
    found = []
    for v0, v1 in itertools.pairwise(vs):
        for u0, u1 in itertools.pairwise(us):
            rectangle = [(u0, v0), (u1, v0), (u1, v1), (u0, v1)]
            if ((low <= (u1, v1)) & (high >= (u0, v0))).all(-1).any():
                sweep, places = _within(rectangle, loops)
                found += [places[node] for triangle in sweep.triangles() for node in triangle]
            elif _winding(loops, (u0 + u1) / 2, (v0 + v1) / 2) > 0:
                found += [rectangle[k] for k in (0, 1, 2, 0, 2, 3)]
    return np.array(found).reshape(-1, 2)


@lru_cache(256)
def outlines(us: tuple, vs: tuple, loops: Loops) -> list[np.ndarray]:
    """Returns the closed lines around a trimmed patch, (n, 2) float64 each."""
    edge = [(u, vs[0]) for u in us[:-1]] + [(us[-1], v) for v in vs[:-1]]
    edge += [(u, vs[-1]) for u in us[:0:-1]] + [(us[0], v) for v in vs[:0:-1]]
    if not loops:
        return [np.array(edge)]
    sweep, places = _within(edge, loops)
    return [np.array([places[node] for node in loop]) for loop in sweep.loops()]


def strips(us, vs) -> list[np.ndarray]:
    """Returns strips of quadrilaterals that cover a patch, (n, 2) float64 each."""
    return [
        np.array([(u, v) for u in us for v in pair]) for pair in zip(vs[1:], vs[:-1], strict=True)
    ]
