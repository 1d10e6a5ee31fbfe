"""Scripts for `softgl run`, and running them in this process."""

from __future__ import annotations

from pathlib import Path

from softgl import cli

BEGIN = """
import sys
from OpenGL.GL import *
from OpenGL.GLUT import *
"""
WINDOW = """
def display():
    glClearColor(0, 1, 0, 0)
    glClear(GL_COLOR_BUFFER_BIT)
    glutSwapBuffers()

glutInit(sys.argv)
glutInitDisplayMode(GLUT_DOUBLE | GLUT_RGB | GLUT_DEPTH)
glutInitWindowSize(16, 12)
glutCreateWindow(b"title")
glutDisplayFunc(display)
"""
LOOP = "glutMainLoop()\n"


def run(folder: Path, text: str, *options, output="out.png", name="script.py") -> int:
    """Writes a script to a folder, and runs it there; returns the exit status."""
    (folder / name).write_text(text)
    words = ["run", name, "-o", output, *options]
    place = words.index("--") if "--" in words else len(words)
    words[place:place] = ["--machine", "eager"]
    return cli.main(words)
