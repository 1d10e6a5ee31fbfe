"""Every instruction of ARB_vertex_program over random operands: one cell of the view for each."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drivers.drawing import PASS_FRAGMENT, clear, draw, use_program
from tests.drivers.programs.opcode_cases import COMMON, UNIT, WIDE

pytestmark = pytest.mark.driver

CELLS = 16  # to a side; a cell is two triangles whose vertices have the same operands

TEMPLATE = """!!ARBvp1.0
ATTRIB a = vertex.texcoord[0];
ATTRIB b = vertex.texcoord[1];
ATTRIB c = vertex.texcoord[2];
PARAM p[8] = {{ program.env[2..4], {{ 0.31, -0.72, 0.13, 0.94 }}, program.local[0..3] }};
TEMP r, t;
ADDRESS n;
MOV r, {{0, 0, 0, 0}};
{code}
MOV result.position, vertex.position;
MAD result.color, r.{shown}, {scale}, {shift};
MOV result.color.w, {{1, 1, 1, 1}};
END
"""

CASES = {
    **COMMON,
    "ARL": ("ARL n.x, a.x; MOV r, p[n.x];", (0.01, 7.99), 0.45, 0.5),
    "ARL rounds down": ("ARL n.x, a.y; MOV r, p[n.x + 4];", (-3.99, 3.99), 0.45, 0.5),
    "ARL with an offset": ("ARL n.x, a.y; ADD r, p[n.x - 3], p[n.x - 1];", (3.01, 8.9), 0.3, 0.4),
    "EXP": ("EXP r, a.y;", (-6.1, 1.9), 0.25, 0),
    "LOG": ("LOG r, a.z;", (0.011, 7.9), 0.1, 0.7),
    "parameters": ("MAD r, a, p[1], p[4]; ADD r, r, p[3].wzyx;", WIDE, 0.2, 0.5),
    "matrices": (
        "DP4 r.x, a, state.matrix.modelview.row[0]; DP4 r.y, a, state.matrix.projection.row[1];"
        "DP4 r.z, a, state.matrix.mvp.transpose.row[2];"
        "DP4 r.w, a, state.matrix.modelview.invtrans.row[3];",
        UNIT,
        0.1,
        0.3,
    ),
    "inverse": (
        "DP4 r.x, a, state.matrix.modelview.inverse.row[0];"
        "DP4 r.y, a, state.matrix.mvp.inverse.row[1];"
        "DP4 r.z, a, state.matrix.texture[1].row[2];"
        "DP4 r.w, a, state.matrix.program[2].inverse.row[3];",
        UNIT,
        0.1,
        0.3,
    ),
}


def cells(limits):
    """Positions and three operands for each vertex of the grid of cells."""
    rng = np.random.default_rng(31)
    edge = np.linspace(-1, 1, CELLS + 1)
    position, operands = [], [[], [], []]
    for row in range(CELLS):
        for column in range(CELLS):
            x, y = edge[[column, column + 1]], edge[[row, row + 1]]
            corners = [(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])]
            position += [corners[i] for i in (0, 1, 2, 0, 2, 3)]
            for operand in operands:
                operand += [rng.uniform(*limits, 4)] * 6
    return position, operands


def set_matrices(gl):
    """Different invertible matrices on every stack that a program can name."""
    for number, mode in enumerate(
        (gl.GL_MODELVIEW, gl.GL_PROJECTION, gl.GL_TEXTURE, gl.GL_MATRIX2_ARB)
    ):
        gl.glActiveTexture(gl.GL_TEXTURE1)
        gl.glMatrixMode(mode)
        gl.glTranslatef(0.3 - 0.2 * number, 0.1 * number, 0.5)
        gl.glRotatef(25.0 + 40.0 * number, 0.3, 1.0 - 0.4 * number, 0.2)
        gl.glScalef(0.8, 1.1 + 0.1 * number, 0.9)
    gl.glActiveTexture(gl.GL_TEXTURE0)


@pytest.mark.parametrize("name", CASES)
def test_opcode(same_as_mesa, name):
    code, limits, scale, shift = CASES[name]
    position, operands = cells(limits)

    def picture(gl):
        clear(gl)
        set_matrices(gl)
        use_program(gl, PASS_FRAGMENT)
        target = gl.GL_VERTEX_PROGRAM_ARB
        for index in range(3):
            values = np.float32([0.3 * index, 0.9 - index, 0.2, -0.3 * index])
            gl.glProgramEnvParameter4fvARB(target, 2 + index, values)
        for row, shown in enumerate(("xyzx", "wwww")):
            use_program(gl, TEMPLATE.format(code=code, shown=shown, scale=scale, shift=shift))
            for index in range(4):
                gl.glProgramLocalParameter4fARB(target, index, 0.1, -0.2 * index, 0.7, 0.3 * index)
            gl.glViewport(0, 32 * row, 64, 32)
            draw(gl, gl.GL_TRIANGLES, position, None, operands)

    same_as_mesa(picture)


def test_generic_attributes(same_as_mesa):
    vertex = """!!ARBvp1.0
MOV result.position, vertex.attrib[0];
MAD result.color, vertex.attrib[6], vertex.attrib[9], vertex.attrib[11];
END
"""
    rng = np.random.default_rng(3)
    position = rng.uniform(-1, 1, (12, 2)).astype(np.float32)
    first, second = (rng.uniform(0.1, 0.7, (12, n)).astype(np.float32) for n in (4, 3))
    small = rng.integers(0, 180, (12, 4), dtype=np.uint8)

    def picture(gl):
        clear(gl)
        use_program(gl, vertex)
        use_program(gl, PASS_FRAGMENT)
        gl.glVertexAttrib4fARB(11, 0.25, 0.05, 0.125, 0.25)
        for index, array in ((0, position), (6, first), (9, second)):
            gl.glEnableVertexAttribArrayARB(index)
            size = array.shape[1]
            gl.glVertexAttribPointerARB(index, size, gl.GL_FLOAT, gl.GL_FALSE, 0, array)
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 6)
        gl.glVertexAttribPointerARB(6, 4, gl.GL_UNSIGNED_BYTE, gl.GL_TRUE, 0, small)
        gl.glDrawArrays(gl.GL_TRIANGLES, 6, 6)

    # The array of attribute 9 lacks a fourth component, which is then 1: alpha shows it.
    same_as_mesa(picture)


def test_vertex_colors_are_clamped_before_interpolation(same_as_mesa):
    # OpenGL 2.1, 2.14.6: "all components of both primary and secondary colors are clamped to the
    # range [0, 1]"; ARB_vertex_program does so as primitives are assembled.
    vertex = """!!ARBvp1.0
MOV result.position, vertex.position;
MAD result.color, vertex.color, 3.0, { -1.0, -1.0, -1.0, 0.0 };
END
"""

    def picture(gl):
        clear(gl)
        use_program(gl, vertex)
        use_program(gl, PASS_FRAGMENT)
        color = [(1, 0, 0.5, 1), (0, 1, 0.2, 1), (0.4, 0.1, 0.9, 1)]
        draw(gl, gl.GL_TRIANGLES, [(-0.9, -0.8), (0.9, -0.9), (0.1, 0.9)], color)

    same_as_mesa(picture)
