"""Nested shells cut open by clip distances, lacquer outside and gold inside, lit by their core."""

from softgl import hostmath
from softgl.gl import *
from softgl.studio import (
    antialiased,
    draw_background,
    draw_surface,
    enabled,
    load_program,
    place,
    revolution,
)

EYE, LOOK_AT, UP = (0.0, -6.4, 1.55), (0.0, 0.0, -0.13), (0.0, 0.0, 1.0)
KEY = hostmath.normalize((-0.62, -0.38, 0.70))  # to the light of the room
FLOOR = -1.08  # its height
ABOVE, BELOW = (0.03, 0.035, 0.06), (0.17, 0.15, 0.16)  # the background
# Of each shell: radius, colour; the cut of its front (see shell.vp) and that of its poles; the axis
# that it turns about, to and fro; the middle of that in degrees, and how far it goes.
SHELLS = (
    (1.00, (0.012, 0.050, 0.210), (0.50, 0.13, 8.0, 0.4), 0.955, (0.0, 0.12, 1.0), 205.0, 30.0),
    (0.78, (0.420, 0.012, 0.020), (0.52, 0.12, 9.0, 2.0), 0.920, (0.15, -0.2, 1.0), 168.0, -60.0),
    (0.57, (0.000, 0.210, 0.180), (0.42, 0.14, 8.0, 4.0), 0.890, (-0.2, 0.1, 1.0), 222.0, 80.0),
    (0.38, (0.700, 0.620, 0.460), (0.36, 0.16, 6.0, 5.5), 0.850, (0.2, 0.2, 1.0), 176.0, -100.0),
)
CORE = 0.13  # its radius


def setup():
    """Loads the programs and makes a ball."""
    global ball
    load_program(GL_VERTEX_PROGRAM_ARB, "nvvp4/shell.vp")
    load_program(GL_FRAGMENT_PROGRAM_ARB, "nvfp4/shell.fp")
    for index, (radius, _, cut, hole, *_) in enumerate(SHELLS):
        glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 12 + index, *cut)
        glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 16 + index, radius, hole, 0.0, 0.0)
    glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 20, *EYE, 1.0)
    glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 21, *KEY, 0.0)
    half_turn = [hostmath.sin_cos(hostmath.PI * i / 48) for i in range(49)]
    ball = revolution([(sine, -cosine) for sine, cosine in half_turn], 96)
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)


def draw(time, width, height):
    """Draws the mirror image, the floor over it, then the shells; each turns in its own way."""
    swing = hostmath.sin_cos_degrees(360.0 * time)[0]
    turns = [hostmath.rotation(middle + swing * far, *axis) for *_, axis, middle, far in SHELLS]
    for index, turn in enumerate(turns):
        for row in range(3):
            column = turn[:3, row]  # the inverse of a rotation has its columns as rows
            glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 3 * index + row, *column, 0.0)
    view = hostmath.look_at(EYE, LOOK_AT, UP)
    below = hostmath.multiply(
        hostmath.translation(0.0, 0.0, 2.0 * FLOOR), hostmath.scaling(1.0, 1.0, -1.0)
    )
    with antialiased(width, height):
        glClear(GL_DEPTH_BUFFER_BIT)
        draw_background(ABOVE, BELOW)
        glMatrixMode(GL_PROJECTION)
        glLoadTransposeMatrixd(hostmath.perspective(25.0, width / height, 1.0, 40.0))
        with enabled(GL_DEPTH_TEST):
            glFrontFace(GL_CW)  # a mirror image turns the other way round
            draw_shells(hostmath.multiply(view, below), turns)
            glFrontFace(GL_CCW)
            draw_floor(view)
            draw_shells(view, turns)


def draw_shells(view, turns):
    """Draws the core without a program, and the shells, cut by two clip distances."""
    place(view, hostmath.scaling(CORE, CORE, CORE))
    glColor3f(1.0, 0.93, 0.78)
    draw_surface(*ball)
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, 1.0, 1.0, 0.0, 0.0)
    programs = (GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB)
    with enabled(*programs, GL_CLIP_PLANE0, GL_CLIP_PLANE1):
        for (radius, colour, cut, hole, *_), turn in zip(SHELLS, turns, strict=True):
            glProgramLocalParameter4fARB(GL_VERTEX_PROGRAM_ARB, 0, *cut)
            glProgramLocalParameter4fARB(GL_VERTEX_PROGRAM_ARB, 1, hole, 0.0, 0.0, 0.0)
            place(view, hostmath.multiply(turn, hostmath.scaling(radius, radius, radius)))
            glColor3f(*colour)
            draw_surface(*ball)


def draw_floor(view):
    """Draws the translucent floor, lit by the light that leaves the shells."""
    place(view, hostmath.IDENTITY)
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, 0.0, 0.86, 0.0, 0.0)
    glColor3f(0.16, 0.155, 0.165)
    with enabled(GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB, GL_BLEND):
        glBegin(GL_QUADS)
        glNormal3f(*UP)
        for x, y in ((-12, -5), (12, -5), (12, 12), (-12, 12)):
            glVertex3f(x, y, FLOOR)
        glEnd()
