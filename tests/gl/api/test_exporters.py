"""Pointers of ctypes that are followed, memory in its own order, and results in memory."""

import ctypes
import itertools

import numpy as np
import pytest

from softgl import GLError
from softgl.debug.captures.values import freeze, freeze_out
from softgl.gl import *
from softgl.gl.api.exporters import dereferenced, in_memory_order

FOUR = ctypes.c_float * 4
FLOATS = ctypes.POINTER(ctypes.c_float)


def four():
    return FOUR(0.5, 0.25, 0.125, 1)


class Pair(ctypes.Structure):
    _fields_ = (("pointer", FLOATS), ("number", ctypes.c_float))


def moved():
    """A pointer that points to something else than at first."""
    pointer = ctypes.pointer(ctypes.c_float(1))
    pointer.contents = ctypes.c_float(3)
    return pointer


def overwritten():
    """A pointer with an overwritten address."""
    pointer, other = (ctypes.pointer(ctypes.c_float(each)) for each in (1, 2))
    ctypes.memmove(ctypes.byref(pointer), ctypes.byref(other), ctypes.sizeof(pointer))
    return pointer


def test_what_pointers_point_to():
    array = four()
    assert dereferenced(array) is array
    assert dereferenced(ctypes.byref(array)) is array
    assert dereferenced(ctypes.pointer(array)) is array
    assert list(dereferenced(ctypes.byref(array, 8))) == [0.125, 1]
    assert list(dereferenced(ctypes.cast(array, ctypes.POINTER(ctypes.c_float * 3)))) == array[:3]
    assert dereferenced(ctypes.c_char_p(b"text")) == b"text"
    assert dereferenced(moved()).value == 3
    memory = np.arange(4, dtype=np.float32)
    pointer = memory.ctypes.data_as(ctypes.POINTER(FOUR))
    assert list(dereferenced(pointer)) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    "make",
    [
        lambda: ctypes.cast(four(), FLOATS),
        lambda: np.zeros(4, np.float32).ctypes.data_as(FLOATS),
        lambda: ctypes.cast(four(), ctypes.POINTER(ctypes.c_float * 5)),
        lambda: ctypes.cast(8, ctypes.POINTER(FOUR)),
        lambda: FLOATS(),
        lambda: ctypes.POINTER(FOUR)(),
        lambda: ctypes.c_void_p(4096),
        lambda: ctypes.c_char_p(),
        lambda: ctypes.cast(b"text", ctypes.c_char_p),
        lambda: ctypes.c_wchar_p("text"),
        lambda: ctypes.py_object([1, 2, 3, 4]),
        lambda: ctypes.CFUNCTYPE(None)(print),
        lambda: ctypes.byref(four(), 16),
        lambda: ctypes.byref(four(), -4),
        lambda: ctypes.byref(ctypes.pointer(four())),
        lambda: ctypes.pointer(ctypes.pointer(four())),
        lambda: (ctypes.c_void_p * 4)(),
        overwritten,
        lambda: Pair(ctypes.pointer(ctypes.c_float())).pointer,
    ],
)
def test_what_is_not_followed(context, snapshot, make):
    """It is refused before anything is read, in the fast commands too, and stays as it is."""
    with pytest.raises(TypeError):
        dereferenced(make())
    before = snapshot(context)
    for command in (glColor4fv, glLoadMatrixf, glTexCoord4fv, glFogCoordfv):
        with pytest.raises(GLError, match=r"numbers? needed"):
            command(make())
    name = ctypes.c_uint(7)
    pointer = ctypes.cast(ctypes.byref(name), ctypes.POINTER(ctypes.c_uint))
    for out in (pointer, ctypes.byref(pointer), make()):
        with pytest.raises(GLError):
            glGenTextures(1, out)
        with pytest.raises(GLError):
            glGetIntegerv(GL_DEPTH_FUNC, out)
    assert name.value == 7 and ctypes.addressof(pointer.contents) == ctypes.addressof(name)
    assert snapshot(context) == before


def test_pointers_to_too_little_are_refused(context):
    for command, count in ((glColor4fv, 4), (glVertex3fv, 3), (glTexCoord2fv, 2), (glNormal3fv, 3)):
        for pointer in (ctypes.pointer(ctypes.c_float(1)), ctypes.byref(four(), 12)):
            with pytest.raises(GLError, match=f"{count} numbers needed, not 1"):
                command(pointer)


def test_what_has_no_end_is_refused(context):
    for command in (glVertex3fv, glColor4ubv, glNormal3iv, glTexCoord2sv, glVertexAttrib4fv):
        given = (0,) if command is glVertexAttrib4fv else ()
        with pytest.raises(GLError):
            command(*given, itertools.count())


