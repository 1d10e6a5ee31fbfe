"""Fog, colour sum and point parameters: state, queries and errors."""

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *


def test_initial_values(context):
    assert glGetFloatv(GL_FOG_COLOR).tolist() == [0, 0, 0, 0]
    assert glGetIntegerv(GL_FOG_MODE) == GL_EXP
    assert glGetIntegerv(GL_FOG_COORD_SRC) == GL_FRAGMENT_DEPTH
    for pname, value in (
        (GL_FOG_INDEX, 0), (GL_FOG_DENSITY, 1), (GL_FOG_START, 0), (GL_FOG_END, 1),
        (GL_POINT_SIZE, 1), (GL_POINT_SIZE_MIN, 0), (GL_POINT_FADE_THRESHOLD_SIZE, 1),
    ):  # fmt: skip
        assert glGetFloatv(pname) == value
    assert glGetFloatv(GL_POINT_SIZE_MAX) == glGetFloatv(GL_ALIASED_POINT_SIZE_RANGE)[1]
    assert glGetFloatv(GL_POINT_DISTANCE_ATTENUATION).tolist() == [1, 0, 0]
    assert glGetIntegerv(GL_POINT_SPRITE_COORD_ORIGIN) == GL_UPPER_LEFT


@pytest.mark.parametrize(
    "cap", [GL_FOG, GL_COLOR_SUM, GL_POINT_SMOOTH, GL_POINT_SPRITE, GL_VERTEX_PROGRAM_POINT_SIZE]
)
def test_switches(context, cap):
    assert glIsEnabled(cap) == 0
    glEnable(cap)
    assert glIsEnabled(cap) == glGetBooleanv(cap) == 1


def test_fog(context):
    glFogfv(GL_FOG_COLOR, [-1, 0.25, 2, float("nan")])
    assert glGetFloatv(GL_FOG_COLOR).tolist() == [0, 0.25, 1, 0]
    glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, GL_FALSE)
    assert glGetFloatv(GL_FOG_COLOR)[:3].tolist() == [-1, 0.25, 2]
    glFogiv(GL_FOG_COLOR, [2**31 - 1] * 4)
    assert glGetIntegerv(GL_FOG_COLOR).tolist() == [2**31 - 1] * 4
    for set_mode in (glFogi, glFogf, glFogiv, glFogfv):
        for mode in (GL_LINEAR, GL_EXP2, GL_EXP):
            set_mode(GL_FOG_MODE, mode)
            assert glGetIntegerv(GL_FOG_MODE) == mode
    for value, pname in enumerate((GL_FOG_DENSITY, GL_FOG_START, GL_FOG_END, GL_FOG_INDEX), 1):
        glFogf(pname, value + 0.1)
        assert glGetFloatv(pname) == np.float32(value + 0.1)
    glFogf(GL_FOG_START, -7)
    assert glGetIntegerv(GL_FOG_START) == -7
    glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD)
    assert glGetIntegerv(GL_FOG_COORD_SRC) == GL_FOG_COORD


def test_fog_distance(context):
    """NV_fog_distance, "New State" and "Errors"; the attribute group is that of fog."""
    assert glGetIntegerv(GL_FOG_DISTANCE_MODE_NV) == GL_EYE_PLANE_ABSOLUTE_NV
    glPushAttrib(GL_FOG_BIT)
    for mode in (GL_EYE_RADIAL_NV, GL_EYE_PLANE):
        glFogi(GL_FOG_DISTANCE_MODE_NV, mode)
        assert glGetFloatv(GL_FOG_DISTANCE_MODE_NV) == mode
    glPopAttrib()
    assert glGetIntegerv(GL_FOG_DISTANCE_MODE_NV) == GL_EYE_PLANE_ABSOLUTE_NV
    with pytest.raises(GLError) as caught:
        glFogi(GL_FOG_DISTANCE_MODE_NV, GL_EYE_LINEAR)
    assert caught.value.code == GL_INVALID_ENUM


