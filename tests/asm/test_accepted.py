"""Programs that load, and their parsed forms."""

from __future__ import annotations

import pytest

from softgl.asm import parse
from softgl.ir.program import Binding, Constant, Profile, Stage
from tests.asm.forms import floats, integers, listing, row

TRANSFORM = """!!ARBvp1.0
# A lit and transformed vertex.
PARAM mvp[4] = { state.matrix.mvp };
PARAM light = program.local[3];
ATTRIB position = vertex.position;
ATTRIB normal = vertex.normal;
TEMP intensity, unused;
DP4 result.position.x, mvp[0], position;
DP4 result.position.w, mvp[3], position;
DP3 intensity.x, normal, light;
MAX intensity, intensity.x, {0};
MUL result.color, intensity, vertex.color;
MOV result.texcoord[2].xy, vertex.texcoord[2].yxzw;
END
"""


def test_a_whole_program():
    program = parse(TRANSFORM)
    assert (program.language, program.stage, program.profile) == (
        "ARBvp1.0",
        Stage.VERTEX,
        Profile.IEEE,
    )
    assert (program.temporaries, program.addresses) == (2, 0)
    assert program.attributes == (
        Binding("vertex.position"),
        Binding("vertex.normal"),
        Binding("vertex.color.primary"),
        Binding("vertex.texcoord", (2,)),
    )
    assert program.results == (
        Binding("result.position"),
        Binding("result.color.front.primary"),
        Binding("result.texcoord", (2,)),
    )
    assert program.parameters == (
        row("mvp", 0),
        row("mvp", 3),
        Binding("program.local", (3,)),
        floats(0, 0, 0, 1),
    )
    assert listing(TRANSFORM) == [
        "DP4.F o0.x, c0.xyzw, v0.xyzw",
        "DP4.F o0.w, c1.xyzw, v0.xyzw",
        "DP3.F r0.x, v1.xyzw, c2.xyzw",
        "MAX.F r0.xyzw, r0.xxxx, c3.xyzw",
        "MUL.F o1.xyzw, r0.xyzw, v2.xyzw",
        "MOV.F o2.xy, v3.yxzw",
    ]
    assert program.source == TRANSFORM


def test_a_span_is_the_instruction_without_its_semicolon():
    text = "!!ARBfp1.0 TEMP a; MOV  a.x , a ; END"
    (instruction,) = parse(text).instructions
    assert text[instruction.span.start : instruction.span.end] == "MOV  a.x , a"


def test_an_empty_program():
    program = parse("!!NVvp4.0 END")
    assert program.instructions == program.parameters == program.results == ()


