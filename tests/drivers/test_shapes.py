"""Points, lines, polygon modes, offset, stipple, clip planes and provoking vertices."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drivers.drawing import PASS_FRAGMENT, clear, draw, use_program, use_programs

pytestmark = pytest.mark.driver

POLYGON = np.array([(-0.83, -0.71), (0.77, -0.62), (0.91, 0.35), (0.11, 0.87), (-0.69, 0.53)])
COLORS = np.array([(1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 1), (1, 1, 0, 1), (0, 1, 1, 1)])


@pytest.mark.parametrize("size", [1.0, 2.0, 3.0, 6.0])
def test_points(same_as_mesa, size):
    position = np.random.default_rng(3).uniform(-0.9, 0.9, (40, 2))
    colors = np.random.default_rng(4).uniform(0, 1, (40, 4))

    def picture(gl):
        clear(gl)
        use_programs(gl)
        gl.glPointSize(size)
        draw(gl, gl.GL_POINTS, position, colors)

    same_as_mesa(picture)


@pytest.mark.parametrize("mode", ["GL_LINES", "GL_LINE_STRIP", "GL_LINE_LOOP"])
@pytest.mark.parametrize("shade", ["GL_SMOOTH", "GL_FLAT"])
def test_lines(same_as_mesa, mode, shade):
    position = np.random.default_rng(3).uniform(-0.9, 0.9, (15, 2))
    colors = np.random.default_rng(4).uniform(0, 1, (15, 4))
    colors[:, 3] = 1
    if shade == "GL_SMOOTH":
        # llvmpipe's colours are those of a plane, not of equation 3.5
        # (tests/pipeline/primitives/test_lines).
        colors[:] = 1

    def picture(gl):
        clear(gl)
        gl.glShadeModel(getattr(gl, shade))
        draw(gl, getattr(gl, mode), position, colors)

    same_as_mesa(picture, tolerance=0)


# llvmpipe moves lines of even width by half a pixel less or more.
@pytest.mark.parametrize("width", [3.0, 5.0])
def test_wide_lines(same_as_mesa, width):
    position = np.random.default_rng(3).uniform(-0.9, 0.9, (8, 2))

    def picture(gl):
        clear(gl)
        use_programs(gl)
        gl.glLineWidth(width)
        draw(gl, gl.GL_LINES, position, np.ones((8, 4)))

    same_as_mesa(picture)


@pytest.mark.parametrize("mode", ["GL_POINT", "GL_LINE"])
@pytest.mark.parametrize("face", ["GL_FRONT", "GL_BACK", "GL_FRONT_AND_BACK"])
def test_polygon_modes(same_as_mesa, mode, face):
    def picture(gl):
        clear(gl)
        gl.glShadeModel(gl.GL_FLAT)
        gl.glPolygonMode(getattr(gl, face), getattr(gl, mode))
        draw(gl, gl.GL_POLYGON, POLYGON, COLORS)
        draw(gl, gl.GL_TRIANGLES, POLYGON[[2, 1, 0]] * 0.5, COLORS[:3])

    same_as_mesa(picture, tolerance=0)


def test_polygon_stipple(same_as_mesa):
    pattern = np.random.default_rng(8).integers(0, 256, 128).astype(np.uint8)

    def picture(gl):
        clear(gl)
        use_programs(gl)
        gl.glEnable(gl.GL_POLYGON_STIPPLE)
        gl.glPolygonStipple(pattern)
        draw(gl, gl.GL_POLYGON, POLYGON, np.ones((5, 4)))

    same_as_mesa(picture)


@pytest.mark.parametrize("factor, units", [(0.0, 1.0), (0.0, -3.0), (1.0, 0.0), (-2.0, 4.0)])
def test_polygon_offset(same_as_mesa, factor, units):
    """Depths that are moved by more or less than those of a second polygon."""
    tilted = np.column_stack([POLYGON, 0.3 * POLYGON[:, 0] - 0.2 * POLYGON[:, 1]])

    def picture(gl):
        clear(gl)
        use_programs(gl)
        gl.glEnable(gl.GL_DEPTH_TEST)
        draw(gl, gl.GL_POLYGON, tilted, COLORS)
        gl.glEnable(gl.GL_POLYGON_OFFSET_FILL)
        gl.glPolygonOffset(factor, units)
        draw(gl, gl.GL_POLYGON, tilted, np.ones((5, 4)))

    same_as_mesa(picture)


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize(
    "mode", ["GL_TRIANGLES", "GL_TRIANGLE_STRIP", "GL_TRIANGLE_FAN", "GL_POLYGON", "GL_LINES"]
)
def test_provoking_vertex(same_as_mesa, mode, first):
    # Without programs: Mesa interpolates what programs read.
    def picture(gl):
        clear(gl)
        gl.glShadeModel(gl.GL_FLAT)
        if first:
            gl.glProvokingVertex(gl.GL_FIRST_VERTEX_CONVENTION)
        draw(gl, getattr(gl, mode), POLYGON, COLORS)

    same_as_mesa(picture)


@pytest.mark.parametrize("mode", ["GL_POLYGON", "GL_TRIANGLE_STRIP"])
def test_clip_planes(same_as_mesa, mode):
    def picture(gl):
        clear(gl)
        gl.glRotatef(10.0, 0.0, 0.0, 1.0)
        gl.glClipPlane(gl.GL_CLIP_PLANE0, [1.0, 0.3, 0.0, 0.2])
        gl.glEnable(gl.GL_CLIP_PLANE0)
        gl.glClipPlane(gl.GL_CLIP_PLANE3, [-0.2, -1.0, 0.0, 0.4])
        gl.glEnable(gl.GL_CLIP_PLANE3)
        draw(gl, getattr(gl, mode), POLYGON, COLORS)

    same_as_mesa(picture)


@pytest.mark.parametrize("clamp", [False, True])
def test_depth_clamp(same_as_mesa, clamp):
    deep = np.column_stack([POLYGON, 3.0 * POLYGON[:, 0]])

    def picture(gl):
        clear(gl)
        use_programs(gl)
        gl.glEnable(gl.GL_DEPTH_TEST)
        if clamp:
            gl.glEnable(gl.GL_DEPTH_CLAMP)
        draw(gl, gl.GL_POLYGON, deep, COLORS)

    same_as_mesa(picture)


@pytest.mark.parametrize("mode", ["GL_POLYGON", "GL_LINE_LOOP", "GL_POINTS"])
def test_clip_control(same_as_mesa, mode):
    deep = np.column_stack([POLYGON, 1.1 * POLYGON[:, 0]])

    def picture(gl):
        clear(gl)
        gl.glClipControl(gl.GL_UPPER_LEFT, gl.GL_ZERO_TO_ONE)
        gl.glEnable(gl.GL_DEPTH_TEST)
        gl.glEnable(gl.GL_CULL_FACE)
        gl.glDepthFunc(gl.GL_GEQUAL)
        gl.glClearDepth(0.125)
        gl.glClear(gl.GL_DEPTH_BUFFER_BIT)
        gl.glPointSize(5.0)
        draw(gl, getattr(gl, mode), deep, COLORS)

    same_as_mesa(picture, tolerance=2)


@pytest.mark.parametrize("origin", ["GL_LOWER_LEFT", "GL_UPPER_LEFT"])
def test_point_sprites(same_as_mesa, origin):
    fragment = "!!ARBfp1.0\nMOV result.color, fragment.texcoord[0]; END"

    def picture(gl):
        clear(gl)
        use_programs(gl, fragment=fragment)
        gl.glEnable(gl.GL_POINT_SPRITE)
        gl.glTexEnvi(gl.GL_POINT_SPRITE, gl.GL_COORD_REPLACE, gl.GL_TRUE)
        gl.glPointParameteri(gl.GL_POINT_SPRITE_COORD_ORIGIN, getattr(gl, origin))
        gl.glPointSize(16.0)
        draw(gl, gl.GL_POINTS, [(-0.3, 0.2), (0.5, -0.4)])

    same_as_mesa(picture)


def test_point_sizes_of_programs(same_as_mesa):
    vertex = """!!ARBvp1.0
    MOV result.position, vertex.position;
    MOV result.color, vertex.color;
    MUL result.pointsize.x, vertex.color.x, 8.0;
    END"""
    position = np.random.default_rng(3).uniform(-0.9, 0.9, (20, 2))
    colors = np.random.default_rng(4).uniform(0.25, 1, (20, 4))

    def picture(gl):
        clear(gl)
        use_program(gl, vertex)
        use_program(gl, PASS_FRAGMENT)
        gl.glEnable(gl.GL_VERTEX_PROGRAM_POINT_SIZE_ARB)
        draw(gl, gl.GL_POINTS, position, colors)

    same_as_mesa(picture)


# Of separate lines: llvmpipe does not count the fragments of strips.
@pytest.mark.parametrize("factor", [1, 3])
def test_line_stipple(same_as_mesa, factor):
    position = np.random.default_rng(5).uniform(-0.9, 0.9, (6, 2))

    def picture(gl):
        clear(gl)
        use_programs(gl)
        gl.glEnable(gl.GL_LINE_STIPPLE)
        gl.glLineStipple(factor, 0x3F07)
        draw(gl, gl.GL_LINES, position, np.ones((6, 4)))

    same_as_mesa(picture)


# Not of strips, which have none (OpenGL 2.1, 2.6.2) but in llvmpipe.
@pytest.mark.parametrize("mode", ["GL_TRIANGLES", "GL_QUADS", "GL_POLYGON"])
@pytest.mark.parametrize("filling", ["GL_LINE", "GL_POINT"])
def test_edge_flags(same_as_mesa, mode, filling):
    def picture(gl):
        clear(gl)
        gl.glPolygonMode(gl.GL_FRONT_AND_BACK, getattr(gl, filling))
        gl.glPointSize(3.0)
        gl.glBegin(getattr(gl, mode))
        for number, (x, y) in enumerate(POLYGON):
            gl.glEdgeFlag(number in (0, 1, 3))
            gl.glVertex2f(float(x), float(y))
        gl.glEnd()

    same_as_mesa(picture)


@pytest.mark.parametrize("mode", ["GL_POINTS", "GL_LINES", "GL_LINE_LOOP"])
def test_clip_planes_of_lines_and_points(same_as_mesa, mode):
    position = np.random.default_rng(6).uniform(-0.9, 0.9, (12, 2))

    def picture(gl):
        clear(gl)
        gl.glClipPlane(gl.GL_CLIP_PLANE1, [1.0, 0.7, 0.0, 0.1])
        gl.glEnable(gl.GL_CLIP_PLANE1)
        gl.glPointSize(4.0)
        draw(gl, getattr(gl, mode), position, np.ones((12, 4)))

    same_as_mesa(picture)


@pytest.mark.parametrize("mode", ["GL_LINES", "GL_LINE_STRIP"])
def test_lines_that_leave_the_view(same_as_mesa, mode):
    position = np.random.default_rng(7).uniform(-2.5, 2.5, (14, 2))

    def picture(gl):
        clear(gl)
        use_programs(gl)
        draw(gl, getattr(gl, mode), position, np.ones((14, 4)))

    same_as_mesa(picture)


@pytest.mark.parametrize("mode", ["GL_FILL", "GL_LINE", "GL_POINT"])
def test_two_sided_colors(same_as_mesa, mode):
    vertex = """!!ARBvp1.0
    MOV result.position, vertex.position;
    MOV result.color.front, { 1, 0.5, 0, 1 };
    MOV result.color.back, { 0, 0.5, 1, 1 };
    END"""

    def picture(gl):
        clear(gl)
        use_program(gl, vertex)
        use_program(gl, PASS_FRAGMENT)
        gl.glEnable(gl.GL_VERTEX_PROGRAM_TWO_SIDE_ARB)
        gl.glPolygonMode(gl.GL_FRONT_AND_BACK, getattr(gl, mode))
        draw(gl, gl.GL_TRIANGLES, POLYGON[[0, 1, 3, 2, 1, 4]] * 0.9)

    same_as_mesa(picture)


@pytest.mark.parametrize("face", ["GL_LINE", "GL_POINT"])
def test_offset_of_outlines(same_as_mesa, face):
    """Outlines that are moved to the front are seen before their polygon."""
    tilted = np.column_stack([POLYGON, 0.3 * POLYGON[:, 0] - 0.2 * POLYGON[:, 1]])

    def picture(gl):
        clear(gl)
        use_programs(gl)
        gl.glEnable(gl.GL_DEPTH_TEST)
        draw(gl, gl.GL_POLYGON, tilted, COLORS)
        gl.glEnable(getattr(gl, f"GL_POLYGON_OFFSET{face[2:]}"))
        gl.glPolygonOffset(-1.0, -8.0)
        gl.glPolygonMode(gl.GL_FRONT_AND_BACK, getattr(gl, face))
        draw(gl, gl.GL_POLYGON, tilted, np.ones((5, 4)))

    same_as_mesa(picture)


@pytest.mark.parametrize("clamp", [False, True])
@pytest.mark.parametrize("mode", ["GL_LINES", "GL_POINTS", "GL_TRIANGLES"])
def test_depth_range_and_clamping(same_as_mesa, mode, clamp):
    """Parts beyond the view volume's depths vanish, or are clamped to the end of the range."""
    deep = np.random.default_rng(12).uniform((-0.9, -0.9, -2), (0.9, 0.9, 2), (18, 3))
    colors = np.random.default_rng(13).uniform(0, 1, (18, 3))

    def picture(gl):
        clear(gl)
        gl.glEnable(gl.GL_DEPTH_TEST)
        gl.glShadeModel(gl.GL_FLAT)
        gl.glDepthRange(0.7, 0.2)
        gl.glPointSize(9.0)
        if clamp:
            gl.glEnable(gl.GL_DEPTH_CLAMP)
        draw(gl, getattr(gl, mode), deep, colors)

    same_as_mesa(picture, tolerance=0)


@pytest.mark.parametrize("size", [1.0, 2.5, 7.0])
def test_sprites_of_any_size(same_as_mesa, size):
    position = np.random.default_rng(14).uniform(-0.9, 0.9, (9, 2))

    def picture(gl):
        clear(gl)
        gl.glEnable(gl.GL_POINT_SPRITE)
        gl.glPointSize(size)
        draw(gl, gl.GL_POINTS, position, np.ones((9, 4)))

    same_as_mesa(picture)


def test_quads_provoke_as_they_say(same_as_mesa):
    """In the last vertex convention; in the other, following it is a choice."""

    def picture(gl):
        clear(gl)
        gl.glShadeModel(gl.GL_FLAT)
        draw(gl, gl.GL_QUADS, POLYGON[:4], COLORS[:4])

    same_as_mesa(picture)
