"""The Mandelbulb, by sphere tracing in one fragment program: loops in loops, and a subroutine."""

from softgl import hostmath
from softgl.gl import *
from softgl.studio import antialiased, load_program

DISTANCE, HEIGHT, VIEW = 2.6, 0.8, 0.48  # of the eye from the axis, over the middle; tan(fov / 2)
KEY = (-0.55, 0.65, -0.55)  # to the light: right, up and forward from the eye


def setup():
    """Loads the program."""
    load_program(GL_FRAGMENT_PROGRAM_ARB, "nvfp4/mandelbulb.fp")
    glEnable(GL_FRAGMENT_PROGRAM_ARB)


def draw(time, width, height):
    """Draws one rectangle: the eye goes round the bulb."""
    sine, cosine = hostmath.sin_cos_degrees(30.0 + 360.0 * time)
    eye = (DISTANCE * sine, HEIGHT, DISTANCE * cosine)
    forward = hostmath.normalize([-x for x in eye])
    right = hostmath.normalize(hostmath.cross(forward, (0.0, 1.0, 0.0)))
    up = hostmath.cross(right, forward)
    # The light comes along with the eye.
    turned = zip(right, up, forward, strict=True)
    key = hostmath.normalize([hostmath.dot(KEY, axes) for axes in turned])
    vectors = (eye, [VIEW * x for x in right], [VIEW * x for x in up], forward, key)
    for index, vector in enumerate(vectors):
        glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, index, *vector, 0.0)
    window = (1.0 / height, -width / height, -1.0, 0.8 * VIEW / height)
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 5, *window)
    with antialiased(width, height):
        glRectf(-1, -1, 1, 1)
