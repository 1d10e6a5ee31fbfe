"""Queries of the interfaces of programs: names, indices, properties and locations."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.gl import *
from tests.gl.shading.linked_programs import SMALL, install
from tests.gl.shading.test_pipelines import HEAD, separate
from tests.gl.shading.test_programs import program
from tests.gl.shading.test_shaders import refused

VERTEX = """#version 330
in mat2 corners[2]; layout(location = 6) in vec4 other; uniform Lights { vec4 a; mat3 b[2]; } all;
out vec4 shade; out float parts[3];
void main() {
    shade = other + all.a; parts[1] = all.b[1][0].x + gl_VertexID;
    gl_Position = corners[1][0].xyxy;
}"""
FRAGMENT = """#version 330
in vec4 shade; uniform float weights[4]; uniform sampler2D map;
layout(location = 2) out vec4 colors[2]; layout(location = 0, index = 0) out uvec2 picked;
void main() {
    colors[0] = colors[1] = shade * weights[2] + texture(map, vec2(0)); picked = uvec2(1);
    gl_FragDepth = 0.5;
}"""
VARYINGS = ["shade", "gl_SkipComponents2", "parts[1]", "gl_NextBuffer"]
EVERY = GL_UNIFORM, GL_UNIFORM_BLOCK, GL_PROGRAM_INPUT, GL_PROGRAM_OUTPUT
EVERY += (GL_TRANSFORM_FEEDBACK_VARYING,)


@pytest.fixture
def whole(context):
    name = program(VERTEX, FRAGMENT)
    glTransformFeedbackVaryings(name, VARYINGS, GL_INTERLEAVED_ATTRIBS)
    glLinkProgram(name)
    assert glGetProgramiv(name, GL_LINK_STATUS), glGetProgramInfoLog(name)
    return name


def names(name, interface):
    count = glGetProgramInterfaceiv(name, interface, GL_ACTIVE_RESOURCES)
    return [glGetProgramResourceName(name, interface, n).decode() for n in range(count)]


def values(name, interface, resource, *properties):
    index = glGetProgramResourceIndex(name, interface, resource)
    return glGetProgramResourceiv(name, interface, index, properties).tolist()


def test_lists(whole):
    assert sorted(names(whole, GL_PROGRAM_INPUT)) == ["corners[0]", "gl_VertexID", "other"]
    outputs = sorted(names(whole, GL_PROGRAM_OUTPUT))
    assert outputs == ["colors[0]", "gl_FragDepth", "picked"]
    uniforms = sorted(names(whole, GL_UNIFORM))
    assert uniforms == ["Lights.a", "Lights.b[0]", "map", "weights[0]"]
    assert names(whole, GL_UNIFORM_BLOCK) == ["Lights"]
    assert names(whole, GL_TRANSFORM_FEEDBACK_VARYING) == VARYINGS
    longest = [glGetProgramInterfaceiv(whole, each, GL_MAX_NAME_LENGTH) for each in EVERY]
    assert longest == [12, 7, 12, 13, 19]
    assert glGetProgramInterfaceiv(whole, GL_UNIFORM_BLOCK, GL_MAX_NUM_ACTIVE_VARIABLES) == 2
    other = glCreateProgram()
    for each in EVERY:
        assert glGetProgramInterfaceiv(other, each, GL_ACTIVE_RESOURCES) == 0
        assert glGetProgramInterfaceiv(other, each, GL_MAX_NAME_LENGTH) == 0


def test_indices_and_names(whole):
    for interface in EVERY:
        for number, name in enumerate(names(whole, interface)):
            special = name.startswith(("gl_Skip", "gl_Next"))
            expected = GL_INVALID_INDEX if special else number
            assert glGetProgramResourceIndex(whole, interface, name) == expected
    first = glGetProgramResourceIndex(whole, GL_PROGRAM_INPUT, "corners")
    assert first == glGetProgramResourceIndex(whole, GL_PROGRAM_INPUT, "corners[0]")
    for name in ("corners[1]", "corners[", "nothing", "other[0]", "Lights"):
        assert glGetProgramResourceIndex(whole, GL_PROGRAM_INPUT, name) == GL_INVALID_INDEX
    length, text = np.zeros(1, np.int32), np.zeros(8, np.uint8)
    glGetProgramResourceName(whole, GL_UNIFORM_BLOCK, 0, 4, length, text)
    assert length[0] == 3 and text.tobytes() == b"Lig" + bytes(5)


def test_properties(whole):
    of_uniform = (
        GL_NAME_LENGTH, GL_TYPE, GL_ARRAY_SIZE, GL_OFFSET, GL_BLOCK_INDEX, GL_ARRAY_STRIDE,
        GL_MATRIX_STRIDE, GL_IS_ROW_MAJOR, GL_ATOMIC_COUNTER_BUFFER_INDEX,
        GL_REFERENCED_BY_VERTEX_SHADER, GL_REFERENCED_BY_FRAGMENT_SHADER,
    )  # fmt: skip
    found = values(whole, GL_UNIFORM, "Lights.b", *of_uniform, GL_LOCATION)
    assert found == [12, GL_FLOAT_MAT3, 2, 16, 0, 48, 16, 0, -1, 1, 0, -1]
    found = values(whole, GL_UNIFORM, "weights", *of_uniform)
    assert found == [11, GL_FLOAT, 3, -1, -1, -1, -1, 0, -1, 0, 1]
    glUniformBlockBinding(whole, 0, 5)
    found = values(
        whole, GL_UNIFORM_BLOCK, "Lights", GL_BUFFER_BINDING, GL_BUFFER_DATA_SIZE,
        GL_NUM_ACTIVE_VARIABLES, GL_ACTIVE_VARIABLES, GL_REFERENCED_BY_GEOMETRY_SHADER,
        GL_REFERENCED_BY_COMPUTE_SHADER, GL_REFERENCED_BY_VERTEX_SHADER,
    )  # fmt: skip
    own = [n for n, each in enumerate(names(whole, GL_UNIFORM)) if each.startswith("Lights.")]
    assert found == [5, 112, 2, *own, 0, 0, 1]
    of_variable = GL_TYPE, GL_ARRAY_SIZE, GL_LOCATION, GL_IS_PER_PATCH
    of_variable += GL_REFERENCED_BY_VERTEX_SHADER, GL_REFERENCED_BY_FRAGMENT_SHADER
    place = glGetAttribLocation(whole, "corners")
    assert values(whole, GL_PROGRAM_INPUT, "corners", *of_variable) == [
        GL_FLOAT_MAT2, 2, place, 0, 1, 0]  # fmt: skip
    assert values(whole, GL_PROGRAM_INPUT, "gl_VertexID", *of_variable[:3]) == [GL_INT, 1, -1]
    assert values(whole, GL_PROGRAM_OUTPUT, "colors", *of_variable, GL_LOCATION_INDEX) == [
        GL_FLOAT_VEC4, 2, 2, 0, 0, 1, 0]  # fmt: skip
    found = values(whole, GL_PROGRAM_OUTPUT, "gl_FragDepth", GL_LOCATION, GL_LOCATION_INDEX)
    assert found == [-1, -1]
    kinds = [
        glGetProgramResourceiv(whole, GL_TRANSFORM_FEEDBACK_VARYING, n, (GL_TYPE, GL_ARRAY_SIZE))
        for n in range(4)
    ]
    assert [each.tolist() for each in kinds] == [[GL_FLOAT_VEC4, 1], [0, 2], [GL_FLOAT, 1], [0, 0]]
    assert glGetTransformFeedbackVarying(whole, 1) == (b"gl_SkipComponents2", 2, GL_NONE)
    length, out = np.zeros(1, np.int32), np.full(3, 7, np.int32)
    glGetProgramResourceiv(whole, GL_UNIFORM, 0, 3, of_uniform[:3], 2, length, out)
    assert length[0] == 2 and out[2] == 7


def test_locations(whole):
    locate = glGetProgramResourceLocation
    first = glGetAttribLocation(whole, "corners")
    assert locate(whole, GL_PROGRAM_INPUT, "corners[1]") == first + 2
    assert locate(whole, GL_PROGRAM_INPUT, "other") == 6
    assert locate(whole, GL_PROGRAM_OUTPUT, "colors[1]") == 3
    weights = glGetUniformLocation(whole, "weights[2]")
    assert locate(whole, GL_UNIFORM, "weights[2]") == weights > 0
    assert glGetProgramResourceLocationIndex(whole, GL_PROGRAM_OUTPUT, "picked") == 0
    for interface in (GL_UNIFORM, GL_PROGRAM_INPUT, GL_PROGRAM_OUTPUT):
        for name in ("nothing", "gl_FragDepth", "Lights.a", "weights[03]", "colors[2]"):
            assert locate(whole, interface, name) == -1
    assert glGetProgramResourceLocationIndex(whole, GL_PROGRAM_OUTPUT, "nothing") == -1


def test_inputs_and_outputs_between_programs(context):
    text = (
        HEAD.replace("150", "150 compatibility")
        + """
        layout(points) in; layout(points, max_vertices = 1) out;
        in Block { vec4 a; float b[2]; } made[]; layout(location = 3) in mat2 turn[]; in vec4 c[];
        out vec4 shade; layout(location = 1) out struct { vec2 d; mat2 e; } both;
        void main() {
            shade = c[0]; both.d = made[0].a.xy; both.e = turn[0]; gl_PointSize = 2.0;
            gl_Position = gl_in[0].gl_Position + gl_in[0].gl_TexCoord[1]; EmitVertex();
        }"""
    )
    name = separate(GL_GEOMETRY_SHADER, text)
    inputs = names(name, GL_PROGRAM_INPUT)
    assert inputs == [
        "turn[0]", "c[0]", "Block.a", "Block.b[0]", "gl_PerVertex.gl_Position",
        "gl_PerVertex.gl_TexCoord[0]",
    ]  # fmt: skip
    places = [glGetProgramResourceLocation(name, GL_PROGRAM_INPUT, each) for each in inputs]
    assert places == [3, -1, -1, -1, -1, -1]
    outputs = sorted(names(name, GL_PROGRAM_OUTPUT))
    assert outputs == ["both.d", "both.e", "gl_PointSize", "gl_Position", "shade"]
    places = [glGetProgramResourceLocation(name, GL_PROGRAM_OUTPUT, each) for each in outputs]
    assert places == [1, 2, -1, -1, -1]
    found = values(
        name, GL_PROGRAM_OUTPUT, "both.e", GL_TYPE, GL_LOCATION_INDEX,
        GL_REFERENCED_BY_GEOMETRY_SHADER, GL_REFERENCED_BY_FRAGMENT_SHADER,
    )  # fmt: skip
    assert found == [GL_FLOAT_MAT2, -1, 1, 0]


def test_errors(context):
    name, shader = install(context, SMALL), glCreateShader(GL_VERTEX_SHADER)
    for function, *more in (
        (glGetProgramInterfaceiv, GL_UNIFORM, GL_ACTIVE_RESOURCES),
        (glGetProgramResourceIndex, GL_UNIFORM, "a"), (glGetProgramResourceName, GL_UNIFORM, 0),
        (glGetProgramResourceiv, GL_UNIFORM, 0, [GL_TYPE]),
        (glGetProgramResourceLocation, GL_UNIFORM, "a"),
        (glGetProgramResourceLocationIndex, GL_PROGRAM_OUTPUT, "a"),
    ):  # fmt: skip
        refused(GL_INVALID_VALUE, function, 77, *more)
        refused(GL_INVALID_OPERATION, function, shader, *more)
        refused(GL_INVALID_ENUM, function, name, GL_ATOMIC_COUNTER_BUFFER, *more[1:])
        refused(GL_INVALID_ENUM, function, name, GL_VERTEX_SUBROUTINE, *more[1:])
    unlinked = glCreateProgram()
    refused(GL_INVALID_OPERATION, glGetProgramResourceLocation, unlinked, GL_UNIFORM, "a")
    refused(GL_INVALID_ENUM, glGetProgramResourceLocation, name, GL_UNIFORM_BLOCK, "a")
    refused(GL_INVALID_ENUM, glGetProgramResourceLocationIndex, name, GL_PROGRAM_INPUT, "a")
    refused(GL_INVALID_ENUM, glGetProgramInterfaceiv, name, GL_UNIFORM, GL_TYPE)
    for pname in (GL_MAX_NUM_ACTIVE_VARIABLES, GL_MAX_NUM_COMPATIBLE_SUBROUTINES):
        refused(GL_INVALID_OPERATION, glGetProgramInterfaceiv, name, GL_UNIFORM, pname)
    refused(GL_INVALID_VALUE, glGetProgramResourceName, name, GL_UNIFORM, 13)
    refused(GL_INVALID_VALUE, glGetProgramResourceName, name, GL_UNIFORM, 0, -1, None, None)
    refused(GL_INVALID_VALUE, glGetProgramResourceiv, name, GL_UNIFORM, 13, [GL_TYPE])
    refused(GL_INVALID_VALUE, glGetProgramResourceiv, name, GL_UNIFORM, 0, [])
    refused(GL_INVALID_ENUM, glGetProgramResourceiv, name, GL_UNIFORM, 0, [GL_LINK_STATUS])
    for pname in (GL_BUFFER_BINDING, GL_LOCATION_INDEX, GL_TOP_LEVEL_ARRAY_SIZE):
        refused(GL_INVALID_OPERATION, glGetProgramResourceiv, name, GL_UNIFORM, 0, [pname])
