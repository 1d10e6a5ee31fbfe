"""Results of vertices reach fragment programs, on both machines."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.gl import *
from softgl.gl.shaders import compileProgram, compileShader
from softgl.gl.vertices.attributes import MAX_TEXTURE_COORDS
from softgl.pipeline.keys.link import RASTER_POSITION


def test_as_many_texture_coordinates_as_the_raster_position_has():
    assert sum(r.name == "result.texcoord" for r in RASTER_POSITION.results) == MAX_TEXTURE_COORDS


POSITION = "!!NVvp4.0 MOV result.position, vertex.position;"


def load(text):
    vertex = text.startswith(("!!ARBvp", "!!NVvp"))
    target = GL_VERTEX_PROGRAM_ARB if vertex else GL_FRAGMENT_PROGRAM_ARB
    glBindProgramARB(target, glGenProgramsARB(1))
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    glEnable(target)


def colors():
    return np.asarray(glReadPixels(0, 0, 8, 8, GL_RGBA, GL_FLOAT), np.float32).reshape(8, 8, 4)


def check(expected):
    assert np.abs(colors() - expected).max() <= 0.5 / 255 + 1e-6


# NV_fragment_program4: "If fixed-function vertex processing or position-invariant vertex programs
# are used [...], clip distances are obtained by interpolating the per-clip plane dot product".
INVARIANT = "!!NVvp4.0 OPTION ARB_position_invariant; MOV result.color, vertex.color; END"
WAYS = {
    "written": f"{POSITION} MAD result.clip[2].x, vertex.position.x, 0.5, 0.5; END",
    "invariant": INVARIANT,
    "fixed function": None,
}


@pytest.mark.parametrize("enabled", [True, False])
@pytest.mark.parametrize("way", WAYS)
def test_clip_distances(either, way, enabled):
    """Issue 6: a written distance can be read without the plane; another one is undefined: 0."""
    if WAYS[way]:
        load(WAYS[way])
    if enabled:
        glEnable(GL_CLIP_PLANE2)
    glClipPlane(GL_CLIP_PLANE2, [0.5, 0, 0, 0.5])
    load("!!NVfp4.0 MOV result.color, fragment.clip[2]; END")
    glRectf(-1, -1, 1, 1)
    expected = np.zeros((8, 8, 4)) + [0, 0, 0, 1]
    if enabled or way == "written":
        expected[..., 0] = (np.arange(8) + 0.5) / 8
    check(expected)


@pytest.mark.parametrize("w", [1.0, 2.0])
def test_distances_are_those_of_object_coordinates(either, w):
    """A plane that the modelview matrix of its time moved, of vertices that another one moves."""
    glMatrixMode(GL_MODELVIEW)
    glTranslatef(-0.25, 0, 0)
    glClipPlane(GL_CLIP_PLANE5, [1, 0, 0, 0])  # x + 0.25 of the eye
    glLoadIdentity()
    glScalef(-1, 1, 1)
    glEnable(GL_CLIP_PLANE5)
    glColor4f(1, 1, 1, 1)
    glBegin(GL_QUADS)
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        glVertex4f(x * w, y * w, 0, w)
    glEnd()
    seen = colors()[..., 0] > 0
    assert seen[:, 3:].all() and not seen[:, :3].any()


def test_instances_are_clipped_each(either):
    """The position may be the same for all vertices of an instance."""
    load("!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.color, 1; END")
    glEnable(GL_CLIP_PLANE0)
    glClipPlane(GL_CLIP_PLANE0, [1, 0, 0, 0])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    glEnableClientState(GL_VERTEX_ARRAY)
    glVertexPointer(2, GL_FLOAT, 0, corners)
    glDrawArraysInstancedARB(GL_QUADS, 0, 4, 3)
    seen = colors()[..., 0] > 0
    assert seen[:, 4:].all() and not seen[:, :4].any()


COLORED_VERTICES = "#version 130\n{0} out vec4 gl_FrontColor;\nvoid main() {{\n"
COLORED_VERTICES += "    gl_Position = gl_Vertex;\n    gl_FrontColor = gl_Color;\n}}\n"
COLORED_FRAGMENTS = "#version 130\n{0} in vec4 gl_Color;\n"
COLORED_FRAGMENTS += "void main() {{ gl_FragColor = vec4(gl_Color.rgb, 1.0); }}\n"


@pytest.mark.parametrize("word", ["", "flat", "smooth", "noperspective"])
def test_colors_with_a_qualifier_do_not_follow_the_shade_model(either, word):
    """GLSL 1.30, 4.3.6: "A variable qualified as smooth will be interpolated"."""
    texts = (
        COLORED_VERTICES if word else COLORED_VERTICES.replace("{0} out vec4 gl_FrontColor;", "")
    )
    reads = COLORED_FRAGMENTS if word else COLORED_FRAGMENTS.replace("{0} in vec4 gl_Color;", "")
    shaders = (
        compileShader(texts.format(word), GL_VERTEX_SHADER),
        compileShader(reads.format(word), GL_FRAGMENT_SHADER),
    )
    glUseProgram(compileProgram(*shaders))
    glShadeModel(GL_FLAT)
    glBegin(GL_TRIANGLES)
    for x, y, red in ((-1, -1, 1), (3, -1, 0), (-1, 3, 0)):
        glColor3f(red, 0, 0)
        glVertex2f(x, y)
    glEnd()
    row = np.frombuffer(glReadPixels(0, 0, 8, 1, GL_RGBA, GL_UNSIGNED_BYTE), np.uint8)[::4]
    assert (len(set(row.tolist())) == 8) == (word in ("smooth", "noperspective"))
