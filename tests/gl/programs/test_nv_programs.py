"""The program commands of NV_vertex_program and NV_fragment_program, as a client calls them."""

import numpy as np
import pytest

from softgl import GLError
from softgl.errors import ProgramError
from softgl.gl import *

VERTEX, STATE, FRAGMENT = GL_VERTEX_PROGRAM_NV, GL_VERTEX_STATE_PROGRAM_NV, GL_FRAGMENT_PROGRAM_NV
MOVE = "!!VP1.0 MOV o[HPOS], v[OPOS]; END"
ARB_MOVE = "!!ARBvp1.0 MOV result.position, vertex.position; END"
ARB_RED = "!!ARBfp1.0 MOV result.color, {1, 0, 0, 1}; END"
NORMALIZE = """!!VSP1.0
DP3 R0.x, v[0], v[0];
RSQ R0.x, R0.x;
MUL c[10].xyz, v[0], R0.x;
MOV R1, c[10];
ADD c[11], R1, R1;
END"""


def load(target, name, text):
    glLoadProgramNV(target, name, len(text), text)


def parameter(index):
    return glGetProgramParameterfvNV(VERTEX, index, GL_PROGRAM_PARAMETER_NV).tolist()


def refused(code, function, *arguments):
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code
    return caught.value


def test_names(context):
    names = glGenProgramsNV(2)
    assert names.dtype == np.uint32
    first = int(names[0])
    # "A name returned by GenProgramsNV but not yet loaded with a program is not the name of a
    # program object."
    assert glIsProgramNV(first) == 0
    load(VERTEX, first, MOVE)
    assert glIsProgramNV(first) == glIsProgramARB(first) == 1
    glDeleteProgramsNV(2, names)
    assert glIsProgramNV(first) == 0
    assert glIsProgramNV(0) == 0


@pytest.mark.parametrize("text", [MOVE, MOVE.encode(), np.frombuffer(MOVE.encode(), np.uint8)])
def test_load(context, text):
    load(VERTEX, 7, text)
    assert glGetProgramivNV(7, GL_PROGRAM_TARGET_NV)[0] == VERTEX
    assert glGetProgramivNV(7, GL_PROGRAM_LENGTH_NV).tolist() == [len(MOVE), 0, 0, 0]
    assert glGetProgramivNV(7, GL_PROGRAM_RESIDENT_NV)[0] == 1
    out = np.zeros(1, np.int32)
    assert glGetProgramivNV(7, GL_PROGRAM_LENGTH_NV, out) is out
    assert out[0] == len(MOVE)
    assert glGetProgramStringNV(7, GL_PROGRAM_STRING_NV) == MOVE.encode()
    buffer = bytearray(len(MOVE))
    assert glGetProgramStringNV(7, GL_PROGRAM_STRING_NV, buffer) is None
    assert buffer == MOVE.encode()


PROMISES = {
    "GL_NV_vertex_program": (VERTEX, MOVE),
    "GL_NV_vertex_program1_1": (VERTEX, "!!VP1.1 OPTION NV_position_invariant; END"),
    "GL_NV_vertex_program2": (VERTEX, "!!VP2.0 l: MOVC o[HPOS] (LT), |v[0]|; BRA l (LT); END"),
    "GL_NV_vertex_program2_option": (VERTEX, "!!ARBvp1.0 OPTION NV_vertex_program2; RET; END"),
    "GL_NV_vertex_program3": (VERTEX, "!!ARBvp1.0 OPTION NV_vertex_program3; RET (NE1); END"),
    "GL_NV_fragment_program": (FRAGMENT, "!!FP1.0 MOVH o[COLH], f[COL0]; END"),
    "GL_NV_fragment_program_option": (
        FRAGMENT, "!!ARBfp1.0 OPTION NV_fragment_program; TEMP t; DDX t, t; END",
    ),
    "GL_NV_fragment_program2": (
        FRAGMENT, "!!ARBfp1.0 OPTION NV_fragment_program2; IF EQ; ENDIF; END",
    ),
}  # fmt: skip


@pytest.mark.parametrize("extension", PROMISES)
def test_what_the_extension_string_promises(context, extension):
    """Clients look there before they load a program of these languages."""
    assert extension in glGetString(GL_EXTENSIONS).decode().split()
    target, text = PROMISES[extension]
    load(target, 1, text)
    glBindProgramNV(target, 1)
    glEnable(target)
    glBegin(GL_TRIANGLES)
    glEnd()


