"""Debug output: filters, the callback, the log, groups, and labels of objects (KHR_debug)."""

from __future__ import annotations

import ctypes
from functools import partial

import numpy as np
import pytest

import softgl
from softgl import Context, GLError
from softgl.gl import *

APP, OTHERS = GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_SOURCE_THIRD_PARTY
MARKER, OTHER, SLOW = GL_DEBUG_TYPE_MARKER, GL_DEBUG_TYPE_OTHER, GL_DEBUG_TYPE_PERFORMANCE
NOTE, LOW = GL_DEBUG_SEVERITY_NOTIFICATION, GL_DEBUG_SEVERITY_LOW
MEDIUM = GL_DEBUG_SEVERITY_MEDIUM
ALL = (GL_DONT_CARE,) * 3


@pytest.fixture
def debug(context):
    glEnable(GL_DEBUG_OUTPUT)
    return context


def insert(text, source=APP, type=MARKER, id=100, severity=NOTE):
    glDebugMessageInsert(source, type, id, severity, -1, text)


def texts():
    return [message[-1].decode() for message in glGetDebugMessageLog(1000)]


def test_the_first_example_of_the_specification(debug):
    glDebugMessageControl(*ALL, 0, None, True)
    insert("Message 1")
    glPushDebugGroup(APP, 1, -1, "Message 2")
    glDebugMessageControl(*ALL, 0, None, False)
    insert("Message 3")
    glPopDebugGroup()
    insert("Message 5")
    found = glGetDebugMessageLog(10)
    assert [text for *_, text in found] == [b"Message 1", b"Message 2", b"Message 2", b"Message 5"]
    pushed = (APP, GL_DEBUG_TYPE_PUSH_GROUP, 1, NOTE, b"Message 2")
    assert found[1] == pushed and found[2] == (APP, GL_DEBUG_TYPE_POP_GROUP, *pushed[2:])


def test_the_second_example_of_the_specification(debug):
    glDebugMessageControl(*ALL, 0, None, False)
    glDebugMessageControl(OTHERS, GL_DONT_CARE, GL_DONT_CARE, 0, None, False)
    ids = [1234, 2345, 3456, 4567]
    for type in (OTHER, GL_DEBUG_TYPE_PORTABILITY):
        glDebugMessageControl(APP, type, GL_DONT_CARE, len(ids), ids, False)
    glPushDebugGroup(APP, 1, -1, "Message 1")
    glDebugMessageControl(APP, SLOW, GL_DONT_CARE, 0, None, True)
    glDebugMessageControl(APP, OTHER, GL_DONT_CARE, 2, [5678, 6789], False)
    insert("Message 2", type=SLOW, id=1357, severity=MEDIUM)
    insert("Message 3", OTHERS, OTHER, 3579, MEDIUM)
    glPopDebugGroup()
    assert texts() == ["Message 2"]


def test_messages_are_chosen_by_the_last_rule_about_them(debug):
    insert("low", severity=LOW)  # which are disabled at first
    glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, LOW, 0, None, True)
    insert("low now", severity=LOW)
    glDebugMessageControl(APP, MARKER, GL_DONT_CARE, 2, np.array([7, 8], np.uint32), False)
    for id in (7, 8, 9):
        insert(str(id), id=id)
    insert("another type", type=OTHER, id=7)
    glDebugMessageControl(APP, GL_DONT_CARE, GL_DONT_CARE, 0, None, True)
    insert("7 again", id=7)
    assert texts() == ["low now", "9", "another type", "7 again"]
    for _ in range(1000):  # the rules do not grow
        glDebugMessageControl(*ALL, 0, None, True)
    assert len(debug.debug.groups[0].rules) == 1


def test_nothing_is_said_while_output_is_disabled(context):
    assert glIsEnabled(GL_DEBUG_OUTPUT) == 0 and glIsEnabled(GL_DEBUG_OUTPUT_SYNCHRONOUS) == 0
    insert("unheard")
    glDebugMessageInsert(1, 2, 3, 4, -1, "x" * 10000)  # no error either
    glPushDebugGroup(APP, 1, -1, "unheard")
    assert glGetIntegerv(GL_DEBUG_GROUP_STACK_DEPTH) == 2
    glPopDebugGroup()
    assert glGetIntegerv(GL_DEBUG_LOGGED_MESSAGES) == 0
    assert glGetIntegerv(GL_CONTEXT_FLAGS) == 0


