"""Attributes, uniforms, blocks, fragment outputs and feedback: locations, names, limits."""

from __future__ import annotations

from softgl.glsl import limits
from softgl.glsl.types import FLOAT, MATRICES, VECTORS
from softgl.ir.program import Binding, Stage
from tests.glsl.link.linking import attempt, check, linked

FS = "void main() { gl_FragColor = vec4(1.0); }"


def vertex(declarations, use, version="330"):
    return {"vs": f"{version}: {declarations} void main() {{ gl_Position = {use}; }}"}


def fragment(declarations, body, version="330"):
    return {"fs": f"{version}: {declarations} void main() {{ {body} }}"}


# -- attributes ------------------------------------------------------------------------------------


def locations(program):
    return {attribute.name: attribute.location for attribute in program.attributes}


def test_attributes_get_locations():
    program = linked(
        **vertex(
            "in vec4 a; layout(location = 2) in vec4 b; in mat3 c; in vec4 unused; in float d[2];"
            "in vec4 e;",
            "a + b + vec4(c[0], d[1]) + e",
        ),
        attributes=(("a", 7), ("b", 9), ("unused", 1)),
    )
    # The largest first: mat3 at 3 to 5, the array at 0 and 1, and the vector behind the matrix.
    assert locations(program) == {"a": 7, "b": 2, "c": 3, "d": 0, "e": 6}
    assert {a.name: (a.type, a.size) for a in program.attributes}["d"] == (FLOAT, 2)
    attributes = program.programs[Stage.VERTEX].attributes
    assert {b.indices[0] for b in attributes if b.name == "vertex.attrib"} >= {7, 2, 3, 6}


def test_conventional_attributes():
    program = linked(
        "attribute vec4 a; void main() { gl_Position = gl_Vertex + gl_Color * a; }", FS
    )
    assert locations(program) == {"a": 1, "gl_Vertex": -1, "gl_Color": -1}


def test_conventional_attributes_beside_many():
    program = linked(**vertex("in mat4 a, b, c, d;", "a[0] + b[0] + c[0] + d[0] + gl_Color", "130"))
    assert len(program.attributes) == 5
    result = attempt(
        vertex("attribute vec4 a;", "gl_Vertex + a", "120")["vs"], attributes=(("a", 0),)
    )
    assert result.program and "the place of gl_Vertex" in result.info_log


def test_attributes_refused():
    many = "in mat4 a, b, c, d;"
    use = "a[0] + b[0] + c[0] + d[0]"
    check({
        "all 16": (vertex(many, use), ""),
        "17": (vertex(many + "in float e;", use + " + vec4(e)"), "attribute `e`"),
        "17, one unused": (vertex(many + "in float e;", use), ""),
        "beyond the last": (
            vertex("layout(location = 15) in mat2 a;", "vec4(a[0], a[1])"), "locations 15 to 16"
        ),
        "bound beyond the last": (
            vertex("in mat2 a;", "vec4(a[0], a[1])") | {"attributes": (("a", 15),)}, "15 to 16"
        ),
        "no room": (
            vertex("in mat4 a, b; in vec4 c, d, e;", "a[0] + b[0] + c + d + e")
            | {"attributes": (("c", 4), ("d", 5), ("e", 10))},
            "",
        ),
        "no room for three": (
            vertex("in mat4 a, b, f; in vec4 c, d, e;", "a[0] + b[0] + c + d + e + f[0]")
            | {"attributes": (("c", 2), ("d", 6), ("e", 10))},
            "no 4 consecutive locations",
        ),
        "aliases": (
            vertex("in vec4 a, b;", "a + b") | {"attributes": (("a", 1), ("b", 1))}, ""
        ),
        "aliases in es 3.00": (
            vertex("in vec4 a, b;", "a + b", "300 es")
            | fragment("out mediump vec4 c;", "c = vec4(1.0);", "300 es")
            | {"attributes": (("a", 1), ("b", 1))},
            "attributes `a` and `b` have the same location",
        ),
        "aliases in es 1.00": (
            vertex("attribute vec4 a, b;", "a + b", "100")
            | fragment("", "gl_FragColor = vec4(1.0);", "100")
            | {"attributes": (("a", 1), ("b", 1))},
            "",
        ),
        "locations of two shaders": (
            {"vs": ("330: layout(location = 1) in vec4 a; vec4 f(); void main() "
                    "{ gl_Position = a + f(); }",
                    "330: layout(location = 2) in vec4 a; vec4 f() { return a; }")},
            "different locations",
        ),
    })  # fmt: skip


