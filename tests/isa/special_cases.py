"""The special-case rules of the older vertex languages, as hand-derived vectors.

`RULES[language][opcode]` is a list of rows: the operands, then the result. A number stands in all
four components. The rules are those of NV_vertex_program2, sections 2.14.3.1 to 2.14.3.39, by their
numbers there, and of NV_vertex_program, 2.14.1.10 and 2.14.1.11. `FLUSHED` has those on numbers
that are not operands of a formula, since the languages flush them before.
"""

from __future__ import annotations

from tests.isa.vector_values import INF, LEAST_NORMAL, MAX, NAN, TINY, Near

MINUS_NAN = 0xFFC00000
LEAST = -LEAST_NORMAL
ROUGH = 2.0**-11


def both_ways(*rows):
    """The rows, and the same with the operands exchanged."""
    return [*rows, *((b, a, result) for a, b, result in rows)]


ABS = [(NAN, NAN), (-INF, INF), (INF, INF), (-0.0, 0.0), (0.0, 0.0), (-1.5, 1.5)]
ADD = [
    *both_ways((1.5, 2.25, 3.75), (NAN, 1.0, NAN), (NAN, INF, NAN), (NAN, 0.0, NAN)),  # 1, 2
    *both_ways((INF, 1.0, INF), (INF, -MAX, INF), (INF, INF, INF)),  # 3
    *both_ways((-INF, 1.0, -INF), (-INF, MAX, -INF), (-INF, -INF, -INF)),  # 4
    *both_ways((INF, -INF, NAN)),  # 5
    *both_ways((-0.0, 5.0, 5.0), (-0.0, 0.0, 0.0), (-0.0, -INF, -INF)),  # 6
    (-0.0, -0.0, -0.0),
    *both_ways((0.0, -5.0, -5.0), (0.0, INF, INF)),  # 7
]
SUB = [
    *((1.5, 2.25, -0.75), (INF, INF, NAN), (-INF, -INF, NAN), (INF, -INF, INF), (NAN, 1.0, NAN)),
    *((1.0, NAN, NAN), (0.0, 0.0, 0.0), (-0.0, 0.0, -0.0), (5.0, -0.0, 5.0), (-0.0, -0.0, 0.0)),
]
FLR = [
    (NAN, NAN),  # 1
    *((-0.0, -0.0), (0.0, 0.0), (-INF, -INF), (INF, INF)),  # 2
    *((2.3, 2.0), (-3.6, -4.0), (-0.5, -1.0), (0.5, 0.0)),
]
FRC = [(NAN, NAN), (INF, NAN), (-INF, NAN), (0.0, 0.0), (-0.0, 0.0), (-1.75, 0.25), (2.5, 0.5)]
RCP = [(NAN, NAN), (INF, 0.0), (-INF, -0.0), (0.0, INF), (-0.0, -INF), (1.0, 1.0), (-4.0, -0.25)]
RCC = [
    (NAN, NAN),  # 1
    *((INF, 2.0**-64), (-INF, -(2.0**-64)), (0.0, 2.0**64), (-0.0, -(2.0**64))),  # 2 to 5
    *((2.0**65, 2.0**-64), (MAX, 2.0**-64), (-(2.0**65), -(2.0**-64)), (-MAX, -(2.0**-64))),  # 6, 7
    *((2.0**-65, 2.0**64), (LEAST_NORMAL, 2.0**64)),  # 8
    *((-(2.0**-65), -(2.0**64)), (LEAST, -(2.0**64))),  # 9
    *((1.0, 1.0), (-4.0, -0.25), (2.0**64, 2.0**-64), (2.0**-64, 2.0**64)),
]
LOG = [
    (NAN, (NAN, NAN, NAN, 1.0)),
    *((INF, (INF, 1.0, INF, 1.0)), (-INF, (INF, 1.0, INF, 1.0))),
    *((0.0, (-INF, 1.0, -INF, 1.0)), (-0.0, (-INF, 1.0, -INF, 1.0))),
    *((8.0, (3.0, 1.0, 3.0, 1.0)), (-12.0, (3.0, 1.5, Near(3.5849625, ROUGH), 1.0))),
    (LEAST_NORMAL, (-126.0, 1.0, -126.0, 1.0)),
]

