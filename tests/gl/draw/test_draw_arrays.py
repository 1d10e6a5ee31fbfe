"""glDrawArrays, glDrawElements, glArrayElement: the streams of the pipeline."""

import ctypes

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *
from softgl.gl.vertices.attributes import ATTRIBS, COLOR, POSITION

LINE = np.float32([[n, 10 * n] for n in range(10)])


@pytest.fixture
def line(context, draws):
    """An enabled array of ten positions (n, 10 n)."""
    glVertexPointer(2, GL_FLOAT, 0, LINE)
    glEnableClientState(GL_VERTEX_ARRAY)
    return draws


def xs(stream):
    """The x of each vertex in the order of drawing."""
    positions = stream.attributes[POSITION][:, 0]
    return (positions if stream.indices is None else positions[stream.indices]).tolist()


def test_draw_arrays(line):
    glColor3f(0, 1, 0)
    glDrawArrays(GL_TRIANGLE_STRIP, 2, 5)
    [(mode, stream)] = line
    assert (mode, stream.count, stream.indices) == (GL_TRIANGLE_STRIP, 5, None)
    assert xs(stream) == [2, 3, 4, 5, 6]
    assert stream.attributes[POSITION].dtype == np.float32
    assert np.array_equal(stream.attributes[ATTRIBS[0]], stream.attributes[POSITION])
    assert stream.constants[COLOR].tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("type_", "dtype"),
    [
        (GL_UNSIGNED_BYTE, np.uint8),
        (GL_UNSIGNED_SHORT, np.uint16),
        (GL_UNSIGNED_INT, np.uint32),
    ],
)
def test_draw_elements(line, type_, dtype):
    numbers = [7, 3, 4, 3]
    for indices in (numbers, np.array(numbers), np.array(numbers, dtype).tobytes()):
        assert glDrawElements(GL_LINES, 4, type_, indices) is indices
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 1)
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, np.array([9, *numbers], dtype), GL_STATIC_DRAW)
    glDrawElements(GL_LINES, 4, type_, ctypes.c_void_p(np.dtype(dtype).itemsize))
    glDrawElements(GL_LINES, 4, type_, np.dtype(dtype).itemsize)
    glDrawRangeElements(GL_LINES, 3, 7, 4, type_, np.dtype(dtype).itemsize)
    assert len(line) == 6
    for mode, stream in line:
        assert mode == GL_LINES
        # Only the range from the lowest to the highest index is fetched.
        assert stream.count == 5
        assert stream.indices.dtype == np.uint32
        assert stream.indices.tolist() == [4, 0, 1, 0]
        assert xs(stream) == numbers


def test_typed_elements(line):
    kept = glDrawElementsub(GL_POINTS, [1, 2])
    assert kept.dtype == np.uint8
    glDrawElementsus(GL_POINTS, np.array([1, 2]))
    glDrawElementsui(GL_POINTS, (1, 2))
    glDrawElementsui(GL_POINTS, np.uint32([1, 2]).tobytes())
    assert [xs(stream) for _, stream in line] == [[1, 2]] * 4


def test_reads_beyond_the_end_are_zero(line):
    glDrawArrays(GL_POINTS, 8, 4)
    glDrawArrays(GL_POINTS, 2**31 - 4, 2)
    glDrawElements(GL_POINTS, 4, GL_UNSIGNED_INT, [9, 10, 0xFFFFFFFF, 8])
    assert [xs(stream) for _, stream in line] == [[8, 9, 0, 0], [0, 0], [9, 0, 0, 8]]
    assert line[2][1].count == 4


def test_indices_beyond_the_end_of_their_buffer_are_zero(line):
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 1)
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, np.uint16([5, 6, 7]), GL_STATIC_DRAW)
    glDrawElements(GL_POINTS, 3, GL_UNSIGNED_SHORT, 3)
    glDrawElements(GL_POINTS, 2, GL_UNSIGNED_SHORT, 100)
    # From byte 3 on there is one whole index, 0x0700: the last of the vertices that are drawn.
    assert line[0][1].indices.tolist() == [line[0][1].each - 1, 0, 0]
    assert xs(line[1][1]) == [0, 0]


def test_generic_attribute_zero_goes_before_the_vertex_array(line):
    glVertexAttribPointer(0, 1, GL_FLOAT, False, 0, [5.0, 6.0])
    glEnableVertexAttribArray(0)
    glDrawArrays(GL_POINTS, 0, 2)
    assert xs(line[0][1]) == [5, 6]


