"""Cloisonne on Truchet tiles: its left half by NVfp4.0, its right half by TGSI, and no seam."""

from softgl import hostmath
from softgl.gl import *
from softgl.studio import antialiased, load_program

PROGRAMS = ("nvfp4/cloisonne.fp", "tgsi/cloisonne.fp")  # of the halves
LEFT, BELOW, HEIGHT = -7.0, 11.0, 3.0  # what is seen, in tiles of the largest size


def setup():
    """Loads the two programs."""
    global programs
    programs = [load_program(GL_FRAGMENT_PROGRAM_ARB, name) for name in PROGRAMS]
    glEnable(GL_FRAGMENT_PROGRAM_ARB)


def draw(time, width, height):
    """Draws one half, then the other; the lamp goes round."""
    sine, cosine = hostmath.sin_cos_degrees(130.0 + 360.0 * time)
    middle = LEFT + 0.5 * HEIGHT * width / height
    window = (HEIGHT / (2 * height), LEFT, BELOW, 0.0)  # twice the height: `antialiased`
    lamp = (middle + 1.3 * cosine, BELOW + 0.5 * HEIGHT + 0.9 * sine, 1.6, 0.0)
    with antialiased(width, height):
        for half, program in enumerate(programs):
            glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, program)
            glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, *window)
            glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 1, *lamp)
            glRectf(half - 1, -1, half, 1)