@pytest.mark.parametrize(
    ("language", "body", "wanted"),
    [
        ("ARBvp1.0", "RCP t.x, t;", "RCP.F r0.x, r0.xxxx"),
        ("ARBvp1.0", "RCP t.x, -t.w;", "RCP.F r0.x, -r0.wwww"),
        ("ARBvp1.0", "ADD t, +t, -t.wzyx;", "ADD.F r0.xyzw, r0.xyzw, -r0.wzyx"),
        ("ARBvp1.0", "POW t, t.x, t.y;", "POW.F r0.xyzw, r0.xxxx, r0.yyyy"),
        ("ARBvp1.0", "SWZ t, t, 0,-1,+x,-w;", "MOV.F r0.xyzw, r0.(0,-1,x,-w)"),
        ("ARBvp1.0", "SWZ t.x, t, x,y,z,w;", "MOV.F r0.x, r0.xyzw"),
        ("ARBfp1.0", "SWZ_SAT t, t, -r,-g,-b,-0;", "MOV.F.SAT r0.xyzw, -r0.xyz0"),
        ("ARBfp1.0", "MUL_SAT t.rgb, t.bgra, t.a;", "MUL.F.SAT r0.xyz, r0.zyxw, r0.wwww"),
        ("ARBfp1.0", "KIL -t;", "KIL.F -r0.xyzw"),
        ("ARBfp1.0", "TEX t, t, texture[3], 2D;", "TEX.F r0.xyzw, r0.xyzw, texture[3], 2D"),
        ("ARBfp1.0", "TXP_SAT t, t, texture, CUBE;",
         "TXP.F.SAT r0.xyzw, r0.xyzw, texture[0], CUBE"),
        ("ARBfp1.0", "CMP t, t, t, t;", "CMP.F r0.xyzw, r0.xyzw, r0.xyzw, r0.xyzw"),
        ("NVvp4.0", "MOV t, |t|;", "MOV.F r0.xyzw, |r0|.xyzw"),
        ("NVvp4.0", "MOV t, -|-t.x|;", "MOV.F r0.xyzw, -|r0|.xxxx"),
        # "For unsigned integer operands, the absolute value operation has no effect."
        ("NVvp4.0", "MOV.U t, |-t.x|;", "MOV.U r0.xyzw, -r0.xxxx"),
        ("NVvp4.0", "MOV.U t, -|-t.x|;", "MOV.U r0.xyzw, r0.xxxx"),
        ("NVvp4.0", "RCP t, |t|;", "RCP.F r0.xyzw, |r0|.xxxx"),
        ("NVvp4.0", "ADD.S.CC1 t, t, t;", "ADD.S.CC1 r0.xyzw, r0.xyzw, r0.xyzw"),
        ("NVvp4.0", "ADD.CC.SSAT.F t, t, t;", "ADD.F.CC0.SSAT r0.xyzw, r0.xyzw, r0.xyzw"),
        ("NVvp4.0", "ADDRC1_SSAT t, t, t;", "ADD.F.CC1.SSAT r0.xyzw, r0.xyzw, r0.xyzw"),
        ("NVvp4.0", "ADDH.CC0 t, t, t;", "ADD.F.CC0 r0.xyzw, r0.xyzw, r0.xyzw"),
        ("NVvp4.0", "ADDC_SAT t, t, t;", "ADD.F.CC0.SAT r0.xyzw, r0.xyzw, r0.xyzw"),
        ("NVvp4.0", "RCC t, t;", "RCC.F r0.xyzw, r0.xxxx"),
        ("NVvp4.0", "RCCC t, t;", "RCC.F.CC0 r0.xyzw, r0.xxxx"),
        ("NVvp4.0", "FLRC.S t, t;", "FLR.S.CC0 r0.xyzw, r0.xyzw"),
        ("NVvp4.0", "AND t, t, t;", "AND.S r0.xyzw, r0.xyzw, r0.xyzw"),
        ("NVvp4.0", "SHL.U t, t, t.y;", "SHL.U r0.xyzw, r0.xyzw, r0.yyyy"),
        ("NVvp4.0", "MOV t.xy(GT1.yxzw), t;", "MOV.F r0.xy(GT1.yxzw), r0.xyzw"),
        ("NVvp4.0", "MOV t (NAN), t;", "MOV.F r0.xyzw(NAN0.xyzw), r0.xyzw"),
        ("NVvp4.0", "MOVC CC.x(EQ), t;", "MOV.F.CC0 none0.x(EQ0.xyzw), r0.xyzw"),
        ("NVfp4.0", "KIL GT1.x;", "KIL.F GT1.xxxx"),
        ("NVfp4.0", "KIL.S -t;", "KIL.S -r0.xyzw"),
        ("NVfp4.0", "TXL t, t, texture[1], 3D, (1, -8, +7);",
         "TXL.F r0.xyzw, r0.xyzw, texture[1], 3D, (1, -8, 7)"),
        ("NVfp4.0", "TEX.U t, t, texture[1], SHADOWARRAY2D, (1);",
         "TEX.U r0.xyzw, r0.xyzw, texture[1], SHADOWARRAY2D, (1, 0, 0)"),
        ("NVvp4.0", "MUL.S.HI t, t, t;", "MUL.S.HI r0.xyzw, r0.xyzw, r0.xyzw"),
        ("NVvp4.0", "MUL.HI.CC1.U t, t, t;", "MUL.U.HI.CC1 r0.xyzw, r0.xyzw, r0.xyzw"),
        ("NVvp4.0", "MULC.S24 t, t, t;", "MUL.S.S24.CC0 r0.xyzw, r0.xyzw, r0.xyzw"),
        ("NVvp4.0", "MUL.U24.NTC t, t, 3;", "MUL.U.U24 r0.xyzw, r0.xyzw, c0.xyzw"),
        ("NVvp4.0", "PK2H.S t, t;", "PK2H.S r0.xyzw, r0.xyzw"),
        ("NVvp4.0", "PK2HR t, t;", "PK2H.F r0.xyzw, r0.xyzw"),
        ("NVvp4.0", "UP4UB_SAT t, t.x;", "UP4UB.F.SAT r0.xyzw, r0.xxxx"),
        ("NVvp4.0", "UP2US.U.CC t, t.y;", "UP2US.U.CC0 r0.xyzw, r0.yyyy"),
        ("NVvp4.0", "TXD t, t, t.x, -t, texture[3], 3D, (-8,7,1);",
         "TXD.F r0.xyzw, r0.xyzw, r0.xxxx, -r0.xyzw, texture[3], 3D, (-8, 7, 1)"),
        ("NVvp4.0", "TXF.U t, t, texture[15], BUFFER;",
         "TXF.U r0.xyzw, r0.xyzw, texture[15], BUFFER"),
        ("NVvp4.0", "TXQ t, t.x, texture[0], SHADOWARRAY1D;",
         "TXQ.S r0.xyzw, r0.xxxx, texture[0], SHADOWARRAY1D"),
        ("NVfp4.0", "DDXC t, t; ", "DDX.F.CC0 r0.xyzw, r0.xyzw"),
        ("NVfp4.0", "DDY.SSAT t, |t|; ", "DDY.F.SSAT r0.xyzw, |r0|.xyzw"),
        ("NVfp4.0", "SWZ t, t, x,g,-0,1;", "MOV.F r0.xyzw, r0.(x,y,-0,1)"),
        ("NVfp4.0", "RFLH t, t, t;", "RFL.F r0.xyzw, r0.xyzw, r0.xyzw"),
    ],
)  # fmt: skip
def test_instructions(language, body, wanted):
    assert listing(f"!!{language} TEMP t; {body} END") == [wanted]