# -- uniforms --------------------------------------------------------------------------------------


def test_uniforms_are_listed():
    program = linked(
        "120: struct Light { vec4 color; mat2 m; float f[2]; sampler2D shadow; };"
        "uniform Light lights[2]; uniform mat4 m = mat4(2.0); uniform vec2 a[5]; uniform bool b;"
        "uniform sampler3D s[2]; uniform vec4 unused;"
        "void main() { gl_Position = m * lights[1].color + vec4(a[2], lights[0].f[0], b ? 1 : 0)"
        "+ texture2D(lights[1].shadow, a[1]) + texture3D(s[0], vec3(1)); }",
        "120: uniform bool b; uniform sampler2D t; uniform vec2 a[5];"
        "void main() { gl_FragColor = texture2D(t, a[b ? 3 : 4]); }",
    )
    both = frozenset({Stage.VERTEX, Stage.FRAGMENT})
    listed = {u.name: (str(u.type), u.size, u.array, u.row, u.slot) for u in program.uniforms}
    assert listed == {
        "lights[0].color": ("vec4", 1, False, 0, None),
        "lights[0].m": ("mat2", 1, False, 1, None),
        "lights[0].f[0]": ("float", 2, True, 3, None),
        "lights[0].shadow": ("sampler2D", 1, False, None, 0),
        "lights[1].color": ("vec4", 1, False, 5, None),
        "lights[1].m": ("mat2", 1, False, 6, None),
        "lights[1].f[0]": ("float", 2, True, 8, None),
        "lights[1].shadow": ("sampler2D", 1, False, None, 1),
        "m": ("mat4", 1, False, 10, None),
        "a[0]": ("vec2", 5, True, 14, None),
        "b": ("bool", 1, False, 19, None),
        "s[0]": ("sampler3D", 1, True, None, 2),
        "t": ("sampler2D", 1, False, None, 3),
    }
    assert {u.name for u in program.uniforms if u.stages == both} == {"a[0]", "b"}
    assert [u.location for u in program.uniforms] == [0, 1, 2, 4, 5, 6, 7, 9, 10, 11, 16, 17, 18]
    assert program.rows == 20
    assert program.units == (0,) * 4
    initial = {u.name: u.initial for u in program.uniforms}
    two = 0x40000000
    assert initial["m"] == (two, 0, 0, 0, 0, two, 0, 0, 0, 0, two, 0, 0, 0, 0, two)
    assert initial["b"] is None
    slots = program.programs[Stage.VERTEX].samplers
    assert [(slot.name, slot.target, slot.number) for slot in slots] == [
        ("lights[0].shadow", "2D", 0),
        ("lights[1].shadow", "2D", 1),
        ("s[0]", "3D", 2),
    ]
    assert [slot.number for slot in program.programs[Stage.FRAGMENT].samplers] == [3]


def test_arrays_end_with_their_last_used_element():
    program = linked(
        "120: uniform float a[1000], b[10]; uniform vec4 c[3]; uniform sampler2DShadow s[4];"
        "void f(vec4 x[3]) { gl_Position = x[0] + vec4(a[6], a[2], b[int(x[0].x)], 0)"
        "+ shadow2D(s[1], vec3(1)); } void main() { f(c); }",
        FS,
    )
    assert {u.name: u.size for u in program.uniforms} == {
        "a[0]": 7, "b[0]": 10, "c[0]": 3, "s[0]": 2,
    }  # fmt: skip
    assert program.rows == 20
    assert program.programs[Stage.VERTEX].samplers[1].target == "SHADOW2D"


