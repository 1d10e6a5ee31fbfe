"""Fragment outputs: their colour numbers (OpenGL 3.3 compatibility, 3.12.2, Shader Outputs)."""

from __future__ import annotations

from softgl.glsl import limits
from softgl.glsl.link.interfaces import location_of
from softgl.glsl.link.locations import Locations
from softgl.glsl.link.log import Log
from softgl.glsl.link.stages import LinkedStage
from softgl.glsl.linked import FragmentOutput, LinkRequest
from softgl.glsl.lower.placement import BoundPlace
from softgl.glsl.typed import Storage, Variable
from softgl.glsl.types import Array, innermost, registers
from softgl.ir.program import Binding

COLORS = ("result.color", "result.color.second")
"""The results of the first and second source of blending."""


def place_outputs(
    stage: LinkedStage, request: LinkRequest, places: dict, log: Log
) -> tuple[FragmentOutput, ...]:
    """Enters the places of a fragment stage's outputs, and returns the active ones."""
    _check_builtin(stage, log)
    declared = stage.of(Storage.OUT)
    _check_explicit(stage, declared, log)
    active = [variable for variable in declared if stage.is_live(variable)]
    found = []
    for variable, (first, index) in _locate(active, request, log).items():
        numbers = range(first, first + registers(variable.type))
        bindings = tuple(Binding(COLORS[index], (number,)) for number in numbers)
        places[variable] = BoundPlace(bindings)
        array = isinstance(variable.type, Array)
        count, type_ = variable.type.count if array else 1, innermost(variable.type)
        found.append(FragmentOutput(variable.name, type_, first, index, count, array))
    return tuple(found)


def _locate(
    active: list[Variable], request: LinkRequest, log: Log
) -> dict[Variable, tuple[int, int]]:
    tables = Locations(limits.MAX_DRAW_BUFFERS), Locations(limits.MAX_DUAL_SOURCE_DRAW_BUFFERS)
    bound, found, later = dict(request.outputs), {}, []
    for variable in active:
        # "the assignment in the shader text is used"
        where, count = location_of(variable), registers(variable.type)
        index = location_of(variable, "index") or 0
        if where is None:
            where, index = _bound(bound, variable)
        if where is None:
            later.append(variable)
            continue
        if not _fits(variable, where, index, log):
            continue
        others = tables[index].take(where, count, variable.name)
        if others:
            log.error(
                f"outputs `{others[0]}` and `{variable.name}` have the same location {where} "
                f"and index {index}"
            )
        found[variable] = where, index
    for variable in sorted(later, key=lambda one: -registers(one.type)):
        count = registers(variable.type)
        where = tables[0].fit(count)
        if where is None:
            log.error(
                f"no {count} consecutive locations are free for output `{variable.name}`: "
                f"MAX_DRAW_BUFFERS is {limits.MAX_DRAW_BUFFERS}"
            )
            break
        tables[0].take(where, count, variable.name)
        found[variable] = where, 0
    _check_second(tables, log)
    return found


def _bound(bound: dict, variable: Variable) -> tuple[int | None, int]:
    """Returns the number and index of glBindFragDataLocationIndexed: an array by "a" or "a[0]"."""
    names = [variable.name]
    if isinstance(variable.type, Array):
        names.append(f"{variable.name}[0]")
    return next((bound[name] for name in names if name in bound), (None, 0))


def _fits(variable: Variable, where: int, index: int, log: Log) -> bool:
    limit = (limits.MAX_DRAW_BUFFERS, limits.MAX_DUAL_SOURCE_DRAW_BUFFERS)[index]
    last = where + registers(variable.type) - 1
    if last < limit:
        return True
    name = ("MAX_DRAW_BUFFERS", "MAX_DUAL_SOURCE_DRAW_BUFFERS")[index]
    log.error(f"output `{variable.name}` has location {last} and index {index}; {name} is {limit}")
    return False


def _check_second(tables: tuple[Locations, Locations], log: Log) -> None:
    # "if the program has an active output assigned to a location greater than or equal to the value
    # of MAX_DUAL_SOURCE_DRAW_BUFFERS and has an active output assigned an index greater than or
    # equal to one"
    last = max(tables[0].owners, default=0)
    if tables[1].owners and last >= limits.MAX_DUAL_SOURCE_DRAW_BUFFERS:
        log.error(
            f"output `{tables[0].owners[last][0]}` has location {last}, but with a second source "
            f"of blending MAX_DUAL_SOURCE_DRAW_BUFFERS is {limits.MAX_DUAL_SOURCE_DRAW_BUFFERS}"
        )


def _check_explicit(stage: LinkedStage, declared: list[Variable], log: Log) -> None:
    # GLSL ES 3.00, 4.3.8.2: "If there is more than one output, the location must be specified for
    # all outputs."
    if stage.shaders[0].language.es and len(declared) > 1:
        for variable in declared:
            if location_of(variable) is None:
                log.error(f"output `{variable.name}` needs a location: there are several outputs")


def _check_builtin(stage: LinkedStage, log: Log) -> None:
    """Refuses static writes of gl_FragColor, gl_FragData and others' outputs side by side."""
    # "A fragment shader may not statically assign values to more than one of gl_FragColor,
    # gl_FragData, and any user-defined varying out variable."
    written = stage.uses.writes
    groups = {"gl_FragColor": [], "gl_FragData": [], "": []}
    for variable in written:
        if variable.storage is Storage.OUT:
            groups[""].append(variable)
        elif variable.name in groups:
            groups[variable.name].append(variable)
    used = [group[0] for group in groups.values() if group]
    for other in used[1:]:
        places = []
        for variable in (used[0], other):
            shader = stage.writers[variable]
            places.append(f"`{variable.name}` in {stage.place(shader, written[variable])}")
        log.error(f"the fragment shaders write {places[0]} and {places[1]}, and may write only one")
