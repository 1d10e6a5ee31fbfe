"""A nebula around a young star: rays march through a 3D texture, coloured by a 1D texture."""

import numpy as np

from softgl import hostmath
from softgl.gl import *
from softgl.studio import load_program

SIDE = 80  # texels along an edge of the volume
SEED = 7
STARS = 350
VIEW = 0.41  # the tangent of half of the angle of view
COLOURS = (  # of the gas, by density: where, red, green, blue, opacity
    (0.00, 0.00, 0.00, 0.00, 0.00),
    (0.12, 0.02, 0.06, 0.22, 0.03),
    (0.28, 0.03, 0.20, 0.42, 0.10),
    (0.42, 0.25, 0.10, 0.36, 0.30),
    (0.58, 0.85, 0.16, 0.24, 0.55),
    (0.75, 1.00, 0.45, 0.12, 0.80),
    (1.00, 1.00, 0.85, 0.50, 1.00),
)


def setup():
    """Loads the program, makes the volume and its colours, and scatters the stars."""
    global program, stars
    program = load_program(GL_FRAGMENT_PROGRAM_ARB, "nvfp4/nebula.fp")
    density = gas()
    texels = np.stack([starlight(density), density], axis=-1)
    texels = (texels * 255.0 + 0.5).astype(np.uint8)
    texture(0, GL_TEXTURE_3D)
    layout = (0, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE)
    glTexImage3D(GL_TEXTURE_3D, 0, GL_LUMINANCE8_ALPHA8, SIDE, SIDE, SIDE, *layout, texels)
    texture(1, GL_TEXTURE_1D)
    glTexImage1D(GL_TEXTURE_1D, 0, GL_RGBA8, 256, 0, GL_RGBA, GL_UNSIGNED_BYTE, ramp())
    glActiveTexture(GL_TEXTURE0)
    stars = np.random.default_rng(SEED).integers(0, 256, (STARS, 4)) / 255.0


def texture(unit, target):
    """Makes a texture of the unit: linear filter, clamped to its edge."""
    glActiveTexture(GL_TEXTURE0 + unit)
    glBindTexture(target, glGenTextures(1))
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_LINEAR)
    for wrap in (GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R):
        glTexParameteri(target, wrap, GL_CLAMP_TO_EDGE)


def draw(time, width, height):
    """Draws the stars, then the gas over them; the eye goes round."""
    glDisable(GL_FRAGMENT_PROGRAM_ARB)
    glClearColor(0.008, 0.008, 0.022, 1.0)
    glClear(GL_COLOR_BUFFER_BIT)
    glEnable(GL_BLEND)
    glEnable(GL_POINT_SMOOTH)
    glBlendFunc(GL_SRC_ALPHA, GL_ONE)
    for size in range(1, 5):
        glPointSize(0.7 * size * height / 480.0)
        glBegin(GL_POINTS)
        for x, y, bright, warm in stars[:: size * size]:
            glColor4f(0.7 + 0.3 * warm, 0.85, 1.0 - 0.3 * warm, bright / size)
            glVertex2f(2.0 * x - 1.0, 2.0 * y - 1.0)
        glEnd()

    sine, cosine = hostmath.sin_cos_degrees(360.0 * time)
    eye = (2.2 * sine, 0.6, 2.2 * cosine)
    forward = hostmath.normalize([-x for x in eye])
    right = hostmath.normalize(hostmath.cross(forward, (0.12, 1.0, 0.0)))
    up = hostmath.cross(right, forward)
    window = (2.0 / height, -width / height, -1.0)
    vectors = (eye, [VIEW * x for x in right], [VIEW * x for x in up], forward, window)
    for index, vector in enumerate(vectors):
        glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, index, *vector, 0.0)
    glEnable(GL_FRAGMENT_PROGRAM_ARB)
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA)
    glRectf(-1, -1, 1, 1)


def gas():
    """Densities, filaments in a torn shell: (SIDE, SIDE, SIDE) float64 from 0 to 1."""
    random = np.random.default_rng(SEED)
    centre = (np.arange(SIDE) + 0.5) * (2.0 / SIDE) - 1.0
    z, y, x = np.meshgrid(centre, centre, centre, indexing="ij")
    fine, coarse, weight = 0.0, noise(random, 3), 0.5
    for cells in (5, 10, 20):
        ridge = 1.0 - np.abs(2.0 * noise(random, cells) - 1.0)  # sharp where noise crosses 1/2
        fine, weight = fine + weight * ridge * ridge * ridge, weight * 0.6
    radius = np.sqrt(x * x + 1.7 * y * y + z * z) + 0.3 * (coarse - 0.5)
    shell = 1.0 - (radius - 0.55) * (radius - 0.58) / 0.09
    edge = np.clip(2.5 * (0.95 - np.sqrt(x * x + y * y + z * z)), 0.0, 1.0)
    return np.clip((2.3 * fine - 0.62) * np.clip(shell, 0.0, 1.0), 0.0, 1.0) * edge


def noise(random, cells):
    """Smooth noise from 0 to 1, its random values `cells` + 1 along an edge."""
    values = random.integers(0, 256, (cells + 1,) * 3) / 255.0
    place = (np.arange(SIDE) + 0.5) * (cells / SIDE)
    first = place.astype(int)
    t = place - first
    t = t * t * (3.0 - 2.0 * t)
    for axis in range(3):
        shape = [-1 if axis == other else 1 for other in range(3)]
        weight = t.reshape(shape)
        low, high = values.take(first, axis), values.take(first + 1, axis)
        values = low + weight * (high - low)
    return values


def starlight(density):
    """The share of the central star's light that reaches each place, from 0 to 1."""
    place = np.arange(SIDE) - SIDE // 2
    depth = np.zeros_like(density)
    for part in range(1, 17):
        z, y, x = np.meshgrid(*[place * part // 16 + SIDE // 2] * 3, indexing="ij")
        depth = depth + density[z, y, x]
    z, y, x = np.meshgrid(place, place, place, indexing="ij")
    squared = (x * x + y * y + z * z) / (SIDE * SIDE / 4.0)
    return 1.0 / ((1.0 + 0.25 * depth) * (1.0 + squared))


def ramp():
    """The colours of densities: (256, 4) uint8."""
    rows = []
    for number in range(256):
        above = next(row for row in COLOURS[1:] if row[0] >= number / 255.0)
        below = COLOURS[COLOURS.index(above) - 1]
        t = (number / 255.0 - below[0]) / (above[0] - below[0])
        rows.append(
            [255.0 * (a + t * (b - a)) + 0.5 for a, b in zip(below, above, strict=True)][1:]
        )
    return np.array(rows).astype(np.uint8)
