"""Spellings of tokens: numbers, keywords and reserved words of each version."""

import struct
from fractions import Fraction

import numpy as np
import pytest

from softgl.glsl.text.keywords import kinds
from softgl.glsl.text.language import ES_VERSIONS, VERSIONS, Language
from softgl.glsl.text.lexer import Vocabulary, float32, scan

LANGUAGES = {str(n): Language(n, False, n < 140) for n in VERSIONS}
LANGUAGES |= {f"es{n}": Language(n, True, False) for n in ES_VERSIONS}
NONE = frozenset()


def number(text, version="330"):
    """(kind, value) of a literal, or the reason why it is none."""
    vocabulary = Vocabulary(LANGUAGES[version])
    if vocabulary[text] == "number":
        return vocabulary.numbers[text].kind, vocabulary.numbers[text].value
    return vocabulary.reasons[text]


def test_integers():
    for text, expected in {
        "0": ("int", 0),
        "12": ("int", 12),
        "017": ("int", 15),
        "0x1f": ("int", 31),
        "0XAB": ("int", 171),
        "12u": ("uint", 12),
        "0xFFFFFFFFU": ("uint", 0xFFFFFFFF),
        "0xffffffff": ("int", -1),
        "2147483648": ("int", -(1 << 31)),
        "3000000000": ("int", -1294967296),
        "4294967296": "integer '4294967296' does not fit in 32 bits",
        "0xffffffff0": "integer '0xffffffff0' does not fit in 32 bits",
        "08": "'08' is not a number",
        "0x": "'0x' is not a number",
        "0xg": "'0xg' is not a number",
        "1ul": "'1ul' is not a number",
        "12abc": "'12abc' is not a number",
    }.items():
        assert number(text) == expected, text
    assert number("4294967297", "120") == ("int", 1)
    for version in ("110", "120", "es100"):
        assert "suffix" in number("1u", version)
    assert Vocabulary(LANGUAGES["120"], {"GL_EXT_gpu_shader4"})["1u"] == "number"


def test_floats():
    for text, expected in {
        "1.0": 1.0,
        "1.": 1.0,
        ".5": 0.5,
        "1e3": 1000.0,
        "1E+3f": 1000.0,
        "1.5e-1F": float(np.float32(0.15)),
        "08.5": 8.5,
        "1e60": float("inf"),
        "1e-60": 0.0,
    }.items():
        assert number(text) == ("float", expected), text
    for text in ("1.0lf", "1.0u", "1.0ff", "1e", "1f", "0x1.0", "1.0e5x"):
        assert "is not a number" in number(text), text
    for version, warned in (("110", True), ("120", False), ("es100", True), ("es300", False)):
        vocabulary = Vocabulary(LANGUAGES[version])
        assert vocabulary["1.0f"] == "number"
        assert bool(vocabulary.numbers["1.0f"].warning) is warned


def test_floats_are_rounded_to_nearest_even():
    random = np.random.default_rng(7)
    texts = [
        "1.000000059604644775390625",  # the middle between 1 and the next float32
        "1.0000000596046447753906250000000000000001",
        "1.0000000596046447753906249999999999999999",
        "1.00000017881393432617187500",
        "7.006492321624085e-46",  # near half of the smallest one
        "7.0064923216240853546186479164495e-46",
        "7.0064923216240853546186479164496e-46",
        "3.4028235677973366e38",
        "3.40282356779733661637539395458142568447e38",
        "3.40282356779733661637539395458142568448e38",
        "1.1754943508222875e-38",
        *(repr(float(value)) for value in random.standard_normal(50)),
    ]
    limit = (2 - Fraction(1, 1 << 24)) * (1 << 127)  # from here on infinity is the nearest
    for text in texts:
        exact, value = Fraction(text), float32(text)
        if exact >= limit:
            assert value == float("inf")
            continue
        bits = struct.unpack("I", struct.pack("f", value))[0]
        distances = {}
        for near in (bits - 1, bits, bits + 1):
            if 0 <= near & 0x7FFFFFFF < 0x7F800000:
                there = Fraction(struct.unpack("f", struct.pack("I", near & 0xFFFFFFFF))[0])
                distances[near] = abs(there - exact)
        best = min(distances.values())
        assert distances[bits] == best, text
        assert bits % 2 == 0 or list(distances.values()).count(best) == 1, text


def test_tokens_and_offsets():
    text = "  a+++b\n/c<<=1.5.x  "
    texts, offsets = scan(text)
    assert texts == ["a", "++", "+", "b", "/", "c", "<<=", "1.5", ".", "x"]
    assert all(text.startswith(t, at) for t, at in zip(texts, offsets, strict=True))
    assert scan("") == scan("  \n") == ([], [])


@pytest.mark.parametrize(
    ("version", "keywords", "reserved", "names"),
    [
        ("110", "attribute varying sampler1D", "switch packed unsigned", "uint flat lowp layout"),
        ("120", "centroid invariant mat2x3", "lowp precision default", "uint case smooth common"),
        ("130", "uint switch flat lowp", "common filter image2D samplerBuffer", "layout sample"),
        ("140", "layout samplerBuffer sampler2DRect", "row_major superp", "sampler2DMS"),
        ("150", "sampler2DMS usampler2DMSArray", "half goto", "sample patch"),
        ("330", "attribute varying layout", "sampler3DRect", "subroutine dmat4"),
        ("es100", "attribute lowp invariant", "flat sampler3D switch", "uint centroid mat2x2"),
        ("es300", "layout flat uint switch", "attribute varying patch sampler1D", "mod"),
    ],
)
def test_words_of_versions(version, keywords, reserved, names):
    table = kinds(LANGUAGES[version], NONE)
    assert all(table[word] != "reserved" for word in keywords.split())
    assert all(table[word] == "reserved" for word in reserved.split())
    assert not table.keys() & set(names.split())


def test_words_of_extensions():
    for extension, words in {
        "GL_EXT_gpu_shader4": "unsigned flat noperspective centroid uvec3 isampler2D samplerBuffer",
        "GL_EXT_texture_array": "sampler1DArray sampler2DArrayShadow",
        "GL_ARB_texture_rectangle": "sampler2DRect",
        "GL_ARB_uniform_buffer_object": "layout",
        "GL_ARB_texture_multisample": "sampler2DMS",
    }.items():
        table = kinds(LANGUAGES["110"], frozenset({extension}))
        assert all(table[word] != "reserved" for word in words.split())
