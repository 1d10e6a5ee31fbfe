"""Hand-derived vectors of TGSI's floats, integers and textures; see `opcode_vectors`.

They follow from the formulas of the two texts, which write `max(x,y)` as `(x > y) ? x : y`,
`min(x,y)` as `(x < y) ? x : y` and `clamp(x,y,z)` as `(x < y) ? y : (x > z) ? z : x`.
"""

from __future__ import annotations

from tests.isa.tgsi_double_vectors import DOUBLES
from tests.isa.vector_values import (
    BELOW_ONE,
    INF,
    INT_MAX,
    INT_MIN,
    MAX,
    NAN,
    TINY,
    UINT_MAX,
    near,
)

HIGH = 0x80000000
_ROOT, _ABOVE = 1 + 2.0**-12, 1 + 2.0**-11 + 2.0**-23
_FLOATS = {
    "MIN.F": [
        *((1.0, 2.0, 1.0), (2.0, 1.0, 1.0), (-INF, TINY, -INF), (INF, MAX, MAX)),
        *((0.0, -0.0, -0.0), (-0.0, 0.0, 0.0), (NAN, 1.0, 1.0), (1.0, NAN, NAN)),
    ],
    # (src.x > 0.0) ? 1.0 : (src.x < 0.0) ? -1.0 : 0.0
    "SSG.F": [
        *((3.0, 1.0), (-0.5, -1.0), (0.0, 0.0), (-0.0, 0.0), (INF, 1.0), (-INF, -1.0)),
        *((TINY, 1.0), (-TINY, -1.0), (NAN, 0.0)),
    ],
    # src.x - floor(src.x): -TINY - -1 rounds to 1, and so does -2^-25 + 1; -2^-24 + 1 does not.
    "FRC.F": [
        *((1.75, 0.75), (-1.75, 0.25), (0.0, 0.0), (-0.0, 0.0), (3.0, 0.0), (MAX, 0.0)),
        *((TINY, TINY), (8388607.5, 0.5), (INF, NAN), (-INF, NAN), (NAN, NAN)),
        *((-TINY, 1.0), (-(2.0**-25), 1.0), (-(2.0**-24), BELOW_ONE)),
    ],
    "EXP.F": [
        (3.0, (8.0, 0.0, 8.0, 1.0)),
        (2.75, (4.0, 0.75, near(2.0**2.75), 1.0)),
        (-1.25, (0.25, 0.75, near(2.0**-1.25), 1.0)),
        (-TINY, (0.5, 1.0, 1.0, 1.0)),
        (INF, (INF, NAN, INF, 1.0)),
        (-INF, (0.0, NAN, 0.0, 1.0)),
        (NAN, (NAN, NAN, NAN, 1.0)),
    ],
    "LIT.F": [
        ((0.5, 0.25, NAN, 2.0), (1.0, 0.5, 0.0625, 1.0)),
        ((-1.0, 0.5, 0.0, 2.0), (1.0, 0.0, 0.0, 1.0)),
        ((0.5, -1.0, 0.0, 2.0), (1.0, 0.5, 0.0, 1.0)),
        ((0.5, -3.0, 0.0, 0.0), (1.0, 0.5, 1.0, 1.0)),  # 0^0
        ((0.5, 0.0, 0.0, -1.0), (1.0, 0.5, INF, 1.0)),
        # The limits are reached: 2^128 and 2^-128, and (1 + 2^-23)^128.
        ((0.5, 2.0, 0.0, 200.0), (1.0, 0.5, INF, 1.0)),
        ((0.5, 2.0, 0.0, -INF), (1.0, 0.5, 2.0**-128, 1.0)),
        ((0.5, 0.5, 0.0, 128.0), (1.0, 0.5, 2.0**-128, 1.0)),
        ((0.5, 0.5, 0.0, INF), (1.0, 0.5, 2.0**-128, 1.0)),
        ((-0.0, 1.0, 0.0, 5.0), (1.0, 0.0, 0.0, 1.0)),  # max(-0.0, 0.0) is the second
        ((NAN, 1.0, 0.0, 5.0), (1.0, 0.0, 0.0, 1.0)),
        ((1.0, NAN, 0.0, 5.0), (1.0, 1.0, 0.0, 1.0)),
        ((1.0, 0.5, 0.0, NAN), (1.0, 1.0, NAN, 1.0)),
    ],
    "CLAMP.F": [
        *((0.5, 0.0, 1.0, 0.5), (-1.0, 0.0, 1.0, 0.0), (2.0, 0.0, 1.0, 1.0)),
        *((NAN, 0.0, 1.0, NAN), (-0.0, 0.0, 1.0, -0.0), (INF, -MAX, MAX, MAX)),
        *((2.0, 3.0, 1.0, 3.0), (4.0, 3.0, 1.0, 1.0)),  # limits the wrong way round
        *((0.5, NAN, 0.25, 0.25), (0.5, 1.0, NAN, 1.0), (0.5, NAN, NAN, 0.5)),
    ],
    # Once rounded: (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24 is halfway between two floats, 2^-50 tips it.
    "FMA.F": [
        *((2.0, 3.0, 4.0, 10.0), (_ROOT, _ROOT, 0.0, 1 + 2.0**-11)),
        *((_ROOT, _ROOT, 2.0**-50, _ABOVE), (-_ROOT, _ROOT, -(2.0**-50), -_ABOVE)),
        *((_ROOT, _ROOT, -(2.0**-80), 1 + 2.0**-11), (_ROOT, _ROOT, 2.0**-149, _ABOVE)),
        *((_ROOT, _ROOT, -(1 + 2.0**-11), 2.0**-24), (MAX, 2.0, -MAX, MAX), (MAX, 2.0, MAX, INF)),
        *((MAX, MAX, -INF, -INF), (TINY, 0.5, TINY, 2 * TINY), (TINY, 0.25, 0.0, 0.0)),
        *((TINY, 0.5, 0.0, 0.0), (TINY, -0.5, TINY, 0.0), (TINY, 0.75, 0.0, TINY)),
        *((0.0, INF, 1.0, NAN), (INF, 1.0, -INF, NAN), (INF, -1.0, 3.0, -INF)),
        *((1.0, 1.0, NAN, NAN), (-0.0, 1.0, -0.0, -0.0), (-0.0, 1.0, 0.0, 0.0)),
        (1.0, 2.0, -2.0, 0.0),
    ],
    "LDEXP.F": [
        *((1.5, 3, 12.0), (-1.0, -1, -0.5), (1.0, 127, 2.0**127), (1.0, 128, INF), (MAX, 1, INF)),
        *((1.0, -149, TINY), (1.0, -150, 0.0), (-1.5, -150, -TINY), (TINY, 276, 2.0**127)),
        *((TINY, INT_MAX, INF), (MAX, INT_MIN, 0.0), (-0.0, INT_MAX, -0.0), (0.0, 5, 0.0)),
        *((INF, INT_MIN, INF), (-INF, 3, -INF), (NAN, 0, NAN)),
    ],
    "SQRT.F": [
        *((4.0, 2.0), (0.0, 0.0), (-0.0, -0.0), (INF, INF), (2.0**-148, 2.0**-74)),
        *((2.0, 11863283 / 2**23), (-1.0, NAN), (-TINY, NAN), (-INF, NAN), (NAN, NAN)),
    ],
    "CND.F": [
        *((1.0, 2.0, 0.75, 1.0), (1.0, 2.0, 0.5, 2.0), (1.0, 2.0, 0.5 + 2.0**-24, 1.0)),
        *((1.0, 2.0, NAN, 2.0), (1.0, 2.0, INF, 1.0), (1.0, 2.0, -INF, 2.0), (NAN, 2.0, 1.0, NAN)),
    ],
    "CND0.F": [
        *((1.0, 2.0, 0.0, 1.0), (1.0, 2.0, -0.0, 1.0), (1.0, 2.0, -TINY, 2.0)),
        *((1.0, 2.0, NAN, 2.0), (1.0, 2.0, INF, 1.0), (1.0, 2.0, -INF, 2.0)),
    ],
    "NRM4.F": [
        ((0.0, 2.0, -0.0, 0.0), (0.0, 1.0, -0.0, 0.0)),
        ((1.0, -1.0, 1.0, 1.0), (0.5, -0.5, 0.5, 0.5)),
        ((2.0, 4.0, 5.0, 6.0), (near(2 / 9), near(4 / 9), near(5 / 9), near(6 / 9))),
        (0.0, NAN),
        ((1.0, 0.0, 0.0, NAN), NAN),
        ((1.0, 0.0, -0.0, INF), (0.0, 0.0, -0.0, NAN)),
    ],
}

