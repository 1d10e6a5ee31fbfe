"""Every instruction of ARB_fragment_program over a range of operands, one picture each."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drivers.drawing import clear, draw_whole_view, use_program, use_programs

pytestmark = pytest.mark.driver

# `r` is scaled and shifted into [0, 1]: its x, y, z show in the lower half of the view and its w in
# the upper. `p` is a constant. Numbers that are no multiples of anything keep ties out of the way.
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

# name: (code, (low, high) of the operands, scale, shift)
WIDE, UNIT, POSITIVE = (-2.03, 2.11), (0.013, 0.987), (0.21, 4.07)
CASES = {
    "ABS": ("ABS r, a;", WIDE, 0.45, 0),
    "ADD": ("ADD r, a, b;", WIDE, 0.12, 0.5),
    "CMP": ("CMP r, a, b, c;", WIDE, 0.24, 0.5),
    "COS": ("COS r, a.x;", (-9.1, 9.3), 0.5, 0.5),
    "DP3": ("DP3 r, a, b;", UNIT, 0.3, 0),
    "DP4": ("DP4 r, a, b;", UNIT, 0.24, 0),
    "DPH": ("DPH r, a, b;", UNIT, 0.24, 0),
    "DST": ("DST r, a, b;", UNIT, 0.9, 0),
    "EX2": ("EX2 r, a.y;", (-6.1, 1.9), 0.25, 0),
    "FLR": ("FLR r, a;", WIDE, 0.2, 0.6),
    "FRC": ("FRC r, a;", WIDE, 0.9, 0),
    "LG2": ("LG2 r, a.z;", (0.011, 7.9), 0.1, 0.7),
    "LIT": ("MOV t, a; MAX t.w, t.w, 0.1; LIT r, t;", WIDE, 0.45, 0),
    "LIT exponent": ("MUL t, a, {1, 1, 1, 40}; LIT r, t;", UNIT, 0.9, 0),
    "LRP": ("LRP r, a, b, c;", UNIT, 0.9, 0),
    "MAD": ("MAD r, a, b, c;", WIDE, 0.1, 0.5),
    "MAX": ("MAX r, a, b;", WIDE, 0.24, 0.5),
    "MIN": ("MIN r, a, b;", WIDE, 0.24, 0.5),
    "MOV": ("MOV r, a;", WIDE, 0.24, 0.5),
    "MUL": ("MUL r, a, b;", WIDE, 0.12, 0.5),
    "POW": ("POW r, a.x, b.y;", (0.06, 1.7), 0.3, 0),
    "RCP": ("RCP r, a.w;", POSITIVE, 0.2, 0),
    "RCP of negatives": ("RCP r, -a.w;", POSITIVE, 0.2, 1),
    "RSQ": ("RSQ r, a.x;", POSITIVE, 0.4, 0),
    "RSQ of negatives": ("RSQ r, -a.x;", POSITIVE, 0.4, 0),
    "SCS": ("SCS r.xy, a.x;", (-3.1, 3.1), 0.5, 0.5),
    "SGE": ("SGE r, a, b;", WIDE, 0.9, 0),
    "SIN": ("SIN r, a.x;", (-9.1, 9.3), 0.5, 0.5),
    "SLT": ("SLT r, a, b;", WIDE, 0.9, 0),
    "SUB": ("SUB r, a, b;", WIDE, 0.12, 0.5),
    "SWZ": ("SWZ r, a, -y, 0, w, -1;", WIDE, 0.24, 0.5),
    "SWZ constants": ("SWZ r, a, 1, x, -0, -z;", WIDE, 0.24, 0.5),
    "XPD": ("XPD r.xyz, a, b;", WIDE, 0.09, 0.5),
    # what every instruction can do
    "saturate": ("ADD_SAT r, a, b;", WIDE, 0.9, 0),
    "swizzle": ("MAD r, a.yzwx, b.wwxz, c.zyxw;", WIDE, 0.1, 0.5),
    "negation": ("SUB r, -a, -b.wzyx;", WIDE, 0.12, 0.5),
    "mask": ("MOV r, b; MUL r.xw, a, a;", WIDE, 0.2, 0.4),
    "in place": ("MOV r, a; ADD r.xy, r.yxzw, r.zwxy; MOV r, r.wzyx;", WIDE, 0.1, 0.5),
    "constant": ("MUL r, a, p; ADD r, r, {0.1}; SUB r, r, 0.3;", WIDE, 0.1, 0.5),
    "scalar replicated": ("EX2 t.y, a.x; MOV r, t.y;", (-6.1, 1.9), 0.25, 0),
    "environment": ("MAD r, a, program.env[3], program.local[5];", WIDE, 0.2, 0.5),
    "long chain": ("MOV r, a;" + "MAD r, r.yzwx, b, c; FRC r, r;" * 6, UNIT, 0.9, 0),
}
SHARES = {
    # An error of one unit in the last place at the start grows with each multiplication, and FRC
    # makes a whole step of it.
    "long chain": 0.99,
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

    same_as_mesa(picture, share=SHARES.get(name, 0.999))


@pytest.mark.parametrize("operand", ["t", "-t.xxyy", "t.xyxy", "t.zzzz", "-t.wwww"])
def test_kil(same_as_mesa, operand):
    code = f"MAD t, a, b, c; KIL {operand}; MOV r, 1;"

    def picture(gl):
        clear(gl)
        text = TEMPLATE.format(code=code, shown="xyzw", scale=0.9, shift=0)
        use_programs(gl, fragment=text)
        draw_whole_view(gl, operands(-1.3, 1.9))

    same_as_mesa(picture)
