"""Whole programs in the assembly targets: shaders, random ones, the forms that loaders patch."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from softgl.asm import parse
from softgl.errors import TranslationError
from softgl.isa.table import TGSI
from softgl.lanes import choose_target, llvm_engine
from softgl.translate import translate
from softgl.translate.assembly.registers import read_unwritten
from tests.asm.tgsi.test_write import RANDOM, random_texts
from tests.translate.assembly.running import check

ROOT = Path(__file__).parents[3]
SHADERS = sorted(
    path
    for path in (ROOT / "shaders").rglob("*.*")
    if path.suffix != ".gp" and path.parent.name != "glsl"
)
REASONS = (
    "integers", "fragment.", "result.", "vertex.", "TXL", "TXF", "TRUNC", "REP", "DDX", "an index",
    "a vertex state program", "RSQ with", "UP", "PK", "the subroutine", "COS", "SIN", "LOG with",
    "a destination that", "an array of", "an invariant", "RCC", "DIV with", "SSG with", "MOD",
    "parameters that", "a branch back", "PUSHA", "F2I",
)  # fmt: skip
"""Prefixes of all features that plain ARB programs and NV_gpu_program4 lack."""


def said(texts, to, exact=False):
    """Number of texts with a translation to the target; all of these are checked."""
    count = 0
    for text in texts:
        try:
            check(text, to, exact)
            count += 1
        except TranslationError as error:
            assert error.what.startswith(REASONS), error
            assert str(error).startswith("line ") and "^" in str(error)
    return count


LEAST = {("arb", False): 22, ("arb", True): 19, ("nv4", False): 51, ("nv4", True): 50}
"""Number of shaders that have a translation."""


@pytest.mark.parametrize(("to", "exact"), LEAST)
def test_every_shader(to, exact):
    texts = (path.read_text(encoding="utf-8") for path in SHADERS)
    assert said(texts, to, exact) >= LEAST[to, exact]


@pytest.mark.parametrize("to", ["arb", "nv4"])
@pytest.mark.parametrize("exact", [False, True])
def test_random_programs(to, exact):
    languages = [language for language in RANDOM if language not in TGSI]
    texts = [text for language in languages for text in list(random_texts(language))[:4]]
    assert said(texts, to, exact) >= {"arb": 9, "nv4": 22}[to]


OPTION2 = "!!ARBfp1.0 OPTION NV_fragment_program2;"
VP3 = "!!ARBvp1.0 OPTION NV_vertex_program3;"
FORMS = {
    "precisions": f"{OPTION2} SHORT TEMP h; TEMP t; MULH t, fragment.color, 0.3; ADDX_SAT h, t,"
    " fragment.texcoord[1]; MADR t.yzw, t, -2.5, |h|; MOVH h, t.wzyx; DP3H result.color, h, t; END",
    "conditions": f"{OPTION2} TEMP t; MOVC t, fragment.color; MUL t (GT.x), t, 2;"
    " ADDC t.yz (LE), t, fragment.texcoord[0]; MOV result.color, t; MOV result.color.x (NE.y), 1;"
    " KIL LT.wzyx; END",
    "branches": f"{OPTION2} TEMP t, u; MOVC t, fragment.color; MOV u, 0; IF LT.x; IF GT.y;"
    " RCP u, t.x; ELSE; LG2 u, t.y; ENDIF; ADDC u.x, u, t; ELSE; MOV u, t; IF EQ.x; RET; ENDIF;"
    " ADD u, u, 1; ENDIF; MUL result.color, u, t; END",
    "loops": f"{OPTION2} TEMP t; PARAM n = {{ 3, 1, 2 }}; MOV t, fragment.color; REP n; ADDC t, t,"
    " -0.4; BRK (LT.x); MUL t, t, 1.25; ENDREP; LOOP n; ADD t, t,"
    " fragment.texcoord[A0.x]; IF LT.z; BRK; ENDIF; ENDLOOP; MOV result.color, t; END",
    "rounds": "!!NVfp4.0 TEMP t; MOV t, fragment.color; REP.S 3; ADD.CC t, t, -0.4; CONT (GT.y);"
    " MUL t, t, 1.25; ENDREP; MOV result.color, t; END",
    "subroutines": f"{OPTION2} TEMP t; MOVC t, fragment.color; CAL s; CAL s (GT.y);"
    " MOV result.color, t; RET; s: ADDC t, t, -1; RET (LT.x); CAL u; MUL t.x, t, t; RET;"
    " u: MAD t, t, 0.5, 1; RET; END",
    "kill": f"{OPTION2} TEMP t; MOVC t, fragment.color; IF GT.x; KIL fragment.texcoord[0];"
    " KIL LT.y; ENDIF; MOV result.color, t; END",
    "textures": f"{OPTION2} TEMP t; TEX t, fragment.texcoord[0], texture[1], 2D; MOVC t.w, t;"
    " TXP t (GT.w), fragment.texcoord[1], texture, CUBE; TXB_SAT result.color, t, texture[2], 3D;"
    " END",
    "clamps": f"{OPTION2} TEMP t; ADDC_SAT t, fragment.color, -0.5; MUL_SSAT t.xy (GT), t, 3;"
    " MADH_SSAT result.color, t, 2, -fragment.texcoord[0]; END",
    "vertex branches": f"{VP3} TEMP t; MOVC t, vertex.attrib[1]; BRA a (LT.x); MUL t, t, 3;"
    " BRA b (GT.yzzw); a: ADD t.yz, t, 1; b: CAL s (NE.z); MOV result.position, t; BRA e;"
    " s: MAX t, t, 0.3; RET; e: MOV result.color, t; END",
    "vertex conditions": f"{VP3} TEMP t; ADDRESS a; PARAM c[8] = {{ program.env[0..7] }};"
    " ARLC a.xy, vertex.attrib[1]; MOV t, c[a.y + 4]; ADD t (GT.x), t, c[a.x + 4];"
    " SGTC1 t.z, t, |t.yxzw|; MOV_SAT result.position, t; MOV result.color.y (LT1.z), t; END",
    "a call that ends the program": f"{VP3} TEMP t; MOVC t, vertex.attrib[1]; CAL e (GT.x);"
    " ADD t, t, 1; e: MOV result.position, t; BRA f (LT.y); MUL result.color, t, t; f: END",
    "tests of NaN": f"{OPTION2} TEMP t; LG2C t, -|fragment.color.x|; MOV result.color, 0;"
    " MOV result.color.x (LE), 1; MOV result.color.y (GE), 1; MOV result.color.z (NE), 1; END",
    "names": "!!FP1.0 DECLARE tint = { 1, 2, 3, 4 }; TEX R0, f[TEX0], TEX0, 2D; MOVRC HC.x, R0;"
    " MULR_SAT R0 (GT.x), R0, tint; MOVR o[COLR], R0; END",
}
"""Forms that loaders take for granted, or remove by regular expressions."""


@pytest.mark.parametrize("name", FORMS)
def test_forms(name):
    for to in ("arb", "nv4"):
        check(FORMS[name], to)
        check(FORMS[name], to, exact=True)


def test_registers_begin_with_0():
    """Registers and results are set to their first values, which drivers leave undefined."""
    text = (
        "!!FP1.0 MOVRC RC.x, f[TEX0]; MADR R2.yz (GT.x), R2.x, f[COL0], R1; MOVR o[COLR], R2; END"
    )
    lines = check(text, "arb").splitlines()
    assert {"MOV r0, 0.0;", "MOV r1.yz, 0.0;"} <= set(lines[2:5]), lines
    program = parse("\n".join(lines))
    assert not read_unwritten(program.instructions, program.temporaries)


def test_generic_of_tgsi():
    """Texture coordinates, from 8 on generic attributes, as in GLSL; or the reader's own."""
    texts = (
        "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[2]\nMOV OUT[0], IN[0]\n"
        "MOV OUT[1], IN[0]\nEND\n",
        "FRAG\nDCL IN[0], GENERIC[2], CONSTANT\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]\nEND\n",
    )
    vertex, fragment = (translate(text, to="nv4") for text in texts)
    assert "result.texcoord[2]" in vertex.text
    assert "FLAT ATTRIB v0 = fragment.texcoord[2];" in fragment.text
    assert [one.name for one in fragment.interface.attributes] == ["fragment.texcoord[2]"]
    assert "result.texcoord[2]" in translate(texts[0], to="arb").text
    far = texts[0].replace("[2]", "[9]")
    assert "result.attrib[9]" in translate(far, to="nv4").text
    with pytest.raises(TranslationError, match=re.escape("arb cannot express result.attrib[9]")):
        translate(far, to="arb")
    reader = translate("!!NVfp4.0 MOV result.color, fragment.attrib[2]; END", to="nv4")
    assert "result.attrib[2]" in translate(texts[0], to="nv4", reader=reader).text


