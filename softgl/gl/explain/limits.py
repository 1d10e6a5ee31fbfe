"""Programs that ended at a limit of steps or of iterations, in words."""

from __future__ import annotations

from collections.abc import Iterator

from softgl.counts import counted
from softgl.ir.flow import STEP_LIMIT
from softgl.ir.program import Program


def ended_programs(facts) -> Iterator[str]:
    """Yields a sentence for each limit that ended a program of the draw."""
    call, counts = facts.call, facts.counts
    for stage, ended, *words in (
        (call.vertex, counts.ended_vertices, "vertex", "vertices"),
        (call.geometry and call.geometry.key, counts.ended_primitives, "primitive", "primitives"),
        (call.fragment, counts.ended, "pixel", "pixels"),
    ):
        for limit, number in ended:
            yield f"{limit_words(stage.program, limit)} at {counted(number, *words)}"


def limit_words(program: Program, limit: int) -> str:
    """Returns the end of a run in words; limit : as in `softgl.ir.execute.Outcome`."""
    name = f"the {program.stage.value} {'shader' if program.of_shader else 'program'}"
    if limit == STEP_LIMIT:
        return f"{name} was ended after {program.step_limit:,} instructions"
    of_loop, in_all = program.iterations.of_loop, program.iterations.in_all
    line = _line_of_loop(program, limit - 1)
    return (
        f"the loop in line {line} of {name} was ended by the limit of iterations ({of_loop:,} of "
        f"one loop, {in_all:,} of all)"
    )


def _line_of_loop(program: Program, loop: int) -> int:
    """Returns the line of a loop in the source, from 1; loop : its number among all."""
    loops = [one for one in program.instructions if one.opcode in ("REP", "LOOP")]
    return program.source.count("\n", 0, loops[loop].span.start) + 1
