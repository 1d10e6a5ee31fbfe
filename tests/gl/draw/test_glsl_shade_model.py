"""The shade model beside the interpolation qualifiers of GLSL's colours."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.gl import *
from softgl.gl.shaders import compileProgram, compileShader

VERTICES = "#version 130\n{0} out vec4 gl_FrontColor;\nvoid main() {{\n"
VERTICES += "    gl_Position = gl_Vertex;\n    gl_FrontColor = gl_Color;\n}}\n"
FRAGMENTS = "#version 130\n{0} in vec4 gl_Color;\n"
FRAGMENTS += "void main() {{ gl_FragColor = vec4(gl_Color.rgb, 1.0); }}\n"


@pytest.mark.parametrize("word", ["", "flat", "smooth", "noperspective"])
def test_colors_with_a_qualifier_do_not_follow_the_shade_model(either, word):
    """GLSL 1.30, 4.3.6: "A variable qualified as smooth will be interpolated"."""
    texts = VERTICES if word else VERTICES.replace("{0} out vec4 gl_FrontColor;", "")
    reads = FRAGMENTS if word else FRAGMENTS.replace("{0} in vec4 gl_Color;", "")
    shaders = (
        compileShader(texts.format(word), GL_VERTEX_SHADER),
        compileShader(reads.format(word), GL_FRAGMENT_SHADER),
    )
    glUseProgram(compileProgram(*shaders))
    glShadeModel(GL_FLAT)
    glBegin(GL_TRIANGLES)
    for x, y, red in ((-1, -1, 1), (3, -1, 0), (-1, 3, 0)):
        glColor3f(red, 0, 0)
        glVertex2f(x, y)
    glEnd()
    row = np.frombuffer(glReadPixels(0, 0, 8, 1, GL_RGBA, GL_UNSIGNED_BYTE), np.uint8)[::4]
    assert (len(set(row.tolist())) == 8) == (word in ("smooth", "noperspective"))