def random_flow(source, depth=0, loops=0):
    """Statements with control flow: the values set by one decide the branches of the next."""
    for _ in range(source.randrange(2, 5)):
        test = f"{source.choice(('LT', 'GT', 'EQ', 'NE', 'LE', 'GE'))}.{source.choice('xyzw')}"
        kind = source.choice(("ADD", "MUL", "IF", "REP", "CAL", "LEAVE", "KIL"))
        if kind == "IF" and depth < 3:
            yield f"IF {test};"
            yield from random_flow(source, depth + 1, loops)
            if source.random() < 0.5:
                yield "ELSE;"
                yield from random_flow(source, depth + 1, loops)
            yield "ENDIF;"
        elif kind == "REP" and loops < 2 and depth < 3:
            yield "REP n;"
            yield from random_flow(source, depth + 1, loops + 1)
            yield "ENDREP;"
        elif kind == "CAL" and depth < 4:
            yield f"CAL s{source.choice(('', f' ({test})'))};"
        elif kind == "LEAVE" and depth:
            leave = "BRK" if loops and source.random() < 0.7 else "RET"
            yield f"{leave} ({test});"
        elif kind == "KIL":
            yield f"KIL {test};" if source.random() < 0.2 else "MULC u, t, u.wxyz;"
        else:
            swizzle, step = source.choice(("wxyz", "yzwx", "xyzw")), source.choice((-1, 1))
            yield f"ADDC t{source.choice(('', f' ({test})'))}, t.{swizzle}, {step};"


