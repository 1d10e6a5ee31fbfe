"""gluNurbs...: curves and surfaces by evaluators, and as callbacks (GLU 1.3, chapter 7)."""

from __future__ import annotations

import itertools
import math

import numpy as np

from softgl import gl, hostmath
from softgl.gl.draw.evaluation import evaluate, surface_normal
from softgl.gl.vertices.evaluators import TARGETS
from softgl.glu.constants import CONSTANTS
from softgl.glu.functions import GLUError, callback, function, instance, integer, numbers, real
from softgl.glu.patches import METHODS, Sampling, Spline, outlines, steps, strips, trimmed

MOST_ORDER = 8
ERROR = CONSTANTS["GLU_NURBS_ERROR"]
DATA = 6  # from the number of a callback to that of the one that gets the program's data too
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
"""Each property: its first value, and the numbers that it may be, if it is one of a few."""
TRIM_2, TRIM_3 = CONSTANTS["GLU_MAP1_TRIM_2"], CONSTANTS["GLU_MAP1_TRIM_3"]


class GLUnurbs:
    """What gluNewNurbsRenderer gives: properties, callbacks, and what is being described."""

    def __init__(self):
        self.properties = {which: float(first) for which, (first, _) in PROPERTIES.items()}
        self.callbacks = {}
        self.callback_data = None
        self.matrices = None
        self.begun: list[str] = []  # of "curve", "surface" and "trim", the outer one first
        self.splines: list[Spline] = []
        self.loops: list[list] = []

    def function(self, name: str):
        """What calls a callback of the program; None if there is none."""
        which = CONSTANTS[f"GLU_NURBS_{name}"]
        with_data = self.callbacks.get(which + DATA) if which != ERROR else None
        if with_data is None:
            return self.callbacks.get(which)
        return lambda *arguments: with_data(*arguments, self.callback_data)

    def error(self, number: int) -> None:
        """Tell the error callback GLU_NURBS_ERROR and a number; without one it is silent."""
        tell = self.callbacks.get(ERROR)
        if tell:
            tell(CONSTANTS[f"GLU_NURBS_ERROR{number}"])

    def sampling(self) -> Sampling:
        """How finely to draw, from the properties and the matrices."""
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
    """A renderer of curves and surfaces, which draws with evaluators."""
    return GLUnurbs()


@function("gluDeleteNurbsRenderer")
def delete_nurbs_renderer(nurb):
    """Nothing: a renderer goes when it is no longer used."""
    _nurbs(nurb)


@function("gluNurbsProperty")
def nurbs_property(nurb, property, value):
    """Set a property; the error callback is told of what is none."""
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
    """A property, as a float; data : an array that it is written to, too."""
    nurbs, which = _nurbs(nurb), integer(property)
    if which not in PROPERTIES:
        nurbs.error(11)
        return None
    if data is not None:
        data[0] = nurbs.properties[which]
    return nurbs.properties[which]


@function("gluLoadSamplingMatrices")
def load_sampling_matrices(nurb, model, perspective, view):
    """Set the matrices and the viewport by which it is decided how finely to draw."""
    nurbs = _nurbs(nurb)
    given = numbers(model, np.float64, 16), numbers(perspective, np.float64, 16)
    nurbs.matrices = *given, numbers(view, np.int32, 4)


@function("gluNurbsCallback")
def nurbs_callback(nurb, which, CallBackFunc):
    """Have a function called; None: have none called.

    Vertices, normals, colours and texture coordinates are float32 arrays.
    """
    nurbs, which = _nurbs(nurb), integer(which)
    if which not in CALLBACKS:
        raise GLUError(f"gluNurbsCallback: {which} is no callback of a renderer")
    nurbs.callbacks[which] = callback(CallBackFunc)


@function("gluNurbsCallbackData")
def nurbs_callback_data(nurb, userData):
    """Set what the callbacks of ..._DATA get."""
    _nurbs(nurb).callback_data = userData


@function("gluNurbsCallbackDataEXT")
def nurbs_callback_data_ext(nurb, userData):
    """Set what the callbacks of ..._DATA_EXT get."""
    _nurbs(nurb).callback_data = userData


# -- descriptions ----------------------------------------------------------------------------------


def _splines(nurbs, knots, control, type_) -> Spline | None:
    """A spline of the arguments, or None and an error; GLUError for what is no spline."""
    sizes = [len(each) - count for each, count in zip(knots, control.shape, strict=False)]
    for each, order in zip(knots, sizes, strict=True):
        if not 1 <= order <= MOST_ORDER:
            raise GLUError(f"the order is from 1 to {MOST_ORDER}, not {order}")
        if len(each) < 2 * order:
            raise GLUError(f"{len(each)} knots are too few for the order {order}")
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
    """How many numbers a point of a map has; None for what is no map."""
    found = TARGETS.get(type_)
    if found is None or found[0] != dimensions:
        return None
    return {"NORMAL": 3, "INDEX": 1}.get(found[1]) or int(found[1].removesuffix("_NV")[-1])


