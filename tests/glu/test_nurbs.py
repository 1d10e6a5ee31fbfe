"""NURBS: curves, surfaces and trimming loops (GLU 1.3, chapter 7)."""

import itertools

import numpy as np
import pytest

import softgl
from softgl import gl, glu

# A quarter of a circle, and a circle of four of them.
ROOT = 2**-0.5
RATIONAL = [
    (1, 0, 0, 1), (ROOT, ROOT, 0, ROOT), (0, 1, 0, 1), (-ROOT, ROOT, 0, ROOT), (-1, 0, 0, 1),
    (-ROOT, -ROOT, 0, ROOT), (0, -1, 0, 1), (ROOT, -ROOT, 0, ROOT), (1, 0, 0, 1),
]  # fmt: skip
CIRCLE_KNOTS = [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4]
LINEAR = [0, 0, 1, 1]
SQUARE = [[(-1, -1, 0), (-1, 1, 0)], [(1, -1, 0), (1, 1, 0)]]
ALL = [(0, 0), (1, 0), (1, 1), (0, 1)]
HOLE = [(0.25, 0.25), (0.25, 0.75), (0.75, 0.75), (0.75, 0.25)]


@pytest.fixture(autouse=True)
def context():
    with softgl.Context(40, 40, machine="eager") as context:
        yield context


def covered(context):
    return (np.asarray(context.read_image())[..., 0] > 0).sum()


def told(nurb):
    """Arguments that the callbacks of a renderer get."""
    calls = []
    glu.gluNurbsProperty(nurb, glu.GLU_NURBS_MODE, glu.GLU_NURBS_TESSELLATOR)
    for name in ("BEGIN", "VERTEX", "NORMAL", "COLOR", "TEXTURE_COORD", "END", "ERROR"):
        which = getattr(glu, f"GLU_NURBS_{name}")
        glu.gluNurbsCallback(nurb, which, lambda *a, name=name: calls.append((name, *a)))
    return calls


def of(calls, name):
    return [arguments[0] for found, *arguments in calls if found == name]


def renderer(step=8.0):
    nurb = glu.gluNewNurbsRenderer()
    glu.gluNurbsProperty(nurb, glu.GLU_SAMPLING_METHOD, glu.GLU_DOMAIN_DISTANCE)
    for which in (glu.GLU_U_STEP, glu.GLU_V_STEP):
        glu.gluNurbsProperty(nurb, which, step)
    return nurb


def test_a_rational_curve_is_a_circle():
    nurb = renderer()
    calls = told(nurb)
    glu.gluBeginCurve(nurb)
    glu.gluNurbsCurve(nurb, CIRCLE_KNOTS, RATIONAL, gl.GL_MAP1_VERTEX_4)
    glu.gluNurbsCurve(nurb, [0, 0, 4, 4], [(0, 0, 0, 1), (4, 0, 0, 1)], gl.GL_MAP1_COLOR_4)
    glu.gluEndCurve(nurb)
    assert of(calls, "BEGIN") == [gl.GL_LINE_STRIP] * 4
    points, colors = np.array(of(calls, "VERTEX")), np.array(of(calls, "COLOR"))
    assert len(points) == len(colors) == 4 * 9
    np.testing.assert_allclose((points**2).sum(1), 1, atol=1e-6)
    turned = np.arctan2(points[:, 1], points[:, 0]) / (np.pi / 2) % 4
    np.testing.assert_allclose(colors[1:8, 0], turned[1:8], atol=0.05)


def test_curves_are_splines():
    """Against the recursion of Cox and de Boor."""
    rng = np.random.default_rng(1)
    knots = np.array([0, 0, 0.5, 1, 1.5, 1.5, 3, 4, 5, 5])
    points = rng.normal(size=(6, 3))
    order = len(knots) - len(points)

    def basis(i, k, x):
        if k == 1:
            return float(knots[i] <= x < knots[i + 1])
        total = 0.0
        if knots[i + k - 1] > knots[i]:
            total += (x - knots[i]) / (knots[i + k - 1] - knots[i]) * basis(i, k - 1, x)
        if knots[i + k] > knots[i + 1]:
            total += (knots[i + k] - x) / (knots[i + k] - knots[i + 1]) * basis(i + 1, k - 1, x)
        return total

    nurb = renderer(4.0)
    calls = told(nurb)
    glu.gluNurbsCurve(nurb, knots, points, gl.GL_MAP1_VERTEX_3)
    found = [np.array(v) for v in of(calls, "VERTEX")]
    domain = sorted({*knots[order - 1 : len(points) + 1].tolist()})
    places = [
        low + (high - low) * k / max(1, np.ceil(4 * (high - low)))
        for low, high in itertools.pairwise(domain)
        for k in range(int(max(1, np.ceil(4 * (high - low)))) + 1)
    ]
    assert len(found) == len(places)
    for x, point in zip(places, found, strict=True):
        if x < domain[-1]:
            want = sum(basis(i, order, x) * points[i] for i in range(len(points)))
            np.testing.assert_allclose(point, want, atol=1e-5)