_CONVERSIONS = {
    "UARL.S": [
        *((5, 5), (-5, -5), (2**23, 2**23), (2**23 + 1, 2**23), (-(2**23), -(2**23))),
        *((INT_MAX, 2**23), (INT_MIN, -(2**23))),
    ],
    # Halfway between two floats: the even one.
    "U2F.U": [
        *((0, 0.0), (7, 7.0), (UINT_MAX, 2.0**32), (HIGH, 2.0**31), (16777217, 16777216.0)),
        *((16777219, 16777220.0), (0xFFFFFF7F, 4294967040.0), (0xFFFFFF80, 2.0**32)),
    ],
    "F2I.S": [
        *((2.75, 2), (-2.75, -2), (-0.75, 0), (-0.0, 0), (TINY, 0), (-TINY, 0)),
        *((2147483520.0, 2147483520), (-2147483648.0, INT_MIN)),
        # "Values outside signed range (including NaNs) produce undefined results."
        *((2147483648.0, INT_MAX), (-2147483904.0, INT_MIN), (INF, INT_MAX), (-INF, INT_MIN)),
        (NAN, 0),
    ],
    "F2U.U": [
        *((2.75, 2), (-0.75, 0), (-0.0, 0), (TINY, 0), (2147483648.0, HIGH)),
        *((4294967040.0, 4294967040), (3000000000.0, 3000000000)),
        # "Values outside unsigned range (including NaNs) produce undefined results."
        *((-1.0, 0), (4294967296.0, UINT_MAX), (INF, UINT_MAX), (-INF, 0), (NAN, 0)),
    ],
}