def test_a_refused_text(context, snapshot):
    load(VERTEX, 7, MOVE)
    wrong = MOVE.replace("v[OPOS]", "v[OPUS]")
    error = refused(GL_INVALID_OPERATION, load, VERTEX, 7, wrong)
    assert isinstance(error.__cause__, ProgramError)
    assert wrong[glGetIntegerv(GL_PROGRAM_ERROR_POSITION_NV) :].startswith("OPUS")
    assert glGetString(GL_PROGRAM_ERROR_STRING_NV) == str(error.__cause__).encode()
    assert glGetProgramStringNV(7, GL_PROGRAM_STRING_NV) == MOVE.encode()
    refused(GL_INVALID_OPERATION, load, VERTEX, 8, wrong)
    assert glIsProgramNV(8) == 0
    load(VERTEX, 8, MOVE)
    assert glGetIntegerv(GL_PROGRAM_ERROR_POSITION_NV) == -1
    assert glGetString(GL_PROGRAM_ERROR_STRING_NV) == b""


@pytest.mark.parametrize(
    ("target", "text"),
    [
        # "the error position will be len, the length of the program"
        (VERTEX, "!!VP1.0 MOV R0, v[0]; END"),
        (STATE, "!!VSP1.0 MOV R0, v[0]; END"),
    ],
)
def test_what_is_known_at_the_end_only(context, target, text):
    refused(GL_INVALID_OPERATION, load, target, 7, text)
    assert glGetIntegerv(GL_PROGRAM_ERROR_POSITION_NV) == len(text)


def test_load_errors(context, snapshot):
    load(STATE, 9, NORMALIZE)
    before = snapshot(context)
    refused(GL_INVALID_VALUE, load, VERTEX, 0, MOVE)
    refused(GL_INVALID_VALUE, glLoadProgramNV, VERTEX, 7, -1, MOVE)
    refused(GL_INVALID_VALUE, glLoadProgramNV, VERTEX, 7, len(MOVE) + 1, MOVE)
    refused(GL_INVALID_OPERATION, load, VERTEX, 9, MOVE)
    refused(GL_INVALID_ENUM, load, GL_FRAGMENT_PROGRAM_ARB, 7, ARB_RED)
    refused(GL_INVALID_OPERATION, glBindProgramNV, VERTEX, 9)
    refused(GL_INVALID_ENUM, glBindProgramNV, STATE, 9)
    refused(GL_INVALID_ENUM, glBindProgramNV, GL_FRAGMENT_PROGRAM_ARB, 0)
    refused(GL_INVALID_OPERATION, glGetProgramivNV, 5, GL_PROGRAM_LENGTH_NV)
    refused(GL_INVALID_ENUM, glGetProgramivNV, 9, GL_PROGRAM_FORMAT_ARB)
    refused(GL_INVALID_OPERATION, glGetProgramStringNV, 5, GL_PROGRAM_STRING_NV)
    refused(GL_INVALID_VALUE, glGenProgramsNV, -1)
    refused(GL_INVALID_VALUE, glDeleteProgramsNV, -1, [9])
    refused(GL_INVALID_VALUE, glRequestResidentProgramsNV, -1, [9])
    assert snapshot(context) == before


def test_bind(context):
    # "Binding to a nonexistent program id does not generate an error."
    glBindProgramNV(VERTEX, 5)
    assert glGetIntegerv(GL_VERTEX_PROGRAM_BINDING_NV) == 5
    assert glIsProgramNV(5) == 0
    glEnable(VERTEX)
    refused(GL_INVALID_OPERATION, glBegin, GL_TRIANGLES)
    load(VERTEX, 5, MOVE)
    # "the new program is considered the currently bound vertex program"
    glBegin(GL_TRIANGLES)
    glEnd()
    glDeleteProgramsNV([5])
    assert glGetIntegerv(GL_VERTEX_PROGRAM_BINDING_NV) == 0
    refused(GL_INVALID_OPERATION, glBegin, GL_TRIANGLES)
    glBindProgramNV(VERTEX, 0)


