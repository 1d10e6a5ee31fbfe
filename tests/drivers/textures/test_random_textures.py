"""Random textures, sampler state and coordinates beside llvmpipe."""

from __future__ import annotations

import pytest

from tests.drivers.textures.random_looks import random_look

SEED = 20  # fixed: no commit shall meet a difference of Mesa's by chance

pytestmark = pytest.mark.driver

COUNT = 48


@pytest.mark.parametrize("glsl", [False, True], ids=["ARBfp1.0", "NVfp4.0"])
def test_random_state(same_looks, glsl):
    first = SEED
    print("seeds from", first)
    same_looks([random_look(first + n, glsl=glsl) for n in range(COUNT)], glsl=glsl)