_ARITHMETIC = {
    "UADD.U": [(2, 3, 5), (UINT_MAX, 1, 0), (HIGH, HIGH, 0), (INT_MAX, 1, HIGH), (-1, -1, -2)],
    "UMUL.U": [
        (3, 7, 21),
        (UINT_MAX, UINT_MAX, 1),
        (65536, 65536, 0),
        (-3, 5, -15),
        (HIGH, 3, HIGH),
    ],
    "UMAD.U": [(3, 4, 5, 17), (UINT_MAX, 2, 3, 1), (65536, 65536, 7, 7), (-2, 3, 6, 0)],
    "IMUL_HI.S": [
        *((3, -7, -1), (65536, 65536, 1), (INT_MIN, INT_MIN, 2**30), (INT_MIN, -1, 0)),
        *((INT_MIN, INT_MAX, -(2**30)), (INT_MAX, INT_MAX, 2**30 - 1), (-1, -1, 0), (-1, 1, -1)),
    ],
    "UMUL_HI.U": [
        (UINT_MAX, UINT_MAX, 0xFFFFFFFE),
        (HIGH, 2, 1),
        (65535, 65537, 0),
        (HIGH, HIGH, 2**30),
    ],
    # Truncated; "TBD: behavior for division by zero."
    "IDIV.S": [
        *((7, 2, 3), (-7, 2, -3), (7, -2, -3), (-7, -2, 3), (INT_MIN, 1, INT_MIN), (0, 5, 0)),
        *((INT_MIN, -1, INT_MIN), (-1, INT_MAX, 0), (5, 0, -1), (-5, 0, -1), (0, 0, -1)),
    ],
    # "For division by zero, 0xffffffff is returned." and "If second arg is zero, ..."
    "UDIV.U": [
        (7, 2, 3),
        (UINT_MAX, 2, INT_MAX),
        (HIGH, UINT_MAX, 0),
        (5, 0, UINT_MAX),
        (0, 0, -1),
    ],
    "UMOD.U": [(7, 3, 1), (UINT_MAX, 10, 5), (7, UINT_MAX, 7), (7, 0, UINT_MAX), (0, 0, -1)],
    "INEG.S": [(5, -5), (-5, 5), (0, 0), (INT_MIN, INT_MIN), (INT_MAX, -INT_MAX)],
    "IABS.S": [(5, 5), (-5, 5), (0, 0), (INT_MIN, INT_MIN), (-INT_MAX, INT_MAX)],
    "ISSG.S": [(5, 1), (-5, -1), (0, 0), (INT_MIN, -1), (INT_MAX, 1)],
    "IMAX.S": [(-1, 1, 1), (INT_MIN, INT_MAX, INT_MAX), (-2, -3, -2), (4, 4, 4)],
    "IMIN.S": [(-1, 1, -1), (INT_MIN, INT_MAX, INT_MIN), (-2, -3, -3), (4, 4, 4)],
    "UMAX.U": [(UINT_MAX, 1, UINT_MAX), (0, HIGH, HIGH), (INT_MAX, HIGH, HIGH)],
    "UMIN.U": [(UINT_MAX, 1, 1), (0, HIGH, 0), (INT_MAX, HIGH, INT_MAX)],
    # "The shift count is masked with 0x1f"
    "ISHR.S": [
        *((-16, 2, -4), (INT_MIN, 31, -1), (16, 2, 4), (-1, 0, -1), (16, 33, 8), (-16, -31, -8)),
        ((-16, -16, 16, 16), (1, 2, 3, 4), (-8, -4, 2, 1)),
    ],
    "USHR.U": [
        *((HIGH, 31, 1), (0xFFFFFFF0, 4, 0x0FFFFFFF), (16, 34, 4), (5, 0, 5), (HIGH, UINT_MAX, 1)),
        ((16, 16, 16, 16), (1, 2, 3, 36), (8, 4, 2, 1)),
    ],
    "UCMP.U": [
        *((1, 2, 3, 2), (0, 2, 3, 3), (HIGH, 2, 3, 2), (UINT_MAX, 0x7FC00001, 3, 0x7FC00001)),
        (0, 2, 0xFF800001, 0xFF800001),
    ],
}

