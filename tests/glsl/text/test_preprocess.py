"""Texts through the preprocessor: the tokens that remain, and the messages."""

import pytest

from softgl.gl.queries import strings
from softgl.glsl.text.extensions import EXTENSIONS
from softgl.glsl.text.preprocess import preprocess
from softgl.glsl.text.source import Source


def spellings(*strings, **context):
    """The tokens of a shader without errors, with a blank between."""
    done = preprocess(Source(list(strings)), **context)
    assert not done.messages
    return " ".join(done.tokens.texts).strip()


def messages(*strings, severity="error", **context):
    """The texts of the errors or warnings of a shader."""
    done = preprocess(Source(list(strings)), **context).messages
    return [message.text for message in done if message.severity == severity]


TOKENS = [
    # Comments, continued lines, ends of lines.
    ("a/**/b // c\nd", "a b d"),
    ("a //* b\n/* // */ c /*/ */ d", "a c d"),
    ("a\\\nb c\\\r\nd", "ab cd"),
    ("// a \\\nb\nc", "c"),
    ("#define A 1 \\\n + 2\nA", "1 + 2"),
    ("#define A 1 /*\n*/ + 2\nA", "1 + 2"),
    ("a\r#define B c\r\nB", "a c"),
    ("/* a */ # /* b */ define /* c */ A /* d */ 1 // e\nA", "1"),
    ("#\n # \na", "a"),
    ("1.0e5 .5f 0x1F x.y++ <<= ^^", "1.0e5 .5f 0x1F x . y ++ <<= ^^"),
    # Macros.
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
    ("#define F(x) x\nF(1\n#ifdef F\n+2\n#else\n+3\n#endif\n)", "1 + 2"),
    ("#define A 1\n#define A 1 // again\n#define F(x) x\n#define F(x) x\nA", "1"),
    ("#define a(x, y) x b\n#define b(z) z\na(1, 2)(3)", "1 3"),
    ("#define f(x) x f\nf(1)(2)", "1 f ( 2 )"),
    ("#define EMPTY\nEMPTY a EMPTY", "a"),
    ("#define F(__LINE__) [__LINE__]\nF(7) __LINE__", "[ 7 ] 2"),
    ("#define A (( (4 ) )\n#if A) == 4\na\n#endif", "a"),
    ("#undef __VERSION__\n__VERSION__", "__VERSION__"),
    ("#undef NEVER\n#define A\n#undef A\nA", "A"),
    ("#define GO go\n#define F() GO\nF()", "go"),
    ("#version 130\n#define C(a, b) a##b\nint C(x, 1), C(, y);", "int x1 , y ;"),
    ("#version 130\n#define C(a, b) a ## b\n#define x 1\n#define xx 2\nC(x, x)", "2"),
    ("#version 130\n#define C(a, b, c) a##b##c\nC(1, 2, u) C(,,)", "12u"),
    ("#version 130\n#define A p##q\n#define pq 3\nA", "3"),
    ("#version 130\n#define C(a) a##a a\n#define x y\nC(x)", "xx y"),
    ("#version 130\n#define C(a, b) a##b\nC(+, +) C(<<, =)", "++ <<="),
    # Numbers of lines and strings, versions.
    ("__LINE__ __FILE__\n__LINE__ __VERSION__", "1 0 2 110"),
    ("#define L __LINE__\n\nL", "3"),
    ("#define L __LINE__\n#define F(a, b) a b L __LINE__\nF(__LINE__,\n__LINE__\n) L", "3 4 5 5 5"),
    ("#line 7\n__LINE__", "8"),
    ("#version 150\n#line 7\n__LINE__", "8"),
    ("#version 330\n#line 7 3\n__LINE__ __FILE__\n__LINE__", "7 3 8"),
    ("#version 100\n#line 6 + 1\n__LINE__ GL_ES __VERSION__", "7 1 100"),
    ("#define L 4 5\n#line L\n__LINE__ __FILE__", "5 5"),
    ("#version 300 es\nGL_ES __VERSION__ GL_FRAGMENT_PRECISION_HIGH", "1 300 1"),
    ("#version 150\nGL_core_profile GL_compatibility_profile GL_ES", "1 1 GL_ES"),
    ("#version 120\nGL_core_profile GL_ES __VERSION__", "GL_core_profile GL_ES 120"),
    (" \n /* */ # version 330 core // c\na __VERSION__", "a 330"),
    ("#version 330 compatibility\n__VERSION__", "330"),
    ("GL_ARB_texture_rectangle GL_OES_standard_derivatives", "1 GL_OES_standard_derivatives"),
    ("#version 100\nGL_ARB_draw_buffers GL_OES_standard_derivatives", "GL_ARB_draw_buffers 1"),
    # Conditions.
    ("#if 0\n#bogus\n$ 'a\n#if 1\n#else\n#endif\n#elif 1\na\n#else\nb\n#endif", "a"),
    ("#ifdef A\na\n#endif\n#ifndef A\nb\n#endif", "b"),
    ("#define A\n#ifdef A\na\n#else\nb\n#endif", "a"),
    ("#if 1\na\n#elif 1/0\nb\n#else\nc\n#endif", "a"),
    ("#if 0\n#if 1\n#endif\n#else\na\n#endif", "a"),
    ("#define F(x) x + 1\n#if F(2) == 3\na\n#endif", "a"),
    ("#define D defined(D)\n#if D\na\n#endif", "a"),
    ("#define __VERSION 1\n__VERSION", "1"),
    # Pragmas and errors that are not reached.
    ("#pragma once\n#pragma optimize(off)\n#pragma debug ( on )\na", "a"),
    ("#if 0\n#error no\n#include <a>\n#version 1\n#endif\na", "a"),
]


