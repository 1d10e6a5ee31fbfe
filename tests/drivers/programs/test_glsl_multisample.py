"""Samples and sizes of multisample textures in GLSL, beside llvmpipe."""

from __future__ import annotations

import pytest

from tests.drivers.programs.glsl_calls import linked

pytestmark = pytest.mark.driver

VERTEX = "#version 150 compatibility\nvoid main() { gl_Position = gl_Vertex; }"
FRAGMENT = """#version 150
uniform sampler2DMS flat_;
uniform sampler2DMSArray layers;
uniform int shown;
out vec4 color;
void main() {
    ivec2 place = ivec2(gl_FragCoord.xy);
    color = vec4(0.0);
    if (shown == 0)
        for (int i = 0; i < 4; i++) color += texelFetch(flat_, place, i) * 0.25;
    else if (shown == 1)
        color = vec4(textureSize(flat_) / 16.0, textureSize(layers).x / 16.0,
                     textureSize(layers).z / 4.0);
    else
        color = texelFetch(layers, ivec3(place, 1), 3);
}"""
SIDE = 8


def paint(gl, attach, clear, rectangle):
    """Clears a new framebuffer object and draws a rectangle."""
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, gl.glGenFramebuffers(1))
    attach()
    gl.glClearColor(*clear)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    gl.glColor4f(1, 0.5, 0, 1)
    gl.glRectf(*rectangle)
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)


def picture(gl, shown):
    flat, layers = gl.GL_TEXTURE_2D_MULTISAMPLE, gl.GL_TEXTURE_2D_MULTISAMPLE_ARRAY
    names = gl.glGenTextures(2)
    gl.glBindTexture(flat, int(names[0]))
    gl.glTexImage2DMultisample(flat, 4, gl.GL_RGBA8, SIDE, SIDE, True)
    gl.glActiveTexture(gl.GL_TEXTURE1)
    gl.glBindTexture(layers, int(names[1]))
    gl.glTexImage3DMultisample(layers, 4, gl.GL_RGBA8, SIDE, SIDE, 2, True)
    point = gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0
    paint(
        gl,
        lambda: gl.glFramebufferTexture2D(*point, flat, int(names[0]), 0),
        (0.2, 0.4, 0.6, 0.8),
        (-1, -1, 0, 1),
    )
    paint(
        gl,
        lambda: gl.glFramebufferTextureLayer(*point, int(names[1]), 0, 1),
        (0.1, 0.2, 0.3, 0.4),
        (-1, -1, 1, 0),
    )
    program = linked(gl, VERTEX, FRAGMENT)
    gl.glUseProgram(program)
    gl.glUniform1i(gl.glGetUniformLocation(program, "layers"), 1)
    gl.glUniform1i(gl.glGetUniformLocation(program, "shown"), shown)
    gl.glRectf(-1, -1, 1, 1)


@pytest.mark.parametrize("shown", range(3))
def test_multisample_textures(same_as_mesa, shown):
    same_as_mesa(lambda gl: picture(gl, shown), (SIDE, SIDE))
