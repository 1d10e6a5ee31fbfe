"""Which registers of a program may hold bits that are no numbers, and what leaves bits alone."""

from __future__ import annotations

from softgl.ir.program import File, Instruction, Program, Saturate
from softgl.isa import OPCODES, DataType


def mixes_types(program: Program) -> bool:
    """Whether an instruction reads or writes registers as integers, or all only copy texels.

    Then a NaN's payload could be seen, and every float is stored with the one quiet NaN.
    """
    copied = all(copies(i) or fetches(i) or i.destination is None for i in program.instructions)
    return (copied and bool(program.textures)) or any(
        (instruction.type is not DataType.FLOAT or OPCODES[instruction.opcode].packed)
        # ARL writes integers, but to registers of their own.
        and not (instruction.destination and instruction.destination.file is File.ADDRESS)
        for instruction in program.instructions
    )


def copies(instruction: Instruction) -> bool:
    """Whether it is a plain copy of a register, whose bits need not be a number."""
    if instruction.opcode != "MOV" or instruction.saturate is not Saturate.NONE:
        return False
    (source,) = instruction.sources
    return not (source.absolute or any(source.negate))


def fetches(instruction: Instruction) -> bool:
    """Whether it samples a texture and leaves the sample as it is."""
    return instruction.texture is not None and instruction.saturate is Saturate.NONE


def moves(instruction: Instruction) -> bool:
    """Whether it is such a copy of a temporary."""
    return copies(instruction) and instruction.sources[0].file is File.TEMPORARY


def denormal_registers(program: Program) -> set[tuple[File, int]]:
    """The registers that may hold denormal numbers, or packed bits that look like them."""
    found = {(File.ATTRIBUTE, n) for n, _ in enumerate(program.attributes)}
    found |= {(File.PARAMETER, n) for n, _ in enumerate(program.parameters)}
    size = -1
    while size < len(found):
        size = len(found)
        for instruction in program.instructions:
            written, sources = instruction.destination, instruction.sources
            packed = OPCODES[instruction.opcode].packed == "result" or instruction.texture
            moved = moves(instruction) and (File.TEMPORARY, sources[0].index) in found
            if written and (packed or moved):
                found.add((written.file, written.index))
    return found
