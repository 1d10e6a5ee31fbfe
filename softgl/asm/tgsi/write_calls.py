"""Calls in a TGSI text: where fewer may be open at once than in TGSI, the text counts them."""

from __future__ import annotations

from dataclasses import replace

from softgl.asm.text.limits import LIMITS
from softgl.asm.tgsi.write_branches import END
from softgl.asm.tgsi.write_text import ONES, Code, Operand
from softgl.ir.blocks import build_flow
from softgl.ir.program import Program, X
from softgl.isa.table import TGSI_VERTEX


def _may_overflow(program: Program) -> bool:
    """Whether more calls may be opened than the program's language lets be open, but TGSI does."""
    limit = program.call_depth
    if limit >= LIMITS[TGSI_VERTEX].call_depth:
        return False
    if not any(one.opcode in ("CAL", "PUSHA") for one in program.instructions):
        return False
    return build_flow(replace(program, call_depth=limit + 1)).call_depth > limit


class Calls:
    """The calls of one program, and the address registers that are pushed among them.

    count : the component that counts those that are open, "" where nothing asks for it.
    """

    def __init__(self, program: Program, code: Code, counted: bool):
        self._code, self._limit = code, program.call_depth
        self._limited = _may_overflow(program)
        self.count = f"TEMP[{code.keep()}].x" if counted or self._limited else ""

    def opens(self) -> None:
        """Count one more, which ends the program where there are too many."""
        code = self._code
        if self._limited:
            full = code.new()
            code.emit("USGE", full.name, self._counted(), code.word(self._limit))
            code.emit("UIF", None, full.component(X))
            code.lines.append(END)
            code.emit("ENDIF")
        if self.count:
            code.emit("UADD", self.count, self._counted(), code.word(1))

    def closed(self) -> None:
        """Count one less."""
        if self.count:
            self._code.emit("UADD", self.count, self._counted(), self._code.word(ONES))

    def _counted(self) -> Operand:
        return Operand(self.count.removesuffix(".x"), (X,) * 4)

    def call(self, target: str, condition: Operand | None) -> None:
        """Call the subroutine at a label, perhaps where a mask is set."""
        code = self._code
        if condition is not None and not self.count:
            code.emit("CALLNZ", None, condition, target=target)
            return
        if condition is not None:
            code.emit("UIF", None, condition)
        self.opens()
        code.emit("CAL", target=target)
        self.closed()
        if condition is not None:
            code.emit("ENDIF")
