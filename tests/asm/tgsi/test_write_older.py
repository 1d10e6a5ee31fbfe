"""Programs of NVIDIA's older languages as TGSI texts: the same bits."""

from __future__ import annotations

import pytest

from softgl.asm import parse
from softgl.asm.tgsi.write import Unwritable, constants, write
from softgl.asm.tgsi.write_older import OLDER
from softgl.isa import OPCODES
from softgl.isa.table import FP1, TGSI_FRAGMENT, TGSI_VERTEX, VP1, VP2, VP11
from softgl.lanes import WIDTHS, Target, eager_engine, llvm_engine
from softgl.lanes.target import host_levels
from tests.asm.tgsi.test_write import check
from tests.reference import fragment_writer, older_vertex_programs

EAGER = eager_engine()
COMPILED = [llvm_engine(Target(host_levels()[-1], width)) for width in WIDTHS]


def vertex_text(language, seed):
    return older_vertex_programs.text(language, older_vertex_programs.random_steps(seed, language))


def fragment_text(language, seed):
    return fragment_writer.text(language, fragment_writer.random_steps(seed, language))


@pytest.mark.parametrize(
    ("language", "make", "count", "engine"),
    [
        (VP1, vertex_text, 25, EAGER),
        (VP11, vertex_text, 25, EAGER),
        (VP2, vertex_text, 6, EAGER),
        (FP1, fragment_text, 25, EAGER),
        (VP11, vertex_text, 1, COMPILED[0]),
        (VP2, vertex_text, 1, COMPILED[1]),
        (FP1, fragment_text, 1, COMPILED[2]),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_random_programs(language, make, count, engine):
    for seed in range(count):
        text = make(language, seed)
        try:
            check(parse(text), engine)
        except Exception as error:
            raise AssertionError(f"seed {seed}\n{text}") from error


@pytest.mark.parametrize(
    "text",
    [
        # What TGSI has no instruction for; constants by address, zeros beyond.
        "!!VP1.0 ARL A0.x, v[1].x; MUL R0, c[A0.x + 2], v[0]; SLT R1, -v[1], c[3];"
        " LIT R2, v[2]; LIT o[TEX2], v[2].wzyx; EXP R3, v[3].y; MOV R4, -c[A0.x - 3];"
        " SGE o[TEX4], R4, v[0]; DST o[TEX3].xz, R4, v[1]; DST o[TEX5], R4, v[1];"
        " MOV o[HPOS], R0; ADD o[COL0], R1, R2; MOV o[TEX1], R3; END",
        # A square has no zeros times infinities.
        "!!VP1.1 DP3 R0.x, v[0], v[0]; DPH R0.y, v[0], v[0]; MUL R0.z, v[1], c[1];"
        " MUL R0.w, v[1], -v[1]; MOV o[HPOS], R0; END",
        # Address registers of few bits, with condition codes, and a scalar that is not the first.
        "!!VP2.0 ARLC A0, v[0]; ARR A1.yz (GE.wzyx), v[1]; ARAC A0.xw, A1; MOV R0, c[A0.w - 7];"
        " MAX R1, -v[2], R0; MIN o[CLP3].x (LT.y), R1, |c[A1.z + 255]|; MOV o[HPOS], R0; END",
        # More calls than may be open.
        "!!VP2.0 ADDC R0, v[0].x, c[0]; l: ADD R0, R0, c[1]; CAL l (GT.x); ADD R0.x, R0, R0;"
        " MOV o[HPOS], R0; MOV o[COL0], c[2]; END",
        # Samples and packed bits may look like denormal numbers, until something computes.
        "!!FP1.0 DECLARE shine = 3; DEFINE little = 1e-39; TEX R0, f[TEX0], TEX1, 2D;"
        " MULR R1, R0, shine; ADDR R1, R1, -|R0|; TXP_SAT R2.xw, R0, TEX2, CUBE; ADD R0.x, R0, R1;"
        " TXP R2.yz, f[TEX1], TEX3, 3D; TXDC R3, R0, R0, R1, TEX4, RECT; KIL GT.wwww;"
        " PK2H R4.x, R0; MOV R5, R4; ADD R5.y, R4.x, R5.x; UP2H R6, R4.x; MOV o[DEPR].z, R6.x;"
        " MOV R7, little; DDX R7.y, f[FOGC].x; MADR_SAT o[COLR] (NE.x), R5, R2, R7; END",
    ],
)
def test_what_needs_more_than_one_instruction(text):
    check(check(parse(text)))


def test_every_formula_has_its_own_words():
    """Instructions that TGSI defines otherwise are written with words of their own."""
    for language in (VP1, VP11, VP2, FP1):
        there = TGSI_FRAGMENT if language == FP1 else TGSI_VERTEX
        for entry in OPCODES.values():
            formula = entry.formulas.get(language)
            if formula and formula.__module__.startswith("softgl.isa.older"):
                assert formula in OLDER or formula is entry.formulas.get(there), entry.name


def test_notes_on_constants():
    text = write(parse("!!VP2.0 ARL A0.x, v[0]; MOV o[HPOS], c[A0.x]; END"))
    assert "DCL CONST[0..255], ARRAY(1)  # program.env[0..255]\n" in text
    program = parse("!!FP1.0 DECLARE k; MOV o[COLR], k; MOV o[DEPR].z, k; END")
    assert constants(program) == {0: "program.named[0]", 1: "state.depth.range"}
    assert "DCL CONST[0]  # k, program.named[0]\n" in write(program)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("!!VSP1.0 MOV c[0], v[0]; END", "writes parameters, which TGSI cannot"),
        ("!!FP1.0 MOV R0, f[WPOS].z; MOV o[DEPR].x, R0; END", "f.WPOS..z beside o.DEPR."),
    ],
)
def test_what_cannot_be_written(text, reason):
    with pytest.raises(Unwritable, match=reason):
        write(parse(text))
