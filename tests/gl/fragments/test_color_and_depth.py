"""Capabilities, depth, colour, culling, blending and clearing."""

import pytest

from softgl import GLError
from softgl.gl import *
from softgl.gl.api.tables import CAPABILITIES

INITIALLY_ON = {GL_DITHER, GL_MULTISAMPLE}  # OpenGL 2.1, tables 6.12 and 6.22


def test_capabilities(context):
    """Each is on or off at first, whatever others have been switched."""
    for cap in sorted(CAPABILITIES):
        assert glIsEnabled(cap) == (cap in INITIALLY_ON), hex(cap)
        glEnable(cap)
        assert glIsEnabled(cap) == 1, hex(cap)
        assert glGetBooleanv(cap) == 1, hex(cap)
        glDisable(cap)
        assert glIsEnabled(cap) == 0, hex(cap)
        assert glGetIntegerv(cap) == 0, hex(cap)


def test_what_is_no_capability(context):
    for function in (glEnable, glDisable, glIsEnabled):
        with pytest.raises(GLError, match="GL_LESS is not a capability") as caught:
            function(GL_LESS)
        assert caught.value.code == GL_INVALID_ENUM


@pytest.mark.parametrize(
    ("function", "arguments", "pname", "expected"),
    [
        (glDepthFunc, (GL_NOTEQUAL,), GL_DEPTH_FUNC, GL_NOTEQUAL),
        (glDepthMask, (GL_FALSE,), GL_DEPTH_WRITEMASK, 0),
        (glClearDepth, (0.5,), GL_DEPTH_CLEAR_VALUE, 0.5),
        (glClearDepth, (7,), GL_DEPTH_CLEAR_VALUE, 1),
        (glClearStencil, (3,), GL_STENCIL_CLEAR_VALUE, 3),
        (glClearColor, (0.5, -1, 2, 0.25), GL_COLOR_CLEAR_VALUE, [0.5, 0, 1, 0.25]),
        (glColorMask, (1, 0, True, 7), GL_COLOR_WRITEMASK, [1, 0, 1, 1]),
        (glCullFace, (GL_FRONT_AND_BACK,), GL_CULL_FACE_MODE, GL_FRONT_AND_BACK),
        (glFrontFace, (GL_CW,), GL_FRONT_FACE, GL_CW),
        (glShadeModel, (GL_FLAT,), GL_SHADE_MODEL, GL_FLAT),
        (glBlendFunc, (GL_SRC_ALPHA_SATURATE, GL_ONE), GL_BLEND_SRC, GL_SRC_ALPHA_SATURATE),
        (glBlendFunc, (GL_ONE, GL_SRC_COLOR), GL_BLEND_DST_ALPHA, GL_SRC_COLOR),
        (glBlendEquation, (GL_MIN,), GL_BLEND_EQUATION_ALPHA, GL_MIN),
        (glBlendEquation, (GL_MIN,), GL_BLEND_EQUATION, GL_MIN),
        (glBlendColor, (0.5, 2, -1, 0), GL_BLEND_COLOR, [0.5, 1, 0, 0]),
        (glHint, (GL_FOG_HINT, GL_NICEST), GL_FOG_HINT, GL_NICEST),
    ],
)
def test_set_and_get(context, function, arguments, pname, expected):
    function(*arguments)
    found = glGetFloatv(pname)
    assert found.tolist() == expected


def test_separate_blending(context):
    glBlendFuncSeparate(GL_ONE, GL_ZERO, GL_DST_ALPHA, GL_CONSTANT_COLOR)
    glBlendEquationSeparate(GL_FUNC_SUBTRACT, GL_MAX)
    color = context.color
    assert color.functions == ((GL_ONE, GL_ZERO, GL_DST_ALPHA, GL_CONSTANT_COLOR),) * 8
    assert color.equations == ((GL_FUNC_SUBTRACT, GL_MAX),) * 8


@pytest.mark.parametrize(
    ("function", "arguments", "code"),
    [
        (glDepthFunc, (GL_ONE,), GL_INVALID_ENUM),
        (glBlendFunc, (GL_ONE, GL_SRC1_RGB), GL_INVALID_ENUM),
        (glBlendFunc, (GL_LESS, GL_ONE), GL_INVALID_ENUM),
        (glBlendFuncSeparate, (GL_ONE, GL_ONE, GL_ONE, GL_LESS), GL_INVALID_ENUM),
        (glBlendEquation, (GL_ADD,), GL_INVALID_ENUM),
        (glBlendEquationSeparate, (GL_MIN, 5), GL_INVALID_ENUM),
        (glCullFace, (GL_CW,), GL_INVALID_ENUM),
        (glCullFace, (GL_LEFT,), GL_INVALID_ENUM),
        (glFrontFace, (GL_FRONT,), GL_INVALID_ENUM),
        (glShadeModel, (GL_LESS,), GL_INVALID_ENUM),
        (glHint, (GL_FOG, GL_NICEST), GL_INVALID_ENUM),
        (glHint, (GL_FOG_HINT, GL_LESS), GL_INVALID_ENUM),
        (glClear, (1,), GL_INVALID_VALUE),
        (glClear, (GL_COLOR_BUFFER_BIT | 0x80000,), GL_INVALID_VALUE),
        (glEnable, (GL_FOG_HINT,), GL_INVALID_ENUM),
    ],
)
def test_errors(context, snapshot, function, arguments, code):
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code
    assert snapshot(context) == before


def test_clear(context):
    glClearColor(1, 0.4, 0, 1)
    glClearDepth(0.5)
    glClearStencil(0x1FF)
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
    frame = context.framebuffer
    assert (frame.read_color(0, 0, 8, 8) == [255, 102, 0, 255]).all()
    assert (frame.read_depth(0, 0, 8, 8) == 2**23).all()
    assert (frame.read_stencil(0, 0, 8, 8) == 255).all()


def test_clear_obeys_the_masks(context):
    glClearColor(1, 1, 1, 1)
    glColorMask(0, 1, 0, 0)
    glDepthMask(0)
    glClearDepth(0)
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_ACCUM_BUFFER_BIT)
    frame = context.framebuffer
    assert (frame.read_color(0, 0, 8, 8) == [0, 255, 0, 0]).all()
    assert (frame.read_depth(0, 0, 8, 8) == 2**24 - 1).all()


def test_nothing_is_left_to_flush(context):
    assert glFlush() is None
    assert glFinish() is None
