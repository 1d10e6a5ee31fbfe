"""Programs that end abnormally: calls too deep, loops without an end."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from softgl.asm import parse
from softgl.lanes import eager_engine, llvm_engine
from tests.ir.running import run_programs

ENGINES = [eager_engine(), llvm_engine()]
both = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
COLOR = "result.color[0]"
# Lane n has n in every component.
INPUTS = {"fragment.attrib[0]": np.tile(np.arange(16, dtype=np.float32), (4, 1)).view(np.uint32)}


def run(engine, body, **limits):
    """result.color.x of each lane, (16,) float32."""
    program = replace(parse(f"!!NVfp4.0\n{body}\nEND"), **limits)
    ((results, _),) = run_programs(engine, [program], INPUTS, {})
    return results[COLOR][0].view(np.float32).tolist()


@both
@pytest.mark.parametrize("depth", [1, 4, 32])
def test_the_deepest_call_ends_the_program(engine, depth):
    """NV_gpu_program4, "CAL: Subroutine Call": "can result in immediate program termination"."""
    body = """TEMP t;
    deeper: ADD t, t, 1; MOV result.color, t; CAL deeper; MOV result.color, -1;
    main: CAL deeper; MOV result.color, -1;"""
    assert parse(f"!!NVfp4.0\n{body}\nEND").call_depth == 32
    assert run(engine, body, call_depth=depth) == [depth] * 16


@both
def test_calls_that_come_back_are_not_counted(engine):
    body = """TEMP t; INT TEMP left;
    deeper: ADD t, t, 1; SUB.S.CC left.x, left.x, 1; CAL deeper (GT.x);
    main: FLR.S left.x, fragment.attrib[0].x; ADD.S left.x, left.x, 1;
    CAL deeper; MOV result.color, t;"""
    assert run(engine, body, call_depth=16) == list(range(1, 17))
    # Lanes that need more than 8 end before they write.
    assert run(engine, body, call_depth=8) == [*range(1, 9), *[0.0] * 8]


@both
@pytest.mark.parametrize("limit", [40, 41, 100])
def test_a_loop_without_an_end_ends(engine, limit):
    """MOV, then ADD, MOV, BRK and ENDREP again and again; each counts."""
    body = """TEMP t; MOV.CC t, 0;
    REP; ADD t, t, 1; MOV result.color, t; BRK (NE.x); ENDREP; MOV result.color, -1;"""
    steps, writes = 2, 0  # MOV and REP
    while True:
        for instruction in ("ADD", "MOV", "BRK", "ENDREP"):
            steps += 1
            if steps > limit:
                assert run(engine, body, step_limit=limit) == [writes] * 16
                return
            writes += instruction == "MOV"


@both
def test_only_the_lane_in_the_loop_ends(engine):
    body = """TEMP t; MOV.CC t, fragment.attrib[0];
    REP; BRK (NE.x); ENDREP; MOV result.color, {7, 7, 7, 7};"""
    assert run(engine, body, step_limit=1000) == [0.0, *[7.0] * 15]