def test_one_name_space(context):
    load(VERTEX, 5, MOVE)
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, 5)
    assert glGetIntegerv(GL_VERTEX_PROGRAM_BINDING_NV) == 5
    assert glGetProgramivARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_LENGTH_ARB) == len(MOVE)
    refused(GL_INVALID_OPERATION, glBindProgramARB, GL_FRAGMENT_PROGRAM_ARB, 5)
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, 6)
    assert glIsProgramNV(6) == 1
    load(VERTEX, 6, ARB_MOVE)
    assert context.programs.vertex.bound.program.language == "ARBvp1.0"
    assert glGenProgramsARB(1) == 7
    # What is bound but not there exists once the ARB command loads it.
    glBindProgramNV(VERTEX, 8)
    glProgramStringARB(VERTEX, GL_PROGRAM_FORMAT_ASCII_ARB, len(ARB_MOVE), ARB_MOVE)
    assert glIsProgramNV(8) == 1


def test_fragment_programs_share_their_target(context):
    load(FRAGMENT, 3, ARB_RED)
    glBindProgramNV(FRAGMENT, 3)
    assert glGetIntegerv(GL_FRAGMENT_PROGRAM_BINDING_NV) == 3
    assert glGetProgramivARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_BINDING_ARB) == 3
    assert glGetProgramivNV(3, GL_PROGRAM_TARGET_NV)[0] == FRAGMENT
    glEnable(FRAGMENT)
    assert glIsEnabled(GL_FRAGMENT_PROGRAM_ARB) == glGetIntegerv(FRAGMENT) == 1
    glProgramLocalParameter4fARB(FRAGMENT, 2, 1, 2, 3, 4)
    found = glGetProgramLocalParameterfvARB(GL_FRAGMENT_PROGRAM_ARB, 2)
    assert found.tolist() == [1, 2, 3, 4]
    assert glGetIntegerv(GL_MAX_FRAGMENT_PROGRAM_LOCAL_PARAMETERS_NV) >= 64
    refused(GL_INVALID_ENUM, glProgramEnvParameter4fARB, FRAGMENT, 0, 1, 2, 3, 4)


def test_a_fragment_program_that_is_not_there(context):
    glEnable(FRAGMENT)
    glBindProgramNV(FRAGMENT, 3)
    refused(GL_INVALID_OPERATION, glBegin, GL_TRIANGLES)
    load(FRAGMENT, 3, ARB_RED)
    glRectf(-1, -1, 1, 1)
    assert np.asarray(context.read_image())[2, 2].tolist() == [255, 0, 0, 255]


def test_residence(context):
    load(VERTEX, 1, MOVE)
    load(STATE, 2, NORMALIZE)
    found = glAreProgramsResidentNV(2, [1, 2])
    assert found.dtype == np.uint8
    assert found.tolist() == [1, 1]
    glRequestResidentProgramsNV(3, [1, 77, 0])
    for names in ([1, 3], [0], [1, 0]):
        refused(GL_INVALID_VALUE, glAreProgramsResidentNV, len(names), names)
    refused(GL_INVALID_VALUE, glAreProgramsResidentNV, -1, [1])


def test_parameters(context):
    glProgramParameter4fNV(VERTEX, 0, 1, 2, 3, 4)
    glProgramParameter4dNV(VERTEX, 1, 0.5, 0, 0, 1)
    glProgramParameter4fvNV(VERTEX, 2, [4, 3, 2, 1])
    glProgramParameter4dvNV(VERTEX, 95, (1, 1, 1, 1))
    glProgramParameters4fvNV(VERTEX, 254, 2, range(8))
    glProgramParameters4dvNV(VERTEX, 100, 1, [9, 8, 7, 6])
    assert parameter(0) == [1, 2, 3, 4]
    assert parameter(2) == [4, 3, 2, 1]
    assert parameter(255) == [4, 5, 6, 7]
    doubles = glGetProgramParameterdvNV(VERTEX, 100, GL_PROGRAM_PARAMETER_NV)
    assert doubles.dtype == np.float64
    assert doubles.tolist() == [9, 8, 7, 6]
    # They are the environment parameters of ARB_vertex_program.
    assert glGetProgramEnvParameterfvARB(VERTEX, 1).tolist() == [0.5, 0, 0, 1]
    glProgramEnvParameter4fARB(VERTEX, 1, 5, 5, 5, 5)
    assert parameter(1) == [5, 5, 5, 5]


