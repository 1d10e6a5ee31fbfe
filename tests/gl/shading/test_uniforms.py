"""Uniforms: every glUniform* and glGetUniform*, their types, sizes, conversions and errors."""

from __future__ import annotations

import ctypes
import re

import numpy as np
import pytest

from softgl.gl import *
from softgl.gl.api.addresses import Address
from softgl.gl.api.declarations import COMMANDS
from softgl.glsl.types import MATRICES, VECTORS
from tests.gl.shading.linked_programs import SMALL, install, location_for, of_all_types
from tests.gl.shading.test_shaders import refused

DTYPES = {"f": np.float32, "i": np.int32, "ui": np.uint32}
SCALARS = {"f": "float", "i": "int", "ui": "uint"}
SIMPLE = re.compile(r"gl(Program)?Uniform([1-4])(f|i|ui)(v?)")
MATRIX = re.compile(r"gl(Program)?UniformMatrix([2-4])(?:x([2-4]))?fv")


@pytest.fixture
def small(context):
    """The program `SMALL`, in use; its name."""
    name = install(context, SMALL)
    glUseProgram(name)
    return name


@pytest.fixture
def each(context):
    """The program with arrays of four of every type, in use; its name."""
    name = install(context, of_all_types())
    glUseProgram(name)
    return name


@pytest.mark.parametrize("name", [n for n in COMMANDS if SIMPLE.fullmatch(n)])
def test_numbers(each, name):
    of_program, size, kind, is_vector = SIMPLE.fullmatch(name).groups()
    function, dtype, size = COMMANDS[name], DTYPES[kind], int(size)
    get = COMMANDS[f"glGetUniform{kind}v"]
    place = location_for(name)
    first = (each,) if of_program else ()
    values = np.arange(3, 3 + 4 * size).astype(dtype)
    if not is_vector:
        function(*first, place + 1, *values[:size].tolist())
        assert np.ravel(get(each, place + 1)).tolist() == values[:size].tolist()
        assert not np.any(get(each, place)) and not np.any(get(each, place + 2))
        function(*first, -1, *[9] * size)
        refused(GL_INVALID_OPERATION, function, *first, 9999, *[9] * size)
        return
    memory = (np.ctypeslib.as_ctypes_type(dtype) * values.size)(*values.tolist())
    for value in (values, values.tolist(), values.reshape(4, size), values.astype(float), memory,
                  Address(ctypes.addressof(memory))):  # fmt: skip
        function(*first, place, 4, np.zeros(4 * size, dtype))
        function(*first, place + 1, 2, value)
        found = np.array([get(each, place + n) for n in range(4)]).reshape(4, size)
        assert found[1:3].ravel().tolist() == values[: 2 * size].tolist()
        assert found.dtype == dtype and not found[0].any() and not found[3].any()
    # "Values for any array element that exceeds the highest array element index used [...] will be
    # ignored".
    function(*first, place + 3, 4, values)
    assert np.ravel(get(each, place + 3)).tolist() == values[:size].tolist()
    function(*first, place + 2, values[: 2 * size])  # the number of elements is that of the memory
    assert np.ravel(get(each, place + 3)).tolist() == values[size : 2 * size].tolist()
    function(*first, place, 0, None)
    function(*first, -1, 1, values)
    refused(GL_INVALID_VALUE, function, *first, place, -1, values)
    refused(GL_INVALID_VALUE, function, *first, place, 2, values[: 2 * size - 1])
    refused(GL_INVALID_OPERATION, function, *first, 9999, 1, values)


