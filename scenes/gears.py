"""Three gears that turn each other, lit by fixed function: no program is loaded."""

from itertools import pairwise

import numpy as np

from softgl import hostmath
from softgl.gl import *
from softgl.studio import antialiased, draw_background, enabled

EYE, LOOK_AT, UP = (2.6, -16.0, 17.0), (0.9, 1.5, 0.0), (0.0, 0.0, 1.0)
ABOVE, BELOW = (0.10, 0.13, 0.18), (0.34, 0.38, 0.43)
TOOTH = 0.8  # the pitch: how far a tooth is from the next, along the circle between tip and root

# teeth, thickness, radius of the bore, spokes' windows, place, colour, shininess
GEARS = (
    (40, 1.0, 0.7, 6, (0.0, 0.0, 0.0), (0.78, 0.46, 0.16), 28.0),
    (20, 1.6, 0.8, 0, None, (0.30, 0.42, 0.56), 70.0),
    (24, 0.7, 0.6, 4, None, (0.50, 0.51, 0.47), 45.0),
)
"""The first one turns the others, which stand beside it in the directions of BESIDE."""
BESIDE = (24.0, 128.0)
FINE = 8  # parts of a tooth's circle


def setup():
    """Cuts the gears and sets the lights."""
    global gears
    gears = []
    first = GEARS[0]
    for number, (teeth, thick, bore, windows, place, color, shine) in enumerate(GEARS):
        turn = 0.0
        if place is None:
            degrees = BESIDE[number - 1]
            sine, cosine = hostmath.sin_cos_degrees(degrees)
            apart = pitch(teeth) + pitch(first[0])
            place = (first[4][0] + apart * cosine, apart * sine, 0.0)
            # A tooth of the one meets a gap of the other where they touch.
            turn = degrees * (1 + first[0] / teeth) + 180.0 + 180.0 / teeth
        cut = gear(teeth, thick, bore, windows)
        gears.append((cut, place, turn, first[0] / teeth * (-1.0 if number else 1.0), color, shine))
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, (0.16, 0.17, 0.20, 1.0))
    glLightModeli(GL_LIGHT_MODEL_LOCAL_VIEWER, GL_TRUE)
    glLightModeli(GL_LIGHT_MODEL_COLOR_CONTROL, GL_SEPARATE_SPECULAR_COLOR)
    glLightfv(GL_LIGHT0, GL_DIFFUSE, (0.95, 0.90, 0.82, 1.0))
    glLightfv(GL_LIGHT1, GL_DIFFUSE, (0.50, 0.55, 0.66, 1.0))
    glLightfv(GL_LIGHT1, GL_SPECULAR, (0.40, 0.46, 0.60, 1.0))
    glMaterialfv(GL_FRONT, GL_SPECULAR, (0.75, 0.72, 0.66, 1.0))


def pitch(teeth):
    """The pitch radius of a gear with this number of teeth."""
    return teeth * TOOTH / (2.0 * hostmath.PI)


def ring(radii, count):
    """Points on a circle, one for each radius, over and over: (count, 2)."""
    turns = [hostmath.sin_cos_degrees(360.0 * n / count) for n in range(count)]
    around = np.array(turns)[:, ::-1]
    return around * np.resize(radii, count)[:, None]


