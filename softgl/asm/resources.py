"""What a program uses of each limited resource, as `glGetProgramivARB` reports it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from softgl.asm import tgsi
from softgl.asm.parser import parse_text
from softgl.ir.program import File, Instruction, Program
from softgl.isa import OPCODES, Form


@dataclass(frozen=True)
class Resources:
    """Counts, named as the limits in `softgl.asm.limits.Limits`."""

    instructions: int
    alu_instructions: int
    texture_instructions: int
    texture_indirections: int
    temporaries: int
    parameters: int
    attributes: int
    address_registers: int
    attribute_components: int
    result_components: int


def count(program: Program) -> Resources:
    """What a program uses.

    Declarations count also where no instruction uses them, so the text is looked at again.
    """
    if tgsi.begins(program.source):
        return _count_tgsi(program)
    p = parse_text(program.source)
    return Resources(
        instructions=len(p.instructions),
        alu_instructions=len(p.instructions) - p.texture_instructions,
        texture_instructions=p.texture_instructions,
        texture_indirections=_texture_indirections(p.instructions),
        temporaries=p.registers.temporaries,
        parameters=p.registers.bound(File.PARAMETER),
        attributes=p.registers.bound(File.ATTRIBUTE),
        # The indices of LOOP are not declared.
        address_registers=p.registers.addresses - p.loops,
        attribute_components=len(program.attribute_components()),
        result_components=len(_result_components(program)),
    )


def _count_tgsi(program: Program) -> Resources:
    """What a TGSI program uses, as its text has it; its instructions may be several here."""
    p = tgsi.parse_text(program.source)
    return Resources(
        instructions=len(p.at),
        alu_instructions=len(p.at) - p.texture_instructions,
        texture_instructions=p.texture_instructions,
        texture_indirections=_texture_indirections(program.instructions),
        temporaries=len(p.declared("TEMP")),
        parameters=len(p.declared("CONST")) + len(p.immediates),
        attributes=len(p.declared("IN")) + len(p.declared("SV")),
        address_registers=len(p.declared("ADDR")),
        attribute_components=len(program.attribute_components()),
        result_components=len(_result_components(program)),
    )


def _texture_indirections(instructions: Iterable[Instruction]) -> int:
    """The number of nodes in the chain of texture instructions that depend on one another."""
    # ARB_fragment_program, issue 24: "an indirection may be added and a new node started if [...]
    # 1. the source coordinate of the texture instruction is a temporary that has already been
    # written in the current node, [...] 2. the result of the texture instruction is a temporary
    # that has already been read or written in the current node by an ALU instruction."
    nodes = 1
    written: set[int] = set()
    arithmetic: set[int] = set()
    for instruction in instructions:
        sources = set().union(*map(_temporaries, instruction.sources))
        results = _temporaries(instruction.destination)
        if OPCODES[instruction.opcode].form in (Form.TEXTURE, Form.KILL):
            if sources & written or results & arithmetic:
                nodes += 1
                written, arithmetic = set(), set()
        else:
            arithmetic |= sources | results
        written |= results
    return nodes


def _temporaries(operand) -> set[int]:
    """The temporaries that an operand may be, and the one that selects among them."""
    if operand is None:
        return set()
    found = set()
    if operand.file is File.TEMPORARY:
        found |= set(range(operand.index, operand.index + operand.count))
    if operand.relative and operand.relative.file is File.TEMPORARY:
        found.add(operand.relative.index)
    return found


def _result_components(program: Program) -> set[tuple[int, int]]:
    """The (result register, component) pairs that instructions may write."""
    # NV_gpu_program4, "Program Results": "A result binding component may be counted as used only if
    # [...] the component is enabled in the write mask".
    return {
        (register, component)
        for instruction in program.instructions
        if (destination := instruction.destination) and destination.file is File.RESULT
        for register in range(destination.index, destination.index + destination.count)
        for component in range(4)
        if destination.mask[component]
    }
