"""Buffer objects."""

import ctypes

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *

BYTES = bytes(range(16))


@pytest.fixture
def bound(context):
    """A buffer of 16 bytes 0 to 15, bound as array buffer."""
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glBufferData(GL_ARRAY_BUFFER, BYTES, GL_STATIC_DRAW)
    return context.buffers.bound[GL_ARRAY_BUFFER]


def test_names(context):
    one = glGenBuffers(1)
    assert isinstance(one, np.uint32)
    several = glGenBuffers(3)
    assert several.dtype == np.uint32
    assert len({int(one), *several.tolist()}) == 4
    out = np.zeros(2, np.uint32)
    assert glGenBuffers(2, out) is out
    assert 0 not in out
    assert glGenBuffers(0).size == 0
    # OpenGL 2.1, 2.9: names "acquire buffer state only when they are first bound".
    assert glIsBuffer(one) == 0
    glBindBuffer(GL_ARRAY_BUFFER, one)
    assert glIsBuffer(one) == 1
    assert glGetIntegerv(GL_ARRAY_BUFFER_BINDING) == one
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 77)
    assert glIsBuffer(77) == 1
    assert glIsBuffer(0) == 0


@pytest.mark.parametrize(
    ("arguments", "deleted"),
    [
        ((1, 5), {5}),
        ((1, [5]), {5}),
        ((2, np.uint32([5, 6])), {5, 6}),
        (([5, 6],), {5, 6}),
        ((5,), {5}),
        ((2, [0, 99]), set()),
        ((1, [6, 5]), {6}),
        ((2, (ctypes.c_uint * 2)(5, 6)), {5, 6}),
    ],
)
def test_delete(context, arguments, deleted):
    for name in (5, 6):
        glBindBuffer(GL_ARRAY_BUFFER, name)
    glDeleteBuffers(*arguments)
    assert {name for name in (5, 6) if not glIsBuffer(name)} == deleted
    assert glGetIntegerv(GL_ARRAY_BUFFER_BINDING) == (0 if 6 in deleted else 6)


@pytest.mark.parametrize(
    "data",
    [
        BYTES,
        bytearray(BYTES),
        memoryview(BYTES),
        np.frombuffer(BYTES, np.float32),
        np.frombuffer(BYTES, np.uint8).reshape(2, 8).T.copy().T,
        (ctypes.c_ubyte * 16)(*BYTES),
    ],
    ids=lambda data: type(data).__name__,
)
def test_kinds_of_data(context, data):
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    for arguments in ((data, GL_STATIC_DRAW), (16, data, GL_STATIC_DRAW)):
        glBufferData(GL_ARRAY_BUFFER, *arguments)
        assert bytes(glGetBufferSubData(GL_ARRAY_BUFFER, 0, 16)) == BYTES
    glBufferData(GL_ARRAY_BUFFER, 8, None, GL_STREAM_DRAW)
    assert bytes(glGetBufferSubData(GL_ARRAY_BUFFER, 0, 8)) == bytes(8)
    glBufferSubData(GL_ARRAY_BUFFER, 2, 3, data)
    assert bytes(glGetBufferSubData(GL_ARRAY_BUFFER, 0, 8)) == b"\0\0\0\1\2\0\0\0"
    glBufferData(target=GL_ARRAY_BUFFER, size=4, data=data, usage=GL_STATIC_DRAW)
    assert glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE) == 4


def test_data_is_copied(context):
    data = np.zeros(4, np.uint8)
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glBufferData(GL_ARRAY_BUFFER, data, GL_STATIC_DRAW)
    data[:] = 9
    found = glGetBufferSubData(GL_ARRAY_BUFFER, 0, 4)
    assert found.tolist() == [0] * 4
    found[:] = 7
    assert glGetBufferSubData(GL_ARRAY_BUFFER, 0, 4).tolist() == [0] * 4


