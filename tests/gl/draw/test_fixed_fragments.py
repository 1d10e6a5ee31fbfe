"""Fixed-function fragments in draws: colour sum, fog, sprites, pixels, small draws, machines."""

from __future__ import annotations

import numpy as np
import pytest

import softgl.gl
from softgl import Context
from softgl.gl import *
from softgl.gl.api import enums
from tests.gl.draw.test_fragment_attributes import load
from tests.random_environments import draw_cells, size_of

ARB_VERTEX = """!!ARBvp1.0
MOV result.position, vertex.position;
MOV result.color, vertex.color;
MOV result.color.secondary, vertex.color.secondary;
MOV result.fogcoord.x, vertex.fogcoord.x;
MOV result.texcoord[1], vertex.texcoord[0];
END"""
NV_VERTEX = "!!VP1.0 MOV o[HPOS], v[OPOS]; MOV o[COL0], v[COL0]; MOV o[COL1], v[COL1]; END"
_EMITTED = """MOV result.position, vertex[{n}].position;
MOV result.color, vertex[{n}].color;
MOV result.color.secondary, {{0.125, 0.25, 0.5, 1}};
EMIT;
"""
GEOMETRY = (
    "!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;"
    f"{''.join(_EMITTED.format(n=n) for n in range(3))} END"
)
PRIMARY, SECONDARY = np.array([0.25, 0.5, 0.75, 0.5]), np.array([0.125, 0.25, 0.5, 0])
SUM = np.minimum(PRIMARY + SECONDARY, 1)


def read():
    return glReadPixels(3, 3, 1, 1, GL_RGBA, GL_FLOAT, outputType=None).ravel()


def near(color):
    return pytest.approx(color, abs=1.01 / 255)


def drawn():
    glColor4f(*PRIMARY)
    glSecondaryColor3f(*SECONDARY[:3])
    glRectf(-1, -1, 1, 1)
    return read()


# -- colour sum ------------------------------------------------------------------------------------


def test_color_sum(context):
    """OpenGL 2.1, 3.9, ARB_vertex_program and NV_vertex_program."""
    assert drawn() == near(PRIMARY)
    glEnable(GL_COLOR_SUM)
    assert drawn() == near(SUM)
    # "If vertex program mode is disabled and lighting is enabled, the color sum stage is always
    # applied": with a vertex program lighting is nothing.
    for program, sums in ((ARB_VERTEX, True), (NV_VERTEX, True), (NV_VERTEX, False)):
        load(GL_VERTEX_PROGRAM_ARB, program)
        (glEnable if sums else glDisable)(GL_COLOR_SUM)
        glEnable(GL_LIGHTING)
        assert drawn() == near(SUM)
    load(GL_VERTEX_PROGRAM_ARB, ARB_VERTEX)
    assert drawn() == near(PRIMARY)
    load(GL_FRAGMENT_PROGRAM_ARB, "!!ARBfp1.0 MOV result.color, fragment.color; END")
    glEnable(GL_COLOR_SUM)
    assert drawn() == near(PRIMARY)


def test_color_sum_after_a_geometry_program(context):
    load(GL_VERTEX_PROGRAM_ARB, ARB_VERTEX)
    load(GL_GEOMETRY_PROGRAM_NV, GEOMETRY)
    glColor4f(*PRIMARY)
    for switch, expected in ((glDisable, PRIMARY), (glEnable, SUM)):
        switch(GL_COLOR_SUM)
        glBegin(GL_TRIANGLES)
        for corner in ((-4, -4), (4, -4), (0, 8)):
            glVertex2f(*corner)
        glEnd()
        assert read() == near(expected)


# -- fog -------------------------------------------------------------------------------------------

FACTORS = {"LINEAR": (3 - 1.5) / (3 - 0.5), "EXP": np.exp(-0.6), "EXP2": np.exp(-0.36)}