@function("gluNurbsCurve")
def nurbs_curve(nurb, knots, control, type):
    """A curve, or a colour, normal or texture coordinate of one; within a trim a part of a loop.

    control : (n, k) numbers; the order is how many more knots there are than points.
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
    """The points of a trimming curve, sampled."""
    found = []
    ends = spline.ends(0)
    for low, high in itertools.pairwise(ends):
        patch = spline.patch((low, high))
        # As many as a degree needs to look round; lines have none between their ends.
        count = 1 if spline.orders[0] == 2 else 4 * spline.orders[0]
        places = evaluate(patch, [np.array(steps(low, high, count))])[:, :size]
        found += (places[:, :2] / places[:, 2:] if size == 3 else places).tolist()
    return found


@function("gluPwlCurve")
def pwl_curve(nurb, data, type):
    """A part of a trimming loop, of straight lines: (n, 2) numbers, or three for each point."""
    nurbs, type_ = _nurbs(nurb), integer(type)
    size = {TRIM_2: 2, TRIM_3: 3}.get(type_)
    if size is None:
        raise GLUError(f"gluPwlCurve: {type_} is no type of a trimming curve")
    if nurbs.begun[-1:] != ["trim"]:
        nurbs.error(18)
        return
    flat = numbers(data, np.float64)
    points = flat[: len(flat) // size * size].reshape(-1, size)
    nurbs.loops[-1] += (points[:, :2] / points[:, 2:] if size == 3 else points).tolist()


@function("gluNurbsSurface")
def nurbs_surface(nurb, sKnots, tKnots, control, type):
    """A surface, or a colour, normal or texture coordinate of one; control : (n, m, k) numbers."""
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
    """Begin a curve, which gluNurbsCurve describes."""
    _begin(_nurbs(nurb), "curve", 13)


@function("gluEndCurve")
def end_curve(nurb):
    """End a curve, and draw it."""
    _end(_nurbs(nurb), "curve")


@function("gluBeginSurface")
def begin_surface(nurb):
    """Begin a surface, which gluNurbsSurface and trimming loops describe."""
    _begin(_nurbs(nurb), "surface", 14)


@function("gluEndSurface")
def end_surface(nurb):
    """End a surface, and draw it."""
    _end(_nurbs(nurb), "surface")


def _begin(nurbs, what, within) -> None:
    if nurbs.begun:
        nurbs.error(within)
        return
    nurbs.begun, nurbs.splines, nurbs.loops = [what], [], []


def _end(nurbs, what) -> None:
    if nurbs.begun[:1] != [what]:
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
    """Begin a closed trimming loop: what is on its left is kept."""
    nurbs = _nurbs(nurb)
    if nurbs.begun != ["surface"]:
        nurbs.error(16 if nurbs.begun[-1:] == ["trim"] else 17)
        return
    nurbs.begun.append("trim")
    nurbs.loops.append([])


@function("gluEndTrim")
def end_trim(nurb):
    """End a trimming loop."""
    nurbs = _nurbs(nurb)
    if nurbs.begun[-1:] == ["trim"]:
        nurbs.begun.pop()
    else:
        nurbs.error(15)


# -- drawing ---------------------------------------------------------------------------------------


def _is_position(spline) -> bool:
    return TARGETS[spline.type][1].startswith("VERTEX_") and "ATTRIB" not in TARGETS[spline.type][1]


def _draw(nurbs, splines, loops) -> None:
    """Draw a curve or a surface patch by patch; all splines have the ends of all."""
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
    """Where the patches of each interval are cut: all those side by side in the same places."""
    found = []
    for interval in lines[axis]:
        chosen = [[interval] if k == axis else each for k, each in enumerate(lines)]
        grid = np.ndindex(*(len(each) for each in chosen))
        patches = (position.patch(*(e[k] for e, k in zip(chosen, at, strict=True))) for at in grid)
        count = max(sampling.count(patch, axis) for patch in patches)
        found.append(tuple(steps(*interval, count)))
    return found


def _primitives(nurbs, places, loops) -> list:
    """What is drawn of a patch: modes, and coordinates (n, 1) or (n, 2) of the vertices."""
    if len(places) == 1:
        return [(gl.GL_LINE_STRIP, np.array(places[0])[:, None])]
    if nurbs.properties[DISPLAY] == PATCH:
        return [(gl.GL_LINE_LOOP, loop) for loop in outlines(*places, loops)]
    if loops:
        triangles = trimmed(*places, loops)
        return [(gl.GL_TRIANGLES, triangles)] if len(triangles) else []
    return [(gl.GL_QUAD_STRIP, strip) for strip in strips(*places)]


def _render(nurbs, maps, places, loops) -> None:
    """Draw a patch with evaluators."""
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
    """Hand a patch to the callbacks: for each vertex its colour, texture, normal, then itself."""
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
    """The values of a map at (n, dimensions) coordinates; of a surface there is always a normal."""
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
