"""The child process of a benchmark: `python -m softgl.bench.child FUNCTION ARGUMENTS`.

Prints the figure. ARGUMENTS is a JSON list. The process ends when its standard input is closed.
"""

from __future__ import annotations

import json
import os
import sys
from functools import partial

import numpy.random  # noqa: F401  (frames fill textures with it: not a part of a first frame)

from softgl.bench.egl import choose_llvmpipe
from softgl.bench.frames import FIRST_FRAMES
from softgl.bench.meshes import plain_mesh
from softgl.bench.shading import arithmetic, flat_quad
from softgl.bench.timing import (
    forget_peak,
    llvmpipe_side,
    peak_memory,
    seconds,
    softgl_side,
)
from softgl.termination import end_at_eof


def first_frame(name: str, driver: bool, threads: int, side: int) -> float:
    """Seconds from loading a program to its first pixels, after another program has drawn."""
    frame = next(frame for frame in FIRST_FRAMES if frame.name == name)
    return _first(frame.prepare, frame.amount, driver, threads, side, frame.before)


def long_program(instructions: int, threads: int, side: int) -> float:
    """The seconds of `first_frame` for a program of `instructions` instructions."""
    return _first(arithmetic, instructions, False, threads, side)


def _first(prepare, amount, driver, threads, side, before=flat_quad):
    if driver:
        choose_llvmpipe(threads)
    opening = llvmpipe_side() if driver else softgl_side(threads)
    with opening.open(side) as (gl, _):
        seconds(gl, before(gl, 1))
        gl.glDisableClientState(gl.GL_COLOR_ARRAY)
        return seconds(gl, lambda: prepare(gl, amount)())


def memory(triangles: int, threads: int, side: int) -> float:
    """The peak memory of the process in bytes while it draws a mesh of `triangles` triangles."""
    with softgl_side(threads).open(side) as (gl, _):
        draw = plain_mesh(gl, triangles)
        forget_peak()  # the temporaries of the mesh are freed
        seconds(gl, draw)
        return peak_memory()


FUNCTIONS = {function.__name__: function for function in (first_frame, long_program, memory)}

if __name__ == "__main__":
    # os.read instead of sys.stdin: the thread would hold its lock when Python ends.
    end_at_eof(partial(os.read, 0, 1))
    print(FUNCTIONS[sys.argv[1]](*json.loads(sys.argv[2])))
