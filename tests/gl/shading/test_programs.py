"""Program objects: attachment, linking, use, deletion, bindings of the next link, validation."""

from __future__ import annotations

import ctypes
import gc

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.gl import shaders
from softgl.glsl.linked import LinkedProgram, Uniform
from softgl.glsl.types import SAMPLERS
from tests.gl.shading.linked_programs import SMALL, install
from tests.gl.shading.test_shaders import refused

VERTEX = "#version 330\nin vec4 corner;\nvoid main() { gl_Position = corner; }"
FRAGMENT = "#version 330\nout vec4 color;\nuniform vec4 tint;\nvoid main() { color = tint; }"


def shader(text, kind=GL_VERTEX_SHADER):
    """The name of a new shader object with a text, compiled or not."""
    name = glCreateShader(kind)
    glShaderSource(name, text)
    glCompileShader(name)
    return name


def program(vertex=VERTEX, fragment=FRAGMENT):
    """The name of a new program object with these shaders, which are flagged for deletion."""
    name = glCreateProgram()
    for kind, text in ((GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)):
        glAttachShader(name, shader(text, kind))
        glDeleteShader(glGetAttachedShaders(name)[-1])
    return name


def test_programs_have_names_of_one_space_with_shaders(context):
    assert [glCreateProgram(), glCreateShader(GL_VERTEX_SHADER), glCreateProgram()] == [1, 2, 3]
    assert [glIsProgram(n) for n in range(5)] == [0, 1, 0, 1, 0]
    for pname in (
        GL_LINK_STATUS, GL_VALIDATE_STATUS, GL_DELETE_STATUS, GL_INFO_LOG_LENGTH,
        GL_ATTACHED_SHADERS, GL_ACTIVE_UNIFORMS, GL_ACTIVE_ATTRIBUTES, GL_ACTIVE_UNIFORM_BLOCKS,
        GL_ACTIVE_UNIFORM_MAX_LENGTH, GL_ACTIVE_ATTRIBUTE_MAX_LENGTH,
        GL_TRANSFORM_FEEDBACK_VARYINGS, GL_TRANSFORM_FEEDBACK_VARYING_MAX_LENGTH,
    ):  # fmt: skip
        assert glGetProgramiv(1, pname) == 0, pname
    assert glGetProgramiv(1, GL_TRANSFORM_FEEDBACK_BUFFER_MODE) == GL_INTERLEAVED_ATTRIBS
    refused(GL_INVALID_ENUM, glGetProgramiv, 1, GL_COMPILE_STATUS)
    for pname in (GL_GEOMETRY_VERTICES_OUT, GL_GEOMETRY_INPUT_TYPE, GL_GEOMETRY_OUTPUT_TYPE):
        refused(GL_INVALID_OPERATION, glGetProgramiv, 1, pname)


def test_names_of_nothing_and_of_shaders(context):
    other = glCreateShader(GL_VERTEX_SHADER)
    calls = [
        (glAttachShader, other), (glDetachShader, other), (glLinkProgram,), (glUseProgram,),
        (glDeleteProgram,), (glValidateProgram,), (glGetProgramiv, GL_LINK_STATUS),
        (glGetProgramInfoLog,), (glGetAttachedShaders,), (glBindAttribLocation, 0, "a"),
        (glBindFragDataLocation, 0, "a"), (glBindFragDataLocationIndexed, 0, 0, "a"),
        (glTransformFeedbackVaryings, ["a"], GL_SEPARATE_ATTRIBS),
        (glProgramParameteri, GL_PROGRAM_SEPARABLE, 1), (glGetUniformLocation, "a"),
        (glGetAttribLocation, "a"), (glGetFragDataLocation, "a"), (glGetFragDataIndex, "a"),
        (glGetActiveUniform, 0), (glGetActiveAttrib, 0), (glGetActiveUniformName, 0),
        (glGetActiveUniformBlockName, 0), (glGetUniformBlockIndex, "a"),
        (glGetActiveUniformBlockiv, 0, GL_UNIFORM_BLOCK_DATA_SIZE),
        (glGetActiveUniformsiv, [0], GL_UNIFORM_SIZE), (glGetUniformIndices, ["a"]),
        (glUniformBlockBinding, 0, 0), (glGetTransformFeedbackVarying, 0), (glGetUniformfv, 0),
        (glProgramUniform1f, 0, 1.0), (glProgramUniformMatrix2fv, 0, 1, False, [0] * 4),
    ]  # fmt: skip
    for function, *more in calls:
        refused(GL_INVALID_VALUE, function, 77, *more)
        refused(GL_INVALID_OPERATION, function, other, *more)
    glDeleteProgram(0)


