"""Fixed-function vertices beside llvmpipe: random lighting, texture coordinate generation and fog.

Without the deviations of llvmpipe: there a light at infinity has no cone; if only the back material
follows the colour, its terms are added to those of the front; and 0 to the power of a shininess of
0 is 0, not 1.
"""

from __future__ import annotations

import numpy as np
import pytest

import softgl
import softgl.gl
from tests.drivers.compare import compare
from tests.drivers.conftest import fail, read_pixels
from tests.drivers.drawing import clear, use_program
from tests.drivers.mesa import mesa_context

pytestmark = pytest.mark.driver

CELL, ACROSS = 16, 12
SIZE = CELL * ACROSS, CELL * ACROSS
MODES = ("OBJECT_LINEAR", "EYE_LINEAR", "SPHERE_MAP", "REFLECTION_MAP", "NORMAL_MAP")
# What vertices have besides colours, as colours: generated coordinates are seen only so.
COORDINATES = """!!ARBfp1.0
TEMP t;
MOV t, fragment.texcoord[{}];
MAD t, t.w, 0.5, t;
MAD result.color, t, 0.25, 0.5;
MOV result.color.w, 1;
END"""
FOG = """!!ARBfp1.0
MUL result.color, fragment.fogcoord.x, 0.125;
MOV result.color.w, 1;
END"""


def color(rng, most=1.0):
    return [*rng.uniform(-0.2, most, 3), rng.uniform(0.3, 1)]


def random_light(gl, rng, light):
    """Sets one of the lights, away from values that rounding decides."""
    gl.glEnable(light)
    for name, most in (("AMBIENT", 0.4), ("DIFFUSE", 1.2), ("SPECULAR", 1.2)):
        gl.glLightfv(light, getattr(gl, f"GL_{name}"), color(rng, most))
    positional = rng.integers(3) > 0
    w = rng.choice([1.0, 2.0, 0.5, -1.0]) if positional else 0.0
    place = rng.uniform(-3, 3, 3)
    place[2] += 4
    gl.glLightfv(light, gl.GL_POSITION, [*(place * (w or 1.0)), w])
    if positional and rng.integers(2):
        gl.glLightf(light, gl.GL_CONSTANT_ATTENUATION, rng.choice([1.0, rng.uniform(0.2, 1)]))
        gl.glLightf(light, gl.GL_LINEAR_ATTENUATION, rng.choice([0.0, rng.uniform(0, 0.3)]))
        gl.glLightf(light, gl.GL_QUADRATIC_ATTENUATION, rng.uniform(0, 0.1))
    if positional and rng.integers(2):
        gl.glLightf(light, gl.GL_SPOT_CUTOFF, rng.uniform(40, 90))
        gl.glLightf(light, gl.GL_SPOT_EXPONENT, rng.choice([0.0, 1.0, 7.5, 40.0]))
        gl.glLightfv(light, gl.GL_SPOT_DIRECTION, -place + rng.uniform(-1, 1, 3))


def random_lighting(gl, rng):
    gl.glEnable(gl.GL_LIGHTING)
    for number in rng.choice(8, rng.integers(1, 4), replace=False):
        random_light(gl, rng, gl.GL_LIGHT0 + int(number))
    gl.glLightModelfv(gl.GL_LIGHT_MODEL_AMBIENT, color(rng, 0.4))
    gl.glLightModeli(gl.GL_LIGHT_MODEL_LOCAL_VIEWER, int(rng.integers(2)))
    gl.glLightModeli(gl.GL_LIGHT_MODEL_TWO_SIDE, int(rng.integers(2)))
    for face in (gl.GL_FRONT, gl.GL_BACK):
        for name in ("AMBIENT", "DIFFUSE", "SPECULAR", "EMISSION"):
            gl.glMaterialfv(face, getattr(gl, f"GL_{name}"), color(rng, 0.8))
        gl.glMaterialf(face, gl.GL_SHININESS, rng.choice([0.25, 0.5, 1.0, 12.0, 128.0]))
    if rng.integers(2):
        face = rng.choice(["FRONT", "FRONT_AND_BACK"])
        mode = rng.choice(["AMBIENT", "DIFFUSE", "SPECULAR", "EMISSION", "AMBIENT_AND_DIFFUSE"])
        gl.glColorMaterial(getattr(gl, f"GL_{face}"), getattr(gl, f"GL_{mode}"))
        gl.glEnable(gl.GL_COLOR_MATERIAL)