@pytest.mark.parametrize(
    ("code", "function", "arguments"),
    [
        (GL_INVALID_VALUE, glProgramParameter4fNV, (VERTEX, 256, 1, 2, 3, 4)),
        (GL_INVALID_VALUE, glProgramParameters4fvNV, (VERTEX, 255, 2, range(8))),
        (GL_INVALID_VALUE, glProgramParameters4dvNV, (VERTEX, 0, -1, [])),
        (GL_INVALID_VALUE, glProgramParameter4fvNV, (VERTEX, 0, [1, 2, 3])),
        (GL_INVALID_ENUM, glProgramParameter4fNV, (FRAGMENT, 0, 1, 2, 3, 4)),
        (GL_INVALID_ENUM, glProgramParameter4fNV, (STATE, 0, 1, 2, 3, 4)),
        (GL_INVALID_VALUE, glGetProgramParameterfvNV, (VERTEX, 256, GL_PROGRAM_PARAMETER_NV)),
        (GL_INVALID_ENUM, glGetProgramParameterfvNV, (VERTEX, 0, GL_CURRENT_ATTRIB_NV)),
        (GL_INVALID_ENUM, glGetProgramParameterdvNV, (STATE, 0, GL_PROGRAM_PARAMETER_NV)),
    ],
)
def test_parameter_errors(context, snapshot, code, function, arguments):
    before = snapshot(context)
    refused(code, function, *arguments)
    assert snapshot(context) == before


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_execute(context, machine):
    ctx = type(context)(4, 4, machine=machine)
    load(STATE, 7, NORMALIZE)
    glProgramParameter4fNV(VERTEX, 10, 1, 2, 3, 4)
    glExecuteProgramNV(STATE, 7, [3, 0, 4, 1])
    fl = [float(np.float32(x)) for x in (0.6, 0.8, 1.2, 1.6)]
    # Masks hold; what was written is read by the instruction after it.
    assert parameter(10) == pytest.approx([fl[0], 0, fl[1], 4], abs=1e-6)
    assert parameter(11) == pytest.approx([fl[2], 0, fl[3], 8], abs=1e-6)
    assert parameter(12) == [0, 0, 0, 0]
    assert ctx.programs.vertex.bound.name == 0


def test_execute_errors(context, snapshot):
    load(STATE, 7, NORMALIZE)
    load(VERTEX, 8, MOVE)
    glTrackMatrixNV(VERTEX, 8, GL_MODELVIEW, GL_IDENTITY_NV)
    before = snapshot(context)
    four = [0, 0, 0, 1]
    refused(GL_INVALID_OPERATION, glExecuteProgramNV, STATE, 9, four)
    refused(GL_INVALID_OPERATION, glExecuteProgramNV, STATE, 0, four)
    refused(GL_INVALID_OPERATION, glExecuteProgramNV, STATE, 8, four)
    refused(GL_INVALID_OPERATION, glExecuteProgramNV, VERTEX, 8, four)
    refused(GL_INVALID_OPERATION, glExecuteProgramNV, VERTEX, 7, four)
    refused(GL_INVALID_ENUM, glExecuteProgramNV, FRAGMENT, 7, four)
    refused(GL_INVALID_VALUE, glExecuteProgramNV, STATE, 7, [1, 2, 3])
    # It writes c[10] and c[11], which are tracked.
    refused(GL_INVALID_OPERATION, glExecuteProgramNV, STATE, 7, four)
    assert snapshot(context) == before
    glTrackMatrixNV(VERTEX, 8, GL_NONE, GL_IDENTITY_NV)
    glExecuteProgramNV(STATE, 7, four)
    glBegin(GL_TRIANGLES)
    refused(GL_INVALID_OPERATION, glExecuteProgramNV, STATE, 7, four)


def test_a_state_program_reads_tracked_matrices(context):
    text = "!!VSP1.0 DP4 c[20].x, c[0], v[0]; MOV c[21], c[3]; END"
    load(STATE, 7, text)
    glTrackMatrixNV(VERTEX, 0, GL_MODELVIEW, GL_IDENTITY_NV)
    glTranslatef(2, 0, 0)
    glExecuteProgramNV(STATE, 7, [1, 0, 0, 1])
    assert parameter(20) == [3, 0, 0, 0]
    assert parameter(21) == [0, 0, 0, 1]


def test_error_modes(record):
    glBindProgramNV(STATE, 0)
    assert glGetError() == GL_INVALID_ENUM
    assert glAreProgramsResidentNV(1, [4]) == 0
    assert glGetError() == GL_INVALID_VALUE
