"""Expressions of GLSL as trees."""

import pytest

from softgl.translate.glsl.expressions import Unreadable, names, read, walk, written


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("a * b + c", "a * b + c"),
        ("a * (b + c)", "a * (b + c)"),
        ("a - (b - c)", "a - (b - c)"),
        ("(a - b) - c", "a - b - c"),
        ("a + (b + c)", "a + (b + c)"),  # sums of floats are not associative
        ("(-2.5) * x", "-2.5 * x"),
        ("a - (-b)", "a - (-b)"),
        ("-(a + b)", "-(a + b)"),
        ("x < 0.0 ? -y : z", "x < 0.0 ? -y : z"),
        ("(a ? b : c) ? d : (e ? f : g)", "(a ? b : c) ? d : e ? f : g"),
        ("!(a && b) || c != d", "!(a && b) || c != d"),
        ("a & 3 | b << 2", "a & 3 | b << 2"),
        ("texture(t, vec2(a.x, a.y)).x", "texture(t, vec2(a.x, a.y)).x"),
        ("m[i][3].xyz", "m[i][3].xyz"),
        ("uintBitsToFloat(0x7f800000u)", "uintBitsToFloat(0x7f800000u)"),
        ("1e-37 + 5.42101086e-20", "1e-37 + 5.42101086e-20"),
        ("~a", "~a"),
    ],
)
def test_what_is_read_is_written(text, again):
    tree = read(text)
    assert written(tree) == again
    assert read(again) == tree


@pytest.mark.parametrize("text", ["", "a +", "(a", "a b", "a ? b", "f(a", "a.", "@", "= a"])
def test_what_is_no_expression(text):
    with pytest.raises(Unreadable):
        read(text)


def test_what_is_in_a_tree():
    tree = read("f(a.x, b[c]) + a")
    assert names(tree) == ["a", "b", "c", "a"]
    assert [each.kind for each in walk(tree)].count("name") == 4
