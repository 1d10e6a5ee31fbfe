"""Outputs of a stage and inputs of the next: names, types, qualifiers, blocks, limits."""

from __future__ import annotations

import pytest

from softgl.ir.program import Binding, Stage
from tests.glsl.link.linking import check, linked, outcome


def pair(out, into, version="130", use="", write=""):
    """A program that writes `v` and reads it."""
    old = version in ("110", "120", "100")
    color = "gl_FragColor" if old else "color"
    head = "" if old else "out vec4 color; "
    precision = "precision highp float; " if version in ("100", "300 es") else ""
    use = use or "vec4(v)"
    return {
        "vs": f"{version}: {out} void main() {{ gl_Position = vec4(0.0); {write} }}",
        "fs": f"{version}: {precision}{head}{into} void main() {{ {color} = {use}; }}",
    }


def test_types_and_presence():
    check({
        "equal": (pair("varying float v;", "varying float v;", "110", write="v = 1.0;"), ""),
        "types": (
            pair("varying vec2 v;", "varying float v;", "110"),
            "`v` is vec2 in vertex shader 0:2(",
        ),
        "missing": (pair("", "varying float v;", "110"), "input `v` of fragment shader 0:2("),
        "missing, unused": (pair("", "varying float v;", "110", "vec4(1.0)"), ""),
        "missing, in code that never runs": (
            pair("", "in vec4 v;", use="vec4(1.0); if (false) color = v"), ""
        ),
        "missing, in code of ES that never runs": (
            pair("", "in vec4 v;", "300 es", "vec4(1.0); if (false) color = v"), "no output of"
        ),
        "not written": (pair("out float v;", "in float v;"), ""),
        "missing in 1.30": (pair("", "in float v;"), ""),
        "not written in 1.20": (
            pair("varying float v;", "varying float v;", "120"), "is not written by the vertex"
        ),
        "only read in 1.20": (
            pair("varying float v;", "varying float v;", "120", write="gl_Position.x += v;"),
            "is not written by the vertex",
        ),
        "a part is written in 1.20": (
            pair("varying vec4 v;", "varying vec4 v;", "120", write="v.x = 1.0;"), ""
        ),
        "only read in 1.30": (pair("out float v;", "in float v;", write="gl_Position.x += v;"), ""),
        "a global of that name": (
            pair("vec4 v;", "varying vec4 v;", "120", write="v = vec4(1.0);"), "is no output of"
        ),
        "missing block": (
            pair("", "in B { float v; };", "150", "vec4(1.0); if (false) color = vec4(v)"),
            "block `B` of fragment shader",
        ),
        "missing block, an output": (
            pair("out vec4 B;", "in B { float v; };", "150", "vec4(v)"), "no output of"
        ),
        "superfluous": (pair("out float w;", "in float u;", use="vec4(1.0)"), ""),
        "arrays": (pair("out float v[2];", "in float v[3];", use="vec4(v[1])"), "float[2]"),
        "array and not": (pair("out float v[1];", "in float v;"), "`v` is float[1]"),
        "matrices": (
            pair("out mat3 v;", "in mat3 v;", use="vec4(v[0], 1)", write="v = mat3(1);"), ""
        ),
        "es 1.00": (pair("varying float v;", "varying float v;", "100"), ""),
        "es 1.00, precision": (
            pair("varying highp float v;", "varying lowp float v;", "100"), ""
        ),
        "es 3.00": (pair("out float v;", "in float v;", "300 es"), ""),
        "es 3.00, missing": (pair("", "in float v;", "300 es"), "no output of"),
        "es 3.00, a global": (
            pair("float v;", "in float v;", "300 es", write="v = 1.0;"), "no output of"
        ),
        "es 3.00, a uniform": (pair("uniform float v;", "in float v;", "300 es"), "no output of"),
        "es 1.00, an attribute": (
            pair("attribute float v;", "varying float v;", "100"), "no output of"
        ),
    })  # fmt: skip


