"""Textures, blocks of constants and inputs of vertices that an index at run time chooses."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.asm import parse
from softgl.errors import ProgramError
from softgl.ir.program import File, Relative, VertexNumber
from softgl.lanes import Target, eager_engine, llvm_engine
from softgl.lanes.target import host_levels
from tests.asm.forms import instruction
from tests.ir.running import run_programs

ENGINES = [eager_engine(), llvm_engine(Target(host_levels()[-1], 8))]
LANES = 8
NUMBERS = np.arange(-2, LANES - 2, dtype=np.float32).view("u4")  # what the index of each lane is
HEAD = """FRAG
DCL IN[0], GENERIC[0]
DCL OUT[0], COLOR
DCL SAMP[0..4]
DCL SVIEW[0..1], 2D, FLOAT
DCL SVIEW[2], CUBE, FLOAT
DCL SVIEW[4], 2D, FLOAT
DCL CONST[0][0..3]
DCL CONST[2][0..1]
DCL CONST[3][1..2]
DCL ADDR[0]
DCL TEMP[0]
DCL PRED[0]
IMM FLT32 { 0.5, 1.0, -7.0, 0.0 }
ARL ADDR[0].x, IN[0].xxxx
"""
PARAMETERS = {f"program.local[{n}]": np.full(4, n, np.float32).view("u4") for n in range(4)}
BUFFERS = {
    point: np.repeat(np.arange(first, first + 3, dtype=np.float32), 4).view("u4")
    for point, first in ((1, 20), (2, 30))
}


class Unit:
    """A texture that holds the number of its unit, and the x that it is sampled at."""

    def __init__(self, m, operand, type_):
        self._m, self._unit = m, float(operand.unit)

    def __call__(self, coordinates, **detail):
        return [self._m.f32(self._unit), *coordinates[:1] * 3]


def results(engine, body):
    """The result of the lanes, (4, lanes) float32."""
    program = parse(f"{HEAD}{body}\nEND")
    attributes = {"fragment.generic[0]": np.tile(NUMBERS, (4, 1))}
    ((found, _),) = run_programs(engine, [program], attributes, PARAMETERS, BUFFERS, Unit)
    return found["result.color[0]"].view(np.float32)


@pytest.mark.parametrize("engine", ENGINES)
def test_textures(engine):
    """An index takes the nearest 2D unit below, of 0, 1, 3 and 4; SAMP[2] has another target."""
    row = results(engine, "TEX OUT[0], IMM[0], SAMP[ADDR[0].x], 2D")
    assert row[0].tolist() == [0, 0, 0, 1, 1, 3, 4, 4]
    assert set(row[1].tolist()) == {0.5}
    row = results(engine, "TEX_SAT OUT[0].xz, -IMM[0], SAMP[ADDR[0].x-1], 2D")
    assert row[0].tolist() == [0, 0, 0, 0, 1, 1, 1, 1]
    assert row[1:3].tolist() == [[0] * LANES] * 2
    # The condition of a predicate is not that of the choice.
    body = "SGE PRED[0], IN[0], IMM[0].yyyy\n(PRED[0].x) TEX OUT[0].x, IMM[0], SAMP[ADDR[0].x], 2D"
    assert results(engine, body)[0].tolist() == [0, 0, 0, 1, 1, 3, 4, 4]
    body = f"MOV OUT[0], IMM[0].wwyy\n{body.replace('(', '(!')}"
    assert results(engine, body)[0].tolist() == [0] * LANES


@pytest.mark.parametrize("engine", ENGINES)
def test_blocks_of_constants(engine):
    """An index takes the nearest block below that is declared with the register."""
    row = results(engine, "MOV OUT[0], CONST[ADDR[0].x][1]")
    assert row[0].tolist() == [1, 1, 1, 1, 21, 31, 31, 31]
    row = results(engine, "MOV OUT[0], -CONST[ADDR[0].x+3][0].x")
    assert row[0].tolist() == [0, -20, -20, -20, -20, -20, -20, -20]
    # The register too, within what each block has.
    row = results(engine, "ADD OUT[0], CONST[ADDR[0].x][ADDR[0].x], IMM[0].wwww")
    assert row[0].tolist() == [0, 0, 0, 1, 21, 32, 32, 32]


def test_a_choice_counts_as_all_that_it_may_be():
    many = "TEX OUT[0], IMM[0], SAMP[ADDR[0].x], 2D\n" * 257
    with pytest.raises(ProgramError, match="more than 1024 texture instructions"):
        parse(f"{HEAD}{many}TEX OUT[0], IMM[0], SAMP[0], 2D\nEND")


def test_inputs_of_vertices():
    """The vertex and the input are chosen each by itself."""
    program = parse(
        """GEOM
        DCL IN[][0..2], GENERIC[0]
        DCL OUT[0], POSITION
        DCL ADDR[0]
        MOV OUT[0], IN[1][ADDR[0].x+1]
        MOV OUT[0], IN[ADDR[0].y][ADDR[0].x]
        END"""
    )
    assert [instruction(i) for i in program.instructions] == [
        "MOV.F o0.xyzw, v0[a0.x+1:3].xyzw",
        "MOV.F o0.xyzw, v0[a0.x+0:3].xyzw",
    ]
    vertices = [i.sources[0].vertex for i in program.instructions]
    assert vertices == [VertexNumber(1), VertexNumber(0, Relative(File.ADDRESS, 0, 1))]


def test_depths_with_and_without_comparison():
    program = parse(
        """FRAG
        DCL IN[0], GENERIC[0]
        DCL OUT[0], COLOR
        DCL SAMP[0]
        DCL SVIEW[0], 2D, FLOAT
        DCL TEMP[0]
        SAMPLE TEMP[0], IN[0], SVIEW[0], SAMP[0]
        SAMPLE_C OUT[0], IN[0], SVIEW[0], SAMP[0], TEMP[0].x
        END"""
    )
    assert [operand.target for operand in program.textures] == ["2D", "SHADOW2D"]
