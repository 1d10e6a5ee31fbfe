"""Numbers of 12 and of 16 bits: rounded where they need it (NV_fragment_program, 3.11.4.2)."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.asm import parse
from softgl.ir import operands
from softgl.lanes import eager_engine
from tests.ir.running import run_programs

LEAST, MOST, FIFTH = -2.0, 2047 / 1024, 205 / 1024  # of 12 bits: all, and the one nearest to 0.2
# p[0] is (-5, 0.2, -0.0, 1e-39). Below: instructions, how many numbers they round, and R0.
X = "MOVX R0, p[0];"
CASES = {
    "numbers of any size": (X, 4, [LEAST, FIFTH, 0, 0]),
    "written with 12 bits": (X + "MOVX R0, R0; MOVX R0, R0;", 4, [LEAST, FIFTH, 0, 0]),
    "sums": (X + "ADDX R0, R0, R0;", 8, [LEAST, 2 * FIFTH, 0, 0]),
    "there is no 2": (X + "MOVX R0, -R0;", 8, [MOST, -FIFTH, 0, 0]),
    "nor as a magnitude": (X + "MOVX R0, |R0|;", 8, [MOST, FIFTH, 0, 0]),
    "no zero has a sign": ("MOVX R1, {0}; MOVX R0, -R1;", 4, [0, 0, 0, -1]),
    "nor has a constant": ("MOVX R0, -{0};", 4, [0, 0, 0, -1]),
    "a constant of 12 bits": ("MOVX R0, {1.5, -1.25, 0, 1};", 0, [1.5, -1.25, 0, 1]),
    "a constant with a 2": ("MOVX R0, {2, 1.5, 0.5, 1};", 4, [MOST, 1.5, 0.5, 1]),
    "a constant with a negative zero": ("MOVX R0, {-0.0, 1.5, 0.5, 1};", 4, [0, 1.5, 0.5, 1]),
    "nothing is written": ("MOVX R0, R2;", 0, [0] * 4),
    "one component is new": (X + "MOV R0.y, p[0]; MOVX R0, R0;", 5, [LEAST, FIFTH, 0, 0]),
    "some lanes are not": (
        "MOV R0, p[0]; MOVC RC, p[0]; MOVX R0(GT), p[0]; MOVX R0, R0;",
        8,
        [LEAST, FIFTH, 0, 0],
    ),
    "and are again": ("MOV R0, p[0];" + X + "MOVX R0, R0;", 4, [LEAST, FIFTH, 0, 0]),
    "in 16 bits": ("MOVX H0, p[0]; MOVX R0, H0; MOVH R0, R0;", 4, [LEAST, FIFTH, 0, 0]),
    "16 bits": ("MOVH R0, p[0]; MOVH R0, -R0;", 4, [5, -np.float32(np.float16(0.2)), 0, -0.0]),
    "16 bits in 12": ("MOVH R0, p[0]; MOVX R0, R0;", 8, [LEAST, FIFTH, 0, 0]),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_rounded(case, monkeypatch):
    body, times, expected = CASES[case]
    rounded, real = [], operands.rounded

    def counted(m, value, precision):
        rounded.append(precision)
        return real(m, value, precision)

    for name in ("operands", "execute"):
        monkeypatch.setattr(f"softgl.ir.{name}.rounded", counted)
    program = parse(f"!!FP1.0 {body} MOV o[COLR], R0; END")
    given = np.array([-5, 0.2, -0.0, 1e-39], np.float32).view(np.uint32)
    attributes, parameters = {"fragment.texcoord[0]": np.zeros((4, 1))}, {"program.local[0]": given}
    [(results, _)] = run_programs(eager_engine(), [program], attributes, parameters)
    found = results["result.color[0]"][:, 0]
    assert found.tolist() == np.array(expected, np.float32).view(np.uint32).tolist()
    assert len(rounded) == times