@pytest.mark.parametrize("mode", FACTORS)
def test_fog(context, mode):
    """Equations 3.31 to 3.33, of a coordinate from either source, or that a program gives."""
    glEnable(GL_FOG)
    glFogi(GL_FOG_MODE, getattr(enums, f"GL_{mode}"))
    for pname, value in ((GL_FOG_DENSITY, 0.4), (GL_FOG_START, 0.5), (GL_FOG_END, 3)):
        glFogf(pname, value)
    fog = np.array([1, 0, 0.5, 0])
    glFogfv(GL_FOG_COLOR, fog)
    f = FACTORS[mode]
    expected = [*(f * PRIMARY + (1 - f) * fog)[:3], PRIMARY[3]]
    glMatrixMode(GL_PROJECTION)
    glOrtho(-1, 1, -1, 1, -8, 8)
    glMatrixMode(GL_MODELVIEW)
    glTranslatef(0, 0, -1.5)
    glFogCoordf(9)
    assert drawn() == near(expected)
    glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD)
    glFogCoordf(1.5)
    glTranslatef(0, 0, 3)
    assert drawn() == near(expected)
    load(GL_VERTEX_PROGRAM_ARB, ARB_VERTEX)
    glFogi(GL_FOG_COORD_SRC, GL_FRAGMENT_DEPTH)
    assert drawn() == near(expected)
    # The sum is clamped before.
    glEnable(GL_COLOR_SUM)
    assert drawn()[:3] == near((f * SUM + (1 - f) * fog)[:3])


# -- textures --------------------------------------------------------------------------------------


def texture(unit, texels, size=(1, 1)):
    glActiveTexture(GL_TEXTURE0 + unit)
    glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
    for filter_ in (GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER):
        glTexParameteri(GL_TEXTURE_2D, filter_, GL_NEAREST)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, *size, 0, GL_RGBA, GL_FLOAT, np.float32(texels))
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE)
    glEnable(GL_TEXTURE_2D)


QUARTERS = [[(0, 0, 0, 1), (1, 0, 0, 1)], [(0, 1, 0, 1), (1, 1, 0, 1)]]


def test_coordinates_of_a_vertex_program(context):
    """Unit 1 takes the texture coordinates that the program gives it."""
    load(GL_VERTEX_PROGRAM_ARB, ARB_VERTEX)
    texture(1, QUARTERS, (2, 2))
    glTexCoord2f(0.75, 0.25)
    assert drawn() == near([1, 0, 0, 1])


@pytest.mark.parametrize("origin", ["UPPER_LEFT", "LOWER_LEFT"])
def test_point_sprites(context, origin):
    """Each unit replaces its coordinates, or does not; t runs down from an upper origin."""
    texture(0, QUARTERS, (2, 2))
    texture(1, QUARTERS, (2, 2))
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_ADD)
    glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, True)
    glMultiTexCoord2f(GL_TEXTURE0, 0.25, 0.25)  # black
    glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, getattr(enums, f"GL_{origin}"))
    glPointSize(8)
    glEnable(GL_POINT_SPRITE)
    glBegin(GL_POINTS)
    glVertex2f(0, 0)
    glEnd()
    image = glReadPixels(0, 0, 8, 8, GL_RGBA, GL_FLOAT, outputType=None)[::4, ::4]
    expected = np.float32(QUARTERS)
    assert np.array_equal(image, expected[::-1] if origin == "UPPER_LEFT" else expected)


def test_level_of_detail_bias(context):
    """The bias of the unit and that of the texture are added."""
    texture(2, np.zeros((4, 4, 4)), (4, 4))
    for level, value in ((1, 0.4), (2, 0.8)):
        side = 4 >> level
        texels = np.full((side, side, 4), value, np.float32)
        glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA, side, side, 0, GL_RGBA, GL_FLOAT, texels)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST)
    for bias, own, expected in ((0, 0, 0), (1, 0, 0.4), (0.7, 0.9, 0.8), (3, -1.9, 0.4)):
        glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, bias)
        glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_LOD_BIAS, own)
        glBegin(GL_QUADS)
        for x, y in ((0, 0), (1, 0), (1, 1), (0, 1)):
            glMultiTexCoord2f(GL_TEXTURE2, 2 * x, 2 * y)
            glVertex2f(2 * x - 1, 2 * y - 1)
        glEnd()
        assert read() == near([expected] * 4)


# -- pixels ----------------------------------------------------------------------------------------


def pixels(form):
    """A fragment of an image, a copy or a bitmap at (3, 3)."""
    glWindowPos2i(3, 3)
    if form == "image":
        glDrawPixels(1, 1, GL_RGBA, GL_FLOAT, np.float32([[PRIMARY]]))
    elif form == "copy":
        glCopyPixels(0, 0, 1, 1, GL_COLOR)
    else:
        glBitmap(1, 1, 0, 0, 0, 0, b"\x80")
    return read()


