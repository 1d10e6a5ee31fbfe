"""Traces of shaders: the lines of their texts, and registers by the names of variables."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.gl.shaders import compileProgram, compileShader

VERTEX = """#version 330
in vec2 corner; in vec3 more[2];
uniform mat2 turn; uniform float weights[3];
out vec2 place;
void main() {
    place = turn * corner + more[1].xy;
    gl_Position = vec4(corner * weights[2], 0, 1);
}"""
FRAGMENT = """#version 330
in vec2 place;
uniform vec4 tint;
out vec4 color;
void main() {
    float bright = -tint.y;
    if (place.x > -9.0) bright += tint.z;
    color = vec4(bright) * 0.5;
}"""


@pytest.fixture
def context():
    with Context(8, 8, machine="eager") as made:
        texts = ((VERTEX, GL_VERTEX_SHADER), (FRAGMENT, GL_FRAGMENT_SHADER))
        glUseProgram(program := compileProgram(*(compileShader(*each) for each in texts)))
        glUniform4f(glGetUniformLocation(program, "tint"), 0, -0.25, 0.5, 1)
        glUniform1f(glGetUniformLocation(program, "weights[2]"), 1)
        place = glGetAttribLocation(program, "corner")
        glEnableVertexAttribArray(place)
        corners = np.array([[-1, -1], [3, -1], [-1, 3]], np.float32)
        glVertexAttribPointer(place, 2, GL_FLOAT, False, 0, corners)
        yield made


def steps(execution):
    """(line, the names of operands) of each step."""
    found = execution.observer.steps
    return [(step.line, [name for name, _ in step.operands]) for step in found]


def bases(execution):
    """The names of operands without swizzles and signs."""
    names = [name for _, names in steps(execution) for name in names]
    return {name.partition(".x")[0].partition(".y")[0].partition(".z")[0] for name in names}


def test_operands_have_the_names_of_variables(context):
    with context.trace(pixel=(3, 3)) as trace:
        glDrawArrays(GL_TRIANGLES, 0, 3)
    (fragment,) = trace.of("fragment")
    assert "constant" in bases(fragment) and any("tint" in name for name in bases(fragment))
    assert {line for line, _ in steps(fragment)} <= {6, 7, 8}
    assert "bright" in bases(fragment) and "color" in bases(fragment)
    vertex = trace.of("vertex")[0]
    assert {"corner", "weights[2]", "turn[0]", "turn[1]"} <= bases(vertex), bases(vertex)


def test_conditions_name_uniforms(context):
    with context.trace(pixel=(3, 3), when="tint.z > 0.25") as trace:
        glDrawArrays(GL_TRIANGLES, 0, 3)
    assert trace.of("fragment")[0].observer.stopped


def test_the_limit_that_ended_a_loop_is_told():
    text = """#version 330
    uniform float advance; out vec4 color;
    void main() {
        float far = 0.0;
        while (far < 1.0)
            far += advance;
        color = vec4(far);
    }"""
    with Context(8, 8, machine="llvm") as context:
        program = compileProgram(compileShader(text, GL_FRAGMENT_SHADER))
        glUseProgram(program)
        found = []
        for advance in (0.5, 0.0):
            glUniform1f(glGetUniformLocation(program, "advance"), advance)
            with context.trace(pixel=(3, 3)) as trace:
                glRectf(-1, -1, 1, 1)
            found.append(trace.as_json()["executions"][-1]["limit"])
    assert found[0] is None
    assert found[1].startswith("the loop in line 5 of the fragment shader was ended by the limit")
    assert found[1] in str(trace)
