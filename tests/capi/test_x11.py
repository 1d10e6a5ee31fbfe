"""The display of `softgl with`: contexts of GLX in windows that are never shown."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import pytest

import softgl
from softgl import clib, gl
from softgl.capi import x11
from softgl.capi.entry_points import ENTRY_POINTS
from tests.capi.c_functions import needs_native_code
from tests.clients.running import run_on_softgl

pytestmark = needs_native_code
CORE = x11.PROFILE_MASK, x11.CORE_BIT


def call(name, *arguments):
    return ENTRY_POINTS[name].function(*arguments)


def attributes(*pairs):
    return ctypes.addressof(kept := (ctypes.c_int * 9)(*sum(pairs, ()))), kept


def create(*pairs, share=0, display=x11.DISPLAY):
    address, _kept = attributes(*pairs)
    return call("glXCreateContextAttribsARB", display, x11.DISPLAY, share, 1, address)


@pytest.fixture
def window():
    handle = call("XCreateWindow", call("XOpenDisplay", 0), 1, 0, 0, 6, 4, 0, 24, 1, 0, 0, 0)
    with softgl.Context(1, 1):
        yield handle
        call("glXMakeCurrent", 0, 0, 0)
    call("XDestroyWindow", x11.DISPLAY, handle)


def test_a_context_draws_to_its_window(window):
    context = create((x11.MAJOR_VERSION, 3), (x11.MINOR_VERSION, 3), CORE)
    assert call("glXMakeCurrent", x11.DISPLAY, window, context) == 1
    current = [call(f"glXGetCurrent{name}") for name in ("Display", "Drawable", "Context")]
    assert current == [x11.DISPLAY, window, context]
    assert gl.glGetIntegerv(gl.GL_VIEWPORT).tolist() == [0, 0, 6, 4]
    assert gl.glGetIntegerv(gl.GL_CONTEXT_PROFILE_MASK) == gl.GL_CONTEXT_CORE_PROFILE_BIT
    gl.glViewport(1, 1, 2, 2)
    assert call("glXMakeCurrent", 0, 0, 0) == 1 and softgl.current_context() is None
    assert [call(f"glXGetCurrent{name}") for name in ("Display", "Drawable", "Context")] == [0] * 3
    call("glXMakeCurrent", x11.DISPLAY, window, context)
    assert gl.glGetIntegerv(gl.GL_VIEWPORT).tolist() == [1, 1, 2, 2]
    call("glXDestroyContext", x11.DISPLAY, context)
    assert gl.glGetIntegerv(gl.GL_VIEWPORT)[0] == 1
    assert call("glXMakeCurrent", x11.DISPLAY, window, context) == 0


def test_contexts_share(window):
    first = call("glXCreateContext", x11.DISPLAY, 0, 0, 1)
    call("glXMakeCurrent", x11.DISPLAY, window, first)
    texture = gl.glGenTextures(1)
    gl.glBindTexture(gl.GL_TEXTURE_2D, texture)
    second = create(CORE, share=first)
    call("glXMakeCurrent", x11.DISPLAY, window, second)
    assert gl.glIsTexture(texture)


@pytest.mark.parametrize(
    "pairs",
    [
        [(x11.MAJOR_VERSION, 4), (x11.MINOR_VERSION, 3)],
        [(x11.PROFILE_MASK, 3)],
        [(x11.FLAGS, 4)],
        [(x11.FLAGS, x11.FORWARD_COMPATIBLE_BIT)],
        [(0x9999, 1)],
    ],
)
def test_refused_contexts(pairs):
    assert create(*pairs) == 0


def test_later_versions_are_granted_as_by_egl(window, monkeypatch):
    monkeypatch.setenv("SOFTGL_VERSION_OVERRIDE", "4.1")
    context = create((x11.MAJOR_VERSION, 4), (x11.MINOR_VERSION, 1), CORE)
    assert call("glXMakeCurrent", x11.DISPLAY, window, context) == 1
    assert gl.glGetString(gl.GL_VERSION).startswith(b"3.3")
    for major, minor in ((4, 2), (3, 7)):
        assert create((x11.MAJOR_VERSION, major), (x11.MINOR_VERSION, minor), CORE) == 0


def test_refused_handles(window):
    assert create(CORE, display=0) == create(CORE, share=1) == 0
    context = create(CORE)
    for arguments in ((0, window, context), (x11.DISPLAY, 1, context), (x11.DISPLAY, window, 1)):
        assert call("glXMakeCurrent", *arguments) == 0
    count = ctypes.c_int(9)
    assert call("glXChooseFBConfig", 0, 0, 0, ctypes.addressof(count)) == count.value == 0
    assert call("glXChooseVisual", 0, 0, 0) == 0
    huge = 1 << 20
    assert call("XCreateWindow", x11.DISPLAY, 1, 0, 0, huge, 1, 0, 24, 1, 0, 0, 0) == 0


def test_moderngl_opens_no_display_of_the_system():
    pytest.importorskip("moderngl", reason="moderngl is not installed: softgl[test]")
    program = """
import moderngl
with moderngl.create_context(standalone=True) as context:
    print(context.info["GL_RENDERER"].split()[0], context.buffer(b"text").read().decode())
context.release()
"""
    assert run_on_softgl(sys.executable, "-c", program) == b"softgl text\n"


def test_the_names_of_x_are_not_loaded_for_a_process():
    program = (
        "import ctypes, softgl.clib; softgl.clib.load(); "
        "print(hasattr(ctypes.CDLL(None), 'XOpenDisplay'))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert result.stdout == b"False\n"
    assert "x11" not in clib.KINDS
