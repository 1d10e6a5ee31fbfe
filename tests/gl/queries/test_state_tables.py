"""Every state variable of OpenGL 2.1, 6.2: its initial value in each type, and the limits."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import GLError
from softgl.gl.api import enums
from softgl.gl.api.declarations import COMMANDS
from tests.gl.state_tables import ABSENT, LEAST, OBJECTS, SIMPLE

DTYPES = {"i": np.int32, "f": np.float32, "d": np.float64}
GETTERS = {"glGetIntegerv": np.int32, "glGetFloatv": np.float32, "glGetDoublev": np.float64}


def as_number(word: str) -> float:
    """A number, or the value of an enum without its GL_."""
    return float(getattr(enums, f"GL_{word}")) if word[0].isalpha() else float(word)


def rows(tables) -> list:
    """(name, the words after it) of every row, as parameters of a test."""
    found = []
    for table, text in tables.items():
        for line in text.strip().splitlines():
            name, *words = line.split()
            found.append(pytest.param(name, words, id=f"{table} {name}"))
    return found


def as_integer(kind, value):
    # OpenGL 2.1, 6.1.2: linear, by the INT entry of table 4.7; "otherwise rounded to the nearest".
    return round(((2**32 - 1) * value - 1) / 2) if kind == "C" else round(value)


@pytest.mark.parametrize(("name", "words"), rows(SIMPLE))
def test_initial_values(context, name, words):
    kind, *values = words
    wanted = [as_number(value) for value in values]
    pname = getattr(enums, f"GL_{name}")
    for getter, dtype in GETTERS.items():
        found = np.ravel(COMMANDS[getter](pname))
        assert found.dtype == dtype
        expected = [as_integer(kind, v) for v in wanted] if dtype == np.int32 else wanted
        assert found.tolist() == pytest.approx(expected, rel=1e-6)
    booleans = np.ravel(COMMANDS["glGetBooleanv"](pname))
    assert booleans.dtype == np.uint8
    assert booleans.tolist() == [int(value != 0) for value in wanted]
    if kind == "E":
        assert COMMANDS["glIsEnabled"](pname) == wanted[0]


SWITCHES = [row.values[0] for row in rows(SIMPLE) if row.values[1][0] == "E"]


@pytest.mark.parametrize("name", SWITCHES)
def test_switches(context, name):
    cap = getattr(enums, f"GL_{name}")
    array = "ARRAY" in name or "RESTART_NV" in name
    on, off = [f"gl{word}{'ClientState' * array}" for word in ("Enable", "Disable")]
    before = COMMANDS["glIsEnabled"](cap)
    for switch, state in ((on, 1), (off, 0), (on if before else off, before)):
        COMMANDS[switch](cap)
        assert COMMANDS["glIsEnabled"](cap) == state
        assert COMMANDS["glGetIntegerv"](cap) == state


@pytest.mark.parametrize(("name", "words"), rows(LEAST))
def test_limits(context, name, words):
    found = np.ravel(COMMANDS["glGetDoublev"](getattr(enums, f"GL_{name}")))
    assert len(found) == len(words)
    assert all(found >= [float(word) for word in words])


@pytest.mark.parametrize("table", OBJECTS)
def test_initial_values_of_objects(context, table):
    command, kinds, selectors, text = OBJECTS[table]
    if table == "6.9":
        COMMANDS["glBindBuffer"](enums.GL_ARRAY_BUFFER, 1)
    for line in text.strip().splitlines():
        name, *values = line.split()
        arguments = [int(as_number(word)) for word in selectors.split()]
        for kind in kinds:
            getter = COMMANDS[command.format(f"{kind}v")]
            found = getter(*arguments, getattr(enums, f"GL_{name}"))
            assert np.asarray(found).dtype == DTYPES[kind], name
            wanted = [as_number(value) for value in values]
            assert np.ravel(found).tolist() == pytest.approx(wanted, rel=1e-6), name


@pytest.mark.parametrize("name", ABSENT.split())
def test_what_is_not_there_is_refused(context, name):
    for getter in (*GETTERS, "glGetBooleanv", "glIsEnabled"):
        with pytest.raises(GLError) as caught:
            COMMANDS[getter](getattr(enums, f"GL_{name}"))
        assert caught.value.code == enums.GL_INVALID_ENUM
