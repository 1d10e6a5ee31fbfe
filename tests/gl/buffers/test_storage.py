"""Immutable data stores, persistent mappings, stores cleared and invalidated."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *

READ, WRITE, PERSISTENT, COHERENT = (
    GL_MAP_READ_BIT, GL_MAP_WRITE_BIT, GL_MAP_PERSISTENT_BIT, GL_MAP_COHERENT_BIT,
)  # fmt: skip
TARGET = GL_ARRAY_BUFFER


@pytest.fixture(autouse=True)
def bound(context):
    glBindBuffer(TARGET, 1)
    return context.buffers.bound[TARGET]


def refused(code, function, *arguments):
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code


def stored():
    return glGetBufferSubData(TARGET, 0, glGetBufferParameteriv(TARGET, GL_BUFFER_SIZE)).tobytes()


def test_an_immutable_store(bound):
    """ARB_buffer_storage, table 6.3 and "Errors"."""
    assert glGetBufferParameteriv(TARGET, GL_BUFFER_STORAGE_FLAGS) == 0
    refused(GL_INVALID_VALUE, glBufferStorage, TARGET, 0, None, 0)
    for flags in (PERSISTENT, COHERENT | READ, 1 << 20):
        refused(GL_INVALID_VALUE, glBufferStorage, TARGET, 8, None, flags)
    refused(GL_INVALID_OPERATION, glBufferStorage, GL_PIXEL_PACK_BUFFER, 8, None, READ)
    assert not bound.immutable
    glBufferStorage(TARGET, b"12345678", READ)
    assert stored() == b"12345678"
    assert glGetBufferParameteriv(TARGET, GL_BUFFER_IMMUTABLE_STORAGE) == 1
    assert glGetBufferParameteriv(TARGET, GL_BUFFER_STORAGE_FLAGS) == READ
    assert glGetBufferParameteriv(TARGET, GL_BUFFER_USAGE) == GL_DYNAMIC_DRAW
    for function, arguments in (
        (glBufferStorage, (TARGET, 8, None, READ)),
        (glBufferData, (TARGET, 8, None, GL_STATIC_DRAW)),
        (glBufferSubData, (TARGET, 0, b"1")),
        (glMapBuffer, (TARGET, GL_READ_WRITE)),
        (glMapBufferRange, (TARGET, 0, 8, WRITE)),
        (glMapBufferRange, (TARGET, 0, 8, READ | PERSISTENT)),
    ):
        refused(GL_INVALID_OPERATION, function, *arguments)
    glMapBuffer(TARGET, GL_READ_ONLY)
    glUnmapBuffer(TARGET)
    glBindBuffer(TARGET, 2)
    glNamedBufferStorageEXT(2, 4, b"abcd", GL_DYNAMIC_STORAGE_BIT)
    glBufferSubData(TARGET, 1, b"x")
    assert stored() == b"axcd"
    glBindBuffer(TARGET, 3)
    glBufferData(TARGET, b"1", GL_STATIC_DRAW)
    mutable = READ | WRITE | GL_DYNAMIC_STORAGE_BIT
    assert glGetBufferParameteriv(TARGET, GL_BUFFER_STORAGE_FLAGS) == mutable


def test_draws_from_a_persistent_mapping(context):
    """The memory of the mapping is read while it is mapped: by draws, copies and queries."""
    size, flags = 24, READ | WRITE | PERSISTENT | COHERENT
    glBufferStorage(TARGET, size, None, flags | GL_DYNAMIC_STORAGE_BIT)
    corners = (ctypes.c_float * 6).from_address(glMapBufferRange(TARGET, 0, size, flags))
    glEnableClientState(GL_VERTEX_ARRAY)
    glVertexPointer(2, GL_FLOAT, 0, None)
    corners[:] = [-1, -1, 3, -1, -1, 3]
    glDrawArrays(GL_TRIANGLES, 0, 3)
    assert glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE) == b"\xff" * 4
    corners[:] = [0] * 6
    glClear(GL_COLOR_BUFFER_BIT)
    glDrawArrays(GL_TRIANGLES, 0, 3)
    assert glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE)[:3] == bytes(3)
    glBufferSubData(TARGET, 0, np.float32(7))
    assert corners[0] == 7
    refused(GL_INVALID_OPERATION, glMapBuffer, TARGET, GL_READ_ONLY)
    glClearBufferData(TARGET, GL_R32F, GL_RED, GL_FLOAT, np.float32([2]))
    assert list(corners) == [2] * 6
    glUnmapBuffer(TARGET)


def test_clears():
    """Each element is the pixel, converted to the internal format."""
    glBufferData(TARGET, bytes(24), GL_STATIC_DRAW)
    half = np.float16(1.5).tobytes()
    for internal, form, type_, pixel, element in (
        (GL_RGBA8, GL_RGBA, GL_FLOAT, np.float32([1, 0.2, 0, 2]), b"\xff\x33\x00\xff"),
        (GL_RGBA8, GL_BGRA, GL_UNSIGNED_BYTE, np.uint8([1, 2, 3, 4]), b"\x03\x02\x01\x04"),
        (GL_R16F, GL_RED, GL_FLOAT, np.float32([1.5]), half),
        (GL_RG16, GL_RG, GL_UNSIGNED_SHORT, np.uint16([1, 65535]), b"\x01\x00\xff\xff"),
        (GL_RG8I, GL_RG_INTEGER, GL_INT, np.int32([-1, 5]), b"\xff\x05"),
        (GL_RGB32UI, GL_RGB_INTEGER, GL_UNSIGNED_INT, np.uint32([1, 2, 3]), None),
        (GL_R32F, GL_RED, GL_FLOAT, np.uint32([0x7FC01234]).view(np.float32), None),
    ):
        glClearBufferData(TARGET, internal, form, type_, pixel)
        element = pixel.tobytes() if element is None else element
        assert stored() == element * (24 // len(element)), internal
    glClearBufferSubData(TARGET, GL_R16, 2, 4, GL_RED, GL_UNSIGNED_SHORT, np.uint16([0x4142]))
    assert stored()[2:6] == b"BABA"
    glClearNamedBufferSubDataEXT(1, GL_R8, 1, 3, GL_RED, GL_UNSIGNED_BYTE, None)
    assert stored()[1:4] == bytes(3)


def test_refused_clears(bound):
    glBufferData(TARGET, b"12345678", GL_STATIC_DRAW)
    form, pixel = (GL_RED, GL_UNSIGNED_BYTE), np.uint8([9])
    clear = glClearBufferSubData
    refused(GL_INVALID_ENUM, clear, TARGET, GL_RGB8, 0, 3, *form, pixel)
    refused(GL_INVALID_ENUM, clear, TARGET, GL_R8, 0, 1, GL_DEPTH_COMPONENT, GL_FLOAT, pixel)
    refused(GL_INVALID_ENUM, clear, TARGET, GL_R8, 0, 1, GL_RED, GL_RED, pixel)
    refused(GL_INVALID_OPERATION, clear, TARGET, GL_R8UI, 0, 1, *form, pixel)
    refused(GL_INVALID_OPERATION, clear, TARGET, GL_R8, 0, 1, GL_RED_INTEGER, GL_INT, pixel)
    refused(GL_INVALID_VALUE, clear, GL_PIXEL_PACK_BUFFER, GL_R8, 0, 1, *form, pixel)
    for internal, offset, size in ((GL_R8, -1, 1), (GL_R8, 4, 5), (GL_RG8, 1, 2), (GL_RG8, 0, 3)):
        refused(GL_INVALID_VALUE, clear, TARGET, internal, offset, size, *form, pixel)
    refused(GL_INVALID_VALUE, clear, TARGET, GL_R8, 0, 8, GL_RGBA, GL_FLOAT, pixel[:0])
    glMapBufferRange(TARGET, 4, 2, READ)
    refused(GL_INVALID_OPERATION, clear, TARGET, GL_R8, 3, 2, *form, pixel)
    refused(GL_INVALID_OPERATION, glClearBufferData, TARGET, GL_R8, *form, pixel)
    refused(GL_INVALID_OPERATION, glInvalidateBufferData, 1)
    refused(GL_INVALID_OPERATION, glInvalidateBufferSubData, 1, 0, 8)
    assert bound.data.tobytes() == b"12345678"
    clear(TARGET, GL_R8, 6, 2, *form, pixel)
    glInvalidateBufferSubData(1, 0, 4)
    assert bound.data.tobytes() == b"123456\x09\x09"
    refused(GL_INVALID_VALUE, glInvalidateBufferData, 0)
    refused(GL_INVALID_VALUE, glInvalidateBufferSubData, 1, 4, 5)
