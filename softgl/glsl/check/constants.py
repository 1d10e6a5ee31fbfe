"""Constant expressions: literals, and the folding of operations on constants."""

from __future__ import annotations

import struct

from softgl.glsl import tree, typed, types
from softgl.glsl.types import BOOL, FLOAT, INT, UINT, Scalar

TRUE, MASK, SIGN = 0xFFFFFFFF, 0xFFFFFFFF, 0x80000000
KINDS = {"float": FLOAT, "int": INT, "uint": UINT, "bool": BOOL}


def is_constant(*expressions: typed.Expression) -> bool:
    """True if all expressions have a constant value."""
    return all(type(one) is typed.Constant for one in expressions)


def literal(node: tree.Literal) -> typed.Constant:
    """Returns the constant of a literal; floats are rounded to the nearest float32."""
    type_ = KINDS[node.kind]
    if type_ is FLOAT:
        try:
            (word,) = struct.unpack("<I", struct.pack("<f", node.value))
        except OverflowError:
            word = 0x7F800000  # infinity
    elif type_ is BOOL:
        word = TRUE if node.value else 0
    else:
        word = int(node.value) & MASK
    return typed.Constant(node.at, type_, (word,))


def signed(constant: typed.Constant) -> int:
    """Returns the value of a constant of kind int or uint."""
    word = constant.words[0]
    if constant.type.scalar is Scalar.INT and word & SIGN:
        return word - (1 << 32)
    return word


def fold(expression: typed.Expression, *operands: typed.Expression) -> typed.Expression:
    """Returns the constant of an operation on constants, or the operation itself."""
    for one in operands:
        if type(one) is not typed.Constant:
            return expression
    if expression.type is types.ERROR:
        return expression
    words = _ARRANGED.get(type(expression), _evaluated)(expression)
    if words is None:
        return expression
    return typed.Constant(expression.at, expression.type, tuple(words))


def _evaluated(expression):
    from softgl.glsl.lower import fold as folding  # which needs the machine, as few shaders do

    return folding.evaluate(expression)


def _member(expression):
    whole = expression.object.type
    first = sum(types.word_count(m.type) for m in whole.members[: expression.number])
    return expression.object.words[first : first + types.word_count(expression.type)]


def _swizzle(expression):
    return [expression.object.words[component] for component in expression.components]


def _index(expression):
    count = types.word_count(expression.type)
    first = signed(expression.index) * count
    return expression.object.words[first : first + count]


def _unary(expression):
    words, scalar = expression.operand.words, expression.type
    scalar = scalar.scalar if isinstance(scalar, types.Vector) else Scalar.FLOAT
    if expression.operator == "-":
        if scalar is Scalar.FLOAT:
            return [word ^ SIGN for word in words]
        return [-word & MASK for word in words]
    return [word ^ MASK for word in words]  # "~", and "!" of all ones or 0


def _conditional(expression):
    return (expression.yes if expression.condition.words[0] else expression.no).words


def _construct(expression):
    type_, arguments = expression.type, expression.arguments
    plain = isinstance(type_, types.Array | types.Struct)
    if not plain and isinstance(type_, types.Vector):
        one = arguments[0].type
        several = len(arguments) > 1 or (type_.size == 1 and types.word_count(one) == 1)
        plain = several and all(
            isinstance(a.type, types.Vector) and a.type.scalar is type_.scalar for a in arguments
        )
    if not plain:
        return _evaluated(expression)
    words = [word for argument in arguments for word in argument.words]
    return words[: types.word_count(type_)]


_ARRANGED = {
    typed.Member: _member,
    typed.Swizzle: _swizzle,
    typed.Index: _index,
    typed.Unary: _unary,
    typed.Conditional: _conditional,
    typed.Construct: _construct,
}
"""The operations that need no arithmetic."""
