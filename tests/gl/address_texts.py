"""Texts, functions, mapped memory and images at addresses; see `address_calls`."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.gl import *
from softgl.gl.api.addresses import Address
from tests.gl.guarded_memory import KEPT, Guarded

TEXT = np.frombuffer(b"a label", np.uint8)
ENDED = np.frombuffer(b"a label\0", np.uint8)


def room(count, dtype=np.uint8) -> Guarded:
    return Guarded(np.full(count * np.dtype(dtype).itemsize, 0xA6, np.uint8))


def number(memory: Guarded, dtype=np.int32) -> int:
    return memory.data.view(dtype)[0]


def check_labels():
    """By length, or up to the zero; a returned label is cut to the size of the memory."""
    Context(4, 4, machine="eager")
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0)
    handle = Address(id(sync))
    for length, text, shown in ((7, TEXT, b"a label"), (3, TEXT, b"a l"), (-1, ENDED, b"a label")):
        glObjectLabel(GL_BUFFER, 1, length, Guarded(text).address)
        assert glGetObjectLabel(GL_BUFFER, 1) == shown
        glObjectPtrLabel(handle, length, Guarded(text).address)
        assert glGetObjectPtrLabel(sync) == shown
    for size, there in (
        (8, b"a label\0"),
        (4, b"a l\0"),
        (1, b"\0"),
        (12, b"a label\0\xa6\xa6\xa6\xa6"),
    ):
        for get, named in ((glGetObjectLabel, (GL_BUFFER, 1)), (glGetObjectPtrLabel, (handle,))):
            label, length = room(size), room(1, np.int32)
            get(*named, size, length.address, label.address)
            assert label.data.tobytes() == there and number(length) == there.index(b"\0")
            get(*named, size, None, label.address)
    length = room(1, np.int32)
    glGetObjectLabel(GL_BUFFER, 1, 0, length.address, None)
    assert number(length) == 7
    glObjectLabel(GL_BUFFER, 1, 5, None)
    assert glGetObjectLabel(GL_BUFFER, 1) == b""
    with pytest.raises(GLError, match="ptr: 0x1234 is not a sync object"):
        glObjectPtrLabel(Address(0x1234), -1, Guarded(ENDED).address)


def check_messages():
    """Messages are read, logged, and given to a function in C."""
    context = Context(4, 4, machine="eager", errors="record")
    glEnable(GL_DEBUG_OUTPUT)
    form = GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, 5, GL_DEBUG_SEVERITY_HIGH
    glDebugMessageInsert(*form, 7, Guarded(TEXT).address)
    glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 6, -1, Guarded(ENDED).address)
    columns = [room(2, np.uint32) for _ in range(5)]
    text = room(16)
    assert glGetDebugMessageLog(2, 16, *(each.address for each in columns), text.address) == 2
    assert text.data.tobytes() == 2 * b"a label\0"
    assert columns[2].data.view(np.uint32).tolist() == [5, 6]
    assert columns[4].data.view(np.int32).tolist() == [8, 8]
    heard = []
    kind = ctypes.CFUNCTYPE(
        None, *[ctypes.c_uint] * 4, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p
    )
    function = kind(lambda *arguments: heard.append(arguments))
    place = ctypes.cast(function, ctypes.c_void_p).value
    glDebugMessageCallback(Address(place), Address(0x1234))
    glDebugMessageInsert(*form, 3, Guarded(TEXT).address)
    glLightfv(GL_LIGHT0, GL_FRONT, Address(0x5678))
    assert heard[0] == (*form[:2], 5, form[3], 3, b"a l", 0x1234)
    assert b"glLightfv(GL_LIGHT0, GL_FRONT, 0x5678)" in heard[1][5] and len(heard) == 2
    for pname, expected in (
        (GL_DEBUG_CALLBACK_FUNCTION, place),
        (GL_DEBUG_CALLBACK_USER_PARAM, 0x1234),
    ):
        memory = room(1, np.uint64)
        glGetPointerv(pname, memory.address)
        assert number(memory, np.uint64) == expected
    assert glGetPointerv(GL_DEBUG_CALLBACK_USER_PARAM) == 0x1234
    glDebugMessageCallback(function, None)  # the same one as Python has it
    memory = room(1, np.uint64)
    glGetPointerv(GL_DEBUG_CALLBACK_FUNCTION, memory.address)
    assert number(memory, np.uint64) == place
    glDebugMessageCallback(None, None)
    assert context.debug.callback is None


def check_programs():
    """Program texts have no zero at their end, and get none."""
    context = Context(4, 4, machine="eager", errors="record")
    text = np.frombuffer(b"!!ARBfp1.0\nMOV result.color, {1, 0, 0, 1};\nEND", np.uint8)
    form = GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB
    glProgramStringARB(*form, len(text), Guarded(text).address)
    assert not glGetError()
    memory = room(len(text))
    glGetProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_STRING_ARB, memory.address)
    assert memory.data.tobytes() == text.tobytes()
    glProgramStringARB(*form, len(text) - 4, Guarded(text).address)
    assert glGetError() == GL_INVALID_OPERATION
    context.errors = "raise"
    with pytest.raises(GLError) as caught:
        glProgramStringARB(GL_TEXTURE_2D, GL_PROGRAM_FORMAT_ASCII_ARB, 3, Address(0x123456))
    assert caught.value.cArguments[3] == Address(0x123456)
    assert "3, 0x123456)" in str(caught.value)


def check_buffers():
    """A mapped buffer object is at its address, and stays there."""
    Context(4, 4, machine="eager")
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glBufferData(GL_ARRAY_BUFFER, 7, Guarded(TEXT).address, GL_STATIC_DRAW)
    place = glMapBuffer(GL_ARRAY_BUFFER, GL_READ_WRITE)
    assert ctypes.string_at(place, 7) == b"a label"
    ctypes.memmove(place + 2, b"LAB", 3)
    memory = room(1, np.uint64)
    glGetBufferPointerv(GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER, memory.address)
    assert number(memory, np.uint64) == place
    glUnmapBuffer(GL_ARRAY_BUFFER)
    glGetBufferPointerv(GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER, memory.address)
    assert number(memory, np.uint64) == 0
    found = room(5)
    glGetBufferSubData(GL_ARRAY_BUFFER, 1, 5, found.address)
    assert found.data.tobytes() == b" LABe"
    glBufferData(GL_ARRAY_BUFFER, 16, None, GL_STATIC_DRAW)
    part = glMapBufferRange(GL_ARRAY_BUFFER, 4, 8, GL_MAP_WRITE_BIT)
    ctypes.memmove(part, b"12345678", 8)
    glUnmapBuffer(GL_ARRAY_BUFFER)
    assert (
        glGetBufferSubData(GL_ARRAY_BUFFER, 0, 16).tobytes() == b"\0" * 4 + b"12345678" + b"\0" * 4
    )


def check_pointers():
    """Pointers of vertex arrays are queried; NULL is none."""
    context = Context(4, 4, machine="eager")
    memory, other = Guarded(np.zeros(4, np.float32)), room(4, np.uint32)
    glColorPointer(4, GL_FLOAT, 0, memory.address)
    glVertexAttribPointer(2, 4, GL_FLOAT, False, 0, memory.address)
    glSelectBuffer(4, other.address)
    glFeedbackBuffer(4, GL_2D, other.address)
    here = memory.address.value
    for expected, get in (
        (here, lambda out: glGetPointerv(GL_COLOR_ARRAY_POINTER, out)),
        (here, lambda out: glGetVertexAttribPointerv(2, GL_VERTEX_ATTRIB_ARRAY_POINTER, out)),
        (0, lambda out: glGetPointerv(GL_NORMAL_ARRAY_POINTER, out)),
        (other.address.value, lambda out: glGetPointerv(GL_SELECTION_BUFFER_POINTER, out)),
        (other.address.value, lambda out: glGetPointerv(GL_FEEDBACK_BUFFER_POINTER, out)),
    ):
        found = room(1, np.uint64)
        get(found.address)
        assert number(found, np.uint64) == expected
    assert glGetPointerv(GL_COLOR_ARRAY_POINTER) == here and hex(here) in repr(context.vertex)
    glColorPointer(4, GL_FLOAT, 0, None)
    assert glGetPointerv(GL_COLOR_ARRAY_POINTER) is None
    with pytest.raises(GLError, match="the offset 9223372036854775808 is outside"):
        glBindBuffer(GL_ARRAY_BUFFER, 7)
        glColorPointer(4, GL_FLOAT, 0, Address(2**63))
    glBindBuffer(GL_ARRAY_BUFFER, 0)
    glBindVertexArray(glGenVertexArrays(1))
    with pytest.raises(GLError, match="bind a buffer object"):
        glColorPointer(4, GL_FLOAT, 0, memory.address)


def check_modes():
    """Hits and feedback are written to the memory, as much as there is room for."""
    Context(4, 4, machine="eager")
    records = room(4, np.uint32)
    glSelectBuffer(4, records.address)
    glRenderMode(GL_SELECT)
    glInitNames()
    glPushName(9)
    glRectf(-1, -1, 1, 1)
    assert len(glRenderMode(GL_RENDER)) == 1
    assert records.data.view(np.uint32).tolist() == [1, 2**31, 2**31, 9]
    values = room(9, np.float32)
    glFeedbackBuffer(9, GL_2D, values.address)
    glRenderMode(GL_FEEDBACK)
    glBegin(GL_LINES)
    glVertex2f(-0.5, 0)
    glVertex2f(0.5, 0)
    glEnd()
    glRenderMode(GL_RENDER)
    found = values.data.view(np.float32)
    assert found[:5].tolist() == [GL_LINE_RESET_TOKEN, 1, 2, 3, 2]
    assert (found[5:].view(np.uint32) == 0xA6A6A6A6).all()
    glRenderMode(GL_FEEDBACK)
    for _ in range(9):
        glPassThrough(4)
    assert glRenderMode(GL_RENDER) == -1


def check_images():
    """Rows lie as the storage modes say; gaps between them are left alone, none is at the end."""
    Context(8, 8, machine="eager")
    texels = np.random.default_rng(3).integers(0, 256, (5, 3, 3), dtype=np.uint8)
    for mode, value in (("ROW_LENGTH", 5), ("ALIGNMENT", 4), ("SKIP_PIXELS", 1), ("SKIP_ROWS", 2)):
        glPixelStorei(globals()[f"GL_UNPACK_{mode}"], value)
        glPixelStorei(globals()[f"GL_PACK_{mode}"], value)
    row, start, end = 16, 2 * 16 + 3, 2 * 16 + 3 + 4 * 16 + 9
    rows = np.full(7 * row, 0xA6, np.uint8)
    places = (start + row * np.arange(5)[:, None] + np.arange(9)).reshape(-1)
    rows[places] = texels.reshape(-1)
    memory = Guarded(rows[:end])
    size = 3, 5, 0, GL_RGB, GL_UNSIGNED_BYTE
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, *size, memory.address)
    glRasterPos2f(-1, -1)
    glDrawPixels(3, 5, GL_RGB, GL_UNSIGNED_BYTE, memory.address)
    memory.take_away()
    for get in (
        lambda out: glGetTexImage(GL_TEXTURE_2D, 0, GL_RGB, GL_UNSIGNED_BYTE, out),
        lambda out: glReadPixels(0, 0, 3, 5, GL_RGB, GL_UNSIGNED_BYTE, out),
    ):
        found = room(end)
        get(found.address)
        assert found.data.tobytes() == rows[:end].tobytes()
    outside = room(end)
    glReadPixels(-1, -1, 3, 5, GL_RGB, GL_UNSIGNED_BYTE, outside.address)
    kept = np.ones(end, bool)
    kept[places.reshape(5, 3, 3)[1:, 1:].reshape(-1)] = False
    assert (outside.data[kept] == 0xA6).all()
    assert np.array_equal(outside.data[~kept], texels[:4, :2].reshape(-1))


def check_bitmaps():
    """Bitmaps have been read when the command returns; the pattern of polygons lies as they do."""
    context = Context(32, 32, machine="eager")
    bits = np.random.default_rng(4).integers(0, 256, (32, 4), dtype=np.uint8)
    pictures = []
    for make in (lambda array: array, lambda array: Guarded(array).address):
        glClear(GL_COLOR_BUFFER_BIT)
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
        glRasterPos2f(-1, -1)
        given = [make(bits), make(bits.reshape(-1)[:13]), make(bits)]
        glBitmap(32, 16, 0, 0, 0, 20, given[0])
        glBitmap(5, 13, 0, 0, 9, 0, given[1])
        glPolygonStipple(given[2])
        for each in given:
            if isinstance(each, Address):
                next(memory for memory in KEPT if memory.address is each).take_away()
        glEnable(GL_POLYGON_STIPPLE)
        glRectf(0, 0, 1, 1)
        pictures.append(np.asarray(context.read_image()))
        found = room(128)
        glGetPolygonStipple(found.address)
        assert np.array_equal(found.data, bits.reshape(-1))
    assert pictures[0][..., :3].any() and np.array_equal(*pictures)


def check_nothing():
    """NULL is as good as any address where there are no elements."""
    context = Context(4, 4, machine="eager")
    glBindBuffer(GL_COPY_READ_BUFFER, 1)
    glBufferData(GL_COPY_READ_BUFFER, 0, None, GL_STATIC_DRAW)
    glBufferSubData(GL_COPY_READ_BUFFER, 0, 0, None)
    glGenTextures(0, None)
    glDeleteTextures(0, None)
    glDeleteQueries(0, None)
    glDrawBuffers(0, None)
    glCallLists(0, GL_UNSIGNED_BYTE, None)
    glPrioritizeTextures(0, None, None)
    glVertexAttribs4fvNV(0, 0, None)
    glMultiDrawArrays(GL_POINTS, None, None, 0)
    glMultiDrawElements(GL_POINTS, None, GL_UNSIGNED_INT, None, 0)
    glDrawElements(GL_POINTS, 0, GL_UNSIGNED_INT, None)
    glProgramEnvParameters4fvEXT(GL_VERTEX_PROGRAM_ARB, 0, 0, None)
    glBitmap(0, 0, 0, 0, 1, 1, None)
    nowhere = Address(8)
    glDeleteTextures(0, nowhere)
    glBufferData(GL_COPY_READ_BUFFER, 0, nowhere, GL_STATIC_DRAW)
    glMultiDrawElements(GL_POINTS, nowhere, GL_UNSIGNED_INT, nowhere, 0)
    glDrawElements(GL_POINTS, 0, GL_UNSIGNED_INT, nowhere)
    glCallLists(0, GL_UNSIGNED_BYTE, nowhere)
    glReadPixels(0, 0, 0, 4, GL_RGBA, GL_FLOAT, nowhere)
    glDrawPixels(0, 4, GL_RGBA, GL_FLOAT, nowhere)
    assert not context.error


TEXTS = [
    check_labels, check_messages, check_programs, check_buffers, check_pointers, check_modes,
    check_images, check_bitmaps, check_nothing,
]  # fmt: skip
