"""Random textures, sampler state and coordinates beside llvmpipe."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drivers.random_looks import random_look

pytestmark = pytest.mark.driver

COUNT = 48


@pytest.mark.parametrize("glsl", [False, True], ids=["ARBfp1.0", "NVfp4.0"])
def test_random_state(same_looks, glsl):
    first = int(np.random.default_rng().integers(2**31))
    print("seeds from", first)
    same_looks([random_look(first + n, glsl=glsl) for n in range(COUNT)], glsl=glsl)
