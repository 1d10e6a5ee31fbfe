"""Hand-derived vectors: results of instructions by the texts of the specifications.

`VECTORS[case]` is a list of rows: the operands, then the result. A number as an operand stands in
all four components, and a number as a result is that of every component. Floats are rounded to
float32 first. Every four rows are the pixels of a quad. Where the texts leave a result undefined
the row holds our choice, which stands in docs/undefined.md too.
"""

from __future__ import annotations

from tests.isa.fragment_special_cases import FORMULAS
from tests.isa.glsl_vectors import GLSL
from tests.isa.older_vectors import OLDER
from tests.isa.packing_vectors import DERIVATIVES, PACKING
from tests.isa.tgsi_vectors import TGSI
from tests.isa.vector_values import (
    BELOW_ONE,
    INF,
    INT_MAX,
    INT_MIN,
    LEAST_NORMAL,
    MAX,
    NAN,
    THIRD,
    TINY,
    UINT_MAX,
)
from tests.isa.whole_vectors import SPECIAL, TEXTURE, WHOLE

MOVES = {
    "MOV.F": [(1.5, 1.5), (-0.0, -0.0), (NAN, NAN), (TINY, TINY), (-INF, -INF)],
    "MOV.S": [(-1, -1), (INT_MIN, INT_MIN)],
    "MOV.U": [(0xDEADBEEF, 0xDEADBEEF), (UINT_MAX, UINT_MAX)],
    "SWZ.F": [(1.5, 1.5), (-0.0, -0.0), (NAN, NAN), (TINY, TINY)],
    "ABS.F": [(-1.5, 1.5), (-0.0, 0.0), (-INF, INF), (NAN, NAN), (-TINY, TINY), (2.0, 2.0)],
    "ABS.S": [(-5, 5), (5, 5), (INT_MIN, INT_MIN), (-INT_MAX, INT_MAX)],
    "ABS.U": [(0x80000000, 0x80000000), (UINT_MAX, UINT_MAX)],
    "SSG.F": [
        *((3.0, 1.0), (-0.5, -1.0), (0.0, 0.0), (-0.0, 0.0), (INF, 1.0), (-INF, -1.0)),
        *((TINY, 1.0), (-TINY, -1.0), (NAN, NAN)),
    ],
    "CMP.F": [
        *((-1.0, 2.0, 3.0, 2.0), (1.0, 2.0, 3.0, 3.0), (0.0, 2.0, 3.0, 3.0)),
        *((-0.0, 2.0, 3.0, 3.0), (NAN, 2.0, 3.0, 3.0), (-TINY, 2.0, 3.0, 2.0)),
        *((-INF, -0.0, 3.0, -0.0), (INF, 2.0, NAN, NAN)),
    ],
    "CMP.S": [(-1, 2, 3, 2), (0, 2, 3, 3), (INT_MIN, 2, 3, 2), (INT_MAX, 2, -3, -3)],
    # NV_gpu_program4, "CMP: Compare": "with an unsigned data type modifier is not a useful
    # operation, but is not illegal".
    "CMP.U": [(UINT_MAX, 2, 3, 3), (0, 2, 3, 3)],
}

