"""Each error that the specifications name: its code, in both modes, and that nothing changes."""

from __future__ import annotations

from collections import defaultdict

import pytest

from softgl import Context, GLError
from softgl.gl.api import enums
from softgl.gl.api.declarations import COMMANDS
from tests.gl.error_table import TABLE, TABLE_NV, calls_of, rows

CHANGE_PROGRAM_ERROR = ("glProgramStringARB", "glLoadProgramNV")
"""ARB_vertex_program: a text that is refused sets PROGRAM_ERROR_POSITION and _STRING."""


def groups():
    """The refused calls by the calls before them: {calls: [(call, its name, arguments, code)]}.

    Calls that change something although they are refused have a context each.
    """
    found = defaultdict(list)
    for _, text, code in rows(TABLE | TABLE_NV):
        *_, (name, arguments) = calls_of(text)
        before, _, _ = text.rpartition("; ")
        group = text if name in CHANGE_PROGRAM_ERROR else before
        found[group, before].append((text, name, arguments, code))
    return found


GROUPS = groups()


def prepared(before):
    """A context in which calls have been made."""
    context = Context(8, 8, machine="eager")
    for name, arguments in calls_of(before) if before else ():
        COMMANDS[name](*arguments)
    return context


def check_refused(text, name, arguments, code):
    try:
        COMMANDS[name](*arguments)
    except GLError as error:
        assert (error.err, error.baseOperation) == (code, name), text
    else:
        pytest.fail(f"{text} is not refused")


@pytest.mark.parametrize(("group", "before"), GROUPS, ids=[f"after {g}" for g, _ in GROUPS])
def test_errors(context, snapshot, group, before):
    """The state is looked at once for all calls; a change is then looked for call by call."""
    context = prepared(before)
    state = snapshot(context)
    for row in GROUPS[group, before]:
        check_refused(*row)
    if group == before and snapshot(context) != state:
        for row in GROUPS[group, before]:
            context = prepared(before)
            state = snapshot(context)  # another context has other identities
            check_refused(*row)
            assert snapshot(context) == state, row
        pytest.fail("the calls change something together, though none does by itself")
    context.errors = "record"
    inside = context.inside_begin
    for text, name, arguments, code in GROUPS[group, before]:
        context.inside_begin = inside
        COMMANDS[name](*arguments)
        context.inside_begin = False
        assert COMMANDS["glGetError"]() == code, text
        assert COMMANDS["glGetError"]() == enums.GL_NO_ERROR, text
