"""A glazed teapot on a studio floor: Newell's Bezier patches, lit per fragment by NV programs."""

from softgl import hostmath
from softgl.gl import *
from softgl.models.teapot import teapot
from softgl.studio import draw_background, draw_floor, draw_surface, load_program, place

EYE, LOOK_AT, UP = (1.6, -11.8, 5.0), (0.2, 0.0, 1.3), (0.0, 0.0, 1.0)
KEY = hostmath.normalize((-0.70, -0.50, 0.62))  # to the light behind the window
ACROSS = hostmath.normalize(hostmath.cross(UP, KEY))
SPHERES = ((0.0, 0.0, 1.15, 1.75), (-2.2, 0.0, 1.3, 0.45), (2.1, 0.0, 0.95, 0.62))  # for the shadow
GLAZE = (0.02, 0.22, 0.29, 1.0)
ABOVE, BELOW = (0.25, 0.30, 0.37), (0.74, 0.73, 0.71)  # the background


def setup():
    """Loads the programs and tessellates the patches."""
    global ceramic, studio_floor, surface
    load_program(GL_VERTEX_PROGRAM_ARB, "nvvp4/world.vp")
    ceramic = load_program(GL_FRAGMENT_PROGRAM_ARB, "nvfp4/ceramic.fp")
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, *GLAZE)
    studio_floor = load_program(GL_FRAGMENT_PROGRAM_ARB, "nvfp4/studio_floor.fp")
    for index, vector in enumerate((EYE, KEY, ACROSS, hostmath.cross(KEY, ACROSS))):
        glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, index, *vector, 0.0)
    surface = teapot(16)


def draw(time, width, height):
    """Draws the background, the mirror image, the floor over it, then the teapot."""
    glClear(GL_DEPTH_BUFFER_BIT)
    draw_background(ABOVE, BELOW)
    turn = hostmath.rotation(-28.0 + 360.0 * time, *UP)
    view = hostmath.look_at(EYE, LOOK_AT, UP)
    glMatrixMode(GL_PROJECTION)
    glLoadTransposeMatrixd(hostmath.perspective(26.0, width / height, 1.0, 60.0))
    glEnable(GL_DEPTH_TEST)
    glEnable(GL_VERTEX_PROGRAM_ARB)
    glEnable(GL_FRAGMENT_PROGRAM_ARB)
    glFrontFace(GL_CW)  # a mirror image turns the other way round
    draw_teapot(view, hostmath.multiply(hostmath.scaling(1.0, 1.0, -1.0), turn))
    glFrontFace(GL_CCW)
    place(view, hostmath.IDENTITY)
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, studio_floor)
    draw_floor(turn, SPHERES)
    draw_teapot(view, turn)


def draw_teapot(view, model):
    """Draws both sides of the patches: the inside shows through the gap of the lid."""
    place(view, model)
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, ceramic)
    draw_surface(*surface)