SUMS = {
    "ADD.F": [
        *((1.5, 2.25, 3.75), (0.0, -0.0, 0.0), (-0.0, -0.0, -0.0), (INF, -INF, NAN)),
        *((INF, 1.0, INF), (NAN, 1.0, NAN), (TINY, TINY, 2 * TINY), (MAX, MAX, INF)),
        # Ties to even, in both directions.
        *((1.0, 2.0**-24, 1.0), (1.0 + 2.0**-23, 2.0**-24, 1.0 + 2.0**-22)),
        *((LEAST_NORMAL, -TINY, LEAST_NORMAL - TINY), (MAX, -MAX, 0.0)),
    ],
    "ADD.S": [(2, 3, 5), (INT_MAX, 1, INT_MIN), (-1, 1, 0), (INT_MIN, -1, INT_MAX)],
    "ADD.U": [(2, 3, 5), (UINT_MAX, 1, 0), (0x80000000, 0x80000000, 0)],
    "SUB.F": [
        *((1.5, 2.25, -0.75), (0.0, 0.0, 0.0), (-0.0, 0.0, -0.0), (INF, INF, NAN)),
        *((-INF, 1.0, -INF), (1.0, NAN, NAN), (2 * TINY, TINY, TINY), (-MAX, MAX, -INF)),
    ],
    "SUB.S": [(2, 3, -1), (INT_MIN, 1, INT_MAX), (INT_MAX, -1, INT_MIN), (0, INT_MIN, INT_MIN)],
    "SUB.U": [(3, 2, 1), (0, 1, UINT_MAX), (5, 5, 0)],
    "MUL.F": [
        *((3.0, 7.0, 21.0), (0.0, -5.0, -0.0), (-0.0, -0.0, 0.0), (0.0, INF, NAN)),
        *((INF, -2.0, -INF), (NAN, 0.0, NAN), (1.0, TINY, TINY), (MAX, 2.0, INF)),
        # 2^-150 lies in the middle of 0 and the least denormal number; 1.5 * 2^-150 does not.
        *((2.0**-75, 2.0**-75, 0.0), (2.0**-75, 1.5 * 2.0**-75, TINY)),
        *((LEAST_NORMAL, 0.5, 2.0**-127), (1.0 + 2.0**-23, 1.0 + 2.0**-23, 1.0 + 2.0**-22)),
    ],
    "MUL.S": [
        *((3, -7, -21), (0x10000, 0x10000, 0), (INT_MIN, -1, INT_MIN), (INT_MAX, 2, -2)),
        (123456789, 1000, -1097262584),  # 123456789000 - 29 * 2^32
    ],
    "MUL.U": [(UINT_MAX, UINT_MAX, 1), (65535, 65537, UINT_MAX), (0, UINT_MAX, 0)],
    # NV_gpu_program4, "MUL: Multiply": "the 32 most significant bits of the 64-bit product".
    "MUL.S.HI": [
        *((3, -7, -1), (0x10000, 0x10000, 1), (INT_MIN, INT_MIN, 0x40000000), (INT_MIN, -1, 0)),
        *((INT_MIN, INT_MAX, -0x40000000), (INT_MAX, INT_MAX, 0x3FFFFFFF), (-1, -1, 0)),
    ],
    "MUL.U.HI": [
        *((UINT_MAX, UINT_MAX, 0xFFFFFFFE), (0x80000000, 2, 1), (65535, 65537, 0)),
        (0x80000000, 0x80000000, 0x40000000),
    ],
    "MUL.S.S24": [
        *((3, -7, -21), (-(2**23), 2**23 - 1, 2**23), (-(2**23), -(2**23), 0), (-1, -1, 1)),
        *((0x01000003, 5, 15), (0x00800000, 1, -(2**23))),  # outside: undefined
    ],
    "MUL.U.U24": [
        *((3, 7, 21), (0xFFFFFF, 0xFFFFFF, 0xFE000001), (0x800000, 2, 0x1000000)),
        (0xFF000003, 5, 15),  # outside: undefined
    ],
    "MAD.F": [
        *((2.0, 3.0, 4.0, 10.0), (INF, 0.0, 1.0, NAN), (-0.0, 0.0, -0.0, -0.0)),
        # The product is rounded: 2^-46 and a finite product of 2 * MAX do not survive.
        *((1.0 + 2.0**-23, 1.0 + 2.0**-23, -1.0 - 2.0**-22, 0.0), (MAX, 2.0, -INF, NAN)),
    ],
    "MAD.S": [(3, 4, 5, 17), (INT_MAX, 2, 3, 1), (-1, 1, 1, 0)],
    "MAD.U": [(3, 4, 5, 17), (UINT_MAX, 2, 3, 1)],
    "LRP.F": [
        *((0.0, 2.0, 5.0, 5.0), (1.0, 2.0, 5.0, 2.0), (0.25, 8.0, 4.0, 5.0)),
        *((2.0, 3.0, 4.0, 2.0), (0.5, INF, 1.0, INF)),
        # Both products count, so 0 * inf is NaN.
        *((0.0, INF, 1.0, NAN), (1.0, 3.0, INF, NAN)),
    ],
    "DIV.F": [
        *((1.0, 3.0, THIRD), (1.0, 0.0, INF), (1.0, -0.0, -INF), (0.0, 0.0, NAN)),
        *((INF, INF, NAN), (5.0, INF, 0.0), (-5.0, INF, -0.0), (TINY, 2.0, 0.0)),
        *((MAX, 0.5, INF), (3.0 * TINY, 2.0, 2.0 * TINY)),
    ],
    "DIV.S": [
        *((7, 2, 3), (-7, 2, -3), (7, -2, -3), (-7, -2, 3), (INT_MIN, 1, INT_MIN)),
        *((5, 0, -1), (-5, 0, -1), (0, 0, -1), (INT_MIN, -1, INT_MIN), (-1, INT_MAX, 0)),
    ],
    "DIV.U": [(7, 2, 3), (UINT_MAX, 2, INT_MAX), (5, 0, UINT_MAX), (0x80000000, UINT_MAX, 0)],
    "MAX.F": [
        *((1.0, 2.0, 2.0), (2.0, 1.0, 2.0), (-INF, TINY, TINY), (INF, MAX, INF)),
        *((0.0, -0.0, -0.0), (-0.0, 0.0, 0.0), (NAN, 1.0, 1.0), (1.0, NAN, NAN)),
    ],
    "MAX.S": [(-1, 1, 1), (INT_MIN, INT_MAX, INT_MAX), (-2, -3, -2)],
    "MAX.U": [(UINT_MAX, 1, UINT_MAX), (0, 0x80000000, 0x80000000)],
    "MIN.F": [
        *((1.0, 2.0, 1.0), (2.0, 1.0, 1.0), (-INF, TINY, -INF), (INF, MAX, MAX)),
        *((0.0, -0.0, 0.0), (-0.0, 0.0, -0.0), (NAN, 1.0, NAN), (1.0, NAN, 1.0)),
    ],
    "MIN.S": [(-1, 1, -1), (INT_MIN, INT_MAX, INT_MIN), (-2, -3, -3)],
    "MIN.U": [(UINT_MAX, 1, 1), (0, 0x80000000, 0)],
}

