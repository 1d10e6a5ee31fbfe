"""a * b + c rounded once: the instruction, and its replacement, on every machine."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.lanes import F32
from softgl.lanes.fused import fused
from tests.lanes.machines import SPECIAL_BITS, engine_id, engines, random_bits, run_formula
from tests.reference import arithmetic

INF, NAN = np.inf, np.nan
MAX, NORMAL, TINY = float(np.finfo(np.float32).max), 2.0**-126, 2.0**-149
# (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24 lies halfway between EVEN and the float above it.
ROOT, EVEN, ODD = 1 + 2.0**-12, 1 + 2.0**-11, 1 + 2.0**-11 + 2.0**-23
# (1 + 2^-23)(1 - 2^-23) = 1 - 2^-46.
VECTORS = [
    (2.0, 3.0, 4.0, 10.0),
    # Ties go to even; what is added tips them, however little: a double rounds it away.
    *((ROOT, ROOT, 0.0, EVEN), (ROOT, ROOT, TINY, ODD), (ROOT, ROOT, -TINY, EVEN)),
    *((-ROOT, ROOT, 0.0, -EVEN), (-ROOT, ROOT, -TINY, -ODD), (-ROOT, ROOT, TINY, -EVEN)),
    *((ROOT, ROOT, 2.0**-29, ODD), (ROOT, ROOT, -(2.0**-29), EVEN)),
    # The same the other way round: a small product beside a number; the tie goes up to even.
    *((2.0**-12, 2.0**-12, 1.0, 1.0), (2.0**-12, 2.0**-12, 1 + 2.0**-23, 1 + 2.0**-22)),
    *((ROOT, 2.0**-24, 1.0, 1 + 2.0**-23), (1 - 2.0**-24, 2.0**-24, 1 + 2.0**-23, 1 + 2.0**-23)),
    *((1 + 2.0**-23, 2.0**-24, 1.0, 1 + 2.0**-23), (TINY, 1.0, 1.0, 1.0)),
    # Half a unit less 2^-46 of it, which the 53 bits of a double lose beside 1.
    *((1 + 2.0**-23, 2.0**-24 - 2.0**-47, 1 + 2.0**-23, 1 + 2.0**-23), (0.5, TINY, 1.0, 1.0)),
    (1 + 2.0**-23, 2.0**-24 - 2.0**-47, -(1 + 2.0**-23), -(1 + 2.0**-23)),
    # What cancels leaves the rounding error of the product, exactly.
    *((ROOT, ROOT, -EVEN, 2.0**-24), (ROOT, ROOT, -ODD, -(2.0**-24)), (3.0, 5.0, -15.0, 0.0)),
    *((1 + 2.0**-23, 1 - 2.0**-23, -1.0, -(2.0**-46)), (1.0, 2.0, -2.0, 0.0)),
    # Denormal numbers have fewer places, so that ties lie elsewhere.
    *((TINY, 0.5, 0.0, 0.0), (TINY, 0.5, TINY, 2 * TINY), (TINY, 0.75, 0.0, TINY)),
    *((TINY, -0.5, TINY, 0.0), (TINY, -0.25, 0.0, -0.0), (TINY, 0.5 + 2.0**-24, 0.0, TINY)),
    *((2.0**-75, 2.0**-75, 0.0, 0.0), (2.0**-75, 2.0**-75 * (1 + 2.0**-23), 0.0, TINY)),
    *((2.0**-75, 2.0**-75, TINY, 2 * TINY), (2.0**-75, 2.0**-75, -TINY, -0.0)),
    *((2.0**-100, 2.0**-100, TINY, TINY), (2.0**-100, -(2.0**-100), 0.0, -0.0)),
    (NORMAL, 1 - 2.0**-24, 0.0, NORMAL),  # to even: the least normal number
    (NORMAL, 1.0, -TINY, NORMAL - TINY),
    # The product may be beyond the range, if the sum is not; MAX and half a unit is a tie.
    *((MAX, 2.0, -MAX, MAX), (MAX, 2.0, MAX, INF), (-MAX, 2.0, 0.0, -INF)),
    *((2.0**103, 0.5, MAX, MAX), (2.0**103, 1.0, MAX, INF), (-(2.0**103), 1.0, -MAX, -INF)),
    *((2.0**103, 1 - 2.0**-24, MAX, MAX), (MAX, MAX, -INF, -INF)),
    # Zeros.
    *((0.0, 5.0, 0.0, 0.0), (0.0, -5.0, 0.0, 0.0), (0.0, -5.0, -0.0, -0.0), (-0.0, 5.0, 0.0, 0.0)),
    *((0.0, 5.0, -0.0, 0.0), (0.0, 0.0, -3.0, -3.0), (-1.0, 1.0, 1.0, 0.0)),
    # Infinities and NaNs.
    *((INF, 2.0, 1.0, INF), (INF, -2.0, 1.0, -INF), (1.0, 2.0, -INF, -INF), (INF, 1.0, -INF, NAN)),
    *((INF, 1.0, INF, INF), (0.0, INF, 1.0, NAN), (-INF, 0.0, NAN, NAN), (NAN, 0.0, 0.0, NAN)),
    *((1.0, NAN, 0.0, NAN), (1.0, 1.0, NAN, NAN), (0.0, INF, -INF, NAN)),
]  # fmt: skip


def instruction(m, a, b, c):
    return m.fma(a, b, c)


@pytest.mark.parametrize("formula", [instruction, fused])
@pytest.mark.parametrize("engine", engines(), ids=engine_id)
def test_vectors(engine, formula):
    """Results worked out by hand; each alone too, as numpy looks at all lanes together."""
    *operands, wanted = (np.array(column, np.float32) for column in zip(*VECTORS, strict=True))
    wanted = np.where(np.isnan(wanted), np.float32(np.nan), wanted).view(np.uint32)
    (found,) = run_formula(engine, formula, [(array, F32) for array in operands], [F32])
    np.testing.assert_array_equal(found, wanted)
    if engine.name == "eager":
        for row, word in enumerate(wanted):
            one = [(array[row : row + 1], F32) for array in operands]
            assert run_formula(engine, formula, one, [F32])[0] == word, VECTORS[row]


def hard_operands(rng, count):
    """Arbitrary operands, sums near ties, cancellation, and results near the denormal numbers."""
    a, b, c = (random_bits(rng, count).view(np.float32) for _ in range(3))
    few = (rng.integers(0, 2**13, (2, count)) + 2**12).astype(np.float32)
    power = np.exp2(rng.integers(-90, -50, count)).astype(np.float32)
    tie = np.exp2(rng.integers(-60, 60, count)).astype(np.float32)
    near = -(a.astype(np.float64) * b).astype(np.float32)
    kind = rng.integers(0, 4, count)
    a = np.choose(kind, [a, few[0], a, few[0] * power])
    b = np.choose(kind, [b, few[1], b, few[1] * power])
    return a, b, np.choose(kind, [c, few[0] * tie, near, c])


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
def test_random_numbers(engine):
    """Against the rational number."""
    seed = 20261123
    print("seed", seed)
    with np.errstate(all="ignore"):
        operands = hard_operands(np.random.default_rng(seed), 4096)
        wanted = [arithmetic.fused(*row) for row in zip(*operands, strict=True)]
    wanted = [arithmetic.to_bits(number, "F") for number in wanted]
    given = [(array, F32) for array in operands]
    for formula in (instruction, fused):
        np.testing.assert_array_equal(run_formula(engine, formula, given, [F32])[0], wanted)


def test_numbers_may_stand_for_lanes():
    given = [(SPECIAL_BITS.view(np.float32), F32)]

    def formula(m, a):
        return [m.fma(a, 3.0, 0.5), m.fma(a, a, -1.0), m.fma(m.f32(2.0), 3.0, a), a * 3.0]

    first, *results = (run_formula(engine, formula, given, [F32] * 4) for engine in engines())
    for found in results:
        np.testing.assert_array_equal(found, first)
