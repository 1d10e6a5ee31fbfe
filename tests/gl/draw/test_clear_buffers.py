"""glClearBuffer*: one buffer of the draw framebuffer (OpenGL 3.3, 4.2.3)."""

import numpy as np
import pytest

from softgl.gl import *
from tests.gl.attachments import code, framebuffer, pixel, renderbuffer

RED = [1.0, 0.0, 0.0, 1.0]


def colors():
    """The first pixel of each of three attachments."""
    found = []
    for number in range(3):
        glReadBuffer(GL_COLOR_ATTACHMENT0 + number)
        format_ = GL_RGBA_INTEGER if number else GL_RGBA
        type_ = (GL_FLOAT, GL_INT, GL_UNSIGNED_INT)[number]
        found.append(glReadPixels(0, 0, 1, 1, format_, type_).reshape(-1).tolist())
    return found


def depths():
    depth = glReadPixels(0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT)
    stencil = glReadPixels(0, 0, 1, 1, GL_STENCIL_INDEX, GL_INT)
    return float(depth.reshape(-1)[0]), int(stencil.reshape(-1)[0])


def test_each_buffer_alone(context):
    framebuffer(
        color0=renderbuffer(GL_RGBA8), color1=renderbuffer(GL_RGBA16I),
        color2=renderbuffer(GL_RGBA32UI), depth_stencil=renderbuffer(GL_DEPTH24_STENCIL8),
    )  # fmt: skip
    glDrawBuffers([GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2])
    glClearBufferfv(GL_COLOR, 0, [1.0, 0.0, 2.0, -1.0])
    glClearBufferiv(GL_COLOR, 1, np.int32([-3, 4, 40000, -40000]))
    glClearBufferuiv(GL_COLOR, 2, [1, 2, 3, 2**32 - 1])
    expected = [[1, 0, 1, 0], [-3, 4, 32767, -32768], [1, 2, 3, 2**32 - 1]]
    assert colors() == expected
    # Draw buffer 1 has another attachment, and draw buffer 3 has none.
    glDrawBuffers([GL_NONE, GL_COLOR_ATTACHMENT0])
    glClearBufferfv(GL_COLOR, 1, (0.0, 1.0, 0.0, 1.0))
    glClearBufferfv(GL_COLOR, 0, RED)
    glClearBufferfv(GL_COLOR, 3, RED)
    assert colors() == [[0, 1, 0, 1], *expected[1:]]
    glClearBufferfv(GL_DEPTH, 0, [0.25])
    glClearBufferiv(GL_STENCIL, 0, [0x1FE])
    assert depths() == (pytest.approx(0.25, abs=1e-6), 0xFE)
    glClearBufferfi(GL_DEPTH_STENCIL, 0, 2.0, 7)
    assert depths() == (1, 7)
    # "This is not an error."
    for function, buffer in (
        (glClearBufferiv, GL_DEPTH), (glClearBufferuiv, GL_DEPTH), (glClearBufferuiv, GL_STENCIL),
        (glClearBufferfv, GL_STENCIL),
    ):  # fmt: skip
        function(buffer, 0, [0])
    assert depths() == (1, 7)


def test_depths_of_float_buffers_are_not_clamped(context):
    framebuffer(depth=renderbuffer(GL_DEPTH_COMPONENT32F))
    glDrawBuffer(GL_NONE)
    glReadBuffer(GL_NONE)
    glClearBufferfv(GL_DEPTH, 0, 2.5)
    assert float(glReadPixels(0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT).reshape(-1)[0]) == 2.5


def test_scissor_and_masks_apply(either):
    glClearBufferfv(GL_COLOR, 0, RED)
    glEnable(GL_SCISSOR_TEST)
    glScissor(0, 0, 4, 8)
    glColorMask(False, True, False, False)
    glClearBufferfv(GL_COLOR, 0, [0.0, 1.0, 1.0, 0.0])
    assert (pixel(3), pixel(4)) == ([1, 1, 0, 1], RED)
    glDepthMask(False)
    glStencilMask(0xF)
    before = depths()[0]
    glClearBufferfi(GL_DEPTH_STENCIL, 0, 0.5, 0xAA)
    assert depths() == (before, 0xA)
    glDisable(GL_SCISSOR_TEST)
    glEnable(GL_RASTERIZER_DISCARD)
    glClearBufferfv(GL_COLOR, 0, [0, 0, 0, 0])
    assert pixel(4) == RED


def test_dropped_clears_still_refuse_incomplete_framebuffers(context):
    framebuffer()
    glEnable(GL_RASTERIZER_DISCARD)
    assert code(glClear, GL_COLOR_BUFFER_BIT) == GL_INVALID_FRAMEBUFFER_OPERATION
    arguments = GL_COLOR, 0, RED
    assert code(glClearBufferfv, *arguments) == GL_INVALID_FRAMEBUFFER_OPERATION


def test_in_a_list(context):
    value = np.float32(RED)
    glNewList(1, GL_COMPILE)
    glClearBufferfv(GL_COLOR, 0, value)
    glEndList()
    value[:] = 0
    assert pixel() == [0, 0, 0, 0]
    glCallList(1)
    assert pixel() == RED


@pytest.mark.parametrize(
    ("function", "arguments", "expected"),
    [
        (glClearBufferfv, (GL_FRONT, 0, RED), GL_INVALID_ENUM),
        (glClearBufferiv, (GL_DEPTH_STENCIL, 0, [0, 0]), GL_INVALID_ENUM),
        (glClearBufferfi, (GL_DEPTH, 0, 1.0, 0), GL_INVALID_ENUM),
        (glClearBufferfi, (GL_DEPTH_STENCIL, 1, 1.0, 0), GL_INVALID_VALUE),
        (glClearBufferfv, (GL_COLOR, 8, RED), GL_INVALID_VALUE),
        (glClearBufferuiv, (GL_COLOR, -1, [0] * 4), GL_INVALID_VALUE),
        (glClearBufferfv, (GL_DEPTH, 1, [1.0]), GL_INVALID_VALUE),
        (glClearBufferuiv, (GL_STENCIL, 1, [1]), GL_INVALID_VALUE),
        (glClearBufferfv, (GL_COLOR, 0, [1.0, 1.0]), GL_INVALID_VALUE),
    ],
)
def test_errors(context, snapshot, function, arguments, expected):
    before = snapshot(context)
    assert code(function, *arguments) == expected
    assert snapshot(context) == before


def test_an_incomplete_framebuffer(context):
    framebuffer()
    assert code(glClearBufferfv, GL_COLOR, 0, RED) == GL_INVALID_FRAMEBUFFER_OPERATION