def test_tokens():
    for text, expected in TOKENS:
        done = preprocess(Source([text]))
        assert [m for m in done.messages if m.severity == "error"] == [], text
        assert " ".join(done.tokens.texts).strip() == expected, text


def test_strings_are_one_text():
    assert spellings("#define A 1\nint a", "bc = A", "A;\n", "A __FILE__ __LINE__") == (
        "int abc = AA ; 1 3 1"
    )
    assert spellings("#line 5 10\n__FILE__ __LINE__\n", "__FILE__ __LINE__\n") == "10 6 11 1"


TRUE = """
1 ; !0 ; 1 + 2 * 3 == 7 ; (1 + 2) * 3 == 9 ; 1 << 3 == 8 ; 7 / 2 == 3 ; -7 / 2 == -3 ; -7 % 3 == -1
010 == 8 ; 0x1F == 31 ; ~0 == -1 ; 1 || 1 / 0 ; !(0 && 1 / 0) ; 5 & 3 == 3 ; (5 & 3) == 1 ; 6 ^ 3
1 < 2 && 2 <= 2 && 3 > 2 && 3 >= 3 && 1 != 2 ; - - 1 == 1 ; !defined A ; !defined ( A )
0x7FFFFFFFFFFFFFFF + 1 < 0 ; 1 | 2 == 1 ; 2 - 1 - 1 == 0 ; -1 >> 1 == -1 ; 12u == 12 ; + 1
0x80000000 > 0 ; defined __LINE__ ; defined GL_ARB_draw_buffers || 1
"""


def test_conditions():
    expressions = [e for e in TRUE.replace("\n", " ; ").split(" ; ") if e.strip()]
    assert len(expressions) > 25
    for expression in expressions:
        assert spellings(f"#if {expression}\na\n#else\nb\n#endif") == "a", expression


def test_undefined_names_in_conditions():
    text = "\n#if A || 1\na\n#endif\n#if 1 || A\nb\n#endif\n#if !(0 && A)\nc\n#endif"
    assert spellings(text) == "a b c"
    assert messages("#version 330" + text, severity="warning") == [
        "macro 'A' is not defined: it is 0 here"
    ]
    for version in ("100", "300 es"):
        assert messages(f"#version {version}{text}") == ["macro 'A' is not defined"]


