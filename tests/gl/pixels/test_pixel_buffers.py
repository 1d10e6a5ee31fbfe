"""Pixel buffer objects: every command that reads or writes pixels, at an offset, and its errors."""

import ctypes

import numpy as np
import pytest

from softgl.gl import *
from tests.gl.attachments import code

RNG = np.random.default_rng(11)
COLORS = RNG.integers(1, 256, (8, 8, 4)).astype(np.uint8)
OFFSET = 24


def bind(target, data, name=5):
    """A buffer object, bound, with OFFSET bytes of 0x55 before the data and two after it."""
    glBindBuffer(target, name)
    store = b"\x55" * OFFSET + np.ascontiguousarray(data).tobytes() + b"\x55\x55"
    glBufferData(target, store, GL_STREAM_DRAW)


def unbind(target):
    glBindBuffer(target, 0)


def contents(target, dtype):
    """The bytes between the guards of `bind`; the guards must be unchanged."""
    size = glGetBufferParameteriv(target, GL_BUFFER_SIZE)
    store = bytes(glGetBufferSubData(target, 0, size))
    assert (store[:OFFSET], store[-2:]) == (b"\x55" * OFFSET, b"\x55\x55")
    return np.frombuffer(store[OFFSET:-2], dtype)


def drawn():
    return np.frombuffer(glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE), np.uint8)


def stippled():
    return bytes(glGetPolygonStipple())


def texture():
    pixels = glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE)
    return np.frombuffer(pixels, np.uint8)


STIPPLE = RNG.integers(0, 256, 128).astype(np.uint8)
MAP = RNG.random(16).astype(np.float32)
IMAGE = (GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE)
PART = (GL_TEXTURE_2D, 0, 2, 1, 4, 4, GL_RGBA, GL_FLOAT)
FLOATS = RNG.random((4, 4, 4)).astype(np.float32)
BITS = RNG.integers(0, 256, 8 * 4).astype(np.uint8)


def start(pixels):
    """An empty framebuffer, and a texture."""
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
    glTexImage2D(*IMAGE, pixels)


SOURCES = {
    "glDrawPixels": (lambda p: glDrawPixels(8, 8, GL_RGBA, GL_UNSIGNED_BYTE, p), COLORS, drawn),
    "depths": (
        lambda p: glDrawPixels(8, 8, GL_DEPTH_STENCIL_EXT, GL_UNSIGNED_INT_24_8_EXT, p),
        COLORS.view(np.uint32), lambda: glReadPixels(0, 0, 8, 8, GL_DEPTH_COMPONENT, GL_FLOAT),
    ),
    "glBitmap": (lambda p: glBitmap(8, 8, 0, 0, 0, 0, p), BITS, drawn),
    "glPolygonStipple": (glPolygonStipple, STIPPLE, stippled),
    "glPixelMapfv": (
        lambda p: glPixelMapfv(GL_PIXEL_MAP_R_TO_R, 16, p), MAP,
        lambda: glGetPixelMapfv(GL_PIXEL_MAP_R_TO_R),
    ),
    "glPixelMapusv": (
        lambda p: glPixelMapusv(GL_PIXEL_MAP_I_TO_A, 8, p), STIPPLE[:16].view(np.uint16),
        lambda: glGetPixelMapusv(GL_PIXEL_MAP_I_TO_A),
    ),
    "glTexImage2D": (lambda p: glTexImage2D(*IMAGE, p), COLORS, texture),
    "glTexImage1D": (
        lambda p: glTexImage1D(GL_TEXTURE_1D, 0, GL_RGBA8, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, p),
        COLORS, lambda: glGetTexImage(GL_TEXTURE_1D, 0, GL_RGBA, GL_FLOAT),
    ),
    "glTexImage3D": (
        lambda p: glTexImage3D(
            GL_TEXTURE_3D, 0, GL_RGBA8, 4, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, p
        ),
        COLORS, lambda: glGetTexImage(GL_TEXTURE_3D, 0, GL_RGBA, GL_FLOAT),
    ),
    "glTexSubImage2D": (lambda p: glTexSubImage2D(*PART, p), FLOATS, texture),
}  # fmt: skip


@pytest.mark.parametrize("command", SOURCES)
def test_unpacked_from_a_buffer(context, snapshot, command):
    """Pixels from a buffer at an offset equal those from memory; an error changes nothing."""
    give, data, result = SOURCES[command]
    start(np.zeros_like(COLORS))
    give(np.zeros_like(data))
    empty = np.array(result())
    give(data)
    expected = np.array(result())
    assert not np.array_equal(expected, empty)
    start(np.zeros_like(COLORS))
    give(np.zeros_like(data))
    bind(GL_PIXEL_UNPACK_BUFFER, data)
    before, size = snapshot(context), data.dtype.itemsize
    # OpenGL 2.1, 3.6.4: beyond the buffer's memory; "not evenly divisible"; client memory.
    assert code(give, OFFSET + 8) == GL_INVALID_OPERATION
    assert code(give, 2**40) == GL_INVALID_OPERATION
    assert code(give, -8) == GL_INVALID_VALUE
    assert code(give, data) == GL_INVALID_OPERATION
    if size > 1:
        assert code(give, OFFSET + 1) == GL_INVALID_OPERATION
    assert snapshot(context) == before
    glMapBuffer(GL_PIXEL_UNPACK_BUFFER, GL_READ_ONLY)
    assert code(give, OFFSET) == GL_INVALID_OPERATION
    glUnmapBuffer(GL_PIXEL_UNPACK_BUFFER)
    give(ctypes.c_void_p(OFFSET))
    unbind(GL_PIXEL_UNPACK_BUFFER)
    assert np.array_equal(result(), expected)


