"""`softgl run`: its files, options and error messages."""

from __future__ import annotations

import sys

import pytest
from PIL import Image

from softgl.image import load_png
from tests.running.programs import BEGIN, LOOP, WINDOW, run

GREEN = [0, 255, 0, 255]


@pytest.fixture(autouse=True)
def inside(tmp_path, monkeypatch):
    """A folder of our own as the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(folder):
    return sorted(path.name for path in folder.glob("*.*") if path.suffix not in (".py",))


def test_frames_are_written_and_time_is_theirs(inside, capsys):
    text = (
        BEGIN
        + WINDOW
        + """
import time
def idle():
    time.sleep(0.25)
    print(glutGet(GLUT_ELAPSED_TIME), time.perf_counter() > 0.25, time.strftime("%Y"))
glutIdleFunc(idle)
print(sys.argv, __name__, __file__, time.time())
"""
        + LOOP
    )
    before = sys.argv, list(sys.path), set(sys.modules)
    options = ["--frames", "3", "--fps", "10", "--", "-x", "3"]
    assert run(inside, text, *options, output="f-%d.png") == 0
    assert files(inside) == ["f-0.png", "f-1.png", "f-2.png"]
    assert load_png("f-1.png")[5, 5].tolist() == GREEN
    printed = capsys.readouterr()
    assert printed.out.splitlines() == [
        f"['script.py', '-x', '3'] __main__ {inside / 'script.py'} 946684800.000001",
        "250 True 2000", "500 True 2000",
    ]  # fmt: skip
    assert printed.err.strip().endswith("f-0.png ... " + str(inside / "f-2.png") + ": 3 frames")
    assert (sys.argv, sys.path) == before[:2]
    assert not [name for name in set(sys.modules) - before[2] if name.startswith("OpenGL")]


def test_animations_and_sizes(inside, capsys):
    keys = "1:resize(8,30)"
    assert run(inside, BEGIN + WINDOW + LOOP, "--frames", "3", "--keys", keys, output="a.gif") == 0
    said = capsys.readouterr().err
    assert (
        "a.gif: GIF delays are hundredths of a second: at 60 frames a second, images are shown for"
        in said
    )
    with Image.open("a.gif") as image:
        assert image.size == (16, 12) and image.n_frames in (2, 3)
    assert run(inside, BEGIN + WINDOW + LOOP, "--size", "20x10", "--samples", "4") == 0
    assert load_png("out.png").shape == (10, 20, 4)


def test_black_frames_are_said_to_be_so(inside, capsys):
    blank = "import softgl\nsoftgl.Context(4, 4)\n"
    assert run(inside, blank) == 0
    assert "out.png: 1 frame, and every pixel is black" in capsys.readouterr().err
    assert run(inside, BEGIN + WINDOW + LOOP, "--frames", "2") == 0
    assert capsys.readouterr().err.endswith(": 2 frames\n")


def test_scripts_import_what_lies_beside_them_and_random_numbers_are_seeded(inside, capsys):
    (inside / "shapes.py").write_text("from OpenGL.GL import *\nCLEAR = GL_COLOR_BUFFER_BIT\n")
    text = (
        BEGIN
        + WINDOW
        + """
import random, numpy, shapes
print(shapes.CLEAR, random.random(), numpy.random.rand())
"""
        + LOOP
    )
    for _ in range(2):
        assert run(inside, text, "--seed", "5", "--real-time") == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == second and first.startswith("16384 ")
    assert "shapes" not in sys.modules


def test_scripts_without_a_loop_give_what_they_have_drawn(inside, capsys):
    assert run(inside, BEGIN + WINDOW + "display()\n", "--frames", "5") == 0
    assert "1 frame of 5: the script ended" in capsys.readouterr().err
    once = "from OpenGL.GL import *\nimport softgl\nctx = softgl.Context(4, 3)\n"
    assert run(inside, once + "glClearColor(1, 0, 0, 0)\nglClear(GL_COLOR_BUFFER_BIT)\n") == 0
    assert load_png("out.png")[0, 0].tolist() == [255, 0, 0, 255]
    unswapped = WINDOW.replace("glutSwapBuffers()", "glFlush()")
    assert run(inside, BEGIN + unswapped + "display()\n") == 0
    assert load_png("out.png")[0, 0].tolist() == GREEN
    import softgl.gl.context as context

    context._make_current(None)
    assert run(inside, "print('nothing')\n") == 1
    assert "script.py opened no window (`softgl render`" in capsys.readouterr().err


def test_exceptions_and_exit_statuses_are_those_of_python(inside, capsys):
    def failing(what):
        return BEGIN + WINDOW + f"def idle():\n    {what}\nglutIdleFunc(idle)\n" + LOOP

    assert (
        run(inside, failing("raise ValueError('of mine')"), "--frames", "4", output="f%d.png") == 1
    )
    error = capsys.readouterr().err
    assert error.startswith("Traceback (most recent call last):\n  File")
    assert f'"{inside / "script.py"}", line 17' in error and "ValueError: of mine" in error
    assert "softgl/running" not in error and files(inside) == ["f0.png"]
    assert run(inside, failing("sys.exit(7)"), "--frames", "4") == 7
    assert run(inside, failing("sys.exit()"), "--frames", "4") == 0
    assert run(inside, failing("sys.exit('words')"), "--frames", "4") == 1
    assert "words\n" in capsys.readouterr().err
    assert run(inside, "def f(:\n") == 1
    assert "SyntaxError" in capsys.readouterr().err
    refused = failing("glEnable(77)")
    assert run(inside, refused, "--frames", "4") == 1
    assert "GL_INVALID_ENUM" in capsys.readouterr().err
    recorded = "import OpenGL\nOpenGL.ERROR_CHECKING = False\n" + failing("glEnable(77)")
    assert run(inside, recorded, "--frames", "4", output="r%d.png") == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--keys", "a"], "--keys: 'a' does not have the form FRAME:KEYS"),
        (["--frames", "0"], "--frames '0' is not a whole number"),
        (["--fps", "0"], "--fps '0' is not a number"),
        (["--size", "3"], "--size '3' is not of the form"),
        (["--seed", "-1"], "--seed '-1' is not a whole number"),
    ],
)
def test_wrong_options(inside, capsys, options, words):
    assert run(inside, BEGIN + WINDOW + LOOP, *options) == 2
    assert words in capsys.readouterr().err and files(inside) == []


def test_what_cannot_be_run_is_one_line(inside, capsys):
    def said(text, **settings):
        assert run(inside, text, **settings) == 1
        error = capsys.readouterr().err
        assert error.startswith("softgl: ") and error.count("\n") == 1, error
        return error

    assert "sdl2 is not covered" in said("import sdl2.ext\n")
    assert "must end in one of" in said(BEGIN, output="a.txt")
    assert "no such folder" in said(BEGIN, output="nowhere/a.png")
    menu = BEGIN + WINDOW + LOOP
    assert run(inside, menu, "--keys", "0:menu(1)") == 1
    assert "the window has no menu" in capsys.readouterr().err
    from softgl import cli

    assert cli.main(["run", "nothing.py", "-o", "a.png"]) == 1
    assert "no such file: nothing.py" in capsys.readouterr().err