_ORDERS = {
    # a, b, and which of <, >=, == and != hold.
    "F": [
        *((1.0, 2.0, "< !="), (2.0, 1.0, ">= !="), (-1.0, -1.0, ">= =="), (0.0, -0.0, ">= ==")),
        *((0.0, TINY, "< !="), (INF, INF, ">= =="), (-INF, -MAX, "< !="), (-TINY, -0.0, "< !=")),
        *((NAN, NAN, "!="), (NAN, 1.0, "!="), (1.0, NAN, "!="), (-INF, NAN, "!=")),
    ],
    "I": [
        *((-1, 1, "< !="), (1, -1, ">= !="), (5, 5, ">= =="), (INT_MIN, INT_MAX, "< !=")),
        (0, INT_MIN, ">= !="),
    ],
    "U": [
        *((1, UINT_MAX, "< !="), (UINT_MAX, 1, ">= !="), (HIGH, HIGH, ">= ==")),
        *((0, HIGH, "< !="), (0x7FC00000, 0x7FC00000, ">= ==")),  # no NaN
    ],
}
_COMPARISONS = {
    f"{letter}{name}.{'S' if letter == 'I' else 'U'}": [
        (a, b, UINT_MAX if symbol in holds.split() else 0) for a, b, holds in _ORDERS[letter]
    ]
    for name, symbol in (("SLT", "<"), ("SGE", ">="), ("SEQ", "=="), ("SNE", "!="))
    for letter in ("FIU" if name in ("SLT", "SGE") else "FU")
}

# Value, offset, bits, then IBFE and UBFE: the pseudocode by hand.
_FIELDS = [
    *((0x000000F0, 4, 4, -1, 15), (0x00000070, 4, 4, 7, 7), (0x12345678, 8, 12, 0x456, 0x456)),
    *((0x12345678, 0, 0, 0, 0), (UINT_MAX, 5, 0, 0, 0), (UINT_MAX, 0, 1, -1, 1)),
    # offset + bits reaches 32, or is beyond: what is left of the value.
    *((HIGH, 31, 1, -1, 1), (HIGH, 28, 8, -8, 8), (0x40000000, 28, 4, 4, 4)),
    *((HIGH, 1, 31, -0x40000000, 0x40000000), (HIGH, 31, 31, -1, 1)),
    # Modulo 32: 32 bits are none.
    *((UINT_MAX, 0, 32, 0, 0), (0xF0, 36, 36, -1, 15), (0xF0, -28, -28, -1, 15)),
]
_BITS = {
    "IBFE.S": [(value, offset, bits, signed) for value, offset, bits, signed, _ in _FIELDS],
    "UBFE.U": [(value, offset, bits, found) for value, offset, bits, _, found in _FIELDS],
    # base, insert, offset, bits
    "BFI.U": [
        *(
            (0, UINT_MAX, 4, 4, 0xF0),
            (UINT_MAX, 0, 4, 4, 0xFFFFFF0F),
            (0x12345678, 0xAB, 8, 8, 0x1234AB78),
        ),
        *((0x12345678, UINT_MAX, 5, 0, 0x12345678), (0, UINT_MAX, 28, 8, 0xF0000000)),
        *((0, UINT_MAX, 0, 31, INT_MAX), (0, UINT_MAX, 0, 32, 0), (0, 3, 31, 31, HIGH)),
        (UINT_MAX, 0, 36, 36, 0xFFFFFF0F),
    ],
    "BREV.U": [
        *((1, HIGH), (HIGH, 1), (0, 0), (UINT_MAX, UINT_MAX), (0x0000FFFF, 0xFFFF0000)),
        *((0x12345678, 0x1E6A2C48), (0x55555555, 0xAAAAAAAA)),
    ],
    "POPC.U": [
        *((0, 0), (1, 1), (HIGH, 1), (UINT_MAX, 32), (INT_MAX, 31), (0x12345678, 13)),
        *((0x55555555, 16), (0x01010101, 4)),
    ],
    "LSB.U": [(0, -1), (1, 0), (HIGH, 31), (UINT_MAX, 0), (0x12345678, 3), (0x00010000, 16)],
    "UMSB.U": [(0, -1), (1, 0), (HIGH, 31), (UINT_MAX, 31), (0x12345678, 28), (0x0001FFFF, 16)],
    "IMSB.S": [
        *((0, -1), (-1, -1), (1, 0), (-2, 0), (INT_MAX, 30), (INT_MIN, 30), (0x12345678, 28)),
        *((-0x12345678, 28), (-(2**16), 15), (2**16, 16)),
    ],
}

