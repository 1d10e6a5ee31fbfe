"""std140: the places of the members of a uniform block (OpenGL 3.3 compatibility, 2.14.4).

Blocks of the layouts "shared" and "packed" have the same places.
"""

from __future__ import annotations

from functools import lru_cache

from softgl.glsl.types import Array, Matrix, Struct, Type, Vector
from softgl.records import dataclass

ROW = 4
"""The words of a vec4, to which arrays, structures and matrices are aligned."""


@dataclass(frozen=True)
class Layout:
    """The place of a value in a uniform block, in words of four bytes.

    size : of arrays and structures with the padding at their end. alignment : of the first word.
    stride : from one element, or one vector of a matrix, to the next; 0 for other types.
    row_major : of a matrix: its vectors are rows. members : (offset, Layout) of each member of a
    structure. element : of an array.
    """

    size: int
    alignment: int
    stride: int = 0
    row_major: bool = False
    members: tuple[tuple[int, Layout], ...] = ()
    element: Layout | None = None


@lru_cache(maxsize=1024)
def layout(type_: Type, row_major: bool = False) -> Layout:
    """Returns the layout of a type.

    row_major : the order of matrices that say nothing themselves. A `Member.layout` with
    "row_major" or "column_major" decides for the member and all in it.
    """
    if isinstance(type_, Vector):
        # "If the member is a three-component vector with components consuming N basic machine
        # units, the base alignment is 4N."
        return Layout(type_.size, (0, 1, 2, 4, 4)[type_.size])
    if isinstance(type_, Matrix):
        # "stored identically to an array of C column vectors"
        vectors = type_.rows if row_major else type_.columns
        return Layout(vectors * ROW, ROW, ROW, row_major)
    if isinstance(type_, Array):
        # "rounded up to the base alignment of a vec4"
        element = layout(type_.element, row_major)
        stride = _aligned(element.size, max(ROW, element.alignment))
        return Layout(stride * (type_.count or 1), ROW, stride, element=element)
    if isinstance(type_, Struct):
        return _of_structure(type_, row_major)
    return Layout(0, 1)


def _of_structure(type_: Struct, row_major: bool) -> Layout:
    members, end = [], 0
    for member in type_.members:
        order = row_major
        for word in member.layout:
            order = {"row_major": True, "column_major": False}.get(word, order)
        inner = layout(member.type, order)
        offset = _aligned(end, inner.alignment)
        members.append((offset, inner))
        end = offset + inner.size
    # "the base offset of the member following the sub-structure is rounded up to the next multiple
    # of the base alignment of the structure"
    return Layout(_aligned(end, ROW), ROW, members=tuple(members))


def _aligned(size: int, alignment: int) -> int:
    return -(-size // alignment) * alignment
