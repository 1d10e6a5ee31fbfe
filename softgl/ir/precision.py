"""Which numbers need no rounding to a lower precision, since they have it already."""

from __future__ import annotations

import numpy as np

from softgl.ir.program import Constant, File, Instruction, Program, Source

# Instructions whose result is one of their operands.
_SELECTS = frozenset({"MOV", "MAX", "MIN"})


class Precisions:
    """What is known of the numbers of one program before it runs."""

    def __init__(self, program: Program):
        self._parameters = program.parameters
        written = [i.destination for i in program.instructions if i.destination]
        halves = {(d.file, d.index) for d in written if d.half}
        # Every temporary is 0 at first, which fits.
        self._halves = halves - {(d.file, d.index) for d in written if not d.half}

    def fits(self, source: Source, precision: str) -> bool:
        """Whether an operand is at a precision of `Instruction.precision` already."""
        if source.file is File.TEMPORARY:
            return precision == "H" and (source.file, source.index) in self._halves
        if source.file is not File.PARAMETER or source.relative:
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
        return copied and all(self.fits(source, "H") for source in instruction.sources)


def _representable(constant: Constant, precision: str) -> bool:
    values = np.array(constant.words, np.uint32).view(np.float32)
    with np.errstate(over="ignore", invalid="ignore"):
        if precision == "H":
            return bool((values.astype(np.float16) == values).all())
        thousands = values * 1024
    # A negative zero becomes 0 there.
    whole = (thousands == np.rint(thousands)) & ~((values == 0) & np.signbit(values))
    return bool((whole & (np.abs(values) < 2.0)).all())
