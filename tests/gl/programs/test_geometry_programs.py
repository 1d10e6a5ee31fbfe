"""Geometry programs load, keep their parameters and are asked of."""

from __future__ import annotations

import pytest

from softgl import GLError
from softgl.gl import *
from tests.gl.attachments import code

GEOMETRY = GL_GEOMETRY_PROGRAM_NV
TEXT = """GEOM
PROPERTY GS_INPUT_PRIMITIVE TRIANGLES
PROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP
DCL IN[][0], POSITION
DCL OUT[0], POSITION
DCL CONST[1]
  0: ADD OUT[0], IN[1][0], CONST[1]
  1: EMIT
  2: ENDPRIM
  3: END"""


def load(text):
    glProgramStringARB(GEOMETRY, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text.encode())


def test_the_target(context):
    name = glGenProgramsARB(1)
    assert not glIsProgramARB(name) and not glIsEnabled(GEOMETRY)
    glBindProgramARB(GEOMETRY, name)
    assert glIsProgramARB(name)
    assert code(glBindProgramARB, GL_VERTEX_PROGRAM_ARB, name) == GL_INVALID_OPERATION
    assert glGetProgramivARB(GEOMETRY, GL_PROGRAM_UNDER_NATIVE_LIMITS_ARB) == 0
    load(TEXT)
    assert glGetProgramStringARB(GEOMETRY, GL_PROGRAM_STRING_ARB) == TEXT.encode()
    for query, value in (
        (GL_PROGRAM_BINDING_ARB, name),
        (GL_PROGRAM_INSTRUCTIONS_ARB, 4),
        (GL_PROGRAM_PARAMETERS_ARB, 1),
        (GL_MAX_PROGRAM_LOCAL_PARAMETERS_ARB, 1024),
        (GL_MAX_PROGRAM_GENERIC_RESULTS_NV, 16),
    ):
        assert glGetProgramivARB(GEOMETRY, query) == value
    assert code(glGetProgramivARB, GEOMETRY, GL_PROGRAM_ALU_INSTRUCTIONS_ARB) == GL_INVALID_ENUM
    glProgramLocalParameter4fARB(GEOMETRY, 1, 1, 2, 3, 4)
    glProgramEnvParameter4fARB(GEOMETRY, 5, 5, 6, 7, 8)
    assert glGetProgramLocalParameterfvARB(GEOMETRY, 1).tolist() == [1, 2, 3, 4]
    assert glGetProgramEnvParameterfvARB(GEOMETRY, 5).tolist() == [5, 6, 7, 8]
    assert glGetProgramEnvParameterfvARB(GL_VERTEX_PROGRAM_ARB, 5).tolist() == [0] * 4
    glPushAttrib(GL_ENABLE_BIT)
    glEnable(GEOMETRY)
    glPopAttrib()
    assert not glGetBooleanv(GEOMETRY)
    glDeleteProgramsARB(1, [name])
    assert glGetProgramivARB(GEOMETRY, GL_PROGRAM_BINDING_ARB) == 0


def test_texts_that_are_none(context):
    """Texts of other stages are refused."""
    for text, message in (
        ("!!ARBvp1.0 END", "a vertex program where a geometry program is required"),
        ("VERT\nEND", "a vertex program where a geometry program is required"),
    ):
        with pytest.raises(GLError, match=message) as caught:
            load(text)
        assert caught.value.code == GL_INVALID_OPERATION
        assert caught.value.__cause__.expected in ("!!NVgp4.0", "GEOM")
        assert glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB) == 0


NV = """!!NVgp4.0
PRIMITIVE_IN LINES_ADJACENCY;
PRIMITIVE_OUT LINE_STRIP;
VERTICES_OUT 100;
MOV result.position, vertex[1].position;
MOV.S result.layer.x, primitive.id;
EMIT;
END"""
QUERIES = (GL_GEOMETRY_VERTICES_OUT_EXT, GL_GEOMETRY_INPUT_TYPE_EXT, GL_GEOMETRY_OUTPUT_TYPE_EXT)


def test_primitives(context):
    """Queries give the bound program's input, output, and largest number of vertices."""

    def values():
        return [glGetProgramivARB(GEOMETRY, query) for query in QUERIES]

    assert glGetIntegerv(GL_MAX_GEOMETRY_TEXTURE_IMAGE_UNITS_EXT) >= 16
    assert glGetProgramivARB(GEOMETRY, GL_MAX_PROGRAM_OUTPUT_VERTICES_NV) == 1024
    assert glGetProgramivARB(GEOMETRY, GL_MAX_PROGRAM_TOTAL_OUTPUT_COMPONENTS_NV) == 1024
    for target in (GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB):
        for query in (*QUERIES, GL_MAX_PROGRAM_OUTPUT_VERTICES_NV):
            assert code(glGetProgramivARB, target, query) == GL_INVALID_ENUM
    assert values() == [0, 0, 0]
    assert code(glProgramVertexLimitNV, GEOMETRY, 1) == GL_INVALID_OPERATION
    load(NV)
    assert glGetProgramivARB(GEOMETRY, GL_PROGRAM_RESULT_COMPONENTS_NV) == 5
    assert values() == [100, GL_LINES_ADJACENCY_EXT, GL_LINE_STRIP]
    # 204 vertices of 5 components are 1020.
    for limit in (-1, 0, 205, 1024, 2**31 - 1):
        assert code(glProgramVertexLimitNV, GEOMETRY, limit) == GL_INVALID_VALUE
        assert values()[0] == 100
    assert code(glProgramVertexLimitNV, GL_VERTEX_PROGRAM_ARB, 3) == GL_INVALID_ENUM
    for limit in (1, 204):
        glProgramVertexLimitNV(GEOMETRY, limit)
        assert values()[0] == limit
    load(TEXT)
    assert values() == [1024, GL_TRIANGLES, GL_TRIANGLE_STRIP]
