"""Programs as TGSI texts, over `softgl.asm.tgsi.write`."""

from __future__ import annotations

from softgl.asm.tgsi.write import Unwritable, write
from softgl.ir.program import Program
from softgl.translate.interfaces.errors import refuse


def write_tgsi(program: Program, target: str, exact: bool) -> str:
    """The text, which keeps everything in any case."""
    try:
        return write(program)
    except Unwritable as error:
        refuse(target, str(error), program, error.where)
