"""Client arrays: PyOpenGL's kinds of pointer, the state, the errors."""

import ctypes

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *
from softgl.gl.vertices.attributes import (
    ATTRIBS,
    COLOR,
    FOG_COORD,
    NORMAL,
    POSITION,
    SECONDARY_COLOR,
    TEXCOORDS,
)


def elements(draws, binding, count=2, mode=GL_POINTS):
    """The first elements of an array as draws read them."""
    glDrawArrays(mode, 0, count)
    return draws.pop()[1].attributes[binding].tolist()


POSITIONS = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
EXPANDED = [[1, 2, 3, 1], [4, 5, 6, 1]]


@pytest.mark.parametrize(
    "pointer",
    [
        POSITIONS,
        tuple(map(tuple, POSITIONS)),
        [1, 2, 3, 4, 5, 6],
        np.array(POSITIONS),
        np.array(POSITIONS, np.float32),
        np.array(POSITIONS, np.int64),
        np.asfortranarray(np.array(POSITIONS, np.float32)),
        np.repeat(np.array(POSITIONS, np.float32), 2, axis=0)[::2],
        np.array(POSITIONS, np.float32).tobytes(),
        bytearray(np.array(POSITIONS, np.float32).tobytes()),
        memoryview(np.array(POSITIONS, np.float32)),
        (ctypes.c_float * 6)(1, 2, 3, 4, 5, 6),
        np.array(list(map(tuple, POSITIONS)), "f4,f4,f4"),
    ],
    ids=lambda pointer: type(pointer).__name__,
)
def test_kinds_of_data(context, draws, pointer):
    glVertexPointer(3, GL_FLOAT, 0, pointer)
    glEnableClientState(GL_VERTEX_ARRAY)
    assert elements(draws, POSITION) == EXPANDED
    glDisableClientState(GL_VERTEX_ARRAY)
    glVertexAttribPointer(0, 3, GL_FLOAT, False, 0, pointer)
    glEnableVertexAttribArray(0)
    assert elements(draws, POSITION) == elements(draws, ATTRIBS[0]) == EXPANDED


def test_an_array_is_kept_by_reference(context, draws):
    array = np.array(POSITIONS, np.float32)
    assert glVertexPointer(3, GL_FLOAT, 0, array) is array
    glEnableClientState(GL_VERTEX_ARRAY)
    array[1] = 9
    assert elements(draws, POSITION)[1] == [9, 9, 9, 1]


@pytest.mark.parametrize("offset", [4, np.uint32(4), ctypes.c_void_p(4)])
def test_offsets_into_a_buffer(context, draws, offset):
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glBufferData(GL_ARRAY_BUFFER, np.float32([0, 1, 2, 3, 4, 5, 6]), GL_STATIC_DRAW)
    glVertexPointer(3, GL_FLOAT, 0, offset)
    glBindBuffer(GL_ARRAY_BUFFER, 0)
    glEnableClientState(GL_VERTEX_ARRAY)
    assert elements(draws, POSITION) == EXPANDED
    assert glGetIntegerv(GL_VERTEX_ARRAY_BUFFER_BINDING) == 1


def test_none_is_offset_zero(context, draws):
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glBufferData(GL_ARRAY_BUFFER, np.float32(POSITIONS), GL_STATIC_DRAW)
    glNormalPointer(GL_FLOAT, 0, None)
    glVertexPointer(2, GL_FLOAT, 12, None)
    for array in (GL_NORMAL_ARRAY, GL_VERTEX_ARRAY):
        glEnableClientState(array)
    assert elements(draws, NORMAL) == EXPANDED
    assert elements(draws, POSITION) == [[1, 2, 0, 1], [4, 5, 0, 1]]


def test_interleaved(context, draws):
    data = np.zeros(2, [("color", "u1", 4), ("position", "<f4", 2)])
    data["color"] = [[255, 0, 51, 255], [0, 255, 0, 0]]
    data["position"] = [[1, 2], [3, 4]]
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glBufferData(GL_ARRAY_BUFFER, data, GL_STATIC_DRAW)
    glColorPointer(4, GL_UNSIGNED_BYTE, 12, 0)
    glVertexPointer(2, GL_FLOAT, 12, 4)
    glEnableClientState(GL_VERTEX_ARRAY)
    glEnableClientState(GL_COLOR_ARRAY)
    assert elements(draws, COLOR) == [[1, 0, np.float32(0.2), 1], [0, 1, 0, 0]]
    assert elements(draws, POSITION) == [[1, 2, 0, 1], [3, 4, 0, 1]]


