"""Hammered copper, brass and silver in the light of a room, in GLSL 3.30.

The surroundings are drawn into a cube map, whose levels light dull and shiny metal: image-based
lighting, with a normal map of hammer marks.
"""

from itertools import pairwise

import numpy as np

from softgl import hostmath
from softgl.gl import *
from softgl.studio import antialiased, flat_surface, load_shaders, revolution

EYE, LOOK_AT, UP = (0.0, -9.0, 3.6), (0.0, 0.0, 1.15), (0.0, 0.0, 1.0)
CAMERA = 0  # the binding point of the uniform block
SIDE = 128  # of the surroundings, in texels
MARKS = 256  # width of the normal map
# The sides of a cube map: to the right, up (t grows downward) and into each.
SIDES = (
    ((0, 0, -1), (0, -1, 0), (1, 0, 0)), ((0, 0, 1), (0, -1, 0), (-1, 0, 0)),
    ((1, 0, 0), (0, 0, 1), (0, 1, 0)), ((1, 0, 0), (0, 0, -1), (0, -1, 0)),
    ((1, 0, 0), (0, -1, 0), (0, 0, 1)), ((-1, 0, 0), (0, -1, 0), (0, 0, -1)),
)  # fmt: skip
# Profiles: (radius, height) from the bottom over the lip to the inside.
JUG = (
    (0.0, 0.0), (0.75, 0.0), (0.82, 0.06), (0.80, 0.12), (1.0, 0.5), (1.16, 0.95), (1.2, 1.35),
    (1.12, 1.75), (0.9, 2.15), (0.62, 2.5), (0.5, 2.75), (0.5, 2.95), (0.6, 3.18), (0.74, 3.32),
    (0.77, 3.35), (0.74, 3.37), (0.56, 3.2), (0.45, 2.9), (0.5, 2.6), (0.0, 2.3),
)  # fmt: skip
BOWL = (
    (0.0, 0.0), (0.5, 0.0), (0.52, 0.1), (0.8, 0.2), (1.1, 0.45), (1.3, 0.8), (1.38, 1.05),
    (1.4, 1.1), (1.35, 1.1), (1.2, 0.75), (0.95, 0.45), (0.6, 0.26), (0.0, 0.2),
)  # fmt: skip
CUP = (
    (0.0, 0.0), (0.55, 0.0), (0.56, 0.06), (0.2, 0.16), (0.14, 0.3), (0.14, 0.6), (0.3, 0.75),
    (0.5, 0.95), (0.6, 1.3), (0.62, 1.65), (0.63, 1.7), (0.59, 1.7), (0.55, 1.3), (0.4, 0.95),
    (0.0, 0.8),
)  # fmt: skip
# Profile, place, colour, roughness, depth of the marks, repetitions of the map, radius, height.
THINGS = (
    (JUG, (-1.15, 0.5), (0.95, 0.52, 0.36), 0.2, 0.55, 0.45, 1.1, 3.0),
    (BOWL, (1.5, 0.2), (0.91, 0.72, 0.36), 0.14, 0.4, 0.4, 0.9, 1.0),
    (CUP, (0.45, -1.6), (0.88, 0.87, 0.85), 0.1, 0.25, 0.6, 0.55, 1.4),
)


def setup():
    """Loads the shaders, draws the surroundings and hammers the metal."""
    global metal, table, backdrop, empty, camera, models, board
    empty = glGenVertexArrays(1)
    glBindVertexArray(empty)
    draw_surroundings()
    glActiveTexture(GL_TEXTURE1)
    hammer()
    camera = glGenBuffers(1)
    glBindBuffer(GL_UNIFORM_BUFFER, camera)
    glBindBufferBase(GL_UNIFORM_BUFFER, CAMERA, camera)
    metal = load_shaders("glsl/solid.vert", "glsl/copper.frag")
    glUniform1i(glGetUniformLocation(metal, "surroundings"), 0)
    glUniform1i(glGetUniformLocation(metal, "marks"), 1)
    table = load_shaders("glsl/solid.vert", "glsl/table.frag")
    glUniform1i(glGetUniformLocation(table, "surroundings"), 0)
    rounds = [(x, y, radius, tall) for _, (x, y), _, _, _, _, radius, tall in THINGS]
    glUniform4fv(glGetUniformLocation(table, "things"), len(rounds), np.float32(rounds))
    backdrop = load_shaders("glsl/window.vert", "glsl/backdrop.frag")
    glUniform1i(glGetUniformLocation(backdrop, "surroundings"), 0)
    for program in (metal, table, backdrop):
        glUniformBlockBinding(program, glGetUniformBlockIndex(program, "Camera"), CAMERA)
    models = [stored(revolution(smooth(profile), 64)) for profile, *_ in THINGS]
    board = stored(flat_surface([(-9.0, -7.0, 9.0, 5.5)]))
    glEnable(GL_TEXTURE_CUBE_MAP_SEAMLESS)


def smooth(profile):
    """Cuts the corners of a profile twice, but for its ends: a smooth curve."""
    for _ in range(2):
        inner = []
        for (r, z), (r1, z1) in pairwise(profile):
            inner += [(0.75 * r + 0.25 * r1, 0.75 * z + 0.25 * z1)]
            inner += [(0.25 * r + 0.75 * r1, 0.25 * z + 0.75 * z1)]
        profile = [profile[0], *inner[1:-1], profile[-1]]
    return profile


