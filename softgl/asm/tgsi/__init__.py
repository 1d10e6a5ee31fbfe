"""The front end of TGSI texts, which begin with VERT, FRAG or GEOM: text -> `Program`.

In: a text and the opcode table. Out: the form that every language has. Registers are declared with
their meaning (`DCL IN[0], GENERIC[2]`) and have fixed names, which the bindings of the other
languages stand behind. What the form has no word for is expanded into instructions that it has:
conditions of operands, SWITCH, predicates, and results that are read.

Read `parser.py` first, then `declarations.py` and `meanings.py` (what registers stand for),
`registers.py`, `operands.py`, `instructions.py`, `flow.py` with `blocks.py` and `calls.py`,
`textures.py` and `finish.py`. The way back, from
programs of every language to such texts, begins in `write.py`.
"""

from softgl.asm.tgsi.finish import finish
from softgl.asm.tgsi.parser import LANGUAGES, begins, leniencies, parse_text

__all__ = ["LANGUAGES", "begins", "finish", "leniencies", "parse_text"]
