"""The records of types and scopes, and their limits."""

from tests.glsl.check.cases import compiled


def test_a_reserved_name_is_warned_about():
    assert "two underscores" in compiled("330", "f", "int a__b;").info_log


def test_each_unknown_name_is_told_once():
    shader = compiled("330", "f", "{ foo = 1; foo = foo + 2; bar(foo); bar(1); }")
    assert shader.info_log.count("not declared") == 2


def test_structures_that_double_each_time_take_no_time():
    lines = ["struct S0 { vec4 a; };"]
    lines += [f"struct S{n + 1} {{ S{n} a, b; }};" for n in range(90)]
    shader = compiled("330", "f", "\n".join([*lines, "uniform S90 s;"]))
    assert "at most 65536" in shader.info_log


def test_structures_are_bounded_in_depth():
    lines = ["struct S0 { vec4 a; };", *(f"struct S{n + 1} {{ S{n} a; }};" for n in range(3000))]
    shader = compiled("330", "f", "\n".join([*lines, "uniform S3000 s;"]))
    assert "129 structures deep, expected at most 128" in shader.info_log
