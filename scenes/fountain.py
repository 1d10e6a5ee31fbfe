"""A fountain in the evening: its droplets live in buffers, which transform feedback moves on."""

import ctypes

import numpy as np

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

EYE, LOOK_AT, UP = (0.0, -7.6, 2.7), (0.0, 0.0, 0.95), (0.0, 0.0, 1.0)
MIRROR = hostmath.scaling(1.0, 1.0, -1.0)  # of the water, z = 0
ABOVE, BELOW = (0.02, 0.05, 0.16), (0.95, 0.55, 0.45)  # the sky, in display light
HAZE = (0.034, 0.020, 0.044)  # where the ground meets it, in linear light

SEQUENCE = True  # droplets go on from where they were
DROPLETS, LIFE, STEPS = 12000, 90, 2  # their number, steps of a life, steps of a frame
GRAVITY, AIR = 0.0038, 0.998
TWO_VECTORS = 32  # bytes of a droplet: its place and age, its motion
JETS = 16
RECORDED = [GL_TEXTURE_COORD_NV, 4, 0, GL_TEXTURE_COORD_NV, 4, 1]

BASIN = ((2.45, -0.45), (2.40, -0.06), (2.52, 0.0), (2.52, 0.12), (2.15, 0.12), (2.12, -0.02))
BOWL = (
    *((0.50, -0.02), (0.34, 0.10), (0.17, 0.24), (0.13, 0.52), (0.20, 0.68), (0.52, 0.80)),
    *((0.80, 0.97), (0.85, 1.04), (0.78, 1.04), (0.70, 0.98)),
)
NOZZLE = ((0.10, 0.98), (0.07, 1.10), (0.05, 1.26), (0.0, 1.26))
TERRACE = ((60.0, -0.45), (12.0, -0.45), (5.0, -0.45), (2.45, -0.45))
WATER, BOWL_WATER = (2.14, 0.0), (0.74, 1.0)  # radius and height


def setup():
    """Loads the programs, makes droplets, and lets them fly until the fountain is in full flow."""
    global droplet, spray, world, dot, stone, surfaces
    droplet = load_program(GL_VERTEX_PROGRAM_ARB, "nvvp4/droplet.vp")
    glProgramLocalParameter4fARB(GL_VERTEX_PROGRAM_ARB, 0, GRAVITY, AIR, LIFE, 0.0)
    radius, height = BOWL_WATER
    glProgramLocalParameter4fARB(GL_VERTEX_PROGRAM_ARB, 1, radius * radius, height, 0.0, 0.0)
    spray = load_program(GL_VERTEX_PROGRAM_ARB, "nvvp4/spray.vp")
    world = load_program(GL_VERTEX_PROGRAM_ARB, "nvvp4/world.vp")
    dot = load_program(GL_FRAGMENT_PROGRAM_ARB, "nvfp4/spray.fp")
    stone = load_program(GL_FRAGMENT_PROGRAM_ARB, "nvfp4/stone.fp")
    surfaces = [revolution(profile, 64) for profile in (TERRACE, BASIN, BOWL, NOZZLE)]
    make_droplets()
    for _ in range(LIFE):
        step()


def make_droplets():
    """Makes the buffer texture of the droplets' starts, and two buffers of their states."""
    global drops
    chance = np.random.default_rng(1703).random((DROPLETS, 4), np.float32)
    spread = chance[:, :3] - np.float32(0.5)
    turns = [hostmath.sin_cos_degrees((jet + 0.5) * 360.0 / JETS) for jet in range(JETS)]
    numbers, starts = np.arange(DROPLETS), np.zeros((DROPLETS, 2, 4), np.float32)
    # Every fourth one leaves the nozzle over the bowl, the others those around the basin.
    starts[:, 0, 2], starts[:, 1, 2] = 1.26, 0.112
    starts[:, 1, :2] = spread[:, :2] * np.float32(0.016)
    for jet, (sine, cosine) in enumerate(turns):
        one = (numbers % 4 != 0) & (numbers // 4 % JETS == jet)
        starts[one, 0] = 2.28 * cosine, 2.28 * sine, 0.14, 0.0
        starts[one, 1] = -0.0285 * cosine, -0.0285 * sine, 0.088, 0.0
    starts[:, 1, :3] *= 1 + spread * np.float32(0.09)
    starts[:, 0, :3] += starts[:, 1, :3] * chance[:, :1]  # part of a step further
    texels = glGenBuffers(1)
    glBindBuffer(GL_TEXTURE_BUFFER_EXT, texels)
    glBufferData(GL_TEXTURE_BUFFER_EXT, starts, GL_STATIC_DRAW)
    glTexBufferEXT(GL_TEXTURE_BUFFER_EXT, GL_RGBA32F_ARB, texels)
    state = starts.copy()
    state[:, 0, 3] = -np.floor(chance[:, 3] * LIFE)  # they start one after the other
    drops = [int(name) for name in glGenBuffers(2)]
    for name in drops:
        glBindBuffer(GL_ARRAY_BUFFER, name)
        glBufferData(GL_ARRAY_BUFFER, state, GL_STREAM_COPY)
    glTransformFeedbackAttribsNV(RECORDED, GL_INTERLEAVED_ATTRIBS_NV)


def draw_droplets():
    """Draws the droplets as points."""
    glBindBuffer(GL_ARRAY_BUFFER, drops[0])
    for index in (0, 1):
        offset = ctypes.c_void_p(16 * index)
        glVertexAttribPointerARB(index, 4, GL_FLOAT, False, TWO_VECTORS, offset)
        glEnableVertexAttribArrayARB(index)
    glDrawArrays(GL_POINTS, 0, DROPLETS)
    for index in (0, 1):
        glDisableVertexAttribArrayARB(index)
    glBindBuffer(GL_ARRAY_BUFFER, 0)


def step():
    """Moves every droplet, from one buffer into the other, then swaps the buffers."""
    glBindBufferBaseNV(GL_TRANSFORM_FEEDBACK_BUFFER_NV, 0, drops[1])
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, droplet)
    with enabled(GL_VERTEX_PROGRAM_ARB, GL_RASTERIZER_DISCARD_NV):
        glBeginTransformFeedbackNV(GL_POINTS)
        draw_droplets()
        glEndTransformFeedbackNV()
    drops.reverse()


