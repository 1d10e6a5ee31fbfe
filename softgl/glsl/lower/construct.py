"""Constructors of scalars, vectors and matrices (GLSL 3.30, 5.4)."""

from __future__ import annotations

from softgl.glsl.lower.code import Code, Value, component, register_types, selected
from softgl.glsl.lower.operators import convert, pack
from softgl.glsl.types import Matrix, Scalar, Type, Vector
from softgl.ir.program import ONE, ZERO, Source


def construct(code: Code, type_: Type, types: list[Type], values: list[Value]) -> Value:
    """Returns a value of a constructor; structures and arrays have those of their arguments.

    types, values : of the arguments.
    """
    if isinstance(type_, Matrix):
        if len(types) == 1 and isinstance(types[0], Matrix):
            return _resized(code, type_, types[0], values[0])
        if len(types) == 1 and types[0].size == 1:
            return _diagonal(code, type_, types[0], values[0])
        parts = _components(code, types, values, Scalar.FLOAT)
        rows = type_.rows
        starts = range(0, type_.columns * rows, rows)
        return [pack(code, Scalar.FLOAT, parts[start : start + rows]) for start in starts]
    if isinstance(type_, Vector):
        if type_.size == 1:
            first = register_types(types[0])[0].scalar
            return [convert(code, component(values[0][0], 0), 1, first, type_.scalar)]
        if len(types) == 1 and isinstance(types[0], Vector) and types[0].size == 1:
            return [convert(code, values[0][0], 1, types[0].scalar, type_.scalar)]
        parts = _components(code, types, values, type_.scalar)
        return [pack(code, type_.scalar, parts[: type_.size])]
    return [one for value in values for one in value]


def _components(code: Code, types, values, scalar: Scalar) -> list[tuple[Source, int]]:
    """Returns the components of arguments one after the other, converted to one kind."""
    return [
        (converted, number)
        for type_, value in zip(types, values, strict=True)
        for vector, source in zip(register_types(type_), value, strict=True)
        for converted in [convert(code, source, vector.size, vector.scalar, scalar)]
        for number in range(vector.size)
    ]


def _diagonal(code: Code, type_: Matrix, scalar: Vector, value: Value) -> Value:
    number = convert(code, value[0], 1, scalar.scalar, Scalar.FLOAT)
    words = code.words(number)
    columns = []
    for column in range(type_.columns):
        if words is not None:
            word = [words[0] * (row == column) for row in range(type_.rows)]
            columns.append(code.vector(tuple(word)))
            continue
        swizzle = tuple(number.swizzle[0] if row == column else ZERO for row in range(4))
        columns.append(code.op("MOV", type_.rows, selected(number, swizzle)))
    return columns


def _resized(code: Code, type_: Matrix, old: Matrix, value: Value) -> Value:
    """Returns a matrix of another matrix, the rest as in the identity matrix."""
    columns = []
    for column in range(type_.columns):
        identity = [ONE if row == column else ZERO for row in range(4)]
        if column >= old.columns:
            words = (0x3F800000 * (row == column) for row in range(type_.rows))
            columns.append(code.vector(tuple(words)))
        elif type_.rows <= old.rows:
            columns.append(value[column])
        else:
            kept = value[column].swizzle[: old.rows]
            swizzle = (*kept, *identity[old.rows :])
            columns.append(code.op("MOV", type_.rows, selected(value[column], swizzle)))
    return columns
