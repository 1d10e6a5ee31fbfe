"""GLSL translations on llvmpipe: they compile, with the results of softgl for the source."""

from __future__ import annotations

from pathlib import Path

import pytest

from softgl.asm import parse
from softgl.errors import TranslationError
from softgl.isa.table import (
    ARB_FRAGMENT_NV2,
    ARB_VERTEX_NV3,
    FP1,
    NV4_FRAGMENT,
    NV4_VERTEX,
    TGSI_FRAGMENT,
    TGSI_VERTEX,
    VP1,
    VP2,
    VP11,
)
from softgl.translate import translate
from tests.asm.tgsi.test_write import RANDOM, random_texts
from tests.drivers.glsl import glsl_context
from tests.translate.assembly.opcodes import programs
from tests.translate.glsl.running import compiled, differences, doubles, is_runnable, special

pytestmark = pytest.mark.driver
ROOT = Path(__file__).parents[3]
SHADERS = [
    path
    for path in sorted((ROOT / "shaders").rglob("*.*"))
    if path.suffix not in (".vsp", ".md") and path.parent.name != "glsl"
]
NEAR = 1 / 255
EXACTLY = (VP1, VP11, VP2, ARB_VERTEX_NV3, NV4_VERTEX, FP1, ARB_FRAGMENT_NV2, TGSI_FRAGMENT)
READ = (VP1, VP2, ARB_FRAGMENT_NV2, NV4_FRAGMENT, TGSI_VERTEX)
"""Instruction sets that have every opcode between them; the others are parts of these."""


@pytest.fixture(scope="module")
def context(llvmpipe_module):
    """A context of moderngl."""
    with glsl_context((4, 4)) as glsl:
        yield glsl.context


@pytest.fixture(scope="module")
def llvmpipe_module():
    from softgl.bench.egl import LlvmpipeUnavailable

    try:
        with glsl_context((1, 1)):
            pass
    except LlvmpipeUnavailable as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("exact", [False, True])
def test_every_shader_compiles_and_gives_the_same(context, exact):
    run = 0
    for path in SHADERS:
        text = path.read_text(encoding="utf-8")
        compiled(context, translate(text, to="glsl410core", exact=exact))
        if is_runnable(parse(text)):
            wrong = differences(context, text, "glsl330", exact, 0.0 if exact else NEAR)
            assert not wrong, (path.name, wrong)
            run += 1
        else:
            compiled(context, translate(text, to="glsl330", exact=exact))
    assert run > 25


@pytest.mark.parametrize("exact", [False, True])
def test_random_programs(context, exact):
    run = 0
    for language in RANDOM:
        # Of TGSI the others are 150 KB of GLSL and more.
        count = 1 if "TGSI" in language and not exact else 2
        for text in list(random_texts(language))[:count]:
            if not is_runnable(parse(text)):
                continue
            if _has_doubles(text):  # of their words other instructions make denormal numbers
                compiled(context, translate(text, to="glsl410core", exact=exact))
                continue
            wrong = differences(context, text, "glsl410core", exact, 0.0 if exact else NEAR)
            assert not wrong, (wrong, text)
            run += 1
    assert run > 10


def _has_doubles(text):
    try:
        translate(text, to="glsl130")
    except TranslationError as error:
        return "double" in error.what
    return False


def _opcodes(instruction_sets):
    """(name, text) of the opcodes that the harness runs: textures and neighbours it has not."""
    for instruction_set in instruction_sets:
        for name, text in programs(instruction_set):
            if name.partition(".")[0] in ("DDX", "DDY") or not is_runnable(parse(text)):
                continue
            yield f"{instruction_set} {name}", text


def test_every_opcode_exactly(context):
    """Zeros of both signs, infinities, NaN and large numbers too."""
    run = 0
    for name, text in _opcodes(EXACTLY):
        words = doubles if name.startswith(f"{TGSI_FRAGMENT} D") else special
        wrong = differences(context, text, "glsl330", True, 0.0, words)
        assert not wrong, (name, wrong)
        run += 1
    assert run > 300


WITH_ZEROS = (
    "MUL t, x, 0", "MUL t, x, -z", "MAD t, x, 0, y", "MAD t, x, y, 0", "ADD t, x, 0", "SUB t, 0, x",
    "DP3 t, x, z", "DPH t, x, z", "LRP t, x, 0, y", "LRP t, 1, x, y", "X2D t, x, z, y",
    "MUL t.xy, x, 0; IF GT.x; MUL t.zw, x, t; ENDIF", "MOV t, 0; IF TR; MUL t, x, t; ENDIF",
)  # fmt: skip


