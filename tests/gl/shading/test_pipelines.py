"""Program pipelines: objects, separable programs, matched interfaces, draws, their errors."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context, scene
from softgl.debug.frames import command, draws
from softgl.debug.state import state
from softgl.gl import *
from tests.debug.captures.test_restore import restored
from tests.gl.shading.test_shaders import refused

HEAD = "#version 150\n#extension GL_ARB_separate_shader_objects : require\n"
VERTEX = (
    HEAD
    + """
out gl_PerVertex { vec4 gl_Position; };
in vec2 corner; uniform float scale = 1.0;
out vec4 unused[2]; layout(location = 4) out vec4 wide; out Block { vec2 a; vec4 b; } made;
flat out ivec2 whole; out vec4 tint;
void main() {
    gl_Position = vec4(corner * scale, 0, 1); unused[0] = unused[1] = vec4(9);
    wide = vec4(0.25, 0.5, 9, 9); made.a = vec2(0.5, 0); made.b = vec4(0, 0, 0.25, 0);
    whole = ivec2(1, 2); tint = vec4(0.25);
}"""
)
FRAGMENT = (
    HEAD
    + """
in vec4 tint; in Block { vec2 a; vec4 b; }; flat in ivec2 whole;
layout(location = 4) in vec2 narrow; uniform vec4 factor; uniform sampler2D map; out vec4 color;
void main() {
    color = factor * (vec4(narrow, 0, 0) + vec4(0, 0, a.yx) + b + float(whole.y - whole.x) * tint);
}"""
)
PLAIN = HEAD + "in vec2 corner; void main() { gl_Position = vec4(corner, 0, 1); }"
GREEN = HEAD + "out vec4 color; void main() { color = vec4(0, 1, 0, 1); }"
GEOMETRY = (
    HEAD
    + """
