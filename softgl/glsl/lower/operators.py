"""Operators, conversions and comparisons on values: the instructions of each."""

from __future__ import annotations

from functools import cache

from softgl.glsl.lower.code import (
    TYPES,
    Code,
    Value,
    component,
    register_types,
    reselected,
    selected,
)
from softgl.glsl.types import Matrix, Scalar, Type, Vector
from softgl.ir.builder import masked, negated
from softgl.ir.program import Destination, File, Source
from softgl.isa.vocabulary import FLOAT, SIGNED, UNSIGNED, DataType

F, S, U, B = Scalar.FLOAT, Scalar.INT, Scalar.UINT, Scalar.BOOL
DATA_TYPES = {F: FLOAT, S: SIGNED, U: UNSIGNED, B: UNSIGNED}
_TYPED = {"+": "ADD", "-": "SUB", "*": "MUL", "/": "DIV", "%": "MOD"}
_WORDS = {"&": "AND", "|": "OR", "^": "XOR", "&&": "AND", "||": "OR", "^^": "XOR", "<<": "SHL"}
# True if the operands change places.
_ORDERS = {"<": ("SLT", False), ">": ("SLT", True), ">=": ("SGE", False), "<=": ("SGE", True)}
_LETTERS = {F: "F", S: "I", U: "U"}


def binary(code: Code, operator: str, types: tuple[Type, Type], left: Value, right: Value) -> Value:
    """Returns the result of an operator, but for the short-circuits of && and ||.

    types : of the operands.
    """
    if operator in ("==", "!="):
        return [equal(code, types[0], left, right, operator == "!=")]
    first, second = types
    if type(first) is type(second) is Vector:
        size = max(first.size, second.size)
        return [componentwise(code, operator, first.scalar, size, left[0], right[0])]
    matrices = [isinstance(type_, Matrix) for type_ in types]
    if operator == "*" and any(matrices) and not any(_is_scalar(type_) for type_ in types):
        return _product(code, types, left, right)
    count = max(len(left), len(right))
    left, right = (one * count if len(one) < count else one for one in (left, right))
    first = register_types(types[0])[0]
    size = max(first.size, register_types(types[1])[0].size)
    pairs = zip(left, right, strict=True)
    return [componentwise(code, operator, first.scalar, size, a, b) for a, b in pairs]


def _is_scalar(type_: Type) -> bool:
    return isinstance(type_, Vector) and type_.size == 1


def componentwise(code, operator, scalar, size, a: Source, b: Source) -> Source:
    """Returns the result of an operator on each component of two vectors of one kind."""
    opcode, type_, swapped = instruction_of(operator, scalar)
    if swapped:
        a, b = b, a
    return code.op(opcode, size, a, b, type=type_)


@cache
def instruction_of(operator: str, scalar: Scalar) -> tuple[str, DataType, bool]:
    """Returns the opcode of an operator, its type, and True if the operands change places."""
    swapped = False
    if operator in _TYPED:
        return _TYPED[operator], DATA_TYPES[scalar], False
    if operator == ">>":
        opcode = "ISHR" if scalar is S else "USHR"
    elif operator in _ORDERS:
        suffix, swapped = _ORDERS[operator]
        opcode = _LETTERS[scalar] + suffix
    else:
        opcode = _WORDS[operator]
    return opcode, TYPES[opcode], swapped


def _product(code: Code, types, left: Value, right: Value) -> Value:
    """Returns a linear algebraic product with a matrix."""
    first = types[0]
    if not isinstance(first, Matrix):
        # A row vector: its products with the columns.
        result = code.new()
        for number, column in enumerate(right):
            place = Destination(File.TEMPORARY, result.index, masked(number))
            code.emit(f"DP{first.size}", place, left[0], column)
        return [result]
    return [combined(code, first.rows, left, column) for column in right]


def combined(code: Code, size: int, columns: Value, factors: Source) -> Source:
    """Returns the sum of columns, each times its component of a vector, from left to right."""
    total = code.op("MUL", size, columns[0], component(factors, 0))
    for number, column in enumerate(columns[1:], 1):
        total = code.op("MAD", size, column, component(factors, number), total)
    return total


