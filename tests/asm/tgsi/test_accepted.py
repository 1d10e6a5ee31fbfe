"""TGSI texts that load: parsed declarations, numbers and operands."""

from __future__ import annotations

import pytest

from softgl.asm import disassemble, leniencies, parse
from softgl.asm.resources import count
from softgl.errors import ProgramError
from softgl.ir.primitives import Primitives
from softgl.ir.program import Binding, Constant, Stage
from tests.asm.forms import instruction
from tests.asm.tgsi.texts import FLOW, LIGHT, TEXTS, TRIANGLES

ALL = """DCL IN[0..3], GENERIC[0]
DCL OUT[0], COLOR
DCL TEMP[0..3]
DCL CONST[0..3]
DCL ADDR[0..1]
DCL SAMP[0..3]
DCL SVIEW[0..1], 2D, FLOAT
DCL SVIEW[2], CUBE, FLOAT
DCL SVIEW[3], 2DArray, UNORM, UNORM, UNORM, UNORM
IMM FLT32 { 1, 2, 3, 4 }
IMM INT32 { -1, 2, 3, 4 }
"""


def listing(body, head="FRAG"):
    """The instructions of a text with many declarations, in short form."""
    return [instruction(i) for i in parse(f"{head}\n{ALL}{body}\nEND").instructions]


def constants(*lines):
    """The constants that a text with these immediates reads."""
    lines = [*lines, "DCL OUT[0], COLOR"]
    lines += [f"MOV OUT[0], IMM[{n}]" for n in range(len(lines) - 1)]
    return [p.words for p in parse("\n".join(["FRAG", *lines, "END"])).parameters]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.split()[0])
def test_dumps_load(text):
    program = parse(text)
    assert leniencies(text) == []
    assert count(program).instructions == text.count(": ")
    # In either case, and on one line.
    assert len(parse(" ".join(text.lower().split())).instructions) == len(program.instructions)
    spans = [text[i.span.start : i.span.end] for i in program.instructions]
    assert all("\n" not in span for span in spans)


def test_what_registers_stand_for():
    program = parse(LIGHT)
    assert program.language == program.instruction_set == "TGSI VERT"
    assert program.stage is Stage.VERTEX
    assert list(map(str, program.attributes)) == [
        *("vertex.attrib[0]", "vertex.attrib[1]", "vertex.instance")
    ]
    assert {*map(str, program.results)} == {
        *("result.position", "result.color.front.primary", "result.generic[9]"),
        *("result.clip[0]", "result.clip[1]"),
    }
    assert [(b.point, b.first, b.count, b.vector) for b in program.buffers] == [(0, 0, 16, True)]
    program = parse(FLOW)
    assert list(map(str, program.attributes)) == [
        *("fragment.color.primary", "fragment.generic[0]", "fragment.generic[1]"),
        *("fragment.fogcoord", "fragment.position", "fragment.facing"),
    ]
    assert program.flat == {Binding("fragment.generic", (1,))}
    assert program.noperspective == {Binding("fragment.fogcoord")}
    assert program.centroid == {Binding("fragment.generic", (0,))}
    for location, found in (("CENTER", set()), ("SAMPLE", program.centroid)):
        assert parse(FLOW.replace("CENTROID", location)).centroid == found
    assert (program.origin_upper_left, program.pixel_center_integer) == (False, True)
    program = parse(TRIANGLES)
    assert program.stage is Stage.GEOMETRY
    assert list(map(str, program.attributes)) == [
        *("vertex.position", "vertex.generic[4]", "primitive.id")
    ]
    assert program.primitives == Primitives("TRIANGLES", "TRIANGLE_STRIP", 3)
    few = parse(
        "GEOM PROPERTY GS_INPUT_PRIM LINE_STRIP PROPERTY GS_INVOCATIONS 3 DCL IN[][0], CLIPDIST"
        " DCL OUT[0], PRIMID MOV OUT[0].x, IN[1][0] EMIT END"
    )
    assert few.primitives == Primitives("LINES", "TRIANGLE_STRIP", 1024, 3)
    names = [str(binding) for binding in (*few.attributes, *few.results)]
    assert names == ["vertex.clipdist[0]", "result.primid"]


def test_what_old_texts_say_of_everything():
    """Reads interpolations of what is not interpolated, and numbers that no jump names."""
    text = """FRAG DCL IN[0], GENERIC[0], LINEAR DCL OUT[0], COLOR{0} DCL SAMP[0]{0}
        DCL CONST[0..3]{0} DCL TEMP[0]{0} DCL SV[0], FACE{0}
        {1} TEX TEMP[0], IN[0], SAMP[0], 2D {1} MOV OUT[0], TEMP[0] END"""
    plain, old = (parse(text.format(*words)) for words in (("", ""), (", CONSTANT", "0:")))
    assert len(plain.instructions) == len(old.instructions) == 2
    assert old.flat == plain.flat == frozenset()


def test_an_index_without_a_component():
    text = "MOV TEMP[ADDR[1]-1], CONST[ADDR[0]+1].y"
    assert listing(text) == listing(text.replace("]+", "].x+").replace("]-", "].x-"))


