"""gluTess...: tessellators, their properties and callbacks, and polygons as they are described."""

from __future__ import annotations

import numpy as np

from softgl.glu.constants import CONSTANTS
from softgl.glu.functions import GLUError, callback, function, instance, integer, numbers, real
from softgl.glu.tessellation import WINDING_RULES, Output, Refused, finite, tessellate

BEGIN, VERTEX, END, ERROR, EDGE_FLAG, COMBINE = range(100100, 100106)
DATA = 6  # from the number of a callback to that of the one that gets the data of the polygon too
CALLBACKS = frozenset(range(BEGIN, COMBINE + DATA + 1))
MAX_COORD = CONSTANTS["GLU_TESS_MAX_COORD"]
WINDING_RULE, BOUNDARY_ONLY, TOLERANCE = (
    CONSTANTS[f"GLU_TESS_{name}"] for name in ("WINDING_RULE", "BOUNDARY_ONLY", "TOLERANCE")
)
# Where a description is, and the errors of what is left out on the way to the next place and back.
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
    """What gluNewTess gives: properties, callbacks, and the polygon that is being described."""

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
        """Have no polygon."""
        self.place, self.polygon_data, self.contours, self.data = DORMANT, None, [], []

    def function(self, which: int):
        """What calls a callback of the program; None if there is none."""
        with_data, plain = self.callbacks.get(which + DATA), self.callbacks.get(which)
        if with_data is None:
            return plain
        polygon_data = self.polygon_data
        return lambda *arguments: with_data(*arguments, polygon_data)

    def error(self, code: int) -> None:
        """Tell the error callback; without one an error is silent, as GLU has it."""
        tell = self.function(ERROR)
        if tell:
            tell(code)

    def go_to(self, place: int) -> None:
        """Be at a place of the description, and tell what is missing on the way."""
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
        """Begin a polygon; `data` is what the callbacks for data get."""
        self.forget()
        self.place, self.polygon_data = IN_POLYGON, data

    def begin_contour(self) -> None:
        """Begin a contour within a polygon."""
        self.place = IN_CONTOUR
        self.contours.append([])

    def end_polygon(self) -> None:
        """Tessellate what has been described."""
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
    """A tessellator without callbacks, of the odd winding rule."""
    return GLUtesselator()


@function("gluDeleteTess")
def delete_tess(tess):
    """Forget a polygon that has not ended, which is an error; a tessellator goes by itself."""
    _tessellator(tess).go_to(DORMANT)


@function("gluTessCallback")
def tess_callback(tess, which, CallBackFunc):
    """Have a function called; None: have none called.

    A vertex is called with what gluTessVertex was given, data included, and a combine callback
    with an array of three coordinates, a list of four data and an array of four weights, and
    returns the data of the new vertex. The callbacks of ..._DATA get the data of the polygon too.
    """
    tessellator, which = _tessellator(tess), integer(which)
    if which not in CALLBACKS:
        raise GLUError(f"gluTessCallback: {which} is no callback of a tessellator")
    tessellator.callbacks[which] = callback(CallBackFunc)


@function("gluTessProperty")
def tess_property(tess, which, data):
    """Set the winding rule, whether only the boundary is wanted, or the tolerance (kept only)."""
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
    """A property, as a float; data : an array that it is written to, too."""
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
    """Set where polygons are seen from; zero: it is found, so that contours are
    counter-clockwise, all in all."""
    _tessellator(tess).normal = real(valueX), real(valueY), real(valueZ)


@function("gluTessBeginPolygon")
def tess_begin_polygon(tess, data=None):
    """Begin the description of a polygon."""
    tessellator = _tessellator(tess)
    tessellator.go_to(DORMANT)
    tessellator.begin_polygon(data)


@function("gluTessBeginContour")
def tess_begin_contour(tess):
    """Begin a closed contour."""
    tessellator = _tessellator(tess)
    tessellator.go_to(IN_POLYGON)
    tessellator.begin_contour()


@function("gluTessVertex")
def tess_vertex(tess, location, data=None):
    """Add a corner; `data` is what the vertex callback gets."""
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
    """End a contour: its last corner is joined to its first one."""
    tessellator = _tessellator(tess)
    tessellator.go_to(IN_CONTOUR)
    tessellator.place = IN_POLYGON


@function("gluTessEndPolygon")
def tess_end_polygon(tess):
    """End a polygon: the callbacks are called with what is inside of it."""
    tessellator = _tessellator(tess)
    tessellator.go_to(IN_POLYGON)
    tessellator.end_polygon()


# -- GLU 1.1 ---------------------------------------------------------------------------------------


@function("gluBeginPolygon")
def begin_polygon(tess):
    """Begin a polygon, and its first contour."""
    tess_begin_polygon(tess, None)
    tess_begin_contour(tess)


@function("gluNextContour")
def next_contour(tess, type):
    """End a contour, and begin the next one; what `type` says of it is not needed."""
    tess_end_contour(tess)
    tess_begin_contour(tess)


@function("gluEndPolygon")
def end_polygon(tess):
    """End a contour, and the polygon."""
    tess_end_contour(tess)
    tess_end_polygon(tess)
