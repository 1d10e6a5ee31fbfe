"""gluTess...: arguments of callbacks (GLU 1.3, chapter 5)."""

import itertools
import math

import numpy as np
import pytest

import softgl
from softgl import gl, glu

SQUARE = [(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0)]
HOLE = [(1, 1, 0), (1, 3, 0), (3, 3, 0), (3, 1, 0)]
BEND = [(0, 0, 0), (4, 0, 0), (4, 4, 0), (3, 1, 0)]
STAR = [(math.sin(4 * math.pi * k / 5), math.cos(4 * math.pi * k / 5), 0.0) for k in range(5)]
CALLBACKS = ("BEGIN", "VERTEX", "END", "ERROR", "EDGE_FLAG", "COMBINE")


class Told:
    """A tessellator and its callbacks in order: (name, arguments) of each."""

    def __init__(self, *names, properties=(), normal=None):
        self.tess, self.calls = glu.gluNewTess(), []
        for name in names:
            which = getattr(glu, f"GLU_TESS_{name}")
            glu.gluTessCallback(self.tess, which, lambda *a, name=name: self.tell(name, *a))
        for which, value in dict(properties).items():
            glu.gluTessProperty(self.tess, which, value)
        if normal:
            glu.gluTessNormal(self.tess, *normal)

    def tell(self, name, *arguments):
        self.calls.append((name, *arguments))
        return tuple(arguments[0]) if name.startswith("COMBINE") else None

    def draw(self, *contours, data=None):
        glu.gluTessBeginPolygon(self.tess, data)
        for contour in contours:
            glu.gluTessBeginContour(self.tess)
            for corner in contour:
                glu.gluTessVertex(self.tess, corner, corner)
            glu.gluTessEndContour(self.tess)
        glu.gluTessEndPolygon(self.tess)
        return self

    def of(self, name):
        return [arguments for found, *arguments in self.calls if found == name]

    @property
    def primitives(self):
        """(mode, corners) of each primitive."""
        found = []
        for name, *arguments in self.calls:
            if name == "BEGIN":
                found.append((arguments[0], []))
            elif name == "VERTEX":
                found[-1][1].append(arguments[0])
        return found


def area(corners):
    """The area in the plane of x and y, negative if clockwise."""
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in pairs) / 2


def triangles(told):
    ((mode, corners),) = told.primitives
    assert mode == gl.GL_TRIANGLES
    return [corners[k : k + 3] for k in range(0, len(corners), 3)]


def plain(**chosen):
    return Told("BEGIN", "VERTEX", "END", "COMBINE", "ERROR", **chosen)


def test_a_convex_polygon_is_a_fan_and_others_are_triangles():
    assert plain().draw(SQUARE).primitives == [(gl.GL_TRIANGLE_FAN, SQUARE)]
    assert plain().draw(SQUARE[:3]).primitives == [(gl.GL_TRIANGLES, SQUARE[:3])]
    bent = triangles(plain().draw(BEND))
    assert [area(each) for each in bent].count(0) == 0 and len(bent) == 2
    assert sum(map(area, bent)) == area(BEND)
    ring = triangles(plain().draw(SQUARE, HOLE))
    assert sum(map(area, ring)) == 12 and len(ring) == 8
    assert not plain().draw([(0, 0, 0), (1, 1, 0), (2, 2, 0)]).calls
    assert not plain().draw().calls and not plain().draw([(1, 2, 3)]).calls


def test_winding_rules():
    """Each winding rule fills a star, which winds twice around its middle, and two squares."""
    other = [(2, 2, 0), (6, 2, 0), (6, 6, 0), (2, 6, 0)]
    arms, middle = area_of_star()
    wanted = {
        glu.GLU_TESS_WINDING_ODD: (arms, 24, 24),
        glu.GLU_TESS_WINDING_NONZERO: (arms + middle, 28, 24),
        glu.GLU_TESS_WINDING_POSITIVE: (0, 28, 12),
        glu.GLU_TESS_WINDING_NEGATIVE: (arms + middle, 0, 12),
        glu.GLU_TESS_WINDING_ABS_GEQ_TWO: (middle, 4, 0),
    }
    for rule, areas in wanted.items():
        for contours, wants in zip(
            ([STAR], [SQUARE, other], [SQUARE, other[::-1]]), areas, strict=True
        ):
            told = plain(properties={glu.GLU_TESS_WINDING_RULE: rule}, normal=(0, 0, 1))
            parts = told.draw(*contours).primitives
            found = sum(map(area, triangles(told))) if parts else 0
            assert abs(found - wants) < 1e-9, (rule, contours)


