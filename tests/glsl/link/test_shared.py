"""Shaders of one stage: functions and globals across them."""

from __future__ import annotations

import pytest

from softgl.glsl.link import link_program
from softgl.ir.program import Stage
from tests.glsl.link.linking import check, compiled, linked

FS = "void main() { gl_FragColor = vec4(1.0); }"
POSITION = "gl_Position = vec4(0.0);"


def vertex(*texts, fs=FS):
    return {"vs": texts, "fs": fs}


def test_functions_across_shaders():
    main = "float f(float x); void main() { gl_Position = vec4(f(1.0)); }"
    check({
        "defined elsewhere": (vertex(main, "float f(float x) { return x; }"), ""),
        "unresolved": (vertex(main), "unresolved function `f(float)`"),
        "other overload": (vertex(main, "float f(int x) { return 1.0; }"), "unresolved"),
        "defined twice": (
            vertex(main, "float f(float x) { return x; }", "float f(float x) { return 1.0; }"),
            "is defined in vertex shader 2, 0:1(7) and again in vertex shader 3, 0:1(7)",
        ),
        "other result": (vertex(main, "int f(float x) { return 1; }"), "returns float"),
        "other qualifiers": (
            vertex("void f(out vec4 x); void main() { f(gl_Position); }",
                   "void f(vec4 x) { x; }"),
            "different parameter qualifiers",
        ),
        "no main": (vertex("float f(float x) { return x; }"), "no vertex shader defines main"),
        "two mains": (vertex(main, main, "float f(float x) { return x; }"), "`main` is defined"),
        "unresolved in an initialiser": (
            vertex(main, "float f(float x) { return x; } float g(); float y = g();"),
            "unresolved function `g()`, called in vertex shader 2, 0:1(",
        ),
        "recursion": (
            vertex(main, "float g(float x); float f(float x) { return g(x); }",
                   "float f(float x); float g(float x) { return f(x); }"),
            "is recursive",
        ),
        "unused calls in other shaders": (
            vertex(main, "float f(float x) { return x; } float h(); float i() { return h(); }"),
            "",
        ),
        "unused calls beside main": (
            vertex(f"float h(); float i() {{ return h(); }} void main() {{ {POSITION} }}"),
            "unresolved function `h()`",
        ),
        "calls behind false conditions": (
            {"vs": f"120: void h(); void main() {{ if (sqrt(4.0) != 2.0) h(); {POSITION} }}"}, ""),
    })  # fmt: skip


def test_one_shader_attached_twice():
    shader = compiled(Stage.VERTEX, f"void main() {{ {POSITION} }}")
    assert "`main` is defined" in link_program([shader, shader]).info_log


@pytest.mark.parametrize("order", [1, -1])
def test_spans_are_those_of_the_text_with_the_function(order):
    main = "330: float g(float x); in float a; void main() { gl_Position = vec4(g(a)); }"
    other = "330: uniform float u; float g(float x) { x *= u; return x + 1.0; }"
    program = linked([main, other][::order]).programs[Stage.VERTEX]
    texts = {one.opcode: program.source[one.span.start :] for one in program.instructions}
    assert texts["MUL"].startswith("x *= u;")


def test_globals_across_shaders():
    use = f"void f(); void main() {{ f(); {POSITION} }}"

    def two(first, second, body="x;"):
        return vertex(f"{first} {use}", f"{second} void f() {{ {body} }}")

    check({
        "equal": (two("float x;", "float x;"), ""),
        "types": (two("vec3 x;", "vec4 x;"), "different types: vec3 in vertex shader 1, 0:1("),
        "storage": (two("uniform float x;", "float x;"), "different storage"),
        "sized and not": (two("float x[3];", "float x[];", "x[1];"), ""),
        "sized too small": (two("float x[1];", "float x[];", "x[1];"), "index 1 of `x` is beyond"),
        "sizes": (two("float x[3];", "float x[4];", "x[1];"), "different types"),
        "values": (two("float x = 1.0;", "float x = 2.0;"), "different initialisers"),
        "equal values": (two("float x = 1.0;", "float x = 1.0;"), ""),
        "constants": (two("const float x = 1.0;", "const float x = 1.0;"), ""),
        "constants' values": (
            two("const float x = 1.0;", "const float x = 2.0;"), "different initialisers"
        ),
        "constants' types": (
            two("const float x = 1.0;", "const int x = 2;"), "different types"
        ),
        "one value": (two("float x = 1.0;", "float x;"), ""),
        "structures": (
            two("struct S { float a; }; uniform S x;", "struct S { float a; }; uniform S x;",
                "x.a;"),
            "",
        ),
        "structures' members": (
            two("struct S { float a; }; uniform S x;", "struct S { float b; }; uniform S x;",
                "x.b;"),
            "different types",
        ),
        "structures' names": (
            two("struct S { float a; }; uniform S x;", "struct T { float a; }; uniform T x;",
                "x.a;"),
            "different types",
        ),
        "values of the second and third": (
            vertex(f"float x; void main() {{ {POSITION} }}", "float x = 1.0;", "float x = 2.0;"),
            "different initialisers",
        ),
        "centroid": (
            {"vs": (f"120: centroid varying vec2 x; void main() {{ {POSITION} }}",
                    "120: varying vec2 x; void f() { x = vec2(1.0); }")},
            "different centroid qualifiers",
        ),
        "interpolation": (
            {"vs": ("130: flat out vec4 x; void f(); void main() { f(); gl_Position = x; }",
                    "130: smooth out vec4 x; void f() { x = vec4(1.0); }")},
            "different interpolation",
        ),
    })  # fmt: skip


