"""Uniforms of the default block: names, rows, units and locations.

OpenGL 3.3 compatibility, 2.14.4 (Uniform Variables).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace

from softgl.glsl import limits
from softgl.glsl.link.interfaces import location_of
from softgl.glsl.link.locations import Locations
from softgl.glsl.link.log import Log
from softgl.glsl.link.matching import equal, sized, unified
from softgl.glsl.link.stages import LinkedStage
from softgl.glsl.link.varyings import components
from softgl.glsl.linked import Uniform
from softgl.glsl.lower.placement import UniformPlace
from softgl.glsl.typed import Constant, Storage, Variable
from softgl.glsl.types import Array, Sampler, Struct, Type, registers
from softgl.ir.program import SamplerSlot, Stage
from softgl.records import dataclass

SHADOW = "SHADOW"


@dataclass(frozen=True)
class Leaf:
    """A uniform of a basic type, or an array of one, inside a variable.

    name : as in "lights[1].color". type : of an element. count : of the array, None outside of
    one. path : of member numbers and indices. row, slot, word : the first register, sampler and
    word of it, counted from the variable's first.
    """

    name: str
    type: Type
    count: int | None
    path: tuple[int, ...]
    row: int = 0
    slot: int = 0
    word: int = 0

    def uniform(self, **fields) -> Uniform:
        """Returns the entry of glGetActiveUniform."""
        array = self.count is not None
        name = f"{self.name}[0]" if array else self.name
        return Uniform(name, self.type, self.count or 1, array, **fields)


def slots(type_: Type) -> int:
    """Returns the number of samplers in a value."""
    if isinstance(type_, Array):
        return (type_.count or 1) * slots(type_.element)
    if isinstance(type_, Struct):
        return sum(slots(member.type) for member in type_.members)
    return int(isinstance(type_, Sampler))


def leaves(name: str, type_: Type, path: tuple = (), at=(0, 0, 0)) -> Iterator[Leaf]:
    """Yields the leaves of a variable in order. at : the first row, slot and word of this part."""
    element = type_.element if isinstance(type_, Array) else type_
    if isinstance(element, (Array, Struct)):
        if isinstance(type_, Array):
            parts = [(f"{name}[{n}]", type_.element, n) for n in range(type_.count or 1)]
        else:
            parts = [(f"{name}.{m.name}", m.type, n) for n, m in enumerate(type_.members)]
        for inner, part, number in parts:
            yield from leaves(inner, part, (*path, number), at)
            sizes = (registers(part), slots(part), components(part))
            at = tuple(first + size for first, size in zip(at, sizes, strict=True))
    elif isinstance(type_, Array):
        yield Leaf(name, element, type_.count or 1, path, *at)
    else:
        yield Leaf(name, type_, None, path, *at)


def shrunk(type_: Type, indices: set[int | None]) -> Type:
    """Returns the type of an array up to the last element that code reads, other types as they are.

    "The size parameter contains the highest array element index used, plus one."
    """
    if not isinstance(type_, Array) or None in indices:
        return type_
    return Array(type_.element, min(max(indices) + 1, type_.count or 1))


@dataclass(eq=False)
class UniformVariable:
    """A uniform variable of all stages that declare it.

    indices : see `Uses.live`. stages : the stages in which it is live, with their canonical
        variable. last : the largest constant index of an array without a size.
    """

    variable: Variable
    type: Type
    indices: set[int | None]
    stages: dict[Stage, Variable]
    first: LinkedStage
    initializer: Constant | None = None
    location: int | None = None
    last: int = -1


# -- merging ---------------------------------------------------------------------------------------


def gather(stages: list[LinkedStage], log: Log) -> list[UniformVariable]:
    """Returns the uniform variables outside of blocks, which all stages share by name."""
    found: dict[str, UniformVariable] = {}
    for stage in stages:
        for variable in stage.of(Storage.UNIFORM):
            if variable.block is not None:
                continue
            one = found.get(variable.name)
            if one is None:
                one = found[variable.name] = UniformVariable(
                    variable, variable.type, set(), {}, stage
                )
            else:
                _agree(one, stage, variable, log)
            one.last = max(one.last, variable.max_index)
            if isinstance(variable.initializer, Constant):
                one.initializer = one.initializer or variable.initializer
            where = location_of(variable)
            one.location = where if one.location is None else one.location
            if stage.is_live(variable):
                one.stages[stage.stage] = variable
                one.indices |= stage.uses.live.get(variable, set())
    for one in found.values():
        one.type = sized(one.type, one.last + 1 if one.last >= 0 else 1)
    return list(found.values())


def _agree(one: UniformVariable, stage: LinkedStage, variable: Variable, log: Log) -> None:
    first, es = one.variable, stage.shaders[0].language.es
    both = unified(one.type, variable.type)
    places = f"{one.first.where(first)} and {stage.where(variable)}"
    if both is None:
        log.error(
            f"uniform `{variable.name}` is {one.type} in {one.first.where(first)} "
            f"and {variable.type} in {stage.where(variable)}"
        )
        return
    one.type = both
    if es and not (
        first.precision == variable.precision and equal(first.type, variable.type, precision=True)
    ):
        # ES 1.00 has no rule on declarations that one stage does not use.
        used = one.first.is_live(first) and stage.is_live(variable)
        text = f"uniform `{variable.name}` has different precisions in {places}"
        (log.error if used or stage.version >= 300 else log.warning)(text)
    mine, theirs = one.initializer, variable.initializer
    if isinstance(mine, Constant) and isinstance(theirs, Constant) and mine.words != theirs.words:
        log.error(f"uniform `{variable.name}` has different initialisers in {places}")
    for word in ("location", "binding"):
        a, b = location_of(first, word), location_of(variable, word)
        if a is not None and b is not None and a != b:
            log.error(f"uniform `{variable.name}` has different {word}s, {a} and {b}, in {places}")


# -- places ----------------------------------------------------------------------------------------


@dataclass(eq=False)
class DefaultBlock:
    """The default block of a program under construction.

    uniforms : those of each variable, without locations. explicit : the locations in the shaders'
        texts, by name. locations : the taken ones. samplers : the slots of each stage.
    """

    uniforms: list[list[Uniform]]
    samplers: dict[Stage, list[SamplerSlot]]
    locations: Locations
    explicit: dict[str, int] = field(default_factory=dict)
    rows: int = 0
    units: tuple[int, ...] = ()


def place_uniforms(stages: list[LinkedStage], places: dict[Stage, dict], log: Log) -> DefaultBlock:
    """Enters the places of uniforms outside of blocks, and returns the ones that code names."""
    variables = gather(stages, log)
    block = DefaultBlock([], {stage.stage: [] for stage in stages}, _reserve(variables, log))
    active = [one for one in variables if one.indices]
    for one in active:
        if one.location is None:
            one.type = shrunk(one.type, one.indices)
    if log.failed or _exceeds(stages, active, log):
        return block
    units: list[int] = []
    for one in active:
        _place(one, stages, places, block, units)
        block.uniforms.append(list(_uniforms(one, block, len(units))))
        block.rows += registers(one.type)
        units.extend(_units(one))
    block.units = tuple(units)
    return block


def _place(one: UniformVariable, stages, places, block: DefaultBlock, units: list[int]) -> None:
    for stage in stages:
        variable = one.stages.get(stage.stage)
        if variable is None:
            continue
        slot, own = -1, block.samplers[stage.stage]
        if slots(one.type):
            slot, number = len(own), len(units)
            own.extend(_slots(one, number, stage.version >= 130))
        row = block.rows if registers(one.type) else -1
        resized = variable
        if variable.type is not one.type:
            resized = replace(variable, type=one.type)
            stage.substitute(variable, resized)
        places[stage.stage][resized] = UniformPlace(row, slot)


def _slots(one: UniformVariable, number: int, spreads: bool) -> Iterator[SamplerSlot]:
    for leaf in leaves(one.variable.name, one.type):
        if isinstance(leaf.type, Sampler):
            target = SHADOW + leaf.type.target if leaf.type.shadow else leaf.type.target
            for element in range(leaf.count or 1):
                name = leaf.name if leaf.count is None else f"{leaf.name}[{element}]"
                yield SamplerSlot(name, target, number=number, spreads_depths=spreads)
                number += 1


def _units(one: UniformVariable) -> list[int]:
    """Returns the initial texture units: ARB_shading_language_420pack has layout(binding = n)."""
    binding = location_of(one.variable, "binding")
    count = slots(one.type)
    return [0] * count if binding is None else [binding + n for n in range(count)]


def _uniforms(one: UniformVariable, block: DefaultBlock, unit: int) -> Iterator[Uniform]:
    location = one.location
    for leaf in leaves(one.variable.name, one.type):
        sampler = isinstance(leaf.type, Sampler)
        uniform = leaf.uniform(
            row=None if sampler else block.rows + leaf.row,
            slot=unit + leaf.slot if sampler else None,
            initial=_initial(one, leaf),
            stages=frozenset(one.stages),
        )
        if location is not None:
            block.explicit[uniform.name] = location
            location += uniform.size
        yield uniform


def _initial(one: UniformVariable, leaf: Leaf) -> tuple[int, ...] | None:
    if one.initializer is None:
        return None
    count = (leaf.count or 1) * components(leaf.type)
    return one.initializer.words[leaf.word : leaf.word + count]


def _reserve(variables: list[UniformVariable], log: Log) -> Locations:
    """Takes the explicit locations, those of unused uniforms too.

    ARB_explicit_uniform_location: "No two default-block uniform variables in the program can have
    the same location, even if they are unused".
    """
    table = Locations(limits.MAX_UNIFORM_LOCATIONS)
    for one in variables:
        if one.location is None:
            continue
        count = _count_locations(one.type)
        if one.location + count > table.limit:
            log.error(
                f"uniform `{one.variable.name}` takes the locations {one.location} to "
                f"{one.location + count - 1}; MAX_UNIFORM_LOCATIONS is {table.limit}"
            )
            continue
        others = table.take(one.location, count, one.variable.name)
        if others:
            log.error(f"uniforms `{others[0]}` and `{one.variable.name}` have the same location")
    return table


def _count_locations(type_: Type) -> int:
    if isinstance(type_, Array):
        return (type_.count or 1) * _count_locations(type_.element)
    if isinstance(type_, Struct):
        return sum(_count_locations(member.type) for member in type_.members)
    return 1


# -- limits ----------------------------------------------------------------------------------------


def _exceeds(stages: list[LinkedStage], active: list[UniformVariable], log: Log) -> bool:
    """Checks the sizes of the active variables before any list of their parts is made."""
    failed = False
    for stage in stages:
        mine = [one for one in active if stage.stage in one.stages]
        words = sum(components(one.type) for one in mine)
        limit = limits.MAX_UNIFORM_COMPONENTS
        if words > limit:
            log.error(
                f"the uniforms of the {stage.stage.value} shader have {words} components, more "
                f"than MAX_{stage.stage.name}_UNIFORM_COMPONENTS, {limit}: {_largest(mine)}"
            )
            failed = True
        if sum(slots(one.type) for one in mine) > limit:
            log.error(f"the {stage.stage.value} shader has more than {limit} samplers")
            failed = True
    return failed


def _largest(mine: list[UniformVariable]) -> str:
    ordered = sorted(mine, key=lambda one: -components(one.type))[:10]
    return ", ".join(f"`{one.variable.name}` {components(one.type)}" for one in ordered)
