"""Vectors for the formulas that only the older vertex languages have."""

from __future__ import annotations

from tests.isa.special_cases import RULES
from tests.isa.vector_values import INF, NAN

ADDRESSES = [
    *((2.5, 2, 2), (-1.7, -2, -2), (3.7, 3, 4), (1.5, 1, 2), (-0.5, -1, 0), (-0.0, 0, 0)),
    *((-2.5, -3, -2), (0.0, 0, 0)),
]
NARROW = [
    *((511.9, 511, 511), (512.0, 511, 511), (1e9, 511, 511), (INF, 511, 511)),
    *((-512.5, -512, -512), (-513.0, -512, -512), (-INF, -512, -512), (NAN, -512, -512)),
]
WIDE = [
    *((512.5, 512, 512), (-600.25, -601, -600), (1e30, 2**23, 2**23), (INF, 2**23, 2**23)),
    *((-1e30, -(2**23), -(2**23)), (NAN, -(2**23), -(2**23))),
]
SUMS = [
    ((1, 2, 3, 4), (4, 6, 4, 6)),
    ((-1, -2, 5, 2), (4, 0, 4, 0)),
]
# The samplers of the tests give 200 + the level of detail as the last component.
TEXTURE = {
    "TEX": [((1.0, 2.0, 3.0, 4.0), (1.0, 2.0, 3.0, 200.0))] * 4,
    "TXB": [((1.0, 2.0, 3.0, 4.0), (1.0, 2.0, 3.0, 204.0))] * 4,
    "TXP": [((1.0, 2.0, 3.0, 4.0), (0.25, 0.5, 0.75, 200.0))] * 4,
}
NV2, NV3 = "ARBvp1.0 NV_vertex_program2", "ARBvp1.0 NV_vertex_program3"
_FORMULAS = {
    "VP1.0": "EXP MAX MIN SGE SLT",
    "VP2.0": "LIT MAX MIN SEQ SGE SGT SLE SLT SNE",
}
OLDER = {
    **{
        f"{name}.F@{language}": RULES[language][name]
        for language, names in _FORMULAS.items()
        for name in names.split()
    },
    "ARL.S@VP2.0": [(a, floor) for a, floor, _ in ADDRESSES + NARROW],
    "ARR.S@VP2.0": [(a, nearest) for a, _, nearest in ADDRESSES + NARROW],
    "ARA.S@VP2.0": [*SUMS, ((500, -512, 500, -1), (511, -512, 511, -512))],
    f"ARL.S@{NV2}": [(a, floor) for a, floor, _ in ADDRESSES + WIDE],
    f"ARR.S@{NV2}": [(a, nearest) for a, _, nearest in ADDRESSES + WIDE],
    f"ARA.S@{NV2}": [*SUMS, ((2**23, -(2**23), 1, -1), (2**23, -(2**23), 2**23, -(2**23)))],
    **{f"{name}.F@{NV3}": rows for name, rows in TEXTURE.items()},
}
