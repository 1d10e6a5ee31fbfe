"""A tiled passage: its left half is filtered trilinearly, its right half with anisotropy too."""

import numpy as np

from softgl import hostmath
from softgl.gl import *
from softgl.studio import antialiased, enabled, load_program

SIDE = 256  # texels of a texture, which spans a metre
HIGH, LONG = 32, 64  # texels of a brick with its joint
END = 200.0  # metres along the passage
DAYLIGHT, PLAIN = (1.0, 0.97, 0.90), (1.0, 1.0, 1.0)
CREAM, BLACK = (0.98, 0.93, 0.80), (0.12, 0.11, 0.10)  # of glazes
GREEN, RED = (0.10, 0.36, 0.30), (0.62, 0.16, 0.10)
OCHRE, BLUE, SLATE = (196, 142, 52), (28, 74, 104), (70, 66, 62)  # of the floor
WHITE, IVORY = (240, 232, 214), (222, 205, 172)


def setup():
    """Loads the programs, makes the textures, and finds the strips of the passage."""
    global strips
    load_program(GL_VERTEX_PROGRAM_ARB, "arbvp1/textured.vp")
    load_program(GL_FRAGMENT_PROGRAM_ARB, "arbfp1/passage.fp")
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, *DAYLIGHT, 1 / 32)
    glEnable(GL_VERTEX_PROGRAM_ARB)
    glEnable(GL_FRAGMENT_PROGRAM_ARB)
    floor, bricks = make_texture(star_tiles()), make_texture(glazed_bricks())
    arch = [hostmath.sin_cos_degrees(angle) for angle in np.arange(-90.0, 91.0, 7.5)]
    vault = [(sine, 1.0 + cosine) for sine, cosine in arch]
    strips = [(floor, PLAIN, [(-0.75, 0.0), (0.75, 0.0)]), (bricks, CREAM, vault)]
    for side in (-1.0, 1.0):
        strips.append((bricks, CREAM, [(0.75 * side, 0.0), (side, 0.0)]))
        for colour, low, high in ((BLACK, 0.0, 0.1), (GREEN, 0.1, 0.85), (RED, 0.85, 1.0)):
            strips.append((bricks, colour, [(side, low), (side, high)]))


def make_texture(image):
    """A mip-mapped, repeating texture of an image (SIDE, SIDE, 3) uint8; returns its name."""
    texture = glGenTextures(1)
    glBindTexture(GL_TEXTURE_2D, texture)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR)
    glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_LOD_BIAS, 1.0)  # levels as without `antialiased`
    glTexParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, True)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, SIDE, SIDE, 0, GL_RGB, GL_UNSIGNED_BYTE, image)
    return texture


def draw(time, width, height):
    """Draws the passage in each half of the window, the eye moving from one lamp to the next."""
    glMatrixMode(GL_PROJECTION)
    glLoadTransposeMatrixd(hostmath.perspective(58.0, width / height, 0.1, 2 * END))
    glMatrixMode(GL_MODELVIEW)
    y = 4.0 * time
    glLoadTransposeMatrixd(hostmath.look_at((0.0, y, 0.95), (0.0, y + 1.0, 0.93), (0.0, 0.0, 1.0)))
    with antialiased(width, height):
        glClearColor(*DAYLIGHT, 1.0)
        glClear(GL_COLOR_BUFFER_BIT)  # what stays of it is the line in the middle
        with enabled(GL_SCISSOR_TEST):
            for left, anisotropy in ((0, 1.0), (width + 2, 16.0)):
                glScissor(left, 0, width - 2, 2 * height)
                draw_passage(anisotropy)


def draw_passage(anisotropy):
    """Draws floor, walls and vault; their textures filtered with at most this anisotropy."""
    for texture, colour, profile in strips:
        glBindTexture(GL_TEXTURE_2D, texture)
        glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY_EXT, anisotropy)
        glColor3f(*colour)
        glBegin(GL_QUAD_STRIP)
        across = 0.0
        for (x, z), (next_x, next_z) in zip(profile, [*profile[1:], profile[-1]], strict=True):
            for y in (-2.0, END):
                glTexCoord2f(across, y)
                glVertex3f(x, y, z)
            right, up = next_x - x, next_z - z
            across += np.sqrt(right * right + up * up)
        glEnd()


def glazed_bricks():
    """Courses of bricks with bevelled edges and dark joints: (SIDE, SIDE, 3) uint8."""
    along, up = np.mgrid[0:SIDE, 0:SIDE]
    course = up // HIGH
    along = (along + course % 2 * (LONG // 2)) % SIDE
    u, v = up % HIGH, along % LONG
    edge = np.minimum(np.minimum(u, HIGH - 1 - u), np.minimum(v, LONG - 1 - v))
    shade = 206 + 6 * ((course * 5 + along // LONG * 3) % 7) - 36 * (edge == 1) + 12 * (edge == 2)
    shade = np.where(edge < 1, 84, shade)
    return np.stack([shade, shade, shade], axis=-1).astype(np.uint8)


def star_tiles():
    """Tiles with a star of eight points, between octagons: (SIDE, SIDE, 3) uint8."""
    row, column = np.mgrid[0:SIDE, 0:SIDE]
    half = SIDE // 4  # of a tile
    u, v = np.abs(column % (2 * half) - half + 0.5), np.abs(row % (2 * half) - half + 0.5)
    square, diamond = np.maximum(u, v) / half, (u + v) / half
    star = np.minimum(square * 1.42, diamond)  # two squares, one on its corner
    band = sum((star >= edge).astype(int) for edge in (0.30, 0.38, 0.66, 0.74))
    image = np.array([OCHRE, WHITE, BLUE, WHITE, IVORY])[band]
    octagon = np.maximum(square, diamond / 1.42)
    image = np.where(octagon[..., None] > 0.97, SLATE, image)
    grain = (row * 73 ^ column * 151 ^ row * column * 7) % 12  # a little variety in every texel
    return (image + grain[..., None]).astype(np.uint8)
