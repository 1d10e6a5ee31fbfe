"""The noise of GLSL 3.30, 8.9: its range, its average, its smoothness."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.isa import OPCODES
from softgl.isa.table import GLSL_FRAGMENT
from softgl.lanes import F32, eager_engine
from tests.lanes.machines import run_formula

COUNT = 200_000


def noise(points, seed=3):
    """Noise at (dimensions, n) float32 points."""
    formula = OPCODES[f"NOISE{len(points)}D"].formula(GLSL_FRAGMENT)

    def of_axes(m, *axes):
        return formula(m, list(axes), [m.u32(seed)])

    (bits,) = run_formula(eager_engine(), of_axes, [(axis, F32) for axis in points], [F32])
    return bits.view(np.float32).astype(np.float64)


@pytest.mark.parametrize("dimensions", [1, 2, 3, 4])
def test_range_and_average(dimensions):
    """Values are "in the range [-1.0,1.0], and cover at least the range [-0.6, 0.6]"."""
    rng = np.random.default_rng(0)
    found = noise(rng.uniform(-1000, 1000, (dimensions, COUNT)).astype(np.float32))
    assert 0.6 < found.max() <= 1 and -1 <= found.min() < -0.6
    assert abs(found.mean()) < 0.003
    assert (
        np.corrcoef(found, noise(rng.uniform(0, 9, (dimensions, COUNT)).astype("f4")))[0, 1] < 0.02
    )


@pytest.mark.parametrize("dimensions", [1, 2, 3, 4])
def test_smoothness(dimensions):
    """The first derivative is continuous, across whole numbers too."""
    step = 2.0**-8
    line = np.arange(-1024, 1024) * step
    points = np.stack([line, *(np.full(len(line), 0.3 + 0.1 * n) for n in range(1, dimensions))])
    slopes = np.diff(noise(points.astype(np.float32))) / step
    assert np.abs(slopes).max() < 8
    assert np.abs(np.diff(slopes)).max() < 40 * step
