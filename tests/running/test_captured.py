"""Frames of scripts as captures: `softgl run --capture`, and every tool on a script."""

from __future__ import annotations

import json

import numpy as np
import pytest
from PIL import Image

from softgl import cli
from softgl.running.captured import is_script

SCRIPT = """
import sys
from OpenGL.GL import *
from OpenGL.GLUT import *

green = 0.0

def draw():
    glClear(GL_COLOR_BUFFER_BIT)
    glColor3f(1, green, 0)
    glRectf(-1, -1, 0, 1)
    glutSwapBuffers()

def idle():
    global green
    green += 0.5
    print("idle")
    glutPostRedisplay()

glutInit(sys.argv)
glutInitDisplayMode(GLUT_DOUBLE | GLUT_RGB)
glutInitWindowSize(8, 6)
glutCreateWindow(b"window")
glEnable(GL_DITHER)
glutDisplayFunc(draw)
glutIdleFunc(idle)
glutMainLoop()
"""


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs the command with these words: (exit status, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "script.py").write_text(SCRIPT)

    def run(words):
        capsys.readouterr()
        try:
            status = cli.main([*words.split(), "--machine", "eager"])
        except SystemExit as end:
            status = end.code
        return status, *capsys.readouterr()

    return run


def test_a_frame_of_a_run(run):
    said = run("run script.py --capture f.softgl --frame 1")
    assert said[0] == 0 and said[2] == "softgl: f.softgl: frame 1\n"
    assert run("run script.py -o f-%d.png --frames 3 --capture g.softgl --frame 1")[0] == 0
    for name in ("f", "g"):
        assert run(f"replay {name}.softgl -o {name}.png")[0] == 0
        drawn, shown = (
            np.asarray(Image.open(each))[..., :3] for each in (f"{name}.png", "f-1.png")
        )
        assert (drawn == shown).all() and drawn[0, 0].tolist() == [255, 128, 0]
    assert "3 draws" not in run("replay f.softgl")[1]  # one frame only


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("run script.py", "-o FILE is missing, the pictures to write, or --capture FILE"),
        ("run script.py -o f.png --frame 1", "--frame K is the frame that --capture FILE captures"),
        ("run script.py --capture f.png", "its name must end in .softgl"),
        ("run script.py --capture f.softgl --frame 3 --frames 2", "is not a whole number from 0"),
        ("draws script.py --frames 3", "--frames is for scenes, not for scripts: --frame K"),
        ("draws ends.py", "ends.py has ended with status 4"),
        ("draws once.py --frame 2", "has ended after 1 frame, so there is no frame 2"),
    ],
)
def test_wrong_usage(run, tmp_path, words, why):
    (tmp_path / "ends.py").write_text("raise SystemExit(4)")
    (tmp_path / "once.py").write_text("import softgl\nsoftgl.Context(2, 2)\n")
    status, _, error = run(words)
    assert status == 2 and why in error, error


def test_every_tool_takes_a_script(run):
    status, text, error = run("draws script.py --frame 1 --json")
    assert status == 0 and error == "idle\n"
    assert [each["command"] for each in json.loads(text)] == ["glClear", "glRectf"]
    text = run("capture script.py --frame 1 -o f.softgl")[1]
    assert text.startswith("f.softgl: 8x6 pixels, 2 draws in ")
    assert '"GL_DITHER"' not in run("state script.py --frame 0")[2]
    status, text, _ = run("capture script.py -o f.trace --size 4x2")
    assert status == 0 and text.startswith("f.trace: 4x2 pixels, 1 frame")


def test_scripts_and_scenes(tmp_path):
    texts = {
        "def draw(time, width, height): pass": False,
        "def draw(): pass": True,
        "def draw(*all): pass": False,
        "from other import draw": False,
        "draw = print": False,
        "print(1)": True,
        "def broken(": False,
    }
    for text, expected in texts.items():
        path = tmp_path / "p.py"
        path.write_text(text)
        assert is_script(str(path)) is expected, text
    assert not is_script("teapot") and not is_script(str(tmp_path / "missing.py"))
