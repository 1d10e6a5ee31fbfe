"""TGSI texts that do not load: the message, and the place, which stands between « and »."""

from __future__ import annotations

import pytest

from softgl.asm import parse
from softgl.errors import ProgramError
from softgl.ir.program import Stage
from tests.asm.forms import refusal

DECLARED = """DCL IN[0], GENERIC[0]
DCL OUT[0], COLOR
DCL TEMP[0..3]
DCL TEMP[4..5], ARRAY(1)
DCL CONST[0..3]
DCL CONST[1][2..5]
DCL ADDR[0]
DCL SAMP[0..1]
DCL SVIEW[0], 2D, FLOAT
DCL SVIEW[1], 3D, FLOAT
DCL PRED[0]
IMM FLT32 { 1, 2, 3, 4 }
IMM INT32 { 9, 1, 2, 3 }
"""
FRAG = f"FRAG\n{DECLARED}"

HEADERS = [
    ("«COMP»\nEND", "COMP: there are no compute programs", "VERT, FRAG or GEOM"),
    ("«TESS_CTRL»\nEND", "there is no tessellation", "VERT"),
    ("«FRAGMENT»\nEND", "does not begin with a known header", "!!FP1.0, VERT, FRAG or GEOM"),
    ("FRAG\n«»", "the text ends without END", "an instruction or END"),
    ("FRAG\nDCL TEMP[0]\nMOV TEMP[0]«»", "unexpected end of text", "','"),
    ("FRAG\n«@»", "unexpected character '@'", ""),
    ("FRAG\n«1x»", "'1x' is neither a number nor a word", ""),
    ("FRAG\n0 «END»", "unexpected 'END'", "':' after the number of an instruction"),
    ("FRAG\n0: NOP\n0: NOP\nBRA :«0»\nEND", "several instructions have the number 0", ""),
]
DECLARATIONS = [
    (
        "FRAG DCL «FOO»[0]",
        "unexpected 'FOO'",
        "IN, OUT, TEMP, CONST, SAMP, SVIEW, ADDR, SV, PRED or",
    ),
    ("FRAG DCL «BUFFER»[0] END", "'BUFFER': programs cannot write memory", ""),
    ("FRAG DCL «IMAGE»[0], 2D, WR END", "'IMAGE': programs cannot write memory", ""),
    ("FRAG DCL TEMP[«4096»] END", "4096 is out of range", "an integer from 0 to 4095"),
    ("FRAG DCL TEMP[3..«1»] END", "3..1 runs backwards", "at least 3"),
    ("FRAG DCL TEMP[0 «END»", "unexpected 'END'", "']'"),
    ("FRAG DCL TEMP[0..3] DCL «TEMP»[3] END", "TEMP[3] is already declared", ""),
    ("FRAG DCL TEMP[0], «GENERIC»[0] END", "unexpected 'GENERIC'", "LOCAL or ARRAY"),
    ("FRAG DCL CONST[1][0..3] DCL «CONST»[1][2] END", "CONST[1][2] is already declared", ""),
    ("FRAG DCL CONST[«17»][0] END", "17 is out of range", "0 to 16"),
    ("FRAG DCL IN[0]\n«END»", "a register of IN without a semantic", "','"),
    ("FRAG DCL IN[0], «LINEAR»", "unexpected 'LINEAR'", "a semantic"),
    ("FRAG DCL IN[0], «PSIZE» END", "'PSIZE': not a semantic of this file here", "CLIPDIST,"),
    ("FRAG DCL OUT[0], «PCOORD» END", "'PCOORD': not a semantic of this file here", "STENCIL"),
    ("FRAG DCL IN[0..1], «PCOORD» END", "there is no PCOORD[1]", ""),
    *(
        (
            f"FRAG DCL IN[0], {semantic} DCL ADDR[0] DCL TEMP[0] MOV TEMP[0], «IN»[ADDR[0].x] END",
            f"IN[0] is {semantic}, which cannot be indexed at run time",
            "",
        )
        for semantic in ("CULLDIST", "SAMPLEPOS")
    ),
    ("FRAG DCL SV[0], «HELPER_INVOCATION» END", "programs cannot see whether", ""),
    ("FRAG DCL OUT[0], COLOR[«8»] END", "8 is out of range", "0 to 7"),
    ("FRAG DCL OUT[0..2], «COLOR»[6] END", "there is no COLOR[8]", ""),
    ("FRAG DCL OUT[0], COLOR DCL OUT[1], «COLOR»[0] END", "two registers of OUT are COLOR[0]", ""),
    ("FRAG DCL IN[0].xy, FOG DCL «IN»[0].yz, FOG END", "IN[0] is already declared", ""),
    ("FRAG DCL IN[0].x, FOG DCL «IN»[0].y, FOG, LINEAR END", "IN[0] is already declared", ""),
    ("FRAG DCL IN[0].x, FOG DCL «IN»[0].y, FACE END", "IN[0] is already declared", ""),
    ("FRAG DCL RES[0], 2D, «RAW» END", "'RAW': programs cannot write memory", "a return type"),
    ("FRAG DCL IN[0], COLOR, COLOR, «COLOR» END", "unexpected 'COLOR'", "PERSPECTIVE or ARRAY"),
    ("FRAG DCL IN[0], GENERIC[0], PERSPECTIVE, «CYLWRAP_X» END", "no cylindrical wrapping", ""),
    ("VERT DCL OUT[0], CLIPDIST DCL OUT[1], «CLIPVERTEX» END", "exclude each other", ""),
    ("VERT DCL OUT[0], «VIEWPORT_MASK» END", "primitives have one viewport each", ""),
    ("VERT DCL SV[0], «SAMPLEID» END", "not a semantic of this file here", "VERTEXID"),
    ("VERT DCL IN[«16»] END", "16 is out of range", "0 to 15"),
    ("VERT DCL OUT[0], GENERIC, STREAM(«1») END", "there is one stream of vertices", "0"),
    ("FRAG DCL SVIEW[0]\n«END»", "a sampler view without a target", "',' and 2D"),
    (
        "FRAG DCL SVIEW[0], «2D_MSAA», FLOAT END",
        "sampled textures have one sample",
        "1D, 2D",
    ),
    ("FRAG DCL SVIEW[0], «CUBE_ARRAY», FLOAT END", "there are no arrays of cube maps", ""),
    ("FRAG DCL SVIEW[0], 2D, UINT, UINT, UINT, «SINT» END", "'SINT': all components of a", ""),
    ("FRAG DCL SVIEW[0], 2D, FLOAT, FLOAT «END»", "2 return types", "one or four"),
    (
        "FRAG DCL SAMP[0] DCL SVIEW[0], 2D, UINT DCL TEMP[0]"
        " «TEX_SAT» TEMP[0], TEMP[0], SAMP[0], 2D END",
        "TEX has no floating-point result to clamp here",
        "",
    ),
    ("FRAG DCL TEMP[0], ARRAY(1) DCL «TEMP»[1], ARRAY(1) END", "ARRAY(1) of TEMP is already", ""),
    ("FRAG IMM «FLT16» {1} END", "unexpected 'FLT16'", "FLT32, UINT32"),
    ("FRAG IMM FLT32 {1, «x»} END", "unexpected 'X'", "a number"),
    ("FRAG IMM FLT32 {1, 2, 3, 4«,» 5} END", "unexpected ','", "'}' after 4 numbers"),
    ("FRAG IMM UINT32 {«4294967296»} END", "4294967296 is out of range", ""),
    ("FRAG IMM FLT32 {«0x100000000»} END", "0x100000000 has more than 32 bits", ""),
    ("FRAG IMM[0] FLT32 {1} IMM[«0»] FLT32 {2} END", "IMM[0] is already declared", ""),
    ("FRAG PROPERTY «FOO» 1 END", "'FOO' is not a property", ""),
    ("FRAG PROPERTY «CS_FIXED_BLOCK_WIDTH» 8 END", "there is no compute programs", ""),
    ("FRAG PROPERTY FS_COORD_ORIGIN «MIDDLE» END", "unexpected 'MIDDLE'", "LOWER_LEFT"),
    ("VERT PROPERTY VS_WINDOW_SPACE_POSITION «1» END", "positions are in clip coordinates", "0"),
]
INSTRUCTIONS = [
    ("«FOO» TEMP[0], TEMP[1]", "'FOO' is not an instruction of TGSI", "an instruction"),
    ("«EMIT»", "'EMIT' is not an instruction of TGSI FRAG", ""),
    ("«NOISE1» TEMP[0], TEMP[1]", "NOISE1: ", ""),
    ("«STORE» TEMP[0], TEMP[1], TEMP[2]", "STORE: it accesses memory", ""),
    ("«ATOMUADD» TEMP[0], TEMP[1], TEMP[2]", "ATOMUADD: it accesses memory", ""),
    ("«U64ADD» TEMP[0], TEMP[1], TEMP[2]", "U64ADD: there are no integers of 64 bits", ""),
    ("«UADD_SAT» TEMP[0], TEMP[1], TEMP[1]", "UADD has no floating-point result to clamp", ""),
    ("«MOV_SAT_SAT» TEMP[0], TEMP[1]", "has two suffixes of one kind", ""),
    ("BGNFOR «TEMP»[0], CONST[0]", "unexpected 'TEMP'", "LOOP"),
    ("DCL LOOP[0]\nBGNFOR LOOP[0], «TEMP»[0]", "'TEMP' is not a constant register", "CONST or IMM"),
    (
        "DCL LOOP[0..1]\nBGNFOR LOOP[0], CONST[0]\nENDFOR «LOOP»[1]",
        "not the register of its BGNFOR",
        "",
    ),
    ("MOV «IN»[0], TEMP[1]", "unexpected 'IN'", "OUT, TEMP, ADDR, PRED or NULL"),
    ("MOV TEMP[0], «SAMP»[0]", "unexpected 'SAMP'", "IN, OUT, TEMP, CONST, IMM, ADDR, SV, PRED or"),
    ("MOV TEMP[0], «TEMP»[6]", "TEMP[6] is not declared", "DCL before"),
    ("MOV «OUT»[1], TEMP[0]", "OUT[1] is not declared", "DCL before"),
    ("MOV TEMP[0], «IMM»[2]", "IMM[2] is not declared", ""),
    ("MOV TEMP[0], «CONST»[1][6]", "CONST[1][6] is not declared", ""),
    ("MOV TEMP[0], «CONST»[2][0]", "CONST[2][0] is not declared", ""),
    ("MOV TEMP[0], «CONST»[ADDR[0].x][6]", "no declared block of constants has this register", ""),
    ("MOV TEMP[0], IN[0][«0»]", "a register of IN has one index here", ""),
    ("MOV TEMP[«ADDR»[1].x], TEMP[0]", "ADDR[1] is not declared", "DCL before"),
    ("MOV TEMP[ADDR[0] «2»], TEMP[0]", "unexpected '2'", "']' or '+' after an index"),
    ("MOV TEMP[ADDR[0].«xy»], TEMP[0]", "'.xy' is not a component", "x, y, z or w"),
    ("MOV TEMP[ADDR[0].x](«2»), TEMP[0]", "there is no ARRAY(2) of TEMP", ""),
    ("MOV TEMP[0].«yx», TEMP[1]", "'.yx' is not a write mask", "in this order"),
    ("MOV TEMP[0], TEMP[1].«xy»", "'.xy' is not a selection of components", "one component or 4"),
    ("MOV TEMP[0], |TEMP[1]\n«END»", "unexpected 'END'", "'|' after the operand"),
    ("UADD TEMP[0], «|»TEMP[1]|, TEMP[1]", "an integer operand has no absolute value", "'-'"),
    ("ADD TEMP[0], TEMP[1]\n«END»", "unexpected 'END'", "',' and operand 2 of ADD"),
    ("«+»", "unexpected '+'", "an instruction"),
    ("(PRED[0].x) «IF» TEMP[0].x", "'IF' has no predicate", ""),
    ("(«TEMP»[0].x) MOV TEMP[0], TEMP[1]", "unexpected 'TEMP'", "PRED"),
    ("TEX TEMP[0], IN[0], «SAMP»[2], 2D", "SAMP[2] is not declared", ""),
    ("TEX TEMP[0], IN[0], SAMP[0], «4D»", "'4D' is neither", ""),
    ("TEX TEMP[0], IN[0], SAMP[0], «IN»[0]", "'IN' is not a texture target", "1D, 2D, 3D"),
    ("TEX TEMP[0], IN[0], SAMP[0], «2D_MSAA»", "sampled textures have one sample", ""),
    ("TXB TEMP[0], IN[0], SAMP[0], «SHADOW2D_ARRAY»", "TXB has too few coordinates", ""),
    ("TXF TEMP[0], IN[0], SAMP[0], «CUBE»", "TXF does not sample the target", ""),
    ("TEX TEMP[0], IN[0], SAMP[0], 2D, «TEMP»[0]", "a texel offset must be constant", "IMM"),
    ("TEX TEMP[0], IN[0], SAMP[0], 2D, «IMM»[1].xyz", "the texel offset 9 in component 1", "-8 to"),
    ("TEX TEMP[0], IN[0], SAMP[0], CUBE, «IMM»[1].yyy", "'CUBE' has no texel offset", ""),
    (
        "TEX TEMP[0], IN[0], SAMP[0], 2D\nTEX TEMP[0], IN[0], SAMP[0], «3D»",
        "texture unit 0 is sampled as 3D and as 2D",
        "",
    ),
    ("SAMPLE TEMP[0], IN[0], SVIEW[0], SAMP[\n«END»", "unexpected 'END'", "ADDR, TEMP"),
    ("TEX TEMP[0], IN[0], «SAMP»[ADDR[0].x], CUBE", "no sampler for textures of CUBE", ""),
    ("SAMPLE TEMP[0], IN[0], SVIEW[«ADDR»[0].x], SAMP[0]", "SVIEW cannot be indexed", "a number"),
    ("SAMPLE TEMP[0], IN[0], SVIEW[0], SAMP[«ADDR»[0].x]", "SAMP cannot be indexed", "a number"),
    ("SAMPLE TEMP[0], IN[0], SVIEW[0], «SAMP»[1]", "SAMP[1] with SVIEW[0]", "SAMP[0]"),
    ("SAMPLE_C TEMP[0], IN[0], «SVIEW»[1], SAMP[1], IN[0]", "there are no depths in a texture", ""),
    ("PUSHA «TEMP»[0]", "takes a whole address register", "ADDR"),
]
FLOW = [
    ("«ENDIF»", "'ENDIF' without IF", ""),
    ("IF IN[0].x\n«END»", "unexpected 'END' in a block", "ELSE or ENDIF"),
    ("IF IN[0].x\nELSE\n«ELSE»", "'ELSE' in a block that ELSE begins", "ENDIF"),
    ("BGNLOOP\n«ENDREP»", "'ENDREP' in a block that LOOP begins", "ENDLOOP"),
    ("«BRK»", "'BRK' is outside any loop and SWITCH", ""),
    ("SWITCH TEMP[0].x\nCASE IMM[1].x\n«CONT»", "'CONT' is outside any loop", ""),
    ("SWITCH TEMP[0].x\n«NOP»", "'NOP' is before the first CASE", "CASE, DEFAULT or"),
    ("SWITCH TEMP[0].x\nDEFAULT\n«DEFAULT»", "a second DEFAULT in one SWITCH", ""),
    ("SWITCH TEMP[0].x\nCASE IMM[1].x\nIF TEMP[0].x\n«CASE» IMM[1].y", "in a block that IF", ""),
    ("CAL «END»", "unexpected 'END'", "':' and the number of an instruction"),
    ("BGNSUB\n«END»", "unexpected 'END' in a subroutine", "ENDSUB"),
    ("BGNSUB\n«BGNSUB»", "'BGNSUB' is inside a subroutine", "ENDSUB"),
    ("«ENDSUB»", "'ENDSUB' without BGNSUB", ""),
    ("IF TEMP[0].x\n«BGNSUB»", "'BGNSUB' is inside a block", ""),
]
GEOMETRY = """GEOM
PROPERTY GS_INPUT_PRIMITIVE POINTS
DCL IN[][0], POSITION
DCL OUT[0], POSITION
DCL ADDR[0]
IMM INT32 { 0, 1 }
"""
VERTICES = [
    ("MOV OUT[0], IN[«6»][0]", "no primitive has a vertex 6", ""),
    ("EMIT «IMM»[0].yyyy", "there is one stream of vertices", "an immediate of 0"),
    ("MOV OUT[0], «IN»[0][1]", "IN[1] is not declared", ""),
    ("«KILL»", "'KILL' is not an instruction of TGSI GEOM", ""),
]
CASES = [
    *HEADERS,
    *DECLARATIONS,
    *((f"{FRAG}{body}\nEND", *rest) for body, *rest in INSTRUCTIONS + FLOW),
    *((f"{GEOMETRY}{body}\nEND", *rest) for body, *rest in VERTICES),
]


