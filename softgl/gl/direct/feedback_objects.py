"""Transform feedback objects by name: ARB_direct_state_access, 13.2.2 and 22.4."""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.core_names import with_core_errors
from softgl.gl.api.memory import fill
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import INDEXED
from softgl.gl.buffers.indexed_bindings import INDEXED_TARGETS, bind_point, check_bound_range
from softgl.gl.direct.existing import feedback

TARGET = gl.GL_TRANSFORM_FEEDBACK_BUFFER
SWITCHES = EnumSet("GL_TRANSFORM_FEEDBACK_PAUSED GL_TRANSFORM_FEEDBACK_ACTIVE")
RANGES = EnumSet("GL_TRANSFORM_FEEDBACK_BUFFER_START GL_TRANSFORM_FEEDBACK_BUFFER_SIZE")


def _bind(ctx, xfb, index, buffer, offset=0, size=None):
    with feedback(ctx, xfb):
        found = ctx.buffers.objects.get(buffer)
        if buffer and found is None:
            # "An INVALID_VALUE error is generated if <buffer> is not zero or the name of an
            # existing buffer object."
            raise invalid_value(f"buffer: {buffer} is not a buffer object")
        INDEXED_TARGETS[TARGET].check_point(ctx, index)
        # Unlike OpenGL 3.3 for BindBufferRange, the errors of this command name no end of a store.
        bind_point(ctx, TARGET, index, found, offset, size)


@command("glTransformFeedbackBufferBase", listed=False)
@with_core_errors
def transform_feedback_buffer_base(ctx, xfb, index, buffer):
    """Binds a whole buffer object to a binding point of a transform feedback object; 0 unbinds."""
    _bind(ctx, xfb, index, buffer)


@command("glTransformFeedbackBufferRange", listed=False)
@with_core_errors
def transform_feedback_buffer_range(ctx, xfb, index, buffer, offset, size):
    """Binds `size` bytes of a buffer object to a binding point of a transform feedback object."""
    check_bound_range(TARGET, offset, size)
    _bind(ctx, xfb, index, buffer, offset, size)


@command("glGetTransformFeedbackiv", listed=False, pname=SWITCHES)
def get_transform_feedback(ctx, xfb, pname, param):
    """Returns 1 if feedback of a transform feedback object is active, or paused, else 0."""
    with feedback(ctx, xfb):
        bound = ctx.feedback.bound
        on = bound.paused if pname == gl.GL_TRANSFORM_FEEDBACK_PAUSED else bound.active
    return fill(param, np.int32(on))


def _define_indexed(name: str, dtype, legal: EnumSet) -> None:
    @command(name, listed=False, pname=legal)
    @with_core_errors
    def get_indexed(ctx, xfb, pname, index, param):
        """Returns the buffer object, or its part in bytes, at a binding point of an object."""
        with feedback(ctx, xfb):
            return fill(param, dtype(INDEXED[pname](ctx, pname, index)))


_define_indexed(
    "glGetTransformFeedbacki_v", np.int32, EnumSet("GL_TRANSFORM_FEEDBACK_BUFFER_BINDING")
)
_define_indexed("glGetTransformFeedbacki64_v", np.int64, RANGES)
