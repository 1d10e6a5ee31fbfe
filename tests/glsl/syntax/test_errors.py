"""Syntax errors: their messages, all of a text, and the limits of nesting."""

import random

import pytest

from softgl.glsl.text.source import Source
from softgl.glsl.tree import MAX_NESTING
from tests.glsl.syntax.written import parsed

ERRORS = {
    "": ("the shader is empty", "a declaration"),
    "// nothing": ("the shader is empty", "a declaration"),
    "float": ("unexpected end of the shader", "a name"),
    "float;a b c;": ("unexpected 'c'", "',', '=' or ';'"),
    "int x = ;": ("unexpected ';'", "an expression"),
    "int x = 1 +;": ("unexpected ';'", "an expression"),
    "int x = (1;": ("unexpected ';'", "')'"),
    "int x[;": ("unexpected ';'", "an expression"),
    "int x = a[];": ("unexpected ';'", "'(' behind an array type"),
    "int x = a[1;": ("unexpected ';'", "']'"),
    "int x = f(1;": ("unexpected ';'", "',' or ')'"),
    "int x = f(1,);": ("unexpected ')'", "an expression"),
    "int x = a.;": ("unexpected ';'", "the name of a field"),
    "int x = a ? b;": ("unexpected ';'", "':'"),
    "int x = vec3;": ("unexpected ';'", "'(' behind a type"),
    "int x = {};": ("unexpected '}'", "an expression"),
    "int x = {1;": ("unexpected ';'", "',' or '}'"),
    "int 1;": ("unexpected '1'", "a name"),
    "int goto;": ("'goto' is a reserved word in GLSL 3.30", ""),
    "int if;": ("unexpected 'if'", "a name"),
    "int x = 09;": ("'09' is not a number", ""),
    "int x = 1.0lf;": ("'1.0lf' is not a number", ""),
    "int x @;": ("this character is not part of GLSL", ""),
    "int é;": ("this character is not part of GLSL", ""),
    "#define A #\nint x = A;": ("this character is not part of GLSL", ""),
    "struct S { };": ("unexpected '}'", "a member: a structure cannot be empty"),
    "struct S { int a = 1; };": ("unexpected '='", "',' or ';'"),
    "struct S { void f(); };": ("unexpected '('", "',' or ';'"),
    "uniform B { };": ("unexpected '}'", "a member: a block cannot be empty"),
    "layout() in;": ("unexpected ')'", "a layout qualifier"),
    "layout(a b) in;": ("unexpected 'b'", "',' or ')'"),
    "layout in;": ("unexpected 'in'", "'('"),
    "precision float;": ("unexpected 'float'", "lowp, mediump or highp"),
    "invariant a, ;": ("unexpected ';'", "a name"),
    "void f(int a {}": ("unexpected '{'", "',' or ')'"),
    "void f()": ("unexpected end of the shader", "'{' or ';'"),
    "void f() {": ("unexpected end of the shader", "a statement or '}'"),
    "}": ("unexpected '}'", "a type"),
    "a = 1;": ("unexpected '='", "a name"),
    "if (a) b;": ("unexpected 'if'", "a type"),
}
STATEMENTS = {
    "a b": ("unexpected '}'", "',', '=' or ';'"),
    "a = 1": ("unexpected '}'", "an operator or ';'"),
    "void f() {}": ("unexpected '{'", "';': a function cannot be defined in another one"),
    "if a": ("unexpected 'a'", "'('"),
    "if (a;": ("unexpected ';'", "')'"),
    "if (bool a = b) ;": ("unexpected 'a'", "'(' behind a type"),
    "if (a) }": ("unexpected '}'", "an expression"),
    "else ;": ("unexpected 'else'", "an expression"),
    "do a; (b);": ("unexpected '('", "'while'"),
    "do a; while (b)": ("unexpected '}'", "';'"),
    "for (a; b) ;": ("unexpected ')'", "';'"),
    "for (a; b; c; d) ;": ("unexpected ';'", "')'"),
    "while (bool a) ;": ("unexpected ')'", "'='"),
    "switch (a) b;": ("unexpected 'b'", "'{'"),
    "case 1 b;": ("unexpected 'b'", "':'"),
    "return 1": ("unexpected '}'", "an operator or ';'"),
    "return": ("unexpected '}'", "an expression"),
    "break a;": ("unexpected 'a'", "';'"),
    "(a)(b);": ("unexpected '('", "an operator: only names and types can be called"),
    "unsigned a;": ("'unsigned' is a reserved word in GLSL 3.30", ""),
}


def errors(text, version="330"):
    """(text, expected) of the messages of a shader."""
    _, messages = parsed(f"#version {version}\n{text}")
    return [(message.text, message.expected) for message in messages]


def test_errors():
    for text, expected in ERRORS.items():
        assert errors(text)[:1] == [expected], text
    for text, expected in STATEMENTS.items():
        assert errors(f"void main() {{ {text} }}")[:1] == [expected], text


