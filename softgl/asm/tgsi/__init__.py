"""The front end of TGSI texts, which begin with VERT, FRAG or GEOM: text -> `Program`.

In: a text and the opcode table. Out: the common form of all languages. Registers have fixed names
and are declared with their meaning (`DCL IN[0], GENERIC[2]`), which becomes a binding as in the
other languages. Features that the form lacks are expanded into its instructions: conditions of
operands, SWITCH, predicates, and results that are read.

Read `parser.py` first, then `declarations.py` and `meanings.py` (the meaning of registers),
`registers.py`, `operands.py`, `instructions.py`, `flow.py` with `blocks.py` and `calls.py`,
`textures.py` and `finish.py`. The inverse, from programs of every language to such texts, begins in
`write.py`.
"""

from softgl.asm.tgsi.finish import finish
from softgl.asm.tgsi.parser import LANGUAGES, begins, leniencies, parse_text

__all__ = ["LANGUAGES", "begins", "finish", "leniencies", "parse_text"]