ERRORS = [
    ("a /* b", "this comment is not closed"),
    ("#bogus", "directive '#bogus' is unknown"),
    ("#include <a>", "'#include' is not supported: GLSL has no files"),
    ("#+", "this is not a directive"),
    ("a\n#version 120", "#version stands behind other text"),
    ("#define A\n#version 120", "#version stands behind other text"),
    ("#version", "#version is followed by nothing"),
    ("#version 1.20", "#version is followed by '1.20'"),
    ("#version abc", "#version is followed by 'abc'"),
    ("#version 115", "version 115 is not supported"),
    ("#version " + "12" * 5000, f"version {'12' * 20} is not supported"),
    ("#version 460 core", "version 460 is not supported"),
    ("#version 310 es", "version 310 es is not supported"),
    ("#version 300", "GLSL ES 3.00 is '#version 300 es'"),
    ("#version 100 es", "'#version 100' takes no 'es'"),
    ("#version 130 core", "'#version 130' is followed by 'core'"),
    ("#version 330 foo", "'#version 330' is followed by 'foo'"),
    ("#version 330 core foo", "'#version 330' is followed by 'core'"),
    ("#error  a  'b' // c", "#error a 'b' // c"),
    ("#error", "#error"),
    ("#define", "#define without a name"),
    ("#define 1a", "'1a' is not a name"),
    ("#define +", "#define without a name"),
    ("#define defined", "a macro cannot be named 'defined'"),
    ("#define GL_A", "macros whose names begin with 'GL_' are reserved"),
    ("#version 300 es\n#define __LINE__ 3", "built-in macro '__LINE__' is not redefined"),
    ("#define A 1\n#define A 2", "macro 'A' is defined already, with another body"),
    ("#define A() 1\n#define A 1", "macro 'A' is defined already, with another body"),
    ("#define A(x) x\n#define A(y) y", "macro 'A' is defined already, with another body"),
    ("#define A 1+2\n#define A 1 + 2", "macro 'A' is defined already, with another body"),
    ("#define F(a, a)", "two parameters are named 'a'"),
    ("#define F(a,)", "these are not parameters"),
    ("#define F(1)", "these are not parameters"),
    ("#define F(...)", "these are not parameters"),
    ("#define F(a", "the parameters are not closed"),
    ("#version 130\n#define A ## b", "'##' stands between two tokens"),
    ("#version 130\n#define A a ##", "'##' stands between two tokens"),
    ("#version 130\n#define A(x, y) x ## y\nA(+, x)", "'+' ## 'x' is not one token"),
    ("#version 100\n#define A a ## b", "GLSL ES 1.00 has no '##'"),
    ("#version 300 es\n#define A a ## b", "GLSL ES 3.00 has no '##'"),
    ("#define F(a) a\nF(1, 2)", "macro 'F' is called with 2 arguments"),
    ("#define F(a, b) a\nF(1)", "macro 'F' is called with 1 argument"),
    ("#define F(a, b) a\nF()", "macro 'F' is called with 0 arguments"),
    ("#define F() a\nF(1)", "macro 'F' is called with 1 argument"),
    ("#define F(a) a\nF(1", "call of macro 'F' is not closed"),
    ("#undef", "#undef without a name"),
    ("#undef A B", "'B' behind #undef"),
    ("#version 100\n#undef __LINE__", "macros whose names contain '__' cannot be undefined"),
    ("#version 300 es\n#undef __a", "macros whose names contain '__' cannot be undefined"),
    ("#define F(a) #a", "GLSL has no operator '#'"),
    ("#undef GL_ARB_foo", "built-in macro 'GL_ARB_foo' cannot be undefined"),
    ("#if 1", "this has no '#endif'"),
    ("#if\n#endif", "#if without an expression"),
    ("#define A\n#if A\n#endif", "the expression of #if is empty"),
    ("#if 0\n#elif\n#endif", "#elif without an expression"),
    ("#ifdef\n#endif", "#ifdef without a name"),
    ("#ifdef 1\n#endif", "'1' is not a name"),
    ("#ifdef A B\n#endif", "'B' behind #ifdef"),
    ("#if 1\n#else A\n#endif", "'A' behind #else"),
    ("#if 1\n#endif A", "'A' behind #endif"),
    ("#else", "#else without #if"),
    ("#elif 1", "#elif without #if"),
    ("#endif", "#endif without #if"),
    ("#if 1\n#else\n#else\n#endif", "#else behind #else"),
    ("#if 1\n#else\n#elif 1\n#endif", "#elif behind #else"),
    ("#if 1 +\n#endif", "the expression is not complete"),
    ("#if 1 2\n#endif", "'2' behind an expression"),
    ("#if (1\n#endif", "'(' is not closed"),
    ("#if 1)\n#endif", "')' behind an expression"),
    ("#if (1 2)\n#endif", "'2' in an expression"),
    ("#if * 1\n#endif", "'*' in an expression"),
    ("#if 1.0\n#endif", "'1.0' in an expression"),
    ("#if 09\n#endif", "'09' in an expression"),
    ("#if 1 / 0\n#endif", "division by 0"),
    ("#if 1 % 0\n#endif", "division by 0"),
    ("#if 99999999999999999999\n#endif", "an integer of more than 64 bits"),
    ("#if defined\n#endif", "'defined' without a name"),
    ("#if defined(A\n#endif", "'defined(' is not closed"),
    ("#if defined(1)\n#endif", "'defined' without a name"),
    ("#if A = 1\n#endif", "'=' behind an expression"),
    ("#extension", "#extension is not complete"),
    ("#extension GL_ARB_draw_buffers", "#extension is not complete"),
    ("#extension GL_ARB_draw_buffers : foo", "'foo' is not a behavior"),
    ("#extension GL_ARB_draw_buffers enable", "#extension is not complete"),
    ("#extension GL_foo : require", "extension GL_foo is not supported"),
    ("#extension all : enable", "'all' cannot be followed by 'enable'"),
    ("#extension all : require", "'all' cannot be followed by 'require'"),
    ("a\n#extension all : warn", "#extension stands behind declarations"),
    ("#line", "#line without a number"),
    ("#line a", "'a' is not a number"),
    ("#line -1", "-1 is not the number of a line"),
    ("#line 1 2 3", "'3' behind #line"),
]


