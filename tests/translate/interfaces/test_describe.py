"""The interface of a program: names that depend on the bindings alone, and JSON."""

import json

import pytest

import softgl
from softgl import asm
from softgl.asm import parse
from softgl.asm.tgsi import meanings
from softgl.errors import ProgramError, UsageError
from softgl.translate import TARGETS, TranslationError, translate
from softgl.translate.interfaces.describe import describe
from softgl.translate.interfaces.errors import refuse
from softgl.translate.interfaces.names import Scope, mangled

VERTEX = """!!ARBvp1.0
ATTRIB three = vertex.attrib[3];
PARAM m[4] = { state.matrix.mvp };
PARAM l = program.local[3];
ADDRESS a;
PARAM bones[8] = { program.env[4..11] };
ARL a.x, three.x;
DP4 result.position.x, m[1], vertex.position;
MAD result.color, l, state.light[1].diffuse, bones[a.x];
MOV result.texcoord[2], vertex.color;
MOV result.fogcoord.x, state.matrix.texture[1].invtrans.row[2].x;
END
"""
FRAGMENT = """!!ARBfp1.0
OPTION ARB_fog_exp2;
OPTION ARB_fragment_program_shadow;
TEMP t;
TEX t, fragment.texcoord[2], texture[3], SHADOW2D;
MUL result.color, t, fragment.color;
MOV result.depth.z, fragment.position.z;
END
"""
GEOMETRY = """!!NVgp4.0
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
BUFFER b[8] = { program.buffer[2][0..7] };
ATTRIB p = vertex.position;
MOV result.position, p[1];
MOV result.texcoord[0], vertex[2].texcoord[1];
MOV result.attrib[4], b[6];
MOV result.layer.x, primitive.id.x;
EMIT;
END
"""
INTEGERS = """!!NVfp4.0
FLAT ATTRIB number = fragment.attrib[2];
TEMP t, s;
TEX.S t, number, texture[1], 2D;
TXQ s, number, texture[1], 2D;
ADD.S result.color, t, s;
END
"""


def interface(text, to="glsl330", **options):
    return describe(asm.parse(text), TARGETS[to], **options)


def named(found):
    return {one.binding: (one.name, one.location) for one in found}


def test_names_of_core_targets():
    vertex, fragment = interface(VERTEX), interface(FRAGMENT)
    assert named(vertex.attributes) == {
        "vertex.position": ("vertex_position", 0),
        "vertex.color.primary": ("vertex_color_primary", 3),
        "vertex.attrib[3]": ("vertex_attrib_3", 15),  # color has its place
    }
    assert named(vertex.outputs) == {
        "result.position": ("gl_Position", None),
        "result.color.front.primary": ("color_primary", 0),
        "result.texcoord[2]": ("texcoord_2", 10),
        "result.fogcoord": ("fogcoord", 4),
    }
    assert named(fragment.attributes) == {
        "fragment.color.primary": ("color_primary", 0),
        "fragment.texcoord[2]": ("texcoord_2", 10),
        "fragment.position": ("gl_FragCoord", None),
        "fragment.fogcoord": ("fogcoord", 4),
    }
    assert named(fragment.outputs) == {
        "result.color": ("fragment_color_0", 0),
        "result.depth": ("gl_FragDepth", None),
    }


def test_targets_beside_fixed_function_have_its_variables():
    vertex, fragment = interface(VERTEX, "glsl120"), interface(FRAGMENT, "glsl130")
    assert [one.name for one in vertex.attributes] == ["gl_Vertex", "gl_Color", "vertex_attrib_3"]
    assert [one.name for one in vertex.outputs] == [
        *("gl_Position", "gl_FrontColor", "gl_FogFragCoord", "gl_TexCoord[2]")
    ]
    values = {one.binding: one.value() for one in fragment.attributes}
    assert values["fragment.fogcoord"] == "vec4(gl_FogFragCoord, 0.0, 0.0, 1.0)"
    assert values["fragment.texcoord[2]"] == "gl_TexCoord[2]"
    depth = next(one for one in fragment.outputs if one.binding == "result.depth")
    assert (depth.name, depth.type, depth.component) == ("gl_FragDepth", "float", "z")


