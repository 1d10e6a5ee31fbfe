"""Implicit conversions of each version, and the messages about types."""

from __future__ import annotations

from softgl.glsl import typed, types
from softgl.glsl.check.folding import fold
from softgl.glsl.types import Scalar, Type


def converts(c, source: Type, target: Type) -> bool:
    """True if a type is another one, or is converted to it implicitly.

    GLSL 1.20 4.1.10 and later: int and uint become float. No ES and not 1.10.
    """
    if source is target or source == target:
        return True
    if not (isinstance(source, types.Vector) and isinstance(target, types.Vector)):
        return False
    return (
        source.size == target.size
        and source.scalar in (Scalar.INT, Scalar.UINT)
        and target.scalar is Scalar.FLOAT
        and c.language.since(120)
    )


def convert(expression: typed.Expression, target: Type) -> typed.Expression:
    """Returns an expression converted to a type that `converts` allows."""
    if expression.type == target or types.ERROR in (expression.type, target):
        return expression
    return fold(typed.Convert(expression.at, target, expression), expression)


def to_kind(expression: typed.Expression, scalar: Scalar) -> typed.Expression:
    """Returns a vector or scalar converted to a kind of components."""
    if not isinstance(expression.type, types.Vector) or expression.type.scalar is scalar:
        return expression
    return convert(expression, types.Vector(scalar, expression.type.size))


def assignable(c, at: int, value: typed.Expression, target: Type, to: str) -> typed.Expression:
    """Returns a value converted to the type of its destination, or reports that it cannot be."""
    if types.ERROR in (value.type, target):
        return value
    if converts(c, value.type, target):
        return convert(value, target)
    return c.failed(at, f"a value of type '{value.type}' cannot be {to}", f"'{target}'")


def kind(type_: Type) -> Scalar | None:
    """Returns the kind of the components of a scalar, vector or matrix, else None."""
    if isinstance(type_, types.Vector):
        return type_.scalar
    return Scalar.FLOAT if isinstance(type_, types.Matrix) else None


def is_scalar(type_: Type, *kinds: Scalar) -> bool:
    """True for a scalar of some kinds, or of any."""
    return (
        isinstance(type_, types.Vector) and type_.size == 1 and (not kinds or type_.scalar in kinds)
    )


def is_integer(type_: Type) -> bool:
    """True for scalars and vectors of int or uint."""
    return kind(type_) in (Scalar.INT, Scalar.UINT)
