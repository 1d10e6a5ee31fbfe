"""A capture has the shader and program objects before it, and their uniforms to the last bit."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context, scene
from softgl.debug.captures import file as capture_file
from softgl.debug.captures import replay
from softgl.debug.captures.capture import capture
from softgl.debug.frames import command, draws
from softgl.debug.state import state
from softgl.gl import *
from tests.debug.captures.test_capture import pixels
from tests.debug.captures.test_restore import restored

VERTEX = """#version 330
in vec2 corner; in vec4 other;
uniform mat2x3 narrow[2]; uniform mat4 turn; uniform bvec2 choice; uniform Block { vec4 tint; };
out vec4 shade;
void main() {
    shade = tint + other + vec4(narrow[1] * corner, choice.y ? 1.0 : 0.0);
    gl_Position = turn * vec4(corner, 0, 1);
}"""
FRAGMENT = """#version 330
in vec4 shade; uniform sampler2D maps[2]; uniform uint bits; uniform ivec3 whole;
uniform float weights[3]; uniform vec4 last;
layout(location = 0) out vec4 color;
void main() {
    color = shade * weights[2] + texture(maps[1], shade.xy) * float(bits) + vec4(whole, 1) + last;
}"""


@pytest.fixture
def context():
    with Context(16, 16, machine="eager") as made:
        yield made


def shader(kind, text):
    name = glCreateShader(kind)
    glShaderSource(name, text)
    glCompileShader(name)
    return name


def linked_program():
    """A program with uniforms of many kinds; one of its shaders is deleted after the link."""
    program = glCreateProgram()
    shaders = [shader(GL_VERTEX_SHADER, VERTEX), shader(GL_FRAGMENT_SHADER, FRAGMENT)]
    for each in shaders:
        glAttachShader(program, each)
    glBindAttribLocation(program, 5, "corner")
    glBindAttribLocation(program, 2, "other")
    glLinkProgram(program)
    assert glGetProgramiv(program, GL_LINK_STATUS), glGetProgramInfoLog(program)
    places = {
        name: glGetUniformLocation(program, name)
        for name in "narrow turn choice maps bits whole weights".split()
    }
    floats = np.arange(12, dtype=np.float32)
    glProgramUniformMatrix2x3fv(program, places["narrow"], 2, False, floats)
    glProgramUniformMatrix4fv(program, places["turn"], 1, False, np.eye(4))
    glProgramUniform2i(program, places["choice"], 0, 7)
    glProgramUniform1iv(program, places["maps"], 2, [3, 4])
    glProgramUniform1ui(program, places["bits"], 2**32 - 1)
    glProgramUniform3i(program, places["whole"], -1, 0, 5)
    glProgramUniform1fv(program, places["weights"], 2, [0.1, -0.0])
    glUniformBlockBinding(program, glGetUniformBlockIndex(program, "Block"), 7)
    glDetachShader(program, shaders[0])
    glDeleteShader(shaders[0])
    glBindAttribLocation(program, 1, "later")
    return program


def test_objects_and_uniforms(context, tmp_path):
    program = linked_program()
    glShaderSource(shader(GL_VERTEX_SHADER, "wrong"), ["not ", "compiled yet"])
    glCreateShader(GL_GEOMETRY_SHADER)
    glAttachShader(other := glCreateProgram(), last := shader(GL_VERTEX_SHADER, VERTEX))
    glDeleteShader(last)
    glTransformFeedbackVaryings(other, ["shade"], GL_SEPARATE_ATTRIBS)
    gap = glCreateShader(GL_VERTEX_SHADER)
    glCreateProgram()
    glDeleteShader(gap)
    glUseProgram(program)
    glDeleteProgram(program)
    words = context.shaders.current.block.words.copy()
    found = restored(context, tmp_path / "capture.zip")
    assert context.shaders.objects.keys() == found.shaders.objects.keys() and not glIsShader(gap)
    assert found.shaders.current.name == program and found.shaders.current.state.flagged
    assert (found.shaders.current.block.words == words).all()
    assert glGetAttribLocation(program, "corner") == 5 and glIsShader(last)
    assert state(found)["shader_programs"][str(program)]["uniforms"]["maps[0]"] == [3, 4]
    assert glCreateShader(GL_VERTEX_SHADER) == max(found.shaders.objects)
    glUseProgram(0)
    assert not glIsProgram(program)


def test_what_is_drawn_with_a_program(context, tmp_path):
    program = linked_program()
    glUseProgram(program)
    buffers = glGenBuffers(2)
    glBindBuffer(GL_UNIFORM_BUFFER, buffers[0])
    glBufferData(GL_UNIFORM_BUFFER, np.array([0.25, 0, 0.5, 1], np.float32), GL_STATIC_DRAW)
    glBindBufferBase(GL_UNIFORM_BUFFER, 7, buffers[0])
    glVertexAttribPointer(5, 2, GL_FLOAT, False, 0, np.array([[-1, -1], [3, -1], [-1, 3]], "f"))
    glEnableVertexAttribArray(5)

    glUniform4f(last := glGetUniformLocation(program, "last"), 0, 0, 0.25, 0)
    wanted = []

    def calls():
        glDrawArrays(GL_TRIANGLES, 0, 3)
        wanted.append(pixels(context))
        glUniform4f(last, 0, 1, 0, 0)
        made = glCreateProgram()
        glAttachShader(made, shader(GL_FRAGMENT_SHADER, FRAGMENT))
        glUniform1f(glGetUniformLocation(program, "weights[2]"), 0.5)
        glUniform1ui(glGetUniformLocation(program, "bits"), 0)
        glDrawArrays(GL_TRIANGLES, 0, 3)

    other = restored(context, path := tmp_path / "capture.softgl", calls)
    assert pixels(other).any() and (pixels(other) != wanted[0]).any()
    described = draws.draws(scene.load(path), 16, 16, machine="eager")
    assert [each.shader_program for each in described] == [program, program]
    assert f", program {program}" in command.draw_lines(str(path), False, machine="eager")
    first = replay.drawn(capture_file.load(path), until=0, machine="eager")
    assert (pixels(first) == wanted[0]).all()


def test_programs_made_within_a_capture(context, tmp_path):
    with capture(path := tmp_path / "capture.zip", context):
        glUseProgram(program := linked_program())
        glUniform3i(glGetUniformLocation(program, "whole"), 7, 8, 9)
    found = replay.drawn(capture_file.load(path), machine="eager")
    context.make_current()
    before = glGetUniformiv(program, glGetUniformLocation(program, "whole")).tolist()
    found.make_current()
    assert glGetUniformiv(program, glGetUniformLocation(program, "whole")).tolist() == before