def test_qualifiers():
    check({
        "flat": (pair("flat out vec4 v;", "flat in vec4 v;"), ""),
        "flat, smooth": (
            pair("flat out vec4 v;", "smooth in vec4 v;"), "`v` is flat in vertex shader 0:2("
        ),
        "smooth, none": (pair("smooth out vec4 v;", "in vec4 v;"), "smooth"),
        "none, noperspective": (pair("out vec4 v;", "noperspective in vec4 v;"), "noperspective"),
        "es: smooth, none": (pair("smooth out vec4 v;", "in vec4 v;", "300 es"), ""),
        "es: flat, none": (pair("flat out vec4 v;", "in vec4 v;", "300 es"), "flat"),
        "centroid": (pair("centroid out vec4 v;", "in vec4 v;"), ""),
        "invariant 1.20": (
            pair("invariant varying vec4 v;", "varying vec4 v;", "120"), "invariant in only one"
        ),
        "invariant 1.20, both": (
            pair("invariant varying vec4 v;", "invariant varying vec4 v;", "120",
                 write="v = vec4(1);"), ""
        ),
        "invariant es 1.00": (
            pair("invariant varying vec4 v;", "varying vec4 v;", "100"), "invariant in only one"
        ),
        "invariant es 3.00": (pair("invariant out vec4 v;", "in vec4 v;", "300 es"), ""),
        "invariant by pragma": (
            {
                "vs": "#version 120\n#pragma STDGL invariant(all)\nvarying vec4 v;"
                "void main() { gl_Position = v = vec4(0.0); }",
                "fs": "120: varying vec4 v; void main() { gl_FragColor = v; }",
            },
            "",
        ),
        "gl_Color": (
            pair("flat out vec4 gl_FrontColor;", "in vec4 gl_Color;", use="gl_Color",
                 write="gl_FrontColor = vec4(1);"),
            "but `gl_FrontColor` is flat",
        ),
        "gl_Color, both": (
            pair("flat out vec4 gl_FrontColor;", "flat in vec4 gl_Color;", use="gl_Color",
                 write="gl_FrontColor = vec4(1);"),
            "",
        ),
    })  # fmt: skip


def test_structures_and_blocks():
    struct = "struct S { vec3 a; float b; }; "

    def blocks(out, into, use="vec4(1)", write=""):
        return pair(out, into, "150", use, write)

    check({
        "structure": (
            blocks(struct + "out S v;", struct + "in S v;", "vec4(v.a, v.b)", "v.b = 1.0;"), ""
        ),
        "structure's members": (
            blocks(struct + "out S v;", struct.replace("b;", "c;") + "in S v;", "vec4(v.a, 1)"),
            "`v` is S {vec3 a, float b}",
        ),
        "block": (blocks("out B { vec4 v; };", "in B { vec4 v; };", "v", "v = vec4(1);"), ""),
        "block, named in one": (
            blocks("out B { vec4 v; } b;", "in B { vec4 v; };", "v", "b.v = vec4(1);"), ""
        ),
        "other block": (
            blocks("out B { vec4 v; };", "in C { vec4 v; };", "v"), "block `C` of fragment shader"
        ),
        "other block, unused": (blocks("out B { vec4 v; };", "in C { vec4 w; };"), ""),
        "member's type": (
            blocks("out B { vec4 v; };", "in B { vec3 v; };"), "`v` is vec4 and vec3"
        ),
        "member's name": (
            blocks("out B { vec4 v; };", "in B { vec4 w; };"), "members `v` and `w`"
        ),
        "members": (blocks("out B { vec4 v, w; };", "in B { vec4 v; };"), "2 and 1 members"),
        "member's interpolation": (
            blocks("out B { flat vec4 v; };", "in B { vec4 v; };"), "the qualifiers of `v`"
        ),
        "member's centroid": (
            blocks("out B { centroid vec4 v; };", "in B { vec4 v; };"), "the qualifiers of `v`"
        ),
        "array": (
            blocks("out B { vec4 v; } a[2];", "in B { vec4 v; } b[2];", "b[1].v",
                   "a[1].v = vec4(1);"), ""
        ),
        "array sizes": (
            blocks("out B { vec4 v; } a[2];", "in B { vec4 v; } b[3];"), "2 elements and 3 elements"
        ),
    })  # fmt: skip


def test_registers():
    program = linked(**pair(
        "out float unused; flat out ivec2 n[2]; noperspective out mat2 m; centroid out vec4 v;",
        "centroid in vec4 v; noperspective in mat2 m; flat in ivec2 n[2];",
        use="v + vec4(m[0], vec2(n[1]))",
        write="v = vec4(1); m = mat2(1); n[0] = n[1] = ivec2(3); unused = 1.0;",
    ))  # fmt: skip
    fragment = program.programs[Stage.FRAGMENT]

    def numbers(bindings):
        return sorted(binding.indices[0] for binding in bindings)

    assert numbers(fragment.flat) == [0, 1]
    assert numbers(fragment.noperspective) == [2, 3]
    assert numbers(fragment.centroid) == [4]
    results = program.programs[Stage.VERTEX].results
    assert numbers(b for b in results if b.name == "result.varying") == [0, 1, 2, 3, 4]
    assert Binding("fragment.varying", (4,)) in fragment.attributes


