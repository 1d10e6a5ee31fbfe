"""Built-in variables that several shaders of a program declare: blocks, and gl_FragCoord."""

from __future__ import annotations

from softgl.ir.program import Stage
from tests.glsl.link.linking import check, linked

LAYOUT = "layout(points) in; layout(points, max_vertices = 1) out;"
OUT = "out gl_PerVertex { vec4 gl_Position; };"
SIZED = "out gl_PerVertex { vec4 gl_Position; float gl_PointSize; };"
IN = "in gl_PerVertex { vec4 gl_Position; } gl_in[];"
SIZED_IN = "in gl_PerVertex { vec4 gl_Position; float gl_PointSize; } gl_in[];"
MAIN = "void main() { gl_Position = vec4(1.0); }"
READ = "void main() { gl_Position = gl_in[0].gl_Position; EmitVertex(); }"
FS = "330: out vec4 c; void main() { c = vec4(1.0); }"


def test_shaders_of_a_stage_declare_a_block_alike():
    other = "void f() { gl_PointSize = 2.0; }"
    main = "void f(); void main() { f(); gl_Position = vec4(1.0); }"
    check({
        "alike": ({"vs": (f"330: {SIZED}{main}", f"330: {SIZED}{other}"), "fs": FS}, ""),
        "one has another member": (
            {"vs": (f"330: {OUT}{main}", f"330: {SIZED}{other}"), "fs": FS}, "different ways"),
        "one declares none": (
            {"vs": (f"330: {OUT}{main}", f"330: {other}"), "fs": FS}, "of gl_PerVertex"),
        "one needs none": ({"vs": (f"330: {OUT}{main}", "330: void f() {}"), "fs": FS}, ""),
    })  # fmt: skip


def test_geometry_shaders_read_the_block_that_vertex_shaders_write():
    check({
        "neither declares it": ({"vs": f"330: {MAIN}", "gs": f"330: {LAYOUT}{READ}"}, ""),
        "both declare it": ({"vs": f"330: {OUT}{MAIN}", "gs": f"330: {LAYOUT}{IN}{READ}"}, ""),
        "only vertices": (
            {"vs": f"330: {OUT}{MAIN}", "gs": f"330: {LAYOUT}{READ}"}, "different ways"),
        "only geometry": (
            {"vs": f"330: {MAIN}", "gs": f"330: {LAYOUT}{IN}{READ}"}, "different ways"),
        "other members": (
            {"vs": f"330: {OUT}{MAIN}", "gs": f"330: {LAYOUT}{SIZED_IN}{READ}"}, "different ways"),
        "unused": ({"vs": f"330: {OUT}{MAIN}",
                    "gs": f"330: {LAYOUT} void main() {{ EmitVertex(); }}"},
                   ""),
    })  # fmt: skip


def test_all_shaders_declare_the_coordinates_of_fragments():
    main = "330: {} out vec4 c; void f(); void main() {{ f(); c = gl_FragCoord; }}"
    other = "330: {} float d; void f() {{ d = gl_FragCoord.x; }}"
    plain = "in vec4 gl_FragCoord;"
    check({
        "neither": ({"fs": (main.format(""), other.format(""))}, ""),
        "both": ({"fs": (main.format(plain), other.format(plain))}, ""),
        "one": ({"fs": (main.format(plain), other.format(""))}, "not in another"),
        "an unused one": ({"fs": (main.format(plain), "330: void f() {}")}, ""),
    })  # fmt: skip


def test_arrays_of_gl_in_have_the_size_of_their_declaration():
    block = "gl_PerVertex {{ vec4 gl_Position; float gl_ClipDistance[3]; }}{};"
    write = "gl_ClipDistance[0] = gl_ClipDistance[1] = gl_ClipDistance[2] = 1.0;"
    vs = f"330: out {block.format('')} void main() {{ gl_Position = vec4(1.0); {write} }}"
    gs = (
        f"330: {LAYOUT} in {block.format(' gl_in[]')} uniform int i; out float v;"
        "void main() { float b[3] = gl_in[0].gl_ClipDistance; v = b[i]; EmitVertex(); }"
    )
    found = linked(vs, "330: in float v; out vec4 c; void main() { c = vec4(v); }", gs)
    names = [binding.name for binding in found.programs[Stage.GEOMETRY].attributes]
    assert names == ["vertex.clip"] * 3
