"""Control flow: its parsed instructions, and the rules that need long programs."""

from __future__ import annotations

import pytest

from softgl.asm import LIMITS, parse
from softgl.errors import ProgramError
from tests.asm.forms import listing, refusal

BRANCHES = """!!NVfp4.0
TEMP R0, RC;
square:
  MULC R0, R0, R0;
  RET (GT.x);
  RET;
main:
  IF NE1.xxyz;
    ADD R0, R0, 1;
  ELSE;
    REP.S R0.y;
      BRK   (EQ.x);
      CONT (LE0);
    ENDREP;
  ENDIF;
  REP.S ;
    CAL square (FL);
    IF TR; BRK; ENDIF;
  ENDREP;
  REP 2.5; ENDREP;
  CAL square;
tail:
END
"""


def test_instructions():
    assert listing(BRANCHES) == [
        "MUL.F.CC0 r0.xyzw, r0.xyzw, r0.xyzw",
        "RET.F GT0.xxxx",
        "RET.F",
        "IF.F NE1.xxyz",
        "ADD.F r0.xyzw, r0.xyzw, c0.xyzw",
        "ELSE.F",
        "REP.S r0.yyyy",
        "BRK.F EQ0.xxxx",
        "CONT.F LE0.xyzw",
        "ENDREP.F",
        "ENDIF.F",
        "REP.S",
        "CAL.F square, FL0.xyzw",
        "IF.F TR0.xyzw",
        "BRK.F",
        "ENDIF.F",
        "ENDREP.F",
        "REP.F c1.xyzw",
        "ENDREP.F",
        "CAL.F square",
    ]


def test_labels():
    program = parse(BRANCHES)
    assert program.labels == (("square", 0), ("main", 3), ("tail", 20))
    assert program.subroutines
    assert program.call_depth == LIMITS["NVfp4.0"].call_depth == 32
    assert program.step_limit == LIMITS["NVfp4.0"].steps


@pytest.mark.parametrize(
    ("source", "labels"),
    [
        ("!!NVvp4.0main:TEMP a;MOV a,1;END", (("main", 0),)),
        ("!!NVvp4.0 MOV result.color, 1; RET; sub: RET; END", (("sub", 2),)),
        ("!!NVvp4.0 a: b: END", (("a", 0), ("b", 0))),
        ("!!NVvp4.0 TEMP t; CAL MOV (TR.x); MOV: MOV t, 1; t: END", (("MOV", 1), ("t", 2))),
        ("!!NVvp4.0 $1_: INT: TEMP t; END", (("$1_", 0), ("INT", 0))),
    ],
)
def test_labels_may_stand_and_be_named_anyhow(source, labels):
    assert parse(source).labels == labels


def test_position_invariance_transforms_where_execution_begins():
    source = (
        "!!NVvp4.0 OPTION ARB_position_invariant; sub: RET; main: MOV result.color, 1; CAL sub;"
        " last: RET; END"
    )
    opcodes = [instruction.opcode for instruction in parse(source).instructions]
    assert opcodes == ["RET", "DP4", "DP4", "DP4", "DP4", "MOV", "CAL", "RET"]
    assert parse(source).labels == (("sub", 0), ("main", 1), ("last", 7))


def test_nesting_is_limited():
    limits = LIMITS["NVvp4.0"]
    for begin, end, depth in (
        ("IF TR;", "ENDIF;", limits.if_depth),
        ("IF TR; ELSE;", "ENDIF;", limits.if_depth),
        ("REP 2;", "ENDREP;", limits.loop_depth),
    ):
        parse(f"!!NVvp4.0 {begin * depth} {end * depth} END")
        word = begin.split()[0]
        error = refusal(f"!!NVvp4.0 {begin * depth} «{word}» {begin.split(maxsplit=1)[1]} END")
        assert f"is nested in {depth} others" in error.message
    # Each kind counts by itself.
    both = "REP 2; IF TR;" * limits.loop_depth + "ENDIF; ENDREP;" * limits.loop_depth
    parse(f"!!NVvp4.0 {both} END")


def test_the_depths_are_at_least_the_minima():
    # NV_gpu_program4, table X.21.
    for language in ("NVvp4.0", "NVfp4.0"):
        limits = LIMITS[language]
        assert limits.call_depth >= 4
        assert limits.if_depth >= 48
        assert limits.loop_depth >= 4


def test_an_error_that_only_the_whole_text_shows():
    # ARB_vertex_program: "If the program fails to load because of a semantic restriction that is
    # not detected until the program is fully scanned, the error position is set to the value of
    # <len>." The message still shows the place.
    source = "!!NVvp4.0\nCAL nowhere;\nEND\n# more\n"
    with pytest.raises(ProgramError) as caught:
        parse(source)
    assert caught.value.position == len(source)
    assert (caught.value.line, caught.value.column) == (2, 5)
    assert "the label 'nowhere' is not defined" in caught.value.message


def test_a_block_without_an_end_is_an_error_at_the_end():
    error = refusal("!!NVvp4.0 IF TR; ELSE; «END»")
    assert (error.message, error.expected) == ("unexpected 'END' in a block", "ENDIF")
    error = refusal("!!NVvp4.0 REP 3;\n«»")
    assert error.message == "unexpected end of text"