@pytest.mark.parametrize("form", ["image", "copy", "bitmap"])
def test_pixels(context, form):
    """OpenGL 2.1, 3.6.4 and 3.7: fragments have the data of the raster position."""
    glColor4f(*PRIMARY)
    glSecondaryColor3f(*SECONDARY[:3])
    glMultiTexCoord2f(GL_TEXTURE1, 0.75, 0.75)
    glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD)
    glFogi(GL_FOG_MODE, GL_LINEAR)
    glFogf(GL_FOG_END, 4)
    glFogCoordf(1)  # three quarters are left, of a quarter of what is black
    glRectf(-1, -1, -0.75, -0.75)
    assert pixels(form) == near(PRIMARY)
    glEnable(GL_COLOR_SUM)
    assert pixels(form) == near(SUM)
    glDisable(GL_COLOR_SUM)
    # "If lighting is enabled [...], the color sum stage is always applied".
    glEnable(GL_LIGHTING)
    assert pixels(form) == near(SUM)
    glDisable(GL_LIGHTING)
    texture(1, QUARTERS, (2, 2))
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_MODULATE)
    assert pixels(form) == near(PRIMARY * (1, 1, 0, 1))
    glEnable(GL_FOG)
    assert pixels(form) == near(PRIMARY * (0.75, 0.75, 0, 1))
    load(GL_VERTEX_PROGRAM_ARB, NV_VERTEX)  # has no part in it
    assert pixels(form) == near(PRIMARY * (0.75, 0.75, 0, 1))


# -- small draws, machines -------------------------------------------------------------------------


def small_draws(seed, flushed):
    """The picture of small draws between which state changes; flushed : True if none waits."""
    rng = np.random.default_rng(seed)
    Context(32, 32, machine="eager")
    glEnable(GL_FOG)
    glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD)
    for unit in (0, 1):
        texture(unit, rng.random((2, 2, 4)), (2, 2))
    changes = (
        lambda: glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, rng.random(4)),
        lambda: glTexEnvi(
            GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, int(rng.choice([GL_BLEND, GL_ADD, GL_REPLACE]))
        ),
        lambda: glFogfv(GL_FOG_COLOR, rng.random(4)),
        lambda: glFogf(GL_FOG_DENSITY, rng.random()),
        lambda: glFogi(GL_FOG_MODE, int(rng.choice([GL_EXP, GL_EXP2]))),
        lambda: (glEnable, glDisable)[rng.integers(2)](GL_TEXTURE_2D),
        lambda: (glEnable, glDisable)[rng.integers(2)](GL_COLOR_SUM),
        lambda: glActiveTexture(GL_TEXTURE0 + int(rng.integers(2))),
        lambda: glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, rng.random()),
    )
    for _ in range(60):
        changes[rng.integers(len(changes))]()
        glBegin(GL_TRIANGLES)
        for _ in range(3):
            glColor4f(*rng.random(4))
            glSecondaryColor3f(*rng.random(3))
            glFogCoordf(rng.random())
            for unit in (GL_TEXTURE0, GL_TEXTURE1):
                glMultiTexCoord2f(unit, *rng.random(2))
            glVertex2f(*rng.uniform(-1, 1, 2))
        glEnd()
        if flushed:
            glFinish()
    return glReadPixels(0, 0, 32, 32, GL_RGBA, GL_UNSIGNED_BYTE, outputType=None)


def test_small_draws_that_wait(context):
    seed = 3
    print("seed", seed)
    assert np.array_equal(small_draws(seed, False), small_draws(seed, True))


def test_machines_draw_the_same_bits(context):
    seed, count = 11, 4
    print("seed", seed)
    pictures = []
    for machine, lanes in (("eager", None), ("llvm", 4), ("llvm", 8), ("llvm", 16)):
        size = size_of(count)
        Context(*size, machine=machine, lanes=lanes)
        draw_cells(softgl.gl, seed, count)
        pictures.append(glReadPixels(0, 0, *size, GL_RGBA, GL_UNSIGNED_BYTE, outputType=None))
    assert len(np.unique(pictures[0].reshape(-1, 4), axis=0)) > 100
    for picture in pictures[1:]:
        assert np.array_equal(picture, pictures[0])