def test_points(context):
    glPointSize(2.5)
    glPointParameterf(GL_POINT_SIZE_MIN, 0.25)
    glPointParameteri(GL_POINT_SIZE_MAX, 9)
    glPointParameterfv(GL_POINT_FADE_THRESHOLD_SIZE, [3])
    glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION, [0.5, 0.25, -1])
    glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, GL_LOWER_LEFT)
    for pname, value in (
        (GL_POINT_SIZE, 2.5), (GL_POINT_SIZE_MIN, 0.25), (GL_POINT_SIZE_MAX, 9),
        (GL_POINT_FADE_THRESHOLD_SIZE, 3),
    ):  # fmt: skip
        assert glGetFloatv(pname) == value
    assert glGetFloatv(GL_POINT_DISTANCE_ATTENUATION).tolist() == [0.5, 0.25, -1]
    glPointParameteriv(GL_POINT_DISTANCE_ATTENUATION, [3, 2, 1])
    assert glGetIntegerv(GL_POINT_DISTANCE_ATTENUATION).tolist() == [3, 2, 1]
    assert glGetIntegerv(GL_POINT_SPRITE_COORD_ORIGIN) == GL_LOWER_LEFT


@pytest.mark.parametrize(
    ("function", "arguments", "code"),
    [
        (glFogf, (GL_FOG_DENSITY, -0.5), GL_INVALID_VALUE),
        (glFogf, (GL_FOG_COLOR, 1), GL_INVALID_ENUM),
        (glFogi, (GL_FOG_MODE, GL_FLAT), GL_INVALID_ENUM),
        (glFogf, (GL_FOG_MODE, GL_EXP + 0.5), GL_INVALID_ENUM),
        (glFogi, (GL_FOG_COORD_SRC, GL_EXP), GL_INVALID_ENUM),
        (glFogi, (GL_AMBIENT, 1), GL_INVALID_ENUM),
        (glFogfv, (GL_FOG_COLOR, [1, 2]), GL_INVALID_VALUE),
        (glPointSize, (0,), GL_INVALID_VALUE),
        (glPointSize, (-1,), GL_INVALID_VALUE),
        (glPointParameterf, (GL_POINT_SIZE_MIN, -1), GL_INVALID_VALUE),
        (glPointParameterf, (GL_POINT_SIZE_MAX, -1), GL_INVALID_VALUE),
        (glPointParameterf, (GL_POINT_FADE_THRESHOLD_SIZE, -1), GL_INVALID_VALUE),
        (glPointParameterf, (GL_POINT_DISTANCE_ATTENUATION, 1), GL_INVALID_ENUM),
        (glPointParameteri, (GL_POINT_SPRITE_COORD_ORIGIN, GL_LEFT), GL_INVALID_ENUM),
        (glPointParameteri, (GL_POINT_SIZE, 1), GL_INVALID_ENUM),
    ],
)
def test_errors(context, snapshot, function, arguments, code):
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code
    assert snapshot(context) == before


def fragment_program(text):
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 1)
    glProgramStringARB(
        GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text.encode()
    )
    glEnable(GL_FRAGMENT_PROGRAM_ARB)


def drawn(depth=0.0):
    """The bytes of a pixel of a square at a depth in object coordinates."""
    glBegin(GL_QUADS)
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        glVertex3f(x, y, depth)
    glEnd()
    return np.frombuffer(glReadPixels(4, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE), np.uint8).tolist()


# The factor is a half: the coordinate is 1 of a fog from 0 to 2.
@pytest.mark.parametrize(
    ("source", "coordinate", "depth"), [(GL_FOG_COORD, 1, 4), (GL_FRAGMENT_DEPTH, 7, 1)]
)
def test_fog_without_a_vertex_program(context, source, coordinate, depth):
    fragment_program("!!ARBfp1.0\nOPTION ARB_fog_linear;\nMOV result.color, fragment.color;\nEND")
    glFogi(GL_FOG_COORD_SRC, source)
    glFogf(GL_FOG_END, 2)
    glFogfv(GL_FOG_COLOR, [0, 0, 1, 0])
    glFogCoordf(coordinate)
    glScalef(1, 1, 0.5)
    glTranslatef(0, 0, -3)  # a depth of 1 is 1 in front of the eye, one of 4 half behind it
    glColor4f(1, 0.6, 0, 1)
    assert drawn(depth) == [128, 76, 128, 255]


def test_what_a_fragment_program_reads_without_a_vertex_program(context):
    """Every texture coordinate set, by its matrix, and the fog coordinate."""
    fragment_program(
        "!!ARBfp1.0\nMOV result.color, fragment.texcoord[7];\n"
        "MOV result.color.z, fragment.fogcoord.x;\nEND"
    )
    glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD)
    glFogCoordf(0.2)
    glMultiTexCoord4f(GL_TEXTURE7, 0.2, 0.4, 0, 1)
    glActiveTexture(GL_TEXTURE7)
    glMatrixMode(GL_TEXTURE)
    glTranslatef(0.4, 0.4, 0)
    assert drawn() == [153, 204, 51, 255]
