"""glGetProgramivARB and glGetProgramStringARB: programs and limits."""

import numpy as np
import pytest

from softgl import GLError
from softgl.asm import LIMITS
from softgl.gl import *
from softgl.gl.api import enums
from softgl.gl.programs.program_queries import FRAGMENT_QUERIES, VERTEX_QUERIES
from softgl.gl.programs.programs import ENV_PARAMETERS, LOCAL_PARAMETERS

VERTEX, FRAGMENT = GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB
ASCII = GL_PROGRAM_FORMAT_ASCII_ARB
MOVE = "!!ARBvp1.0\nTEMP t;\nMOV t, vertex.position;\nADD result.position, t, program.env[3];\nEND"


def load(target, text):
    glProgramStringARB(target, ASCII, len(text), text)


def test_counts(context):
    expected = {"INSTRUCTIONS": 2, "TEMPORARIES": 1, "PARAMETERS": 1, "ATTRIBS": 1}
    expected["ADDRESS_REGISTERS"] = 0
    for name in expected:
        assert glGetProgramivARB(VERTEX, globals()[f"GL_PROGRAM_{name}_ARB"]) == 0
    assert glGetProgramivARB(VERTEX, GL_PROGRAM_UNDER_NATIVE_LIMITS_ARB) == 0
    load(VERTEX, MOVE)
    for name, count in expected.items():
        for native in ("", "NATIVE_"):
            pname = globals()[f"GL_PROGRAM_{native}{name}_ARB"]
            assert glGetProgramivARB(VERTEX, pname) == count
            assert isinstance(glGetProgramivARB(VERTEX, pname), np.int32)
    assert glGetProgramivARB(VERTEX, GL_PROGRAM_UNDER_NATIVE_LIMITS_ARB) == 1
    assert glGetProgramivARB(VERTEX, GL_PROGRAM_FORMAT_ARB) == ASCII


@pytest.mark.parametrize(
    ("body", "alu", "texture", "indirections"),
    [
        # The examples of ARB_fragment_program, issue 24.
        ("MOV result.color, fragment.color;", 1, 0, 1),
        (
            "TEMP a; MUL a, fragment.texcoord[0], fragment.texcoord[1];"
            "TEX result.color, a, texture[0], 2D;",
            *(1, 1, 2),
        ),
        (
            "TEMP a, b; TEX a, fragment.texcoord[0], texture[0], 2D; MUL a, a, a;"
            "TEX b, fragment.texcoord[1], texture[1], 2D; TEX b, a, texture[2], 2D;"
            "TEX result.color, b, texture[3], 2D;",
            *(1, 4, 3),
        ),
        (
            "TEMP a; MOV a, fragment.color; KIL fragment.color; KIL a; MOV result.color, a;",
            *(2, 2, 2),
        ),
    ],
)
def test_counts_of_fragment_programs(context, body, alu, texture, indirections):
    load(FRAGMENT, f"!!ARBfp1.0\n{body}\nEND")
    for name, count in (("ALU", alu), ("TEX", texture)):
        pname = globals()[f"GL_PROGRAM_{name}_INSTRUCTIONS_ARB"]
        assert glGetProgramivARB(FRAGMENT, pname) == count
    assert glGetProgramivARB(FRAGMENT, GL_PROGRAM_TEX_INDIRECTIONS_ARB) == indirections
    assert glGetProgramivARB(FRAGMENT, GL_PROGRAM_INSTRUCTIONS_ARB) == alu + texture


def test_limits(context):
    for target, language in ((VERTEX, "ARBvp1.0"), (FRAGMENT, "ARBfp1.0")):
        limits = LIMITS[language]
        for pname, limit in (
            (GL_MAX_PROGRAM_INSTRUCTIONS_ARB, limits.instructions),
            (GL_MAX_PROGRAM_NATIVE_TEMPORARIES_ARB, limits.temporaries),
            (GL_MAX_PROGRAM_LOCAL_PARAMETERS_ARB, limits.local_parameters),
            (GL_MAX_PROGRAM_ENV_PARAMETERS_ARB, limits.env_parameters),
        ):
            assert glGetProgramivARB(target, pname) == limit
        assert (LOCAL_PARAMETERS, ENV_PARAMETERS) == (1024, 256)
        assert limits.local_parameters == LOCAL_PARAMETERS
        assert limits.env_parameters == ENV_PARAMETERS