def test_parts(bound):
    glBufferSubData(GL_ARRAY_BUFFER, 14, b"\xff\xfe")
    out = np.zeros(3, np.uint8)
    assert glGetBufferSubData(GL_ARRAY_BUFFER, 13, 3, out) is out
    assert out.tolist() == [13, 255, 254]


def test_parameters(bound):
    glBufferData(GL_ARRAY_BUFFER, 5, None, GL_DYNAMIC_COPY)
    assert glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE) == 5
    assert glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_USAGE) == GL_DYNAMIC_COPY
    assert glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_ACCESS) == GL_READ_WRITE
    size = glGetBufferParameteri64v(GL_ARRAY_BUFFER, GL_BUFFER_SIZE)
    assert size == 5 and size.dtype == np.int64
    glBindBufferRange(GL_UNIFORM_BUFFER, 1, glGetIntegerv(GL_ARRAY_BUFFER_BINDING), 0, 3)
    size = glGetInteger64i_v(GL_UNIFORM_BUFFER_SIZE, 1)
    assert size == 3 and size.dtype == np.int64


@pytest.mark.parametrize(
    ("function", "arguments", "code"),
    [
        (glBindBuffer, (GL_TEXTURE_2D, 1), GL_INVALID_ENUM),
        (glBufferData, (GL_ELEMENT_ARRAY_BUFFER, 4, None, GL_STATIC_DRAW), GL_INVALID_OPERATION),
        (glBufferData, (GL_ARRAY_BUFFER, 4, None, GL_LESS), GL_INVALID_ENUM),
        (glBufferData, (GL_ARRAY_BUFFER, -4, None, GL_STATIC_DRAW), GL_INVALID_VALUE),
        (glBufferData, (GL_ARRAY_BUFFER, 2**40, None, GL_STATIC_DRAW), GL_OUT_OF_MEMORY),
        (glBufferSubData, (GL_ARRAY_BUFFER, 0, 2**62, BYTES), GL_INVALID_VALUE),
        (glGetBufferSubData, (GL_ARRAY_BUFFER, 2**62, 2**62), GL_INVALID_VALUE),
        (glBufferData, (GL_ARRAY_BUFFER, 17, BYTES, GL_STATIC_DRAW), GL_INVALID_VALUE),
        (glBufferData, (GL_ARRAY_BUFFER, [1, 2], GL_STATIC_DRAW), GL_INVALID_VALUE),
        (glBufferData, (GL_ARRAY_BUFFER, "text", GL_STATIC_DRAW), GL_INVALID_VALUE),
        (glBufferData, (GL_ARRAY_BUFFER, 4, 4096, GL_STATIC_DRAW), GL_INVALID_VALUE),
        (glBufferSubData, (GL_ARRAY_BUFFER, -1, 1, BYTES), GL_INVALID_VALUE),
        (glBufferSubData, (GL_ARRAY_BUFFER, 16, 1, BYTES), GL_INVALID_VALUE),
        (glBufferSubData, (GL_ARRAY_BUFFER, 0, 4, b"123"), GL_INVALID_VALUE),
        (glGetBufferSubData, (GL_ARRAY_BUFFER, 8, 9), GL_INVALID_VALUE),
        (glGetBufferSubData, (GL_ARRAY_BUFFER, 0, 9, np.zeros(4)), GL_INVALID_VALUE),
        (glGetBufferSubData, (GL_ARRAY_BUFFER, 0, 1, b"1"), GL_INVALID_VALUE),
        (glGetBufferParameteriv, (GL_ARRAY_BUFFER, GL_LESS), GL_INVALID_ENUM),
        (glDeleteBuffers, (3, [1]), GL_INVALID_VALUE),
        (glDeleteBuffers, (["a"],), GL_INVALID_VALUE),
        (glGenBuffers, (2, np.zeros(1, np.uint32)), GL_INVALID_VALUE),
        (glGenBuffers, (2**31 - 1,), GL_OUT_OF_MEMORY),
    ],
)
def test_errors(bound, context, snapshot, function, arguments, code):
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code
    assert snapshot(context) == before