def surface(nurb, *loops, control=SQUARE, knots=LINEAR):
    glu.gluBeginSurface(nurb)
    glu.gluNurbsSurface(nurb, knots, LINEAR, control, gl.GL_MAP2_VERTEX_3)
    for loop in loops:
        glu.gluBeginTrim(nurb)
        if callable(loop):
            loop()
        else:
            glu.gluPwlCurve(nurb, loop, glu.GLU_MAP1_TRIM_2)
        glu.gluEndTrim(nurb)
    glu.gluEndSurface(nurb)


def test_surfaces_are_drawn_and_trimmed(context):
    gl.glScalef(0.5, 0.5, 1)
    for step in (1.0, 3.0):
        for loops, pixels in (((), 400), ((ALL,), 400), ((ALL, HOLE), 300), ((HOLE[::-1],), 100)):
            gl.glClear(gl.GL_COLOR_BUFFER_BIT)
            surface(renderer(step), *loops)
            assert covered(context) == pixels, (step, len(loops))
    assert not gl.glIsEnabled(gl.GL_MAP2_VERTEX_3)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    nurb = renderer(2.0)
    glu.gluNurbsProperty(nurb, glu.GLU_DISPLAY_MODE, glu.GLU_OUTLINE_POLYGON)
    surface(nurb)
    lines = covered(context)
    assert 76 < lines < 140
    assert gl.glGetIntegerv(gl.GL_POLYGON_MODE).tolist() == [gl.GL_FILL] * 2
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    glu.gluNurbsProperty(nurb, glu.GLU_DISPLAY_MODE, glu.GLU_OUTLINE_PATCH)
    surface(nurb, ALL, HOLE)
    assert 100 < covered(context) < 130


def test_trimming_by_curves():
    """A disk of radius 1/4 in a patch of four square units."""
    nurb = renderer(6.0)
    calls = told(nurb)
    circle = [(0.5 * w + 0.25 * x, 0.5 * w + 0.25 * y, w) for x, y, _, w in RATIONAL]
    surface(nurb, lambda: glu.gluNurbsCurve(nurb, CIRCLE_KNOTS, circle, glu.GLU_MAP1_TRIM_3))
    points = np.array(of(calls, "VERTEX"), np.float64)[:, :2].reshape(-1, 3, 2)
    a, b = points[:, 1] - points[:, 0], points[:, 2] - points[:, 0]
    areas = (a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) / 2
    assert (areas > 0).all() and abs(areas.sum() - np.pi / 4) < 0.01
    assert {*of(calls, "BEGIN")} == {gl.GL_TRIANGLES}
    np.testing.assert_allclose(of(calls, "NORMAL"), np.broadcast_to((0, 0, 1), (len(areas) * 3, 3)))


