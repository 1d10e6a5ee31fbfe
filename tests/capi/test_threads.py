"""Tests for calls from C in several threads, through fork, interrupts and a process's end."""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import subprocess
import sys
import threading
import time
import weakref

import pytest

import softgl
from softgl import gl
from softgl.capi import core
from softgl.gl.context import _make_current
from tests.capi.c_functions import C, needs_native_code
from tests.capi.native_threads import callback, here, in_threads

pytestmark = needs_native_code


def test_threads_of_c_have_a_context_each():
    made = {}

    def make(number):
        made[number] = softgl.Context(8, 8, errors="record")
        return number

    def use(number):
        made[number].make_current()
        return number

    made_by = callback(make)
    capabilities = [gl.GL_BLEND, gl.GL_DEPTH_TEST, gl.GL_FOG, gl.GL_DITHER]
    lists = [
        [
            ("glGetError", 0),  # from now on Python's state of the thread stays
            (made_by, number),
            *[("glEnable", each), ("glDisable", capabilities[number - 1])] * 300,
            ("glEnable", each),
            ("glClearStencil", number),
            *[("glIsEnabled", other) for other in capabilities],
            ("glGetError", 0),
        ]
        for number, each in enumerate(capabilities)
    ]
    before = len(core._clients)
    results = in_threads(*lists)
    for number, found in enumerate(results):
        enabled = [n == number or capabilities[n] == gl.GL_DITHER for n in range(4)]
        if number == 0:
            enabled[3] = False  # it disables capabilities[-1]
        assert found[-5:] == [*map(int, enabled), 0], number
    # Threads have ended, and left their contexts to any other thread.
    assert len(core._clients) == before
    again = in_threads(
        *[[("glGetError", 0), (callback(use), n), ("glIsEnabled", gl.GL_FOG)] for n in range(4)]
    )
    assert [found[-1] for found in again] == [0, 0, 1, 0]
    alive = weakref.ref(made.pop(0))
    gc.collect()
    assert alive() is None
    with made[1]:
        assert gl.glGetIntegerv(gl.GL_STENCIL_CLEAR_VALUE) == 1


def test_calls_without_the_lock_of_python_do_not_wait_for_each_other():
    """A thousand calls beside a busy thread take the lock once, not a thousand times."""
    stop = threading.Event()

    def work():
        while not stop.is_set():
            sum(range(1000))

    busy = threading.Thread(target=work)
    with softgl.Context(8, 8):
        here([("glEnable", gl.GL_BLEND), ("glFinish", 0)])
        taken = []
        client = core._here.client
        run, client.run = client.run, lambda *words: (taken.append(1), run(*words))
        busy.start()
        try:
            here([*[("glEnable", gl.GL_BLEND)] * 1000, ("glFinish", 0)])
        finally:
            stop.set()
            busy.join()
            del client.run
        assert len(taken) == 1


def test_fork():
    with softgl.Context(8, 8):
        c = C()
        c.glEnable(gl.GL_FOG)
        for fork in (ctypes.CDLL(None).fork, os.fork):
            child = fork()
            if not child:
                code = 1
                try:
                    c.glEnable(gl.GL_BLEND)
                    c.glClear(gl.GL_COLOR_BUFFER_BIT)
                    code = 42 + c.glGetError() + (not c.glIsEnabled(gl.GL_FOG))
                finally:
                    os._exit(code)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 42
        assert c.glIsEnabled(gl.GL_BLEND) == 0


