"""`softgl capture`, `replay`, `draws`, `state` and `texture`, as a user types them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

SCENE = '''"""Two textured triangles."""
from softgl.gl import *

SAMPLES = 0


def setup():
    glBindTexture(GL_TEXTURE_CUBE_MAP, glGenTextures(1))
    for face in range(6):
        target = GL_TEXTURE_CUBE_MAP_POSITIVE_X + face
        data = bytes([40 * face, 0, 0, 255] * 4)
        glTexImage2D(target, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, data)


def draw(time, width, height):
    glClear(GL_COLOR_BUFFER_BIT)
    for x, color in ((-1, (1, time, 0)), (0, (0, 0, 1))):
        glColor3f(*color)
        glRectf(x, -1, x + 1, 1)
    glDepthFunc(GL_ALWAYS)
'''


@pytest.fixture
def run(tmp_path, monkeypatch, command):
    """Runs the command with these words: (exit status, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.py").write_text(SCENE)

    assert command("capture two.py -o two.softgl --size 8x6 --frame 50 --machine eager")[0] == 0
    return command


def test_capture_and_replay(run):
    words = "8x6 pixels, 3 draws in 6 calls, 9 calls before, 0 arrays"
    assert run("replay two.softgl --machine eager") == (0, f"two.softgl: {words}\n", "")
    assert run("replay two.softgl -o two.png --machine eager")[1] == f"two.png: {words}\n"
    picture = np.asarray(Image.open("two.png"))
    assert picture[0, 0].tolist() == [255, 128, 0, 255] and picture[0, 7, 2] == 255
    run("render two.softgl -o again.png --machine eager")
    run("render two.py -o first.png --size 8x6 --time 0.5 --machine eager")
    pictures = {Path(f"{name}.png").read_bytes() for name in ("two", "again", "first")}
    assert len(pictures) == 1
    run("replay two.softgl -o until.png --until 1 --machine eager")
    assert np.asarray(Image.open("until.png"))[0, 7].tolist() == [0, 0, 0, 0]


def test_minimise_and_script(run):
    status, out, _ = run("replay two.softgl --minimise 7,0 -o small.softgl --script s.py")
    assert status == 0
    assert out == ("s.py, small.softgl: 8x6 pixels, 1 draw in 2 calls, 1 call before, 0 arrays\n")
    assert "glRectf(0, -1, 1, 1)" in Path("s.py").read_text()


def test_draws_state_and_texture(run):
    _, out, _ = run("draws two.softgl --machine eager")
    assert out.splitlines()[1] == (
        "    1  glRectf(-1, -1, 0, 1), 4 vertices, texture0 TEXTURE_CUBE_MAP 1"
    )
    listed = json.loads(run("draws two.py --size 8x6 --json --machine eager")[1])
    assert [each["command"] for each in listed] == ["glClear", "glRectf", "glRectf"]
    _, out, _ = run("state two.softgl --draw 2 --changed --machine eager")
    assert out == (
        "current.vertex.color.primary: [0.0, 0.0, 1.0, 1.0]  (was [1.0, 0.5, 0.0, 1.0])\n"
    )
    whole = json.loads(run("state two.softgl --json --machine eager")[1])
    assert whole["depth"]["GL_DEPTH_FUNC"] == "GL_ALWAYS"
    assert "depth.GL_DEPTH_FUNC: GL_LESS\n" in run("state two.softgl --draw 0 --machine eager")[1]
    for face in ("=-z", " 5"):
        run(f"texture two.softgl 1 -o t.png --face{face} --machine eager")
        assert np.asarray(Image.open("t.png"))[0, 0].tolist() == [200, 0, 0, 255]


@pytest.mark.parametrize(
    ("words", "status", "why"),
    [
        ("capture two.py", 2, "required: -o/--output"),
        ("capture two.py -o a.png", 2, "the name of a capture must end in .softgl"),
        ("capture none -o a.softgl", 1, "unknown scene 'none'"),
        ("capture two.py -o none/a.softgl", 1, "cannot write none/a.softgl: no such folder"),
        ("capture two.py -o a.softgl --frame 100", 2, "--frame '100' is not a whole number"),
        ("capture two.py -o a.softgl --size 0x1", 2, "each side must be from 1"),
        ("replay none.softgl", 1, "no such file: none.softgl"),
        ("replay two.py", 1, "two.py cannot be read as a capture"),
        ("replay two.softgl --until x", 2, "--until 'x' is not a whole number"),
        ("replay two.softgl --until 3", 1, "no draw 3: the frame has 3"),
        ("replay two.softgl --minimise 1,1", 2, "--minimise needs -o"),
        ("replay two.softgl --minimise 1 -o a.softgl", 2, "is not of the form X,Y"),
        ("replay two.softgl --minimise 1,1 -o a.png", 2, "writes a capture, .softgl"),
        ("replay two.softgl --minimise 8,1 -o a.softgl", 1, "no pixel 8,1 in 8x6"),
        ("replay two.softgl --minimise 1,1 --until 0 -o a.softgl", 2, "exclude each other"),
        ("replay two.softgl -o none/a.png", 1, "none/a.png"),
        ("replay two.softgl --script none/a.py", 1, "cannot write none/a.py"),
        (
            "render two.softgl -o a.png --size 9x9",
            1,
            "is a capture of 8x6 pixels: it cannot have 9x9",
        ),
        ("render two.softgl -o a.png --samples 4", 1, "was captured with 0 samples, not 4"),
        (
            "render two.softgl -o a.gif --frames 2",
            1,
            "one frame, which a context can draw only once",
        ),
        ("render two.softgl -o a.png --material gold", 1, "only model files"),
        ("draws two.softgl --size 9x9", 1, "is a capture of 8x6 pixels"),
        ("state two.softgl --draw 3", 1, "no draw 3: the frame has 3, counted from 0"),
        ("state two.softgl --draw -1", 2, ""),
        ("texture two.softgl 2 -o t.png", 1, "no texture 2; the names are 1"),
        ("texture two.softgl one -o t.png", 2, "ID 'one' is not a whole number"),
        ("texture two.softgl 1 -o t.png --level 4", 1, "no image of level 4"),
        ("texture two.softgl 1 -o t.png --face +w", 2, "--face '+w'"),
        ("texture two.softgl 1 -o t.png --face +x --layer 2", 2, "exclude each other"),
        ("texture two.softgl 1 -o none/t.png", 1, "none"),
    ],
)
def test_wrong_words(run, words, status, why):
    found, out, error = run(f"{words} --machine eager")
    assert (found, out) == (status, "")
    assert why in error and (found == 2 or error.count("\n") == 1)
