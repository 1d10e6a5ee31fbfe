"""Explanations of mistakes with GLSL programs."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import softgl
from softgl.gl import *
from softgl.gl.explain.explainer import ExplainWarning
from softgl.gl.shaders import compileProgram, compileShader

VERTEX = """#version 330
in vec2 corner; in vec3 normal; uniform mat4 turn; uniform float scale = 2.0; out vec3 shade;
void main() { shade = normal; gl_Position = turn * vec4(corner * scale, 0, 1); }"""
FRAGMENT = """#version 330
uniform sampler2D maps[2]; uniform vec3 tint; in vec3 shade; out vec4 color;
void main() { color = vec4(shade * tint, 1) + texture(maps[1], shade.xy); }"""


@pytest.fixture
def explains():
    with softgl.Context(8, 8, machine="eager", explain=True) as context:
        yield context


def draw(normals=False, units=(0, 0)):
    """Draws with a new program; returns it."""
    shaders = ((VERTEX, GL_VERTEX_SHADER), (FRAGMENT, GL_FRAGMENT_SHADER))
    program = compileProgram(*(compileShader(*each) for each in shaders))
    glUseProgram(program)
    corners = np.array([[-1, -1], [3, -1], [-1, 3]], np.float32)
    for name, size, used in (("corner", 2, True), ("normal", 3, normals)):
        place = glGetAttribLocation(program, name)
        glVertexAttribPointer(place, size, GL_FLOAT, False, 0, np.resize(corners, (3, size)))
        if used:
            glEnableVertexAttribArray(place)
    glUniform1iv(glGetUniformLocation(program, "maps"), 2, units)
    glUniformMatrix4fv(glGetUniformLocation(program, "turn"), 1, False, np.eye(4))
    return program


def said():
    """The warnings of a draw."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        glDrawArrays(GL_TRIANGLES, 0, 3)
    return [str(each.message) for each in caught]


def test_attributes_without_arrays_and_samplers_without_textures(explains):
    draw(units=(1, 3))
    found = said()
    assert any("attribute normal has no array" in text for text in found), found
    assert any("of unit 3 (sampler maps[1]) is not complete" in text for text in found), found
    explanation = explains.explain()
    assert "never set: uniform tint" in explanation
    assert "scale" not in explanation and "turn" not in explanation


def test_what_is_set_is_not_reported(explains):
    program = draw(normals=True)
    glBindTexture(GL_TEXTURE_2D, 1)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    texels = np.full((2, 2, 4), 255, np.uint8)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels)
    glUniform3f(glGetUniformLocation(program, "tint"), 0, 0, 0)
    assert not said() and "never set" not in explains.explain()
    glDisableVertexAttribArray(place := glGetAttribLocation(program, "normal"))
    glVertexAttrib3f(place, 0, 1, 0)
    glClear(GL_COLOR_BUFFER_BIT)
    assert not said()


def test_what_does_not_compile_or_link_is_told(explains):
    with pytest.warns(ExplainWarning, match=r"shader 1 \(GL_VERTEX_SHADER\) failed: 0:1\(") as seen:
        glShaderSource(shader := glCreateShader(GL_VERTEX_SHADER), "wrong")
        glCompileShader(shader)
    assert seen[0].filename == __file__
    glAttachShader(program := glCreateProgram(), shader)
    with pytest.warns(ExplainWarning, match=r"program 2 failed: error: shader 1"):
        glLinkProgram(program)
    sources = np.zeros(4, np.uint32)
    assert glGetDebugMessageLog(4, 0, sources, None, None, None, None, None) == 2
    assert set(sources[:2].tolist()) == {GL_DEBUG_SOURCE_SHADER_COMPILER}
    with pytest.raises(GLError, match="program 2 is not linked: error: shader 1"):
        glUseProgram(program)
