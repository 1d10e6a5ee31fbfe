"""The records of qualifiers, layouts and blocks."""

from tests.glsl.check.cases import compiled


def variables(*case):
    shader = compiled(*case)
    assert shader.compiled, shader.info_log
    return {v.name: v for v in shader.globals}


def test_qualifiers_are_entered():
    found = variables("330", "f", "flat centroid in int a; layout(location = 2) out vec4 b;")
    assert (found["a"].interpolation, found["a"].centroid) == ("flat", True)
    assert found["b"].layout == {"location": 2}


def test_arrays_keep_their_largest_index():
    found = variables("120", "v", "float a[]; void main() { gl_TexCoord[2] = vec4(a[4]); }")
    assert (found["a"].max_index, found["gl_TexCoord"].max_index) == (4, 2)
    assert found["a"].type.count is None


def test_blocks_are_entered():
    text = "layout(row_major) uniform; uniform C { vec4 a; } c[3];"
    text = "layout(std140) uniform B { mat2 a; layout(column_major) mat2 b; };" + text
    shader = compiled("330", "f", text)
    first, second = shader.blocks
    assert (first.layout, second.row_major, second.layout, second.count) == (
        "std140",
        True,
        "shared",
        3,
    )
    assert [member.layout for member in first.type.members] == [(), ("column_major",)]
    assert [variable.member for variable in first.members] == [0, 1]
    assert second.variable.block is second


def test_layouts_of_the_shader_are_entered():
    shader = compiled("330", "f", "layout(origin_upper_left) in vec4 gl_FragCoord;")
    assert shader.layout == {"origin_upper_left": None}
    text = "layout(lines) in; layout(line_strip, max_vertices = 4) out; in float a[];"
    shader = compiled("330", "g", text)
    geometry = shader.geometry
    assert (geometry.taken, geometry.made, geometry.max_vertices) == ("lines", "line_strip", 4)
    assert str(shader.globals[0].type) == "float[2]"


def test_arrays_in_blocks_get_sizes():
    text = "uniform A { float a[]; }; in B { vec4 b; vec2 a[]; } c[2];"
    shader = compiled("330", "f", text + "void main() { a[1] + c[1].a[4].x; }")
    assert [str(member.type) for member in shader.blocks[0].type.members] == ["float[2]"]
    struct = shader.blocks[1].type
    assert [str(member.type) for member in struct.members] == ["vec4", "vec2[5]"]
    total = shader.functions[0].body.statements[0].expression
    element = total.right.object  # c[1].a[4]
    assert (total.left.object.type.count, element.object.type.count) == (2, 5)
    assert element.object.object.type is struct
    assert element.object.object.object.type.element is struct
