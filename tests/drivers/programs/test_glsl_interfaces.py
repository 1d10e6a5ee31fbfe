"""Random interfaces of GLSL programs, beside llvmpipe."""

from __future__ import annotations

import pytest

from tests.drivers.programs.glsl_interfaces import Interface, draw

pytestmark = pytest.mark.driver


@pytest.mark.parametrize("seed", range(6))
def test_random_interface(same_as_mesa, seed):
    one = Interface(seed)
    same_as_mesa(lambda gl: draw(gl, one), (8, 8), tolerance=0, machine="eager")
