"""Forms that shipped programs have and that a strict reader of the grammars would refuse."""

from __future__ import annotations

import pytest

from softgl.asm import parse
from softgl.ir.conditions import CONDITIONS
from softgl.ir.program import Binding
from tests.asm.forms import floats, listing, row

LOADS = [
    # Directly after the header.
    "!!ARBfp1.0PARAM c[5] = { {1}, {2}, 3, +4., program.env[0] };END",
    "!!ARBvp1.0OPTION ARB_position_invariant;END",
    "!!ARBvp1.0END",
    "!!NVvp4.0TEMP a;MOV a,a;END",
    "!!ARBfp1.0# cgc version 2.0\nEND",
    # After END.
    "!!ARBfp1.0 END",
    "!!ARBfp1.0 END# 12 instructions, 2 R-regs\n",
    "!!ARBfp1.0 END\n\n } @ any ` text \x01 END",
    # Layout.
    "!!ARBfp1.0\r\n# a ; $ @ \\ b\r\nOPTION ARB_precision_hint_fastest;\r\n#\r\nTEMP a;\r\nEND\r\n",
    "!!ARBfp1.0\rTEMP a;# x\rMOV a,a;\rEND",
    "!!ARBfp1.0\tTEMP a;\tMOV\ta\t,\ta\t;MOV a,a;END",
    "!!ARBvp1.0 PARAM c[3] = {\n  {1,0,0,1},\n\n  # one\n  program.local[0 .. 1]\n}\n;END",
    "!!ARBvp1.0 TEMP r1 ; DP3 r1 . z ,r1, r1; SWZ result.color, r1, z,-y,-1,0; END",
    "!!ARBvp1.0 ADDRESS a;PARAM o[]={program.env[0..7]};TEMP t;MOV t,o[a.x     ];END",
    # Nothing in it.
    "!!ARBvp1.0 TEMP a; PARAM b = 1; ATTRIB c = vertex.color; OUTPUT d = result.color; END",
    # Names.
    "!!ARBfp1.0 TEMP half, out, matrix, position, index, weight, env, c, f, v, p, z; MOV z, z; END",
    "!!ARBfp1.0 TEMP RC, HC, EQ, NE, TR, FL, _a, $b, x, xyzw, row; MOV x.x, xyzw.xyzw; END",
    "!!NVfp4.0 TEMP RC, HC; OUTPUT CUBE = result.color; MOV CUBE, RC; END",
    "!!NVfp4.0 TEMP MOV, TEMP, EQ; MOV MOV (EQ.x), TEMP; ADD EQ, EQ, MOV; END",
    # Declarations.
    "!!NVvp4.0 MOV result.color, 1; TEMP lmem[75]; PARAM one[1] = { 1 }; INT PARAM i = 3; END",
    "!!NVvp4.0 UINT ATTRIB u = vertex.attrib[3]; FLOAT TEMP f; SHORT TEMP s; LONG TEMP l; END",
    "!!NVvp4.0 SHORT OUTPUT s = result.attrib[0]; LONG OUTPUT l = result.attrib[1]; END",
    "!!NVvp4.0 FLOAT PARAM color[3] = { 1, 2, {3} }; SHORT INT TEMP a; INT SHORT TEMP b; END",
    "!!NVfp4.0 CENTROID ATTRIB x = fragment.texcoord[0]; ATTRIB f = fragment.facing; END",
    # Conditions.
    "!!NVfp4.0 TEMP r; KIL   GT.x; MOV r.w(EQ.x), r; MOV r.x (EQ), r; MOV r(LT.a), r; END",
    "!!NVfp4.0 TEMP r, RC; MOV.U.CC RC.x, -r.w;IF    NE.x;KIL   GT.x;ENDIF;IF TR;ENDIF; END",
    "!!NVvp4.0 REP.S ;BRK   (EQ.x);IF GT1.y;RET (FL);ENDIF;ENDREP; CAL sr (FL);RET;sr:RET;END",
    # Labels.
    "!!NVvp4.0main:TEMP a;a: MOV a, 1; unused: END",
    "!!NVvp4.0 MOV result.color, 1; RET; BUFFER b[ ] = { program.buffer[0] }; s: RET; END",
    # Suffixes.
    "!!NVvp4.0 TEMP R; MOVR_SAT R, R; SNERC R, R, R; TRUNC.U.CC R, R; I2F.U R, R; END",
]


@pytest.mark.parametrize("source", LOADS)
def test_loads(source):
    parse(source)


