"""Framebuffer objects: errors of incomplete ones, samples, sizes that differ, their queries."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.gl import *
from tests.gl.attachments import attach, code, framebuffer, pixel, renderbuffer, status


def test_incomplete_framebuffers_refuse_to_begin(context):
    # ARB_framebuffer_object, 4.4.4.3: "Begin, RasterPos, any command that performs an implicit
    # Begin".
    framebuffer()
    calls = (
        (glBegin, GL_POINTS),
        (glRasterPos2f, 0, 0),
        (glDrawArrays, GL_POINTS, 0, 1),
        (glRectf, 0, 0, 1, 1),
        (glBitmap, 0, 0, 0, 0, 1, 1, None),
        (glDrawPixels, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes(4)),
        (glCopyPixels, 0, 0, 1, 1, GL_COLOR),
    )
    for call in calls:
        assert code(*call) == GL_INVALID_FRAMEBUFFER_OPERATION, call
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0)
    glRectf(0, 0, 1, 1)


def test_a_target_that_is_ignored(context):
    bound = framebuffer(color0=renderbuffer(GL_RGBA8))
    call = (glFramebufferRenderbuffer, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0)
    assert code(*call, GL_TEXTURE_2D, 1) == GL_INVALID_ENUM
    # "If <renderbuffer> is zero, then the value of <renderbuffertarget> is ignored."
    call[0](*call[1:], GL_TEXTURE_2D, 0)
    assert status() == GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RGBA, 0, -7)
    glDeleteFramebuffers(1, [bound])


def test_buffers_that_the_window_does_not_have(context):
    def get(attachment, word):
        pname = globals()[f"GL_FRAMEBUFFER_ATTACHMENT_{word}"]
        return glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, attachment, pname)

    for buffer in (GL_FRONT_RIGHT, GL_BACK_RIGHT):
        assert get(buffer, "OBJECT_TYPE") == GL_NONE
        assert code(get, buffer, "RED_SIZE") == GL_INVALID_OPERATION
    for buffer in (GL_FRONT_LEFT, GL_BACK_LEFT):
        assert get(buffer, "OBJECT_TYPE") == GL_FRAMEBUFFER_DEFAULT
    assert code(get, GL_BACK, "OBJECT_TYPE") == GL_INVALID_ENUM


def test_bits_are_those_of_attachment_zero(context):
    framebuffer(color0=renderbuffer(GL_RGB16F_ARB), color1=renderbuffer(GL_RGBA8))
    for buffer in (GL_COLOR_ATTACHMENT0 + 1, GL_NONE):
        glDrawBuffer(buffer)
        assert [glGetIntegerv(GL_RED_BITS), glGetIntegerv(GL_ALPHA_BITS)] == [16, 0]
    assert glGetIntegerv(GL_DEPTH_BITS) == 0


def test_blits_are_limited_by_what_they_copy(context):
    small = renderbuffer(GL_DEPTH_COMPONENT24, 2, 2)
    source = framebuffer(color0=renderbuffer(GL_RGBA8))
    glClearColor(0, 1, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    attach("depth", small)
    target = framebuffer(color0=renderbuffer(GL_RGBA8), depth=small)
    glBindFramebuffer(GL_READ_FRAMEBUFFER, source)
    whole = (0, 0, 8, 8, 0, 0, 8, 8)
    glBlitFramebuffer(*whole, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT, GL_NEAREST)
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target)
    assert pixel(1, 1) == [0, 1, 0, 1] and pixel(2, 2) == [0, 0, 0, 0]
    # "limited to the intersection of the [...] buffers being transferred"
    glBindFramebuffer(GL_READ_FRAMEBUFFER, source)
    glBlitFramebuffer(*whole, GL_COLOR_BUFFER_BIT, GL_NEAREST)
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target)
    assert pixel(7, 7) == [0, 1, 0, 1]


@pytest.mark.parametrize("format_", [GL_ALPHA8, GL_DEPTH_COMPONENT24])
def test_textures_of_alpha_leave_the_color(context, format_):
    """OpenGL 2.1, table 3.22, MODULATE: "Cv = Cf, Av = Af At"."""
    glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, GL_ALPHA)
    pixels = GL_ALPHA if format_ == GL_ALPHA8 else GL_DEPTH_COMPONENT
    value = np.array([[0.2]], np.float32)
    glTexImage2D(GL_TEXTURE_2D, 0, format_, 1, 1, 0, pixels, GL_FLOAT, value)
    glEnable(GL_TEXTURE_2D)
    glColor4f(1, 0, 1, 1)
    glRectf(-1, -1, 1, 1)
    assert pixel() == pytest.approx([1, 0, 1, 0.2])
