"""Fences and images of EGL (EGL 1.5, 3.8.1 and 3.9)."""

from __future__ import annotations

import ctypes

from softgl.capi import egl_displays
from softgl.capi import egl_registry as egl
from tests.capi.egl_calls import call, context, failure, integer, words


def test_fences(display):
    words_of = {"": ctypes.c_ssize_t, "KHR": ctypes.c_int}
    for suffix, word in words_of.items():
        create = f"CreateSync{suffix}", display
        empty = words({}, word)
        call("MakeCurrent", display, 0, 0, 0)
        assert failure(*create, egl.EGL_SYNC_FENCE, empty) == egl.EGL_BAD_MATCH
        made = context(display, 0)
        call("MakeCurrent", display, 0, 0, made)
        wrong = words({egl.EGL_SYNC_CONDITION: 1}, word)
        assert failure(*create, egl.EGL_SYNC_FENCE, wrong) == egl.EGL_BAD_ATTRIBUTE
        unknown = egl.EGL_BAD_ATTRIBUTE if suffix else egl.EGL_BAD_PARAMETER
        for kind in (egl.EGL_SYNC_CL_EVENT, egl.EGL_NONE):
            assert failure(*create, kind, empty) == unknown
        other = call("GetPlatformDisplay", egl.EGL_PLATFORM_DEVICE_EXT, egl_displays.DEVICE, 0)
        call("Initialize", other, 0, 0)
        code = failure(f"CreateSync{suffix}", other, egl.EGL_SYNC_FENCE, 0)
        assert code == egl.EGL_BAD_MATCH
        call("Terminate", other)
        sync = call(*create, egl.EGL_SYNC_FENCE, 0)
        get = f"GetSyncAttrib{suffix}", display, sync
        expected = {
            egl.EGL_SYNC_TYPE: egl.EGL_SYNC_FENCE,
            egl.EGL_SYNC_STATUS: egl.EGL_SIGNALED,
            egl.EGL_SYNC_CONDITION: egl.EGL_SYNC_PRIOR_COMMANDS_COMPLETE,
        }
        assert {each: integer(*get, each, word=word) for each in expected} == expected
        value = (word * 1)(-77)
        assert failure(*get, egl.EGL_WIDTH, value) == egl.EGL_BAD_ATTRIBUTE
        assert failure(*get, egl.EGL_SYNC_TYPE, 0) == egl.EGL_BAD_PARAMETER
        code = failure(f"GetSyncAttrib{suffix}", display, made, egl.EGL_SYNC_TYPE, value)
        assert code == egl.EGL_BAD_PARAMETER and value[0] == -77
        flush = egl.EGL_SYNC_FLUSH_COMMANDS_BIT
        for timeout in (0, 10, egl.EGL_FOREVER):
            waited = call(f"ClientWaitSync{suffix}", display, sync, flush, timeout)
            assert waited == egl.EGL_CONDITION_SATISFIED
        assert call(f"WaitSync{suffix}", display, sync, 0)
        assert failure(f"WaitSync{suffix}", display, sync, 1) == egl.EGL_BAD_PARAMETER
        assert failure(f"WaitSync{suffix}", display, 1, 0) == egl.EGL_BAD_PARAMETER
        call("MakeCurrent", display, 0, 0, 0)
        assert failure(f"WaitSync{suffix}", display, sync, 0) == egl.EGL_BAD_MATCH
        assert call(f"DestroySync{suffix}", display, sync)
        assert failure(f"DestroySync{suffix}", display, sync) == egl.EGL_BAD_PARAMETER
        assert failure(f"ClientWaitSync{suffix}", display, sync, 0, 0) == egl.EGL_BAD_PARAMETER


def test_there_are_no_images(display):
    made = context(display, 0)
    create = "CreateImage", display
    assert failure(*create, made, egl.EGL_GL_TEXTURE_2D, 1, 0) == egl.EGL_BAD_PARAMETER
    assert failure(*create, 0, egl.EGL_NONE, 1, 0) == egl.EGL_BAD_PARAMETER
    assert failure(*create, 5, egl.EGL_GL_TEXTURE_2D, 1, 0) == egl.EGL_BAD_CONTEXT
    assert failure("DestroyImage", display, 5) == egl.EGL_BAD_PARAMETER
    assert failure("DestroyImage", 5, 5) == egl.EGL_BAD_DISPLAY