TARGETS = {
    "glReadPixels": (
        lambda p: glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, p), COLORS.ravel()
    ),
    "floats": (
        lambda p: glReadPixels(0, 0, 8, 8, GL_RGBA, GL_FLOAT, p),
        COLORS.ravel() / np.float32(255),
    ),
    "glGetTexImage": (
        lambda p: glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, p), COLORS.ravel()
    ),
    "glGetPolygonStipple": (glGetPolygonStipple, STIPPLE),
    "glGetPixelMapfv": (lambda p: glGetPixelMapfv(GL_PIXEL_MAP_R_TO_R, p), MAP),
    "glGetPixelMapuiv": (
        lambda p: glGetPixelMapuiv(GL_PIXEL_MAP_S_TO_S, p), np.arange(4, dtype=np.uint32)
    ),
    "bitmap": (
        lambda p: glReadPixels(0, 0, 8, 8, GL_STENCIL_INDEX, GL_BITMAP, p), np.zeros(32, np.uint8)
    ),
}  # fmt: skip


@pytest.mark.parametrize("command", TARGETS)
def test_packed_into_a_buffer(context, snapshot, command):
    take, expected = TARGETS[command]
    start(COLORS)
    glDrawPixels(8, 8, GL_RGBA, GL_UNSIGNED_BYTE, COLORS)
    glPolygonStipple(STIPPLE)
    glPixelMapfv(GL_PIXEL_MAP_R_TO_R, MAP)
    glPixelMapuiv(GL_PIXEL_MAP_S_TO_S, np.arange(4, dtype=np.uint32))
    blank = np.full_like(expected, 0)
    bind(GL_PIXEL_PACK_BUFFER, blank)
    before, size = snapshot(context), expected.dtype.itemsize
    assert code(take, OFFSET + 8) == GL_INVALID_OPERATION
    assert code(take, -8) == GL_INVALID_VALUE
    assert code(take, np.zeros(4096, np.uint8)) == GL_INVALID_OPERATION
    if size > 1:
        assert code(take, OFFSET + 1) == GL_INVALID_OPERATION
    glMapBuffer(GL_PIXEL_PACK_BUFFER, GL_WRITE_ONLY)
    assert code(take, OFFSET) == GL_INVALID_OPERATION
    glUnmapBuffer(GL_PIXEL_PACK_BUFFER)
    context.buffers.bound[GL_PIXEL_PACK_BUFFER].access = GL_READ_WRITE
    assert snapshot(context) == before
    take(OFFSET)
    assert np.array_equal(contents(GL_PIXEL_PACK_BUFFER, expected.dtype), expected)


def test_an_offset_may_be_left_out(context):
    glDrawPixels(8, 8, GL_RGBA, GL_UNSIGNED_BYTE, COLORS)
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 1)
    glBufferData(GL_PIXEL_PACK_BUFFER, 256, None, GL_STREAM_READ)
    glPixelStorei(GL_PACK_ALIGNMENT, 8)
    assert glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE) is None
    assert bytes(glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, 256)) == COLORS.tobytes()
    # PyOpenGL's tight packing is for arrays that it makes.
    assert glGetIntegerv(GL_PACK_ALIGNMENT) == 8


def test_packing_modes_apply(context):
    glDrawPixels(8, 8, GL_RGBA, GL_UNSIGNED_BYTE, COLORS)
    bind(GL_PIXEL_PACK_BUFFER, np.full((4, 8), 7, np.uint8))
    for mode, value in (("ROW_LENGTH", 8), ("SKIP_ROWS", 1), ("SKIP_PIXELS", 3)):
        glPixelStorei(globals()[f"GL_PACK_{mode}"], value)
    glReadPixels(1, 2, 4, 2, GL_GREEN, GL_UNSIGNED_BYTE, OFFSET)
    expected = np.full((4, 8), 7, np.uint8)
    expected[1:3, 3:7] = COLORS[2:4, 1:5, 1]
    assert np.array_equal(contents(GL_PIXEL_PACK_BUFFER, np.uint8).reshape(4, 8), expected)


def test_from_buffer_to_buffer(context):
    """One buffer object may be bound to both."""
    bind(GL_PIXEL_UNPACK_BUFFER, COLORS)
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 5)
    glTexImage2D(*IMAGE, OFFSET)
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 8, 4, GL_BGRA, GL_UNSIGNED_BYTE, OFFSET + 128)
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, OFFSET)
    found = contents(GL_PIXEL_PACK_BUFFER, np.uint8).reshape(8, 8, 4)
    assert np.array_equal(found[4:], COLORS[4:])
    assert np.array_equal(found[:4], COLORS[4:, :, [2, 1, 0, 3]])


def test_bindings(context):
    pairs = {
        GL_PIXEL_PACK_BUFFER: GL_PIXEL_PACK_BUFFER_BINDING,
        GL_PIXEL_UNPACK_BUFFER: GL_PIXEL_UNPACK_BUFFER_BINDING,
    }
    for number, (target, binding) in enumerate(pairs.items(), start=3):
        assert glGetIntegerv(binding) == 0
        glBindBufferARB(target, number)
        assert glGetIntegerv(binding) == number
    # OpenGL 2.1, table 6.23: they belong to the group pixel-store.
    glPushClientAttrib(GL_CLIENT_PIXEL_STORE_BIT)
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0)
    glDeleteBuffers(1, [4])
    assert [glGetIntegerv(binding) for binding in pairs.values()] == [0, 0]
    glPopClientAttrib()
    assert [glGetIntegerv(binding) for binding in pairs.values()] == [3, 0]
    assert b"GL_ARB_pixel_buffer_object" in glGetString(GL_EXTENSIONS).split()