ROUNDING = {
    "FRC.F": [
        *((1.75, 0.75), (-1.75, 0.25), (0.0, 0.0), (-0.0, 0.0), (3.0, 0.0), (MAX, 0.0)),
        *((TINY, TINY), (8388607.5, 0.5), (INF, NAN), (-INF, NAN), (NAN, NAN)),
        # "always in the range [0.0, 1.0)"
        *((-TINY, BELOW_ONE), (-(2.0**-25), BELOW_ONE), (-(2.0**-24), BELOW_ONE)),
    ],
    "FLR.F": [
        *((2.3, 2.0), (-3.6, -4.0), (-1.7, -2.0), (1.0, 1.0), (3.7, 3.0), (0.5, 0.0)),
        *((-0.5, -1.0), (0.0, 0.0), (-0.0, -0.0), (TINY, 0.0), (-TINY, -1.0), (MAX, MAX)),
        *((8388607.5, 8388607.0), (8388609.0, 8388609.0), (INF, INF), (-INF, -INF), (NAN, NAN)),
    ],
    "FLR.S": [
        *((2.75, 2), (-1.25, -2), (-0.0, 0), (-TINY, -1), (NAN, 0), (INF, INT_MAX)),
        *((-INF, INT_MIN), (2147483648.0, INT_MAX), (-2147483648.0, INT_MIN)),
        *((2147483520.0, 2147483520), (-2147483904.0, INT_MIN)),
    ],
    "FLR.U": [
        *((2.75, 2), (-1.25, 0), (-TINY, 0), (-0.0, 0), (NAN, 0), (INF, UINT_MAX), (-INF, 0)),
        *((2147483648.0, 2147483648), (3000000000.0, 3000000000), (4294967040.0, 4294967040)),
        (4294967296.0, UINT_MAX),
    ],
    "CEIL.F": [
        *((-1.7, -1.0), (1.0, 1.0), (3.7, 4.0), (0.5, 1.0), (-0.5, -0.0), (-0.0, -0.0)),
        *((TINY, 1.0), (-TINY, -0.0), (8388607.5, 8388608.0), (-INF, -INF), (NAN, NAN)),
    ],
    "CEIL.S": [(1.25, 2), (-1.75, -1), (-0.5, 0), (NAN, 0), (INF, INT_MAX), (-1e10, INT_MIN)],
    "CEIL.U": [(1.25, 2), (-0.5, 0), (-5.0, 0), (TINY, 1), (1e10, UINT_MAX), (NAN, 0)],
    "ROUND.F": [
        *((-1.7, -2.0), (1.0, 1.0), (3.7, 4.0), (0.5, 0.0), (1.5, 2.0), (2.5, 2.0)),
        *((-0.5, -0.0), (-1.5, -2.0), (-2.5, -2.0), (0.5 - 2.0**-25, 0.0), (-0.0, -0.0)),
        *((8388607.5, 8388608.0), (4194304.5, 4194304.0), (4194305.5, 4194306.0)),
        *((INF, INF), (-INF, -INF), (NAN, NAN), (TINY, 0.0)),
    ],
    "ROUND.S": [(2.5, 2), (-2.5, -2), (3.5, 4), (-0.75, -1), (NAN, 0), (1e10, INT_MAX)],
    "ROUND.U": [(2.5, 2), (3.5, 4), (-0.25, 0), (-0.75, 0), (NAN, 0), (1e10, UINT_MAX)],
    "TRUNC.F": [
        *((-1.7, -1.0), (1.0, 1.0), (3.7, 3.0), (-0.9, -0.0), (0.9, 0.0), (-0.0, -0.0)),
        *((8388607.5, 8388607.0), (-8388607.5, -8388607.0), (MAX, MAX), (-INF, -INF), (NAN, NAN)),
    ],
    "TRUNC.S": [(-1.75, -1), (3.75, 3), (NAN, 0), (INF, INT_MAX), (-INF, INT_MIN)],
    "TRUNC.U": [(3.75, 3), (-0.75, 0), (-1.0, 0), (NAN, 0), (INF, UINT_MAX), (-INF, 0)],
    "ARL.S": [
        *((-1.7, -2), (1.0, 1), (3.7, 3), (0.0, 0), (-0.0, 0), (-TINY, -1), (100.99, 100)),
        *((INF, 2**23), (1e30, 2**23), (-INF, -(2**23)), (NAN, -(2**23))),
    ],
}

