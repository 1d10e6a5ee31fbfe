"""Quadrics: vertices, and how they are drawn (GLU 1.3, chapter 6)."""

import itertools

import numpy as np
import pytest

import softgl
from softgl import gl, glu
from softgl.glu import quadric_shapes
from softgl.glu.quadric_shapes import Style

DRAWS = (glu.GLU_POINT, glu.GLU_LINE, glu.GLU_FILL, glu.GLU_SILHOUETTE)
SHAPES = {
    "sphere": lambda style: quadric_shapes.sphere(style, 1.5, 5, 3),
    "cone": lambda style: quadric_shapes.cylinder(style, 2.0, 0.5, 3.0, 5, 3),
    "disk": lambda style: quadric_shapes.disk(style, 0.0, 2.0, 5, 3, 0.0, 360.0),
    "ring": lambda style: quadric_shapes.disk(style, 0.5, 2.0, 5, 3, 0.0, 360.0),
    "sector": lambda style: quadric_shapes.disk(style, 0.5, 2.0, 5, 3, 30.0, 200.0),
}
# Modes and numbers of vertices that libGLU draws: POINT, LINE, FILL, SILHOUETTE.
POINTS, STRIP, QUADS, FAN = gl.GL_POINTS, gl.GL_LINE_STRIP, gl.GL_QUAD_STRIP, gl.GL_TRIANGLE_FAN
RUNS = {
    "sphere": [
        [(POINTS, 20)], [(STRIP, 6)] * 2 + [(STRIP, 4)] * 5,
        [(FAN, 7)] * 2 + [(QUADS, 12)], [(STRIP, 6)] * 2 + [(STRIP, 4)] * 5,
    ],
    "cone": [
        [(POINTS, 20)], [(STRIP, 6)] * 4 + [(STRIP, 4)] * 5,
        [(QUADS, 12)] * 3, [(STRIP, 6)] * 2 + [(STRIP, 4)] * 5,
    ],
    "disk": [
        [(POINTS, 20)], [(STRIP, 6)] * 4 + [(STRIP, 4)] * 5,
        [(FAN, 7)] + [(QUADS, 12)] * 2, [(STRIP, 6)] * 2,
    ],
    "ring": [
        [(POINTS, 20)], [(STRIP, 6)] * 4 + [(STRIP, 4)] * 5, [(QUADS, 12)] * 3, [(STRIP, 6)] * 2,
    ],
    "sector": [
        [(POINTS, 24)], [(STRIP, 6)] * 4 + [(STRIP, 4)] * 6,
        [(QUADS, 12)] * 3, [(STRIP, 4)] * 2 + [(STRIP, 6)] * 2,
    ],
}  # fmt: skip


def triangles(vertices):
    """The corners of the triangles of fans and strips, and the last vertex of each: its normal."""
    for mode, first, counts in vertices.runs:
        for start, count in zip(first, counts, strict=True):
            for k in range(2, count):
                corners = (start, start + k - 1, start + k)
                if mode == QUADS:
                    corners = (start + k - 2, start + k - 1, start + k)
                    corners = corners if k % 2 == 0 else corners[::-1]
                yield vertices.positions[list(corners)].astype(np.float64), max(corners)


@pytest.mark.parametrize("name", SHAPES)
def test_vertices(name):
    """Primitives are libGLU's; faces and normals point where the orientation says."""
    for index, draw in enumerate(DRAWS):
        vertices = SHAPES[name](Style(draw))
        parts = [(mode, n) for mode, _, counts in vertices.runs for n in counts.tolist()]
        assert parts == RUNS[name][index], (name, draw)
        assert vertices.texture is None
    for normals, inside in itertools.product(
        (glu.GLU_SMOOTH, glu.GLU_FLAT), (glu.GLU_OUTSIDE, glu.GLU_INSIDE)
    ):
        textured = SHAPES[name](Style(glu.GLU_FILL, normals, inside, True))
        assert textured.texture.min() >= 0 and textured.texture.max() <= 1
        vertices = SHAPES[name](Style(glu.GLU_FILL, normals, inside))
        np.testing.assert_allclose((vertices.normals**2).sum(1), 1, atol=1e-6)
        for corners, last in triangles(vertices):
            facing = np.cross(corners[1] - corners[0], corners[2] - corners[0])
            if (facing**2).sum() > 1e-6:
                facing /= np.sqrt((facing**2).sum())
                cosine = facing @ vertices.normals[last]
                # A corner's normal is within half a turn's part of the face's, a flat one in it.
                assert cosine > (0.99 if normals == glu.GLU_FLAT and name != "sphere" else 0.5)
    assert SHAPES[name](Style(glu.GLU_FILL, glu.GLU_NONE)).normals is None


