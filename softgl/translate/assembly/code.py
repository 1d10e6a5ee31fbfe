"""The instructions of a target text under construction: new registers, constants, copies."""

from __future__ import annotations

import struct
from dataclasses import replace

from softgl.errors import Span
from softgl.ir.program import (
    ALL,
    IDENTITY,
    Constant,
    Destination,
    File,
    Instruction,
    Program,
    Source,
    W,
)
from softgl.isa import OPCODES, Form

HUGE = 2.0**127
"""HUGE times HUGE is infinite."""


def word(value: float) -> int:
    """Returns the bits of a float."""
    return struct.unpack("<I", struct.pack("<f", value))[0]


def negated(source: Source) -> Source:
    return replace(source, negate=tuple(not one for one in source.negate))


def swizzled(source: Source, *selectors: int) -> Source:
    """Returns an operand through one more swizzle: one selector for all components, or four."""
    four = selectors * 4 if len(selectors) == 1 else selectors
    return replace(
        source,
        swizzle=tuple(source.swizzle[one] for one in four),
        negate=tuple(source.negate[one] for one in four),
    )


def masked(*components: int) -> tuple[bool, bool, bool, bool]:
    """Returns the write mask of some components."""
    return tuple(component in components for component in range(4))


def written(source: Source, mask=ALL) -> Destination:
    """Returns the register of a plain operand as a destination."""
    return Destination(source.file, source.index, mask)


class Code:
    """The instructions of one text.

    instructions, parameters, temporaries : as in a `Program`, growing; the first
        `program_temporaries` are the program's own.
    span : the span of the source instruction being written.
    """

    def __init__(self, program: Program):
        self.instructions: list[Instruction] = []
        self.parameters = list(program.parameters)
        self.temporaries = self.program_temporaries = program.temporaries
        self.span = Span(0, 0)

    def emit(self, opcode: str, destination: Destination | None, *sources: Source, **fields):
        """Appends an instruction."""
        self.instructions.append(Instruction(opcode, self.span, destination, sources, **fields))

    def new(self) -> Source:
        """Returns a new temporary."""
        self.temporaries += 1
        return Source(File.TEMPORARY, self.temporaries - 1)

    def make(self, opcode: str, *sources: Source, mask=ALL, **fields) -> Source:
        """Appends an instruction with a new temporary as its destination, and returns that."""
        register = self.new()
        self.emit(opcode, written(register, mask), *sources, **fields)
        return register

    def constant(self, *values: float) -> Source:
        """Returns a constant operand of four numbers, or one in all components."""
        return self.bits(*map(word, values))

    def bits(self, *words: int) -> Source:
        """Returns a constant operand of four words, or one in all components."""
        constant = Constant(words if len(words) == 4 else words * 4)
        if constant not in self.parameters:
            self.parameters.append(constant)
        return Source(File.PARAMETER, self.parameters.index(constant))

    def move(self, place: Destination, value: Source, **fields) -> None:
        """Moves a result to its destination; its temporary must not be used again.

        If possible, the instruction that computed it writes there directly.
        """
        before = self.instructions[-1] if self.instructions else None
        if before and not fields and self._is_result(before, place, value):
            self.instructions[-1] = replace(before, destination=place)
        else:
            extended = len(set(value.negate)) > 1 or max(value.swizzle) > W
            self.emit("SWZ" if extended else "MOV", place, value, **fields)

    def _is_result(self, before: Instruction, place: Destination, value: Source) -> bool:
        """True if an operand is the result of an instruction, for the same components."""
        destination = before.destination
        own = value.file is File.TEMPORARY and value.index >= self.program_temporaries
        if (
            not own
            or destination is None
            or destination != written(value, destination.mask)
            or any(value.negate)
        ):
            return False
        if OPCODES[before.opcode].form in (Form.SCALAR, Form.REDUCE):
            return value.swizzle == (0, 0, 0, 0)
        return value.swizzle == IDENTITY and destination.mask == place.mask
