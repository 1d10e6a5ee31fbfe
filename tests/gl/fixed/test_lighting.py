"""Lights, the light model and materials: state, queries and errors."""

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *
from softgl.gl.fixed.lighting import LIGHT_PARAMETERS, MATERIAL_PARAMETERS
from softgl.gl.vertices.attributes import COLOR

GREY, SIGNED = [0.125, 0.25, 0.5, 0.75], [-0.5, 2.0, 0.25, 1.0]
WHITE, BLACK = [1, 1, 1, 1], [0, 0, 0, 1]


def floats(values):
    return np.float32(values).tolist()


def test_initial_values(context):
    # OpenGL 2.1, table 2.10.
    for light in (GL_LIGHT0, GL_LIGHT1, GL_LIGHT7):
        bright = WHITE if light == GL_LIGHT0 else BLACK
        expected = {
            GL_AMBIENT: BLACK, GL_DIFFUSE: bright, GL_SPECULAR: bright, GL_POSITION: [0, 0, 1, 0],
            GL_SPOT_DIRECTION: [0, 0, -1], GL_SPOT_EXPONENT: 0, GL_SPOT_CUTOFF: 180,
            GL_CONSTANT_ATTENUATION: 1, GL_LINEAR_ATTENUATION: 0, GL_QUADRATIC_ATTENUATION: 0,
        }  # fmt: skip
        assert expected.keys() == LIGHT_PARAMETERS.keys()
        for pname, value in expected.items():
            assert glGetLightfv(light, pname).tolist() == value
    for face in (GL_FRONT, GL_BACK):
        assert glGetMaterialfv(face, GL_AMBIENT).tolist() == floats([0.2, 0.2, 0.2, 1])
        assert glGetMaterialfv(face, GL_DIFFUSE).tolist() == floats([0.8, 0.8, 0.8, 1])
        assert glGetMaterialfv(face, GL_SPECULAR).tolist() == BLACK
        assert glGetMaterialfv(face, GL_EMISSION).tolist() == BLACK
        assert glGetMaterialfv(face, GL_SHININESS) == 0
        assert glGetMaterialiv(face, GL_COLOR_INDEXES).tolist() == [0, 1, 1]
    assert glGetFloatv(GL_LIGHT_MODEL_AMBIENT).tolist() == floats([0.2, 0.2, 0.2, 1])
    assert not glGetBooleanv(GL_LIGHT_MODEL_LOCAL_VIEWER)
    assert not glGetBooleanv(GL_LIGHT_MODEL_TWO_SIDE)
    assert glGetIntegerv(GL_LIGHT_MODEL_COLOR_CONTROL) == GL_SINGLE_COLOR
    assert glGetIntegerv(GL_COLOR_MATERIAL_FACE) == GL_FRONT_AND_BACK
    assert glGetIntegerv(GL_COLOR_MATERIAL_PARAMETER) == GL_AMBIENT_AND_DIFFUSE
    assert glGetIntegerv(GL_MAX_LIGHTS) == 8


def test_three_floats_of_four(context):
    glLightfv(GL_LIGHT0, GL_DIFFUSE, (0.5, 0.25, 0.125))
    glMaterialfv(GL_FRONT, GL_AMBIENT, [0.5, 0.25, 0.125])
    for found in (glGetLightfv(GL_LIGHT0, GL_DIFFUSE), glGetMaterialfv(GL_FRONT, GL_AMBIENT)):
        assert found.tolist() == [0.5, 0.25, 0.125, 1]
    with pytest.raises(GLError, match="4 numbers needed, not 3"):
        glLightiv(GL_LIGHT0, GL_POSITION, (1, 2, 3))


@pytest.mark.parametrize(
    "cap", [GL_LIGHTING, GL_LIGHT0, GL_LIGHT7, GL_COLOR_MATERIAL, GL_NORMALIZE, GL_RESCALE_NORMAL]
)
def test_switches(context, cap):
    assert glIsEnabled(cap) == 0
    glEnable(cap)
    assert glIsEnabled(cap) == glGetIntegerv(cap) == 1
    assert sum(glIsEnabled(GL_LIGHT0 + n) for n in range(8)) == (GL_LIGHT0 <= cap <= GL_LIGHT7)
    glDisable(cap)
    assert glIsEnabled(cap) == 0


