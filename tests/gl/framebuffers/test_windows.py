"""Windows: one context draws to several, reads another one, or has none."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.gl.framebuffers.windows import make_window
from tests.gl.attachments import code, framebuffer, renderbuffer, status

BITS = (GL_RED_BITS, GL_ALPHA_BITS, GL_DEPTH_BITS, GL_STENCIL_BITS, GL_SAMPLES)


def clear(red, depth=1.0):
    glClearColor(red, 0, 0, 1)
    glClearDepth(depth)
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)


def depth():
    return np.asarray(glReadPixels(0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT)).item()


def pixel(x=0, y=0):
    return list(glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE))


def test_a_window_keeps_what_is_drawn_to_it(either):
    first, second = make_window(8, 8), make_window(5, 3)
    either.use_window(first)
    clear(1.0, 0.25)
    glAccum(GL_LOAD, 1.0)
    glColor3f(0, 1, 0)
    glRectf(-1, -1, 0, 1)  # may still be in the batch
    either.use_window(second)
    assert (either.width, either.height) == (5, 3) == either.read_image().size
    assert pixel() == [0, 0, 0, 0]
    assert depth() == 1.0
    clear(0.2)
    assert glGetIntegerv(GL_VIEWPORT).tolist() == [0, 0, 8, 8]
    either.use_window(second, fit=True)
    assert glGetIntegerv(GL_VIEWPORT).tolist() == [0, 0, 5, 3]
    assert glGetIntegerv(GL_SCISSOR_BOX).tolist() == [0, 0, 5, 3]
    other = Context(1, 1, machine="eager")
    other.use_window(first)
    assert pixel() == [0, 255, 0, 255] and pixel(7, 7) == [255, 0, 0, 255]
    assert depth() == pytest.approx(0.25)
    glAccum(GL_RETURN, 1.0)
    assert pixel() == [255, 0, 0, 255]


def test_windows_have_formats(context):
    cases = {
        (0, GL_RGBA8, 24, 8): (8, 8, 24, 8, 0),
        (4, GL_RGBA8, 0, 8): (8, 8, 0, 8, 4),
        (0, GL_RGB8, 16, 0): (8, 0, 16, 0, 0),
        (3, GL_RGBA32F_ARB, 32, 0): (32, 32, 32, 0, 4),
    }
    for (samples, color, *ancillary), bits in cases.items():
        window = make_window(6, 6, samples, color, *ancillary)
        for shown in (window, window.resized(4, 4)):
            context.use_window(shown, fit=True)
            assert tuple(int(glGetIntegerv(each)) for each in BITS) == bits
            clear(1.0, 0.75)
            glEnable(GL_DEPTH_TEST)
            glColor3f(0, 0, 1)
            glRectf(-1, -1, 1, 1)
            glColor3f(0, 1, 0)
            glDepthFunc(GL_GREATER)
            glRectf(-1, -1, 1, 1)
            # Without a depth buffer the test passes.
            assert pixel(2, 2) == ([0, 0, 255, 255] if ancillary[0] else [0, 255, 0, 255])
            glDepthFunc(GL_LESS)
    kind = GL_FRAMEBUFFER, GL_STENCIL, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE
    assert glGetFramebufferAttachmentParameteriv(*kind) == GL_NONE
    context.use_window(make_window(4, 4))
    assert glGetFramebufferAttachmentParameteriv(*kind) == GL_FRAMEBUFFER_DEFAULT


def test_another_window_is_read(context):
    drawn, read = make_window(8, 8), make_window(4, 4, 4, depth=0)
    context.use_window(read)
    clear(1.0)
    context.use_window(drawn, read)
    clear(0.2)
    assert pixel() == [255, 0, 0, 255]
    glBlitFramebuffer(0, 0, 4, 4, 2, 2, 6, 6, GL_COLOR_BUFFER_BIT, GL_NEAREST)
    image = np.asarray(context.read_image())
    assert image[2:6, 2:6, 0].min() == 255 and image[0, 0, 0] == 51
    assert code(glReadPixels, 0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT) == GL_INVALID_OPERATION
    assert code(glAccum, GL_LOAD, 1.0) == GL_INVALID_OPERATION
    kind = GL_DEPTH, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE
    assert glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, *kind) == GL_FRAMEBUFFER_DEFAULT
    assert glGetFramebufferAttachmentParameteriv(GL_READ_FRAMEBUFFER, *kind) == GL_NONE
    context.use_window(drawn)
    assert pixel() == [51, 0, 0, 255]


def test_without_a_window_the_default_framebuffer_is_undefined(context):
    clear(1.0)
    context.use_window(None, fit=True)
    assert glGetIntegerv(GL_VIEWPORT).tolist() == [0, 0, 0, 0]
    for target in (GL_FRAMEBUFFER, GL_READ_FRAMEBUFFER):
        assert glCheckFramebufferStatus(target) == GL_FRAMEBUFFER_UNDEFINED
    refused = GL_INVALID_FRAMEBUFFER_OPERATION
    assert code(glClear, GL_COLOR_BUFFER_BIT) == refused
    assert code(glRectf, -1, -1, 1, 1) == refused
    assert code(glReadPixels, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE) == refused
    assert code(glAccum, GL_LOAD, 1.0) == refused
    assert (
        code(glBlitFramebuffer, 0, 0, 1, 1, 0, 0, 1, 1, GL_COLOR_BUFFER_BIT, GL_NEAREST) == refused
    )
    assert [int(glGetIntegerv(each)) for each in (*BITS, GL_ACCUM_RED_BITS)] == [0] * 6
    kind = GL_FRAMEBUFFER, GL_BACK_LEFT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE
    assert glGetFramebufferAttachmentParameteriv(*kind) == GL_NONE
    framebuffer(color0=renderbuffer(GL_RGBA8, 4, 4))
    assert status() == GL_FRAMEBUFFER_COMPLETE
    clear(1.0)
    assert pixel() == [255, 0, 0, 255]
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    context.use_window(make_window(2, 2))
    assert status() == GL_FRAMEBUFFER_COMPLETE
    clear(0.2)
    assert pixel() == [51, 0, 0, 255]
