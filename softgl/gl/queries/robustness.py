"""Flags of contexts that change no rule: ARB_robustness, KHR_robustness, KHR_no_error.

A context is never reset, all accesses are robust, and all errors are found. The queries with the
size of their result lie beside those without one.
"""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.command import command
from softgl.gl.api.tables import State

# 2.6: "If the reset notification behavior is NO_RESET_NOTIFICATION_ARB, then the implementation
# will never deliver notification of reset events, and GetGraphicsResetStatusARB will always return
# NO_ERROR".
STATE = State(
    values={
        gl.GL_CONTEXT_ROBUST_ACCESS: "api.robust",
        gl.GL_RESET_NOTIFICATION_STRATEGY: "reset_notification",
    },
    limits={
        # KHR_context_flush_control: another context's commands flush this one's batch.
        gl.GL_CONTEXT_RELEASE_BEHAVIOR: gl.GL_CONTEXT_RELEASE_BEHAVIOR_FLUSH,
    },
)


@command("glGetGraphicsResetStatus", "glGetGraphicsResetStatusARB", listed=False, keeps_batch=True)
def get_graphics_reset_status(ctx):
    """Returns GL_NO_ERROR: a context is never reset."""
    return gl.GL_NO_ERROR