def test_errors_are_messages():
    with softgl.Context(2, 2, errors="record"):
        glEnable(GL_DEBUG_OUTPUT)
        glEnable(GL_LINES)
        text = "!!ARBfp1.0 MOV x, y; END"
        glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 1)
        glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
        first, second, third = glGetDebugMessageLog(9)
    error, high = GL_DEBUG_TYPE_ERROR, GL_DEBUG_SEVERITY_HIGH
    assert first[:4] == (GL_DEBUG_SOURCE_API, error, GL_INVALID_ENUM, high)
    assert (
        first[4].startswith(b"glEnable(GL_LINES): GL_INVALID_ENUM: ") or b"glEnable(1)" in first[4]
    )
    assert second[:2] == (GL_DEBUG_SOURCE_SHADER_COMPILER, error)
    assert b"'x' is not declared" in second[4] and b"^" in second[4]
    assert third[:4] == (GL_DEBUG_SOURCE_API, error, GL_INVALID_OPERATION, high)


def test_a_callback_gets_messages_in_the_place_of_the_log(debug):
    got, mine = [], object()
    assert glGetPointerv(GL_DEBUG_CALLBACK_FUNCTION) is None
    callback = GLDEBUGPROC(lambda *message: got.append(message))
    glDebugMessageCallback(callback, mine)
    insert("one")
    assert got == [(APP, MARKER, 100, NOTE, 3, b"one", mine)]
    assert glGetPointerv(GL_DEBUG_CALLBACK_FUNCTION) is callback
    assert glGetPointerv(GL_DEBUG_CALLBACK_USER_PARAM) is mine
    address = ctypes.c_void_p()
    glGetPointerv(GL_DEBUG_CALLBACK_USER_PARAM, ctypes.byref(address))
    assert address.value == id(mine)
    with pytest.raises(GLError):
        glEnable(GL_LINES)
    assert got[-1][0] == GL_DEBUG_SOURCE_API and len(got) == 2

    kind = ctypes.CFUNCTYPE(
        None, *[ctypes.c_uint] * 4, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p
    )
    glDebugMessageCallback(kind(lambda *message: got.append(message)), None)
    insert("two")
    assert got[-1] == (APP, MARKER, 100, NOTE, 3, b"two", None)

    def fail(*message):
        raise RuntimeError(message[5])

    glDebugMessageCallback(fail)
    with pytest.raises(RuntimeError, match="three"):
        insert("three")
    glDebugMessageCallback(None, None)
    insert("four")
    assert texts() == ["four"]


def test_the_log(debug):
    assert glGetDebugMessageLog(5) == []
    assert glGetIntegerv(GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH) == 0
    for number in range(1, 5):
        insert("x" * number, id=number)
    assert glGetIntegerv(GL_DEBUG_LOGGED_MESSAGES) == 4
    assert glGetIntegerv(GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH) == 2
    columns = [np.zeros(4, np.uint32) for _ in range(4)]
    lengths, text = np.zeros(4, np.int32), np.full(10, 255, np.uint8)
    # Two of 3 and 4 bytes fit behind the first one's 2, but a third has 5.
    assert glGetDebugMessageLog(4, 10, *columns, lengths, text) == 3
    assert bytes(text) == b"x\0xx\0xxx\0\xff"
    assert lengths.tolist() == [2, 3, 4, 0]
    assert [each.tolist() for each in columns] == [
        [APP] * 3 + [0], [MARKER] * 3 + [0], [1, 2, 3, 0], [NOTE] * 3 + [0]
    ]  # fmt: skip
    assert glGetDebugMessageLog(0, 100, *[None] * 5, bytearray(100)) == 0
    assert glGetDebugMessageLog(9, -1, *[None] * 6) == 1  # no strings are wanted
    assert glGetIntegerv(GL_DEBUG_LOGGED_MESSAGES) == 0
    most = glGetIntegerv(GL_MAX_DEBUG_LOGGED_MESSAGES)
    for number in range(most + 2):
        insert("y", id=number)
    assert [message[2] for message in glGetDebugMessageLog(most + 2)] == list(range(most))