# -- NV_vertex_program -----------------------------------------------------------------------------

# 2.14.1.11: "0.0 * x = 0.0 for all x (including +Inf, -Inf, +NaN, and -NaN)", "(positive or
# negative) 0.0 times anything is (positive) 0.0", "1.0 * x = x".
MUL_1 = [
    *both_ways((0.0, INF, 0.0), (0.0, -INF, 0.0), (-0.0, INF, 0.0), (0.0, NAN, 0.0)),
    *both_ways((0.0, MINUS_NAN, 0.0), (-0.0, NAN, 0.0), (-0.0, 5.0, 0.0), (0.0, -5.0, 0.0)),
    *((0.0, 0.0, 0.0), (-0.0, -0.0, 0.0), (-0.0, 0.0, 0.0)),
    *both_ways((1.0, INF, INF), (1.0, -INF, -INF), (1.0, 2.5, 2.5), (1.0, NAN, NAN)),
    *((-2.0, 1.5, -3.0), (-INF, -2.0, INF), (NAN, INF, NAN)),
]
VP1 = {
    "MOV": [(1.5, 1.5), (-0.0, -0.0), (INF, INF), (-INF, -INF), (NAN, NAN)],
    "ADD": ADD,
    "MUL": MUL_1,
    "MAD": [
        *((0.0, INF, 1.5, 1.5), (NAN, 0.0, -2.0, -2.0), (-0.0, 3.0, INF, INF)),
        *((0.0, NAN, NAN, NAN), (2.0, 3.0, 4.0, 10.0), (1.0, INF, -INF, NAN)),
    ],
    "DP3": [
        ((0.0, 0.0, 2.0, NAN), (INF, NAN, 3.0, NAN), 6.0),
        ((-0.0, 1.0, 1.0, 9.0), (INF, 2.0, 3.0, 9.0), 5.0),
        (0.0, NAN, 0.0),
        ((1.0, 2.0, 3.0, 4.0), (5.0, 6.0, 7.0, 8.0), 38.0),
    ],
    "DP4": [
        ((0.0, 0.0, 2.0, -0.0), (INF, NAN, 3.0, -INF), 6.0),
        (-0.0, MINUS_NAN, 0.0),
        ((1.0, 2.0, 3.0, 4.0), (5.0, 6.0, 7.0, 8.0), 70.0),
    ],
    "DST": [
        ((NAN, 0.0, 2.0, NAN), (NAN, INF, NAN, 4.0), (1.0, 0.0, 2.0, 4.0)),
        ((NAN, 9.0, 9.0, NAN), (NAN, 0.5, NAN, 0.5), (1.0, 4.5, 9.0, 0.5)),
        ((0.0, -0.0, NAN, 0.0), (0.0, NAN, 0.0, -INF), (1.0, 0.0, NAN, -INF)),
    ],
    # (t.x < u.x) ? t.x : u.x and (t.x >= u.x) ? t.x : u.x; "Computations involving +NaN or -NaN
    # generate +NaN".
    "MIN": [
        *((1.0, 2.0, 1.0), (2.0, 1.0, 1.0), (-INF, INF, -INF), (0.0, -0.0, -0.0), (-0.0, 0.0, 0.0)),
        *both_ways((NAN, 1.0, NAN), (NAN, INF, NAN), (MINUS_NAN, -INF, NAN)),
    ],
    "MAX": [
        *((1.0, 2.0, 2.0), (2.0, 1.0, 2.0), (-INF, INF, INF), (0.0, -0.0, 0.0), (-0.0, 0.0, -0.0)),
        *both_ways((NAN, 1.0, NAN), (NAN, -INF, NAN), (MINUS_NAN, INF, NAN)),
    ],
    # "-0.0 is less than +0.0, -NaN is less than -Inf, and +NaN is greater than +Inf."
    "SLT": [
        *((-0.0, 0.0, 1.0), (0.0, -0.0, 0.0), (0.0, 0.0, 0.0), (-0.0, -0.0, 0.0)),
        *((MINUS_NAN, -INF, 1.0), (-INF, MINUS_NAN, 0.0), (NAN, INF, 0.0), (INF, NAN, 1.0)),
        *((MINUS_NAN, NAN, 1.0), (NAN, MINUS_NAN, 0.0), (NAN, NAN, 0.0)),
        *((1.0, 2.0, 1.0), (2.0, 1.0, 0.0), (-2.0, -1.0, 1.0), (-1.0, -2.0, 0.0)),
        *((-INF, INF, 1.0), (-1.0, 1.0, 1.0), (1.0, 1.0, 0.0)),
    ],
    "SGE": [
        *((-0.0, 0.0, 0.0), (0.0, -0.0, 1.0), (0.0, 0.0, 1.0), (-0.0, -0.0, 1.0)),
        *((MINUS_NAN, -INF, 0.0), (-INF, MINUS_NAN, 1.0), (NAN, INF, 1.0), (INF, NAN, 0.0)),
        *((MINUS_NAN, NAN, 0.0), (NAN, MINUS_NAN, 1.0), (NAN, NAN, 1.0)),
        *((1.0, 2.0, 0.0), (2.0, 1.0, 1.0), (-2.0, -1.0, 0.0), (-1.0, -2.0, 1.0)),
    ],
    "RCP": RCP,
    # "RSQ(0.0) gives [+Inf...]; and both RSQ(+Inf) and RSQ(-Inf) give [0.0...]".
    "RSQ": [
        *((0.0, INF), (-0.0, INF), (INF, 0.0), (-INF, 0.0), (NAN, NAN)),
        *((4.0, 0.5), (-4.0, 0.5), (1.0, 1.0)),
    ],
    # "EXP(-Inf) or if the exponential result underflows gives [0.0, 0.0, 0.0, 1.0]; and EXP(+Inf)
    # or if the exponential result overflows gives [+Inf, 0.0, +Inf, 1.0]."
    "EXP": [
        *((-INF, (0.0, 0.0, 0.0, 1.0)), (INF, (INF, 0.0, INF, 1.0))),
        *((-126.5, (0.0, 0.0, 0.0, 1.0)), (-1000.0, (0.0, 0.0, 0.0, 1.0))),
        *((128.0, (INF, 0.0, INF, 1.0)), (500.25, (INF, 0.0, INF, 1.0))),
        *((0.0, (1.0, 0.0, 1.0, 1.0)), (-0.0, (1.0, 0.0, 1.0, 1.0))),
        (2.5, (4.0, 0.5, Near(5.656854, 4 * ROUGH), 1.0)),
        (-1.25, (0.25, 0.75, Near(0.4204482, ROUGH), 1.0)),
        *((-126.0, (LEAST_NORMAL, 0.0, LEAST_NORMAL, 1.0)), (NAN, (NAN, NAN, NAN, 1.0))),
    ],
    "LOG": LOG,
    # "because 0.0 times anything must be 0.0, taking any base to the power of 0.0 will yield 1.0."
    "LIT": [
        ((1.0, 0.0, 9.0, 0.0), 1.0),
        ((1.0, NAN, 9.0, 0.0), 1.0),
        ((1.0, INF, 9.0, -0.0), 1.0),
        ((1.0, 1.0, 9.0, NAN), 1.0),
        ((0.5, 0.0, 0.0, 2.0), (1.0, 0.5, 0.0, 1.0)),
        ((0.5, 0.0, 0.0, -2.0), (1.0, 0.5, INF, 1.0)),
        ((-0.5, 2.0, 0.0, 2.0), (1.0, 0.0, 0.0, 1.0)),
        ((0.0, 2.0, 0.0, 2.0), (1.0, 0.0, 0.0, 1.0)),
        ((0.5, -2.0, 0.0, 2.0), (1.0, 0.5, 0.0, 1.0)),
        ((0.5, 2.0, 0.0, 3.0), (1.0, 0.5, Near(8.0, 0.02), 1.0)),
        ((0.5, 2.0, 0.0, 1000.0), (1.0, 0.5, Near(3.393e38, 1e36), 1.0)),
        ((0.5, 1.0, 0.0, 7.0), (1.0, 0.5, 1.0, 1.0)),
    ],
}
VP11 = {
    **VP1,
    "ABS": ABS,
    "SUB": SUB,
    "RCC": RCC,
    "DPH": [
        ((0.0, 1.0, -0.0, NAN), (INF, 2.0, NAN, 5.0), 7.0),
        (-0.0, 3.0, 3.0),
        ((1.0, 2.0, 3.0, 4.0), (5.0, 6.0, 7.0, 8.0), 46.0),
    ],
}

