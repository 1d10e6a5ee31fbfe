"""Draws whose arguments lie in memory, and instances from a base instance on."""

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.gl import *
from softgl.gl.shaders import compileProgram, compileShader
from softgl.gl.vertices.attributes import ATTRIBS
from tests.gl.draw.test_draw_many import LINE, code, drawn, line, of_instances, xs

__all__ = ["line"]
ARRAYS = np.uint32([[3, 1, 2, 0], [2, 1, 7, 0]])
ELEMENTS = np.uint32([[3, 1, 1, 0, 0], [2, 1, 0, 2**32 - 1, 0]])


@pytest.fixture
def indices(line):
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 1)
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, np.uint16([5, 2, 4, 6]), GL_STATIC_DRAW)
    return line


def in_buffer(commands, offset=0):
    """Binds a buffer object with commands from an offset on."""
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 2)
    data = bytes(offset) + commands.tobytes()
    glBufferData(GL_DRAW_INDIRECT_BUFFER, data, GL_STATIC_DRAW)
    assert glGetIntegerv(GL_DRAW_INDIRECT_BUFFER_BINDING) == 2


def test_commands_in_client_memory(indices):
    glDrawArraysIndirect(GL_LINES, ARRAYS[0])
    glMultiDrawArraysIndirect(GL_LINE_STRIP, ARRAYS, 2, 0)
    glDrawElementsIndirect(GL_LINE_STRIP, GL_UNSIGNED_SHORT, ELEMENTS[1])
    glMultiDrawElementsIndirect(GL_LINE_STRIP, GL_UNSIGNED_SHORT, ELEMENTS, 2, 0)
    ranges = [2, 3, 4], [7, 8]
    assert drawn(indices) == [ranges[0], *ranges, [4, 1], [2, 4, 6], [4, 1]]


def test_commands_in_a_buffer(indices):
    in_buffer(np.pad(ARRAYS, ((0, 0), (0, 2))), 8)
    glDrawArraysIndirect(GL_LINES, 8)
    glMultiDrawArraysIndirect(GL_POINTS, 8, 2, 24)
    in_buffer(ELEMENTS)
    glMultiDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_SHORT, None, 2, 0)
    glMultiDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_SHORT, None, 0, 0)
    assert drawn(indices) == [[2, 3, 4], [2, 3, 4], [7, 8], [2, 4, 6], [4, 1]]


def test_base_instances(indices):
    """Element floor(instance / divisor) + base; programs count instances from 0."""
    glVertexAttribPointer(3, 1, GL_FLOAT, False, 0, np.float32([10, 11, 12, 13, 14]))
    glVertexAttribDivisor(3, 2)
    glEnableVertexAttribArray(3)
    glDrawArraysInstancedBaseInstance(GL_POINTS, 4, 1, 3, 2)
    glDrawElementsInstancedBaseInstance(GL_POINTS, 1, GL_UNSIGNED_SHORT, None, 3, 1)
    glDrawElementsInstancedBaseVertexBaseInstance(GL_POINTS, 1, GL_UNSIGNED_SHORT, None, 1, 2, 3)
    glDrawArraysIndirect(GL_POINTS, np.uint32([1, 3, 0, 2]))
    glDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_SHORT, np.uint32([1, 1, 0, 1, 9]))
    found = [(xs(stream), of_instances(stream, ATTRIBS[3])) for _, stream in indices]
    assert found == [
        ([4], [12, 12, 13]), ([5], [11, 11, 12]), ([7], [13]), ([0], [12, 12, 13]), ([6], [0]),
    ]  # fmt: skip
    assert all(stream.instance == 0 for _, stream in indices)


def test_errors(line):
    assert code(glDrawArraysIndirect, GL_FRONT, ARRAYS[0]) == GL_INVALID_ENUM
    assert code(glDrawArraysIndirect, GL_POINTS, None) == GL_INVALID_VALUE
    assert code(glDrawArraysIndirect, GL_POINTS, ARRAYS[0, :3]) == GL_INVALID_VALUE
    assert code(glDrawArraysIndirect, GL_POINTS, np.zeros(15, np.uint8)) == GL_INVALID_VALUE
    assert code(glMultiDrawArraysIndirect, GL_POINTS, ARRAYS, 2, 18) == GL_INVALID_VALUE
    assert code(glMultiDrawArraysIndirect, GL_POINTS, ARRAYS, -1, 0) == GL_INVALID_VALUE
    draw = glDrawElementsIndirect
    assert code(draw, GL_POINTS, GL_UNSIGNED_INT, ELEMENTS[0]) == GL_INVALID_OPERATION
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 1)
    assert code(draw, GL_POINTS, GL_FLOAT, ELEMENTS[0]) == GL_INVALID_ENUM
    in_buffer(ARRAYS)
    assert code(glDrawArraysIndirect, GL_POINTS, 2) == GL_INVALID_VALUE
    assert code(glDrawArraysIndirect, GL_POINTS, 20) == GL_INVALID_OPERATION
    assert code(glMultiDrawArraysIndirect, GL_POINTS, 0, 2, 20) == GL_INVALID_OPERATION
    glMapBuffer(GL_DRAW_INDIRECT_BUFFER, GL_READ_ONLY)
    assert code(glDrawArraysIndirect, GL_POINTS, 0) == GL_INVALID_OPERATION
    with pytest.raises(GLError):
        glDrawArraysInstancedBaseInstance(GL_POINTS, -1, 1, 1, 0)
    assert not line


def test_an_indirect_draw_is_not_compiled(line):
    glNewList(1, GL_COMPILE)
    assert code(glDrawArraysIndirect, GL_POINTS, ARRAYS[0]) == GL_INVALID_OPERATION
    glEndList()
    assert len(LINE) == 10


def test_core_contexts_read_no_client_memory():
    Context(8, 8, machine="eager", profile="core")
    vertex = compileShader("#version 330\nvoid main() { gl_Position = vec4(0); }", GL_VERTEX_SHADER)
    glBindVertexArray(glGenVertexArrays(1))
    glUseProgram(compileProgram(vertex))
    assert code(glDrawArraysIndirect, GL_POINTS, ARRAYS[0]) == GL_INVALID_OPERATION
    assert code(glMultiDrawArraysIndirect, GL_POINTS, ARRAYS, 2, 0) == GL_INVALID_OPERATION
