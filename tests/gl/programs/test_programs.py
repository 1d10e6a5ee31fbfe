"""Program objects, their parameters and queries."""

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.errors import ProgramError
from softgl.gl import *
from softgl.gl.api.addresses import Address
from softgl.gl.api.declarations import COMMANDS

VERTEX, FRAGMENT = GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB
ASCII = GL_PROGRAM_FORMAT_ASCII_ARB
MOVE = "!!ARBvp1.0\nTEMP t;\nMOV t, vertex.position;\nADD result.position, t, program.env[3];\nEND"


def load(target, text):
    glProgramStringARB(target, ASCII, len(text), text)


def test_names(context):
    name = glGenProgramsARB(1)
    assert isinstance(name, np.uint32)
    # ARB_vertex_program: "A name returned by GenProgramsARB, but not yet bound, is not the name of
    # a program object."
    assert glIsProgramARB(name) == 0
    glBindProgramARB(VERTEX, name)
    assert glIsProgramARB(name) == 1
    assert glGetProgramivARB(VERTEX, GL_PROGRAM_BINDING_ARB) == name
    assert glGetProgramivARB(FRAGMENT, GL_PROGRAM_BINDING_ARB) == 0
    with pytest.raises(GLError) as caught:
        glBindProgramARB(FRAGMENT, name)
    assert caught.value.code == GL_INVALID_OPERATION
    load(VERTEX, MOVE)
    glDeleteProgramsARB(1, [name])
    assert glIsProgramARB(name) == 0
    assert glGetProgramivARB(VERTEX, GL_PROGRAM_BINDING_ARB) == 0
    glBindProgramARB(FRAGMENT, name)
    assert glGetProgramivARB(FRAGMENT, GL_PROGRAM_LENGTH_ARB) == 0


@pytest.mark.parametrize(
    "text", [MOVE, MOVE.encode(), bytearray(MOVE.encode()), np.frombuffer(MOVE.encode(), np.uint8)]
)
def test_load(context, text):
    load(VERTEX, text)
    assert context.programs.vertex.bound.program.language == "ARBvp1.0"
    assert glGetProgramStringARB(VERTEX, GL_PROGRAM_STRING_ARB) == MOVE.encode()
    out = bytearray(len(MOVE))
    assert glGetProgramStringARB(VERTEX, GL_PROGRAM_STRING_ARB, out) is None
    assert out == MOVE.encode()


def test_the_length_counts(context):
    text = MOVE + " what comes after"
    glProgramStringARB(VERTEX, ASCII, len(MOVE), text)
    assert glGetProgramivARB(VERTEX, GL_PROGRAM_LENGTH_ARB) == len(MOVE)
    with pytest.raises(GLError, match="len") as caught:
        glProgramStringARB(VERTEX, ASCII, len(MOVE) + 1, MOVE)
    assert caught.value.code == GL_INVALID_VALUE


def test_a_refused_text(context):
    load(VERTEX, MOVE)
    kept = context.programs.vertex.bound.program
    wrong = MOVE.replace("ADD result", "AXX result")
    with pytest.raises(GLError) as caught:
        load(VERTEX, wrong)
    assert caught.value.code == GL_INVALID_OPERATION
    cause = caught.value.__cause__
    assert isinstance(cause, ProgramError)
    assert str(cause) in str(caught.value)
    position = glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB)
    assert isinstance(position, np.int32)
    assert wrong[position:].startswith("AXX")
    assert glGetString(GL_PROGRAM_ERROR_STRING_ARB) == str(cause).encode()
    assert context.programs.vertex.bound.program is kept
    assert glGetProgramStringARB(VERTEX, GL_PROGRAM_STRING_ARB) == MOVE.encode()
    load(VERTEX, MOVE)
    assert glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB) == -1
    assert glGetString(GL_PROGRAM_ERROR_STRING_ARB) == b""


def test_the_error_position_counts_bytes(context):
    text = b"!!ARBvp1.0 # \xe9\xe8\nXXX;\nEND"
    with pytest.raises(GLError):
        load(VERTEX, text)
    assert text[glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB) :].startswith(b"XXX")


