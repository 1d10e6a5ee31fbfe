"""Explanations of programs that end at limits of iterations and steps."""

from __future__ import annotations

import warnings

import pytest

import softgl
from softgl.gl import *
from softgl.gl.shaders import compileProgram, compileShader

SHADER = """#version 330
uniform float advance; out vec4 color;
void main() {
    float far = 0.0;
    if (gl_FragCoord.x < 4.0)
        while (far < 1.0) far += advance;
    for (int i = 0; i < 3000; i++)
        for (int j = 0; j < 1000 && gl_FragCoord.y > 6.0; j++) far += advance;
    color = vec4(far);
}"""
ENDLESS = """!!NVfp4.0
TEMP R0;
REP;
  BRK (FL);
  ADD R0, R0, fragment.position;
ENDREP;
MOV result.color, R0;
END"""


def explained(context) -> str:
    """Draws a rectangle over all pixels; returns its explanation."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        glRectf(-1, -1, 1, 1)
    return context.explain()


@pytest.mark.parametrize(("advance", "pixels"), [(0, {6: 32, 8: 8}), (0.5, {8: 16}), (2, {8: 16})])
def test_loops_of_shaders_are_named_with_their_lines(advance, pixels):
    with softgl.Context(8, 8, machine="llvm", explain=True) as context:
        program = compileProgram(compileShader(SHADER, GL_FRAGMENT_SHADER))
        glUseProgram(program)
        glUniform1f(glGetUniformLocation(program, "advance"), advance)
        lines = [line for line in explained(context).splitlines() if "ended by" in line]
        assert lines == [
            f"- the loop in line {line} of the fragment shader was ended by the limit of iterations"
            f" (65,536 of one loop, 1,048,576 of all) at {count} pixels"
            for line, count in pixels.items()
        ]


@pytest.mark.parametrize("machine", ["llvm", "eager"])
def test_loops_that_end_are_not_named(machine):
    text = SHADER.replace("1000", "2").replace("3000", "advance * 4")
    with softgl.Context(8, 8, machine=machine, explain=True) as context:
        program = compileProgram(compileShader(text, GL_FRAGMENT_SHADER))
        glUseProgram(program)
        glUniform1f(glGetUniformLocation(program, "advance"), 2)
        assert "ended by" not in explained(context)


def test_programs_of_assembly_end_after_steps():
    with softgl.Context(8, 8, machine="llvm", explain=True) as context:
        glProgramStringARB(
            GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(ENDLESS), ENDLESS.encode()
        )
        glEnable(GL_FRAGMENT_PROGRAM_ARB)
        assert (
            "the fragment program was ended after 262,144 instructions at 64 pixels"
            in explained(context)
        )


VERTEX = """#version 120
attribute float advance;
void main() {
    float far = 0.0;
    while (far < 1.0)
        far += advance;
    gl_Position = vec4(gl_Vertex.xy, 0.0, far);
}"""


@pytest.mark.parametrize(("least", "vertices"), [(0, ["at 1 vertex"]), (1, [])])
def test_loops_of_vertex_shaders_are_named(least, vertices):
    with softgl.Context(8, 8, machine="llvm", explain=True) as context:
        program = compileProgram(compileShader(VERTEX, GL_VERTEX_SHADER))
        glUseProgram(program)
        place = glGetAttribLocation(program, "advance")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            glBegin(GL_TRIANGLES)
            for number, (x, y) in enumerate(((-1, -1), (3, -1), (-1, 3))):
                glVertexAttrib1f(place, number + least)
                glVertex2f(x, y)
            glEnd()
        found = [line for line in context.explain().splitlines() if "ended by" in line]
        assert [line.partition(") ")[2] for line in found] == vertices
        assert all("the loop in line 5 of the vertex shader" in line for line in found)


GEOMETRY = """#version 330
layout(triangles) in; layout(triangle_strip, max_vertices = 3) out;
void main() {
    for (int n = 0; n < 3; n++) {
        float far = 0.0;
        while (gl_in[n].gl_Position.x < 2.0 && far < 1.0)
            far += max(gl_in[0].gl_Position.y, 0.0);
        gl_Position = gl_in[n].gl_Position;
        EmitVertex();
    }
}"""


def test_loops_of_geometry_shaders_are_named():
    vertex = "#version 330 compatibility\nvoid main() { gl_Position = gl_Vertex; }"
    with softgl.Context(8, 8, machine="llvm", explain=True) as context:
        sources = ((vertex, GL_VERTEX_SHADER), (GEOMETRY, GL_GEOMETRY_SHADER))
        glUseProgram(compileProgram(*(compileShader(*each) for each in sources)))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            glBegin(GL_TRIANGLES)
            for x, y in ((-1, 1), (3, 1), (-1, 3), (-1, -1), (3, -1), (-1, 3)):
                glVertex2f(x, y)
            glEnd()
        (found,) = [line for line in context.explain().splitlines() if "ended by" in line]
        assert "the loop in line 6 of the geometry shader" in found
        assert found.endswith("at 1 primitive")