def test_attributes_with_numbers_may_be_conventional_ones():
    text = "!!VP1.0\nMOV R0, v[NRML];\nADD R0, R0, v[9];\nMUL o[HPOS], R0, v[WGHT];\nEND\n"
    for to, names in (
        ("glsl120", ["vertex_attrib_1", "gl_Normal", "gl_MultiTexCoord1"]),
        ("glsl330", ["vertex_attrib_1", "vertex_attrib_2", "vertex_attrib_9"]),
    ):
        found = interface(text, to, conventional=True).attributes
        assert sorted(one.name for one in found) == sorted(names)
        assert {one.binding for one in found} == {f"vertex.attrib[{n}]" for n in (1, 2, 9)}


def test_parameters_are_arrays_and_state_is_a_struct():
    vertex = interface(VERTEX)
    local, env = vertex.parameters
    assert (local.name, local.size, local.used) == ("vertex_local", 4, (3,))
    assert (env.name, env.size, env.used) == ("vertex_env", 12, tuple(range(4, 12)))
    assert (vertex.state.name, vertex.state.type) == ("vertex_state", "VertexState")
    members = {one.name: (one.binding, one.rows) for one in vertex.state.members}
    assert members == {
        "light_1_diffuse": ("state.light[1].diffuse", 0),
        "matrix_mvp": ("state.matrix.mvp", 4),
        "matrix_texture_1_invtrans": ("state.matrix.texture[1].invtrans", 4),
    }
    program = asm.parse(VERTEX)
    texts = {vertex.parameter(binding) for binding in program.parameters}
    assert {"vertex_local[3]", "vertex_env[11]", "vertex_state.light_1_diffuse"} < texts
    assert {"vertex_state.matrix_mvp[1]", "vertex_state.matrix_texture_1_invtrans[2]"} < texts
    state = {one.name: one.state for one in interface(FRAGMENT).state.members}
    assert state["fog_color"] == "glGetFloatv(GL_FOG_COLOR)" and "fog_params" in state


def test_names_of_programs():
    fragment = interface("!!FP1.0\nDECLARE half = {1, 2, 3, 4};\nMOV o[COLR], half;\nEND\n")
    (half,) = fragment.parameters
    assert (half.name, half.size, half.initial) == ("fragment_half", 0, (1.0, 2.0, 3.0, 4.0))
    (beyond,) = interface("!!FP1.0\nDECLARE a = {1e39};\nMOV o[COLR], a;\nEND\n").parameters
    assert json.loads(json.dumps(beyond.initial))[0] == 1e39
    names = ["half", "gl_x", "a__b", "$a", "plain", "mix"]
    assert list(map(mangled, names)) == ["half_", "p_gl_x", "a_u_b", "_x24_a", "plain", "mix_"]
    scope = Scope({"plain"})
    assert [scope.new(name) for name in ("plain", "half", "half")] == ["plain_2", "half_", "half_2"]


def test_samplers_and_integers():
    (shadow,) = interface(FRAGMENT).samplers
    assert (shadow.name, shadow.type) == ("texture_3_shadow2d", "sampler2DShadow")
    assert shadow.shadow and (shadow.unit, shadow.texture) == (3, "GL_TEXTURE_2D")
    whole = interface(INTEGERS, "glsl130")
    (texture,) = whole.samplers
    assert (texture.name, texture.type) == ("texture_1_2d_int", "isampler2D")
    assert whole.sampler(1, "2D", "float") is texture
    assert (whole.outputs[0].name, whole.outputs[0].type) == ("fragment_color_0", "ivec4")
    assert whole.attributes[0].interpolation == "flat"
    made = "!!NVfp4.0 TEMP t; TEX.S t, fragment.position, texture[0], SHADOW2D;"
    floats = interface(f"{made} I2F.U result.color, t; END")  # I2F gives floats, depths are floats
    assert [one.type for one in (*floats.samplers, *floats.outputs)] == ["sampler2DShadow", "vec4"]


