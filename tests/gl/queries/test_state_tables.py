"""Every state variable of OpenGL 3.3, 6.2: its initial value in each type, and the limits."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import GLError
from softgl.gl.api import enums
from softgl.gl.api.declarations import COMMANDS
from tests.gl import state_tables_33
from tests.gl.state_tables import ABSENT, LEAST, OBJECTS, SIMPLE

DTYPES = {
    "i": np.int32, "f": np.float32, "d": np.float64, "ui": np.uint32, "i64": np.int64,
    "ui64": np.uint64,
}  # fmt: skip
GETTERS = {
    "glGetIntegerv": np.int32, "glGetFloatv": np.float32, "glGetDoublev": np.float64,
    "glGetInteger64v": np.int64,
}  # fmt: skip


def as_number(word: str) -> float:
    """A number, or the value of an enum without its GL_."""
    return float(getattr(enums, f"GL_{word}")) if word[0].isalpha() else float(word)


def rows(tables) -> dict[str, list]:
    """(name, the words after it) of every row, by table."""
    split = {table: map(str.split, text.strip().splitlines()) for table, text in tables.items()}
    return {table: [(name, words) for name, *words in lines] for table, lines in split.items()}


def both(old, new) -> dict[str, list]:
    """The rows of tables of OpenGL 2.1 and 3.3."""
    return rows({f"2.1 {table}": text for table, text in old.items()}) | rows(
        {f"3.3 {table}": text for table, text in new.items()}
    )


VALUES, LIMITS = both(SIMPLE, state_tables_33.SIMPLE), both(LEAST, state_tables_33.LEAST)


def as_integer(kind, value, dtype):
    if kind == "M":
        return int(np.int64(value).astype(dtype))
    # OpenGL 2.1, 6.1.2: linear, by the INT entry of table 4.7; "otherwise rounded to the nearest".
    return round(((2**32 - 1) * value - 1) / 2) if kind == "C" else round(value)


@pytest.mark.parametrize("table", VALUES)
def test_initial_values(context, table):
    for name, words in VALUES[table]:
        check_initial_value(name, *words)


def check_initial_value(name, kind, *values):
    wanted = [as_number(value) for value in values]
    pname = getattr(enums, f"GL_{name}")
    for getter, dtype in GETTERS.items():
        found = np.ravel(COMMANDS[getter](pname))
        assert found.dtype == dtype, name
        whole = np.dtype(dtype).kind == "i"
        expected = [as_integer(kind, v, dtype) for v in wanted] if whole else wanted
        assert found.tolist() == pytest.approx(expected, rel=1e-6), name
    booleans = np.ravel(COMMANDS["glGetBooleanv"](pname))
    assert booleans.dtype == np.uint8, name
    assert booleans.tolist() == [int(value != 0) for value in wanted], name
    if kind == "E":
        assert COMMANDS["glIsEnabled"](pname) == wanted[0], name


@pytest.mark.parametrize("table", VALUES)
def test_switches(context, table):
    for name, words in VALUES[table]:
        if words[0] == "E":
            check_switch(name)


def check_switch(name):
    cap = getattr(enums, f"GL_{name}")
    array = "ARRAY" in name or "RESTART_NV" in name
    on, off = [f"gl{word}{'ClientState' * array}" for word in ("Enable", "Disable")]
    before = COMMANDS["glIsEnabled"](cap)
    for switch, state in ((on, 1), (off, 0), (on if before else off, before)):
        COMMANDS[switch](cap)
        assert COMMANDS["glIsEnabled"](cap) == state, name
        assert COMMANDS["glGetIntegerv"](cap) == state, name


@pytest.mark.parametrize("table", LIMITS)
def test_limits(context, table):
    for name, words in LIMITS[table]:
        check_limit(name, words)


def check_limit(name, words):
    pname = getattr(enums, f"GL_{name}")
    found = np.ravel(COMMANDS["glGetDoublev"](pname))
    assert len(found) == len(words), name
    assert all(found >= [float(word) for word in words]), name
    whole = np.ravel(COMMANDS["glGetInteger64v"](pname))
    assert abs(whole - found).max() <= 0.5, name
    assert np.ravel(COMMANDS["glGetBooleanv"](pname)).tolist() == (found != 0).tolist(), name
    if name in state_tables_33.MOST:
        assert found[0] <= state_tables_33.MOST[name], name


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, id=line.split()[0])
        for line in state_tables_33.INDEXED.split("\n")
        if line.strip()
    ],
)
def test_indexed_values(context, line):
    name, last, *values = line.split()
    pname, wanted = getattr(enums, f"GL_{name}"), [int(value) for value in values]
    for getter, dtype in (
        ("glGetIntegeri_v", np.int32), ("glGetInteger64i_v", np.int64),
        ("glGetBooleani_v", np.uint8),
    ):  # fmt: skip
        for index in (0, int(last)):
            found = np.ravel(COMMANDS[getter](pname, index))
            assert found.dtype == dtype
            expected = np.array(wanted, np.int64)
            expected = expected != 0 if dtype == np.uint8 else expected.astype(dtype)
            assert found.tolist() == expected.tolist()
        # OpenGL 3.3, 6.1.1: "INVALID_VALUE error is generated if index is outside the valid range".
        with pytest.raises(GLError) as caught:
            COMMANDS[getter](pname, int(last) + 1)
        assert caught.value.code == enums.GL_INVALID_VALUE
        with pytest.raises(GLError) as caught:
            COMMANDS[getter](enums.GL_DEPTH_FUNC, 0)
        assert caught.value.code == enums.GL_INVALID_ENUM


def made_objects():
    """Makes the objects of `state_tables_33.OBJECTS` that are not there from the start."""
    call = COMMANDS
    call["glBindBuffer"](enums.GL_ARRAY_BUFFER, 1)
    samplers = call["glGenSamplers"](5)
    call["glBindSampler"](0, samplers[-1])
    call["glBindRenderbuffer"](enums.GL_RENDERBUFFER, call["glGenRenderbuffers"](1))
    call["glBindFramebuffer"](enums.GL_FRAMEBUFFER, call["glGenFramebuffers"](1))
    assert call["glCreateProgram"]() == 1
    assert call["glCreateShader"](enums.GL_VERTEX_SHADER) == 2
    call["glBeginQuery"](enums.GL_SAMPLES_PASSED, 6)
    call["glEndQuery"](enums.GL_SAMPLES_PASSED)


TABLES = {f"2.1 {name}": table for name, table in OBJECTS.items()}
TABLES |= {f"3.3 {name}": table for name, table in state_tables_33.OBJECTS.items()}


@pytest.mark.parametrize("table", TABLES)
def test_initial_values_of_objects(context, table):
    command, kinds, selectors, text = TABLES[table]
    made_objects()
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
