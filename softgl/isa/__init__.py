"""The instructions: one entry for each opcode in one table, read by every part that asks.

In: lane operations (`softgl.lanes`). Out: `OPCODES`, name -> `Opcode`.
`table` says what an entry is, in the words of `vocabulary`; the other modules fill the table, a
kind of instruction each.
"""

from softgl.isa import (  # noqa: F401  (they fill the table)
    arithmetic,
    comparison,
    control,
    fragment,
    geometry,
    integer,
    packing,
    special,
    texture,
    vector,
)

from softgl.isa import older_vertex  # noqa: F401  (it shares the entries above)  # isort: skip
from softgl.isa import older_fragment  # noqa: F401  (and those too)  # isort: skip
from softgl.isa import tgsi, tgsi_integer, tgsi_double, tgsi_texture  # noqa: F401  # isort: skip
from softgl.isa.table import LANGUAGES, OPCODES, Opcode, Special
from softgl.isa.vocabulary import DataType, Form, Modifier, Operand

__all__ = [
    "LANGUAGES",
    "OPCODES",
    "DataType",
    "Form",
    "Modifier",
    "Opcode",
    "Operand",
    "Special",
]