layout(points) in; layout(points, max_vertices = 1) out; in vec4 tint[]; out vec4 shade;
void main() { gl_Position = gl_in[0].gl_Position; shade = tint[0]; EmitVertex(); }"""
)
SHADED = HEAD + "in vec4 shade; out vec4 color; void main() { color = shade; }"


@pytest.fixture
def context():
    with Context(4, 4, machine="eager") as made:
        yield made


def separate(kind, text):
    """The name of a linked program of one stage."""
    program = glCreateShaderProgramv(kind, [text])
    assert glGetProgramiv(program, GL_LINK_STATUS), glGetProgramInfoLog(program)
    return program


def pipeline_of(**programs):
    """The name of a bound pipeline of programs by stage."""
    name = glGenProgramPipelines(1)
    glBindProgramPipeline(name)
    for stage, program in programs.items():
        glUseProgramStages(name, globals()[f"GL_{stage.upper()}_SHADER_BIT"], program)
    return name


def draw(mode=GL_TRIANGLES):
    """The colour of the first pixel after a triangle over all, or a point."""
    glClear(GL_COLOR_BUFFER_BIT)
    corners = [[-1, -1], [3, -1], [-1, 3]] if mode == GL_TRIANGLES else [[-0.75, -0.75]]
    glVertexAttribPointer(0, 2, GL_FLOAT, False, 0, np.float32(corners))
    glEnableVertexAttribArray(0)
    glDrawArrays(mode, 0, len(corners))
    return np.round(glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT).ravel() * 4).astype(int).tolist()


def test_names_and_first_use(context):
    first, second = glGenProgramPipelines(2)
    assert glGenProgramPipelines(1) == 3 and not glIsProgramPipeline(first)
    assert glGetIntegerv(GL_PROGRAM_PIPELINE_BINDING) == 0
    glBindProgramPipeline(first)
    assert glIsProgramPipeline(first) and glGetIntegerv(GL_PROGRAM_PIPELINE_BINDING) == first
    for pname in (
        GL_ACTIVE_PROGRAM, GL_VERTEX_SHADER, GL_GEOMETRY_SHADER, GL_FRAGMENT_SHADER,
        GL_VALIDATE_STATUS, GL_INFO_LOG_LENGTH,
    ):  # fmt: skip
        assert glGetProgramPipelineiv(second, pname) == 0
    assert glIsProgramPipeline(second) and glGetProgramPipelineInfoLog(second) == b""
    glObjectLabel(GL_PROGRAM_PIPELINE, second, -1, b"of water")
    assert glGetObjectLabel(GL_PROGRAM_PIPELINE, second) == b"of water"
    refused(GL_INVALID_ENUM, glGetProgramPipelineiv, first, GL_LINK_STATUS)
    for function, *more in (
        (glBindProgramPipeline,), (glUseProgramStages, 1, 0), (glActiveShaderProgram, 0),
        (glValidateProgramPipeline,), (glGetProgramPipelineiv, GL_ACTIVE_PROGRAM),
        (glGetProgramPipelineInfoLog,),
    ):  # fmt: skip
        refused(GL_INVALID_OPERATION, function, 9, *more)
    glDeleteProgramPipelines([first, 0, 77])
    assert glGetIntegerv(GL_PROGRAM_PIPELINE_BINDING) == 0 and not glIsProgramPipeline(first)
    refused(GL_INVALID_OPERATION, glBindProgramPipeline, first)
    with Context(4, 4, share=context):
        assert not glIsProgramPipeline(second)


def test_programs_of_one_shader(context):
    refused(GL_INVALID_ENUM, glCreateShaderProgramv, GL_POINTS, [GREEN])
    refused(GL_INVALID_VALUE, glCreateShaderProgramv, GL_FRAGMENT_SHADER, -1, [GREEN])
    program = glCreateShaderProgramv(GL_FRAGMENT_SHADER, 2, [HEAD, "void main() { wrong(); }"])
    assert not glGetProgramiv(program, GL_LINK_STATUS)
    assert b"wrong" in glGetProgramInfoLog(program) and glGetProgramiv(
        program, GL_PROGRAM_SEPARABLE
    )
    assert not glGetProgramiv(program, GL_ATTACHED_SHADERS)
    assert not any(glIsShader(name) for name in range(program + 2))


def test_stages_and_active_program(context):
    vertex, fragment = separate(GL_VERTEX_SHADER, PLAIN), separate(GL_FRAGMENT_SHADER, FRAGMENT)
    name = pipeline_of(vertex=vertex, fragment=fragment)
    glUseProgramStages(name, GL_ALL_SHADER_BITS, vertex)
    found = [glGetProgramPipelineiv(name, p) for p in (GL_VERTEX_SHADER, GL_FRAGMENT_SHADER)]
    assert found == [vertex, 0]
    glUseProgramStages(name, GL_FRAGMENT_SHADER_BIT, fragment)
    glUseProgramStages(name, GL_FRAGMENT_SHADER_BIT, 0)
    assert glGetProgramPipelineiv(name, GL_FRAGMENT_SHADER) == 0
    whole, unlinked = glCreateProgram(), glCreateProgram()
    glLinkProgram(whole)
    refused(GL_INVALID_OPERATION, glUseProgramStages, name, GL_VERTEX_SHADER_BIT, whole)
    refused(GL_INVALID_OPERATION, glUseProgramStages, name, GL_VERTEX_SHADER_BIT, unlinked)
    refused(GL_INVALID_VALUE, glUseProgramStages, name, GL_VERTEX_SHADER_BIT, 77)
    refused(GL_INVALID_VALUE, glUseProgramStages, name, 0x40, vertex)
    refused(GL_INVALID_OPERATION, glActiveShaderProgram, name, unlinked)
    assert glGetProgramPipelineiv(name, GL_VERTEX_SHADER) == vertex
    place = glGetUniformLocation(fragment, "factor")
    refused(GL_INVALID_OPERATION, glUniform4f, place, 1, 2, 3, 4)
    glActiveShaderProgram(name, fragment)
    glUniform4f(place, 1, 2, 3, 4)
    assert glGetProgramPipelineiv(name, GL_ACTIVE_PROGRAM) == fragment
    assert glGetUniformfv(fragment, place).tolist() == [1, 2, 3, 4]
    refused(GL_INVALID_OPERATION, glProgramUniform1d, fragment, place, 1.0)
    refused(GL_INVALID_OPERATION, glProgramUniformMatrix2dv, fragment, place, 1, False, [0.0] * 4)
    glProgramUniform2dv(fragment, -1, [0.0, 0.0])
    glDeleteProgram(fragment)
    assert glIsProgram(fragment)
    glActiveShaderProgram(name, 0)
    assert not glIsProgram(fragment)
    glDeleteProgram(vertex)
    glDeleteProgramPipelines(name)
    assert not glIsProgram(vertex)


def test_outputs_and_inputs_meet_by_name_location_and_block(context, tmp_path):
    vertex, fragment = separate(GL_VERTEX_SHADER, VERTEX), separate(GL_FRAGMENT_SHADER, FRAGMENT)
    name = pipeline_of(vertex=vertex, fragment=fragment)
    place = glGetUniformLocation(fragment, "factor")
    glProgramUniform4f(fragment, place, 1, 1, 1, 1)
    # narrow (1, 2, 0, 0), a (0, 0, 0, 2), b (0, 0, 1, 0) and tint (1, 1, 1, 1), in quarters
    assert draw() == [2, 3, 2, 3]
    glProgramUniform4f(fragment, place, 0, 1, 0, 1)
    assert draw() == [0, 3, 0, 3]
    glProgramUniform1f(vertex, glGetUniformLocation(vertex, "scale"), 0)
    assert draw() == [0, 0, 0, 0]
    glProgramUniform1f(vertex, glGetUniformLocation(vertex, "scale"), 1)
    glValidateProgramPipeline(name)
    assert glGetProgramPipelineiv(name, GL_VALIDATE_STATUS)
    glActiveShaderProgram(name, vertex)
    glDeleteProgram(fragment)
    found = restored(context, tmp_path / "capture.zip")
    with found:
        assert glGetProgramPipelineiv(name, GL_ACTIVE_PROGRAM) == vertex
        assert glGetProgramPipelineiv(name, GL_FRAGMENT_SHADER) == fragment
        assert glGetProgramiv(fragment, GL_DELETE_STATUS) and draw() == [0, 3, 0, 3]


def test_debuggers_name_the_programs_of_a_pipeline(context, tmp_path):
    vertex, fragment = separate(GL_VERTEX_SHADER, PLAIN), separate(GL_FRAGMENT_SHADER, GREEN)
    name = pipeline_of(vertex=vertex, fragment=fragment)
    found = state(context)["pipelines"][str(name)]
    assert found["stages"] == {"vertex": vertex, "fragment": fragment}
    glFinish()
    with context.capture(path := tmp_path / "capture.softgl"):
        draw()
    described = draws.draws(scene.load(path), 4, 4, machine="eager")[-1]
    assert described.pipeline_programs == {"vertex": vertex, "fragment": fragment}
    lines = command.draw_lines(str(path), False, machine="eager")
    assert f", vertex shader {vertex}, fragment shader {fragment}" in lines


def test_mismatches_are_undefined_and_no_error(context):
    vertex, fragment = separate(GL_VERTEX_SHADER, PLAIN), separate(GL_FRAGMENT_SHADER, FRAGMENT)
    name = pipeline_of(vertex=vertex, fragment=fragment)
    draw()
    glValidateProgramPipeline(name)
    assert glGetProgramPipelineiv(name, GL_VALIDATE_STATUS)
    assert b"input `Block`" in glGetProgramPipelineInfoLog(name)


def test_geometry_between_programs(context):
    vertex = separate(GL_VERTEX_SHADER, VERTEX)
    geometry = separate(GL_GEOMETRY_SHADER, GEOMETRY)
    fragment = separate(GL_FRAGMENT_SHADER, SHADED)
    name = pipeline_of(vertex=vertex, geometry=geometry, fragment=fragment)
    assert draw(GL_POINTS) == [1, 1, 1, 1]
    glUseProgramStages(name, GL_VERTEX_SHADER_BIT, 0)
    refused(GL_INVALID_OPERATION, draw, GL_POINTS)
    glValidateProgramPipeline(name)
    assert not glGetProgramPipelineiv(name, GL_VALIDATE_STATUS)
    assert b"no vertex shader" in glGetProgramPipelineInfoLog(name)
    glUseProgram(geometry)
    refused(GL_INVALID_OPERATION, draw, GL_POINTS)


def test_fixed_function_and_assembly_beside_a_program(context):
    pipeline_of(fragment=separate(GL_FRAGMENT_SHADER, GREEN))
    assert draw() == [0, 4, 0, 4]
    pipeline_of(vertex=separate(GL_VERTEX_SHADER, PLAIN))
    text = b"!!ARBfp1.0\nMOV result.color, { 1, 0, 1, 1 };\nEND"
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    glEnable(GL_FRAGMENT_PROGRAM_ARB)
    assert draw() == [4, 0, 4, 4]


def two_stages():
    """The name of a separable program with a vertex and a fragment shader."""
    program = glCreateProgram()
    for kind, text in ((GL_VERTEX_SHADER, PLAIN), (GL_FRAGMENT_SHADER, GREEN)):
        glShaderSource(shader := glCreateShader(kind), text)
        glCompileShader(shader)
        glAttachShader(program, shader)
    glProgramParameteri(program, GL_PROGRAM_SEPARABLE, True)
    glLinkProgram(program)
    return program


def test_draws_refuse_half_of_a_program(context):
    both, other = two_stages(), separate(GL_FRAGMENT_SHADER, GREEN)
    name = pipeline_of(vertex=both, fragment=other)
    refused(GL_INVALID_OPERATION, draw)
    refused(GL_INVALID_OPERATION, glDrawPixels, 1, 1, GL_RED, GL_FLOAT, np.zeros(1, np.float32))
    glValidateProgramPipeline(name)
    assert not glGetProgramPipelineiv(name, GL_VALIDATE_STATUS)
    assert b"fragment shader" in glGetProgramPipelineInfoLog(name)
    glUseProgramStages(name, GL_ALL_SHADER_BITS, both)
    assert draw() == [0, 4, 0, 4]
    glUseProgramStages(name, GL_GEOMETRY_SHADER_BIT, separate(GL_GEOMETRY_SHADER, GEOMETRY))
    refused(GL_INVALID_OPERATION, draw, GL_POINTS)
    glUseProgramStages(name, GL_GEOMETRY_SHADER_BIT, 0)
    glProgramParameteri(both, GL_PROGRAM_SEPARABLE, False)
    assert draw() == [0, 4, 0, 4]
    glLinkProgram(both)
    refused(GL_INVALID_OPERATION, draw)
    glUseProgram(both)
    assert draw() == [0, 4, 0, 4]


def test_links_of_programs_in_a_pipeline(context):
    vertex, both = separate(GL_VERTEX_SHADER, PLAIN), two_stages()
    name = pipeline_of(fragment=both, vertex=both)
    shader = glGetAttachedShaders(both)[1]
    glShaderSource(shader, SHADED.replace("shade;", "shade2;", 1))
    glCompileShader(shader)
    glLinkProgram(both)
    assert not glGetProgramiv(both, GL_LINK_STATUS)
    assert draw() == [0, 4, 0, 4]
    refused(GL_INVALID_OPERATION, glUseProgramStages, name, GL_ALL_SHADER_BITS, both)
    glShaderSource(shader, GREEN.replace("0, 1, 0", "1, 0, 0"))
    glCompileShader(shader)
    glLinkProgram(both)
    assert draw() == [4, 0, 0, 4]
    assert vertex


def test_transform_feedback_of_the_last_program(context):
    text = HEAD + "in vec2 corner; out vec2 twice; void main() { twice = 2 * corner; }"
    program = glCreateProgram()
    glShaderSource(shader := glCreateShader(GL_VERTEX_SHADER), text)
    glCompileShader(shader)
    glAttachShader(program, shader)
    glProgramParameteri(program, GL_PROGRAM_SEPARABLE, True)
    glTransformFeedbackVaryings(program, ["twice"], GL_INTERLEAVED_ATTRIBS)
    glLinkProgram(program)
    name = pipeline_of(vertex=program)
    glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffer := glGenBuffers(1))
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 8, None, GL_STATIC_READ)
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer)
    glBeginTransformFeedback(GL_POINTS)
    draw(GL_POINTS)
    refused(GL_INVALID_OPERATION, glBindProgramPipeline, 0)
    refused(GL_INVALID_OPERATION, glUseProgramStages, name, GL_VERTEX_SHADER_BIT, 0)
    refused(GL_INVALID_OPERATION, glLinkProgram, program)
    glEndTransformFeedback()
    data = glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 8)
    assert np.frombuffer(bytes(data), np.float32).tolist() == [-1.5, -1.5]


def test_samplers_of_two_programs_disagree(context):
    map_of = "uniform {} map; in vec2 corner; void main() {{ gl_Position = texture(map, {}); }}"
    vertex = HEAD + map_of.format("sampler3D", "corner.xxy")
    fragment = HEAD + "uniform sampler2D m; out vec4 c; void main() { c = texture(m, vec2(0)); }"
    second = separate(GL_FRAGMENT_SHADER, fragment)
    pipeline_of(vertex=separate(GL_VERTEX_SHADER, vertex), fragment=second)
    refused(GL_INVALID_OPERATION, draw)
    glProgramUniform1i(second, glGetUniformLocation(second, "m"), 1)
    draw()


def test_lists_compile_stages_and_not_bindings(context):
    fragment = separate(GL_FRAGMENT_SHADER, GREEN)
    name = glGenProgramPipelines(1)
    glNewList(1, GL_COMPILE)
    glBindProgramPipeline(name)
    glUseProgramStages(name, GL_FRAGMENT_SHADER_BIT, fragment)
    glActiveShaderProgram(name, fragment)
    glEndList()
    assert glGetIntegerv(GL_PROGRAM_PIPELINE_BINDING) == name
    assert glGetProgramPipelineiv(name, GL_FRAGMENT_SHADER) == 0
    glCallList(1)
    assert glGetProgramPipelineiv(name, GL_FRAGMENT_SHADER) == fragment
    assert glGetProgramPipelineiv(name, GL_ACTIVE_PROGRAM) == fragment


def test_core_contexts_link_no_program_without_shaders():
    Context(8, 8, version=(3, 3), profile="core", machine="eager")
    program = glCreateProgram()
    for separable in (False, True):
        glProgramParameteri(program, GL_PROGRAM_SEPARABLE, separable)
        glLinkProgram(program)
        assert not glGetProgramiv(program, GL_LINK_STATUS)
