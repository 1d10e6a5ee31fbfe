"""Instructions of the older fragment languages: NV_fragment_program and the options of ARBfp1.0.

Each set takes most instructions from another (`share`), with the suffixes that its own table lists.
The formulas here are those of NV_fragment_program that differ. Precision is implemented by
`ir.execute`, not by the formulas.
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
from softgl.isa.texture import divided_unless_directed
from softgl.isa.vector import lit_result
from softgl.isa.vocabulary import CLAMP, FIXED, FLOAT, HALF, NOTHING, PARAMETER, PLAIN, UPDATE
from softgl.lanes import lane_math

# The suffixes in the tables of instructions: "[RHX]", "[RH ]" and "[   ]", with "[C]", "[_SAT]".
ANY_PRECISION = UPDATE | CLAMP | HALF | FIXED
NO_FIXED = UPDATE | CLAMP | HALF
ONE_PRECISION = UPDATE | CLAMP

# -- NV_fragment_program ---------------------------------------------------------------------------


@variant("SNE", {FP1}, modifiers=ANY_PRECISION)
def set_on_not_equal(m, a, b):
    """1 where the operands are not equal, as NaNs and zeros of different signs are, else 0."""
    # "(NaN != <x>) is TRUE for all <x>, including NaN." and "(-0.0 != +0.0) and (+0.0 != -0.0) are
    # TRUE." SEQ says that the zeros are equal.
    return truth(m, (a != b) | (m.unseen_bits(a) != m.unseen_bits(b)), a)


def power(m, a, b):
    """Returns 2^(b * log2(a)), without exceptions: NaN for 0^0."""
    # "ApproxPower(a,b) = ApproxExp2(b * ApproxLog2(a))." All special-case rules follow from it but
    # the tenth, "ApproxPower(+INF, <x>) = +INF, if x < -0.0", where we return the 0 that follows.
    return lane_math.exp2(m, b * lane_math.log2(m, a))


@variant("POW", {FP1}, modifiers=NO_FIXED)
def exponentiate(m, a, b):
    """2^(b * log2(a)): NaN for a negative base, and for 0^0 and inf^0."""
    return power(m, a, b)


@variant("LIT", {FP1}, modifiers=NO_FIXED)
def light_coefficients(m, a):
    """(1, diffuse, specular, 1) from x = n.l, y = n.h and w, any exponent; POW has the power."""
    # "if (t.x < 0) t.x = 0" leaves a NaN.
    return lit_result(m, a, power(m, m.max(m.f32(0.0), a[1]), a[3]))


@variant("TXP", {FP1}, modifiers=ONE_PRECISION)
def sample_projected(m, coordinate, sampler):
    """The texture at x/w, y/w and z/w of the operand, a cube map at x, y and z."""
    return sampler(divided_unless_directed(coordinate, sampler))


# Table X.4.
share(
    FP1, NV4_FRAGMENT,
    "ADD DP3 DP4 FLR FRC LRP MAD MOV MUL SEQ SFL SGE SGT SLE SLT STR SUB", modifiers=ANY_PRECISION,
)  # fmt: skip
share(FP1, VP2, "MAX MIN", modifiers=ANY_PRECISION)
share(FP1, NV4_FRAGMENT, "COS DDX DDY DST EX2 LG2 RCP RSQ SIN X2D", modifiers=NO_FIXED)
share(FP1, NV4_FRAGMENT, "TEX TXD UP2H UP2US UP4B UP4UB", modifiers=ONE_PRECISION)
share(FP1, NV4_FRAGMENT, "PK2H PK2US PK4B PK4UB", modifiers=PLAIN)
# Its only operand is a condition.
share(FP1, NV4_FRAGMENT, "KIL", sources=NOTHING, modifiers=PLAIN)

for _set in OLDER_FRAGMENT:
    # "RFL: Reflection Vector": "A fragment program will fail to load if the w component of the
    # result is enabled in the component write mask".
    share(_set, NV4_FRAGMENT, "RFL", modifiers=NO_FIXED, unwritten="w")

# -- the options of ARBfp1.0 -----------------------------------------------------------------------

for _set in (ARB_FRAGMENT_NV, ARB_FRAGMENT_NV2):
    # NV_fragment_program_option and NV_fragment_program2, table X.5.
    share(
        _set, ARB_FRAGMENT,
        "ABS ADD DP3 DP4 DPH FLR FRC LRP MAD MAX MIN MOV MUL SGE SLT SUB", modifiers=ANY_PRECISION,
    )  # fmt: skip
    share(_set, ARB_FRAGMENT, "COS DST EX2 LG2 LIT POW RCP RSQ SIN", modifiers=NO_FIXED)
    share(_set, ARB_FRAGMENT, "TEX TXB TXP", modifiers=ONE_PRECISION)
    share(_set, ARB_FRAGMENT, "KIL", modifiers=PLAIN)
    share(_set, NV4_FRAGMENT, "SEQ SFL SGT SLE SNE STR", modifiers=ANY_PRECISION)
    share(_set, NV4_FRAGMENT, "DDX DDY X2D", modifiers=NO_FIXED)
    share(_set, NV4_FRAGMENT, "TXD UP2H UP2US UP4B UP4UB", modifiers=ONE_PRECISION)
    share(_set, NV4_FRAGMENT, "PK2H PK2US PK4B PK4UB", modifiers=PLAIN)
share(ARB_FRAGMENT_NV, ARB_FRAGMENT, "CMP SCS SWZ XPD", modifiers=CLAMP)
share(ARB_FRAGMENT_NV2, ARB_FRAGMENT, "CMP", modifiers=ONE_PRECISION)
share(ARB_FRAGMENT_NV2, ARB_FRAGMENT, "SCS SWZ XPD", modifiers=NO_FIXED)
share(ARB_FRAGMENT_NV2, NV4_FRAGMENT, "DP2 DP2A", modifiers=ANY_PRECISION)
share(ARB_FRAGMENT_NV2, NV4_FRAGMENT, "DIV NRM", modifiers=NO_FIXED)
share(ARB_FRAGMENT_NV2, NV4_FRAGMENT, "TXL", modifiers=ONE_PRECISION)
share(ARB_FRAGMENT_NV2, NV4_FRAGMENT, "BRK CAL ELSE ENDIF ENDREP IF RET")
share(ARB_FRAGMENT_NV2, NV4_FRAGMENT, "REP", sources=PARAMETER, types=(FLOAT,), modifiers=PLAIN)
flow(
    "LOOP", PARAMETER, "LOOP: Beginning of LOOP Block",
    "Repeats a block as often as the x of its operand says; A0.x starts at y and grows by z.",
    languages={ARB_FRAGMENT_NV2}, document="NV_fragment_program2",
)  # fmt: skip
flow(
    "ENDLOOP", NOTHING, "ENDLOOP: End of LOOP Block",
    "Ends a LOOP block: advances A0.x, and repeats the block as often as its count says.",
    languages={ARB_FRAGMENT_NV2}, document="NV_fragment_program2",
)  # fmt: skip
