"""Writes calls, and counts them if the source language limits open calls more than TGSI."""

from __future__ import annotations

from dataclasses import replace

from softgl.asm.text.limits import LIMITS
from softgl.asm.tgsi.write_branches import END
from softgl.asm.tgsi.write_text import ONES, Code, Operand
from softgl.ir.blocks import build_flow
from softgl.ir.program import Program, X
from softgl.isa.table import TGSI_VERTEX


def _may_overflow(program: Program) -> bool:
    """True if a program may exceed its language's limit of open calls, but not TGSI's."""
    limit = program.call_depth
    if limit >= LIMITS[TGSI_VERTEX].call_depth:
        return False
    if not any(one.opcode in ("CAL", "PUSHA") for one in program.instructions):
        return False
    return build_flow(replace(program, call_depth=limit + 1)).call_depth > limit


class Calls:
    """The calls of one program, and the pushed address registers among them.

    count : the component that counts the open ones, "" if not needed.
    """

    def __init__(self, program: Program, code: Code, counted: bool):
        self._code, self._limit = code, program.call_depth
        self._limited = _may_overflow(program)
        self.count = f"TEMP[{code.keep()}].x" if counted or self._limited else ""

    def opens(self) -> None:
        """Counts one more, and ends the program above the limit."""
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
        """Counts one less."""
        if self.count:
            self._code.emit("UADD", self.count, self._counted(), self._code.word(ONES))

    def _counted(self) -> Operand:
        return Operand(self.count.removesuffix(".x"), (X,) * 4)

    def call(self, target: str, condition: Operand | None) -> None:
        """Calls the subroutine at a label, perhaps where a mask is set."""
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
