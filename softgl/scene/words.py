"""Errors of a scene in one line: the place in its file, and the reason."""

from __future__ import annotations

import os
import traceback

from softgl import paths
from softgl.errors import ProgramError, SoftGLError


def place(error, path, beside) -> str:
    """Returns the place of an error in a scene, and in a module beside it.

    As in ", line 3, in shapes.py, line 7"; empty if the error arose elsewhere.
    """
    file = os.path.abspath(path)
    trace = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        trace.append((error.filename, error.lineno))
    lines = [line for name, line in trace if name == file]
    found = f", line {lines[-1]}" if lines else ""
    own = [(name, line) for name, line in trace if beside.has(name)]
    if own and own[-1][0] != file:
        found += f", in {paths.relative(own[-1][0], beside.folder)}, line {own[-1][1]}"
    return found


def words(error) -> str:
    """Returns the reason of an error in one line."""
    cause = error.__cause__
    if isinstance(cause, ProgramError):  # the GLError above it repeats the whole program text
        return f"program, {_first_line(cause)}"
    if isinstance(error, SoftGLError):
        return _first_line(error)
    if isinstance(error, SystemExit) and _is_glut(error):
        return "glutMainLoop has ended: `softgl run` runs programs that draw with GLUT"
    text = error.msg if isinstance(error, SyntaxError) else _first_line(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _is_glut(error):
    """True for the exception that ends a program in GLUT's main loop."""
    return type(error).__module__.startswith("softgl.glut.")


def _first_line(error):
    return str(error).partition("\n")[0]