@pytest.mark.parametrize("pname", [GL_AMBIENT, GL_DIFFUSE, GL_SPECULAR])
def test_light_colors(context, pname):
    glLightfv(GL_LIGHT2, pname, SIGNED)
    found = glGetLightfv(GL_LIGHT2, pname)
    assert found.dtype == np.float32 and found.tolist() == SIGNED
    out = np.zeros(4)
    assert glGetLightfv(GL_LIGHT2, pname, out) is out and out.tolist() == SIGNED
    # OpenGL 2.1, tables 2.9 and 4.7: integers span [-1, 1].
    glLightiv(GL_LIGHT2, pname, [2**31 - 1, -(2**31), 0, 2**31 - 1])
    assert glGetLightfv(GL_LIGHT2, pname).tolist() == [1, -1, floats([1 / (2**32 - 1)])[0], 1]
    whole = glGetLightiv(GL_LIGHT2, pname)
    assert whole.dtype == np.int32 and whole.tolist() == [2**31 - 1, -(2**31), 0, 2**31 - 1]


def test_light_numbers(context):
    numbers = [GL_SPOT_EXPONENT, GL_SPOT_CUTOFF, GL_CONSTANT_ATTENUATION, GL_LINEAR_ATTENUATION]
    for value, pname in enumerate([*numbers, GL_QUADRATIC_ATTENUATION], 2):
        glLightf(GL_LIGHT1, pname, value + 0.5)
        assert glGetLightfv(GL_LIGHT1, pname) == np.float32(value + 0.5)
        glLighti(GL_LIGHT1, pname, value)
        assert glGetLightiv(GL_LIGHT1, pname) == np.int32(value)
        glLightfv(GL_LIGHT1, pname, value + 1)  # PyOpenGL accepts one number
        assert glGetLightfv(GL_LIGHT1, pname) == value + 1
    glLightf(GL_LIGHT1, GL_SPOT_CUTOFF, 180)
    assert glGetLightfv(GL_LIGHT1, GL_SPOT_CUTOFF) == 180


def test_positions_become_eye_coordinates(context):
    glTranslatef(1, 2, 3)
    glScalef(2, 4, 8)
    glLightfv(GL_LIGHT0, GL_POSITION, [1, 1, 1, 1])
    glLightfv(GL_LIGHT1, GL_POSITION, [1, 1, 1, 0])
    glLightiv(GL_LIGHT2, GL_POSITION, [1, 1, 1, 2])
    glLightfv(GL_LIGHT0, GL_SPOT_DIRECTION, [1, -1, 0.5])
    glLoadIdentity()
    assert glGetLightfv(GL_LIGHT0, GL_POSITION).tolist() == [3, 6, 11, 1]
    assert glGetLightfv(GL_LIGHT1, GL_POSITION).tolist() == [2, 4, 8, 0]
    assert glGetLightiv(GL_LIGHT2, GL_POSITION).tolist() == [4, 8, 14, 2]
    assert glGetLightfv(GL_LIGHT0, GL_SPOT_DIRECTION).tolist() == [2, -4, 4]


def test_light_model(context):
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, GREY)
    assert glGetFloatv(GL_LIGHT_MODEL_AMBIENT).tolist() == GREY
    glLightModeliv(GL_LIGHT_MODEL_AMBIENT, [2**31 - 1] * 4)
    assert glGetFloatv(GL_LIGHT_MODEL_AMBIENT).tolist() == WHITE
    glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1)
    glLightModelf(GL_LIGHT_MODEL_LOCAL_VIEWER, 0.5)
    glLightModelf(GL_LIGHT_MODEL_COLOR_CONTROL, GL_SEPARATE_SPECULAR_COLOR)
    assert glGetBooleanv(GL_LIGHT_MODEL_TWO_SIDE) and glGetBooleanv(GL_LIGHT_MODEL_LOCAL_VIEWER)
    assert glGetIntegerv(GL_LIGHT_MODEL_COLOR_CONTROL) == GL_SEPARATE_SPECULAR_COLOR


def test_materials(context):
    glMaterialfv(GL_FRONT, GL_AMBIENT, GREY)
    glMaterialfv(GL_BACK, GL_AMBIENT, SIGNED)
    assert glGetMaterialfv(GL_FRONT, GL_AMBIENT).tolist() == GREY
    assert glGetMaterialfv(GL_BACK, GL_AMBIENT).tolist() == SIGNED
    glMaterialfv(GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE, np.float64(GREY))
    glMateriali(GL_BACK, GL_SHININESS, 7)
    glMaterialfv(GL_FRONT, GL_COLOR_INDEXES, [3, 2, 1])
    for face in (GL_FRONT, GL_BACK):
        assert glGetMaterialfv(face, GL_AMBIENT).tolist() == GREY
        assert glGetMaterialfv(face, GL_DIFFUSE).tolist() == GREY
        assert glGetMaterialfv(face, GL_SHININESS) == (7 if face == GL_BACK else 0)
    assert glGetMaterialfv(GL_FRONT, GL_COLOR_INDEXES).tolist() == [3, 2, 1]
    for pname in MATERIAL_PARAMETERS.keys() - {GL_AMBIENT_AND_DIFFUSE}:
        assert glGetMaterialfv(GL_FRONT, pname).dtype == np.float32


