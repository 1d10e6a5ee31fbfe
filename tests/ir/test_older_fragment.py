"""Programs with the options NV_fragment_program and NV_fragment_program2, on both machines."""

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
LANES = 16
OPTION2 = "!!ARBfp1.0 OPTION NV_fragment_program2; TEMP R0, R1, t;"
# Lane l has 10 * n + l in every component of texture coordinate n, and l as its fog coordinate.
INPUTS = {
    **{f"fragment.texcoord[{n}]": 10.0 * n + np.arange(LANES) for n in range(8)},
    "fragment.fogcoord": np.arange(LANES),
    "fragment.facing": np.where(np.arange(LANES) % 2, 1.0, -1.0),
}


def run(engine, body, parameters=(), head=OPTION2, **changes):
    """result.color.x of each lane, and the killed lanes. `parameters` are program.local[n]."""
    program = replace(parse(f"{head}\n{body}\nEND"), **changes)
    inputs = {
        name: np.tile(values.astype(np.float32), (4, 1)).view(np.uint32)
        for name, values in INPUTS.items()
    }
    local = {
        f"program.local[{n}]": np.array(vector, np.float32).view(np.uint32)
        for n, vector in enumerate(parameters)
    }
    ((results, killed),) = run_programs(engine, [program], inputs, local)
    return results[COLOR][0].view(np.float32).tolist(), killed.tolist()


def color(engine, body, *parameters, **changes):
    return run(engine, body, parameters, **changes)[0]


def each(formula):
    return [float(formula(lane)) for lane in range(LANES)]


@both
def test_a_loop_counts_its_index(engine):
    """NV_fragment_program2: "LOOP {5, 0, 1};  # 5 iterations with loop index at 0,1,2,3,4"."""
    body = "LOOP {5, 0, 1}; ADD t, t, fragment.texcoord[A0.x]; ENDLOOP; MOV result.color, t;"
    assert color(engine, body) == each(lambda n: 100 + 5 * n)
    body = "LOOP {3, 7, -2}; ADD t, t, fragment.texcoord[A0.x]; ENDLOOP; MOV result.color, t;"
    assert color(engine, body) == each(lambda n: 70 + 50 + 30 + 3 * n)
    body = "LOOP {2, 1, 1}; ADD t, t, fragment.texcoord[A0.x + 3]; ENDLOOP; MOV result.color, t;"
    assert color(engine, body) == each(lambda n: 40 + 50 + 2 * n)


@both
def test_a_declared_coordinate_follows_the_index(engine):
    body = """LOOP {3, 1, 2}; ATTRIB c = fragment.texcoord[A0.x + 1]; ADD t, t, c; ENDLOOP;
    MOV result.color, t;"""
    assert color(engine, body) == each(lambda n: 20 + 40 + 60 + 3 * n)


@both
def test_the_operand_of_a_loop_is_rounded_down(engine):
    body = """PARAM n = program.local[0];
    LOOP n; ADD t, t, fragment.texcoord[A0.x]; ENDLOOP; MOV result.color, t;"""
    assert color(engine, body, (2.9, 1.9, 1.9, 0.0)) == each(lambda n: 10 + 20 + 2 * n)
    for count in (0.0, 0.5, -1.0, -np.inf, np.nan):
        assert color(engine, body, (count, 1.0, 1.0, 0.0)) == [0.0] * LANES


@both
def test_the_index_is_not_negative(engine):
    """The value of A0.x is clamped; the index itself goes on from where it is."""
    body = "LOOP {4, -2, 1}; ADD t, t, fragment.texcoord[A0.x]; ENDLOOP; MOV result.color, t;"
    assert color(engine, body) == each(lambda n: 0 + 0 + 0 + 10 + 4 * n)


@both
def test_there_is_no_set_beyond_the_last(engine):
    body = "LOOP {2, 6, 9}; ADD t, t, fragment.texcoord[A0.x + 1]; ENDLOOP; MOV result.color, t;"
    assert color(engine, body) == each(lambda n: 70 + 70 + 2 * n)


@both
def test_each_loop_has_its_own_index(engine):
    body = """LOOP {2, 1, 1};
      LOOP {2, 5, 1}; ADD t, t, fragment.texcoord[A0.x]; ENDLOOP;
      ADD t, t, fragment.texcoord[A0.x];
    ENDLOOP; MOV result.color, t;"""
    assert color(engine, body) == each(lambda n: 2 * (50 + 60) + 10 + 20 + 6 * n)


@both
def test_a_loop_in_a_subroutine_that_calls_itself_has_its_own_index(engine):
    """The index of the caller's round is there again after the call."""
    body = """SLT R1, 0, 1; CAL work; RET;
    work: LOOP {2, 1, 2};
      MOVC R1, R1; MOV R0, R1; MOV R1, 0; CAL work (GT.x);
      ADD t, t, fragment.texcoord[A0.x];
    ENDLOOP; MOV result.color, t; RET;"""
    # Inner: 1 and 3; outer: 1, after the call, and 3.
    assert color(engine, body) == each(lambda n: 10 + 30 + 10 + 30 + 4 * n)


