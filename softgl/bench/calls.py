"""Frames of many commands."""

from __future__ import annotations

import numpy as np

from softgl.bench.drawing import set_arrays, use_programs


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
