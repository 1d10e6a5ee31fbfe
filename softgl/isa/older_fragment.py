"""What the older fragment languages have: NV_fragment_program, and the options of ARBfp1.0.

Each set takes most instructions from another (`share`), with the suffixes that its own table gives
them: C updates the condition code, S clamps, H allows the precisions R and H, X also X. The
formulas here are those of NV_fragment_program that differ; precision is not theirs but
`ir.execute`'s.
"""

from __future__ import annotations

from softgl.isa.comparison import truth
from softgl.isa.table import (
    ARB_FRAGMENT,
    ARB_FRAGMENT_NV,
    ARB_FRAGMENT_NV2,
    FP1,
    NV4_FRAGMENT,
    OLDER_FRAGMENT,
    VP2,
    flow,
    share,
    variant,
)
from softgl.isa.vector import lit_result
from softgl.lanes import lane_math

# -- NV_fragment_program ---------------------------------------------------------------------------


@variant("SNE", {FP1}, modifiers="CSHX")
def set_on_not_equal(m, a, b):
    """1 where the operands are not equal, as NaNs and zeros of different signs are, else 0."""
    # "(NaN != <x>) is TRUE for all <x>, including NaN." and "(-0.0 != +0.0) and (+0.0 != -0.0) are
    # TRUE." SEQ says that the zeros are equal.
    return truth(m, (a != b) | (m.unseen_bits(a) != m.unseen_bits(b)), a)


def power(m, a, b):
    """2 to the power of b * log2(a), without exceptions: NaN for 0^0."""
    # "ApproxPower(a,b) = ApproxExp2(b * ApproxLog2(a))." From it follow the special-case rules but
    # the tenth, "ApproxPower(+INF, <x>) = +INF, if x < -0.0", where we give the 0 that follows.
    return lane_math.exp2(m, b * lane_math.log2(m, a))


@variant("POW", {FP1}, modifiers="CSH")
def exponentiate(m, a, b):
    """2^(b * log2(a)): NaN for a negative base, and for 0^0 and inf^0."""
    return power(m, a, b)


@variant("LIT", {FP1}, modifiers="CSH")
def light_coefficients(m, a):
    """(1, diffuse, specular, 1) from x = n.l, y = n.h and w, any exponent; POW has the power."""
    # "if (t.x < 0) t.x = 0" leaves a NaN.
    return lit_result(m, a, power(m, m.max(m.f32(0.0), a[1]), a[3]))


# Table X.4: "[RHX]" and "[RH ]" of each instruction.
share(
    FP1, NV4_FRAGMENT,
    "ADD DP3 DP4 FLR FRC LRP MAD MOV MUL SEQ SFL SGE SGT SLE SLT STR SUB", modifiers="CSHX",
)  # fmt: skip
share(FP1, VP2, "MAX MIN", modifiers="CSHX")
share(FP1, NV4_FRAGMENT, "COS DDX DDY DST EX2 LG2 RCP RSQ SIN X2D", modifiers="CSH")
share(FP1, NV4_FRAGMENT, "TEX TXD TXP UP2H UP2US UP4B UP4UB", modifiers="CS")
share(FP1, NV4_FRAGMENT, "PK2H PK2US PK4B PK4UB", modifiers="")
# Its only operand is a condition.
share(FP1, NV4_FRAGMENT, "KIL", sources="", modifiers="")

for _set in OLDER_FRAGMENT:
    # "RFL: Reflection Vector": "A fragment program will fail to load if the w component of the
    # result is enabled in the component write mask".
    share(_set, NV4_FRAGMENT, "RFL", modifiers="CSH", unwritten="w")

# -- the options of ARBfp1.0 -----------------------------------------------------------------------

for _set in (ARB_FRAGMENT_NV, ARB_FRAGMENT_NV2):
    # NV_fragment_program_option and NV_fragment_program2, table X.5.
    share(
        _set, ARB_FRAGMENT,
        "ABS ADD DP3 DP4 DPH FLR FRC LRP MAD MAX MIN MOV MUL SGE SLT SUB", modifiers="CSHX",
    )  # fmt: skip
    share(_set, ARB_FRAGMENT, "COS DST EX2 LG2 LIT POW RCP RSQ SIN", modifiers="CSH")
    share(_set, ARB_FRAGMENT, "TEX TXB TXP", modifiers="CS")
    share(_set, ARB_FRAGMENT, "KIL", modifiers="")
    share(_set, NV4_FRAGMENT, "SEQ SFL SGT SLE SNE STR", modifiers="CSHX")
    share(_set, NV4_FRAGMENT, "DDX DDY X2D", modifiers="CSH")
    share(_set, NV4_FRAGMENT, "TXD UP2H UP2US UP4B UP4UB", modifiers="CS")
    share(_set, NV4_FRAGMENT, "PK2H PK2US PK4B PK4UB", modifiers="")
share(ARB_FRAGMENT_NV, ARB_FRAGMENT, "CMP SCS SWZ XPD", modifiers="S")
share(ARB_FRAGMENT_NV2, ARB_FRAGMENT, "CMP", modifiers="CS")
share(ARB_FRAGMENT_NV2, ARB_FRAGMENT, "SCS SWZ XPD", modifiers="CSH")
share(ARB_FRAGMENT_NV2, NV4_FRAGMENT, "DP2 DP2A", modifiers="CSHX")
share(ARB_FRAGMENT_NV2, NV4_FRAGMENT, "DIV NRM", modifiers="CSH")
share(ARB_FRAGMENT_NV2, NV4_FRAGMENT, "TXL", modifiers="CS")
share(ARB_FRAGMENT_NV2, NV4_FRAGMENT, "BRK CAL ELSE ENDIF ENDREP IF RET")
share(ARB_FRAGMENT_NV2, NV4_FRAGMENT, "REP", sources="P", types="F", modifiers="")
flow(
    "LOOP", "P", "LOOP: Beginning of LOOP Block",
    "Repeats a block as often as the x of its operand says; A0.x begins with y and grows by z.",
    languages={ARB_FRAGMENT_NV2}, document="NV_fragment_program2",
)  # fmt: skip
flow(
    "ENDLOOP", "", "ENDLOOP: End of LOOP Block",
    "Ends a LOOP block: moves A0.x on, counts down, and goes back while there is a rest.",
    languages={ARB_FRAGMENT_NV2}, document="NV_fragment_program2",
)  # fmt: skip
