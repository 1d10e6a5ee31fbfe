"""A chrome teapot mirrors a photographer's studio: a cube map that a program has drawn."""

from softgl import hostmath
from softgl.gl import *
from softgl.models.teapot import teapot
from softgl.studio import antialiased, draw_floor, draw_surface, load_program, place
from softgl.surroundings import draw_surroundings, make_surroundings, place_surroundings

EYE, LOOK_AT, UP = (1.2, -12.6, 2.7), (0.25, 0.0, 1.5), (0.0, 0.0, 1.0)
LAMP = hostmath.normalize((-0.10, -0.42, 0.90))  # to the one that casts the shadow
SPHERES = ((0.0, 0.0, 1.15, 1.75), (-2.2, 0.0, 1.3, 0.45), (2.1, 0.0, 0.95, 0.62))  # for it
CHROME = (0.92, 0.93, 0.95, 1.0)
MIRROR = hostmath.scaling(1.0, 1.0, -1.0)  # of the floor


def setup():
    """Draws the cube map, loads the programs, tessellates the patches."""
    global model, world, chrome, backdrop, studio_floor, surface
    glActiveTexture(GL_TEXTURE1)
    make_surroundings()
    model = load_program(GL_VERTEX_PROGRAM_ARB, "nvvp4/model.vp")
    world = load_program(GL_VERTEX_PROGRAM_ARB, "nvvp4/world.vp")
    backdrop = load_program(GL_FRAGMENT_PROGRAM_ARB, "nvfp4/backdrop.fp")
    studio_floor = load_program(GL_FRAGMENT_PROGRAM_ARB, "nvfp4/studio_floor.fp")
    glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, *EYE, 0.0)
    glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 1, *LAMP, 0.0)
    chrome = load_program(GL_FRAGMENT_PROGRAM_ARB, "nvfp4/chrome.fp")
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, *CHROME)
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 2, 3.0, 0.95, 0.0, 0.0)  # the shadow
    surface = teapot(16)


def draw(time, width, height):
    """Draws the studio out of focus, the mirror image, the floor over it, then the teapot."""
    turn = hostmath.rotation(-28.0 + 360.0 * time, *UP)
    view = hostmath.look_at(EYE, LOOK_AT, UP)
    projection = hostmath.perspective(26.0, width / height, 1.0, 60.0)
    with antialiased(width, height):
        glClear(GL_DEPTH_BUFFER_BIT)
        glEnable(GL_FRAGMENT_PROGRAM_ARB)
        glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, backdrop)
        place_surroundings(view)
        draw_surroundings(projection)
        glMatrixMode(GL_PROJECTION)
        glLoadTransposeMatrixd(projection)
        glEnable(GL_DEPTH_TEST)
        glEnable(GL_VERTEX_PROGRAM_ARB)
        glFrontFace(GL_CW)  # a mirror image turns the other way round
        draw_teapot(hostmath.multiply(view, MIRROR), turn)
        glFrontFace(GL_CCW)
        place(view, hostmath.IDENTITY)
        glBindProgramARB(GL_VERTEX_PROGRAM_ARB, world)
        glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, studio_floor)
        draw_floor(turn, SPHERES)
        draw_teapot(view, turn)


def draw_teapot(view, turn):
    """Draws the teapot through `view`: that of the world, or of its mirror image."""
    place(view, turn)
    place_surroundings(view)
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, model)
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, chrome)
    draw_surface(*surface)