@pytest.fixture
def interruptible():
    """Python's own handler: processes in the background of a shell inherit none."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_interrupts_are_raised_after_the_call(interruptible):
    with softgl.Context(8, 8) as context:
        c = C()
        seen = []

        def interrupted(*_):
            seen.append(1)
            raise KeyboardInterrupt

        context.debug.callback = interrupted
        gl.glEnable(gl.GL_DEBUG_OUTPUT)
        with pytest.raises(KeyboardInterrupt):
            c.glEnable(0x1234)
            c.glFinish()
            time.sleep(1)
        assert seen
        context.debug.callback = None
        raise_signal = ctypes.cast(ctypes.CDLL(None)["raise"], ctypes.c_void_p).value
        with pytest.raises(KeyboardInterrupt):
            here([(raise_signal, signal.SIGINT), ("glEnable", gl.GL_BLEND), ("glFinish", 0)])
            time.sleep(1)
        assert c.glIsEnabled(gl.GL_BLEND) == 1


def test_calls_within_calls():
    """A callback that a call leads to calls GL itself, from C and from Python."""
    with softgl.Context(8, 8) as context:
        c = C()
        found = []

        def told(*message):
            c.glEnable(gl.GL_BLEND)
            found.append((c.glIsEnabled(gl.GL_BLEND), gl.glIsEnabled(gl.GL_FOG)))
            gl.glEnable(gl.GL_FOG)
            c.glVertex2f(1, 2)
            c.glEnable(gl.GL_SCISSOR_TEST)

        gl.glDebugMessageCallback(told, None)
        gl.glEnable(gl.GL_DEBUG_OUTPUT)
        c.glEnable(0x1234)
        c.glEnable(gl.GL_DEPTH_TEST)
        c.glEnable(0x1235)
        enabled = gl.GL_FOG, gl.GL_DEPTH_TEST, gl.GL_SCISSOR_TEST
        assert [c.glIsEnabled(each) for each in enabled] == [1, 1, 1]
        assert found == [(1, 0), (1, 1)]
        assert c.glGetError() == gl.GL_INVALID_ENUM and not c.glGetError()
        gl.glEnable(gl.GL_DEBUG_OUTPUT_SYNCHRONOUS)
        c.glEnable(0x1236)
        assert len(found) == 3  # before the call returned
        assert context.inside_begin is False


PROGRAM = """
import atexit, ctypes, sys, threading
import softgl
from softgl import gl
address = softgl.get_proc_address
enable = ctypes.CFUNCTYPE(None, ctypes.c_uint)(address("glEnable"))
error = ctypes.CFUNCTYPE(ctypes.c_uint)(address("glGetError"))
class Late:
    def __del__(self):
        enable(gl_blend); error()
gl_blend = gl.GL_BLEND
late = Late()
context = softgl.Context(8, 8)
enable(gl_blend)
keep = [late]; keep.append(keep)
def work():
    other = softgl.Context(8, 8)
    while True:
        enable(gl_blend); error()
for _ in range(2):
    threading.Thread(target=work, daemon=True).start()
atexit.register(lambda: enable(gl_blend))
print("ends")
"""


def test_a_process_ends_quietly_with_live_contexts():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "ends\n", "")


def test_contexts_are_let_go():
    made = softgl.Context(8, 8)
    C().glEnable(gl.GL_BLEND)
    assert made.calls is not None
    _make_current(None)
    assert made.calls is None
    alive = weakref.ref(made)
    del made
    gc.collect()
    assert alive() is None


def test_what_waits_is_executed_when_a_thread_ends():
    """The queue runs when a thread ends: of Python, whose own state ends first, and of C."""
    made = softgl.Context(8, 8)
    _make_current(None)

    def enable(capability):
        made.make_current()
        C().glFinish()
        C().glEnable(capability)

    thread = threading.Thread(target=enable, args=(gl.GL_BLEND,))
    thread.start()
    thread.join()
    deadline = time.monotonic() + 10
    while made.calls is not None and time.monotonic() < deadline:
        time.sleep(0.001)  # the thread of Python ends a little after `join`
    in_threads([("glGetError", 0), (callback(lambda n: enable(n) or 0), gl.GL_FOG)])
    assert made.calls is None
    with made:
        assert [gl.glIsEnabled(each) for each in (gl.GL_BLEND, gl.GL_FOG)] == [1, 1]


def test_another_thread_takes_a_context_over():
    made = softgl.Context(8, 8)
    C().glEnable(gl.GL_BLEND)
    C().glFinish()
    found = []

    def take():
        made.make_current()
        found.append(C().glIsEnabled(gl.GL_BLEND))
        _make_current(None)

    thread = threading.Thread(target=take)
    thread.start()
    thread.join()
    assert found == [1] and made.errors == "raise"
    C().glEnable(gl.GL_FOG)  # without a context now
    with pytest.raises(softgl.GLError):
        gl.glEnable(gl.GL_FOG)
    with made:
        assert not gl.glIsEnabled(gl.GL_FOG)
