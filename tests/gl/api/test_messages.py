"""Messages of refused calls: our words, the argument by its name, and a short traceback."""

import re
import traceback

import numpy as np
import pytest

import softgl
from softgl.gl import *


class Broken:
    """A number that raises."""

    def __index__(self):
        raise RuntimeError("not today")


CALLS = [
    (lambda: glVertex3f(1, 2), "z is missing; the arguments are (x, y, z)"),
    (lambda: glClearColor(1, 2), "blue and alpha are missing; the arguments are (red, green, "),
    (lambda: glBegin(GL_LINES, 3), "too many arguments: 2; the arguments are (mode)"),
    (lambda: glClearColor(r=1), "there is no r; the arguments are (red, green, blue, alpha)"),
    (lambda: glEnable(1, cap=1), "cap is given twice"),
    (lambda: glViewport(0, 0, 8, x=1), "x is given twice"),
    (lambda: glViewport(0, 0, 1.5, 4), "width is not a GLsizei: 1.5 is not an integer"),
    (lambda: glColor3f(1, 2, "a"), "blue is not a GLfloat: 'a' is not a number"),
    (lambda: glEnable(None), "cap is not a GLenum: None is not an integer"),
    (lambda: glEnable(Broken()), "cap is not a GLenum: "),
    (lambda: glLoadMatrixf(["a"] * 16), "16 numbers needed: it holds something other than numbers"),
    (lambda: glLoadMatrixf([[1, 2], [3]]), "16 numbers needed: its rows differ in length"),
    (lambda: glLightfv(GL_LIGHT0, GL_POSITION, [1]), "4 numbers needed, not 1"),
    (lambda: glClear(GL_LINES), "has bits that name no buffer"),
    (lambda: softgl.Context("a", 3), "Context('a', 3): GL_INVALID_VALUE: width is 'a', not an int"),
    (lambda: softgl.Context(3, 3, lanes=5), "Context(3, 3, 'raise', 'llvm', 5): GL_INVALID_VALUE"),
]


@pytest.mark.parametrize(("call", "words"), CALLS, ids=[words[:24] for _, words in CALLS])
def test_a_refused_call(context, call, words):
    for _ in range(2):  # a command is compiled by its first call
        with pytest.raises(softgl.GLError) as caught:
            call()
        error = caught.value
        assert words in str(error) and "\n" not in str(error)
        frames = traceback.extract_tb(error.__traceback__)
        assert len(frames) - 2 <= 2, frames  # this test and the lambda
        shown = "".join(traceback.format_exception(error))
        assert "another exception" not in shown
        assert ("direct cause" in shown) == ("__index__" in shown)  # only code of the application


def test_an_array_takes_one_line_of_a_message(context):
    with pytest.raises(softgl.GLError, match=re.escape("array([[0., 0., 0.], [0., 0., 0.],")):
        glLoadMatrixf(np.zeros((3, 3)))


PROGRAM = "!!ARBfp1.0\nMUL result.colour, fragment.color, 0.5;\nEND"


@pytest.mark.parametrize(
    ("text", "length", "words"),
    [
        (PROGRAM, 54, "hint: did you mean 'color'?"),
        (
            PROGRAM.replace("colour", "color").replace(";", ""),
            52,
            "hint: the statement before it has no ';'",
        ),
        (PROGRAM.replace("colour", "color"), 40, "len: only 40 of the 53 bytes of the text count"),
        ("!!ARBfp2.0\nEND", 14, "hint: '!!ARBfp2.0' is not supported"),
        ("void main() {}", 14, "hint: the text is GLSL; glShaderSource takes it"),
        ("!!VP1.0\nEND", 11, "GL_INVALID_OPERATION: line 1"),  # of another stage: no hint
    ],
)
def test_a_refused_program_has_the_hints_of_check(context, text, length, words):
    with pytest.raises(softgl.GLError) as caught:
        glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, length, text)
    assert words in str(caught.value)
    assert ("hint: " in words) == ("hint: " in str(caught.value))
