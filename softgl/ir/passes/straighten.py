"""Programs of assembly languages with less control flow: in each lane the same results.

Subroutines are inlined, loops of a constant number of iterations unrolled, and instructions of
small branches get the condition of their branch.
"""

from __future__ import annotations

from dataclasses import replace

from softgl.ir.blocks import CONTROL
from softgl.ir.passes.bounds import never_ends_early
from softgl.ir.passes.calls import inline
from softgl.ir.passes.draft import Draft
from softgl.ir.passes.jumps import join_jumps
from softgl.ir.passes.predicate import predicate
from softgl.ir.passes.regions import PLAIN_FLOW
from softgl.ir.passes.unroll import unroll
from softgl.ir.program import Program, Stage
from softgl.tuning import cached, limits

STRAIGHTENING = (inline, join_jumps, unroll, predicate)
"""The passes in their order. None of them adds a parameter."""
_STAGES = (Stage.VERTEX, Stage.FRAGMENT)


@cached(512)
def straightened(program: Program) -> Program:
    """Returns a program with the same results, bit for bit, and less control flow.

    Shaders, which have been through the passes, come back unchanged. So do geometry programs,
    programs with BRA, LOOP or PUSHA, and programs that might end at a limit: it counts the
    instructions of the text.
    """
    if not limits.STRAIGHTENS_FLOW or program.of_shader or program.stage not in _STAGES:
        return program
    flow = {one.opcode for one in program.instructions} & CONTROL
    if not flow or not flow <= PLAIN_FLOW or program.step_limit is None:
        return program
    if not never_ends_early(program):
        return program
    draft = Draft(program)
    for change in STRAIGHTENING:
        change(draft)
    return replace(draft.finish(), step_limit=None)


def as_executed(m, program: Program, environment) -> Program:
    """Returns the program that a machine executes: that of the text for observers."""
    counted = environment.counts_steps or environment.notes_limits
    return program if m.observer or counted else straightened(program)