def test_the_stage_before_learns_what_is_flat():
    vertex = "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.attrib[2], 1;\nEND\n"
    for reader, interpolation in ((None, "smooth"), (interface(INTEGERS), "flat")):
        outputs = interface(vertex, reader=reader).outputs
        assert [one.interpolation for one in outputs] == ["smooth", interpolation]
    text = "!!NVfp4.0\nCENTROID ATTRIB c = fragment.color;\nMOV result.color, c;\nEND\n"
    colors = interface(VERTEX, "glsl130", reader=interface(text, "glsl130")).outputs
    assert {one.name for one in colors if one.centroid} == {"gl_FrontColor"}


def test_geometry():
    found = interface(GEOMETRY, "glsl410core")
    values = {one.binding: one.value("1") for one in found.attributes}
    assert values == {
        "vertex.position": "gl_in[1].gl_Position",
        "vertex.texcoord[1]": "given_texcoord_1[1]",
        "primitive.id": "ivec4(gl_PrimitiveIDIn, 0, 0, 0)",
    }
    assert found.primitives["taken"] == "TRIANGLES" and found.primitives["limit"] == 3
    (buffer,) = found.buffers
    assert (buffer.name, buffer.elements, buffer.size) == ("geometry_buffer_2", 8, 2)
    assert found.feedback == ("gl_Position", "texcoord_0", "attrib_4", "gl_Layer")
    asked = interface(GEOMETRY, feedback=["result.attrib[4]", "result.position"])
    assert asked.feedback == ("attrib_4", "gl_Position")
    with pytest.raises(UsageError, match=r"does not write 'result.id'; its results are result.pos"):
        interface(GEOMETRY, feedback=["result.id"])


def test_assembly_has_the_names_of_bindings():
    found = interface(GEOMETRY, "nv4")
    assert [one.name for one in found.attributes] == [one.binding for one in found.attributes]
    assert found.feedback[1] == "result.texcoord[0]"
    assert found.buffers[0].name == "program.buffer[2]"
    fragment = interface(FRAGMENT, "arb")
    assert (fragment.samplers[0].name, fragment.samplers[0].type) == ("texture[3]", "SHADOW2D")
    assert fragment.state.members[0].name == "state.fog.color"
    assert interface(VERTEX, "tgsi").parameters[0].name == "program.local"


def test_json():
    document = json.loads(interface(FRAGMENT).to_json())
    assert document["format"] == "softgl interface 1"
    assert document["limits"]["instructions"] == 3 and document["limits"]["textures"] == 1
    assert document["samplers"][0] == {
        "name": "texture_3_shadow2d",
        "type": "sampler2DShadow",
        "unit": 3,
        "target": "SHADOW2D",
        "texture": "GL_TEXTURE_2D",
        "shadow": True,
        "result": "float",
    }


def test_refusals():
    program = asm.parse(FRAGMENT)
    with pytest.raises(TranslationError) as caught:
        refuse("glsl120", "TEX", program, program.instructions[0])
    error = caught.value
    assert (error.line, error.column, error.target, error.what) == (5, 1, "glsl120", "TEX")
    first, line, caret = str(error).splitlines()
    assert first == "line 5, column 1: glsl120 cannot express TEX"
    assert line.strip().startswith("TEX t,") and caret.startswith("  ^^^")
    with pytest.raises(UsageError, match="a program is a text, not int"):
        softgl.translate(3, to="arb")
    with pytest.raises(UsageError, match="unknown target 'glsl999'; known are glsl120, "):
        softgl.translate(FRAGMENT, to="glsl999")


