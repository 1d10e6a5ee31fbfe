"""The primitives that become triangles, their order and sides, and clipping by the frustum."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drivers.drawing import PASS_FRAGMENT, clear, draw, set_arrays, use_program, use_programs

pytestmark = pytest.mark.driver

MODES = (
    "GL_TRIANGLES",
    "GL_TRIANGLE_STRIP",
    "GL_TRIANGLE_FAN",
    "GL_QUADS",
    "GL_QUAD_STRIP",
    "GL_POLYGON",
)

TRANSFORM_VERTEX = """!!ARBvp1.0
PARAM mvp[4] = { state.matrix.mvp };
DP4 result.position.x, mvp[0], vertex.position;
DP4 result.position.y, mvp[1], vertex.position;
DP4 result.position.z, mvp[2], vertex.position;
DP4 result.position.w, mvp[3], vertex.position;
MOV result.color, vertex.color;
END
"""


def plane_colors(position):
    """A colour that is linear in the position, so that no choice of diagonals shows."""
    x, y = np.asarray(position, np.float64)[:, :2].T
    return np.stack([0.5 + 0.45 * x, 0.5 + 0.45 * y, 0.5 - 0.25 * x - 0.2 * y, np.ones(len(x))], 1)


def outline(mode):
    """Vertices of a shape that is convex where `mode` asks for it."""
    turn = np.arange(8) / 8 * 2 * np.pi
    ring = np.stack([np.cos(turn), np.sin(turn)], axis=1) * (0.93, 0.81) + (0.02, 0.05)
    if mode in ("GL_TRIANGLE_STRIP", "GL_QUAD_STRIP"):
        return ring[[0, 1, 7, 2, 6, 3, 5, 4]]
    return ring


@pytest.mark.parametrize("extra", range(4))
@pytest.mark.parametrize("mode", MODES)
def test_modes_with_vertices_left_over(same_as_mesa, mode, extra):
    position = outline(mode)[: 8 - extra]

    def picture(gl):
        clear(gl)
        use_programs(gl)
        draw(gl, getattr(gl, mode), position, plane_colors(position))

    same_as_mesa(picture)


@pytest.mark.parametrize("mode", MODES)
def test_diagonals(same_as_mesa, mode):
    """Colours that show along which diagonals a shape is split."""
    position = outline(mode)
    colors = np.random.default_rng(5).random((8, 4)) * (1, 1, 1, 0) + (0, 0, 0, 1)

    def picture(gl):
        clear(gl)
        use_programs(gl)
        draw(gl, getattr(gl, mode), position, colors)

    same_as_mesa(picture)


@pytest.mark.parametrize("mode", MODES)
def test_immediate_mode(same_as_mesa, mode):
    position = outline(mode)
    colors = plane_colors(position)

    def picture(gl):
        clear(gl)
        use_programs(gl)
        gl.glBegin(getattr(gl, mode))
        for (x, y), color in zip(position, colors, strict=True):
            gl.glColor4f(*map(float, color))
            gl.glVertex2f(float(x), float(y))
        gl.glEnd()

    same_as_mesa(picture)


def test_without_programs(same_as_mesa):
    position = outline("GL_POLYGON")

    def picture(gl):
        clear(gl)
        gl.glMatrixMode(gl.GL_MODELVIEW)
        gl.glTranslatef(0.1, -0.05, 0.0)
        gl.glRotatef(20.0, 0.0, 0.0, 1.0)
        gl.glScalef(0.7, 0.8, 1.0)
        draw(gl, gl.GL_POLYGON, position, plane_colors(position))

    same_as_mesa(picture)


@pytest.mark.parametrize("mode", ["GL_TRIANGLES", "GL_TRIANGLE_STRIP"])
@pytest.mark.parametrize("front", ["GL_CCW", "GL_CW"])
@pytest.mark.parametrize("cull", ["GL_FRONT", "GL_BACK", "GL_FRONT_AND_BACK"])
def test_culling(same_as_mesa, cull, front, mode):
    rng = np.random.default_rng(17)
    position = rng.uniform(-1, 1, (21, 2))
    corner = np.array([(-1, -1), (-0.8, -1), (-1, -0.8), (-1, -0.8), (-0.8, -1), (-0.8, -0.8)])

    def picture(gl):
        clear(gl)
        use_programs(gl)
        draw(gl, gl.GL_TRIANGLES, corner, [(1, 1, 1, 1)] * 6)
        gl.glEnable(gl.GL_CULL_FACE)
        gl.glCullFace(getattr(gl, cull))
        gl.glFrontFace(getattr(gl, front))
        draw(gl, getattr(gl, mode), position, plane_colors(position))

    same_as_mesa(picture)


@pytest.mark.parametrize("index_type", ["UNSIGNED_BYTE", "UNSIGNED_SHORT", "UNSIGNED_INT"])
@pytest.mark.parametrize("from_buffer", [False, True])
def test_draw_elements(same_as_mesa, from_buffer, index_type):
    rng = np.random.default_rng(23)
    position = rng.uniform(-1, 1, (30, 2)).astype(np.float32)
    dtype = {"BYTE": np.uint8, "SHORT": np.uint16, "INT": np.uint32}[index_type.split("_")[1]]
    indices = rng.integers(0, 30, 45).astype(dtype)

    def picture(gl):
        clear(gl)
        use_programs(gl)
        _kept = set_arrays(gl, position, plane_colors(position))
        source = indices
        if from_buffer:
            vertex_buffer, index_buffer = (int(gl.glGenBuffers(1)) for _ in range(2))
            gl.glBindBuffer(gl.GL_ARRAY_BUFFER, vertex_buffer)
            gl.glBufferData(gl.GL_ARRAY_BUFFER, position.nbytes, position, gl.GL_STATIC_DRAW)
            gl.glVertexPointer(2, gl.GL_FLOAT, 0, None)
            gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, index_buffer)
            gl.glBufferData(gl.GL_ELEMENT_ARRAY_BUFFER, indices.nbytes, indices, gl.GL_STATIC_DRAW)
            source = None
        gl.glDrawElements(gl.GL_TRIANGLES, 45, getattr(gl, "GL_" + index_type), source)

    same_as_mesa(picture)


def triangles_around_the_eye(seed):
    """Triangles before, behind and beside an eye at the origin that looks along -z."""
    rng = np.random.default_rng(seed)
    return rng.uniform((-3, -3, -6), (3, 3, 2), (24, 3)), rng.uniform(0, 1, (24, 3))


@pytest.mark.parametrize("seed", range(6))
def test_clipping_by_the_frustum(same_as_mesa, seed):
    position, colors = triangles_around_the_eye(seed)

    def picture(gl):
        clear(gl)
        gl.glMatrixMode(gl.GL_PROJECTION)
        gl.glFrustum(-1.0, 1.0, -1.0, 1.0, 1.0, 5.0)
        use_program(gl, TRANSFORM_VERTEX)
        use_program(gl, PASS_FRAGMENT)
        gl.glEnable(gl.GL_DEPTH_TEST)
        draw(gl, gl.GL_TRIANGLES, position, colors)

    same_as_mesa(picture)


def test_a_floor_that_reaches_behind_the_eye(same_as_mesa):
    floor = np.array([(-9, -1, 9), (9, -1, 9), (9, -1, -40), (-9, -1, -40)], float)
    colors = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0)]

    def picture(gl):
        clear(gl)
        gl.glMatrixMode(gl.GL_PROJECTION)
        gl.glFrustum(-0.1, 0.1, -0.1, 0.1, 0.125, 100.0)
        use_program(gl, TRANSFORM_VERTEX)
        use_program(gl, PASS_FRAGMENT)
        draw(gl, gl.GL_TRIANGLE_STRIP, floor[[0, 1, 3, 2]], [colors[i] for i in (0, 1, 3, 2)])

    same_as_mesa(picture)


@pytest.mark.parametrize("plane", ["x", "-x", "y", "-y", "z", "-z"])
def test_clipping_by_one_plane(same_as_mesa, plane):
    # w differs by vertex: what is linear in clip coordinates is not so in the window.
    axis, sign = "xyz".index(plane[-1]), -1 if plane[0] == "-" else 1
    position = np.array([(-0.8, -0.7, 0.1, 1.0), (1.2, -0.9, 0.2, 1.7), (0.1, 0.8, -0.3, 1.2)])
    position[:, axis] += sign * np.array([0.2, 0.9, 0.8])
    colors = [(1, 0.2, 0), (0, 1, 0.3), (0.1, 0, 1)]

    def picture(gl):
        clear(gl)
        use_programs(gl)
        draw(gl, gl.GL_TRIANGLES, position, colors)

    same_as_mesa(picture)
