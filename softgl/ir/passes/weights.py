"""The weights of instructions, by which passes keep programs small."""

from __future__ import annotations

from functools import cache

from softgl.ir.passes.draft import LABEL
from softgl.ir.passes.tree import Branch
from softgl.ir.program import Instruction
from softgl.isa import OPCODES, Form
from softgl.isa.glsl_math import COSTS

SCALAR_WEIGHT, SAMPLE_WEIGHT, BLOCK_WEIGHT = 6, 16, 8
_SLOW = frozenset({"IDIV", "UDIV", "MOD", "UMOD", "DIV", "NRM"})


def weight_of(one: Instruction) -> int:
    """Returns the weight of an instruction: about how much time it takes, a sum taking 1."""
    return _weight_of(one.opcode)


@cache
def _weight_of(opcode: str) -> int:
    if opcode == LABEL:
        return 0
    if opcode in COSTS:
        return COSTS[opcode]
    form = OPCODES[opcode].form
    if form is Form.TEXTURE:
        return SAMPLE_WEIGHT
    return SCALAR_WEIGHT if form is Form.SCALAR or opcode in _SLOW else 1


def weight(items: list) -> int:
    """Returns the weight of the instructions of a tree."""
    total = 0
    for item in items:
        if type(item) is Instruction:
            total += weight_of(item)
        elif type(item) is Branch:
            total += BLOCK_WEIGHT + weight(item.yes) + weight(item.no)
        else:
            total += BLOCK_WEIGHT + weight(item.body)
    return total
