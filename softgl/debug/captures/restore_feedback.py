"""Makes the calls that restore transform feedback objects.

The number of vertices that an object has recorded cannot be set: as many points of fixed function
are recorded again, to a buffer object that is deleted then.
"""

from __future__ import annotations

from softgl.debug.captures.restore_objects import Calls, existing
from softgl.gl.api import enums as gl

TARGET, BINDING = gl.GL_TRANSFORM_FEEDBACK_BUFFER, gl.GL_TRANSFORM_FEEDBACK
ONE_WORD = gl.GL_POSITION, 1, 0


def recorded_again(ctx, live) -> Calls:
    """Yields the calls that make the objects, and record as many vertices as each has recorded."""
    feedback = ctx.feedback
    counts = [(0, feedback.default), *existing(feedback.objects)]
    free = max((name for name, _ in live.buffers), default=0) + 1
    for name, each in counts:
        if name:
            yield "glBindTransformFeedback", (BINDING, name)
        if each.count is not None:
            yield from _recorded(each.count, free)
    if feedback.objects:
        yield "glBindTransformFeedback", (BINDING, 0)


def _recorded(count, free) -> Calls:
    yield "glBindBuffer", (TARGET, free)
    yield "glBufferData", (TARGET, 4 * max(1, count), None, gl.GL_STATIC_DRAW)
    yield "glBindBufferBase", (TARGET, 0, free)
    yield "glTransformFeedbackAttribsNV", (1, ONE_WORD, gl.GL_INTERLEAVED_ATTRIBS)
    yield "glEnable", (gl.GL_RASTERIZER_DISCARD,)
    yield "glBeginTransformFeedback", (gl.GL_POINTS,)
    yield "glDrawArrays", (gl.GL_POINTS, 0, count)
    yield "glEndTransformFeedback", ()
    yield "glDisable", (gl.GL_RASTERIZER_DISCARD,)
    yield "glTransformFeedbackAttribsNV", (0, (), gl.GL_INTERLEAVED_ATTRIBS)
    yield "glDeleteBuffers", (1, (free,))


def feedback_bindings(ctx, live) -> Calls:
    """Yields the calls that set attributes and binding points, and bind the object in use.

    Its binding points are among those of the context.
    """
    feedback = ctx.feedback
    for name, each in [(0, feedback.default), *existing(feedback.objects)]:
        if feedback.objects:
            yield "glBindTransformFeedback", (BINDING, name)
        if each.records or each.buffer_mode != gl.GL_INTERLEAVED_ATTRIBS:
            words = [(record.attribute, record.components, record.index) for record in each.records]
            recorded = tuple(word for group in words for word in group)
            yield "glTransformFeedbackAttribsNV", (len(words), recorded, each.buffer_mode)
        if each is not feedback.bound:
            for index, part in each.points.items():
                yield bound_part(TARGET, index, part, live.name(part.buffer))
            if each.points or each.general is not None:
                yield "glBindBuffer", (TARGET, live.name(each.general) if each.general else 0)
    if feedback.objects:
        yield "glBindTransformFeedback", (BINDING, feedback.bound.name)


def bound_part(target, index, part, name) -> tuple:
    """Returns the call that binds a range of a buffer object to a binding point."""
    if part.size is not None:
        return "glBindBufferRangeNV", (target, index, name, part.offset, part.size)
    if part.offset:
        return "glBindBufferOffsetNV", (target, index, name, part.offset)
    return "glBindBufferBaseNV", (target, index, name)
