"""sRGB buffers: EXT_framebuffer_sRGB."""

import numpy as np
import pytest

from softgl.gl import *


def encoded(linear):
    """The specification's formula for cs, in float64."""
    linear = np.asarray(linear, np.float64)
    return np.where(linear < 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


def decoded(stored):
    stored = np.asarray(stored, np.float64)
    return np.where(stored <= 0.04045, stored / 12.92, ((stored + 0.055) / 1.055) ** 2.4)


@pytest.fixture
def buffer(context):
    """An 8x8 renderbuffer of SRGB8_ALPHA8, bound; conversion is on."""
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    glBindRenderbuffer(GL_RENDERBUFFER, glGenRenderbuffers(1))
    glRenderbufferStorage(GL_RENDERBUFFER, GL_SRGB8_ALPHA8, 8, 8)
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 1)
    glEnable(GL_FRAMEBUFFER_SRGB_EXT)
    return context


def cover(*color):
    glColor4f(*color)
    glBegin(GL_QUADS)
    for corner in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        glVertex2f(*corner)
    glEnd()


def pixel():
    return np.frombuffer(glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE), np.uint8)


COLORS = ((0, 0.002, 0.0031308, 0.5), (0.01, 0.214, 0.5, 0.25), (0.9, 1, 2, 1))


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize("how", ["draw", "clear"])
def test_colours_are_encoded(buffer, color, how):
    if how == "draw":
        cover(*color)
    else:
        glClearColor(*color)
        glClear(GL_COLOR_BUFFER_BIT)
    expected = [*encoded(np.clip(color[:3], 0, 1)), color[3]]
    assert np.abs(pixel() - np.array(expected) * 255).max() <= 0.501


@pytest.mark.parametrize("how", ["draw", "clear"])
def test_not_without_the_switch(buffer, how):
    glDisable(GL_FRAMEBUFFER_SRGB_EXT)
    glClearColor(0.2, 0.4, 0.6, 0.8)
    cover(0.2, 0.4, 0.6, 0.8) if how == "draw" else glClear(GL_COLOR_BUFFER_BIT)
    assert pixel().tolist() == [51, 102, 153, 204]


def test_not_in_other_buffers(buffer):
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    assert not glGetIntegerv(GL_FRAMEBUFFER_SRGB_CAPABLE_EXT)
    cover(0.2, 0.4, 0.6, 0.8)
    assert pixel().tolist() == [51, 102, 153, 204]


def test_blending_is_linear(buffer):
    stored = np.array([10, 128, 250, 51])
    glDisable(GL_FRAMEBUFFER_SRGB_EXT)
    glClearColor(*stored / 255)
    glClear(GL_COLOR_BUFFER_BIT)
    glEnable(GL_FRAMEBUFFER_SRGB_EXT)
    glEnable(GL_BLEND)
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)
    source = np.array([0.9, 0.1, 0.02, 0.25])
    cover(*source)
    linear = 0.25 * source[:3] + 0.75 * decoded(stored[:3] / 255)
    alpha = 0.25 * 0.25 + 0.75 * 0.2
    expected = np.array([*encoded(linear), alpha]) * 255
    assert np.abs(pixel() - expected).max() <= 0.501


def test_what_is_stored_survives_blending_with_nothing(buffer):
    glEnable(GL_BLEND)
    glBlendFunc(GL_ZERO, GL_ONE)
    for value in range(256):
        glDisable(GL_FRAMEBUFFER_SRGB_EXT)
        glClearColor(*[value / 255] * 4)
        glClear(GL_COLOR_BUFFER_BIT)
        glEnable(GL_FRAMEBUFFER_SRGB_EXT)
        cover(1, 1, 1, 1)
        assert pixel().tolist() == [value] * 4


def test_no_logic_operation_while_encoding(buffer):
    """EXT_framebuffer_sRGB: it "has no effect", "however ... blending is still disabled"."""
    glEnable(GL_COLOR_LOGIC_OP)
    glLogicOp(GL_CLEAR)
    glEnable(GL_BLEND)
    glBlendFunc(GL_ZERO, GL_ZERO)
    cover(1, 1, 1, 1)
    assert pixel().tolist() == [255] * 4
    glDisable(GL_FRAMEBUFFER_SRGB_EXT)
    cover(1, 1, 1, 1)
    assert pixel().tolist() == [0] * 4


def test_queries(buffer):
    assert glGetBooleanv(GL_FRAMEBUFFER_SRGB_CAPABLE_EXT)
    assert glIsEnabled(GL_FRAMEBUFFER_SRGB_EXT)
    attachment = (GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0)
    pname = GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING
    assert glGetFramebufferAttachmentParameteriv(*attachment, pname) == GL_SRGB


@pytest.mark.parametrize("name", [GL_SRGB, GL_SRGB8])
def test_buffers_without_alpha(buffer, name):
    glRenderbufferStorage(GL_RENDERBUFFER, name, 8, 8)
    cover(0.5, 0.5, 0.5, 0.2)
    assert pixel().tolist() == [188, 188, 188, 255]