def test_groups_nest(debug):
    depth = glGetIntegerv(GL_MAX_DEBUG_GROUP_STACK_DEPTH)
    assert depth >= 64 and glGetIntegerv(GL_DEBUG_GROUP_STACK_DEPTH) == 1
    for number in range(depth - 1):
        glPushDebugGroup(OTHERS, number, 2, b"abc")
    assert refused(glPushDebugGroup, APP, 1, -1, "x") == GL_STACK_OVERFLOW
    glGetDebugMessageLog(depth)
    for _ in range(depth - 1):
        glPopDebugGroup()
    assert glGetDebugMessageLog(1)[0] == (OTHERS, GL_DEBUG_TYPE_POP_GROUP, depth - 2, NOTE, b"ab")
    assert refused(glPopDebugGroup) == GL_STACK_UNDERFLOW


def refused(function, *arguments):
    with pytest.raises(GLError) as caught:
        function(*arguments)
    return caught.value.code


def test_errors(debug):
    most = int(glGetIntegerv(GL_MAX_DEBUG_MESSAGE_LENGTH))
    insert("x" * (most - 1))
    rows = [
        (glDebugMessageControl, (7, *ALL[1:], 0, None, True), GL_INVALID_ENUM),
        (glDebugMessageControl, (ALL[0], 7, ALL[2], 0, None, True), GL_INVALID_ENUM),
        (glDebugMessageControl, (*ALL[:2], 7, 0, None, True), GL_INVALID_ENUM),
        (glDebugMessageControl, (*ALL, -1, None, True), GL_INVALID_VALUE),
        (glDebugMessageControl, (ALL[0], MARKER, ALL[0], 1, [1], True), GL_INVALID_OPERATION),
        (glDebugMessageControl, (APP, *ALL[1:], 1, [1], True), GL_INVALID_OPERATION),
        (glDebugMessageControl, (APP, MARKER, NOTE, 1, [1], True), GL_INVALID_OPERATION),
        (glDebugMessageInsert, (GL_DEBUG_SOURCE_API, MARKER, 1, NOTE, -1, "x"), GL_INVALID_ENUM),
        (glDebugMessageInsert, (APP, 7, 1, NOTE, -1, "x"), GL_INVALID_ENUM),
        (glDebugMessageInsert, (APP, MARKER, 1, GL_DONT_CARE, -1, "x"), GL_INVALID_ENUM),
        (glDebugMessageInsert, (APP, MARKER, 1, NOTE, -1, "x" * most), GL_INVALID_VALUE),
        (glDebugMessageInsert, (APP, MARKER, 1, NOTE, most, "x" * most), GL_INVALID_VALUE),
        (glPushDebugGroup, (GL_DEBUG_SOURCE_OTHER, 1, -1, "x"), GL_INVALID_ENUM),
        (glPushDebugGroup, (APP, 1, -1, "x" * most), GL_INVALID_VALUE),
        (glGetDebugMessageLog, (1, -1, *[None] * 5, bytearray(9)), GL_INVALID_VALUE),
        (glObjectLabel, (GL_LINES, 1, -1, "x"), GL_INVALID_ENUM),
        (glObjectLabel, (GL_TEXTURE, 77, -1, "x"), GL_INVALID_VALUE),
        (glObjectLabel, (GL_SHADER, 1, -1, "x"), GL_INVALID_VALUE),
        (glGetObjectLabel, (GL_LINES, 1), GL_INVALID_ENUM),
        (glGetObjectLabel, (GL_BUFFER, 77), GL_INVALID_VALUE),
        (glObjectPtrLabel, (1, -1, "x"), GL_INVALID_VALUE),
        (glGetObjectPtrLabel, ("sync",), GL_INVALID_VALUE),
    ]  # fmt: skip
    for function, arguments, code in rows:
        assert refused(function, *arguments) == code, (function.__name__, arguments)