def test_attachment(context):
    name, first, second = glCreateProgram(), shader(VERTEX), shader(VERTEX)
    glAttachShader(name, second)
    glAttachShader(name, first)
    refused(GL_INVALID_OPERATION, glAttachShader, name, first)
    assert glGetAttachedShaders(name).tolist() == [second, first]
    assert glGetProgramiv(name, GL_ATTACHED_SHADERS) == 2
    count, names = np.zeros(1, np.int32), np.full(3, 9, np.uint32)
    glGetAttachedShaders(name, 1, count, names)
    assert count.tolist() == [1] and names.tolist() == [second, 9, 9]
    glDetachShader(name, second)
    refused(GL_INVALID_OPERATION, glDetachShader, name, second)
    refused(GL_INVALID_VALUE, glDetachShader, name, 99)
    refused(GL_INVALID_VALUE, glAttachShader, name, 99)
    assert glGetAttachedShaders(name).tolist() == [first]


def test_linking_tells_its_outcome(context):
    name = program()
    refused(GL_INVALID_OPERATION, glUseProgram, name)
    refused(GL_INVALID_OPERATION, glGetUniformLocation, name, "tint")
    glLinkProgram(name)
    assert glGetProgramiv(name, GL_LINK_STATUS) == 1 and glGetProgramInfoLog(name) == b""
    glUseProgram(name)
    assert glGetIntegerv(GL_CURRENT_PROGRAM) == name == glGetHandleARB(GL_PROGRAM_OBJECT_ARB)
    wrong = program(fragment="void main() { wrong }")
    glLinkProgram(wrong)
    assert glGetProgramiv(wrong, GL_LINK_STATUS) == 0
    assert b"(GL_FRAGMENT_SHADER) is not compiled successfully" in glGetProgramInfoLog(wrong)
    assert glGetProgramiv(wrong, GL_INFO_LOG_LENGTH) == len(glGetProgramInfoLog(wrong)) + 1
    refused(GL_INVALID_OPERATION, glUseProgram, wrong)
    assert glGetIntegerv(GL_CURRENT_PROGRAM) == name


def test_equal_programs_are_linked_once(context):
    linked = []
    for _ in range(2):
        name = program()
        glLinkProgram(name)
        linked.append(context.shaders.objects[name].linked)
    glBindAttribLocation(name, 5, "corner")
    glLinkProgram(name)
    linked.append(context.shaders.objects[name].linked)
    assert linked[0] is linked[1] is not linked[2]


def test_a_program_in_use_is_linked_again(context):
    name = program()
    glLinkProgram(name)
    glUseProgram(name)
    place = glGetUniformLocation(name, "tint")
    glUniform4f(place, 1, 2, 3, 4)
    before = context.shaders.current.linked
    attached = glGetAttachedShaders(name)[1]
    glDetachShader(name, attached)
    glAttachShader(name, broken := shader("wrong", GL_FRAGMENT_SHADER))
    glLinkProgram(name)
    # "existing executable and associated state will remain part of the current rendering state".
    assert glGetIntegerv(GL_CURRENT_PROGRAM) == name and context.shaders.current.linked is before
    assert context.shaders.current.block.words.view(np.float32)[:, :4].max() == 4
    assert glGetProgramiv(name, GL_ACTIVE_UNIFORMS) == 0
    refused(GL_INVALID_OPERATION, glUniform4f, place, 1, 2, 3, 4)
    refused(GL_INVALID_OPERATION, glUseProgram, name)
    glUseProgram(0)
    refused(GL_INVALID_OPERATION, glUseProgram, name)
    glDetachShader(name, broken)
    glAttachShader(name, shader(FRAGMENT, GL_FRAGMENT_SHADER))
    glLinkProgram(name)
    glUseProgram(name)
    assert glGetUniformfv(name, glGetUniformLocation(name, "tint")).tolist() == [0, 0, 0, 0]


