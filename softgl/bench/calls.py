"""Frames of many commands, and of pixels that come and go."""

from __future__ import annotations

import numpy as np

from softgl.bench.drawing import new_name, set_arrays, use_programs


def draws(gl, amount):
    """So many draws of one triangle of a few pixels, with a change of colour before each."""
    use_programs(gl)
    draw = set_arrays(gl, ((-0.01, -0.01), (0.01, -0.01), (0.0, 0.01)))

    def frame():
        for number in range(amount):
            gl.glColor4f(number / amount, 0.5, 0.25, 1.0)
            draw(gl.GL_TRIANGLES)

    return frame


def immediate_mode(gl, amount):
    """So many vertices between glBegin and glEnd, of triangles of a few pixels."""
    use_programs(gl)
    at = np.random.default_rng(3).uniform(-1, 0.98, (-(-amount // 3), 1, 2))
    corners = at + np.array([(0, 0), (0.02, 0), (0, 0.02)])
    points = corners.reshape(-1, 2)[:amount].tolist()

    def frame():
        gl.glBegin(gl.GL_TRIANGLES)
        for x, y in points:
            gl.glVertex3f(x, y, 0.0)
        gl.glEnd()

    return frame


def read_back(gl, amount):
    """A square of so many pixels on a side, as RGBA bytes, into memory that is there."""
    pixels = np.zeros((amount, amount, 4), np.uint8)
    gl.glClearColor(0.2, 0.4, 0.6, 1.0)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    return lambda: gl.glReadPixels(0, 0, amount, amount, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, pixels)


def upload(gl, amount):
    """A texture image of so many RGBA8 texels on a side, specified anew."""
    pixels = np.random.default_rng(4).integers(0, 256, (amount, amount, 4), dtype=np.uint8)
    gl.glBindTexture(gl.GL_TEXTURE_2D, new_name(gl.glGenTextures))
    return lambda: gl.glTexImage2D(
        gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, amount, amount, 0,
        gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, pixels,
    )  # fmt: skip
