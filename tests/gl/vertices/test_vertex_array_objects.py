"""Vertex array objects: arrays and their element buffer, all together."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *

OFFSET = ctypes.c_void_p(0)
# Triangles that cover the left and the right half of the window, by elements 0 to 3 and 4 to 7.
CORNERS = np.float32([[-1, -1], [0, -1], [-1, 1], [0, 1], [0, -1], [1, -1], [0, 1], [1, 1]])


def buffer(target, data):
    name = glGenBuffers(1)
    glBindBuffer(target, name)
    glBufferData(target, data, GL_STATIC_DRAW)
    return name


def half(*elements):
    """A vertex array object with the corners, and elements of its own."""
    name = glGenVertexArrays(1)
    glBindVertexArray(name)
    buffer(GL_ARRAY_BUFFER, CORNERS)
    glVertexPointer(2, GL_FLOAT, 0, OFFSET)
    glEnableClientState(GL_VERTEX_ARRAY)
    glBindBuffer(GL_ARRAY_BUFFER, 0)
    buffer(GL_ELEMENT_ARRAY_BUFFER, np.uint8(elements))
    return name


def halves():
    """Pixels that a draw with the bound object covers, in the left and the right half."""
    glClear(GL_COLOR_BUFFER_BIT)
    glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_BYTE, OFFSET)
    pixels = np.frombuffer(glReadPixels(0, 0, 8, 8, GL_RED, GL_UNSIGNED_BYTE), np.uint8)
    return [bool(part.all()) for part in np.split(pixels.reshape(8, 8), 2, axis=1)]


def bound():
    return glGetIntegerv(GL_VERTEX_ARRAY_BINDING), glGetIntegerv(GL_ELEMENT_ARRAY_BUFFER_BINDING)


def test_names(context):
    one, others = glGenVertexArrays(1), glGenVertexArrays(2)
    assert isinstance(one, np.uint32) and others.dtype == np.uint32
    assert glIsVertexArray(one) == 0  # "only when they are first bound"
    glBindVertexArray(one)
    assert glIsVertexArray(one) == 1 and glIsVertexArray(0) == 0 and glIsVertexArray(99) == 0
    assert bound() == (one, 0)
    glDeleteVertexArrays(3, [one, 0, 99])
    assert glIsVertexArray(one) == 0 and bound() == (0, 0)
    glDeleteVertexArrays(others)
    assert glGetIntegerv(GL_ARRAY_BUFFER_BINDING) == 0


def test_draws_with_several(either):
    left, right = half(0, 1, 2, 3), half(4, 5, 6, 7)
    elements = bound()[1]
    assert halves() == [False, True]
    glBindVertexArray(left)
    assert bound() == (left, elements - 2)
    assert halves() == [True, False]
    glBindVertexArray(right)
    assert halves() == [False, True]
    glBindVertexArray(0)
    assert bound() == (0, 0)
    with pytest.raises(GLError):  # no elements are bound here, and none are given
        halves()


def test_what_each_object_has_of_its_own(context):
    """Tables 6.6 to 6.8; but CLIENT_ACTIVE_TEXTURE, ARRAY_BUFFER_BINDING, primitive restart."""
    name = glGenVertexArrays(1)
    buffer(GL_ARRAY_BUFFER, bytes(64))
    glBindVertexArray(name)
    assert glGetIntegerv(GL_ARRAY_BUFFER_BINDING) == 1
    glClientActiveTexture(GL_TEXTURE3)
    glEnableClientState(GL_TEXTURE_COORD_ARRAY)
    glEnableClientState(GL_PRIMITIVE_RESTART_NV)
    glVertexAttribPointer(5, 3, GL_SHORT, True, 12, ctypes.c_void_p(8))
    glVertexAttribDivisorARB(5, 4)
    glEnableVertexAttribArray(5)
    glNormalPointer(GL_BYTE, 4, ctypes.c_void_p(4))

    def state():
        attribute = (
            GL_VERTEX_ATTRIB_ARRAY_ENABLED,
            GL_VERTEX_ATTRIB_ARRAY_SIZE,
            GL_VERTEX_ATTRIB_ARRAY_DIVISOR_ARB,
            GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING,
        )
        return [
            *(glGetVertexAttribiv(5, pname) for pname in attribute),
            glIsEnabled(GL_TEXTURE_COORD_ARRAY),
            glGetIntegerv(GL_NORMAL_ARRAY_TYPE),
            glGetPointerv(GL_NORMAL_ARRAY_POINTER),
        ]

    of_its_own = [1, 3, 4, 1, 1, GL_BYTE, 4]
    assert state() == of_its_own
    glBindVertexArray(0)
    assert state() == [0, 4, 0, 0, 0, GL_FLOAT, None]
    assert glGetIntegerv(GL_CLIENT_ACTIVE_TEXTURE) == GL_TEXTURE3
    assert glIsEnabled(GL_PRIMITIVE_RESTART_NV)
    glBindVertexArray(name)
    assert state() == of_its_own


def test_a_deleted_buffer_leaves_the_bound_object_only(context):
    """OpenGL 3.0, D.1.2: buffers attached to an object that is not bound stay."""
    first = half(0, 1, 2, 3)
    vertices, elements = 1, 2
    second = glGenVertexArrays(1)
    glBindVertexArray(second)
    glDeleteBuffers([vertices, elements])
    glBindVertexArray(first)
    assert halves() == [True, False]
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0)
    assert bound() == (first, 0)


def test_the_client_attribute_stack(context):
    """The object that is bound is pushed, and its arrays; a deleted one is not bound again."""
    left, right = half(0, 1, 2, 3), half(4, 5, 6, 7)
    glPushClientAttrib(GL_CLIENT_VERTEX_ARRAY_BIT)
    glDisableClientState(GL_VERTEX_ARRAY)
    glBindVertexArray(left)
    glPopClientAttrib()
    assert bound()[0] == right and halves() == [False, True]
    glBindVertexArray(left)
    assert halves() == [True, False]
    glPushClientAttrib(GL_CLIENT_VERTEX_ARRAY_BIT)
    glDeleteVertexArrays([left])
    glBindVertexArray(right)
    glPopClientAttrib()
    assert bound() == (0, 0)
    glBindVertexArray(right)
    assert halves() == [False, True]


@pytest.mark.parametrize(
    ("function", "arguments", "code"),
    [
        (glGenVertexArrays, (-1,), GL_INVALID_VALUE),
        (glDeleteVertexArrays, (-1, []), GL_INVALID_VALUE),
        (glBindVertexArray, (99,), GL_INVALID_OPERATION),
        (glBindVertexArray, ("deleted",), GL_INVALID_OPERATION),
        (glVertexPointer, (2, GL_FLOAT, 0, CORNERS), GL_INVALID_OPERATION),
        (glVertexPointer, (2, GL_FLOAT, 0, 8), GL_INVALID_OPERATION),
        (glVertexPointerf, (CORNERS,), GL_INVALID_OPERATION),
        (glVertexAttribPointer, (1, 2, GL_FLOAT, 0, 0, CORNERS), GL_INVALID_OPERATION),
        (glVertexAttribPointerNV, (1, 2, GL_FLOAT, 0, CORNERS), GL_INVALID_OPERATION),
        (glVertexAttribIPointerEXT, (1, 2, GL_INT, 0, CORNERS), GL_INVALID_OPERATION),
        (glEdgeFlagPointer, (0, bytes(4)), GL_INVALID_OPERATION),
        (glInterleavedArrays, (GL_V2F, 0, CORNERS), GL_INVALID_OPERATION),
    ],
)
def test_errors(context, snapshot, function, arguments, code):
    """ "deleted" stands for such a name; another object is bound."""
    deleted, name = glGenVertexArrays(2)
    glDeleteVertexArrays([deleted])
    glBindVertexArray(name)
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*[deleted if isinstance(a, str) else a for a in arguments])
    assert caught.value.code == code
    assert snapshot(context) == before


def test_pointers_that_are_null(context):
    """No error, and no array: OpenGL 2.1 draws from there at the client's risk."""
    glBindVertexArray(glGenVertexArrays(1))
    glVertexPointer(2, GL_FLOAT, 0, None)
    glInterleavedArrays(GL_V2F, 0, None)
    with pytest.raises(GLError) as caught:
        glDrawArrays(GL_POINTS, 0, 1)
    assert caught.value.code == GL_INVALID_OPERATION
