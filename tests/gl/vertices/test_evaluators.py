"""Evaluators: maps and grids, the vertices they make, and the maps of NV_vertex_program."""

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *
from softgl.gl.vertices.attributes import ATTRIBS, COLOR, NORMAL, POSITION, TEXCOORDS

VERTEX = GL_VERTEX_PROGRAM_NV
ARCH = [[-1, 0, 0], [0, 2, 0], [1, 0, 4]]  # order 3
# x(u, v) = 2u, y = 4v, z = 8uv on [0, 1]; as order 2 in both directions, u first.
SADDLE = [[[0, 0, 0], [0, 4, 0]], [[2, 0, 0], [2, 4, 8]]]


def refused(code, function, *arguments):
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code


def points(draws, binding=POSITION):
    """The values of an attribute in the only draw."""
    [(_, stream)] = draws
    return stream.attributes[binding].tolist()


def curve(*values):
    glBegin(GL_POINTS)
    for u in values:
        glEvalCoord1f(u)
    glEnd()


@pytest.mark.parametrize(
    "define",
    [
        lambda: glMap1f(GL_MAP1_VERTEX_3, 0, 1, 3, 3, ARCH),
        lambda: glMap1d(GL_MAP1_VERTEX_3, 0, 1, 3, 3, np.float64(ARCH)),
        lambda: glMap1f(GL_MAP1_VERTEX_3, 0, 1, ARCH),
        lambda: glMap1f(GL_MAP1_VERTEX_3, 0, 1, 5, 3, np.float32(np.pad(ARCH, ((0, 0), (0, 2))))),
    ],
)
def test_a_curve(context, draws, define):
    define()
    glEnable(GL_MAP1_VERTEX_3)
    curve(0, 0.5, 1, 2)
    # (1-u)^2 p0 + 2u(1-u) p1 + u^2 p2
    assert points(draws) == [[-1, 0, 0, 1], [0, 1, 1, 1], [1, 0, 4, 1], [3, -8, 16, 1]]


def test_domains(context, draws):
    glMap1f(GL_MAP1_VERTEX_3, 4, 2, ARCH)
    glEnable(GL_MAP1_VERTEX_3)
    curve(4, 3)
    assert points(draws) == [[-1, 0, 0, 1], [0, 1, 1, 1]]


def test_all_attributes_of_a_vertex(context, draws):
    """Evaluated values count for one vertex; the current ones stay as they are."""
    glMap1f(GL_MAP1_VERTEX_4, 0, 1, [[0, 0, 0, 1], [1, 2, 3, 3]])
    glMap1f(GL_MAP1_COLOR_4, 0, 1, [[0, 0, 0, 0], [1, 0.5, 0.25, 1]])
    glMap1f(GL_MAP1_NORMAL, 0, 1, [[0, 0, 2], [0, 2, 0]])
    glMap1f(GL_MAP1_TEXTURE_COORD_2, 0, 1, [[4, 0], [0, 4]])
    glMap1f(GL_MAP1_TEXTURE_COORD_1, 0, 1, [[9], [9]])
    # "only the one with the most coordinates": of VERTEX and of TEXTURE_COORD.
    for cap in (GL_MAP1_VERTEX_4, GL_MAP1_VERTEX_3, GL_MAP1_COLOR_4, GL_MAP1_NORMAL):
        glEnable(cap)
    glEnable(GL_MAP1_TEXTURE_COORD_1)
    glEnable(GL_MAP1_TEXTURE_COORD_2)
    glColor4f(0, 1, 0, 1)
    glBegin(GL_POINTS)
    glEvalCoord1d(0.5)
    glVertex2f(7, 7)
    glColor4f(0, 0, 1, 1)
    glEvalCoord1fv([1])
    glEvalCoord1dv(np.array([0.0]))
    glEnd()
    assert points(draws) == [[0.5, 1, 1.5, 2], [7, 7, 0, 1], [1, 2, 3, 3], [0, 0, 0, 1]]
    assert points(draws, COLOR) == [
        [0.5, 0.25, 0.125, 0.5], [0, 1, 0, 1], [1, 0.5, 0.25, 1], [0, 0, 0, 0],
    ]  # fmt: skip
    assert points(draws, NORMAL) == [[0, 1, 1, 1], [0, 0, 1, 1], [0, 2, 0, 1], [0, 0, 2, 1]]
    assert points(draws, TEXCOORDS[0])[0] == [2, 2, 0, 1]
    assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [0, 0, 1, 1]
    assert glGetFloatv(GL_CURRENT_NORMAL).tolist() == [0, 0, 1]


