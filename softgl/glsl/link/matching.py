"""Equality of types across shaders."""

from __future__ import annotations

from softgl.glsl.types import Array, Struct, Type


def equal(one: Type, other: Type, *, precision: bool = False, names: bool = True) -> bool:
    """True if two shaders mean the same type.

    GLSL 3.30, 4.2 (Scoping): "Structures must have the same name, sequence of type names, and type
    definitions, and field names to be considered the same type."

    precision : True if the precisions of members count, as in ES. names : False if structures may
    have different names.
    """
    options = {"precision": precision, "names": names}
    if one is other:
        return True
    if isinstance(one, Array) and isinstance(other, Array):
        return one.count == other.count and equal(one.element, other.element, **options)
    if isinstance(one, Struct) and isinstance(other, Struct):
        return (
            (one.name == other.name or not names)
            and len(one.members) == len(other.members)
            and all(
                a.name == b.name
                and equal(a.type, b.type, **options)
                and (not precision or a.precision == b.precision)
                for a, b in zip(one.members, other.members, strict=True)
            )
        )
    return one == other


def unified(one: Type, other: Type) -> Type | None:
    """Returns the type of a variable that two shaders declare, None if they do not match.

    GLSL 3.30, 4.2 (Scoping): "An array implicitly sized in one shader can be explicitly sized by
    another shader."
    """
    if isinstance(one, Array) and isinstance(other, Array):
        element = unified(one.element, other.element)
        counts = {one.count, other.count} - {None}
        if element is None or len(counts) > 1:
            return None
        return Array(element, counts.pop() if counts else None)
    return one if equal(one, other) else None


def sized(type_: Type, count: int) -> Type:
    """Returns a type with `count` elements if it is an array without a size."""
    if isinstance(type_, Array) and type_.count is None:
        return Array(type_.element, count)
    return type_
