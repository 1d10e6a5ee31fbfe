"""gluTess...: tessellators, their properties and callbacks, and the description of polygons."""

from __future__ import annotations

import numpy as np

from softgl.glu.constants import CONSTANTS
from softgl.glu.functions import GLUError, callback, function, instance, integer, numbers, real
from softgl.glu.tessellation import WINDING_RULES, Output, Refused, finite, tessellate

BEGIN, VERTEX, END, ERROR, EDGE_FLAG, COMBINE = range(100100, 100106)
DATA = 6  # added to a callback's number: the callback that also gets the polygon's data
CALLBACKS = frozenset(range(BEGIN, COMBINE + DATA + 1))
MAX_COORD = CONSTANTS["GLU_TESS_MAX_COORD"]
WINDING_RULE, BOUNDARY_ONLY, TOLERANCE = (
    CONSTANTS[f"GLU_TESS_{name}"] for name in ("WINDING_RULE", "BOUNDARY_ONLY", "TOLERANCE")
)
# The state of a description, and the errors of calls missing between two states.
DORMANT, IN_POLYGON, IN_CONTOUR = range(3)
MISSING_BEGIN = {
    DORMANT: CONSTANTS["GLU_TESS_MISSING_BEGIN_POLYGON"],
    IN_POLYGON: CONSTANTS["GLU_TESS_MISSING_BEGIN_CONTOUR"],
}
MISSING_END = {
    IN_POLYGON: CONSTANTS["GLU_TESS_MISSING_END_POLYGON"],
    IN_CONTOUR: CONSTANTS["GLU_TESS_MISSING_END_CONTOUR"],
}


class GLUtesselator:
    """A tessellator: its properties, its callbacks, and the unfinished polygon."""

    def __init__(self):
        self.properties = {
            WINDING_RULE: float(CONSTANTS["GLU_TESS_WINDING_ODD"]),
            BOUNDARY_ONLY: 0.0,
            TOLERANCE: 0.0,
        }
        self.normal = (0.0, 0.0, 0.0)
        self.callbacks = {}
        self.forget()

    def forget(self) -> None:
        """Drops the polygon."""
        self.place, self.polygon_data, self.contours, self.data = DORMANT, None, [], []

    def function(self, which: int):
        """Returns a function that calls a callback of the program; None if there is none."""
        with_data, plain = self.callbacks.get(which + DATA), self.callbacks.get(which)
        if with_data is None:
            return plain
        polygon_data = self.polygon_data
        return lambda *arguments: with_data(*arguments, polygon_data)

    def error(self, code: int) -> None:
        """Calls the error callback; without one an error is silent, as in GLU."""
        tell = self.function(ERROR)
        if tell:
            tell(code)

    def go_to(self, place: int) -> None:
        """Enters a state of the description, with an error for each call missing on the way."""
        while self.place < place:
            self.error(MISSING_BEGIN[self.place])
            self.begin_polygon(None) if self.place == DORMANT else self.begin_contour()
        while self.place > place:
            self.error(MISSING_END[self.place])
            if self.place == IN_CONTOUR:
                self.place = IN_POLYGON
            else:
                self.forget()

    def begin_polygon(self, data) -> None:
        """Begins a polygon; `data` goes to the callbacks with data."""
        self.forget()
        self.place, self.polygon_data = IN_POLYGON, data

    def begin_contour(self) -> None:
        """Begins a contour within a polygon."""
        self.place = IN_CONTOUR
        self.contours.append([])

    def end_polygon(self) -> None:
        """Tessellates the polygon."""
        output = Output(*(self.function(which) for which in (BEGIN, VERTEX, END, EDGE_FLAG)))
        contours, data, combine = self.contours, self.data, self.function(COMBINE)
        error = self.function(ERROR)
        self.forget()
        rule, boundary_only = int(self.properties[WINDING_RULE]), self.properties[BOUNDARY_ONLY]
        try:
            tessellate(contours, data, self.normal, rule, boundary_only, combine, output)
        except Refused as refused:
            if error:
                error(refused.code)


def _tessellator(value) -> GLUtesselator:
    return instance(value, GLUtesselator)


@function("gluNewTess")
def new_tess() -> GLUtesselator:
    """Returns a new tessellator without callbacks, with the odd winding rule."""
    return GLUtesselator()


