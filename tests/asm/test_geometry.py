"""!!NVgp4.0: its declarations, vertices and their numbers, and errors."""

from __future__ import annotations

import pytest

from softgl.asm import leniencies, parse
from softgl.asm.disassemble import disassemble
from softgl.asm.resources import count
from softgl.ir.primitives import PRIMITIVES_IN, PRIMITIVES_OUT, Primitives
from softgl.ir.program import Binding, File, Relative, Stage, VertexNumber
from tests.asm.forms import refusal, stripped

HEAD = "!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 6;"
POINTS = "!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;"
# NV_geometry_program4, "Program Attribute Variables": the examples, but for the illegal one.
EXAMPLES = f"""{HEAD}
ATTRIB pos = vertex.position;
ATTRIB pos2 = vertex[2].position;
ATTRIB texcoords[] = {{ vertex.texcoord[0..3] }};
ATTRIB tcoords1[4] = {{ vertex[1].texcoord[1..4] }};
INT TEMP A0; TEMP R0;
MOV R0, pos[1];
MOV R0, vertex[1].position;
MOV R0, pos2;
MOV R0, texcoords[A0.x][1];
MOV R0, texcoords[A0.x][A0.y];
MOV R0, tcoords1[2];
END"""


def test_the_examples():
    program = parse(EXAMPLES)
    assert program.stage is Stage.GEOMETRY
    assert program.primitives == Primitives("TRIANGLES", "TRIANGLE_STRIP", 6)
    x, y = (Relative(File.TEMPORARY, 0, component) for component in range(2))
    found = [
        (str(program.attributes[s.index]), s.vertex, s.relative, s.count)
        for (s,) in (i.sources for i in program.instructions)
    ]
    assert found == [
        ("vertex.position", VertexNumber(1), None, 1),
        ("vertex.position", VertexNumber(1), None, 1),
        ("vertex.position", VertexNumber(2), None, 1),
        ("vertex.texcoord[1]", VertexNumber(0, x), None, 1),
        ("vertex.texcoord[0]", VertexNumber(0, x), y, 4),
        ("vertex.texcoord[3]", VertexNumber(1), None, 1),
    ]


ATTRIBUTES = {
    **{name: name for name in ("position", "fogcoord", "pointsize", "id")},
    **dict.fromkeys(("color", "color.primary", "color.front"), "color.front.primary"),
    **dict.fromkeys(("color.secondary", "color.front.secondary"), "color.front.secondary"),
    **dict.fromkeys(("color.back", "color.back.primary"), "color.back.primary"),
    "color.back.secondary": "color.back.secondary",
    **dict.fromkeys(("texcoord", "texcoord[0]"), "texcoord[0]"),
    **{name: name for name in ("texcoord[7]", "attrib[15]", "clip[5]")},
}


def test_bindings():
    """Tables X.2 and X.3."""
    for written, meant in ATTRIBUTES.items():
        text = f"{HEAD} ATTRIB a = vertex.{written}; TEMP t; MOV t, vertex[2].{written};"
        program = parse(f"{text} MOV t, a[1]; END")
        assert list(map(str, program.attributes)) == [f"vertex.{meant}"]
        if written != "id":
            program = parse(f"{HEAD} OUTPUT o = result.{written}; MOV o, 1; END")
            assert list(map(str, program.results)) == [f"result.{meant}"]
    program = parse(
        f"{HEAD} MOV.S result.primid.x, primitive.id; MOV.S result.layer.x, primitive.id.x; END"
    )
    assert program.attributes == (Binding("primitive.id"),)
    assert list(map(str, program.results)) == ["result.primid", "result.layer"]
    assert program.instructions[0].sources[0].vertex is None


@pytest.mark.parametrize("taken", PRIMITIVES_IN)
def test_vertices_of_primitives(taken):
    vertices = PRIMITIVES_IN[taken]
    for made in PRIMITIVES_OUT:
        head = f"!!NVgp4.0PRIMITIVE_OUT {made};VERTICES_OUT 0x10;PRIMITIVE_IN {taken};TEMP t;"
        program = parse(f"{head} MOV t, vertex[{vertices - 1}].id; END")
        assert program.primitives == Primitives(taken, made, 16)
    error = refusal(f"{head} MOV t, vertex[«{vertices}»].id; END")
    assert error.expected == f"an integer from 0 to {vertices - 1}"