def gear(teeth, thick, bore, windows):
    """Quads of a gear about z: corners and normals, (n, 3) float32 each."""
    radius, count = pitch(teeth), teeth * FINE
    root, tip = radius - 0.30, radius + 0.30
    middle = (root + tip) / 2
    outer = ring([root, root, middle, tip, tip, tip, middle, root], count)
    rim, hub = ring([root - 0.35], count), ring([bore + 0.45], count)
    inner = ring([bore], count)
    rings = [outer, rim, hub, inner]
    open_ = np.zeros(count, bool)
    if windows:
        # Between hub and rim there are windows, and spokes between these.
        open_ = (np.arange(count) * windows * 6 // count) % 6 != 0
    quads, normals = [], []
    for side in (1.0, -1.0):
        for number, (one, other) in enumerate(pairwise(rings)):
            kept = ~open_ if number == 1 else ~np.zeros(count, bool)
            flat = between(one, other, side * thick / 2, side * thick / 2, flip=side < 0)
            quads.append(flat[kept])
            normals.append(np.broadcast_to((0.0, 0.0, side), flat[kept].shape))
    everywhere = np.ones(count, bool)
    walls = [(outer, False, everywhere), (inner, True, everywhere)]
    if windows:
        walls += [(rim, True, open_), (hub, False, open_)]
    for wall, inward, kept in walls:
        sides = between(wall, wall, -thick / 2, thick / 2, flip=inward)
        dx, dy = (np.roll(wall, -1, axis=0) - wall).T
        away = np.stack([dy, -dx, 0.0 * dx], axis=1) / np.sqrt(dx * dx + dy * dy)[:, None]
        across = -away if inward else away
        quads.append(sides[kept])
        normals.append(np.repeat(across[:, None], 4, axis=1)[kept])
    if windows:
        for edge in np.flatnonzero(open_ != np.roll(open_, 1)):
            a, b = rim[edge], hub[edge]
            quads.append(upright(a, b, thick, open_[edge]))
            x, y = (a - b if open_[edge] else b - a).tolist()
            normals.append(np.broadcast_to(hostmath.normalize((-y, x, 0.0)), (1, 4, 3)))
    corners, normals = (np.concatenate(parts).reshape(-1, 3) for parts in (quads, normals))
    return corners.astype(np.float32), np.ascontiguousarray(normals, np.float32)


def between(one, other, z_one, z_other, flip):
    """Quads between two rings at two heights, (count, 4, 3), seen from outside or from above."""
    corners = [(one, z_one, 0), (one, z_one, -1), (other, z_other, -1), (other, z_other, 0)]
    points = [
        np.concatenate([np.roll(r, shift, axis=0), np.full((len(r), 1), z)], axis=1)
        for r, z, shift in (corners[::-1] if flip else corners)
    ]
    return np.stack(points, axis=1)


def upright(a, b, thick, turned):
    """A quad between two points of the plane, as high as the gear."""
    z = thick / 2
    points = [(*a, -z), (*a, z), (*b, z), (*b, -z)]
    return np.array([points[::-1] if turned else points])


def draw(time, width, height):
    """Draws the gears, turned by one tooth over the whole animation."""
    with antialiased(width, height):
        glClear(GL_DEPTH_BUFFER_BIT)
        draw_background(ABOVE, BELOW)
        glMatrixMode(GL_PROJECTION)
        glLoadTransposeMatrixd(hostmath.perspective(32.0, width / height, 1.0, 60.0))
        glMatrixMode(GL_MODELVIEW)
        glLoadTransposeMatrixd(hostmath.look_at(EYE, LOOK_AT, UP))
        glLightfv(GL_LIGHT0, GL_POSITION, (-5.0, 11.0, 14.0, 1.0))
        glLightfv(GL_LIGHT1, GL_POSITION, (-0.5, -1.0, 0.5, 0.0))
        with enabled(GL_DEPTH_TEST, GL_CULL_FACE, GL_LIGHTING, GL_LIGHT0, GL_LIGHT1):
            for cut, place, turn, speed, color, shine in gears:
                glMaterialfv(GL_FRONT, GL_AMBIENT_AND_DIFFUSE, (*color, 1.0))
                glMaterialf(GL_FRONT, GL_SHININESS, shine)
                glPushMatrix()
                glTranslatef(*place)
                glRotatef(turn + speed * 360.0 / GEARS[0][0] * time, 0.0, 0.0, 1.0)
                draw_quads(*cut)
                glPopMatrix()


def draw_quads(corners, normals):
    """Draws quads from arrays."""
    glVertexPointer(3, GL_FLOAT, 0, corners)
    glNormalPointer(GL_FLOAT, 0, normals)
    glEnableClientState(GL_VERTEX_ARRAY)
    glEnableClientState(GL_NORMAL_ARRAY)
    glDrawArrays(GL_QUADS, 0, len(corners))