NV4_COUNTS = """!!NVfp4.0
ATTRIB a = fragment.attrib[2];
BUFFER b[] = { program.buffer[0] };
TEMP t, u;
MOV t.xy, a.z;
ADD.CC u, t, b[3];
IF GT.x;
TXF t, u, texture[0], 2D;
ENDIF;
MOV result.color.xyz, t;
MOV result.depth.z, fragment.texcoord[1].x;
END"""


def test_counts_of_nv4_programs(context):
    load(FRAGMENT, NV4_COUNTS)
    for name, expected in (
        ("GL_PROGRAM_INSTRUCTIONS_ARB", 7),
        ("GL_PROGRAM_TEX_INSTRUCTIONS_ARB", 1),
        ("GL_PROGRAM_TEMPORARIES_ARB", 2),
        ("GL_PROGRAM_ATTRIBS_ARB", 2),
        ("GL_PROGRAM_ATTRIB_COMPONENTS_NV", 2),
        ("GL_PROGRAM_RESULT_COMPONENTS_NV", 4),
        ("GL_PROGRAM_UNDER_NATIVE_LIMITS_ARB", 1),
    ):
        assert glGetProgramivARB(FRAGMENT, getattr(enums, name)) == expected, name


def test_nv4_limits(context):
    # NV_gpu_program4, table X.21: the least that there must be.
    for target, language in ((VERTEX, "NVvp4.0"), (FRAGMENT, "NVfp4.0")):
        load(target, f"!!{language} TEMP a; END")
        limits = LIMITS[language]
        for pname, limit, least in (
            (GL_MAX_PROGRAM_ATTRIB_COMPONENTS_NV, limits.attribute_components, 64),
            (GL_MAX_PROGRAM_RESULT_COMPONENTS_NV, limits.result_components, 4),
            (GL_MAX_PROGRAM_GENERIC_ATTRIBS_NV, limits.generic_attributes, 16),
            (GL_MAX_PROGRAM_GENERIC_RESULTS_NV, limits.generic_results, 0),
            (GL_MAX_PROGRAM_CALL_DEPTH_NV, limits.call_depth, 4),
            (GL_MAX_PROGRAM_IF_DEPTH_NV, limits.if_depth, 48),
            (GL_MAX_PROGRAM_LOOP_DEPTH_NV, limits.loop_depth, 4),
        ):
            assert glGetProgramivARB(target, pname) == limit >= least
    assert glGetIntegerv(GL_MIN_PROGRAM_TEXEL_OFFSET_EXT) <= -8
    assert glGetIntegerv(GL_MAX_PROGRAM_TEXEL_OFFSET_EXT) >= 7


def test_limits_of_the_older_options(context):
    """The least values of the two extensions with structured branching, which are enforced."""
    for text in ("!!ARBfp1.0 OPTION NV_fragment_program2; END", "!!ARBfp1.0 END", None):
        if text:
            load(FRAGMENT, text)
        for pname, value in (
            (GL_MAX_PROGRAM_EXEC_INSTRUCTIONS_NV, 65536),
            (GL_MAX_PROGRAM_CALL_DEPTH_NV, 4),
            (GL_MAX_PROGRAM_IF_DEPTH_NV, 48),
            (GL_MAX_PROGRAM_LOOP_DEPTH_NV, 4),
            (GL_MAX_PROGRAM_LOOP_COUNT_NV, 255),
        ):
            assert glGetProgramivARB(FRAGMENT, pname) == value
    assert glGetProgramivARB(VERTEX, GL_MAX_PROGRAM_EXEC_INSTRUCTIONS_NV) == 65536
    assert glGetProgramivARB(VERTEX, GL_MAX_PROGRAM_CALL_DEPTH_NV) == 4
    load(FRAGMENT, "!!ARBfp1.0 OPTION NV_fragment_program2; LOOP 1; ENDLOOP; LOOP 1; ENDLOOP; END")
    assert glGetProgramivARB(FRAGMENT, GL_PROGRAM_ADDRESS_REGISTERS_ARB) == 0


FLOW = {"EXEC_INSTRUCTIONS": 65536, "CALL_DEPTH": 4, "IF_DEPTH": 48, "LOOP_DEPTH": 4}


@pytest.mark.parametrize(
    "text", ["!!VP1.0 MOV o[HPOS], v[0]; END", "!!VP2.0 MOV o[HPOS], v[0]; END"]
)
def test_limits_of_control_flow_stay_with_an_older_vertex_program(context, text):
    load(VERTEX, text)
    for name in ("EXEC_INSTRUCTIONS", "CALL_DEPTH"):
        assert glGetProgramivARB(VERTEX, globals()[f"GL_MAX_PROGRAM_{name}_NV"]) == FLOW[name]