def test_built_in_state_is_listed():
    program = linked(
        "void main() { gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex"
        " + gl_LightSource[1].diffuse; }",
        FS,
    )
    assert {u.location for u in program.uniforms} == {-1}
    names = [u.name for u in program.uniforms]
    assert names[0] == "gl_ModelViewProjectionMatrix"
    assert "gl_LightSource[1].diffuse" in names and len(names) == 1 + 2 * 12


def test_explicit_locations_and_bindings():
    head = (
        "#version 330\n#extension GL_ARB_explicit_uniform_location : require\n"
        "#extension GL_ARB_shading_language_420pack : require\n"
    )
    program = linked(
        f"{head} layout(location = 3) uniform vec4 a; layout(location = 0) uniform vec4 unused[2];"
        "uniform vec4 b, c; layout(binding = 5) uniform sampler2D s[2];"
        "struct S { float x, y; }; layout(location = 6) uniform S t;"
        "void main() { gl_Position = a + b + c + texture(s[1], vec2(t.y)); }"
    )
    assert {u.name: u.location for u in program.uniforms} == {
        "a": 3, "b": 2, "c": 4, "s[0]": 8, "t.x": 6, "t.y": 7,
    }  # fmt: skip
    assert program.units == (5, 6)
    one = f"{head} layout(location = 3) uniform vec4 a;"
    main = "void main() { gl_Position = a; }"
    check({
        "same location": (
            {"vs": f"{one} layout(location = 3) uniform vec4 b; {main}"}, "the same location"
        ),
        "too large": (
            {"vs": f"{head} layout(location = 4095) uniform vec4 a[2]; {main}".replace("= a;",
                   "= a[1];")},
            "MAX_UNIFORM_LOCATIONS",
        ),
        "different locations": (
            {"vs": f"{one} {main}",
             "fs": f"{head} layout(location = 4) uniform vec4 a; out vec4 c; "
             "void main() { c = a; }"},
            "different locations, 3 and 4",
        ),
    })  # fmt: skip


def uniforms(vs, fs, version="120"):
    precision = "precision mediump float;" if version == "100" else ""
    return {
        "vs": f"{version}: uniform {vs}; void main() {{ gl_Position = vec4(u); }}",
        "fs": f"{version}: {precision} uniform {fs}; void main() {{ gl_FragColor = vec4(u); }}",
    }


def samplers(count):
    return {
        "fs": f"130: uniform sampler2D s[{count}]; void main() "
        f"{{ gl_FragColor = texture(s[{count - 1}], vec2(1)); }}"
    }


def test_uniforms_of_two_stages():
    check({
        "equal": (uniforms("vec4 u", "vec4 u"), ""),
        "types": (uniforms("vec4 u", "vec3 u").__or__({
            "fs": "120: uniform vec3 u; void main() { gl_FragColor = vec4(u, 1); }"}),
            "uniform `u` is vec4 in vertex shader 0:2("),
        "initialisers": (uniforms("float u = 1.0", "float u = 2.0"), "different initialisers"),
        "one initialiser": (uniforms("float u = 1.0", "float u"), ""),
        "desktop precisions": (uniforms("highp float u", "lowp float u", "130"), ""),
        "es precisions": (
            uniforms("highp float u", "lowp float u", "100"), "`u` has different precisions"
        ),
        "es precisions, unused": (
            uniforms("highp float u", "lowp float u", "100").__or__({
                "fs": "100: uniform lowp float u; void main() { gl_FragColor = vec4(1.0); }"}),
            "",
        ),
        "too many components": (
            {"vs": "120: uniform vec4 a[2000]; void main() { gl_Position = a[int(gl_Vertex.x)]; }"},
            "8000 components, more than MAX_VERTEX_UNIFORM_COMPONENTS",
        ),
        "the most samplers": (samplers(limits.MAX_STAGE_TEXTURE_UNITS), ""),
        "more samplers": (
            samplers(limits.MAX_STAGE_TEXTURE_UNITS + 1), "the fragment shader has"
        ),
        "a huge structure": (
            {"vs": "120: struct S { mat4 m[100]; }; uniform S s[100]; void main() "
             "{ gl_Position = s[int(gl_Vertex.x)].m[0][0]; }"}, "MAX_VERTEX_UNIFORM_COMPONENTS"
        ),
    })  # fmt: skip


