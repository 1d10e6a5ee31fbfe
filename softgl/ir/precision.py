"""Finds the values that already have a lower precision and need no rounding to it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from softgl.ir.program import Constant, File, Instruction, Program, Source
from softgl.isa import OPCODES, DataType

# Instructions that return one of their operands.
_SELECTS = frozenset({"MOV", "MAX", "MIN"})


class Precisions:
    """The known precisions of the registers of one program; `wrote` follows its instructions.

    straight : True if each instruction runs once, in order. Otherwise the precision of a cell is
        known only if every instruction that writes it has that precision.
    """

    def __init__(self, program: Program, straight: bool):
        self._parameters, self._straight = program.parameters, straight
        # The components (register, component) of temporaries of unknown precision. Initially they
        # are 0, which fits every precision.
        self._any: dict[str, set] = {"H": set(), "X": set()}
        if not straight:
            for instruction in program.instructions:
                self._note(instruction)

    def wrote(self, instruction: Instruction) -> None:
        """Records the execution of an instruction."""
        if self._straight:
            self._note(instruction)

    def _note(self, instruction):
        destination = instruction.destination
        if destination is None or destination.file is not File.TEMPORARY:
            return
        first, count = destination.index, destination.count if destination.relative else 1
        cells = {
            (register, component)
            for register in range(first, first + count)
            for component in range(4)
            if destination.mask[component]
        }
        whole = self._straight and destination.condition is None and not destination.relative
        for precision, unknown in self._any.items():
            if not _gives(instruction, precision):
                unknown |= cells
            elif whole:
                unknown -= cells

    def needed(self, source: Source, precision: str) -> tuple[str, ...]:
        """Returns for each component of an operand the precision to round it to, "" for none."""
        if not precision:
            return ("",) * 4
        return tuple(
            "" if self._fits(source, precision, component) else precision for component in range(4)
        )

    def _fits(self, source, precision, component):
        """True if a component of an operand has a precision of `Instruction.precision`."""
        if source.relative:
            return False
        if precision == "X" and (source.absolute or source.negate[component]):
            return False  # 12 bits have a -2 and a zero, but not 2 and not -0
        if source.file is File.TEMPORARY:
            return (source.index, source.swizzle[component]) not in self._any[precision]
        if source.file is not File.PARAMETER:
            return False
        parameter = self._parameters[source.index]
        return isinstance(parameter, Constant) and _representable(parameter, precision)

    def result_fits(self, instruction: Instruction) -> bool:
        """True if a result has the instruction's precision whenever its operands have it."""
        return instruction.opcode in _SELECTS

    def stored_fits(self, instruction: Instruction) -> bool:
        """True if a result needs no rounding for storage with 16 bits; 12-bit numbers fit."""
        if instruction.precision:
            return True
        copied = instruction.opcode in _SELECTS
        return copied and not any(any(self.needed(one, "H")) for one in instruction.sources)


def _gives(instruction, precision):
    """True if the result of an instruction has a precision."""
    if instruction.type is not DataType.FLOAT or OPCODES[instruction.opcode].packed == "result":
        return False
    return instruction.precision == "X" or (
        precision == "H" and (instruction.precision == "H" or instruction.destination.half)
    )


@lru_cache(256)
def _representable(constant: Constant, precision: str) -> bool:
    values = np.array(constant.words, np.uint32).view(np.float32)
    with np.errstate(over="ignore", invalid="ignore"):
        if precision == "H":
            return bool((values.astype(np.float16) == values).all())
        thousands = values * 1024
    # A negative zero becomes 0 there.
    whole = (thousands == np.rint(thousands)) & ~((values == 0) & np.signbit(values))
    return bool((whole & (np.abs(values) < 2.0)).all())
