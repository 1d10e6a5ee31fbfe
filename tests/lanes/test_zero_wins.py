"""Products in which a zero is stronger than infinities and NaNs."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.lanes import F32
from softgl.lanes.zero_wins import ZeroWins
from tests.lanes.machines import engine_id, engines, run_formula

INF, NAN = np.inf, np.nan
ROWS = [
    *((0.0, INF, 0.0), (-0.0, -INF, 0.0), (NAN, 0.0, 0.0), (NAN, -0.0, 0.0), (0.0, -5.0, 0.0)),
    *((1.0, NAN, NAN), (INF, -2.0, -INF), (1e-45, 0.25, 0.0), (-1e-45, 0.25, -0.0), (2.5, 2, 5)),
]


def formulas(m, a, b):
    """The product of floats and of doubles, a dot product, and other formulas."""
    z = ZeroWins(m)
    wide = z.product(m.to_f64(a), m.to_f64(b))
    sums = [m.dot([a, b], [b, a]), z.multiply_add(a, b, m.f32(-0.0)), z.fused(a, b, m.f32(-0.0))]
    return [z.product(a, b), m.to_f32(wide), z.dot([a, b], [b, a]), a * b, *sums]


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
def test_zero_wins(engine):
    a, b, wanted = (np.array(column, np.float32) for column in zip(*ROWS, strict=True))
    found = run_formula(engine, formulas, [(a, F32), (b, F32)], [F32] * 7)
    product, wide, dot, plain, plain_dot, *sums = (words.view(np.float32) for words in found)
    np.testing.assert_array_equal(product, wanted)
    np.testing.assert_array_equal(np.signbit(product[:8]), np.signbit(wanted[:8]))
    np.testing.assert_array_equal(wide, wanted)
    np.testing.assert_array_equal(dot, wanted + wanted)
    for one in sums:
        np.testing.assert_array_equal(one, wanted)
    with np.errstate(invalid="ignore", under="ignore"):
        np.testing.assert_array_equal(plain, a * b)
        np.testing.assert_array_equal(plain_dot, a * b + b * a)