LOADS = [
    "!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1024; END",
    f"{POINTS} TEMP t; EMIT; ENDPRIM; EMIT; main: EMIT; EMIT: RET; END",
    # The words are not keywords.
    f"{HEAD} TEMP PRIMITIVE_IN, EMIT, TRIANGLES; MOV PRIMITIVE_IN, EMIT; EMIT; END",
    f"{HEAD} PRIMITIVE_IN: MOV result.position, 1; END",
    # The same binding in arrays of several vertices.
    f"{HEAD} ATTRIB a[] = {{ vertex[0].attrib[0..3] }}; ATTRIB b[] = {{ vertex[1].attrib[2..4] }};"
    " TEMP i, t; MOV t, a[i.x]; MOV t, b[i.y + 2]; END",
    f"{HEAD} ATTRIB a = vertex.attrib[0..3]; ATTRIB b = vertex[1].clip[2..2]; ALIAS c = a; TEMP i;"
    " ADD i, c[i.x][3], -|b[0].x|; SWZ i, c[1][i.w + 1], 0, x, -y, 1; END",
    f"{HEAD} INT ATTRIB n = vertex.id; INT TEMP i; MOV.S i, n[2]; MOV.S i, n[i.x + 2]; END",
    f"{HEAD} TEMP t; TXF.S t, vertex[0].attrib[1], texture[2], BUFFER; TXQ t, t, texture[1], 2D;"
    " TXD t, t, t, t, texture[3], SHADOW2D, (1, -1); MOV t, state.matrix.mvp.row[1]; END",
    f"{HEAD} REP; EMIT; BRK (GT.x); ENDREP; CAL f; RET; f: IF EQ.y; EMIT; ENDPRIM; ENDIF; END",
]


@pytest.mark.parametrize("text", [EXAMPLES, *LOADS])
def test_loads(text):
    """And comes back from its own text."""
    program = parse(text)
    again = disassemble(program)
    assert stripped(parse(again)) == stripped(program), again
    assert leniencies(text) == leniencies(again) == []


