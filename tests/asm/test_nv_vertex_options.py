"""The options NV_vertex_program2 and NV_vertex_program3 of ARBvp1.0."""

from __future__ import annotations

import pytest

from softgl.asm import parse
from softgl.ir.program import Binding, File, Profile, Saturate
from softgl.isa.table import ARB_VERTEX_NV2, ARB_VERTEX_NV3
from tests.asm.forms import refusal, same

NV2 = "!!ARBvp1.0 OPTION NV_vertex_program2; TEMP t, u; ADDRESS a, b;"
NV3 = "!!ARBvp1.0 OPTION NV_vertex_program3; TEMP t, u; ADDRESS a, b;"
ACCEPTED = [
    f"{NV2} ARL a, vertex.color; ARRC a.xw (GT.x), -|t|; ARA b, a; ARAC b.y (NE), a; END",
    f"{NV2} SEQC t.x, t, 1.5; SSG u, t; STR u, t, t; SFLC u (FL), t, u; SIN t, |u.x|; END",
    f"{NV2} MOVC CC, t; MOV t (EQ.xxxx), program.env[3]; RCC t.x, 3; COSC t, u.y; END",
    f"{NV2} main: BRA end (NE); CAL sub (LT.x); sub: RET (TR.w); BRA main; end: END",
    f"{NV2} MOV result.clip[5].x, t; MOV result.clip[0], |u|; END",
    f"{NV2} PARAM c[2] = {{ 1, 2 }}; MOV t, c[a.w + 1]; MOV t, c[b.y - 64]; END",
    f"{NV2} PARAM c[200] = {{ program.env[0..199] }}; MOV t, c[a.w + 190]; END",
    f"{NV2} POWC t, t.x, 2; SWZC t, u, 0, -1, x, -w; XPDC t, t, u; END",
    f"{NV3} PUSHA a; POPA b; POPA a (TR); END",
    f"{NV3} ADDC1_SAT t, t, u; MOVC0 t, u; MOV_SAT t (GE1.wzyx), u; MOV t (GE0), u; END",
    f"{NV3} TEX t, u, texture, 2D; TXB t, u, texture[1], 3D; TXPC t, u, texture[2], RECT; END",
    f"{NV3} TXL_SAT t.xy, u, texture[15], CUBE; TXL u, t, texture[14], 1D; END",
    f"{NV3} MOV result.texcoord[a.y + 1], vertex.attrib[a.x]; MOV t, vertex.texcoord[b.z - 2]; END",
    f"{NV3} MOV result.texcoord[1], vertex.texcoord[2]; MOV result.texcoord, t; END",
    "!!ARBvp1.0 OPTION NV_vertex_program3; OPTION NV_vertex_program2; TEMP t; MOV_SAT t, t; END",
    "!!ARBvp1.0 OPTION NV_vertex_program2; OPTION ARB_position_invariant; TEMP t; RET; END",
    *[
        f"!!ARBvp1.0 {options} TEMP t; TEX t, t, texture, SHADOW2D; TXL t, t, texture[1], 2D; END"
        for options in (
            "OPTION ARB_fragment_program_shadow; OPTION NV_vertex_program3;",
            "OPTION NV_vertex_program3; OPTION ARB_fragment_program_shadow;",
        )
    ],
    # Names that only the options reserve.
    "!!ARBvp1.0 TEMP BRA, EQ, TEX, CC, RET; MOV BRA, EQ; END",
    "!!ARBvp1.0 OPTION NV_vertex_program2; TEMP TEX, EQ; MOV TEX, EQ; END",
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_accepted(text):
    same(text)


def test_programs():
    two, three = parse(f"{NV2} END"), parse(f"{NV3} END")
    assert (two.instruction_set, three.instruction_set) == (ARB_VERTEX_NV2, ARB_VERTEX_NV3)
    for program in (two, three):
        assert program.language == "ARBvp1.0"
        assert program.profile is (Profile.IEEE if program is two else Profile.VP3)
        assert (program.call_depth, program.step_limit, program.subroutines) == (4, 65536, False)
    program = parse(f"{NV3} ADDC1_SAT t.x (EQ1.y), t, vertex.attrib[a.w + 3]; END")
    (add,) = program.instructions
    assert (add.update, add.saturate) == (1, Saturate.UNSIGNED)
    assert (add.destination.condition.rule, add.destination.condition.register) == ("EQ", 1)
    relative = add.sources[1]
    assert (relative.file, relative.count, relative.offset) == (File.ATTRIBUTE, 16, 3)
    assert program.attributes == tuple(Binding("vertex.attrib", (n,)) for n in range(16))


REFUSED = [
    # Without the option, and with the lesser one.
    "!!ARBvp1.0 TEMP t; «SEQ» t, t, t; END",
    "!!ARBvp1.0 TEMP t; «MOVC» t, t; END",
    "!!ARBvp1.0 TEMP t; MOV t «(»EQ), t; END",
    "!!ARBvp1.0 TEMP t; MOV t, «|»t|; END",
    "!!ARBvp1.0 «main»: END",
    "!!ARBvp1.0 MOV result.«clip»[0], 1; END",
    f"{NV2} «PUSHA» a; END",
    f"{NV2} «TEX» t, t, texture[0], 2D; END",
    f"{NV2} «MOV_SAT» t, t; END",
    f"{NV2} «MOVC1» t, t; END",
    f"{NV2} MOV t («EQ1»), t; END",
    f"{NV2} MOV t («NAN»), t; END",
    f"{NV2} MOV t, vertex.attrib[«a».x]; END",
    f"{NV2} MOV result.texcoord[«a».x], t; END",
    f"{NV3} MOV t («CF»), t; END",
    # What neither has.
    f"{NV2} «IF» EQ; END",
    f"{NV2} «ADDH» t, t, t; END",
    f"{NV3} «TXD» t, t, t, t, texture[0], 2D; END",
    f"{NV3} TEX t, t, texture[0], «SHADOW2D»; END",
    f"{NV3} TEX t, t, texture[«32»], 2D; END",
    "!!ARBvp1.0 OPTION ARB_fragment_program_shadow; TEMP t; «TEX» t, t, texture, SHADOW2D; END",
    f"{NV3} «ARL_SAT» a, t; END",
    f"{NV3} POPA a«.»x; END",
    f"{NV3} POPA a «(»EQ); END",
    f"{NV3} PUSHA «t»; END",
    f"{NV2} ARA a, b«.»x; END",
    f"{NV2} ARL «t», t; END",
    f"{NV2} MOV «a», t; END",
    f"{NV2} MOV t, «a»; END",
    f"{NV2} MOV result.clip[«6»], t; END",
    f"{NV2} TEMP «BRA»; END",
    f"{NV3} TEMP «PUSHA»; END",
    f"{NV2} x: «x»: END",
    f"{NV3} MOV t, vertex.attrib[«t».x]; END",
    f"{NV2} PARAM c[2] = {{ 1, 2 }}; MOV t, c[a.w + «1025»]; END",
    f"{NV3} MOV t, vertex.color«[»a.x]; END",
]


@pytest.mark.parametrize("marked", REFUSED)
def test_refused(marked):
    refusal(marked)
