"""Texts for readers: statements that move, and statements that must stay."""

import pytest

from softgl.translate import translate
from softgl.translate.glsl.readings import INDICES, WORDS
from softgl.translate.glsl.tidy import tidy


def tidied(text, *declared, types=None, readings=WORDS):
    lines = ["void main()", "{", *(f"    {line.strip()}" for line in text.split("\n")), "}"]
    types = {"v": "vec4", "o": "vec4", **(types or {})}
    code, variables = tidy(lines, list(declared), types, 330, readings=readings)
    return [line.strip() for line in code[2:-1]], variables


@pytest.mark.parametrize(
    ("text", "short"),
    [
        # What is used once, within an instruction, goes to where it is used.
        ("float t_0 = v.x * 2.0;\no.x = t_0 + 1.0;", ["o.x = v.x * 2.0 + 1.0;"]),
        # What is used twice stays, once.
        ("float t_0 = v.x * 2.0;\no.x = t_0 * t_0;", ["float t = v.x * 2.0;", "o.x = t * t;"]),
        # Another instruction is another statement; a copy is none.
        (
            "// 1\nfloat t_0 = v.x * 2.0;\n// 2\nfloat t_1 = t_0;\no.x = t_1;",
            ["// 1", "float t = v.x * 2.0;", "// 2", "o.x = t;"],
        ),
        # What changes meanwhile is read before.
        (
            "float t_0 = o.x;\no.x = v.x;\nsub();\no.y = t_0;",
            ["float t = o.x;", "o.x = v.x;", "sub();", "o.y = t;"],
        ),
        ("float t_0 = o.x;\no.x = v.x;\no.y = t_0;", ["o.xy = vec2(v.x, o.x);"]),
        ("float t_0 = o.x;\no.y = t_0;\no.x = v.x;", ["o.yx = vec2(o.x, v.x);"]),
        # A texture is read where it stands.
        (
            "vec4 s_0 = texture(m, v.xy);\nif (v.x < 0.0)\n{\no.x = s_0.x;\n}",
            ["vec4 s = texture(m, v.xy);", "if (v.x < 0.0)", "{", "o.x = s.x;", "}"],
        ),
        # Nothing goes into a loop.
        (
            "float t_0 = v.x * 2.0;\nfor (;;)\n{\no.x = t_0;\n}",
            ["float t = v.x * 2.0;", "for (;;)", "{", "o.x = t;", "}"],
        ),
        # Unused variables are gone.
        ("float t_0 = v.x;\no.x = 1.0;", ["o.x = 1.0;"]),
        # Components, together; but not if one reads another.
        ("o.x = v.y;\no.y = v.x;", ["o.xy = v.yx;"]),
        ("o.x = v.y;\no.y = o.x;", ["o.x = v.y;", "o.y = o.x;"]),
        (
            "float t_0 = v.x * 2.0;\nfloat t_1 = v.y * 2.0;\no = vec4(t_0, t_1, t_0, t_1);",
            ["o = (v.xy * 2.0).xyxy;"],
        ),
    ],
)
def test_statements(text, short):
    found, _ = tidied(text)
    assert found == short


def test_registers_are_vectors_again():
    text = "r_x_0 = floatBitsToUint(v.x);\nr_y_0 = floatBitsToUint(v.y);\nsub();\n"
    text += "uint t_0 = r_x_0;\no.x = uintBitsToFloat(t_0) * 2.0;\nuint t_1 = r_y_0;\n"
    text += "o.y = uintBitsToFloat(t_1);"
    found, variables = tidied(text, "uint r_x_0;", "uint r_y_0;", "uint unread_x_0;")
    assert not variables
    assert found == ["vec2 r = v.xy;", "sub();", "o.x = r.x * 2.0;", "o.y = r.y;"]


def test_a_register_of_integers_stays_one():
    text = "r_x_0 = uint(3);\nsub();\nuint t_0 = r_x_0;\no.x = float(t_0);"
    found, variables = tidied(text, "uint r_x_0;")
    assert not variables
    assert found == ["sub();", "uint r = uint(3);", "o.x = float(r);"]


def test_a_float_is_no_integer_where_registers_are_words():
    """It has fewer digits than the integers that go through it."""
    text = "// 1\nfloat t_0 = float(v.y);\n// 2\nint i_0 = int(t_0);\no.x = float(i_0 & 3);"
    types = {"v": "ivec4"}
    assert "float t = float(v.y);" in tidied(text, types=types)[0]
    assert "o.x = float(v.y & 3);" in tidied(text, types=types, readings=INDICES)[0]


def test_what_is_not_read_decides_no_type():
    """Unread components, copies of the one that is read, do not decide a result's type."""
    text = "u_z_0 = 0.0;\nsub();\nu_z_0 = v.x * v.y;\nr_x_0 = u_z_0;\no.x = u_z_0;"
    found, _ = tidied(text, "float u_z_0;", "float r_x_0;", readings=INDICES)
    assert "float u_z = v.x * v.y;" in found


def test_conditions_are_known_until_control_flow_joins():
    text = "bool b_0 = v.x < 0.0;\nf_0 = b_0;\nif (f_0)\n{\no.x = 1.0;\nf_0 = true;\n}\n"
    text += "if (f_0)\n{\no.y = 1.0;\n}"
    found, _ = tidied(text, "bool f_0;")
    assert found[:4] == ["bool b = v.x < 0.0;", "bool f = b;", "if (b)", "{"]
    assert "if (f)" in found


def test_a_program():
    """Condition codes, a subroutine and a loop look as if written by hand."""
    text = """!!NVfp4.0
    TEMP t, sum;
    main: MOV sum, 0; MOV t, fragment.texcoord[0];
    REP.S 4; CAL more; SUB.CC t.w, t, 0.1; BRK (LT.w); ENDREP;
    MUL_SAT result.color, sum, fragment.color; RET;
    more: MAD sum.xyz, t, { 1, 2, 3 }, sum; RET; END"""
    written = translate(text.replace("MUL_SAT", "MUL.SAT"), to="glsl330").text
    for line in (
        "vec3 sum;",
        "t = texcoord_0;",
        "for (int left_0 = 4; left_0 > 0; left_0--)",
        "sub_more();",
        "sum = t.xyz * vec3(1.0, 2.0, 3.0) + sum;",
        "fragment_color_0 = clamp(vec4(sum, 0.0) * color_primary, 0.0, 1.0);",
        "if (t_2 < 0.0)",
    ):
        assert line in written, written
    assert "floatBits" not in written and "bool" not in written


def test_names_of_the_source_are_defined():
    """Names of the source are kept, but for components and the helpers' names."""
    text = """!!NVfp4.0
    PARAM tint = program.local[1]; PARAM x = program.local[2]; PARAM index = program.env[0];
    PARAM unused = program.local[3]; PARAM texture2D = program.env[1];
    ATTRIB place = fragment.texcoord[0];
    PARAM row[2] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 } }; INT TEMP i; TEMP t;
    TRUNC.S i.x, place.x; MUL t, tint, x.y; MAD t, index, row[i.x], t;
    MAD t, t, texture2D, t; ADD result.color, t, place;
    END"""
    made = translate(text, to="glsl330")
    for line in (
        "#define tint fragment_local[1]",
        "#define x_2 fragment_local[2]",
        "#define index_2 fragment_env[0]",
        "#define place_2 texcoord_0",
        "#define texture2D_ fragment_env[1]",
        "vec4 t = tint * x_2.y;",
    ):
        assert line in made.text, made.text
    assert "unused" not in made.text
    assert [one.name for one in made.interface.parameters] == ["fragment_local", "fragment_env"]
