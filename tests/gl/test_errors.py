"""Each error that the specifications name: its code, in both modes, and that nothing changes."""

from __future__ import annotations

import pytest

from softgl import GLError
from softgl.gl.api import enums
from softgl.gl.api.declarations import COMMANDS
from tests.gl.error_table import TABLE, TABLE_NV, calls_of, rows


@pytest.mark.parametrize(
    ("chapter", "calls", "code"),
    [pytest.param(*row, id=f"{row[1]}") for row in rows(TABLE | TABLE_NV)],
)
def test_an_error(context, snapshot, chapter, calls, code):
    *before, (name, arguments) = calls_of(calls)
    for setup, given in before:
        COMMANDS[setup](*given)
    state = snapshot(context)
    with pytest.raises(GLError) as caught:
        COMMANDS[name](*arguments)
    assert caught.value.err == code
    assert caught.value.baseOperation == name
    if name not in ("glProgramStringARB", "glLoadProgramNV"):
        # ARB_vertex_program: a text that is refused sets PROGRAM_ERROR_POSITION and _STRING.
        assert snapshot(context) == state
    context.errors = "record"
    COMMANDS[name](*arguments)
    context.inside_begin = False
    assert COMMANDS["glGetError"]() == code
    assert COMMANDS["glGetError"]() == enums.GL_NO_ERROR
