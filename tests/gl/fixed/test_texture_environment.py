"""Texture environments, texture generation and clip planes: kept, asked for, and refused."""

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *
from softgl.gl.fixed.texture_environment import ENVIRONMENT

ENV, CONTROL = GL_TEXTURE_ENV, GL_TEXTURE_FILTER_CONTROL
PLANE = [1.0, 2.0, 3.0, 4.0]


def test_initial_environment(context):
    # OpenGL 2.1, table 6.20, and NV_texture_env_combine4.
    expected = {
        GL_TEXTURE_ENV_MODE: GL_MODULATE, GL_COMBINE_RGB: GL_MODULATE,
        GL_COMBINE_ALPHA: GL_MODULATE, GL_SRC0_RGB: GL_TEXTURE, GL_SRC1_RGB: GL_PREVIOUS,
        GL_SRC2_RGB: GL_CONSTANT, GL_SRC0_ALPHA: GL_TEXTURE, GL_SRC1_ALPHA: GL_PREVIOUS,
        GL_SRC2_ALPHA: GL_CONSTANT, GL_OPERAND0_RGB: GL_SRC_COLOR, GL_OPERAND1_RGB: GL_SRC_COLOR,
        GL_OPERAND2_RGB: GL_SRC_ALPHA, GL_OPERAND0_ALPHA: GL_SRC_ALPHA,
        GL_OPERAND1_ALPHA: GL_SRC_ALPHA, GL_OPERAND2_ALPHA: GL_SRC_ALPHA, GL_RGB_SCALE: 1,
        GL_ALPHA_SCALE: 1, GL_SOURCE3_RGB_NV: GL_ZERO, GL_SOURCE3_ALPHA_NV: GL_ZERO,
        GL_OPERAND3_RGB_NV: GL_ONE_MINUS_SRC_COLOR, GL_OPERAND3_ALPHA_NV: GL_ONE_MINUS_SRC_ALPHA,
    }  # fmt: skip
    assert expected.keys() | {GL_TEXTURE_ENV_COLOR} == ENVIRONMENT.keys()
    for pname, value in expected.items():
        assert glGetTexEnviv(ENV, pname) == glGetTexEnvfv(ENV, pname) == value
    assert glGetTexEnvfv(ENV, GL_TEXTURE_ENV_COLOR).tolist() == [0, 0, 0, 0]
    assert glGetTexEnvfv(CONTROL, GL_TEXTURE_LOD_BIAS) == 0
    assert glGetTexEnviv(GL_POINT_SPRITE, GL_COORD_REPLACE) == 0


def test_environment(context):
    for function in (glTexEnvi, glTexEnvf, glTexEnviv, glTexEnvfv):
        for mode in (GL_REPLACE, GL_DECAL, GL_BLEND, GL_ADD, GL_COMBINE, GL_MODULATE):
            function(ENV, GL_TEXTURE_ENV_MODE, mode)
            assert glGetTexEnviv(ENV, GL_TEXTURE_ENV_MODE) == mode
    glTexEnvfv(ENV, GL_TEXTURE_ENV_COLOR, [-1, 0.5, 2, 1])
    assert glGetTexEnvfv(ENV, GL_TEXTURE_ENV_COLOR).tolist() == [0, 0.5, 1, 1]
    glTexEnvi(ENV, GL_COMBINE_RGB, GL_DOT3_RGBA)
    glTexEnvi(ENV, GL_SRC1_ALPHA, GL_TEXTURE3)
    glTexEnvi(ENV, GL_OPERAND0_RGB, GL_ONE_MINUS_SRC_COLOR)
    glTexEnvf(ENV, GL_ALPHA_SCALE, 4)
    glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, 1)
    glTexEnvf(CONTROL, GL_TEXTURE_LOD_BIAS, -1.5)
    assert glGetTexEnviv(ENV, GL_SOURCE1_ALPHA) == GL_TEXTURE3
    assert glGetTexEnviv(ENV, GL_COMBINE_RGB) == GL_DOT3_RGBA
    assert glGetTexEnvfv(ENV, GL_ALPHA_SCALE) == 4
    assert glGetTexEnviv(GL_POINT_SPRITE, GL_COORD_REPLACE) == 1
    for mode in (GL_COMBINE4_NV, GL_COMBINE):
        glTexEnvi(ENV, GL_TEXTURE_ENV_MODE, mode)
        assert glGetTexEnviv(ENV, GL_TEXTURE_ENV_MODE) == mode
    glTexEnvi(ENV, GL_SOURCE3_RGB_NV, GL_TEXTURE7)
    glTexEnvi(ENV, GL_SRC2_ALPHA, GL_ONE)
    glTexEnvi(ENV, GL_COMBINE_ALPHA, GL_MODULATE_SUBTRACT_ATI)
    assert glGetTexEnviv(ENV, GL_SOURCE3_RGB_NV) == GL_TEXTURE7
    assert glGetTexEnviv(ENV, GL_SRC2_ALPHA) == GL_ONE
    assert glGetTexEnviv(ENV, GL_COMBINE_ALPHA) == GL_MODULATE_SUBTRACT_ATI
    glActiveTexture(GL_TEXTURE1)
    assert glGetTexEnviv(GL_POINT_SPRITE, GL_COORD_REPLACE) == 0
    assert glGetTexEnvfv(CONTROL, GL_TEXTURE_LOD_BIAS) == 0
    assert glGetTexEnvfv(ENV, GL_TEXTURE_ENV_COLOR).tolist() == [0, 0, 0, 0]


