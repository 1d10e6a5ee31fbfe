"""Texts that the grammar refuses: the message, and the place, which stands between « and »."""

from __future__ import annotations

import pytest

from softgl.asm import parse
from softgl.errors import ProgramError
from softgl.ir.program import Stage
from tests.asm.forms import refusal

VP, FP, VP4, FP4 = "!!ARBvp1.0", "!!ARBfp1.0", "!!NVvp4.0", "!!NVfp4.0"

SYNTAX = [
    (f"{VP} MOV «t» END", "'t' is not declared", "a temporary"),
    (f"{VP} TEMP t; MOV t, t «END»", "unexpected 'END'", "';' after an instruction"),
    (f"{VP} TEMP t «END»", "unexpected 'END'", "';' after a declaration"),
    (f"{VP} TEMP t;\n«»", "unexpected end of text", "an instruction, a declaration or END"),
    (f"{VP} TEMP t; MOV t«;» END", "unexpected ';'", "',' after the destination"),
    (f"{VP} TEMP t; ADD t, t«;» END", "unexpected ';'", "',' and operand 2 of ADD"),
    (f"{VP} TEMP t; MOV t, «,» END", "unexpected ','", "an attribute, a program parameter"),
    (f"{VP} TEMP t; MOV t, t«,» t; END", "unexpected ','", "';'"),
    (f"{VP} TEMP t; «FOO» t, t; END", "'FOO' is not an instruction of ARBvp1.0", "an instruction"),
    (f"{VP} TEMP t; «MOV_SAT» t, t; END", "'MOV_SAT' is not an instruction", ""),
    (f"{VP} TEMP t; «TEX» t, t, texture, 2D; END", "'TEX' is not an instruction", ""),
    (f"{FP} TEMP t; «ARL» t, t; END", "'ARL' is not an instruction", ""),
    (f"{FP} TEMP t; «MOVR» t, t; END", "'MOVR' is not an instruction", ""),
    (f"{FP} TEMP t; MOV«.»S t, t; END", "unexpected '.'", "a temporary or a result"),
    (f"{VP4} «KIL» GT; END", "'KIL' is not an instruction", ""),
    (f"{VP} «;» END", "unexpected ';'", "an instruction, a declaration or END"),
    (f"{VP} TEMP t; MOV t, «@»t; END", "unexpected character '@'", ""),
    (f"{VP} TEMP t; MOV t, «1x»; END", "'1x' is neither a number nor an identifier", ""),
    (f"{VP} ATTRIB «=» vertex.color; END", "unexpected '='", "the name of a new variable"),
    (f"{VP} ATTRIB a «vertex».color; END", "unexpected 'vertex'", "'=' in an ATTRIB declaration"),
    (f"{VP} OUTPUT o = «vertex».color; END", "unexpected 'vertex'", "'result.'"),
    (f"{VP} PARAM c = «x»; END", "unexpected 'x'", "a number, '{', 'program' or 'state'"),
    (f"{VP} PARAM c[2] = «1»; END", "unexpected '1'", "'{' before the elements of an array"),
    (f"{VP} PARAM c = {{1, 2, 3, 4«,» 5}}; END", "unexpected ','", "'}' after four numbers"),
    (f"{VP} PARAM c = {{«}}»; END", "unexpected '}'", "a number"),
    (f"{VP} PARAM c = {{1, 2«;» END", "unexpected ';'", "'}' or ','"),
    (f"{VP} TEMP t; MOV t.x«(»EQ), t; END", "unexpected '('", "','"),
    (f"{FP} TEMP t; MOV t, «|»t|; END", "unexpected '|'", "an attribute"),
    (f"{VP4} TEMP t; MOV t, |t«;» END", "unexpected ';'", "'|' after the operand"),
    (f"{VP4} TEMP t; MOV t(«XX»), t; END", "'XX' is not a condition", "a rule such as EQ"),
    (f"{VP4} TEMP t; MOV t(«EQ2»), t; END", "'EQ2' is not a condition", ""),
    (f"{VP4} TEMP t; MOV t(EQ«,» t; END", "unexpected ','", "')' after a condition"),
    (f"{VP4} «ADDRESS» a; END", "'ADDRESS' is not an instruction", ""),
    (f"{VP4} INT «MOV» t, t; END", "unexpected 'MOV' in a declaration", "ALIAS, ATTRIB"),
]
NAMES = [
    (f"{VP} TEMP t, «t»; END", "'t' is already declared", ""),
    (f"{VP} TEMP t; ATTRIB «t» = vertex.color; END", "'t' is already declared", ""),
    (f"{VP} TEMP t; ALIAS «t» = t; END", "'t' is already declared", ""),
    (f"{VP} ALIAS a = «a»; END", "'a' is not declared", "the name of a variable"),
    (f"{VP} TEMP t; MOV t, «u»; TEMP u; END", "'u' is not declared", "an attribute"),
    (f"{VP} TEMP «MOV»; END", "'MOV' is a reserved word of ARBvp1.0", "the name of a new variable"),
    (f"{VP} TEMP «vertex»; END", "'vertex' is a reserved word", ""),
    (f"{FP} TEMP «TEX_SAT»; END", "'TEX_SAT' is a reserved word", ""),
    (f"{FP} TEMP «texture»; END", "'texture' is a reserved word", ""),
    (f"{FP4} TEMP «primitive»; END", "'primitive' is a reserved word", ""),
    (f"{VP} TEMP t; MOV t, «TEMP»; END", "'TEMP' is a reserved word, not a variable", ""),
    (f"{VP} ATTRIB a = vertex.color; MOV «a», a; END", "'a' is an attribute, which can only", ""),
    (f"{VP} PARAM a = 1; MOV «a», a; END", "'a' is a program parameter, which can only be", ""),
    (f"{VP} MOV «vertex».color, 1; END", "'vertex...' can only be read", "a temporary or a result"),
    (f"{VP} MOV «program».env[0], 1; END", "'program...' can only be read", ""),
    (f"{VP} TEMP t; MOV t, «result».color; END", "'result' is a result, which can only be", ""),
    (f"{VP} OUTPUT o = result.color; TEMP t; MOV t, «o»; END", "'o' is a result, which can", ""),
    (f"{VP} ADDRESS a; TEMP t; MOV t, «a»; END", "'a' is an address register", ""),
    (f"{VP} ADDRESS a; MOV «a», 1; END", "'a' is an address register: only ARL writes it", ""),
    (f"{VP} TEMP t; ARL «t».x, t.x; END", "'t' is a temporary", "an address register"),
    (f"{VP} ADDRESS a; ARL a.«y», 1; END", "an address register has only one component", "'.x'"),
]
COMPONENTS = [
    (f"{FP} TEMP t; MOV t.«xg», t; END", "'.xg' mixes components of xyzw and of rgba", "once"),
    (f"{FP} TEMP t; MOV t, t.«xyzg»; END", "'.xyzg' mixes components", "one component or four"),
    (
        f"{FP} TEMP t; MOV t.«yx», t; END",
        "'.yx' is not a selection of components",
        "in the order xyzw",
    ),
    (f"{FP} TEMP t; MOV t.«xx», t; END", "'.xx' is not a selection of components", "once"),
    (
        f"{FP} TEMP t; MOV t, t.«xy»; END",
        "'.xy' is not a selection of components",
        "one component or",
    ),
    (f"{FP} TEMP t; MOV t, t.«q»; END", "'.q' is not a selection of components", ""),
    (f"{FP} TEMP t; MOV t, t«.1»; END", "unexpected '.1'", "';'"),
    (f"{VP} TEMP t; RCP t, t.«xyzw»; END", "'.xyzw' where a scalar is required", "one"),
    (f"{VP} TEMP t; SWZ t, t, x,y,«2»,w; END", "unexpected '2'", "selector 3 of SWZ"),
    (f"{VP} TEMP t; SWZ t, t, x,y,z«;» END", "unexpected ';'", "',' between the selectors"),
    (f"{FP} TEMP t; SWZ t, t, x,0,«g»,w; END", "SWZ mixes components", ""),
    (f"{VP} TEMP t; SWZ t, «-»t, x,y,z,w; END", "unexpected '-'", ""),
    (f"{VP} TEMP t; SWZ t, t«.»x, x,y,z,w; END", "unexpected '.'", "','"),
]
OPTIONS = [
    (f"{VP} OPTION «NV_vertex_program4»; END", "the option 'NV_vertex_program4' is not", ""),
    (f"{FP} OPTION «NV_fragment_program4»; END", "the option 'NV_fragment_program4' is not", "fog"),
    (f"{FP} OPTION ARB_fog_exp; OPTION «ARB_fog_linear»; END", "excludes the option before", ""),
    (f"{FP} OPTION «ARB_position_invariant»; END", "is not available in ARBfp1.0 programs", ""),
    (f"{FP} OPTION ARB_precision_hint_nicest; OPTION «ARB_precision_hint_fastest»; END",
     "'ARB_precision_hint_fastest' excludes the option before it", ""),
    (f"{FP} TEMP t; «OPTION» ARB_precision_hint_nicest; END", "options must precede all", ""),
    (f"{VP} OPTION ARB_position_invariant «END»", "unexpected 'END'", "';' after an option"),
    (f"{VP} OPTION ARB_position_invariant; MOV result.«position», 1; END",
     "the option ARB_position_invariant computes the position", "color"),
    (f"{VP4} OPTION ARB_position_invariant; OUTPUT o = result.«position»; END",
     "the option ARB_position_invariant computes the position", "color"),
]  # fmt: skip
HEADERS = [
    ("«»", "the text does not begin with a known header", "!!ARBvp1.0, !!ARBfp1.0"),
    ("«» !!ARBvp1.0 END", "known header: blanks before !!ARBvp1.0, which must", "!!ARBv"),
    ("«»\n!!NVfp4.0 END", "a known header: blank lines before !!NVfp4.0", "!!NVfp4.0"),
    ("«!!VP9.9» END", "the text does not begin with a known header", ""),
    ("«!!FP2.0»\nMOVH H0, f[COL0]; END", "no specification describes the language '!!FP2.0'",
     "'!!FP1.0', the documented language"),
    ("«!!FP1.1»MOVR R0, R0; END", "no specification describes the language '!!FP1.1'", "!!FP1.0"),
    ("!!ARBvp1.0«1» END", "unexpected '1'", ""),
]  # fmt: skip
EVERY = SYNTAX + NAMES + COMPONENTS + OPTIONS + HEADERS