def test_errors():
    for text, error in ERRORS:
        assert messages(text) == [error], text


def test_all_errors_are_reported():
    text = "#bogus\n#define A\n#define A 1\n#if\n#endif\n#error a\n#line x\nint a;"
    assert len(messages(text)) == 5
    assert len(messages("#bogus\n" * 1000)) == 101


def test_extensions_that_contexts_do_not_name():
    """Extensions of ES or of contexts of 3.1."""
    assert EXTENSIONS.keys() - set(strings.EXTENSIONS) == {
        "GL_ARB_compatibility", "GL_EXT_draw_buffers", "GL_EXT_shader_texture_lod",
        "GL_OES_standard_derivatives",
    }  # fmt: skip
    assert messages("#extension GL_ARB_ES3_compatibility : enable", severity="warning")
    assert not messages("#ifdef GL_ARB_ES3_compatibility\n#error\n#endif")
    assert not messages("#if GL_ARB_ES2_compatibility != 1\n#error\n#endif")


def test_versions_of_contexts():
    everything = "110, 120, 130, 140, 150, 330, 100 or 300 es"
    (message,) = preprocess(Source(["#version 112"])).messages
    assert message.expected == everything
    for version in ("110", "120", "330 compatibility", "150 compatibility"):
        assert len(messages(f"#version {version}", core=True)) == 1
        assert not messages(f"#version {version}")
    assert "compatibility profile" in messages("#version 330 compatibility", core=True)[0]
    for version in ("400", "330 full", "200 es"):
        assert messages(f"#version {version}", core=True) == messages(f"#version {version}")
    assert len(messages("a", core=True)) == 1
    for version in ("130", "140", "150", "330 core", "300 es", "100"):
        assert not messages(f"#version {version}", core=True)
    assert messages("#version 100", extensions=frozenset({"GL_ARB_draw_buffers"}))
    assert not messages("#version 100", extensions=frozenset({"GL_ARB_ES2_compatibility"}))
    assert not messages("#version 300 es", extensions=frozenset())


