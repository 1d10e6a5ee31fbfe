"""Blending and colour mask of each draw buffer: EXT_draw_buffers2."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.gl.api import enums
from tests.gl.attachments import code, framebuffer, renderbuffer

COLOR = GL_COLOR_ATTACHMENT0


def blends():
    return [glIsEnabledIndexedEXT(GL_BLEND, number) for number in range(8)]


def masks():
    return [glGetBooleanIndexedvEXT(GL_COLOR_WRITEMASK, number).tolist() for number in range(8)]


def test_blending_of_each_buffer(context):
    assert blends() == [0] * 8
    glEnableIndexedEXT(GL_BLEND, 3)
    assert blends() == [0, 0, 0, 1, 0, 0, 0, 0]
    # "Blending enabled for draw buffer 0"
    assert glIsEnabled(GL_BLEND) == glGetIntegerv(GL_BLEND) == glGetFloatv(GL_BLEND) == 0
    assert glGetIntegerIndexedvEXT(GL_BLEND, 3) == glGetBooleanIndexedvEXT(GL_BLEND, 3) == 1
    glEnable(GL_BLEND)
    assert blends() == [1] * 8
    glDisableIndexedEXT(GL_BLEND, 0)
    assert blends() == [0, 1, 1, 1, 1, 1, 1, 1]
    assert glIsEnabled(GL_BLEND) == 0 and not glGetBooleanv(GL_BLEND)
    glDisable(GL_BLEND)
    assert blends() == [0] * 8


def test_mask_of_each_buffer(context):
    assert masks() == [[1, 1, 1, 1]] * 8
    glColorMaskIndexedEXT(7, 0, 1, 0, 5)
    assert masks() == [[1, 1, 1, 1]] * 7 + [[0, 1, 0, 1]]
    assert glGetBooleanv(GL_COLOR_WRITEMASK).tolist() == [1, 1, 1, 1]
    assert glGetIntegerIndexedvEXT(GL_COLOR_WRITEMASK, 7).tolist() == [0, 1, 0, 1]
    glColorMaskIndexedEXT(0, 1, 0, 0, 0)
    assert glGetBooleanv(GL_COLOR_WRITEMASK).tolist() == [1, 0, 0, 0]
    glColorMask(0, 0, 1, 1)
    assert masks() == [[0, 0, 1, 1]] * 8


def test_results_in_an_array(context):
    out = np.full(4, 9, np.int32)
    assert glGetIntegerIndexedvEXT(GL_COLOR_WRITEMASK, 1, out) is out
    assert out.tolist() == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("function", "arguments", "expected"),
    [
        (glEnableIndexedEXT, (GL_DITHER, 0), GL_INVALID_ENUM),
        (glEnableIndexedEXT, (GL_DITHER, 8), GL_INVALID_ENUM),
        (glEnableIndexedEXT, (GL_BLEND, 8), GL_INVALID_OPERATION),
        (glDisableIndexedEXT, (GL_ALPHA_TEST, 0), GL_INVALID_ENUM),
        (glDisableIndexedEXT, (GL_BLEND, -1), GL_INVALID_OPERATION),
        (glIsEnabledIndexedEXT, (GL_COLOR_WRITEMASK, 0), GL_INVALID_ENUM),
        (glIsEnabledIndexedEXT, (GL_BLEND, 8), GL_INVALID_OPERATION),
        (glColorMaskIndexedEXT, (8, 1, 1, 1, 1), GL_INVALID_OPERATION),
        (glGetBooleanIndexedvEXT, (GL_DEPTH_TEST, 0), GL_INVALID_ENUM),
        (glGetBooleanIndexedvEXT, (GL_BLEND, 8), GL_INVALID_OPERATION),
        (glGetIntegerIndexedvEXT, (GL_COLOR_WRITEMASK, 2**32 - 1), GL_INVALID_OPERATION),
    ],
)
def test_errors(context, snapshot, function, arguments, expected):
    before = snapshot(context)
    assert code(function, *arguments) == expected
    assert snapshot(context) == before


@pytest.mark.parametrize(
    ("bit", "blended", "masked"),
    [
        (GL_COLOR_BUFFER_BIT, [0, 0, 1, 0, 0, 0, 0, 0], [1, 1, 1, 0]),
        (GL_ENABLE_BIT, [0, 0, 1, 0, 0, 0, 0, 0], [0, 0, 0, 0]),
        (GL_DEPTH_BUFFER_BIT, [1] * 8, [0, 0, 0, 0]),
    ],
)
def test_attribute_stack(context, bit, blended, masked):
    """ "color-buffer/enable" and "color-buffer", for all draw buffers."""
    glEnableIndexedEXT(GL_BLEND, 2)
    glColorMaskIndexedEXT(5, 1, 1, 1, 0)
    glPushAttrib(bit)
    glEnable(GL_BLEND)
    glColorMask(0, 0, 0, 0)
    glPopAttrib()
    assert blends() == blended
    assert masks()[5] == masked


def test_it_is_advertised(context):
    assert b"GL_EXT_draw_buffers2" in glGetString(GL_EXTENSIONS).split()


def three_buffers():
    """A framebuffer object that is drawn to in the order 2, 0, nowhere, 1."""
    framebuffer(**{f"color{number}": renderbuffer(GL_RGBA8) for number in range(3)})
    glDrawBuffers(4, [COLOR + 2, COLOR, GL_NONE, COLOR + 1])


def buffer(number):
    glReadBuffer(COLOR + number)
    pixels = np.frombuffer(glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE), np.uint8)
    assert (pixels.reshape(-1, 4) == pixels[:4]).all()
    return pixels[:4].tolist()


def cover(red, green, blue, alpha):
    glColor4ub(red, green, blue, alpha)
    glRectf(-1, -1, 1, 1)


@pytest.fixture(params=["eager", "llvm"])
def drawn(request):
    """Three buffers of (50, 100, 150, 200), on both machines."""
    Context(8, 8, machine=request.param)
    three_buffers()
    cover(50, 100, 150, 200)


def test_drawing(drawn):
    """The indices are those of draw buffers, not of attachments."""
    glBlendFunc(GL_ONE, GL_ONE)
    glEnableIndexedEXT(GL_BLEND, 1)
    glColorMaskIndexedEXT(1, 1, 0, 1, 0)
    glColorMaskIndexedEXT(3, 0, 0, 0, 1)
    cover(10, 20, 30, 40)
    assert buffer(2) == [10, 20, 30, 40]
    assert buffer(0) == [60, 100, 180, 200]
    assert buffer(1) == [50, 100, 150, 40]


def test_clearing(drawn):
    glColorMaskIndexedEXT(0, 0, 0, 0, 0)
    glColorMaskIndexedEXT(3, 0, 1, 0, 1)
    glClearColor(1, 1, 1, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    assert buffer(2) == [50, 100, 150, 200]
    assert buffer(0) == [255, 255, 255, 255]
    assert buffer(1) == [50, 255, 150, 255]


def test_the_logic_operation_takes_the_place_of_all_blending(drawn):
    glBlendFunc(GL_ZERO, GL_ZERO)
    glEnableIndexedEXT(GL_BLEND, 0)
    glEnable(GL_COLOR_LOGIC_OP)
    glLogicOp(GL_OR)
    glColorMaskIndexedEXT(1, 1, 1, 0, 0)
    cover(1, 2, 4, 8)
    assert buffer(2) == [51, 102, 150, 200]
    assert buffer(0) == [51, 102, 150, 200]
    glLogicOp(GL_COPY)
    cover(1, 2, 4, 8)
    assert buffer(2) == [1, 2, 4, 8]
    assert buffer(0) == [1, 2, 150, 200]


# -- ARB_draw_buffers_blend ------------------------------------------------------------------------


def of_buffer(number, *words):
    return [int(glGetIntegeri_v(getattr(enums, f"GL_BLEND_{word}"), number)) for word in words]


ALL = "SRC_RGB", "DST_RGB", "SRC_ALPHA", "DST_ALPHA", "EQUATION_RGB", "EQUATION_ALPHA"


def test_functions_of_each_buffer(context):
    glBlendFunciARB(2, GL_DST_COLOR, GL_SRC_ALPHA)
    glBlendFuncSeparateiARB(3, GL_ONE, GL_ZERO, GL_ZERO, GL_ONE)
    glBlendEquationiARB(2, GL_MAX)
    glBlendEquationSeparateiARB(3, GL_MIN, GL_FUNC_SUBTRACT)
    add = [GL_FUNC_ADD] * 2
    assert of_buffer(0, *ALL) == [GL_ONE, GL_ZERO, GL_ONE, GL_ZERO, *add]
    assert of_buffer(2, *ALL) == [GL_DST_COLOR, GL_SRC_ALPHA] * 2 + [GL_MAX] * 2
    assert of_buffer(3, *ALL) == [GL_ONE, GL_ZERO, GL_ZERO, GL_ONE, GL_MIN, GL_FUNC_SUBTRACT]
    assert glGetIntegerv(GL_BLEND_SRC_RGB) == GL_ONE
    glBlendFunc(GL_ZERO, GL_ONE)
    glBlendEquation(GL_FUNC_ADD)
    assert all(of_buffer(n, *ALL) == [GL_ZERO, GL_ONE] * 2 + add for n in range(8))
    for function, arguments in (
        (glBlendFunciARB, (8, GL_ONE, GL_ONE)),
        (glBlendFuncSeparateiARB, (8, *[GL_ONE] * 4)),
        (glBlendEquationiARB, (8, GL_MAX)),
        (glBlendEquationSeparateiARB, (0, GL_MAX, GL_ONE)),
        (glBlendFunciARB, (0, GL_MAX, GL_ONE)),
    ):
        assert code(function, *arguments) == GL_INVALID_ENUM


def test_each_buffer_is_blended_by_its_own_function(context):
    framebuffer(**{f"color{number}": renderbuffer(GL_RGBA8) for number in range(2)})
    glDrawBuffers(2, [COLOR, COLOR + 1])
    glClearColor(0.4, 0.2, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glEnable(GL_BLEND)
    glBlendFunciARB(0, GL_ONE, GL_ONE)
    glBlendEquationiARB(1, GL_MIN)
    glColor4ub(51, 204, 153, 255)
    glRectf(-1, -1, 1, 1)
    found = []
    for buffer in (COLOR, COLOR + 1):
        glReadBuffer(buffer)
        found.append(list(glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE)))
    assert found == [[153, 255, 153, 255], [51, 51, 0, 255]]
