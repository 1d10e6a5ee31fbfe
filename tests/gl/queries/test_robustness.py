"""ARB_robustness and KHR_robustness: results of a limited size, and the status of resets."""

from __future__ import annotations

import pytest

from softgl import Context, GLError
from softgl.gl import *
from softgl.gl.api.declarations import COMMANDS
from tests.gl.error_table import calls_of
from tests.gl.shading.linked_programs import install, location_for, of_all_types

BEFORE = (
    "{image}; TexImage2D TEXTURE_2D 1 RGBA 2 2 0 RGBA FLOAT DATA; {blocks};"
    " Map1f MAP1_VERTEX_3 0. 1. 3 2 [1.,2,3,4,5,6]; "
    "PixelMapfv PIXEL_MAP_R_TO_R 4 [0.,.5,1,1]; PixelStorei PACK_ALIGNMENT 8"
)
# The limited query without its last arguments, those of the other one, and the bytes of the result.
QUERIES = """
    ReadnPixels 0 0 3 2 RGB UNSIGNED_BYTE = ReadPixels 0 0 3 2 RGB UNSIGNED_BYTE = 25
    ReadnPixelsARB 0 0 2 2 RGBA FLOAT = ReadPixels 0 0 2 2 RGBA FLOAT = 64
    GetnTexImageARB TEXTURE_2D 1 RGBA FLOAT = GetTexImage TEXTURE_2D 1 RGBA FLOAT = 64
    GetnTexImageARB TEXTURE_2D 0 RED SHORT = GetTexImage TEXTURE_2D 0 RED SHORT = 96
    GetnMapfvARB MAP1_VERTEX_3 COEFF = GetMapfv MAP1_VERTEX_3 COEFF = 24
    GetnMapdvARB MAP1_VERTEX_3 DOMAIN = GetMapdv MAP1_VERTEX_3 DOMAIN = 16
    GetnMapivARB MAP1_VERTEX_3 ORDER = GetMapiv MAP1_VERTEX_3 ORDER = 4
    GetnPixelMapfvARB PIXEL_MAP_R_TO_R = GetPixelMapfv PIXEL_MAP_R_TO_R = 16
    GetnPixelMapuivARB PIXEL_MAP_R_TO_R = GetPixelMapuiv PIXEL_MAP_R_TO_R = 16
    GetnPixelMapusvARB PIXEL_MAP_R_TO_R = GetPixelMapusv PIXEL_MAP_R_TO_R = 8
    GetnPolygonStippleARB = GetPolygonStipple = 252
    GetnCompressedTexImageARB TEXTURE_2D 0 = \
GetCompressedTexImage TEXTURE_2D 0 = 64
"""


def calls(text):
    """Makes all calls of a text but the last one; returns that one and its arguments."""
    *before, (name, arguments) = calls_of(text)
    for other, given in before:
        COMMANDS[other](*given)
    return COMMANDS[name], arguments


@pytest.mark.parametrize("row", QUERIES.strip().splitlines())
def test_a_result_that_fits_and_one_that_does_not(context, row):
    command, arguments = calls(BEFORE)
    command(*arguments)
    limited, plain, size = row.split(" = ")
    expected, found = (bytearray(b"7" * 300) for _ in range(2))
    query, given = calls(limited)
    query(*given, int(size), found)
    command, arguments = calls(plain)
    command(*arguments, expected)
    assert found == expected
    assert found != b"7" * 300
    with pytest.raises(GLError, match=f"bufSize: the result has {size} bytes") as caught:
        query(*given, int(size) - 1, found)
    assert caught.value.err == GL_INVALID_OPERATION
    assert found == expected


def test_a_pixel_pack_buffer_has_its_own_size(context):
    """6.1.4: if packing "would exceed <bufSize> but not the size of the buffer, no error"."""
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 1)
    glBufferData(GL_PIXEL_PACK_BUFFER, 64, None, GL_STREAM_READ)
    glClearColor(1, 0, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glReadnPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, 0, 0)
    found = glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, 4)
    assert found.tolist() == [255, 0, 0, 255]


def test_without_an_array(context):
    assert glReadnPixels(0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, 16) == bytes(16)
    with pytest.raises(GLError):
        glReadnPixels(0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, 15)
    assert glGetnPolygonStippleARB(128).tolist() == [255] * 128


def test_uniforms(context):
    program = install(context, of_all_types())
    for name in ("glGetnUniformfv", "glGetnUniformivARB", "glGetnUniformuiv", "glGetnUniformdvARB"):
        kind = name.removeprefix("glGetnUniform").removesuffix("ARB")[:-1]
        location = location_for("glUniform4fv")
        glUseProgram(program)
        glUniform4f(location, 1, 2, 3, 4)
        size = 32 if kind == "d" else 16
        assert COMMANDS[name](program, location, size).tolist() == [1, 2, 3, 4]
        with pytest.raises(GLError, match="bufSize") as caught:
            COMMANDS[name](program, location, size - 1)
        assert caught.value.err == GL_INVALID_OPERATION


def test_there_are_no_resets(context):
    assert glGetGraphicsResetStatus() == glGetGraphicsResetStatusARB() == GL_NO_ERROR
    assert glGetIntegerv(GL_RESET_NOTIFICATION_STRATEGY) == GL_NO_RESET_NOTIFICATION
    assert glGetIntegerv(GL_CONTEXT_RELEASE_BEHAVIOR) == GL_CONTEXT_RELEASE_BEHAVIOR_FLUSH


@pytest.mark.parametrize("flags", [{}, {"robust": True, "no_error": True}])
def test_flags_change_no_rule(flags):
    with Context(8, 8, **flags):
        assert glGetBooleanv(GL_CONTEXT_ROBUST_ACCESS) == bool(flags)
        assert bool(glGetIntegerv(GL_CONTEXT_FLAGS) & GL_CONTEXT_FLAG_NO_ERROR_BIT) == bool(flags)
        with pytest.raises(GLError):
            glEnable(GL_RGBA)
