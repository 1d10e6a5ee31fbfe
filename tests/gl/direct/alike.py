"""Rows of calls that name an object, beside calls with selectors that do the same.

A row is `direct = others`, both written as rows of the error table.
"""

from __future__ import annotations

import numpy as np

from softgl import Context
from softgl.debug.state import difference, state
from softgl.gl.api.declarations import COMMANDS
from tests.gl.error_table import calls_of


def called(text):
    """Makes the calls of a text, written as rows of the error table; returns the last result."""
    result = None
    for name, arguments in calls_of(text):
        result = COMMANDS[name](*arguments)
    return result


def halves(text):
    """The two sides of each row."""
    return [line.strip().split(" = ") for line in text.strip().splitlines()]


def check_alike(before, rows):
    """Both sides of the rows leave the same state. before : calls that both begin with."""
    states = []
    for side in (0, 1):
        with Context(8, 8, machine="eager") as context:
            called(before)
            for row in halves(rows):
                called(row[side])
            states.append(state(context))
    assert difference(*states) == {}


def check_answers(context, before, binding, rows):
    """Queries of both kinds answer alike, and the direct ones change nothing.

    before : calls of the set-up. binding : calls that bind for the ordinary queries.
    """
    called(before)
    untouched = state(context)
    answers = [called(direct) for direct, _ in halves(rows)]
    assert difference(untouched, state(context)) == {}
    called(binding)
    for (direct, other), answer in zip(halves(rows), answers, strict=True):
        expected = called(other)
        assert type(answer) is type(expected) or np.isscalar(answer), direct
        assert np.array_equal(answer, expected), direct