def test_constants_that_are_0_exactly(context):
    """Drivers fold products and sums with them: signs of zeros, infinities and NaN are kept."""
    for code in WITH_ZEROS:
        text = f"""!!NVfp4.0 PARAM z = {{ 0, 0, 0, 0 }}; TEMP t, x, y; MOV x, fragment.texcoord[0];
            MOV y, fragment.texcoord[1]; MOV.CC t, x; {code}; MOV result.color, t; END"""
        wrong = differences(context, text, "glsl330", True, 0.0, special)
        assert not wrong, (code, wrong)


def test_every_opcode_to_be_read(context):
    for name, text in _opcodes(READ):
        wrong = differences(context, text, "glsl330", False, NEAR)
        assert not wrong, (name, wrong)


FLOWS = {
    "if": "!!NVfp4.0 TEMP t, u; MOV.CC t, fragment.color; MOV u, 0; IF LT.x; IF GT.y; RCP u, t.x;"
    " ELSE; LG2 u, |t.y|; ENDIF; ADD u.x, u, t; ELSE; MOV u, t; IF EQ.x; RET; ENDIF; ADD u, u, 1;"
    " ENDIF; MUL result.color, u, t; END",
    "rep": "!!NVfp4.0 TEMP t; MOV t, fragment.color; REP.S 3; ADD.CC t, t, -0.4; CONT (GT.y);"
    " MUL t, t, 1.25; ADD.CC t.z, t, -0.1; BRK (LT.z); ENDREP; MOV result.color, t; END",
    "loop": "!!ARBfp1.0 OPTION NV_fragment_program2; TEMP t; PARAM n = { 3, 1, 2 };"
    " MOV t, fragment.color; LOOP n; ADD t, t, fragment.texcoord[A0.x]; ENDLOOP;"
    " MOV result.color, t; END",
    "calls": "!!NVfp4.0 TEMP t; main: MOV.CC t, fragment.color; CAL twice; CAL half (GT.x);"
    " MOV result.color, t; RET; twice: MUL t, t, 2; CAL half (LT.y); RET; half: MUL.CC t, t, 0.5;"
    " RET (GT.y); ADD t, t, 1; RET; END",
    "branches": "!!VP2.0 MOV R0, v[0];"
    " MOV o[HPOS], R0; MOVC CC, R0; BRA less (LT.x); ADD R0, R0, R0.y;"
    " BRA end; less: MUL R0, R0, R0.z; end: MOV o[COL0], R0; END",
    # Loops in loops; a branch leaves several.
    "loops of branches": "!!ARBvp1.0 OPTION NV_vertex_program2; TEMP t, n; MOV t, vertex.color;"
    " MOV n, 4; outer: MOV n.y, 3; inner: MAD t, t, 0.5, vertex.color.wzyx; ADDC n.y, n.y, -1;"
    " BRA inner (GT.y); ADDC n.x, n.x, -1; ADDC n.z, t.x, -0.9; BRA out (GT.z); ADDC n.w, n.x, 0;"
    " BRA outer (GT.w); MUL t, t, 2; out: MOV result.color, t; END",
    # A program that ends in a subroutine, which calls another one.
    "ends within": "!!ARBvp1.0 OPTION NV_vertex_program2; TEMP t; MOVC t, vertex.color; CAL a;"
    " MOV result.color, t; RET; a: ADDC t.x, t, 0.5; BRA end (LT.x); CAL b; RET; b: MUL t, t, t;"
    " RET; end: MOV result.color, -t; END",
    "depth": "!!NVfp4.0 TEMP t, u; MOV.CC t, fragment.texcoord[0]; IF GT.x; MUL u.z, |t.x|,"
    " 0.25; ENDIF; MOV result.color, t; MOV result.depth, u.z; END",
    "kill": "!!ARBfp1.0 TEMP t; SUB t, fragment.color, 0.5; KIL t; MOV result.color, t; END",
    "arrays": "!!NVfp4.0 TEMP t[4]; INT TEMP i; MOV t[0], fragment.color; MOV t[1], 1; MOV t[2], 2;"
    " MOV t[3], 3; TRUNC.S i.x, |fragment.color.x|; ADD t[i.x], t[i.x], t[3];"
    " MOV result.color, t[i.x + 1]; END",
    "doubles": "FRAG\nDCL IN[0], COLOR, PERSPECTIVE\nDCL OUT[0], COLOR\nDCL TEMP[0..3]\n"
    "IMM[0] FLT64 { 0.1, -1.5 }\nF2D TEMP[0], IN[0]\nMOV TEMP[1], IMM[0]\nBGNLOOP\n"
    "DMAD TEMP[1], TEMP[1], TEMP[0], IMM[0].zwxy\nDFRACEXP TEMP[2], TEMP[0], TEMP[0]\n"
    "DSLT TEMP[3], TEMP[0], TEMP[1]\nIF TEMP[3].xxxx\nBRK\nENDIF\nDADD TEMP[0], TEMP[0], TEMP[1]\n"
    "ENDLOOP\nDLDEXP TEMP[1], TEMP[1], IMM[0].zwzw\nD2F TEMP[1], TEMP[1]\n"
    "MOV OUT[0], TEMP[1]\nEND\n",
    "integers": "!!NVfp4.0 TEMP i, u; TRUNC.S i, fragment.color; MUL.S i, i, 100003; SHR.S i, i, 3;"
    " AND.U u, i, 255; XOR.U u, u, 85; DIV.U u, u, 3; I2F.U result.color, u; END",
    # Exact sums are beside a number of few bits, and rounded to it.
    "tiny addends": "!!NVfp4.0 MAD result.color, fragment.color, 0.5,"
    " { -1e-30, 1e-30, -1, -1e-20 }; END",
    "high halves": "!!NVfp4.0 TEMP i, u; MUL.S.HI i, fragment.color, fragment.texcoord[0];"
    " MUL.U.HI u, fragment.color, fragment.texcoord[0]; I2F.S i, i; I2F.U u, u;"
    " MAD result.color, u, 3, i; END",
}  # fmt: skip