# Pairs and whether they are less, equal, greater or unordered.
_LESS, _EQUAL, _GREATER, _UNORDERED = range(4)
_PAIRS = {
    "F": [
        *((1.0, 2.0, _LESS), (2.0, 1.0, _GREATER), (-1.0, -1.0, _EQUAL), (0.0, -0.0, _EQUAL)),
        *((-0.0, 0.0, _EQUAL), (0.0, TINY, _LESS), (INF, INF, _EQUAL), (-INF, -MAX, _LESS)),
        *((NAN, NAN, _UNORDERED), (NAN, 1.0, _UNORDERED), (1.0, NAN, _UNORDERED)),
    ],
    "S": [(-1, 1, _LESS), (1, -1, _GREATER), (5, 5, _EQUAL), (INT_MIN, INT_MAX, _LESS)],
    "U": [(1, UINT_MAX, _LESS), (UINT_MAX, 1, _GREATER), (0x80000000, 0x80000000, _EQUAL)],
}
_TRUE = {"F": 1.0, "S": -1, "U": UINT_MAX}
_FALSE = {"F": 0.0, "S": 0, "U": 0}
_HOLDS = {
    "SEQ": {_EQUAL},
    "SNE": {_LESS, _GREATER, _UNORDERED},
    "SGE": {_GREATER, _EQUAL},
    "SGT": {_GREATER},
    "SLE": {_LESS, _EQUAL},
    "SLT": {_LESS},
    "SFL": set(),
    "STR": {_LESS, _EQUAL, _GREATER, _UNORDERED},
}
COMPARISONS = {
    f"{name}.{type_}": [
        (a, b, _TRUE[type_] if order in holds else _FALSE[type_]) for a, b, order in pairs
    ]
    for name, holds in _HOLDS.items()
    for type_, pairs in _PAIRS.items()
}

