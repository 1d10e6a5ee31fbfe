"""A tiled floor to the horizon: a mip-mapped texture, trilinear, drawn by ARB programs."""

import numpy as np

from softgl import hostmath
from softgl.gl import *
from softgl.studio import load_program

SIDE = 256  # texels; two by two tiles
HORIZON = (0.80, 0.84, 0.88, 1.0)


def setup():
    """Loads the programs and a texture with all its mip levels."""
    load_program(GL_VERTEX_PROGRAM_ARB, "arbvp1/textured.vp")
    load_program(GL_FRAGMENT_PROGRAM_ARB, "arbfp1/textured_fog.fp")
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, *HORIZON)
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 1, 0.035, 0.0, 0.0, 0.0)
    glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR)
    glTexParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, True)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, SIDE, SIDE, 0, GL_RGB, GL_UNSIGNED_BYTE, tiles())
    glEnable(GL_VERTEX_PROGRAM_ARB)
    glEnable(GL_FRAGMENT_PROGRAM_ARB)


def draw(time, width, height):
    """Draws the floor, the eye moving over two tiles."""
    glClearColor(*HORIZON)
    glClear(GL_COLOR_BUFFER_BIT)
    glMatrixMode(GL_PROJECTION)
    glLoadTransposeMatrixd(hostmath.perspective(50.0, width / height, 0.1, 400.0))
    glMatrixMode(GL_MODELVIEW)
    y = 2.0 * time
    glLoadTransposeMatrixd(
        hostmath.look_at((0.35, y, 1.6), (-0.5, y + 4.0, 0.55), (0.08, 0.0, 1.0))
    )
    glBegin(GL_QUADS)
    for x, y in ((-300, -300), (300, -300), (300, 300), (-300, 300)):
        glTexCoord2f(x / 2, y / 2)
        glVertex3f(x, y, 0)
    glEnd()


def tiles():
    """Two by two glazed tiles with a ring and joints of mortar: (SIDE, SIDE, 3) uint8."""
    row, column = np.mgrid[0:SIDE, 0:SIDE]
    half = SIDE // 2
    dark = (row // half + column // half) % 2 == 1
    u, v = row % half - (half - 1) / 2, column % half - (half - 1) / 2  # from the tile's centre
    radius = np.sqrt(u * u + v * v) / half
    ring = (radius > 0.26) & (radius < 0.36)
    mortar = (np.abs(u) > half / 2 - 3) | (np.abs(v) > half / 2 - 3)
    grain = (row * 73 ^ column * 151 ^ row * column * 7) % 16  # a little variety in every texel
    glaze = np.where(dark[..., None], (38, 70, 92), (222, 205, 172))
    circle = np.where(dark[..., None], (214, 156, 60), (160, 62, 44))
    image = np.where(ring[..., None], circle, glaze)
    image = np.where(mortar[..., None], (120, 116, 110), image)
    return (image + grain[..., None]).astype(np.uint8)
