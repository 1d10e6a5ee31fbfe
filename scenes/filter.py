"""Teapots, and an engraving of them: a picture filtered in integers, texel by texel."""

from softgl import hostmath
from softgl.gl import *
from softgl.models.teapot import teapot
from softgl.studio import (
    antialiased,
    draw_background,
    draw_surface,
    enabled,
    load_program,
    place,
)

EYE, LOOK_AT, UP = (0.0, -17.0, 7.5), (0.0, 0.0, 1.1), (0.0, 0.0, 1.0)
VIEW = hostmath.look_at(EYE, LOOK_AT, UP)
KEY = hostmath.normalize((-0.70, -0.50, 0.62))  # to the light behind the window
ACROSS = hostmath.normalize(hostmath.cross(UP, KEY))
ABOVE, BELOW = (0.25, 0.30, 0.37), (0.74, 0.73, 0.71)  # the background
TEAPOTS = (  # the glaze, the place, and the direction of the spout in degrees
    ((0.50, 0.10, 0.04, 1.0), (-3.5, 1.6, 0.0), 140.0),
    ((0.02, 0.22, 0.29, 1.0), (3.4, 1.5, 0.0), 25.0),
    ((0.55, 0.36, 0.06, 1.0), (0.2, -2.4, 0.0), -12.0),
)


def setup():
    """Loads the programs, makes the model and a framebuffer with a colour texture."""
    global programs, framebuffer, depths, surface
    load_program(GL_VERTEX_PROGRAM_ARB, "nvvp4/world.vp")
    names = ("ceramic", "studio_floor", "engraving")
    programs = [load_program(GL_FRAGMENT_PROGRAM_ARB, f"nvfp4/{name}.fp") for name in names]
    for index, vector in enumerate((EYE, KEY, ACROSS, hostmath.cross(KEY, ACROSS))):
        glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, index, *vector, 0.0)
    surface = teapot(12)
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)

    framebuffer, texture = glGenFramebuffers(1), glGenTextures(1)
    depths = glGenRenderbuffers(1)
    glBindTexture(GL_TEXTURE_2D, texture)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer)
    colour = (GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0)
    glFramebufferTexture2D(GL_FRAMEBUFFER, *colour)
    glBindRenderbuffer(GL_RENDERBUFFER, depths)
    depth = (GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depths)
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, *depth)


def draw(time, width, height):
    """Draws the picture into the texture, then the window from it, with a moving split."""
    size = (2 * width, 2 * height)  # as `antialiased` draws
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, *size, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
    glBindRenderbuffer(GL_RENDERBUFFER, depths)
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, *size)
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer)
    glViewport(0, 0, *size)
    draw_picture(time, width / height)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)

    split = 0.5 + 0.4 * hostmath.sin_cos_degrees(360.0 * time)[0]
    for mode in (GL_PROJECTION, GL_MODELVIEW):
        glMatrixMode(mode)
        glLoadIdentity()
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, programs[2])
    column = size[0] * split
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, column, 0.0, 0.0, 0.0)
    with antialiased(width, height):
        with enabled(GL_FRAGMENT_PROGRAM_ARB):
            glRectf(-1, -1, 1, 1)
        glColor3f(0.97, 0.95, 0.90)
        middle = 2.0 * split - 1.0
        glRectf(middle - 0.003, -1, middle + 0.003, 1)


def draw_picture(time, aspect):
    """Draws the mirror images of the teapots, the floor over them, then the teapots."""
    glClear(GL_DEPTH_BUFFER_BIT)
    draw_background(ABOVE, BELOW)
    glMatrixMode(GL_PROJECTION)
    glLoadTransposeMatrixd(hostmath.perspective(29.0, aspect, 1.0, 60.0))
    with enabled(GL_DEPTH_TEST, GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB):
        glFrontFace(GL_CW)  # a mirror image turns the other way round
        draw_teapots(time, hostmath.scaling(1.0, 1.0, -1.0))
        glFrontFace(GL_CCW)
        draw_floor()
        draw_teapots(time, hostmath.IDENTITY)


def draw_floor():
    """Draws the floor, half transparent, with the shadows of the teapots."""
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, programs[1])
    for index, (_, (x, y, z), _) in enumerate(TEAPOTS):
        sphere = (x, y, z + 1.15, 1.8)
        glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, index, *sphere)
    place(VIEW, hostmath.IDENTITY)
    with enabled(GL_BLEND):
        glBegin(GL_QUADS)
        glNormal3f(*UP)
        for x, y in ((-20, -10), (20, -10), (20, 20), (-20, 20)):
            glVertex3f(x, y, 0)
        glEnd()


def draw_teapots(time, mirror):
    """Draws the teapots, each turned by itself."""
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, programs[0])
    for glaze, middle, degrees in TEAPOTS:
        turn = hostmath.rotation(degrees + 360.0 * time, *UP)
        there = hostmath.multiply(hostmath.translation(*middle), turn)
        place(VIEW, hostmath.multiply(mirror, there))
        glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, *glaze)
        draw_surface(*surface)
