"""Program binaries: loaded, they draw as before; other bytes end in a failed link."""

from __future__ import annotations

import json

import numpy as np
import pytest

from softgl.gl import *
from softgl.gl.shading.program_binaries import DIGEST, HEADER, MAGIC, VERSION, hashlib
from tests.gl.shading.test_programs import program
from tests.gl.shading.test_shaders import refused

FRAGMENT = """#version 330
uniform vec4 tint = vec4(1, 0, 0, 1); out vec4 first; out vec4 second;
void main() { first = tint; second = tint.gggg; }"""


def linked():
    """The name of a linked program with bindings of its link."""
    name = program(fragment=FRAGMENT)
    glBindAttribLocation(name, 3, "corner")
    glBindFragDataLocation(name, 5, "first")
    glTransformFeedbackVaryings(name, ["gl_Position"], GL_SEPARATE_ATTRIBS)
    glProgramParameteri(name, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, True)
    glLinkProgram(name)
    assert glGetProgramiv(name, GL_LINK_STATUS), glGetProgramInfoLog(name)
    glProgramParameteri(name, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, False)
    assert glGetProgramiv(name, GL_PROGRAM_BINARY_RETRIEVABLE_HINT)  # until the next link
    glProgramParameteri(name, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, True)
    return name


def test_formats_and_lengths(context):
    assert glGetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS) == 1
    name = glCreateProgram()
    assert glGetProgramiv(name, GL_PROGRAM_BINARY_LENGTH) == 0
    refused(GL_INVALID_OPERATION, glGetProgramBinary, name)
    refused(GL_INVALID_VALUE, glGetProgramBinary, 77)
    refused(GL_INVALID_VALUE, glProgramBinary, 77, 0, b"")
    refused(GL_INVALID_OPERATION, glProgramBinary, glCreateShader(GL_VERTEX_SHADER), 0, b"")
    name = linked()
    size = glGetProgramiv(name, GL_PROGRAM_BINARY_LENGTH)
    length, form, data = glGetProgramBinary(name, size)
    assert length == size == len(data) and form == glGetIntegerv(GL_PROGRAM_BINARY_FORMATS)
    refused(GL_INVALID_OPERATION, glGetProgramBinary, name, size - 1)
    outputs = np.zeros(1, np.int32), np.zeros(1, np.uint32), np.zeros(size + 1, np.uint8)
    glGetProgramBinary(name, size, *outputs)
    assert [outputs[0][0], outputs[1][0]] == [size, form] and np.array_equal(outputs[2][:-1], data)
    refused(GL_INVALID_VALUE, glProgramBinary, name, form, data, size + 1)


def test_a_loaded_program_is_the_linked_one(context):
    name = linked()
    place = glGetUniformLocation(name, "tint")
    glProgramUniform4f(name, place, 0, 1, 0, 1)
    _, form, data = glGetProgramBinary(name)
    other = glCreateProgram()
    glBindAttribLocation(other, 7, "corner")
    glProgramBinary(other, form, data)
    assert glGetProgramiv(other, GL_LINK_STATUS) and glGetProgramInfoLog(other) == b""
    assert glGetAttribLocation(other, "corner") == 3
    assert glGetFragDataLocation(other, "first") == 5
    assert glGetTransformFeedbackVarying(other, 0)[0] == b"gl_Position"
    assert glGetProgramiv(other, GL_TRANSFORM_FEEDBACK_BUFFER_MODE) == GL_SEPARATE_ATTRIBS
    assert glGetUniformfv(other, place).tolist() == [1, 0, 0, 1]
    assert glGetProgramBinary(other)[2].tobytes() == data.tobytes()
    assert glGetProgramiv(other, GL_ATTACHED_SHADERS) == 0
    glUseProgram(other)
    programs = context.shaders.objects
    assert programs[other].linked is programs[name].linked


def damaged(data, change):
    """A binary with other texts or settings, and the right digest."""
    fields = json.loads(data[HEADER + DIGEST :])
    change(fields)
    body = json.dumps(fields).encode()
    return data[:HEADER] + hashlib.sha256(body).digest() + body


CHANGES = {
    "no texts": lambda f: f.pop("texts"),
    "a stage": lambda f: f.update(texts=[[1, ["void main() { }"]]]),
    "lists as stages": lambda f: f.update(texts=[[[], []]]),
    "a text": lambda f: f.update(texts=[[GL_VERTEX_SHADER, [7]]]),
    "characters": lambda f: f.update(texts=[[GL_VERTEX_SHADER, ["\u20ac"]]]),
    "no shader": lambda f: f["texts"].append([GL_VERTEX_SHADER, ["this is none"]]),
    "no link": lambda f: f["texts"].append([GL_VERTEX_SHADER, ["void main() { }"]]),
    "attributes": lambda f: f.update(attributes={"a": 10**9}),
    "reserved": lambda f: f.update(attributes={"gl_Vertex": 1}),
    "outputs": lambda f: f.update(outputs={"a": [0, 2]}),
    "a mode": lambda f: f.update(varying_mode=[]),
    "varyings": lambda f: f.update(varyings=["gl_NextBuffer"]),
    "many varyings": lambda f: f.update(varyings=["a"] * 99),
    "geometry": lambda f: f.update(geometry=[[GL_GEOMETRY_VERTICES_OUT_ARB, -1]]),
    "separable": lambda f: f.update(separable=2),
}


def test_other_bytes_end_in_a_failed_link(context):
    name = linked()
    glUseProgram(name)
    _, form, data = glGetProgramBinary(name)
    data = data.tobytes()
    short = MAGIC + VERSION
    deep = b"[" * 10**5
    cases = [
        b"", b"\0" * 99, data[:-1], data + b" ", data[:HEADER], short, short + bytes(DIGEST),
        data[: len(MAGIC)] + b"\xff" + data[len(MAGIC) + 1 :],
        data[:HEADER] + hashlib.sha256(deep).digest() + deep,
        *(damaged(data, change) for change in CHANGES.values()),
    ]  # fmt: skip
    for each in cases:
        glProgramBinary(name, form, each, len(each))
        assert not glGetProgramiv(name, GL_LINK_STATUS), each[:200]
        assert glGetProgramInfoLog(name).startswith(b"error: "), each[:200]
        assert glGetProgramiv(name, GL_ACTIVE_UNIFORMS) == 0
    # The executables stay in use, and the shaders attached.
    assert glGetProgramiv(name, GL_ATTACHED_SHADERS) == 2
    refused(GL_INVALID_ENUM, glProgramBinary, name, form + 1, data)
    glProgramBinary(name, form, MAGIC + bytes(len(VERSION)) + data[HEADER:])
    assert b"another version" in glGetProgramInfoLog(name)
    glProgramBinary(name, form, data)
    assert glGetProgramiv(name, GL_LINK_STATUS)


@pytest.mark.parametrize("seed", range(3))
def test_bytes_at_random(context, seed):
    random = np.random.default_rng(seed)
    name = linked()
    _, form, data = glGetProgramBinary(name)
    for _ in range(10):
        copy = data.copy()
        copy[random.integers(len(copy))] ^= random.integers(1, 256)
        glProgramBinary(name, form, copy[: random.integers(len(copy) // 2, len(copy) + 1)])
        assert not glGetProgramiv(name, GL_LINK_STATUS)
