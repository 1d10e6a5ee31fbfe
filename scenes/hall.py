"""A hall in the style of games of 1999: a texture times a light map, and fog, by fixed function."""

import numpy as np

from softgl import hostmath
from softgl.gl import *
from softgl.studio import antialiased, enabled

WIDE, LONG, HIGH = 4.0, 26.0, 4.4  # the hall: x from -WIDE to WIDE, y from 0 to LONG, z up to HIGH
PILLARS = [(x, y) for y in (5.0, 10.0, 15.0, 20.0) for x in (-2.3, 2.3)]
HALF = 0.45  # of a pillar's side
LAMPS = (
    # place, colour times brightness
    ((0.0, 2.6, 3.6), (10.0, 7.8, 5.0)),
    ((-3.2, 7.5, 2.2), (6.6, 3.2, 1.2)),
    ((3.2, 12.5, 2.2), (6.6, 3.2, 1.2)),
    ((-3.2, 17.5, 2.2), (6.6, 3.2, 1.2)),
    ((0.6, 23.4, 3.2), (3.4, 7.0, 10.5)),
)
AMBIENT = (0.06, 0.065, 0.09)
FOG = (0.055, 0.07, 0.10)
TEXELS = 48  # of a light map along each edge
EYE, LOOK_AT = (-1.15, 0.7, 1.75), (0.35, 9.0, 1.55)


def setup():
    """Paints the textures, and bakes the light of every surface into a map of its own."""
    global surfaces
    images = {
        "stone": new_texture(blocks(4, 2, 0.008, (0.74, 0.66, 0.56), 7), repeats=True),
        "tiles": new_texture(blocks(2, 2, 0.006, (0.58, 0.60, 0.62), 90), repeats=True),
    }
    surfaces = [
        (corners, images[name], size, new_texture(baked(*corners), repeats=False))
        for corners, name, size in walls()
    ]
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_MODULATE)
    glActiveTexture(GL_TEXTURE1)
    # Light of 1/2 in the map leaves the stone as it is: brighter light is kept.
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE)
    glTexEnvf(GL_TEXTURE_ENV, GL_RGB_SCALE, 2.0)
    glActiveTexture(GL_TEXTURE0)
    glFogi(GL_FOG_MODE, GL_EXP2)
    glFogf(GL_FOG_DENSITY, 0.055)
    glFogfv(GL_FOG_COLOR, (*FOG, 1.0))


# -- surfaces --------------------------------------------------------------------------------------


def walls():
    """Lists the surfaces: a corner and two edges, the texture, and its repeats along these."""
    x, y, z = (2 * WIDE, 0, 0), (0, LONG, 0), (0, 0, HIGH)
    yield ((-WIDE, 0, 0), x, y), "tiles", (4, 13)
    yield ((-WIDE, 0, HIGH), y, x), "stone", (13, 4)
    yield ((-WIDE, 0, 0), y, z), "stone", (13, 2.2)
    yield ((WIDE, LONG, 0), (0, -LONG, 0), z), "stone", (13, 2.2)
    yield ((-WIDE, LONG, 0), x, z), "stone", (4, 2.2)
    side = 2 * HALF
    for px, py in PILLARS:
        for ax, ay in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            corner = (px - HALF * (ax - ay), py - HALF * (ax + ay), 0)
            yield (corner, (side * ax, side * ay, 0), z), "stone", (0.5, 2.2)


# -- light -----------------------------------------------------------------------------------------


def baked(corner, along, up):
    """Bakes the light map of a surface, (TEXELS, TEXELS, 3) uint8: half of the incoming light."""
    corner, along, up = (np.array(v, np.float64) for v in (corner, along, up))
    normal = hostmath.normalize(hostmath.cross(along, up))
    steps = (np.arange(TEXELS) + 0.5) / TEXELS
    places = corner + steps[None, :, None] * along + steps[:, None, None] * up
    light = np.zeros((TEXELS, TEXELS, 3)) + AMBIENT
    for lamp, color in LAMPS:
        toward = np.array(lamp) - places
        x, y, z = (toward[..., n] for n in range(3))
        squared = x * x + y * y + z * z
        facing = (x * normal[0] + y * normal[1] + z * normal[2]) / np.sqrt(squared)
        reaches = np.maximum(facing, 0.0) / (0.6 + squared) * seen(places, toward)
        light += reaches[..., None] * color
    return np.minimum(light * 127.5, 255.0).astype(np.uint8)


