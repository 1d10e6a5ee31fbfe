"""Scenes that keep state from frame to frame: found out, and drawn in order."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from softgl import render, scene, sequences, workers
from softgl.debug.frames import command
from softgl.debug.frames import watch as frames
from softgl.image import load_png
from tests.commands.test_cli import run

HEAD = "from softgl.gl import *\nn = [0]\n"
DRAW = "def draw(time, width, height):\n"
CLEAR = "    glClear(GL_COLOR_BUFFER_BIT)\n"
BAR = "    glRectf(2 * time - 1.2, -0.5, 2 * time - 0.8, 0.5)\n"
# Each keeps another kind of state.
KEEPING = {
    "a count": DRAW + "    n[0] += 20\n    glClearColor(n[0] / 255, 0, 0, 1)\n" + CLEAR,
    "every second frame": DRAW + "    n[0] ^= 1\n    glClearColor(n[0], 0, 0, 1)\n" + CLEAR,
    "the first frame drawn": DRAW
    + "    if not n[0]:\n        n[0] = time + 0.1\n    glClearColor(n[0], 0, 0, 1)\n"
    + CLEAR,
    "a colour of the first frame": DRAW
    + CLEAR
    + "    if time == 0:\n        glColor3f(1, 0, 0)\n"
    + BAR,
    "a list of the first frame": DRAW
    + CLEAR
    + "    if time == 0:\n        n[0] = glGenLists(1)\n        glNewList(n[0], GL_COMPILE)\n"
    "        glRectf(-0.5, -0.2, 0.5, 0.2)\n        glEndList()\n"
    "    if not n[0]:\n        raise ValueError('no list')\n    glCallList(n[0])\n",
    "a matrix": DRAW + CLEAR + "    glRotatef(10, 0, 0, 1)\n    glRectf(-0.5, -0.2, 0.5, 0.2)\n",
    "colours": DRAW + BAR,
    "depths": "def setup():\n    glEnable(GL_DEPTH_TEST)\n    glDepthFunc(GL_LEQUAL)\n"
    + DRAW
    + CLEAR
    + "    glLoadIdentity()\n    glTranslatef(0, 0, time - 0.5)\n"
    "    glRectf(time - 0.8, -0.5, time + 0.2, 0.5)\n",
    "the accumulation buffer": DRAW
    + CLEAR
    + BAR
    + "    glAccum(GL_MULT, 0.75)\n    glAccum(GL_ACCUM, 0.25)\n    glAccum(GL_RETURN, 1)\n",
    "a texture": "def setup():\n    glEnable(GL_TEXTURE_2D)\n"
    "    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)\n"
    "    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 0, 0, 16, 16, 0)\n"
    + DRAW
    + CLEAR
    + "    glTexCoord2f(0.5, 0.5)\n    glRectf(-1, -1, 1, 1)\n"
    "    glDisable(GL_TEXTURE_2D)\n" + BAR + "    glEnable(GL_TEXTURE_2D)\n"
    "    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, width // 4, 0, 16, 16, 0)\n",
}
PLAIN = DRAW + CLEAR + BAR  # which keeps nothing
ARGUMENTS = ("--size", "24x16", "--frames", "6", "--machine", "eager")


class Unmoved:
    """A watcher that does nothing."""

    def before(self, event):
        pass

    after = before


def written(folder, text):
    """The path of a scene."""
    path = folder / "steps.py"
    path.write_text(HEAD + text)
    return path


@pytest.mark.parametrize("text", KEEPING.values(), ids=KEEPING)
def test_frames_are_those_of_the_animation(tmp_path, text, capsys):
    path = written(tmp_path, text)
    assert run("render", path, "-o", tmp_path / "all%d.png", *ARGUMENTS) == 0
    for frame in (1, 4):
        one = tmp_path / "one%d.png"  # the number is the frame's
        assert run("render", path, "-o", one, *ARGUMENTS, "--frame", frame) == 0
        assert (load_png(str(one) % frame) == load_png(tmp_path / f"all{frame}.png")).all(), frame
    assert "draws the same frame differently" in capsys.readouterr().err
    with (
        ThreadPoolExecutor(1) as worker,
        pytest.raises(scene.SceneError, match="steps draws the same frame differently"),
    ):
        list(render.frames(scene.load(path), 24, 16, 6, executor=worker, machine="eager"))


def test_a_scene_that_keeps_nothing_draws_one_frame_alone(tmp_path, capsys):
    path = written(tmp_path, PLAIN)
    assert run("render", path, "-o", tmp_path / "a%d.png", *ARGUMENTS) == 0
    assert run("render", path, "-o", tmp_path / "b.png", *ARGUMENTS, "--frame", 3) == 0
    assert (load_png(tmp_path / "b.png") == load_png(tmp_path / "a3.png")).all()
    assert capsys.readouterr().err == ""
    wanted = scene.load(path)
    assert wanted.sequence is None
    assert sequences.earlier(wanted, (24, 16), [0.0, 0.5, 0.75], {"machine": "eager"}) == []


def test_a_scene_that_fails_anyway_says_why(tmp_path, capsys):
    for text in ("setup = len\n", "    if time > 0.4:\n        raise ValueError('broken')\n"):
        path = written(tmp_path, text + DRAW + CLEAR if "setup" in text else DRAW + CLEAR + text)
        assert run("render", path, "-o", tmp_path / "a.png", *ARGUMENTS, "--frame", 4) == 1
        [line] = capsys.readouterr().err.splitlines()
        assert "Error: " in line and "differently" not in line


def test_a_scene_that_says_so_is_not_compared(tmp_path):
    count = KEEPING["a count"]
    for said in (True, False):
        wanted = scene.load(written(tmp_path, f"SEQUENCE = {said}\n{count}"))
        assert wanted.sequence is said
        found = sequences.earlier(wanted, (8, 8), [0.0, 0.5, 0.75], {"machine": "eager"})
        assert found == ([0.0, 0.5] if said else [])
    with ThreadPoolExecutor(1) as worker:  # as it does not matter to this one
        assert len(list(workers.frames(wanted, (8, 8), [0.0, 0.5], worker, {}))) == 2


def test_frames_are_small_unless_the_scene_needs_its_size(tmp_path):
    sizes = "def draw(time, width, height):\n    with open(SIZES, 'a') as file:\n"
    sizes += "        print(width, height, file=file)\n"
    given = f"SIZES = {str(tmp_path / 'sizes')!r}\n"
    for more, expected in (("", {"128 64"}), ("    assert width > 500\n", {"128 64", "512 256"})):
        wanted = scene.load(written(tmp_path, given + sizes + more + "    glClear(0)\n"))
        sequences.goes_on(wanted.source, (512, 256), [0.0, 0.5], {"machine": "eager"})
        assert set((tmp_path / "sizes").read_text().splitlines()) == expected


@pytest.mark.filterwarnings("ignore:steps draws the same frame differently")
def test_a_frame_that_is_watched_or_captured_is_that_of_the_animation(tmp_path):
    path = written(tmp_path, KEEPING["a count"])
    expected = list(render.frames(scene.load(path), 8, 8, 5, machine="eager"))[3]
    context = frames.watch_frame(scene.load(path), Unmoved(), 8, 8, 3, 5, machine="eager")
    assert (np.asarray(context.read_image()) == np.asarray(expected)).all()
    command.capture_scene(path, tmp_path / "a.softgl", (8, 8), (3, 5), machine="eager")
    (shown,) = render.frames(scene.load(tmp_path / "a.softgl"), 8, 8, machine="eager")
    assert (np.asarray(shown) == np.asarray(expected)).all()
