"""Frames of many commands."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import field

import numpy as np

from softgl.bench.drawing import new_name, set_arrays, use_programs
from softgl.bench.textures import NEAREST, bound_texture, make_texture
from softgl.records import dataclass

TRIANGLE = ((-0.01, -0.01), (0.01, -0.01), (0.0, 0.01))
SQUARE = ((0.0, 0.0), (0.02, 0.0), (0.02, 0.02), (0.0, 0.02))
PARAMETER = "!!ARBfp1.0\nMOV result.color, program.local[0];\nEND\n"
TEXTURE = "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n"
MATRIX = """!!ARBvp1.0
OPTION ARB_position_invariant;
MOV result.color, vertex.color;
END
"""


@dataclass(frozen=True)
class Draws:
    """Prepares `amount` draws of one triangle of a few pixels, with a state change before each.

    change : takes gl; returns the function (number of the draw, amount) that changes state.
    elements : True to draw by glDrawElements. programs : arguments of `use_programs`.
    """

    change: Callable
    elements: bool = False
    programs: dict = field(default_factory=dict)

    def __call__(self, gl, amount):
        use_programs(gl, **self.programs)
        draw = set_arrays(gl, TRIANGLE)
        if self.elements:
            numbers = np.arange(3, dtype=np.uint16)

            def draw(mode):
                gl.glDrawElements(mode, 3, gl.GL_UNSIGNED_SHORT, numbers)

        change = self.change(gl)

        def frame():
            for number in range(amount):
                change(number, amount)
                draw(gl.GL_TRIANGLES)

        return frame


def colors(gl):
    """Changes the current colour."""
    return lambda number, amount: gl.glColor4f(number / amount, 0.5, 0.25, 1.0)


def matrices(gl):
    """Rotates the modelview matrix."""
    gl.glMatrixMode(gl.GL_MODELVIEW)
    return lambda number, amount: gl.glRotatef(1.0, 0.0, 0.0, 1.0)


def pointers(gl):
    """Moves the vertex pointer within a buffer object."""
    corners = np.array([TRIANGLE] * 16, np.float32)
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, new_name(gl.glGenBuffers))
    gl.glBufferData(gl.GL_ARRAY_BUFFER, corners.nbytes, corners, gl.GL_STATIC_DRAW)
    places = [ctypes.c_void_p(start) for start in range(0, corners.nbytes, corners[0].nbytes)]
    return lambda number, amount: gl.glVertexPointer(2, gl.GL_FLOAT, 0, places[number % 16])


def buffers(gl):
    """Replaces the vertices in the buffer object."""
    corners = [np.array(TRIANGLE, np.float32) + np.float32(n / 20) for n in range(16)]
    size = corners[0].nbytes
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, new_name(gl.glGenBuffers))
    gl.glBufferData(gl.GL_ARRAY_BUFFER, size, corners[0], gl.GL_STREAM_DRAW)
    gl.glVertexPointer(2, gl.GL_FLOAT, 0, ctypes.c_void_p(0))
    target = gl.GL_ARRAY_BUFFER
    return lambda number, amount: gl.glBufferSubData(target, 0, size, corners[number % 16])


def parameters(gl):
    """Changes a parameter of the fragment program."""
    target = gl.GL_FRAGMENT_PROGRAM_ARB
    return lambda number, amount: gl.glProgramLocalParameter4fARB(
        target, 0, number / amount, 0.5, 0.25, 1.0
    )


def textures(gl):
    """Binds one of two textures."""
    rng = np.random.default_rng(6)
    names = []
    for _ in range(2):
        texels = rng.integers(0, 256, (16, 16, 4), dtype=np.uint8)
        make_texture(gl, "TEXTURE_2D", [texels], NEAREST)
        names.append(bound_texture(gl))
    return lambda number, amount: gl.glBindTexture(gl.GL_TEXTURE_2D, names[number % 2])


def blending(gl):
    """Turns blending on and off."""
    gl.glBlendFunc(gl.GL_SRC_ALPHA, gl.GL_ONE)
    switches = gl.glEnable, gl.glDisable
    return lambda number, amount: switches[number % 2](gl.GL_BLEND)


def boxes(gl):
    """Changes the scissor box."""
    gl.glEnable(gl.GL_SCISSOR_TEST)
    return lambda number, amount: gl.glScissor(number % 8, 0, 1000, 1000)


def immediate_mode(gl, amount):
    """`amount` vertices between glBegin and glEnd, of triangles of a few pixels."""
    use_programs(gl)
    points = _scattered(amount)

    def frame():
        gl.glBegin(gl.GL_TRIANGLES)
        for x, y in points:
            gl.glVertex3f(x, y, 0.0)
        gl.glEnd()

    return frame


def immediate_colors(gl, amount):
    """`immediate_mode` with a colour and a texture coordinate before each vertex."""
    use_programs(gl)
    points = _scattered(amount)

    def frame():
        gl.glBegin(gl.GL_TRIANGLES)
        for x, y in points:
            gl.glColor3f(x, y, 0.5)
            gl.glTexCoord2f(x, y)
            gl.glVertex3f(x, y, 0.0)
        gl.glEnd()

    return frame


@dataclass(frozen=True)
class Separate:
    """Prepares `amount` primitives of a few pixels, each between its own glBegin and glEnd.

    modes : primitive modes, without GL_, used in turns.
    """

    modes: tuple[str, ...] = ("TRIANGLES",)

    def __call__(self, gl, amount):
        use_programs(gl)
        modes = [getattr(gl, f"GL_{mode}") for mode in self.modes]
        corners = {"TRIANGLES": SQUARE[:3], "QUADS": SQUARE}
        corners = [corners[mode] for mode in self.modes]
        places = _scattered(amount)

        def frame():
            for number, (x, y) in enumerate(places):
                kind = number % len(modes)
                gl.glBegin(modes[kind])
                gl.glColor4f(number / amount, 0.5, 0.25, 1.0)
                for right, up in corners[kind]:
                    gl.glVertex2f(x + right, y + up)
                gl.glEnd()

        return frame


def sprites(gl, amount):
    """`amount` squares of a few pixels, each with its own matrix and texture, by fixed function."""
    change, places = textures(gl), _scattered(amount)
    gl.glEnable(gl.GL_TEXTURE_2D)

    def frame():
        for number, (x, y) in enumerate(places):
            change(number, amount)
            gl.glPushMatrix()
            gl.glTranslatef(x, y, 0.0)
            gl.glBegin(gl.GL_QUADS)
            for right, up in SQUARE:
                gl.glTexCoord2f(50 * right, 50 * up)
                gl.glVertex2f(right, up)
            gl.glEnd()
            gl.glPopMatrix()

    return frame


def _scattered(amount):
    """The vertices of triangles scattered over the view: `amount` pairs (x, y)."""
    at = np.random.default_rng(3).uniform(-1, 0.98, (-(-amount // 3), 1, 2))
    corners = at + np.array([(0, 0), (0.02, 0), (0, 0.02)])
    return corners.reshape(-1, 2)[:amount].tolist()
