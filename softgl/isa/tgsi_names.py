"""Names of TGSI instructions that are not entries of the table: aliases and refused names."""

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
    # The reference renamed the two. The seed calls KILP a "Predicated Discard", but the instruction
    # has no predicate: "discard".
    "KILL_IF": "KIL",
    "KILP": "KILL",
    # The seed's SHR shifts signed integers; it is listed under NV_gpu_program4, whose SHR does too.
    "SHR": "ISHR",
    # "dst.x = src.x": an extended swizzle belongs to the operand.
    "SWZ": "MOV",
    # Later dumps. Every derivative is that of a row or a column of two pixels, every input is
    # sampled at the pixel centre, and discarded fragments run on for the derivatives of their
    # neighbours.
    "DDX_FINE": "DDX",
    "DDY_FINE": "DDY",
    "DEMOTE": "KILL",
    "INTERP_CENTROID": "MOV",
}
"""Other names in the seed, the reference or dumps: name -> the entry of the table."""

_MEMORY = "it accesses memory that threads share, and there is none here"
_REMOVED = "the text considers it for removal and does not define it"
_NOWHERE = "no text defines it"
_WIDE = "there are no integers of 64 bits"
_LANES = "programs cannot see other invocations"
_REASONS = {
    """LOAD STORE MFENCE LFENCE SFENCE BARRIER MEMBAR RESQ ATOMUADD ATOMXCHG ATOMCAS ATOMAND ATOMOR
    ATOMXOR ATOMUMIN ATOMUMAX ATOMIMIN ATOMIMAX ATOMFADD ATOMINC_WRAP ATOMDEC_WRAP""": _MEMORY,
    "INDEX NEGATE MULTIPLYMATRIX M4X4 M4X3 M3X4 M3X3 M3X2": _REMOVED,
    "NOISE1 NOISE2 NOISE3 NOISE4 IFC": _NOWHERE,
    # Of dumps.
    """I64ABS I64NEG I64SSG I64SLT I64SGE I64MIN I64MAX I64SHR I64DIV I64MOD U64ADD U64MUL U64SEQ
    U64SNE U64SLT U64SGE U64MIN U64MAX U64SHL U64SHR U64DIV U64MOD F2I64 F2U64 D2I64 D2U64 I642F
    I642D U642F U642D I2I64 U2I64""": _WIDE,
    "BALLOT VOTE_ANY VOTE_ALL VOTE_EQ READ_FIRST READ_INVOC READ_HELPER": _LANES,
    "CLOCK": "programs have no clock",
    "FBFETCH": "programs cannot read the framebuffer",
    "IMG2HND SAMP2HND": "textures have no handles",
    "DFMA": "products of doubles are rounded, as in DMAD",
    "INTERP_OFFSET": "inputs are sampled at the pixel centre",
    "TEX2": "there are no arrays of cube maps",
    "TXQS": "sampled textures have one sample",
}
REFUSED = {name: reason for names, reason in _REASONS.items() for name in names.split()}
"""Instructions of the texts or dumps that do not load: name -> the reason, after "NAME: "."""