@pytest.mark.parametrize(
    ("operand", "parameter"),
    [
        ("0.5", floats(0.5, 0.5, 0.5, 0.5)),
        ("3", floats(3, 3, 3, 3)),
        ("{0.5}", floats(0.5, 0, 0, 1)),
        ("{-1, +2}", floats(-1, 2, 0, 1)),
        ("{1, 2, 3}", floats(1, 2, 3, 1)),
        ("{1, 2, 3, -0}", floats(1, 2, 3, -0.0)),
        ("program.env[255]", Binding("program.env", (255,))),
        ("program.local[0]", Binding("program.local", (0,))),
        ("state.matrix.mvp.row[3]", row("mvp", 3)),
        ("state.matrix.modelview[0].inverse.row[1]", row("modelview.inverse", 1)),
        ("state.matrix.modelview.invtrans.row[1]", row("modelview.invtrans", 1)),
        ("state.matrix.projection.transpose.row[2]", row("projection.transpose", 2)),
        ("state.matrix.texture[7].row[0]", row("texture", 0, 7)),
        ("state.matrix.texture.row[0]", row("texture", 0)),
        ("state.matrix.program[7].row[0]", row("program", 0, 7)),
    ],
)
@pytest.mark.parametrize("language", ["ARBvp1.0", "ARBfp1.0", "NVvp4.0", "NVfp4.0"])
def test_parameters_in_operands(language, operand, parameter):
    program = parse(f"!!{language} TEMP t; MOV t, {operand}; END")
    assert program.parameters == (parameter,)


