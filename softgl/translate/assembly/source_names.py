"""The names that a program's text gives to its registers: `source_names`."""

from __future__ import annotations

from softgl.asm.parser import parse_text
from softgl.asm.redeclare import PreferredNames
from softgl.ir.program import Binding, File, Program
from softgl.isa.table import FP1
from softgl.isa.vocabulary import FLOAT

_NUMBERED = {"VP1.0": "R", "VP1.1": "R", "VP2.0": "R"}


def source_names(program: Program) -> PreferredNames:
    """Returns the names of temporaries, and of declared inputs, parameters and results."""
    if program.language in _NUMBERED:
        letter = _NUMBERED[program.language]
        return {(File.TEMPORARY, n): f"{letter}{n}" for n in range(program.temporaries)}
    if not program.source:
        return {(File.TEMPORARY, number): name for number, name in program.names}
    if not program.source.lstrip().startswith("!!") or program.instruction_set == FP1:
        return {}
    p, found = parse_text(program.source), {}
    for name in p.names.declared:
        variable = p.names.variable(name)
        if variable is None or variable.array or variable.vertex is not None:
            continue
        if variable.type not in (None, FLOAT):
            continue
        if variable.file is File.TEMPORARY:
            found.setdefault((File.TEMPORARY, variable.start), name)
        elif len(variable.bindings) == 1 and isinstance(variable.bindings[0], Binding):
            found.setdefault(variable.bindings[0], name)
    return found
