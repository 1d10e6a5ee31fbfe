"""Shader and program objects beside Mesa's: their interface, values, life and errors."""

from __future__ import annotations

import numpy as np
import pytest

import softgl
import softgl.gl
from tests.drivers.mesa import mesa_context

pytestmark = pytest.mark.usefixtures("mesa")

VERTEX = """#version 330
struct Light { vec3 color; float powers[2]; };
layout(std140) uniform Lights { Light lights[3]; layout(row_major) mat3x2 turn; bool on[2]; };
uniform Block { float first; vec3 second; mat4 third[2]; } several[2];
uniform mat4 matrices[3]; uniform vec4 tint; uniform float weights[5]; uniform Light one;
uniform bvec3 choices; uniform ivec2 whole; uniform uint bits; uniform mat2x3 narrow;
uniform float unused;
in vec4 corner; in mat3 frame; in vec2 pair[2];
out vec3 shade; flat out ivec2 number;
void main() {
    shade = lights[1].color * lights[2].powers[1] + frame[1] + vec3(turn * vec3(1), on[1])
        + several[0].second * several[1].third[1][2].xyz + vec3(weights[3], pair[1])
        + one.color * one.powers[0] + narrow * vec2(choices.x, bits);
    number = whole;
    gl_Position = matrices[1] * corner + tint;
}"""
FRAGMENT = """#version 330
uniform sampler2D maps[3]; uniform samplerCubeShadow sky; uniform isampler2D numbers;
uniform vec4 tint;
in vec3 shade; flat in ivec2 number;
out vec4 color; out uvec4 id[2];
void main() {
    color = texture(maps[1], shade.xy) + texture(sky, vec4(shade, 1)) * tint
        + vec4(texelFetch(numbers, number, 0));
    id[0] = id[1] = uvec4(number, 1, 2);
}"""
MADE = np.arange(1, 33, dtype=np.float32)


def linked(gl, pairs, before=lambda program: None):
    """The name of a linked program of (kind, text) pairs."""
    program = gl.glCreateProgram()
    for kind, text in pairs:
        shader = gl.glCreateShader(kind)
        gl.glShaderSource(shader, text)
        gl.glCompileShader(shader)
        assert gl.glGetShaderiv(shader, gl.GL_COMPILE_STATUS), gl.glGetShaderInfoLog(shader)
        gl.glAttachShader(program, shader)
    before(program)
    gl.glLinkProgram(program)
    return program


def both(gl):
    return (gl.GL_VERTEX_SHADER, VERTEX), (gl.GL_FRAGMENT_SHADER, FRAGMENT)


def compared(describe, but=frozenset()):
    """Checks that a description is equal in both contexts; describe : gl -> name -> value.

    but : the names of values that may differ.
    """
    with mesa_context(16, 16) as gl:
        expected = describe(gl)
    with softgl.Context(16, 16, machine="eager"):
        found = describe(softgl.gl)
    assert expected.keys() == found.keys()
    different = {name: (expected[name], found[name]) for name in found}
    differing = {name: pair for name, pair in different.items() if pair[0] != pair[1]}
    assert differing.keys() == but, differing