@function("gluDeleteTess")
def delete_tess(tess):
    """Drops an unfinished polygon, which is an error; a tessellator needs no freeing."""
    _tessellator(tess).go_to(DORMANT)


@function("gluTessCallback")
def tess_callback(tess, which, CallBackFunc):
    """Sets a callback; None removes it.

    A vertex callback gets the data of gluTessVertex. A combine callback gets an array of three
    coordinates, a list of four data and an array of four weights, and returns the data of the new
    vertex. The callbacks of ..._DATA get the data of the polygon too.
    """
    tessellator, which = _tessellator(tess), integer(which)
    if which not in CALLBACKS:
        raise GLUError(f"gluTessCallback: {which} is not a callback of a tessellator")
    tessellator.callbacks[which] = callback(CallBackFunc)


@function("gluTessProperty")
def tess_property(tess, which, data):
    """Sets the winding rule, the switch of boundaries only, or the tolerance (without effect)."""
    tessellator, which, value = _tessellator(tess), integer(which), real(data)
    if which not in tessellator.properties:
        tessellator.error(CONSTANTS["GLU_INVALID_ENUM"])
    elif (which == TOLERANCE and not 0 <= value <= 1) or (
        which == WINDING_RULE and value not in WINDING_RULES
    ):
        tessellator.error(CONSTANTS["GLU_INVALID_VALUE"])
    else:
        tessellator.properties[which] = float(value != 0) if which == BOUNDARY_ONLY else value


@function("gluGetTessProperty")
def get_tess_property(tess, which, data=None):
    """Returns a property as a float; data : an array to write it to as well."""
    tessellator, which = _tessellator(tess), integer(which)
    value = tessellator.properties.get(which)
    if value is None:
        tessellator.error(CONSTANTS["GLU_INVALID_ENUM"])
        value = 0.0
    if data is not None:
        data[0] = value
    return value


@function("gluTessNormal")
def tess_normal(tess, valueX, valueY, valueZ):
    """Sets the normal of polygons; zero: it is computed, so that contours are counter-clockwise
    on the whole."""
    _tessellator(tess).normal = real(valueX), real(valueY), real(valueZ)


@function("gluTessBeginPolygon")
def tess_begin_polygon(tess, data=None):
    """Begins a polygon."""
    tessellator = _tessellator(tess)
    tessellator.go_to(DORMANT)
    tessellator.begin_polygon(data)


@function("gluTessBeginContour")
def tess_begin_contour(tess):
    """Begins a closed contour."""
    tessellator = _tessellator(tess)
    tessellator.go_to(IN_POLYGON)
    tessellator.begin_contour()


@function("gluTessVertex")
def tess_vertex(tess, location, data=None):
    """Adds a corner; `data` goes to the vertex callback."""
    tessellator = _tessellator(tess)
    place = numbers(location, np.float64, 3).tolist()
    tessellator.go_to(IN_CONTOUR)
    limited = [finite(x, MAX_COORD) for x in place]
    if any(beyond for _, beyond in limited):
        tessellator.error(CONSTANTS["GLU_TESS_COORD_TOO_LARGE"])
    tessellator.contours[-1].append([x for x, _ in limited])
    tessellator.data.append(data)


@function("gluTessEndContour")
def tess_end_contour(tess):
    """Ends a contour: its last corner is connected to its first."""
    tessellator = _tessellator(tess)
    tessellator.go_to(IN_CONTOUR)
    tessellator.place = IN_POLYGON


@function("gluTessEndPolygon")
def tess_end_polygon(tess):
    """Ends a polygon: calls the callbacks with its interior."""
    tessellator = _tessellator(tess)
    tessellator.go_to(IN_POLYGON)
    tessellator.end_polygon()


# -- GLU 1.1 ---------------------------------------------------------------------------------------


@function("gluBeginPolygon")
def begin_polygon(tess):
    """Begins a polygon, and its first contour."""
    tess_begin_polygon(tess, None)
    tess_begin_contour(tess)


@function("gluNextContour")
def next_contour(tess, type):
    """Ends a contour, and begins the next; `type` is ignored."""
    tess_end_contour(tess)
    tess_begin_contour(tess)


@function("gluEndPolygon")
def end_polygon(tess):
    """Ends a contour, and the polygon."""
    tess_end_contour(tess)
    tess_end_polygon(tess)