def test_without_positions_nothing_happens(context, draws):
    glEnable(GL_MAP1_COLOR_4)
    glEvalCoord1f(0.5)
    curve(0.5)
    glEvalMesh1(GL_LINE, 0, 1)
    assert [stream.count for _, stream in draws] == [0]
    glEnable(GL_MAP1_VERTEX_3)
    glEvalCoord1f(0.5)
    glColor3f(1, 0, 0)
    assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [1, 0, 0, 1]


def test_grids(context, draws):
    glMap1f(GL_MAP1_VERTEX_3, 0, 1, [[0, 0, 0], [1, 0, 0]])
    glEnable(GL_MAP1_VERTEX_3)
    glMapGrid1f(10, 0.1, 0.7)
    glEvalMesh1(GL_LINE, 0, 10)
    glEvalMesh1(GL_POINT, 9, 11)
    glBegin(GL_POINTS)
    glEvalPoint1(10)
    glEnd()
    (mode, line), (dots, few), (_, one) = draws
    assert (mode, dots) == (GL_LINE_STRIP, GL_POINTS)
    xs = line.attributes[POSITION][:, 0]
    assert len(xs) == 11
    # The ends are exactly those of the grid.
    assert (xs[0], xs[10]) == (np.float32(0.1), np.float32(0.7))
    assert few.attributes[POSITION][1, 0] == one.attributes[POSITION][0, 0] == xs[10]
    assert few.attributes[POSITION][2, 0] == np.float32(0.76)


def surface():
    glMap2f(GL_MAP2_VERTEX_3, 0, 1, 0, 1, SADDLE)
    glEnable(GL_MAP2_VERTEX_3)


@pytest.mark.parametrize(
    "define",
    [
        lambda: glMap2f(GL_MAP2_VERTEX_3, 0, 1, 6, 2, 0, 1, 3, 2, SADDLE),
        # The strides say which direction is which.
        lambda: glMap2d(
            GL_MAP2_VERTEX_3, 0, 1, 3, 2, 0, 1, 6, 2, np.transpose(SADDLE, (1, 0, 2)).copy()
        ),
        surface,
    ],
)
def test_a_surface(context, draws, define):
    define()
    glEnable(GL_MAP2_VERTEX_3)
    glMapGrid2f(4, 0, 1, 2, 0, 1)
    glBegin(GL_POINTS)
    glEvalCoord2f(0.5, 0.25)
    glEvalCoord2dv([0.25, 1])
    glEvalPoint2(3, 1)
    glEnd()
    assert points(draws) == [[1, 1, 1, 1], [0.5, 4, 2, 1], [1.5, 2, 3, 1]]