@pytest.mark.parametrize(
    ("declaration", "use", "parameter"),
    [
        ("", "MOV.S t, -3", integers(3, 3, 3, 3)),
        ("", "MOV.S t, {-3}", integers(-3, 0, 0, 1)),
        ("", "MOV.U t, {4294967295, 0x10}", integers(0xFFFFFFFF, 16, 0, 1)),
        ("", "MOV.S t, {-2147483648, 2147483647}", integers(-(2**31), 2**31 - 1, 0, 1)),
        ("", "AND t, t, 3", integers(3, 3, 3, 3)),
        ("", "FLR.S t, 3", floats(3, 3, 3, 3)),
        ("PARAM c = {1, 2};", "MOV.S t, c", floats(1, 2, 0, 1)),
        ("INT PARAM c = {1, -2};", "MOV.S t, c", integers(1, -2, 0, 1)),
        ("INT PARAM c[2] = {1, {2}};", "MOV.S t, c[1]", integers(2, 0, 0, 1)),
        ("UINT PARAM c = 7;", "MOV.U t, c", integers(7, 7, 7, 7)),
        ("FLOAT PARAM c = -7;", "MOV t, c", floats(-7, -7, -7, -7)),
        ("INT PARAM c = 1;", "MOV.F.NTC t, c", integers(1, 1, 1, 1)),
    ],
)
def test_typed_constants(declaration, use, parameter):
    program = parse(f"!!NVvp4.0 TEMP t; {declaration} {use}; END")
    assert program.parameters == (parameter,)


def test_a_parameter_array_mixes_everything():
    program = parse(
        "!!ARBvp1.0 ADDRESS a; TEMP t;"
        "PARAM c[] = { {1}, 2, -3, program.local[1..2], program.env[5], state.matrix.mvp,"
        " state.matrix.texture[1].transpose.row[1..2] };"
        "MOV t, c[a.x+2]; END"
    )
    assert program.parameters == (
        floats(1, 0, 0, 1),
        floats(2, 2, 2, 2),
        floats(-3, -3, -3, -3),
        Binding("program.local", (1,)),
        Binding("program.local", (2,)),
        Binding("program.env", (5,)),
        *(row("mvp", number) for number in range(4)),
        row("texture.transpose", 1, 1),
        row("texture.transpose", 2, 1),
    )


def test_equal_parameters_share_a_register():
    program = parse(
        "!!ARBvp1.0 PARAM a = {1, 1, 1, 1}; PARAM b = 1.0; PARAM c[2] = { program.env[3], 1 };"
        "TEMP t; MOV t, a; MOV t, b; MOV t, c[1]; MOV t, {1, 1, 1, 1.0}; MOV t, c[0];"
        "MOV t, program.env[3]; MOV t, -1; END"
    )
    assert program.parameters == (floats(1, 1, 1, 1), Binding("program.env", (3,)))


def test_an_array_accessed_at_run_time_stays_whole():
    source = (
        "!!ARBvp1.0 ADDRESS a; PARAM c[3] = { program.env[4], 1, 1 }; TEMP t;"
        "MOV t, 2; MOV t, 1; MOV t, c[2]; MOV t, c[a.x-1].w; MOV t, program.env[4]; END"
    )
    assert parse(source).parameters == (
        Binding("program.env", (4,)),
        floats(1, 1, 1, 1),
        floats(1, 1, 1, 1),
        floats(2, 2, 2, 2),
    )
    assert listing(source) == [
        "MOV.F r0.xyzw, c3.xyzw",
        "MOV.F r0.xyzw, c1.xyzw",
        "MOV.F r0.xyzw, c1.xyzw",
        "MOV.F r0.xyzw, c0[a0.x-1:3].wwww",
        "MOV.F r0.xyzw, c0.xyzw",
    ]