def test_places_and_texture_coordinates():
    """i goes from the y axis to the x axis; a sphere begins at its top, a disk at its edge."""
    sphere = quadric_shapes.sphere(Style(texture=True), 2.0, 4, 2)
    np.testing.assert_allclose(sphere.positions[:3], [(0, 2, 0), (0, 0, 2), (2, 0, 0)], atol=1e-6)
    np.testing.assert_allclose(sphere.texture[:3], [(1, 0.5), (1, 1), (0.75, 0.5)])
    cone = quadric_shapes.cylinder(Style(texture=True), 2.0, 0.0, 3.0, 4, 1)
    np.testing.assert_allclose(cone.positions[1:3], [(0, 0, 3), (2, 0, 0)], atol=1e-6)
    np.testing.assert_allclose(cone.texture[1:3], [(1, 1), (0.75, 0)])
    disk = quadric_shapes.disk(Style(glu.GLU_LINE, texture=True), 1.0, 2.0, 4, 1, 0.0, 360.0)
    np.testing.assert_allclose(disk.positions[:2], [(0, 2, 0), (2, 0, 0)], atol=1e-6)
    np.testing.assert_allclose(disk.texture[:2], [(0.5, 1), (1, 0.5)])


def drawn(*calls):
    with softgl.Context(40, 40, machine="eager") as context:
        gl.glClearColor(0, 0, 0, 1)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        gl.glScalef(0.4, 0.4, 0.4)
        for call in calls:
            call()
        return np.asarray(context.read_image())[..., :3].copy()


def test_drawing_leaves_the_program_s_arrays_alone():
    colors = np.zeros((3, 4), np.float32)

    def with_arrays(quadric):
        gl.glEnableClientState(gl.GL_COLOR_ARRAY)
        gl.glColorPointer(4, gl.GL_FLOAT, 0, colors)
        gl.glVertexPointer(2, gl.GL_SHORT, 0, np.zeros((3, 2), np.int16))
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, 5)
        glu.gluSphere(quadric, 1, 12, 6)
        assert gl.glIsEnabled(gl.GL_COLOR_ARRAY) and not gl.glIsEnabled(gl.GL_VERTEX_ARRAY)
        assert gl.glGetIntegerv(gl.GL_VERTEX_ARRAY_SIZE) == 2
        assert gl.glGetIntegerv(gl.GL_ARRAY_BUFFER_BINDING) == 5

    quadric = glu.gluNewQuadric()
    plain = drawn(lambda: glu.gluSphere(quadric, 1, 12, 6))
    assert (plain == drawn(lambda: with_arrays(quadric))).all()
    assert (plain[20, 20] == 255).all() and 180 < (plain[..., 0] > 0).sum() < 201  # 64 pi


def test_errors_go_to_the_callback():
    errors, quadric = [], glu.gluNewQuadric()
    black = drawn()
    refused = [
        lambda: glu.gluQuadricDrawStyle(quadric, glu.GLU_SMOOTH),
        lambda: glu.gluQuadricNormals(quadric, glu.GLU_FILL),
        lambda: glu.gluQuadricOrientation(quadric, 7),
        lambda: glu.gluSphere(quadric, -1, 5, 5),
        lambda: glu.gluSphere(quadric, 1, 1, 5),
        lambda: glu.gluCylinder(quadric, 1, 1, 0, 5, 5),
        lambda: glu.gluCylinder(quadric, 1, 1, 2, 5, 0),
        lambda: glu.gluDisk(quadric, 0, 0, 5, 5),
        lambda: glu.gluDisk(quadric, 3, 2, 5, 5),
        lambda: glu.gluPartialDisk(quadric, 1, 2, 5, 5, float("nan"), 3),
    ]
    assert (drawn(*refused) == black).all()
    glu.gluQuadricCallback(quadric, glu.GLU_ERROR, errors.append)
    drawn(*refused)
    assert errors == [glu.GLU_INVALID_ENUM] * 3 + [glu.GLU_INVALID_VALUE] * 7
    glu.gluQuadricCallback(quadric, glu.GLU_ERROR, None)
    drawn(*refused)
    assert len(errors) == 10
    with pytest.raises(glu.GLUError, match="not a callback of a quadric"):
        glu.gluQuadricCallback(quadric, glu.GLU_TESS_BEGIN, print)
    with pytest.raises(glu.GLUError, match="None is not a GLUQuadric"):
        glu.gluSphere(None, 1, 5, 5)
    with pytest.raises(glu.GLUError, match="vertices are more than 4000000"):
        glu.gluSphere(quadric, 1, 10**5, 10**5)
    glu.gluDeleteQuadric(quadric)
