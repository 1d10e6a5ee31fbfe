"""Which registers of a program may hold bits that are no numbers, and what leaves bits alone.

It is found once for each program; whoever reads, stores or samples asks `raw_bits(program)`.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from softgl.ir.program import File, Instruction, Program, Saturate, Source
from softgl.isa import OPCODES, DataType
from softgl.records import dataclass


@dataclass(frozen=True)
class RawBits:
    """What a program does with bits that are no numbers.

    seen : whether a NaN's payload could be seen: an instruction reads or writes registers as
        integers, or all only copy texels. Then every float is stored with the one quiet NaN.
    signed : whether the sign of a NaN could be. copied : whether `seen` is only as results are.
    denormal : the registers that may hold denormal numbers, or packed bits that look like them,
        where the language flushes those.
    """

    seen: bool
    signed: bool
    copied: bool
    denormal: frozenset[tuple[File, int]]

    def of_input(self, m, value):
        """The bits of an attribute, an F32 lane."""
        return m.bits(value) if self.seen else m.unseen_bits(value)

    def of_result(self, m, instruction: Instruction, value):
        """The bits of a result, an F32 lane."""
        # What is not computed may be packed bits, which are the same everywhere.
        if fetches(instruction) or hands_on(instruction):
            return m.unseen_bits(value)
        return m.bits(value) if self.seen or self.signed else m.unseen_bits(value)

    def of_sample(self, m, color, exact: bool):
        """A sample, four F32 lanes; `exact` if it is a texel as it is, which may be packed bits."""
        if exact or not self.seen:
            return color
        return [m.from_bits(m.bits(value)) for value in color]

    def flushes(self, source: Source, instruction: Instruction) -> bool:
        """Whether denormal numbers in an operand become zeros."""
        if (source.file, source.index) not in self.denormal:
            return False
        return OPCODES[instruction.opcode].packed != "operand" and not moves(instruction)


def raw_bits(program: Program, shown: bool = True) -> RawBits:
    """What is known of a program; found once, since a program never changes.

    shown : whether someone looks at the bits of its results, and not only at the numbers.
    """
    known = vars(program)
    if "raw_bits" not in known:
        denormal = _denormal_registers(program) if program.profile.flushes else frozenset()
        mixed = any(map(_sees_bits, program.instructions))
        copied = not mixed and bool(program.textures) and all(map(_copied, program.instructions))
        known["raw_bits"] = RawBits(mixed or copied, program.profile.signed_nan, copied, denormal)
    found = known["raw_bits"]
    return found if shown or not found.copied else replace(found, seen=False)


def _copied(instruction: Instruction) -> bool:
    """Whether what it writes is a texel, or the copy of a register."""
    return copies(instruction) or fetches(instruction) or instruction.destination is None


def _sees_bits(instruction: Instruction) -> bool:
    """Whether it reads or writes registers of numbers as integers."""
    entry, destination = OPCODES[instruction.opcode], instruction.destination
    if destination and destination.file is File.ADDRESS:
        # ARL writes integers, but to registers of their own; UARL reads them.
        return instruction.opcode == "UARL"
    return instruction.type is not DataType.FLOAT or bool(entry.packed)


_CHOICES = {"MOV": (0, 1), "CMP": (1, 3), "CND": (0, 2), "CND0": (0, 2)}
"""Instructions whose result is one of their operands -> the range of these operands."""


def hands_on(instruction: Instruction) -> bool:
    """Whether the result is an operand as it is, whose bits need not be a number."""
    if instruction.opcode not in _CHOICES or instruction.saturate is not Saturate.NONE:
        return False
    chosen = instruction.sources[slice(*_CHOICES[instruction.opcode])]
    return not any(source.absolute or any(source.negate) for source in chosen)


def copies(instruction: Instruction) -> bool:
    """Whether it is a plain copy of a register."""
    return instruction.opcode == "MOV" and hands_on(instruction)


def fetches(instruction: Instruction) -> bool:
    """Whether it samples a texture and leaves the sample as it is."""
    return instruction.texture is not None and instruction.saturate is Saturate.NONE


def moves(instruction: Instruction) -> bool:
    """Whether it is such a copy of a temporary."""
    return copies(instruction) and instruction.sources[0].file is File.TEMPORARY


def _denormal_registers(program: Program) -> frozenset[tuple[File, int]]:
    found = {(File.ATTRIBUTE, n) for n, _ in enumerate(program.attributes)}
    found |= {(File.PARAMETER, n) for n, _ in enumerate(program.parameters)}
    new = list(found)
    moved = defaultdict(list)  # temporary -> the registers that it is copied to
    for instruction in program.instructions:
        written, sources = instruction.destination, instruction.sources
        if written is None:
            continue
        if OPCODES[instruction.opcode].packed == "result" or instruction.texture:
            new.append((written.file, written.index))
        elif moves(instruction):
            moved[File.TEMPORARY, sources[0].index].append((written.file, written.index))
    while new:
        register = new.pop()
        found.add(register)
        new += [copy for copy in moved[register] if copy not in found]
    return frozenset(found)
