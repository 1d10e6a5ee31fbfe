"""Attributes of fragment programs: the position by either convention, the fog coordinate."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.gl import *

OPTIONS = {
    (): "",
    ("upper",): "OPTION ARB_fragment_coord_origin_upper_left;",
    ("integer",): "OPTION ARB_fragment_coord_pixel_center_integer;",
    ("upper", "integer"): "OPTION ARB_fragment_coord_pixel_center_integer;"
    "OPTION ARB_fragment_coord_origin_upper_left;",
}
PROGRAMS = {
    "!!ARBfp1.0": "{option} MUL result.color, fragment.position, {{0.0625}}.x; END",
    "!!NVfp4.0": "{option} MUL result.color, fragment.position, 0.0625; END",
    "!!FP1.0": "{option} MUL o[COLR], f[WPOS], 0.0625; END",
}


def load(target, text):
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text.encode())
    glEnable(target)


def colors(height=8):
    words = glReadPixels(0, 0, 8, height, GL_RGBA, GL_FLOAT)
    return np.asarray(words, np.float32).reshape(height, 8, 4)


def coordinates(convention, height=8):
    """x and y of the pixels (row, column)."""
    y, x = np.mgrid[:height, :8] + 0.5
    # ARB_fragment_coord_conventions, 3.9.2.
    y = height - y if "upper" in convention else y
    return (x - 0.5, y - 0.5) if "integer" in convention else (x, y)


def check_position(convention, height=8, ulps=1 / 255):
    found = colors(height)
    for channel, expected in enumerate(coordinates(convention, height)):
        assert np.abs(found[..., channel] - expected / 16).max() < 0.5 * ulps + 1e-6


@pytest.mark.parametrize("header", PROGRAMS)
@pytest.mark.parametrize("convention", OPTIONS, ids="-".join)
def test_position(either, header, convention):
    load(GL_FRAGMENT_PROGRAM_ARB, header + PROGRAMS[header].format(option=OPTIONS[convention]))
    glRectf(-1, -1, 1, 1)
    check_position(convention)
    # Images and bitmaps have the same window.
    glClear(GL_COLOR_BUFFER_BIT)
    glWindowPos2i(0, 0)
    glDrawPixels(8, 8, GL_RED, GL_UNSIGNED_BYTE, bytes(64))
    check_position(convention)


def test_the_upper_left_of_a_framebuffer_object(either):
    """Issue 10: the convention applies to framebuffer objects too; H is their height."""
    convention = ("upper",)
    text = "!!ARBfp1.0" + PROGRAMS["!!ARBfp1.0"].format(option=OPTIONS[convention])
    load(GL_FRAGMENT_PROGRAM_ARB, text)
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    for height in (5, 3):
        glBindRenderbuffer(GL_RENDERBUFFER, glGenRenderbuffers(1))
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32F_ARB, 8, height)
        glFramebufferRenderbuffer(
            GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
            glGetIntegerv(GL_RENDERBUFFER_BINDING),
        )  # fmt: skip
        # The viewport does not matter, nor does the scissor box.
        glViewport(-3, -2, 20, 30)
        glRectf(-1, -1, 1, 1)
        check_position(convention, height, 0)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    glRectf(-1, -1, 1, 1)
    check_position(convention)


# -- the fog coordinate ----------------------------------------------------------------------------

VERTEX = "!!ARBvp1.0 DP4 result.position.x, vertex.position, {1, 0, 0, 0}; MOV result.position.yzw,"
VERTEX += " vertex.position; DP3 result.fogcoord, {0.5, 0.25, 0}, {0.5, 0.5, 1}; END"
FOG = {
    "!!ARBfp1.0 MOV result.color, fragment.fogcoord; END": 1,
    "!!NVfp4.0 MOV result.color, fragment.fogcoord; END": 1,
    # NV_fragment_program, table X.1: "(z,0,0,0)".
    "!!FP1.0 MOV o[COLR], f[FOGC]; END": 0,
}


@pytest.mark.parametrize("fragment", FOG)
def test_the_fog_coordinate_is_one_number(either, fragment):
    load(GL_VERTEX_PROGRAM_ARB, VERTEX)
    load(GL_FRAGMENT_PROGRAM_ARB, fragment)
    glRectf(-1, -1, 1, 1)
    expected = [round(255 * 0.375) / 255, 0, 0, FOG[fragment]]
    assert np.abs(colors() - expected).max() < 1e-6
    # The raster position has a fog coordinate too.
    glClear(GL_COLOR_BUFFER_BIT)
    glRasterPos2f(-1, -1)
    glDrawPixels(8, 8, GL_RED, GL_UNSIGNED_BYTE, bytes(64))
    assert np.abs(colors() - expected).max() < 1e-6


# -- attributes of vertices ------------------------------------------------------------------------


def test_weights_that_nobody_set_are_the_generic_attribute_1(either):
    """Drivers without vertex blending read it so, and shipped programs rely on that."""
    text = "!!ARBvp1.0 MOV result.position, vertex.position;"
    load(GL_VERTEX_PROGRAM_ARB, f"{text} MOV result.color, vertex.weight; END")
    glVertexAttrib4fARB(1, 0.2, 0.4, 0.6, 0.8)
    glRectf(-1, -1, 1, 1)
    assert np.abs(colors() - [0.2, 0.4, 0.6, 0.8]).max() < 1e-6


def test_the_generic_attribute_3_and_the_colour_are_two(either):
    text = "!!ARBvp1.0 MOV result.position, vertex.position; TEMP t;"
    text += "MOV t, vertex.attrib[3]; ADD result.color, t, vertex.color; END"
    load(GL_VERTEX_PROGRAM_ARB, text)
    glVertexAttrib4fARB(3, 0.2, 0, 0.4, 0)
    glColor4f(0, 0.6, 0.2, 0.2)
    glRectf(-1, -1, 1, 1)
    assert np.abs(colors() - [0.2, 0.6, 0.6, 0.2]).max() < 1e-6


def test_more_than_a_thousand_local_parameters(either):
    """A shipped game has 1,021 of them, and offsets beyond 63."""
    glVertexAttrib1fARB(6, 3)
    for index in (200, 1019):
        glProgramLocalParameter4fARB(GL_VERTEX_PROGRAM_ARB, index, index / 1020, 0.2, 0.4, 1)
    for offset in (197, 1016):
        load(
            GL_VERTEX_PROGRAM_ARB,
            "!!ARBvp1.0 PARAM c[1020] = { program.local[0..1019] }; ADDRESS a;"
            "MOV result.position, vertex.position; ARL a.x, vertex.attrib[6].x;"
            f"MOV result.color, c[a.x + {offset}]; END",
        )
        glRectf(-1, -1, 1, 1)
        assert np.abs(colors() - [(offset + 3) / 1020, 0.2, 0.4, 1]).max() < 0.5 / 255
