"""Texts to tokens."""

from __future__ import annotations

import pytest

from softgl.asm.text.lexer import Tokens
from softgl.errors import ProgramError


def texts(source):
    tokens = Tokens(source, 0)
    found = []
    while tokens.peek().kind != "end":
        found.append(tokens.take().text)
    return found


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("MOV R0.x,v[0];", ["MOV", "R0", ".", "x", ",", "v", "[", "0", "]", ";"]),
        ("program.env[0..3]", ["program", ".", "env", "[", "0", "..", "3", "]"]),
        ("[0 .. 7]", ["[", "0", "..", "7", "]"]),
        ("c[A0.x-4]", ["c", "[", "A0", ".", "x", "-", "4", "]"]),
        ("3.14159.x 2.x 5.; .5", ["3.14159", ".", "x", "2", ".", "x", "5.", ";", ".5"]),
        ("1e-006,3.2e+014,.1E2,+3.", ["1e-006", ",", "3.2e+014", ",", ".1E2", ",", "+", "3."]),
        ("0x0F 0XaB", ["0x0F", "0XaB"]),
        ("1D 2D 3D CUBE SHADOW2D", ["1D", "2D", "3D", "CUBE", "SHADOW2D"]),
        ("_a $b a$b_9", ["_a", "$b", "a$b_9"]),
        ("a#b;$@\\\nc#d\re#f", ["a", "c", "e"]),
        ("a\t\r\n\r b", ["a", "b"]),
        ("(|-x|):={}", ["(", "|", "-", "x", "|", ")", ":", "=", "{", "}"]),
        ("", []),
        ("# only a comment", []),
    ],
)
def test_tokens(source, wanted):
    assert texts(source) == wanted


@pytest.mark.parametrize(
    ("source", "start", "end"),
    [
        ("a @", 2, 3),
        ("a 2DX", 2, 5),
        ("a 12ab c", 2, 6),
        ("a 1.5x", 2, 6),
        ("a 0xZ", 2, 5),
        ("a\x00", 1, 2),
        ("a\x0b", 1, 2),
        ("é", 0, 1),
        ("/* no */", 0, 1),
    ],
)
def test_refused(source, start, end):
    with pytest.raises(ProgramError) as caught:
        texts(source)
    assert (caught.value.span.start, caught.value.span.end) == (start, end)


def test_nothing_is_read_before_it_is_asked_for():
    tokens = Tokens("END @@@", 0)
    assert tokens.take().text == "END"


def test_spans_are_offsets_in_the_whole_text():
    tokens = Tokens("!!ARBvp1.0MOV  x", 10)
    spans = [tokens.take().span, tokens.take().span]
    assert [(span.start, span.end) for span in spans] == [(10, 13), (15, 16)]
