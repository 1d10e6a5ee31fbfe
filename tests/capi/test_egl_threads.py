"""Threads and EGL: contexts of ended threads, and addresses during calls of other threads."""

from __future__ import annotations

import ctypes
import gc
import threading
import weakref

from softgl import gl
from softgl.capi import egl_registry as egl
from softgl.capi import egl_state
from tests.capi.c_functions import C, needs_native_code
from tests.capi.egl_calls import call, context, error, pbuffer
from tests.capi.native_threads import callback, in_threads

pytestmark = needs_native_code


def test_a_thread_that_ends_gives_back_its_context(display):
    surface, made = pbuffer(display, 1), context(display, 1)
    kept = []

    def draw(_=0):
        bound = call("MakeCurrent", display, surface, surface, made)
        c = C()
        c.glClearColor(1, 0, 0, 1)
        c.glClear(gl.GL_COLOR_BUFFER_BIT)
        here = threading.local()
        here.held = lambda: None
        kept.append((here, weakref.ref(here.held)))
        return bound

    def draw_in_python():
        # What waits in its queue would be executed a little after `join`.
        thread = threading.Thread(target=lambda: (draw(), C().glFinish()))
        thread.start()
        thread.join()

    def draw_in_c():
        # From the first call on Python's state of the thread stays.
        assert in_threads([("glGetError", 0), (callback(draw), 0)]) == [[0, 1]]

    for run in (draw_in_c, draw_in_python, draw_in_c):
        run()
        gc.collect()
        bound = call("MakeCurrent", display, surface, surface, made)
        assert bound, error() == egl.EGL_BAD_ACCESS
        assert gl.glReadPixels(0, 0, 1, 1, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE)[0] == 255
        gl.glClearColor(0, 0, 0, 1)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        call("MakeCurrent", display, 0, 0, 0)
        assert kept[-1][1]() is None  # with the thread's state, threading.local has gone


def test_addresses_are_told_while_another_thread_is_in_a_function():
    name, answers = ctypes.create_string_buffer(b"glClear"), []

    assert call("GetProcAddress", name)
    with egl_state._lock:
        thread = threading.Thread(target=lambda: answers.append(call("GetProcAddress", name)))
        thread.start()
        thread.join(timeout=10)
        assert answers and answers[0] == call("GetProcAddress", name)
