"""Constant expressions have the bits of their instructions."""

import struct

import pytest

from softgl.glsl import typed
from softgl.glsl.lower.fold import evaluate
from softgl.glsl.types import BOOL, FLOAT, INT, MATRICES, VECTORS, Array, Scalar, Vector
from softgl.ir.program import Stage

ONES = 0xFFFFFFFF


def words(*values):
    return tuple(struct.unpack("<I", struct.pack("<f", value))[0] for value in values)


def floats(*values):
    return typed.Constant(0, Vector(Scalar.FLOAT, len(values)), words(*values))


def integers(*values):
    masked = tuple(value & ONES for value in values)
    return typed.Constant(0, Vector(Scalar.INT, len(values)), masked)


def matrix(name, *values):
    return typed.Constant(0, MATRICES[name], words(*values))


CASES = [
    (typed.Binary(0, VECTORS["vec3"], "+", floats(1, 2, 3), floats(0.5)), words(1.5, 2.5, 3.5)),
    (typed.Binary(0, INT, "/", integers(-7), integers(2)), (-3 & ONES,)),
    (typed.Binary(0, INT, ">>", integers(-8), integers(1)), (-4 & ONES,)),
    (typed.Binary(0, BOOL, "<", integers(-7), integers(2)), (ONES,)),
    (typed.Binary(0, BOOL, "==", floats(0.0), floats(-0.0)), (ONES,)),
    (typed.Unary(0, FLOAT, "-", floats(0.0)), words(-0.0)),
    (typed.Unary(0, INT, "~", integers(5)), (-6 & ONES,)),
    (typed.Convert(0, FLOAT, integers(-3)), words(-3.0)),
    (
        typed.Construct(0, VECTORS["vec4"], [floats(1, 2), integers(3), floats(4)]),
        words(1, 2, 3, 4),
    ),
    (typed.Construct(0, MATRICES["mat2"], [floats(2)]), words(2, 0, 0, 2)),
    (
        typed.Construct(0, MATRICES["mat3"], [matrix("mat2", 1, 2, 3, 4)]),
        words(1, 2, 0, 3, 4, 0, 0, 0, 1),
    ),
    (typed.Swizzle(0, VECTORS["vec2"], floats(1, 2, 3), (2, 0)), words(3, 1)),
    (typed.Index(0, FLOAT, floats(1, 2, 3), integers(1)), words(2)),
    (typed.Index(0, VECTORS["vec2"], matrix("mat2", 1, 2, 3, 4), integers(1)), words(3, 4)),
    (
        typed.Binary(0, VECTORS["vec2"], "*", matrix("mat2", 1, 2, 3, 4), floats(1, 10)),
        words(31, 42),
    ),
    (
        typed.Binary(0, VECTORS["vec2"], "*", floats(1, 10), matrix("mat2", 1, 2, 3, 4)),
        words(21, 43),
    ),
    (typed.Construct(0, Array(INT, 2), [integers(4), integers(5)]), (4, 5)),
]


@pytest.mark.parametrize("stage", [Stage.VERTEX, Stage.FRAGMENT])
def test_values(stage):
    for node, expected in CASES:
        assert evaluate(node, stage) == expected, node


def test_products_of_fragments_are_rounded_once():
    node = typed.Binary(
        0, VECTORS["vec2"], "*", matrix("mat2", 0.1, 0, 0.3, 0), floats(0.1, 0.7)
    )  # fmt: skip
    assert evaluate(node, Stage.FRAGMENT) != evaluate(node, Stage.VERTEX)


def test_others_have_no_value():
    variable = typed.Variable("x", FLOAT, typed.Storage.LOCAL)
    reference = typed.Reference(0, FLOAT, variable)
    assert evaluate(reference) is None
    assert evaluate(typed.Binary(0, FLOAT, "+", reference, floats(1))) is None
    chosen = typed.Conditional(
        0, FLOAT, typed.Constant(0, BOOL, (ONES,)), floats(1), reference
    )  # fmt: skip
    assert evaluate(chosen) == words(1)