@pytest.mark.parametrize(
    ("literal", "wanted", "swizzle"),
    [
        ("{0}.x", (0, 0, 0, 1), "xxxx"),
        ("{0.5}.r", (0.5, 0, 0, 1), "xxxx"),
        ("{3, 0}", (3, 0, 0, 1), "xyzw"),
        ("{0, -9.8}.xxyw", (0, -9.8, 0, 1), "xxyw"),
        ("{-0.01}", (-0.01, 0, 0, 1), "xyzw"),
        ("0.5", (0.5,) * 4, "xyzw"),
        ("3.14159.x", (3.14159,) * 4, "xxxx"),
        ("2.x", (2,) * 4, "xxxx"),
        ("{.07, 5., +3., .1E2}", (0.07, 5, 3, 10), "xyzw"),
        ("{1e-006, 3.21843e+014, 0x0F}", (1e-6, 3.21843e14, 15, 1), "xyzw"),
        ("1.2345678901234567890", (1.2345678901234567890,) * 4, "xyzw"),
    ],
)
def test_literals_as_operands(literal, wanted, swizzle):
    source = f"!!ARBfp1.0 TEMP r; MOV r, {literal}; END"
    assert parse(source).parameters == (floats(*wanted),)
    assert listing(source) == [f"MOV.F r0.xyzw, c0.{swizzle}"]


def test_two_literals_in_one_instruction():
    source = "!!ARBfp1.0 TEMP r; MAD r, r, {2}.x, {-1, 0.5}.y; END"
    assert parse(source).parameters == (floats(2, 0, 0, 1), floats(-1, 0.5, 0, 1))


def test_integer_literals():
    assert listing(
        "!!NVvp4.0 TEMP r, array[2]; AND.U r, r, 3; MOV.S array[0].x, {0}; MOV.U.CC r.x, -r.w; END"
    ) == [
        "AND.U r0.xyzw, r0.xyzw, c0.xyzw",
        "MOV.S r1.x, c1.xyzw",
        "MOV.U.CC0 r0.x, -r0.wwww",
    ]


def test_lists_that_mix():
    program = parse(
        "!!ARBvp1.0 PARAM c[6] = { { 0.5, 2, 0 }, program.local[1..5] }; PARAM s[2] = { 1.0, 2.0 };"
        "PARAM m[] = { state.matrix.modelview.inverse.row[0..2], state.matrix.texture[0].row[0..3],"
        " state.matrix.projection }; TEMP t;"
        "MOV t, c[0]; MOV t, c[5]; MOV t, s[1]; MOV t, m[2]; MOV t, m[6]; MOV t, m[10]; END"
    )
    assert program.parameters == (
        floats(0.5, 2, 0, 1),
        Binding("program.local", (5,)),
        floats(2, 2, 2, 2),
        row("modelview.inverse", 2),
        row("texture", 3),
        row("projection", 3),
    )


def test_bindings_without_an_index():
    vertex = parse(
        "!!ARBvp1.0 MOV result.texcoord, vertex.texcoord;"
        "MOV result.texcoord[0], state.matrix.texture.row[0]; END"
    )
    assert vertex.attributes == (Binding("vertex.texcoord", (0,)),)
    assert vertex.results == (Binding("result.texcoord", (0,)),)
    assert vertex.parameters == (row("texture", 0),)
    assert listing(
        "!!ARBfp1.0 TEMP t; TEX t, fragment.texcoord, texture, 2D; MOV result.color, t; END"
    )[0].endswith("texture[0], 2D")


def test_addressing():
    assert listing(
        "!!NVvp4.0 INT TEMP i; TEMP R1, lmem[4]; PARAM c[3] = { program.env[0..2] };"
        "MOV R1, c[R1.w + 2]; MOV R1, lmem[i.x].x; MOV lmem[ i.x     ], R1; END"
    ) == [
        "MOV.F r1.xyzw, c0[r1.w+2:3].xyzw",
        "MOV.F r1.xyzw, r2[r0.x+0:4].xxxx",
        "MOV.F r2[r0.x+0:4].xyzw, r1.xyzw",
    ]
    assert listing(
        "!!ARBvp1.0 ADDRESS A0; PARAM c[3] = { program.env[0..2] };"
        "ARL A0, vertex.position; MOV result.color, c[A0.x - 4]; END"
    ) == ["ARL.S a0.x, v0.xxxx", "MOV.F o0.xyzw, c0[a0.x-4:3].xyzw"]


def test_an_alias_of_a_binding():
    assert listing(
        "!!ARBvp1.0 ALIAS position = result.position; ALIAS color = vertex.color;"
        "MOV position, color; END"
    ) == ["MOV.F o0.xyzw, v0.xyzw"]


def test_rgba_in_vertex_programs():
    assert listing("!!ARBvp1.0 MOV result.color.back.rg, vertex.color.bgra; END") == [
        "MOV.F o0.xy, v0.zyxw"
    ]


@pytest.mark.parametrize("register", ["", "0", "1"])
@pytest.mark.parametrize("rule", CONDITIONS)
def test_every_condition_rule(rule, register):
    assert len(CONDITIONS) == 18
    assert listing(
        f"!!NVfp4.0 TEMP r; MOV r({rule}{register}.y), r; KIL {rule}{register}; END"
    ) == [
        f"MOV.F r0.xyzw({rule}{register or 0}.yyyy), r0.xyzw",
        f"KIL.F {rule}{register or 0}.xyzw",
    ]


def test_a_variable_comes_before_a_condition_of_its_name():
    assert listing("!!NVfp4.0 TEMP GT; KIL GT.x; KIL LT.x; END") == [
        "KIL.F r0.xxxx",
        "KIL.F LT0.xxxx",
    ]
