"""Control flow, predicates and indices of TGSI texts, executed: lane n reads n in every input."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.asm import parse
from softgl.ir.blocks import build_flow
from softgl.lanes import eager_engine, llvm_engine
from tests.ir.running import run_programs

LANES = 16
INPUTS = {"fragment.generic[0]": np.tile(np.arange(LANES, dtype=np.float32), (4, 1)).view("u4")}
PARAMETERS = {f"program.local[{n}]": np.full(4, 10.0 * n, np.float32).view("u4") for n in range(4)}
HEAD = """FRAG
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL CONST[0..3]
DCL TEMP[0..3]
DCL TEMP[4..7], ARRAY(1)
DCL ADDR[0]
DCL PRED[0]
IMM FLT32 { 0.0, 1.0, 2.0, 3.0 }
IMM UINT32 { 0, 1, 2, 3 }
IMM UINT32 { 4, 5, 100, 101 }
IMM FLT64 { 2.5, -4.0 }
IMM FLT32 { nan, -0.0 }
F2U TEMP[0], IN[0]
"""
# A body -> the result of lane n; TEMP[0] is n as an integer and TEMP[1] begins as 0.
BODIES = {
    "IF IN[0].xxxx :2\n MOV TEMP[1], IMM[0].yyyy\n ENDIF\n MOV OUT[0], TEMP[1]\n END": (
        lambda n: float(n > 0)
    ),
    "IF -IN[0].xxxx\n MOV OUT[0], IMM[0].yyyy\n ELSE\n MOV OUT[0], IMM[0].zzzz\n ENDIF\n END": (
        lambda n: 1.0 if n else 2.0
    ),
    "IF IMM[4].xxxx\n ADD TEMP[1], TEMP[1], IMM[0].yyyy\n ENDIF\n IF IMM[4].yyyy\n"
    " ADD TEMP[1], TEMP[1], IMM[0].zzzz\n ENDIF\n MOV OUT[0], TEMP[1]\n END": lambda n: 1.0,
    # The bits of -0 are not zero.
    "UIF -IMM[0].xxxx\n MOV OUT[0], IMM[0].yyyy\n ELSE\n MOV OUT[0], IN[0]\n ENDIF\n END": float,
    "XOR TEMP[1], IMM[0].xxxx, IN[0]\n UIF TEMP[1].xxxx\n MOV TEMP[2], IMM[0].wwww\n ENDIF\n"
    "MOV OUT[0], TEMP[2]\n END": lambda n: 3.0 if n else 0.0,
    # The sum of 0 to n, but for multiples of 2.
    """BGNLOOP :9
    USLT TEMP[2].x, TEMP[0].xxxx, TEMP[1].xxxx
    BREAKC TEMP[2].xxxx
    UADD TEMP[1].x, TEMP[1].xxxx, IMM[1].yyyy
    AND TEMP[2].x, TEMP[1].xxxx, IMM[1].yyyy
    UIF TEMP[2].xxxx :1
    CONT
    ENDIF
    UADD TEMP[3].x, TEMP[3].xxxx, TEMP[1].xxxx
    ADD TEMP[1].y, TEMP[1].yyyy, IMM[0].zzzz
    ENDLOOP :1
    MOV OUT[0], TEMP[1].yyyy
    END""": lambda n: 2.0 * ((n + 1) // 2),
    "REP IN[0].xxxx\n ADD TEMP[1], TEMP[1], IMM[0].wwww\n ENDREP\n MOV OUT[0], TEMP[1]\n END": (
        lambda n: 3.0 * n
    ),
    # 5, 3 and so on four times, as an index and a float; CONT counts too, BRK does not.
    """DCL LOOP[0]
    IMM FLT32 { 5.5, 4.2, -1.5, 0.0 }
    BGNFOR LOOP[0], IMM[5] :9
    ADD TEMP[1], TEMP[1], LOOP[0].x
    SEQ PRED[0].x, LOOP[0].yyyy, IMM[0].zzzz
    (PRED[0].x) CONT
    SEQ PRED[0].x, LOOP[0].yyyy, IN[0].xxxx
    (PRED[0].x) BRK
    ADD TEMP[1], TEMP[1], CONST[LOOP[0].x]
    ENDFOR LOOP[0] :0
    ADD OUT[0], TEMP[1], LOOP[0].yyyy
    END""": lambda n: {4: 9.0, 3: 41.0, 1: 69.0}.get(n, 68.0),
    # With every kind of CASE, DEFAULT in the middle, and falling through it.
    """MOV TEMP[1], IMM[0].xxxx
    SWITCH TEMP[0].xxxx
    CASE IMM[1].yyyy
    ADD TEMP[1], TEMP[1], CONST[1]
    CASE IMM[1].zzzz
    ADD TEMP[1], TEMP[1], CONST[2]
    BRK
    DEFAULT
    ADD TEMP[1], TEMP[1], CONST[3]
    CASE IMM[1].wwww
    ADD TEMP[1], TEMP[1], IMM[0].yyyy
    ENDSWITCH
    MOV OUT[0], TEMP[1]
    END""": lambda n: {1: 30.0, 2: 20.0, 3: 1.0}.get(n, 31.0),
    "SWITCH TEMP[0].xxxx\nDEFAULT\nMOV TEMP[1], IMM[0].zzzz\nENDSWITCH\nMOV OUT[0], TEMP[1]\nEND": (
        lambda n: 2.0
    ),
    # A CASE whose register is computed first, behind a section that not all execute, and behind
    # DEFAULT.
    """SWITCH TEMP[0].xxxx
    CASE IMM[1].zzzz
    MOV TEMP[1], IMM[0].zzzz
    BRK
    CASE IMM[IMM[1].y].yyyy
    MOV TEMP[1], IMM[0].yyyy
    BRK
    DEFAULT
    MOV TEMP[1], IMM[0].wwww
    BRK
    CASE IMM[IMM[1].z].yyyy
    MOV TEMP[1], CONST[1]
    ENDSWITCH
    MOV OUT[0], TEMP[1]
    END""": lambda n: {1: 1.0, 2: 2.0, 5: 10.0}.get(n, 3.0),
    "SWITCH TEMP[0].xxxx\nENDSWITCH\nMOV OUT[0], IN[0]\nEND": float,
    # A subroutine that calls itself in a SWITCH, which then goes on as it was, into the next CASE:
    # for 100 there is none.
    """MOV TEMP[1].x, TEMP[0].xxxx
    CAL :5
    U2F OUT[0], TEMP[2].xxxx
    RET
    BGNSUB
    SWITCH TEMP[1].xxxx
    CASE IMM[1].yyyy
    SWITCH TEMP[0].xxxx
    DEFAULT
    MOV TEMP[1].x, IMM[2].zzzz
    CALLNZ IMM[1].yyyy :5
    CASE IMM[2].wwww
    UADD TEMP[2].x, TEMP[2].xxxx, IMM[2].zzzz
    ENDSWITCH
    CASE IMM[1].zzzz
    UADD TEMP[2].x, TEMP[2].xxxx, IMM[1].yyyy
    BRK
    CASE IMM[2].yyyy
    MOV TEMP[1].x, IMM[2].xxxx
    CAL :5
    CASE IMM[2].wwww
    UADD TEMP[2].x, TEMP[2].xxxx, IMM[1].zzzz
    BRK
    CASE IMM[2].xxxx
    MOV TEMP[1].x, IMM[2].zzzz
    CAL :5
    CASE IMM[2].wwww
    UADD TEMP[2].x, TEMP[2].xxxx, IMM[1].wwww
    ENDSWITCH
    ENDSUB
    END""": lambda n: {1: 101.0, 2: 1.0, 4: 3.0, 5: 5.0}.get(n, 0.0),
    # CONT leaves two SWITCH, and goes on in the loop around them.
    """BGNLOOP
    USGE TEMP[2].x, TEMP[1].xxxx, IMM[1].wwww
    BREAKC TEMP[2].xxxx
    UADD TEMP[1].x, TEMP[1].xxxx, IMM[1].yyyy
    SWITCH TEMP[0].xxxx
    CASE IMM[1].yyyy
    SWITCH TEMP[1].xxxx
    CASE IMM[1].zzzz
    CONT
    ENDSWITCH
    BRK
    CASE IMM[1].zzzz
    (PRED[0].x) CONT
    (!PRED[0].x) CONT
    ENDSWITCH
    ADD TEMP[3], TEMP[3], IMM[0].yyyy
    ENDLOOP
    MOV OUT[0], TEMP[3]
    END""": lambda n: {1: 2.0, 2: 0.0}.get(n, 3.0),
    """SGT PRED[0].xy, IN[0], IMM[0].zyxx
    (PRED[0].xxyy) MOV TEMP[1], IMM[0].yyyy
    (!PRED[0].yxyx) ADD TEMP[1].x, TEMP[1], CONST[1]
    MOV OUT[0], TEMP[1].xxxx
    END""": lambda n: (n > 2) + 10.0 * (n <= 1),
    # Subroutines behind END, called one from another, some under a condition.
    """CAL :5
    IF IN[0].xxxx
    CAL :5
    ENDIF
    END
    5: BGNSUB
    6: ADD TEMP[1], TEMP[1], IMM[0].yyyy
    7: CALLNZ TEMP[0].xxxx :10
    8: MOV OUT[0], TEMP[1]
    9: ENDSUB
    10: BGNSUB
    11: ADD TEMP[1], TEMP[1], CONST[1]
    12: RET
    13: ADD TEMP[1], TEMP[1], CONST[3]
    14: ENDSUB""": lambda n: 22.0 if n else 1.0,
    # A subroutine before the program, and one that RET leaves where a predicate holds.
    """BGNSUB
    SLT PRED[0].x, IN[0].xxxx, IMM[0].zzzz
    (PRED[0].x) RET
    MOV TEMP[1], CONST[2]
    ENDSUB
    CAL :1
    MOV OUT[0], TEMP[1]
    RET
    MOV OUT[0], CONST[3]
    END""": lambda n: 20.0 if n >= 2 else 0.0,
    "BRA :3\n MOV TEMP[1], IMM[0].yyyy\n MOV OUT[0], IN[0]\n END": float,
    "ARL ADDR[0].x, IN[0]\n MOV OUT[0], CONST[ADDR[0].x-1]\n END": (
        lambda n: 10.0 * min(max(n - 1, 0), 3)
    ),
    # The index counts from the file's beginning; beyond the array it is the nearest of the array.
    """MOV TEMP[1], CONST[3]
    MOV TEMP[5], CONST[1]
    MOV TEMP[7], CONST[2]
    MOV TEMP[TEMP[0].y+2](1).xy, IN[0]
    ADD OUT[0], TEMP[4].xxxx, TEMP[TEMP[0].x](1).xxxx
    END""": lambda n: _array(n),
    # A result is read, and an address register is an operand and a destination.
    "MOV OUT[0], IN[0]\n ADD OUT[0], OUT[0], OUT[0].yxwz\n END": lambda n: 2.0 * n,
    "UARL ADDR[0], TEMP[0]\n UADD ADDR[0].x, ADDR[0].xxxx, IMM[1].yyyy\n U2F OUT[0], ADDR[0].xxxx"
    "\n END": lambda n: n + 1.0,
    # The sign and the absolute value of doubles.
    "DADD TEMP[1], -IMM[3].xyxy, |IMM[3].zwzw|\n D2F OUT[0], TEMP[1]\n END": lambda n: 1.5,
    "DFRACEXP TEMP[1], TEMP[2], IMM[3]\n D2F TEMP[1], TEMP[1].xyxy\n D2F TEMP[2], TEMP[2].zwzw\n"
    "ADD OUT[0], TEMP[1].xxxx, TEMP[2].xxxx\n END": lambda n: 1.5,
    # So are results that an index chooses, and all of a file of them.
    "DCL OUT[1..2], COLOR[1]\n UARL ADDR[0].x, IMM[1].yyyy\n MOV OUT[ADDR[0].x], IN[0]\n"
    "MOV OUT[ADDR[0].x+1], OUT[ADDR[0].x]\n ADD OUT[0], OUT[1], OUT[2]\n END": lambda n: 2.0 * n,
    "MOV NULL, IN[0]\n NOP\n MOV_SAT OUT[0], -|IN[0]|\n END": lambda n: 0.0,
    "MUL_PRECISE_SAT OUT[0], IN[0], IN[0]\n END": lambda n: float(n > 0),
}


def _array(n):
    temporaries = [0.0, 10.0, 0.0, 20.0]  # TEMP[4] and on
    temporaries[min(max(n - 2, 0), 3)] = float(n)
    return temporaries[0] + temporaries[min(max(n - 4, 0), 3)]


@pytest.mark.parametrize("engine", [eager_engine(), llvm_engine()], ids=lambda e: e.name)
def test_results(engine):
    programs = [parse(HEAD + body) for body in BODIES]
    outcomes = run_programs(engine, programs, INPUTS, PARAMETERS)
    for body, (results, killed) in zip(BODIES, outcomes, strict=True):
        shown = results["result.color[0]"].view(np.float32)
        wanted = [BODIES[body](n) for n in range(LANES)]
        assert shown[0].tolist() == wanted, body
        assert shown[3].tolist() == wanted, body
        assert not killed.any()


KILLS = {
    "KILL_IF -IN[0].xyxy": lambda n: n > 0,
    "KIL IN[0]": lambda n: False,
    "KILL": lambda n: True,
    "KILP": lambda n: True,
    "SGT PRED[0].x, IN[0], IMM[0].wwww\n(PRED[0].x) KILL": lambda n: n > 3,
    "UIF TEMP[0].xxxx\nKILL\nENDIF": lambda n: n > 0,
}


def test_kills():
    programs = [parse(f"{HEAD}{body}\nMOV OUT[0], IN[0]\nEND") for body in KILLS]
    outcomes = run_programs(eager_engine(), programs, INPUTS, PARAMETERS)
    for body, (_, killed) in zip(KILLS, outcomes, strict=True):
        assert killed.tolist() == [KILLS[body](n) for n in range(LANES)], body


def test_immediates_by_an_index():
    body = "MOV OUT[0], IMM[IMM[1].y].yyyy\n UADD TEMP[0].x, IMM[1].zzzz, IMM[1].wwww\n END"
    program = parse(HEAD + body)
    ((results, _),) = run_programs(eager_engine(), [program], INPUTS, PARAMETERS)
    assert set(results["result.color[0]"].ravel().tolist()) == {1}


def test_a_switch_is_no_way_back():
    """A program without loops is not counted step by step."""
    text = "SWITCH TEMP[0].xxxx\nCASE IMM[1].yyyy\nBRK\nDEFAULT\nENDSWITCH\nMOV OUT[0], IN[0]\nEND"
    assert not build_flow(parse(HEAD + text)).endless
