"""Random calls from C, with random arguments and valid memory: errors and pictures as from Python.

SOFTGL_RANDOM_CALLS in the environment is how many there are, default 400.
"""

from __future__ import annotations

import ctypes
import os
import re

import numpy as np

import softgl
from softgl import gl
from softgl.capi.functions import command_from_c
from softgl.gl.api import enums, registry
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.api.signature import signature
from tests.capi.c_functions import TYPES, c_function, needs_native_code

CALLS = int(os.environ.get("SOFTGL_RANDOM_CALLS", 400))
ROOM = 1 << 20  # bytes, more than any call with numbers up to MOST reads or writes
MOST = 12
# Left out: callbacks, which would be called; memory that is written later, when other commands have
# written there; answers that differ between contexts; and pointers to pointers, as the memory holds
# none.
LEFT_OUT = re.compile(
    r"glDebugMessage(Callback|Control)|gl(Select|Feedback)Buffer|glGetPointerv"
    r"|glGet\w*Pointer|glMap\w*Buffer|gl(Finish|GetError)$|glMulti(Mode)?Draw\w*Elements"
    r"|glTransformFeedbackVaryings|glCreateShaderProgramv|\w+List(IBM)$"
)
CAPABILITIES = [
    value
    for name, value in vars(enums).items()
    if name.startswith("GL_") and isinstance(value, int)
]


class Memory:
    """Memory of a side: inputs of commands, small integers or floats, and their results."""

    def __init__(self, rng):
        small = rng.integers(0, MOST, ROOM // 4, np.uint32)
        floats = rng.normal(size=ROOM // 4).astype(np.float32)
        self.arrays = {
            "in": small.copy(), "float": floats.copy(), "out": np.zeros(ROOM // 4, np.uint32),
        }  # fmt: skip

    def address(self, parameter, offset):
        kind = "out" if parameter.pointer == "out" else "in"
        if kind == "in" and parameter.kind in ("float", "double"):
            kind = "float"
        return self.arrays[kind].ctypes.data + offset


def random_call(rng, name):
    """Arguments of a command: numbers, and of pointers an offset into memory, or None for NULL."""
    values = []
    for parameter in signature(name).parameters:
        if parameter.pointer:
            values.append(None if rng.integers(16) == 0 else 8 * int(rng.integers(4)))
        elif parameter.kind == "enum" and rng.integers(16):
            names = registry.GROUPS.get(parameter.group, "").split()
            found = [getattr(enums, each) for each in names if hasattr(enums, each)]
            values.append(int(rng.choice(found or CAPABILITIES)))
        elif TYPES[parameter.kind] in (ctypes.c_float, ctypes.c_double):
            values.append(float(np.float32(rng.normal() * MOST)))
        elif parameter.kind in ("sizei", "int", "short", "byte") and not rng.integers(12):
            values.append(-int(rng.integers(1, 3)))
        else:
            values.append(int(rng.integers(MOST)))
    return values


def commands():
    """The commands that are called, those of state and draws alike."""
    names = sorted(name for name in COMMANDS.keys() & registry.COMMANDS.keys())
    return [name for name in names if not LEFT_OUT.match(name)]


@needs_native_code
def test_random_calls(capfd):
    rng, names = np.random.default_rng(5), commands()
    sides = []
    for _ in range(2):
        context = softgl.Context(8, 8, errors="record", machine="eager")
        sides.append((context, Memory(np.random.default_rng(6))))
    (left, from_c), (right, from_python) = sides
    done = 0
    while done < CALLS:
        # Some calls in a row, so that they wait in the queue together.
        calls = [(name, random_call(rng, name)) for name in rng.choice(names, rng.integers(1, 9))]
        left.make_current()
        for name, values in calls:
            c_function(name)(*_placed(name, values, from_c))
        errors = [c_function("glGetError")()]
        right.make_current()
        for name, values in calls:
            declared = signature(name)
            function = command_from_c(name, declared, COMMANDS[name])
            given = [value or 0 for value in _placed(name, values, from_python)]
            try:
                function(*given)
            except softgl.GLError as error:
                right.error = right.error or error.err
        errors.append(gl.glGetError() if not right.inside_begin else right.error)
        if right.inside_begin:
            right.error = 0
            for context in (left, right):
                context.make_current()
                gl.glEnd()
            left.error = right.error = 0
        else:
            assert errors[0] == errors[1], calls
        done += len(calls)
    for context in (left, right):
        context.make_current()
        for _ in range(40):
            gl.glEnd()
        gl.glEndList()
        gl.glRenderMode(gl.GL_RENDER)
    assert np.array_equal(np.asarray(left.read_image()), np.asarray(right.read_image()))
    for kind in ("in", "float"):
        assert np.array_equal(from_c.arrays[kind], from_python.arrays[kind], equal_nan=True)
    assert capfd.readouterr().out == ""


def _placed(name, values, memory):
    """The arguments with addresses for offsets."""
    parameters = signature(name).parameters
    return [
        memory.address(parameter, value) if parameter.pointer and value is not None else value
        for parameter, value in zip(parameters, values, strict=True)
    ]
