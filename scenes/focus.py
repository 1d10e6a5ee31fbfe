"""Pawns in a row, sharp at one distance: the accumulation buffer adds views through a lens.

As in 1990, each view is drawn from another point of the lens, onto the same picture in the plane of
focus, and moved by a part of a pixel, so that edges are smooth too. No programs: the light is in
the colours of vertices, and the shadows are in the texture of the board.
"""

import numpy as np

from softgl import hostmath
from softgl.gl import *
from softgl.studio import draw_background, enabled, revolution

VIEWS = 20
LENS = 0.17  # its radius
NEAR, FAR = 1.0, 40.0
EYE, LOOK_AT, UP = (0.9, -6.0, 2.9), (0.58, 1.0, 0.55), (0.0, 0.0, 1.0)
NEAREST, FARTHEST = 4.3, 11.0  # distances of the plane of focus
LIGHT = hostmath.normalize((-0.55, -0.35, 0.75))
SKY, GROUND = np.array([0.34, 0.37, 0.42]), np.array([0.22, 0.16, 0.12])
ABOVE, BELOW = (0.10, 0.10, 0.15), (0.62, 0.50, 0.42)
COLORS = (
    (0.72, 0.09, 0.07), (0.85, 0.38, 0.05), (0.86, 0.66, 0.08), (0.18, 0.48, 0.14),
    (0.06, 0.44, 0.47), (0.10, 0.22, 0.60), (0.40, 0.12, 0.48),
)  # fmt: skip
PLACES = [(-0.54 + 0.44 * n, -2.0 + 1.2 * n) for n in range(len(COLORS))]
# Radius and height; a point given twice is a corner.
PAWN = (
    (0.0, 0.0), (0.38, 0.0), (0.38, 0.0), (0.41, 0.05), (0.40, 0.12), (0.33, 0.20), (0.25, 0.34),
    (0.19, 0.54), (0.155, 0.74), (0.15, 0.80), (0.22, 0.86), (0.255, 0.95), (0.25, 1.05),
    (0.20, 1.14), (0.11, 1.20), (0.0, 1.22),
)  # fmt: skip
SIDE, TEXELS = 16.0, 512  # of the board: squares of 1, and texels


def setup():
    """Makes the pawns, all of them one array, and the board's texture."""
    global positions, colors, triangles
    shape, normals, faces = revolution(PAWN, 32)
    parts = [shape + np.float32([x, y, 0.0]) for x, y in PLACES]
    positions = np.concatenate(parts)
    colors = np.concatenate([shaded(c, p, normals) for c, p in zip(COLORS, parts, strict=True)])
    triangles = np.concatenate([faces + number * len(shape) for number in range(len(parts))])
    glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR)
    glTexParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, True)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, TEXELS, TEXELS, 0, GL_RGB, GL_FLOAT, board())


def along(vectors, direction):
    """Dot products, their order of sums the same everywhere."""
    x, y, z = (vectors[..., i] * direction[..., i] for i in range(3))
    return x + y + z


def shaded(color, points, normals):
    """The colours of glazed wood at points with normals: light, sky and a highlight."""
    light = along(normals, np.array(LIGHT)).clip(0, None)[:, None]
    up = (normals[:, 2:] + 1.0) / 2.0
    to_eye = np.array(EYE) - points
    half = to_eye / np.sqrt(along(to_eye, to_eye))[:, None] + np.array(LIGHT)
    gloss = along(normals, half / np.sqrt(along(half, half))[:, None]).clip(0, None)
    for _ in range(5):
        gloss = gloss * gloss
    matt = np.array(color) * (light * 0.95 + GROUND * (1.0 - up) + SKY * up)
    return np.ascontiguousarray((matt + 0.55 * gloss[:, None]).clip(0, 1), np.float32)


def board():
    """Squares with a grain and the soft shadows of the pawns: (TEXELS, TEXELS, 3) float32."""
    row, column = (np.mgrid[0:TEXELS, 0:TEXELS] + 0.5) * (SIDE / TEXELS)
    x, y = column - SIDE / 2.0, row - SIDE / 4.0
    dark = (np.floor(x) + np.floor(y)) % 2.0
    grain = np.random.default_rng(1990).random((TEXELS, 1)) * 0.04 + 0.96
    wood = np.where(dark[..., None] > 0, (0.30, 0.17, 0.10), (0.74, 0.60, 0.42)) * grain[..., None]
    for px, py in PLACES:
        for share, far, width in ((0.75, 0.10, 0.55), (0.45, 0.45, 0.75)):
            u, v = x - px - far * 0.6, y - py - far * 0.4
            wood = (
                wood
                * (1.0 - share * (1.0 - (u * u + v * v) / (width * width)).clip(0, 1))[..., None]
            )
    return np.ascontiguousarray(wood, np.float32)


def draw(time, width, height):
    """Draws all views, while the plane of focus moves away and comes back."""
    way = 1.0 - abs(2.0 * ((time + 0.17) % 1.0) - 1.0)
    focus = NEAREST + (FARTHEST - NEAREST) * way * way * (3.0 - 2.0 * way)
    view = hostmath.look_at(EYE, LOOK_AT, UP)
    for number in range(VIEWS):
        sine, cosine = hostmath.sin_cos_degrees(137.5 * number)
        radius = LENS * float(np.sqrt((number + 0.5) / VIEWS))
        pixel = ((number + 0.5) / VIEWS - 0.5, (7 * number % VIEWS + 0.5) / VIEWS - 0.5)
        draw_view(view, (radius * cosine, radius * sine), focus, pixel, width, height)
        glAccum(GL_ACCUM if number else GL_LOAD, 1.0 / VIEWS)
    glAccum(GL_RETURN, 1.0)


def draw_view(view, lens, focus, pixel, width, height):
    """Draws the view from a point of the lens, shifted by a fraction of a pixel."""
    glClear(GL_DEPTH_BUFFER_BIT)
    draw_background(ABOVE, BELOW)
    top = 0.27 * NEAR
    right = top * width / height
    # Points in the plane of focus are where they would be without a lens.
    x = -lens[0] * NEAR / focus + 2.0 * right * pixel[0] / width
    y = -lens[1] * NEAR / focus + 2.0 * top * pixel[1] / height
    glMatrixMode(GL_PROJECTION)
    glLoadTransposeMatrixd(hostmath.frustum(x - right, x + right, y - top, y + top, NEAR, FAR))
    glMatrixMode(GL_MODELVIEW)
    glLoadTransposeMatrixd(hostmath.multiply(hostmath.translation(-lens[0], -lens[1], 0.0), view))
    with enabled(GL_DEPTH_TEST):
        with enabled(GL_TEXTURE_2D):
            draw_board()
        glEnableClientState(GL_VERTEX_ARRAY)
        glEnableClientState(GL_COLOR_ARRAY)
        glVertexPointer(3, GL_FLOAT, 0, positions)
        glColorPointer(3, GL_FLOAT, 0, colors)
        glDrawElements(GL_TRIANGLES, triangles.size, GL_UNSIGNED_INT, triangles)


def draw_board():
    """Draws the board, z = 0."""
    glColor3f(1.0, 1.0, 1.0)
    glBegin(GL_QUADS)
    for s, t in ((0, 0), (1, 0), (1, 1), (0, 1)):
        glTexCoord2f(s, t)
        glVertex3f((s - 0.5) * SIDE, (t - 0.25) * SIDE, 0.0)
    glEnd()