# -- NV_vertex_program2 ----------------------------------------------------------------------------

MUL_2 = [
    *both_ways((2.0, 1.5, 3.0), (NAN, 1.0, NAN), (NAN, 0.0, NAN), (NAN, INF, NAN)),  # 1, 2
    *both_ways((0.0, INF, NAN), (0.0, -INF, NAN), (-0.0, INF, NAN), (-0.0, -INF, NAN)),  # 3
    *both_ways((0.0, 5.0, 0.0), (0.0, -5.0, -0.0), (-0.0, 5.0, -0.0), (-0.0, -5.0, 0.0)),  # 4
    *both_ways((INF, 2.0, INF), (INF, -2.0, -INF), (-INF, 2.0, -INF), (-INF, -INF, INF)),  # 5
    *both_ways((1.0, INF, INF), (1.0, -0.0, -0.0), (1.0, -7.5, -7.5)),  # 6
]
# "if (tmp0.x is NaN or tmp1.x is NaN) result.x = NaN;" in all of them.
UNORDERED = [*both_ways((NAN, 1.0, NAN), (NAN, INF, NAN), (NAN, 0.0, NAN)), (NAN, NAN, NAN)]
INFINITE = [(INF, INF), (-INF, -INF)]
ZEROS = [(-0.0, 0.0), (0.0, -0.0)]


