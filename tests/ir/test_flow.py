"""Control flow over lanes that part and meet, and programs that end abnormally."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from softgl.asm import parse
from softgl.ir.program import IterationLimits
from softgl.lanes import eager_engine, llvm_engine
from softgl.lanes.eager_memory import Rounds
from softgl.tuning import limits
from tests.ir.running import run_programs
from tests.reference.interpreter import RULES, Lane
from tests.reference.text import parse_text

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


@pytest.mark.parametrize("left", (0, 1, 4))
@pytest.mark.parametrize(
    "change",
    [
        "MOV t, 0",
        "ADD t, t, 1",  # dead
        "MOV.S a[i.x], i; ADD.S i.x, i.x, 1",  # nor this
        "MUL k, k, -1; MOV result.color.y, k",  # every second round is the same
        "ADD k, k, 1; MOV result.color.y, k",  # no round is
        "SUB.CC1 k.x, k, 1; RET (LT1.x); MOV result.color.y, k",  # lanes leave one by one
    ],
)
def test_rounds_that_change_nothing_are_skipped_by_eager_alone(change, left):
    """Registers at the limit are those of running every round, wherever the limit falls."""
    text = f"""!!NVfp4.0
    TEMP t, k; INT TEMP i, a[3]; MUL k, fragment.attrib[0], 9; MOV.CC t, 0; FLR.S i, k;
    REP; MOV result.color.x, 1; {change}; MOV result.color.x, 2; BRK (NE.x); ENDREP;
    END"""
    program = replace(parse(text), step_limit=2000 + left)
    counted = []
    body = Rounds.look
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rounds, "look", lambda self: counted.append(1) or body(self))
        (eager,) = run_programs(ENGINES[0], [program], INPUTS, {})
    (llvm,) = run_programs(ENGINES[1], [program], INPUTS, {})
    assert eager[0][COLOR].tolist() == llvm[0][COLOR].tolist()
    if change.startswith(("MOV t", "ADD t", "MOV.S")):
        assert len(counted) < 4 * limits.MIN_SEEN_BLOCKS


def test_endless_loops_end_soon_on_eager():
    """The eager machine executes some hundreds of 2^18 instructions: counted, not timed."""
    text = "!!NVfp4.0\nTEMP t; REP; ADD t, t, 1; BRK (NE.x); ENDREP; MOV result.color, 1; END"
    looks = []
    body = Rounds.look
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rounds, "look", lambda self: looks.append(1) or body(self))
        ((results, _),) = run_programs(ENGINES[0], [parse(text)], INPUTS, {})
    assert results[COLOR][0].tolist() == [0] * 16
    assert 0 < len(looks) < 4 * limits.MIN_SEEN_BLOCKS


# -- limits of iterations --------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    "body, limits_, expected",
    [
        ("REP; ADD t, t, 1; MOV result.color, t; RET (FL); ENDREP;", (10, 100), 10),
        ("REP 99; ADD t, t, 1; MOV result.color, t; ENDREP;", (10, 100), 10),
        # An iteration that ends by BRK is not counted; a loop counts at the next entry of any.
        (
            """REP; ADD t, t, 1; MOV result.color, t; MOV.CC k, -2;
            REP; ADD.CC k, k, 1; BRK (GT.x); ENDREP; RET (FL); ENDREP;""",
            (100, 20),
            11,
        ),
        # Iterations are limited, and steps are not.
        ("REP 6000; ADD t, t, 1; ENDREP; MOV result.color, t;", (1 << 13, 1 << 20), 6000),
    ],
)
def test_limits_of_iterations(engine, body, limits_, expected):
    found = run(engine, f"TEMP t, k; {body}", iterations=IterationLimits(*limits_), step_limit=9)
    assert found == [expected] * 16


@both
@pytest.mark.parametrize("around", ["{}", "REP 1; {} ENDREP;"])
def test_each_lane_ends_at_its_own_limit(engine, around):
    """Lane n leaves its loop after n iterations, within another loop too."""
    body = """TEMP t; MOV t, fragment.attrib[0]; MOV result.color, 0;
    REP; SUB.CC t.x, t, 1; BRK (LT.x); ENDREP; MOV result.color, 1;"""
    found = run(engine, around.format(body), iterations=IterationLimits(10, 100))
    assert found == [1] * 10 + [0] * 6


def test_rounds_are_skipped_up_to_the_limit_of_iterations(monkeypatch):
    body = """TEMP t, k; MOV result.color, 1;
    REP; MOV.CC k, -2; REP; ADD.CC k, k, 1; BRK (GT.x); ENDREP; RET (FL); ENDREP;"""
    looks, look = [], Rounds.look
    monkeypatch.setattr(Rounds, "look", lambda self: looks.append(1) or look(self))
    assert run(ENGINES[0], body, iterations=IterationLimits()) == [1] * 16
    assert 0 < len(looks) < 8 * limits.MIN_SEEN_BLOCKS


# -- lanes that part and meet ----------------------------------------------------------------------


@both
def test_lanes_take_their_own_side(engine):
    body = """TEMP t, n; MOV n, fragment.attrib[0]; MOV result.color, 0;
    SUB.CC t.x, n, 5;
    IF LT.x; MOV t.y, 100;
      SUB.CC t.x, n, 2; IF GE.x; ADD t.y, t.y, 10; ELSE; ADD t.y, t.y, 20; ENDIF;
    ELSE; MOV t.y, 200; IF EQ.x; ADD t.y, t.y, 1; ENDIF; ENDIF;
    ADD result.color, t.y, n;"""
    sides = [120] * 2 + [110] * 3 + [201] + [200] * 10
    assert run(engine, body) == [side + n for n, side in enumerate(sides)]


@both
def test_each_lane_counts_its_own_loops(engine):
    """The count is read once: "the loop counter is loaded once at the top of the loop"."""
    body = """TEMP t; INT TEMP i, o; FLR.S i, fragment.attrib[0]; AND.S o.x, i, 3; SHR.S i, i, 2;
    MOV t, 0;
    REP.S o.x; MOV.S o.x, 9; REP.S i.y; ADD t, t, 1; ENDREP; ADD t, t, 0.125; ENDREP;
    MOV result.color, t;"""
    assert run(engine, body) == [(n & 3) * ((n >> 2) + 0.125) for n in range(16)]


@both
@pytest.mark.parametrize(
    "rep, times",
    [
        ("REP 2.75", 2),
        ("REP -0.5", 0),
        ("REP.S -3", 0),
        ("REP.U 3", 3),
        ("REP {0, 2, 5, 7}", 0),
        ("REP {0, 2, 5, 7}.wzyx", 7),
    ],
)
def test_counts(engine, rep, times):
    body = f"TEMP t; MOV t, 0; {rep}; ADD t, t, 1; ENDREP; MOV result.color, t;"
    assert run(engine, body) == [times] * 16


@both
def test_continue_and_break(engine):
    """CONT goes to ENDREP, which counts; BRK goes behind it. Both mean the innermost loop."""
    body = """TEMP t, k; MOV t, 0; MOV k, 0;
    REP 2; MOV k, 0;
      REP 20; ADD k, k, 1;
        SUB.CC k.y, k.x, 4; CONT (LE.y);
        SUB.CC k.y, k.x, fragment.attrib[0].x; BRK (GT.y);
        ADD t, t, 1;
      ENDREP;
      ADD t, t, 100;
    ENDREP;
    MOV result.color, t;"""
    assert run(engine, body) == [200 + 2 * max(0, n - 4) for n in range(16)]


@both
def test_return_leaves_every_loop(engine):
    body = """TEMP t, k;
    find: MOV k, 0;
      REP; REP 3; ADD k, k, 1; SUB.CC k.y, k.x, fragment.attrib[0].x;
        IF GE.y; RET; ENDIF; ENDREP; ADD t, t, 100; ENDREP;
    main: MOV t, 0; CAL find; ADD result.color, t, k.x;"""
    expected = [100 * ((max(n, 1) - 1) // 3) + max(n, 1) for n in range(16)]
    assert run(engine, body) == expected


@both
def test_return_outside_calls_ends_the_program(engine):
    body = """TEMP t; MOV result.color, 1; SUB.CC t.x, fragment.attrib[0].x, 3;
    REP 5; IF EQ.x; RET; ENDIF; ENDREP; RET (GT.x); MOV result.color, 2;"""
    assert run(engine, body) == [2, 2, 2, 1] + [1] * 12


@both
def test_each_lane_has_its_own_steps(engine):
    """MOV, FLR, REP, then three steps a turn, then MOV: lane n takes 4 + 3n of them."""
    body = """TEMP t; INT TEMP i; MOV t, 0; FLR.S i, fragment.attrib[0];
    REP.S i.x; ADD t, t, 1; ADD t, t, 1; ENDREP; MOV result.color, {1, 1, 1, 1};"""
    for limit in (24, 25, 26, 27, 28):
        expected = [1.0 if 4 + 3 * n <= limit else 0.0 for n in range(16)]
        assert run(engine, body, step_limit=limit) == expected


# -- subroutines -----------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    "body, expected",
    [
        # "If an instruction label named main is specified, GPU program execution begins" there,
        # also if nothing else jumps.
        ("a: MOV result.color, 1; main: MOV result.color.y, 2;", 0),
        ("main: MOV result.color, 1; a: MOV result.color, 2;", 2),
        ("MOV result.color, 1; a: MOV result.color, 2;", 2),
        ("main: MOV result.color, 1; RET; a: MOV result.color, 2;", 1),
        # "as though an unconditional RET instruction were inserted immediately before the label"
        ("a: ADD t, t, 1; b: ADD t, t, 5; main: CAL a; MOV result.color, t;", 1),
        ("a: b: ADD t, t, 5; main: CAL a; MOV result.color, t;", 0),
        ("a: b: ADD t, t, 5; main: CAL b; MOV result.color, t;", 5),
        ("CAL a; MOV result.color, t; RET; a: ADD t, t, 3;", 3),
        # The same at the end of a block: lanes jump to where the label stands.
        ("a: IF FL; ADD t, t, 1; ENDIF; b: ADD t, t, 5; main: CAL a; MOV result.color, t;", 0),
        (
            "a: IF TR; ADD t, t, 1; ELSE; ENDIF; b: ADD t, t, 5; main: CAL a; MOV result.color, t;",
            1,
        ),
        ("a: REP 0; ENDREP; b: ADD t, t, 5; main: CAL a; MOV result.color, t;", 0),
        ("a: REP 9; BRK; ENDREP; b: ADD t, t, 5; main: CAL a; MOV result.color, t;", 0),
        ("a: CAL b (FL); b: ADD t, t, 5; main: CAL a; MOV result.color, t;", 0),
        ("a: CAL b; b: ADD t, t, 5; main: CAL a; MOV result.color, t;", 5),
        ("a: RET (FL); b: ADD t, t, 5; main: CAL a; MOV result.color, t;", 0),
        ("main: IF FL; ENDIF; b: ADD t, t, 5; MOV result.color, t;", 5),
        ("a: ADD t, t, 1; main: CAL a (FL); CAL a (TR); CAL a; MOV result.color, t;", 2),
    ],
)
def test_subroutines(engine, body, expected):
    assert run(engine, f"TEMP t; {body}") == [expected] * 16


@both
def test_loops_of_a_recursive_subroutine(engine):
    """Each open call has its own loop counter: a tree of 3 branches, as deep as the lane says."""
    body = """TEMP t; INT TEMP depth;
    grow: ADD t, t, 1; SUB.S.CC depth.x, depth.x, 1;
      IF GE.x; REP 3; CAL grow; ENDREP; ENDIF; ADD.S depth.x, depth.x, 1;
    main: MOV t, 0; FLR.S depth, fragment.attrib[0]; AND.S depth, depth, 3;
      CAL grow; MOV result.color, t;"""
    assert run(engine, body) == [1, 4, 13, 40] * 4


# -- conditions ------------------------------------------------------------------------------------


def test_every_rule_decides_an_if():
    """All 54 rules over CC0 and CC1, against the table of the reference interpreter."""
    lines = ["ATTRIB v = fragment.attrib[0]; INT TEMP r; TEMP t; MOV.S r, 0;"]
    lines += ["SUB.S.CC t, v.xxxx, v.yyyy; ADD.S.CC1 t.xy, v, v.yxzw; MOV.F.CC1 t.zw, v;"]
    names = [rule + register for rule in RULES for register in ("", "0", "1")]
    for number, name in enumerate(names):
        bit = f"r.{'xyz'[number // 24]}, r, {1 << number % 24}"
        test = name + (".xxxx", ".y", "", ".wzzw")[number % 4]
        lines.append(f"IF {test}; ADD.S {bit}; ENDIF;")
    lines.append("MOV.S result.color, r;")
    text = "!!NVfp4.0\n" + "\n".join(lines) + "\nEND"
    # No other NaN than the quiet one: inputs are floats, and softgl gives them all these bits.
    values = [0, 1, 2**31, 0x7F800000, 0xFF800000, 0x7FC00000, 0x3F800000, 0xBF800000]
    words = np.array([[a, b, b, a] for a in values for b in values], np.uint32).T.copy()
    inputs = {"fragment.attrib[0]": words}
    parsed = parse_text(text)
    expected = []
    for lane in words.T:
        given = {"fragment.attrib[0]": [int(word) for word in lane]}
        expected.append(Lane(parsed, given, {}, 10**6).run().results[COLOR])
    for engine in ENGINES:
        ((results, _),) = run_programs(engine, [parse(text)], inputs, {})
        assert results[COLOR].T.tolist() == expected


# -- quads and kills -------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    "opcode, expected",
    [
        ("DDX", [0, -1, 1, 1]),
        ("DDY", [2, -1, 2, 0]),
    ],
)
def test_the_derivative_of_a_lane_left_alone(engine, opcode, expected):
    """Lane 1 of each quad stays outside; those beside and above it have nothing to differ from."""
    body = f"""TEMP t; INT TEMP i; FLR.S i, fragment.attrib[0]; AND.S i, i, 3; MOV result.color, -1;
    SUB.S.CC i.x, i.x, 1;
    IF NE.x; {opcode} t, fragment.attrib[0]; MOV result.color, t; ENDIF;"""
    assert run(engine, body) == expected * 4


@both
def test_a_derivative_after_lanes_have_met(engine):
    body = """TEMP t; SUB.CC t.x, fragment.attrib[0].x, 5; MOV t, fragment.attrib[0];
    IF LT.x; REP t.x; ADD t.y, t.y, 1; ENDREP; ENDIF; DDX result.color, t.x;"""
    assert run(engine, body) == [1] * 16


@both
def test_kill_inside_a_branch(engine):
    text = """!!NVfp4.0
    TEMP t; SUB.CC t, fragment.attrib[0], 8;
    IF LT.x; KIL t; ELSE; SUB.CC t, fragment.attrib[0], 12; KIL EQ.x; ENDIF;
    MOV result.color, 1; END"""
    ((_, killed),) = run_programs(engine, [parse(text)], INPUTS, {})
    assert killed.tolist() == [n < 8 or n == 12 for n in range(16)]


@both
def test_a_label_before_the_end(engine):
    """A label with nothing behind it: falling through it ends the program."""
    assert run(engine, "IF TR; MOV result.color, 0.5; ENDIF; e:") == [0.5] * 16