def draw(time, width, height):
    """Moves the water; draws its reflections, the water of the basin, and the fountain."""
    for _ in range(STEPS):
        step()
    view = hostmath.look_at(EYE, LOOK_AT, UP)
    projection = hostmath.perspective(32.0, width / height, 1.0, 80.0)
    with antialiased(width, height):
        glClear(GL_DEPTH_BUFFER_BIT)
        draw_background(ABOVE, BELOW)
        glMatrixMode(GL_PROJECTION)
        glLoadTransposeMatrixd(projection)
        with enabled(GL_DEPTH_TEST):
            place(view, hostmath.IDENTITY)
            draw_stone(surfaces[0], (0.34, 0.31, 0.31), 1.0)
            draw_stone(surfaces[1], (0.62, 0.56, 0.52), 0.0)
            glDepthMask(GL_FALSE)
            draw_water(*WATER, (0.05, 0.09, 0.16, 1.0), (0.03, 0.05, 0.10, 1.0))
            glDepthMask(GL_TRUE)
            place(hostmath.multiply(view, MIRROR), hostmath.IDENTITY)
            draw_fountain(2 * height, 0.6)
            place(view, hostmath.IDENTITY)
            draw_water(*WATER, (0.20, 0.17, 0.16, 0.40), (0.02, 0.06, 0.10, 0.55))
            draw_fountain(2 * height, 1.0)


def draw_fountain(height, tint):
    """Draws the bowl, its water and the droplets, with the brightness `tint`."""
    for surface in surfaces[2:]:
        draw_stone(surface, (0.62 * tint, 0.56 * tint, 0.52 * tint), 0.0)
    draw_water(*BOWL_WATER, (0.36, 0.27, 0.20, 0.9), (0.10, 0.13, 0.17, 0.9))
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, spray)
    glProgramLocalParameter4fARB(GL_VERTEX_PROGRAM_ARB, 0, 0.062 * height, 1 / LIFE, 0.0, 0.0)
    glProgramLocalParameter4fARB(GL_VERTEX_PROGRAM_ARB, 1, tint, tint, tint, 0.0)
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, dot)
    glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, GL_TRUE)
    glBlendFunc(GL_ONE, GL_ONE)
    glDepthMask(GL_FALSE)
    programs = GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB
    with enabled(*programs, GL_VERTEX_PROGRAM_POINT_SIZE, GL_POINT_SPRITE, GL_BLEND):
        draw_droplets()
    glDepthMask(GL_TRUE)


def draw_stone(surface, colour, joints):
    """Draws a surface of stone; joints : depth of the joints between its rings."""
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, world)
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, stone)
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, *colour, joints)
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 1, *HAZE, 1 / 900)
    with enabled(GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB):
        draw_surface(*surface)


def draw_water(radius, z, middle, edge):
    """Draws still, translucent water: a disc with two colours, in display light."""
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)
    with enabled(GL_BLEND):
        glBegin(GL_TRIANGLE_FAN)
        glColor4f(*middle)
        glVertex3f(0.0, 0.0, z)
        glColor4f(*edge)
        for step_ in range(65):
            sine, cosine = hostmath.sin_cos_degrees(step_ * 360 / 64)
            glVertex3f(radius * cosine, radius * sine, z)
        glEnd()