INTEGERS = {
    "AND.S": [(0x0F0F0F0F, 0x00FF00FF, 0x000F000F), (-1, INT_MIN, INT_MIN)],
    "AND.U": [(0xF0F0F0F0, 0xFF00FF00, 0xF000F000)],
    "OR.S": [(0x0F0F0F0F, 0x00FF00FF, 0x0FFF0FFF), (INT_MIN, 1, INT_MIN + 1)],
    "OR.U": [(0xF0F0F0F0, 0xFF00FF00, 0xFFF0FFF0)],
    "XOR.S": [(0x0F0F0F0F, 0x00FF00FF, 0x0FF00FF0), (-1, INT_MAX, INT_MIN)],
    "XOR.U": [(0xF0F0F0F0, 0xFF00FF00, 0x0FF00FF0)],
    "NOT.S": [(0, -1), (INT_MIN, INT_MAX)],
    "NOT.U": [(0xF0F0F0F0, 0x0F0F0F0F), (0, UINT_MAX)],
    "SHL.S": [
        *((1, 31, INT_MIN), (-1, 4, -16), (5, 0, 5)),
        *((1, 32, 1), (1, 33, 2), (1, -1, INT_MIN)),  # beyond 0 ... 31: undefined
    ],
    "SHL.U": [(1, 31, 0x80000000), (UINT_MAX, 4, 0xFFFFFFF0), (3, 34, 12)],
    "SHR.S": [
        *((-16, 2, -4), (INT_MIN, 31, -1), (16, 2, 4), (-1, 0, -1)),
        *((16, 33, 8), (-16, -31, -8)),  # beyond 0 ... 31: undefined
    ],
    "SHR.U": [(0x80000000, 31, 1), (0xFFFFFFF0, 4, 0x0FFFFFFF), (16, 34, 4)],
    "MOD.S": [
        *((7, 3, 1), (6, 3, 0), (2, 5, 2), (INT_MAX, 10, 7)),
        *((7, 0, -1), (-7, 3, -1), (7, -3, 1), (INT_MIN, -1, 0)),  # undefined
    ],
    "MOD.U": [(UINT_MAX, 10, 5), (7, UINT_MAX, 7), (7, 0, UINT_MAX)],
    "SAD.S": [
        (3, 5, 10, 12),
        (5, 3, 10, 12),
        (-1, 1, UINT_MAX, 1),
        (INT_MIN, INT_MAX, 0, UINT_MAX),
    ],
    "SAD.U": [(3, 5, 10, 12), (UINT_MAX, 0, 1, 0), (0, UINT_MAX, 0, UINT_MAX)],
    "I2F.S": [
        *((0, 0.0), (-1, -1.0), (INT_MIN, -2147483648.0), (INT_MAX, 2147483648.0)),
        *((16777217, 16777216.0), (16777219, 16777220.0), (-16777217, -16777216.0)),
    ],
    "I2F.U": [(0, 0.0), (UINT_MAX, 4294967296.0), (0x80000000, 2147483648.0), (7, 7.0)],
}

VECTORS = {
    **MOVES,
    **SUMS,
    **ROUNDING,
    **COMPARISONS,
    **INTEGERS,
    **WHOLE,
    **SPECIAL,
    **TEXTURE,
    **PACKING,
    **DERIVATIVES,
    **OLDER,
    **FORMULAS,
    **TGSI,
    **GLSL,
}