def test_a_text_for_the_other_target(context):
    with pytest.raises(GLError) as caught:
        load(FRAGMENT, MOVE)
    assert caught.value.code == GL_INVALID_OPERATION
    assert glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB) == 0


def test_a_strict_context(context):
    """It refuses texts that only a lenient reading accepts, as `softgl check --strict` does."""
    scalar = "!!ARBfp1.0 TEMP t; RCP t, t; END"
    load(FRAGMENT, scalar)
    glLoadProgramNV(GL_FRAGMENT_PROGRAM_NV, 3, scalar)
    strict = Context(8, 8, machine="eager", strict=True)
    correct = scalar.replace("t; END", "t.x; END")
    load(FRAGMENT, correct)
    for call in (
        lambda: load(FRAGMENT, scalar),
        lambda: glLoadProgramNV(GL_FRAGMENT_PROGRAM_NV, 3, scalar),
    ):
        with pytest.raises(GLError, match="without a component") as caught:
            call()
        assert caught.value.code == GL_INVALID_OPERATION
        assert glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB) == scalar.index("; END")
        assert b"not strict" in glGetString(GL_PROGRAM_ERROR_STRING_ARB)
    assert glGetProgramStringARB(FRAGMENT, GL_PROGRAM_STRING_ARB) == correct.encode()
    assert not glIsProgramARB(3)
    assert strict.programs.strict


def test_a_refused_text_in_record_mode(record):
    load(VERTEX, "!!ARBvp1.0 nonsense")
    assert glGetError() == GL_INVALID_OPERATION
    assert glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB) == 11


# -- parameters ------------------------------------------------------------------------------------

SCOPES = ("Env", "Local")


def setter(scope, rest):
    return COMMANDS[f"glProgram{scope}Parameter{rest}"]


def getter(scope, rest):
    return COMMANDS[f"glGetProgram{scope}Parameter{rest}"]


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("target", [VERTEX, FRAGMENT])
def test_float_parameters(context, scope, target):
    values = [1.5, -2, 0.1, 1e300]
    expected = np.float32([1.5, -2, 0.1, np.inf]).tolist()
    forms = [
        lambda: setter(scope, "4fARB")(target, 7, *values),
        lambda: setter(scope, "4dARB")(target, 7, *values),
        lambda: setter(scope, "4fvARB")(target, 7, values),
        lambda: setter(scope, "4dvARB")(target, 7, tuple(values)),
        lambda: setter(scope, "s4fvEXT")(target, 6, 2, [9, 9, 9, 9, *values]),
        lambda: setter(scope, "s4fvEXT")(target, 7, 1, np.array([values])),
    ]
    for form in forms:
        setter(scope, "4fARB")(target, 7, 0, 0, 0, 0)
        form()
        found = getter(scope, "fvARB")(target, 7)
        assert found.dtype == np.float32
        assert found.tolist() == expected
        double = getter(scope, "dvARB")(target, 7)
        assert double.dtype == np.float64
        assert double.tolist() == expected
    other = FRAGMENT if target == VERTEX else VERTEX
    assert getter(scope, "fvARB")(other, 7).tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("scope", SCOPES)
def test_floats_in_memory_keep_their_bits(context, scope):
    """UP4B and its kin unpack them: 0xFF950000 is a signalling NaN."""
    words = np.array([0xFF950000, 0x7F800001, 1, 0x80000000], np.uint32)
    floats = words.view(np.float32)
    for values in (floats, Address(floats.ctypes.data)):
        setter(scope, "4fARB")(FRAGMENT, 7, 0, 0, 0, 0)
        setter(scope, "4fvARB")(FRAGMENT, 7, values)
        assert getter(scope, "fvARB")(FRAGMENT, 7).view(np.uint32).tolist() == words.tolist()
        setter(scope, "s4fvEXT")(FRAGMENT, 8, 1, values)
        assert getter(scope, "fvARB")(FRAGMENT, 8).view(np.uint32).tolist() == words.tolist()


