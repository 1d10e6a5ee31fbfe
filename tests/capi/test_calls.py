"""Tests for softgl.capi.calls: functions of C over contexts of Python."""

from __future__ import annotations

import ctypes
import gc

import pytest

import softgl
from softgl import gl
from softgl.capi import calls, core, report, shapes
from softgl.capi.native import PLACES
from softgl.gl import shaders
from softgl.gl.api import registry
from softgl.gl.api.signature import signature
from softgl.gl.context import _make_current
from tests.capi.c_functions import C, needs_native_code

pytestmark = needs_native_code


@pytest.fixture
def context():
    with softgl.Context(32, 32) as made:
        yield made


def test_calls_of_c_and_of_python_stay_in_order(context):
    c = C()
    c.glClearColor(0, 0, 1, 1)
    c.glClear(gl.GL_COLOR_BUFFER_BIT)
    gl.glColor4ub(255, 0, 0, 255)
    c.glBegin(gl.GL_TRIANGLES)
    c.glVertex2f(-1, -1)
    c.glVertex3d(1, -1, 0)
    gl.glVertex2f(0, 1)
    c.glEnd()
    image = context.read_image()
    assert image.getpixel((0, 0)) == (0, 0, 255, 255)
    assert image.getpixel((16, 16)) == (255, 0, 0, 255)
    c.glEnable(gl.GL_BLEND)
    assert gl.glIsEnabled(gl.GL_BLEND) == 1 == c.glIsEnabled(gl.GL_BLEND)
    gl.glDisable(gl.GL_BLEND)
    assert c.glIsEnabled(gl.GL_BLEND) == 0
    assert softgl.current_context() is context


def test_errors_are_codes_in_c_and_exceptions_in_python(context, capsys):
    c = C()
    c.glEnable(0x4321)
    c.glStencilOp(7, 7, 7)
    assert [c.glGetError() for _ in range(2)] == [gl.GL_INVALID_ENUM, gl.GL_NO_ERROR]
    c.glEnable(0x4321)
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2 and "0x4321" in said[0] and "glStencilOp" in said[1]
    assert gl.glGetError() == gl.GL_INVALID_ENUM
    assert not capsys.readouterr().err
    with pytest.raises(softgl.GLError):
        gl.glEnable(0x4322)
    assert c.glGetError() == gl.GL_NO_ERROR


def queued_words():
    """The number of words in the queue of this thread."""
    return core._here.client.state[PLACES["next"]]


def test_core_contexts_queue_draws_and_short_stores(context, capsys):
    """All arrays are in buffer objects there: no draw reads memory of the client."""
    c, name, corners = C(), ctypes.c_uint(), (ctypes.c_float * 6)(-1, -1, 3, -1, -1, 3)
    with softgl.Context(4, 4, version=(3, 3), profile="core") as made:
        c.glClearColor(0, 0, 0, 0)
        c.glClear(gl.GL_COLOR_BUFFER_BIT)
        c.glGenVertexArrays(1, ctypes.byref(name))
        c.glBindVertexArray(name)
        c.glGenBuffers(1, ctypes.byref(name))
        c.glBindBuffer(gl.GL_ARRAY_BUFFER, name)
        c.glBufferData(gl.GL_ARRAY_BUFFER, 24, None, gl.GL_STATIC_DRAW)
        c.glVertexAttribPointer(0, 2, gl.GL_FLOAT, 0, 0, None)
        c.glEnableVertexAttribArray(0)
        c.glGetError()
        c.glBufferSubData(gl.GL_ARRAY_BUFFER, 0, 24, corners)
        corners[:] = [0] * 6  # the queue has a copy
        c.glUseProgram(filling_program())
        c.glDrawArrays(gl.GL_TRIANGLES, 0, 3)
        c.glDrawArrays(gl.GL_QUADS, 0, 4)
        assert queued_words() and not capsys.readouterr().err
        assert [c.glGetError() for _ in range(2)] == [gl.GL_INVALID_ENUM, gl.GL_NO_ERROR]
        # Sizes have 64 bits: this one is not 4.
        c.glBufferSubData(gl.GL_ARRAY_BUFFER, 0, (1 << 32) + 4, corners)
        assert c.glGetError() == gl.GL_INVALID_VALUE
        assert made.read_image().getpixel((2, 2)) == (255, 0, 255, 255)
    with context:
        c.glDrawArrays(gl.GL_TRIANGLES, 0, 3)
        assert not queued_words()


