"""The registers of varyings, and the limits on their components."""

from __future__ import annotations

from softgl.glsl import limits
from softgl.glsl.link.interfaces import Pair, Port, ports
from softgl.glsl.link.log import Log
from softgl.glsl.link.stages import LinkedStage
from softgl.glsl.lower.placement import BoundPlace
from softgl.glsl.typed import Storage, Variable
from softgl.glsl.types import Array, Matrix, Struct, Type, Vector, registers
from softgl.ir.program import Binding, Stage

INPUTS = {Stage.GEOMETRY: "vertex.varying", Stage.FRAGMENT: "fragment.varying"}
OUTPUT = "result.varying"
_UNCOUNTED = frozenset({
    *("gl_Position", "gl_PositionIn", "gl_FragCoord", "gl_FrontFacing", "gl_PointCoord"),
    *("gl_PrimitiveID", "gl_PrimitiveIDIn", "gl_VerticesIn", "gl_in"),
    *("gl_SampleID", "gl_SamplePosition"),
})  # fmt: skip


def components(type_: Type) -> int:
    """Returns the number of components of a value."""
    if isinstance(type_, Vector):
        return type_.size
    if isinstance(type_, Matrix):
        return type_.columns * type_.rows
    if isinstance(type_, Array):
        return (type_.count or 1) * components(type_.element)
    if isinstance(type_, Struct):
        return sum(components(member.type) for member in type_.members)
    return 0


def place_varyings(
    producer: LinkedStage | None,
    consumer: LinkedStage | None,
    pairs: list[Pair],
    captured: frozenset[Variable],
    everything: bool,
    places: dict[Stage, dict],
    log: Log,
) -> None:
    """Enters the places of the outputs of one stage and the inputs of the next.

    captured : outputs that transform feedback records. everything : True at the edge of a separable
    program, where each output and input is active.
    """
    if _exceeds(producer, consumer, _count(producer, consumer, everything), log):
        return
    first, matched = 0, {pair.output.key: pair.input for pair in pairs}
    for port in ports(producer, Storage.OUT).values() if producer else ():
        into = matched.get(port.key)
        used = into is not None and into.is_live(consumer)
        if used or everything or captured & set(port.variables):
            _enter(port, first, OUTPUT, places[producer.stage])
            if into is not None:
                _enter(into, first, INPUTS[consumer.stage], places[consumer.stage])
            first += registers(port.type)
    for port in ports(consumer, Storage.IN).values() if consumer else ():
        mine = places[consumer.stage]
        missing = port.variables and port.variables[0] not in mine
        if missing and (everything or port.is_live(consumer)):
            _enter(port, first, INPUTS[consumer.stage], mine)
            first += registers(port.type)


def _enter(port: Port, first: int, name: str, places: dict[Variable, BoundPlace]) -> None:
    for variable, offset, type_ in port.parts:
        start = first + offset
        numbers = range(start, start + registers(type_))
        places[variable] = BoundPlace(tuple(Binding(name, (number,)) for number in numbers))


# -- limits ----------------------------------------------------------------------------------------


def _count(
    producer: LinkedStage | None, consumer: LinkedStage | None, everything: bool
) -> dict[str, int]:
    """Returns the number of components of each varying that crosses the boundary."""
    found: dict[str, int] = {}
    if consumer is not None:
        for port in ports(consumer, Storage.IN).values():
            if port.is_live(consumer) or everything:
                found[port.name] = components(port.type)
        for variable in consumer.of(Storage.BUILTIN_IN):
            if consumer.is_live(variable) and variable.name not in _UNCOUNTED:
                type_ = variable.type
                if consumer.stage is Stage.GEOMETRY and isinstance(type_, Array):
                    type_ = type_.element
                found[variable.name] = components(type_)
    elif producer is not None and everything:
        for port in ports(producer, Storage.OUT).values():
            found[port.name] = components(port.type)
    return found


def _exceeds(producer, consumer, counts: dict[str, int], log: Log) -> bool:
    if consumer is None:
        limit, name = limits.MAX_VERTEX_OUTPUT_COMPONENTS, "MAX_VERTEX_OUTPUT_COMPONENTS"
    elif consumer.stage is Stage.GEOMETRY:
        limit, name = limits.MAX_GEOMETRY_INPUT_COMPONENTS, "MAX_GEOMETRY_INPUT_COMPONENTS"
    elif producer is not None and producer.stage is Stage.GEOMETRY:
        limit, name = limits.MAX_GEOMETRY_OUTPUT_COMPONENTS, "MAX_GEOMETRY_OUTPUT_COMPONENTS"
    else:
        limit, name = limits.MAX_VARYING_COMPONENTS, "MAX_VARYING_COMPONENTS"
    total = sum(counts.values())
    if total > limit:
        largest = sorted(counts.items(), key=lambda item: -item[1])[:20]
        listed = ", ".join(f"{variable} {count}" for variable, count in largest)
        log.error(f"varyings have {total} components, more than {name}, {limit}: {listed}")
    return total > limit


def qualified(stage: LinkedStage, places: dict[Variable, BoundPlace]) -> dict[str, set[Binding]]:
    """Returns the inputs of a fragment shader that are "flat", "noperspective" or "centroid".

    "smooth" : colours with a qualifier, which ShadeModel leaves alone.
    """
    found: dict[str, set[Binding]] = {"flat": set(), "noperspective": set(), "centroid": set()}
    colors: set[Binding] = set()
    for variable in stage.of(Storage.IN):
        place = places.get(variable)
        if not isinstance(place, BoundPlace):
            continue
        block, start = variable.block, 0
        if block is None or variable.member is not None:
            words = {variable.interpolation, "centroid" if variable.centroid else ""}
            if block is not None:
                words |= set(block.type.members[variable.member].layout)
            _qualify(found, words, place.bindings)
            continue
        while start < len(place.bindings):  # of each instance
            for member in block.type.members:
                count = registers(member.type)
                _qualify(found, set(member.layout), place.bindings[start : start + count])
                start += count
    for variable in stage.of(Storage.BUILTIN_IN):
        if variable.interpolation:
            _qualify(found, {variable.interpolation}, variable.builtin.bindings)
        if variable.interpolation in ("smooth", "noperspective"):
            # GLSL 1.30, 4.3.6: "A variable qualified as smooth will be interpolated in a
            # perspective-correct manner"; ShadeModel is left with colours that are not redeclared.
            colors.update(variable.builtin.bindings)
    return found | {"smooth": colors}


def _qualify(found: dict[str, set[Binding]], words: set[str], bindings) -> None:
    for word in words & found.keys():
        found[word].update(bindings)


def check_emitted(max_vertices: int, outputs: int, log: Log) -> None:
    """Checks the components of all vertices of a geometry shader."""
    total, limit = max_vertices * outputs, limits.MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS
    if total > limit:
        log.error(
            f"{max_vertices} vertices of {outputs} components each are {total}, more than "
            f"MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS, {limit}"
        )
