"""Counts a program's use of each limited resource, for `glGetProgramivARB`."""

from __future__ import annotations

from collections.abc import Iterable

from softgl.asm import tgsi
from softgl.asm.parser import parse_text
from softgl.ir.program import File, Instruction, Program, result_components
from softgl.isa import OPCODES, Form
from softgl.records import dataclass


@dataclass(frozen=True)
class Resources:
    """Counts, named as the limits in `softgl.asm.text.limits.Limits`."""

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
    """Returns the resources of a program.

    Unused declarations count too, so the text is parsed again.
    """
    if tgsi.begins(program.source):
        return _count_tgsi(program)
    if not program.source.lstrip().startswith("!!"):
        return _count_used(program)
    p = parse_text(program.source)
    return Resources(
        instructions=len(p.instructions),
        alu_instructions=len(p.instructions) - p.texture_instructions,
        texture_instructions=p.texture_instructions,
        texture_indirections=_texture_indirections(p.instructions),
        temporaries=p.registers.temporaries,
        parameters=p.registers.bound(File.PARAMETER),
        attributes=p.registers.bound(File.ATTRIBUTE),
        # Indices of LOOP are not declared.
        address_registers=p.registers.addresses - p.loops,
        **_components(program),
    )


def _count_used(program: Program) -> Resources:
    """Returns the resources of a program that has no text in an assembly language, as a shader."""
    instructions = program.instructions
    lookups = sum(one.texture is not None for one in instructions)
    return Resources(
        instructions=len(instructions),
        alu_instructions=len(instructions) - lookups,
        texture_instructions=lookups,
        texture_indirections=_texture_indirections(instructions),
        temporaries=program.temporaries,
        parameters=len(program.parameters),
        attributes=len(program.attributes),
        address_registers=program.addresses,
        **_components(program),
    )


def _components(program: Program) -> dict[str, int]:
    """Returns the components of attributes and results that a program uses."""
    # NV_geometry_program4 counts an attribute once for all vertices: it is one result.
    attributes = {*program.attribute_components(), *program.attribute_components(of_vertices=True)}
    return {
        "attribute_components": len(attributes),
        "result_components": len(result_components(program.instructions)),
    }


def _count_tgsi(program: Program) -> Resources:
    """Returns the resources of a TGSI text, some of whose instructions are expanded here."""
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
        **_components(program),
    )


def _texture_indirections(instructions: Iterable[Instruction]) -> int:
    """Returns the length of the chain of dependent texture instructions."""
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
    """Returns the temporaries that an operand may be, and the ones that select among them."""
    if operand is None:
        return set()
    found = set()
    if operand.file is File.TEMPORARY:
        found |= set(range(operand.index, operand.index + operand.count))
    found |= {relative.index for relative in operand.indices if relative.file is File.TEMPORARY}
    return found
