"""The warnings: each where it is due, and none where a shipped program would get it."""

from __future__ import annotations

import pytest

from softgl.asm import parse
from softgl.check import check
from softgl.check.codes import CODES, matching, selected
from softgl.check.files import find_programs, read_program
from tests.tools import ROOT


def codes(text, *select):
    parse(text)
    return [one.code for one in check(text, select=select)]


def fragment(body, header="!!NVfp4.0"):
    return f"{header} TEMP t, u, v[2]; {body} END"


@pytest.mark.parametrize(
    "body",
    [
        "MOV result.color, t;",
        "MOV t.xyz, 1; MOV result.color, t;",
        "MOV t.xy, 1; MUL t, t, 2; MOV result.color, t;",
        "DP3 t.x, t, t; MOV result.color, t.x;",
        "MOV t.y, 1; TEX t, t, texture, 2D; MOV result.color, t;",
        "MOV t.xy, 1; TXP t, t, texture, 2D; MOV result.color, t;",
        "KIL t.x; MOV result.color, 1;",
        "REP 2; ADD t.x, t.x, 1; ENDREP; MOV result.color, t.x;",
        "IF GT.x; MOV t, 1; ELSE; MOV result.color, t; ENDIF;",
        "MOV u.x, 1; MOV result.color, v[0];",
        "MOV t.x, 1; SCS t.xy, t.y; MOV result.color, t.xyxy;",
    ],
)
def test_what_nothing_has_written(body):
    assert codes(fragment(body)) == ["W101"]


@pytest.mark.parametrize(
    "body",
    [
        "MOV t.xyz, 1; MUL t, t, 2; MOV result.color, t.xyzx;",
        "MOV t.xyz, 1; DP3 result.color, t, t;",
        "MOV t.xy, 1; TEX t, t, texture, 2D; MOV result.color, t;",
        "MOV t.x (GT.x), 1; MOV t.x (LE.x), 2; MOV result.color, t.x;",
        "IF GT.x; MOV t, 1; ENDIF; MOV result.color, t;",
        "REP 2; IF GT.x; MOV result.color, t; ENDIF; MOV t, 1; ENDREP;",
        "CMP t.x, -fragment.color, 1, t; CMP t.x, fragment.color, 2, t; MOV result.color, t.x;",
        "REP 2; IF GT.x; MOV t.x, 0; ENDIF; ADD t.x, t.x, 1; ENDREP; MOV result.color, t.x;",
        "MOV u, t; MOV result.color, 1;",
        "MOV v[0], 1; MOV result.color, v[0];",
        "CAL s; MOV result.color, t; RET; s: MOV t, 1; RET;",
        "SWZ t, fragment.color, x,y,0,1; LIT t, t; XPD u.xyz, t, t; DP3 result.color, u, u;",
        "MOV t.x, 1; SCS t.xy, t.x; MOV result.color, t.xyxy;",
    ],
)
def test_what_is_written_or_cannot_be_seen(body):
    assert codes(fragment(body)) == []


def test_what_some_ways_write():
    text = fragment("IF GT.x; MOV t, 1; ENDIF; MOV result.color, t;")
    assert codes(text, "W102") == ["W102"]
    assert codes(text.replace("ENDIF;", "ELSE; MOV t, 2; ENDIF;"), "W102") == []


def test_a_sloppy_mask_of_a_varying():
    text = """!!ARBvp1.0 TEMP t; MOV result.position, vertex.position; MOV t.xy, vertex.texcoord;
        ADD t, t, 1; MOV result.texcoord, t; MOV result.color.xyz, t.x; END"""
    assert codes(text) == []
    assert codes(text, "W103") == ["W103"]
    text = "!!ARBvp1.0 TEMP t; MOV result.position, vertex.position; MOV result.texcoord, t; END"
    assert codes(text) == ["W101"]


def test_registers_that_are_zero_at_first():
    assert codes("!!FP1.0 MOV o[COLR], R0; END") == []
    (one,) = check("!!FP1.0 MOV o[COLR], R0; END", select=["W102"])
    assert one.message == "R0 is 0: nothing has written it"


def test_address_registers():
    text = """!!ARBvp1.0 ADDRESS a; PARAM c[4] = { program.env[0..3] };
        MOV result.position, c[a.x]; END"""
    (one,) = check(text)
    assert (one.code, one.message) == ("W101", "a.x is read before anything writes it")
    assert codes(text.replace("MOV", "ARL a.x, vertex.position.x; MOV", 1)) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("!!ARBvp1.0 MOV result.color, vertex.color; END", ["W104"]),
        ("!!NVvp4.0 MOV result.color, vertex.color; END", ["W104"]),
        ("!!NVvp4.0 MOV result.attrib[0], vertex.color; END", []),  # for transform feedback
        ("!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.color, vertex.color; END", []),
        ("!!ARBvp1.0 END", []),
        ("!!VSP1.0 END", []),
        ("!!ARBvp1.0 MOV result.position.xyz, vertex.position; END", ["W106"]),
        ("!!VP1.0 MOV o[HPOS].xyz, v[OPOS]; END", []),  # w is 1
        ("!!ARBfp1.0 TEMP t; MOV t, 1; END", ["W105"]),
        ("!!ARBfp1.0 END", []),
        ("!!ARBfp1.0 KIL fragment.color; END", []),
        ("!!ARBfp1.0 MOV result.depth.z, 1; END", []),
        ("!!ARBfp1.0 MOV result.color.xyz, 1; END", []),
        ("FRAG\nDCL OUT[0], COLOR\nDCL TEMP[0]\nMOV OUT[0], TEMP[0]\nEND", ["W101"]),
        ("VERT\nDCL IN[0]\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]\nEND", ["W104"]),
    ],
)
def test_what_a_stage_hands_on(text, found):
    assert codes(text) == found


def test_a_geometry_program():
    head = "!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;"
    copy = "MOV result.position, vertex[0].position;"
    assert codes(f"{head} END") == []
    assert codes(f"{head} {copy} EMIT; END") == []
    assert codes(f"{head} {copy} END") == ["W108"]
    assert codes(f"{head} TEMP t; MOV result.position, t; EMIT; END") == ["W101"]


def test_what_is_off_unless_it_is_selected():
    text = """!!NVfp4.0 TEMP t, RC; PARAM p = 1; ATTRIB a = fragment.color;
        BUFFER b[] = { program.buffer[0] }; MOV t, 1; l: RCP result.color.x, fragment.color; END"""
    assert codes(text) == []
    found = {one.code: one.message for one in check(text, select=["ALL"])}
    assert found.keys() == {"W107", "W201", "W202", "W203", "W204", "W301", "W302"}
    assert found["W107"] == "result.color.yzw is never written"
    assert found["W204"] == "nothing calls the label l"
    assert [one.message for one in check(text, select=["W201", "unused-parameter"])] == [
        *("RC is never used", "p is never used", "a is never used", "b is never used"),
    ]


def test_the_programs_that_come_with_softgl():
    for path in find_programs(str(ROOT / "shaders")):
        assert check(read_program(path)) == [], path


def test_every_code_has_a_test_and_a_place():
    assert list(CODES) == sorted(CODES)
    assert matching(["ALL"]) == CODES.keys()
    assert matching(["W2"]) == {"W201", "W202", "W203", "W204"} == matching(["w2"])
    assert not {code for code in selected() if code.startswith(("W2", "W3"))}
    # Errors stay.
    assert selected(ignore=["ALL"]) == {code for code in CODES if code.startswith("E")}
