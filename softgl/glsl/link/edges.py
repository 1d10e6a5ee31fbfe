"""The edges of separately linked programs: their first inputs, last outputs, and how they match.

ARB_separate_shader_objects, 2.14.PPO (Shader Interface Matching).
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from softgl.glsl.link.blocks import differences
from softgl.glsl.link.interfaces import Port, ports, same_type
from softgl.glsl.link.stages import LinkedStage
from softgl.glsl.link.varyings import INPUTS
from softgl.glsl.lower.placement import BoundPlace
from softgl.glsl.typed import Storage
from softgl.glsl.types import Scalar, Vector, registers
from softgl.ir.program import Binding, Program, Stage
from softgl.records import dataclass

NUMBERS = (Scalar.INT, Scalar.UINT, Scalar.FLOAT)
MAX_CACHED_PROGRAMS = 256


@dataclass(frozen=True, eq=False)
class EdgePort:
    """An input or output that another program may stand behind. first : its first register."""

    port: Port
    first: int

    @property
    def registers(self) -> range:
        """The numbers of its registers."""
        return range(self.first, self.first + registers(self.port.type))


def edge_ports(stage: LinkedStage, storage: Storage, places: dict) -> tuple[EdgePort, ...]:
    """Returns the inputs (Storage.IN) or outputs (OUT) of a stage that have registers."""
    found = []
    for port in ports(stage, storage).values():
        place = places.get(port.variables[0]) if port.parts else None
        if isinstance(place, BoundPlace) and place.bindings:
            found.append(EdgePort(port, place.bindings[0].indices[0]))
    return tuple(found)


def _matches(out: Port, into: Port) -> bool:
    """True if an input has the value of an output of the same key.

    "scalar and vector inputs with location layout qualifiers will be well-defined if [...] the
    output is a vector with the same basic component type and has more components than the input".
    Mismatches in qualification make an input undefined; here it has the output's value.
    """
    if into.block is not None:
        return not differences(out.block, into.block, instances=False, arrays=False)
    if same_type(out, into):
        return True
    vectors = isinstance(out.type, Vector) and isinstance(into.type, Vector)
    return (
        vectors
        and into.location is not None
        and out.type.scalar is into.type.scalar
        and out.type.scalar in NUMBERS
        and out.type.size > into.type.size
    )


def mismatches(outputs: tuple[EdgePort, ...], inputs: tuple[EdgePort, ...]) -> list[EdgePort]:
    """Returns the inputs of a program that no output of the program before it matches."""
    by_key = {each.port.key: each.port for each in outputs}
    return [
        into
        for into in inputs
        if into.port.key not in by_key or not _matches(by_key[into.port.key], into.port)
    ]


def joined(program: Program, outputs: tuple[EdgePort, ...], inputs: tuple[EdgePort, ...]):
    """Returns the first stage of a program, with the registers of the program before it.

    outputs : of the program before. inputs : of this one. An input without a matching output has
    registers that nothing writes: its value is undefined, and here that of a varying without one.
    """
    unmatched = {id(each) for each in mismatches(outputs, inputs)}
    by_key = {each.port.key: each for each in outputs}
    free = max((each.registers.stop for each in outputs), default=0)
    numbers = {}
    for into in inputs:
        first = free + into.first if id(into) in unmatched else by_key[into.port.key].first
        for place, number in enumerate(into.registers):
            numbers[number] = first + place
    if all(number == other for number, other in numbers.items()):
        return program
    return _renumbered(program, tuple(sorted(numbers.items())))


@lru_cache(maxsize=MAX_CACHED_PROGRAMS)
def _renumbered(program: Program, numbers: tuple[tuple[int, int], ...]) -> Program:
    name, of = INPUTS[program.stage], dict(numbers)

    def moved(binding):
        if binding.name != name:
            return binding
        return Binding(name, (of.get(binding.indices[0], binding.indices[0]),))

    qualifiers = ("flat", "noperspective", "centroid", "smooth")
    return replace(
        program,
        attributes=tuple(map(moved, program.attributes)),
        **{word: frozenset(map(moved, getattr(program, word))) for word in qualifiers},
    )


def executables(programs: dict) -> dict[Stage, Program]:
    """Returns the programs of the stages of a pipeline.

    programs : the `LinkedProgram` of each stage that has an executable, in the order of stages.
    """
    found, before = {}, None
    for stage, linked in programs.items():
        program = linked.programs[stage]
        if before is not None and before is not linked:
            program = joined(program, before.last_outputs, linked.first_inputs)
        found[stage], before = program, linked
    return found
