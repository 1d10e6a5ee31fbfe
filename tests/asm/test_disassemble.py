"""A program's text and the text that `disassemble` makes of it are the same program."""

from __future__ import annotations

import ast
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from softgl.asm import DIALECTS, leniencies, parse
from softgl.asm.disassemble import disassemble
from softgl.asm.options import LENIENT
from softgl.asm.spelling import binding_text, vector_text
from softgl.asm.state_bindings import INDEXED, MATRICES, STATE
from softgl.asm.text.literals import number_text
from softgl.errors import ProgramError
from softgl.ir.program import Binding, Constant
from softgl.isa import DataType
from tests.asm.forms import floats, stripped
from tests.asm.random_programs import PRIMITIVES, Generator

ROOT = Path(__file__).parents[2]
SHADERS = sorted(
    path
    for path in (ROOT / "shaders").rglob("*.*")
    if path.is_file() and path.parent.name not in ("tgsi", "glsl")
)
# The languages in which a program declares its registers.
DECLARING = {
    header: dialect for header, dialect in DIALECTS.items() if "TEMP" in dialect.declarations
}
# What must be declared before all else.
FIRST = {"!!NVgp4.0": PRIMITIVES}
SEED = 20261121
NORMAL = """!!NVfp4.0
OPTION ARB_draw_buffers;
ATTRIB v0[3] = { fragment.texcoord[0..2] };
FLAT ATTRIB v3 = fragment.attrib[3];
INT PARAM c3 = { 2143289344, 0, 0, 1 };
BUFFER4 b0[8] = { program.buffer[0][2..9] };
TEMP r0, r1[4], r5;
sub:
    MOV r0, b0[r5.x + 1];
    RET (EQ.x);
main:
    REP.S 4;
        MOV.CC r0, -|v0[r5.x].wzyx|;
        IF GT1.xxxy;
            BRK (LT.x);
            MUL.S.HI r5, r5, -3;
        ELSE;
            MOV.S r1[r5.y + 1].xy (NE.wzyx), { 1, -2, 0, 1 };
            CAL sub;
        ENDIF;
    ENDREP;
    TXD.S r0, r0, r1[3], |r0|, texture[3], ARRAY2D, (1);
    ADD.CC1.SAT.NTC r0, c3, c3.x;
    MUL.S24.CC CC.x, r0, r5.y;
    SWZ result.color[2].xy, v3, 0, 1, -x, y;
last:
END
"""


