"""Rules that make expressions simpler, and vectors of components."""

import pytest

from softgl.translate.glsl.expressions import read, written
from softgl.translate.glsl.simplify import simplified
from softgl.translate.glsl.vectors import Apart, together

WIDTHS = {"v": 4, "w": 3}


def width_of(tree):
    return WIDTHS.get(tree.text) if tree.kind == "name" else None


@pytest.mark.parametrize(
    ("text", "simple"),
    [
        ("x < 0.0 && !(x == 0.0)", "x < 0.0"),
        ("!(x < 0.0) && !(x == 0.0)", "x > 0.0"),
        ("(x < 0.0) != (x == 0.0)", "x <= 0.0"),
        ("x < 0.0 || !(x == 0.0)", "x != 0.0"),
        ("x < 0.0 && !(y == 0.0)", "x < 0.0 && y != 0.0"),
        ("a && true", "a"), ("a || true", "true"), ("false || a", "a"), ("a && a", "a"),
        ("a != false", "a"), ("a == false", "!a"), ("!!a", "a"), ("(x < y) == false", "x >= y"),
        ("false ? a : b", "b"), ("c ? a : a", "a"), ("!c ? a : b", "c ? b : a"),
        ("c ? true : false", "c"),
        ("1.0 / sqrt(x)", "inversesqrt(x)"), ("a + -b", "a - b"), ("a - -b", "a + b"),
        ("uintBitsToFloat(floatBitsToUint(x))", "x"),
        ("vec4(v.x, v.y, v.z, v.w)", "v"), ("vec3(w.x, w.y, w.z)", "w"),
        ("vec3(v.x, v.y, v.z)", "v.xyz"), ("vec4(v.x, v.y, v.z, 1.0)", "vec4(v.xyz, 1.0)"),
        ("vec4(w.x, w.y, w.z, 1.0)", "vec4(w, 1.0)"),
        ("vec4(v.w, v.x, u.x, u.y)", "vec4(v.wx, u.xy)"),
        ("vec3(0.0, 0.0, 0.0)", "vec3(0.0)"), ("vec3(a, b, c).y", "b"), ("v.zyx.y", "v.y"),
        ("uvec2(floatBitsToUint(v.x), floatBitsToUint(v.y))", "floatBitsToUint(v.xy)"),
        ("vec3(uintBitsToFloat(w.x), uintBitsToFloat(w.y), uintBitsToFloat(w.z))",
         "uintBitsToFloat(w)"),
        ("vec3(uintBitsToFloat(w.x), uintBitsToFloat(w.y), uintBitsToFloat(s))",
         "vec3(uintBitsToFloat(w.xy), uintBitsToFloat(s))"),
        ("packDouble2x32(unpackDouble2x32(d))", "d"),
        ("vec2(v.x, s.light.y)", "vec2(v.x, s.light.y)"),
    ],
)  # fmt: skip
def test_rules(text, simple):
    assert written(simplified(read(text), width_of)) == simple


@pytest.mark.parametrize(
    ("components", "vector"),
    [
        (["v.x * s", "v.y * s", "v.z * s"], "v.xyz * s"),
        (["v.x * w.x + 1.0", "v.y * w.y + 2.0"], "v.xy * w.xy + vec2(1.0, 2.0)"),
        (["-v.x", "-v.y", "-v.z", "-v.w"], "-v"),
        (["max(v.x, 0.0)", "max(v.y, 0.0)"], "max(v.xy, 0.0)"),
        (["max(0.0, v.x)", "max(0.0, v.y)"], "max(vec2(0.0), v.xy)"),
        (["clamp(v.x, 0.0, t.x)", "clamp(v.y, 0.0, t.y)"], "clamp(v.xy, vec2(0.0), t.xy)"),
        (["mix(v.x, 2.0, s)", "mix(v.y, 2.0, s)"], "mix(v.xy, vec2(2.0), s)"),
        (["pow(v.x, s)", "pow(v.y, s)"], "pow(v.xy, vec2(s))"),
        (["c ? v.x : 0.0", "c ? v.y : 0.0"], "c ? v.xy : vec2(0.0)"),
        (["v.x < s ? 1.0 : 0.0", "v.y < s ? 1.0 : 0.0"], "vec2(lessThan(v.xy, vec2(s)))"),
        (["v.x < s ? v.x : s", "v.y < s ? v.y : s"], "mix(vec2(s), v.xy, lessThan(v.xy, vec2(s)))"),
        (["a * v.x", "b * v.y"], "vec2(a, b) * v.xy"),
    ],
)
def test_vectors(components, vector):
    assert written(together([read(each) for each in components], 330, width_of)) == vector


@pytest.mark.parametrize(
    "components",
    [
        ["v.x + s", "v.y - s"], ["a * b", "c * d"], ["dot(v, v)", "dot(w, w)"],
        ["f(v.x)", "f(v.y)"], ["c ? v.x : s", "d ? v.y : s"], ["v.x % 2", "v.y % 2"],
    ],
)  # fmt: skip
def test_what_is_no_vector(components):
    with pytest.raises(Apart):
        together([read(each) for each in components], 330, width_of)


def test_old_versions_choose_no_components():
    components = [read("v.x < s ? v.x : s"), read("v.y < s ? v.y : s")]
    with pytest.raises(Apart):
        together(components, 120, width_of)
