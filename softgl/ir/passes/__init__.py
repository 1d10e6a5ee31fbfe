"""Passes over programs of `softgl.ir`: each changes the instructions and keeps every result.

`optimize` takes a validated program and returns another. A pass works on a `Draft`, which is a
valid program between two passes.
"""

from softgl.ir.blocks import CONTROL
from softgl.ir.passes.calls import inline
from softgl.ir.passes.dead import remove_dead
from softgl.ir.passes.draft import Draft
from softgl.ir.passes.jumps import join_jumps
from softgl.ir.passes.propagate import propagate
from softgl.ir.passes.regions import PLAIN_FLOW
from softgl.ir.passes.select import select
from softgl.ir.passes.unroll import unroll
from softgl.ir.program import Program, Stage
from softgl.ir.registers import indexed_words
from softgl.tuning import limits

PASSES = (
    inline,
    propagate,
    remove_dead,
    join_jumps,
    unroll,
    propagate,
    remove_dead,
    select,
    propagate,
    remove_dead,
)
"""The passes in their order. The last two follow passes that change the flow of control."""
CLEANING = (propagate, remove_dead)


def optimize(program: Program) -> Program:
    """Returns a program with the same results, bit for bit, that takes less time.

    Returns programs with jumps, pushed addresses, reduced precision or many indexed elements
    unchanged. Takes time and memory in proportion to the program.
    """
    if not is_plain(program):
        return program
    draft = Draft(program)
    before = None
    for change in PASSES:
        if change in CLEANING and before == draft.instructions:
            continue  # nothing has changed since they cleaned up
        change(draft)
        if change is remove_dead:
            before = list(draft.instructions)
    return draft.finish()


def is_plain(program: Program) -> bool:
    """True if the passes know everything that a program does."""
    if program.profile.flushes or program.stage is Stage.VERTEX_STATE:
        return False
    # Passes look at each element that an index may choose.
    if indexed_words(program) > limits.MAX_PASSES_CHOICES:
        return False
    return not any(
        one.precision
        or (one.destination is not None and one.destination.half)
        or (one.opcode in CONTROL and one.opcode not in PLAIN_FLOW)
        for one in program.instructions
    )
