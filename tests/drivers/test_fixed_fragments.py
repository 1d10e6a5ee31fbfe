"""Fixed-function fragments beside llvmpipe."""

from __future__ import annotations

import pytest

from tests.random_environments import draw_cells, size_of

SEED = 16  # fixed: no commit shall meet a difference of Mesa's by chance
COUNT = 160

pytestmark = pytest.mark.driver


def test_random_state(same_as_mesa):
    print("seed", SEED)
    picture, size = lambda gl: draw_cells(gl, SEED, COUNT), size_of(COUNT)
    same_as_mesa(picture, size, coverage=False, machine="eager")
