"""Queries of the interface of a program: uniforms, blocks, attributes, outputs, varyings."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from softgl.gl import *
from softgl.gl.shaders import compileProgram, compileShader
from softgl.gl.shading.interfaces import enum_of
from softgl.glsl.types import MATRICES, SAMPLERS, VECTORS
from tests.gl.shading.linked_programs import SMALL, install
from tests.gl.shading.test_shaders import refused


@pytest.fixture
def small(context):
    """The name of the program `SMALL`, which is not in use."""
    return install(context, SMALL)


def test_types_have_the_enums_of_the_table():
    # OpenGL 3.3, table 2.15.
    words = {
        "float": GL_FLOAT, "vec2": GL_FLOAT_VEC2, "ivec3": GL_INT_VEC3, "uint": GL_UNSIGNED_INT,
        "uvec4": GL_UNSIGNED_INT_VEC4, "bool": GL_BOOL, "bvec2": GL_BOOL_VEC2, "int": GL_INT,
    }  # fmt: skip
    assert {name: enum_of(VECTORS[name]) for name in words} == words
    words = {"mat2": GL_FLOAT_MAT2, "mat3x3": GL_FLOAT_MAT3, "mat4x2": GL_FLOAT_MAT4x2}
    assert {name: enum_of(MATRICES[name]) for name in words} == words
    words = {
        "sampler1D": GL_SAMPLER_1D, "sampler2DShadow": GL_SAMPLER_2D_SHADOW,
        "samplerCubeShadow": GL_SAMPLER_CUBE_SHADOW, "sampler2DRect": GL_SAMPLER_2D_RECT,
        "sampler2DRectShadow": GL_SAMPLER_2D_RECT_SHADOW, "sampler1DArray": GL_SAMPLER_1D_ARRAY,
        "sampler1DArrayShadow": GL_SAMPLER_1D_ARRAY_SHADOW, "samplerBuffer": GL_SAMPLER_BUFFER,
        "isampler2DMS": GL_INT_SAMPLER_2D_MULTISAMPLE, "isampler3D": GL_INT_SAMPLER_3D,
        "usampler2DMSArray": GL_UNSIGNED_INT_SAMPLER_2D_MULTISAMPLE_ARRAY,
        "usampler2DArray": GL_UNSIGNED_INT_SAMPLER_2D_ARRAY, "isamplerCube": GL_INT_SAMPLER_CUBE,
    }  # fmt: skip
    assert {name: enum_of(SAMPLERS[name]) for name in words} == words
    everything = [*VECTORS.values(), *SAMPLERS.values(), *{*MATRICES.values()}]
    assert len({enum_of(each) for each in everything}) == len(everything)


def test_active_uniforms(small):
    assert glGetProgramiv(small, GL_ACTIVE_UNIFORMS) == 13
    assert glGetProgramiv(small, GL_ACTIVE_UNIFORM_MAX_LENGTH) == 25
    assert glGetActiveUniform(small, 1) == (b"matrices[0]", 2, GL_FLOAT_MAT4)
    assert glGetActiveUniform(small, 5) == (b"sky", 1, GL_SAMPLER_CUBE)
    assert glGetActiveUniform(small, 10) == (b"gl_FrontMaterial.diffuse", 1, GL_FLOAT_VEC4)
    assert glGetActiveUniform(small, 1, 5) == (b"matr", 2, GL_FLOAT_MAT4)
    assert glGetActiveUniformName(small, 9) == b"lights[1].flags[0]"
    refused(GL_INVALID_VALUE, glGetActiveUniform, small, 13)
    refused(GL_INVALID_VALUE, glGetActiveUniformName, small, 13)
    refused(GL_INVALID_VALUE, glGetActiveUniform, small, 0, -1)
    length, size, kind = GLsizei(), GLint(), GLenum()
    name = ctypes.create_string_buffer(6)
    assert glGetActiveUniform(small, 1, 6, length, size, kind, name) is None
    assert (length.value, size.value, kind.value) == (5, 2, GL_FLOAT_MAT4)
    assert name.raw == b"matri\0"
    glGetActiveUniformName(small, 0, 6, None, name)
    assert name.raw == b"color\0"


def test_locations(small):
    places = {
        "color": 0, b"matrices": 1, "matrices[0]": 1, "matrices[1]": 2, "weights[4]": 8,
        "maps[1]": 10, "lights[1].flags": 15, "lights[1].flags[1]": 16,
        # None of these names anything.
        "": -1, "weights[5]": -1, "weights[-1]": -1, "weights[01]": -1, "weights[ 1]": -1,
        "color[0]": -1, "lights": -1, "lights[1]": -1, "lights[0].flags": -1, "Block.tint": -1,
        "gl_FrontMaterial.diffuse": -1, "color.x": -1, "weights[999999999999]": -1, "weights[0": -1,
    }  # fmt: skip
    assert {name: glGetUniformLocation(small, name) for name in places} == places
    assert glGetUniformLocation(small, ctypes.c_char_p(b"weights[2]\0junk")) == 6
    assert glGetUniformLocation(small, np.frombuffer(b"color", np.uint8)) == 0
    refused(GL_INVALID_OPERATION, glGetUniformLocation, glCreateProgram(), "color")


def test_properties_of_several_uniforms(small):
    names = ["Block.tint", "Block.turn", "weights", "nothing"]
    indices = glGetUniformIndices(small, names)
    assert indices.tolist() == [11, 12, 3, GL_INVALID_INDEX] and indices.dtype == np.uint32
    out = np.zeros(2, np.uint32)
    assert glGetUniformIndices(small, 2, names, out) is out and out.tolist() == [11, 12]
    found = {
        pname: glGetActiveUniformsiv(small, [11, 12, 3], pname).tolist()
        for pname in (
            GL_UNIFORM_TYPE, GL_UNIFORM_SIZE, GL_UNIFORM_NAME_LENGTH, GL_UNIFORM_BLOCK_INDEX,
            GL_UNIFORM_OFFSET, GL_UNIFORM_ARRAY_STRIDE, GL_UNIFORM_MATRIX_STRIDE,
            GL_UNIFORM_IS_ROW_MAJOR,
        )
    }  # fmt: skip
    assert list(found.values()) == [
        [GL_FLOAT_VEC4, GL_FLOAT_MAT3, GL_FLOAT], [1, 1, 5], [11, 11, 11], [0, 0, -1], [0, 16, -1],
        [0, 0, -1], [0, 16, -1], [0, 1, 0],
    ]  # fmt: skip
    refused(GL_INVALID_VALUE, glGetActiveUniformsiv, small, [0, 13], GL_UNIFORM_SIZE)
    refused(GL_INVALID_VALUE, glGetActiveUniformsiv, small, 3, [0, 1], GL_UNIFORM_SIZE)
    refused(GL_INVALID_ENUM, glGetActiveUniformsiv, small, [0], GL_FLOAT)
    refused(GL_INVALID_VALUE, glGetUniformIndices, small, 3, ["a"])


def test_blocks(small, context):
    assert glGetProgramiv(small, GL_ACTIVE_UNIFORM_BLOCKS) == 2
    assert glGetProgramiv(small, GL_ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH) == 10
    names = ("Block", "Lights[0]", "Lights", "Lights[1]", "Block.tint")
    found = [glGetUniformBlockIndex(small, name) for name in names]
    assert found == [0, 1, 1, GL_INVALID_INDEX, GL_INVALID_INDEX]
    assert glGetActiveUniformBlockName(small, 1) == b"Lights[0]"
    values = [
        glGetActiveUniformBlockiv(small, 0, pname)
        for pname in (
            GL_UNIFORM_BLOCK_DATA_SIZE, GL_UNIFORM_BLOCK_NAME_LENGTH,
            GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS, GL_UNIFORM_BLOCK_REFERENCED_BY_VERTEX_SHADER,
            GL_UNIFORM_BLOCK_REFERENCED_BY_GEOMETRY_SHADER,
            GL_UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER, GL_UNIFORM_BLOCK_BINDING,
        )
    ]  # fmt: skip
    assert values == [64, 6, 2, 1, 0, 0, 0]
    indices = glGetActiveUniformBlockiv(small, 0, GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES)
    assert indices.tolist() == [11, 12]
    assert glGetActiveUniformBlockiv(small, 1, GL_UNIFORM_BLOCK_BINDING) == 3
    glUniformBlockBinding(small, 0, 83)
    assert glGetActiveUniformBlockiv(small, 0, GL_UNIFORM_BLOCK_BINDING) == 83
    assert context.shaders.objects[small].block_points.values == [83, 3]
    refused(GL_INVALID_VALUE, glUniformBlockBinding, small, 2, 0)
    refused(GL_INVALID_VALUE, glUniformBlockBinding, small, 0, 84)
    refused(GL_INVALID_VALUE, glGetActiveUniformBlockName, small, 2)
    refused(GL_INVALID_VALUE, glGetActiveUniformBlockiv, small, 2, GL_UNIFORM_BLOCK_BINDING)
    refused(GL_INVALID_ENUM, glGetActiveUniformBlockiv, small, 0, GL_UNIFORM_SIZE)


def test_attributes_outputs_and_varyings(small):
    assert glGetProgramiv(small, GL_ACTIVE_ATTRIBUTES) == 3
    assert glGetProgramiv(small, GL_ACTIVE_ATTRIBUTE_MAX_LENGTH) == 10
    assert glGetActiveAttrib(small, 0) == (b"corner", 1, GL_FLOAT_VEC2)
    assert glGetActiveAttrib(small, 1)[1:] == (2, GL_FLOAT_MAT4)
    places = {"corner": 2, "bones": 4, "bones[0]": 4, "bones[1]": 8, "gl_Vertex": -1, "nothing": -1}
    assert {name: glGetAttribLocation(small, name) for name in places} == places
    places = {"picked": 1, "both": 2, "both[0]": 2, "both[1]": 3, "both[2]": -1, "nothing": -1}
    assert {name: glGetFragDataLocation(small, name) for name in places} == places
    assert [glGetFragDataIndex(small, name) for name in ("picked", "both[1]", "no")] == [0, 1, -1]
    assert glGetTransformFeedbackVarying(small, 1) == (b"path[0]", 3, GL_FLOAT_VEC3)
    assert glGetProgramiv(small, GL_TRANSFORM_FEEDBACK_VARYING_MAX_LENGTH) == 12
    size, kind = GLsizei(), GLenum()
    glGetTransformFeedbackVarying(small, 0, 9, None, size, kind, None)
    assert (size.value, kind.value) == (1, GL_FLOAT_VEC4)
    refused(GL_INVALID_VALUE, glGetActiveAttrib, small, 3)
    refused(GL_INVALID_VALUE, glGetTransformFeedbackVarying, small, 2)
    unlinked = glCreateProgram()
    for function in (glGetAttribLocation, glGetFragDataLocation, glGetFragDataIndex):
        refused(GL_INVALID_OPERATION, function, unlinked, "a")
    refused(GL_INVALID_VALUE, glGetActiveAttrib, unlinked, 0)
    assert glGetUniformIndices(unlinked, ["a"]).tolist() == [GL_INVALID_INDEX]
    assert glGetUniformBlockIndex(unlinked, "a") == GL_INVALID_INDEX


# -- uniform buffers -------------------------------------------------------------------------------


def test_binding_points_of_uniform_buffers(context):
    glBindBuffer(GL_UNIFORM_BUFFER, 1)
    glBufferData(GL_UNIFORM_BUFFER, bytes(64), GL_STATIC_DRAW)
    assert glGetIntegerv(GL_UNIFORM_BUFFER_BINDING) == 1
    glBindBufferRange(GL_UNIFORM_BUFFER, 83, 1, 4, 13)
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, 1)
    pnames = GL_UNIFORM_BUFFER_BINDING, GL_UNIFORM_BUFFER_START, GL_UNIFORM_BUFFER_SIZE
    assert [glGetIntegeri_v(each, 83) for each in pnames] == [1, 4, 13]
    assert [glGetIntegeri_v(each, 0) for each in pnames] == [1, 0, 0]
    assert [glGetIntegeri_v(each, 1) for each in pnames] == [0, 0, 0]
    refused(GL_INVALID_VALUE, glBindBufferBase, GL_UNIFORM_BUFFER, 84, 1)
    refused(GL_INVALID_VALUE, glBindBufferRange, GL_UNIFORM_BUFFER, 0, 1, 3, 4)
    refused(GL_INVALID_VALUE, glBindBufferRange, GL_UNIFORM_BUFFER, 0, 1, 0, 0)
    refused(GL_INVALID_VALUE, glBindBufferRange, GL_UNIFORM_BUFFER, 0, 1, 0, 65)
    refused(GL_INVALID_VALUE, glGetIntegeri_v, GL_UNIFORM_BUFFER_BINDING, 84)
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, 0)
    glDeleteBuffers([1])
    assert [glGetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, n) for n in (0, 83)] == [0, 0]
    assert glGetIntegerv(GL_MAX_UNIFORM_BLOCK_SIZE) == 65536


def test_ftransform_reads_the_matrix_by_its_plain_name(context):
    """The active uniform is not the transposed matrix; Mesa has the same name."""
    vertex = compileShader("void main() { gl_Position = ftransform(); }", GL_VERTEX_SHADER)
    program = compileProgram(vertex)
    matrix = b"gl_ModelViewProjectionMatrix", 1, GL_FLOAT_MAT4
    assert glGetProgramiv(program, GL_ACTIVE_UNIFORMS) == 1
    assert glGetActiveUniform(program, 0) == matrix


# -- ARB_shader_objects ----------------------------------------------------------------------------


def test_handles_are_names_of_both_kinds(small):
    shader = glCreateShaderObjectARB(GL_VERTEX_SHADER_ARB)
    program = glCreateProgramObjectARB()
    glShaderSourceARB(shader, "void main() { gl_Position = gl_Vertex; }")
    glCompileShaderARB(shader)
    glAttachObjectARB(program, shader)
    glLinkProgramARB(program)
    glUseProgramObjectARB(program)
    assert glGetHandleARB(GL_PROGRAM_OBJECT_ARB) == program
    assert glGetAttachedObjectsARB(program).tolist() == [shader]
    assert glGetObjectParameterivARB(shader, GL_OBJECT_TYPE_ARB) == GL_SHADER_OBJECT_ARB
    assert glGetObjectParameterivARB(shader, GL_OBJECT_SUBTYPE_ARB) == GL_VERTEX_SHADER_ARB
    assert glGetObjectParameterivARB(program, GL_OBJECT_TYPE_ARB) == GL_PROGRAM_OBJECT_ARB
    found = glGetObjectParameterfvARB(program, GL_OBJECT_ATTACHED_OBJECTS_ARB)
    assert found == 1 and found.dtype == np.float32
    for handle in (shader, program):
        assert glGetObjectParameterivARB(handle, GL_OBJECT_INFO_LOG_LENGTH_ARB) == 0
        assert glGetInfoLogARB(handle) == b""
    assert glGetShaderSourceARB(shader).startswith(b"void")
    refused(GL_INVALID_OPERATION, glGetObjectParameterivARB, program, GL_OBJECT_SUBTYPE_ARB)
    refused(GL_INVALID_OPERATION, glGetObjectParameterivARB, shader, GL_OBJECT_LINK_STATUS_ARB)
    refused(GL_INVALID_ENUM, glGetObjectParameterivARB, shader, GL_FLOAT)
    refused(GL_INVALID_ENUM, glGetHandleARB, GL_SHADER_OBJECT_ARB)
    refused(GL_INVALID_VALUE, glGetInfoLogARB, 99)
    refused(GL_INVALID_VALUE, glGetObjectParameterivARB, 99, GL_OBJECT_TYPE_ARB)
    glDeleteObjectARB(shader)
    glDeleteObjectARB(0)
    refused(GL_INVALID_VALUE, glDeleteObjectARB, 99)
    glDeleteObjectARB(program)
    glUseProgramObjectARB(0)
    assert not glIsShader(shader) and not glIsProgram(program)