def test_block_members_have_their_qualifiers():
    program = linked(**pair(
        "out B { flat vec4 a; noperspective vec4 v; vec4 c; } b[2];",
        "in B { flat vec4 a; noperspective vec4 v; vec4 c; } b[2];", "150",
        use="b[0].a + b[1].v + b[1].c",
        write="b[0].a = b[1].v = b[1].c = vec4(1);",
    ))  # fmt: skip
    fragment = program.programs[Stage.FRAGMENT]
    assert {b.indices[0] for b in fragment.flat} == {0, 3}
    assert {b.indices[0] for b in fragment.noperspective} == {1, 4}


def test_limits():
    def vectors(count, extra=""):
        names = ", ".join(f"v{n}" for n in range(count))
        total = " + ".join(f"v{n}" for n in range(count))
        return pair(
            f"out vec4 {names};", f"in vec4 {names};", use=total + extra,
            write="gl_TexCoord[0] = vec4(1);",
        )  # fmt: skip

    check({
        "16 vectors": (vectors(16), ""),
        "17 vectors": (vectors(17), "varyings have 68 components, more than MAX_VARYING"),
        "16 vectors and gl_TexCoord": (vectors(16, " + gl_TexCoord[0]"), "gl_TexCoord 4"),
        "64 floats": (
            pair("out float v[64];", "in float v[64];", use="vec4(v[3])", write="v[3] = 1.0;"), ""
        ),
        "a large array": (
            pair("out float v[60000];", "in float v[60000];", use="vec4(v[0])"), "60000"
        ),
    })  # fmt: skip


VERTEX_150 = "150: out vec4 v; void main() { gl_Position = vec4(0); v = vec4(1); }"
FRAGMENT_150 = "150: in vec4 w; out vec4 color; void main() { color = w; }"
LAYOUT = "150: layout(triangles) in; layout(triangle_strip, max_vertices = 3) out; "
EMIT = "gl_Position = gl_in[0].gl_Position; EmitVertex();"


def geometry(text, vs=VERTEX_150, fs=FRAGMENT_150):
    return {"vs": vs, "gs": text, "fs": fs}


def test_geometry_shaders():
    out, main = "out vec4 w; ", f"void main() {{ w = v[0]; {EMIT} }}"
    texts = {
        "equal": (geometry(f"{LAYOUT} in vec4 v[]; {out}{main}"), ""),
        "sized": (geometry(f"{LAYOUT} in vec4 v[3]; {out}{main}"), ""),
        "type": (
            geometry(f"{LAYOUT} in vec3 v[]; {out}void main() {{ w = vec4(v[0], 1); {EMIT} }}"),
            "`v` is vec4 in vertex shader",
        ),
        "no vertex shader": (
            {"gs": f"{LAYOUT} {out} void main() {{ w = vec4(1); {EMIT} }}", "fs": FRAGMENT_150},
            "a geometry shader needs a vertex shader",
        ),
        "no input layout": (
            geometry(f"150: layout(points, max_vertices = 1) out; {out}"
                     "void main() { w = vec4(1); EmitVertex(); }"),
            "no geometry shader declares its input primitives",
        ),
        "no limit of vertices": (
            geometry(f"150: layout(points) in; layout(points) out; {out}"
                     "void main() { w = vec4(1); EmitVertex(); }"),
            "declares its max_vertices",
        ),
        "layouts of several": (
            geometry((f"{LAYOUT} in vec4 v[]; {out}void f(); void main() {{ w = v[0]; f(); }}",
                      f"150: layout(triangles) in; void f() {{ {EMIT} }}")),
            "",
        ),
        "different layouts": (
            geometry((f"{LAYOUT} in vec4 v[]; {out}void f(); void main() {{ w = v[0]; f(); }}",
                      "150: layout(points) in; void f() { EmitVertex(); }")),
            "different input primitives: triangles and points",
        ),
        "array in a later shader": (
            geometry((f"{LAYOUT} {out} vec4 f(); void main() {{ w = f(); {EMIT} }}",
                      "150: in vec4 v[2]; vec4 f() { return v[1]; }")),
            "has 2 elements, but its primitives have 3",
        ),
        "block": (
            geometry(f"{LAYOUT} in B {{ vec4 v; float t[2]; }} b[]; {out} void main() "
                     f"{{ w = b[1].v * b[2].t[1]; {EMIT} }}",
                     vs="150: out B { vec4 v; float t[2]; } x; void main() "
                     "{ x.v = vec4(1); x.t[1] = 1.0; gl_Position = vec4(0); }"),
            "",
        ),
        "too many components": (
            geometry("150: layout(points) in; layout(points, max_vertices = 1000) out; "
                     f"{out} in vec4 v[]; {main}"),
            "MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS",
        ),
    }  # fmt: skip
    check(texts)


