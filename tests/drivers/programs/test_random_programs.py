"""Random fragment programs: chains of instructions."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drivers.drawing import clear, draw_whole_view, use_programs
from tests.random_scenes import OF_FRAGMENT, random_code

pytestmark = pytest.mark.driver

# POW of a negative base is undefined, as are some components of LIT, SCS and XPD.
DEFINED = {k: v for k, v in OF_FRAGMENT.items() if k not in ("LIT", "POW", "SCS", "XPD")}

PROGRAM = """!!ARBfp1.0
PARAM c = {{ 0.25, -1.5, 3.0, 0.75 }};
TEMP r0, r1;
MOV r0, fragment.texcoord[0];
MOV r1, fragment.texcoord[1];
{code}
MAD result.color, r0, 0.21, 0.4;
MOV result.color.w, 1;
END
"""


def slope(rng):
    """Four corner values of a coordinate that is linear over the view.

    Quarters, and so at pixel centres of 64x64 numbers that floats have: a rounding in the last bit
    would be a whole step after a comparison, FLR or FRC.
    """
    a, b, d = rng.integers(-8, 9, (3, 4)) / 4
    return [a, b, b + d - a, d]


@pytest.mark.parametrize("seed", range(40))
def test_random_program(same_as_mesa, seed):
    rng = np.random.default_rng(seed)
    fragment = PROGRAM.format(code=random_code(rng, DEFINED, ["r0", "r1", "c"], 6))
    corners = [slope(rng), slope(rng)]

    def picture(gl):
        clear(gl)
        use_programs(gl, fragment=fragment)
        draw_whole_view(gl, corners)

    same_as_mesa(picture)
