"""The active variables: the instructions of the programs read them.

OpenGL 3.3 compatibility, 2.14.4: "A uniform is considered active if it is determined by the
compiler and linker that the uniform will actually be accessed when the executable code is
executed."
"""

from __future__ import annotations

from dataclasses import replace

from softgl.glsl import limits
from softgl.glsl.link.interfaces import Missing
from softgl.glsl.link.log import Log
from softgl.glsl.link.stages import LinkedStage
from softgl.glsl.link.uniforms import DefaultBlock, leaves, shrunk
from softgl.glsl.linked import Attribute, Uniform
from softgl.glsl.lower.placement import BoundPlace
from softgl.glsl.typed import Storage, Variable
from softgl.glsl.types import Matrix, Type
from softgl.ir.program import Binding, File, Program, Stage
from softgl.records import dataclass

_REGISTERS = {File.PARAMETER: "parameters", File.ATTRIBUTE: "attributes"}


@dataclass(frozen=True)
class Reads:
    """The inputs of a program: bindings of parameters and attributes, numbers of samplers."""

    bindings: frozenset[Binding]
    samplers: frozenset[int]


def reads_of(program: Program) -> Reads:
    """Returns what the instructions of a program read."""
    registers_: dict[File, set[int]] = {file: set() for file in _REGISTERS}
    slots = set()
    for instruction in program.instructions:
        if instruction.texture is not None:
            slots.add(instruction.texture.unit)
        for source in instruction.sources:
            mine = registers_.get(source.file)
            if mine is not None:
                mine.update(range(source.index, source.index + source.count))
            if source.relative is not None or source.vertex is not None:
                for relative in source.indices:
                    if relative.file in registers_:
                        registers_[relative.file].add(relative.index)
    bindings = {
        getattr(program, _REGISTERS[file])[number]
        for file, numbers in registers_.items()
        for number in numbers
    }
    samplers = {program.samplers[slot].number for slot in slots}
    return Reads(frozenset(b for b in bindings if isinstance(b, Binding)), frozenset(samplers))


def active_uniforms(block: DefaultBlock, reads: dict[Stage, Reads], log: Log) -> list[Uniform]:
    """Returns the active uniforms of the default block, with locations."""
    rows = {
        stage: {b.indices[0] for b in read.bindings if b.name == "uniform"}
        for stage, read in reads.items()
    }
    found, samplers = [], dict.fromkeys(reads, 0)
    for uniforms in block.uniforms:
        stages = set()
        for uniform in uniforms:
            for stage in uniform.stages:
                used = rows[stage] if uniform.slot is None else reads[stage].samplers
                if not _registers(uniform).isdisjoint(used):
                    stages.add(stage)
                    samplers[stage] += 0 if uniform.slot is None else uniform.size
        if stages:
            found += [replace(uniform, stages=frozenset(stages)) for uniform in uniforms]
    _check_samplers(samplers, log)
    return [_located(uniform, block, log) for uniform in found]


def _registers(uniform: Uniform) -> set[int]:
    """Returns the rows or units of a uniform."""
    if uniform.slot is not None:
        return set(range(uniform.slot, uniform.slot + uniform.size))
    columns = uniform.type.columns if isinstance(uniform.type, Matrix) else 1
    return set(range(uniform.row, uniform.row + uniform.size * columns))


def _located(uniform: Uniform, block: DefaultBlock, log: Log) -> Uniform:
    table, location = block.locations, block.explicit.get(uniform.name)
    if location is None:
        location = table.fit(uniform.size)
        if location is None:
            log.error(f"uniform `{uniform.name}` finds no location: all {table.limit} are taken")
            return uniform
        table.take(location, uniform.size, uniform.name)
    return replace(uniform, location=location)


def silent_locations(block: DefaultBlock, uniforms: list[Uniform]) -> frozenset[int]:
    """Returns the explicit locations that no active uniform has."""
    used = {u.location + n for u in uniforms for n in range(u.size)}
    return frozenset(block.locations.owners.keys() - used)


def _check_samplers(samplers: dict[Stage, int], log: Log) -> None:
    combined, limit = sum(samplers.values()), limits.MAX_STAGE_TEXTURE_UNITS
    for stage, count in samplers.items():
        if count > limit:
            log.error(f"the {stage.value} shader has {count} samplers, more than {limit}")
    if combined > limits.MAX_COMBINED_TEXTURE_UNITS:
        log.error(
            f"the stages have {combined} samplers together, more than "
            f"MAX_COMBINED_TEXTURE_IMAGE_UNITS, {limits.MAX_COMBINED_TEXTURE_UNITS}"
        )


def builtin_uniforms(stages: list[LinkedStage], reads: dict[Stage, Reads]) -> list[Uniform]:
    """Returns the active built-in state, which has no locations.

    "The returned uniform name can be the name of built-in uniform state as well."
    """
    indices: dict[str, set[int | None]] = {}
    types: dict[str, tuple[Type, set[Stage]]] = {}
    for stage in stages:
        for variable in stage.of(Storage.BUILTIN_UNIFORM):
            bindings = variable.builtin.bindings
            used = stage.uses.live.get(variable)
            if used and not reads[stage.stage].bindings.isdisjoint(bindings):
                indices.setdefault(variable.name, set()).update(used)
                types.setdefault(variable.name, (variable.type, set()))[1].add(stage.stage)
    return [
        leaf.uniform(stages=frozenset(users))
        for name, (type_, users) in types.items()
        for leaf in leaves(name, shrunk(type_, indices[name]))
    ]


def active_attributes(
    attributes: dict[Variable, Attribute], places: dict, reads: Reads
) -> tuple[Attribute, ...]:
    """Returns the attributes that the vertex program reads."""
    found = []
    for variable, attribute in attributes.items():
        place = places.get(variable)
        bound = place.bindings if isinstance(place, BoundPlace) else variable.builtin.bindings
        if not reads.bindings.isdisjoint(bound):
            found.append(attribute)
    return tuple(found)


def check_missing(
    missing: list[Missing], places: dict[Stage, dict], reads: dict[Stage, Reads], log: Log
) -> None:
    """Reports inputs that instructions read and no stage writes."""
    for one in missing:
        stage = one.stage.stage
        mine = [places[stage].get(variable) for variable in one.port.variables]
        bindings = {b for place in mine if isinstance(place, BoundPlace) for b in place.bindings}
        if not reads[stage].bindings.isdisjoint(bindings):
            (log.error if one.fails else log.warning)(one.text)