def test_blocks_with_members_of_no_size():
    def two(first, second, use):
        return vertex(
            f"150: {first} void f(); void main() {{ f(); gl_Position = vec4(x[0] + y); }}",
            f"150: {second} void f() {{ {use} }}",
        )

    program = linked(
        **two("uniform B { float x[]; float y; };", "uniform B { float x[]; float y; };", "x[2];")
    )
    found = {uniform.name: (uniform.size, uniform.offset) for uniform in program.uniforms}
    assert found == {"x[0]": (3, 0), "y": (1, 48)}
    out, shorter = "out B { float x[]; float y; };", "out B { float x[2]; float y; };"
    check({
        "sized in the other": (two(shorter, out, "x[1];"), ""),
        "too small": (two(shorter, out, "x[2] = 1.0;"), "`x` is float[2] and float[3]"),
        "other elements": (
            two(out, "out B { vec2 x[]; float y; };", "x[1];"), "`x` is float[1] and vec2[2]"
        ),
        "no array": (two(out, "out B { float x; float y; };", "x;"), "`x` is float[1] and float"),
        "fewer members": (two(out, "out B { float x[]; };", "x[1];"), "2 and 1 members"),
    })  # fmt: skip


def test_built_in_outputs_of_several_shaders():
    check({
        "both write gl_FragColor": (
            {"fs": ("void f(); void main() { gl_FragColor = vec4(1.0); f(); }",
                    "void f() { gl_FragColor = vec4(0.0); }")},
            "",
        ),
        "gl_FragColor and gl_FragData": (
            {"fs": ("void f(); void main() { gl_FragColor = vec4(1.0); f(); }",
                    "void f() { gl_FragData[0] = vec4(0.0); }")},
            "`gl_FragData` in fragment shader 2, 0:1(23)",
        ),
        "own output and gl_FragColor": (
            {"fs": ("130: out vec4 c; void f(); void main() { c = vec4(1.0); f(); }",
                    "130: void f() { gl_FragColor = vec4(0.0); }")},
            "may write only one",
        ),
        "gl_ClipVertex and gl_ClipDistance": (
            {"vs": ("130: void f(); void main() { gl_Position = vec4(1); gl_ClipVertex = vec4(1);"
                    " f(); }",
                    "130: void f() { gl_ClipDistance[0] = 1.0; }")},
            "both gl_ClipVertex and gl_ClipDistance",
        ),
        "no gl_Position in 1.20": ({"vs": "120: void main() { }"}, "does not write gl_Position"),
        "no gl_Position in 1.40": ({"vs": "140: void main() { }"}, ""),
        "gl_FragDepth's layouts": (
            {"fs": ("#version 330\n#extension GL_ARB_conservative_depth : require\n"
                    "layout(depth_greater) out float gl_FragDepth; void f();"
                    "void main() { gl_FragDepth = 1.0; f(); }",
                    "330: void f() { gl_FragDepth = 0.5; }")},
            "gl_FragDepth has different layouts",
        ),
        "gl_FragCoord's layouts": (
            {"fs": ("150: layout(origin_upper_left) in vec4 gl_FragCoord; out vec4 c; vec4 f();"
                    " void main() { c = gl_FragCoord + f(); }",
                    "150: in vec4 gl_FragCoord; vec4 f() { return gl_FragCoord; }")},
            "gl_FragCoord has the layout (origin_upper_left)",
        ),
    })  # fmt: skip


def test_dead_functions_use_nothing():
    program = linked(
        "uniform vec4 a, b, c; vec4 f() { return a; } "
        "void main() { gl_Position = b; if (false) gl_Position = c; }",
        FS,
    )
    assert [uniform.name for uniform in program.uniforms] == ["b"]


def test_initialisers_run_in_order():
    program = linked(
        "120: uniform vec4 a, b, c; vec4 x = a; vec4 y = x; vec4 z = b; vec4 w = c;"
        "void main() { gl_Position = y; z = vec4(1.0); }",
        FS,
    )
    assert [uniform.name for uniform in program.uniforms] == ["a"]