def test_sampling():
    """The number of segments of a straight surface, 20 pixels long."""
    gl.glScalef(0.5, 0.5, 1)
    counts = {}
    for name, which, value in [
        ("PATH_LENGTH", "SAMPLING_TOLERANCE", 5.0),
        ("OBJECT_PATH_LENGTH", "SAMPLING_TOLERANCE", 0.5),
        ("PARAMETRIC_ERROR", "PARAMETRIC_TOLERANCE", 0.1),
        ("OBJECT_PARAMETRIC_ERROR", "PARAMETRIC_TOLERANCE", 0.1),
        ("DOMAIN_DISTANCE", "U_STEP", 7.0),
    ]:
        nurb = glu.gluNewNurbsRenderer()
        calls = told(nurb)
        glu.gluNurbsProperty(nurb, glu.GLU_SAMPLING_METHOD, getattr(glu, f"GLU_{name}"))
        glu.gluNurbsProperty(nurb, getattr(glu, f"GLU_{which}"), value)
        line = [(-1, 0, 0), (1, 0, 0)]
        glu.gluNurbsCurve(nurb, LINEAR, line, gl.GL_MAP1_VERTEX_3)
        counts[name] = len(of(calls, "VERTEX")) - 1
    assert list(counts.values()) == [4, 4, 1, 1, 7]
    glu.gluNurbsProperty(nurb, glu.GLU_SAMPLING_METHOD, glu.GLU_PATH_LENGTH)
    glu.gluNurbsProperty(nurb, glu.GLU_SAMPLING_TOLERANCE, 5)
    glu.gluNurbsProperty(nurb, glu.GLU_AUTO_LOAD_MATRIX, 0)
    glu.gluLoadSamplingMatrices(nurb, np.eye(4), np.eye(4), [0, 0, 80, 80])
    calls.clear()
    glu.gluNurbsCurve(nurb, LINEAR, line, gl.GL_MAP1_VERTEX_3)
    assert len(of(calls, "VERTEX")) == 17


def test_data_of_the_program():
    nurb, data, calls = renderer(1.0), object(), []
    told(nurb)
    glu.gluNurbsCallbackData(nurb, data)
    which = glu.GLU_NURBS_VERTEX_DATA
    glu.gluNurbsCallback(nurb, which, lambda vertex, own: calls.append((vertex.tolist(), own)))
    glu.gluNurbsCurve(nurb, LINEAR, [(0, 1, 2), (3, 4, 5)], gl.GL_MAP1_VERTEX_3)
    assert calls == [([0, 1, 2], data), ([3, 4, 5], data)]


def test_errors():
    nurb, line = renderer(), [(0, 1, 2), (3, 4, 5)]
    calls = told(nurb)
    steps = [
        (lambda: glu.gluEndCurve(nurb), 12),
        (lambda: glu.gluEndTrim(nurb), 15),
        (lambda: glu.gluBeginTrim(nurb), 17),
        (lambda: (glu.gluBeginCurve(nurb), glu.gluBeginSurface(nurb)), 14),
        (lambda: glu.gluBeginCurve(nurb), 13),
        (lambda: glu.gluPwlCurve(nurb, ALL, glu.GLU_MAP1_TRIM_2), 18),
        (lambda: glu.gluNurbsCurve(nurb, LINEAR, line, gl.GL_MAP2_VERTEX_3), 8),
        (lambda: glu.gluNurbsCurve(nurb, LINEAR, line, gl.GL_MAP1_VERTEX_4), 8),
        (lambda: glu.gluEndCurve(nurb), 19),
        (lambda: glu.gluNurbsCurve(nurb, [1] * 4, line, gl.GL_MAP1_VERTEX_3), 3),
        (lambda: glu.gluNurbsProperty(nurb, 5, 1), 11),
        (lambda: glu.gluNurbsProperty(nurb, glu.GLU_DISPLAY_MODE, 1), 11),
        (lambda: glu.gluNurbsProperty(nurb, glu.GLU_SAMPLING_TOLERANCE, 0), 31),
        (lambda: glu.gluNurbsProperty(nurb, glu.GLU_U_STEP, -1), 32),
    ]
    for number, (step, error) in enumerate(steps):
        calls.clear()
        step()
        assert calls == [("ERROR", getattr(glu, f"GLU_NURBS_ERROR{error}"))], number
    assert glu.gluGetNurbsProperty(nurb, glu.GLU_U_STEP) == 8
    for knots, control, words in [
        ([0, 1], [(0, 1, 2)] * 2, "the order is from 1 to 8, not 0"),
        ([0, 0, 0, 1, 1], line, "5 knots: too few for the order 3"),
        ([0, 1, 0, 1], line, "the knots decrease"),
        (LINEAR, [0, 1], "2 dimensions"),
    ]:
        with pytest.raises(glu.GLUError, match=words):
            glu.gluNurbsCurve(nurb, knots, control, gl.GL_MAP1_VERTEX_3)
    with pytest.raises(glu.GLUError, match="5 is not a callback"):
        glu.gluNurbsCallback(nurb, 5, print)
