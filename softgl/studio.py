"""What scenes share: programs from shaders/, and a background."""

from __future__ import annotations

from softgl import assets, gl


def load_program(target: int, name: str) -> int:
    """Make a program object of a text under shaders/, bound to `target`; returns its name."""
    text = assets.shader(name)
    program = gl.glGenProgramsARB(1)
    gl.glBindProgramARB(target, program)
    gl.glProgramStringARB(target, gl.GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    return program


def draw_background(above, below) -> None:
    """Fill the window with a gradient from `above` to `below`, colours (r, g, b) of display light.

    Leaves depth test, programs and blending disabled, and the projection and model-view matrices
    the identity.
    """
    for capability in (
        gl.GL_DEPTH_TEST,
        gl.GL_BLEND,
        gl.GL_CULL_FACE,
        gl.GL_VERTEX_PROGRAM_ARB,
        gl.GL_FRAGMENT_PROGRAM_ARB,
    ):
        gl.glDisable(capability)
    for mode in (gl.GL_PROJECTION, gl.GL_MODELVIEW):
        gl.glMatrixMode(mode)
        gl.glLoadIdentity()
    gl.glBegin(gl.GL_QUADS)
    for x, y, colour in ((-1, -1, below), (1, -1, below), (1, 1, above), (-1, 1, above)):
        gl.glColor3f(*colour)
        gl.glVertex2f(x, y)
    gl.glEnd()