def test_limits_of_control_flow_stay_with_an_older_fragment_program(context):
    load(FRAGMENT, "!!FP1.0 MOV o[COLR], f[COL0]; END")
    for name, value in {**FLOW, "LOOP_COUNT": 255}.items():
        assert glGetProgramivARB(FRAGMENT, globals()[f"GL_MAX_PROGRAM_{name}_NV"]) == value


def test_the_limits_are_those_of_the_loaded_language(context):
    pname = GL_MAX_PROGRAM_TEMPORARIES_ARB
    assert glGetProgramivARB(VERTEX, pname) == LIMITS["ARBvp1.0"].temporaries
    load(VERTEX, "!!NVvp4.0 MOV result.position, vertex.position; END")
    assert glGetProgramivARB(VERTEX, pname) == LIMITS["NVvp4.0"].temporaries


@pytest.mark.parametrize("target", [VERTEX, FRAGMENT])
def test_every_pname_of_the_specifications(context, target):
    queries = VERTEX_QUERIES if target == VERTEX else FRAGMENT_QUERIES
    resources = ["INSTRUCTIONS", "TEMPORARIES", "PARAMETERS", "ATTRIBS", "ADDRESS_REGISTERS"]
    resources += ["ALU_INSTRUCTIONS", "TEX_INSTRUCTIONS", "TEX_INDIRECTIONS"]
    names = [
        f"{most}PROGRAM_{n}{r}_ARB"
        for r in resources
        for n in ("", "NATIVE_")
        for most in ("", "MAX_")
    ]
    names += [f"MAX_PROGRAM_{r}_PARAMETERS_ARB" for r in ("LOCAL", "ENV")]
    names += [f"PROGRAM_{r}_ARB" for r in ("LENGTH", "FORMAT", "BINDING", "UNDER_NATIVE_LIMITS")]
    names += [
        f"{most}PROGRAM_{r}_COMPONENTS_NV" for r in ("ATTRIB", "RESULT") for most in ("", "MAX_")
    ]
    names += [
        f"MAX_PROGRAM_{r}_NV"
        for r in (
            "GENERIC_ATTRIBS",
            "GENERIC_RESULTS",
            "CALL_DEPTH",
            "IF_DEPTH",
            "LOOP_DEPTH",
            "EXEC_INSTRUCTIONS",
            "PARAMETER_BUFFER_BINDINGS",
            "PARAMETER_BUFFER_SIZE",
        )
    ]
    names += ["MAX_PROGRAM_LOOP_COUNT_NV"] if target == FRAGMENT else []
    assert {getattr(enums, f"GL_{name}") for name in names} == set(queries)
    for pname in queries:
        found = glGetProgramivARB(target, pname)
        assert isinstance(found, np.int32)
        out = np.zeros(1, np.int32)
        assert glGetProgramivARB(target, pname, out) is out and out[0] == found


@pytest.mark.parametrize(
    ("function", "arguments", "code"),
    [
        (glGetProgramivARB, (VERTEX, GL_PROGRAM_STRING_ARB), GL_INVALID_ENUM),
        (glGetProgramivARB, (VERTEX, GL_MAX_PROGRAM_LOOP_COUNT_NV), GL_INVALID_ENUM),
        (glGetProgramivARB, (GL_TEXTURE_2D, GL_PROGRAM_LENGTH_ARB), GL_INVALID_ENUM),
        (glGetProgramStringARB, (VERTEX, GL_PROGRAM_LENGTH_ARB), GL_INVALID_ENUM),
        (glGetProgramStringARB, (VERTEX, GL_PROGRAM_STRING_ARB, b"123"), GL_INVALID_VALUE),
        (glBindProgramARB, (GL_TEXTURE_2D, 1), GL_INVALID_ENUM),
        (glProgramStringARB, (VERTEX, GL_RGBA, 3, "END"), GL_INVALID_ENUM),
        (glProgramStringARB, (VERTEX, ASCII, -1, "END"), GL_INVALID_VALUE),
        (glProgramStringARB, (VERTEX, ASCII, 1, [33]), GL_INVALID_VALUE),
        (glGenProgramsARB, (-1,), GL_INVALID_VALUE),
    ],
)
def test_errors(context, snapshot, function, arguments, code):
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code
    assert snapshot(context) == before