# -- uniform blocks --------------------------------------------------------------------------------


def test_uniform_blocks_are_listed():
    program = linked(
        "330: struct S { float f; vec3 v; }; layout(std140) uniform Scene { mat4 view; S s[2];"
        "layout(row_major) mat3x2 r; float x[3]; };"
        "layout(std140) uniform Model { vec3 a; float b; } models[2]; uniform vec4 u;"
        "layout(packed) uniform Unused { vec4 z; }; uniform Kept { vec2 w; };"
        "void main() { gl_Position = view * vec4(models[1].a, models[0].b) + u; }",
        "330: layout(std140) uniform Model { vec3 a; float b; } m[2]; out vec4 c;"
        "void main() { c = vec4(m[0].a, 1); }",
    )
    assert [(b.name, b.size) for b in program.blocks] == [
        ("Scene", 208), ("Model[0]", 16), ("Model[1]", 16), ("Kept", 16),
    ]  # fmt: skip
    listed = {
        u.name: (u.block, u.offset, u.array_stride, u.matrix_stride, u.row_major)
        for u in program.uniforms
    }
    assert listed == {
        "u": (-1, -1, -1, -1, False),
        "view": (0, 0, 0, 16, False),
        "s[0].f": (0, 64, 0, 0, False),
        "s[0].v": (0, 80, 0, 0, False),
        "s[1].f": (0, 96, 0, 0, False),
        "s[1].v": (0, 112, 0, 0, False),
        "r": (0, 128, 0, 16, True),
        "x[0]": (0, 160, 16, 0, False),
        "Model.a": (1, 0, 0, 0, False),
        "Model.b": (1, 12, 0, 0, False),
        "w": (3, 0, 0, 0, False),
    }
    assert program.blocks[1].uniforms == program.blocks[2].uniforms == (8, 9)
    both = frozenset({Stage.VERTEX, Stage.FRAGMENT})
    assert [b.stages == both for b in program.blocks] == [False, True, True, False]
    points = [b.point for b in program.programs[Stage.VERTEX].buffers]
    assert points == [0, 1, 2, 3]
    assert [b.point for b in program.programs[Stage.FRAGMENT].buffers] == [1, 2]


def blocks(vs, fs, use="vec4(1)", es=False):
    version = "300 es" if es else "330"
    return {
        "vs": f"{version}: {vs} void main() {{ gl_Position = {use}; }}",
        "fs": f"{version}: {fs} out highp vec4 c; void main() {{ c = {use}; }}",
    }


