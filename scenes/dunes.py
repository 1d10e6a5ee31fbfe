"""Beach grass on dunes: instanced blades and one uniform block for all shaders, in GLSL 3.30."""

import numpy as np

from softgl import hostmath
from softgl.gl import *
from softgl.studio import antialiased, load_shaders

EYE, LOOK_AT, UP = (0.0, -11.0, 2.5), (0.5, 0.0, 1.25), (0.0, 0.0, 1.0)
SUN = hostmath.normalize((-0.45, 0.86, 0.28))
AIR = (0.92, 0.60, 0.40, 0.020)  # colour of the horizon in linear light, density
WIND = (0.92, 0.38)
BLADES = 16000
CORNERS = 14  # of a blade: two for each of its levels
COLUMNS = 160  # of the ground
SIZE = 128  # of the map of heights
VIEW = 0  # the binding point of the uniform block


def setup():
    """Loads the shaders, shapes the dunes and sows the grass."""
    global grass, dune, sky, view, blades, empty
    empty = glGenVertexArrays(1)
    glBindVertexArray(empty)
    shape()
    blades = glGenVertexArrays(1)
    glBindVertexArray(blades)
    sow()
    view = glGenBuffers(1)
    glBindBuffer(GL_UNIFORM_BUFFER, view)
    glBindBufferBase(GL_UNIFORM_BUFFER, VIEW, view)
    grass = load_shaders("glsl/grass.vert", "glsl/grass.frag")
    dune = load_shaders("glsl/dune.vert", "glsl/dune.frag")
    sky = load_shaders("glsl/window.vert", "glsl/evening.frag")
    for program in (grass, dune, sky):
        glUniformBlockBinding(program, glGetUniformBlockIndex(program, "View"), VIEW)


def dune_height(x, y):
    """The height of the ground: dunes near, then the beach and the sea."""
    near = 1.7 / (1.0 + ((x + 3.4) ** 2 + (y + 4.0) ** 2 / 2.0) / 3.0)
    right = 1.5 / (1.0 + ((x - 4.6) ** 2 / 2.0 + (y - 0.5) ** 2) / 4.0)
    middle = 0.8 / (1.0 + ((x - 0.8) ** 2 + (y - 4.0) ** 2) / 10.0)
    return near + right + middle - 1.9 / (1.0 + (8.0 / (y + 20.0)) ** 6) + 0.7


def shape():
    """Makes the map of heights: the ground is 40 units wide, around the origin."""
    axis = (np.arange(SIZE) + 0.5) / SIZE * 40.0 - 20.0
    x, y = np.meshgrid(axis, axis)
    heights = np.maximum(dune_height(x, y), -1.05).astype(np.float32)
    glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR)
    for wrap in (GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T):
        glTexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, SIZE, SIZE, 0, GL_RED, GL_FLOAT, heights)


def sow():
    """Puts a root and the numbers of each blade into buffers that advance once an instance."""
    random = np.random.default_rng(1912)
    tufts = random.uniform((-1.0, -9.0), (1.0, 5.0), (1500, 2))
    tufts[:, 0] *= 1.0 + 0.5 * (tufts[:, 1] - EYE[1])
    tufts = tufts[dune_height(*tufts.T) > random.uniform(0.1, 1.15, len(tufts))]
    roots = tufts[random.integers(0, len(tufts), BLADES)]
    roots = roots + random.uniform(-0.5, 0.5, (BLADES, 2)) * random.uniform(0.2, 1.0, (BLADES, 1))
    own = random.uniform((0.0, 0.45, 0.05, 0.0), (1.0, 1.25, 0.55, 1.0), (BLADES, 4))
    for location, numbers in enumerate((roots, own)):
        numbers = numbers.astype(np.float32)
        glBindBuffer(GL_ARRAY_BUFFER, glGenBuffers(1))
        glBufferData(GL_ARRAY_BUFFER, numbers.nbytes, numbers, GL_STATIC_DRAW)
        glVertexAttribPointer(location, numbers.shape[1], GL_FLOAT, False, 0, None)
        glEnableVertexAttribArray(location)
        glVertexAttribDivisor(location, 1)


def draw(time, width, height):
    """Draws the sky, the ground and the grass, which the wind goes through once."""
    projection = hostmath.perspective(36.0, width / height, 0.3, 60.0)
    clip = hostmath.multiply(projection, hostmath.look_at(EYE, LOOK_AT, UP))
    vectors = (*EYE, 1.0), (*SUN, 0.0), (*WIND, 2.0 * hostmath.PI * time, 0.5), AIR
    block = np.concatenate([hostmath.transpose(clip).reshape(-1), *vectors]).astype(np.float32)
    glBindBuffer(GL_UNIFORM_BUFFER, view)
    glBufferData(GL_UNIFORM_BUFFER, block.nbytes, block, GL_DYNAMIC_DRAW)
    with antialiased(width, height):
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
        glBindVertexArray(empty)
        glUseProgram(sky)
        glDrawArrays(GL_TRIANGLES, 0, 3)
        glEnable(GL_DEPTH_TEST)
        glUseProgram(dune)
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 2 * (COLUMNS + 1), COLUMNS)
        glUseProgram(grass)
        glBindVertexArray(blades)
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, CORNERS, BLADES)
        glDisable(GL_DEPTH_TEST)
