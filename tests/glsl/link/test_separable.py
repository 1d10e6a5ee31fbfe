"""Separable programs: built-in blocks that shaders of one stage declare, and fragments' own."""

from __future__ import annotations

from tests.glsl.link.linking import check, outcome

HEAD = "150:#extension GL_ARB_separate_shader_objects : require\n"
OLD = HEAD.replace("150", "130")
BLOCK = HEAD + "out gl_PerVertex { vec4 gl_Position; };"
MAIN = " void f(); void main() { gl_Position = vec4(0); f(); }"


def vertex(*texts):
    return {"vs": texts, "separable": True}


def fragment(text):
    return {"fs": text, "separable": True}


def test_shaders_of_a_stage_declare_built_in_blocks_alike():
    size = BLOCK.replace("}", "float gl_PointSize; }")
    check({
        "one": (vertex(BLOCK + "void main() { gl_Position = vec4(0); }"), ""),
        "the same twice": (vertex(BLOCK + MAIN, BLOCK + "void f() { gl_Position.x = 1; }"), ""),
        "others": (vertex(BLOCK + MAIN, size + "void f() { gl_PointSize = 1; }"), "different ways"),
        "one alone": (vertex(BLOCK + MAIN, HEAD + "void f() { gl_Position.x = 1; }"), ""),
        "a member that is left out": (
            vertex(BLOCK + MAIN, HEAD + "void f() { gl_PointSize = 1; }"), "of gl_PerVertex"),
        "without a block": (vertex(HEAD + "void main() { gl_Position = vec4(0); }"), ""),
        "variables of 1.30": (
            vertex(OLD + "vec4 f() { return vec4(0); } out vec4 gl_Position;"
                   "out vec4 gl_FrontColor; void main() { gl_Position = gl_FrontColor = f(); }"),
            "",
        ),
    })  # fmt: skip


def test_fragments_declare_their_block():
    block = "in gl_PerFragment { vec4 gl_Color; vec4 gl_TexCoord[2]; };"
    main = " void main() { gl_FragColor = gl_Color + gl_TexCoord[1]; }"
    head = HEAD.replace("150", "150 compatibility")
    assert not outcome(**fragment(head + block + main))


def test_locations_overlap_in_programs_of_one_stage_too():
    main = "layout(location = 1) out vec4 b; void main() { a.x = b = vec4(1.0); gl_Position = b; }"
    text = HEAD + "layout(location = 0) out struct S { vec4 x, y; } a;" + main
    assert "location 1" in outcome(vs=text)


def test_structures_of_a_location_may_have_different_names():
    first = HEAD + "struct A { vec4 x; }; layout(location = 3) out A a;"
    second = HEAD + "struct B { vec4 x; }; layout(location = 3) in B b; out vec4 c;"
    main = "void main() { a.x = vec4(1.0); gl_Position = vec4(1.0); }"
    assert not outcome(first + main, second + "void main() { c = b.x; }")
    other = second.replace("vec4 x;", "vec4 y;") + "void main() { c = b.y; }"
    assert "in vertex shader" in outcome(first + main, other)


def test_locations_at_the_edge_of_a_program():
    main = " void main() { a = b = vec4(1); gl_Position = a; }"
    layouts = "layout(location = {}) out {} a; layout(location = {}) out vec4 b;"
    check({
        "apart": (vertex(HEAD + layouts.format(2, "vec4", 3) + main), ""),
        "the last": (vertex(HEAD + layouts.format(127, "vec4", 3) + main), ""),
        "beyond": (vertex(HEAD + layouts.format(128, "vec4", 3) + main), "128 locations"),
        "the same": (vertex(HEAD + layouts.format(2, "vec4", 2) + main), "same location 2"),
        "a matrix": (
            vertex(HEAD + layouts.format(2, "mat4", 4)
                   + "void main() { a = mat4(1); b = vec4(1); gl_Position = b; }"),
            "same location 4",
        ),
        "inputs": (
            fragment(HEAD + "layout(location = 1) in vec4 a, b;"
                     "void main() { gl_FragColor = a + b; }"),
            "same location 1",
        ),
    })  # fmt: skip
