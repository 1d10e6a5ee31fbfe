"""Control flow: the instructions that say which one is next. `softgl.ir.blocks` reads them.

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
    "Goes on with the next instruction if the condition passes, else behind ELSE or ENDIF.",
)  # fmt: skip
flow(
    "ELSE", NOTHING, "ELSE: Start of If Test Else Block",
    "Begins what is executed where the condition of IF did not pass.",
)  # fmt: skip
flow("ENDIF", NOTHING, "ENDIF: End of If Test Block", "Ends an IF block; does nothing else.")
flow(
    "REP", OPTIONAL_VECTOR, "REP: Start of Repeat Block",
    "Repeats a block as often as the x of its operand says (its floor), or until BRK or RET.",
    types=ALL_TYPES, modifiers=TYPE | HALF,
)  # fmt: skip
flow(
    "ENDREP", NOTHING, "ENDREP: End of Repeat Block",
    "Ends a REP block: counts down, and goes back behind REP while there is something to repeat.",
)  # fmt: skip
flow(
    "BRK", OPTIONAL_CONDITION, "BRK: Break out of Loop Instruction",
    "Goes on behind the innermost REP block if the condition passes.",
)  # fmt: skip
flow(
    "CONT", OPTIONAL_CONDITION, "CONT: Continue with Next Loop Iteration",
    "Goes on at the ENDREP of the innermost REP block if the condition passes.",
)  # fmt: skip
flow(
    "CAL", LABEL + OPTIONAL_CONDITION, "CAL: Subroutine Call",
    "Calls the subroutine at a label if the condition passes.",
)  # fmt: skip
flow(
    "RET", OPTIONAL_CONDITION, "RET: Subroutine Return",
    "Returns from a subroutine, or ends the program outside of any, if the condition passes.",
)  # fmt: skip