def test_uniform_blocks_of_two_stages():
    many = " ".join(f"uniform B{n} {{ vec4 v{n}; }};" for n in range(15))
    check(
        {
            "equal": (blocks("uniform B { vec4 v; };", "uniform B { vec4 v; };", "v"), ""),
            "types": (blocks("uniform B { vec4 v; };", "uniform B { vec3 v; };"), "vec4 and vec3"),
            "names": (
                blocks("uniform B { vec4 v; };", "uniform B { vec4 w; };"),
                "uniform block `B`",
            ),
            "layouts": (
                blocks("layout(std140) uniform B { vec4 v; };", "uniform B { vec4 v; };"),
                "layouts std140 and shared",
            ),
            "orders": (
                blocks("layout(row_major) uniform B { mat4 v; };", "uniform B { mat4 v; };"),
                "order",
            ),
            "orders of members": (
                blocks("uniform B { layout(row_major) mat4 v; };", "uniform B { mat4 v; };"),
                "the qualifiers of `v`",
            ),
            "orders of vectors": (
                blocks("uniform B { layout(row_major) vec4 v; };", "uniform B { vec4 v; };"),
                "",
            ),
            "es precisions": (
                blocks("uniform B { highp vec4 v; };", "uniform B { lowp vec4 v; };", es=True),
                "the precisions of `v`",
            ),
            "es precisions of structures": (
                blocks(
                    "struct S { highp float a; }; uniform B { S v; };",
                    "struct S { lowp float a; }; uniform B { S v; };",
                    es=True,
                ),
                "the precisions of `v`",
            ),
            "desktop precisions": (
                blocks("uniform B { highp vec4 v; };", "uniform B { lowp vec4 v; };"),
                "",
            ),
            "instance names": (blocks("uniform B { vec4 v; } a;", "uniform B { vec4 v; } b;"), ""),
            "instance and none": (
                blocks("uniform B { vec4 v; } a;", "uniform B { vec4 v; };"),
                "an instance name",
            ),
            "arrays": (
                blocks("uniform B { vec4 v; } a[2];", "uniform B { vec4 v; } a[3];"),
                "2 elements",
            ),
            "inside and outside": (
                blocks("uniform B { vec4 v; };", "uniform vec4 v;", "v"),
                "in block `B`",
            ),
            "in two blocks": (
                blocks("uniform B { vec4 v; };", "uniform C { vec4 v; };", "v"),
                "in block `C`",
            ),
            "14 blocks": (blocks(many.replace("uniform B14 { vec4 v14; };", ""), ""), ""),
            "15 blocks": (
                blocks(many, ""),
                "15 uniform blocks, more than MAX_VERTEX_UNIFORM_BLOCKS",
            ),
            "largest": (blocks("uniform B { vec4 v[4096]; };", ""), ""),
            "too large": (blocks("uniform B { vec4 v[4097]; };", ""), "65552 bytes"),
            "huge": (blocks("uniform B { mat4 v[16000]; };", ""), "MAX_UNIFORM_BLOCK_SIZE"),
        }
    )


# -- fragment outputs ------------------------------------------------------------------------------


def outputs(program):
    return {output.name: (output.location, output.index) for output in program.outputs}


def test_outputs_get_locations():
    program = linked(
        **fragment(
            "layout(location = 1) out vec4 a; out vec4 b, c[2]; out uvec2 d; out vec4 unused;",
            "a = b = c[0] = c[1] = vec4(1); d = uvec2(2);",
        ),
        outputs=(("a", (5, 0)), ("b", (4, 0)), ("unused", (0, 0))),
    )
    assert outputs(program) == {"a": (1, 0), "b": (4, 0), "c": (2, 0), "d": (0, 0)}
    results = {b.indices for b in program.programs[Stage.FRAGMENT].results}
    assert results == {(0,), (1,), (2,), (3,), (4,)}


def test_second_source_of_blending():
    two = fragment("out vec4 a, b;", "a = b = vec4(1);")
    program = linked(**two, outputs=(("a", (0, 0)), ("b", (0, 1))))
    assert outputs(program) == {"a": (0, 0), "b": (0, 1)}
    assert Binding("result.color.second", (0,)) in program.programs[Stage.FRAGMENT].results
    check({
        "location 1": (
            two | {"outputs": (("a", (1, 0)), ("b", (0, 1)))}, "MAX_DUAL_SOURCE_DRAW_BUFFERS is 1"
        ),
        "by layout": (
            fragment("layout(location = 0, index = 1) out vec4 a; out vec4 b;",
                     "a = b = vec4(1);"), ""
        ),
    })  # fmt: skip


def test_outputs_refused():
    nine = ", ".join(f"v{n}" for n in range(9))
    written = " ".join(f"v{n} = vec4(1);" for n in range(9))
    check({
        "same": (
            fragment("layout(location = 1) out vec4 a; layout(location = 1) out vec4 b;",
                     "a = b = vec4(1);"),
            "outputs `a` and `b` have the same location 1",
        ),
        "same, one unused": (
            fragment("layout(location = 1) out vec4 a; layout(location = 1) out vec4 b;",
                     "a = vec4(1);"), ""
        ),
        "overlap": (
            fragment("layout(location = 0) out vec4 a[2]; layout(location = 1) out vec4 b;",
                     "a[0] = b = vec4(1);"), "the same location"
        ),
        "nine": (fragment(f"out vec4 {nine};", written), "MAX_DRAW_BUFFERS is 8"),
        "beyond": (
            fragment("out vec4 a[3];", "a[1] = vec4(1);") | {"outputs": (("a", (6, 0)),)},
            "has location 8",
        ),
        "es: several": (
            vertex("", "vec4(1)", "300 es")
            | fragment("out mediump vec4 a, b;", "a = b = vec4(1.0);", "300 es"),
            "output `a` needs a location",
        ),
    })  # fmt: skip


