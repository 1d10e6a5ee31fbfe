"""Shared globals: variables and blocks that several shaders of one stage declare.

GLSL 3.30, 4.2 (Scoping): "Shared globals share the same name space, and must be declared with the
same type. They will share the same storage. [...] All initializers for a shared global must have
the same value, or a link error will result."
"""

from __future__ import annotations

from dataclasses import replace

from softgl.glsl.link.blocks import differences, unify_sizes
from softgl.glsl.link.log import Log
from softgl.glsl.link.matching import sized, unified
from softgl.glsl.link.stages import LinkedStage, is_computed, key
from softgl.glsl.typed import Block, Constant, Shader, Storage, Variable
from softgl.glsl.types import Array, Type
from softgl.ir.program import Stage

_INPUTS = (Storage.IN, Storage.BUILTIN_IN)
_OWN = (Storage.CONST, Storage.LOCAL)


def merge_globals(stage: LinkedStage, log: Log) -> None:
    """Fills in `canonical`, `variables`, `blocks` and `origin` of a stage."""
    blocks: dict[tuple, list[tuple[Shader, Block]]] = {}
    constants: dict[str, list[tuple[Shader, Variable]]] = {}
    found: dict[tuple, list[tuple[Shader, Variable]]] = {}
    for shader in stage.shaders:
        seen: set[Variable] = set()
        for variable in (*shader.globals, *_of_blocks(shader)):
            if variable.storage is Storage.CONST and variable.builtin is None:
                constants.setdefault(variable.name, []).append((shader, variable))
            elif variable.storage not in _OWN and variable not in seen:
                seen.add(variable)
                found.setdefault(key(variable), []).append((shader, variable))
        for block in shader.blocks:
            blocks.setdefault((block.storage, block.name), []).append((shader, block))
    resized: dict[Variable, Variable] = {}
    for name, group in blocks.items():
        unified_blocks, changes = unify_sizes([block for _, block in group])
        resized |= changes
        shaders = [shader for shader, _ in group]
        stage.blocks[name] = _merge_blocks(
            stage, list(zip(shaders, unified_blocks, strict=True)), log
        )
    for group in constants.values():
        for other, variable in group[1:]:
            _check(stage, group[0][0], group[0][1], other, variable, log)
    for name, variables in found.items():
        one = _merge(stage, [(s, resized.get(each, each)) for s, each in variables], log)
        stage.variables[name] = one
        stage.origin[one] = variables[0][0]
        stage.groups[one] = [each for _, each in variables]
        for each in stage.groups[one]:
            stage.canonical[each] = one


def _of_blocks(shader: Shader) -> list[Variable]:
    """Returns the variables of a shader's blocks: instances, and members without one."""
    found: list[Variable] = []
    for block in shader.blocks:
        found.extend(block.members if block.variable is None else (block.variable,))
    return found


def _merge_blocks(stage: LinkedStage, group: list[tuple[Shader, Block]], log: Log) -> Block:
    (shader, first), *others = group
    one = first
    # Instances of geometry inputs may have no size yet: `_sized` compares the others.
    arrays = not (stage.stage is Stage.GEOMETRY and first.storage is Storage.IN)
    for other, block in others:
        reason = differences(first, block, instances=True, arrays=arrays)
        if reason:
            log.error(
                f"block `{first.name}` differs between {stage.place(shader, first.at)} and "
                f"{stage.place(other, block.at)}: {reason}"
            )
        elif one.binding is None and block.binding is not None:
            one = replace(one, binding=block.binding)
    if stage.vertices and one.storage is Storage.IN and one.variable is not None:
        one = replace(one, count=stage.vertices)
    stage.origin[one] = shader
    return one


# -- variables -------------------------------------------------------------------------------------


