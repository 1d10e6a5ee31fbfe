"""`softgl draws --against`, as a user types it."""

from __future__ import annotations

import json

import pytest

ONE = r'''"""Two rectangles with a program."""
from softgl.gl import *

TEXT = b"!!ARBfp1.0\nMOV result.color, fragment.color;\nEND"


def setup():
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 1)
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(TEXT), TEXT)
    glEnable(GL_FRAGMENT_PROGRAM_ARB)


def draw(time, width, height):
    glClear(GL_COLOR_BUFFER_BIT)
    glRectf(-1, -1, 0, 0)
    glRectf(0, 0, 0.5, 1)
'''
MORE = ONE.replace(
    "    glRectf(0, 0",
    "    glDepthFunc(GL_EQUAL)\n    glClear(GL_DEPTH_BUFFER_BIT)\n    glRectf(0, 0",
)
ARRAY = """\"Client arrays.\"
import numpy as np

from softgl.gl import *


def draw(time, width, height):
    glVertexPointer(2, GL_SHORT, 0, np.int16([[0, 0], [1, 0], [0, 1]]))
    glEnableClientState(GL_VERTEX_ARRAY)
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_INT, np.uint32([0, 1, 2]))
"""
SCENES = {
    "one": ONE,
    "red": ONE.replace("fragment.color", "{ 1, 0, 0, 1 }"),
    "more": MORE.replace("0.5, 1", "0.5, 0.5"),
    "array": ARRAY,
    "other": ARRAY.replace("[0, 1, 2]", "[0, 2, 1]"),
    "less": ONE.replace("    glRectf(0, 0, 0.5, 1)\n", ""),
}
OPTIONS = "--machine eager"


@pytest.fixture
def run(tmp_path, monkeypatch, command):
    """Compares two of the scenes in the current folder."""
    monkeypatch.chdir(tmp_path)
    for name, text in SCENES.items():
        (tmp_path / f"{name}.py").write_text(text)
    return lambda one, other, more="--size 8x8": command(
        f"draws {one} --against {other} --machine eager {more}"
    )


def test_equal_frames(run, command):
    assert run("one.py", "one.py") == (0, "the frames are equal: 3 draws\n", "")
    assert command("capture one.py -o one.softgl --size 8x8 --machine eager")[0] == 0
    # The scene gets the size of the capture.
    for pair in (("one.py", "one.softgl"), ("one.softgl", "one.py")):
        assert run(*pair, "")[:2] == (0, "the frames are equal: 3 draws\n")
    assert run("one.softgl", "red.py", "")[0] == 1


def test_another_program(run):
    status, out, _ = run("one.py", "red.py")
    listed, first, picture = out.split("\n\n")[1:]
    assert status == 1 and listed.splitlines()[1:] == [
        "    0    0 ~ glClear(GL_COLOR_BUFFER_BIT)  [state]",
        "    1    1 ~ glRectf(-1, -1, 0, 0)  [state, picture]",
        "    2    2 ~ glRectf(0, 0, 0.5, 1)  [state, picture]",
    ]
    head, name, *diff = first.splitlines()
    assert head == "first difference: draw 0 of one, draw 0 of other"
    assert name == "  programs.1.source:" and "    +MOV result.color, { 1, 0, 0, 1 };" in diff
    assert picture.splitlines()[0] == "first other picture: draw 1 of one, draw 1 of other"
    assert picture.splitlines()[-1] == "  color 0: 16 of 64 pixels differ"


def test_other_draws_and_state(run):
    status, out, _ = run("one.py", "more.py", "--size 8x8 --json")
    found = json.loads(out)
    assert status == 1
    assert [(row["one"], row["other"], row["differs"]) for row in found["rows"]] == [
        (0, 0, []), (1, 1, []), (None, 2, []), (2, 3, ["call", "state", "picture"])
    ]  # fmt: skip
    assert found["first"] == {"one": None, "other": 2}
    pair = found["first_picture"]
    assert pair["calls"] == ["glRectf(0, 0, 0.5, 1)", "glRectf(0, 0, 0.5, 0.5)"]
    assert pair["state"] == {"depth.GL_DEPTH_FUNC": ["GL_LESS", "GL_EQUAL"]} and pair["texts"] == {}
    assert pair["pixels"] == {"color 0": {"pixels": 64, "count": 4}}
    text = run("one.py", "more.py")[1]
    assert "\nfirst difference: draw 2 is only in other\n" in text
    assert "  call: glRectf(0, 0, 0.5, 1) -> glRectf(0, 0, 0.5, 0.5)\n" in text
    assert '  depth.GL_DEPTH_FUNC: "GL_LESS" -> "GL_EQUAL"\n' in text
    assert "first difference: draw 2 is only in one\n" in run("one.py", "less.py")[1]


def test_arrays_among_arguments(run, command):
    assert command("capture array.py -o array.trace --size 8x8 --machine eager")[0] == 0
    assert run("array.py", "array.trace", "")[:2] == (0, "the frames are equal: 1 draw\n")
    status, out, _ = run("array.py", "other.py")
    assert status == 1 and out.endswith("draw 0 of other\n  call: its arrays differ\n")


def test_a_long_list_is_compared_to_its_end(run, tmp_path):
    for name, last in (("long", 2), ("last", 0)):
        numbers = [*range(3)] * 10 + [0, 1, last]
        text = ARRAY.replace("np.uint32([0, 1, 2])", str(numbers)).replace("S, 3,", "S, 33,")
        (tmp_path / f"{name}.py").write_text(text)
    assert run("long.py", "long.py")[0] == 0
    assert "  call: its arrays differ\n" in run("long.py", "last.py")[1]


def test_other_sizes(run, command):
    for side in (4, 8):
        assert command(f"capture one.py -o {side}.softgl --size {side}x8 --machine eager")[0] == 0
    status, out, _ = run("4.softgl", "8.softgl", "")
    assert status == 1 and "\n  color 0: 4x8 -> 8x8\n" in out


@pytest.mark.parametrize(
    ("one", "other", "more", "status", "why"),
    [
        ("one.py", "none.py", "", 2, "softgl: no such file: none.py\n"),
        ("none.softgl", "one.py", "", 2, "none.softgl"),
        ("one.py", "red.py", "--time", 2, "--against excludes --stack, --time and --calls"),
        ("one.py", "red.py", "--size 8", 2, "--size '8' is not of the form"),
    ],
)
def test_trouble(run, one, other, more, status, why):
    found, out, error = run(one, other, more)
    assert (found, out) == (status, "") and why in error