def labelled():
    """(identifier, name) of an object of each kind that there is."""
    for identifier, generate, bind in (
        (GL_BUFFER, glGenBuffers, lambda name: glBindBuffer(GL_ARRAY_BUFFER, name)),
        (GL_TEXTURE, glGenTextures, lambda name: glBindTexture(GL_TEXTURE_2D, name)),
        (GL_RENDERBUFFER, glGenRenderbuffers, partial(glBindRenderbuffer, GL_RENDERBUFFER)),
        (GL_FRAMEBUFFER, glGenFramebuffers, lambda name: glBindFramebuffer(GL_FRAMEBUFFER, name)),
        (GL_VERTEX_ARRAY, glGenVertexArrays, glBindVertexArray),
        (GL_SAMPLER, glGenSamplers, lambda name: glBindSampler(0, name)),
        (GL_PROGRAM, glGenProgramsARB, lambda name: glBindProgramARB(GL_VERTEX_PROGRAM_ARB, name)),
    ):  # fmt: skip
        name = int(generate(1))
        bind(name)
        yield identifier, name
    (query,) = glGenQueries(1)
    glBeginQuery(GL_SAMPLES_PASSED, query)
    glEndQuery(GL_SAMPLES_PASSED)
    yield GL_QUERY, query


def test_labels(context):
    longest = int(glGetIntegerv(GL_MAX_LABEL_LENGTH))
    assert longest >= 256
    for identifier, name in labelled():
        assert glGetObjectLabel(identifier, name) == b""
        glObjectLabel(identifier, name, -1, f"the {name}")
        expected = f"the {name}".encode()
        assert glGetObjectLabel(identifier, name) == expected
        length, text = np.full(1, 99, np.int32), bytearray(b"........")
        glGetObjectLabel(identifier, name, 4, length, text)
        assert length[0] == 3 and text == b"the\0...."
        assert glGetObjectLabel(identifier, name, 0, length, None) is None
        assert length[0] == len(expected)
        glObjectLabel(identifier, name, 2, "cut off")
        assert glGetObjectLabel(identifier, name) == b"cu"
        assert refused(glObjectLabel, identifier, name, -1, "x" * longest) == GL_INVALID_VALUE
        glObjectLabel(identifier, name, -1, "x" * (longest - 1))
        glObjectLabel(identifier, name, 0, None)
        assert glGetObjectLabel(identifier, name) == b""
    sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0)
    glObjectPtrLabel(sync, -1, "fence")
    assert glGetObjectPtrLabel(sync) == b"fence"


def test_a_label_ends_with_its_object(context):
    glBindTexture(GL_TEXTURE_2D, 5)
    glObjectLabel(GL_TEXTURE, 5, -1, "first")
    glDeleteTextures(1, [5])
    glBindTexture(GL_TEXTURE_2D, 5)
    assert glGetObjectLabel(GL_TEXTURE, 5) == b""


def test_the_names_of_arb_debug_output():
    with Context(8, 8, machine="eager", debug=True):
        got = []
        message = (
            GL_DEBUG_SOURCE_APPLICATION_ARB, GL_DEBUG_TYPE_ERROR_ARB, 7, GL_DEBUG_SEVERITY_HIGH_ARB,
        )  # fmt: skip
        glDebugMessageCallbackARB(lambda *given: got.append(given), None)
        glDebugMessageInsertARB(*message, -1, b"told")
        assert got == [(*message, 4, b"told", None)]
        glDebugMessageCallbackARB(None, None)
        glDebugMessageInsertARB(*message, -1, b"kept")
        glDebugMessageControlARB(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, None, False)
        glDebugMessageInsertARB(*message, -1, b"dropped")
        assert glGetIntegerv(GL_DEBUG_LOGGED_MESSAGES_ARB) == 1
        assert glGetDebugMessageLogARB(4, 200) == 1
