"""glRasterPos and glWindowPos: the position, its associated data, and every member."""

import re

import numpy as np
import pytest

import softgl
from softgl.gl import *
from softgl.gl.api.declarations import COMMANDS
from tests.gl.attachments import code

POSITION, VALID = GL_CURRENT_RASTER_POSITION, GL_CURRENT_RASTER_POSITION_VALID


def position():
    return glGetFloatv(POSITION).tolist()


def load_program(text):
    target = GL_VERTEX_PROGRAM_ARB
    glBindProgramARB(target, 7)
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text.encode())
    glEnable(target)


def test_initial_values(context):
    assert position() == [0, 0, 0, 1]
    assert glGetBooleanv(VALID) == 1
    assert glGetFloatv(GL_CURRENT_RASTER_DISTANCE) == 0
    assert glGetFloatv(GL_CURRENT_RASTER_COLOR).tolist() == [1, 1, 1, 1]
    assert glGetFloatv(GL_CURRENT_RASTER_SECONDARY_COLOR).tolist() == [0, 0, 0, 1]
    assert glGetFloatv(GL_CURRENT_RASTER_INDEX) == 1
    for unit in range(8):
        glActiveTexture(GL_TEXTURE0 + unit)
        assert glGetFloatv(GL_CURRENT_RASTER_TEXTURE_COORDS).tolist() == [0, 0, 0, 1]


MEMBERS = [n for n in COMMANDS if re.match(r"gl(RasterPos|WindowPos)\d", n)]


def test_the_families_are_whole():
    assert sum(name.startswith("glRasterPos") for name in MEMBERS) == 3 * 4 * 2
    assert sum(name.startswith("glWindowPos") for name in MEMBERS) == 2 * 4 * 2 * 2


@pytest.mark.parametrize("name", MEMBERS)
def test_member(context, name):
    size, vector = int(re.search(r"Pos(\d)", name)[1]), "v" in name[-4:]
    glDepthRange(0.25, 0.75)
    glViewport(1, 2, 4, 4)
    values = [2, -1, 1, 2][:size]
    raster = name.startswith("glRasterPos")
    if raster and size < 4:
        values[0] = 1
    COMMANDS[name](values) if vector else COMMANDS[name](*values)
    if raster:
        expected = {2: [5, 2, 0.5, 1], 3: [5, 2, 0.75, 1], 4: [5, 3, 0.625, 2]}[size]
    else:
        expected = {2: [2, -1, 0.25, 1], 3: [2, -1, 0.75, 1]}[size]
    assert position() == expected
    assert glGetBooleanv(VALID) == 1
    if vector:
        assert code(COMMANDS[name], [1] * (size + 1)) == GL_INVALID_VALUE
        assert position() == expected


def test_transformed_by_the_matrices(context):
    glMatrixMode(GL_PROJECTION)
    glOrtho(0, 8, 0, 8, -1, 1)
    glMatrixMode(GL_MODELVIEW)
    glTranslatef(1, 2, -0.5)
    glRasterPos2f(3, 1.5)
    assert position() == [4, 3.5, 0.75, 1]
    # The distance of the fog from the eye: that of (4, 3.5, -0.5).
    distance = glGetFloatv(GL_CURRENT_RASTER_DISTANCE)
    assert distance == pytest.approx(np.sqrt(16 + 12.25 + 0.25), rel=1e-6)
    glRasterPos3f(-1, -2, 0.5)
    assert glGetFloatv(GL_CURRENT_RASTER_DISTANCE) == 0
    glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD)
    glFogCoordf(-6.5)
    glRasterPos2f(3, 1.5)
    assert glGetFloatv(GL_CURRENT_RASTER_DISTANCE) == -6.5


OUTSIDE = [
    (1.1, 0), (-1.1, 0), (0, 1.1), (0, -1.1), (0, 0, 2), (0, 0, -2), (0, 0, 0, -1), (0, 0, 0, 0),
    (float("nan"), 0), (float("inf"), 0, 0, float("inf")),
]  # fmt: skip


@pytest.mark.parametrize("outside", OUTSIDE)
def test_outside_of_the_view_volume(context, outside):
    glRasterPos2f(0.5, 0.5)
    glColor3f(1, 0, 0)
    globals()[f"glRasterPos{len(outside)}f"](*outside)
    assert glGetBooleanv(VALID) == 0
    # Nothing is drawn, and glBitmap does not move it.
    glBitmap(8, 8, 0, 0, 1, 1, bytes([255] * 32))
    glDrawPixels(1, 1, GL_RED, GL_FLOAT, [1.0])
    glCopyPixels(0, 0, 1, 1, GL_COLOR)
    glDrawPixels(1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, b"\x07")
    assert not any(glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE))
    assert not any(glReadPixels(0, 0, 8, 8, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE))
    glRasterPos2f(1, 1)
    assert glGetBooleanv(VALID) == 1


def test_colors_and_texture_coordinates(context):
    glColor4f(0.25, 2, -1, 0.5)
    glSecondaryColor3f(0.5, 0.75, 3)
    glMatrixMode(GL_TEXTURE)
    for unit in range(8):
        glActiveTexture(GL_TEXTURE0 + unit)
        glScalef(unit, 1, 1)
        glMultiTexCoord4f(GL_TEXTURE0 + unit, 1, 2, 3, 4)
    for place, scaled in ((glRasterPos2f, True), (glWindowPos2f, False)):
        place(0, 0)
        assert glGetFloatv(GL_CURRENT_RASTER_COLOR).tolist() == [0.25, 1, 0, 0.5]
        assert glGetFloatv(GL_CURRENT_RASTER_SECONDARY_COLOR)[:3].tolist() == [0.5, 0.75, 1]
        for unit in range(8):
            glActiveTexture(GL_TEXTURE0 + unit)
            found = glGetFloatv(GL_CURRENT_RASTER_TEXTURE_COORDS).tolist()
            assert found == [unit if scaled else 1, 2, 3, 4]
    glColor4f(0, 0, 0, 0)
    assert glGetFloatv(GL_CURRENT_RASTER_COLOR).tolist() == [0.25, 1, 0, 0.5]


