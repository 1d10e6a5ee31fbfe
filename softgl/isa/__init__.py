"""The instruction sets: one table of opcodes for parsers, validator and machines.

In: lane operations (`softgl.lanes`). Out: `OPCODES`, name -> `Opcode`.
`table` defines an entry, in the words of `vocabulary`; each other module fills the table with one
kind of instruction.
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

from softgl.isa import older_vertex  # noqa: F401  (it shares entries of the modules above)  # isort: skip
from softgl.isa import older_fragment  # noqa: F401  (it too)  # isort: skip
from softgl.isa import tgsi, tgsi_integer, tgsi_double, tgsi_texture  # noqa: F401  # isort: skip
from softgl.isa import glsl, glsl_math  # noqa: F401  (it takes theirs)  # isort: skip
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
