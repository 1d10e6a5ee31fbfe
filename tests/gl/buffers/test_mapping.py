"""Mapped buffer objects, ranges of them, and copies between them."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *

BYTES = bytes(range(16))
READ, WRITE, EXPLICIT = GL_MAP_READ_BIT, GL_MAP_WRITE_BIT, GL_MAP_FLUSH_EXPLICIT_BIT


@pytest.fixture(autouse=True)
def bound(context):
    """A buffer of 16 bytes 0 to 15, bound as array buffer."""
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glBufferData(GL_ARRAY_BUFFER, BYTES, GL_STATIC_DRAW)
    return context.buffers.bound[GL_ARRAY_BUFFER]


def parameter(pname):
    return glGetBufferParameteriv(GL_ARRAY_BUFFER, pname)


def memory(address, size):
    return (ctypes.c_ubyte * size).from_address(address)


def test_a_whole_store():
    assert parameter(GL_BUFFER_MAPPED) == 0
    address = glMapBuffer(GL_ARRAY_BUFFER, GL_READ_WRITE)
    assert isinstance(address, int)
    assert parameter(GL_BUFFER_MAPPED) == 1
    assert parameter(GL_BUFFER_ACCESS_FLAGS) == READ | WRITE
    memory(address, 16)[3] = 99
    for function, arguments in (
        (glMapBuffer, (GL_ARRAY_BUFFER, GL_READ_ONLY)),
        (glMapBufferRange, (GL_ARRAY_BUFFER, 0, 1, READ)),
        (glBufferSubData, (GL_ARRAY_BUFFER, 0, b"1")),
        (glGetBufferSubData, (GL_ARRAY_BUFFER, 0, 1)),
        (glCopyBufferSubData, (GL_ARRAY_BUFFER, GL_ARRAY_BUFFER, 0, 8, 1)),
        (glFlushMappedBufferRange, (GL_ARRAY_BUFFER, 0, 1)),
    ):
        with pytest.raises(GLError) as caught:
            function(*arguments)
        assert caught.value.code == GL_INVALID_OPERATION
    assert glUnmapBuffer(GL_ARRAY_BUFFER) == 1
    assert glGetBufferSubData(GL_ARRAY_BUFFER, 3, 1).tolist() == [99]


def test_new_data_end_a_mapping(bound):
    glMapBuffer(GL_ARRAY_BUFFER, GL_READ_ONLY)
    glBufferData(GL_ARRAY_BUFFER, b"123", GL_STREAM_READ)
    assert bound.mapping is None and bound.access == GL_READ_WRITE


@pytest.mark.parametrize(
    ("access", "wanted"),
    [
        (READ, GL_READ_ONLY),
        (WRITE, GL_WRITE_ONLY),
        (READ | WRITE, GL_READ_WRITE),
        (WRITE | GL_MAP_INVALIDATE_BUFFER_BIT | GL_MAP_UNSYNCHRONIZED_BIT, GL_WRITE_ONLY),
        (WRITE | EXPLICIT | READ, GL_READ_WRITE),
    ],
)
def test_state_of_a_range(access, wanted):
    """ARB_map_buffer_range, table 2.mbr."""
    address = glMapBufferRange(GL_ARRAY_BUFFER, 5, 7, access)
    assert glGetBufferPointerv(GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER) == address
    assert bytes(memory(address, 7)) == BYTES[5:12]
    assert parameter(GL_BUFFER_MAPPED) == 1
    assert (parameter(GL_BUFFER_ACCESS), parameter(GL_BUFFER_ACCESS_FLAGS)) == (wanted, access)
    assert (parameter(GL_BUFFER_MAP_OFFSET), parameter(GL_BUFFER_MAP_LENGTH)) == (5, 7)
    glUnmapBuffer(GL_ARRAY_BUFFER)
    for pname in (GL_BUFFER_MAP_OFFSET, GL_BUFFER_MAP_LENGTH, GL_BUFFER_ACCESS_FLAGS):
        assert parameter(pname) == 0
    assert glGetBufferPointerv(GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER) is None


def test_what_is_written_is_there_with_and_without_a_flush():
    """Undefined: bytes that are not flushed; the old bytes of an invalidated range."""
    access = WRITE | EXPLICIT | GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT
    written = memory(glMapBufferRange(GL_ARRAY_BUFFER, 4, 8, access), 8)
    written[0], written[7] = 100, 107
    glFlushMappedBufferRange(GL_ARRAY_BUFFER, 0, 1)
    glFlushMappedBufferRange(GL_ARRAY_BUFFER, 8, 0)
    glUnmapBuffer(GL_ARRAY_BUFFER)
    wanted = [*BYTES[:4], 100, *BYTES[5:11], 107, *BYTES[12:]]
    assert glGetBufferSubData(GL_ARRAY_BUFFER, 0, 16).tolist() == wanted


def test_bytes_beside_a_mapped_range_are_replaced():
    """OpenGL 3.3, 2.9.2: an error only "if any part of the specified buffer range is mapped"."""
    written = memory(glMapBufferRange(GL_ARRAY_BUFFER, 4, 8, READ), 8)
    for offset, size in ((0, 4), (12, 4), (6, 0)):
        glBufferSubData(GL_ARRAY_BUFFER, offset, size, bytes(4))
    for offset, size in ((3, 2), (11, 1), (0, 16)):
        with pytest.raises(GLError) as caught:
            glBufferSubData(GL_ARRAY_BUFFER, offset, size, bytes(16))
        assert caught.value.code == GL_INVALID_OPERATION
    assert bytes(written) == BYTES[4:12]
    glUnmapBuffer(GL_ARRAY_BUFFER)
    found = glGetBufferSubData(GL_ARRAY_BUFFER, 0, 16).tobytes()
    assert found == bytes(4) + BYTES[4:12] + bytes(4)


def test_an_empty_range():
    """OpenGL ES 3.0, 2.10.3, and Mesa in OpenGL, too."""
    with pytest.raises(GLError) as caught:
        glMapBufferRange(GL_ARRAY_BUFFER, 8, 0, READ)
    assert caught.value.err == GL_INVALID_OPERATION
    assert not glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_MAPPED)


def test_copies(context):
    glBindBuffer(GL_COPY_WRITE_BUFFER, 2)
    glBufferData(GL_COPY_WRITE_BUFFER, 8, None, GL_STREAM_COPY)
    assert glGetIntegerv(GL_COPY_WRITE_BUFFER) == 2  # the target is the name of its binding
    glCopyBufferSubData(GL_ARRAY_BUFFER, GL_COPY_WRITE_BUFFER, 9, 2, 5)
    assert glGetBufferSubData(GL_COPY_WRITE_BUFFER, 0, 8).tolist() == [0, 0, *range(9, 14), 0]
    glBindBuffer(GL_COPY_READ_BUFFER, 1)
    assert glGetIntegerv(GL_COPY_READ_BUFFER_BINDING) == 1
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_ARRAY_BUFFER, 0, 8, 8)  # ranges that only touch
    assert glGetBufferSubData(GL_ARRAY_BUFFER, 0, 16).tolist() == [*range(8), *range(8)]
    glDeleteBuffers([1])
    assert glGetIntegerv(GL_COPY_READ_BUFFER) == 0


RANGE, FLUSH, COPY = glMapBufferRange, glFlushMappedBufferRange, glCopyBufferSubData


@pytest.mark.parametrize(
    ("function", "arguments", "code"),
    [
        (glMapBuffer, (GL_ELEMENT_ARRAY_BUFFER, GL_READ_ONLY), GL_INVALID_OPERATION),
        (glMapBuffer, (GL_ARRAY_BUFFER, GL_LESS), GL_INVALID_ENUM),
        (glUnmapBuffer, (GL_ARRAY_BUFFER,), GL_INVALID_OPERATION),
        (RANGE, (GL_TEXTURE_2D, 0, 1, READ), GL_INVALID_ENUM),
        (RANGE, (GL_COPY_READ_BUFFER, 0, 1, READ), GL_INVALID_OPERATION),
        (RANGE, (GL_ARRAY_BUFFER, -1, 1, READ), GL_INVALID_VALUE),
        (RANGE, (GL_ARRAY_BUFFER, 0, -1, READ), GL_INVALID_VALUE),
        (RANGE, (GL_ARRAY_BUFFER, 8, 9, READ), GL_INVALID_VALUE),
        (RANGE, (GL_ARRAY_BUFFER, 2**62, 2**62, READ), GL_INVALID_VALUE),
        (RANGE, (GL_ARRAY_BUFFER, 0, 1, READ | 0x1000), GL_INVALID_VALUE),
        (RANGE, (GL_ARRAY_BUFFER, 0, 1, 0), GL_INVALID_OPERATION),
        (RANGE, (GL_ARRAY_BUFFER, 0, 1, GL_MAP_INVALIDATE_RANGE_BIT), GL_INVALID_OPERATION),
        (RANGE, (GL_ARRAY_BUFFER, 0, 1, READ | EXPLICIT), GL_INVALID_OPERATION),
        *(
            (RANGE, (GL_ARRAY_BUFFER, 0, 1, READ | WRITE | bit), GL_INVALID_OPERATION)
            for bit in (
                GL_MAP_INVALIDATE_RANGE_BIT,
                GL_MAP_INVALIDATE_BUFFER_BIT,
                GL_MAP_UNSYNCHRONIZED_BIT,
            )
        ),
        (FLUSH, (GL_ARRAY_BUFFER, 0, 1), GL_INVALID_OPERATION),
        (FLUSH, (GL_COPY_READ_BUFFER, 0, 1), GL_INVALID_OPERATION),
        (FLUSH, (GL_PIXEL_PACK_BUFFER, -1, 1), GL_INVALID_VALUE),
        (FLUSH, (GL_PIXEL_PACK_BUFFER, 0, -1), GL_INVALID_VALUE),
        (FLUSH, (GL_PIXEL_PACK_BUFFER, 2, 3), GL_INVALID_VALUE),
        (COPY, (GL_LESS, GL_ARRAY_BUFFER, 0, 0, 1), GL_INVALID_ENUM),
        (COPY, (GL_ARRAY_BUFFER, GL_LESS, 0, 0, 1), GL_INVALID_ENUM),
        (COPY, (GL_ARRAY_BUFFER, GL_COPY_READ_BUFFER, 0, 0, 1), GL_INVALID_OPERATION),
        (COPY, (GL_COPY_READ_BUFFER, GL_ARRAY_BUFFER, 0, 0, 1), GL_INVALID_OPERATION),
        (COPY, (GL_ARRAY_BUFFER, GL_PIXEL_PACK_BUFFER, 0, 0, 1), GL_INVALID_OPERATION),
        (COPY, (GL_ARRAY_BUFFER, GL_ARRAY_BUFFER, -1, 0, 1), GL_INVALID_VALUE),
        (COPY, (GL_ARRAY_BUFFER, GL_ARRAY_BUFFER, 8, -1, 1), GL_INVALID_VALUE),
        (COPY, (GL_ARRAY_BUFFER, GL_ARRAY_BUFFER, 8, 0, -1), GL_INVALID_VALUE),
        (COPY, (GL_ARRAY_BUFFER, GL_ARRAY_BUFFER, 15, 0, 2), GL_INVALID_VALUE),
        (COPY, (GL_ARRAY_BUFFER, GL_ARRAY_BUFFER, 0, 15, 2), GL_INVALID_VALUE),
        (COPY, (GL_ARRAY_BUFFER, GL_ARRAY_BUFFER, 0, 7, 8), GL_INVALID_VALUE),
    ],
)
def test_errors(context, snapshot, function, arguments, code):
    """Calls are refused while the pack buffer is mapped, with four bytes to flush."""
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 2)
    glBufferData(GL_PIXEL_PACK_BUFFER, 8, None, GL_STREAM_COPY)
    glMapBufferRange(GL_PIXEL_PACK_BUFFER, 4, 4, WRITE | EXPLICIT)
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code
    assert snapshot(context) == before


def test_a_draw_from_a_mapped_range_is_refused():
    """OpenGL 2.1, 2.8: an error if "any of the buffer objects ... is currently mapped"."""
    glVertexPointer(2, GL_SHORT, 0, ctypes.c_void_p(0))
    glEnableClientState(GL_VERTEX_ARRAY)
    glMapBufferRange(GL_ARRAY_BUFFER, 12, 4, READ)
    with pytest.raises(GLError) as caught:
        glDrawArrays(GL_POINTS, 0, 1)
    assert caught.value.code == GL_INVALID_OPERATION
    glUnmapBuffer(GL_ARRAY_BUFFER)
    glDrawArrays(GL_POINTS, 0, 1)


def test_a_refused_mapping_is_no_address(record):
    assert glMapBufferRange(GL_ARRAY_BUFFER, 0, 17, READ) is None
    assert glGetError() == GL_INVALID_VALUE


def test_an_address_in_an_array():
    out = np.zeros(1, np.uint64)
    address = glMapBufferRange(GL_ARRAY_BUFFER, 3, 2, READ)
    assert glGetBufferPointerv(GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER, out) is out
    assert out[0] == address