@pytest.mark.parametrize("marked, message, expected", CASES, ids=lambda text: text[-40:])
def test_refused(marked, message, expected):
    error = refusal(marked)
    assert message in error.message
    assert expected in error.expected


LATE = {
    "CAL :«7»": "there is no instruction 7",
    "IF TEMP[0].x\nNOP\nENDIF\nBRA :«1»": "the instruction 1 is inside a block",
}


@pytest.mark.parametrize("body", LATE)
def test_jumps_to_nowhere(body):
    error = refusal(f"{FRAG}{body}\nEND")
    assert LATE[body] in error.message
    assert error.position == len(error.source)


def test_the_whole_message():
    error = refusal("FRAG\r\nDCL TEMP[0]\r\n  0: MOV TEMP[0], «TEMP»[1].xxxx\r\n  1: END")
    assert str(error) == (
        "line 3, column 19: TEMP[1] is not declared; expected DCL before\n"
        "    0: MOV TEMP[0], TEMP[1].xxxx\n"
        "                    ^^^^"
    )


def test_too_many():
    many = "MOV TEMP[0], TEMP[0]\n" * 16384
    error = refusal(f"{FRAG}{many}«END»")
    assert error.message == "more than 16384 instructions"
    many = "UIF TEMP[0].x\nENDIF\n" * 5461
    error = refusal(f"{FRAG}{many}UIF TEMP[0].x\n«ENDIF»")
    assert error.message == "more than 16384 instructions"
    many = "ADD OUT[0], OUT[0], OUT[0]\n" * 8193
    error = refusal(f"{FRAG}{many}«END»")
    assert error.message.startswith("more than 16384 instructions, with those for results")
    deep = "IF TEMP[0].x\n" * 64
    error = refusal(f"{FRAG}{deep}«IF» TEMP[0].x")
    assert error.message == "'IF' is nested in 64 others, the limit"


def test_another_stage():
    for text, stage in (("VERT\nEND", Stage.FRAGMENT), ("GEOM\nEND", Stage.VERTEX)):
        with pytest.raises(ProgramError) as caught:
            parse(text, stage=stage)
        assert caught.value.position == 0
        assert caught.value.expected == ("FRAG" if stage is Stage.FRAGMENT else "VERT")
