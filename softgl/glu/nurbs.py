"""gluNurbs...: curves and surfaces through evaluators or callbacks (GLU 1.3, chapter 7)."""

from __future__ import annotations

import itertools
import math

import numpy as np

from softgl import gl, hostmath
from softgl.counts import counted
from softgl.gl.draw.evaluation import evaluate, surface_normal
from softgl.gl.vertices.evaluators import TARGETS
from softgl.glu.constants import CONSTANTS
from softgl.glu.functions import GLUError, callback, function, instance, integer, numbers, real
from softgl.glu.patches import METHODS, Sampling, Spline, outlines, steps, strips, trimmed

MAX_NURBS_ORDER = 8
ERROR = CONSTANTS["GLU_NURBS_ERROR"]
DATA = 6  # added to a callback's number: the callback that also gets the program's data
_CALLBACKS = "BEGIN VERTEX NORMAL COLOR TEXTURE_COORD END".split()
CALLBACKS = {ERROR} | {
    CONSTANTS[f"GLU_NURBS_{name}{data}"] for name in _CALLBACKS for data in ("", "_DATA")
}
AUTO_LOAD, CULLING, MODE, DISPLAY, METHOD = (
    CONSTANTS[f"GLU_{name}"]
    for name in ("AUTO_LOAD_MATRIX", "CULLING", "NURBS_MODE", "DISPLAY_MODE", "SAMPLING_METHOD")
)
TOLERANCE, PARAMETRIC, U_STEP, V_STEP = (
    CONSTANTS[f"GLU_{name}"]
    for name in ("SAMPLING_TOLERANCE", "PARAMETRIC_TOLERANCE", "U_STEP", "V_STEP")
)
FILL, POLYGON, PATCH = (
    CONSTANTS[f"GLU_{name}"] for name in ("FILL", "OUTLINE_POLYGON", "OUTLINE_PATCH")
)
RENDERER, TESSELLATOR = CONSTANTS["GLU_NURBS_RENDERER"], CONSTANTS["GLU_NURBS_TESSELLATOR"]
PROPERTIES = {
    AUTO_LOAD: (1.0, None),
    CULLING: (0.0, None),
    MODE: (RENDERER, {RENDERER, TESSELLATOR}),
    DISPLAY: (FILL, {FILL, POLYGON, PATCH}),
    METHOD: (CONSTANTS["GLU_PATH_LENGTH"], METHODS.keys()),
    TOLERANCE: (50.0, None),
    PARAMETRIC: (0.5, None),
    U_STEP: (100.0, None),
    V_STEP: (100.0, None),
}
"""The initial value of each property, and its legal values if they are few."""
TRIM_2, TRIM_3 = CONSTANTS["GLU_MAP1_TRIM_2"], CONSTANTS["GLU_MAP1_TRIM_3"]


class GLUnurbs:
    """A NURBS renderer: its properties, its callbacks, and the unfinished object."""

    def __init__(self):
        self.properties = {which: float(first) for which, (first, _) in PROPERTIES.items()}
        self.callbacks = {}
        self.callback_data = None
        self.matrices = None
        self.begun: list[str] = []  # of "curve", "surface" and "trim", the outer one first
        self.splines: list[Spline] = []
        self.loops: list[list] = []

    def function(self, name: str):
        """Returns a function that calls a callback of the program; None if there is none."""
        which = CONSTANTS[f"GLU_NURBS_{name}"]
        with_data = self.callbacks.get(which + DATA) if which != ERROR else None
        if with_data is None:
            return self.callbacks.get(which)
        return lambda *arguments: with_data(*arguments, self.callback_data)

    def error(self, number: int) -> None:
        """Calls the error callback with an error, GLU_NURBS_ERROR and a number, if there is one."""
        tell = self.callbacks.get(ERROR)
        if tell:
            tell(CONSTANTS[f"GLU_NURBS_ERROR{number}"])

    def sampling(self) -> Sampling:
        """Returns the sampling density, from the properties and the matrices."""
        if self.properties[AUTO_LOAD] or self.matrices is None:
            names = gl.GL_MODELVIEW_MATRIX, gl.GL_PROJECTION_MATRIX, gl.GL_VIEWPORT
            matrices = (
                gl.glGetDoublev(names[0]),
                gl.glGetDoublev(names[1]),
                gl.glGetIntegerv(names[2]),
            )
        else:
            matrices = self.matrices
        model, projection = (np.asarray(m, np.float64).reshape(4, 4).T for m in matrices[:2])
        return Sampling(
            int(self.properties[METHOD]),
            self.properties[TOLERANCE],
            self.properties[PARAMETRIC],
            (self.properties[U_STEP], self.properties[V_STEP]),
            hostmath.multiply(projection, model),
            tuple(float(x) for x in matrices[2][2:]),
        )


