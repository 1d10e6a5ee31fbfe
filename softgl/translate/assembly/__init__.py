"""Writes programs in assembly languages: the targets `arb`, `nv4` and `tgsi`.

In: a validated program. Out: a text. A program first becomes one of the target's language:
`flatten.py` removes the control flow, `lower.py` writes instructions in the target's set,
`respell.py` replaces missing ones. `softgl.asm.disassemble` writes the result; `tgsi.py` uses
`softgl.asm.tgsi.write`. A feature that the target lacks is refused at its place in the source.
"""

from __future__ import annotations

from softgl.asm import parse
from softgl.errors import ProgramError
from softgl.ir.program import Program
from softgl.translate.assembly.arb import write_arb
from softgl.translate.assembly.nv4 import write_nv4
from softgl.translate.assembly.tgsi import write_tgsi
from softgl.translate.interfaces.errors import refuse
from softgl.translate.interfaces.interface import Interface
from softgl.translate.interfaces.targets import Target

__all__ = ["write"]

_WRITERS = {"arb": write_arb, "nv4": write_nv4, "tgsi": write_tgsi}


def write(
    program: Program, target: Target, interface: Interface, exact: bool
) -> tuple[str, Interface]:
    """Returns the text of a program in an assembly language, and its interface there.

    exact : True to keep the special cases of the source's arithmetic (0 times infinity, NaN,
        denormal numbers); other numbers are equal to the last bit in any case.
    Raises TranslationError for a feature that the target lacks.
    """
    try:
        text = _WRITERS[target.name](program, target.name, exact)
        parse(text)
    except ProgramError as error:  # a rule of the target's language that writers do not know
        refuse(target.name, f"the program ({error.message})", program, None)
    return text, interface
