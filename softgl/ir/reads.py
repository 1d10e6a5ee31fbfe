"""Finds the components of operands that instructions read."""

from __future__ import annotations

from functools import cache

from softgl.ir.program import Instruction
from softgl.ir.targets import PROGRAM_TARGETS
from softgl.isa import OPCODES, Form

# Instructions over whole vectors -> the components that each operand contributes.
_REDUCED = {
    "DP2": ("xy", "xy"), "DP2A": ("xy", "xy", "x"), "DP3": ("xyz", "xyz"), "DPH": ("xyz", "xyzw"),
    "PK2H": ("xy",), "PK2US": ("xy",),
}  # fmt: skip
# The same, for each component of the result.
_OF_EACH = {
    "DST": (("", ""), ("y", "y"), ("z", ""), ("", "w")),
    "LIT": (("",), ("x",), ("xyw",), ("",)),
    "XPD": (("yz", "yz"), ("xz", "xz"), ("xy", "xy"), ("", "")),
    "NRM": (("xyz",),) * 3 + (("",),),
    "RFL": (("xyz", "xyz"),) * 3 + (("", ""),),
    "X2D": (("x", "xy", "xy"), ("y", "xy", "zw")) * 2,
}
# Lookups with a divisor, a bias or a level of detail in w.
_WITH_W = frozenset({"TXP", "TXB", "TXL", "TXF", "SAMPLE_I"})


_FIRST = frozenset({0})


def operand_components(one: Instruction, position: int, wanted: frozenset[int]) -> frozenset[int]:
    """Returns the components of an operand, before its swizzle, that affect `wanted` ones."""
    name, form = one.opcode, OPCODES[one.opcode].form
    if form is Form.COMPONENT:
        return wanted
    if form is Form.SCALAR or (form is Form.FLOW and name != "LOOP"):
        return _FIRST
    if name in _OF_EACH:
        letters = "".join(_OF_EACH[name][c][position] for c in wanted)
    elif name in _REDUCED:
        letters = _REDUCED[name][position]
    elif form is Form.TEXTURE:
        letters = _coordinates(one, position)
    else:
        letters = "xyz" if name == "LOOP" else "xyzw"
    return _numbers(letters)


@cache
def _numbers(letters: str) -> frozenset[int]:
    return frozenset(map("xyzw".index, letters))


def _coordinates(one: Instruction, position: int) -> str:
    """Returns the components of a texture coordinate that a lookup reads."""
    if one.texture is None or (position > 0 and one.opcode != "TXD"):
        return "x" if position else "xyzw"
    target = PROGRAM_TARGETS[one.texture.target]
    coordinates = "".join(target.coordinates.values())
    if position > 0:
        return coordinates.replace("w", "")
    if one.opcode == "TXQ" or target.texture is None:
        return "x"
    if target.texture.multisampled:  # w is the number of a sample
        return "xyzw"
    return "".join({*coordinates, *("w" * (one.opcode in _WITH_W))})
