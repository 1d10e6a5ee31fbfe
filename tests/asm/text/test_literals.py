"""Number texts become the nearest float32, in one rounding."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from softgl.asm.text.literals import float_word, integer_value

WORDS = [
    ("0", 0x00000000),
    ("1", 0x3F800000),
    ("0.5", 0x3F000000),
    (".07", 0x3D8F5C29),
    ("5.", 0x40A00000),
    (".1E2", 0x41200000),
    ("1e-006", 0x358637BD),
    ("3.21843e+014", 0x57925B75),
    ("0x0F", 0x41700000),
    ("3.14159265358979323846", 0x40490FDB),
    # 2**24 + 1 lies between two floats: even wins, and the least bit beyond it decides otherwise,
    # also where a double cannot hold that bit.
    ("16777217", 0x4B800000),
    ("16777219", 0x4B800002),
    ("16777217.00000000000000000001", 0x4B800001),
    ("16777218.99999999999999999999", 0x4B800001),
    ("0x1000001", 0x4B800000),
    # The largest float, the step to infinity, and beyond.
    ("3.4028235e38", 0x7F7FFFFF),
    ("340282356779733661637539395458142568447.9999", 0x7F7FFFFF),
    ("340282356779733661637539395458142568448", 0x7F800000),
    ("1e999999999", 0x7F800000),
    ("9" * 5000, 0x7F800000),
    ("0x" + "F" * 5000, 0x7F800000),
    # The least float, half of it (to even, zero), and a little more than half.
    ("1.40129846432481707e-45", 0x00000001),
    ("7.0064923216240853546186479164495806564013097093825788587853e-46", 0x00000000),
    ("7.0064923216240854e-46", 0x00000001),
    ("1e-999999999", 0x00000000),
    ("0." + "0" * 5000 + "1", 0x00000000),
]


@pytest.mark.parametrize(("text", "word"), WORDS, ids=[text[:40] for text, _ in WORDS])
def test_float_word(text, word):
    assert hex(float_word(text)) == hex(word)


def test_float_word_is_the_nearest_float():
    source = random.Random(7)
    for _ in range(2000):
        word = source.randrange(1, 0x7F7FFFFF)
        low, high = (Fraction(float(np.uint32(w).view(np.float32))) for w in (word, word + 1))
        part = Fraction(source.randrange(1, 10**12), 10**12)
        value = low + (high - low) * part
        wanted = word if part < Fraction(1, 2) else word + 1
        scale = 10**90
        digits = str(value.numerator * scale // value.denominator)
        assert float_word(f"{digits}e-90") == wanted, (hex(word), part)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("007", 7),
        ("4294967295", 0xFFFFFFFF),
        ("0x0F", 15),
        ("0XfF", 255),
        ("0" * 6000 + "12", 12),
        ("9" * 6000, 2**64),
        ("0x" + "9" * 6000, 2**64),
    ],
    ids=lambda value: str(value)[:20],
)
def test_integer_value(text, value):
    assert integer_value(text) == value
