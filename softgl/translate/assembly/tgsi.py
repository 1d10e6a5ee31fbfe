"""Writes programs as TGSI texts, with `softgl.asm.tgsi.write`."""

from __future__ import annotations

from softgl.asm.tgsi.write import Unwritable, write
from softgl.ir.program import Program
from softgl.translate.interfaces.errors import refuse


def write_tgsi(program: Program, target: str, exact: bool) -> str:
    """Returns the text, which keeps all special cases in any case."""
    try:
        return write(program)
    except Unwritable as error:
        refuse(target, str(error), program, error.where)