@pytest.mark.parametrize("arrays", [True, False])
def test_without_positions_as_many_vertices_are_drawn(context, draws, arrays):
    """As drivers do; between glBegin and glEnd, glArrayElement makes no vertices then."""
    glColorPointer(3, GL_FLOAT, 0, np.ones((3, 3)))
    if arrays:
        glEnableClientState(GL_COLOR_ARRAY)
    glDrawArrays(GL_POINTS, 0, 3)
    glDrawElements(GL_POINTS, 1, GL_UNSIGNED_BYTE, [0])
    glBegin(GL_POINTS)
    glArrayElement(0)
    glEnd()
    assert [stream.count for _, stream in draws] == [3, 1, 0]
    assert [stream.constant(POSITION).tolist() for _, stream in draws[:2]] == [[0, 0, 0, 1]] * 2


def test_nothing_of_an_empty_draw(line):
    glDrawArrays(GL_POINTS, 0, 0)
    glDrawElements(GL_POINTS, 0, GL_UNSIGNED_BYTE, [])
    assert not line


@pytest.mark.parametrize(
    ("function", "arguments", "code"),
    [
        (glDrawArrays, (14, 0, 1), GL_INVALID_ENUM),
        (glDrawArrays, (GL_POINTS, -1, 1), GL_INVALID_VALUE),
        (glDrawArrays, (GL_POINTS, 0, -1), GL_INVALID_VALUE),
        (glDrawArrays, (GL_POINTS, 0, 2**31 - 1), GL_OUT_OF_MEMORY),
        (glDrawElements, (GL_POINTS, 1, GL_INT, [0]), GL_INVALID_ENUM),
        (glDrawElements, (GL_POINTS, -1, GL_UNSIGNED_INT, [0]), GL_INVALID_VALUE),
        (glDrawElements, (GL_POINTS, 2, GL_UNSIGNED_INT, [0]), GL_INVALID_VALUE),
        (glDrawElements, (GL_POINTS, 2, GL_UNSIGNED_INT, None), GL_INVALID_VALUE),
        (glDrawElements, (GL_POINTS, 2, GL_UNSIGNED_INT, 4096), GL_INVALID_VALUE),
        (glDrawElements, (GL_POINTS, 1, GL_UNSIGNED_INT, "a"), GL_INVALID_VALUE),
        (glDrawElements, (GL_POINTS, 1, GL_UNSIGNED_INT, [-1]), GL_INVALID_VALUE),
        (glDrawRangeElements, (GL_POINTS, 3, 2, 1, GL_UNSIGNED_INT, [0]), GL_INVALID_VALUE),
        (glArrayElement, (-1,), GL_INVALID_VALUE),
    ],
)
def test_errors(line, context, snapshot, function, arguments, code):
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code
    assert snapshot(context) == before
    assert not line


def test_an_enabled_array_without_data(context, draws):
    glEnableClientState(GL_VERTEX_ARRAY)
    with pytest.raises(GLError, match="NULL") as caught:
        glDrawArrays(GL_POINTS, 0, 1)
    assert caught.value.code == GL_INVALID_OPERATION


@pytest.mark.parametrize("target", [GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER])
def test_a_mapped_buffer(context, draws, target):
    for each in (GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER):
        glBindBuffer(each, each)
        glBufferData(each, bytes(64), GL_STATIC_DRAW)
    glVertexPointer(2, GL_FLOAT, 0, None)
    glEnableClientState(GL_VERTEX_ARRAY)
    glMapBuffer(target, GL_READ_ONLY)
    with pytest.raises(GLError, match="is mapped") as caught:
        glDrawElements(GL_POINTS, 1, GL_UNSIGNED_INT, None)
    assert caught.value.code == GL_INVALID_OPERATION
    glUnmapBuffer(target)
    glDrawElements(GL_POINTS, 1, GL_UNSIGNED_INT, None)
    assert len(draws) == 1


def test_a_deleted_buffer_leaves_the_arrays(context, draws):
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glBufferData(GL_ARRAY_BUFFER, bytes(64), GL_STATIC_DRAW)
    glVertexPointer(2, GL_FLOAT, 0, None)
    glEnableClientState(GL_VERTEX_ARRAY)
    glDeleteBuffers([1])
    with pytest.raises(GLError):
        glDrawArrays(GL_POINTS, 0, 1)


def test_array_element(line):
    glColorPointer(3, GL_UNSIGNED_BYTE, 0, np.arange(30))
    glEnableClientState(GL_COLOR_ARRAY)
    glBegin(GL_LINES)
    glArrayElement(3)
    glArrayElement(100)
    glArrayElement(1)
    glEnd()
    [(_, stream)] = line
    assert xs(stream) == [3, 0, 1]
    assert stream.attributes[COLOR][:, 0].tolist() == [np.float32(9 / 255), 0, np.float32(3 / 255)]