def test_by_a_vertex_program(context):
    load_program(
        "!!ARBvp1.0\nPARAM half = { 0.5, 0.25, 0, 1 };\nMOV result.position, half;\n"
        "MOV result.color, vertex.position;\nMOV result.texcoord[2], vertex.color;\n"
        "MOV result.fogcoord.x, vertex.position.y;\nEND"
    )
    glColor4f(1, 2, 3, 4)
    glRasterPos3f(0.125, 7, -3)
    assert position() == [6, 5, 0.5, 1]
    assert glGetFloatv(GL_CURRENT_RASTER_COLOR).tolist() == [0.125, 1, 0, 1]
    assert glGetFloatv(GL_CURRENT_RASTER_DISTANCE) == 7
    glActiveTexture(GL_TEXTURE2)
    assert glGetFloatv(GL_CURRENT_RASTER_TEXTURE_COORDS).tolist() == [1, 2, 3, 4]


def test_clip_planes(context):
    glMatrixMode(GL_MODELVIEW)
    glTranslatef(0.25, 0, 0)
    glClipPlane(GL_CLIP_PLANE1, (1, 0, 0, 0))
    glLoadIdentity()
    glEnable(GL_CLIP_PLANE1)
    for x, valid in ((0.3, 1), (0.2, 0)):
        glRasterPos2f(x, 0)
        assert glGetBooleanv(VALID) == valid
    glWindowPos2f(0, 0)
    assert glGetBooleanv(VALID) == 1


def test_a_tiny_w(context):
    """1/w would be infinite; x/w and the others are not."""
    w = float(np.float32(2.0**-130))
    glRasterPos4f(w / 2, -w / 4, 0, w)
    assert position() == [6, 3, 0.5, w]
    assert glGetBooleanv(VALID) == 1


def test_depth_clamp(context):
    glEnable(GL_DEPTH_CLAMP)
    glDepthRange(0.75, 0.25)
    for z, expected in ((-5, 0.75), (0, 0.5), (7, 0.25)):
        glRasterPos3f(0, 0, z)
        assert position() == [4, 4, expected, 1]
    glRasterPos3f(2, 0, 0)
    assert glGetBooleanv(VALID) == 0


def test_window_depth_and_distance(context):
    glDepthRange(0.75, 0.25)
    for z, expected in ((-3, 0.75), (0, 0.75), (0.5, 0.5), (1, 0.25), (2, 0.25)):
        glWindowPos3f(100, -50, z)
        assert position() == [100, -50, expected, 1]
    glFogCoordf(3)
    glWindowPos2i(0, 0)
    assert glGetFloatv(GL_CURRENT_RASTER_DISTANCE) == 0
    glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD)
    glWindowPos2i(0, 0)
    assert glGetFloatv(GL_CURRENT_RASTER_DISTANCE) == 3


def test_errors(context, snapshot):
    glWindowPos2i(3, 4)
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, 9)
    glEnable(GL_VERTEX_PROGRAM_ARB)
    before = snapshot(context)
    assert code(glRasterPos2f, 0, 0) == GL_INVALID_OPERATION
    assert snapshot(context) == before
    glDisable(GL_VERTEX_PROGRAM_ARB)
    glBegin(GL_TRIANGLES)
    assert code(glRasterPos2f, 0, 0) == GL_INVALID_OPERATION
    assert code(glWindowPos2i, 0, 0) == GL_INVALID_OPERATION
    glEnd()
    assert position() == [3, 4, 0, 1]


def test_pushed_with_the_current_values(context):
    glWindowPos2i(3, 4)
    glPushAttrib(GL_CURRENT_BIT)
    glColor3f(0, 0, 0)
    glWindowPos2i(5, 6)
    glPopAttrib()
    assert position() == [3, 4, 0, 1]
    assert glGetFloatv(GL_CURRENT_RASTER_COLOR).tolist() == [1, 1, 1, 1]


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_numbers_of_vertex_and_instance_are_0(machine):
    with softgl.Context(4, 4, machine=machine):
        load_program(
            "!!NVvp4.0\nMOV result.position, vertex.position; INT TEMP i; TEMP f;"
            "ADD.S i, vertex.id, {3, 0, 0, 7}; ADD.S i.y, vertex.instance.x, 5; I2F f, i;"
            "MUL result.color, f, 0.125; MOV result.texcoord[0], vertex.attrib[1]; END"
        )
        glVertexAttrib4f(1, 1, 2, 3, 4)
        for draw in ((), (1, 2)):  # the numbers of another draw are not those of this vertex
            glBegin(GL_POINTS)
            for _ in draw:
                glVertex2f(0, 0)
            glEnd()
            glRasterPos2f(0.5, 0.5)
            assert glGetFloatv(GL_CURRENT_RASTER_COLOR).tolist() == [0.375, 0.625, 0, 0.875]
            assert glGetFloatv(GL_CURRENT_RASTER_TEXTURE_COORDS).tolist() == [1, 2, 3, 4]
