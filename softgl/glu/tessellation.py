"""Tessellation of polygons of any shape into triangles or loops (GLU 1.3, chapter 5).

Vertices are projected onto two axes; `arrangement` computes faces and triangles exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from softgl import gl, hostmath
from softgl.glu.arrangement import Arrangement, Sweep, arrange, whole
from softgl.glu.constants import CONSTANTS
from softgl.glu.functions import GLUError

WINDING_RULES: dict[int, Callable[[int], bool]] = {
    CONSTANTS["GLU_TESS_WINDING_ODD"]: lambda winding: winding % 2 == 1,
    CONSTANTS["GLU_TESS_WINDING_NONZERO"]: lambda winding: winding != 0,
    CONSTANTS["GLU_TESS_WINDING_POSITIVE"]: lambda winding: winding > 0,
    CONSTANTS["GLU_TESS_WINDING_NEGATIVE"]: lambda winding: winding < 0,
    CONSTANTS["GLU_TESS_WINDING_ABS_GEQ_TWO"]: lambda winding: abs(winding) >= 2,
}
"""For each winding rule a function from a face's winding number to True if it is inside."""
NEED_COMBINE_CALLBACK = CONSTANTS["GLU_TESS_NEED_COMBINE_CALLBACK"]


class Refused(GLUError):
    """A polygon that cannot be tessellated; `code` is the number of the error."""

    def __init__(self, code: int):
        self.code = code
        super().__init__(code)


# -- onto a plane ----------------------------------------------------------------------------------


def normal_of(places: list) -> list[float]:
    """Returns a normal of a polygon: that of a large triangle of its corners; any one of a line."""
    lows, highs = (
        [pick(places, key=lambda place, axis=axis: place[axis]) for axis in range(3)]
        for pick in (min, max)
    )
    axis = max(range(3), key=lambda axis: highs[axis][axis] - lows[axis][axis])
    along = _difference(lows[axis], highs[axis])
    products = (hostmath.cross(along, _difference(place, highs[axis])) for place in places)
    normal = max(products, key=lambda product: hostmath.dot(product, product))
    if any(normal):
        return normal
    shortest = min(range(3), key=lambda axis: abs(along[axis]))
    return [float(axis == shortest) for axis in range(3)]


def _difference(a, b):
    return [x - y for x, y in zip(a, b, strict=True)]


def project(contours: list[list], normal) -> list[list[tuple[int, int]]]:
    """Projects the corners to the two axes farthest from the normal, as integers.

    normal : of the polygon; zero: computed, so that its contours are counter-clockwise on the
        whole.
    """
    places = [place for contour in contours for place in contour]
    has_normal = any(normal)
    if not has_normal:
        normal = normal_of(places)
    axis = max(range(3), key=lambda axis: abs(normal[axis]))
    s, t = (axis + 1) % 3, (axis + 2) % 3
    sign = 1 if normal[axis] > 0 else -1
    flat = iter(whole([(place[s], sign * place[t]) for place in places]))
    projected = [[next(flat) for _ in contour] for contour in contours]
    if not has_normal and sum(map(_area, projected)) < 0:
        projected = [[(x, -y) for x, y in contour] for contour in projected]
    return projected


def _area(contour) -> int:
    """Returns twice the area, positive if the contour is counter-clockwise."""
    pairs = zip([contour[-1], *contour[:-1]], contour, strict=True)
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in pairs)


# -- vertices --------------------------------------------------------------------------------------


def vertices_of(arrangement: Arrangement, places: list, data: list, combine) -> list:
    """Returns the data of the vertex at each node.

    places, data : (x, y, z) and the program's data of each corner. combine : computes the data of a
        vertex that is not a single corner from (x, y, z), four data and four weights; None if the
        program has no such callback.
    """
    found = []
    for node, corners in enumerate(arrangement.corners):
        crossing = arrangement.crossings.get(node)
        if crossing is None:
            found.append(_merged(corners, places, data, combine))
        elif combine is None:
            raise Refused(NEED_COMBINE_CALLBACK)
        else:
            ends = [*crossing.first, *crossing.second]
            weights = [w for share in crossing.shares for w in ((1 - share) / 2, share / 2)]
            found.append(
                _combined(combine, [places[k] for k in ends], [data[k] for k in ends], weights)
            )
    return found