@pytest.mark.parametrize("name", [n for n in COMMANDS if MATRIX.fullmatch(n)])
def test_matrices(each, name):
    of_program, columns, rows = MATRIX.fullmatch(name).groups()
    columns, rows = int(columns), int(rows or columns)
    function, place = COMMANDS[name], location_for(name)
    first = (each,) if of_program else ()
    values = np.arange(1, 1 + 2 * columns * rows, dtype=np.float32)
    function(*first, place + 1, 2, False, values)
    whole = values.reshape(2, columns, rows)
    assert [glGetUniformfv(each, place + n).tolist() for n in (1, 2)] == whole.tolist()
    function(*first, place + 1, 1, GL_TRUE, values.reshape(2, rows, columns)[1].tolist())
    turned = values.reshape(2, rows, columns)[1].T
    assert glGetUniformfv(each, place + 1).tolist() == turned.tolist()
    assert glGetUniformfv(each, place + 2).tolist() == whole[1].tolist()
    function(*first, place + 3, 2, False, values)
    function(*first, -1, 1, False, values)
    function(*first, place, 0, False, None)
    refused(GL_INVALID_VALUE, function, *first, place, 1, False, values[: columns * rows - 1])
    refused(GL_INVALID_OPERATION, function, *first, location_for("glUniform4f"), 1, False, values)


def test_only_commands_of_the_type_set_it(each, context):
    types = {str(of): of for of in (*VECTORS.values(), *MATRICES.values())} | {"sampler2D": None}
    commands = [n for n in COMMANDS if re.fullmatch(r"glUniform(Matrix)?\d(x\d)?(f|i|ui)?v?", n)]
    commands = [n for n in commands if n.endswith("v")]
    assert len(commands) == 21
    zeros = np.zeros(16, np.int32)
    before = context.shaders.current.block.words.copy()
    for number, name in enumerate(types):
        accepted = set()
        for command in commands:
            more = (False,) if "Matrix" in command else ()
            try:
                COMMANDS[command](4 * number, 1, *more, zeros)
            except GLError as error:
                assert error.err == GL_INVALID_OPERATION
            else:
                accepted.add(command)
        of = types[name]
        if of is None:
            wanted = {"glUniform1iv"}
        elif name.startswith("mat"):
            wanted = {f"glUniformMatrix{name[3:]}fv"}
        elif "bool" in name or name.startswith("b"):
            wanted = {f"glUniform{of.size}{kind}v" for kind in SCALARS}
        else:
            kind = next(k for k, scalar in SCALARS.items() if scalar == of.scalar.value)
            wanted = {f"glUniform{of.size}{kind}v"}
        assert accepted == wanted, name
    assert (context.shaders.current.block.words == before).all()


def test_initial_values_and_elements(small):
    assert [glGetUniformfv(small, 4 + n) for n in range(5)] == [1, 2, 3, 4, 5]
    assert not glGetUniformfv(small, 1).any()


def test_booleans(small):
    for function, values in (
        (glUniform2f, (0.0, -0.5)),
        (glUniform2i, (0, 7)),
        (glUniform2ui, (0, 1)),
    ):
        glUniform2i(3, 1, 0)
        function(3, *values)
        assert glGetUniformiv(small, 3).tolist() == [0, 1]
        assert glGetUniformfv(small, 3).tolist() == [0, 1]
    glUniform2f(3, -0.0, float("nan"))
    assert glGetUniformuiv(small, 3).tolist() == [0, 1]
    glUniform1fv(15, 2, [0.25, 0])
    assert [glGetUniformiv(small, n) for n in (15, 16)] == [1, 0]


def test_words_are_all_ones_or_zero(small, context):
    glUniform2i(3, 5, 0)
    assert context.shaders.current.block.words[9].tolist() == [0xFFFFFFFF, 0, 0, 0]


def test_conversions_of_queries(small):
    glUniform4f(0, 1.5, -2.5, 3e38, float("nan"))
    assert glGetUniformiv(small, 0).tolist() == [2, -3, 2**31 - 1, 0]
    assert glGetUniformuiv(small, 0).tolist() == [2, 0, 2**32 - 1, 0]
    glUniform1ui(13, 2**32 - 1)
    assert glGetUniformuiv(small, 13) == 2**32 - 1 and glGetUniformfv(small, 13) == 2.0**32
    glUniform2i(12, -1, 2)
    assert glGetUniformfv(small, 12).tolist() == [-1, 2]
    out = np.full(6, 9.0, np.float32)
    assert glGetUniformfv(small, 12, out) is out and out.tolist() == [-1, 2, 9, 9, 9, 9]
    one = GLint()
    glGetUniformiv(small, 9, one)
    assert one.value == 0