def test_meshes(context, draws):
    """Strips of a filled mesh go along u, from one v to the next."""
    surface()
    glMapGrid2f(2, 0, 1, 4, 0, 1)
    glEvalMesh2(GL_FILL, 0, 2, 1, 3)
    glEvalMesh2(GL_POINT, 0, 1, 1, 1)
    glEvalMesh2(GL_LINE, 0, 2, 0, 1)
    (mode, filled), (_, dots), (_, along_u), (_, along_v) = draws
    assert mode == GL_QUAD_STRIP
    assert tuple(filled.runs) == (6, 6)
    xy = filled.attributes[POSITION][:, :2].tolist()
    assert xy[:6] == [[0, 1], [0, 2], [1, 1], [1, 2], [2, 1], [2, 2]]
    assert xy[6:8] == [[0, 2], [0, 3]]
    assert dots.attributes[POSITION][:, :2].tolist() == [[0, 1], [1, 1]]
    assert tuple(along_u.runs) == (3, 3)
    assert along_u.attributes[POSITION][:3, :2].tolist() == [[0, 0], [1, 0], [2, 0]]
    assert tuple(along_v.runs) == (2, 2, 2)
    assert along_v.attributes[POSITION][:4, :2].tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]


# dq/du = (2, 0, 8v), dq/dv = (0, 4, 8u): their cross product is (-32v, -16u, 8).
AT = (0.5, 0.25)
CROSS = np.array([-8, -8, 8])


@pytest.mark.parametrize("w", [None, [[2, 2], [2, 2]], [[1, 1], [3, 3]]])
def test_automatic_normals(context, draws, w):
    """They are normalized, and take the place of GL_MAP2_NORMAL; of x/w, y/w and z/w if there is w.

    With w = 1 + 2u, the point is (2u, 4v, 8uv) / w where the map gives that times w.
    """
    glEnable(GL_AUTO_NORMAL)
    glEnable(GL_MAP2_NORMAL)
    surface()
    cross = CROSS
    if w is not None:
        # Half as steep along u, which does not change the direction.
        glMap2f(GL_MAP2_VERTEX_4, 2, 4, 0, 1, np.dstack([SADDLE, w]))
        glEnable(GL_MAP2_VERTEX_4)
    if w == [[1, 1], [3, 3]]:
        # q = (2u, 4v, 8uv) / (1 + 2u): at (0.5, 0.25), with w = 2, dq/du = (p' w - p w') / w^2 =
        # ((4, 0, 4) - (2, 2, 2)) / 4 and dq/dv = (0, 4, 4) / 2.
        cross = np.cross([0.5, -0.5, 0.5], [0, 2, 2])
    glBegin(GL_POINTS)
    glEvalCoord2f(AT[0] if w is None else 2 + 2 * AT[0], AT[1])
    glEnd()
    [[*normal, last]] = points(draws, NORMAL)
    np.testing.assert_allclose(normal, cross / np.sqrt((cross * cross).sum()), rtol=1e-6, atol=1e-7)
    assert last == 1


def test_a_normal_of_no_length(context, draws):
    """A surface that is one point."""
    glEnable(GL_MAP2_VERTEX_3)
    glEnable(GL_AUTO_NORMAL)
    glBegin(GL_POINTS)
    glEvalCoord2f(0.5, 0.5)
    glEnd()
    assert points(draws, NORMAL) == [[0, 0, 0, 1]]


# -- NV_vertex_program -----------------------------------------------------------------------------


@pytest.fixture
def program(context):
    text = "!!VP1.0 MOV o[HPOS], v[0]; MOV o[COL0], v[3]; END"
    glLoadProgramNV(VERTEX, 1, len(text), text)
    glBindProgramNV(VERTEX, 1)
    glEnable(VERTEX)


