"""Parameters that !!FP1.0 programs declare by name (NV_fragment_program, 5.7)."""

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *

FRAGMENT = GL_FRAGMENT_PROGRAM_NV
PROGRAM = """!!FP1.0
DECLARE light = {1, 2, 3, 4};
DECLARE paint;
MOV R0, light;
ADD o[COLR], R0, paint;
END"""


def load(name=1, text=PROGRAM, target=FRAGMENT):
    glLoadProgramNV(target, name, len(text), text)


def get(name, parameter):
    return glGetProgramNamedParameterfvNV(name, len(parameter), parameter).tolist()


def refused(code, function, *arguments):
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code


def test_values(context):
    load()
    assert get(1, "light") == [1, 2, 3, 4]
    assert get(1, b"paint") == [0, 0, 0, 0]
    glProgramNamedParameter4fNV(1, 5, "paint", 5, 6, 7, 8)
    assert get(1, "paint") == [5, 6, 7, 8]
    glProgramNamedParameter4fvNV(1, 5, b"paint", [4, 3, 2, 1])
    assert get(1, np.frombuffer(b"paint", np.uint8)) == [4, 3, 2, 1]
    glProgramNamedParameter4dNV(1, 5, "paint and more", 0.5, 0, 0, 1)
    found = glGetProgramNamedParameterdvNV(1, 5, "paint")
    assert found.dtype == np.float64
    assert found.tolist() == [0.5, 0, 0, 1]
    glProgramNamedParameter4dvNV(1, 5, "light", (9, 9, 9, 9))
    assert get(1, "light") == [9, 9, 9, 9]
    # They belong to the program: another one has its own, a new text has its declared ones.
    load(2)
    load(1)
    assert get(1, "light") == get(2, "light") == [1, 2, 3, 4]


def test_errors(context, snapshot):
    load()
    load(2, "!!ARBfp1.0 MOV result.color, {0}.x; END")
    load(3, "!!VP1.0 MOV o[HPOS], v[0]; END", GL_VERTEX_PROGRAM_NV)
    glGenProgramsNV(1)
    before = snapshot(context)
    four = (1, 2, 3, 4)
    for name in (0, 2, 3, 4, 77):
        refused(GL_INVALID_OPERATION, glProgramNamedParameter4fNV, name, 5, "light", *four)
        refused(GL_INVALID_OPERATION, glGetProgramNamedParameterfvNV, name, 5, "light")
    for length, name in ((0, "light"), (4, "light"), (5, "Light"), (6, "light"), (-1, "light")):
        refused(GL_INVALID_VALUE, glProgramNamedParameter4dvNV, 1, length, name, four)
        refused(GL_INVALID_VALUE, glGetProgramNamedParameterdvNV, 1, length, name)
    refused(GL_INVALID_VALUE, glProgramNamedParameter4fvNV, 1, 5, "light", four[:3])
    assert snapshot(context) == before


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_a_picture(context, machine):
    drawn = type(context)(4, 4, machine=machine)
    load(text=PROGRAM.replace("{1, 2, 3, 4}", "{0, 0, 0, 1}"))
    glBindProgramNV(FRAGMENT, 1)
    glEnable(FRAGMENT)
    for color, expected in (((1, 0, 0, 0), [255, 0, 0, 255]), ((0, 0, 1, 0), [0, 0, 255, 255])):
        glProgramNamedParameter4fNV(1, 5, "paint", *color)
        glRectf(-1, -1, 1, 1)
        assert np.asarray(drawn.read_image())[2, 2].tolist() == expected