def test_the_other_arrays(context, draws):
    glVertexPointerf([[0, 0], [1, 1]])
    glEnableClientState(GL_VERTEX_ARRAY)
    glFogCoordPointer(GL_DOUBLE, 0, [0.5, 0.25])
    glEnableClientState(GL_FOG_COORD_ARRAY)
    glSecondaryColorPointer(3, GL_UNSIGNED_SHORT, 0, [65535, 0, 0] * 2)
    glEnableClientState(GL_SECONDARY_COLOR_ARRAY)
    glClientActiveTexture(GL_TEXTURE5)
    assert glGetIntegerv(GL_CLIENT_ACTIVE_TEXTURE) == GL_TEXTURE5
    glTexCoordPointer(1, GL_SHORT, 0, [7, 8])
    glEnableClientState(GL_TEXTURE_COORD_ARRAY)
    assert glIsEnabled(GL_TEXTURE_COORD_ARRAY) == 1
    glClientActiveTexture(GL_TEXTURE0)
    assert glIsEnabled(GL_TEXTURE_COORD_ARRAY) == 0
    glVertexAttribPointer(3, 2, GL_BYTE, True, 0, [127, -128] * 2)
    glEnableVertexAttribArrayARB(3)
    glVertexAttribPointerARB(4, 2, GL_BYTE, False, 0, [127, -128] * 2)
    glEnableVertexAttribArray(4)
    assert elements(draws, FOG_COORD) == [[0.5, 0, 0, 1], [0.25, 0, 0, 1]]
    assert elements(draws, SECONDARY_COLOR) == [[1, 0, 0, 1]] * 2
    assert elements(draws, TEXCOORDS[5]) == [[7, 0, 0, 1], [8, 0, 0, 1]]
    assert elements(draws, ATTRIBS[3]) == [[1, -1, 0, 1]] * 2
    assert elements(draws, ATTRIBS[4]) == [[127, -128, 0, 1]] * 2
    glDisableVertexAttribArray(4)
    glDrawArrays(GL_POINTS, 0, 1)
    assert ATTRIBS[4] not in draws.pop()[1].attributes


@pytest.mark.parametrize(
    ("function", "data", "binding", "expected"),
    [
        (glVertexPointeri, [[1, 2]], POSITION, [1, 2, 0, 1]),
        (glVertexPointerd, np.ones((1, 4)), POSITION, [1, 1, 1, 1]),
        (glColorPointerub, [[255, 0, 0]], COLOR, [1, 0, 0, 1]),
        (glColorPointerf, [[0.5, 0, 0, 0.25]], COLOR, [0.5, 0, 0, 0.25]),
        (glNormalPointerf, [[1, 2, 3]], NORMAL, [1, 2, 3, 1]),
        (glNormalPointerb, [127, 127, 127], NORMAL, [1, 1, 1, 1]),
        (glTexCoordPointers, [[3]], TEXCOORDS[0], [3, 0, 0, 1]),
    ],
)
def test_typed_forms(context, draws, function, data, binding, expected):
    glVertexPointerf([[0, 0]])
    for array in (GL_VERTEX_ARRAY, GL_COLOR_ARRAY, GL_NORMAL_ARRAY, GL_TEXTURE_COORD_ARRAY):
        glDisableClientState(array)
    glColorPointerf(np.zeros((1, 3)))
    glNormalPointerf(np.zeros((1, 3)))
    glTexCoordPointerf(np.zeros((1, 3)))
    kept = function(data)
    assert isinstance(kept, np.ndarray)
    for array in (GL_VERTEX_ARRAY, GL_COLOR_ARRAY, GL_NORMAL_ARRAY, GL_TEXTURE_COORD_ARRAY):
        glEnableClientState(array)
    assert elements(draws, binding, 1) == [expected]


