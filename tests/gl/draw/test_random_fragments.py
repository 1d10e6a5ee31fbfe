"""Random states of the per-fragment operations, against the reference: equal to the last bit."""

from __future__ import annotations

import numpy as np
import pytest

import softgl.gl
from softgl import Context
from tests.random_fragments import HEIGHT, WIDTH, expected, random_case, run

SEEDS = range(140, 240)  # they reach everything


@pytest.mark.parametrize("seed", SEEDS)
def test_random_state(seed):
    """Most of them on the interpreter, every fifth compiled, for another width each."""
    case = random_case(np.random.default_rng(seed))
    if seed % 5:
        Context(WIDTH, HEIGHT, machine="eager")
    else:
        Context(WIDTH, HEIGHT, lanes=(4, 8, 16)[seed // 5 % 3])
    colors, depths, stencils, samples = run(softgl.gl, case)
    pixels = expected(case)
    for number, buffer in enumerate(case.state.buffers):
        if buffer is not None:
            wanted = np.array([[pixel.colors[number] for pixel in row] for row in pixels])
            if not buffer.alpha:
                wanted[..., 3] = buffer.maximum if buffer.fixed else 1
            np.testing.assert_array_equal(colors[number], wanted, f"{number}: {case}")
    if depths is not None:
        wanted = np.array([[pixel.depth for pixel in row] for row in pixels])
        np.testing.assert_array_equal(depths, wanted, str(case))
    if stencils is not None:
        wanted = np.array([[pixel.stencil for pixel in row] for row in pixels])
        np.testing.assert_array_equal(stencils, wanted, str(case))
    assert samples == sum(pixel.samples for row in pixels for pixel in row), case


def test_the_cases_exercise_everything():
    """The seeds above reach every factor, equation, operation and format, and draw something."""
    cases = [random_case(np.random.default_rng(seed)) for seed in SEEDS]
    states = [case.state for case in cases]
    blending = [s for s in states if any(s.blend) and s.logic_op is None]
    assert len({name for s in blending for name in s.factors}) == 15
    assert len({name for s in blending for name in s.equations}) == 5
    assert len({s.logic_op for s in states}) == 17
    tested = [side for s in states if s.stencil and s.stencil_buffer for side in s.stencil]
    assert len({side.func for side in tested}) == 8
    assert all(len({side.operations[n] for side in tested}) == 8 for n in range(3))
    assert len({s.depth for s in states if s.depth_buffer}) == 9
    assert sum(s.bounds is not None for s in states if s.depth_buffer) > len(SEEDS) // 6
    assert len({f for case in cases for f in case.formats}) == 8
    drawn = sum(pixel.samples for case in cases for row in expected(case) for pixel in row)
    assert drawn > 0.2 * sum(len(case.layers) for case in cases) * WIDTH * HEIGHT
