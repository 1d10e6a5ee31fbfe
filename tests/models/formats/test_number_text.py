"""Texts of numbers: each number rounded correctly, many at a time."""

import random

import numpy as np
import pytest

from softgl.models import ModelError
from softgl.models.formats import number_text
from softgl.models.formats.number_text import (
    BadToken,
    bad_token_error,
    decode,
    line_at,
    parse_numbers,
    shown,
    word_offset,
)

FORMS = ["%d", "%.1f", "%.6f", "%e", "%.3e", "%g", "%.9g", "%.17g", "%+.2f", "%.25f"]


@pytest.mark.parametrize("chunk", [7, 64, 1 << 20])
def test_numbers_are_rounded_as_python_rounds_them(monkeypatch, chunk):
    monkeypatch.setattr(number_text, "CHUNK", chunk)
    chance = random.Random(48)
    words = []
    for _ in range(3000):
        value = chance.uniform(-1, 1) * 10.0 ** chance.randint(-12, 12)
        words.append(chance.choice(FORMS[1:]) % value)
        words.append(FORMS[0] % (value * chance.choice([1, 1e3])))
    words += ["0", "-0", ".5", "5.", "-.5e3", "+1e-3", "1E+2", "9007199254740993", "1e22", "1e23"]
    words += ["1" * 40, "0." + "0" * 30 + "1", "1e-400", "-1e400", "4.9e-324", "inf", "-Infinity"]
    blank = [" ", "\t", "\n", "  \n", " \v\f "]
    text = "".join(word + chance.choice(blank) for word in words).encode()
    assert parse_numbers("a", text).tolist() == [float(word) for word in words]


def test_numbers_of_few_digits_take_the_fast_path(monkeypatch):
    monkeypatch.setattr(number_text, "_parse_any", None)
    for text in (b"1 2 -3", b"1.25 .5\n5. -7", b"1e3 1.5e-2 +2.5 7E1", b"", b" \n "):
        expected = [float(word) for word in text.split()]
        assert parse_numbers("a", text).tolist() == expected


@pytest.mark.parametrize("word", ["nan", "-NaN", "nan(ind)", "-nan(snan)", "1.#QNAN", "-1.#IND"])
def test_nan_of_every_library(word):
    assert np.isnan(parse_numbers("a", f"1 {word} 2".encode())).tolist() == [False, True, False]


def test_infinity_of_an_old_library():
    assert parse_numbers("a", b"1.#INF -1.#INF00").tolist() == [np.inf, -np.inf]


@pytest.mark.parametrize(
    "word",
    [
        "x",
        "1,5",
        "1-2",
        "--1",
        "1.2.3",
        "1e5e6",
        ".",
        "e5",
        "1e",
        "1_0",
        "0x1",
        "1f",
        "+",
        "-e5",
        "-.",
        "-.e1",
        "1e-",
        "+e",
        "\0",
    ],
)
@pytest.mark.parametrize("before", ["", "1 2\n", "nan "])
def test_other_words_are_refused_by_their_place(word, before):
    text = f"{before}{word} 3".encode()
    with pytest.raises(BadToken) as caught:
        parse_numbers("a", text)
    assert caught.value.offset == len(before)
    error = bad_token_error("a", caught.value, 5)
    assert str(error).startswith(f"a, line {6 + before.count(chr(10))}: found '")


@pytest.mark.parametrize("chunk", [1, 10, 1 << 20])
def test_lines_are_converted_before(monkeypatch, chunk):
    monkeypatch.setattr(number_text, "CHUNK", chunk)

    def code(lines):
        return lines.replace(b"one", b"1").replace(b"two", b"22222")

    assert parse_numbers("a", b"one two\n\n3 one\ntwo", code).tolist() == [1, 22222, 3, 1, 22222]
    with pytest.raises(BadToken) as caught:
        parse_numbers("a", b"two\n\ntwo x1\n", code)
    assert (caught.value.word, caught.value.line) == (b"x1", 3)


def test_texts_have_limits(monkeypatch):
    with pytest.raises(BadToken):
        parse_numbers("a", b"1 " + b"1" * 5000)
    monkeypatch.setattr(number_text, "MAX_NUMBERS", 3)
    monkeypatch.setattr(number_text, "MAX_BYTES", 20)
    with pytest.raises(ModelError, match="more than 3 numbers"):
        parse_numbers("a", b"1 2 3 4")
    with pytest.raises(ModelError, match="cannot read a: a text larger than"):
        decode("a", b"1" * 21)


def test_line_ends_and_marks_of_texts():
    assert decode("a", b"\xef\xbb\xbfa\r\nb\rc\n") == b"a\nb\nc\n"
    assert decode("a", "aß\r\n".encode("utf-16")) == "aß\n".encode()
    assert [word_offset(b" ab  c ", index) for index in range(3)] == [1, 5, 6]
    assert [line_at(b"a\nb\n", offset) for offset in range(4)] == [1, 1, 2, 2]
    assert shown(b"a\x01\xff" + b"b" * 50) == repr("a?\ufffd" + "b" * 21 + "...")
