"""Sync objects: fences that are signalled."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *


def fence():
    return glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0)


def test_a_fence_is_signalled(context):
    sync, other = fence(), fence()
    assert sync and sync != other
    assert glIsSync(sync) == 1
    assert glClientWaitSync(sync, 0, 0) == GL_ALREADY_SIGNALED
    flags = GL_SYNC_FLUSH_COMMANDS_BIT
    assert glClientWaitSync(sync, flags, 2**64 - 1) == GL_ALREADY_SIGNALED
    assert glWaitSync(sync, 0, GL_TIMEOUT_IGNORED) is None
    assert glWaitSync(sync, 0, -1) is None  # as C converts it
    glDeleteSync(sync)
    assert glIsSync(sync) == 0 and glIsSync(other) == 1
    glDeleteSync(0)
    glDeleteSync(None)
    for no_sync in (0, None, 1, "sync", [other]):
        assert glIsSync(no_sync) == 0


def test_properties(context):
    sync = fence()
    wanted = {
        GL_OBJECT_TYPE: GL_SYNC_FENCE,
        GL_SYNC_CONDITION: GL_SYNC_GPU_COMMANDS_COMPLETE,
        GL_SYNC_STATUS: GL_SIGNALED,
        GL_SYNC_FLAGS: 0,
    }
    for pname, value in wanted.items():
        assert glGetSynciv(sync, pname) == value
        length, values = np.zeros(1, np.int32), np.full(3, 7, np.int32)
        assert glGetSynciv(sync, pname, 3, length, values) is values
        assert length.tolist() == [1] and values.tolist() == [value, 7, 7]
        glGetSynciv(sync, pname, 0, length, values[1:])
        assert length.tolist() == [0] and values.tolist() == [value, 7, 7]


def test_what_waits_is_drawn_before_a_fence(context):
    glDrawArrays(GL_POINTS, 0, 1)
    glRectf(-1, -1, 1, 1)
    fence()
    assert not context.batch.draws
    assert context.framebuffers.planes.read_color(0, 0, 8, 8).all()


@pytest.mark.parametrize(
    ("function", "arguments", "code"),
    [
        (glFenceSync, (GL_SIGNALED, 0), GL_INVALID_ENUM),
        (glFenceSync, (GL_SYNC_GPU_COMMANDS_COMPLETE, 1), GL_INVALID_VALUE),
        (glDeleteSync, (1,), GL_INVALID_VALUE),
        (glDeleteSync, ("deleted",), GL_INVALID_VALUE),
        (glClientWaitSync, (0, 0, 0), GL_INVALID_VALUE),
        (glClientWaitSync, ("deleted", 0, 0), GL_INVALID_VALUE),
        (glClientWaitSync, ("sync", 2, 0), GL_INVALID_VALUE),
        (glWaitSync, (1, 0, GL_TIMEOUT_IGNORED), GL_INVALID_VALUE),
        (glWaitSync, ("sync", 1, GL_TIMEOUT_IGNORED), GL_INVALID_VALUE),
        (glWaitSync, ("sync", 0, 0), GL_INVALID_VALUE),
        (glGetSynciv, (None, GL_SYNC_STATUS), GL_INVALID_VALUE),
        (glGetSynciv, ("deleted", GL_SYNC_STATUS), GL_INVALID_VALUE),
        (glGetSynciv, ("sync", GL_SIGNALED), GL_INVALID_ENUM),
        (glGetSynciv, ("sync", GL_SYNC_STATUS, -1), GL_INVALID_VALUE),
    ],
)
def test_errors(context, snapshot, function, arguments, code):
    """ "sync" and "deleted" stand for such objects."""
    named = {"sync": fence(), "deleted": fence()}
    glDeleteSync(named["deleted"])
    given = [named.get(argument, argument) for argument in arguments]
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*given)
    assert caught.value.code == code
    assert snapshot(context) == before


def test_what_refused_commands_return(record):
    assert glClientWaitSync(0, 0, 0) == GL_WAIT_FAILED
    assert glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 1) == 0
    assert glGetError() == GL_INVALID_VALUE


def test_long_integers(context):
    """ARB_sync: GetInteger64v answers as the other queries do."""
    assert glGetInteger64v(GL_MAX_SERVER_WAIT_TIMEOUT) == 2**31 - 1
    assert glGetInteger64v(GL_VIEWPORT).tolist() == [0, 0, 8, 8]
    assert glGetInteger64v(GL_VIEWPORT).dtype == np.int64
    assert glGetInteger64v(GL_DEPTH_CLEAR_VALUE) == 2**31 - 1
    glLineWidth(2.5)
    assert glGetInteger64v(GL_LINE_WIDTH) == 3
    assert glGetInteger64v(GL_DEPTH_TEST) == 0
