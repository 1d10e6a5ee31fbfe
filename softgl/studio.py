"""What scenes share: programs from shaders/, backgrounds, a floor, smooth edges."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from softgl import assets, gl, hostmath

WINDOW = ((-1, -1), (1, -1), (1, 1), (-1, 1))  # its corners


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
    gl.glDisable(gl.GL_FRAGMENT_PROGRAM_ARB)
    cover_window(gl.glColor3f, (below, below, above, above))


def cover_window(attribute, corners) -> None:
    """Draw a rectangle over the whole window, with `attribute(*corner)` called for each corner.

    corners : below left, below right, above right, above left.
    Leaves depth test, vertex programs and blending disabled, and the projection and model-view
    matrices the identity.
    """
    for capability in (
        gl.GL_DEPTH_TEST,
        gl.GL_BLEND,
        gl.GL_CULL_FACE,
        gl.GL_VERTEX_PROGRAM_ARB,
    ):
        gl.glDisable(capability)
    for mode in (gl.GL_PROJECTION, gl.GL_MODELVIEW):
        gl.glMatrixMode(mode)
        gl.glLoadIdentity()
    gl.glBegin(gl.GL_QUADS)
    for place, corner in zip(WINDOW, corners, strict=True):
        attribute(*corner)
        gl.glVertex2f(*place)
    gl.glEnd()


def draw_floor(model, spheres) -> None:
    """Draw the studio's floor, z = 0, half transparent so that a mirror image below it shows.

    nvvp4/world.vp and nvfp4/studio_floor.fp are bound, the model-view matrix is the world's.
    model : what takes the spheres, (x, y, z, radius), that stand for the object to the world.
    """
    gl.glMatrixMode(gl.GL_MATRIX0_ARB)
    gl.glLoadIdentity()
    for index, (x, y, z, radius) in enumerate(spheres):
        centre = hostmath.transform(model, (x, y, z, 1.0))
        gl.glProgramLocalParameter4fARB(gl.GL_FRAGMENT_PROGRAM_ARB, index, *centre[:3], radius)
    gl.glEnable(gl.GL_BLEND)
    gl.glBlendFunc(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA)
    gl.glBegin(gl.GL_QUADS)
    gl.glNormal3f(0.0, 0.0, 1.0)
    for x, y in ((-20, -8), (20, -8), (20, 20), (-20, 20)):
        gl.glVertex3f(x, y, 0)
    gl.glEnd()
    gl.glDisable(gl.GL_BLEND)


@contextmanager
def antialiased(width: int, height: int) -> Iterator[None]:
    """Draw the block into a framebuffer of twice the size; a pixel gets the mean of four of it.

    The viewport is set to its size; the window's framebuffer is bound before and after.
    """
    framebuffer, (color, depth) = gl.glGenFramebuffers(1), gl.glGenRenderbuffers(2)
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, framebuffer)
    for attachment, renderbuffer, internal in (
        (gl.GL_COLOR_ATTACHMENT0, color, gl.GL_RGBA8),
        (gl.GL_DEPTH_ATTACHMENT, depth, gl.GL_DEPTH_COMPONENT24),
    ):
        gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, renderbuffer)
        gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, internal, 2 * width, 2 * height)
        gl.glFramebufferRenderbuffer(
            gl.GL_FRAMEBUFFER, attachment, gl.GL_RENDERBUFFER, renderbuffer
        )
    gl.glViewport(0, 0, 2 * width, 2 * height)
    try:
        yield
        gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, 0)
        corners = (0, 0, 2 * width, 2 * height, 0, 0, width, height)
        gl.glBlitFramebuffer(*corners, gl.GL_COLOR_BUFFER_BIT, gl.GL_LINEAR)
    finally:
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        gl.glViewport(0, 0, width, height)
        gl.glDeleteRenderbuffers(2, [color, depth])
        gl.glDeleteFramebuffers(1, [framebuffer])
