"""Results of built-in functions that the specification leaves undefined, or of special values."""

from __future__ import annotations

import math

import numpy as np
import pytest

from softgl.glsl import typed
from softgl.glsl.builtins import lookup
from softgl.glsl.lower.fold import evaluate
from softgl.glsl.types import MATRICES, VECTORS

INF, NAN = math.inf, math.nan
CASES = [
    ("sqrt", (-1.0,), NAN),
    ("inversesqrt", (0.0,), INF),
    ("inversesqrt", (-4.0,), 0.5),
    ("log", (0.0,), -INF),
    ("log2", (-1.0,), NAN),
    ("pow", (-2.0, 2.0), NAN),
    ("pow", (0.0, 0.0), 1.0),
    ("pow", (0.0, -1.0), INF),
    ("asin", (1.5,), NAN),
    ("acosh", (0.5,), NAN),
    ("atanh", (1.0,), INF),
    ("atan", (0.0, 0.0), 0.0),
    ("mod", (1.0, 0.0), NAN),
    ("fract", (-(2.0**-30),), 1.0),
    ("sign", (NAN,), 0.0),
    ("min", (NAN, 1.0), 1.0),
    ("min", (1.0, NAN), 1.0),
    ("min", (NAN, NAN), NAN),
    ("max", (NAN, 1.0), 1.0),
    ("max", (1.0, NAN), 1.0),
    ("max", ((NAN, 1.0), (2.0, NAN)), (2.0, 1.0)),
    ("clamp", (0.5, 2.0, 1.0), 1.0),
    ("clamp", (NAN, 0.25, 1.0), 0.25),
    ("step", (1.0, NAN), 0.0),
    ("smoothstep", (1.0, 1.0, 0.5), 0.0),
    ("smoothstep", (1.0, 1.0, 1.0), 0.0),
    ("smoothstep", (1.0, 1.0, 2.0), 1.0),
    ("smoothstep", (1.0, 0.0, 0.25), 0.84375),
    ("normalize", ((0.0, 0.0),), (NAN, NAN)),
    ("normalize", (0.0,), 0.0),
    ("refract", ((0.6, -0.8), (0.0, 1.0), 2.0), (0.0, 0.0)),
    ("round", (0.5,), 0.0),
    ("round", (-1.5,), -2.0),
    ("isnan", (NAN,), True),
    ("isnan", (INF,), False),
    ("isinf", (-INF,), True),
    ("isinf", (NAN,), False),
    ("intBitsToFloat", (0x7F800000,), INF),
    ("abs", (-(2**31),), -(2**31)),
    ("packSnorm2x16", ((2.0, NAN),), 0x7FFF),
    ("packUnorm2x16", ((-1.0, NAN),), 0),
]


def typed_constant(value):
    values = value if isinstance(value, tuple) else (value,)
    kind = "int" if isinstance(values[0], int) else "float"
    size = len(values)
    letter = "i" if kind == "int" else ""
    type_ = VECTORS[kind if size == 1 else f"{letter}vec{size}"]
    words = np.array(values, np.int32 if kind == "int" else np.float32).view(np.uint32)
    return typed.Constant(0, type_, tuple(words.tolist()))


def called(name, *arguments):
    """The words of a call of constants."""
    types = tuple(one.type for one in arguments)
    function = next(one for one in lookup.overloads(name) if one.parameters == types)
    return function.type, evaluate(typed.BuiltinCall(0, function.type, function, [*arguments]))


@pytest.mark.parametrize(("name", "arguments", "expected"), CASES)
def test_edges(name, arguments, expected):
    type_, words = called(name, *map(typed_constant, arguments))
    words = np.array(words, np.uint32)
    if str(type_) == "bool":
        assert words.tolist() == [0xFFFFFFFF if expected else 0]
    elif str(type_) in ("int", "uint"):
        assert words.tolist() == [expected & 0xFFFFFFFF]
    else:
        values = expected if isinstance(expected, tuple) else (expected,)
        np.testing.assert_array_equal(words.view(np.float32), np.array(values, np.float32))


def test_singular_matrices_have_no_finite_inverse():
    zeros = typed.Constant(0, MATRICES["mat3"], (0,) * 9)
    _, words = called("inverse", zeros)
    assert np.isnan(np.array(words, np.uint32).view(np.float32)).all()
