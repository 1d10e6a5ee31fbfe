"""All calls of a frame, between its events."""

from __future__ import annotations

import json

import pytest

from softgl.debug.frames import call_log

SCENE = '''"""Many calls."""
import numpy as np

from softgl.gl import *


def setup():
    glEnable(GL_DITHER)


def draw(time, width, height):
    glEnable(GL_DEPTH_TEST)
    glLoadMatrixf(np.identity(4, np.float32))
    glClear(GL_COLOR_BUFFER_BIT)
    glBegin(GL_POINTS)
    for x in range(4):
        glVertex2f(x, 0)
    glEnd()
    glFinish()
'''


@pytest.fixture
def run(tmp_path, monkeypatch, command):
    """Lists the calls of the scene."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "many.py").write_text(SCENE)
    return lambda more: command(f"draws many.py --size 8x8 --machine eager --calls {more}")


def test_lines(run, monkeypatch):
    monkeypatch.setattr(call_log, "MAX_CALLS", 3)
    status, out, _ = run("")
    assert status == 0 and out.splitlines() == [
        "       glEnable(GL_DEPTH_TEST)",
        "       glLoadMatrixf(float32[4, 4])",
        "    0  glClear(GL_COLOR_BUFFER_BIT)",
        "       glBegin(GL_POINTS)",
        "       glVertex2f(0, 0)",
        "       glVertex2f(1, 0)",
        "       ... 2 more calls",
        "    1  glBegin(GL_POINTS) ... glEnd(), 4 vertices",
        "       glFinish()",
    ]


def test_json(run):
    clear, points = json.loads(run("--json")[1])
    assert clear["calls"] == ["glEnable(GL_DEPTH_TEST)", "glLoadMatrixf(float32[4, 4])"]
    assert points["command"] == "glEnd" and points["calls"][1] == "glVertex2f(0, 0)"
