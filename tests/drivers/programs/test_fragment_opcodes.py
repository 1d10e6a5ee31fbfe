"""Every instruction of ARB_fragment_program over a range of operands, one picture each."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drivers.drawing import clear, draw_whole_view, use_program, use_programs
from tests.drivers.programs.opcode_cases import COMMON, POSITIVE, UNIT, WIDE

pytestmark = pytest.mark.driver

# `r` is scaled and shifted into [0, 1]: its x, y, z show in the lower half of the view and its w in
# the upper. `p` is a constant. Odd numbers keep ties out of the way.
TEMPLATE = """!!ARBfp1.0
ATTRIB a = fragment.texcoord[0];
ATTRIB b = fragment.texcoord[1];
ATTRIB c = fragment.texcoord[2];
PARAM p = {{ 0.37, -1.21, 2.03, 0.59 }};
TEMP r, t;
MOV r, {{0, 0, 0, 0}};
{code}
MAD result.color, r.{shown}, {scale}, {shift};
MOV result.color.w, 1;
END
"""

CASES = {
    **COMMON,
    "CMP": ("CMP r, a, b, c;", WIDE, 0.24, 0.5),
    "COS": ("COS r, a.x;", (-9.1, 9.3), 0.5, 0.5),
    "LRP": ("LRP r, a, b, c;", UNIT, 0.9, 0),
    "RCP of negatives": ("RCP r, -a.w;", POSITIVE, 0.2, 1),
    "SCS": ("SCS r.xy, a.x;", (-3.1, 3.1), 0.5, 0.5),
    "SIN": ("SIN r, a.x;", (-9.1, 9.3), 0.5, 0.5),
    "saturate": ("ADD_SAT r, a, b;", WIDE, 0.9, 0),
    "constant": ("MUL r, a, p; ADD r, r, {0.1}; SUB r, r, 0.3;", WIDE, 0.1, 0.5),
    "scalar replicated": ("EX2 t.y, a.x; MOV r, t.y;", (-6.1, 1.9), 0.25, 0),
    "environment": ("MAD r, a, program.env[3], program.local[5];", WIDE, 0.2, 0.5),
    "long chain": ("MOV r, a;" + "MAD r, r.yzwx, b, c; FRC r, r;" * 6, UNIT, 0.9, 0),
}


def operands(low, high):
    """The corners of three coordinates that vary in different directions, each over the range."""
    rng = np.random.default_rng(8)
    corners = []
    # The narrower ranges of the second and third keep lines of equal operands off pixel centres.
    for inset in (0.0, 0.017, 0.031):
        along = rng.permuted([0.0, 0.2, 0.6, 1.0])
        flip = rng.integers(0, 2, 4)
        x, y = np.array([[0, 1, 1, 0], [0, 0, 1, 1]])[..., None]
        share = x * along + y * (1 - along)
        share = np.where(flip, 1 - share, share) * (1 - 2.3 * inset) + inset
        corners.append(low + (high - low) * share)
    return corners


@pytest.mark.parametrize("name", CASES)
def test_opcode(same_as_mesa, name):
    code, limits, scale, shift = CASES[name]

    def picture(gl):
        clear(gl)
        use_programs(gl)
        target = gl.GL_FRAGMENT_PROGRAM_ARB
        gl.glProgramEnvParameter4fARB(target, 3, 0.5, -0.7, 1.1, 0.3)
        for row, shown in enumerate(("xyzx", "wwww")):
            text = TEMPLATE.format(code=code, shown=shown, scale=scale, shift=shift)
            use_program(gl, text)
            gl.glProgramLocalParameter4fARB(target, 5, 0.2, 0.1, -0.4, 0.25)
            gl.glViewport(0, 32 * row, 64, 32)
            draw_whole_view(gl, operands(*limits))

    same_as_mesa(picture, machine="eager")  # tests/isa compares the machines


@pytest.mark.parametrize("operand", ["t", "-t.xxyy", "t.xyxy", "t.zzzz", "-t.wwww"])
def test_kil(same_as_mesa, operand):
    code = f"MAD t, a, b, c; KIL {operand}; MOV r, 1;"

    def picture(gl):
        clear(gl)
        text = TEMPLATE.format(code=code, shown="xyzw", scale=0.9, shift=0)
        use_programs(gl, fragment=text)
        draw_whole_view(gl, operands(-1.3, 1.9))

    same_as_mesa(picture)
