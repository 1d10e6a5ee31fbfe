"""Programs as texts of assembly languages: the targets `arb`, `nv4` and `tgsi`.

In: a checked program. Out: a text. A program is first made one of the target's language
(`flatten.py` takes the control flow out, `lower.py` writes instructions as the target has them,
`respell.py` knows those that it lacks), which `softgl.asm.disassemble` then writes; `tgsi.py` asks
`softgl.asm.tgsi.write`. What the target cannot say is refused where the source asks for it.
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
    """The text of a program in an assembly language, and its interface as it is there.

    exact : whether what is special in the arithmetic of the source is kept (0 times infinity, NaN,
        denormal numbers); all numbers else are the same to the last bit in any case.
    Raises TranslationError for what the target cannot say.
    """
    try:
        text = _WRITERS[target.name](program, target.name, exact)
        parse(text)
    except ProgramError as error:  # a rule of the target's language that no writer knows
        refuse(target.name, f"the program ({error.message})", program, None)
    return text, interface
