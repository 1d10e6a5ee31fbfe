"""`check`: fifteen mistakes that people make, each found once, with its remedy."""

from __future__ import annotations

import pytest

from softgl.check import check
from softgl.check.codes import SelectionError

COLOR = "MOV result.color, t;\nEND"


def said(text, **wishes):
    """(code, line, column, hint) of all that is found."""
    return [(one.code, one.line, one.column, one.hint) for one in check(text, **wishes)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("TEMP t;\nMUU t, fragment.color, 2;", [(3, 1, "did you mean 'MUL'?")]),
        ("TEMP t;\nMUL t, t", [(4, 1, "")]),
        ("TEMP t;\nmov t, fragment.color;", [(3, 1, "did you mean 'MOV'?")]),
        ("TEMP t, color;\nMOV t, colour;", [(3, 8, "did you mean 'color'?")]),
        ("TEMP t;\nMOV t, fragment.colour;", [(3, 17, "did you mean 'color'?")]),
        ("TEMP t;\nTEX t, fragment.texcoord, texture, 2d;", [(3, 36, "did you mean '2D'?")]),
        ("OPTION ARB_fog_lineal;\nTEMP t;", [(2, 8, "did you mean 'ARB_fog_linear'?")]),
        ("TEMP t;\nMUL t, fragment.color, 2.0f;", [(3, 24, "numbers have no suffix: '2.0'")]),
        ("TEMP t; // one\n", [(2, 9, "comments begin with '#' and end with their line")]),
        ("TEMP t /* one\n*/;", [(2, 8, "comments begin with '#' and end with their line")]),
        ("TEMP t;\nMOV t, 1\nMOV t, 2;", [(4, 1, "the statement before it has no ';'")]),
        (
            "TEMP t;\nt.xy = fragment.color;",
            [(3, 1, "assignments are written as instructions, such as 'MUL result, a, b;'")],
        ),
        (
            "TEMP t;\nIF GT.x;\nMOV t, 1;\nELSE;\nMOV t, 2;\nENDIF;",
            [(3, 1, "IF needs 'OPTION NV_fragment_program2;' behind the header")],
        ),
        (
            "TEMP t;\nTEX t, fragment.texcoord, texture, SHADOW2D;",
            [(3, 36, "SHADOW2D needs 'OPTION ARB_fragment_program_shadow;' behind the header")],
        ),
        (
            "TEMP t;\nMOV result.color[1], 1;",
            [(3, 17, "with 'OPTION ARB_draw_buffers;' behind the header it does")],
        ),
        (
            "TEMP t;\nMOV t, vertex.color;",
            [(3, 8, "the attributes of these programs are fragment.*")],
        ),
        ("TEMP t;\nLODQ t, t, texture, 2D;", [(3, 1, "")]),
        ("TEMP t;\nARL t, t;", [(3, 1, "")]),
        ("TEMP t;\nUP4B_SAT t, fragment.color.x;", [(3, 1, "")]),
        ("TEMP t;\nFLOR t, fragment.color;", [(3, 1, "did you mean 'FLR'?")]),
    ],
)
def test_a_mistake_and_its_hint(text, found):
    own = said(f"!!ARBfp1.0\n{text}\nMOV result.color, t;\nEND")
    if found[0][2]:
        assert own == [("E003", *one) for one in found]
    else:
        assert [one[:3] for one in own] == [("E003", *one[:2]) for one in found]


def test_other_languages_that_have_an_instruction():
    (one,) = check("!!ARBvp1.0\nTEMP t;\nSIN t, vertex.color.x;\nEND")
    assert one.hint == "SIN needs 'OPTION NV_vertex_program2;' behind the header"
    (one,) = check("!!ARBfp1.0\nTEMP t;\nAND t, 1, 2;\nEND")
    assert one.hint == "!!NVfp4.0 programs have AND"


def test_an_end_that_is_missing():
    assert said("!!NVfp4.0\nREP 2;\nIF GT.x;\nENDIF;\nEND") == [
        ("E003", 5, 1, "the REP of line 2 has no end")
    ]
    (one,) = check("!!NVfp4.0\nMOV result.color, 1;")
    assert (one.line, one.hint) == (2, "the last line of a program is END")


def test_hints_in_tgsi():
    text = "FRAG\nDCL OUT[0], COLOR\nDCL TEMP[0]\nMUU OUT[0], TEMP[0], TEMP[0]\nEND"
    assert said(text) == [("E003", 4, 1, "did you mean 'MUL'?")]


def test_no_hint_is_better_than_a_wrong_one():
    for text in ("!!VP1.0\nMOV R13, v[0];\nEND", "!!ARBfp1.0\nTEMP t;\nMOV t.xyzx, 1;\nEND"):
        assert check(text)[0].hint == ""
    (one,) = check("FRAG\nDCL OUT[0], COLOUR\nMOV OUT[0], IMM[0]\nEND")
    assert one.hint == "did you mean 'COLOR'?"


def test_machine_code_behind_a_text_is_no_program():
    """Dumps of drivers have it under the same word as the text."""
    code = "VERT\n0000: 07801003 39004800 000000d0  MUL t0, t1, u0, void\nnum loops: 0\n"
    found = check(
        f"VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nMOV OUT[0], IN[0]\nEND\n\n{code}", select=["W301"]
    )
    assert [(one.code, one.line) for one in found] == [("W301", 7)]


def test_strict_and_warnings_as_errors():
    text = "!!ARBfp1.0\nTEMP t;\nRCP t.xyz, fragment.position;\nMOV result.color, t;\nEND"
    assert [(one.code, one.severity) for one in check(text, strict=True)] == [
        ("E004", "error"),
        ("W101", "warning"),
    ]
    (one,) = check(text, warnings_as_errors=True)
    assert (one.code, one.severity) == ("W101", "error")
    assert check(text, ignore=["never-written"]) == []
    assert {one.code for one in check(text, select=["W3"])} == {"W101", "W301"}


def test_a_language_that_is_asked_for():
    assert check("!!ARBfp1.0\nMOV result.color, 1;\nEND", language="ARBfp1.0") == []
    text = "MOV result.color, one;\nEND"
    assert [(one.code, one.line, one.column) for one in check(text, language="ARBfp1.0")] == [
        ("E003", 1, 19)
    ]
    (one,) = check("!!ARBvp1.0\nEND", language="ARBfp1.0")
    assert (one.code, one.message) == ("E005", "the program is not in the language !!ARBfp1.0")
    assert check("FRAG\nEND", language="FRAG") == []


@pytest.mark.parametrize(
    "wishes", [{"select": ["W9"]}, {"ignore": [""]}, {"hardware": "nv99"}, {"language": "GLSL"}]
)
def test_words_that_mean_nothing(wishes):
    with pytest.raises(SelectionError, match="unknown"):
        check("", **wishes)