def comparison(less, equal, greater, zeros):
    """The rows of a comparison that gives these for a < b, a = b, a > b and unlike zeros."""
    return [
        *((1.0, 2.0, less), (2.0, 1.0, greater), (1.5, 1.5, equal), (-2.0, -1.0, less)),
        *((-INF, INF, less), (INF, MAX, greater), (-1.0, 1.0, less)),
        *[(*pair, equal) for pair in INFINITE],
        *[(*pair, zeros) for pair in ZEROS],
        *((0.0, 0.0, equal), (-0.0, -0.0, equal)),
        *UNORDERED,
    ]


VP2 = {
    "ABS": ABS,
    "ADD": ADD,
    "COS": [
        *((NAN, NAN), (INF, NAN), (-INF, NAN), (0.0, 1.0), (-0.0, 1.0)),  # 1 to 3
        *((3.1415927, Near(-1.0, 2.0**-22)), (1.0, Near(0.5403023, 2.0**-22))),
    ],
    "DP3": [
        (0.0, INF, NAN),
        ((1.0, 2.0, 3.0, NAN), (5.0, 6.0, 7.0, 8.0), 38.0),
        ((1.0, NAN, 3.0, 1.0), (5.0, 0.0, 7.0, 8.0), NAN),
    ],
    "DP4": [(0.0, INF, NAN), ((1.0, 2.0, 3.0, 4.0), (5.0, 6.0, 7.0, 8.0), 70.0)],
    "DPH": [
        ((0.0, 0.0, 0.0, NAN), (1.0, 2.0, 3.0, 4.0), 4.0),
        ((1.0, 2.0, 3.0, 4.0), (5.0, 6.0, 7.0, 8.0), 46.0),
    ],
    "DST": [((NAN, 9.0, 9.0, NAN), (NAN, 0.5, NAN, 0.5), (1.0, 4.5, 9.0, 0.5))],
    "EX2": [
        *((NAN, NAN), (-INF, 0.0), (INF, INF), (0.0, 1.0), (-0.0, 1.0)),  # 1 to 4
        *((0.5, Near(1.4142135, 2.0**-22)), (3.0, 8.0), (128.0, INF)),
    ],
    "EXP": [
        *((NAN, (NAN, NAN, NAN, 1.0)), (0.0, (1.0, 0.0, 1.0, 1.0)), (-0.0, (1.0, 0.0, 1.0, 1.0))),
        *((-INF, (0.0, NAN, 0.0, 1.0)), (INF, (INF, NAN, INF, 1.0))),  # 2, 3: y is inf - inf
        (2.5, (4.0, 0.5, Near(5.656854, 4 * ROUGH), 1.0)),
    ],
    "FLR": FLR,
    "FRC": FRC,
    "LG2": [
        *((NAN, NAN), (INF, INF), (0.0, -INF), (-0.0, -INF)),  # 1 to 3
        *((-1.0, NAN), (LEAST, NAN), (-MAX, NAN), (-INF, NAN)),  # 4, 5
        *((8.0, 3.0), (3.0, Near(1.5849625, 2.0**-22))),
    ],
    "LIT": [
        ((0.5, NAN, 0.0, 2.0), (1.0, 0.5, NAN, 1.0)),  # 1
        ((0.5, NAN, 0.0, 0.0), (1.0, 0.5, NAN, 1.0)),
        ((0.5, -3.0, 0.0, 2.0), (1.0, 0.5, 0.0, 1.0)),  # 2 cannot be seen: y is clamped to 0
        ((0.5, 0.0, 0.0, 2.0), (1.0, 0.5, 0.0, 1.0)),  # 3
        ((0.5, -0.0, 0.0, -2.0), (1.0, 0.5, INF, 1.0)),
        ((0.5, 1.0, 0.0, 100.0), (1.0, 0.5, 1.0, 1.0)),  # 4
        ((0.5, INF, 0.0, 2.0), (1.0, 0.5, INF, 1.0)),  # 5
        ((0.5, INF, 0.0, -2.0), (1.0, 0.5, 0.0, 1.0)),
        ((0.5, 0.0, 0.0, 0.0), (1.0, 0.5, 1.0, 1.0)),  # 6
        ((0.5, 3.0, 0.0, -0.0), (1.0, 0.5, 1.0, 1.0)),
        ((0.5, 0.25, 0.0, INF), (1.0, 0.5, 0.0, 1.0)),  # 7, with the exponent clamped below 128
        ((0.5, 4.0, 0.0, INF), (1.0, 0.5, INF, 1.0)),
        ((0.5, 0.25, 0.0, -INF), (1.0, 0.5, INF, 1.0)),  # 8, which means -INF
        ((0.5, 4.0, 0.0, -INF), (1.0, 0.5, 0.0, 1.0)),
        ((0.5, 3.0, 0.0, 1.0), (1.0, 0.5, Near(3.0, 0.01), 1.0)),  # 9
        ((0.5, 2.0, 0.0, NAN), (1.0, 0.5, NAN, 1.0)),  # 10
        ((0.5, 1.0, 0.0, NAN), (1.0, 0.5, NAN, 1.0)),
        ((-1.0, 2.0, 0.0, 2.0), (1.0, 0.0, 0.0, 1.0)),
        ((0.0, 2.0, 0.0, 2.0), (1.0, 0.0, 0.0, 1.0)),
    ],
    "LOG": LOG,
    "MAD": [
        *((2.0, 3.0, 4.0, 10.0), (0.0, INF, 1.0, NAN), (INF, 2.0, -INF, NAN), (NAN, 0.0, 0.0, NAN)),
        *((1.0, -0.0, -0.0, -0.0), (0.0, 5.0, -0.0, 0.0), (INF, 1.0, 5.0, INF)),
    ],
    "MAX": [
        *both_ways((1.0, 2.0, 2.0), (-INF, INF, INF), (0.0, -0.0, 0.0), (-1.0, -2.0, -1.0)),  # 1
        *both_ways((NAN, 1.0, NAN), (NAN, INF, NAN), (NAN, -INF, NAN)),  # 2
        (NAN, NAN, NAN),
    ],
    "MIN": [
        *both_ways((1.0, 2.0, 1.0), (-INF, INF, -INF), (0.0, -0.0, -0.0), (-1.0, -2.0, -2.0)),
        *both_ways((NAN, 1.0, NAN), (NAN, INF, NAN), (NAN, -INF, NAN)),
        (NAN, NAN, NAN),
    ],
    "MOV": [(1.5, 1.5), (-0.0, -0.0), (NAN, NAN), (-INF, -INF)],
    "MUL": MUL_2,
    "RCC": RCC,
    "RCP": RCP,
    "RSQ": [
        *((NAN, NAN), (INF, 0.0), (-INF, NAN), (0.0, INF), (-0.0, -INF)),  # 1 to 5
        *((-1.0, NAN), (LEAST, NAN), (-MAX, NAN)),  # 6
        *((4.0, 0.5), (1.0, 1.0)),
    ],
    "SEQ": comparison(0.0, 1.0, 0.0, 1.0),
    "SFL": [(1.0, 2.0, 0.0), (NAN, 1.0, 0.0), (INF, NAN, 0.0)],
    "SGE": comparison(0.0, 1.0, 1.0, 1.0),
    "SGT": comparison(0.0, 0.0, 1.0, 0.0),
    "SIN": [
        *((NAN, NAN), (INF, NAN), (-INF, NAN), (0.0, 0.0), (-0.0, -0.0)),  # 1 to 3
        *((1.0, Near(0.84147098, 2.0**-22)), (-1.0, Near(-0.84147098, 2.0**-22))),
    ],
    "SLE": comparison(1.0, 1.0, 0.0, 1.0),
    "SLT": comparison(1.0, 0.0, 0.0, 0.0),
    "SNE": comparison(1.0, 0.0, 1.0, 1.0),  # 4: "(-0.0 != +0.0) [...] are TRUE."
    "SSG": [
        *((NAN, NAN), (-0.0, 0.0), (0.0, 0.0), (-INF, -1.0), (INF, 1.0)),  # 1 to 4
        *((-MAX, -1.0), (LEAST, -1.0), (LEAST_NORMAL, 1.0), (MAX, 1.0)),  # 5, 6
    ],
    "STR": [(1.0, 2.0, 1.0), (NAN, 1.0, 1.0), (INF, NAN, 1.0)],
    "SUB": SUB,
}
RULES = {"VP1.0": VP1, "VP1.1": VP11, "VP2.0": VP2}
# "IEEE denorm encodings, used to represent numbers smaller than 2^-126, are not supported.  All
# such numbers are flushed to zero."
_FLUSHED = {
    "MOV": [(TINY, 0.0), (-TINY, -0.0), (LEAST_NORMAL, LEAST_NORMAL)],
    "ADD": [
        (TINY, TINY, 0.0),
        (1.5 * LEAST_NORMAL, LEAST, 0.0),
        (LEAST_NORMAL, TINY, LEAST_NORMAL),
    ],
    "MUL": [(LEAST_NORMAL, 0.5, 0.0), (2.0**-100, 2.0**-40, 0.0), (TINY, 2.0**100, 0.0)],
    "RCP": [(TINY, INF), (-TINY, -INF), (2.0**127, 0.0), (-(2.0**127), -0.0)],
    "SGE": [(0.0, TINY, 1.0)],
}
FLUSHED = {
    "VP1.0": {**_FLUSHED, "RSQ": [(TINY, INF)], "SLT": [(-TINY, 0.0, 1.0), (TINY, 1.0, 1.0)]},
    "VP2.0": {
        **_FLUSHED,
        "SEQ": [(TINY, 0.0, 1.0), (-TINY, TINY, 1.0)],
        "SSG": [(TINY, 0.0), (-TINY, 0.0)],
        "LG2": [(TINY, -INF), (-TINY, -INF)],
        "RSQ": [(TINY, INF), (-TINY, -INF)],
        "EX2": [(-126.5, 0.0), (-130.0, 0.0), (-126.0, LEAST_NORMAL)],
        "MAX": [(TINY, 0.0, 0.0)],
    },
}
