"""Texts that a semantic rule refuses: the message, and the place between « and »."""

from __future__ import annotations

import pytest

from tests.asm.forms import refusal

VP, FP, VP4, FP4 = "!!ARBvp1.0", "!!ARBfp1.0", "!!NVvp4.0", "!!NVfp4.0"

ARRAYS = [
    (f"{VP} PARAM c[«3»] = {{ 1, 2 }}; END", "3 elements are declared, but 2 are given", ""),
    (f"{VP} PARAM c[«4»] = {{ program.env[0..2] }}; END", "4 elements are declared, but 3", ""),
    (f"{VP} PARAM c[«0»] = {{ 1 }}; END", "0 is out of range", "an integer from 1 to 1024"),
    (
        f"{VP} PARAM c[2] = {{ 1, 2 }}; TEMP t; MOV t, c[«2»]; END",
        "2 is out of range",
        "an integer from 0 to 1",
    ),
    (
        f"{VP} PARAM c[2] = {{ 1, 2 }}; TEMP t; MOV t, c«;» END",
        "'c' is an array",
        "'[' and an index",
    ),
    (f"{VP} PARAM c = 1; TEMP t; MOV t, c«[»0]; END", "'c' is not an array", ""),
    (f"{VP} TEMP a«[»2]; END", "unexpected '['", "';' after a declaration"),
    (f"{FP4} OUTPUT o«[»1] = {{ result.color }}; END", "unexpected '['", "'='"),
    (f"{VP4} TEMP a[«]»; END", "unexpected ']'", "an integer from 1 to"),
    (f"{VP4} TEMP a[2]; MOV a[«2»], a[0]; END", "2 is out of range", ""),
    (f"{VP4} TEMP i, a[2]; MOV a[i.x+«2»], a[0]; END", "2 is out of range", "from 0 to 1"),
    (f"{VP4} TEMP i, a[2]; MOV a[i.x-«1»], a[0]; END", "1 is out of range", "from 0 to 0"),
    (f"{VP4} FLOAT TEMP i; TEMP a[2]; MOV a[«i».x], a[0]; END", "'i' cannot be an index", ""),
    (f"{VP4} TEMP a[2]; MOV a[«a»[0].x], a[0]; END", "'a' cannot be an index", "a temporary"),
    (f"{VP4} ATTRIB g = vertex.color; TEMP a[2]; MOV a[«g».x], a[0]; END", "'g' cannot be", ""),
    (
        f"{VP} TEMP i; PARAM c[2] = {{ 1, 2 }}; MOV i, c[«i».x]; END",
        "'i' cannot be an index",
        "an integer or an address register",
    ),
    (
        f"{VP} ADDRESS i; PARAM c[2] = {{ 1, 2 }}; TEMP t; MOV t, c[«i».y]; END",
        "an address register has only one component, x",
        "'.x'",
    ),
    (
        f"{VP} ADDRESS i; PARAM c[2] = {{ 1, 2 }}; TEMP t; MOV t, c[i.x+«64»]; END",
        "64 is out of range",
        "an integer from 0 to 63",
    ),
    (
        f"{VP} ADDRESS i; PARAM c[2] = {{ 1, 2 }}; TEMP t; MOV t, c[i.x-«65»]; END",
        "65 is out of range",
        "an integer from 0 to 64",
    ),
    (f"{VP4} TEMP i, a[2]; MOV i, a[i«]»; END", "unexpected ']'", "'.' and a component"),
    (
        f"{FP} PARAM c[2] = {{ 1, 2 }}; TEMP t; MOV t, c[«t».x]; END",
        "ARBfp1.0 has no relative addressing",
        "an integer",
    ),
    (
        f"{VP} ADDRESS i; PARAM c[2] = {{ program.env[1], program.env[1] }}; TEMP t; MOV t, c[1];"
        " MOV t, «c»[i.x]; END",
        "program.env[1] is bound twice in arrays",
        "",
    ),
    (
        f"{VP} ADDRESS i; PARAM c[1] = {{ program.env[1] }}; PARAM d[1] = {{ program.env[1] }};"
        " TEMP t; MOV t, c[i.x]; MOV t, d[0]; MOV t, «d»[i.x]; END",
        "program.env[1] is bound",
        "",
    ),
    (
        f"{VP4} ATTRIB «a»[] = {{ vertex.attrib[1], vertex.attrib[3] }}; END",
        "vertex.attrib[3] does not follow",
        "",
    ),
    (
        f"{VP4} ATTRIB «a»[] = {{ vertex.attrib[2], vertex.attrib[1] }}; END",
        "vertex.attrib[1] does not follow",
        "",
    ),
    (
        f"{VP4} ATTRIB «a»[] = {{ vertex.attrib[1], vertex.texcoord[2] }}; END",
        "vertex.texcoord[2] does not follow",
        "",
    ),
    (
        f"{VP4} OUTPUT «a»[] = {{ result.position }}; END",
        "result.position cannot be an element",
        "",
    ),
]
BINDINGS = [
    (f"{VP} TEMP t; MOV t, vertex.«foo»; END", "'vertex.foo' is not available here", "position"),
    (f"{VP} TEMP t; MOV t, vertex.weight[«1»]; END", "1 is out of range", "from 0 to 0"),
    (f"{VP} TEMP t; MOV t, vertex.«instance»; END", "there is no such binding", ""),
    (f"{VP} MOV result.«clip»[0], 1; END", "there is no such binding", ""),
    (f"{FP} TEMP t; MOV t, fragment.«facing»; END", "there is no such binding", "color, texcoord"),
    (f"{FP} TEMP t; MOV t, fragment.«attrib»[0]; END", "there is no such binding", ""),
    (f"{FP} MOV result.«position», 1; END", "'result.position' is not available here", "color or"),
    (f"{FP} MOV result.color«[»0], 1; END", "'result.color' takes no index here", ""),
    (f"{VP} TEMP t; MOV t, vertex«,» END", "unexpected ','", "'.' after 'vertex'"),
    (f"{VP} TEMP t; MOV t, vertex.position«[»0]; END", "'vertex.position' takes no index", ""),
    (f"{VP} TEMP t; MOV t, vertex.attrib«;» END", "unexpected ';'", "'[' with a number"),
    (f"{VP} TEMP t; MOV t, vertex.attrib[«16»]; END", "16 is out of range", "from 0 to 15"),
    (f"{VP} TEMP t; MOV t, vertex.texcoord[«8»]; END", "8 is out of range", "from 0 to 7"),
    (f"{VP} TEMP t; MOV t, vertex.texcoord[«x»]; END", "unexpected 'x'", "an integer from 0 to 7"),
    (f"{VP} TEMP t; MOV t, program.env[«256»]; END", "256 is out of range", "from 0 to 255"),
    (f"{VP} TEMP t; MOV t, program.env[0«..»1]; END", "unexpected '..'", "']'"),
    (f"{VP} TEMP t; MOV t, program.«foo»[0]; END", "'program.foo' is not", "env or local"),
    (f"{VP} PARAM c[] = {{ program.env[3..«2»] }}; END", "the range 3..2 runs", "at least 3"),
    (f"{VP} PARAM c[] = {{ state.matrix.mvp.row[2..«1»] }}; END", "the range 2..1 runs", ""),
    (f"{VP} PARAM c = state.matrix.mvp«;» END", "a whole matrix where one row", "'.row[n]'"),
    (f"{VP} PARAM c = state.matrix.mvp.row[0«..»3]; END", "unexpected '..'", "']'"),
    (f"{VP} TEMP t; MOV t, state.matrix.mvp.row[«4»]; END", "4 is out of range", "from 0 to 3"),
    (f"{VP} TEMP t; MOV t, state.matrix.mvp«.»inverted.row[0]; END", "a whole matrix", "'.row[n]'"),
    (f"{VP} TEMP t; MOV t, state.matrix.mvp«[»0].row[0]; END", "a whole matrix", ""),
    (f"{VP} TEMP t; MOV t, state.matrix.modelview[«4»].row[0]; END", "4 is out of range", "0 to 3"),
    (f"{VP} TEMP t; MOV t, state.matrix.program«.»row[0]; END", "unexpected '.'", "'['"),
    (f"{VP} TEMP t; MOV t, state.matrix.program[«8»].row[0]; END", "8 is out of range", "0 to 7"),
    (f"{VP} TEMP t; MOV t, state.matrix.«palette»[0].row[0]; END", "'state.matrix.palette' is not",
     "modelview, projection, mvp, texture or program"),
    (f"{VP} TEMP t; MOV t, state.«depth».range; END", "'state.depth' is not available", "clip"),
    (f"{FP} PARAM c = state.«clip»[0].plane; END", "'state.clip' is not available", "depth"),
    (f"{VP} PARAM c = state.material.front.«x»; END", "no binding 'state.material.front.x'", "amb"),
    (f"{VP} PARAM c = state.light«.»ambient; END", "unexpected '.'", "'['"),
    (f"{VP} ATTRIB p = vertex.position; ATTRIB «g» = vertex.attrib[0]; END",
     "vertex.attrib[0] may not be bound together with vertex.position", ""),
    (f"{VP} TEMP t; MOV t, vertex.attrib[4]; MOV t, «vertex».color.secondary; END",
     "vertex.color.secondary may not be bound together with vertex.attrib[4]", ""),
    (f"{VP4} ATTRIB g = vertex.attrib[15]; ATTRIB «t»[] = {{ vertex.texcoord[0..7] }}; END",
     "vertex.texcoord[7] may not be bound together with vertex.attrib[15]", ""),
]  # fmt: skip
TYPES = [
    (f"{VP4} INT TEMP t; MOV «t», 1; END", "'t' is declared INT and used as FLOAT", "or typeless"),
    (f"{VP4} INT TEMP t; TEMP u; MOV.U u, «t»; END", "'t' is declared INT and used as UINT", ""),
    (f"{VP4} FLOAT TEMP t; TEMP u; AND u, u, «t»; END", "'t' is declared FLOAT and used", ""),
    (f"{VP4} INT TEMP t; I2F «t», t; END", "'t' is declared INT and used as FLOAT", ""),
    (f"{VP4} INT PARAM c[1] = {{ 1 }}; TEMP t; MOV t, «c»[0]; END", "'c' is declared INT", ""),
    (f"{VP4} UINT OUTPUT o = result.attrib[0]; MOV «o», 1; END", "'o' is declared UINT", ""),
    (f"{VP4} TEMP t; MOV.S t, «0.5»; END", "'0.5' is a floating-point", "a signed integer"),
    (f"{VP4} TEMP t; MOV.U t, {{-«1»}}; END", "-1 is negative", "an unsigned integer"),
    (f"{VP4} TEMP t; MOV.S t, «2147483648»; END", "2147483648 is too large for 32 bits", ""),
    (f"{VP4} TEMP t; MOV.U t, «4294967296»; END", "4294967296 is too large for 32 bits", ""),
    (f"{VP4} INT PARAM c = «1.5»; END", "'1.5' is a floating-point constant", ""),
    (f"{VP4} INT «UINT» TEMP t; END", "a second data type modifier", ""),
    (f"{VP4} SHORT «LONG» TEMP t; END", "a second storage size modifier", ""),
    (f"{VP4} «LONG» PARAM c = 1; END", "'LONG' is not a modifier of PARAM", ""),
    (f"{VP4} «SHORT» ATTRIB c = vertex.color; END", "'SHORT' is not a modifier of ATTRIB", ""),
    (f"{VP4} TEMP t; «INT» ALIAS u = t; END", "'INT' is not a modifier of ALIAS", ""),
    (f"{VP4} «FLAT» ATTRIB c = vertex.color; END", "'FLAT' is not an instruction", ""),
    (f"{FP} «INT» TEMP t; END", "'INT' is not an instruction", ""),
    (f"{FP4} «FLAT» TEMP t; END", "'FLAT' is not a modifier of TEMP", ""),
    (f"{FP4} FLAT «FLAT» ATTRIB a = fragment.color; END", "a second FLAT modifier", ""),
    (f"{FP4} FLAT «CENTROID» ATTRIB a = fragment.color; END", "FLAT and CENTROID exclude", ""),
    (f"{FP4} NOPERSPECTIVE «FLAT» ATTRIB a = fragment.color; END", "FLAT and NOPERSPECTIVE", ""),
    (f"{FP4} «FLAT» ATTRIB a = fragment.fogcoord; END", "takes no interpolation modifier", ""),
    (f"{FP4} «CENTROID» ATTRIB a = fragment.facing; END", "takes no interpolation modifier", ""),
    (f"{FP4} «INT» ATTRIB a = fragment.attrib[0]; END", "must be FLAT", "FLAT"),
    (f"{FP4} FLAT ATTRIB a = fragment.color; ATTRIB «b» = fragment.color; END",
     "fragment.color.primary is declared with other interpolation modifiers", ""),
    (f"{FP4} ATTRIB a = fragment.color; «FLAT» ATTRIB b = fragment.color.secondary; END",
     "fragment.color.primary is declared with other interpolation modifiers", ""),
]  # fmt: skip
MODIFIERS = [
    (f"{VP4} TEMP t; MOV.F.«S» t, t; END", "MOV has two modifiers of one kind", ""),
    (f"{VP4} TEMP t; MOVR.«F» t, t; END", "MOV has two modifiers of one kind", ""),
    (f"{VP4} TEMP t; MOVC.«CC1» t, t; END", "MOV has two modifiers of one kind", ""),
    (f"{VP4} TEMP t; MOV.SAT.«SSAT» t, t; END", "MOV has two modifiers of one kind", ""),
    (f"{VP4} TEMP t; MOV.«FOO» t, t; END", "'FOO' is not an instruction modifier", "F, S, U, CC"),
    (f"{VP4} TEMP t; DP4.«S» t, t, t; END", "DP4 does not support the modifier S", ""),
    (f"{VP4} TEMP t; AND.«F» t, t, t; END", "AND does not support the modifier F", ""),
    (f"{VP4} TEMP t; «ANDR» t, t, t; END", "AND does not support the modifier F", ""),
    (f"{VP4} TEMP t; «AND_SAT» t, t, t; END", "AND does not support the modifier SAT", ""),
    (f"{VP4} TEMP t; ADD.S.«SAT» t, t, t; END", "ADD has no floating-point result to clamp", ""),
    (f"{VP4} TEMP t; ADD_SAT.«U» t, t, t; END", "ADD has no floating-point result to clamp", ""),
    (f"{VP4} TEMP t; «I2F_SAT» t, t; END", "I2F does not support the modifier SAT", ""),
    (f"{VP4} TEMP t; SWZ.«S» t, t, x,y,z,w; END", "SWZ does not support the modifier S", ""),
    (f"{FP4} TEMP t; «TEXH» t, t, texture[0], 2D; END", "TEX does not support the modifier H", ""),
    (f"{FP4} TEMP t; KIL.«CC» t; END", "KIL does not support the modifier CC", ""),
    (f"{FP4} TEMP t; «KIL_SAT» t; END", "KIL does not support the modifier SAT", ""),
    (f"{VP4} TEMP t; MOV «CC», t; END", "'CC' is not declared", ""),
]
TEXTURES = [
    (f"{FP} TEMP t; TEX t, t, «2D»; END", "unexpected '2D'", "'texture' and its unit"),
    (f"{FP} TEMP t; TEX t, t, texture[«32»], 2D; END", "32 is out of range", "from 0 to 31"),
    (f"{FP} TEMP t; TEX t, t, texture[0], «4»; END", "'4' is not a texture target", "1D, 2D, 3D"),
    (f"{FP} TEMP t; TEX t, t, texture[0], «SHADOW2D»; END", "is not a texture target", ""),
    (f"{FP} TEMP t; TEX t, t, texture[0], 2D«,» (1); END", "unexpected ','", "';'"),
    (f"{FP} TEMP t; TEX t, t, texture[0], 2D; TEX t, t, texture, «3D»; END",
     "texture unit 0 is sampled as '3D' and as '2D'", ""),
    (f"{FP4} TEMP t; TXB t, t, texture, «SHADOWCUBE»; END", "TXB has too few coordinates", ""),
    (f"{FP4} TEMP t; TEX t, t, texture, 2D, «1»; END", "unexpected '1'", "'('"),
    (f"{FP4} TEMP t; TEX t, t, texture, 2D, («)»; END", "unexpected ')'", "an integer from 0 to 7"),
    (f"{FP4} TEMP t; TEX t, t, texture, 2D, (1, -«9»); END",
     "9 is out of range", "from 0 to 8"),
    (f"{FP4} TEMP t; TEX t, t, texture, 1D, (1, «-»1); END",
     "'1D' has no texel offset in component 2", ""),
    (f"{FP4} TEMP t; TEX t, t, texture, CUBE, («1»); END", "'CUBE' has no texel offset", ""),
]  # fmt: skip
EVERY = ARRAYS + BINDINGS + TYPES + MODIFIERS + TEXTURES


@pytest.mark.parametrize(("marked", "message", "expected"), EVERY, ids=[case[0] for case in EVERY])
def test_refused(marked, message, expected):
    error = refusal(marked)
    assert message in error.message
    assert expected in error.expected
