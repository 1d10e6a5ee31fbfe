"""Tests for softgl.capi.shapes: arguments arrive as C gave them, in every command."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

import softgl
from softgl import gl
from softgl.capi import calls, shapes, vectors
from softgl.gl.api import registry
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.api.signature import parse_signature, signature
from tests.capi.c_functions import TYPES, C, c_function, needs_native_code


def random_argument(rng, parameter):
    """A number of the type of a parameter, as it arrives."""
    kind = ctypes.c_void_p if parameter.pointer else TYPES[parameter.kind]
    if kind in (ctypes.c_float, ctypes.c_double):
        return float(np.float32(rng.normal() * 1000))
    bits = 8 * ctypes.sizeof(kind)
    value = int.from_bytes(rng.bytes(bits // 8), "little") >> 1
    signed = kind in (ctypes.c_int, ctypes.c_short, ctypes.c_byte, ctypes.c_ssize_t)
    return -value if signed and rng.integers(2) else value + (not signed)


def random_arguments(rng, name, memory):
    """Arguments of a command; arrays that are copied lie in `memory`."""
    declared = signature(name)
    values = [random_argument(rng, each) for each in declared.parameters]
    if shapes.mode_of(name, declared) == shapes.COPIED:
        vector = vectors.vector_of(name, declared)
        values[vector.parameter] = ctypes.addressof(memory)
        if vector.kind != vectors.FIXED and rng.integers(4):
            counts = list(vectors.SIZES) if vector.kind == vectors.BY_PNAME else range(20)
            values[vector.source] = int(rng.choice(counts))
    return tuple(values)


@needs_native_code
def test_arguments_of_every_command_arrive(monkeypatch):
    arrived, functions = [], calls.functions()
    rng = np.random.default_rng(1)
    memory = (ctypes.c_ubyte * 4096).from_buffer_copy(rng.bytes(4096))

    def told(name):
        vector = vectors.vector_of(name, signature(name))

        def tell(*given):
            if shapes.mode_of(name, signature(name)) == shapes.COPIED:
                given = list(given)
                copied = given[vector.parameter] != ctypes.addressof(memory)
                size = size_of(vector, given) if copied else 16
                assert size <= vectors.MAX_COPIED_BYTES
                assert ctypes.string_at(given[vector.parameter], size) == bytes(memory)[:size]
                given[vector.parameter] = ctypes.addressof(memory)
                copies.append(copied)
            arrived.append((name, tuple(given)))

        return tell, shapes.reader(signature(name))

    names = [name for name in registry.COMMANDS if name not in shapes.EXPORTED_ARGUMENTS]
    table, given, copies = list(functions.table), [], []
    for name in names:
        table[functions.numbers[name]] = told(name)
    with softgl.Context(4, 4):
        C().glFinish()
        monkeypatch.setattr(functions, "table", table)
        monkeypatch.setattr(functions, "by_head", type(functions.by_head)(functions))
        for name in [*names, *reversed(names)]:
            values = random_arguments(rng, name, memory)
            c_function(name)(*values)
            if name != "glGetError":
                given.append((name, values))
        c_function("glFinish")()
        monkeypatch.undo()
    arrived = [each for each in arrived if each[0] != "glGetError"]
    assert arrived[: len(given)] == given and len(given) > 2400
    assert copies.count(True) > 300 and copies.count(False) > 20


def size_of(vector, given) -> int:
    """The bytes of an array that is copied."""
    counts = {
        vectors.FIXED: lambda _: vector.count,
        vectors.BY_PNAME: vectors.SIZES.get,
        vectors.BY_PARAMETER: lambda count: count * vector.count,
        vectors.BY_SIZE: lambda count: count,
    }
    return vector.element * counts[vector.kind](given[vector.source])


@needs_native_code
def test_vertices_and_attributes_arrive():
    """Each command of attributes leaves the same state in a context as a call from Python."""
    rng = np.random.default_rng(2)
    left, right = (softgl.Context(0, 0, machine="eager") for _ in range(2))
    for name in shapes.EXPORTED_ARGUMENTS:
        for repeated in (1, 25):  # rows one by one, and by NumPy
            given = [_attribute_arguments(rng, name) for _ in range(repeated)]
            states = []
            for context, function in ((left, c_function(name)), (right, COMMANDS[name])):
                context.make_current()
                C().glBegin(gl.GL_POINTS)
                for values in given:
                    C().glColor4ub(1, 2, 3, 4)
                    function(*values)
                    C().glVertex2f(1, 2)
                context.execute_queued_calls()
                immediate = context.immediate
                logs = {binding: dict(log) for binding, log in immediate.logs.items() if log}
                states.append((bytes(immediate.vertices), logs))
                C().glEnd()
                states.append({b: v.tobytes() for b, v in context.vertex.current.items()})
            assert states[:2] == states[2:], (name, given)
    for context in (left, right):
        context.make_current()
        c_function("glVertexAttrib2f")(16, 0, 0)
        c_function("glMultiTexCoord1fv")(gl.GL_TEXTURE0 - 1, (ctypes.c_float * 1)())
        c_function("glVertex3fv")(None)
        assert c_function("glGetError")() == gl.GL_INVALID_VALUE


def _attribute_arguments(rng, name):
    """Arguments of a command of attributes: random numbers, and now and then extreme ones."""
    taken, parameters = shapes.EXPORTED_ARGUMENTS[name], signature(name).parameters
    kind = TYPES[parameters[-1].kind]
    if taken.integers:
        least, largest = taken.integers[:2]
        numbers = rng.integers(least, largest, taken.size, endpoint=True).tolist()
    else:
        numbers = rng.choice([*rng.normal(size=4), 1e30, -0.0, 3.0], taken.size).tolist()
        if kind is ctypes.c_double and rng.integers(8) == 0:
            numbers[0] = 1e300
    chosen = [taken.first + int(rng.integers(taken.choices))] if taken.choices else []
    return [*chosen, *([(kind * taken.size)(*numbers)] if taken.sequence else numbers)]


def test_words_of_arguments():
    """Hand-derived from the two calling conventions: mixed kinds, and more than registers hold."""
    text = "void|a:int|b:float|c:in void|d:double" + "|e:int" * 8 + "|f:float" * 8
    declared = parse_signature(text)
    x86, arm = shapes.ARCHITECTURES["x86_64"], shapes.ARCHITECTURES["aarch64"]
    stack = list(range(16, 24))
    floats = [8, 9, 10, 11, 12, 13]
    assert shapes.words_of(declared, x86) == [
        0, 6, 1, 7, 2, 3, 4, 5, *stack[:4], *floats, *stack[4:6],
    ]  # fmt: skip
    floats = [10, 11, 12, 13, 14, 15]
    assert shapes.words_of(declared, arm) == [
        0, 8, 1, 9, 2, 3, 4, 5, 6, 7, *stack[:2], *floats, *stack[2:4],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("glEnable", shapes.QUEUED), ("glBegin", shapes.QUEUED), ("glDrawBuffer", shapes.QUEUED),
        ("glFlush", shapes.AT_ONCE), ("glDrawArrays", shapes.ARRAYS),
        ("glDrawElementsInstanced", shapes.ARRAYS), ("glMultiDrawElements", shapes.AT_ONCE),
        ("glArrayElement", shapes.AT_ONCE), ("glLightfv", shapes.COPIED),
        ("glBufferSubData", shapes.COPIED),
        ("glLoadMatrixd", shapes.COPIED),
        ("glTexImage1D", shapes.AT_ONCE), ("glPixelMapfv", shapes.AT_ONCE),
        ("glIsEnabled", shapes.AT_ONCE), ("glVertex3fv", shapes.ATTRIBUTE),
        ("glColor4ub", shapes.ATTRIBUTE), ("glGetError", shapes.ERROR),
    ],
)  # fmt: skip
def test_modes(name, mode):
    assert shapes.mode_of(name, signature(name)) == mode
    for machine in shapes.ARCHITECTURES.values():
        assert shapes.shape(name, registry.COMMANDS[name], machine)[0] == mode


def test_every_command_has_a_shape():
    for machine in shapes.ARCHITECTURES.values():
        for name, text in registry.COMMANDS.items():
            found = shapes.shape(name, text, machine)
            assert len(found) == shapes.SHAPE_BYTES
            assert (
                found[1]
                == len(signature(name).parameters)
                == len(shapes.reader(signature(name)).unpack(bytes(8 * found[1])))
            )


def test_answers_without_python():
    machine = shapes.ARCHITECTURES["x86_64"]
    for name, text, answer in (
        ("OSMesaMakeCurrent", "boolean|ctx:in void", shapes.ANSWER_DONE),
        ("eglMakeCurrent", "uint|dpy:in void", shapes.ANSWER_DONE),
        ("eglGetError", "int", shapes.ANSWER_ERROR),
        ("eglQueryAPI", "enum", 0),
        ("glXMakeCurrent", "int|dpy:in void", 0),
        ("glIsEnabled", registry.COMMANDS["glIsEnabled"], 0),
    ):
        assert shapes.shape(name, text, machine)[2] == answer
