"""Tests for softgl.capi.direct: commands from C have the effects of the public functions."""

from __future__ import annotations

import pytest

import softgl
from softgl import gl
from softgl.capi.direct import direct
from softgl.gl.api import registry
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.api.interception import Listener, interception
from softgl.gl.api.signature import signature
from softgl.gl.context import _make_current


def test_arguments_are_checked():
    with softgl.Context(8, 8) as context:
        direct("glViewport")(1, 2, 3, 4)
        assert gl.glGetIntegerv(gl.GL_VIEWPORT).tolist() == [1, 2, 3, 4]
        for name, arguments in (
            ("glViewport", (0, 0, -1, 4)), ("glEnable", (0x1234,)), ("glDepthFunc", (1,)),
            ("glLineWidth", (-1.0,)),
        ):  # fmt: skip
            errors = []
            for function in (direct(name), COMMANDS[name]):
                with pytest.raises(softgl.GLError) as refused:
                    function(*arguments)
                errors.append((refused.value.err, str(refused.value)))
            assert errors[0] == errors[1]
        direct("glColorMask")(0, 1, 2, 0)
        assert gl.glGetBooleanv(gl.GL_COLOR_WRITEMASK).tolist() == [0, 1, 1, 0]
        context.errors = "record"
        assert direct("glIsEnabled")(0x1234) == 0 and gl.glGetError() == gl.GL_INVALID_ENUM
        direct("glBegin")(gl.GL_POINTS)
        direct("glEnable")(gl.GL_BLEND)
        direct("glEnd")()
        assert gl.glGetError() == gl.GL_INVALID_OPERATION and not gl.glIsEnabled(gl.GL_BLEND)


def test_lists_and_listeners_get_the_calls():
    with softgl.Context(8, 8) as context:
        gl.glNewList(1, gl.GL_COMPILE)
        direct("glEnable")(gl.GL_BLEND)
        gl.glEndList()
        assert not gl.glIsEnabled(gl.GL_BLEND)
        gl.glCallList(1)
        assert gl.glIsEnabled(gl.GL_BLEND)
        told = []
        listener = Listener(told.append)
        listener.context = context
        with interception(listener):
            direct("glDepthFunc")(gl.GL_LESS)
        assert told == [("glDepthFunc", gl.GL_LESS)]


def test_every_command_can_be_reached():
    for name in COMMANDS.keys() & registry.COMMANDS.keys():
        found, count = direct(name), len(signature(name).parameters)
        assert found is COMMANDS[name] or found.__code__.co_argcount == count
    assert direct("glReadPixels") is COMMANDS["glReadPixels"]
    _make_current(None)
    with pytest.raises(softgl.GLError, match="no context"):
        direct("glEnable")(gl.GL_BLEND)