def random_generation(gl, rng, seen):
    """Coordinates of two sets; one of them is seen."""
    for unit in range(2):
        gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
        for number, letter in enumerate("STRQ"):
            modes = MODES[: (5, 5, 5, 2)[number]] if number != 2 else MODES[:2] + MODES[3:]
            coordinate = getattr(gl, f"GL_{letter}")
            mode = getattr(gl, f"GL_{rng.choice(modes)}")
            gl.glTexGeni(coordinate, gl.GL_TEXTURE_GEN_MODE, mode)
            gl.glTexGenfv(coordinate, gl.GL_OBJECT_PLANE, rng.uniform(-1, 1, 4))
            gl.glTexGenfv(coordinate, gl.GL_EYE_PLANE, rng.uniform(-1, 1, 4))
            if rng.integers(3):
                gl.glEnable(getattr(gl, f"GL_TEXTURE_GEN_{letter}"))
        if rng.integers(2):
            gl.glMatrixMode(gl.GL_TEXTURE)
            gl.glLoadIdentity()
            gl.glRotatef(rng.uniform(0, 90), *rng.uniform(-1, 1, 3))
            gl.glMatrixMode(gl.GL_MODELVIEW)
    gl.glActiveTexture(gl.GL_TEXTURE0)
    use_program(gl, COORDINATES.format(seen))


def random_state(gl, rng):
    """Random state and two triangles; every drawn pixel has an alpha above 0."""
    gl.glMatrixMode(gl.GL_PROJECTION)
    gl.glLoadIdentity()
    gl.glFrustum(-1, 1, -1, 1, 2, 20)
    gl.glMatrixMode(gl.GL_MODELVIEW)
    gl.glLoadIdentity()
    gl.glTranslatef(0, 0, -4)
    gl.glRotatef(rng.uniform(-30, 30), *rng.uniform(-1, 1, 3))
    even = rng.uniform(0.6, 1.4)
    uneven = rng.integers(3) == 0
    gl.glScalef(*(rng.uniform(0.6, 1.4, 3) if uneven else (even, even, even)))
    what = rng.integers(6)
    if what < 4:
        random_lighting(gl, rng)
    elif what == 4:
        random_generation(gl, rng, int(rng.integers(2)))
    else:
        gl.glFogi(
            gl.GL_FOG_COORD_SRC, getattr(gl, rng.choice(["GL_FOG_COORD", "GL_FRAGMENT_DEPTH"]))
        )
        use_program(gl, FOG)
    normals = rng.choice(["NORMALIZE", "RESCALE_NORMAL", ""])
    if normals:
        gl.glEnable(getattr(gl, f"GL_{normals}"))
    gl.glSecondaryColor3f(*rng.uniform(0, 1, 3))
    arrays = rng.integers(2)
    corners = rng.uniform(-1.6, 1.6, (6, 3)).astype(np.float32)
    normals = rng.normal(size=(6, 3)).astype(np.float32) + np.float32([0, 0, 1.5])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    colors = rng.uniform(0, 1, (6, 4)).astype(np.float32)
    coordinates = rng.uniform(-1, 1, (6, 4)).astype(np.float32)
    if arrays:
        for array, pointer, size, cap in (
            (corners, gl.glVertexPointer, 3, gl.GL_VERTEX_ARRAY),
            (colors, gl.glColorPointer, 4, gl.GL_COLOR_ARRAY),
            (coordinates, gl.glTexCoordPointer, 4, gl.GL_TEXTURE_COORD_ARRAY),
        ):
            pointer(size, gl.GL_FLOAT, 0, array)
            gl.glEnableClientState(cap)
        gl.glNormalPointer(gl.GL_FLOAT, 0, normals)
        gl.glEnableClientState(gl.GL_NORMAL_ARRAY)
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 6)
        for cap in ("VERTEX", "COLOR", "TEXTURE_COORD", "NORMAL"):
            gl.glDisableClientState(getattr(gl, f"GL_{cap}_ARRAY"))
        return
    gl.glBegin(gl.GL_TRIANGLES)
    for each in range(6):
        gl.glColor4fv(colors[each])
        gl.glNormal3fv(normals[each])
        gl.glTexCoord4fv(coordinates[each])
        gl.glFogCoordf(float(coordinates[each, 0]) + 3)
        gl.glVertex3fv(corners[each])
    gl.glEnd()