def test_arrays_of_every_class():
    source = (
        "!!NVvp4.0 TEMP i, m[3], n; ATTRIB g[2] = { vertex.attrib[3..4] };"
        "ATTRIB t[] = { vertex.texcoord[1], vertex.texcoord[2] };"
        "ATTRIB u = vertex.texcoord[4..5]; OUTPUT o[2] = { result.attrib[5..6] };"
        "MOV m[i.y+1].x, g[i.x]; MOV m[2], t[1]; MOV o[i.w], m[i.x+2]; MOV n, u[1];"
        "MOV result.attrib[6], vertex.attrib[4]; MOV result.attrib[1], m[0]; END"
    )
    program = parse(source)
    assert program.temporaries == 5
    assert [str(binding) for binding in program.attributes] == [
        "vertex.texcoord[2]",
        "vertex.texcoord[5]",
        "vertex.attrib[3]",
        "vertex.attrib[4]",
    ]
    assert [str(binding) for binding in program.results] == [
        "result.attrib[1]",
        "result.attrib[5]",
        "result.attrib[6]",
    ]
    assert listing(source) == [
        "MOV.F r1[r0.y+1:3].x, v2[r0.x+0:2].xyzw",
        "MOV.F r3.xyzw, v0.xyzw",
        "MOV.F o1[r0.w+0:2].xyzw, r1[r0.x+2:3].xyzw",
        "MOV.F r4.xyzw, v1.xyzw",
        "MOV.F o2.xyzw, v3.xyzw",
        "MOV.F o0.xyzw, r1.xyzw",
    ]


def test_aliases_are_the_variable():
    assert listing(
        "!!ARBvp1.0 TEMP a; PARAM c[2] = { 1, 2 }; ALIAS b = a; ALIAS d = c; ALIAS e = d;"
        "ALIAS p = result.position; ALIAS q = vertex.color.secondary; ADD b, a, e[1]; MOV p, q; END"
    ) == ["ADD.F r0.xyzw, r0.xyzw, c0.xyzw", "MOV.F o0.xyzw, v0.xyzw"]


def test_interpolation_modifiers():
    program = parse(
        "!!NVfp4.0 FLAT INT ATTRIB a = fragment.attrib[1]; INT TEMP t;"
        "NOPERSPECTIVE CENTROID ATTRIB b = fragment.texcoord[2]; NOPERSPECTIVE ATTRIB c ="
        " fragment.color; FLAT ATTRIB d[2] = { fragment.attrib[3..4] };"
        "MOV.S t, fragment.attrib[1]; MOV result.color, b; END"
    )
    attrib, texcoord = "fragment.attrib", "fragment.texcoord"
    assert program.flat == {Binding(attrib, (n,)) for n in (1, 3, 4)}
    assert program.noperspective == {Binding(texcoord, (2,)), Binding("fragment.color.primary")}
    assert program.centroid == {Binding(texcoord, (2,))}
    assert program.attributes == (Binding(texcoord, (2,)), Binding(attrib, (1,)))


COLORS = {
    "color": "color.front.primary",
    "color.primary": "color.front.primary",
    "color.secondary": "color.front.secondary",
    "color.front": "color.front.primary",
    "color.front.primary": "color.front.primary",
    "color.front.secondary": "color.front.secondary",
    "color.back": "color.back.primary",
    "color.back.primary": "color.back.primary",
    "color.back.secondary": "color.back.secondary",
    "position": "position",
    "fogcoord": "fogcoord",
    "pointsize": "pointsize",
    "texcoord": "texcoord[0]",
    "texcoord[7]": "texcoord[7]",
}


@pytest.mark.parametrize(("name", "binding"), COLORS.items())
@pytest.mark.parametrize("language", ["ARBvp1.0", "NVvp4.0"])
def test_vertex_results(language, name, binding):
    source = f"!!{language} TEMP t; MOV result.{name}.x, t; OUTPUT o = result.{name}; END"
    assert [str(result) for result in parse(source).results] == [f"result.{binding}"]


