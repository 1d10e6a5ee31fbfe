"""Water lilies open and close: a flip-book, drawn into an array texture and shown by instances."""

import numpy as np

from softgl import hostmath
from softgl.gl import *
from softgl.studio import load_program

PAGES, SIDE = 24, 256  # of the flip-book, layers of the texture; one more layer has a leaf
PETALS, STAMENS = 30, 14
LEFT, RIGHT, BOTTOM, TOP = -1.15, 1.15, -0.8, 1.5  # what a page shows
CARD = np.array([(LEFT, BOTTOM), (RIGHT, BOTTOM), (RIGHT, TOP), (LEFT, TOP)], np.float32)
WHOLE_PAGE = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
EYE, LOOK_AT, UP = (0.0, -8.2, 5.0), (0.0, 2.0, 0.0), (0.0, 0.0, 1.0)
FLAT = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))  # the axes of cards that lie on the water,
SHADOW = ((1.0, 0.0, 0.0), (0.55, 0.30, 0.0))  # and of shadows there
MIST = (0.93, 0.78, 0.68, 1 / 34)  # its colour, and 1 / the distance where it hides everything


def setup():
    """Draws the flip-book, and finds places for lilies and leaves."""
    global card, water, lilies, leaves
    flower = load("nvvp4/petal.vp", "nvfp4/petal.fp")
    card = load("nvvp4/card.vp", "nvfp4/card.fp")
    water = load("nvvp4/world.vp", "nvfp4/pond.fp")
    draw_pages(flower)
    lilies, leaves = places()
    glVertexPointer(2, GL_FLOAT, 0, CARD)
    glTexCoordPointer(2, GL_FLOAT, 0, WHOLE_PAGE)
    glEnableClientState(GL_TEXTURE_COORD_ARRAY)
    glVertexAttribDivisorARB(6, 1)
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA)


def load(vertex, fragment):
    """Loads a pair of programs: ((target, name), (target, name))."""
    pair = (GL_VERTEX_PROGRAM_ARB, vertex), (GL_FRAGMENT_PROGRAM_ARB, fragment)
    return [(target, load_program(target, name)) for target, name in pair]


def use(programs):
    """Binds and enables a pair of programs."""
    for target, program in programs:
        glBindProgramARB(target, program)
        glEnable(target)


def draw_pages(flower):
    """Draws the flower into each layer of an array texture, further and further open."""
    array, texture = GL_TEXTURE_2D_ARRAY, glGenTextures(1)
    glBindTexture(array, texture)
    glTexParameteri(array, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR)
    glTexParameterf(array, GL_TEXTURE_LOD_BIAS, 0.4)  # smoother edges
    layers = PAGES + 1
    glTexImage3D(array, 0, GL_RGBA8, SIDE, SIDE, layers, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
    framebuffer, depth = glGenFramebuffers(1), glGenRenderbuffers(1)
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer)
    glBindRenderbuffer(GL_RENDERBUFFER, depth)
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, SIDE, SIDE)
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth)
    glViewport(0, 0, SIDE, SIDE)
    glMatrixMode(GL_PROJECTION)
    glLoadTransposeMatrixd(hostmath.ortho(LEFT, RIGHT, BOTTOM, TOP, -3.0, 3.0))
    glMatrixMode(GL_MODELVIEW)
    use(flower)
    for layer in range(layers):
        glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, layer)
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
        if layer < PAGES:
            draw_flower(layer / (PAGES - 1))
        else:
            draw_leaf()
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    glGenerateMipmap(array)


def draw_flower(opened):
    """Draws the flower: all petals and stamens are instances of one strip of 10 x 4 quads."""
    glEnable(GL_DEPTH_TEST)
    glLoadTransposeMatrixd(hostmath.rotation(-50.0, 1.0, 0.0, 0.0))  # from above, as in the pond
    strip = [
        ((along + i) / 10, (across + j) / 2 - 1)
        for along, across in np.ndindex(10, 4)
        for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))
    ]
    glVertexPointer(2, GL_FLOAT, 0, np.array(strip, np.float32))
    glEnableClientState(GL_VERTEX_ARRAY)
    count = PETALS + STAMENS
    glProgramLocalParameter4fARB(GL_VERTEX_PROGRAM_ARB, 0, opened, 1 / count, PETALS / count, 0.0)
    glDrawArraysInstancedARB(GL_QUADS, 0, len(strip), count)


