"""Random interfaces of GLSL programs, beside llvmpipe."""

from __future__ import annotations

import numpy as np
import pytest

import softgl
import softgl.gl
from tests.drivers.mesa import mesa_context
from tests.drivers.programs.glsl_interfaces import Interface, draw, record

pytestmark = pytest.mark.driver


@pytest.mark.parametrize("seed", range(6))
def test_random_interface(same_as_mesa, seed):
    one = Interface(seed)
    same_as_mesa(lambda gl: draw(gl, one), (8, 8), tolerance=0, machine="eager")


@pytest.mark.parametrize("seed", range(4))
def test_random_feedback(mesa, seed):
    one = Interface(seed)
    varyings = one.captured()
    with mesa_context(8, 8) as gl:
        expected = record(gl, one, varyings)
    softgl.Context(8, 8, machine="eager").make_current()
    found = record(softgl.gl, one, varyings)
    assert (expected != 7).any()
    assert np.array_equal(found, expected), varyings
