"""A meadow against the evening sun: a geometry program makes a blade of grass of every point."""

import numpy as np

from softgl import hostmath
from softgl.gl import *
from softgl.studio import antialiased, draw_background, enabled, load_program

EYE, LOOK_AT, UP = (0.0, -7.6, 1.55), (0.0, 0.0, 0.95), (0.0, 0.0, 1.0)
SUN = hostmath.normalize((0.30, 0.92, 0.26))
AIR = (0.62, 0.47, 0.30)  # the colour of the horizon, in linear light
ABOVE, BELOW = (0.44, 0.60, 0.80), (1.0, 0.74, 0.44)  # the sky, in display light
BLADES = 16000
NEAR, FAR = -6.6, 13.0  # how far the meadow goes along y
WIND = (0.86, 0.30)  # where it blows, along x and y


def setup():
    """Loads the programs, sows the grass and shapes the ground."""
    global blades, ground
    load_program(GL_GEOMETRY_PROGRAM_NV, "nvgp4/blade.gp")
    load_program(GL_FRAGMENT_PROGRAM_ARB, "nvfp4/meadow.fp")
    blades = load_program(GL_VERTEX_PROGRAM_ARB, "nvvp4/root.vp")
    ground = load_program(GL_VERTEX_PROGRAM_ARB, "nvvp4/ground.vp")
    glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, *EYE, 1.0)
    glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 1, *SUN, 0.0)
    glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 2, *AIR, 0.045)
    sow()
    shape()


def height(x, y):
    """The height of the hilly ground, z of the world."""
    far = 2.3 / (1.0 + ((x + 5.0) ** 2 + (y - 11.0) ** 2) / 16.0)
    near = 1.2 / (1.0 + ((x - 5.5) ** 2 + (y - 4.0) ** 2) / 9.0)
    return far + near - 0.9 / (1.0 + (x * x + (y + 1.0) ** 2) / 20.0)


def scattered(count, salt):
    """Pseudorandom numbers from 0 to 1, (count,) float64."""
    mixed = np.arange(count, dtype=np.uint32) * np.uint32(2654435761) + np.uint32(salt * 40503)
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35), (16, 1)):
        mixed = (mixed ^ (mixed >> np.uint32(shift))) * np.uint32(factor)
    return mixed / 4294967296.0


def sow():
    """Puts the roots into an array: more of them near the eye, where the meadow is narrow."""
    global roots, own
    y = NEAR + (FAR - NEAR) * scattered(BLADES, 1) ** 2
    x = (scattered(BLADES, 2) * 2.0 - 1.0) * (1.3 + 0.42 * (y - EYE[1]))
    turns = 360.0 * scattered(BLADES, 3)
    sides = np.array([hostmath.sin_cos_degrees(turn) for turn in turns.tolist()])
    tall = 0.34 + 0.40 * scattered(BLADES, 4) ** 2
    tone = scattered(BLADES, 5)
    roots = np.stack([x, y, height(x, y)], axis=1).astype(np.float32)
    own = np.stack([sides[:, 0], sides[:, 1], tall, tone], axis=1).astype(np.float32)


def shape():
    """Makes strips of the ground, one behind the other."""
    global strips
    lines = np.linspace(-7.4, 18.0, 41)
    across = np.linspace(-14.0, 14.0, 57)
    x, y = np.meshgrid(across, lines)
    grid = np.stack([x, y, height(x, y)], axis=2).astype(np.float32)
    strips = np.stack([grid[1:], grid[:-1]], axis=2).reshape(40, 114, 3)


def draw(time, width, height):
    """Draws the sky, the ground and the grass, which the wind goes through once."""
    glProgramEnvParameter4fARB(GL_GEOMETRY_PROGRAM_NV, 0, *WIND, -2.0 * hostmath.PI * time, 0.55)
    with antialiased(width, height):
        glClear(GL_DEPTH_BUFFER_BIT)
        draw_background(ABOVE, BELOW)
        glMatrixMode(GL_PROJECTION)
        glLoadTransposeMatrixd(hostmath.perspective(34.0, width / height, 0.3, 60.0))
        glMatrixMode(GL_MODELVIEW)
        glLoadTransposeMatrixd(hostmath.look_at(EYE, LOOK_AT, UP))
        with enabled(GL_DEPTH_TEST, GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB):
            draw_ground()
            with enabled(GL_GEOMETRY_PROGRAM_NV):
                draw_grass()


def draw_ground():
    """Draws the strips."""
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, ground)
    glEnableClientState(GL_VERTEX_ARRAY)
    for strip in strips:
        glVertexPointer(3, GL_FLOAT, 0, strip)
        glDrawArrays(GL_TRIANGLE_STRIP, 0, len(strip))


def draw_grass():
    """Draws all roots as points, which become blades of grass."""
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, blades)
    glVertexPointer(3, GL_FLOAT, 0, roots)
    glVertexAttribPointerARB(1, 4, GL_FLOAT, False, 0, own)
    glEnableVertexAttribArrayARB(1)
    glDrawArrays(GL_POINTS, 0, BLADES)
    glDisableVertexAttribArrayARB(1)