def test_generation(context):
    for row, coordinate in enumerate((GL_S, GL_T, GL_R, GL_Q)):
        expected = [float(row == column and row < 2) for column in range(4)]
        assert glGetTexGeniv(coordinate, GL_TEXTURE_GEN_MODE) == GL_EYE_LINEAR
        for plane in (GL_EYE_PLANE, GL_OBJECT_PLANE):
            assert glGetTexGenfv(coordinate, plane).tolist() == expected
    for function in (glTexGeni, glTexGenf, glTexGend, glTexGeniv, glTexGenfv, glTexGendv):
        for mode in (GL_SPHERE_MAP, GL_OBJECT_LINEAR, GL_NORMAL_MAP, GL_REFLECTION_MAP):
            function(GL_T, GL_TEXTURE_GEN_MODE, mode)
            assert glGetTexGeniv(GL_T, GL_TEXTURE_GEN_MODE) == mode
    glScalef(2, 4, 0.5)
    for function in (glTexGeniv, glTexGenfv, glTexGendv):
        function(GL_R, GL_OBJECT_PLANE, PLANE)
        function(GL_R, GL_EYE_PLANE, PLANE)
        # OpenGL 2.1, 2.11.4: the plane times the inverse of the modelview matrix.
        for query in (glGetTexGenfv, glGetTexGendv):
            assert query(GL_R, GL_OBJECT_PLANE).tolist() == PLANE
            assert query(GL_R, GL_EYE_PLANE).tolist() == [0.5, 0.5, 6, 4]
    glTexGenfv(GL_Q, GL_EYE_PLANE, [0.4, 0.6, 3, -1.6])
    assert glGetTexGeniv(GL_Q, GL_EYE_PLANE).tolist() == [0, 0, 6, -2]
    glActiveTexture(GL_TEXTURE7)
    assert glGetTexGenfv(GL_R, GL_OBJECT_PLANE).tolist() == [0, 0, 0, 0]


def test_switches(context):
    for cap in (GL_TEXTURE_GEN_S, GL_TEXTURE_GEN_T, GL_TEXTURE_GEN_R, GL_TEXTURE_GEN_Q):
        glEnable(cap)
        assert glIsEnabled(cap) == 1
        glActiveTexture(GL_TEXTURE1)
        assert glIsEnabled(cap) == 0
        glActiveTexture(GL_TEXTURE0)
    glEnable(GL_CLIP_PLANE5)
    assert [glIsEnabled(GL_CLIP_PLANE0 + n) for n in range(6)] == [0, 0, 0, 0, 0, 1]


def test_clip_planes(context):
    assert glGetIntegerv(GL_MAX_CLIP_PLANES) == 8
    for n in range(6):
        assert glGetClipPlane(GL_CLIP_PLANE0 + n).tolist() == [0, 0, 0, 0]
    glTranslatef(1, 2, 3)
    glClipPlane(GL_CLIP_PLANE3, (1, 0, 2, 0.5))
    found = glGetClipPlane(GL_CLIP_PLANE3)
    assert found.dtype == np.float64 and found.tolist() == [1, 0, 2, -6.5]
    out = np.zeros(4, np.float64)
    assert glGetClipPlane(GL_CLIP_PLANE3, out) is out and out[3] == -6.5
    glScalef(1, 0, 1)
    glClipPlane(GL_CLIP_PLANE3, (1, 2, 3, 4))
    assert glGetClipPlane(GL_CLIP_PLANE3).tolist() == [0, 0, 0, 0]


