"""PyOpenGL on softgl, in a process of its own: PyOpenGL has one platform for a process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def process(*words):
    return subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYOPENGL_PLATFORM": "egl"},
    )


def test_a_program_draws():
    done = process(str(Path(__file__).parent / "program.py"))
    assert done.stdout == "all is well\n", done.stderr


def test_what_comes_too_late_is_refused():
    done = process("-c", "import OpenGL.platform, softgl.pyopengl")
    assert "import softgl.pyopengl before OpenGL" in done.stderr.splitlines()[-1]


def test_errors_are_recorded_where_pyopengl_does_not_check_them():
    text = """
import softgl.pyopengl, OpenGL
OpenGL.ERROR_CHECKING = False
from OpenGL.GL import *
context = softgl.Context(4, 4, machine="eager")
glEnable(12345)
print(glGetError() == GL_INVALID_ENUM, glGetError())
"""
    done = process("-c", text)
    assert done.stdout == "True 0\n", done.stderr


def test_hits_and_what_is_fed_back_are_parsed_by_pyopengl():
    text = """
import softgl.pyopengl
from OpenGL.GL import *
context = softgl.Context(4, 4, machine="eager")
kept = glSelectBuffer(64)
glRenderMode(GL_SELECT)
glInitNames()
glPushName(5)
glRectf(-1, -1, 1, 1)
print([(list(map(int, hit.names)), float(hit.near)) for hit in glRenderMode(GL_RENDER)])
kept = glFeedbackBuffer(64, GL_2D)
glRenderMode(GL_FEEDBACK)
glBegin(GL_POINTS)
glVertex2f(0, 0)
glEnd()
[(token, vertex)] = glRenderMode(GL_RENDER)
print([(token == GL_POINT_TOKEN, list(map(float, vertex.vertex)))])
"""
    done = process("-c", text)
    assert done.stdout.splitlines() == ["[([5], 0.5000000001164153)]", "[(True, [2.0, 2.0])]"], (
        done.stdout + done.stderr
    )
