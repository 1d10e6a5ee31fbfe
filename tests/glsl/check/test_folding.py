"""Direct folding has the bits of the instructions that it spares."""

import random
import struct

import pytest

from softgl.glsl import typed
from softgl.glsl.check import folding
from softgl.glsl.lower.fold import evaluate
from softgl.glsl.types import BOOL, MATRICES, VECTORS, Matrix, Scalar, Vector, word_count

FLOATS = (0.0, -0.0, 1.0, -1.5, 3.14159, 1e30, -2e-30, 1e-45, float("inf"), float("nan"), 3e9)
INTEGERS = (0, 1, 2, 7, -1, -5, 1 << 24, (1 << 24) + 1, 0x7FFFFFFF, -0x80000000)
ORDINARY = tuple(VECTORS.values()) + tuple(MATRICES.values())


def constant(choose, type_):
    """A constant of a type with special and ordinary values."""
    kind = type_.scalar if isinstance(type_, Vector) else Scalar.FLOAT
    words = []
    for _ in range(word_count(type_)):
        if kind is Scalar.FLOAT:
            number = choose.choice(FLOATS) if choose.random() < 0.4 else choose.uniform(-9, 9)
            words.append(struct.unpack("<I", struct.pack("<f", number))[0])
        elif kind is Scalar.BOOL:
            words.append(choose.choice((0, 0xFFFFFFFF)))
        else:
            words.append(choose.choice(INTEGERS) & 0xFFFFFFFF)
    return typed.Constant(0, type_, tuple(words))


def agree(expression):
    direct = folding._DIRECT[type(expression)](expression)
    return direct is None or tuple(direct) == tuple(evaluate(expression))


@pytest.mark.parametrize("symbol", ["+", "-", "*", "&", "|", "^", "<", ">=", "&&", "^^"])
def test_operators(symbol):
    choose = random.Random(symbol)
    for _ in range(40):
        kinds = [Scalar.INT, Scalar.UINT]
        if symbol in "+-*<>=":
            kinds.append(Scalar.FLOAT)
        kind, size = choose.choice(kinds), choose.choice((1, 2, 3, 4))
        if symbol in ("<", ">=", "&&", "^^"):
            size = 1
        type_ = BOOL if symbol in ("&&", "^^") else Vector(kind, size)
        other = choose.choice((type_, Vector(type_.scalar)))
        left, right = constant(choose, type_), constant(choose, other)
        result = BOOL if symbol in ("<", ">=", "&&", "^^") else type_
        assert agree(typed.Binary(0, result, symbol, left, right)), (left, right)


def test_matrices():
    choose = random.Random(3)
    for _ in range(12):
        type_ = choose.choice(list(MATRICES.values()))
        whole, scalar = constant(choose, type_), constant(choose, VECTORS["float"])
        assert agree(typed.Binary(0, type_, choose.choice("+-"), whole, whole))
        assert agree(typed.Binary(0, type_, "*", whole, scalar))
        assert agree(typed.Binary(0, type_, "*", scalar, whole))


def test_constructors():
    choose = random.Random(4)
    for _ in range(80):
        type_ = choose.choice(ORDINARY)
        if choose.random() < 0.5:
            arguments = [constant(choose, VECTORS[choose.choice(("float", "int", "bool"))])]
        elif isinstance(type_, Matrix) and choose.random() < 0.5:
            arguments = [constant(choose, choose.choice(list(MATRICES.values())))]
        else:
            kinds = [choose.choice(("float", "int", "uint", "bool")) for _ in range(16)]
            arguments = [constant(choose, VECTORS[kind]) for kind in kinds[: word_count(type_)]]
        assert agree(typed.Construct(0, type_, arguments)), (type_, arguments)


def test_conversions_and_signs():
    choose = random.Random(5)
    for old in ("float", "ivec2", "uvec3", "bvec4"):
        for new in Scalar:
            for _ in range(8):
                given = constant(choose, VECTORS[old])
                target = Vector(new, given.type.size)
                assert agree(typed.Convert(0, target, given)), (given, target)
        if old != "bvec4":
            assert agree(typed.Unary(0, given.type, "-", given))
