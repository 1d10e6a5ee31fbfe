"""Vertex buffer bindings: formats and memory of generic attributes apart from each other."""

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.gl import *
from softgl.gl.api import enums as gl
from softgl.gl.vertices.attributes import ATTRIBS
from tests.gl.draw.test_draw_many import of_instances

DATA = np.arange(24, dtype=np.float32)


@pytest.fixture
def buffers(context):
    """Buffer objects 1 and 2 with 24 floats each, those of the second one negative."""
    for name, sign in ((1, 1), (2, -1)):
        glBindBuffer(GL_ARRAY_BUFFER, name)
        glBufferData(GL_ARRAY_BUFFER, sign * DATA, GL_STATIC_DRAW)
    glBindBuffer(GL_ARRAY_BUFFER, 0)
    glEnableVertexAttribArray(0)
    return context


def code(function, *arguments):
    with pytest.raises(GLError) as caught:
        function(*arguments)
    return caught.value.code


def values(stream, number=0):
    return stream.values(ATTRIBS[number]).tolist()


def binding(index, *pnames):
    enums = [getattr(gl, f"GL_VERTEX_BINDING_{each}") for each in pnames]
    return [int(glGetIntegeri_v(each, index)) for each in enums]


def attribute(index, *pnames):
    enums = [getattr(gl, f"GL_VERTEX_ATTRIB_{each}") for each in pnames]
    return [int(glGetVertexAttribiv(index, each)) for each in enums]


STATE = "BUFFER", "OFFSET", "STRIDE", "DIVISOR"


def test_several_attributes_of_one_buffer(buffers, draws):
    """The interleaved example of the specification, then another buffer object under it."""
    glEnableVertexAttribArray(3)
    glVertexAttribFormat(0, 2, GL_FLOAT, False, 0)
    glVertexAttribFormat(3, 1, GL_FLOAT, False, 8)
    glVertexAttribBinding(0, 5)
    glVertexAttribBinding(3, 5)
    glBindVertexBuffer(5, 1, 4, 12)
    glDrawArrays(GL_POINTS, 0, 2)
    glBindVertexBuffer(5, 2, 0, 0)
    glDrawArrays(GL_POINTS, 0, 2)
    (_, first), (_, second) = draws
    assert values(first) == [[1, 2, 0, 1], [4, 5, 0, 1]]
    assert values(first, 3) == [[3, 0, 0, 1], [6, 0, 0, 1]]
    assert values(second) == [[0, -1, 0, 1]] * 2  # a stride of 0: all lie at the same place
    assert values(second, 3) == [[-2, 0, 0, 1]] * 2
    assert attribute(3, "BINDING", "RELATIVE_OFFSET", "ARRAY_BUFFER_BINDING") == [5, 8, 2]
    assert binding(5, *STATE) == [2, 0, 0, 0]


def test_pointers_are_bindings_of_their_own_number(buffers, draws):
    assert binding(0, *STATE) == [0, 0, 16, 0]
    glVertexAttribBinding(0, 4)
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glVertexAttribPointer(0, 2, GL_FLOAT, False, 0, 16)
    assert binding(0, *STATE) == [1, 16, 8, 0]
    assert attribute(0, "BINDING", "ARRAY_STRIDE", "RELATIVE_OFFSET") == [0, 0, 0]
    glBindVertexBuffer(0, 2, 4, 12)
    assert attribute(0, "ARRAY_STRIDE", "ARRAY_BUFFER_BINDING") == [0, 2]
    assert glGetVertexAttribPointerv(0, GL_VERTEX_ATTRIB_ARRAY_POINTER) == 16
    glDrawArrays(GL_POINTS, 0, 2)
    assert values(draws[0][1]) == [[-1, -2, 0, 1], [-4, -5, 0, 1]]
    glBindVertexBuffer(0, 0, 0, 16)
    assert code(glDrawArrays, GL_POINTS, 0, 1) == GL_INVALID_OPERATION


def test_client_memory_ignores_bindings(buffers, draws):
    """The compatibility profile: the address is that of the pointer."""
    glVertexAttribPointer(0, 2, GL_FLOAT, False, 0, DATA)
    glVertexAttribBinding(0, 7)
    glDrawArrays(GL_POINTS, 1, 1)
    assert values(draws[0][1]) == [[2, 3, 0, 1]]
    glBindVertexBuffer(7, 2, 0, 8)
    glDrawArrays(GL_POINTS, 1, 1)
    assert values(draws[1][1]) == [[-2, -3, 0, 1]]


def test_divisors_are_those_of_bindings(buffers, draws):
    for index in (3, 4):
        glEnableVertexAttribArray(index)
        glVertexAttribFormat(index, 1, GL_FLOAT, False, 0)
        glVertexAttribBinding(index, 9)
    glVertexAttribBinding(0, 9)
    glBindVertexBuffer(9, 1, 0, 4)
    glVertexBindingDivisor(9, 2)
    glVertexAttribDivisor(4, 3)  # binding 4, which has no buffer object
    assert attribute(3, "ARRAY_DIVISOR", "BINDING") == [2, 9]
    assert attribute(4, "ARRAY_DIVISOR", "BINDING", "ARRAY_BUFFER_BINDING") == [3, 4, 0]
    glDisableVertexAttribArray(4)
    glDrawArraysInstanced(GL_POINTS, 0, 1, 5)
    assert of_instances(draws[0][1], ATTRIBS[3]) == [0, 0, 1, 1, 2]


