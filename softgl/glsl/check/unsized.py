"""Arrays without a size, which get the one that their constant indices want.

Local arrays and members of blocks get theirs at the end of the shader; the linker gives the others
one, for several shaders may declare them.
"""

from __future__ import annotations

from dataclasses import field, replace

from softgl.glsl import typed, types
from softgl.glsl.typed import Storage
from softgl.glsl.types import Array, Struct
from softgl.records import dataclass


@dataclass(eq=False)
class UnsizedBlock:
    """A block with members that have no size.

    nodes : the expressions whose type changes with the block's. most : the largest index into each
    of these members.
    """

    block: typed.Block
    nodes: list[typed.Expression] = field(default_factory=list)
    most: dict[int, int] = field(default_factory=dict)


def is_unsized(type_: types.Type) -> bool:
    """True for arrays without a size."""
    return isinstance(type_, Array) and type_.count is None


def note_node(c, node: typed.Expression, whole: types.Type) -> None:
    """Remembers an expression whose type depends on that of a block with unsized members."""
    if c.unsized and (found := c.unsized.get(whole)) is not None:
        found.nodes.append(node)


def note_index(c, whole: typed.Expression, number: int) -> None:
    """Remembers a constant index into an array without a size."""
    if type(whole) is typed.Reference:
        whole.variable.max_index = max(whole.variable.max_index, number)
    elif type(whole) is typed.Member and (found := c.unsized.get(whole.object.type)) is not None:
        found.most[whole.number] = max(found.most.get(whole.number, 0), number)


def size_arrays(c) -> None:
    """Gives local arrays and members of blocks their sizes."""
    for variable, references in c.references.items():
        member = variable.block is not None and variable.member is not None
        if (variable.storage is Storage.LOCAL or member) and is_unsized(variable.type):
            variable.type = Array(variable.type.element, variable.max_index + 1 or 1)
            for reference in references:
                reference.type = variable.type
    for block in c.unsized.values():
        _size_block(block)


def _size_block(found: UnsizedBlock) -> None:
    block = found.block
    members = []
    block.implicit = frozenset(
        n for n, one in enumerate(block.type.members) if is_unsized(one.type)
    )
    for number, member in enumerate(block.type.members):
        type_ = member.type
        if block.variable is None:
            type_ = block.members[number].type
        if is_unsized(type_):
            type_ = Array(type_.element, found.most.get(number, 0) + 1)
        members.append(replace(member, type=type_))
        if block.variable is None:
            block.members[number].type = type_
    struct = block.type = Struct(block.name, tuple(members))
    variable = block.variable
    if variable is not None:
        whole = isinstance(variable.type, Array)
        variable.type = Array(struct, variable.type.count) if whole else struct
    for node in found.nodes:
        if type(node) is typed.Reference:
            node.type = node.variable.type
        elif type(node) is typed.Member:
            node.type = struct.members[node.number].type
        else:
            node.type = struct
