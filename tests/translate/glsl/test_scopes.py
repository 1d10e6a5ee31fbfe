"""Scopes in which variables are declared."""

from softgl.translate.glsl.tidy import tidy

HEAD = "void main()\n{\n"


def tidied(text, *declared):
    """The lines of functions, and the declarations before them; `in` and `out` are `i` and `o`."""
    code, variables = tidy(text.split("\n"), list(declared), {"i": "vec4", "o": "vec4"}, 330)
    return "\n".join(line for line in code), variables


def test_at_the_first_value_of_the_block_that_needs_it():
    found, left = tidied(
        f"{HEAD}    r = 0.0;\n    // 1\n    if (i.x < 0.0)\n    {{\n        // 2\n"
        "        r = i.x * 2.0;\n        // 3\n        o.x = r * r;\n    }\n}",
        "float r;",
    )
    assert not left and "r = 0.0" not in found
    assert "        float r = i.x * 2.0;\n        // 3\n        o.x = r * r;" in found


def test_with_its_first_value_outside_of_the_loops_that_keep_it():
    found, left = tidied(
        f"{HEAD}    r = 0.0;\n    // 1\n    o = i;\n    // 2\n"
        "    for (int n = 4; n > 0; n--)\n    {\n        // 3\n"
        "        r = r + i.x;\n        // 4\n        o.x = r;\n    }\n}",
        "float r;",
    )
    assert not left
    assert "    o = i;\n    float r = 0.0;\n    // 2\n    for" in found


def test_before_the_if_whose_other_way_needs_it():
    found, _ = tidied(
        f"{HEAD}    r = 0.0;\n    // 1\n    if (i.x < 0.0)\n    {{\n        // 2\n"
        "        o = i;\n    }\n    else\n    {\n        // 3\n        r = r + i.x;\n    }\n"
        "    // 4\n    o.x = r;\n}",
        "float r;",
    )
    assert "{\n    float r = 0.0;\n    // 1\n    if" in found


def test_for_all_functions_that_need_it():
    found, left = tidied(
        "void sub_a()\n{\n    // 1\n    r = r + 1.0;\n}\n\n"
        f"{HEAD}    r = 0.0;\n    // 2\n    sub_a();\n    // 3\n    o.x = r;\n}}",
        "float r;",
    )
    assert left == ["float r = 0.0;"] and "r = 0.0" not in found


def test_a_subroutine_keeps_what_it_had_and_what_it_writes_first_is_its_own():
    sub = "void sub_a()\n{{\n    // 1\n    {0}\n    // 2\n    q = r * 2.0;\n}}\n\n"
    main = f"{HEAD}    r = 1.0;\n    q = 0.0;\n    // 3\n    sub_a();\n    // 4\n    o.x = q;\n}}"
    found, left = tidied(sub.format("r = r * i.x;") + main, "float r;", "float q;")
    assert left == ["float r = 1.0;", "float q = 0.0;"]
    found, left = tidied(sub.format("r = i.x + i.y;") + main, "float r;", "float q;")
    assert left == ["float q = 0.0;"] and "    float r = i.x + i.y;" in found


def test_a_result_is_the_output():
    found, left = tidied(
        f"{HEAD}    r = vec4(0.0, 0.0, 0.0, 1.0);\n    // 1\n    r.x = i.y;\n    o = r;\n}}",
        "vec4 r;",
    )
    assert not left
    assert "    o = vec4(0.0, 0.0, 0.0, 1.0);\n    // 1\n    o.x = i.y;\n}" in found


def test_an_output_whose_vertices_are_emitted_is_none():
    """EmitVertex leaves outputs undefined: a value kept until the next one is a variable."""
    found, _ = tidied(
        f"{HEAD}    r = vec4(0.0);\n    // 1\n    r = r + i;\n    o = r;\n"
        "    EmitVertex();\n    // 2\n    r = r + i;\n    o = r;\n    EmitVertex();\n}",
        "vec4 r;",
    )
    assert found.count("o = r;") == 2
