"""Uniform blocks: matched across all shaders, and listed for GL's queries.

OpenGL 3.3 compatibility, 2.14.4; offsets are those of `softgl.glsl.layouts`.
"""

from __future__ import annotations

from dataclasses import replace

from softgl.glsl import limits
from softgl.glsl.layouts import Layout, layout
from softgl.glsl.link.blocks import differences
from softgl.glsl.link.log import Log
from softgl.glsl.link.stages import LinkedStage
from softgl.glsl.link.uniforms import Leaf, leaves
from softgl.glsl.linked import Uniform, UniformBlock
from softgl.glsl.lower.placement import BlockPlace
from softgl.glsl.typed import Block, Storage
from softgl.glsl.types import Array, Matrix, Struct
from softgl.ir.program import BufferBinding, Stage
from softgl.records import dataclass

WORD, ROW = 4, 16
"""Bytes of a word and of a row of a vector buffer."""


@dataclass(eq=False)
class SharedBlock:
    """A uniform block of a program. stages : the declaring ones, with their canonical block."""

    block: Block
    first: LinkedStage
    stages: dict[Stage, Block]


def gather_blocks(stages: list[LinkedStage], log: Log) -> list[SharedBlock]:
    """Returns the active uniform blocks.

    Blocks of the layouts "std140" and "shared" are active if they are declared, others if code uses
    them.
    """
    found: dict[str, SharedBlock] = {}
    outside: dict[str, tuple[LinkedStage, Block | None]] = {}
    for stage in stages:
        _check_scopes(stage, outside, log)
        for (storage, name), block in stage.blocks.items():
            if storage is not Storage.UNIFORM:
                continue
            one = found.get(name)
            if one is not None:
                es = stage.shaders[0].language.es
                reason = differences(one.block, block, instances=True, precision=es)
                if reason:
                    log.error(
                        f"uniform block `{name}` differs between {one.first.where(one.block)} and "
                        f"{stage.where(block)}: {reason}"
                    )
                    continue
                if one.block.binding is None and block.binding is not None:
                    one.block = replace(one.block, binding=block.binding)
                    one.first.origin[one.block] = one.first.shaders[0]
            if one is None:
                one = found[name] = SharedBlock(block, stage, {})
            if block.layout != "packed" or _is_used(stage, block):
                one.stages[stage.stage] = block
    return [one for one in found.values() if one.stages]


def _is_used(stage: LinkedStage, block: Block) -> bool:
    variables = block.members if block.variable is None else (block.variable,)
    return any(map(stage.is_live, variables))


def _check_scopes(stage: LinkedStage, outside: dict, log: Log) -> None:
    """Refuses two uniforms of one name unless both are outside of blocks, or in one block."""
    for variable in stage.of(Storage.UNIFORM):
        block = variable.block
        if block is not None and variable.member is None:
            continue
        first, other = outside.setdefault(variable.name, (stage, block))
        if (other and other.name) != (block and block.name):
            log.error(
                f"uniform `{variable.name}` is {_scope(other)} in the {first.stage.value} shader "
                f"and {_scope(block)} in {stage.where(variable)}"
            )


def _scope(block: Block | None) -> str:
    return "outside of blocks" if block is None else f"in block `{block.name}`"


# -- places ----------------------------------------------------------------------------------------


@dataclass(eq=False)
class Blocks:
    """The uniform blocks of a program: entries, their uniforms, and the buffers of each stage.

    Entries number their uniforms from the first of `uniforms` on.
    """

    blocks: list[UniformBlock]
    uniforms: list[Uniform]
    buffers: dict[Stage, list[BufferBinding]]


