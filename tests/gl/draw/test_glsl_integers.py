"""Integers that GLSL programs only copy keep their bits, though negative ones look like NaNs."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.gl import shaders
from tests.gl.attachments import framebuffer, renderbuffer

VERTEX = """#version 150 compatibility
flat out ivec4 number;
void main() { number = ivec4(3, -2, -7, 4); gl_Position = gl_Vertex; }"""
GEOMETRY = """#version 150
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
flat in ivec4 number[];
flat out ivec4 copied;
void main() {
    for (int i = 0; i < 3; ++i) {
        copied = number[i];
        gl_Position = gl_in[i].gl_Position;
        EmitVertex();
    }
}"""
FRAGMENT = """#version 150
flat in ivec4 copied;
out vec4 color;
void main() { color = vec4(copied + 10) / 255.0; }"""


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_copies_through_a_geometry_shader(machine):
    Context(8, 8, machine=machine).make_current()
    program = shaders.compileProgram(
        shaders.compileShader(VERTEX, GL_VERTEX_SHADER),
        shaders.compileShader(GEOMETRY, GL_GEOMETRY_SHADER),
        shaders.compileShader(FRAGMENT, GL_FRAGMENT_SHADER),
    )
    glUseProgram(program)
    glRectf(-1, -1, 1, 1)
    pixel = np.frombuffer(glReadPixels(4, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE), np.uint8)
    assert pixel.tolist() == [13, 8, 3, 14]


COPIES = """#version 150
flat in ivec4 number;
uniform ivec4 other;
out ivec4 color;
void main() { color = number; color.y = other.y; }"""


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_copies_to_buffers_of_integers(machine):
    """No instruction of these shaders sees an integer."""
    Context(8, 8, machine=machine).make_current()
    framebuffer(color0=renderbuffer(GL_RGBA32I))
    program = shaders.compileProgram(
        shaders.compileShader(VERTEX, GL_VERTEX_SHADER),
        shaders.compileShader(COPIES, GL_FRAGMENT_SHADER),
    )
    glUseProgram(program)
    glUniform4i(glGetUniformLocation(program, "other"), 1, -123, 1, 1)
    glRectf(-1, -1, 1, 1)
    pixel = glReadPixels(4, 4, 1, 1, GL_RGBA_INTEGER, GL_INT)
    assert np.ravel(pixel).tolist() == [3, -123, -7, 4]


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_copies_in_transform_feedback(machine):
    Context(8, 8, machine=machine).make_current()
    program = glCreateProgram()
    glAttachShader(program, shaders.compileShader(VERTEX, GL_VERTEX_SHADER))
    glTransformFeedbackVaryings(program, ["number"], GL_INTERLEAVED_ATTRIBS)
    glLinkProgram(program)
    glUseProgram(program)
    target, words = GL_TRANSFORM_FEEDBACK_BUFFER, np.zeros(12, np.int32)
    glBindBufferBase(target, 0, glGenBuffers(1))
    glBufferData(target, words.nbytes, words, GL_STATIC_DRAW)
    glBeginTransformFeedback(GL_TRIANGLES)
    glBegin(GL_TRIANGLES)
    for corner in ((-1, -1), (1, -1), (-1, 1)):
        glVertex2f(*corner)
    glEnd()
    glEndTransformFeedback()
    recorded = np.array(glGetBufferSubData(target, 0, words.nbytes)).view(np.int32)
    assert recorded.reshape(3, 4).tolist() == [[3, -2, -7, 4]] * 3


@pytest.mark.parametrize(
    "name, expected",
    [
        ("gl_NextBuffer", [[0] * 6, [3, -2, -7, 4, 0, 0], [0] * 6]),
        ("gl_SkipComponents2", [[0, 0, 3, -2, -7, 4], [0] * 6, [0] * 6]),
    ],
)
def test_buffers_without_words(name, expected):
    Context(8, 8).make_current()
    program = glCreateProgram()
    glAttachShader(program, shaders.compileShader(VERTEX, GL_VERTEX_SHADER))
    names = [name, "number", "gl_NextBuffer"]
    glTransformFeedbackVaryings(program, names, GL_INTERLEAVED_ATTRIBS)
    glLinkProgram(program)
    glUseProgram(program)
    target, words = GL_TRANSFORM_FEEDBACK_BUFFER, np.zeros(6, np.int32)
    for point in range(3):
        glBindBufferBase(target, point, glGenBuffers(1))
        glBufferData(target, words.nbytes, words, GL_STATIC_DRAW)
    glBeginTransformFeedback(GL_POINTS)
    glBegin(GL_POINTS)
    glVertex2f(0, 0)
    glEnd()
    glEndTransformFeedback()
    recorded = []
    for point in range(3):
        glBindBuffer(target, glGetIntegeri_v(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, point))
        part = np.array(glGetBufferSubData(target, 0, words.nbytes)).view(np.int32)
        recorded.append(part.tolist())
    assert recorded == expected