def strings(path):
    """Every string in a Python file."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]


def written_programs():
    """The programs in the tests of this folder that load."""
    for path in sorted(Path(__file__).parent.glob("*.py")):
        for text in strings(path):
            if text.startswith("!!"):
                try:
                    yield text, parse(text)
                except ProgramError:
                    continue


def check(program):
    """The text of a program is the same program, in the strictest reading, and stays as it is."""
    text = disassemble(program)
    again = parse(text)
    assert stripped(again) == stripped(program), text
    assert disassemble(again) == text
    assert leniencies(text) == []


@pytest.mark.parametrize("path", SHADERS, ids=lambda path: path.name)
def test_the_shaders(path):
    check(parse(path.read_text(encoding="utf-8")))


def test_programs_of_the_tests():
    programs = list(written_programs())
    assert len(programs) > 60
    for text, program in programs:
        try:
            check(program)
        except BaseException:
            print(text)
            raise


@pytest.mark.parametrize("language", [header.removeprefix("!!") for header in DECLARING])
def test_random_programs(language):
    for number in range(60):
        text = Generator(language, random.Random(SEED + number)).program()
        try:
            check(parse(text))
        except BaseException:
            print(f"seed {SEED + number}:\n{text}")
            raise


def test_a_whole_text():
    assert disassemble(parse(NORMAL)) == NORMAL


# -- constants -------------------------------------------------------------------------------------

SPECIAL = {
    "0.0": 0,
    "-0.0": 0x80000000,
    "1e-45": 1,
    "-1.1754942e-38": 0x807FFFFF,
    "1.1754944e-38": 0x00800000,
    "0.1": 0x3DCCCCCD,
    "16777216.0": 0x4B800000,
    "3.4028235e+38": 0x7F7FFFFF,
    "1e39": 0x7F800000,
    "-1e39": 0xFF800000,
}


@pytest.mark.parametrize(("text", "word"), SPECIAL.items())
@pytest.mark.parametrize("header", DECLARING)
def test_special_floats(header, text, word):
    assert number_text(word, DataType.FLOAT) == text
    head = f"{header} {FIRST.get(header, '')}"
    program = parse(f"{head} TEMP t; MOV t, {{ {text}, 2.0 }}; ADD t, t, {text}; END")
    assert program.parameters[0] == Constant((word, 0x40000000, 0, 0x3F800000))
    check(program)


@given(words=st.tuples(*[st.integers(0, 2**32 - 1)] * 4), type_=st.sampled_from(DataType))
def test_every_word_comes_back(words, type_):
    text = vector_text(Constant(words), type_)
    if text is None:  # a NaN
        assert type_ is DataType.FLOAT and any(word & 0x7FFFFFFF > 0x7F800000 for word in words)
    else:
        opcode = "MOV" if type_ is DataType.FLOAT else f"MOV.{type_.letter}"
        source = f"!!NVvp4.0 TEMP t; {opcode} t, {text}; END"
        assert parse(source).parameters == (Constant(words),)


@pytest.mark.parametrize(
    "body",
    [
        "INT PARAM n = -1; MOV.NTC t, n;",
        "INT PARAM n = -1; MOV.NTC t, n; MOV.S t, n; MOV.U t, {4294967295}.x;",
        "INT PARAM n[] = { -1, program.env[0], 7 }; MOV.NTC t, n[0]; MOV.NTC t, n[t.x];",
        "INT PARAM n[] = { 7, program.env[0], -1 }; MOV.NTC t, n[2]; MOV.S t, n[t.x + 2];",
        "INT PARAM n[] = { 7, -1 }; MOV.S t, n[0]; MOV.S t, n[t.x]; ADD.CC.NTC t, t, n[0];",
    ],
)
def test_a_float_that_is_no_number_is_declared_as_an_integer(body):
    program = parse(f"!!NVfp4.0 TEMP t; {body} END")
    assert "INT PARAM" in disassemble(program)
    check(program)


def test_what_cannot_be_written_is_refused():
    program = parse("!!ARBvp1.0 TEMP t; MOV t, 1; END")
    program = replace(program, parameters=(Constant((0x7FC00000,) * 4),))
    with pytest.raises(ValueError, match="cannot write a NaN constant"):
        disassemble(program)


# -- bindings --------------------------------------------------------------------------------------


def tables():
    for header, dialect in DECLARING.items():
        for table in (dialect.attributes, dialect.results):
            for binding in table.order:
                yield header, binding


@pytest.mark.parametrize(("header", "binding"), list(tables()), ids=str)
def test_every_attribute_and_result(header, binding):
    result = binding.name.startswith("result.")
    operands = (binding_text(binding), "t") if result else ("t", binding_text(binding))
    opcode = "MOV.U" if "4.0" in header else "MOV"
    text = f"{header} {FIRST.get(header, '')} TEMP t; {opcode} {', '.join(operands)}; END"
    if header in FIRST:
        text = text.replace(" vertex.", " vertex[2].")
    program = parse(text)
    assert binding in (program.results if result else program.attributes)
    check(program)


def state_bindings():
    for name in sorted(set(STATE.values())):
        yield Binding(f"state.{name}", (1,) if name.partition(".")[0] in INDEXED else ())
    for matrix, (limit, _) in MATRICES.items():
        number = 1 if limit and limit != "modelview_matrices" else 0
        for form in ("", ".inverse", ".transpose", ".invtrans"):
            yield Binding(f"state.matrix.{matrix}{form}.row", (number, 2))


@pytest.mark.parametrize("binding", list(state_bindings()), ids=str)
def test_every_state_binding(binding):
    program = parse(f"!!NVvp4.0 TEMP t; MOV t, {binding_text(binding)}; END")
    assert program.parameters == (binding,)
    check(program)


@pytest.mark.parametrize(
    ("header", "option"),
    [
        (header, option)
        for header, dialect in DECLARING.items()
        for option in dialect.options
        if option not in LENIENT
    ],
)
def test_every_option(header, option):
    declared = ""
    if header == "!!NVgp4.0":
        declared = "PRIMITIVE_IN LINES; PRIMITIVE_OUT LINE_STRIP; VERTICES_OUT 2;"
    check(parse(f"{header} OPTION {option}; {declared} TEMP t; MOV t, 1; END"))


# -- registers -------------------------------------------------------------------------------------

KEPT = [
    # Elements of one array, chosen at run time and not.
    "!!NVvp4.0 TEMP a[3], i, b[1]; MOV a[1], a[i.y + 2]; MOV b[i.x], a[0]; MOV b[0], i; END",
    "!!NVvp4.0 TEMP i; ATTRIB a[] = { vertex.texcoord[2..4] }; MOV i, a[i.w]; MOV i, a[1]; END",
    "!!NVvp4.0 TEMP i; OUTPUT o[2] = { result.clip[1..2] }; MOV o[i.x], i; MOV o[1], i; END",
    "!!NVvp4.0 TEMP i; OUTPUT o[] = { result.texcoord[0..7] }; MOV o[i.x + 7], 1; END",
    # The order of parameters.
    "!!ARBvp1.0 ADDRESS x, y; PARAM b[] = { 1, 1, program.env[7] }; PARAM a[2] = { 5, program"
    ".local[0] }; TEMP t; MOV t, 3; MOV t, a[y.x - 64]; MOV t, 1; MOV t, b[x.x + 63]; END",
    # Declared and not used: only what interpolation depends on, and how many registers there are.
    "!!NVfp4.0 FLAT ATTRIB a = fragment.attrib[1]; NOPERSPECTIVE ATTRIB b = fragment.attrib[2];"
    " ATTRIB c = fragment.attrib[4]; TEMP t, u; MOV t, fragment.attrib[3]; MOV t, b; END",
    "!!NVfp4.0 NOPERSPECTIVE CENTROID ATTRIB a = fragment.attrib[1]; TEMP t; MOV t, a;"
    " CENTROID ATTRIB b[] = { fragment.attrib[2..3] }; MOV t, b[t.x]; END",
    "!!NVfp4.0 FLAT ATTRIB a[] = { fragment.attrib[1..3] }; TEMP t; MOV t, a[t.x];"
    " MOV t, fragment.attrib[2]; END",
    "!!ARBvp1.0 TEMP " + ", ".join(f"name{n}" for n in range(200)) + "; ADDRESS a, b; END",
    "!!NVvp4.0 BUFFER a = program.buffer[0][1]; BUFFER b[] = { program.buffer[0] }; TEMP t;"
    " BUFFER4 c[] = { program.buffer[3] }; MOV t, b[9]; MOV t, c[t.x + 8].w; END",
    # Instructions that an option adds are not written.
    "!!ARBvp1.0 OPTION ARB_position_invariant; ATTRIB a = vertex.attrib[0]; END",
    "!!NVvp4.0 OPTION ARB_position_invariant; before: main: MOV result.color, 1;"
    " middle: CAL middle; after: END",
    "!!NVvp4.0 OPTION ARB_position_invariant; TEMP t; MOV t, state.matrix.mvp.row[2]; a: END",
    # A temporary never has the name of a label.
    "!!NVvp4.0 TEMP t; r0: MOV t, t; r0_: CAL r0; CAL r0_; END",
]


@pytest.mark.parametrize("text", KEPT)
def test_registers_are_kept(text):
    check(parse(text))


def test_lines_are_short_where_declarations_are_long():
    for text in KEPT:
        lines = disassemble(parse(text)).splitlines()
        assert max(map(len, lines)) <= 100


def test_a_swizzle_that_mov_has_is_no_swz():
    text = "!!ARBvp1.0 TEMP t; SWZ t, t, -x,-y,-z,-w; SWZ t, t, w,w,w,w; SWZ t, t, x,0,z,w; END"
    assert disassemble(parse(text)).splitlines()[2:5] == [
        "MOV r0, -r0;",
        "MOV r0, r0.w;",
        "SWZ r0, r0, x, 0, z, w;",
    ]


def test_bare_numbers_where_the_grammar_has_them():
    arb = parse("!!ARBvp1.0 TEMP t; POW t, t.x, 2.x; MOV t, 0.5.y; MOV t, 3; END")
    assert arb.parameters == (floats(2, 2, 2, 2), floats(*[0.5] * 4), floats(3, 3, 3, 3))
    assert disassemble(arb).splitlines()[2:5] == [
        "POW r0, r0.x, 2.0.x;",
        "MOV r0, 0.5.y;",
        "MOV r0, 3.0;",
    ]
    nv4 = parse("!!NVvp4.0 TEMP t; POW t, t.x, 2; MOV t, {0.5, 0.5, 0.5, 0.5}.y; MOV.S t, 3; END")
    assert disassemble(nv4).splitlines()[2:5] == [
        "POW r0, r0.x, 2.0;",
        "MOV r0, { 0.5, 0.5, 0.5, 0.5 }.y;",
        "MOV.S r0, 3;",
    ]
