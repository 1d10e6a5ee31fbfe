"""Attributes of a program that the stage before it leaves undefined."""

from __future__ import annotations

from softgl.ir.program import Binding, Program, result_components
from softgl.pipeline.keys.link import OF_PRIMITIVES, resolve_result, source_result


def unwritten_attributes(before: Program, program: Program) -> list[Binding]:
    """Returns the attributes of a program whose results the one before it never writes.

    ARB_fragment_program, 3.11.3.1 leaves them undefined. The layer and the viewport are 0 then.
    """
    written = result_components(before.instructions)
    given = {before.results[register] for register, _ in written}
    found = []
    for attribute in program.attributes:
        result = source_result(program.stage, attribute)
        if result is None or attribute.name in OF_PRIMITIVES:
            continue
        if resolve_result(result, given) not in given:
            found.append(attribute)
    return found