def _merge(stage: LinkedStage, group: list[tuple[Shader, Variable]], log: Log) -> Variable:
    """Returns the variable that stands for those of one name."""
    (shader, one), *others = group
    type_, last = one.type, max(variable.max_index for _, variable in group)
    changes: dict = {}
    for other, variable in others:
        if not _check(stage, shader, one, other, variable, log):
            continue
        both = unified(type_, variable.type)
        if both is None:  # the second and third of three declarations
            log.error(f"`{one.name}` has different types, {type_} and {variable.type}")
        type_ = both or type_
        if variable.layout:
            changes["layout"] = {**variable.layout, **(changes.get("layout") or one.layout or {})}
        if variable.initializer is not None and one.initializer is None:
            before = changes.setdefault("initializer", variable.initializer)
            if before is not variable.initializer and _clash_of_values(
                before, variable.initializer
            ):
                log.error(
                    f"`{one.name}` has different initialisers in the {stage.stage.value} shaders"
                )
    if last > one.max_index:
        changes["max_index"] = last
    type_ = _sized(stage, one, type_, last, log)
    if type_ is not one.type:
        changes["type"] = type_
    return replace(one, **changes) if changes else one


def _check(stage, shader: Shader, one: Variable, other: Shader, variable: Variable, log) -> bool:
    """Refuses two declarations of a name that differ; False if their types do."""
    if unified(one.type, variable.type) is None:
        log.error(
            f"`{one.name}` has different types: {one.type} in {stage.place(shader, one.at)}, "
            f"{variable.type} in {stage.place(other, variable.at)}"
        )
        return False
    reason = _clash(one, variable)
    if reason:
        log.error(
            f"`{one.name}` has different {reason} in {stage.place(shader, one.at)} and "
            f"{stage.place(other, variable.at)}"
        )
    return True


def _clash(one: Variable, other: Variable) -> str:
    """Returns the qualifiers in which two declarations of one type differ, or ""."""
    if one.storage is not other.storage:
        return f"storage, {one.storage.value} and {other.storage.value},"
    block, second = one.block and one.block.name, other.block and other.block.name
    if block != second:
        return "blocks"
    if one.interpolation != other.interpolation:
        return "interpolation qualifiers"
    if one.builtin is None and one.invariant != other.invariant:
        return "invariant qualifiers"
    # GLSL 1.20 4.3.6 has `centroid varying` as a qualifier of its own.
    if one.builtin is None and one.centroid != other.centroid:
        return "centroid qualifiers"
    mine, theirs = one.layout or {}, other.layout or {}
    for word in mine.keys() & theirs.keys():
        if mine[word] != theirs[word]:
            return f"{word}s"
    if one.initializer is not None and other.initializer is not None:
        return _clash_of_values(one.initializer, other.initializer)
    return ""


def _clash_of_values(one, other) -> str:
    if is_computed(one) or is_computed(other):
        return "initialisers, which are no constants,"
    if isinstance(one, Constant) and isinstance(other, Constant) and one.words != other.words:
        return "initialisers"
    return ""


def _sized(stage: LinkedStage, one: Variable, type_: Type, last: int, log: Log) -> Type:
    """Returns the type of a variable with the size that its uses or the primitive give it."""
    if not isinstance(type_, Array):
        return type_
    if stage.stage is Stage.GEOMETRY and one.storage in _INPUTS:
        # GLSL 3.30, 4.3.8.1: "It is a link-time error if not all provided sizes (sized input arrays
        # and layout size) match across all geometry shaders in the program."
        count = stage.vertices or type_.count or 1
        if type_.count not in (None, count):
            log.error(
                f"geometry input `{one.name}` has {type_.count} elements, but its primitives "
                f"have {count} vertices"
            )
        if last >= count:
            log.error(f"index {last} of `{one.name}`: its primitives have {count} vertices")
        return sized(type_, count)
    if one.storage is Storage.UNIFORM and one.block is None and type_.count is None:
        return type_  # all stages share it
    if last >= 0 and type_.count is not None and last >= type_.count:
        log.error(f"index {last} of `{one.name}` is beyond its {type_.count} elements")
    return sized(type_, last + 1 if last >= 0 else 1)