@both
def test_loops_end_early(engine):
    body = """LOOP {8, 0, 1};
      SUBC R0, fragment.fogcoord, t; BRK (EQ.x); ADD t, t, 1;
    ENDLOOP; MOV result.color, t;"""
    assert color(engine, body) == each(lambda n: min(n, 8))
    body = """REP program.local[0];
      IF TR; ADD t, t, 1; SUBC R0, t, fragment.fogcoord; IF GE.x; BRK; ENDIF; ENDIF;
    ENDREP; MOV result.color, t;"""
    assert color(engine, body, (5.0, 0, 0, 0)) == each(lambda n: min(max(n, 1), 5))


@both
def test_a_loop_repeats_255_times_at_most(engine):
    body = "REP program.local[0]; ADD t, t, 1; ENDREP; MOV result.color, t;"
    for count, repeated in ((254.0, 254), (255.0, 255), (256.0, 255), (1e30, 255), (np.inf, 255)):
        assert color(engine, body, (count, 0, 0, 0)) == [repeated] * LANES


@both
def test_a_label_is_no_end_of_a_subroutine(engine):
    body = """CAL first; MOV result.color, t; RET;
    first: ADD t, t, 1; second: ADD t, t, 2; RET;"""
    assert color(engine, body) == [3.0] * LANES


@both
def test_four_calls_may_be_open(engine):
    body = "MOV result.color, t; {} ADD t, t, 1; MOV result.color, t; CAL deeper; RET;"
    assert color(engine, body.format("CAL deeper; RET; deeper:")) == [4.0] * LANES


@both
def test_blocks_of_callers_count_against_the_limits(engine):
    """A subroutine that calls itself, with blocks around the call."""
    body = """CAL deeper; RET;
    deeper: {} ADD t, t, 1; MOV result.color, t; CAL deeper; {} RET;"""
    ifs = color(engine, body.format("IF TR; IF TR;", "ENDIF; ENDIF;"))
    assert ifs == [4.0] * LANES  # 8 of 48
    limited = color(engine, body.format("IF TR; IF TR;", "ENDIF; ENDIF;"), if_depth=5)
    assert limited == [2.0] * LANES  # the third call may open one, not two
    loops = "REP {1}; LOOP {1};", "ENDLOOP; ENDREP;"
    assert color(engine, body.format(*loops)) == [2.0] * LANES  # MAX_PROGRAM_LOOP_DEPTH_NV is 4
    assert color(engine, body.format("REP {1};", "ENDREP;")) == [4.0] * LANES
    # A call that came back leaves nothing behind.
    again = """REP {100}; CAL work; ENDREP; MOV result.color, t; RET;
    work: REP {1}; REP {1}; REP {1}; ADD t, t, 1; ENDREP; ENDREP; ENDREP; RET;"""
    assert color(engine, again) == [100.0] * LANES
    assert color(engine, again, loop_depth=3) == [0.0] * LANES


@both
def test_steps_are_limited(engine):
    text = "MOV t, 0; REP 255; REP 255; ADD t, t, 1; MOV result.color, t; ENDREP; ENDREP;"
    assert parse(f"{OPTION2} {text} END").step_limit == 65536
    # MOV and the outer REP, then in each round REP, 255 times 3 instructions, and ENDREP.
    limit = 6000  # a lower one, so that it takes little time
    rounds, left = divmod(limit - 2, 2 + 3 * 255)
    expected = rounds * 255 + (left - 1 + 1) // 3  # REP, and ENDREP that the last needs not
    assert color(engine, text, step_limit=limit) == [expected] * LANES


@both
def test_facing_and_conditions(engine):
    body = (
        "MOVC R0, fragment.facing; IF LT.x; MOV t, 7; ELSE; MOV t, 3; ENDIF; MOV result.color, t;"
    )
    assert color(engine, body) == each(lambda n: 3 if n % 2 else 7)
    _, killed = run(engine, "MOVC t, fragment.facing; MOV result.color, 1; KIL LT.x;")
    assert killed == [lane % 2 == 0 for lane in range(LANES)]


@both
def test_the_first_option(engine):
    head = "!!ARBfp1.0 OPTION NV_fragment_program; TEMP R0, t;"
    fog = "fragment.fogcoord"
    body = f"SUBC R0, {fog}, 5; MOV t, 2; MOV t (GT), -|R0|; MOV result.color, t;"
    assert color(engine, body, head=head) == each(lambda n: 5 - n if n > 5 else 2)
    # 2047/1024 times 0.5 lies in the middle between 1023/1024 and 1. Infinity beyond 16 bits.
    body = f"MULX R0, {fog}, 0.5; MOV result.color, R0;"
    assert color(engine, body, head=head) == each(lambda n: min(n / 2, 1))
    body = f"MULH R0, {fog}, 8192; MOV result.color, R0;"
    assert color(engine, body, head=head) == each(lambda n: n * 8192 if n < 8 else np.inf)
    body = f"ADDR_SAT R0, {fog}, -4; MOV result.color, R0;"
    assert color(engine, body, head=head) == each(lambda n: min(max(n - 4, 0), 1))