def _nurbs(value) -> GLUnurbs:
    return instance(value, GLUnurbs)


@function("gluNewNurbsRenderer")
def new_nurbs_renderer() -> GLUnurbs:
    """Returns a new renderer of curves and surfaces, which draws with evaluators."""
    return GLUnurbs()


@function("gluDeleteNurbsRenderer")
def delete_nurbs_renderer(nurb):
    """Does nothing: a renderer is freed when it is no longer used."""
    _nurbs(nurb)


@function("gluNurbsProperty")
def nurbs_property(nurb, property, value):
    """Sets a property; illegal ones go to the error callback."""
    nurbs, which, value = _nurbs(nurb), integer(property), real(value)
    if which not in PROPERTIES:
        nurbs.error(11)
        return
    legal = PROPERTIES[which][1]
    if which in (TOLERANCE, PARAMETRIC) and not value > 0:
        nurbs.error(31)
    elif which in (U_STEP, V_STEP) and not value > 0:
        nurbs.error(32)
    elif (legal is not None and value not in legal) or not math.isfinite(value):
        nurbs.error(11)
    else:
        nurbs.properties[which] = value


@function("gluGetNurbsProperty")
def get_nurbs_property(nurb, property, data=None):
    """Returns a property as a float; data : an array to write it to as well."""
    nurbs, which = _nurbs(nurb), integer(property)
    if which not in PROPERTIES:
        nurbs.error(11)
        return None
    if data is not None:
        data[0] = nurbs.properties[which]
    return nurbs.properties[which]


@function("gluLoadSamplingMatrices")
def load_sampling_matrices(nurb, model, perspective, view):
    """Sets the matrices and the viewport that determine the sampling."""
    nurbs = _nurbs(nurb)
    matrices = numbers(model, np.float64, 16), numbers(perspective, np.float64, 16)
    nurbs.matrices = *matrices, numbers(view, np.int32, 4)


@function("gluNurbsCallback")
def nurbs_callback(nurb, which, CallBackFunc):
    """Sets a callback; None removes it.

    Vertices, normals, colours and texture coordinates are float32 arrays.
    """
    nurbs, which = _nurbs(nurb), integer(which)
    if which not in CALLBACKS:
        raise GLUError(f"gluNurbsCallback: {which} is not a callback of a renderer")
    nurbs.callbacks[which] = callback(CallBackFunc)


@function("gluNurbsCallbackData")
def nurbs_callback_data(nurb, userData):
    """Sets the data for the callbacks of ..._DATA."""
    _nurbs(nurb).callback_data = userData


@function("gluNurbsCallbackDataEXT")
def nurbs_callback_data_ext(nurb, userData):
    """Sets the data for the callbacks of ..._DATA_EXT."""
    _nurbs(nurb).callback_data = userData


# -- descriptions ----------------------------------------------------------------------------------


