"""The weights of instructions, by which passes keep programs small."""

from __future__ import annotations

from softgl.ir.passes.draft import LABEL
from softgl.ir.passes.tree import Branch, Loop
from softgl.ir.program import Instruction
from softgl.isa import OPCODES, Form
from softgl.isa.glsl_math import COSTS

SCALAR_WEIGHT, SAMPLE_WEIGHT, BLOCK_WEIGHT = 6, 16, 8
_SLOW = frozenset({"IDIV", "UDIV", "MOD", "UMOD", "DIV", "NRM"})


def weight_of(one: Instruction) -> int:
    """Returns the weight of an instruction: about how much time it takes, a sum taking 1."""
    if one.opcode == LABEL:
        return 0
    if one.opcode in COSTS:
        return COSTS[one.opcode]
    form = OPCODES[one.opcode].form
    if form is Form.TEXTURE:
        return SAMPLE_WEIGHT
    return SCALAR_WEIGHT if form is Form.SCALAR or one.opcode in _SLOW else 1


def weight(items: list) -> int:
    """Returns the weight of the instructions of a tree."""
    total = 0
    for item in items:
        if isinstance(item, Branch):
            total += BLOCK_WEIGHT + weight(item.yes) + weight(item.no)
        elif isinstance(item, Loop):
            total += BLOCK_WEIGHT + weight(item.body)
        else:
            total += weight_of(item)
    return total