def area_of_star():
    """The arms of a pentagram, and its middle, with its points one from the centre."""
    inner = math.cos(2 * math.pi / 5) / math.cos(math.pi / 5)
    middle = 2.5 * inner**2 * math.sin(2 * math.pi / 5)
    return 5 * inner * math.sin(math.pi / 5) - middle, middle


def test_boundaries():
    told = plain(properties={glu.GLU_TESS_BOUNDARY_ONLY: 1}).draw(SQUARE, HOLE[::-1])
    assert [mode for mode, _ in told.primitives] == [gl.GL_LINE_LOOP] * 2
    assert sorted(area(corners) for _, corners in told.primitives) == [-4, 16]
    told = plain(properties={glu.GLU_TESS_BOUNDARY_ONLY: 7.5}).draw(SQUARE)
    assert told.primitives == [(gl.GL_LINE_LOOP, SQUARE)]


def test_edge_flags_ask_for_triangles_and_mark_the_boundary():
    names = "BEGIN", "VERTEX", "END", "COMBINE", "EDGE_FLAG"
    around = 5 * math.dist(STAR[0], STAR[1])  # arms and middle: the middle is another face
    for contour, boundary in (SQUARE, 16), (STAR, around):
        told, flag, marked = Told(*names).draw(contour), None, []
        assert [mode for mode, _ in told.primitives] == [gl.GL_TRIANGLES]
        for name, *arguments in told.calls:
            if name == "EDGE_FLAG":
                assert arguments[0] is not flag
                flag = arguments[0]
            elif name == "VERTEX":
                marked.append((arguments[0], flag))
        length = 0
        for k in range(0, len(marked), 3):
            for (a, on_boundary), (b, _) in itertools.pairwise([*marked[k : k + 3], marked[k]]):
                length += math.dist(a, b) * on_boundary
        assert abs(length - boundary) < 1e-9


def test_combine_gets_four_vertices_and_their_weights():
    bow = [(0, 0, 0), (4, 4, 4), (4, 0, 0), (0, 8, 8)]
    told = plain().draw(bow)
    ((place, data, weights),) = told.of("COMBINE")
    np.testing.assert_allclose(place, (8 / 3, 8 / 3, 8 / 3))
    assert {*data} == {*bow} and weights.dtype == np.float32
    np.testing.assert_allclose(sum(weights), 1)
    weighted = sum(np.array(corner) * w for corner, w in zip(data, weights.tolist(), strict=True))
    np.testing.assert_allclose(weighted, place, rtol=1e-6)
    assert tuple(place) in [corner for triangle in triangles(told) for corner in triangle]


def test_corners_in_one_place_are_combined():
    told = plain()
    glu.gluTessBeginPolygon(told.tess, None)
    glu.gluTessBeginContour(told.tess)
    for number, corner in enumerate([*SQUARE[:2], *SQUARE[1:]]):
        glu.gluTessVertex(told.tess, corner, number)
    glu.gluTessEndContour(told.tess)
    glu.gluTessEndPolygon(told.tess)
    ((place, data, weights),) = told.of("COMBINE")
    assert tuple(place) == SQUARE[1] and data == [1, 2, None, None]
    assert weights.tolist() == [0.5, 0.5, 0, 0]
    # Without the callback one of them will do.
    told = Told("BEGIN", "VERTEX", "ERROR").draw([*SQUARE[:2], *SQUARE[1:]])
    assert not told.of("ERROR") and sum(map(area, triangles(told))) == 16


def test_without_a_combine_callback_crossings_are_an_error():
    told = Told("BEGIN", "VERTEX", "ERROR").draw(STAR)
    assert told.calls == [("ERROR", glu.GLU_TESS_NEED_COMBINE_CALLBACK)]


def test_callbacks_with_data_take_precedence():
    names = [*CALLBACKS, *(f"{name}_DATA" for name in CALLBACKS)]
    polygon = object()
    told = Told(*names).draw(STAR, data=polygon)
    glu.gluTessVertex(told.tess, (0, 0, 0), None)
    found = {name for name, *_ in told.calls}
    assert found == {f"{name}_DATA" for name in CALLBACKS}
    assert all(call[-1] is polygon for call in told.calls if call[0] != "ERROR_DATA")
    for name in CALLBACKS:
        glu.gluTessCallback(told.tess, getattr(glu, f"GLU_TESS_{name}_DATA"), None)
    told.calls.clear()
    told.draw(STAR)
    assert {name for name, *_ in told.calls} == {*CALLBACKS}