def picture(gl, seed, least=0):
    """A window of cells, each with a state of its own; the first `least` cells are left out."""
    clear(gl)
    gl.glEnable(gl.GL_SCISSOR_TEST)
    for cell in range(least, ACROSS * ACROSS):
        x, y = cell % ACROSS * CELL, cell // ACROSS * CELL
        gl.glPushAttrib(gl.GL_ALL_ATTRIB_BITS)
        gl.glViewport(x, y, CELL, CELL)
        gl.glScissor(x, y, CELL, CELL)
        random_state(gl, np.random.default_rng([seed, cell]))
        gl.glPopAttrib()
        for unit in range(2):
            gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
            gl.glMatrixMode(gl.GL_TEXTURE)
            gl.glLoadIdentity()
        gl.glActiveTexture(gl.GL_TEXTURE0)


def test_random_state(mesa, tmp_path):
    """144 states, on the eager machine; the cell of a difference is its number."""
    with mesa_context(*SIZE) as gl:
        picture(gl, 1)
        expected = read_pixels(gl, SIZE)
    softgl.Context(*SIZE, machine="eager").make_current()
    picture(softgl.gl, 1)
    actual = read_pixels(softgl.gl, SIZE)
    difference = compare(expected, actual, tolerance=3)  # powers of 128 are not exact there
    if difference.uncovered or difference.share < 1:
        fail(difference, tmp_path, mesa=expected, softgl=actual)


def test_machines_agree():
    pictures = []
    for options in ({"machine": "eager"}, *({"lanes": lanes} for lanes in (4, 8, 16))):
        softgl.Context(*SIZE, **options).make_current()
        picture(softgl.gl, 3, least=ACROSS * ACROSS - 16)
        pictures.append(read_pixels(softgl.gl, SIZE).tobytes())
    assert len(set(pictures)) == 1


def attenuated_points(gl):
    """Points beside the axis, so that distance is not depth; nearer, farther, and smooth."""
    gl.glOrtho(-10.0, 10.0, -10.0, 10.0, -10.0, 10.0)
    for column, factors in enumerate(((1, 0, 0.1), (0.1, 0.1, 0), (0.01, 0, 1), (1, 1, 0.01))):
        gl.glPointParameterfv(gl.GL_POINT_DISTANCE_ATTENUATION, np.float32(factors))
        gl.glPointParameterf(gl.GL_POINT_SIZE_MIN, 1.0 + column)
        gl.glPointSize(17.0)
        gl.glBegin(gl.GL_POINTS)
        for z in range(-6, 7, 2):
            gl.glVertex3f(5.0 * column - 7.3, 1.3 * z, float(z))
        gl.glEnd()


def test_attenuated_points(same_as_mesa):
    """OpenGL 2.1, 3.3, as drivers have it: the distance of a point is |ze|."""
    same_as_mesa(attenuated_points, (128, 128), machine="eager")
