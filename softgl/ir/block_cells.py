"""Finds the cells that live within single blocks: they need no variable.

A temporary that each block writes before it reads it carries nothing from one block to another.
Most temporaries of a generated program are of this kind. They are plain lanes, which the code of
one block computes and uses.
"""

from __future__ import annotations

from softgl.ir.order import Block, Flow
from softgl.ir.program import ONE, ZERO, ConditionTest, File, Instruction, Program
from softgl.isa import OPCODES, Form

FLAG_NAMES = ("sign", "zero", "overflow", "carry")
_CONSTANT = frozenset({ZERO, ONE})


def cells_within_blocks(program: Program, flow: Flow) -> frozenset[tuple]:
    """Returns the names of the written cells that no block reads before it has written them."""
    written: set[tuple] = set()
    carried: set[tuple] = set()
    # Where steps are limited, blocks are emitted twice, and their exits once for both.
    apart = flow.endless and program.ends_by_steps
    for block in flow.blocks:
        here: set[tuple] = set()
        for instruction in block.instructions:
            carried |= _read(instruction) - here
            new, perhaps = _written(instruction)
            carried |= perhaps - here
            here |= new
        written |= here
        carried |= _read_at_exit(block) - (set() if apart else here)
    return frozenset(written - carried)


def _read(one: Instruction) -> set[tuple]:
    """Returns the cells that an instruction reads."""
    destination = one.destination
    found = _tested(one.condition) | _tested(destination and destination.condition)
    places = (*one.sources, destination) if destination else one.sources
    for place in places:
        for chosen in place.indices:
            found.add((chosen.file, chosen.index, chosen.component))
    each = OPCODES[one.opcode].form is Form.COMPONENT and destination
    wanted = [c for c in range(4) if destination.mask[c]] if each else range(4)
    for source in one.sources:
        components = {source.swizzle[c] for c in wanted} - _CONSTANT
        for register in range(source.index, source.index + source.count):
            found |= {(source.file, register, c) for c in components}
    return found


def _tested(test: ConditionTest | None) -> set[tuple]:
    """Returns the flags that a test reads."""
    if test is None:
        return set()
    return {("flags", test.register, c, flag) for c in set(test.swizzle) for flag in FLAG_NAMES}


def _written(one: Instruction) -> tuple[set[tuple], set[tuple]]:
    """Returns the cells that an instruction writes in any case, and cells that it may write."""
    destination = one.destination
    if destination is None:
        return set(), set()
    components = [c for c in range(4) if destination.mask[c]]
    flags = set()
    if one.update is not None:
        flags = {("flags", one.update, c, flag) for c in components for flag in FLAG_NAMES}
    registers = range(destination.index, destination.index + destination.count)
    cells = {(destination.file, r, c) for r in registers for c in components}
    always = destination.condition is None
    if always and destination.file is File.TEMPORARY and destination.relative is None:
        return cells | flags, set()
    # Results, addresses and elements of arrays stay variables.
    return (flags, cells) if always else (set(), cells | flags)


def _read_at_exit(block: Block) -> set[tuple]:
    """Returns the cells that the exit of a block reads."""
    exit_ = block.exit
    found = _tested(getattr(exit_, "condition", None))
    instruction = getattr(exit_, "instruction", None)
    return found | _read(instruction) if instruction is not None else found