def test_words_of_other_versions():
    reserved = "'switch' is a reserved word in GLSL 1.20: 'switch' is a keyword from GLSL 1.30 on"
    assert errors("switch (a) {}", "120") == [(reserved, "")]
    later = "unexpected '(': 'layout' is a keyword from GLSL 1.40 on"
    assert errors("layout(location = 1) attribute vec3 a;", "120") == [(later, "")]
    later = "'flat' is a keyword from GLSL 1.30 on, or with GL_EXT_gpu_shader4"
    assert errors("flat varying vec3 a;", "120") == [(f"unexpected 'varying': {later}", "")]
    assert errors("int flat, uint, layout, smooth;", "120") == []
    assert errors("attribute vec3 a;", "300 es") == [
        ("'attribute' is a reserved word in GLSL ES 3.00", "")
    ]
    assert errors("noperspective in vec3 a;", "300 es")
    assert errors("precision highp float;", "110")


def test_warnings_of_numbers():
    _, messages = parsed("float x = 1.0f; int y = 3000000000;")
    assert [message.text for message in messages] == [
        "GLSL 1.10 has no suffix 'f'",
        "integer '3000000000' is -1294967296 as an int",
    ]


def test_all_errors_are_found():
    text = """
void f() {
    int a = ;
    if (b { c; }
    { d e f; g; }
    for (;) { h; }
}
int i j;
void k( { int l = 1; }
float m;
struct { int n = 1; } o;
int = 3;
"""
    unit, messages = parsed(text)
    source = Source([text])
    assert [source.place(m.at)[1] for m in messages] == [3, 4, 5, 6, 8, 9, 11, 12]
    assert [type(node).__name__ for node in unit.declarations] == ["Function", "Declaration"]


def test_errors_are_limited():
    _, messages = parsed("int a b;\n" * 500)
    assert len(messages) == 101
    assert messages[-1].text == "more than 100 syntax errors"


DEEP = {
    "parentheses": ("float x = ", "(", "1", ")", ";"),
    "indices": ("float x = ", "a[", "1", "]", ";"),
    "calls": ("float x = ", "f(", "1", ")", ";"),
    "blocks": ("void f() {", "{", "", "}", "}"),
    "conditions": ("void f() {", "if (a) ", ";", "", "}"),
    "alternatives": ("void f() {", "if (a) ; else {", ";", "}", "}"),
    "loops": ("void f() {", "for (;;) ", ";", "", "}"),
    "minus": ("float x = ", "- ", "1", "", ";"),
    "assignments": ("float x = ", "a = ", "1", "", ";"),
    "conditionals": ("float x = ", "a ? b : ", "1", "", ";"),
    "middles": ("float x = ", "a ? ", "1", " : b", ";"),
    "fields": ("float x = a", ".b", "", "", ";"),
    "commas": ("float x = (a", ", b", ")", "", ";"),
    "products": ("float x = ", "(a + b * ", "1", ")", ";"),
    "lists": ("float x = ", "{", "1", "}", ";"),
    "structures": ("", "struct { ", "int a;", "} a;", ""),
}


@pytest.mark.parametrize("kind", DEEP)
def test_nesting_is_limited(kind):
    before, opening, middle, closing, after = DEEP[kind]
    for count, deep in ((MAX_NESTING // 3, False), (MAX_NESTING + 1, True), (20_000, True)):
        _, messages = parsed(before + opening * count + middle + closing * count + after)
        texts = [message.text for message in messages]
        assert texts == [f"this is nested deeper than {MAX_NESTING} levels"] * deep, (kind, count)


BASE = """#version 330
#define F(a, b) a##b + a * F(b, a)
#define G(x) F(x, x) G
#if defined(F) && (1 + 2 * 3 == 7 || X)
layout(location = 1, std140) uniform B { mat4 m[2]; float x; } b[3];
float g = G(1)(2)(F(3, 4));
#elif !defined F
#line 3 4
#error no
#endif
struct S { vec3 a; float b[2]; };
float f(const in S s, inout vec3 v[2]) { return s.a.x > 1. ? v[0].y : -s.b[1]++; }
void main() {
    for (int i = 0; i < 3; ++i) { if (a && !b) discard; else continue; }
    switch (x) { case 1: break; default: y = (1, 2) << 3u; }
    while (bool b = true) do { S s = S(vec3(1), float[2](1.0e3, .5f)); } while (x); // end
}
"""
PIECES = (
    *"( ) { } [ ] ; , . ? : + -- = == # ## /* */ // #if #endif #else #elif #define #undef #line"
    " #version defined F( G( \" ' 1e 0x 1.2.3 float struct layout uniform if for do switch case"
    " return goto __LINE__ F G \\\n \n \x00 é \r".split(" "),
    "\n#define F(x) x F(x, x)\n",
)


def mutated(number):
    """A shader with random changes."""
    rng, text = random.Random(number), BASE
    for _ in range(rng.choice((1, 2, 5, 30))):
        at, other, kind = rng.randrange(len(text)), rng.randrange(len(text)), rng.randrange(4)
        if kind == 0:
            text = text[:at] + text[at + rng.randrange(1, 20) :]
        elif kind == 1:
            text = text[:at] + rng.choice(PIECES) * rng.choice((1, 3, 300)) + text[at:]
        elif kind == 2:
            text = text[:at] + text[other : other + rng.randrange(60)] + text[at:]
        else:
            text = text[:at] + chr(rng.randrange(256)) + text[at + 1 :]
    return text


def test_bad_texts_end_in_messages():
    for number in range(150):
        text = mutated(number)
        source = Source([text])
        for message in parsed(text)[1]:
            assert source.format(message)