def seen(places, toward):
    """The visible part of a lamp behind the pillars, from 0 to 1: shadows have soft edges."""
    share = np.zeros(places.shape[:2])
    for dx, dy in ((-0.06, -0.06), (0.06, -0.06), (-0.06, 0.06), (0.06, 0.06)):
        clear = np.ones(places.shape[:2], bool)
        for pillar in PILLARS:
            # Where the ray is between the pillar's planes, as parts of its length.
            starts, ends = [], []
            for axis, shift in ((0, dx), (1, dy)):
                step = toward[..., axis] + shift
                step = np.where(np.abs(step) < 1e-9, 1e-9, step)
                one, other = (
                    (pillar[axis] + side - places[..., axis]) / step for side in (-HALF, HALF)
                )
                starts.append(np.minimum(one, other))
                ends.append(np.maximum(one, other))
            start, end = np.maximum(*starts), np.minimum(*ends)
            clear &= ~((end > start) & (end > 1e-3) & (start < 1.0))
        share += clear * 0.25
    return share


# -- textures --------------------------------------------------------------------------------------


def grain(side, salt):
    """Pseudorandom numbers from 0 to 1, (side, side)."""
    mixed = np.arange(side * side, dtype=np.uint32) * np.uint32(2654435761) + np.uint32(salt)
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35), (16, 1)):
        mixed = (mixed ^ (mixed >> np.uint32(shift))) * np.uint32(factor)
    return (mixed / 4294967296.0).reshape(side, side)


def blocks(rows, columns, joint, colors, salt):
    """A wall of blocks in rows, each row half a block further: (128, 128, 3) uint8."""
    y, x = np.mgrid[0:128, 0:128] / 128.0
    row = (y * rows).astype(int)
    along = x * columns + 0.5 * (row % 2)
    column = along.astype(int) % columns
    edge = np.minimum(np.minimum(along % 1.0, 1.0 - along % 1.0) / columns,
                      np.minimum(y * rows % 1.0, 1.0 - y * rows % 1.0) / rows)  # fmt: skip
    tone = 0.75 + 0.25 * grain(16, salt)[row, column] + 0.14 * (grain(128, salt + 1) - 0.5)
    tone *= np.where(edge < joint, 0.45, np.minimum(0.85 + edge * 8.0, 1.0))
    return np.clip(tone[..., None] * np.array(colors) * 255.0, 0, 255).astype(np.uint8)


def new_texture(image, repeats):
    """A texture object with mipmaps."""
    name = glGenTextures(1)
    glBindTexture(GL_TEXTURE_2D, name)
    glTexParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, GL_TRUE)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR)
    for axis in (GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T):
        glTexParameteri(GL_TEXTURE_2D, axis, GL_REPEAT if repeats else GL_CLAMP_TO_EDGE)
    height, width, _ = image.shape
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, width, height, 0, GL_RGB, GL_UNSIGNED_BYTE, image)
    return name


# -- the frame -------------------------------------------------------------------------------------


def draw(time, width, height):
    """Walks into the hall."""
    with antialiased(width, height):
        glClearColor(*FOG, 1.0)
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
        glMatrixMode(GL_PROJECTION)
        glLoadTransposeMatrixd(hostmath.perspective(62.0, width / height, 0.1, 40.0))
        glMatrixMode(GL_MODELVIEW)
        eye, target = ((x, y + 4.0 * time, z) for x, y, z in (EYE, LOOK_AT))
        glLoadTransposeMatrixd(hostmath.look_at(eye, target, (0.0, 0.0, 1.0)))
        glColor3f(1.0, 1.0, 1.0)
        with enabled(GL_DEPTH_TEST, GL_CULL_FACE, GL_FOG):
            for unit in (GL_TEXTURE0, GL_TEXTURE1):
                glActiveTexture(unit)
                glEnable(GL_TEXTURE_2D)
            for corners, image, size, light in surfaces:
                glActiveTexture(GL_TEXTURE0)
                glBindTexture(GL_TEXTURE_2D, image)
                glActiveTexture(GL_TEXTURE1)
                glBindTexture(GL_TEXTURE_2D, light)
                draw_surface(*corners, *size)
            for unit in (GL_TEXTURE1, GL_TEXTURE0):
                glActiveTexture(unit)
                glDisable(GL_TEXTURE_2D)


def draw_surface(corner, along, up, across, high):
    """Draws a quad with both textures."""
    glBegin(GL_QUADS)
    for s, t in ((0, 0), (1, 0), (1, 1), (0, 1)):
        glMultiTexCoord2f(GL_TEXTURE0, s * across, t * high)
        glMultiTexCoord2f(GL_TEXTURE1, s, t)
        glVertex3f(*(c + s * a + t * u for c, a, u in zip(corner, along, up, strict=True)))
    glEnd()
