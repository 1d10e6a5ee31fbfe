"""TGSI texts of programs of other languages draw what those draw."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.asm import parse
from softgl.asm.tgsi.write import constants, write
from softgl.gl import *

VERTEX, FRAGMENT = GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB


def use(target, text):
    """Load a program or a text in the place of the one before."""
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    glEnable(target)


def picture(draw) -> bytes:
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
    draw()
    color = glReadPixels(0, 0, 8, 8, GL_RGBA, GL_FLOAT, outputType=None)
    depth = glReadPixels(0, 0, 8, 8, GL_DEPTH_COMPONENT, GL_FLOAT, outputType=None)
    return color.tobytes() + depth.tobytes()


def give_constants(target, program, values):
    """Set what `constants` lists; values : by the name of a binding."""
    for number, name in constants(program).items():
        glProgramLocalParameter4fvARB(target, number, np.array(values[name], np.float32))


def test_back_colors_that_nothing_writes(either):
    """(0, 0, 0, 1), as every result of these languages is at first."""
    source = "!!VP1.1 MUL o[HPOS], c[0], v[0]; MOV o[COL0], v[3]; MOV o[COL1], v[3]; END"
    glEnable(GL_VERTEX_PROGRAM_TWO_SIDE_ARB)
    use(FRAGMENT, "!!ARBfp1.0 ADD result.color, fragment.color, fragment.color.secondary; END")

    def draw():
        glBegin(GL_TRIANGLE_STRIP)
        for number, (x, y) in enumerate(((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0), (-1, 0))):
            glVertexAttrib4fARB(3, 0.1 * number, 0.5, 1 - 0.2 * number, 0.3)
            glVertexAttrib4fARB(0, x, y, 0, 1)
        glEnd()

    row = [1, 0.75, 0.5, 1]
    use(VERTEX, source)
    glProgramEnvParameter4fvARB(VERTEX, 0, np.array(row, np.float32))
    wanted = picture(draw)
    use(VERTEX, write(parse(source)))
    give_constants(VERTEX, parse(source), {"program.env[0]": row})
    assert picture(draw) == wanted
    assert len(set(wanted)) > 20


@pytest.mark.parametrize("ends", [(0.25, 0.75), (1, 0)])
def test_depths_and_missing_textures(either, ends):
    """Fragments beyond the depth range drop out with GL_DEPTH_CLAMP and the depth range given."""
    source = (
        "!!FP1.0 TEX R0, f[COL0], TEX0, 2D; TEX R1, f[COL0], TEX1, 2D; ADD R0, R0, R1;"
        " MAD o[DEPR].z, f[WPOS].x, 0.25, -0.5; MAD o[COLR], f[COL0], 0.5, R0.wxyz; END"
    )
    program = parse(source)
    glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
    glTexImage2D(
        GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, b"\x40\x20\x10\x20"
    )
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    glEnable(GL_DEPTH_TEST)
    glDepthFunc(GL_ALWAYS)
    glDepthRange(*ends)
    glColor4f(0.5, 0.25, 0.75, 0.5)

    def draw():
        glBegin(GL_QUADS)
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            glVertex3f(x, y, 3 * x)  # much is beyond the near and far planes
        glEnd()

    use(FRAGMENT, source)
    wanted = picture(draw)
    use(FRAGMENT, write(program))
    glEnable(GL_DEPTH_CLAMP)
    give_constants(FRAGMENT, program, {"state.depth.range": (*ends, ends[1] - ends[0], 1)})
    assert picture(draw) == wanted
    colors = np.frombuffer(wanted, np.float32)[:256].reshape(-1, 4)
    assert 8 < colors.any(axis=1).sum() < 64