@pytest.mark.parametrize("to", ["arb", "nv4"])
def test_random_flow(to):
    for seed in range(12):
        source = random.Random(seed)
        main, called = random_flow(source), random_flow(source, depth=4)
        text = "\n".join(
            [f"{OPTION2} TEMP t, u; PARAM n = {{ 3 }};", "MOVC t, fragment.color; MOV u, 1;"]
            + [*main, "ADD result.color, t, u;", "RET;", "s:", *called, "RET;", "END"]
        )
        check(text, to, exact=bool(seed % 2))


@pytest.mark.parametrize("lanes", [4, 8, 16])
def test_compiled(lanes):
    check(FORMS["branches"], "arb", engine=llvm_engine(choose_target(width=lanes)))


REFUSED = {
    f"{OPTION2} TEMP t;\nMOV t, fragment.facing;\nMOV result.color, t; END": "fragment.facing",
    f"{VP3}\nMOV result.clip[2].x, vertex.attrib[0]; END": "result.clip[2]",
    f"{VP3} TEMP t;\nTXL t, vertex.attrib[1], texture[0], 2D; MOV result.position, t; END":
        "TXL in a vertex program",
    "!!NVfp4.0\nFLAT ATTRIB a = fragment.color;\nMOV result.color, a; END": "FLAT attributes",
    "!!NVfp4.0 TEMP t;\nTXF t, fragment.texcoord[0], texture[0], 2D; MOV result.color, t; END":
        "TXF",
    "!!NVfp4.0\nADD.S result.color, fragment.color, 1; END": "integers (ADD.S)",
    "!!NVfp4.0\nTEX result.color, fragment.texcoord[0], texture[0], ARRAY2D; END":
        "the texture target ARRAY2D",
    "!!NVfp4.0 TEMP t;\nMOV t, fragment.color;\nREP t;\nADD t, t, 1; ENDREP; MOV result.color, t;"
    " END": "REP with a count that is not known",
    "!!NVfp4.0 TEMP t;\nREP;\nADD.CC t, t, 1; BRK (GT.x); ENDREP; MOV result.color, t; END":
        "REP without a count",
    f"{VP3} TEMP t; MOVC t, vertex.attrib[1];\na: ADDC t, t, -1;\nBRA a (GT.x);"
    " MOV result.position, t; END": "a branch back, a loop whose count is not known",
    "!!NVfp4.0 TEMP t; MOV.CC t, fragment.color;\nCAL s; MOV result.color, t; RET;\ns: ADD.CC t, t,"
    " -1;\nCAL s (GT.x); RET; END": "the subroutine 's', which calls itself",
    "!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; END":
        "a geometry program",
    "!!VSP1.0 MOV c[0], v[0]; END": "a vertex state program",
    "!!NVvp4.0\nBUFFER b[] = { program.buffer[0][0..3] };\nMOV result.position, b[1]; END":
        "parameter buffers",
}  # fmt: skip


ADDRESS = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL ADDR[0]\nDCL CONST[0..7]\n"
ADDRESS += "{} ADDR[0].x, IN[0].xxxx\nMOV OUT[0], CONST[ADDR[0].x]\nEND\n"


