"""Random states of the per-fragment operations, number by number."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.drivers.mesa import mesa_context
from tests.random_fragments import HEIGHT, WIDTH, random_case, run

pytestmark = pytest.mark.driver


def as_in_mesa(case):
    """Returns the case without Mesa's deviations.

    It has no depth bounds test.
    It clamps colours before fog also where ARB_color_buffer_float wants fragments as they are, and
    has no fog for several colours; it does not clamp the reference of the alpha test where
    fragments are clamped.
    """
    state = case.state
    alpha = state.alpha and (state.alpha[0], min(max(state.alpha[1], 0.0), 1.0))
    fog = state.fog if state.clamps and not case.several else None
    return replace(case, state=replace(state, fog=fog, alpha=alpha, bounds=None))


def check(case, tolerance):
    import softgl.gl

    softgl.Context(WIDTH, HEIGHT, machine="eager")
    *actual, samples = run(softgl.gl, case)
    with mesa_context(WIDTH, HEIGHT) as gl:
        *expected, expected_samples = run(gl, case)
    assert samples == expected_samples, case
    for ours, theirs in zip(actual[0], expected[0], strict=True):
        if ours is not None:
            np.testing.assert_allclose(ours, theirs, tolerance, tolerance, err_msg=str(case))
    for ours, theirs in zip(actual[1:], expected[1:], strict=True):
        assert (ours is None) == (theirs is None)
        if ours is not None:
            np.testing.assert_array_equal(ours, theirs, str(case))


@pytest.mark.parametrize("seed", range(40))
def test_blending_of_floats(mesa, seed):
    """Everything at once, on buffers that hide nothing."""
    case = random_case(np.random.default_rng(seed), ("RGBA32F", "RGB32F"))
    # llvmpipe computes s a + d (1 - a) as d + a (s - d), which rounds otherwise.
    check(as_in_mesa(case), 1e-5)


@pytest.mark.parametrize("seed", range(30))
def test_fixed_point_without_blending(mesa, seed):
    """llvmpipe blends 8-bit buffers in 8 bits, and halves it truncates: those are left out."""
    case = random_case(np.random.default_rng(seed), ("RGBA8", "RGB8", "RGBA16"))
    off = (False,) * len(case.state.buffers)
    check(as_in_mesa(replace(case, state=replace(case.state, blend=off))), 0)