SEMANTICS = {
    "VERT": ("OUT", "DCL IN[0]\nDCL OUT[1], POSITION\nMOV OUT[1], IN[0]\nMOV OUT[0], IN[0]\n"),
    "FRAG": ("IN", "DCL OUT[0], COLOR\nMOV OUT[0], IN[0]\n"),
    "FRAG result": ("OUT", "DCL OUT[1], COLOR\nDCL IN[0], GENERIC[0]\nMOV OUT[0], IN[0]\n"
                    "MOV OUT[1], IN[0]\n"),
    "GEOM": ("IN[]", "DCL IN[][1], POSITION\nDCL OUT[0], POSITION\nDCL OUT[1], TEXCOORD[0]\n"
             "MOV OUT[0], IN[0][1]\nMOV OUT[1], IN[2][0]\nEMIT\n"),
}  # fmt: skip
MODIFIED = ("", ", CONSTANT", ", LINEAR")


def texts_of_semantics():
    """TGSI texts of each semantic, as far as there are such."""
    names = {name for table in meanings.SEMANTICS.values() for name in table}
    for stage, (file, rest) in SEMANTICS.items():
        head = f"{stage.split()[0]}\n"
        head += "PROPERTY GS_INPUT_PRIMITIVE TRIANGLES\n" if stage == "GEOM" else ""
        for name in sorted(names):
            for more in MODIFIED if stage == "FRAG" else ("",):
                text = f"{head}DCL {file}[0], {name}{more}\n{rest}END\n"
                try:
                    yield f"{stage} {name}{more}", parse(text).source
                except ProgramError:
                    continue


def test_every_semantic_of_tgsi():
    """Each is described or refused, and softgl loads the written text."""
    refused = set()
    for name, text in texts_of_semantics():
        for to, target in TARGETS.items():
            try:
                found = translate(text, to=to).text
            except TranslationError:
                refused.add((name, to))
            else:
                assert target.glsl or parse(found)
    for name in ("VERT CULLDIST", "FRAG CULLDIST", "GEOM CLIPDIST"):
        assert {to for known, to in refused if known == name} == TARGETS.keys() - {"tgsi"}
    assert ("FRAG FOG, CONSTANT", "nv4") in refused and ("FRAG FOG", "nv4") not in refused
    stencil = translate(dict(texts_of_semantics())["FRAG result STENCIL"], to="glsl330").text
    assert "gl_FragStencilRefARB = int(floatBitsToUint(texcoord_0.y));" in stencil
    assert "#extension GL_ARB_shader_stencil_export : require" in stencil


def test_generic_goes_by_the_name_of_what_reads_it():
    vertex = ("VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[2]\nMOV OUT[0], IN[0]\n"
              "MOV OUT[1], IN[0]\nEND\n")  # fmt: skip
    readers = {
        "": ["texcoord_2"],
        "MOV result.color, fragment.texcoord[2];": ["texcoord_2"],
        "MOV result.color, fragment.attrib[2];": ["attrib_2"],
        "TEMP t; MOV t, fragment.texcoord[2]; MUL result.color, t, fragment.attrib[2];":
            ["texcoord_2", "attrib_2"],
    }  # fmt: skip
    for code, names in readers.items():
        reader = interface(f"!!NVfp4.0\n{code}\nEND\n") if code else None
        assert [one.name for one in interface(vertex, reader=reader).outputs[1:]] == names
    both = ("!!NVvp4.0 MOV result.attrib[2], 1; MOV result.texcoord[2], 2; MOV result.position, 3;"
            " END")  # fmt: skip
    fragment = "FRAG\nDCL IN[0], GENERIC[2]\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]\nEND\n"
    outputs = interface(both, reader=interface(fragment)).outputs
    assert [one.name for one in outputs] == ["gl_Position", "texcoord_2_2", "texcoord_2"]