@pytest.mark.parametrize("scope", SCOPES)
def test_integer_parameters_keep_their_bits(context, scope):
    signed, unsigned = [1, -1, 2**31 - 1, -(2**31)], [1, 2**32 - 1, 2**31 - 1, 2**31]
    forms = [
        lambda: setter(scope, "I4iNV")(VERTEX, 2, *signed),
        lambda: setter(scope, "I4ivNV")(VERTEX, 2, signed),
        lambda: setter(scope, "I4uiNV")(VERTEX, 2, *unsigned),
        lambda: setter(scope, "I4uivNV")(VERTEX, 2, np.array(unsigned)),
        lambda: setter(scope, "sI4ivNV")(VERTEX, 2, 1, signed),
        lambda: setter(scope, "sI4uivNV")(VERTEX, 1, 2, [0, 0, 0, 0, *unsigned]),
    ]
    for form in forms:
        setter(scope, "4fARB")(VERTEX, 2, 0, 0, 0, 0)
        form()
        assert getter(scope, "IivNV")(VERTEX, 2).tolist() == signed
        assert getter(scope, "IuivNV")(VERTEX, 2).tolist() == unsigned
    setter(scope, "4fARB")(VERTEX, 2, 1.0, 0, 0, 0)
    assert getter(scope, "IivNV")(VERTEX, 2)[0] == 0x3F800000
    out = np.zeros(4)
    assert getter(scope, "fvARB")(VERTEX, 2, out) is out
    assert out[0] == 1


def test_local_parameters_belong_to_the_object(context):
    glProgramLocalParameter4fARB(VERTEX, 0, 1, 2, 3, 4)
    glProgramEnvParameter4fARB(VERTEX, 0, 5, 6, 7, 8)
    glBindProgramARB(VERTEX, 9)
    assert glGetProgramLocalParameterfvARB(VERTEX, 0).tolist() == [0, 0, 0, 0]
    assert glGetProgramEnvParameterfvARB(VERTEX, 0).tolist() == [5, 6, 7, 8]
    glBindProgramARB(VERTEX, 0)
    assert glGetProgramLocalParameterfvARB(VERTEX, 0).tolist() == [1, 2, 3, 4]


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize(
    ("rest", "arguments", "code"),
    [
        ("4fARB", (VERTEX, 1024, 0, 0, 0, 0), GL_INVALID_VALUE),
        ("4fARB", (GL_TEXTURE_2D, 0, 0, 0, 0, 0), GL_INVALID_ENUM),
        ("4fvARB", (VERTEX, 0, [1, 2, 3]), GL_INVALID_VALUE),
        ("4fvARB", (VERTEX, 0, [1, 2, 3, "x"]), GL_INVALID_VALUE),
        ("4dvARB", (FRAGMENT, -1, [1, 2, 3, 4]), GL_INVALID_VALUE),
        ("s4fvEXT", (VERTEX, 1023, 2, [0] * 8), GL_INVALID_VALUE),
        ("s4fvEXT", (VERTEX, 0, 2, [0] * 7), GL_INVALID_VALUE),
        ("s4fvEXT", (VERTEX, 0, -1, []), GL_INVALID_VALUE),
        ("I4iNV", (VERTEX, 0, 0.5, 0, 0, 0), GL_INVALID_VALUE),
        ("I4ivNV", (VERTEX, 0, [2**32, 0, 0, 0]), GL_INVALID_VALUE),
        ("sI4uivNV", (VERTEX, 1024, 1, [0] * 4), GL_INVALID_VALUE),
    ],
)
def test_parameter_errors(context, snapshot, scope, rest, arguments, code):
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        setter(scope, rest)(*arguments)
    assert caught.value.code == code
    assert snapshot(context) == before


def test_a_parameter_that_is_not_there_cannot_be_read(context):
    for name in ("fvARB", "dvARB", "IivNV", "IuivNV"):
        assert getter("Local", name)(FRAGMENT, 1023).tolist() == [0, 0, 0, 0]
        with pytest.raises(GLError) as caught:
            getter("Local", name)(FRAGMENT, 1024)
        assert caught.value.code == GL_INVALID_VALUE