def test_programs_in_use_are_deleted_later(context):
    name = install(context, SMALL)
    attached = glCreateShader(GL_VERTEX_SHADER)
    glAttachShader(name, attached)
    glDeleteShader(attached)
    glUseProgram(name)
    glDeleteProgram(name)
    assert glIsProgram(name) and glGetProgramiv(name, GL_DELETE_STATUS) == 1
    with Context(4, 4, machine="eager", share=context) as other:
        glUseProgram(name)
        context.make_current()
        glUseProgram(0)
        assert glIsProgram(name) and glIsShader(attached)
        other.make_current()
        glUseProgram(0)
        assert not glIsProgram(name) and not glIsShader(attached)
    del other
    gc.collect()
    name = install(context, SMALL)
    glDeleteProgram(name)
    assert not glIsProgram(name)


def test_bindings_of_the_next_link(context):
    name = program(
        "#version 150\nin vec4 a, b;\nvoid main() { gl_Position = a + b; }",
        "#version 150\nout vec4 x, y;\nvoid main() { x = vec4(1); y = vec4(0); }",
    )
    for variable, place in (("a", 7), (b"b", 3), (b"c", 1)):
        glBindAttribLocation(name, place, variable)
    glBindFragDataLocation(name, 4, "x")
    glBindFragDataLocationIndexed(name, 0, 0, "y")
    glLinkProgram(name)
    assert glGetProgramInfoLog(name) == b""
    assert [glGetAttribLocation(name, each) for each in ("a", "b", "c")] == [7, 3, -1]
    assert [glGetFragDataLocation(name, each) for each in ("x", "y", "z")] == [4, 0, -1]
    assert [glGetFragDataIndex(name, each) for each in ("x", "y", "z")] == [0, 0, -1]
    refused(GL_INVALID_VALUE, glBindAttribLocation, name, 16, "a")
    refused(GL_INVALID_OPERATION, glBindAttribLocation, name, 0, "gl_Vertex")
    refused(GL_INVALID_VALUE, glBindFragDataLocation, name, 8, "x")
    refused(GL_INVALID_VALUE, glBindFragDataLocationIndexed, name, 0, 2, "x")
    refused(GL_INVALID_VALUE, glBindFragDataLocationIndexed, name, 1, 1, "x")
    refused(GL_INVALID_OPERATION, glBindFragDataLocation, name, 0, "gl_FragColor")
    refused(GL_INVALID_VALUE, glBindAttribLocation, name, 0, None)
    refused(GL_INVALID_VALUE, glBindAttribLocation, name, 0, 5)


@pytest.mark.parametrize("through", [lambda array: array, ctypes.pointer])
@pytest.mark.parametrize("kind", [ctypes.c_char_p, ctypes.POINTER(ctypes.c_char)])
def test_varyings_in_the_forms_of_pyopengl(context, kind, through):
    name = program("#version 150\nout vec2 v[2];\nvoid main() { v[1] = v[0] = vec2(1); }")
    names = [b"v[1]", b"v[0]"]
    if kind is not ctypes.c_char_p:
        names = map(ctypes.create_string_buffer, names)
    array = (kind * 2)(*names)
    pointer = ctypes.cast(through(array), ctypes.POINTER(ctypes.POINTER(ctypes.c_char)))
    glTransformFeedbackVaryings(name, 2, pointer, GL_INTERLEAVED_ATTRIBS)
    glLinkProgram(name)
    assert glGetProgramiv(name, GL_TRANSFORM_FEEDBACK_VARYINGS) == 2
    assert glGetTransformFeedbackVarying(name, 0)[0] == b"v[1]"