def test_instances_of_a_block_have_a_size_in_one_shader_alone():
    out = "150: out A { vec4 b; } a; void main() { a.b = vec4(1.0); gl_Position = a.b; }"
    main = "150: layout(lines) in; layout(points, max_vertices = 1) out; in A { vec4 b; } a[2];"
    main += "vec4 f(); void main() { gl_Position = a[1].b + f(); EmitVertex(); }"
    other = "150: in A {{ vec4 b; }} a[]; vec4 f() {{ return a[{}].b; }}"
    check(
        {
            "in range": ({"vs": out, "gs": (main, other.format(1))}, ""),
            "beyond": ({"vs": out, "gs": (main, other.format(2))}, "2 vertices"),
        }
    )


def test_the_pragma_of_invariance_matches_any_input():
    vs = "#version 120\n#pragma STDGL invariant(all)\nvarying vec4 a;"
    vs += "void main() { a = gl_Position = vec4(1.0); }"
    for word in ("invariant ", ""):
        fs = f"120: {word}varying vec4 a; void main() {{ gl_FragColor = a; }}"
        assert not outcome(vs, fs)


def test_geometry_program():
    program = linked(
        **geometry(f"{LAYOUT} in vec4 v[]; out vec4 w; void main() {{ w = v[0]; {EMIT} }}")
    )
    geometry_program = program.programs[Stage.GEOMETRY]
    assert geometry_program.primitives.taken == "TRIANGLES"
    assert geometry_program.primitives.made == "TRIANGLE_STRIP"
    assert geometry_program.primitives.limit == 3
    assert Binding("vertex.varying", (0,)) in geometry_program.attributes
    assert Binding("result.varying", (0,)) in geometry_program.results


def test_geometry_of_arb():
    text = (
        "#version 120\n#extension GL_ARB_geometry_shader4 : require\nvarying in vec4 v[]; "
        "varying out vec4 w; void main() { for (int i = 0; i < gl_VerticesIn; ++i) "
        "{ w = v[i]; gl_Position = gl_PositionIn[i]; EmitVertex(); } }"
    )
    shaders = {
        "vs": "120: varying vec4 v; void main() { gl_Position = v = gl_Vertex; }",
        "gs": text,
        "fs": "120: varying vec4 w; void main() { gl_FragColor = w; }",
    }
    program = linked(**shaders, geometry=("lines", "line_strip", 2))
    assert program.programs[Stage.GEOMETRY].primitives.vertices == 2
    arrays = {
        "vs": "120: varying vec2 v[2]; void main() { gl_Position = vec4(v[1] = vec2(1), 0, 1); }",
        "gs": text.replace("vec4 v[]", "vec2 v[][2]").replace("= v[i]", "= vec4(v[i][1], 0, 1)"),
        "fs": shaders["fs"],
    }
    lines = {"geometry": ("lines", "line_strip", 2)}
    check(
        {
            "no parameters": (shaders, "no geometry shader declares its input primitives"),
            "arrays": (arrays | lines, ""),
            "arrays of other sizes": (
                arrays | lines | {"vs": arrays["vs"].replace("v[2]", "v[3]")},
                "`v` is vec2[3]",
            ),
        }
    )


@pytest.mark.parametrize("stages", ["vs", "fs"])
def test_single_stages(stages):
    shaders = pair("varying float v;", "varying float v;", "110", write="v = 1.0;")
    program = linked(**{stages: shaders[stages]})
    assert len(program.programs) == 1


def test_the_set_of_shaders():
    es = pair("", "", "100", use="vec4(1.0)")
    es3 = pair("", "", "300 es", use="vec4(1.0)")
    old, new = pair("", "", "110", use="vec4(1.0)"), pair("", "", "330", use="vec4(1.0)")
    check(
        {
            "none": ({}, ""),
            "none in core": ({"core": True}, "no shaders"),
            "desktop versions": ({"vs": old["vs"], "fs": new["fs"]}, ""),
            "es versions": ({"vs": es["vs"], "fs": es3["fs"]}, "cannot be linked together"),
            "es and desktop": ({"vs": es["vs"], "fs": old["fs"]}, "cannot be linked together"),
            "es without fragments": ({"vs": es["vs"]}, "no fragment shader"),
            "es, separable": ({"vs": es3["vs"], "separable": True}, ""),
        }
    )
