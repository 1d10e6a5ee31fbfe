"""ftransform and the product of gl_ModelViewProjectionMatrix place vertices as fixed function."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.gl import *
from softgl.gl.shaders import compileProgram, compileShader

FRAGMENT = "void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }"


def triangles():
    rng = np.random.default_rng(4)
    glBegin(GL_TRIANGLES)
    for vertex in rng.uniform(-1, 1, (60, 3)):
        glVertex3f(*vertex)
    glEnd()


@pytest.mark.parametrize("position", ["ftransform()", "gl_ModelViewProjectionMatrix * gl_Vertex"])
def test_positions_are_those_of_fixed_function(either, position):
    vertex = f"void main() {{ gl_Position = {position}; }}"
    program = compileProgram(
        compileShader(vertex, GL_VERTEX_SHADER), compileShader(FRAGMENT, GL_FRAGMENT_SHADER)
    )
    glMatrixMode(GL_PROJECTION)
    glFrustum(-0.7, 0.9, -0.8, 1.1, 1.3, 7.7)
    glMatrixMode(GL_MODELVIEW)
    glTranslatef(0.1, -0.2, -3.1)
    glRotatef(37, 0.3, 1, 0.2)
    glEnable(GL_DEPTH_TEST)
    glColor3f(1, 0, 0)
    triangles()
    drawn = np.frombuffer(glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE), np.uint8)
    glDepthFunc(GL_EQUAL)
    glUseProgram(program)
    triangles()
    again = np.frombuffer(glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE), np.uint8)
    assert drawn.reshape(-1, 4)[:, 0].any()
    np.testing.assert_array_equal(again.reshape(-1, 4)[:, 1], drawn.reshape(-1, 4)[:, 0])
