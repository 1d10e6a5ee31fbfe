"""Teapots go round a silver ball that mirrors them: a cube map, all six faces drawn in one pass."""

from softgl import hostmath
from softgl.gl import *
from softgl.models.teapot import teapot
from softgl.studio import (
    antialiased,
    draw_floor,
    draw_shadow,
    draw_surface,
    enabled,
    load_program,
    place,
    revolution,
)
from softgl.surroundings import FACES, draw_surroundings, make_surroundings, place_surroundings

EYE, LOOK_AT, UP = (1.0, -12.5, 4.6), (0.0, 0.0, 1.25), (0.0, 0.0, 1.0)
BALL, RADIUS = (0.0, 0.0, 1.75), 1.7
KEY = hostmath.normalize((-0.70, -0.50, 0.62))  # to the light behind the window
ACROSS = hostmath.normalize(hostmath.cross(UP, KEY))
MIRROR = hostmath.scaling(1.0, 1.0, -1.0)  # of the floor
SIDE, NEAR, FAR = 256, 0.5, 100.0  # of the cube map
GLAZES = (
    (0.55, 0.05, 0.04), (0.62, 0.25, 0.02), (0.50, 0.42, 0.04),
    (0.04, 0.30, 0.10), (0.02, 0.22, 0.42), (0.24, 0.06, 0.34),
)  # fmt: skip
RING = 3.5  # radius of their path
WALLS = 40.0  # half of the room's side


def setup():
    """Draws the studio, makes a cube map and a framebuffer of its faces, loads the programs."""
    global model, world, backdrop, studio_floor, ceramic, silver, room, studio, mirrored, faces
    global pot, ball
    glActiveTexture(GL_TEXTURE1)
    studio = make_surroundings()
    mirrored, depths = glGenTextures(2)
    glBindTexture(GL_TEXTURE_CUBE_MAP, depths)
    make_faces(GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT)
    glBindTexture(GL_TEXTURE_CUBE_MAP, mirrored)
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR)
    make_faces(GL_RGBA16F, GL_RGBA)
    faces = glGenFramebuffers(1)
    glBindFramebuffer(GL_FRAMEBUFFER, faces)
    glFramebufferTextureEXT(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, mirrored, 0)
    glFramebufferTextureEXT(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, depths, 0)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    model = load_program(GL_VERTEX_PROGRAM_ARB, "nvvp4/model.vp")
    world = load_program(GL_VERTEX_PROGRAM_ARB, "nvvp4/world.vp")
    load_program(GL_GEOMETRY_PROGRAM_NV, "nvgp4/six_faces.gp")
    scale = (FAR + NEAR) / (FAR - NEAR), -2.0 * FAR * NEAR / (FAR - NEAR), 0.0
    axes = [axis for middle, s, t in FACES for axis in (s, t, middle)]
    for index, vector in enumerate((*axes, BALL, scale)):
        glProgramLocalParameter4fARB(GL_GEOMETRY_PROGRAM_NV, index, *vector, 0.0)
    backdrop = load_program(GL_FRAGMENT_PROGRAM_ARB, "nvfp4/backdrop.fp")
    room = load_program(GL_FRAGMENT_PROGRAM_ARB, "nvfp4/soft_boxes.fp")
    studio_floor = load_program(GL_FRAGMENT_PROGRAM_ARB, "nvfp4/studio_floor.fp")
    ceramic = load_program(GL_FRAGMENT_PROGRAM_ARB, "nvfp4/ceramic.fp")
    silver = load_program(GL_FRAGMENT_PROGRAM_ARB, "nvfp4/chrome.fp")
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, 0.95, 0.94, 0.92, 1.0)
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 2, 1.6, 0.9, 0.0, 0.0)  # the shadow
    for index, vector in enumerate((KEY, ACROSS, hostmath.cross(KEY, ACROSS)), 1):
        glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, index, *vector, 0.0)
    pot = teapot(8)
    half_turn = (hostmath.sin_cos_degrees(degrees) for degrees in range(-90, 91, 3))
    ball = revolution([(RADIUS * c, RADIUS * s) for s, c in half_turn], 96)


def make_faces(internal, layout):
    """Specifies the faces of the bound cube map."""
    for face, _ in enumerate(FACES, GL_TEXTURE_CUBE_MAP_POSITIVE_X):
        glTexImage2D(face, 0, internal, SIDE, SIDE, 0, layout, GL_FLOAT, None)