REFUSED = [
    (
        "!!NVgp4.0 PRIMITIVE_OUT POINTS; VERTICES_OUT 1; «END»",
        "the program has no PRIMITIVE_IN",
        "",
    ),
    (
        "!!NVgp4.0 PRIMITIVE_IN POINTS; VERTICES_OUT 1; «END»",
        "the program has no PRIMITIVE_OUT",
        "",
    ),
    (
        "!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; «END»",
        "the program has no VERTICES_OUT",
        "",
    ),
    (f"{HEAD} «PRIMITIVE_IN» TRIANGLES; END", "a second PRIMITIVE_IN", ""),
    (f"{HEAD} «PRIMITIVE_OUT» POINTS; END", "a second PRIMITIVE_OUT", ""),
    (f"{HEAD} «VERTICES_OUT» 6; END", "a second VERTICES_OUT", ""),
    ("!!NVgp4.0 PRIMITIVE_IN «QUADS»; END", "unexpected 'QUADS'", "POINTS, LINES, LINES_ADJ"),
    ("!!NVgp4.0 PRIMITIVE_IN «LINE_STRIP»; END", "unexpected 'LINE_STRIP'", "POINTS"),
    ("!!NVgp4.0 PRIMITIVE_OUT «TRIANGLES»; END", "unexpected 'TRIANGLES'", "POINTS, LINE_STRIP"),
    ("!!NVgp4.0 VERTICES_OUT «0»; END", "0 is out of range", "an integer from 1 to 1024"),
    ("!!NVgp4.0 VERTICES_OUT «1025»; END", "1025 is out of range", "an integer from 1 to 1024"),
    ("!!NVgp4.0 VERTICES_OUT «-»1; END", "unexpected '-'", "an integer"),
    ("!!NVgp4.0 VERTICES_OUT «2.5»; END", "unexpected '2.5'", "an integer"),
    ("!!NVgp4.0 PRIMITIVE_IN POINTS «END»", "unexpected 'END'", "';' after a declaration"),
    (
        "!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT «205»; MOV"
        " result.position, 1; MOV result.layer.x, 1; END",
        "205 vertices of 5 components are more than 1024 components",
        "204 at most",
    ),
    (f"{HEAD} «OPTION» ARB_viewport_array; END", "options must precede", ""),
    ("!!NVgp4.0 OPTION «ARB_draw_buffers»; END", "not available in NVgp4.0", "ARB_viewport_array"),
    (f"{HEAD} MOV.S result.«viewport».x, 1; END", "'result.viewport' is not available", "layer"),
    (f"{HEAD} TEMP t; MOV t, «vertex».position; END", "'vertex' has no number", "the number of a"),
    (f"{HEAD} INT TEMP A; TEMP t; MOV t, vertex[«A».x].texcoord[1]; END", "unexpected 'A'", ""),
    (f"{HEAD} ATTRIB p = vertex.position; TEMP t; MOV t, p«;» END", "'p' needs the number", "'['"),
    (f"{HEAD} ATTRIB p = vertex.position; TEMP t; MOV t, p«.»x; END", "'p' needs the number", ""),
    (f"{HEAD} ATTRIB p = vertex.position; TEMP t; MOV t, p[«3»]; END", "3 is out of range", "to 2"),
    (
        f"{HEAD} ATTRIB p = vertex.position; TEMP t; MOV t, p[t.x+«3»]; END",
        "3 is out of range",
        "from 0 to 2",
    ),
    (
        f"{HEAD} ATTRIB p = vertex.position; TEMP t; MOV t, p[1]«[»0]; END",
        "'p' is not an array",
        "",
    ),
    (
        f"{HEAD} ATTRIB p = vertex[1].position; TEMP t; MOV t, p«[»0]; END",
        "'p' is not an array",
        "",
    ),
    (
        f"{HEAD} ATTRIB a[] = {{ vertex.attrib[0..1] }}; TEMP t; MOV t, a[1]«;» END",
        "'a' is an array",
        "'[' and an index",
    ),
    (
        f"{HEAD} ATTRIB a[] = {{ vertex.attrib[0..1] }}; TEMP t; MOV t, a[1][«2»]; END",
        "2 is out of range",
        "from 0 to 1",
    ),
    (f"{HEAD} ATTRIB a = vertex[«3»].position; END", "3 is out of range", "from 0 to 2"),
    (f"{HEAD} ATTRIB a = vertex.attrib[3..«2»]; END", "the range 3..2 runs backwards", ""),
    (f"{HEAD} OUTPUT o = result.clip[3..«2»]; END", "the range 3..2 runs backwards", ""),
    (
        f"{HEAD} ATTRIB «a»[2] = {{ vertex[0].attrib[0], vertex[1].attrib[1] }}; END",
        "is not of the vertex of the element before it",
        "",
    ),
    (
        f"{HEAD} ATTRIB «a»[2] = {{ vertex[0].position, vertex[1].position }}; END",
        "vertex.position cannot be an element of an array",
        "",
    ),
    (
        f"{HEAD} ATTRIB a[] = {{ vertex[0].attrib[0..3] }}; ATTRIB b[] = {{ vertex.attrib[2..4] }};"
        " TEMP i, t; MOV t, a[i.x]; MOV t, «b»[1][i.y]; END",
        "vertex.attrib[2] is bound twice in arrays",
        "",
    ),
    (f"{HEAD} MOV result.«id», 1; END", "'result.id' is not available here", "primid"),
    (f"{HEAD} TEMP t; MOV t, vertex[0].«instance»; END", "'vertex.instance' is not", "position"),
    (f"{HEAD} TEMP t; MOV t, primitive«[»0].id; END", "unexpected '['", "'.' after 'primitive'"),
    (f"{HEAD} MOV «vertex»[0].position, 1; END", "'vertex...' can only be read", ""),
    (f"{HEAD} EMIT «result»; END", "unexpected 'result'", "';' after an instruction"),
    (f"{HEAD} EMIT.«F»; END", "EMIT does not support the modifier F", ""),
    (f"{HEAD} «KIL» TR; END", "'KIL' is not an instruction of NVgp4.0", ""),
    (f"{HEAD} TEMP t; «DDX» t, t; END", "'DDX' is not an instruction of NVgp4.0", ""),
    (f"{HEAD} «FLAT» ATTRIB a = vertex.id; END", "'FLAT' is not an instruction of NVgp4.0", ""),
    ("!!NVvp4.0 «EMIT»; END", "'EMIT' is not an instruction of NVvp4.0", ""),
    ("!!NVgp4.0 TEMP t; MOV t, «vertex»[0].position; PRIMITIVE_IN POINTS; END",
     "a vertex before PRIMITIVE_IN", "PRIMITIVE_IN"),
    ("!!NVgp4.0 TEMP «primitive»; END", "'primitive' is a reserved word", ""),
]  # fmt: skip


@pytest.mark.parametrize(("marked", "message", "expected"), REFUSED, ids=[r[0] for r in REFUSED])
def test_refused(marked, message, expected):
    error = refusal(marked)
    assert message in error.message
    assert expected in error.expected


def test_late_declarations():
    """<program> ::= <optionSequence> <declSequence> <statementSequence> "END"."""
    text = "!!NVgp4.0 PRIMITIVE_IN POINTS; TEMP t; PRIMITIVE_OUT POINTS; VERTICES_OUT 2; END"
    found = [(text[span.start : span.end], message) for span, message in leniencies(text)]
    late = "must precede all other statements"
    assert found == [
        ("PRIMITIVE_OUT", f"PRIMITIVE_OUT {late}"),
        ("VERTICES_OUT", f"VERTICES_OUT {late}"),
    ]


def test_what_is_counted():
    """An attribute counts once, whatever the vertex."""
    used = count(
        parse(
            f"{HEAD} ATTRIB p = vertex.attrib[3]; INT TEMP i; TEMP t; MOV t.xy, p[i.x];"
            " MOV t.xz, vertex[0].attrib[3]; MOV t.x, primitive.id.x; MOV result.clip[1].x, t;"
            " EMIT; MOV result.position.xyz, t; END"
        )
    )
    assert (used.instructions, used.alu_instructions, used.attributes) == (6, 6, 2)
    assert (used.attribute_components, used.result_components) == (4 + 1, 4)
