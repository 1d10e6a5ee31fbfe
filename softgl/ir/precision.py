"""Which numbers need no rounding to a lower precision, since they have it already."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from softgl.ir.program import Constant, File, Instruction, Program, Source
from softgl.isa import OPCODES, DataType

# Instructions whose result is one of their operands.
_SELECTS = frozenset({"MOV", "MAX", "MIN"})


class Precisions:
    """What is known of the numbers of one program, whose instructions `wrote` follows.

    straight : whether each of them runs once, in order. Elsewhere only cells are known that no
        instruction at all writes something else to.
    """

    def __init__(self, program: Program, straight: bool):
        self._parameters, self._straight = program.parameters, straight
        # The components (register, component) of temporaries that may hold any number. At first
        # they are 0, which fits.
        self._any: dict[str, set] = {"H": set(), "X": set()}
        if not straight:
            for instruction in program.instructions:
                self._note(instruction)

    def wrote(self, instruction: Instruction) -> None:
        """Note that an instruction has been executed."""
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
        """For each component of an operand the precision that it is yet to be rounded to."""
        return tuple(
            "" if self._fits(source, precision, component) else precision for component in range(4)
        )

    def _fits(self, source, precision, component):
        """Whether a component of an operand is at a precision of `Instruction.precision`."""
        if not precision or source.relative:
            return not precision
        if precision == "X" and (source.absolute or source.negate[component]):
            return False  # with 12 bits there is a -2 and a zero, but no 2 and no negative zero
        if source.file is File.TEMPORARY:
            return (source.index, source.swizzle[component]) not in self._any[precision]
        if source.file is not File.PARAMETER:
            return False
        parameter = self._parameters[source.index]
        return isinstance(parameter, Constant) and _representable(parameter, precision)

    def result_fits(self, instruction: Instruction) -> bool:
        """Whether a result is at the instruction's precision as it comes from its operands."""
        return instruction.opcode in _SELECTS

    def stored_fits(self, instruction: Instruction) -> bool:
        """Whether a result can be stored with 16 bits as it is; all numbers of 12 bits can."""
        if instruction.precision:
            return True
        copied = instruction.opcode in _SELECTS
        return copied and not any(any(self.needed(one, "H")) for one in instruction.sources)


def _gives(instruction, precision):
    """Whether what an instruction writes has a precision."""
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