def test_maps_of_vertex_attributes(context, program, draws):
    """They "take priority over the conventional maps that they might alias to"."""
    glMap1f(GL_MAP1_VERTEX_ATTRIB0_4_NV, 0, 1, [[0, 0, 0, 1], [4, 0, 0, 1]])
    glMap1f(GL_MAP1_VERTEX_3, 0, 1, [[9, 9, 9], [9, 9, 9]])
    glMap1f(GL_MAP1_VERTEX_ATTRIB3_4_NV, 0, 1, [[0, 0, 0, 0], [1, 1, 1, 1]])
    glMap1f(GL_MAP1_COLOR_4, 0, 1, [[0.5] * 4] * 2)
    glMap1f(GL_MAP1_VERTEX_ATTRIB6_4_NV, 0, 1, [[0, 0, 0, 8], [8, 0, 0, 0]])
    for cap in (GL_MAP1_VERTEX_3, GL_MAP1_COLOR_4, GL_MAP1_VERTEX_ATTRIB6_4_NV):
        glEnable(cap)
    curve(0.25, 1)
    glEnable(GL_MAP1_VERTEX_ATTRIB0_4_NV)
    glEnable(GL_MAP1_VERTEX_ATTRIB3_4_NV)
    curve(0.25, 1)
    glDisable(VERTEX)
    curve(0.25, 1)
    before, both, without = (stream.attributes for _, stream in draws)
    assert before[POSITION].tolist() == without[POSITION].tolist() == [[9, 9, 9, 1]] * 2
    assert both[POSITION].tolist() == [[1, 0, 0, 1], [4, 0, 0, 1]]
    assert before[COLOR].tolist() == without[COLOR].tolist() == [[0.5] * 4] * 2
    assert both[ATTRIBS[3]].tolist() == both[COLOR].tolist() == [[0.25] * 4, [1] * 4]
    assert before[ATTRIBS[6]].tolist() == [[2, 0, 0, 6], [8, 0, 0, 0]]
    assert ATTRIBS[6] not in without
    assert glGetVertexAttribfvNV(6, GL_CURRENT_ATTRIB_NV).tolist() == [0, 0, 0, 1]


def test_automatic_normals_of_programs(context, program, draws):
    """The "generated analytic normal used for vertex attribute 2 is simply (mx,my,mz,1)"."""
    attribute = np.insert(np.float32(SADDLE), 3, 1, axis=2)
    glMap2f(GL_MAP2_VERTEX_ATTRIB0_4_NV, 0, 1, 0, 1, attribute)
    glMap2f(GL_MAP2_VERTEX_ATTRIB2_4_NV, 0, 1, 0, 1, attribute)
    for cap in (GL_AUTO_NORMAL, GL_MAP2_VERTEX_ATTRIB0_4_NV, GL_MAP2_VERTEX_ATTRIB2_4_NV):
        glEnable(cap)
    glMapGrid2f(2, 0, 1, 4, 0, 1)
    glEvalMesh2(GL_POINT, 1, 2, 1, 1)
    [(_, stream)] = draws
    assert stream.attributes[ATTRIBS[2]].tolist() == [[-8, -8, 8, 1], [-8, -16, 8, 1]]


def test_a_mesh_is_drawn(context, program):
    glMap2f(GL_MAP2_VERTEX_3, 0, 1, 0, 1, np.float32(SADDLE) * [0.5, 0.25, 0] - [1, 1, 0])
    glEnable(GL_MAP2_VERTEX_3)
    glColor4f(0, 1, 0, 1)
    glMapGrid2f(3, 0, 1, 3, 0, 1)
    glEvalMesh2(GL_FILL, 0, 3, 0, 3)
    seen = np.asarray(context.read_image())[::-1]
    assert (seen[:4, :4] == [0, 255, 0, 255]).all()
    glBindProgramNV(VERTEX, 9)
    refused(GL_INVALID_OPERATION, glEvalMesh2, GL_FILL, 0, 3, 0, 3)


# -- state -----------------------------------------------------------------------------------------


