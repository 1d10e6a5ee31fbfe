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
            vertex(BLOCK + MAIN, HEAD + "void f() { gl_PointSize = 1; }"), "uses gl_PointSize"),
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
