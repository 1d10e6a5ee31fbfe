"""The folding of operations on constants.

The instructions of an operation, executed on the eager machine, have the last word: see
`softgl.glsl.lower.fold`. They take a tenth of a millisecond and more, so rearrangements of words
and the arithmetic of ordinary numbers are done here, where the bits cannot differ: sums and
products of float32 that a double holds without overflow are rounded once, as IEEE 754 says.
"""

from __future__ import annotations

import operator
import struct
from functools import lru_cache

from softgl.glsl import typed, types
from softgl.glsl.check.constants import MASK, SIGN, TRUE, signed
from softgl.glsl.types import Array, Matrix, Scalar, Struct, Vector
from softgl.ir.program import Stage

ONE = 0x3F800000
_EXACT = 1 << 24
"""Integers below are floats without rounding."""
_SMALLEST = 2.0**-126
"""The smallest float that is not denormal."""
_SIGNED = (Scalar.FLOAT, Scalar.INT)


def fold(
    expression: typed.Expression, *operands: typed.Expression, stage: Stage = Stage.VERTEX
) -> typed.Expression:
    """Returns the constant of an operation on constants, or the operation itself.

    stage : the stage whose bits it has: sums of products are rounded once in fragment shaders.
    """
    for one in operands:
        if type(one) is not typed.Constant:
            return expression
    if expression.type is types.ERROR:
        return expression
    if type(expression) is typed.BuiltinCall:
        words = _call(expression, stage)
    else:
        direct = _DIRECT.get(type(expression))
        words = None if direct is None else direct(expression)
        if words is None:
            words = _evaluated(expression, stage)
    if words is None:
        return expression
    return typed.Constant(expression.at, expression.type, tuple(words))


def _evaluated(expression, stage):
    from softgl.glsl.lower import fold as folding  # which needs the machine, as few shaders do

    return folding.evaluate(expression, stage)


@lru_cache(maxsize=4096)
def _called(function, type_, arguments, stage) -> tuple[int, ...] | None:
    """Returns the words of a call of a built-in function; arguments : (type, words) of each."""
    constants = [typed.Constant(0, *argument) for argument in arguments]
    return _evaluated(typed.BuiltinCall(0, type_, function, constants), stage)


def _call(expression, stage):
    arguments = tuple((one.type, one.words) for one in expression.arguments)
    return _called(expression.function, expression.type, arguments, stage)


# -- rearrangements --------------------------------------------------------------------------------


def _member(expression):
    first = expression.object.type.word_offsets[expression.number]
    return expression.object.words[first : first + types.word_count(expression.type)]


def _swizzle(expression):
    return [expression.object.words[component] for component in expression.components]


def _index(expression):
    count = types.word_count(expression.type)
    first = signed(expression.index) * count
    return expression.object.words[first : first + count]


def _conditional(expression):
    return (expression.yes if expression.condition.words[0] else expression.no).words


def _construct(expression):
    type_, arguments = expression.type, expression.arguments
    if isinstance(type_, Array | Struct):
        return [word for argument in arguments for word in argument.words]
    words = []
    for argument in arguments:
        converted = _converted(argument.words, _kind(argument.type), _kind(type_))
        if converted is None:
            return None
        words += converted
    if isinstance(type_, Matrix):
        return _matrix(type_, arguments, words)
    count = type_.size
    return words * count if len(words) == 1 else words[:count]


def _matrix(type_, arguments, words):
    """Returns the words of a matrix from one scalar, one matrix, or components."""
    given = arguments[0].type
    if isinstance(given, Vector) and len(words) > 1:
        return words
    places = [(column, row) for column in range(type_.columns) for row in range(type_.rows)]
    if len(words) == 1:
        return [words[0] if column == row else 0 for column, row in places]
    return [
        words[column * given.rows + row]
        if column < given.columns and row < given.rows
        else ONE * (column == row)
        for column, row in places
    ]


# -- numbers ---------------------------------------------------------------------------------------


def _kind(type_):
    return type_.scalar if isinstance(type_, Vector) else Scalar.FLOAT