def test_long_queues_run_without_the_garbage_collector(context, monkeypatch):
    c, seen, functions = C(), [], calls.functions()
    c.glFinish()
    table = list(functions.table)
    reader = shapes.reader(signature("glFinish"))
    table[functions.numbers["glFinish"]] = lambda: seen.append(gc.isenabled()), reader
    monkeypatch.setattr(functions, "table", table)
    monkeypatch.setattr(functions, "by_head", type(functions.by_head)(functions))
    was = gc.isenabled()
    gc.enable()
    for number in (1, 600):
        for _ in range(number):
            c.glEnable(gl.GL_BLEND)
        c.glFinish()
    assert seen == [True, False] and gc.isenabled()
    if not was:
        gc.disable()


def filling_program() -> int:
    """A program that draws in magenta, made from Python."""
    texts = {
        gl.GL_VERTEX_SHADER: "in vec2 at; void main() { gl_Position = vec4(at, 0.0, 1.0); }",
        gl.GL_FRAGMENT_SHADER: "out vec4 color; void main() { color = vec4(1.0, 0.0, 1.0, 1.0); }",
    }
    made = [shaders.compileShader(f"#version 330\n{text}", kind) for kind, text in texts.items()]
    return int(shaders.compileProgram(*made))


def test_every_name_has_an_address():
    addresses = {name: softgl.get_proc_address(name) for name in registry.COMMANDS}
    assert all(addresses.values()) and len({*addresses.values()}) == len(addresses)
    assert softgl.get_proc_address(b"glEnable") == addresses["glEnable"]
    assert softgl.get_proc_address("eglNoSuchFunction") == 0 == softgl.get_proc_address("printf")


def test_names_that_are_not_there_do_nothing_and_say_so_once(context, capsys):
    for name in ("glNoSuchFunction", "glDispatchCompute"):
        address = softgl.get_proc_address(name)
        assert address == softgl.get_proc_address(name)
        function = ctypes.CFUNCTYPE(ctypes.c_uint, ctypes.c_uint)(address)
        assert [function(1), function(2)] == [0, 0]
        said = capsys.readouterr().err
        assert said.count(name) == 1 and "is missing" in said


def test_without_a_context_nothing_happens(capsys, monkeypatch):
    """One line says so, but for objects that are deleted after their context."""
    monkeypatch.setattr(report, "_said", set())
    with softgl.Context(4, 4) as context:
        pass
    _make_current(None)
    c = C()
    c.glDeleteLists(1, 1)
    assert not capsys.readouterr().err
    c.glEnable(gl.GL_BLEND)
    c.glVertex2f(0, 0)
    assert c.glGetError() == 0 and c.glGetString(gl.GL_VENDOR) is None
    assert capsys.readouterr().err.count("no context is current") == 1
    with context:
        assert not c.glIsEnabled(gl.GL_BLEND)


def test_two_contexts(context):
    c = C()
    with softgl.Context(4, 4) as other:
        c.glEnable(gl.GL_BLEND)
        context.make_current()
        assert c.glIsEnabled(gl.GL_BLEND) == 0
        c.glEnable(gl.GL_DEPTH_TEST)
        other.make_current()
        assert c.glIsEnabled(gl.GL_BLEND) == 1 and c.glIsEnabled(gl.GL_DEPTH_TEST) == 0
    assert context.errors == other.errors == "raise"


def test_the_batch_of_a_context_that_shares_objects_is_drawn_when_another_is_current(context):
    c, others = C(), [softgl.Context(4, 4, share=context), softgl.Context(4, 4), None]
    for other in others:
        context.make_current()
        c.glBegin(gl.GL_TRIANGLES)
        for x, y in ((-1, -1), (1, -1), (0, 1)):
            c.glVertex2f(x, y)
        c.glEnd()
        context.execute_queued_calls()
        assert context.batch.draws
        _make_current(other)
        assert not context.batch.draws