def draw_leaf():
    """Draws a leaf from above, without programs: a disc with a notch and light veins."""
    for capability in (GL_DEPTH_TEST, GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB):
        glDisable(capability)
    glLoadIdentity()
    glBegin(GL_TRIANGLE_FAN)
    glColor3f(0.36, 0.56, 0.24)
    glVertex2f(0.0, 0.0)
    for step in range(67):
        sine, cosine = hostmath.sin_cos_degrees(10 + step * 340 / 66)
        glColor3f(*((0.24, 0.46, 0.22) if step % 6 == 3 else (0.10, 0.30, 0.17)))
        glVertex2f(0.76 * cosine, 0.76 * sine)
    glEnd()


def places():
    """Lilies and leaves, far ones first: x, y, size and phase, (n, 4) float32."""
    lilies, leaves = [], []
    for number in range(1, 110):  # multiples of irrational numbers spread evenly
        across, away, chance = (number * step % 1.0 for step in (0.7548777, 0.5698403, 0.618034))
        y = 33.0 * away - 4.4
        x = (across - 0.5) * (12.0 + 0.8 * y)
        leaves.append((x, y, 1.0 + 0.6 * chance, chance))
        if number % 5 in (0, 2):
            phase = 0.77 - 0.036 * y - 0.012 * x + 0.16 * chance
            lilies.append((x + 0.9, y - 0.5, 0.95 + 0.25 * chance, phase))
    farthest_first = [sorted(spots, key=lambda spot: -spot[1]) for spots in (lilies, leaves)]
    return [np.array(spots, np.float32) for spots in farthest_first]


def draw(time, width, height):
    """Draws the water, the lilies that it mirrors, the leaves, the lilies' shadows, the lilies."""
    glViewport(0, 0, width, height)
    view = hostmath.look_at(EYE, LOOK_AT, UP)
    glMatrixMode(GL_PROJECTION)
    glLoadTransposeMatrixd(hostmath.perspective(36.0, width / height, 1.0, 80.0))
    glMatrixMode(GL_MODELVIEW)
    glLoadTransposeMatrixd(view)
    glDisable(GL_BLEND)
    use(water)
    glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, *MIST)
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, time, 0.0, 0.0, 0.0)
    glRectf(-40.0, -6.0, 40.0, 60.0)
    glEnable(GL_BLEND)
    use(card)
    across, up, book = view[0][:3], view[1][:3], (time, PAGES - 1, -1.0, 0.0)
    draw_cards(lilies, book, (across, -up), (0.62, 0.66, 0.72, 0.6))
    draw_cards(leaves, (time, 0.0, PAGES, 1.0), FLAT, (1.0, 1.0, 1.0, 1.0))
    draw_cards(lilies, book, SHADOW, (0.0, 0.02, 0.03, 0.6))
    draw_cards(lilies, book, (across, up), (1.0, 1.0, 1.0, 1.0))


def draw_cards(spots, show, axes, tint):
    """Draws a card for each spot; `show` selects its page, as nvvp4/card.vp expects it."""
    for index, vector in enumerate((show, (*axes[0], 0.0), (*axes[1], 0.0))):
        glProgramLocalParameter4fARB(GL_VERTEX_PROGRAM_ARB, index, *vector)
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, *tint)
    glVertexAttribPointerARB(6, 4, GL_FLOAT, False, 0, spots)
    glEnableVertexAttribArrayARB(6)
    glDrawArraysInstancedARB(GL_QUADS, 0, 4, len(spots))
    glDisableVertexAttribArrayARB(6)