def test_none_is_no_number(context):
    for command, values in (
        (glFogCoordfv, None), (glTexCoord1fv, [None]), (glColor3fv, [1, None, 1]),
        (glEdgeFlagv, None), (glVertexAttrib1fv, None), (glLightfv, None),
        (glClipPlane, [None] * 4), (glFogCoorddv, np.array([None])), (glColor3fv, [[1, 1, None]]),
    ):  # fmt: skip
        given = {glVertexAttrib1fv: (1,), glClipPlane: (GL_CLIP_PLANE0,)}.get(command, ())
        given = (GL_LIGHT0, GL_SPOT_EXPONENT) if command is glLightfv else given
        with pytest.raises(GLError):
            command(*given, values)


def columns(*shape):
    """Memory with the numbers 0, 1, 2 ... in it that is described as columns."""
    return memoryview(np.arange(np.prod(shape), dtype=np.float32).reshape(shape).T)


def test_memory_is_taken_in_its_order(context):
    """As a matrix of PyGLM; an array of NumPy has its own order."""
    assert in_memory_order(columns(2, 3)).tolist() == [[0, 1, 2], [3, 4, 5]]
    parts = memoryview(np.arange(24, dtype=np.float32).reshape(2, 3, 4).transpose(0, 2, 1))
    assert in_memory_order(parts).reshape(-1).tolist() == list(range(24))
    gaps = memoryview(np.arange(12, dtype=np.float32).reshape(3, 4)[:, ::2].T)
    assert in_memory_order(gaps).reshape(-1).tolist() == [0, 2, 4, 6, 8, 10]
    matrix = np.arange(16, dtype=np.float32).reshape(4, 4)
    for load, given, wanted in (
        (glLoadMatrixf, columns(4, 4), matrix),
        (glLoadMatrixd, columns(4, 4), matrix),
        (glLoadTransposeMatrixf, columns(4, 4), matrix.T),
        (glLoadMatrixf, matrix.T, matrix.T),
        (glLoadMatrixf, np.asfortranarray(matrix), matrix),
    ):
        load(given)
        assert np.array_equal(glGetFloatv(GL_MODELVIEW_MATRIX), wanted)
    out = np.zeros((4, 4), np.float32)
    glGetFloatv(GL_MODELVIEW_MATRIX, memoryview(out.T))
    assert np.array_equal(out, matrix)
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glBufferData(GL_ARRAY_BUFFER, columns(4, 4), GL_STATIC_DRAW)
    assert np.array_equal(glGetBufferSubData(GL_ARRAY_BUFFER, 0, 64).view(np.float32), range(16))
    glBindBuffer(GL_ARRAY_BUFFER, 0)
    glVertexPointerf(columns(5, 3))
    array = next(each for each in context.vertex.arrays.values() if each.data is not None)
    assert (array.size, array.data.view(np.float32).tolist()) == (3, list(range(15)))


def test_pointers_that_are_no_data_stay_what_they_are(context):
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    for nothing in (None, FLOATS(), ctypes.c_void_p()):
        glBufferData(GL_ARRAY_BUFFER, 64, nothing, GL_STATIC_DRAW)
        glVertexPointer(2, GL_FLOAT, 0, nothing)
        assert not glGetBufferSubData(GL_ARRAY_BUFFER, 0, 64).any()
    glVertexPointer(2, GL_FLOAT, 0, ctypes.c_void_p(16))
    assert glGetPointerv(GL_VERTEX_ARRAY_POINTER) == 16
    for data in (ctypes.c_void_p(4096), ctypes.cast(four(), FLOATS)):
        with pytest.raises(GLError):
            glBufferData(GL_ARRAY_BUFFER, 8, data, GL_STATIC_DRAW)
        with pytest.raises(GLError):
            glBufferSubData(GL_ARRAY_BUFFER, 0, 8, data)
    glBufferSubData(GL_ARRAY_BUFFER, 0, 16, ctypes.pointer(four()))
    assert glGetBufferSubData(GL_ARRAY_BUFFER, 0, 16).view(np.float32).tolist() == four()[:]
    with pytest.raises(GLError, match="4 bytes, not 8"):
        glBufferSubData(GL_ARRAY_BUFFER, 0, 8, ctypes.pointer(ctypes.c_float(1)))
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, FLOATS())
    texel = ctypes.pointer((ctypes.c_ubyte * 4)(1, 2, 3, 4))
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel)
    assert glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE) == bytes([1, 2, 3, 4])