def test_addresses_of_tgsi():
    """Whatever writes to one: bits, but for instructions that give addresses."""
    for opcode in ("FLR", "MOV", "MUL"):
        text = ADDRESS.format(opcode).replace("MUL ADDR[0].x, ", "MUL ADDR[0].x, IN[0].yyyy, ")
        check(text, "nv4")
        with pytest.raises(TranslationError, match="the bits of a float in an address register"):
            translate(text, to="arb")
    check(ADDRESS.format("ARL"), "nv4")
    check(ADDRESS.format("ARL"), "arb")


GEOMETRY = "GEOM\nPROPERTY GS_INPUT_PRIMITIVE TRIANGLES\n{}DCL IN[][0], POSITION\n"
GEOMETRY += "DCL OUT[0], POSITION\nMOV OUT[0], IN[0][0]\n{}\nEND\n"


def test_how_many_vertices_a_geometry_program_declares():
    """It declares as many as it emits if the text declares none, which TGSI takes for 1024."""
    for to, words in (("nv4", "VERTICES_OUT 2;"), ("tgsi", "GS_MAX_OUTPUT_VERTICES 2\n"),
                      ("glsl330", "max_vertices = 2")):  # fmt: skip
        text = translate(GEOMETRY.format("", "EMIT\nEMIT"), to=to).text
        assert words in text
        if to != "glsl330":
            parse(text)
    with pytest.raises(TranslationError, match="1024 vertices of 4 components, of which 1024 are"):
        translate(GEOMETRY.format("", "BGNLOOP\nEMIT\nENDLOOP"), to="nv4")
    often = GEOMETRY.format("PROPERTY GS_INVOCATIONS 3\n", "EMIT")
    with pytest.raises(TranslationError, match="3 invocations for a primitive"):
        translate(often, to="nv4")
    assert "layout(triangles, invocations = 3) in;" in translate(often, to="glsl410core").text


@pytest.mark.parametrize("text", REFUSED, ids=REFUSED.values())
def test_what_plain_arb_cannot_say(text):
    with pytest.raises(TranslationError) as caught:
        translate(text, to="arb")
    assert caught.value.what == REFUSED[text] and caught.value.target == "arb"
    assert f"arb cannot express {REFUSED[text]}" in str(caught.value) and "^" in str(caught.value)


def test_texts():
    text = translate(
        "!!ARBfp1.0\nOPTION NV_fragment_program;\nATTRIB n = fragment.texcoord[1];\n"
        "PARAM limit = program.local[3]; TEMP lit, RET; OUTPUT o = result.color;\n"
        "DP3 lit.x, n, limit; SGT RET, lit.x, 0.5;\nMULR_SAT o, RET, |fragment.color|; END",
        to="arb",
    ).text
    assert text == (
        "!!ARBfp1.0\nATTRIB n = fragment.texcoord[1];\nPARAM limit = program.local[3];\n"
        "OUTPUT o = result.color;\nTEMP lit, RET, r2;\nDP3 lit.x, n, limit;\n"
        "SLT RET, 0.5, lit.x;\nABS r2, fragment.color.primary;\nMUL_SAT o, RET, r2;\nEND\n"
    )
    named = translate(FORMS["names"], to="arb").text
    assert named.startswith("!!ARBfp1.0\n# program.local[0] is tint\n")


def test_a_text_of_the_target_is_its_own_text():
    for to, path in (("arb", "arbfp1"), ("nv4", "nvfp4")):
        for shader in sorted((ROOT / "shaders" / path).glob("*.fp")):
            one = parse(shader.read_text(encoding="utf-8"))
            if one.instruction_set != one.language:
                continue
            first = translate(one.source, to=to).text
            assert translate(first, to=to).text == first
            other = parse(first)
            assert len(one.instructions) == len(other.instructions)
    long = "\n".join(["ADD t, t, 1;"] * 80)
    text = translate(f"!!ARBfp1.0 TEMP t; {long} MOV result.color, t; END", to="arb").text
    assert "# 81 instructions; drivers need not take more than 72\n" in text


def test_what_is_declared_and_not_used():
    for text, to in (
        ("!!NVfp4.0 CENTROID ATTRIB x = fragment.texcoord[0]; END", "arb"),
        ("!!FP1.0 PK4B RC, R0; MOV o[COLR], R0; END", "nv4"),
    ):
        parse(translate(text, to=to).text)


def test_limits_of_the_target():
    text = f"{OPTION2} TEMP t; PARAM n = {{ 255 }};\nREP n; REP n; ADD t, t, 1; ENDREP; ENDREP; END"
    with pytest.raises(TranslationError, match="more than 16384 instructions"):
        translate(text, to="arb")
