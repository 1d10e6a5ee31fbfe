"""Ear clipping: splits a concave polygon into triangles."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

import numpy as np

MAX_WORK = 3 << 19
"""Work for all polygons of a file together, in tests of one corner: about three seconds."""
VECTOR_WORK, VECTOR_TESTS = 32, 16
"""Work of a test by numpy, which does not depend on the number of corners up to `VECTOR_TESTS`."""


class Ears:
    """Splits polygons by ear clipping, as many as `MAX_WORK` allows, and the others as fans.

    An ear is a triangle of three consecutive corners within the polygon; a polygon without
    crossing edges always has one. Of a polygon that crosses itself, any corner may be clipped.
    """

    def __init__(self):
        self.work = 0

    def clip(self, points, normal) -> list[tuple[int, int, int]]:
        """Returns the triangles of a polygon, by the numbers of its corners; none for a fan.

        points : (c, 3) float64. normal : (3,), its mean normal.
        """
        if self.work + len(points) > MAX_WORK:
            return []
        axis = int(np.argmax(np.abs(normal)))
        flat = np.delete(points, axis, axis=1)  # the components themselves, without rounding
        if (normal[axis] < 0.0) != (axis == 1):  # without y, x and z are left-handed
            flat = flat[:, ::-1]
        return _Outline(flat, self).clip()


class _Outline:
    """The corners of a polygon in a plane, counter-clockwise, that are left."""

    def __init__(self, points, ears):
        self.ears, count = ears, len(points)
        self.x, self.y = points[:, 0].tolist(), points[:, 1].tolist()
        self.points = points
        self.before = [count - 1, *range(count - 1)]
        self.after = [*range(1, count), 0]
        # Only a corner of at least 180 degrees can lie in an ear; such a corner never comes back.
        self.reflex = np.array([self._area(corner) <= 0.0 for corner in range(count)])
        self.order = [c for c in sorted(range(count), key=self.x.__getitem__) if self.reflex[c]]
        self.sorted_x = [self.x[corner] for corner in self.order]
        self.sorted = np.array(self.order, dtype=np.int64)

    def clip(self):
        triangles, corner, left, refused = [], 0, len(self.x), 0
        while left > 2:
            # After one round without an ear, the polygon crosses itself.
            if refused <= left and not self._is_ear(corner):
                corner, refused = self.after[corner], refused + 1
                continue
            before, after = self.before[corner], self.after[corner]
            triangles.append((before, corner, after))
            self.after[before], self.before[after] = after, before
            self.reflex[corner] = False
            for near in (before, after):
                self.reflex[near] = self.reflex[near] and self._area(near) <= 0.0
            # The next ear begins two corners on, so that triangles are not slivers of one fan.
            corner, left, refused = self.after[after], left - 1, 0
        return triangles

    def _area(self, corner):
        """Twice the signed area of a corner and its neighbours."""
        return self._area_of(self.before[corner], corner, self.after[corner])

    def _area_of(self, a, b, c):
        x, y = self.x, self.y
        return (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a])

    def _is_ear(self, corner):
        """True if no other corner lies in the triangle of `corner` and its neighbours."""
        self.ears.work += 1
        if self.ears.work > MAX_WORK:
            return True
        area = self._area(corner)
        if area <= 0.0:
            return area == 0.0  # without area, nothing lies within
        triangle = self.before[corner], corner, self.after[corner]
        begin = bisect_left(self.sorted_x, min(self.x[c] for c in triangle))
        end = bisect_right(self.sorted_x, max(self.x[c] for c in triangle))
        if end - begin <= VECTOR_WORK:
            self.ears.work += end - begin
            near = (c for c in self.order[begin:end] if self.reflex[c])
            return not any(self._holds(triangle, other) for other in near)
        self.ears.work += VECTOR_WORK + (end - begin) // VECTOR_TESTS
        near = self.sorted[begin:end]
        return not self._holds_any(triangle, near[self.reflex[near]])

    def _holds(self, triangle, other):
        """True if `other`, at another place than the corners of `triangle`, lies in it."""
        a, b, c = triangle
        x, y = self.x[other], self.y[other]
        if any(self.x[corner] == x and self.y[corner] == y for corner in triangle):
            return False
        pairs = ((a, b), (b, c), (c, a))
        return all(self._area_of(one, two, other) >= 0.0 for one, two in pairs)

    def _holds_any(self, triangle, others):
        """True if `_holds` is true for any of `others`, an array."""
        x, y = self.points[others].T
        held = np.ones(len(others), dtype=bool)
        for one, two in zip(triangle, (*triangle[1:], triangle[0]), strict=True):
            x0, y0 = self.x[one], self.y[one]
            held &= (self.x[two] - x0) * (y - y0) - (self.y[two] - y0) * (x - x0) >= 0.0
            held &= (x != x0) | (y != y0)
        return bool(held.any())