def _splines(nurbs, knots, control, type_) -> Spline | None:
    """Returns a spline, or None after an error callback; GLUError for illegal knots or orders."""
    sizes = [len(each) - count for each, count in zip(knots, control.shape, strict=False)]
    for each, order in zip(knots, sizes, strict=True):
        if not 1 <= order <= MAX_NURBS_ORDER:
            raise GLUError(f"the order is from 1 to {MAX_NURBS_ORDER}, not {order}")
        if len(each) < 2 * order:
            raise GLUError(f"{counted(len(each), 'knot')}: too few for the order {order}")
        if (np.diff(each) < 0).any() or not np.isfinite(each).all():
            raise GLUError("the knots decrease")
        if each[order - 1] == each[len(each) - order]:
            nurbs.error(3)
            return None
    return Spline(tuple(knots), control, type_)


def _control(control, dimensions):
    try:
        points = np.array(control, np.float64)
    except (TypeError, ValueError):
        points = np.zeros(0)
    if points.ndim != dimensions or not points.size:
        raise GLUError(f"an array of {dimensions} dimensions is needed for the control points")
    return points


def _components(type_, dimensions) -> int | None:
    """Returns the number of components of a map's points; None if it is not a map."""
    found = TARGETS.get(type_)
    if found is None or found[0] != dimensions:
        return None
    return {"NORMAL": 3, "INDEX": 1}.get(found[1]) or int(found[1].removesuffix("_NV")[-1])


@function("gluNurbsCurve")
def nurbs_curve(nurb, knots, control, type):
    """Adds a curve, or its colour, normal or texture coordinate; in a trim, a part of a loop.

    control : (n, k) numbers; the order is the number of knots minus n.
    """
    nurbs, type_ = _nurbs(nurb), integer(type)
    points = _control(control, 2)
    spline = _splines(nurbs, [numbers(knots, np.float64)], points, type_)
    if nurbs.begun[-1:] == ["trim"]:
        size = {TRIM_2: 2, TRIM_3: 3}.get(type_)
        if size is None or points.shape[1] < size:
            nurbs.error(8)
        elif spline is not None:
            nurbs.loops[-1] += _trim_points(nurbs, spline, size)
        return
    alone = not nurbs.begun
    size = _components(type_, 1)
    if size is None or points.shape[1] < size or nurbs.begun[-1:] == ["surface"]:
        nurbs.error(8)
    elif spline is not None:
        if alone:
            begin_curve(nurb)
        nurbs.splines.append(Spline(spline.knots, points[:, :size], type_))
        if alone:
            end_curve(nurb)


def _trim_points(nurbs, spline, size) -> list:
    """Returns the points of a trimming curve, sampled."""
    found = []
    ends = spline.ends(0)
    for low, high in itertools.pairwise(ends):
        patch = spline.patch((low, high))
        # Enough samples for the degree to look round; lines need none between their ends.
        count = 1 if spline.orders[0] == 2 else 4 * spline.orders[0]
        places = evaluate(patch, [np.array(steps(low, high, count))])[:, :size]
        found += (places[:, :2] / places[:, 2:] if size == 3 else places).tolist()
    return found


