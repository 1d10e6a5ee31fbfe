"""The values of constant expressions, and the typed tree of expressions."""

import pytest

from softgl.glsl import typed
from tests.glsl.check.cases import compiled


def initializer(version, text, name="a"):
    shader = compiled(version, "f", text)
    assert shader.compiled, shader.info_log
    return next(v.initializer for v in shader.globals if v.name == name)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("const int a = 7 / 2 - -3 * 2;", (9,)),
        ("const vec2 a = vec2(1, 2).yx;", (0x40000000, 0x3F800000)),
        ("const mat2 m = mat2(1, 2, 3, 4); const vec2 a = m[1];", (0x40400000, 0x40800000)),
        ("const float b[2] = float[](1, 2); const float a = b[1];", (0x40000000,)),
        ("struct S { int a; bool b; }; const bool a = S(1, true).b;", (0xFFFFFFFF,)),
        ("const int a = true ? 1 : 2;", (1,)),
        ("const uint a = 1u - 2u;", (0xFFFFFFFF,)),
        ("const float a = -0.0;", (0x80000000,)),
        ("const float b = 2; const int a = int(b);", (2,)),
        ("const int a = vec3[4](vec3(0), vec3(0), vec3(0), vec3(0)).length();", (4,)),
    ],
)
def test_constants_have_values(text, words):
    value = initializer("330", text)
    assert type(value) is typed.Constant
    assert value.words == words


def test_conversions_are_explicit():
    shader = compiled("330", "f", "uniform int u; uniform vec2 v; void main() { vec2 w = v * u; }")
    product = shader.functions[0].body.statements[0].variable.initializer
    assert type(product) is typed.Binary
    assert type(product.right) is typed.Convert
    assert str(product.right.type) == "float"


def test_a_chain_of_operators_may_be_long():
    text = "{ int a = 1, b = a" + " + a" * 20000 + "; }"
    assert compiled("330", "f", text).compiled


def test_an_error_silences_its_consequences():
    log = compiled("330", "f", "{ vec3 a = vec3(b + 1) * 2 + foo(b); }").info_log
    assert log.count("error") == 2