def test_bits_of_floats_pass(small, context):
    nan = np.array([0x7FA00001, 1, 0x80000000, 0xFF800000], np.uint32)
    glUniform4fv(0, 1, nan.view(np.float32))
    assert context.shaders.current.block.words[0].tolist() == nan.tolist()
    glUniform4f(0, 1e300, -1e300, 0.1, -0.0)
    found = glGetUniformfv(small, 0)
    assert found.tolist() == [np.inf, -np.inf, np.float32(0.1), 0] and np.signbit(found[3])


def test_samplers(small, context):
    glUniform1i(10, 7)
    glUniform1iv(9, 2, [5, 6])
    glUniform1i(11, 31)
    assert context.shaders.current.units.values == [5, 6, 31]
    assert [glGetUniformiv(small, n) for n in (9, 10, 11)] == [5, 6, 31]
    limit = glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS)
    for unit in (-1, limit):
        refused(GL_INVALID_VALUE, glUniform1i, 11, unit)
        refused(GL_INVALID_VALUE, glUniform1iv, 9, 2, [1, unit])
    refused(GL_INVALID_OPERATION, glUniform1f, 11, 1)
    refused(GL_INVALID_OPERATION, glUniform1ui, 11, 1)
    refused(GL_INVALID_OPERATION, glUniform1iv, 11, 2, [1, 1])
    assert context.shaders.current.units.values == [5, 6, 31]


def test_what_is_refused(small):
    refused(GL_INVALID_OPERATION, glUniform3f, 0, 1, 2, 3)
    refused(GL_INVALID_OPERATION, glUniform4i, 0, 1, 2, 3, 4)
    refused(GL_INVALID_OPERATION, glUniform4fv, 0, 2, [0] * 8)
    refused(GL_INVALID_OPERATION, glUniformMatrix3fv, 1, 1, False, [0] * 9)
    refused(GL_INVALID_OPERATION, glUniformMatrix2x3fv, 14, 2, False, [0] * 12)
    refused(GL_INVALID_OPERATION, glUniform1f, 99, 1)
    refused(GL_INVALID_OPERATION, glUniform1f, -2, 1)
    refused(GL_INVALID_VALUE, glUniform4fv, 0, 1, "text")
    refused(GL_INVALID_VALUE, glUniform4fv, 0, [1, 2, 3])
    refused(GL_INVALID_OPERATION, glGetUniformfv, small, 99)
    refused(GL_INVALID_OPERATION, glGetUniformfv, small, -1)
    refused(GL_INVALID_OPERATION, glGetUniformfv, glCreateProgram(), 0)
    refused(GL_INVALID_OPERATION, glProgramUniform1f, glCreateProgram(), 0, 1)
    refused(GL_INVALID_VALUE, glGetUniformfv, small, 0, np.zeros(3, np.float32))
    glUseProgram(0)
    for arguments in ((0, 1, 2, 3, 4), (-1, 1, 2, 3, 4)):
        refused(GL_INVALID_OPERATION, glUniform4f, *arguments)


def test_each_change_is_a_revision_of_the_block_alone(small, context):
    program = context.shaders.current
    before = program.revision, program.block.revision, program.units.revision
    glUniform4f(0, 0, 0, 0, 0)
    glUniform1i(9, 0)
    assert (program.revision, program.block.revision, program.units.revision) == before
    glUniform4f(0, 1, 0, 0, 0)
    assert program.block.revision > before[1] and program.units.revision == before[2]
    glUniform1i(9, 1)
    assert program.units.revision > before[2] and program.revision == before[0]


def test_other_names_of_the_commands(small):
    glUniform4fARB(0, 1, 2, 3, 4)
    assert glGetUniformfvARB(small, 0).tolist() == [1, 2, 3, 4]
    glUniform1uiEXT(13, 5)
    assert glGetUniformuivEXT(small, 13) == 5
    glProgramUniform4fEXT(small, 0, 5, 6, 7, 8)
    assert glGetUniformfv(small, 0).tolist() == [5, 6, 7, 8]