def test_a_material_within_a_primitive(context, draws):
    glBegin(GL_TRIANGLES)
    glColor3f(1, 0, 0)
    glVertex2f(0, 0)
    glMaterialf(GL_FRONT, GL_SHININESS, 3)
    glColor3f(0, 1, 0)
    glVertex2f(1, 0)
    glEnd()
    assert glGetMaterialfv(GL_FRONT, GL_SHININESS) == 3
    assert draws[0][1].attributes[COLOR].tolist() == [[1, 0, 0, 1], [0, 1, 0, 1]]


def test_color_material(context):
    glColorMaterial(GL_FRONT, GL_SPECULAR)
    glColor4f(*GREY)
    assert glGetMaterialfv(GL_FRONT, GL_SPECULAR).tolist() == BLACK
    glEnable(GL_COLOR_MATERIAL)
    assert glGetMaterialfv(GL_FRONT, GL_SPECULAR).tolist() == GREY
    assert glGetMaterialfv(GL_BACK, GL_SPECULAR).tolist() == BLACK
    glMaterialfv(GL_FRONT, GL_SPECULAR, WHITE)
    assert glGetMaterialfv(GL_FRONT, GL_SPECULAR).tolist() == GREY
    glColor4f(1, 0, 0, 1)
    glColorMaterial(GL_BACK, GL_AMBIENT_AND_DIFFUSE)
    glColor4f(0, 1, 0, 1)
    # OpenGL 2.1, 2.14.3: "The replacements made to material properties are permanent".
    assert glGetMaterialfv(GL_FRONT, GL_SPECULAR).tolist() == [1, 0, 0, 1]
    glDisable(GL_COLOR_MATERIAL)
    glColor4f(0, 0, 1, 1)
    for pname in (GL_AMBIENT, GL_DIFFUSE):
        assert glGetMaterialfv(GL_BACK, pname).tolist() == [0, 1, 0, 1]
    glEnable(GL_COLOR_MATERIAL)
    glBegin(GL_TRIANGLES)
    glColor4f(0.5, 0.5, 0.5, 0.5)
    glEnd()
    assert glGetMaterialfv(GL_BACK, GL_DIFFUSE).tolist() == [0.5] * 4


@pytest.mark.parametrize(
    ("function", "arguments", "code"),
    [
        (glLightf, (GL_LIGHT0, GL_AMBIENT, 1), GL_INVALID_ENUM),
        (glLightf, (GL_LIGHT0 + 8, GL_SPOT_CUTOFF, 1), GL_INVALID_ENUM),
        (glLightf, (GL_LIGHT0, GL_SHININESS, 1), GL_INVALID_ENUM),
        (glLightf, (GL_LIGHT0, GL_SPOT_CUTOFF, 91), GL_INVALID_VALUE),
        (glLightf, (GL_LIGHT0, GL_SPOT_CUTOFF, float("nan")), GL_INVALID_VALUE),
        (glLightf, (GL_LIGHT0, GL_SPOT_EXPONENT, 128.5), GL_INVALID_VALUE),
        (glLighti, (GL_LIGHT0, GL_SPOT_EXPONENT, -1), GL_INVALID_VALUE),
        (glLightf, (GL_LIGHT0, GL_LINEAR_ATTENUATION, -0.1), GL_INVALID_VALUE),
        (glLightfv, (GL_LIGHT0, GL_POSITION, [1, 2]), GL_INVALID_VALUE),
        (glLightfv, (GL_LIGHT0, GL_POSITION, "1234"), GL_INVALID_VALUE),
        (glGetLightfv, (GL_LIGHT0, GL_EMISSION), GL_INVALID_ENUM),
        (glLightModeli, (GL_LIGHT_MODEL_COLOR_CONTROL, GL_FLAT), GL_INVALID_ENUM),
        (glLightModeli, (GL_LIGHT_MODEL_AMBIENT, 1), GL_INVALID_ENUM),
        (glMaterialf, (GL_FRONT, GL_SHININESS, 129), GL_INVALID_VALUE),
        (glMaterialf, (GL_LEFT, GL_SHININESS, 1), GL_INVALID_ENUM),
        (glMaterialfv, (GL_FRONT, GL_POSITION, GREY), GL_INVALID_ENUM),
        (glGetMaterialfv, (GL_FRONT_AND_BACK, GL_AMBIENT), GL_INVALID_ENUM),
        (glGetMaterialfv, (GL_FRONT, GL_AMBIENT_AND_DIFFUSE), GL_INVALID_ENUM),
        (glColorMaterial, (GL_FRONT, GL_SHININESS), GL_INVALID_ENUM),
        (glColorMaterial, (GL_LEFT, GL_AMBIENT), GL_INVALID_ENUM),
    ],
)
def test_errors(context, snapshot, function, arguments, code):
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code
    assert snapshot(context) == before
