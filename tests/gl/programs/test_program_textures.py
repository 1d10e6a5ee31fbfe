"""Texture units that a vertex program and fragments sample."""

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *
from tests.gl.attachments import code

VERTEX = """!!ARBvp1.0 OPTION NV_vertex_program3; TEMP t;
TXL t, vertex.position, texture[0], {};
ADD result.position, vertex.position, t.w;
MOV result.color, t;
END"""
FRAGMENT = "!!ARBfp1.0 TEX result.color, fragment.texcoord, texture[{}], {}; END"
WAYS = {
    "glBegin": lambda: glBegin(GL_POINTS),
    "glRasterPos": lambda: glRasterPos2f(0, 0),
    "glRect": lambda: glRectf(0, 0, 1, 1),
    "glDrawArrays": lambda: glDrawArrays(GL_POINTS, 0, 1),
    "glDrawElements": lambda: glDrawElements(GL_POINTS, 1, GL_UNSIGNED_BYTE, [0]),
}


def use(target, text):
    glBindProgramARB(target, glGenProgramsARB(1))
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    glEnable(target)


def refused(draw):
    with pytest.raises(GLError) as caught:
        draw()
    assert caught.value.code == GL_INVALID_OPERATION
    assert "texture unit 0 as 2D" in str(caught.value)


@pytest.mark.parametrize("way", WAYS)
def test_two_targets_of_one_unit(context, snapshot, way):
    """NV_vertex_program3: "different texture targets on the same texture image unit"."""
    use(GL_VERTEX_PROGRAM_ARB, VERTEX.format("2D"))
    use(GL_FRAGMENT_PROGRAM_ARB, FRAGMENT.format(0, "3D"))
    glVertexPointer(2, GL_FLOAT, 0, np.zeros((1, 2), np.float32))
    glEnableClientState(GL_VERTEX_ARRAY)
    before = snapshot(context)
    refused(WAYS[way])
    assert snapshot(context) == before
    use(GL_FRAGMENT_PROGRAM_ARB, FRAGMENT.format(1, "3D"))
    WAYS[way]()


def test_fixed_function_texturing_counts(context):
    use(GL_VERTEX_PROGRAM_ARB, VERTEX.format("2D"))
    glEnable(GL_TEXTURE_1D)
    refused(WAYS["glRect"])
    glEnable(GL_TEXTURE_2D)
    WAYS["glRect"]()
    # A program that is not enabled samples nothing.
    glDisable(GL_VERTEX_PROGRAM_ARB)
    glDisable(GL_TEXTURE_2D)
    WAYS["glRect"]()


def test_programs_agree_on_shadow_maps(context):
    """Between programs SHADOW2D and 2D are two targets; fixed function has one for both."""
    option = "OPTION ARB_fragment_program_shadow;"
    vertex = VERTEX.replace("TEMP", option + " TEMP").format("SHADOW2D")
    fragment = FRAGMENT.format(0, "SHADOW2D").replace("TEX", option + "TEX", 1)
    use(GL_VERTEX_PROGRAM_ARB, VERTEX.format("2D"))
    use(GL_FRAGMENT_PROGRAM_ARB, fragment)
    refused(WAYS["glBegin"])
    use(GL_VERTEX_PROGRAM_ARB, vertex)
    WAYS["glRect"]()
    use(GL_FRAGMENT_PROGRAM_ARB, FRAGMENT.format(0, "2D"))
    assert code(WAYS["glRect"]) == GL_INVALID_OPERATION
    glDisable(GL_FRAGMENT_PROGRAM_ARB)
    glEnable(GL_TEXTURE_2D)
    WAYS["glRect"]()
    glEnable(GL_TEXTURE_3D)
    assert code(WAYS["glRect"]) == GL_INVALID_OPERATION
