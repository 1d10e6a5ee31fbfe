"""What only fixed-function stages could draw is refused, not drawn wrong; programs draw."""

import pytest

from softgl.errors import GLError
from softgl.gl import *

VERTEX = "!!ARBvp1.0 {option} MOV result.color, vertex.color; {position} END"
POSITION = "MOV result.position, vertex.position;"


def load(target, text):
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    glEnable(target)


def drawn(context):
    glRectf(-1, -1, 1, 1)
    return list(glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE)) == [255] * 4


VERTEX_STAGES = {
    "lighting": lambda: glEnable(GL_LIGHTING),
    "texture coordinates": lambda: glEnable(GL_TEXTURE_GEN_T),
}


@pytest.mark.parametrize("stage", VERTEX_STAGES)
def test_refused_without_a_program(context, snapshot, stage):
    assert drawn(context)
    VERTEX_STAGES[stage]()
    before = snapshot(context)
    with pytest.raises(GLError, match=stage) as caught:
        glRectf(-1, -1, 1, 1)
    assert caught.value.code == GL_INVALID_OPERATION
    assert snapshot(context) == before
    load(GL_VERTEX_PROGRAM_ARB, VERTEX.format(option="", position=POSITION))
    assert drawn(context)


def test_what_changes_no_picture_is_drawn(context):
    for cap in (GL_LIGHT0, GL_COLOR_MATERIAL, GL_NORMALIZE, GL_RESCALE_NORMAL, GL_POINT_SPRITE):
        glEnable(cap)
    assert drawn(context)
