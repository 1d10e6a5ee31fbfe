"""Names of TGSI's instructions that are no entries of the table: aliases, and what is refused."""

from __future__ import annotations

ALIASES = {
    "BREAK": "BRK",
    "CALL": "CAL",
    "CROSSPRODUCT": "XPD",
    "CRS": "XPD",
    "DOT2ADD": "DP2A",
    "DOT3": "DP3",
    "DOT4": "DP4",
    "DP2ADD": "DP2A",
    "DSX": "DDX",
    "DSY": "DDY",
    "EXPBASE2": "EX2",
    "EXPP": "EXP",
    "FLOOR": "FLR",
    "FRAC": "FRC",
    "INT": "TRUNC",
    "LERP": "LRP",
    "LOGBASE2": "LG2",
    "LOGP": "LG2",
    "MADD": "MAD",
    "MOVA": "ARR",
    "POWER": "POW",
    "RECIP": "RCP",
    "RECIPSQRT": "RSQ",
    "SETGE": "SGE",
    "SETLT": "SLT",
    "SGN": "SSG",
    "SINCOS": "SCS",
    "TEXKILL": "KIL",
    "TEXLD": "TEX",
    "TEXLDB": "TXB",
    "TEXLDD": "TXD",
    # The reference renamed the two. The seed calls KILP a "Predicated Discard", but predicates are
    # not of its instruction: "discard".
    "KILL_IF": "KIL",
    "KILP": "KILL",
    # The seed's SHR is of signed integers, as that of NV_gpu_program4, which it stands under.
    "SHR": "ISHR",
    # "dst.x = src.x": what is extended is the swizzle of the operand.
    "SWZ": "MOV",
}
"""Other names that the seed or the reference gives: name -> the entry of the table."""

_MEMORY = "it works on memory that threads share, which there is not here"
_REMOVED = "it is said to be considered for removal, and what it does is not"
_NOWHERE = "no text says what it does"
REFUSED = {
    **dict.fromkeys(("LOAD", "STORE", "MFENCE", "LFENCE", "SFENCE", "BARRIER"), _MEMORY),
    **dict.fromkeys(
        [
            *("ATOMUADD", "ATOMXCHG", "ATOMCAS", "ATOMAND", "ATOMOR", "ATOMXOR"),
            *("ATOMUMIN", "ATOMUMAX", "ATOMIMIN", "ATOMIMAX"),
        ],
        _MEMORY,
    ),
    **dict.fromkeys(("INDEX", "NEGATE", "MULTIPLYMATRIX"), _REMOVED),
    **dict.fromkeys(("M4X4", "M4X3", "M3X4", "M3X3", "M3X2"), _REMOVED),
    **dict.fromkeys(("NOISE1", "NOISE2", "NOISE3", "NOISE4", "IFC"), _NOWHERE),
}
"""Instructions that one of the texts names and that do not load: name -> why, after "NAME: "."""