def place_blocks(stages: list[LinkedStage], places: dict[Stage, dict], log: Log) -> Blocks:
    """Enters the places of uniform blocks, and returns the active ones."""
    found = Blocks([], [], {stage.stage: [] for stage in stages})
    shared = gather_blocks(stages, log)
    if log.failed or _exceeds(stages, shared, log):
        return found
    by_stage = {stage.stage: stage for stage in stages}
    for one in shared:
        block, point = one.block, len(found.blocks)
        inside = layout(block.type, block.row_major)
        size = -(-inside.size * WORD // ROW) * ROW
        count = 1 if block.count is None else block.count
        start = len(found.uniforms)
        mine = list(_uniforms(one, inside, point))
        found.uniforms += mine
        numbers = tuple(range(start, start + len(mine)))
        for n in range(count):
            name = block.name if block.count is None else f"{block.name}[{n}]"
            binding = 0 if block.binding is None else block.binding + n
            found.blocks.append(UniformBlock(name, size, numbers, frozenset(one.stages), binding))
        for stage, its in one.stages.items():
            buffers = found.buffers[stage]
            place = BlockPlace(len(buffers))
            buffers.extend(BufferBinding(point + n, 0, size // ROW, True) for n in range(count))
            canonical = by_stage[stage].canonical
            for variable in its.members if its.variable is None else (its.variable,):
                places[stage][canonical[variable]] = place
    return found


def _uniforms(one: SharedBlock, inside: Layout, point: int):
    """Yields the members of a block: "Block.member" with an instance name, else "member"."""
    block, stages = one.block, frozenset(one.stages)
    prefix = f"{block.name}." if block.variable is not None else ""
    for number, member in enumerate(block.type.members):
        for leaf in leaves(prefix + member.name, member.type, (number,)):
            offset, its = _find(block.type, inside, leaf)
            stride = its.stride if leaf.count is not None else 0
            element = its.element if leaf.count is not None else its
            matrix = isinstance(leaf.type, Matrix)
            yield leaf.uniform(
                block=point,
                offset=offset * WORD,
                array_stride=stride * WORD,
                matrix_stride=element.stride * WORD if matrix else 0,
                row_major=matrix and element.row_major,
                stages=stages,
            )


def _find(type_: Struct, inside: Layout, leaf: Leaf) -> tuple[int, Layout]:
    """Returns the offset in words and the layout of a leaf."""
    offset, part = 0, type_
    for number in leaf.path:
        if isinstance(part, Array):
            offset, inside, part = offset + number * inside.stride, inside.element, part.element
        else:
            start, inside = inside.members[number]
            offset, part = offset + start, part.members[number].type
    return offset, inside


# -- limits ----------------------------------------------------------------------------------------


def _exceeds(stages: list[LinkedStage], shared: list[SharedBlock], log: Log) -> bool:
    failed = False
    for one in shared:
        size = layout(one.block.type, one.block.row_major).size * WORD
        if size > limits.MAX_UNIFORM_BLOCK_SIZE:
            log.error(
                f"uniform block `{one.block.name}` has {size} bytes, more than "
                f"MAX_UNIFORM_BLOCK_SIZE, {limits.MAX_UNIFORM_BLOCK_SIZE}"
            )
            failed = True
    combined = 0
    for stage in stages:
        count = sum(_elements(one) for one in shared if stage.stage in one.stages)
        combined += count
        if count > limits.MAX_STAGE_UNIFORM_BLOCKS:
            log.error(
                f"the {stage.stage.value} shader has {count} uniform blocks, more than "
                f"MAX_{stage.stage.name}_UNIFORM_BLOCKS, {limits.MAX_STAGE_UNIFORM_BLOCKS}"
            )
            failed = True
    if combined > limits.MAX_COMBINED_UNIFORM_BLOCKS:
        log.error(
            f"the stages have {combined} uniform blocks together, more than "
            f"MAX_COMBINED_UNIFORM_BLOCKS, {limits.MAX_COMBINED_UNIFORM_BLOCKS}"
        )
        failed = True
    return failed


def _elements(one: SharedBlock) -> int:
    return 1 if one.block.count is None else one.block.count
