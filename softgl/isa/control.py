"""Control flow: instructions that select the next one to execute; `softgl.ir.blocks` reads them.

A condition passes if its test passes for any of the four components.
"""

from __future__ import annotations

from softgl.isa.table import flow
from softgl.isa.vocabulary import (
    ALL_TYPES,
    CONDITION,
    HALF,
    LABEL,
    NOTHING,
    OPTIONAL_CONDITION,
    OPTIONAL_VECTOR,
    TYPE,
)

flow(
    "IF", CONDITION, "IF: Start of If Test Block",
    "Continues with the next instruction if the condition passes, else after ELSE or ENDIF.",
)  # fmt: skip
flow(
    "ELSE", NOTHING, "ELSE: Start of If Test Else Block",
    "Begins the block for a condition of IF that did not pass.",
)  # fmt: skip
flow("ENDIF", NOTHING, "ENDIF: End of If Test Block", "Ends an IF block; does nothing else.")
flow(
    "REP", OPTIONAL_VECTOR, "REP: Start of Repeat Block",
    "Repeats a block as often as the x of its operand says (its floor), or until BRK or RET.",
    types=ALL_TYPES, modifiers=TYPE | HALF,
)  # fmt: skip
flow(
    "ENDREP", NOTHING, "ENDREP: End of Repeat Block",
    "Ends a REP block: repeats the block as often as its count says.",
)  # fmt: skip
flow(
    "BRK", OPTIONAL_CONDITION, "BRK: Break out of Loop Instruction",
    "Leaves the innermost REP block if the condition passes.",
)  # fmt: skip
flow(
    "CONT", OPTIONAL_CONDITION, "CONT: Continue with Next Loop Iteration",
    "Jumps to the ENDREP of the innermost REP block if the condition passes.",
)  # fmt: skip
flow(
    "CAL", LABEL + OPTIONAL_CONDITION, "CAL: Subroutine Call",
    "Calls the subroutine at a label if the condition passes.",
)  # fmt: skip
flow(
    "RET", OPTIONAL_CONDITION, "RET: Subroutine Return",
    "Returns from a subroutine, or ends the program outside of any, if the condition passes.",
)  # fmt: skip