def test_cull_distances_behind_clip_distances():
    text = """VERT PROPERTY NUM_CLIPDIST_ENABLED 3 PROPERTY NUM_CULLDIST_ENABLED 2 DCL IN[0]
        DCL OUT[0..1], CLIPDIST MOV OUT[0], IN[0] MOV OUT[1], IN[0] END"""
    found = [f"{b.name.removeprefix('result.')} {b.indices[0]}" for b in parse(text).results]
    assert found == ["clip 0", "clip 1", "clip 2", "cull 0", "cull 1", "clip 5", "clip 6", "clip 7"]
    text = """FRAG PROPERTY NUM_CLIPDIST_ENABLED 1 PROPERTY NUM_CULLDIST_ENABLED 1
        DCL IN[0], CLIPDIST, CONSTANT DCL OUT[0], COLOR MOV OUT[0].xy, IN[0] END"""
    assert Binding("fragment.cull", (0,)) in parse(text).flat & {*parse(text).attributes}


SEMANTICS = {
    # Beside TEXCOORD, GENERIC is not a texture coordinate.
    ("FRAG", "IN", "GENERIC[7]"): "fragment.generic[7]",
    ("FRAG", "IN", "GENERIC[255]"): "fragment.generic[255]",
    ("FRAG", "IN", "TEXCOORD[7]"): "fragment.texcoord[7]",
    ("FRAG", "IN", "GENERIC[0]\nDCL IN[1], TEXCOORD[0]"): "fragment.attrib[0]",
    ("FRAG", "IN", "COLOR[1]"): "fragment.color.secondary",
    ("FRAG", "IN", "FACE"): "fragment.facing",
    ("FRAG", "IN", "PRIMID, CONSTANT"): "primitive.id",
    ("FRAG", "SV", "POSITION"): "fragment.position",
    ("VERT", "IN", "NORMAL[0]"): "vertex.attrib[0]",
    ("VERT", "IN", "INSTANCEID"): "vertex.instance",
    ("VERT", "SV", "VERTEXID"): "vertex.id",
    ("VERT", "OUT", "BCOLOR[1]"): "result.color.back.secondary",
    ("VERT", "OUT", "PSIZE"): "result.pointsize",
    ("VERT", "OUT", "FOG"): "result.fogcoord",
    ("VERT", "OUT", "TEXCOORD[2]"): "result.texcoord[2]",
    ("VERT", "OUT", "GENERIC[2], INVARIANT"): "result.generic[2]",
    ("VERT", "OUT", "GENERIC, STREAM(0, 0, 0, 0)"): "result.generic[0]",
    ("FRAG", "OUT", "COLOR[7]"): "result.color[7]",
    ("FRAG", "OUT", "POSITION"): "result.depth",
    ("FRAG", "OUT", "STENCIL"): "result.stencil",
    ("FRAG", "OUT", "SAMPLEMASK"): "result.samplemask",
    ("FRAG", "IN", "PCOORD, LINEAR"): "fragment.pointcoord",
    ("FRAG", "SV", "PCOORD"): "fragment.pointcoord",
    ("VERT", "SV", "VERTEXID_NOBASE"): "vertex.id",
    ("VERT", "OUT", "GENERIC[0]\nDCL OUT[1], TEXCOORD[0]"): "result.attrib[0]",
}


@pytest.mark.parametrize("case", SEMANTICS, ids=" ".join)
def test_semantics(case):
    head, file, semantic = case
    move = "MOV OUT[0].z, TEMP[0]" if file == "OUT" else f"MOV TEMP[0], {file}[0]"
    program = parse(f"{head}\nDCL {file}[0], {semantic}\nDCL TEMP[0]\n{move}\nEND")
    found = program.results if file == "OUT" else program.attributes
    assert [str(binding) for binding in found] == [SEMANTICS[case]]


def test_immediates():
    assert constants(
        "IMM FLT32 { 1.0000, -0.5000, 1e3, 0x3f800000 }",
        "IMM[1] FLT32 {inf, -INF, nan, 1.#INF}",
        "IMM FLT32 {.5, 2., 1.5e-01, +1}",
        "IMM UINT32 {0, 4294967295, 0xffffffff, 7}",
        "IMM INT32 {-1, -2147483648, 3}",
        "IMM FLT64 {1.0, -2.5}",
        "IMM FLT64 {0x3ff0000000000000, -inf}",
        "IMM INT64 {-2, 1}",
        "IMM UINT64 {18446744073709551615, 1}",
    ) == [
        (0x3F800000, 0xBF000000, 0x447A0000, 0x3F800000),
        (0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800000),
        (0x3F000000, 0x40000000, 0x3E19999A, 0x3F800000),
        (0, 0xFFFFFFFF, 0xFFFFFFFF, 7),
        (0xFFFFFFFF, 0x80000000, 3, 0),
        (0, 0x3FF00000, 0, 0xC0040000),
        (0, 0x3FF00000, 0, 0xFFF00000),
        (0xFFFFFFFE, 0xFFFFFFFF, 1, 0),
        (0xFFFFFFFF, 0xFFFFFFFF, 1, 0),
    ]