@pytest.mark.parametrize(("marked", "message", "expected"), EVERY, ids=[case[0] for case in EVERY])
def test_refused(marked, message, expected):
    error = refusal(marked)
    assert message in error.message
    assert expected in error.expected


def test_the_whole_message():
    error = refusal("!!ARBvp1.0\r\nTEMP a;\r\n\tMOV a, «b».x;\r\nEND")
    assert error.position == 29
    assert str(error) == (
        "line 3, column 9: 'b' is not declared; expected an attribute, a program parameter, "
        "a temporary or a constant\n"
        "   MOV a, b.x;\n"
        "          ^"
    )


def test_a_long_line_is_shown_around_the_place():
    error = refusal("!!ARBfp1.0 TEMP t;" + " MOV t, t;" * 500 + " MOV t, «b»;" + " MOV t, t;" * 500)
    _, line, caret = str(error).splitlines()
    assert (line[2], line[caret.index("^")], line[-1], len(line)) == ("…", "b", "…", 102)
    long = refusal("!!ARBfp1.0 TEMP t; MOV t, «" + "b" * 300 + "»; END")
    _, line, caret = str(long).splitlines()
    assert (line[-1], len(line), len(caret), caret.index("^")) == ("…", 102, 102, 28)


def test_a_missing_end_is_at_the_end_of_the_text():
    error = refusal("!!ARBfp1.0\nTEMP t;\n«»")
    assert (error.line, error.column) == (3, 1)
    assert str(error).startswith("line 3, column 1: unexpected end of text")


def test_another_stage():
    with pytest.raises(ProgramError) as caught:
        parse("!!ARBfp1.0 END", stage=Stage.VERTEX)
    assert caught.value.position == 0
    assert caught.value.expected == "!!ARBvp1.0, !!NVvp4.0, !!VP1.0, !!VP1.1 or !!VP2.0"
    assert parse("!!ARBfp1.0 END", stage=Stage.FRAGMENT).stage is Stage.FRAGMENT