def interface(gl):
    program = linked(gl, both(gl), lambda name: gl.glBindAttribLocation(name, 9, "corner"))
    assert gl.glGetProgramiv(program, gl.GL_LINK_STATUS), gl.glGetProgramInfoLog(program)
    found = {}
    for pname in (
        "ACTIVE_ATTRIBUTES ACTIVE_ATTRIBUTE_MAX_LENGTH ACTIVE_UNIFORMS ATTACHED_SHADERS"
        " ACTIVE_UNIFORM_MAX_LENGTH ACTIVE_UNIFORM_BLOCKS ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH"
    ).split():
        found[pname] = int(gl.glGetProgramiv(program, getattr(gl, f"GL_{pname}")))
    for number in range(found["ACTIVE_ATTRIBUTES"]):
        name, size, kind = gl.glGetActiveAttrib(program, number)
        found[f"attribute {name}"] = int(size), int(kind)
    pnames = "OFFSET ARRAY_STRIDE MATRIX_STRIDE IS_ROW_MAJOR".split()
    for number in range(found["ACTIVE_UNIFORMS"]):
        name, size, kind = gl.glGetActiveUniform(program, number)
        values = np.zeros(1, np.int32)
        described = [int(size), int(kind)]
        for pname in pnames if b"Block" in name or b"lights" in name or name == b"turn" else ():
            index = np.array([number], np.uint32)
            gl.glGetActiveUniformsiv(program, 1, index, getattr(gl, f"GL_UNIFORM_{pname}"), values)
            described.append(int(values[0]))
        found[f"uniform {name}"] = described
    names = (
        "tint matrices matrices[0] matrices[2] matrices[3] weights[3] weights[4] weights[-1]"
        " one one.color one.powers one.powers[0] one.powers[1] one.powers[2] unused nothing"
        " lights[0].color gl_Vertex tint[0] tint.x several[0].first maps[1] sky narrow choices"
    )
    for name in names.split():
        found[f"location {name}"] = gl.glGetUniformLocation(program, name) >= 0
    first = gl.glGetUniformLocation(program, "matrices")
    found["second"] = gl.glGetUniformLocation(program, "matrices[1]") - first
    for name in "corner frame pair pair[0] pair[1] gl_Vertex nothing".split():
        place = gl.glGetAttribLocation(program, name)
        found[f"attribute location {name}"] = place if name == "corner" else place >= 0
    for name in "color id id[1] nothing".split():
        found[f"output {name}"] = gl.glGetFragDataLocation(program, name) >= 0
    for name in ("Lights", "Block", "Block[0]", "Block[1]", "Block[2]", "several"):
        index = gl.glGetUniformBlockIndex(program, name)
        found[f"block {name}"] = index != gl.GL_INVALID_INDEX
        if index != gl.GL_INVALID_INDEX:
            value = np.zeros(1, np.int32)
            for (
                pname
            ) in "DATA_SIZE NAME_LENGTH ACTIVE_UNIFORMS REFERENCED_BY_VERTEX_SHADER".split():
                pname = getattr(gl, f"GL_UNIFORM_BLOCK_{pname}")
                gl.glGetActiveUniformBlockiv(program, index, pname, value)
                found[f"block {name} {int(pname)}"] = int(value[0])
    return found


def test_the_interface_of_a_program():
    # OpenGL 3.3, 2.14.4: a name cannot be "any portion of a single vector".
    compared(interface, {"location tint[0]", "location tint.x"})


def values(gl):
    program = linked(gl, both(gl))
    gl.glUseProgram(program)
    place = {
        name: gl.glGetUniformLocation(program, name)
        for name in "tint matrices[1] weights choices whole bits narrow maps sky".split()
    }
    gl.glUniform4f(place["tint"], 1.75, -2.5, 1e10, 0.5)
    gl.glUniformMatrix4fv(place["matrices[1]"], 1, gl.GL_TRUE, MADE[:16])
    gl.glUniform1fv(place["weights"], 2, MADE)
    gl.glUniform3f(place["choices"], 0, -0.0, 0.25)
    gl.glUniform2i(place["whole"], -7, 9)
    gl.glUniform1ui(place["bits"], 2**31 + 1)
    gl.glUniformMatrix2x3fv(place["narrow"], 1, gl.GL_FALSE, MADE)
    gl.glUniform1iv(place["maps"], 3, np.array([4, 5, 6], np.int32))
    found = {}
    for name, where in place.items():
        for kind, dtype in (("f", np.float32), ("i", np.int32)):
            out = np.full(16, 99, dtype)
            getattr(gl, f"glGetUniform{kind}v")(program, where, out)
            found[f"{name} {kind}"] = out.tolist()
    return found


def test_values_of_uniforms():
    # OpenGL 3.3, 6.1.2: "the nearest value representable" of 1e10; Mesa gives its low 32 bits.
    compared(values, {"tint i"})


def code(gl, name, *arguments) -> int:
    """The error of a call."""
    try:
        getattr(gl, name)(*arguments)
    except Exception as error:
        return int(error.err)
    return 0


