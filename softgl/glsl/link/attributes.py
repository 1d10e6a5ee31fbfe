"""Vertex attributes: their locations (OpenGL 3.3 compatibility, 2.14.3)."""

from __future__ import annotations

from softgl.glsl import limits
from softgl.glsl.link.interfaces import location_of
from softgl.glsl.link.locations import Locations
from softgl.glsl.link.log import Log
from softgl.glsl.link.stages import LinkedStage
from softgl.glsl.linked import Attribute, LinkRequest
from softgl.glsl.lower.placement import BoundPlace
from softgl.glsl.typed import Storage, Variable
from softgl.glsl.types import Array, innermost, registers
from softgl.ir.program import Binding


def place_attributes(
    stage: LinkedStage, request: LinkRequest, places: dict, log: Log
) -> dict[Variable, Attribute]:
    """Enters the places of a vertex stage's inputs, and returns the ones that code names."""
    active = [variable for variable in stage.of(Storage.IN) if stage.is_live(variable)]
    builtin = [variable for variable in stage.of(Storage.BUILTIN_IN) if stage.is_live(variable)]
    locations = _locate(stage, active, builtin, request, log)
    for variable, first in locations.items():
        numbers = range(first, first + registers(variable.type))
        bindings = tuple(Binding("vertex.attrib", (number,)) for number in numbers)
        places[variable] = BoundPlace(bindings)
    return {
        one: Attribute(
            one.name,
            innermost(one.type),
            one.type.count if isinstance(one.type, Array) else 1,
            locations.get(one, -1),
            isinstance(one.type, Array),
        )
        for one in (*active, *builtin)
    }


def _locate(
    stage: LinkedStage,
    active: list[Variable],
    builtin: list[Variable],
    request: LinkRequest,
    log: Log,
) -> dict[Variable, int]:
    table = Locations(limits.MAX_VERTEX_ATTRIBS)
    bound, found, later = dict(request.attributes), {}, []
    _check_aliases(stage, bound, log)
    for variable in active:
        # "If an active attribute has a binding explicitly set within the shader text and a
        # different binding assigned by BindAttribLocation, the assignment in the shader text is
        # used."
        first, count = location_of(variable), registers(variable.type)
        if first is None:
            first = bound.get(variable.name)
        if first is None:
            later.append(variable)
            continue
        if first + count > table.limit:
            log.error(
                f"attribute `{variable.name}` takes the locations {first} to {first + count - 1}; "
                f"MAX_VERTEX_ATTRIBS is {table.limit}"
            )
            continue
        table.take(first, count, variable.name)
        found[variable] = first
    _check_position(table, builtin, log)
    # The largest first, so that smaller ones fill the gaps.
    for variable in sorted(later, key=lambda one: -registers(one.type)):
        first = table.fit(registers(variable.type))
        if first is None:
            _refuse(table, active, variable, log)
            break
        table.take(first, registers(variable.type), variable.name)
        found[variable] = first
    return found


def _check_aliases(stage: LinkedStage, bound: dict[str, int], log: Log) -> None:
    """Refuses attributes with one location in ES 3.00, active or not.

    OpenGL ES 3.0, 2.12.4: "Binding more than one attribute name to the same location is referred to
    as aliasing, and is not permitted in OpenGL ES Shading Language 3.00 vertex shaders."
    """
    language, table = stage.shaders[0].language, Locations(limits.MAX_VERTEX_ATTRIBS)
    for variable in stage.of(Storage.IN) if language.since(None, 300) else ():
        first = location_of(variable)
        first = bound.get(variable.name) if first is None else first
        count = min(registers(variable.type), table.limit)
        others = table.take(first, count, variable.name) if first is not None else ()
        if others:
            log.error(
                f"attributes `{others[0]}` and `{variable.name}` have the same location; "
                "only GLSL ES 1.00 and OpenGL allow it"
            )


def _check_position(table: Locations, builtin: list[Variable], log: Log) -> None:
    if not any(variable.name == "gl_Vertex" for variable in builtin):
        return
    # "LinkProgram will also fail if the vertex shaders used in the program object contain
    # assignments [...] to an attribute variable bound to generic attribute zero and to the
    # conventional vertex position (gl_Vertex)." No driver refuses it; both are vertex positions.
    if 0 in table.owners:
        log.warning(
            f"attribute `{table.owners[0][0]}` has location 0, which is the place of gl_Vertex, "
            "and gl_Vertex is used too"
        )
    table.reserve(0, "gl_Vertex")


def _refuse(table: Locations, active: list[Variable], variable: Variable, log: Log) -> None:
    total = sum(registers(one.type) for one in active)
    log.error(
        f"no {registers(variable.type)} consecutive locations are free for attribute "
        f"`{variable.name}`: active attributes take {total} of {table.limit}, some of them bound"
    )
