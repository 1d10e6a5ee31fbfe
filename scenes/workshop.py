"""Toys with patterns of bricks, wood, a lattice and a star: GLSL 1.20 with GL's fixed state."""

import numpy as np

from softgl import hostmath
from softgl.gl import *
from softgl.studio import antialiased, flat_surface, load_shaders, revolution

EYE, LOOK_AT, UP = (0.0, -9.5, 4.4), (0.0, 0.0, 0.85), (0.0, 0.0, 1.0)
LAMP, AIMED = (-4.5, -3.5, 7.5), (0.0, 0.0, 0.5)  # the light, and the middle of its window
SHADOWS = 1024  # width of the shadow map
PATTERNS = "brick", "lattice", "wood", "ball", "plank"


def setup():
    """Loads a program for each pattern, and one for shadows, where only the lattice has holes."""
    global programs, shadows, things
    things = made()
    make_shadow_map()
    shadows = dict.fromkeys(PATTERNS, load_shaders("glsl/depth.vert"))
    shadows["lattice"] = load_shaders("glsl/depth.vert", "glsl/depth.frag", "glsl/lattice.frag")
    programs = {}
    for name in PATTERNS:
        programs[name] = load_shaders("glsl/toy.vert", "glsl/toy.frag", f"glsl/{name}.frag")
        glUniform1i(glGetUniformLocation(programs[name], "shadows"), 0)
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, (0.24, 0.26, 0.32, 1.0))
    glLightfv(GL_LIGHT0, GL_DIFFUSE, (1.0, 0.93, 0.80, 1.0))
    glLightfv(GL_LIGHT0, GL_SPECULAR, (0.9, 0.85, 0.75, 1.0))
    glFogfv(GL_FOG_COLOR, (0.11, 0.12, 0.15, 1.0))
    glFogf(GL_FOG_START, 11.0)
    glFogf(GL_FOG_END, 24.0)
    glClearColor(0.11, 0.12, 0.15, 1.0)


def made():
    """Makes the toys: model, pattern, colour, and a function of the time to the place."""
    half_turn = [hostmath.sin_cos(hostmath.PI * i / 40) for i in range(41)]
    sphere = revolution([(sine, -cosine) for sine, cosine in half_turn], 80)
    ring = [hostmath.sin_cos(-hostmath.PI * i / 20) for i in range(41)]
    ring = revolution([(0.95 - 0.36 * cosine, 0.36 + 0.36 * sine) for sine, cosine in ring], 80)
    skittle = revolution(
        [(0.0, 0.0), (0.42, 0.0), (0.48, 0.1), (0.55, 0.6), (0.5, 1.0), (0.3, 1.45), (0.19, 1.75),
         (0.2, 1.9), (0.3, 2.08), (0.33, 2.25), (0.3, 2.42), (0.18, 2.56), (0.0, 2.6)], 64,
    )  # fmt: skip
    floor = flat_surface([(-14.0, -8.0, 14.0, 16.0)])
    white = (1.0, 1.0, 1.0)
    return (
        (floor, "plank", white, lambda time: hostmath.IDENTITY),
        (wall(), "brick", white, lambda time: hostmath.IDENTITY),
        (ring, "wood", white, lambda time: moved((2.3, -0.9, 0.0), 360.0 * time)),
        (sphere, "lattice", (0.2, 0.6, 0.3), lambda time: moved((-2.5, -0.6, 1.0), 360.0 * time)),
        (skittle, "wood", white, lambda time: moved((0.75, 0.75, 0.0), 0.0)),
        (skittle, "wood", white, lambda time: moved((-0.75, 1.0, 0.0), 90.0)),
        (sphere, "ball", white, rolling),
    )  # fmt: skip


def wall():
    """Makes the wall of bricks behind the toys, upright."""
    positions, normals, triangles = flat_surface([(-3.6, 0.0, 3.6, 1.56)])
    positions = positions[:, [0, 2, 1]] + np.float32([0.0, 2.4, 0.0])
    return positions, normals[:, [0, 2, 1]] * np.float32(-1.0), triangles


def moved(place, turn):
    """The matrix of a model at a place, turned around z by an angle in degrees."""
    return hostmath.multiply(hostmath.translation(*place), hostmath.rotation(turn, 0.0, 0.0, 1.0))


def rolling(time):
    """The ball: smaller, and turned as it rolls."""
    turn = hostmath.rotation(-20.0 + 360.0 * time, 1.0, 0.0, 0.3)
    place = hostmath.multiply(hostmath.translation(0.1, -1.7, 0.7), turn)
    return hostmath.multiply(place, hostmath.scaling(0.7, 0.7, 0.7))


def make_shadow_map():
    """Makes the texture of depths and the framebuffer that draws to it."""
    global framebuffer
    depths = glGenTextures(1)
    glBindTexture(GL_TEXTURE_2D, depths)
    for name in (GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER):
        glTexParameteri(GL_TEXTURE_2D, name, GL_LINEAR)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE)
    layout = 0, GL_DEPTH_COMPONENT24, SHADOWS, SHADOWS, 0, GL_DEPTH_COMPONENT, GL_FLOAT
    glTexImage2D(GL_TEXTURE_2D, *layout, None)
    framebuffer = glGenFramebuffers(1)
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer)
    attachment = GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D
    glFramebufferTexture2D(*attachment, depths, 0)
    glDrawBuffer(GL_NONE)
    glReadBuffer(GL_NONE)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)


def draw(time, width, height):
    """Draws the shadow map, then the toys in its light."""
    light = hostmath.look_at(LAMP, AIMED, (0.0, 1.0, 0.0))
    lens = hostmath.perspective(50.0, 1.0, 3.0, 20.0)
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer)
    glViewport(0, 0, SHADOWS, SHADOWS)
    glClear(GL_DEPTH_BUFFER_BIT)
    glEnable(GL_DEPTH_TEST)
    draw_things(time, lens, light, shadows)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)

    view = hostmath.look_at(EYE, LOOK_AT, UP)
    with antialiased(width, height):
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
        glMatrixMode(GL_MODELVIEW)
        glLoadTransposeMatrixd(view)
        glLightfv(GL_LIGHT0, GL_POSITION, (*LAMP, 1.0))
        # From eye coordinates to the light's window.
        back = hostmath.multiply(hostmath.multiply(lens, light), hostmath.inverse(view))
        glMatrixMode(GL_TEXTURE)
        glLoadTransposeMatrixd(back)
        lens = hostmath.perspective(32.0, width / height, 1.0, 40.0)
        draw_things(time, lens, view, programs)
    glDisable(GL_DEPTH_TEST)


def draw_things(time, projection, view, chosen):
    """Draws all toys; chosen : the program of each pattern."""
    glMatrixMode(GL_PROJECTION)
    glLoadTransposeMatrixd(projection)
    glMatrixMode(GL_MODELVIEW)
    glEnableClientState(GL_VERTEX_ARRAY)
    glEnableClientState(GL_NORMAL_ARRAY)
    for (positions, normals, triangles), pattern, color, place in things:
        glUseProgram(chosen[pattern])
        glLoadTransposeMatrixd(hostmath.multiply(view, place(time)))
        glColor3f(*color)
        glVertexPointer(3, GL_FLOAT, 0, positions)
        glNormalPointer(GL_FLOAT, 0, normals)
        glDrawElements(GL_TRIANGLES, triangles.size, GL_UNSIGNED_INT, triangles)
    glUseProgram(0)