def test_normals():
    """A polygon in space is seen from where its normal points, or from its own front."""
    upright = [(x, 0, y) for x, y, _ in BEND]
    for normal in (None, (0, -5, 1), (0, 3, 0)):
        found = triangles(plain(normal=normal).draw(upright))
        towards = sum(area([(x, z) for x, _, z in each]) for each in found)
        assert towards == area(BEND) * (1 if normal != (0, 3, 0) else -1), normal


def test_what_is_missing_is_told_and_made_good():
    told = Told("ERROR", "BEGIN", "VERTEX")
    steps = [
        (lambda: glu.gluTessVertex(told.tess, (0, 0, 0), 1),
         ["MISSING_BEGIN_POLYGON", "MISSING_BEGIN_CONTOUR"]),
        (lambda: glu.gluTessBeginContour(told.tess), ["MISSING_END_CONTOUR"]),
        (lambda: glu.gluTessVertex(told.tess, (1e151, 0, math.nan), 1), ["COORD_TOO_LARGE"]),
        (lambda: glu.gluTessEndPolygon(told.tess), ["MISSING_END_CONTOUR"]),
        (lambda: glu.gluTessEndContour(told.tess),
         ["MISSING_BEGIN_POLYGON", "MISSING_BEGIN_CONTOUR"]),
        (lambda: glu.gluTessBeginPolygon(told.tess, 5), ["MISSING_END_POLYGON"]),
        (lambda: glu.gluDeleteTess(told.tess), ["MISSING_END_POLYGON"]),
        (lambda: glu.gluDeleteTess(told.tess), []),
    ]  # fmt: skip
    for number, (step, names) in enumerate(steps):
        told.calls.clear()
        step()
        assert told.calls == [("ERROR", getattr(glu, f"GLU_TESS_{n}")) for n in names], number


def test_properties():
    told = Told("ERROR")
    tess = told.tess
    assert glu.gluGetTessProperty(tess, glu.GLU_TESS_WINDING_RULE) == glu.GLU_TESS_WINDING_ODD
    glu.gluTessProperty(tess, glu.GLU_TESS_TOLERANCE, 0.25)
    out = np.zeros(1)
    assert glu.gluGetTessProperty(tess, glu.GLU_TESS_TOLERANCE, out) == out[0] == 0.25
    wrong = [
        (glu.GLU_TESS_TOLERANCE, 1.5), (glu.GLU_TESS_TOLERANCE, math.nan),
        (glu.GLU_TESS_WINDING_RULE, 100130.5), (glu.GLU_TESS_WINDING_RULE, 7), (5, 1),
    ]  # fmt: skip
    for which, value in wrong:
        glu.gluTessProperty(tess, which, value)
    assert glu.gluGetTessProperty(tess, 5) == 0
    value, enum = glu.GLU_INVALID_VALUE, glu.GLU_INVALID_ENUM
    assert [code for (code,) in told.of("ERROR")] == [value] * 4 + [enum] * 2
    assert glu.gluGetTessProperty(tess, glu.GLU_TESS_TOLERANCE) == 0.25
    with pytest.raises(ValueError, match="7 is not a callback"):
        glu.gluTessCallback(tess, 7, print)
    with pytest.raises(glu.GLUError, match="3 numbers needed, not 2"):
        glu.gluTessVertex(tess, (1, 2), None)
    with pytest.raises(glu.GLUError, match="5 is not callable"):
        glu.gluTessCallback(tess, glu.GLU_TESS_BEGIN, 5)


def test_the_older_commands_draw():
    """A square with a hole, by functions of GL as callbacks."""
    with softgl.Context(20, 20, machine="eager") as context:
        gl.glOrtho(0, 5, 0, 5, -1, 1)
        tess = glu.gluNewTess()
        glu.gluTessCallback(tess, glu.GLU_BEGIN, gl.glBegin)
        glu.gluTessCallback(tess, glu.GLU_VERTEX, gl.glVertex3fv)
        glu.gluTessCallback(tess, glu.GLU_END, gl.glEnd)
        glu.gluTessCallback(tess, glu.GLU_EDGE_FLAG, gl.glEdgeFlag)
        glu.gluBeginPolygon(tess)
        for corner in SQUARE:
            glu.gluTessVertex(tess, corner, corner)
        glu.gluNextContour(tess, glu.GLU_INTERIOR)
        for corner in HOLE:
            glu.gluTessVertex(tess, corner, corner)
        glu.gluEndPolygon(tess)
        drawn = np.asarray(context.read_image())[..., 0] > 0
    want = np.zeros((20, 20), bool)
    want[4:, :16] = True
    want[8:16, 4:12] = False
    assert (drawn == want).all()