def test_varyings_of_transform_feedback(context):
    name = program("#version 150\nout vec2 v[2];\nvoid main() { v[1] = v[0] = vec2(1); }")
    glTransformFeedbackVaryings(name, ["v[1]", b"gl_Position"], GL_SEPARATE_ATTRIBS)
    glTransformFeedbackVaryings(name, 1, ["v", "w"], GL_SEPARATE_ATTRIBS)
    assert glGetProgramiv(name, GL_TRANSFORM_FEEDBACK_VARYINGS) == 0
    refused(GL_INVALID_OPERATION, glGetTransformFeedbackVarying, name, 0)
    glLinkProgram(name)
    assert glGetProgramInfoLog(name) == b""
    assert glGetTransformFeedbackVarying(name, 0) == (b"v", 2, GL_FLOAT_VEC2)
    assert glGetProgramiv(name, GL_TRANSFORM_FEEDBACK_BUFFER_MODE) == GL_SEPARATE_ATTRIBS
    assert glGetProgramiv(name, GL_TRANSFORM_FEEDBACK_VARYING_MAX_LENGTH) == 2
    refused(GL_INVALID_VALUE, glGetTransformFeedbackVarying, name, 1)
    refused(GL_INVALID_VALUE, glTransformFeedbackVaryings, name, ["a"] * 5, GL_SEPARATE_ATTRIBS)
    refused(GL_INVALID_VALUE, glTransformFeedbackVaryings, name, 2, ["a"], GL_SEPARATE_ATTRIBS)
    refused(GL_INVALID_ENUM, glTransformFeedbackVaryings, name, ["a"], GL_TRIANGLES)
    for names, mode in (
        (["gl_SkipComponents1"], GL_SEPARATE_ATTRIBS),
        (["v", "gl_NextBuffer"], GL_SEPARATE_ATTRIBS),
        (["gl_NextBuffer"] * 4, GL_INTERLEAVED_ATTRIBS),
    ):
        refused(GL_INVALID_OPERATION, glTransformFeedbackVaryings, name, names, mode)
    glTransformFeedbackVaryings(name, ["nothing"], GL_INTERLEAVED_ATTRIBS)
    glLinkProgram(name)
    assert glGetProgramiv(name, GL_LINK_STATUS) == 0


def test_active_transform_feedback_keeps_the_program(context):
    name, other = install(context, SMALL), install(context, SMALL)
    glUseProgram(name)
    context.feedback.bound.mode = GL_POINTS
    context.feedback.bound.programs = (context.shaders.current,)
    refused(GL_INVALID_OPERATION, glUseProgram, other)
    refused(GL_INVALID_OPERATION, glUseProgram, 0)
    refused(GL_INVALID_OPERATION, glLinkProgram, name)
    glLinkProgram(program())
    context.feedback.bound.end()
    glUseProgram(0)


def test_parameters_of_programs(context):
    name = glCreateProgram()
    for pname, value in (
        (GL_GEOMETRY_INPUT_TYPE_ARB, GL_LINES),
        (GL_GEOMETRY_OUTPUT_TYPE_ARB, GL_LINE_STRIP),
        (GL_GEOMETRY_VERTICES_OUT_ARB, 5),
        (GL_PROGRAM_SEPARABLE, 1),
        (GL_PROGRAM_BINARY_RETRIEVABLE_HINT, 1),
    ):
        glProgramParameteri(name, pname, value)
    state = context.shaders.objects[name].state.settings
    assert state.geometry == {
        GL_GEOMETRY_INPUT_TYPE_ARB: GL_LINES,
        GL_GEOMETRY_OUTPUT_TYPE_ARB: GL_LINE_STRIP,
        GL_GEOMETRY_VERTICES_OUT_ARB: 5,
    }
    assert glGetProgramiv(name, GL_GEOMETRY_VERTICES_OUT_ARB) == 5
    assert glGetProgramiv(name, GL_PROGRAM_SEPARABLE) == 1
    glProgramParameteriARB(name, GL_GEOMETRY_VERTICES_OUT_ARB, 1024)
    for pname, value in (
        (GL_GEOMETRY_INPUT_TYPE_ARB, GL_LINE_STRIP),
        (GL_GEOMETRY_OUTPUT_TYPE_ARB, GL_TRIANGLES),
        (GL_GEOMETRY_VERTICES_OUT_ARB, -1),
        (GL_GEOMETRY_VERTICES_OUT_ARB, 1025),
        (GL_PROGRAM_SEPARABLE, 2),
    ):
        refused(GL_INVALID_VALUE, glProgramParameteri, name, pname, value)
    refused(GL_INVALID_ENUM, glProgramParameteri, name, GL_LINK_STATUS, 1)


def test_geometry_shaders_are_described(context):
    name = program()
    text = """#version 150
        layout(lines) in; layout(triangle_strip, max_vertices = 7) out;
        void main() { gl_Position = gl_in[0].gl_Position; EmitVertex(); }"""
    glAttachShader(name, shader(text, GL_GEOMETRY_SHADER))
    glLinkProgram(name)
    assert glGetProgramInfoLog(name) == b""
    assert glGetProgramiv(name, GL_GEOMETRY_VERTICES_OUT) == 7
    assert glGetProgramiv(name, GL_GEOMETRY_INPUT_TYPE) == GL_LINES
    assert glGetProgramiv(name, GL_GEOMETRY_OUTPUT_TYPE) == GL_TRIANGLE_STRIP