def test_addresses_as_results(context):
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glBufferData(GL_ARRAY_BUFFER, 64, None, GL_STATIC_DRAW)
    address = glMapBuffer(GL_ARRAY_BUFFER, GL_READ_ONLY)
    pointer, numbers = ctypes.c_void_p(), (ctypes.c_void_p * 1)()
    for out in (pointer, ctypes.byref(pointer), ctypes.pointer(pointer)):
        pointer.value = 0
        assert glGetBufferPointerv(GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER, out) is out
        assert pointer.value == address
    glGetBufferPointerv(GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER, ctypes.byref(numbers))
    assert numbers[0] == address
    target = ctypes.pointer(ctypes.c_uint64(7))
    for out in (ctypes.byref(target), (ctypes.c_int * 1)(), np.zeros(1, np.float32), []):
        with pytest.raises(GLError):
            glGetBufferPointerv(GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER, out)
    assert target.contents.value == 7


def test_results_overwrite_no_pointer(context):
    class Record(Pair):
        _fields_ = (("numbers", ctypes.c_int * 4),)

    class Numbers(ctypes.Structure):
        _fields_ = (("numbers", ctypes.c_int * 4),)

    for kind in (Record, Record * 1, Pair * 4):
        record = kind()
        for out in (record, ctypes.byref(record), ctypes.pointer(record)):
            with pytest.raises(GLError, match="holds pointers"):
                glGetIntegerv(GL_VIEWPORT, out)
    numbers = Numbers()
    glGetIntegerv(GL_VIEWPORT, ctypes.byref(numbers))
    assert list(numbers.numbers) == [0, 0, 8, 8]


@pytest.mark.filterwarnings("error")
def test_unions_are_memory_as_structures_are(context):
    class Either(ctypes.Union):
        _fields_ = (("floats", ctypes.c_float * 4), ("words", ctypes.c_int * 4))

    glColor4f(0.25, 0.5, 0.75, 1)
    for one, owner in (((found := Either()), found), (((found := (Either * 1)())[0]), found)):
        for given in (owner, ctypes.byref(owner), ctypes.pointer(owner)):
            one.words[:] = (0,) * 4
            glGetFloatv(GL_CURRENT_COLOR, given)
            assert one.floats[:] == [0.25, 0.5, 0.75, 1]
            glVertexPointer(4, GL_FLOAT, 0, given)
            glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F_ARB, 1, 1, 0, GL_RGBA,
                            GL_FLOAT, given)  # fmt: skip
            texel = glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT)
            assert texel.reshape(-1).tolist() == [0.25, 0.5, 0.75, 1]
            with pytest.raises(GLError, match="no single type"):
                glColor4fv(given)
            assert freeze(given).kind == "structure" and freeze_out(given).kind == "out"


def test_draw_buffers(context):
    for make in (lambda a: a, ctypes.byref, ctypes.pointer, memoryview):
        glDrawBuffers(1, make((ctypes.c_uint * 1)(GL_BACK_LEFT)))
        glDrawBuffers(1, make((ctypes.c_uint * 1)(GL_NONE)))
        assert glGetIntegerv(GL_DRAW_BUFFER) == GL_NONE
    with pytest.raises(GLError):
        glDrawBuffers(1, ctypes.cast(ctypes.byref(ctypes.c_uint()), FLOATS))


def test_several_results_are_written_together(context):
    sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0)
    length = np.full(1, 7, np.int32)
    with pytest.raises(GLError):
        glGetSynciv(sync, GL_SYNC_STATUS, 1, length, bytes(4))
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glObjectLabel(GL_BUFFER, 1, -1, b"name")
    with pytest.raises(GLError):
        glGetObjectLabel(GL_BUFFER, 1, 9, length, bytearray(2))
    assert length[0] == 7
    text = ctypes.create_string_buffer(9)
    glGetObjectLabel(GL_BUFFER, 1, 9, length, ctypes.byref(text))
    assert (length[0], text.value) == (4, b"name")


def test_arrays_for_hits_are_the_arrays_themselves(context):
    for make in (lambda: np.zeros(64, np.int32), lambda: bytearray(256), ctypes.c_uint * 64):
        array = make()
        assert glSelectBuffer(64, array) is array
        glRenderMode(GL_SELECT)
        glInitNames()
        glPushName(5)
        glRectf(-1, -1, 1, 1)
        glRenderMode(GL_RENDER)
        assert np.frombuffer(bytes(array), np.uint32)[3] == 5
    for array in (np.zeros(64), np.zeros(128, np.uint32)[::2], bytes(256), [0] * 64):
        with pytest.raises(GLError):
            glSelectBuffer(64, array)
