"""Transform feedback: the outputs behind the names of glTransformFeedbackVaryings.

OpenGL 3.3 compatibility, 2.14.6 (Varying Variables); ARB_transform_feedback3 for the special names.
"""

from __future__ import annotations

import re

from softgl.glsl import limits
from softgl.glsl.link.log import Log
from softgl.glsl.link.stages import LinkedStage
from softgl.glsl.link.varyings import components
from softgl.glsl.linked import LinkRequest, Varying
from softgl.glsl.lower.placement import BoundPlace
from softgl.glsl.lower.places import member_offsets
from softgl.glsl.typed import Storage, Variable
from softgl.glsl.types import Array, Matrix, Sampler, Struct, Type, Vector, registers
from softgl.ir.program import Binding
from softgl.records import dataclass

SKIPS = {f"gl_SkipComponents{n}": n for n in (1, 2, 3, 4)}
NEXT_BUFFER = "gl_NextBuffer"
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
_NAME = re.compile(r"(\w+)((?:\.\w+|\[(?:0|[1-9]\d{0,8})\])*)")  # as names of uniforms


@dataclass(frozen=True)
class Captured:
    """A captured output. first : its first register, counted from the variable's. type : as named,
    an element or the whole array."""

    name: str
    variable: Variable
    first: int
    type: Type


def find_captured(
    stage: LinkedStage | None, request: LinkRequest, log: Log
) -> list[Captured | None]:
    """Returns the output behind each name, None for the special names."""
    if request.varyings and stage is None:
        log.error("transform feedback needs a vertex or geometry shader")
        return []
    found, seen = [], set()
    for name in request.varyings:
        if name in SKIPS or name == NEXT_BUFFER:
            if not request.interleaved:
                log.error(f"`{name}` needs interleaved transform feedback")
            found.append(None)
            continue
        if name in seen:
            log.error(f"transform feedback has `{name}` twice")
        seen.add(name)
        one = _find(stage, name)
        if one is None:
            log.error(
                f"`{name}` of transform feedback is no output of the {stage.stage.value} shader"
            )
        found.append(one)
    return found if None not in _ordinary(request, found) else []


def _ordinary(request: LinkRequest, found) -> list:
    special = {*SKIPS, NEXT_BUFFER}
    return [one for name, one in zip(request.varyings, found, strict=True) if name not in special]


def _find(stage: LinkedStage, name: str) -> Captured | None:
    match = _NAME.fullmatch(name)
    if not match:
        return None
    head, steps = match[1], _STEP.findall(match[2])
    variable, first = stage.named(head), 0
    if variable is None or variable.storage not in (Storage.OUT, Storage.BUILTIN_OUT):
        # "the block name is always used in place of the instance name"
        block = stage.blocks.get((Storage.OUT, head))
        if block is None or block.variable is None:
            return None
        variable = stage.canonical[block.variable]
    type_ = variable.type
    for member, index in steps:
        if member:
            if not isinstance(type_, Struct) or member not in type_.numbers:
                return None
            number = type_.numbers[member]
            first += member_offsets(type_)[number][0]
            type_ = type_.members[number].type
        else:
            if not isinstance(type_, Array) or int(index) >= (type_.count or 1):
                return None
            first += int(index) * registers(type_.element)
            type_ = type_.element
    element = type_.element if isinstance(type_, Array) else type_
    if isinstance(element, (Struct, Array, Sampler)):
        return None
    return Captured(name, variable, first, type_)


# -- places ----------------------------------------------------------------------------------------


def record(
    captured: list[Captured | None], request: LinkRequest, places: dict, log: Log
) -> tuple[Varying, ...]:
    """Returns the captured words of each name, and checks their number."""
    found = []
    for name, one in zip(request.varyings, captured, strict=True):
        if one is None:
            skipped = SKIPS.get(name, 0)
            found.append(Varying(name, None, skipped, (), skipped, name == NEXT_BUFFER))
            continue
        array = isinstance(one.type, Array)
        element, count = (one.type.element, one.type.count or 1) if array else (one.type, 1)
        words = _words(one, places)
        found.append(Varying(name, element, count, words))
        limit = limits.MAX_FEEDBACK_SEPARATE_COMPONENTS
        if not request.interleaved and len(words) > limit:
            log.error(
                f"`{name}` of transform feedback has {len(words)} components, more than "
                f"MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS, {limit}"
            )
    _check(found, request, log)
    return tuple(found)


def _words(one: Captured, places: dict) -> tuple[tuple[Binding, int], ...]:
    builtin = one.variable.builtin
    place = places.get(one.variable)
    if builtin is not None:
        bindings = builtin.bindings
    else:
        bindings = place.bindings if isinstance(place, BoundPlace) else ()
    used = bindings[one.first : one.first + registers(one.type)]
    sizes = _sizes(one.type)
    return tuple((b, n) for b, size in zip(used, sizes, strict=False) for n in range(size))


def _sizes(type_: Type) -> list[int]:
    """Returns the number of components of each register of a value."""
    if isinstance(type_, Vector):
        return [type_.size]
    if isinstance(type_, Matrix):
        return [type_.rows] * type_.columns
    return _sizes(type_.element) * (type_.count or 1)


def _check(found: list[Varying], request: LinkRequest, log: Log) -> None:
    buffers = 1 + sum(one.next_buffer for one in found)
    if buffers > limits.MAX_FEEDBACK_BUFFERS:
        log.error(
            f"transform feedback has {buffers} buffers, more than "
            f"MAX_TRANSFORM_FEEDBACK_BUFFERS, {limits.MAX_FEEDBACK_BUFFERS}"
        )
    if not request.interleaved:
        return
    total = sum(len(one.components) + one.skipped for one in found)
    limit = limits.MAX_FEEDBACK_INTERLEAVED_COMPONENTS
    if total > limit:
        log.error(
            f"transform feedback has {total} components, more than "
            f"MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS, {limit}"
        )


def emitted_components(stage: LinkedStage, places: dict) -> int:
    """Returns the number of components that a stage gives to the next one, or to feedback."""
    total = 0
    for variable in stage.of(Storage.OUT, Storage.BUILTIN_OUT):
        if variable in places or (variable.builtin is not None and stage.is_live(variable)):
            total += components(variable.type)
    return total