def unary(code: Code, operator: str, type_: Type, value: Value) -> Value:
    """Returns -x, !x or ~x."""
    vectors = zip(register_types(type_), value, strict=True)
    if operator != "-":
        return [code.op("NOT", v.size, one, type=UNSIGNED) for v, one in vectors]
    return [
        code.op("MOV", v.size, negated(one)) if v.scalar is F else code.op("INEG", v.size, one)
        for v, one in vectors
    ]


# -- comparisons -----------------------------------------------------------------------------------


def equal(code: Code, type_: Type, left: Value, right: Value, unequal: bool = False) -> Source:
    """Returns all ones where two values are equal as a whole, or where they are not."""
    vectors = register_types(type_)
    if len(vectors) == 1 and vectors[0].size == 1:
        opcode = ("FS" if vectors[0].scalar is F else "US") + ("NE" if unequal else "EQ")
        return code.op(opcode, 1, left[0], right[0])
    of_sizes: dict[int, Source] = {}
    for vector, a, b in zip(vectors, left, right, strict=True):
        size = vector.size
        same = code.op("FSEQ" if vector.scalar is F else "USEQ", size, a, b)
        before = of_sizes.get(size)
        of_sizes[size] = same if before is None else code.op("AND", size, before, same)
    parts = [component(one, c) for size, one in of_sizes.items() for c in range(size)]
    total = parts[0] if parts else code.integer(-1)
    for part in parts[1:]:
        total = code.op("AND", 1, total, part)
    return code.op("NOT", 1, total, type=UNSIGNED) if unequal else total


# -- conversions -----------------------------------------------------------------------------------


# (old kind, new kind) -> the opcode, and the word of its second operand.
CONVERSIONS = {
    (B, F): ("AND", 0x3F800000),
    (B, S): ("AND", 1),
    (B, U): ("AND", 1),
    (F, B): ("FSNE", 0),
    (S, B): ("USNE", 0),
    (U, B): ("USNE", 0),
    (F, S): ("F2I", None),
    (F, U): ("F2U", None),
    (S, F): ("I2F", None),
    (U, F): ("U2F", None),
}


def convert(code: Code, source: Source, size: int, old: Scalar, new: Scalar) -> Source:
    """Returns a scalar or vector with its components converted to another kind."""
    if (old, new) not in CONVERSIONS:  # the same bits
        return source
    opcode, word = CONVERSIONS[old, new]
    return code.op(opcode, size, source, *(() if word is None else (code.bits(word),)))


# -- packing ---------------------------------------------------------------------------------------

_ONES = {F: 0x3F800000, S: 1, U: 1}


def pack(code: Code, scalar: Scalar, parts: list[tuple[Source, int]]) -> Source:
    """Returns a vector of components: each an operand and the number of its component."""
    groups: dict[tuple, list] = {}
    for place, (source, number) in enumerate(parts):
        key = source.file, source.index, source.relative, source.offset, source.buffer
        key += source.negate, source.absolute, source.vertex
        groups.setdefault(key, []).append((place, source, source.swizzle[number]))
    if len(groups) == 1:
        return reselected(parts[0][0], [source.swizzle[number] for source, number in parts])
    words = [_word(code, source, number) for source, number in parts]
    known = [place for place, word in enumerate(words) if word is not None]
    others = [group for group in groups.values() if words[group[0][0]] is None]
    if not others:
        return code.vector(tuple(words))
    result = code.new()
    easy = {0: 4, _ONES.get(scalar, -1): 5}
    merges = known and all(words[place] in easy for place in known)
    if known and not merges:
        padded = tuple(word or 0 for word in words) + (0,) * (4 - len(words))
        _move(code, scalar, result.index, known, code.bits(*padded), range(4))
    for number, group in enumerate(others):
        places = [place for place, _, _ in group]
        selectors = {place: selector for place, _, selector in group}
        if merges and number == 0:
            places += known
            selectors |= {place: easy[words[place]] for place in known}
        _move(code, scalar, result.index, places, group[0][1], selectors)
    return result


def _word(code: Code, source: Source, number: int) -> int | None:
    words = code.words(source)
    return None if words is None else words[number]


def _move(code: Code, scalar, register, places, source, selectors) -> None:
    """Moves selected components of a register to some places of another."""
    some = selectors[places[0]]
    swizzle = tuple(selectors[c] if c in places else some for c in range(4))
    place = Destination(File.TEMPORARY, register, masked(*places))
    code.emit("MOV", place, selected(source, swizzle), type=DATA_TYPES[scalar])
