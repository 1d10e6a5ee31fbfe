"""Transform feedback: bindings, recorded outputs, queries and errors."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *

TARGET = GL_TRANSFORM_FEEDBACK_BUFFER_NV
INTERLEAVED, SEPARATE = GL_INTERLEAVED_ATTRIBS_NV, GL_SEPARATE_ATTRIBS_NV
POSITION = [GL_POSITION, 4, 0]


def store(name, size=64):
    glBindBuffer(TARGET, name)
    glBufferData(TARGET, size, None, GL_STREAM_READ)


def at(pname, index=0):
    return glGetIntegerIndexedvEXT(pname, index)


def ranges(index):
    parts = GL_TRANSFORM_FEEDBACK_BUFFER_START_NV, GL_TRANSFORM_FEEDBACK_BUFFER_SIZE_NV
    return [at(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING_NV, index), *(at(p, index) for p in parts)]


def test_initial_state(context):
    assert glGetIntegerv(GL_TRANSFORM_FEEDBACK_BUFFER_MODE_NV) == INTERLEAVED
    assert glGetIntegerv(GL_TRANSFORM_FEEDBACK_ATTRIBS_NV) == 0
    assert glGetIntegerv(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING_NV) == 0
    assert ranges(3) == [0, 0, 0]
    assert not glIsEnabled(GL_RASTERIZER_DISCARD_NV)
    assert glGetIntegerv(GL_MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS_NV) >= 64
    assert glGetIntegerv(GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS_NV) >= 4
    assert glGetIntegerv(GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS_NV) >= 4


def test_bindings(context):
    """A part that "was not specified" is 0; each command binds to the target itself, too."""
    store(7)
    glBindBufferBaseNV(TARGET, 0, 7)
    glBindBufferOffsetNV(TARGET, 1, 8, 16)
    glBindBufferRangeNV(TARGET, 2, 9, 8, 24)
    assert [ranges(index) for index in range(4)] == [[7, 0, 0], [8, 16, 0], [9, 8, 24], [0, 0, 0]]
    assert glGetIntegerv(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING_NV) == 9
    glDeleteBuffers([8])
    assert ranges(1) == [0, 0, 0]
    glBindBufferBaseEXT(TARGET, 2, 0)
    assert ranges(2) == [0, 0, 0]
    assert glGetIntegerv(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING_NV) == 0


def test_records(context):
    listed = [*POSITION, GL_TEXTURE_COORD_NV, 2, 5, GL_FOG_COORDINATE, 1, 99]
    glTransformFeedbackAttribsNV(3, listed, SEPARATE)
    assert glGetIntegerv(GL_TRANSFORM_FEEDBACK_BUFFER_MODE_NV) == SEPARATE
    assert glGetIntegerv(GL_TRANSFORM_FEEDBACK_ATTRIBS_NV) == 3
    found = [at(GL_TRANSFORM_FEEDBACK_RECORD_NV, index).tolist() for index in range(3)]
    # "If the attribute is not indexed, the third component will return 0."
    assert found == [POSITION, [GL_TEXTURE_COORD_NV, 2, 5], [GL_FOG_COORDINATE, 1, 0]]
    glTransformFeedbackAttribsNV(np.int32(POSITION), INTERLEAVED)  # the count is that of the array
    assert glGetIntegerv(GL_TRANSFORM_FEEDBACK_ATTRIBS_NV) == 1
    glTransformFeedbackAttribsNV(0, [], INTERLEAVED)
    assert glGetIntegerv(GL_TRANSFORM_FEEDBACK_ATTRIBS_NV) == 0


EVERY = [
    (GL_POSITION, 4, 1), (GL_PRIMARY_COLOR, 4, 1), (GL_SECONDARY_COLOR_NV, 4, 1),
    (GL_BACK_PRIMARY_COLOR_NV, 4, 1), (GL_BACK_SECONDARY_COLOR_NV, 4, 1),
    (GL_FOG_COORDINATE, 1, 1), (GL_POINT_SIZE, 1, 1), (GL_TEXTURE_COORD_NV, 4, 8),
    (GL_CLIP_DISTANCE_NV, 1, 6), (GL_VERTEX_ID_NV, 1, 1), (GL_PRIMITIVE_ID_NV, 1, 1),
    (GL_GENERIC_ATTRIB_NV, 4, 16), (GL_LAYER_NV, 1, 1),
]  # fmt: skip


@pytest.mark.parametrize(("attribute", "components", "count"), EVERY)
def test_every_attribute(context, attribute, components, count):
    """Table X.2: the sizes and indices of each."""
    for size in range(6):
        if 1 <= size <= components:
            glTransformFeedbackAttribsNV(1, [attribute, size, 0], SEPARATE)
        else:
            with pytest.raises(GLError) as caught:
                glTransformFeedbackAttribsNV(1, [attribute, size, 0], SEPARATE)
            assert caught.value.code == GL_INVALID_OPERATION
    indices = [0, count - 1] if count > 1 else [0, 99, -1]
    for index in indices:
        glTransformFeedbackAttribsNV(1, [attribute, 1, index], SEPARATE)
    if count > 1:
        for index in (-1, count):
            with pytest.raises(GLError) as caught:
                glTransformFeedbackAttribsNV(1, [attribute, 1, index], SEPARATE)
            assert caught.value.code == GL_INVALID_VALUE


def ready(mode=INTERLEAVED, attributes=(GL_POSITION, GL_PRIMARY_COLOR), buffers=1):
    listed = [number for name in attributes for number in (name, 4, 0)]
    glTransformFeedbackAttribsNV(len(attributes), listed, mode)
    for index in range(buffers):
        store(index + 1)
        glBindBufferBaseNV(TARGET, index, index + 1)


def active():
    ready()
    glBeginTransformFeedbackNV(GL_TRIANGLES)


def test_begin_and_end(context):
    active()
    glEndTransformFeedbackNV()
    ready(SEPARATE, buffers=2)
    glBeginTransformFeedbackEXT(GL_POINTS)
    glEndTransformFeedbackEXT()


@pytest.mark.parametrize(
    ("before", "function", "arguments", "code"),
    [
        (None, glBindBufferBaseNV, (TARGET, 4, 0), GL_INVALID_OPERATION),
        (None, glBindBufferBaseNV, (GL_ARRAY_BUFFER, 0, 0), GL_INVALID_ENUM),
        (None, glBindBufferOffsetNV, (TARGET, 0, 1, -4), GL_INVALID_VALUE),
        (None, glBindBufferOffsetNV, (TARGET, 0, 1, 2), GL_INVALID_VALUE),
        (None, glBindBufferRangeNV, (TARGET, 0, 1, 2, 4), GL_INVALID_VALUE),
        (None, glBindBufferRangeNV, (TARGET, 0, 1, 0, 0), GL_INVALID_VALUE),
        (None, glBindBufferRangeNV, (TARGET, 0, 1, 0, -4), GL_INVALID_VALUE),
        (None, glBindBufferRangeNV, (TARGET, 0, 1, 0, 6), GL_INVALID_VALUE),
        (None, glTransformFeedbackAttribsNV, (1, POSITION, GL_POINTS), GL_INVALID_ENUM),
        (None, glTransformFeedbackAttribsNV, (-1, [], SEPARATE), GL_INVALID_VALUE),
        (None, glTransformFeedbackAttribsNV, (2, POSITION, SEPARATE), GL_INVALID_VALUE),
        (None, glTransformFeedbackAttribsNV, (1, [GL_LESS, 1, 0], SEPARATE), GL_INVALID_ENUM),
        (None, glTransformFeedbackAttribsNV, (2, POSITION * 2, SEPARATE), GL_INVALID_OPERATION),
        (
            None,
            glTransformFeedbackAttribsNV,
            (5, [n for k in range(5) for n in (GL_GENERIC_ATTRIB_NV, 1, k)], SEPARATE),
            GL_INVALID_VALUE,
        ),
        (None, glBeginTransformFeedbackNV, (GL_TRIANGLES,), GL_INVALID_OPERATION),
        (lambda: ready(buffers=0), glBeginTransformFeedbackNV, (GL_LINES,), GL_INVALID_OPERATION),
        (lambda: ready(SEPARATE), glBeginTransformFeedbackNV, (GL_LINES,), GL_INVALID_OPERATION),
        (ready, glBeginTransformFeedbackNV, (GL_TRIANGLE_STRIP,), GL_INVALID_ENUM),
        (ready, glEndTransformFeedbackNV, (), GL_INVALID_OPERATION),
        (active, glBeginTransformFeedbackNV, (GL_TRIANGLES,), GL_INVALID_OPERATION),
        (active, glTransformFeedbackAttribsNV, (1, POSITION, SEPARATE), GL_INVALID_OPERATION),
        (active, glBindBufferBaseNV, (TARGET, 1, 1), GL_INVALID_OPERATION),
        (active, glBindBufferOffsetNV, (TARGET, 1, 1, 0), GL_INVALID_OPERATION),
        (active, glBindBufferRangeNV, (TARGET, 1, 1, 0, 4), GL_INVALID_OPERATION),
        (None, glGetIntegerIndexedvEXT, (GL_TRANSFORM_FEEDBACK_RECORD_NV, 0), GL_INVALID_VALUE),
        *(
            (None, glGetIntegerIndexedvEXT, (pname, 4), GL_INVALID_VALUE)
            for pname in (
                GL_TRANSFORM_FEEDBACK_BUFFER_BINDING_NV,
                GL_TRANSFORM_FEEDBACK_BUFFER_START_NV,
                GL_TRANSFORM_FEEDBACK_BUFFER_SIZE_NV,
            )
        ),
    ],
)
def test_errors(context, snapshot, before, function, arguments, code):
    if before:
        before()
    state = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code
    assert snapshot(context) == state


def test_interleaved_components_are_limited(context):
    names = (
        [(GL_GENERIC_ATTRIB_NV, k) for k in range(16)]
        + [(GL_TEXTURE_COORD_NV, k) for k in range(8)]
        + [(name, 0) for name in (GL_POSITION, GL_PRIMARY_COLOR, GL_SECONDARY_COLOR_NV)]
        + [(name, 0) for name in (GL_BACK_PRIMARY_COLOR_NV, GL_BACK_SECONDARY_COLOR_NV)]
    )
    listed = [number for name, index in names for number in (name, 4, index)]
    limit = glGetIntegerv(GL_MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS_NV)
    clips = [n for k in range(6) for n in (GL_CLIP_DISTANCE_NV, 1, k)]
    scalars = [n for name in (GL_FOG_COORDINATE, GL_POINT_SIZE) for n in (name, 1, 0)]
    everything = [*listed, *clips, *scalars]
    total = 4 * len(names) + 8
    assert total <= limit  # all that a vertex program can write fits
    glTransformFeedbackAttribsNV(everything, INTERLEAVED)