# -- transform feedback ----------------------------------------------------------------------------

CAPTURED = (
    "150 compatibility: out vec3 a; out float b[3]; out mat2 m; flat out ivec2 n;"
    "struct S { float x; vec2 y; }; out S s; out Block { vec4 v; vec2 w; } block;"
    "void main() { gl_Position = vec4(1); a = vec3(2); b[0] = b[1] = b[2] = 3.0; m = mat2(1);"
    "n = ivec2(1); s.x = 1.0; s.y = vec2(2); block.v = vec4(1); block.w = vec2(2);"
    "gl_TexCoord[1] = vec4(1); gl_ClipDistance[1] = 2.0; gl_PointSize = 3.0; }"
)


def capture(*names, vs=CAPTURED, **more):
    return {"vs": vs, "varyings": names, **more}


def test_captured_varyings():
    program = linked(**capture(
        "gl_Position", "a", "b", "b[1]", "m", "n", "s.y", "Block.w", "gl_SkipComponents2",
        "gl_NextBuffer", "gl_TexCoord[1]", "gl_ClipDistance[1]", "gl_PointSize",
    ))  # fmt: skip
    found = {v.name: v for v in program.varyings}
    assert [len(v.components) for v in program.varyings] == [4, 3, 3, 1, 4, 2, 2, 2, 0, 0, 4, 1, 1]
    assert found["gl_Position"].components[3] == (Binding("result.position"), 3)
    assert (found["b"].type, found["b"].size) == (FLOAT, 3)
    assert (found["b[1]"].type, found["b[1]"].size) == (FLOAT, 1)
    assert found["b[1]"].components == found["b"].components[1:2]
    assert found["m"].type is MATRICES["mat2"]
    (one, _), (_, _), (two, component), _ = found["m"].components
    assert (two.indices[0] - one.indices[0], component) == (1, 0)
    assert found["n"].type is VECTORS["ivec2"]
    assert found["gl_SkipComponents2"].skipped == 2
    assert found["gl_NextBuffer"].next_buffer
    assert found["gl_TexCoord[1]"].components[0] == (Binding("result.texcoord", (1,)), 0)
    assert found["gl_ClipDistance[1]"].components == ((Binding("result.clip", (1,)), 0),)
    results = program.programs[Stage.VERTEX].results
    assert {binding for v in program.varyings for binding, _ in v.components} <= set(results)


def test_feedback_refused():
    big = "150: out float a[200]; out vec4 b[9]; void main() { a[0] = 1.0; b[0] = vec4(1); }"
    check(
        {
            "twice": (capture("a", "b", "a"), "has `a` twice"),
            "unknown": (capture("c"), "`c` of transform feedback is no output"),
            "structure": (capture("s"), "no output"),
            "beyond": (capture("b[3]"), "no output"),
            "zeros before an index": (capture("b[01]"), "no output"),
            "no array": (capture("a[0]"), "no output"),
            "instance": (capture("block.w"), "no output"),
            "rubbish": (capture("a.b[", ""), "no output"),
            "separate": (capture("a", "n", interleaved=False), ""),
            "separate, too many": (capture("b", "s.y", interleaved=False), ""),
            "separate matrix": (capture("m", interleaved=False), ""),
            "separate, 9 vectors": (
                capture("b", vs=big, interleaved=False),
                "more than MAX_TRANSFORM_FEEDBACK_SEPARATE",
            ),
            "interleaved": (
                capture("a", vs=big),
                "more than MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS",
            ),
            "skips when separate": (
                capture("gl_SkipComponents1", interleaved=False),
                "needs interleaved",
            ),
            "buffers": (capture(*["gl_NextBuffer"] * 4), "has 5 buffers"),
            "no vertex shader": (
                {"fs": FS, "varyings": ("a",)},
                "needs a vertex or geometry shader",
            ),
        }
    )