def test_validation(context):
    name = install(context, SMALL)
    glValidateProgram(name)
    assert glGetProgramiv(name, GL_VALIDATE_STATUS) == 1 and glGetProgramInfoLog(name) == b""
    glProgramUniform1iv(name, 9, [3, 2])
    glValidateProgram(name)
    assert glGetProgramiv(name, GL_VALIDATE_STATUS) == 0
    assert b"texture unit 3" in glGetProgramInfoLog(name)
    pair = (
        Uniform("a", SAMPLERS["sampler2D"], location=0, slot=0),
        Uniform("b", SAMPLERS["isampler2D"], location=1, slot=1),
    )
    glValidateProgram(name := install(context, LinkedProgram({}, pair, units=(0, 0))))
    assert b"texture unit 0 is that of a, a sampler2D" in glGetProgramInfoLog(name)
    glValidateProgram(other := glCreateProgram())
    assert b"not linked" in glGetProgramInfoLog(other)


def test_elements_that_are_not_sampled_name_no_unit(context):
    fragment = """#version 130
    uniform sampler2D flat_[2]; uniform sampler3D deep[2];
    void main() { gl_FragColor = texture(flat_[1], vec2(0)) + texture(deep[1], vec3(0)); }"""
    name = program(fragment=fragment)
    glLinkProgram(name)
    for units, status in (((0, 1), 1), ((1, 1), 0)):
        glProgramUniform1i(name, glGetUniformLocation(name, "flat_[1]"), units[0])
        glProgramUniform1i(name, glGetUniformLocation(name, "deep[1]"), units[1])
        glValidateProgram(name)
        assert glGetProgramiv(name, GL_VALIDATE_STATUS) == status


def test_programs_are_used_by_display_lists(context):
    name = install(context, SMALL)
    glNewList(1, GL_COMPILE)
    glUseProgram(name)
    glUniform4f(0, 1, 2, 3, 4)
    assert glCreateProgram() == name + 1
    glBindAttribLocation(name, 1, "now")
    glEndList()
    assert glGetIntegerv(GL_CURRENT_PROGRAM) == 0
    assert context.shaders.objects[name].state.settings.attributes == {"now": 1}
    glCallList(1)
    assert glGetIntegerv(GL_CURRENT_PROGRAM) == name
    assert glGetUniformfv(name, 0).tolist() == [1, 2, 3, 4]


# -- softgl.gl.shaders -----------------------------------------------------------------------------


def test_shaders_and_programs_in_one_call(context):
    made = shaders.compileProgram(
        shaders.compileShader(VERTEX, GL_VERTEX_SHADER),
        shaders.compileShader([FRAGMENT.encode()], shaders.GL_FRAGMENT_SHADER),
        separable=True,
    )
    assert isinstance(made, int) and made.validated and glGetProgramiv(made, GL_PROGRAM_SEPARABLE)
    with made as used:
        assert used is made and glGetIntegerv(GL_CURRENT_PROGRAM) == made
    assert glGetIntegerv(GL_CURRENT_PROGRAM) == 0
    assert glGetProgramiv(made, GL_ATTACHED_SHADERS) == 2
    assert "glUniform4f" in shaders.__all__ and shaders.glUniform4f is glUniform4f


def test_errors_of_shaders_and_programs_in_one_call(context):
    with pytest.raises(shaders.ShaderCompilationError, match="Shader compile failure") as caught:
        shaders.compileShader("wrong", GL_VERTEX_SHADER)
    assert caught.value.args[1:] == ("wrong", GL_VERTEX_SHADER) and not glIsShader(1)
    vertex = "#version 150\nout vec3 other; void main() { gl_Position = other.xyzz; }"
    text = "#version 150\nin vec2 other; out vec4 c; void main() { c = other.xyxy; }"
    pair = (vertex, GL_VERTEX_SHADER), (text, GL_FRAGMENT_SHADER)
    with pytest.raises(shaders.ShaderLinkError, match="other"):
        shaders.compileProgram(*(shaders.compileShader(*each) for each in pair))
    assert issubclass(shaders.ShaderValidationError, RuntimeError)
