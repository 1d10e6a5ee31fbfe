"""Back faces with colours of their own, against Mesa."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drivers.drawing import clear, draw, use_program

pytestmark = pytest.mark.driver

VERTEX = """!!ARBvp1.0
MOV result.position, vertex.position;
MOV result.color.front, vertex.color;
MOV result.color.back, vertex.color.wzyx;
MOV result.color.secondary, vertex.color.yzxw;
MOV result.color.back.secondary, vertex.color.zxyw;
END
"""

FRAGMENT = """!!ARBfp1.0
MAD result.color, fragment.color.secondary, 0.5, fragment.color;
END
"""


@pytest.mark.parametrize("written", ["front and back", "front"])
@pytest.mark.parametrize("front_face", ["GL_CW", "GL_CCW"])
@pytest.mark.parametrize("two_side", [False, True])
def test_two_sided_colors(same_as_mesa, two_side, front_face, written):
    rng = np.random.default_rng(8)
    position = rng.uniform(-1, 1, (24, 2))
    color = rng.uniform(0.05, 0.6, (24, 4))

    lines = [line for line in VERTEX.splitlines() if "back" in written or ".back" not in line]

    def picture(gl):
        clear(gl)
        use_program(gl, "\n".join(lines))
        use_program(gl, FRAGMENT)
        gl.glFrontFace(getattr(gl, front_face))
        if two_side:
            gl.glEnable(gl.GL_VERTEX_PROGRAM_TWO_SIDE)
        draw(gl, gl.GL_TRIANGLES, position, color)

    same_as_mesa(picture)