@pytest.mark.parametrize(
    ("language", "name", "binding"),
    [
        ("ARBvp1.0", "vertex.position", "vertex.position"),
        ("ARBvp1.0", "vertex.normal", "vertex.normal"),
        ("ARBvp1.0", "vertex.color", "vertex.color.primary"),
        ("ARBvp1.0", "vertex.color.primary", "vertex.color.primary"),
        ("ARBvp1.0", "vertex.color.secondary", "vertex.color.secondary"),
        ("ARBvp1.0", "vertex.fogcoord", "vertex.fogcoord"),
        ("ARBvp1.0", "vertex.texcoord", "vertex.texcoord[0]"),
        ("ARBvp1.0", "vertex.texcoord[7]", "vertex.texcoord[7]"),
        ("ARBvp1.0", "vertex.attrib[15]", "vertex.attrib[15]"),
        ("ARBfp1.0", "fragment.color", "fragment.color.primary"),
        ("ARBfp1.0", "fragment.color.secondary", "fragment.color.secondary"),
        ("ARBfp1.0", "fragment.texcoord", "fragment.texcoord[0]"),
        ("ARBfp1.0", "fragment.fogcoord", "fragment.fogcoord"),
        ("ARBfp1.0", "fragment.position", "fragment.position"),
        ("NVfp4.0", "fragment.attrib[15]", "fragment.attrib[15]"),
        ("NVfp4.0", "fragment.facing", "fragment.facing"),
    ],
)
def test_attributes(language, name, binding):
    source = f"!!{language} TEMP t; MOV t, {name}.x; ATTRIB a = {name}; END"
    assert [str(attribute) for attribute in parse(source).attributes] == [binding]


def test_fragment_results():
    program = parse("!!ARBfp1.0 MOV result.color, {1}; MOV result.depth.z, {1}; END")
    assert program.results == (Binding("result.color", (0,)), Binding("result.depth"))


def test_constants_are_frozen_words():
    (constant,) = parse("!!ARBfp1.0 TEMP t; MOV t, {1, -2}; END").parameters
    assert constant == Constant((0x3F800000, 0xC0000000, 0, 0x3F800000))


NV4_BINDINGS = {
    "NVvp4.0": (
        ["vertex.id", "vertex.instance"],
        ["result.id", "result.clip[5]", "result.attrib[9]"],
    ),
    "NVfp4.0": (
        ["fragment.facing", "fragment.clip[5]", "fragment.attrib[15]", "primitive.id"],
        ["result.depth"],
    ),
}


@pytest.mark.parametrize("language", NV4_BINDINGS)
def test_further_bindings(language):
    attributes, results = NV4_BINDINGS[language]
    reads = "".join(f"MOV.S t, {attribute}.x;" for attribute in attributes)
    writes = "".join(f"OUTPUT o{n} = {name}; MOV o{n}, t;" for n, name in enumerate(results))
    program = parse(f"!!{language} TEMP t; {reads} {writes} END")
    assert {str(binding) for binding in program.attributes} == set(attributes)
    assert {str(binding) for binding in program.results} == set(results)


def test_arrays_of_clip_distances():
    program = parse(
        "!!NVvp4.0 TEMP i; OUTPUT c[] = { result.clip[0..1], result.clip[2] }; MOV c[i.x], 1; END"
    )
    assert program.results == tuple(Binding("result.clip", (n,)) for n in range(3))
    program = parse(
        "!!NVfp4.0 TEMP i; ATTRIB c = fragment.clip[2..4]; ATTRIB one = fragment.attrib[3..3];"
        " MOV i, c[i.x + 2]; MOV i, one[0]; END"
    )
    clip = [Binding("fragment.clip", (n,)) for n in (2, 3, 4)]
    assert set(program.attributes) == {*clip, Binding("fragment.attrib", (3,))}


def test_the_number_of_a_primitive_is_flat_anyway():
    assert parse("!!NVfp4.0 INT ATTRIB a = primitive.id; END").flat == frozenset()
    assert parse("!!NVfp4.0 FLAT ATTRIB a = primitive.id; END").flat == {Binding("primitive.id")}
