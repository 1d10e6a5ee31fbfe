"""A temple in the sea at sunset: one triangle, and a GLSL shader that marches along rays."""

import numpy as np

from softgl import hostmath
from softgl.gl import *
from softgl.studio import antialiased, load_shaders

SUN = hostmath.normalize((-0.62, 0.55, 0.32))


def setup():
    """Loads the shaders; the triangle has no arrays."""
    global program
    program = load_shaders("glsl/window.vert", "glsl/temple.frag")
    glBindVertexArray(glGenVertexArrays(1))
    glUniform3fv(glGetUniformLocation(program, "sun"), 1, np.float32(SUN))


def draw(time, width, height):
    """Draws the triangle; the eye sways and the waves roll once."""
    with antialiased(width, height):
        glUniform2f(glGetUniformLocation(program, "size"), width, height)
        glUniform1f(glGetUniformLocation(program, "time"), time)
        glDrawArrays(GL_TRIANGLES, 0, 3)