def _numbers(words, kind):
    """Returns the values of words of a kind; those of booleans are 0 and 1."""
    if kind is Scalar.FLOAT:
        return struct.unpack(f"<{len(words)}f", struct.pack(f"<{len(words)}I", *words))
    if kind is Scalar.INT:
        return [word - ((word & SIGN) << 1) for word in words]
    return words if kind is Scalar.UINT else [word & 1 for word in words]


def _words(numbers, kind):
    """Returns the words of numbers; None if a float is denormal, infinite or not a number."""
    if kind is Scalar.BOOL:
        return [TRUE if number else 0 for number in numbers]
    if kind is not Scalar.FLOAT:
        return [number & MASK for number in numbers]
    if not all(map(_is_ordinary, numbers)):
        return None
    try:
        words = struct.unpack(f"<{len(numbers)}I", struct.pack(f"<{len(numbers)}f", *numbers))
    except OverflowError:
        return None
    return None if any(word & 0x7F800000 == 0x7F800000 for word in words) else words


def _is_ordinary(number):
    return number == 0 or _SMALLEST <= abs(number) < float("inf")


def _converted(words, old, new):
    """Returns words of another kind, None where a conversion rounds or is undefined."""
    if old is new or (old is not Scalar.FLOAT and new in (Scalar.INT, Scalar.UINT)):
        return words if old is not Scalar.BOOL or new is old else [word & 1 for word in words]
    numbers = _numbers(words, old)
    if new is Scalar.FLOAT:
        return _words(numbers, new) if all(abs(n) < _EXACT for n in numbers) else None
    if not all(map(_is_ordinary, numbers)):
        return None
    if new is Scalar.BOOL:
        return _words(numbers, new)
    low, high = (-(1 << 31), 1 << 31) if new is Scalar.INT else (0, 1 << 32)
    return _words(map(int, numbers), new) if all(low <= n < high for n in numbers) else None


def _convert(expression):
    old, new = _kind(expression.operand.type), _kind(expression.type)
    return _converted(expression.operand.words, old, new)


def _unary(expression):
    words = expression.operand.words
    if expression.operator == "-":
        if _kind(expression.type) is Scalar.FLOAT:
            return [word ^ SIGN for word in words]
        return [-word & MASK for word in words]
    return [word ^ MASK for word in words]  # "~", and "!" of all ones or 0


_ARITHMETIC = {"+": operator.add, "-": operator.sub, "*": operator.mul}
_RELATIONS = {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}
_BITS = {"&": operator.and_, "|": operator.or_, "^": operator.xor, "&&": operator.and_}
_BITS |= {"||": operator.or_, "^^": operator.xor}


def _binary(expression):
    left, right, symbol = expression.left, expression.right, expression.operator
    if symbol in _BITS:
        return list(map(_BITS[symbol], *_stretched(left.words, right.words)))
    function = _ARITHMETIC.get(symbol) or _RELATIONS.get(symbol)
    matrices = isinstance(left.type, Matrix) + isinstance(right.type, Matrix)
    if function is None or (symbol == "*" and matrices and 1 not in _sizes(left, right)):
        return None
    kind = _kind(left.type)
    a, b = _numbers(left.words, kind), _numbers(right.words, kind)
    if kind is Scalar.FLOAT and not all(map(_is_ordinary, (*a, *b))):
        return None
    return _words(list(map(function, *_stretched(a, b))), _kind(expression.type))


def _sizes(left, right):
    return len(left.words), len(right.words)


def _stretched(a, b):
    """Returns two sequences of one length: a scalar stands for all components."""
    if len(a) == len(b):
        return a, b
    return (a * len(b), b) if len(a) == 1 else (a, b * len(a))


_DIRECT = {
    typed.Member: _member,
    typed.Swizzle: _swizzle,
    typed.Index: _index,
    typed.Conditional: _conditional,
    typed.Construct: _construct,
    typed.Convert: _convert,
    typed.Unary: _unary,
    typed.Binary: _binary,
}
"""The operations that are done here: each returns words, or None to have them evaluated."""