@pytest.mark.parametrize(
    ("function", "arguments", "code"),
    [
        (glVertexPointer, (1, GL_FLOAT, 0, POSITIONS), GL_INVALID_VALUE),
        (glVertexPointer, (5, GL_FLOAT, 0, POSITIONS), GL_INVALID_VALUE),
        (glVertexPointer, (3, GL_BYTE, 0, POSITIONS), GL_INVALID_ENUM),
        (glVertexPointer, (3, GL_FLOAT, -4, POSITIONS), GL_INVALID_VALUE),
        (glVertexPointer, (3, GL_FLOAT, 0, "text"), GL_INVALID_VALUE),
        (glVertexPointer, (3, GL_FLOAT, 0, ["1", "2", "3"]), GL_INVALID_VALUE),
        (glVertexPointer, (3, GL_FLOAT, 0, np.ones(3, complex)), GL_INVALID_VALUE),
        (glVertexPointer, (3, GL_FLOAT, 0, 0x7FFF0000), GL_INVALID_VALUE),
        (glVertexPointer, (3, GL_FLOAT, 0, ctypes.c_void_p(64)), GL_INVALID_VALUE),
        (glColorPointer, (2, GL_FLOAT, 0, POSITIONS), GL_INVALID_VALUE),
        (glNormalPointer, (GL_UNSIGNED_BYTE, 0, POSITIONS), GL_INVALID_ENUM),
        (glFogCoordPointer, (GL_INT, 0, [1]), GL_INVALID_ENUM),
        (glSecondaryColorPointer, (4, GL_FLOAT, 0, POSITIONS), GL_INVALID_VALUE),
        (glVertexAttribPointer, (16, 4, GL_FLOAT, 0, 0, POSITIONS), GL_INVALID_VALUE),
        (glVertexAttribPointer, (1, 0, GL_FLOAT, 0, 0, POSITIONS), GL_INVALID_VALUE),
        (glVertexAttribPointer, (1, 4, GL_2_BYTES, 0, 0, POSITIONS), GL_INVALID_ENUM),
        (glEnableVertexAttribArray, (16,), GL_INVALID_VALUE),
        (glDisableVertexAttribArray, (16,), GL_INVALID_VALUE),
        (glEnableClientState, (GL_BLEND,), GL_INVALID_ENUM),
        (glDisableClientState, (GL_VERTEX_ARRAY_SIZE,), GL_INVALID_ENUM),
        (glClientActiveTexture, (GL_TEXTURE0 + 8,), GL_INVALID_ENUM),
        (glVertexPointerf, ([1, 2, 3],), GL_INVALID_VALUE),
        (glGetVertexAttribfv, (16, GL_CURRENT_VERTEX_ATTRIB), GL_INVALID_VALUE),
        (glGetVertexAttribfv, (0, GL_CURRENT_VERTEX_ATTRIB), GL_INVALID_OPERATION),
        (glGetVertexAttribiv, (1, GL_BLEND), GL_INVALID_ENUM),
    ],
)
def test_errors(context, snapshot, function, arguments, code):
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code
    assert snapshot(context) == before


def test_data_while_a_buffer_is_bound(context, snapshot):
    glBindBuffer(GL_ARRAY_BUFFER, 3)
    before = snapshot(context)
    with pytest.raises(GLError, match="buffer object 3 is bound"):
        glVertexPointer(3, GL_FLOAT, 0, POSITIONS)
    with pytest.raises(GLError):
        glVertexPointer(3, GL_FLOAT, 0, -4)
    assert snapshot(context) == before


def test_queries(context):
    glVertexAttribPointer(2, 3, GL_SHORT, True, 16, [1, 2, 3])
    glEnableVertexAttribArray(2)
    for pname, value in (
        (GL_VERTEX_ATTRIB_ARRAY_ENABLED, 1),
        (GL_VERTEX_ATTRIB_ARRAY_SIZE, 3),
        (GL_VERTEX_ATTRIB_ARRAY_TYPE, GL_SHORT),
        (GL_VERTEX_ATTRIB_ARRAY_STRIDE, 16),
        (GL_VERTEX_ATTRIB_ARRAY_NORMALIZED, 1),
        (GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, 0),
    ):
        assert glGetVertexAttribiv(2, pname) == glGetVertexAttribdvARB(2, pname) == value
    glVertexAttrib4f(2, 0.5, 1, 2, 3)
    assert glGetVertexAttribfv(2, GL_CURRENT_VERTEX_ATTRIB).tolist() == [0.5, 1, 2, 3]
    glTexCoordPointer(2, GL_DOUBLE, 24, [1.0, 2.0])
    assert glGetIntegerv(GL_TEXTURE_COORD_ARRAY_SIZE) == 2
    assert glGetIntegerv(GL_TEXTURE_COORD_ARRAY_TYPE) == GL_DOUBLE
    assert glGetIntegerv(GL_TEXTURE_COORD_ARRAY_STRIDE) == 24
