"""Inverse trigonometric and hyperbolic functions: errors in units in the last place, edges."""

from __future__ import annotations

import math

import numpy as np
import pytest

from softgl.lanes import F32, angles, eager_engine
from tests.lanes.machines import SPECIAL_BITS, engine_id, engines, random_bits, run_formula

SEED = 20261130
COUNT = 200_000
INF, NAN = math.inf, math.nan
NAMES = ("asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh")


def evaluate(function, *arguments) -> np.ndarray:
    operands = [(np.asarray(argument, np.float32), F32) for argument in arguments]
    (bits,) = run_formula(eager_engine(), function, operands, [F32])
    return bits.view(np.float32)


def units(found, exact) -> float:
    """Returns the largest error in units in the last place of the exact result."""
    magnitude = np.maximum(np.abs(exact).astype(np.float32), np.float32(2.0**-126))
    return np.nanmax(np.abs(found.astype(np.float64) - exact) / np.spacing(magnitude))


def inside():
    rng = np.random.default_rng(SEED)
    tiny = np.exp(rng.uniform(-80, 0, COUNT)) * rng.choice([-1.0, 1.0], COUNT)
    return np.concatenate([rng.uniform(-1, 1, COUNT), tiny]).astype(np.float32)


def anything():
    words = random_bits(np.random.default_rng(SEED), 2 * COUNT).view(np.float32)
    return words[np.isfinite(words)]


@pytest.mark.parametrize(
    ("name", "exact", "values", "most"),
    [
        ("asin", np.arcsin, inside(), 3),
        ("acos", np.arccos, inside(), 2),
        ("acos", np.arccos, np.float32(1.0) - np.abs(inside()), 2),
        ("atan", np.arctan, inside() * np.float32(10.0), 2),
        ("atan", np.arctan, anything(), 2),
        ("tanh", np.tanh, inside() * np.float32(30.0), 2),
        ("asinh", np.arcsinh, inside() * np.float32(3.0), 5),
        ("asinh", np.arcsinh, anything(), 5),
        ("acosh", np.arccosh, np.float32(1.0) + np.abs(inside()), 4),
        ("acosh", np.arccosh, np.maximum(np.abs(anything()), np.float32(1.0)), 4),
        ("atanh", np.arctanh, inside(), 3),
    ],
)
def test_error(name, exact, values, most):
    found = evaluate(getattr(angles, name), values)
    assert units(found, exact(values.astype(np.float64))) < most


def test_error_of_two_operands():
    y, x = anything(), np.random.default_rng(SEED).permutation(anything())
    assert units(evaluate(angles.atan2, y, x), np.arctan2(y.astype(float), x.astype(float))) < 2


@pytest.mark.parametrize(("name", "exact"), [("sinh", np.sinh), ("cosh", np.cosh)])
def test_relative_error(name, exact):
    x = inside() * np.float32(88.0)
    wanted = exact(x.astype(np.float64))
    error = np.abs(evaluate(getattr(angles, name), x) - wanted) / np.abs(wanted)
    assert np.max(error / (1 + np.abs(x))) < 2.0**-23.5


EDGES = {
    "asin": {-0.0: -0.0, 1.0: math.pi / 2, -1.0: -math.pi / 2, 1.5: NAN, INF: NAN},
    "acos": {1.0: 0.0, -1.0: math.pi, 0.0: math.pi / 2, -1.5: NAN},
    "atan": {-0.0: -0.0, INF: math.pi / 2, -INF: -math.pi / 2},
    "sinh": {-0.0: -0.0, INF: INF, -INF: -INF, 100.0: INF},
    "cosh": {0.0: 1.0, INF: INF, -INF: INF},
    "tanh": {-0.0: -0.0, INF: 1.0, -INF: -1.0},
    "asinh": {-0.0: -0.0, INF: INF, -INF: -INF},
    "acosh": {1.0: 0.0, INF: INF, 0.5: NAN, -INF: NAN},
    "atanh": {-0.0: -0.0, 1.0: INF, -1.0: -INF, 2.0: NAN, INF: NAN},
}


@pytest.mark.parametrize("name", NAMES)
def test_edges(name):
    edges = EDGES[name] | {NAN: NAN}
    expected = np.array([*edges.values()], np.float32)
    found = evaluate(getattr(angles, name), [*edges])
    np.testing.assert_array_equal(found, expected)
    numbers = ~np.isnan(expected)
    np.testing.assert_array_equal(np.signbit(found[numbers]), np.signbit(expected[numbers]))


def test_edges_of_two_operands():
    """IEEE 754 lists the quadrants of zeros and infinities; a NaN of either gives NaN."""
    values = np.array([0.0, -0.0, 1.0, -1.0, INF, -INF, NAN, 1e-40, 3e38], np.float32)
    y, x = (each.ravel() for each in np.meshgrid(values, values))
    found, exact = evaluate(angles.atan2, y, x), np.arctan2(y, x)
    np.testing.assert_allclose(found, exact, rtol=1e-6)
    numbers = ~np.isnan(exact)
    np.testing.assert_array_equal(np.signbit(found[numbers]), np.signbit(exact[numbers]))


@pytest.mark.parametrize("engine", engines()[1:], ids=engine_id)
def test_machines_agree(engine):
    rng = np.random.default_rng(SEED)
    words = np.concatenate([SPECIAL_BITS, random_bits(rng, 5_000)])
    operands = [(each.view(np.float32), F32) for each in (words, rng.permutation(words))]

    def formula(m, x, y):
        return [*(getattr(angles, name)(m, x) for name in NAMES), angles.atan2(m, x, y)]

    count = len(NAMES) + 1
    expected = run_formula(eager_engine(), formula, operands, [F32] * count)
    found = run_formula(engine, formula, operands, [F32] * count)
    for compiled, wanted in zip(found, expected, strict=True):
        np.testing.assert_array_equal(compiled, wanted)
