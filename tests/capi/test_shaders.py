"""Shader objects as C programs call them: arrays of strings, texts, names, matrices."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

import softgl
from softgl import gl
from tests.capi.c_functions import C, needs_native_code

pytestmark = needs_native_code

VERTEX = b"#version 330\nin vec2 corner; uniform mat4 turn;", b"void main() {", b"} // not read"
BODY = b"gl_Position = turn * vec4(corner, 0, 1); } junk"
FRAGMENT = b"#version 330\nuniform vec4 tint; out vec4 color; void main() { color = tint; }"


@pytest.fixture
def context():
    with softgl.Context(8, 8, machine="eager") as made:
        yield made


def shader(c, kind, texts, lengths=None):
    """A compiled shader of strings and their lengths."""
    name = c.glCreateShader(kind)
    strings = (ctypes.c_char_p * len(texts))(*texts)
    sizes = lengths and (ctypes.c_int * len(lengths))(*lengths)
    c.glShaderSource(name, len(texts), strings, sizes)
    c.glCompileShader(name)
    return name


def integer(function, *arguments):
    """The integer that a query writes."""
    value = ctypes.c_int(-1)
    function(*arguments, ctypes.byref(value))
    return value.value


def test_a_program_in_c(context, capsys):
    c = C()
    program = c.glCreateProgram()
    texts = (*VERTEX[:2], BODY)
    c.glAttachShader(program, shader(c, gl.GL_VERTEX_SHADER, texts, [-1, 13, len(BODY) - 5]))
    c.glAttachShader(program, shader(c, gl.GL_FRAGMENT_SHADER, [FRAGMENT]))
    c.glBindAttribLocation(program, 3, b"corner")
    c.glLinkProgram(program)
    log = ctypes.create_string_buffer(256)
    c.glGetProgramInfoLog(program, 256, None, log)
    assert integer(c.glGetProgramiv, program, gl.GL_LINK_STATUS) == 1, log.value
    assert c.glGetAttribLocation(program, b"corner") == 3
    assert c.glGetUniformLocation(program, b"nothing") == -1
    c.glUseProgram(program)
    floats = ctypes.c_float * 16
    turn = floats(*np.eye(4).ravel())
    c.glUniformMatrix4fv(c.glGetUniformLocation(program, b"turn"), 1, 0, turn)
    turn[0] = 9
    c.glUniform4f(c.glGetUniformLocation(program, b"tint"), *map(ctypes.c_float, (0, 1, 0, 1)))
    found = floats()
    c.glGetUniformfv(program, c.glGetUniformLocation(program, b"turn"), found)
    assert found[:] == np.eye(4).ravel().tolist()
    corners = floats(-1, -1, 3, -1, -1, 3)
    c.glEnableVertexAttribArray(3)
    c.glVertexAttribPointer(3, 2, gl.GL_FLOAT, 0, 0, corners)
    c.glDrawArrays(gl.GL_TRIANGLES, 0, 3)
    assert context.read_image().getpixel((4, 4)) == (0, 255, 0, 255)
    assert not capsys.readouterr().err


def test_texts_and_names(context):
    c = C()
    name = shader(c, gl.GL_VERTEX_SHADER, [b"wrong"])
    assert integer(c.glGetShaderiv, name, gl.GL_COMPILE_STATUS) == 0
    size = integer(c.glGetShaderiv, name, gl.GL_INFO_LOG_LENGTH)
    log, length = ctypes.create_string_buffer(b"!" * (size + 4)), ctypes.c_int()
    c.glGetShaderInfoLog(name, size, ctypes.byref(length), log)
    assert length.value == size - 1 and log.raw[size - 1 :] == b"\0!!!!\0"
    program, names = c.glCreateProgram(), (ctypes.c_char_p * 2)(b"one", b"gl_Position")
    c.glTransformFeedbackVaryings(program, 2, names, gl.GL_SEPARATE_ATTRIBS)
    assert context.shaders.objects[program].state.settings.varyings == ("one", "gl_Position")
    indices = (ctypes.c_uint * 2)()
    c.glGetUniformIndices(program, 2, names, indices)
    assert indices[:] == [gl.GL_INVALID_INDEX] * 2
    assert c.glGetError() == gl.GL_NO_ERROR


def test_lists_copy_the_arrays_of_uniforms(context):
    c = C()
    program = c.glCreateProgram()
    c.glAttachShader(program, shader(c, gl.GL_FRAGMENT_SHADER, [FRAGMENT]))
    c.glLinkProgram(program)
    values = (ctypes.c_float * 4)(1, 2, 3, 4)
    c.glNewList(1, gl.GL_COMPILE)
    c.glUseProgram(program)
    c.glUniform4fv(0, 1, values)
    c.glEndList()
    values[0] = 9
    c.glCallList(1)
    assert gl.glGetUniformfv(program, 0).tolist() == [1, 2, 3, 4]


def test_results_of_errors(context):
    """OpenGL 3.3, 3.12.2: "if an error occurs, -1 will be returned"; WAIT_FAILED and others."""
    c = C()
    program = c.glCreateProgram()
    for function in (c.glGetAttribLocation, c.glGetUniformLocation, c.glGetFragDataLocation):
        assert function(program, b"v") == -1
        assert c.glGetError() == gl.GL_INVALID_OPERATION  # it is not linked
    assert c.glGetFragDataIndex(99, b"v") == -1
    assert c.glGetUniformBlockIndex(99, b"v") == gl.GL_INVALID_INDEX
    assert c.glGetError() == gl.GL_INVALID_VALUE