def test_queries(context):
    assert glGetMapfv(GL_MAP1_COLOR_4, GL_COEFF).tolist() == [1, 1, 1, 1]
    assert glGetMapdv(GL_MAP2_NORMAL, GL_COEFF).tolist() == [0, 0, 1]
    assert glGetMapiv(GL_MAP2_VERTEX_ATTRIB15_4_NV, GL_COEFF).tolist() == [0, 0, 0, 1]
    assert glGetMapiv(GL_MAP2_VERTEX_3, GL_ORDER).tolist() == [1, 1]
    assert glGetMapfv(GL_MAP1_VERTEX_3, GL_DOMAIN).tolist() == [0, 1]
    glMap2d(GL_MAP2_VERTEX_3, 1, 3, 4.5, 4, SADDLE)
    assert glGetMapfv(GL_MAP2_VERTEX_3, GL_COEFF).tolist() == np.float32(SADDLE).ravel().tolist()
    assert glGetMapiv(GL_MAP2_VERTEX_3, GL_DOMAIN).tolist() == [1, 3, 5, 4]
    out = np.zeros(2, np.int32)
    assert glGetMapiv(GL_MAP2_VERTEX_3, GL_ORDER, out) is out
    assert out.tolist() == [2, 2]
    assert glGetIntegerv(GL_MAX_EVAL_ORDER) >= 8
    glMapGrid2d(3, 0, 2, 4, 1, 5)
    assert glGetFloatv(GL_MAP2_GRID_DOMAIN).tolist() == [0, 2, 1, 5]
    assert glGetIntegerv(GL_MAP2_GRID_SEGMENTS).tolist() == [3, 4]
    assert glGetIntegerv(GL_MAP1_GRID_SEGMENTS) == 1
    assert glIsEnabled(GL_MAP1_VERTEX_ATTRIB7_4_NV) == glIsEnabled(GL_AUTO_NORMAL) == 0


@pytest.mark.parametrize("bit", [GL_EVAL_BIT, GL_ENABLE_BIT])
def test_pushed(context, bit):
    glPushAttrib(bit)
    glEnable(GL_AUTO_NORMAL)
    glEnable(GL_MAP2_VERTEX_ATTRIB4_4_NV)
    glMapGrid1f(7, 0, 1)
    glMap1f(GL_MAP1_VERTEX_3, 0, 1, ARCH)
    glPopAttrib()
    assert glIsEnabled(GL_AUTO_NORMAL) == glIsEnabled(GL_MAP2_VERTEX_ATTRIB4_4_NV) == 0
    assert glGetIntegerv(GL_MAP1_GRID_SEGMENTS) == (1 if bit == GL_EVAL_BIT else 7)
    assert glGetMapiv(GL_MAP1_VERTEX_3, GL_ORDER) == [3]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("ends", [(-np.inf, np.inf), (np.inf, np.inf), (1e308, -1e308)])
def test_a_grid_without_finite_steps(context, ends):
    glMap1f(GL_MAP1_VERTEX_3, 0, 1, ARCH)
    glEnable(GL_MAP1_VERTEX_3)
    glMapGrid1d(3, *ends)
    glEvalMesh1(GL_LINE, 0, 3)
    glEvalPoint1(2)
    glFinish()


ONE, TWO = GL_MAP1_VERTEX_3, GL_MAP2_VERTEX_3
FOUR = np.zeros((4, 4, 4), np.float32)