@pytest.mark.parametrize("name", FLOWS)
@pytest.mark.parametrize("exact", [False, True])
def test_control_flow(context, name, exact):
    wrong = differences(context, FLOWS[name], "glsl330", exact, 0.0 if exact else NEAR)
    assert not wrong, (wrong, translate(FLOWS[name], to="glsl330", exact=exact).text)


def test_what_is_written_reads_well():
    text = "!!ARBfp1.0\nTEMP light;\nDP3 light.x, fragment.color, program.local[2];\n" \
        "MUL result.color, light.x, fragment.texcoord[1];\nEND\n"  # fmt: skip
    assert translate(text, to="glsl120").text == (
        "#version 120\n"
        "\n"
        "uniform vec4 fragment_local[3];\n"
        "\n"
        "void main()\n"
        "{\n"
        "    // 3: DP3 light.x, fragment.color, program.local[2]\n"
        "    float light = dot(gl_Color.xyz, fragment_local[2].xyz);\n"
        "    // 4: MUL result.color, light.x, fragment.texcoord[1]\n"
        "    gl_FragData[0] = light * gl_TexCoord[1];\n"
        "}\n"
    )


# Programs of floats alone that read bits.
OF_BITS = {
    "!!NVfp4.0 TEMP t; TXF t, fragment.texcoord[0], texture[0], 2D; MOV result.color, t; END":
        "int(floatBitsToUint(texcoord_0.x))",
    "!!NVvp4.0 BUFFER4 b[2] = { program.buffer[0][0..1] }; MOV result.position, b[1]; END":
        "uintBitsToFloat(vertex_buffer_0[",
    "!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;"
    " MOV result.layer.x, vertex[0].position.x; EMIT; END":
        "gl_Layer = int(floatBitsToUint(gl_in[0].gl_Position.x))",
}  # fmt: skip


@pytest.mark.parametrize("text", OF_BITS)
def test_integers_are_bits_whatever_the_instruction_is_of(text):
    assert OF_BITS[text] in translate(text, to="glsl330").text
    with pytest.raises(TranslationError, match=r"bits of floats|geometry programs"):
        translate(text, to="glsl120")


REFUSED = [
    ("!!VSP1.0 MOV c[3], v[0]; END", "glsl330", False, 1, "vertex state programs"),
    ("!!NVfp4.0\nINT TEMP i;\nMOV.S i, 3;\nMOV result.color, 0;\nEND", "glsl120", False, 3,
     "integers"),
    ("VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nMOV OUT[0], IN[0]\nDADD OUT[0], IN[0], IN[0]\nEND\n",
     "glsl130", False, 5, "numbers in double precision"),
    ("!!ARBfp1.0 MOV result.color, 1; END", "glsl130", True, 1, "exact arithmetic"),
    ("!!NVgp4.0\nPRIMITIVE_IN POINTS;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\nEMIT;\nEND",
     "glsl130", False, 1, "geometry programs"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "to", "exact", "line", "what"), REFUSED)
def test_what_a_target_cannot_say_is_refused_by_name(text, to, exact, line, what):
    with pytest.raises(TranslationError) as caught:
        translate(text, to=to, exact=exact)
    assert caught.value.line == line and what in caught.value.what
