"""The instructions of a target text under construction: new registers, constants, copies."""

from __future__ import annotations

from dataclasses import replace

from softgl.ir.builder import Builder, written
from softgl.ir.program import IDENTITY, Destination, File, Instruction, Program, Source, W
from softgl.isa import OPCODES, Form

HUGE = 2.0**127
"""HUGE times HUGE is infinite."""


class Code(Builder):
    """The instructions of one text; the first `program_temporaries` are the program's own."""

    def __init__(self, program: Program):
        super().__init__(program.parameters, program.temporaries)
        self.program_temporaries = program.temporaries

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
