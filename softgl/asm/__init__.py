"""The front ends: program texts to programs, one parser for all languages.

In: a text, the opcode table (`softgl.isa`) and a `Dialect` for each language, which is data: its
bindings, words, suffixes and limits. Out: `parse`, text -> `softgl.ir.program.Program`, and
`LIMITS`, language -> resource limits. A text is accepted or refused with a `ProgramError`, nothing
else. A new language is one more `Dialect` in `parser.DIALECTS`.

Read `parser.py` first (header, options, statements), then `declarations.py`, `instructions.py`,
`operands.py` and `bindings.py`, which follow the grammars of the specifications downwards.
"""

from softgl.asm.limits import LIMITS, Limits
from softgl.asm.parser import DIALECTS, parse

__all__ = ["DIALECTS", "LIMITS", "Limits", "parse"]
