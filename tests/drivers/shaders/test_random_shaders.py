"""Random shaders draw the same pictures as on Mesa, to the last bit."""

from __future__ import annotations

import pytest

from tests.drivers.drawing import clear
from tests.drivers.shaders.drawing import PLAIN, linked_program, location, square
from tests.drivers.shaders.random_shaders import RandomShader

pytestmark = pytest.mark.driver
CELL = 8  # pixels of a shader's square


def squares(seeds):
    """A picture with a square for each seed; a failure shows the seed by its square."""

    def picture(gl):
        clear(gl)
        for number, seed in enumerate(seeds):
            text = RandomShader(seed).text
            program = linked_program(gl, vertex=PLAIN, fragment=text)
            gl.glUseProgram(program)
            gl.glUniform1i(location(gl, program, "U"), 7)
            gl.glUniform4f(location(gl, program, "V"), 1, -2, 3, 5)
            gl.glViewport(CELL * (number % 4), CELL * (number // 4), CELL, CELL)
            square(gl)

    return picture


@pytest.mark.parametrize(("first", "count", "machine"), [(0, 5, "eager"), (1000, 2, "llvm")])
def test_random_shaders(same_as_mesa, first, count, machine):
    seeds = range(first, first + count)
    same_as_mesa(squares(seeds), (32, 32), tolerance=0, coverage=False, machine=machine)
