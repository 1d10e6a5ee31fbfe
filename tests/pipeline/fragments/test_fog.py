"""Fog: OpenGL 2.1, 3.10, equation by equation, and the blend."""

from __future__ import annotations

import math

import numpy as np
import pytest

from softgl.lanes import F32, WIDTHS, Target, eager_engine, llvm_engine
from softgl.lanes.target import host_levels
from softgl.pipeline.fragments.fog import FOG_FORMULAS, apply_fog, fog_factor
from tests.lanes.machines import engine_id, random_bits, run_formula

ENGINES = [
    eager_engine(),
    *(llvm_engine(Target(host_levels()[-1], width)) for width in WIDTHS),
    llvm_engine(Target(host_levels()[0], 4)),
]
INF, NAN = math.inf, math.nan
# Mode, coordinate, density, start, end -> factor.
FACTORS = [
    *(("exp", 0.0, 1.0, 0.0, 1.0, 1.0), ("exp", 1.0, 1.0, 0.0, 1.0, math.exp(-1.0))),
    *(("exp", 3.0, 0.25, 0.0, 1.0, math.exp(-0.75)), ("exp", -5.0, 1.0, 0.0, 1.0, 1.0)),
    *(("exp", 1000.0, 1.0, 0.0, 1.0, 0.0), ("exp", INF, 1.0, 0.0, 1.0, 0.0)),
    *(("exp", INF, 0.0, 0.0, 1.0, 0.0), ("exp", NAN, 1.0, 0.0, 1.0, 0.0)),  # undefined
    *(("exp2", 0.0, 1.0, 0.0, 1.0, 1.0), ("exp2", 2.0, 0.5, 0.0, 1.0, math.exp(-1.0))),
    *(("exp2", -2.0, 0.5, 0.0, 1.0, math.exp(-1.0)), ("exp2", 3.0, 0.5, 0.0, 1.0, math.exp(-2.25))),
    *(("exp2", 1e30, 1.0, 0.0, 1.0, 0.0), ("exp2", NAN, 1.0, 0.0, 1.0, 0.0)),
    *(("linear", 2.0, 1.0, 1.0, 5.0, 0.75), ("linear", 1.0, 1.0, 1.0, 5.0, 1.0)),
    *(("linear", 5.0, 1.0, 1.0, 5.0, 0.0), ("linear", 0.0, 1.0, 1.0, 5.0, 1.0)),
    *(("linear", 9.0, 1.0, 1.0, 5.0, 0.0), ("linear", 2.0, 1.0, 5.0, 1.0, 0.25)),
    *(("linear", 1.0, 1.0, 0.0, 3.0, 2.0 / 3.0), ("linear", -1.0, 1.0, -2.0, 2.0, 0.75)),
    # "if [...] e = s, results are undefined"
    *(("linear", 2.0, 1.0, 3.0, 3.0, 1.0), ("linear", 3.0, 1.0, 3.0, 3.0, 0.0)),
    ("linear", 4.0, 1.0, 3.0, 3.0, 0.0),
]


@pytest.mark.parametrize("engine", ENGINES, ids=engine_id)
@pytest.mark.parametrize("mode", FOG_FORMULAS)
def test_factors(engine, mode):
    rows = [row[1:] for row in FACTORS if row[0] == mode]
    *operands, expected = np.array(rows, np.float32).T

    def formula(m, coordinate, density, start, end):
        return fog_factor(m, mode, coordinate, [density, start, end, m.f32(NAN)])

    (bits,) = run_formula(engine, formula, [(operand, F32) for operand in operands], [F32])
    np.testing.assert_allclose(bits.view(np.float32), expected, rtol=2.0**-22, atol=0)


@pytest.mark.parametrize("engine", ENGINES, ids=engine_id)
@pytest.mark.parametrize(
    "color, coordinate, expected",
    [
        # Linear from 0 to 4: a quarter of the way, three quarters of the color are left.
        ((1.0, 0.5, 0.0, 0.25), 1.0, (0.75, 0.375 + 0.125, 0.25, 0.25)),
        ((1.0, 0.5, 0.0, 0.25), 0.0, (1.0, 0.5, 0.0, 0.25)),
        ((1.0, 0.5, 0.0, 0.25), 4.0, (0.0, 0.5, 1.0, 0.25)),
        # "final clamped color"
        ((8.0, -1.0, NAN, 2.0), 1.0, (0.75, 0.125, 0.25, 1.0)),
        ((0.0, 0.0, 0.0, -1.0), 2.0, (0.0, 0.25, 0.5, 0.0)),
    ],
)
def test_blend(engine, color, coordinate, expected):
    params, fog_color = (1.0, 0.0, 4.0, 0.25), (0.0, 0.5, 1.0, NAN)
    operands = [(np.array([value]), F32) for value in (*color, coordinate)]

    def formula(m, *lanes):
        *color, coordinate = lanes
        constants = [[m.f32(value) for value in values] for values in (params, fog_color)]
        return apply_fog(m, "linear", color, coordinate, *constants)

    words = run_formula(engine, formula, operands, [F32] * 4)
    assert [float(word.view(np.float32)[0]) for word in words] == list(expected)


@pytest.mark.parametrize("mode", FOG_FORMULAS)
def test_machines_agree(mode):
    rng = np.random.default_rng(20261121)
    operands = [(random_bits(rng, 1001).view(np.float32), F32) for _ in range(13)]

    def formula(m, *lanes):
        return apply_fog(m, mode, lanes[:4], lanes[4], lanes[5:9], lanes[9:])

    expected = run_formula(ENGINES[0], formula, operands, [F32] * 4)
    for engine in ENGINES[1:]:
        np.testing.assert_array_equal(run_formula(engine, formula, operands, [F32] * 4), expected)
