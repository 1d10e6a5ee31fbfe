"""The elementary functions: their errors against float64, their exact points, their edges."""

from __future__ import annotations

import math

import numpy as np
import pytest

from softgl.lanes import F32, eager_engine, lane_math
from tests.lanes.machines import SPECIAL_BITS, engine_id, engines, random_bits, run_formula

SEED = 20261122
COUNT = 500_000
INF, NAN = math.inf, math.nan


def evaluate(function, *arguments) -> np.ndarray:
    """A function of `lane_math` over float32 arrays, as float64."""
    operands = [(np.asarray(argument, np.float32), F32) for argument in arguments]
    (bits,) = run_formula(eager_engine(), function, operands, [F32])
    return bits.view(np.float32).astype(np.float64)


def bits_of_accuracy(error) -> float:
    """Number of binary digits before the largest error."""
    return -math.log2(np.max(error))


def uniform(low, high, rng=None):
    rng = rng or np.random.default_rng(SEED)
    return rng.uniform(low, high, COUNT).astype(np.float32)


def positive_floats():
    """Positive numbers, any bit pattern as likely as any other; denormal ones among them."""
    rng = np.random.default_rng(SEED)
    return rng.integers(1, 0x7F800000, COUNT, dtype=np.uint32).view(np.float32)


@pytest.mark.parametrize("function", ["exp2", "log2", "sin", "cos", "rcp", "rsqrt"])
@pytest.mark.parametrize("engine", engines()[1:], ids=engine_id)
def test_machines_agree(engine, function):
    words = random_bits(np.random.default_rng(SEED), 20_000)
    operands = [(np.concatenate([SPECIAL_BITS, words]).view(np.float32), F32)]
    formula = getattr(lane_math, function)
    expected = run_formula(eager_engine(), formula, operands, [F32])
    np.testing.assert_array_equal(run_formula(engine, formula, operands, [F32]), expected)


@pytest.mark.parametrize("engine", engines()[1:], ids=engine_id)
def test_machines_agree_on_powers_and_splits(engine):
    rng = np.random.default_rng(SEED + 1)
    operands = [(random_bits(rng, 20_000).view(np.float32), F32) for _ in range(2)]

    def formula(m, x, y):
        return [lane_math.pow(m, x, y), *lane_math.split_exponent(m, x)]

    expected = run_formula(eager_engine(), formula, operands, [F32] * 3)
    for compiled, wanted in zip(
        run_formula(engine, formula, operands, [F32] * 3), expected, strict=True
    ):
        np.testing.assert_array_equal(compiled, wanted)


def test_exp2_error():
    x = uniform(-126, 128)
    exact = np.exp2(x.astype(np.float64))
    finite = exact < 2.0**128 * (1 - 2.0**-25)
    assert bits_of_accuracy(np.abs(evaluate(lane_math.exp2, x) / exact - 1)[finite]) > 23.4
    # NV_vertex_program2, "EX2: Exponential Base 2": an error below 2^-22 * 2^floor(x).
    scale = np.exp2(np.floor(x.astype(np.float64)))
    assert bits_of_accuracy((np.abs(evaluate(lane_math.exp2, x) - exact) / scale)[finite]) > 22.8


def test_exp2_of_whole_numbers_is_exact():
    x = np.arange(-160, 140)
    np.testing.assert_array_equal(
        evaluate(lane_math.exp2, x), np.where(x < 128, np.exp2(np.where(x < -149, -INF, x)), INF)
    )


def test_exp2_reaches_denormal_numbers():
    x = uniform(-149.9, -126)
    result, exact = evaluate(lane_math.exp2, x), np.exp2(x.astype(np.float64))
    # Half a unit for the second rounding, and the error of the function.
    assert np.all(np.abs(result - exact) < 0.5 * 2.0**-149 + exact * 2.0**-23.4)
    edges = [-149.5, -149.99999, -150.0, -150.00002, 127.99999, 128.0]
    below = 2.0**127.99999
    result = evaluate(lane_math.exp2, edges)
    np.testing.assert_array_equal(result[:4], [2.0**-149, 2.0**-149, 0.0, 0.0])
    assert result[4] == pytest.approx(below, rel=1e-5)
    assert result[5] == INF