@pytest.mark.parametrize(
    ("text", "core", "compatibility"),
    [
        ("", False, True),
        ("#version 130", False, True),
        ("#version 130", True, False),
        ("#version 140", False, True),
        ("#version 140", True, False),
        ("#version 150", False, False),
        ("#version 150 compatibility", False, True),
        ("#version 330 core", False, False),
        ("#version 300 es", False, False),
    ],
)
def test_names_of_the_compatibility_profile(text, core, compatibility):
    assert preprocess(Source([text]), core=core).language.compatibility is compatibility


def test_extensions():
    def enabled(text, **context):
        done = preprocess(Source([text]), **context)
        return done.extensions, done.warned

    rectangle = "GL_ARB_texture_rectangle"
    assert enabled("") == ({rectangle}, set())
    assert enabled("#version 140") == ({rectangle}, set())
    assert enabled("#version 300 es") == (set(), set())
    assert enabled(f"#extension {rectangle} : disable") == (set(), set())
    assert enabled("#extension all : disable") == (set(), set())
    assert enabled("#version 150\n#extension GL_ARB_texture_gather:require")[0] == {
        rectangle,
        "GL_ARB_texture_gather",
    }
    both = {"GL_EXT_gpu_shader4", "GL_EXT_texture_array"}
    assert enabled("#version 120\n#extension GL_EXT_gpu_shader4 : warn")[1] == both
    assert "GL_ARB_draw_buffers" in enabled("#extension all : warn")[1]
    assert enabled("#version 100\n#extension GL_OES_standard_derivatives : enable")[0] == {
        "GL_OES_standard_derivatives"
    }
    text = "#version 140\n#extension GL_ARB_geometry_shader4 : require"
    assert "GL_ARB_geometry_shader4" in enabled(text, core=True)[0]  # as glGetStringi names it
    # Every extension has its name in 1.10, also one that needs an implementation of 1.30.
    for name in ("GL_ARB_sample_shading", "GL_ARB_shading_language_420pack"):
        assert name in enabled(f"#extension {name} : require")[0]
    text = "#extension GL_ARB_texture_gather : enable"
    assert messages(text, severity="warning", extensions=frozenset()) == [
        "extension GL_ARB_texture_gather is not supported in GLSL 1.10 here"
    ]
    text = "#extension GL_EXT_texture_array : warn\nuniform sampler1DArray s;"
    assert messages(text, severity="warning") == ["this uses GL_EXT_texture_array"]


def test_pragmas():
    done = preprocess(Source(["#version 120\nint a;\n#pragma STDGL invariant(all)\nint b;"]))
    assert done.pragmas == [(3, "STDGL invariant(all)", 21)]
    for text in ("STDGL foo", "optimize", "debug(1)"):
        assert len(messages(f"#pragma {text}", severity="warning")) == 1


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("#if 1\n" * 300, "#if is nested deeper than 256"),
        (
            "#define f(x) x\n" + "f(" * 100 + ")" * 100,
            "macros in arguments of macros are nested deeper than 64",
        ),
        (
            "\n".join(f"#define a{n} a{n - 1} a{n - 1}" for n in range(1, 60)) + "\na59",
            "macros make more than 1,000,000 tokens",
        ),
        (
            "#define a0\n"
            + "\n".join(f"#define a{n}(x) a{n - 1}(x x) a{n - 1}(x)" for n in range(2, 60))
            + "\na59(1)",
            "macros make more than 1,000,000 tokens",
        ),
        (
            f"#define f({', '.join(f'a{n}' for n in range(30000))}, a0)",
            "two parameters are named 'a0'",
        ),
    ],
)
def test_limits(text, error):
    assert messages(text)[0] == error


def test_long_chains_of_macros():
    text = "\n".join(f"#define a{n} a{n - 1}" for n in range(1, 5000)) + "\na4999 "
    assert spellings(text) == "a0"
    assert spellings("#if " + "(" * 3000 + "1" + ")" * 3000 + "\na\n#endif") == "a"