def errors(gl):
    program, empty = linked(gl, both(gl)), gl.glCreateProgram()
    shader, tint = gl.glCreateShader(gl.GL_VERTEX_SHADER), gl.glGetUniformLocation(program, "tint")
    weights = gl.glGetUniformLocation(program, "weights")
    maps = gl.glGetUniformLocation(program, "maps")
    choices = gl.glGetUniformLocation(program, "choices")
    calls = [
        ("glUniform4f", tint, 1, 2, 3, 4), ("glUniform1f", -1, 0),
        ("glUseProgram", 99), ("glUseProgram", shader), ("glUseProgram", empty),
        ("glUseProgram", program), ("glUniform4f", tint, 1, 2, 3, 4), ("glUniform1f", -1, 0),
        ("glUniform3f", tint, 1, 2, 3), ("glUniform4i", tint, 1, 2, 3, 4), ("glUniform1f", 999, 0),
        ("glUniform1f", -2, 0), ("glUniform4fv", tint, 2, MADE), ("glUniform1fv", weights, 9, MADE),
        ("glUniform1iv", weights, 1, np.array([1], np.int32)), ("glUniform1i", maps, 1000),
        ("glUniform1i", maps, -1), ("glUniform1f", maps, 1), ("glUniform3ui", choices, 1, 0, 1),
        ("glUniformMatrix4fv", tint, 1, False, MADE), ("glUniform1fv", weights, -1, MADE),
        ("glCreateShader", gl.GL_TRIANGLES), ("glCompileShader", 99), ("glCompileShader", program),
        ("glAttachShader", program, 99), ("glAttachShader", shader, shader),
        ("glDetachShader", program, shader), ("glAttachShader", empty, shader),
        ("glAttachShader", empty, shader), ("glLinkProgram", 99), ("glLinkProgram", shader),
        ("glDeleteShader", 99), ("glDeleteShader", program), ("glDeleteShader", 0),
        ("glDeleteProgram", 99), ("glDeleteProgram", shader), ("glDeleteProgram", 0),
        ("glGetUniformLocation", empty, "a"), ("glGetAttribLocation", empty, "a"),
        ("glGetUniformLocation", shader, "a"), ("glGetUniformLocation", 99, "a"),
        ("glGetFragDataLocation", empty, "a"), ("glBindAttribLocation", program, 99, "a"),
        ("glBindAttribLocation", program, 0, "gl_Vertex"),
        ("glBindFragDataLocation", program, 99, "a"),
        ("glBindFragDataLocation", program, 0, "gl_FragColor"),
        ("glUniformBlockBinding", program, 99, 0), ("glUniformBlockBinding", program, 0, 999),
        ("glUniformBlockBinding", 99, 0, 0), ("glValidateProgram", 99),
        ("glGetUniformfv", program, 999, np.zeros(4, np.float32)),
        ("glGetUniformfv", program, -1, np.zeros(4, np.float32)),
        ("glGetUniformfv", empty, 0, np.zeros(4, np.float32)),
        ("glGetShaderiv", shader, gl.GL_LINK_STATUS), ("glGetShaderiv", program, gl.GL_SHADER_TYPE),
        ("glGetProgramiv", program, gl.GL_COMPILE_STATUS),
        ("glGetProgramiv", 99, gl.GL_LINK_STATUS),
        ("glGetProgramiv", program, gl.GL_GEOMETRY_VERTICES_OUT),
        ("glBindBufferBase", gl.GL_UNIFORM_BUFFER, 999, 0),
        ("glUseProgram", 0), ("glIsShader", 99), ("glIsProgram", 99),
    ]  # fmt: skip
    return {f"{number} {each[0]}": code(gl, *each) for number, each in enumerate(calls)}


def test_errors():
    compared(errors)


def lives(gl):
    program = linked(gl, both(gl))
    first, second = (int(each) for each in gl.glGetAttachedShaders(program))
    found = {}

    def note(words):
        state = [bool(f(each)) for f, each in ((gl.glIsProgram, program), (gl.glIsShader, first),
                                               (gl.glIsShader, second))]  # fmt: skip
        for name, get, pname in (
            (program, gl.glGetProgramiv, gl.GL_LINK_STATUS),
            (program, gl.glGetProgramiv, gl.GL_DELETE_STATUS),
            (first, gl.glGetShaderiv, gl.GL_DELETE_STATUS),
            (first, gl.glGetShaderiv, gl.GL_COMPILE_STATUS),
        ):
            is_there = gl.glIsProgram(name) or gl.glIsShader(name)
            state.append(int(get(name, pname)) if is_there else None)
        found[words] = state, int(gl.glGetIntegerv(gl.GL_CURRENT_PROGRAM)) == program

    note("linked")
    gl.glDeleteShader(first)
    note("shader deleted")
    gl.glUseProgram(program)
    gl.glDetachShader(program, second)
    note("in use, detached")
    gl.glDeleteShader(second)
    note("deleted")
    gl.glShaderSource(first, "wrong")
    note("another source")
    gl.glDeleteProgram(program)
    note("program deleted")
    gl.glUseProgram(0)
    note("not in use")
    return found


def test_the_life_of_objects():
    compared(lives)