def _merged(corners, places, data, combine):
    """Returns the data of corners in the same place."""
    vertex = data[corners[0]]
    for corner in corners[1:] if combine is not None else ():
        if data[corner] is not vertex:
            both = [vertex, data[corner], None, None]
            vertex = combine(np.array(places[corner]), both, np.array([0.5, 0.5, 0, 0], np.float32))
    return vertex


def _combined(combine, places, data, weights):
    place = [0.0] * 3
    for corner, weight in zip(places, weights, strict=True):
        place = [x + weight * y for x, y in zip(place, corner, strict=True)]
    return combine(np.array(place), data, np.array(weights, np.float32))


# -- output ----------------------------------------------------------------------------------------


class Output:
    """The callbacks of a tessellator as functions without the polygon's data."""

    def __init__(self, begin=None, vertex=None, end=None, edge_flag=None):
        self.begin, self.vertex, self.end, self.edge_flag = begin, vertex, end, edge_flag

    def primitive(self, mode: int, vertices, flags=()) -> None:
        """Outputs a primitive; flags : True for a vertex that begins an edge of the boundary."""
        if self.begin:
            self.begin(mode)
        before = None
        for vertex, flag in zip(vertices, flags or [None] * len(vertices), strict=True):
            if flag is not before:
                self.edge_flag(flag)
                before = flag
            if self.vertex:
                self.vertex(vertex)
        if self.end:
            self.end()


def is_convex(contour) -> bool:
    """True for a convex, counter-clockwise contour without coinciding corners."""
    if len(contour) < 3:
        return False
    backwards = 0
    for k in range(len(contour)):
        a, b, c = contour[k - 2], contour[k - 1], contour[k]
        turn = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
        if turn < 0 or (turn == 0 and not (a < b < c or a > b > c)):
            return False
        backwards += a < b > c
    return backwards == 1


def tessellate(contours, data, normal, rule, boundary_only, combine, output: Output) -> None:
    """Tessellates a polygon into `output`.

    contours : the (x, y, z) of the corners of each. data : the program's data of each corner, in
        one list. rule : the number of a winding rule.
    """
    contours = [contour for contour in contours if contour]
    if not contours:
        return
    flat = project(contours, normal)
    inside = WINDING_RULES[rule]
    if len(flat) == 1 and not output.edge_flag and is_convex(flat[0]):
        if inside(1):
            mode = gl.GL_TRIANGLE_FAN if len(data) > 3 else gl.GL_TRIANGLES
            output.primitive(gl.GL_LINE_LOOP if boundary_only else mode, data)
        return
    arrangement = arrange(flat)
    places = [place for contour in contours for place in contour]
    vertices = vertices_of(arrangement, places, data, combine)
    sweep = Sweep(arrangement, inside)
    if boundary_only:
        for loop in sweep.loops():
            output.primitive(gl.GL_LINE_LOOP, [vertices[node] for node in loop])
        return
    triangles = sweep.triangles()
    if not triangles:
        return
    flags = []
    if output.edge_flag:
        boundary = sweep.boundary
        flags = [pair in boundary for a, b, c in triangles for pair in ((a, b), (b, c), (c, a))]
    output.primitive(
        gl.GL_TRIANGLES, [vertices[node] for triangle in triangles for node in triangle], flags
    )


def finite(x: float, limit: float) -> tuple[float, bool]:
    """Clamps a coordinate to GLU's limits; returns it, and True if it was outside or NaN."""
    if math.isnan(x):
        return 0.0, True
    return min(max(x, -limit), limit), not -limit <= x <= limit
