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

SEEDS = range(12)
HEAD = f"""{VERSION}{OUTPUT}int i; uint u; vec4 f; ivec4 o0; uvec4 o1; vec4 o2, o3;
{ROUNDING}vec4 low(uvec4 w) {{ return vec4(w & 0xFFFFu); }}
vec4 high(uvec4 w) {{ return vec4(w >> 16u); }}
"""
MAIN = """
void main() { i = int(gl_FragCoord.x) - 3; u = uint(i);
f = vec4(i, i & 7, 3 - i, 2.0) / 8.0; random(); int row = int(gl_FragCoord.y);
if (row == 0) result = low(uvec4(o0)); else if (row == 1) result = high(uvec4(o0));
else if (row == 2) result = low(o1); else if (row == 3) result = high(o1);
else result = row == 4 ? o2 : o3; }
"""
ROWS = 6


def picture(gl, text):
    """The rows of outputs, (ROWS, COLUMNS, 4) float32."""
    program = gl.glCreateProgram()
    for kind, one in ((gl.GL_VERTEX_SHADER, VERTEX), (gl.GL_FRAGMENT_SHADER, text)):
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
    gl.glRectf(-1.0, -1.0, 1.0, 1.0)
    data = gl.glReadPixels(0, 0, COLUMNS, ROWS, gl.GL_RGBA, gl.GL_FLOAT)
    return np.array(np.frombuffer(data, np.float32)).reshape(ROWS, COLUMNS, 4)


@pytest.mark.parametrize("seed", SEEDS)
def test_shader(mesa, seed):
    text = HEAD + random_text(seed, defined=True) + MAIN
    with mesa_context(8, 8) as gl:
        expected = picture(gl, text)
    softgl.Context(8, 8, machine="eager").make_current()
    found = picture(softgl.gl, text)
    row, column, part = np.unravel_index(np.argmax(found != expected), found.shape)
    where = f"row {row}, column {column}, component {part}"
    assert np.array_equal(found, expected), f"seed {seed}, {where}\n{text}"
