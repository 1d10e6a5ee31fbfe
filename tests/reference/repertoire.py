"""The material of random programs: the opcodes and registers of each language."""

from __future__ import annotations

from dataclasses import dataclass


def _words(text):
    return text.split()


RULES = _words("EQ GE GT LE LT NE FL TR NAN LEG CF NCF OF NOF SF NSF AB BLE")
COMPARISONS = _words("SEQ SFL SGE SGT SLE SLT SNE STR")
FLOAT_OPS = {
    "V": _words("ABS CEIL FLR FRC MOV ROUND SSG TRUNC"),
    "VV": _words("ADD MAX MIN MUL SUB DP2 DP3 DP4 DPH DST RFL XPD") + COMPARISONS,
    "VVV": _words("CMP DP2A LRP MAD X2D"),
    "VS": ["DIV"],
}
INTEGER_OPS = {
    "V": _words("ABS MOV NOT"),
    "VV": _words("ADD ADD AND MAX MIN MUL OR SUB SUB XOR") + COMPARISONS,
    "VVV": _words("CMP MAD MAD"),
    "VS": _words("DIV MOD SHL SHR"),
}
APPROXIMATE = {"S": _words("COS EX2 LG2 RCC RCP RSQ SCS SIN"), "V": ["LIT", "NRM"], "SS": ["POW"]}
# NV_gpu_program4, table X.13: no condition code update.
NO_UPDATE = frozenset(_words("AND I2F MOD NOT OR PK2H PK2US PK4B PK4UB SAD SHL SHR XOR"))
ARB_OPS = {
    "V": _words("ABS FLR FRC MOV"),
    "VV": _words("ADD DP3 DP4 DPH DST MAX MIN MUL SGE SLT SUB XPD"),
    "VVV": ["MAD"],
}
ARB_APPROXIMATE = {"S": _words("EX2 LG2 RCP RSQ"), "V": ["LIT"], "SS": ["POW"]}


@dataclass(frozen=True)
class Kind:
    """The material of one language: attributes and results by number, and its opcodes."""

    attribute: str
    results: tuple[str, ...]  # the last four take approximate results
    approximate: dict
    exact: dict
    extra: str = ""


_ATTRIBUTES = tuple(f"result.attrib[{n}]" for n in range(12))
_TEXCOORDS = tuple(f"result.texcoord[{n}]" for n in range(8))
_COLORS = tuple(f"result.color[{n}]" for n in range(4))
KINDS = {
    "NVvp4.0": Kind("vertex.attrib", _ATTRIBUTES, APPROXIMATE, FLOAT_OPS),
    "NVfp4.0": Kind(
        "fragment.attrib", _COLORS, APPROXIMATE, FLOAT_OPS, "OPTION ARB_draw_buffers;\n"
    ),
    "ARBvp1.0": Kind(
        "vertex.attrib",
        _TEXCOORDS,
        ARB_APPROXIMATE | {"S": [*ARB_APPROXIMATE["S"], "EXP", "LOG"]},
        ARB_OPS,
    ),
    "ARBfp1.0": Kind(
        "fragment.texcoord",
        _COLORS,
        ARB_APPROXIMATE | {"S": [*ARB_APPROXIMATE["S"], "COS", "SCS", "SIN"]},
        ARB_OPS | {"VVV": ["CMP", "LRP", "MAD"]},
        "OPTION ARB_draw_buffers;\n",
    ),
}
NAMES = {
    "F": ["t0", "t1", "t2", "f0", "f1"],
    "S": ["t0", "t1", "t2", "i0", "i1"],
    "U": ["t0", "t1", "t2", "u0", "u1"],
}
