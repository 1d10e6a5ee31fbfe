"""The sRGB encoding against the specification's formulas in float64."""

import numpy as np

from softgl.formats.srgb import from_srgb, to_srgb
from softgl.lanes import F32, eager_engine, llvm_engine
from tests.lanes.machines import run_formula

LINEAR = np.linspace(0, 1, 1001, dtype=np.float32)


def test_components():
    wide = LINEAR.astype(np.float64)
    encoded = np.where(wide < 0.0031308, 12.92 * wide, 1.055 * wide ** (1 / 2.4) - 0.055)
    linear = np.where(wide <= 0.04045, wide / 12.92, ((wide + 0.055) / 1.055) ** 2.4)
    for formula, expected in ((to_srgb, encoded), (from_srgb, linear)):
        bits, compiled = (
            run_formula(engine, formula, [(LINEAR, F32)], [F32])[0]
            for engine in (eager_engine(), llvm_engine())
        )
        assert (bits == compiled).all()
        assert np.abs(bits.view(np.float32) - expected).max() < 1e-6
