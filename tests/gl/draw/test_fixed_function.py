"""What only fixed-function stages could draw is refused, not drawn wrong; programs draw."""

import pytest

from softgl.errors import GLError
from softgl.gl import *

VERTEX = "!!ARBvp1.0 {option} MOV result.color, vertex.color; {position} END"
POSITION = "MOV result.position, vertex.position;"
FRAGMENT = "!!ARBfp1.0 MOV result.color, fragment.color; END"


def load(target, text):
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    glEnable(target)


def drawn(context):
    glRectf(-1, -1, 1, 1)
    return list(glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE)) == [255] * 4


def of_unit_1():
    glActiveTexture(GL_TEXTURE1)
    glEnable(GL_TEXTURE_2D)
    glActiveTexture(GL_TEXTURE0)


def replacing():
    glEnable(GL_TEXTURE_2D)
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE)


VERTEX_STAGES = {
    "lighting": lambda: glEnable(GL_LIGHTING),
    "texture coordinates": lambda: glEnable(GL_TEXTURE_GEN_T),
}
FRAGMENT_STAGES = {
    "fog": lambda: glEnable(GL_FOG),
    "colour sum": lambda: glEnable(GL_COLOR_SUM),
    "unit 0": of_unit_1,
    "GL_MODULATE": replacing,
}


@pytest.mark.parametrize("stage", [*VERTEX_STAGES, *FRAGMENT_STAGES])
def test_refused_without_a_program(context, snapshot, stage):
    assert drawn(context)
    (VERTEX_STAGES | FRAGMENT_STAGES)[stage]()
    before = snapshot(context)
    with pytest.raises(GLError, match=stage) as caught:
        glRectf(-1, -1, 1, 1)
    assert caught.value.code == GL_INVALID_OPERATION
    assert snapshot(context) == before
    if stage in VERTEX_STAGES:
        load(GL_VERTEX_PROGRAM_ARB, VERTEX.format(option="", position=POSITION))
    else:
        load(GL_FRAGMENT_PROGRAM_ARB, FRAGMENT)
    assert drawn(context)


def test_what_changes_no_picture_is_drawn(context):
    for cap in (GL_LIGHT0, GL_COLOR_MATERIAL, GL_NORMALIZE, GL_RESCALE_NORMAL, GL_POINT_SPRITE):
        glEnable(cap)
    assert drawn(context)