def draw(time, width, height):
    """Draws the ball's surroundings, then the studio, the mirror image, the floor and the rest."""
    view = hostmath.look_at(EYE, LOOK_AT, UP)
    projection = hostmath.perspective(30.0, width / height, 1.0, 60.0)
    with enabled(GL_DEPTH_TEST, GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB):
        draw_faces(time)
    with antialiased(width, height):
        glClear(GL_DEPTH_BUFFER_BIT)
        glEnable(GL_FRAGMENT_PROGRAM_ARB)
        glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, backdrop)
        glBindTexture(GL_TEXTURE_CUBE_MAP, studio)
        place_surroundings(view)
        draw_surroundings(projection)
        glBindTexture(GL_TEXTURE_CUBE_MAP, mirrored)
        glMatrixMode(GL_PROJECTION)
        glLoadTransposeMatrixd(projection)
        glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, *EYE, 0.0)
        glEnable(GL_DEPTH_TEST)
        glEnable(GL_VERTEX_PROGRAM_ARB)
        glFrontFace(GL_CW)  # a mirror image turns the other way round
        draw_pots(hostmath.multiply(view, MIRROR), time)
        draw_ball(hostmath.multiply(view, MIRROR))
        glFrontFace(GL_CCW)
        place(view, hostmath.IDENTITY)
        glBindProgramARB(GL_VERTEX_PROGRAM_ARB, world)
        glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, studio_floor)
        draw_floor(hostmath.IDENTITY, [(*BALL, RADIUS)])
        draw_shadows(time)
        draw_pots(view, time)
        draw_ball(view)


def draw_faces(time):
    """Draws the room and the teapots to all faces of the cube map at once."""
    viewport = glGetIntegerv(GL_VIEWPORT)
    glBindFramebuffer(GL_FRAMEBUFFER, faces)
    glViewport(0, 0, SIDE, SIDE)
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
    with enabled(GL_GEOMETRY_PROGRAM_NV):
        place(hostmath.IDENTITY, hostmath.IDENTITY)
        glBindProgramARB(GL_VERTEX_PROGRAM_ARB, world)
        glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, room)
        draw_room()
        # Squares the colours: gamma 2 to linear light.
        glBlendFunc(GL_SRC_COLOR, GL_ZERO)
        glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, *BALL, 0.0)
        with enabled(GL_BLEND):
            draw_pots(hostmath.IDENTITY, time)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    glViewport(*viewport)
    glGenerateMipmap(GL_TEXTURE_CUBE_MAP)


def draw_room():
    """Draws the walls of a room around everything."""
    glBegin(GL_QUADS)
    for middle, s, t in FACES:
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            glVertex3f(*(WALLS * (m + x * a + y * b) for m, a, b in zip(middle, s, t, strict=True)))
    glEnd()


def draw_pots(view, time):
    """Draws the teapots in a ring, each moving along it and turning."""
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, world)
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, ceramic)
    size = hostmath.scaling(0.46, 0.46, 0.46)
    for number, glaze in enumerate(GLAZES):
        glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, *glaze, 1.0)
        own = hostmath.multiply(hostmath.translation(RING, 0.0, 0.0), size)
        turned = hostmath.multiply(own, hostmath.rotation(125.0 + 360.0 * time, *UP))
        place(view, hostmath.multiply(around(number, time), turned))
        draw_surface(*pot)


def draw_shadows(time):
    """Draws the teapots' shadows on the empty floor."""
    for capability in (GL_DEPTH_TEST, GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB):
        glDisable(capability)
    with enabled(GL_BLEND):
        for number, _ in enumerate(GLAZES):
            x, y, *_ = hostmath.transform(around(number, time), (RING, 0.0, 0.0, 1.0))
            draw_shadow(x, y, 0.8)
    for capability in (GL_DEPTH_TEST, GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB):
        glEnable(capability)


def around(number, time):
    """The rotation of a teapot along the ring."""
    return hostmath.rotation(60.0 * number + 60.0 * time + 12.0, *UP)


def draw_ball(view):
    """Draws the ball through `view`: that of the world, or of its mirror image."""
    place(view, hostmath.translation(*BALL))
    place_surroundings(view)
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, model)
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, silver)
    draw_surface(*ball)