@pytest.mark.parametrize(
    ("code", "function", "arguments"),
    [
        (GL_INVALID_ENUM, glMap1f, (TWO, 0, 1, 3, 3, ARCH)),
        (GL_INVALID_ENUM, glMap2f, (ONE, 0, 1, 6, 2, 0, 1, 3, 2, SADDLE)),
        (GL_INVALID_VALUE, glMap1f, (ONE, 1, 1, 3, 3, ARCH)),
        (GL_INVALID_VALUE, glMap1f, (ONE, 0, 1, 2, 3, ARCH)),
        (GL_INVALID_VALUE, glMap1f, (ONE, 0, 1, 3, 0, ARCH)),
        (GL_INVALID_VALUE, glMap1f, (ONE, 0, 1, 3, 31, np.zeros(93, np.float32))),
        (GL_INVALID_VALUE, glMap1f, (ONE, 0, 1, 3, 4, ARCH)),
        (GL_INVALID_VALUE, glMap1f, (ONE, 0, 1, 3, 3, None)),
        (GL_INVALID_VALUE, glMap1f, (ONE, 0, 1, 3, 3, 4096)),
        (GL_INVALID_VALUE, glMap1f, (GL_MAP1_VERTEX_ATTRIB1_4_NV, 0, 1, 3, 3, ARCH)),
        (GL_INVALID_VALUE, glMap2f, (TWO, 0, 0, 6, 2, 0, 1, 3, 2, SADDLE)),
        (GL_INVALID_VALUE, glMap2f, (TWO, 0, 1, 6, 2, 5, 5, 3, 2, SADDLE)),
        (GL_INVALID_VALUE, glMap2f, (TWO, 0, 1, 2, 2, 0, 1, 3, 2, SADDLE)),
        (GL_INVALID_VALUE, glMap2f, (TWO, 0, 1, 6, 2, 0, 1, 2, 2, SADDLE)),
        (GL_INVALID_VALUE, glMap2f, (TWO, 0, 1, 6, 2, 0, 1, 3, -1, SADDLE)),
        (GL_INVALID_VALUE, glMap2f, (TWO, 0, 1, 2**30, 2, 0, 1, 3, 2, SADDLE)),
        (GL_INVALID_VALUE, glMap2f, (TWO, 0, 1, 0, 1, [[1, 2], [3]])),
        (GL_INVALID_VALUE, glMapGrid1f, (0, 0, 1)),
        (GL_INVALID_VALUE, glMapGrid2f, (1, 0, 1, -1, 0, 1)),
        (GL_INVALID_ENUM, glEvalMesh1, (GL_FILL, 0, 1)),
        (GL_INVALID_ENUM, glEvalMesh2, (GL_QUADS, 0, 1, 0, 1)),
        (GL_OUT_OF_MEMORY, glEvalMesh1, (GL_LINE, -(2**31), 2**31 - 1)),
        (GL_OUT_OF_MEMORY, glEvalMesh2, (GL_LINE, 0, 2**20, 0, 2**20)),
        (GL_INVALID_ENUM, glGetMapfv, (GL_TEXTURE_2D, GL_COEFF)),
        (GL_INVALID_ENUM, glGetMapfv, (ONE, GL_MAP1_GRID_DOMAIN)),
        (GL_INVALID_VALUE, glGetMapfv, (ONE, GL_COEFF, np.zeros(2, np.float32))),
    ],
)
def test_errors(context, snapshot, code, function, arguments):
    before = snapshot(context)
    refused(code, function, *arguments)
    assert snapshot(context) == before


def test_maps_belong_to_texture_unit_0(context):
    glActiveTexture(GL_TEXTURE1)
    refused(GL_INVALID_OPERATION, glMap1f, ONE, 0, 1, ARCH)
    refused(GL_INVALID_OPERATION, glMap2f, TWO, 0, 1, 0, 1, SADDLE)


def test_between_begin_and_end(context):
    glBegin(GL_POINTS)
    refused(GL_INVALID_OPERATION, glMap1f, ONE, 0, 1, ARCH)
    refused(GL_INVALID_OPERATION, glMapGrid1f, 1, 0, 1)
    refused(GL_INVALID_OPERATION, glEvalMesh1, GL_LINE, 0, 1)
    refused(GL_INVALID_OPERATION, glGetMapfv, ONE, GL_COEFF)
    glEvalCoord1f(0)
    glEvalPoint2(0, 0)


def test_numbers_that_are_none(context):
    """Infinite and NaN coordinates and points neither crash nor draw."""
    glMap2f(TWO, 0, 1, 0, 1, np.full((3, 3, 3), np.nan))
    glEnable(TWO)
    glEnable(GL_AUTO_NORMAL)
    glMapGrid2f(2, -np.inf, np.nan, 2, 0, 1e38)
    glEvalMesh2(GL_FILL, 0, 2, 0, 2)
    glBegin(GL_TRIANGLES)
    for _ in range(3):
        glEvalCoord2f(np.inf, np.nan)
    glEnd()
    assert not np.asarray(context.read_image()).any()
