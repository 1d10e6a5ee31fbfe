"""A teapot drawn with pen and wash: a geometry program finds its outlines by adjacency."""

import numpy as np

from softgl import hostmath
from softgl.gl import *
from softgl.models import teapot
from softgl.studio import antialiased, draw_background, draw_surface, enabled, load_program, place

EYE, LOOK_AT, UP = (0.6, -10.5, 4.6), (0.15, 0.0, 1.42), (0.0, 0.0, 1.0)
KEY = hostmath.normalize((-0.62, -0.45, 0.64))
ABOVE, BELOW = (0.95, 0.92, 0.85), (0.90, 0.85, 0.75)  # the paper
INK = (0.13, 0.10, 0.14)
WASH = (0.45, 0.72, 0.74)
SHADOW = (0.80, 0.75, 0.68)
PEN = 2.8, 1.2, 5.0  # half of its width in pixels of 480 rows, how far that varies, how fast


def setup():
    """Loads the programs, and finds the neighbours of each triangle of the teapot."""
    global mesh, around
    load_program(GL_VERTEX_PROGRAM_ARB, "nvvp4/world.vp")
    load_program(GL_GEOMETRY_PROGRAM_NV, "nvgp4/ink.gp")
    load_program(GL_FRAGMENT_PROGRAM_ARB, "nvfp4/hatching.fp")
    glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 1, *INK, 1.0)
    glProgramEnvParameter4fARB(GL_GEOMETRY_PROGRAM_NV, 2, *INK, 1.0)
    mesh = teapot.teapot()
    around = with_adjacency(*mesh[::2])


def with_adjacency(positions, triangles):
    """Triangles with the vertices of their neighbours, for GL_TRIANGLES_ADJACENCY, (n, 6) uint32.

    Vertices in one place are merged. A triangle is its own neighbour at an edge without another.
    """
    places = np.round(positions * 4096.0).astype(np.int64)
    _, first, same = np.unique(places, axis=0, return_index=True, return_inverse=True)
    corners = first[same.reshape(-1)][triangles].tolist()
    # At the poles of the teapot triangles have no area.
    corners = [corner for corner in corners if len(set(corner)) == 3]
    opposite = {(a, b): c for each in corners for a, b, c in turned(each)}
    return np.array(
        [[n for a, b, c in turned(each) for n in (a, opposite.get((b, a), c))] for each in corners],
        np.uint32,
    )


def turned(corners):
    """Rotations of a triangle's corners, each of them first."""
    a, b, c = corners
    return (a, b, c), (b, c, a), (c, a, b)


def draw(time, width, height):
    """Draws the paper, a shadow on it, the wash, and the outlines over all."""
    turn = hostmath.rotation(24.0 + 360.0 * time, *UP)
    scale = height / 240.0
    pixels = 2.0 * width, 2.0 * height
    window = [2.0 / pixels[0], 2.0 / pixels[1], pixels[0] / 2.0, pixels[1] / 2.0]
    glProgramEnvParameter4fARB(GL_GEOMETRY_PROGRAM_NV, 0, *window)
    wide, varied, fast = PEN
    pen = wide * scale / 2.0, varied * scale / 2.0, fast, 0.0005
    glProgramEnvParameter4fARB(GL_GEOMETRY_PROGRAM_NV, 1, *pen)
    glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, *KEY, 6.0 * scale)
    view = hostmath.look_at(EYE, LOOK_AT, UP)
    with antialiased(width, height):
        glClear(GL_DEPTH_BUFFER_BIT)
        draw_background(ABOVE, BELOW)
        glMatrixMode(GL_PROJECTION)
        glLoadTransposeMatrixd(hostmath.perspective(30.0, width / height, 1.0, 40.0))
        draw_ground_shadow(view, turn)
        with enabled(GL_DEPTH_TEST, GL_VERTEX_PROGRAM_ARB):
            place(view, turn)
            glColor3f(*WASH)
            with enabled(GL_FRAGMENT_PROGRAM_ARB):
                draw_surface(*mesh)
            with enabled(GL_GEOMETRY_PROGRAM_NV):
                glDrawElements(GL_TRIANGLES_ADJACENCY, around.size, GL_UNSIGNED_INT, around)


def draw_ground_shadow(view, turn):
    """Draws the teapot flat on the ground, away from the light."""
    flat = np.array(hostmath.IDENTITY)
    flat[0, 2], flat[1, 2], flat[2, 2] = -KEY[0] / KEY[2], -KEY[1] / KEY[2], 0.0
    place(view, hostmath.multiply(flat, turn))
    glColor3f(*SHADOW)
    draw_surface(*mesh)
