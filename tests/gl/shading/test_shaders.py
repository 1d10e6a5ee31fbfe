"""Shader objects: source texts in every call form, compilation, deletion and queries."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *
from softgl.gl.api.addresses import Address
from softgl.gl.shading.shaders import compiled
from softgl.glsl import compiling
from softgl.glsl.text.source import Message, Source
from softgl.glsl.typed import Shader

TYPES = GL_VERTEX_SHADER, GL_GEOMETRY_SHADER, GL_FRAGMENT_SHADER


@pytest.fixture
def texts(monkeypatch):
    """The texts that a stand-in of the compiler has got; a text with "wrong" does not compile."""
    found = []

    def compile_shader(strings, stage, options=None):
        found.append(strings)
        wrong = any("wrong" in text for text in strings)
        messages = (Message("error", "this is wrong", 0),) if wrong else ()
        return Shader(stage, Source(strings), messages=messages)

    monkeypatch.setattr(compiling, "compile_shader", compile_shader)
    compiled.cache_clear()
    yield found
    compiled.cache_clear()


def refused(code, function, *arguments):
    """Checks that a call is refused with a code."""
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code, caught.value


def test_shaders_have_names_types_and_nothing_else_at_first(context):
    names = [glCreateShader(each) for each in TYPES]
    assert names == [1, 2, 3] and [glIsShader(each) for each in names] == [1, 1, 1]
    assert [glGetShaderiv(n, GL_SHADER_TYPE) for n in names] == list(TYPES)
    assert not (glIsShader(0) or glIsShader(9) or glIsProgram(1))
    for pname in (GL_COMPILE_STATUS, GL_DELETE_STATUS, GL_INFO_LOG_LENGTH, GL_SHADER_SOURCE_LENGTH):
        assert glGetShaderiv(1, pname) == 0
    assert glGetShaderSource(1) == glGetShaderInfoLog(1) == b""
    refused(GL_INVALID_ENUM, glCreateShader, GL_TRIANGLES)
    refused(GL_INVALID_ENUM, glGetShaderiv, 1, GL_LINK_STATUS)


def test_names_of_nothing_and_of_programs(context):
    program = glCreateProgram()
    calls = [
        (glShaderSource, "void main() {}"), (glCompileShader,), (glDeleteShader,),
        (glGetShaderiv, GL_SHADER_TYPE), (glGetShaderInfoLog,), (glGetShaderSource,),
    ]  # fmt: skip
    for function, *more in calls:
        refused(GL_INVALID_VALUE, function, 77, *more)
        refused(GL_INVALID_OPERATION, function, program, *more)
    glDeleteShader(0)


def pointers(*texts):
    """An array of pointers to characters, as C has it."""
    return (ctypes.c_char_p * len(texts))(*texts)


@pytest.mark.parametrize(
    "arguments",
    [
        ("one two",),
        (b"one two",),
        (bytearray(b"one two"),),
        (["one ", "two"],),
        ((b"one ", bytearray(b"two")),),
        (np.frombuffer(b"one two", np.uint8),),
        (np.array(["one ", "two"]),),
        (ctypes.create_string_buffer(b"one two"),),
        (ctypes.c_char_p(b"one two"),),
        (1, "one two"),
        (1, ["one two", "three"]),
        (2, ["one ", "two"], None),
        (2, ["one twenty", "two"], [4, -1]),
        (2, [b"one ", b"two\0three"], np.array([-1, -1], np.int32)),
        (2, [b"one ", b"twofold"], (ctypes.c_int * 2)(4, 3)),
        (2, pointers(b"one ", b"two"), ctypes.POINTER(ctypes.c_int)()),
        (2, ctypes.pointer(pointers(b"one ", b"two")), None),
        (1, ctypes.byref(ctypes.c_char_p(b"one two")), None),
    ],
    ids=lambda each: " ".join(type(one).__name__ for one in each),
)
def test_sources_in_every_form(context, arguments):
    shader = glCreateShader(GL_VERTEX_SHADER)
    glShaderSource(shader, *arguments)
    assert glGetShaderSource(shader) == b"one two"
    assert glGetShaderiv(shader, GL_SHADER_SOURCE_LENGTH) == 8


def test_sources_at_addresses(context):
    shader, texts = glCreateShader(GL_VERTEX_SHADER), pointers(b"one two", b"three")
    lengths = (ctypes.c_int * 2)(4, -1)
    places = [Address(ctypes.addressof(each)) for each in (texts, lengths)]
    glShaderSource(shader, 2, *places)
    assert glGetShaderSource(shader) == b"one three"
    glShaderSource(shader, 2, places[0], None)
    assert glGetShaderSource(shader) == b"one twothree"


def test_sources_that_are_refused(context):
    shader = glCreateShader(GL_VERTEX_SHADER)
    glShaderSource(shader, "old")
    for arguments in (
        (-1, ["a"], None), (2, ["a"], None), (1, None, None), (1, ["a"], [2]), (2, ["a", "b"], [1]),
        (1, [None], None), (1, 5, None), (1, [5], None), (1, ["a"], "b"),
        (1, ctypes.c_void_p(4096), None), (None,),
    ):  # fmt: skip
        refused(GL_INVALID_VALUE, glShaderSource, shader, *arguments)
    assert glGetShaderSource(shader) == b"old"
    glShaderSource(shader, 0, None, None)
    assert glGetShaderiv(shader, GL_SHADER_SOURCE_LENGTH) == 1


def test_compilation(context, texts):
    shader = glCreateShader(GL_FRAGMENT_SHADER)
    glCompileShader(shader)
    glShaderSource(shader, ["all ", b"\xc3\xa4 ", b"\xff right"])
    glCompileShader(shader)
    assert texts == [[], ["all ", "ä ", "ÿ right"]]
    assert glGetShaderiv(shader, GL_COMPILE_STATUS) == 1 and glGetShaderInfoLog(shader) == b""
    glShaderSource(shader, "wrong")
    assert glGetShaderiv(shader, GL_COMPILE_STATUS) == 1
    glCompileShader(shader)
    log = glGetShaderInfoLog(shader)
    assert glGetShaderiv(shader, GL_COMPILE_STATUS) == 0 and b"this is wrong" in log
    assert glGetShaderiv(shader, GL_INFO_LOG_LENGTH) == len(log) + 1
    assert glGetShaderInfoLog(shader, 5) == log[:4]


def test_equal_texts_are_compiled_once(context, texts):
    found = []
    for kind in (GL_VERTEX_SHADER, GL_VERTEX_SHADER, GL_FRAGMENT_SHADER):
        shader = glCreateShader(kind)
        glShaderSource(shader, "the same")
        glCompileShader(shader)
        found.append(context.shaders.objects[shader].compiled)
    assert len(texts) == 2 and found[0] is found[1] is not found[2]
    glReleaseShaderCompiler()
    glCompileShader(1)
    assert len(texts) == 3


def test_texts_are_written_to_memory(context):
    shader = glCreateShader(GL_VERTEX_SHADER)
    glShaderSource(shader, "source")
    length, memory = GLsizei(7), ctypes.create_string_buffer(b"........", 8)
    assert glGetShaderSource(shader, 4, length, memory) is None
    assert (length.value, memory.raw) == (3, b"sou\0....")
    glGetShaderSource(shader, 8, None, memory)
    assert memory.raw == b"source\0."
    glGetShaderSource(shader, 0, length, memory)
    assert (length.value, memory.raw) == (0, b"source\0.")
    array = np.zeros(8, np.uint8)
    glGetShaderSource(shader, 8, length, array)
    assert array.tobytes() == b"source\0\0" and length.value == 6
    refused(GL_INVALID_VALUE, glGetShaderSource, shader, -1, length, memory)
    refused(GL_INVALID_VALUE, glGetShaderSource, shader, 8, length, np.zeros(2, np.uint8))
    assert length.value == 6


def test_shaders_of_programs_are_deleted_later(context):
    shader, programs = glCreateShader(GL_VERTEX_SHADER), [glCreateProgram(), glCreateProgram()]
    for program in programs:
        glAttachShader(program, shader)
    glDeleteShader(shader)
    assert glIsShader(shader) and glGetShaderiv(shader, GL_DELETE_STATUS) == 1
    glDetachShader(programs[0], shader)
    assert glIsShader(shader)
    glDeleteProgram(programs[1])
    assert not glIsShader(shader)
    other = glCreateShader(GL_VERTEX_SHADER)
    glDeleteShader(other)
    assert not glIsShader(other)
    refused(GL_INVALID_VALUE, glDeleteShader, other)


def test_precisions_are_those_of_highp(context):
    for kind in (GL_VERTEX_SHADER, GL_FRAGMENT_SHADER):
        for precision in (GL_LOW_FLOAT, GL_HIGH_FLOAT):
            limits, bits = glGetShaderPrecisionFormat(kind, precision)
            assert limits.tolist() == [127, 127] and bits == 23
        limits, bits = np.zeros(2, np.int32), GLint()
        glGetShaderPrecisionFormat(kind, GL_MEDIUM_INT, limits, bits)
        assert limits.tolist() == [31, 30] and bits.value == 0
    refused(GL_INVALID_ENUM, glGetShaderPrecisionFormat, GL_GEOMETRY_SHADER, GL_LOW_INT)
    refused(GL_INVALID_ENUM, glGetShaderPrecisionFormat, GL_VERTEX_SHADER, GL_FLOAT)
    refused(GL_INVALID_ENUM, glShaderBinary, 1, [1], GL_FLOAT, b"", 0)
    assert glGetIntegerv(GL_NUM_SHADER_BINARY_FORMATS) == 0 and glGetBooleanv(GL_SHADER_COMPILER)


def test_shaders_are_shared(context):
    from softgl import Context

    shader = glCreateShader(GL_VERTEX_SHADER)
    glShaderSource(shader, "shared")
    with Context(4, 4, machine="eager", share=context):
        assert glGetShaderSource(shader) == b"shared"
    with Context(4, 4, machine="eager"):
        assert not glIsShader(shader)