def test_log2_error():
    x = positive_floats()
    exact = np.log2(x.astype(np.float64))
    error = np.abs(evaluate(lane_math.log2, x) - exact) / np.maximum(1, np.abs(exact))
    assert bits_of_accuracy(error) > 22.4
    # Every eleventh float from 1/2 to 2, where an error counts most.
    near_one = np.arange(0x3F000000, 0x40000000, 11, dtype=np.uint32).view(np.float32)
    exact = np.log2(near_one.astype(np.float64))
    result = evaluate(lane_math.log2, near_one)
    assert bits_of_accuracy(np.abs(result - exact)) > 22.4
    # Powers want this: near 1 the error is small beside the logarithm itself.
    some = exact != 0
    assert bits_of_accuracy(np.abs(result[some] / exact[some] - 1)) > 21.2


def test_log2_of_powers_of_two_is_exact():
    exponents = np.arange(-149, 128)
    np.testing.assert_array_equal(evaluate(lane_math.log2, np.exp2(exponents)), exponents)


@pytest.mark.parametrize(
    ("limit", "bits"), [(2 * math.pi, 22.6), (100, 22.6), (10_000, 22.6), (1_000_000, 22.6)]
)
@pytest.mark.parametrize("name", ["sin", "cos"])
def test_sine_and_cosine_error(name, limit, bits):
    x = uniform(-limit, limit)
    exact = getattr(np, name)(x.astype(np.float64))
    assert bits_of_accuracy(np.abs(evaluate(getattr(lane_math, name), x) - exact)) > bits


@pytest.mark.parametrize("function", [lane_math.sin, lane_math.cos])
def test_sine_and_cosine_stay_within_one(function):
    rng = np.random.default_rng(SEED)
    words = rng.integers(0, 2**32, COUNT, dtype=np.uint32)
    anything = words.view(np.float32)[np.isfinite(words.view(np.float32))]
    assert np.max(np.abs(evaluate(function, anything))) <= 1
    # Every float from 1.5 to 1.65: there the polynomial turns.
    crest = np.arange(0x3FC00000, 0x3FD33333, dtype=np.uint32).view(np.float32)
    assert np.max(np.abs(evaluate(function, crest))) <= 1
    assert np.isnan(evaluate(function, [INF, -INF, NAN])).all()


def test_the_sine_of_a_zero_has_its_sign():
    np.testing.assert_array_equal(np.signbit(evaluate(lane_math.sin, [0.0, -0.0])), [False, True])


def test_reciprocals():
    x = positive_floats()
    wide = x.astype(np.float64)
    # The quotient rounded to 53 bits and then to 24 is the quotient rounded to 24 bits.
    finite = x > 2.0**-128
    rounded = (1 / wide[finite]).astype(np.float32)
    np.testing.assert_array_equal(evaluate(lane_math.rcp, x)[finite], rounded)
    assert np.all(evaluate(lane_math.rcp, x[~finite]) == INF)
    exact = 1 / np.sqrt(wide)
    units = np.spacing(exact.astype(np.float32)).astype(np.float64)
    assert np.max(np.abs(evaluate(lane_math.rsqrt, x) - exact) / units) < 1.5


def test_power_error():
    rng = np.random.default_rng(SEED)
    x, y = uniform(0, 4, rng), uniform(-16, 16, rng)
    exact = x.astype(np.float64) ** y
    usual = (exact > 2.0**-100) & (exact < 2.0**100)
    relative = np.abs(evaluate(lane_math.pow, x, y)[usual] / exact[usual] - 1)
    # The error of the logarithm counts y times.
    steps = 1 + np.abs(np.log2(exact[usual]))
    assert bits_of_accuracy(relative / steps) > 21.2


def test_split_exponent():
    x = np.concatenate([positive_floats(), -positive_floats()[:1000]])
    formula, operands = lane_math.split_exponent, [(x, F32)]
    exponent, fraction = (
        bits.view(np.float32).astype(np.float64)
        for bits in run_formula(eager_engine(), formula, operands, [F32, F32])
    )
    assert fraction.min() >= 1
    assert fraction.max() < 2
    np.testing.assert_array_equal(fraction * np.exp2(exponent), np.abs(x.astype(np.float64)))
