"""Random shaders that keep to what GLSL defines, beside llvmpipe: equal to the last bit.

A failure prints the seed and the text.
"""

from __future__ import annotations

import numpy as np
import pytest

import softgl
import softgl.gl
from tests.drivers.conftest import mesa_context
from tests.drivers.programs.glsl_calls import COLUMNS, OUTPUT, VERSION, VERTEX, framebuffer
from tests.glsl.lower.random_shaders import ROUNDING, random_text

pytestmark = pytest.mark.driver

SEEDS = [*(("fragment", seed) for seed in range(10)), *(("vertex", seed) for seed in range(10, 14))]
HEAD = f"""int i = 0; uint u = 0u; vec4 f = vec4(0.0); ivec4 o0; uvec4 o1; vec4 o2, o3;
{ROUNDING}vec4 low(uvec4 w) {{ return vec4(w & 0xFFFFu); }}
vec4 high(uvec4 w) {{ return vec4(w >> 16u); }}
"""
# The column and the row of a pixel decide the inputs and the output that it shows.
SHOW = """
vec4 shown(int column, int row) {
    i = column - 3; u = uint(i); f = vec4(i, i & 7, 3 - i, 2.0) / 8.0; random();
    if (row == 0) return low(uvec4(o0)); else if (row == 1) return high(uvec4(o0));
    else if (row == 2) return low(o1); else if (row == 3) return high(o1);
    else return row == 4 ? o2 : o3;
}
"""
ROWS = 6
PIXELS = "void main() { result = shown(int(gl_FragCoord.x), int(gl_FragCoord.y)); }"
POINTS = f"""void main() {{
    value = shown(gl_VertexID, gl_InstanceID);
    vec2 place = (vec2(gl_VertexID, gl_InstanceID) + 0.5) / vec2({COLUMNS}, {ROWS});
    gl_Position = vec4(place * 2.0 - 1.0, 0.0, 1.0);
}}
"""


def texts(stage, seed):
    """The vertex and the fragment shader."""
    text = HEAD + random_text(seed, defined=True) + SHOW
    if stage == "fragment":
        return VERTEX, VERSION + OUTPUT + text + PIXELS
    passed = f"{VERSION}flat in vec4 value;\n{OUTPUT}void main() {{ result = value; }}"
    return f"{VERSION}flat out vec4 value;\n{text}{POINTS}", passed


def picture(gl, vertex, fragment):
    """The rows of outputs, (ROWS, COLUMNS, 4) float32."""
    program = gl.glCreateProgram()
    for kind, one in ((gl.GL_VERTEX_SHADER, vertex), (gl.GL_FRAGMENT_SHADER, fragment)):
        shader = gl.glCreateShader(kind)
        gl.glShaderSource(shader, one)
        gl.glCompileShader(shader)
        assert gl.glGetShaderiv(shader, gl.GL_COMPILE_STATUS), gl.glGetShaderInfoLog(shader)
        gl.glAttachShader(program, shader)
    gl.glLinkProgram(program)
    assert gl.glGetProgramiv(program, gl.GL_LINK_STATUS), gl.glGetProgramInfoLog(program)
    framebuffer(gl, ROWS)
    gl.glUseProgram(program)
    gl.glViewport(0, 0, COLUMNS, ROWS)
    if vertex is VERTEX:
        gl.glRectf(-1.0, -1.0, 1.0, 1.0)
    else:
        gl.glDrawArraysInstanced(gl.GL_POINTS, 0, COLUMNS, ROWS)
    data = gl.glReadPixels(0, 0, COLUMNS, ROWS, gl.GL_RGBA, gl.GL_FLOAT)
    return np.array(np.frombuffer(data, np.float32)).reshape(ROWS, COLUMNS, 4)


@pytest.mark.parametrize("stage, seed", SEEDS)
def test_shader(mesa, stage, seed):
    both = texts(stage, seed)
    with mesa_context(8, 8) as gl:
        expected = picture(gl, *both)
    softgl.Context(8, 8, machine="eager").make_current()
    found = picture(softgl.gl, *both)
    row, column, part = np.unravel_index(np.argmax(found != expected), found.shape)
    where = f"row {row}, column {column}, component {part}"
    assert np.array_equal(found, expected), f"{stage}, seed {seed}, {where}\n{both}"
