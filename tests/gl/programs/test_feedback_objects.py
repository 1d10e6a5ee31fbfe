"""Transform feedback objects: bindings, pauses, draws of what was recorded, several buffers."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *
from softgl.gl.api import enums

TARGET, OBJECT = GL_TRANSFORM_FEEDBACK_BUFFER, GL_TRANSFORM_FEEDBACK
POSITION = [GL_POSITION, 2, 0]


def code(function, *arguments):
    with pytest.raises(GLError) as caught:
        function(*arguments)
    return caught.value.code


def store(name, floats=8):
    glBindBuffer(TARGET, name)
    glBufferData(TARGET, np.full(floats, -1, np.float32), GL_STATIC_READ)


def stored(name):
    glBindBuffer(GL_COPY_READ_BUFFER, name)
    size = glGetBufferParameteriv(GL_COPY_READ_BUFFER, GL_BUFFER_SIZE)
    return glGetBufferSubData(GL_COPY_READ_BUFFER, 0, size).view(np.float32).tolist()


def record(x):
    """Draws a point at (x, -x)."""
    glBegin(GL_POINTS)
    glVertex2f(x, -x)
    glEnd()


def state(*words):
    pnames = [getattr(enums, f"GL_TRANSFORM_FEEDBACK_{each}") for each in words]
    return [int(glGetIntegerv(pname)) for pname in pnames]


@pytest.fixture
def objects(context):
    """Two objects, each with its own buffer object and the same attribute; none is bound."""
    glEnable(GL_RASTERIZER_DISCARD)
    glGenTransformFeedbacks(2)
    for name in (1, 2):
        glBindTransformFeedback(OBJECT, name)
        store(name)
        glBindBufferBase(TARGET, 0, name)
        glTransformFeedbackAttribsNV(1, POSITION, GL_INTERLEAVED_ATTRIBS)
    glBindTransformFeedback(OBJECT, 0)
    return context


def test_objects_have_their_own_state(objects):
    assert state("BINDING", "BUFFER_BINDING", "ATTRIBS_NV") == [0, 0, 0]
    glBindTransformFeedback(OBJECT, 2)
    assert state("BINDING", "BUFFER_BINDING", "ATTRIBS_NV") == [2, 2, 1]
    assert glGetIntegeri_v(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 0) == 2
    assert [glIsTransformFeedback(name) for name in (0, 1, 2, 3)] == [0, 1, 1, 0]
    glDeleteTransformFeedbacks(1, [2])
    assert state("BINDING", "BUFFER_BINDING") == [0, 0] and not glIsTransformFeedback(2)
    assert code(glBindTransformFeedback, OBJECT, 2) == GL_INVALID_OPERATION
    assert code(glBindTransformFeedback, TARGET, 1) == GL_INVALID_ENUM


def test_a_pause_with_another_object(objects):
    """Recording goes on behind the last vertex before the pause."""
    glBindTransformFeedback(OBJECT, 1)
    glBeginTransformFeedback(GL_POINTS)
    record(1)
    for function, arguments in (
        (glResumeTransformFeedback, ()),
        (glBindTransformFeedback, (OBJECT, 2)),
        (glDeleteTransformFeedbacks, (1, [1])),
        (glBindBufferBase, (TARGET, 0, 2)),
    ):
        assert code(function, *arguments) == GL_INVALID_OPERATION
    glPauseTransformFeedback()
    assert state("BUFFER_ACTIVE", "BUFFER_PAUSED") == [1, 1]
    assert code(glPauseTransformFeedback) == GL_INVALID_OPERATION
    assert code(glBindBufferBase, TARGET, 0, 2) == GL_INVALID_OPERATION
    record(2)
    glBegin(GL_LINES)  # any mode may be drawn
    glEnd()
    glBindTransformFeedback(OBJECT, 2)
    assert state("BUFFER_ACTIVE", "BUFFER_PAUSED") == [0, 0]
    glBeginTransformFeedback(GL_POINTS)
    record(3)
    assert code(glDeleteTransformFeedbacks, 1, [1]) == GL_INVALID_OPERATION
    glEndTransformFeedback()
    glBindTransformFeedback(OBJECT, 1)
    glResumeTransformFeedback()
    record(4)
    glEndTransformFeedback()
    assert code(glResumeTransformFeedback) == GL_INVALID_OPERATION
    assert stored(1) == [1, -1, 4, -4, -1, -1, -1, -1]
    assert stored(2) == [3, -3, -1, -1, -1, -1, -1, -1]


def test_draws_of_what_was_recorded(objects, draws):
    assert code(glDrawTransformFeedback, GL_POINTS, 1) == GL_INVALID_OPERATION
    assert code(glDrawTransformFeedback, GL_POINTS, 3) == GL_INVALID_VALUE
    assert code(glDrawTransformFeedbackStream, GL_POINTS, 1, 1) == GL_INVALID_VALUE
    assert code(glDrawTransformFeedback, GL_FRONT, 1) == GL_INVALID_ENUM
    objects.feedback.objects[1].count = 6
    glDrawTransformFeedback(GL_TRIANGLES, 1)
    glDrawTransformFeedbackStream(GL_LINES, 1, 0)
    assert [(mode, stream.count) for mode, stream in draws] == [(GL_TRIANGLES, 6), (GL_LINES, 6)]


def test_counts_are_those_of_the_last_feedback(objects):
    glBindTransformFeedback(OBJECT, 1)
    for mode, corners, expected in ((GL_LINES, 3, 2), (GL_TRIANGLES, 3, 3), (GL_POINTS, 1, 1)):
        glBeginTransformFeedback(mode)
        glBegin(mode)
        for _ in range(corners):
            glVertex2f(0, 0)
        glEnd()
        glEndTransformFeedback()
        assert objects.feedback.bound.count == expected


def test_several_buffers_and_skipped_words(objects):
    """ARB_transform_feedback3: GL_NEXT_BUFFER_NV and GL_SKIP_COMPONENTS*_NV."""
    next_, skip = [GL_NEXT_BUFFER_NV, 0, 0], [GL_SKIP_COMPONENTS2_NV, 0, 0]
    color = [GL_PRIMARY_COLOR, 1, 0]
    listed = [*POSITION, *skip, *next_, *skip, *color]
    store(3)
    glBindBufferBase(TARGET, 0, 3)
    store(4)
    glBindBufferBase(TARGET, 1, 4)
    glTransformFeedbackAttribsNV(5, listed, GL_INTERLEAVED_ATTRIBS)
    glBeginTransformFeedback(GL_POINTS)
    glColor3f(0.5, 0, 0)
    record(1)
    record(2)
    glEndTransformFeedback()
    assert stored(3) == [1, -1, -1, -1, 2, -2, -1, -1]
    assert stored(4) == [-1, -1, 0.5, -1, -1, 0.5, -1, -1]
    set_ = glTransformFeedbackAttribsNV
    assert code(set_, 2, [*POSITION, *skip], GL_SEPARATE_ATTRIBS) == GL_INVALID_OPERATION
    assert code(set_, 4, next_ * 4, GL_INTERLEAVED_ATTRIBS) == GL_INVALID_OPERATION
    assert glGetIntegerv(GL_MAX_TRANSFORM_FEEDBACK_BUFFERS) == 4
    assert glGetIntegerv(GL_MAX_VERTEX_STREAMS) == 1


def test_queries_of_streams(objects):
    target = GL_PRIMITIVES_GENERATED
    glGenQueries(1)
    assert code(glBeginQueryIndexed, target, 1, 1) == GL_INVALID_VALUE
    glBeginQueryIndexed(target, 0, 1)
    assert glGetQueryIndexediv(target, 0, GL_CURRENT_QUERY) == 1
    assert code(glGetQueryIndexediv, target, 1, GL_CURRENT_QUERY) == GL_INVALID_VALUE
    record(1)
    assert code(glEndQueryIndexed, target, 1) == GL_INVALID_VALUE
    glEndQueryIndexed(target, 0)
    assert glGetQueryObjectuiv(1, GL_QUERY_RESULT) == 1