OPERATIONS = {
    "MAD_SAT TEMP[0].xz, -|IN[1].xxyy|, CONST[2], |-TEMP[1].w|": [
        "MAD.F.SAT r0.xz, -|v0|.xxyy, c0.xyzw, |r1|.wwww"
    ],
    "RCP TEMP[0], IN[0].yyyy": ["RCP.F r0.xyzw, v0.yyyy"],
    "RECIP TEMP[0], IN[0].zxyw": ["RCP.F r0.xyzw, v0.zzzz"],
    "UADD TEMP[0], -TEMP[1], IMM[1].x": ["UADD.U r0.xyzw, -r1.xyzw, c0.xxxx"],
    "MOV TEMP[ADDR[1].y-1], IN[TEMP[1].z+1]": ["MOV.F r0[a1.y-1:4].xyzw, v0[r1.z+1:4].xyzw"],
    "MOV TEMP[0], CONST[CONST[1].x+2]": [
        *("MOV.U r4.xyzw, c0.xyzw", "MOV.F r0.xyzw, c1[r4.x+2:4].xyzw")
    ],
    "TEX TEMP[0], IN[0], SAMP[1], 2D": ["TEX.F r0.xyzw, v0.xyzw, texture[1], 2D"],
    "TEX TEMP[0], IN[0], SAMP[0], SHADOW1D_ARRAY": [
        "TEX.F r0.xyzw, v0.xyzw, texture[0], SHADOWARRAY1D"
    ],
    "TXF TEMP[0], TEMP[1], SAMP[0], 2D_ARRAY, IMM[1].yxx": [
        "TXF.F r0.xyzw, r1.xyzw, texture[0], ARRAY2D, (2, -1, 0)"
    ],
    "TXD TEMP[0].x, IN[0], IN[1], IN[2], SAMP[0], 3D": [
        "TXD.F r0.x, v0.xyzw, v1.xyzw, v2.xyzw, texture[0], 3D"
    ],
    "TG4 TEMP[0], IN[0], NULL[0], SAMP[1].wwww, 2D": [
        "TG4.F r0.xyzw, v0.xyzw, c1.xxxx, texture[1], 2D"
    ],
    "TXQ TEMP[0], TEMP[1].xxxx, SAMP[0], CUBE": ["TXQ.S r0.xyzw, r1.xxxx, texture[0], CUBE"],
    "SAMPLE TEMP[0], IN[0], SVIEW[2], SAMP[2]": ["SAMPLE.F r0.xyzw, v0.xyzw, texture[2], CUBE"],
    "SAMPLE_L TEMP[0].x, IN[0], SVIEW[3].wxyz, SAMP[3], TEMP[1].y": [
        "SAMPLE_L.F r4.xyzw, v0.xyzw, r1.yyyy, texture[3], ARRAY2D",
        "MOV.F r0.x, r4.wxyz",
    ],
    "SAMPLE_C_SAT TEMP[0], IN[0], SVIEW[0].r, SAMP[0], IN[1].x": [
        "SAMPLE_C.F r4.xyzw, v0.xyzw, v1.xxxx, texture[0], SHADOW2D",
        "MOV.F.SAT r0.xyzw, r4.xxxx",
    ],
    "SAMPLE_I TEMP[0], TEMP[1], SVIEW[0]": ["SAMPLE_I.F r0.xyzw, r1.xyzw, texture[0], 2D"],
    "SVIEWINFO TEMP[0], TEMP[1].x, SVIEW[0].yyyy": ["SVIEWINFO.S r0.xyzw, r1.xxxx, texture[0], 2D"],
    "PUSHA ADDR[1]\nPOPA ADDR[0]": ["PUSHA.F a1.xyzw", "POPA.F a0.xyzw"],
}


@pytest.mark.parametrize("body", OPERATIONS)
def test_operations(body):
    assert listing(body) == OPERATIONS[body]


def test_headers_and_ends():
    for text in ("vert end", "\n\t FRAG\nEND", "FRAG1.1\nEND", "# a comment\nGEOM ; more\nEND//x"):
        assert parse(text).instructions == ()
    end = "FRAG\n1: END\nsomething else"
    assert [text for _, text in leniencies(end)] == ["text after END is ignored"]
    with pytest.raises(ProgramError):
        parse(end, strict=True)


def test_equal_constants_share_a_register():
    program = parse(f"FRAG\n{ALL}IMM FLT32 {{ 1, 2, 3, 4 }}\nADD TEMP[0], IMM[0], IMM[2]\nEND")
    assert program.parameters == (Constant((0x3F800000, 0x40000000, 0x40400000, 0x40800000)),)


def test_texts_are_written_elsewhere():
    with pytest.raises(ValueError, match=r"softgl\.asm\.tgsi\.write writes TGSI texts"):
        disassemble(parse("FRAG END"))
