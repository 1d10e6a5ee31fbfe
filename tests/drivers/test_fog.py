"""The fog options of ARB_fragment_program, against Mesa."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drivers.drawing import clear, set_arrays, use_program

pytestmark = pytest.mark.driver

VERTEX = """!!ARBvp1.0
MOV result.position, vertex.position;
MOV result.color, vertex.color;
MOV result.fogcoord.x, vertex.texcoord[0].x;
END
"""

FRAGMENT = """!!ARBfp1.0
OPTION ARB_fog_{};
MAD result.color, fragment.color, 1.5, -0.2;
END
"""


@pytest.mark.parametrize("mode", ["linear", "exp", "exp2"])
def test_fog(same_as_mesa, mode):
    corners = np.array([(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)])
    colors = [(1, 0.2, 0.1, 1), (0.1, 1, 0.3, 1), (0.2, 0.3, 1, 0.8), (1, 1, 0, 1)]

    def picture(gl):
        clear(gl)
        use_program(gl, VERTEX)
        use_program(gl, FRAGMENT.format(mode))
        gl.glFogfv(gl.GL_FOG_COLOR, [0.5, 0.6, 0.7, 0.1])
        gl.glFogf(gl.GL_FOG_DENSITY, 0.7)
        gl.glFogf(gl.GL_FOG_START, 0.5)
        gl.glFogf(gl.GL_FOG_END, 2.5)
        kept = set_arrays(gl, corners, colors, [[(-1, 0), (3, 0), (2, 0), (0.5, 0)]])
        gl.glDrawArrays(gl.GL_QUADS, 0, 4)
        del kept

    same_as_mesa(picture)


@pytest.mark.parametrize("source", ["FOG_COORD", "FRAGMENT_DEPTH"])
def test_fog_coordinates_without_a_vertex_program(same_as_mesa, source):
    def picture(gl):
        clear(gl)
        use_program(gl, FRAGMENT.format("exp"))
        gl.glFogi(gl.GL_FOG_COORD_SRC, getattr(gl, f"GL_{source}"))
        gl.glFogfv(gl.GL_FOG_COLOR, [0.5, 0.6, 0.7, 0.1])
        gl.glMatrixMode(gl.GL_PROJECTION)
        gl.glFrustum(-0.5, 0.5, -0.5, 0.5, 0.5, 10)
        gl.glBegin(gl.GL_QUADS)
        for x, y, z in ((-1, -1, -1.5), (1, -1, -3), (1, 1, -2), (-1, 1, -1)):
            gl.glFogCoordf(x + y + 2)
            gl.glColor4f(0.5 * x + 0.5, 0.3, y * y, 1)
            gl.glVertex3f(x, y, z)
        gl.glEnd()

    same_as_mesa(picture)
