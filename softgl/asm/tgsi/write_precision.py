"""Writes rounding to 16 and 12 bits, for fragment languages with such numbers."""

from __future__ import annotations

from dataclasses import replace
from itertools import compress

from softgl.asm.tgsi.write_text import Code, Operand, masked
from softgl.ir.precision import Precisions
from softgl.ir.program import ALL, Instruction, Program
from softgl.isa import OPCODES, Form


class Roundings:
    """The roundings of one program, as in `ir.execute`."""

    def __init__(self, program: Program, code: Code):
        self._code, self._precisions = code, Precisions(program, straight=False)

    def operands(self, one: Instruction, operands: list[Operand]) -> list[Operand]:
        """Returns the operands at the precision of their instruction."""
        if not one.precision:
            return operands
        alone = OPCODES[one.opcode].form is Form.COMPONENT
        mask = one.destination.mask if alone else ALL
        needed = (self._precisions.needed(source, one.precision) for source in one.sources)
        return [
            self._rounded(operand, one.precision, mask) if any(compress(each, mask)) else operand
            for each, operand in zip(needed, operands, strict=True)
        ]

    def rounds(self, one: Instruction) -> bool:
        """True if a float result is rounded before it is clamped."""
        return bool(one.precision) and not self._precisions.result_fits(one)

    def rounds_stored(self, one: Instruction) -> bool:
        """True if a result is rounded to its destination's precision."""
        return one.destination.half and not self._precisions.stored_fits(one)

    def result(self, one: Instruction, value: Operand) -> Operand:
        """Returns a result at the precision of its instruction."""
        return self._rounded(value, one.precision, one.destination.mask)

    def stored(self, one: Instruction, value: Operand) -> Operand:
        """Returns a result at its destination's precision."""
        return self._rounded(value, "H", one.destination.mask)

    def _rounded(self, value: Operand, precision: str, mask) -> Operand:
        return self._half(value, mask) if precision == "H" else self._fixed(value)

    def _half(self, value: Operand, mask) -> Operand:
        """Returns the nearest 16-bit floats, ties to even, in the components of a mask."""
        code, packed, held = self._code, self._code.new(), self._code.new()
        needed = sorted({value.swizzle[c] for c in range(4) if mask[c]})
        for number, pair in enumerate((needed[:2], needed[2:])):
            if pair:
                both = replace(value, swizzle=(pair[0], pair[-1]) * 2)
                code.emit("PK2H", f"{packed.name}.x", both)
                places = [component // 2 == number for component in range(4)]
                code.emit("UP2H", masked(held.name, places), packed.component(0))
        order = [needed.index(s) if s in needed else 0 for s in value.swizzle]
        return replace(held, swizzle=tuple(order))

    def _fixed(self, value: Operand) -> Operand:
        """Returns the nearest multiples of 1/1024 within [-2, 2 - 1/1024]; 0 for NaN and -0."""
        code, held = self._code, self._code.new()
        limits = code.float(-2.0), code.float(2047.0 / 1024.0)
        code.emit("CLAMP", held.name, value, *limits)
        code.emit("MUL", held.name, held, code.float(1024.0))
        code.emit("ROUND", held.name, held)
        code.emit("F2I", held.name, held)
        code.emit("I2F", held.name, held)
        code.emit("MUL", held.name, held, code.float(1.0 / 1024.0))
        return held