@function("gluPwlCurve")
def pwl_curve(nurb, data, type):
    """Adds a polyline to a trimming loop: (n, 2) numbers, or three for each point."""
    nurbs, type_ = _nurbs(nurb), integer(type)
    size = {TRIM_2: 2, TRIM_3: 3}.get(type_)
    if size is None:
        raise GLUError(f"gluPwlCurve: {type_} is not a type of a trimming curve")
    if nurbs.begun[-1:] != ["trim"]:
        nurbs.error(18)
        return
    flat = numbers(data, np.float64)
    points = flat[: len(flat) // size * size].reshape(-1, size)
    nurbs.loops[-1] += (points[:, :2] / points[:, 2:] if size == 3 else points).tolist()


@function("gluNurbsSurface")
def nurbs_surface(nurb, sKnots, tKnots, control, type):
    """Adds a surface, or its colour, normal or texture coordinate; control : (n, m, k) numbers."""
    nurbs, type_ = _nurbs(nurb), integer(type)
    points = _control(control, 3)
    knots = [numbers(sKnots, np.float64), numbers(tKnots, np.float64)]
    spline = _splines(nurbs, knots, points, type_)
    size = _components(type_, 2)
    if size is None or points.shape[2] < size or nurbs.begun not in ([], ["surface"]):
        nurbs.error(8)
    elif spline is not None:
        alone = not nurbs.begun
        if alone:
            begin_surface(nurb)
        nurbs.splines.append(Spline(spline.knots, points[..., :size], type_))
        if alone:
            end_surface(nurb)


@function("gluBeginCurve")
def begin_curve(nurb):
    """Begins a curve, which gluNurbsCurve describes."""
    _begin(_nurbs(nurb), "curve", 13)


@function("gluEndCurve")
def end_curve(nurb):
    """Ends a curve, and draws it."""
    _end(_nurbs(nurb), "curve")


@function("gluBeginSurface")
def begin_surface(nurb):
    """Begins a surface, which gluNurbsSurface and trimming loops describe."""
    _begin(_nurbs(nurb), "surface", 14)


@function("gluEndSurface")
def end_surface(nurb):
    """Ends a surface, and draws it."""
    _end(_nurbs(nurb), "surface")


def _begin(nurbs, kind, error) -> None:
    if nurbs.begun:
        nurbs.error(error)
        return
    nurbs.begun, nurbs.splines, nurbs.loops = [kind], [], []


def _end(nurbs, kind) -> None:
    if nurbs.begun[:1] != [kind]:
        nurbs.error(12)
        return
    if nurbs.begun[-1] == "trim":
        nurbs.error(26)
    splines, loops = nurbs.splines, nurbs.loops
    nurbs.begun, nurbs.splines, nurbs.loops = [], [], []
    if not any(_is_position(spline) for spline in splines):
        nurbs.error(19)
        return
    _draw(nurbs, splines, tuple(tuple(map(tuple, loop)) for loop in loops if len(loop) > 2))


@function("gluBeginTrim")
def begin_trim(nurb):
    """Begins a closed trimming loop; the part of the surface on its left stays."""
    nurbs = _nurbs(nurb)
    if nurbs.begun != ["surface"]:
        nurbs.error(16 if nurbs.begun[-1:] == ["trim"] else 17)
        return
    nurbs.begun.append("trim")
    nurbs.loops.append([])


@function("gluEndTrim")
def end_trim(nurb):
    """Ends a trimming loop."""
    nurbs = _nurbs(nurb)
    if nurbs.begun[-1:] == ["trim"]:
        nurbs.begun.pop()
    else:
        nurbs.error(15)


# -- drawing ---------------------------------------------------------------------------------------


def _is_position(spline) -> bool:
    return TARGETS[spline.type][1].startswith("VERTEX_") and "ATTRIB" not in TARGETS[spline.type][1]


def _draw(nurbs, splines, loops) -> None:
    """Draws a curve or a surface patch by patch; all splines are cut at the knots of all."""
    position = next(spline for spline in splines if _is_position(spline))
    dimensions = len(position.knots)
    lines = [_intervals(splines, axis) for axis in range(dimensions)]
    sampling = nurbs.sampling()
    cuts = [_cuts(sampling, position, lines, axis) for axis in range(dimensions)]
    renders = nurbs.properties[MODE] == RENDERER
    if renders:
        gl.glPushAttrib(gl.GL_EVAL_BIT | gl.GL_POLYGON_BIT)
        for spline in splines:
            gl.glEnable(spline.type)
    for place in np.ndindex(*(len(each) for each in lines)):
        intervals = [each[k] for each, k in zip(lines, place, strict=True)]
        maps = {spline.type: spline.patch(*intervals) for spline in splines}
        places = [each[k] for each, k in zip(cuts, place, strict=True)]
        if renders:
            _render(nurbs, maps, places, loops)
        else:
            _tell(nurbs, maps, _primitives(nurbs, places, loops))
    if renders:
        gl.glPopAttrib()


def _intervals(splines, axis) -> list[tuple[float, float]]:
    ends = [spline.ends(axis) for spline in splines]
    low, high = max(each[0] for each in ends), min(each[-1] for each in ends)
    knots = sorted({x for each in ends for x in each if low <= x <= high})
    return list(itertools.pairwise(knots))


def _cuts(sampling, position, lines, axis) -> list[tuple[float, ...]]:
    """Returns the cuts of each interval; adjacent patches are cut at the same places."""
    found = []
    for interval in lines[axis]:
        chosen = [[interval] if k == axis else each for k, each in enumerate(lines)]
        grid = np.ndindex(*(len(each) for each in chosen))
        patches = (position.patch(*(e[k] for e, k in zip(chosen, at, strict=True))) for at in grid)
        count = max(sampling.count(patch, axis) for patch in patches)
        found.append(tuple(steps(*interval, count)))
    return found


def _primitives(nurbs, places, loops) -> list:
    """Returns the primitives of a patch: modes, and coordinates (n, 1) or (n, 2) of vertices."""
    if len(places) == 1:
        return [(gl.GL_LINE_STRIP, np.array(places[0])[:, None])]
    if nurbs.properties[DISPLAY] == PATCH:
        return [(gl.GL_LINE_LOOP, loop) for loop in outlines(*places, loops)]
    if loops:
        triangles = trimmed(*places, loops)
        return [(gl.GL_TRIANGLES, triangles)] if len(triangles) else []
    return [(gl.GL_QUAD_STRIP, strip) for strip in strips(*places)]


def _render(nurbs, maps, places, loops) -> None:
    """Draws a patch with evaluators."""
    for type_, each in maps.items():
        if len(places) == 1:
            gl.glMap1f(type_, *each.domain, each.points)
        else:
            gl.glMap2f(type_, *each.domain[:2], *each.domain[2:], each.points)
    display = nurbs.properties[DISPLAY]
    if display == POLYGON and len(places) == 2:
        gl.glPolygonMode(gl.GL_FRONT_AND_BACK, gl.GL_LINE)
    if len(places) == 1:
        gl.glMapGrid1f(len(places[0]) - 1, places[0][0], places[0][-1])
        gl.glEvalMesh1(gl.GL_LINE, 0, len(places[0]) - 1)
    elif not loops and display != PATCH:
        counts = [len(each) - 1 for each in places]
        ends = [(n, each[0], each[-1]) for n, each in zip(counts, places, strict=True)]
        gl.glMapGrid2f(*ends[0], *ends[1])
        gl.glEvalMesh2(gl.GL_FILL, 0, counts[0], 0, counts[1])
    else:
        for mode, coordinates in _primitives(nurbs, places, loops):
            gl.glBegin(mode)
            for u, v in coordinates.tolist():
                gl.glEvalCoord2f(u, v)
            gl.glEnd()


def _tell(nurbs, maps, primitives) -> None:
    """Calls the callbacks of a patch: for each vertex its colour, texture, normal, then itself."""
    names = ("BEGIN", "COLOR", "TEXTURE_COORD", "NORMAL", "VERTEX", "END")
    begin, *each, end = (nurbs.function(name) for name in names)
    for mode, coordinates in primitives:
        columns = [
            _values(maps, word, coordinates) for word in ("COLOR", "TEXTURE", "NORMAL", "VERTEX")
        ]
        if begin:
            begin(mode)
        for k in range(len(coordinates)):
            for tell, values in zip(each, columns, strict=True):
                if tell and values is not None:
                    tell(values[k].astype(np.float32))
        if end:
            end()


def _values(maps, word, coordinates):
    """Returns a map's values at (n, dimensions) coordinates; normals are computed for surfaces."""
    found = next((m for t, m in maps.items() if TARGETS[t][1].startswith(word)), None)
    if found is not None:
        values = evaluate(found, list(coordinates.T))
        if word == "VERTEX" and values.shape[1] == 4:
            values = values[:, :3] / values[:, 3:]
        return values
    if word != "NORMAL" or coordinates.shape[1] == 1:
        return None
    position = next(m for t, m in maps.items() if TARGETS[t][1].startswith("VERTEX"))
    normal = surface_normal(position, list(coordinates.T))
    return np.array([hostmath.normalize(row) for row in normal])
