"""A teapot among columns at night: a shadow map, drawn from the spotlight and compared softly."""

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
    revolution,
)

EYE, LOOK_AT, UP = (0.0, -19.5, 7.6), (0.2, 0.0, 1.9), (0.0, 0.0, 1.0)
SIDE = 640  # texels of the shadow map
COLUMN = (
    *((0.75, 0.0), (0.75, 0.25), (0.62, 0.25), (0.62, 0.4), (0.5, 0.55)),  # the base
    *((0.42, 4.3), (0.55, 4.45), (0.55, 4.6), (0.72, 4.75), (0.72, 5.0), (0.0, 5.0)),
)
COLUMNS = (16, 53, 90, 127, 164)  # degrees
RINGS = (  # of the floor: from, to, colour
    (0.0, 3.2, (0.55, 0.50, 0.44)),
    (3.2, 3.4, (0.16, 0.07, 0.05)),
    (3.4, 4.9, (0.62, 0.58, 0.52)),
    (4.9, 5.05, (0.16, 0.07, 0.05)),
    (5.05, 7.0, (0.55, 0.50, 0.44)),
    (7.0, 60.0, (0.33, 0.31, 0.30)),
)
ABOVE, BELOW = (0.02, 0.03, 0.07), (0.16, 0.19, 0.27)  # the sky
STONE, GLAZE = (0.72, 0.67, 0.60, 0.04), (0.50, 0.10, 0.07, 0.5)


def setup():
    """Loads the programs, makes the models, and a depth texture that can be drawn to."""
    global models, shadow_map
    load_program(GL_VERTEX_PROGRAM_ARB, "nvvp4/world.vp")
    load_program(GL_FRAGMENT_PROGRAM_ARB, "nvfp4/spotlight.fp")
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)
    glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, *EYE, 1.0)
    column = revolution(COLUMN, 40)
    models = [(teapot(12), GLAZE, hostmath.rotation(-35.0, *UP))]
    for degrees in COLUMNS:
        sine, cosine = hostmath.sin_cos_degrees(degrees)
        models.append((column, STONE, hostmath.translation(6.3 * cosine, 6.3 * sine, 0.0)))
    for inner, outer, colour in RINGS:
        ring = revolution(((outer, 0.0), (inner, 0.0)), 96)
        models.append((ring, (*colour, 0.0), hostmath.IDENTITY))

    texture = glGenTextures(1)
    glBindTexture(GL_TEXTURE_2D, texture)
    for name, value in (
        (GL_TEXTURE_MIN_FILTER, GL_LINEAR),
        (GL_TEXTURE_MAG_FILTER, GL_LINEAR),
        (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE),
        (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE),
        (GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE),
        (GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL),
    ):
        glTexParameteri(GL_TEXTURE_2D, name, value)
    depths = (GL_DEPTH_COMPONENT24, SIDE, SIDE, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, None)
    glTexImage2D(GL_TEXTURE_2D, 0, *depths)
    shadow_map = glGenFramebuffers(1)
    glBindFramebuffer(GL_FRAMEBUFFER, shadow_map)
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, texture, 0)
    glDrawBuffer(GL_NONE)
    glReadBuffer(GL_NONE)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)


def draw(time, width, height):
    """Draws the depths that the lamp sees, then what the eye sees; the lamp goes round."""
    sine, cosine = hostmath.sin_cos_degrees(184.0 + 360.0 * time)
    lamp = (14.0 * cosine, 14.0 * sine, 9.5)
    projection = hostmath.perspective(56.0, 1.0, 6.0, 34.0)
    view = hostmath.look_at(lamp, (0.0, 0.0, 0.5), UP)

    glBindFramebuffer(GL_FRAMEBUFFER, shadow_map)
    glViewport(0, 0, SIDE, SIDE)
    glClear(GL_DEPTH_BUFFER_BIT)
    glPolygonOffset(3.0, 16.0)  # so that no surface shades itself
    with enabled(GL_POLYGON_OFFSET_FILL):  # depths are all that is wanted: no fragment program
        draw_models(projection, view)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)

    # From the world to the lamp's clip space, and from there to [0, 1] in the shadow map.
    half = hostmath.multiply(hostmath.translation(0.5, 0.5, 0.5), hostmath.scaling(0.5, 0.5, 0.5))
    glMatrixMode(GL_MATRIX1_ARB)
    glLoadTransposeMatrixd(hostmath.multiply(half, hostmath.multiply(projection, view)))
    beam = hostmath.normalize((-lamp[0], -lamp[1], 0.5 - lamp[2]))
    glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 1, *lamp, 1.0)
    glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 2, *beam, 0.0)
    with antialiased(width, height):
        glClear(GL_DEPTH_BUFFER_BIT)
        draw_background(ABOVE, BELOW)
        eye = hostmath.perspective(30.0, width / height, 4.0, 90.0)
        with enabled(GL_FRAGMENT_PROGRAM_ARB, GL_BLEND):
            draw_models(eye, hostmath.look_at(EYE, LOOK_AT, UP))


def draw_models(projection, view):
    """Draws everything, through a projection and a view."""
    glMatrixMode(GL_PROJECTION)
    glLoadTransposeMatrixd(projection)
    with enabled(GL_VERTEX_PROGRAM_ARB, GL_DEPTH_TEST):
        for surface, colour, model in models:
            place(view, model)
            glColor4f(*colour)
            draw_surface(*surface)
