"""The front ends: one parser for the program texts of all languages.

In: a text, the opcode table (`softgl.isa`) and a `Dialect` for each language, which is data: its
bindings, words, suffixes, options and limits. Out: `parse`, text -> `softgl.ir.program.Program`;
`disassemble`, the inverse; `leniencies`, the places where a text is accepted that a strict reading
refuses; `LIMITS`, language -> resource limits; `resources.count`, the resources of a program. A
text is accepted or refused with a `ProgramError`, nothing else. A new language is one more
`Dialect` in `parser.DIALECTS`; TGSI, which shares no grammar with them, is the package `tgsi`. The
package `text`, below both, has the tokens, numbers and limits of all.

Read `parser.py` first (header, statements), then `options.py`, `declarations.py`,
`instructions.py`, `flow.py`, `operands.py` and `bindings.py`, in the order of the specifications'
grammars.
"""

from softgl.asm.disassemble import disassemble
from softgl.asm.parser import DIALECTS, leniencies, parse
from softgl.asm.text.lexer import Leniency
from softgl.asm.text.limits import LIMITS, Limits

__all__ = ["DIALECTS", "LIMITS", "Leniency", "Limits", "disassemble", "leniencies", "parse"]