def test_integers_and_doubles(buffers, draws):
    glVertexAttribIFormat(0, 4, GL_UNSIGNED_BYTE, 1)
    glBindVertexBuffer(0, 1, 4, 8)
    assert attribute(0, "ARRAY_INTEGER", "ARRAY_SIZE", "ARRAY_TYPE") == [1, 4, GL_UNSIGNED_BYTE]
    glVertexAttribLFormat(0, 1, GL_DOUBLE, 0)
    assert attribute(0, "ARRAY_INTEGER", "ARRAY_SIZE", "ARRAY_TYPE") == [0, 1, GL_DOUBLE]


def test_errors_change_nothing(buffers, snapshot):
    before = snapshot(buffers)
    for function, arguments, expected in (
        (glVertexAttribFormat, (16, 4, GL_FLOAT, False, 0), GL_INVALID_VALUE),
        (glVertexAttribFormat, (0, 5, GL_FLOAT, False, 0), GL_INVALID_VALUE),
        (glVertexAttribFormat, (0, 4, GL_FLOAT, False, 2048), GL_INVALID_VALUE),
        (glVertexAttribFormat, (0, 4, GL_RGBA, False, 0), GL_INVALID_ENUM),
        (glVertexAttribIFormat, (0, 4, GL_FLOAT, 0), GL_INVALID_ENUM),
        (glVertexAttribLFormat, (0, 4, GL_FLOAT, 0), GL_INVALID_ENUM),
        (glVertexAttribBinding, (16, 0), GL_INVALID_VALUE),
        (glVertexAttribBinding, (0, 16), GL_INVALID_VALUE),
        (glBindVertexBuffer, (16, 1, 0, 4), GL_INVALID_VALUE),
        (glBindVertexBuffer, (0, 1, -1, 4), GL_INVALID_VALUE),
        (glBindVertexBuffer, (0, 1, 0, -1), GL_INVALID_VALUE),
        (glVertexBindingDivisor, (16, 1), GL_INVALID_VALUE),
        (glGetIntegeri_v, (GL_VERTEX_BINDING_STRIDE, 16), GL_INVALID_VALUE),
    ):
        assert code(function, *arguments) == expected, (function, arguments)
    assert snapshot(buffers) == before
    assert glGetIntegerv(GL_MAX_VERTEX_ATTRIB_BINDINGS) == 16
    assert glGetIntegerv(GL_MAX_VERTEX_ATTRIB_RELATIVE_OFFSET) == 2047


def test_objects_by_name_keep_their_bindings(buffers):
    glGenVertexArrays(1)
    glBindVertexArray(1)
    glBindVertexArray(0)
    glVertexArrayBindVertexBufferEXT(1, 2, 1, 8, 4)
    glVertexArrayVertexAttribFormatEXT(1, 3, 1, GL_FLOAT, True, 4)
    glVertexArrayVertexAttribBindingEXT(1, 3, 2)
    glVertexArrayVertexBindingDivisorEXT(1, 2, 7)
    assert binding(2, *STATE) == [0, 0, 16, 0]
    assert glGetVertexArrayIntegeri_vEXT(1, 2, GL_VERTEX_BINDING_OFFSET) == 8
    glBindVertexArray(1)
    assert binding(2, *STATE) == [1, 8, 4, 7]
    assert attribute(3, "BINDING", "ARRAY_DIVISOR", "RELATIVE_OFFSET") == [2, 7, 4]
    glDeleteBuffers(1, [1])
    assert binding(2, "BUFFER") == [0] and attribute(3, "ARRAY_BUFFER_BINDING") == [0]
    glPushClientAttrib(GL_CLIENT_VERTEX_ARRAY_BIT)
    glBindVertexBuffer(2, 2, 0, 12)
    glPopClientAttrib()
    assert binding(2, *STATE) == [0, 8, 4, 7]


def test_core_contexts_need_objects():
    """A vertex array object, buffer objects with generated names, a buffer for indirect draws."""
    Context(8, 8, machine="eager", profile="core")
    for function, arguments in (
        (glBindVertexBuffer, (0, 0, 0, 4)),
        (glVertexAttribFormat, (0, 4, GL_FLOAT, False, 0)),
        (glVertexAttribBinding, (0, 1)),
        (glVertexBindingDivisor, (0, 1)),
    ):
        assert code(function, *arguments) == GL_INVALID_OPERATION
    glBindVertexArray(glGenVertexArrays(1))
    assert code(glBindVertexBuffer, 0, 77, 0, 4) == GL_INVALID_OPERATION
    glBindVertexBuffer(0, glGenBuffers(1), 0, 4)
    glVertexAttribFormat(0, 4, GL_FLOAT, False, 0)
