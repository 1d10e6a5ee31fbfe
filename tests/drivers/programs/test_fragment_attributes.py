"""Attributes of fragment programs, against Mesa."""

from __future__ import annotations

import pytest

from tests.drivers.drawing import WHOLE_VIEW, clear, draw, use_programs

pytestmark = pytest.mark.driver


@pytest.mark.parametrize(
    "options", [("origin_upper_left",), ("pixel_center_integer", "origin_upper_left")], ids="-".join
)
def test_fragment_coordinate_conventions(same_as_mesa, options):
    lines = "".join(f"OPTION ARB_fragment_coord_{option};\n" for option in options)
    body = "TEMP t;\nMAD t, fragment.position, 0.01, 0.1;\nMOV t.w, 1;\nMOV result.color, t;\n"

    def picture(gl):
        clear(gl)
        use_programs(gl, fragment=f"!!ARBfp1.0\n{lines}{body}END\n")
        draw(gl, gl.GL_QUADS, WHOLE_VIEW)

    same_as_mesa(picture)


def test_the_fog_coordinate_is_one_number(same_as_mesa):
    vertex = "!!ARBvp1.0\nMOV result.position, vertex.position;\n"
    vertex += "DP3 result.fogcoord, vertex.position, {0.3, 0.4, 0.1, 0};\nEND\n"
    fragment = "!!ARBfp1.0\nMOV result.color, fragment.fogcoord;\nEND\n"

    def picture(gl):
        clear(gl)
        use_programs(gl, vertex, fragment)
        draw(gl, gl.GL_QUADS, WHOLE_VIEW)

    same_as_mesa(picture)