def stored(surface):
    """Puts a surface into buffers; returns its vertex array and the number of indices."""
    positions, normals, triangles = surface
    vertices = glGenVertexArrays(1)
    glBindVertexArray(vertices)
    for location, numbers in enumerate((positions, normals)):
        glBindBuffer(GL_ARRAY_BUFFER, glGenBuffers(1))
        glBufferData(GL_ARRAY_BUFFER, numbers.nbytes, numbers, GL_STATIC_DRAW)
        glVertexAttribPointer(location, 3, GL_FLOAT, False, 0, None)
        glEnableVertexAttribArray(location)
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, glGenBuffers(1))
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, triangles.nbytes, triangles, GL_STATIC_DRAW)
    return vertices, triangles.size


def draw_surroundings():
    """Draws the six sides of the room into a cube map with all of its levels."""
    cube = glGenTextures(1)
    glBindTexture(GL_TEXTURE_CUBE_MAP, cube)
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR)
    for target in range(GL_TEXTURE_CUBE_MAP_POSITIVE_X, GL_TEXTURE_CUBE_MAP_POSITIVE_X + 6):
        glTexImage2D(target, 0, GL_RGBA16F, SIDE, SIDE, 0, GL_RGBA, GL_FLOAT, None)
    room = load_shaders("glsl/window.vert", "glsl/surroundings.frag")
    framebuffer = glGenFramebuffers(1)
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer)
    glViewport(0, 0, SIDE, SIDE)
    for number, axes in enumerate(SIDES):
        target = GL_TEXTURE_CUBE_MAP_POSITIVE_X + number
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, target, cube, 0)
        glUniformMatrix3fv(glGetUniformLocation(room, "side"), 1, False, np.float32(axes))
        glDrawArrays(GL_TRIANGLES, 0, 3)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    glDeleteFramebuffers(1, [framebuffer])
    glGenerateMipmap(GL_TEXTURE_CUBE_MAP)


def hammer():
    """Makes the map of hammer marks: round dents, each as deep as it is near."""
    places = np.random.default_rng(29).uniform(0.0, MARKS, (110, 2))
    y, x = np.mgrid[:MARKS, :MARKS] + 0.5
    nearest = np.full((MARKS, MARKS), 1e9)
    for px, py in places:
        dx, dy = np.abs(x - px), np.abs(y - py)
        dx, dy = np.minimum(dx, MARKS - dx), np.minimum(dy, MARKS - dy)  # the map repeats
        nearest = np.minimum(nearest, dx * dx + dy * dy)
    height = np.minimum(nearest / 330.0, 1.0)
    slopes = [(np.roll(height, 1, axis) - np.roll(height, -1, axis)) * 2.2 for axis in (1, 0)]
    texels = np.stack([*slopes, np.ones_like(height), 2.0 * height - 1.0], axis=2)
    texels = np.uint8(np.clip(texels * 127.5 + 128.0, 0.0, 255.0))
    glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR)
    layout = GL_RGBA8, MARKS, MARKS, 0, GL_RGBA, GL_UNSIGNED_BYTE
    glTexImage2D(GL_TEXTURE_2D, 0, *layout, texels)
    glGenerateMipmap(GL_TEXTURE_2D)


def draw(time, width, height):
    """Draws the table and the things on it, which turn once."""
    projection = hostmath.perspective(30.0, width / height, 1.0, 60.0)
    view = hostmath.look_at(EYE, LOOK_AT, UP)
    columns = [hostmath.transpose(projection).reshape(-1), hostmath.transpose(view).reshape(-1)]
    block = np.concatenate([*columns, (*EYE, 1.0)]).astype(np.float32)
    glBindBuffer(GL_UNIFORM_BUFFER, camera)
    glBufferData(GL_UNIFORM_BUFFER, block.nbytes, block, GL_DYNAMIC_DRAW)
    with antialiased(width, height):
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
        glUseProgram(backdrop)
        glBindVertexArray(empty)
        glDrawArrays(GL_TRIANGLES, 0, 3)
        glEnable(GL_DEPTH_TEST)
        glUseProgram(table)
        draw_model(table, board, hostmath.IDENTITY)
        glUseProgram(metal)
        for number, (_, (x, y), color, roughness, depth, tiles, *_) in enumerate(THINGS):
            glUniform3f(glGetUniformLocation(metal, "metal.color"), *color)
            for name, value in (("roughness", roughness), ("depth", depth), ("tiles", tiles)):
                glUniform1f(glGetUniformLocation(metal, f"metal.{name}"), value)
            turn = hostmath.rotation(360.0 * time * (1 - 2 * (number % 2)), 0.0, 0.0, 1.0)
            place = hostmath.multiply(hostmath.translation(x, y, 0.0), turn)
            draw_model(metal, models[number], place)
        glDisable(GL_DEPTH_TEST)


def draw_model(program, model, place):
    """Draws a model in the world."""
    glUniformMatrix4fv(glGetUniformLocation(program, "model"), 1, True, np.float32(place))
    vertices, count = model
    glBindVertexArray(vertices)
    glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_INT, None)
