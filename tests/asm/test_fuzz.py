"""Whatever the text, the answer is a program or a ProgramError."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from softgl.asm import DIALECTS, leniencies, parse
from softgl.asm.resources import count
from softgl.errors import ProgramError
from softgl.ir.blocks import build_flow
from softgl.ir.program import File, Program
from softgl.isa import OPCODES
from tests.asm.test_accepted import TRANSFORM
from tests.asm.test_buffers import SOURCE as BUFFERS
from tests.asm.test_flow import BRANCHES
from tests.asm.test_real_programs import LOADS

SEED = 20240601
TEXTS = [
    TRANSFORM,
    *LOADS,
    "!!NVvp4.0 OPTION ARB_position_invariant; TEMP a[4], b; INT TEMP i; PARAM c[] ="
    " { state.matrix.mvp, {1, -2}, program.env[3..5] }; ATTRIB t[2] = { vertex.texcoord[1..2] };"
    " MOV.S i, {3}; ADDC a[i.x+1].xy(GT1.y), |t[i.x]|, -|c[i.y]|; SWZ b, c[1], 0,-x,1,-w; END",
    "!!NVfp4.0 FLAT INT ATTRIB n = fragment.attrib[0]; TEMP a; MOV.S a, n; ADDRC1_SSAT a.x, a, 2;"
    " TXL.S a, a, texture[2], 2D, (1, -1); KIL NE1.x; MOV result.color, a; END",
    "!!ARBfp1.0 PARAM c = state.matrix.texture[2].inverse.row[1]; TEMP t; SIN t.x, c.w;"
    " LRP_SAT t, t, c, 0.5; TXB t, t, texture[1], CUBE; KIL -t; MOV result.depth.z, t.x; END",
    BRANCHES,
    BUFFERS,
    "!!NVvp4.0 OPTION ARB_position_invariant; SHORT TEMP s; TEMP t; sub: PK2H t, s; UP4B t, t.y;"
    " RET (AB1.y); main: REP.U t; IF NCF.x; CAL sub; ELSE; MUL.S.HI t, t, vertex.id; ENDIF; CONT;"
    " ENDREP; TXF.S t, t, texture[1], BUFFER; TXD t, t, t, t, texture[2], SHADOW2D, (1, -1);"
    " OUTPUT o[] = { result.clip[0..2] }; MOV o[t.x + 1], state.light[1].spot.direction; last: END",
    "!!NVgp4.0 PRIMITIVE_IN TRIANGLES_ADJACENCY; PRIMITIVE_OUT LINE_STRIP; VERTICES_OUT 12; TEMP t;"
    " ATTRIB p = vertex.position; ATTRIB c[] = { vertex.texcoord[1..3] }; ATTRIB one[2] ="
    " { vertex[5].attrib[0..1] }; INT TEMP i; REP.S 3; MOV result.position, p[i.x + 1]; ADD t,"
    " c[i.y][1], c[2][i.x]; MOV result.texcoord, one[i.z]; IF GT.x; EMIT; ELSE; ENDPRIM; ENDIF;"
    " MOV.S result.layer.x, primitive.id.x; ENDREP; SUB t, vertex[0].id, vertex[1].clip[2]; END",
    "!!NVfp4.0 OPTION ARB_fog_exp2; OPTION ARB_draw_buffers; FLAT INT ATTRIB p = primitive.id;"
    " TEMP t; DDX t, fragment.clip[1]; MOV result.color[3], state.material.back.ambient; END",
]
PIECES = [
    *[";", ",", ".", "..", "[", "]", "{", "}", "(", ")", "=", "+", "-", "|", ":", "@", "#", "\n"],
    *("0", "1", "-1", "255", "256", "4294967296", "9" * 5000, "0.5", "1e999", "0x", "2D", "CUBE"),
    *("x", "xyzw", "rgba", "xg", "END", "TEMP", "PARAM", "ATTRIB", "OUTPUT", "ALIAS", "ADDRESS"),
    *("INT", "FLAT", "SHORT", "OPTION", "state", "matrix", "mvp", "row", "program", "env", "local"),
    *("vertex", "fragment", "result", "position", "color", "texcoord", "attrib", "texture"),
    *("EQ", "GT1", "CC", "SAT", "NTC", "S", "é", "\x00", "\ud800", "\u2028"),
    *("PRIMITIVE_IN", "VERTICES_OUT", "TRIANGLES", "LINE_STRIP", "vertex[1]", "primitive", "id"),
    *("main", "sub", "TR", "HI", "U24", "BUFFER", "BUFFER4", "buffer", "light", "ARB_fog_exp"),
    *OPCODES,
]


def check(source):
    """Parse a text; the answer is a program or a complete error, and the same twice."""
    try:
        program = parse(source)
    except ProgramError as error:
        assert 0 <= error.span.start <= error.span.end <= len(source)
        assert error.position in (error.span.start, len(source))
        assert error.message in str(error)
        with pytest.raises(ProgramError) as again:
            parse(source)
        assert (again.value.span, again.value.message) == (error.span, error.message)
        return
    assert isinstance(program, Program)
    check_registers(program)
    build_flow(program)
    assert parse(source) == program
    assert count(program).instructions >= 0
    assert all(0 <= span.start <= span.end <= len(source) for span, _ in leniencies(source))


def check_registers(program):
    """Every register that a program names exists."""
    sizes = {
        "TEMPORARY": program.temporaries,
        "ADDRESS": program.addresses,
        "ATTRIBUTE": len(program.attributes),
        "PARAMETER": len(program.parameters),
        "RESULT": len(program.results),
    }
    for instruction in program.instructions:
        for operand in (instruction.destination, *instruction.sources):
            if operand is None or operand.file is None:
                continue
            if operand.file is File.BUFFER:
                buffer = program.buffers[operand.buffer]
                assert buffer.first <= operand.index
                assert operand.index + operand.count <= buffer.first + buffer.count
            else:
                assert operand.index >= 0
                assert operand.index + operand.count <= sizes[operand.file.name]
            if operand.relative:
                assert 0 <= operand.relative.index < sizes[operand.relative.file.name]
    for bindings in (program.attributes, program.results):
        assert len(set(bindings)) == len(bindings)


def mutate(text, source):
    """A text with some pieces removed, doubled, swapped, replaced or inserted."""
    for _ in range(source.randrange(1, 4)):
        start = source.randrange(len(text) + 1)
        end = min(len(text), start + source.choice((0, 1, 1, 2, 5, 20)))
        piece = source.choice(PIECES)
        text = source.choice(
            (
                text[:start] + text[end:],
                text[:start] + text[start:end] * 2 + text[end:],
                text[:start] + piece + text[end:],
                text[:start] + f" {piece} " + text[start:],
                text[:start],
                text[:start] + source.choice(TEXTS)[start:],
            )
        )
    return text


@pytest.mark.parametrize("part", range(4))
def test_mutations(part):
    source = random.Random(SEED + part)
    for number in range(1500):
        text = mutate(source.choice(TEXTS), source)
        try:
            check(text)
        except BaseException:
            print(f"seed {SEED + part}, text {number}: {text!r}")
            raise


# All but surrogates, as of `text()`, which takes a second to work out the encoding.
CHARACTERS = st.characters(exclude_categories=("Cs",))


@given(
    header=st.sampled_from(sorted(DIALECTS)),
    pieces=st.lists(st.sampled_from(PIECES), max_size=40),
)
def test_random_pieces(header, pieces):
    check(header + " ".join(pieces))


@given(st.text(CHARACTERS, max_size=60))
def test_random_text(text):
    check(text)
    check("!!NVfp4.0" + text)


@pytest.mark.parametrize("text", TEXTS)
def test_every_truncation(text):
    for end in range(len(text)):
        check(text[:end])
