"""Interface blocks: equality of declarations."""

from __future__ import annotations

from dataclasses import replace

from softgl.glsl.link.matching import equal
from softgl.glsl.typed import Block, Storage, Variable
from softgl.glsl.types import Array, Matrix, Member, Struct, Type, contains

_INTERPOLATIONS = ("smooth", "flat", "noperspective")


def differences(
    one: Block, other: Block, *, instances: bool, arrays: bool = True, precision: bool = False
) -> str:
    """Returns the first difference of two blocks of one name, or "" if they match.

    GLSL 3.30, 4.3.7: "Matched block names within an interface (as defined above) must match in
    terms of having the same number of declarations with the same sequence of types and the same
    sequence of member names, as well as having the same member-wise layout qualification".

    instances : True if both must have an instance name or both none, as blocks of uniforms and of
    one stage. arrays : True if the sizes of instance arrays count. precision : True if the
    precisions of members count, as in ES.
    """
    if one.row_major != other.row_major:
        return "the order of matrices"
    mine, theirs = one.type.members, other.type.members
    if len(mine) != len(theirs):
        return f"{len(mine)} and {len(theirs)} members"
    for a, b in zip(mine, theirs, strict=True):
        if a.name != b.name:
            return f"members `{a.name}` and `{b.name}`"
        if not equal(a.type, b.type):
            return f"`{a.name}` is {a.type} and {b.type}"
        # GLSL ES 3.00 4.3.7: "the same sequence of types, precisions and ... member names".
        same = a.precision == b.precision and equal(a.type, b.type, precision=True)
        if precision and not same:
            return f"the precisions of `{a.name}`"
        if _qualifiers(one, a) != _qualifiers(other, b):
            return f"the qualifiers of `{a.name}`"
    if one.layout != other.layout:
        return f"layouts {one.layout} and {other.layout}"
    if arrays and one.count != other.count:
        return f"{_size(one)} and {_size(other)}"
    if instances and (one.variable is None) != (other.variable is None):
        return "only one has an instance name"
    if one.binding is not None and other.binding is not None and one.binding != other.binding:
        return f"bindings {one.binding} and {other.binding}"
    return ""


def _qualifiers(block: Block, member: Member) -> tuple:
    """Returns the qualifiers of a member that count: the order only of matrices and structures."""
    words, order = set(member.layout), None
    if block.storage is Storage.UNIFORM and contains(member.type, (Matrix, Struct)):
        order = block.row_major
        for word in member.layout:
            order = {"row_major": True, "column_major": False}.get(word, order)
    way = next((word for word in _INTERPOLATIONS if word in words), "")
    return order, way, "centroid" in words


def _size(block: Block) -> str:
    return "no array" if block.count is None else f"{block.count} elements"


def unify_sizes(blocks: list[Block]) -> tuple[list[Block], dict[Variable, Variable]]:
    """Gives members without a size the one that all shaders of a stage want.

    GLSL 3.30, 4.2 (Scoping): "An array implicitly sized in one shader can be explicitly sized by
    another shader. If no shader has an explicit size for the array, the largest implicit size is
    used."

    Returns the blocks, and their variables whose types have changed, old to new.
    """
    columns = [[one.type for one in block.type.members] for block in blocks]
    alike = len({len(column) for column in columns}) == 1
    if not alike or not any(block.implicit for block in blocks):
        return blocks, {}
    for number, found in enumerate(zip(*columns, strict=True)):
        written = [
            type_ for type_, b in zip(found, blocks, strict=True) if number not in b.implicit
        ]
        largest = written[0] if written else max(found, key=lambda type_: type_.count)
        for column, block in zip(columns, blocks, strict=True):
            if number in block.implicit and _grows(column[number], largest):
                column[number] = largest
    changes: dict[Variable, Variable] = {}
    resized = []
    for block, column in zip(blocks, columns, strict=True):
        one = block
        members = zip(block.type.members, column, strict=True)
        struct = replace(
            block.type, members=tuple(replace(member, type=type_) for member, type_ in members)
        )
        if struct != block.type:
            one = replace(block, type=struct)
            changes.update(_resized(one))
        resized.append(one)
    return resized, changes


def _grows(type_: Array, other: Type) -> bool:
    return isinstance(other, Array) and type_.element == other.element and type_.count < other.count


def _resized(block: Block):
    """Yields the variables of a block, and copies with the types that it has now."""
    one = block.variable
    if one is not None:
        array = isinstance(one.type, Array)
        type_ = Array(block.type, one.type.count) if array else block.type
        yield one, replace(one, type=type_, block=block)
    for member, each in zip(block.members, block.type.members, strict=bool(block.members)):
        yield member, replace(member, type=each.type, block=block)