# What `opcode_cases.Seen` gives for what the instruction asks of a sampler.
_POINT = (0.25, 0.5, 0.75, 2.0)
_TEXTURES = {
    "TXQ.S": [((3, 50, 60, 70), (3, 4, 5, 5)), (-1, (-1, 0, 1, 5))],
    "TXB2.F": [(_POINT, (-2.0, NAN, NAN, NAN), (0.25, 0.5, 0.75, 98.0))],
    "TXL2.F": [(_POINT, (3.0, NAN, NAN, NAN), (0.25, 0.5, 0.75, 203.0))],
    "TEX_LZ.F": [(_POINT, (0.25, 0.5, 0.75, 200.0))],
    "TXF_LZ.F": [((5, -3, 2, 7), (5.0, -3.0, 2.0, 0.0))],
    "TG4.F": [(_POINT, (2, 9, 9, 9), (0.25, 0.5, 0.75, 20.0))],
    "SAMPLE.F": [(_POINT, (0.25, 0.5, 0.75, 0.0))],
    "SAMPLE_B.F": [(_POINT, (-2.0, NAN, NAN, NAN), (0.25, 0.5, 0.75, 98.0))],
    "SAMPLE_L.F": [(_POINT, (3.0, NAN, NAN, NAN), (0.25, 0.5, 0.75, 203.0))],
    "SAMPLE_D.F": [
        (_POINT, (1.0, 2.0, 3.0, NAN), (4.0, 5.0, 6.0, NAN), (0.25, 0.5, 0.75, 321.0)),
    ],
    # There the reference is r.
    "SAMPLE_C.F": [(_POINT, (7.0, NAN, NAN, NAN), (0.25, 0.5, 7.0, 0.0))],
    "SAMPLE_C_LZ.F": [(_POINT, (7.0, NAN, NAN, NAN), (0.25, 0.5, 7.0, 200.0))],
    "GATHER4.F": [(_POINT, (0.25, 0.5, 0.75, 0.0))],
    "SAMPLE_I.F": [((5, 3, 0, 2), (5.0, 3.0, 0.0, 2.0)), ((5, -3, 0, 2), 0.0), ((1, 2, 3, 99), 0)],
    "SAMPLE_I_MS.F": [((5, 3, 0, 2), 7, (5.0, 3.0, 0.0, 2.0)), ((5, -3, 0, 2), 0, 0.0)],
    "SVIEWINFO.S": [(4, (4, 5, 6, 5)), (5, (0, 0, 0, 5)), (-1, (0, 0, 0, 5)), (0, (0, 1, 2, 5))],
    "SAMPLE_POS.F": [(0, 0.0), (3, 0.0)],
    "SAMPLE_INFO.S": [(0,)],
}  # fmt: skip

_VERTEX = _FLOATS | _CONVERSIONS | _ARITHMETIC | _COMPARISONS | _BITS | _TEXTURES | DOUBLES
TGSI = {
    **{f"{name}@TGSI VERT": rows for name, rows in _VERTEX.items()},
    "KILL.F@TGSI FRAG": [(1,)],
    "LODQ.F@TGSI FRAG": [(_POINT, (0.25, 0.5, 0.0, 0.0))],
    "LOD.F@TGSI FRAG": [(_POINT, (0.25, 0.5, 0.0, 0.0))],
    "INTERP_SAMPLE.F@TGSI FRAG": [(_POINT, 3, _POINT)],
}
TGSI["DFRACEXP.U.FRACTION"] = TGSI.pop("DFRACEXP.U.FRACTION@TGSI VERT")
