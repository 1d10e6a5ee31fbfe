"""The special-case rules of NV_fragment_program, as hand-derived vectors.

`RULES[opcode]` is a list of rows as in `special_cases`, whose rows of NV_vertex_program2 stand here
where the two specifications list the same rules. `FORMULAS` are those of the formulas that only
NV_fragment_program has.
"""

from __future__ import annotations

from tests.isa.special_cases import RULES as OLDER_RULES
from tests.isa.special_cases import both_ways
from tests.isa.vector_values import INF, MAX, NAN, Near

VP2 = OLDER_RULES["VP2.0"]
SNE = [
    *both_ways((NAN, 1.0, 1.0), (NAN, INF, 1.0), (NAN, 0.0, 1.0), (1.0, 2.0, 1.0)),  # 1, 2
    (NAN, NAN, 1.0),
    *((INF, INF, 0.0), (-INF, -INF, 0.0), (INF, -INF, 1.0)),  # 3
    *both_ways((0.0, -0.0, 1.0)),  # 4
    *((0.0, 0.0, 0.0), (-0.0, -0.0, 0.0), (2.0, 2.0, 0.0)),
]
POW = [
    *((-1.0, 2.0, NAN), (-INF, 2.0, NAN), (-0.5, 0.0, NAN)),  # 1
    *((NAN, 1.0, NAN), (2.0, NAN, NAN), (NAN, 0.0, NAN), (1.0, NAN, NAN)),  # 2
    *((0.0, 0.0, NAN), (-0.0, 0.0, NAN), (0.0, -0.0, NAN), (-0.0, -0.0, NAN)),  # 3
    *((INF, 0.0, NAN), (INF, -0.0, NAN)),  # 4
    *((1.0, INF, NAN), (1.0, -INF, NAN)),  # 5
    *((0.0, 2.0, 0.0), (-0.0, 3.0, 0.0), (0.0, INF, 0.0)),  # 6
    *((0.0, -2.0, INF), (-0.0, -3.0, INF), (0.0, -INF, INF)),  # 7
    *((1.0, 5.0, 1.0), (1.0, -MAX, 1.0), (1.0, 0.0, 1.0)),  # 8
    *((INF, 0.5, INF), (INF, INF, INF)),  # 9
    # 10 says +INF here, but also that the rules are those of EX2(b * LG2(a)): see the formula.
    *((INF, -0.5, 0.0), (INF, -INF, 0.0)),
    *((5.0, 0.0, 1.0), (0.25, -0.0, 1.0)),  # 11
    *((3.0, 1.0, Near(3.0, 2.0**-19)), (0.0, 1.0, 0.0)),  # 12
    *((0.5, INF, 0.0), (-0.0, INF, 0.0), (2.0, INF, INF)),  # 13
    *((0.5, -INF, INF), (-0.0, -INF, INF), (2.0, -INF, 0.0)),  # 14
    *((2.0, 10.0, 1024.0), (4.0, 0.5, 2.0)),
]
LIT = [
    ((0.5, 2.0, 9.0, 3.0), (1.0, 0.5, 8.0, 1.0)),
    ((-0.5, 2.0, 9.0, 3.0), (1.0, 0.0, 0.0, 1.0)),
    ((0.0, 2.0, 9.0, 3.0), (1.0, 0.0, 0.0, 1.0)),
    # The exponent is not clamped, and 0^0 is NaN as that of POW.
    ((1.0, 0.5, 0.0, 140.0), (1.0, 1.0, 2.0**-140, 1.0)),
    ((1.0, -3.0, 0.0, 2.0), (1.0, 1.0, 0.0, 1.0)),
    ((1.0, 0.0, 0.0, 0.0), (1.0, 1.0, NAN, 1.0)),
    ((1.0, NAN, 0.0, 2.0), (1.0, 1.0, NAN, 1.0)),
    ((NAN, 0.5, 0.0, 2.0), (1.0, NAN, 0.0, 1.0)),
    ((2.0, 2.0, 0.0, INF), (1.0, 2.0, INF, 1.0)),
]
FORMULAS = {
    **{f"{name}.F@FP1.0": rows for name, rows in (("SNE", SNE), ("POW", POW), ("LIT", LIT))},
    "TXP.F@FP1.0": [((1.0, 2.0, 4.0, 2.0), (0.5, 1.0, 2.0, 0.0))],
}


def comparison(less, equal, greater, unlike):
    """The rows of a comparison with these results; every one with a NaN is false."""
    return [
        *both_ways((NAN, 1.0, 0.0), (NAN, INF, 0.0), (NAN, 0.0, 0.0)),
        (NAN, NAN, 0.0),
        *((INF, INF, equal), (-INF, -INF, equal), (2.0, 2.0, equal)),
        *both_ways((0.0, -0.0, unlike)),
        *((1.0, 2.0, less), (-INF, INF, less), (2.0, 1.0, greater), (INF, -INF, greater)),
    ]


RULES = {
    **{
        name: VP2[name]
        for name in (
            *("ADD", "COS", "DP4", "DST", "EX2", "FLR", "FRC", "LG2", "MAX", "MIN", "MOV", "MUL"),
            *("RCP", "RSQ", "SFL", "SIN", "STR", "SUB"),
        )
    },
    "LIT": [row for row in LIT if row[1][2] != 2.0**-140],  # denormal: it becomes 0
    "POW": POW,
    "SEQ": comparison(0.0, 1.0, 0.0, 1.0),
    "SGE": comparison(0.0, 1.0, 1.0, 1.0),
    "SGT": comparison(0.0, 0.0, 1.0, 0.0),
    "SLE": comparison(1.0, 1.0, 0.0, 1.0),
    "SLT": comparison(1.0, 0.0, 0.0, 0.0),
    "SNE": SNE,
    "LRP": [(0.25, 8.0, 4.0, 5.0), (0.0, INF, 1.0, NAN), (1.0, 2.0, 5.0, 2.0)],
    "MAD": [(2.0, 3.0, 4.0, 10.0), (0.0, INF, 1.0, NAN), (1.0, INF, -INF, NAN)],
}