def beyond(function, *arguments):
    """A call while a unit without texture coordinates is active."""

    def call():
        glActiveTexture(GL_TEXTURE8)
        try:
            function(*arguments)
        finally:
            glActiveTexture(GL_TEXTURE0)

    return call


@pytest.mark.parametrize(
    ("function", "arguments", "code"),
    [
        (glTexEnvi, (GL_TEXTURE_2D, GL_TEXTURE_ENV_MODE, GL_ADD), GL_INVALID_ENUM),
        (glTexEnvi, (ENV, GL_TEXTURE_ENV_MODE, GL_FLAT), GL_INVALID_ENUM),
        (glTexEnvi, (ENV, GL_TEXTURE_LOD_BIAS, 1), GL_INVALID_ENUM),
        (glTexEnvi, (CONTROL, GL_TEXTURE_ENV_MODE, GL_ADD), GL_INVALID_ENUM),
        (glTexEnvi, (ENV, GL_TEXTURE_ENV_COLOR, 1), GL_INVALID_ENUM),
        (glTexEnvi, (ENV, GL_COMBINE_ALPHA, GL_DOT3_RGB), GL_INVALID_ENUM),
        (glTexEnvi, (ENV, GL_COMBINE_ALPHA, GL_DOT3_RGBA_EXT), GL_INVALID_ENUM),
        (glTexEnvi, (ENV, GL_COMBINE_RGB, GL_DECAL), GL_INVALID_ENUM),
        (glTexEnvi, (ENV, GL_OPERAND0_ALPHA, GL_SRC_COLOR), GL_INVALID_ENUM),
        (glTexEnvi, (ENV, GL_OPERAND3_ALPHA_NV, GL_SRC_COLOR), GL_INVALID_ENUM),
        (glTexEnvi, (ENV, GL_OPERAND3_RGB_NV, GL_ONE), GL_INVALID_ENUM),
        (glTexEnvi, (ENV, GL_SOURCE3_RGB_NV, GL_SRC_COLOR), GL_INVALID_ENUM),
        (glTexEnvi, (ENV, GL_SOURCE3_ALPHA_NV, GL_TEXTURE8), GL_INVALID_ENUM),
        (glTexEnvi, (ENV, GL_SRC0_RGB, GL_TEXTURE8), GL_INVALID_ENUM),
        (glTexEnvf, (ENV, GL_RGB_SCALE, 3), GL_INVALID_VALUE),
        (glTexEnvfv, (ENV, GL_TEXTURE_ENV_COLOR, [1]), GL_INVALID_VALUE),
        (glGetTexEnviv, (GL_POINT_SPRITE, GL_TEXTURE_ENV_MODE), GL_INVALID_ENUM),
        (glTexGeni, (GL_S, GL_TEXTURE_GEN_MODE, GL_LINEAR), GL_INVALID_ENUM),
        (glTexGeni, (GL_R, GL_TEXTURE_GEN_MODE, GL_SPHERE_MAP), GL_INVALID_ENUM),
        (glTexGeni, (GL_Q, GL_TEXTURE_GEN_MODE, GL_REFLECTION_MAP), GL_INVALID_ENUM),
        (glTexGeni, (GL_Q, GL_TEXTURE_GEN_MODE, GL_NORMAL_MAP), GL_INVALID_ENUM),
        (glTexGenf, (GL_S, GL_EYE_PLANE, 1), GL_INVALID_ENUM),
        (glTexGenfv, (GL_S, GL_EYE_PLANE, [1, 2]), GL_INVALID_VALUE),
        (glTexGeni, (GL_RGBA, GL_TEXTURE_GEN_MODE, GL_EYE_LINEAR), GL_INVALID_ENUM),
        (beyond(glTexGenfv, GL_S, GL_EYE_PLANE, PLANE), (), GL_INVALID_OPERATION),
        (beyond(glGetTexGenfv, GL_S, GL_EYE_PLANE), (), GL_INVALID_OPERATION),
        (beyond(glEnable, GL_TEXTURE_GEN_S), (), GL_INVALID_OPERATION),
        (beyond(glIsEnabled, GL_TEXTURE_GEN_S), (), GL_INVALID_OPERATION),
        (glClipPlane, (GL_CLIP_PLANE0 + 8, PLANE), GL_INVALID_ENUM),
        (glClipPlane, (GL_CLIP_PLANE0, [1, 2, 3]), GL_INVALID_VALUE),
        (glGetClipPlane, (GL_FOG,), GL_INVALID_ENUM),
    ],
)
def test_errors(context, snapshot, function, arguments, code):
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code
    assert snapshot(context) == before
