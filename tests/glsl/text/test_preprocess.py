"""Texts through the preprocessor: the tokens that remain, and the messages."""

import pytest

from softgl.glsl.text.preprocess import preprocess
from softgl.glsl.text.source import Source


def spellings(*strings, **context):
    """The tokens of a shader without errors, with a blank between."""
    done = preprocess(Source(list(strings)), **context)
    assert not done.messages
    return " ".join(done.tokens.texts).strip()


def errors(*strings, **context):
    """The texts of the errors of a shader."""
    messages = preprocess(Source(list(strings)), **context).messages
    return [message.text for message in messages if message.severity == "error"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a/**/b // c\nd", "a b d"),
        ("#define A 1\nA A", "1 1"),
        ("#define F(x, y) x*y\nF(1, (2, 3)) F", "1 * ( 2 , 3 ) F"),
        ("#define F (x)\nF", "( x )"),
        ("#define F() z\nF() F(\n)", "z z"),
        ("#define F(x) [x]\nF() F(F(1))", "[ ] [ [ 1 ] ]"),
        ("#define A B\n#define B A\nA B", "A B"),
        ("#define A A + B\n#define B A\nA", "A + A"),
        ("#define F(x) x G\n#define G(x) F(x)\nF(1)(2)(3)", "1 2 G ( 3 )"),
        ("#define N F(\n#define F(x) <x>\nN 1)", "< 1 >"),
        ("#define A 1\n#define F(x) x A\n#undef A\nF(A)", "A A"),
        ("#version 130\n#define C(a, b) a##b\nint C(x, 1), C(, y);", "int x1 , y ;"),
        ("#version 130\n#define C(a, b) a ## b\n#define x 1\n#define xx 2\nC(x, x)", "2"),
        ("__LINE__ __FILE__\n__LINE__ __VERSION__", "1 0 2 110"),
        ("#line 7\n__LINE__", "8"),
        ("#version 330\n#line 7 3\n__LINE__ __FILE__", "7 3"),
        ("#version 100\n#line 6 + 1\n__LINE__ GL_ES", "7 1"),
        ("a\\\nb c\\\r\nd", "ab cd"),
        ("#define A 1 \\\n + 2\nA", "1 + 2"),
        ("#define A 1 /*\n*/ + 2\nA", "1 + 2"),
        ("a\r#define B c\r\nB", "a c"),
        ("1.0e5 .5f 0x1Fu x.y++ <<= ^^", "1.0e5 .5f 0x1Fu x . y ++ <<= ^^"),
    ],
)
def test_tokens(text, expected):
    assert spellings(text) == expected
