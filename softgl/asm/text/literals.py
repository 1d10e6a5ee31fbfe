"""Converts number texts to 32-bit words, each correctly rounded in one step, and back."""

from __future__ import annotations

import struct
from decimal import Decimal

from softgl.isa.vocabulary import SIGNED, UNSIGNED, DataType

_SIGN, _INFINITY = 0x80000000, 0x7F800000


def integer_value(text: str) -> int:
    """Returns the value of an integer text, decimal or hexadecimal; at most 2**64."""
    if text[:2].lower() == "0x":
        return min(int(text, 16), 2**64)
    digits = text.lstrip("0") or "0"
    # Python cannot convert texts of several thousand digits.
    return min(int(digits), 2**64) if len(digits) <= 20 else 2**64


def float_word(text: str) -> int:
    """Returns the bits of the float32 nearest to an unsigned number text, ties to even.

    A value beyond the largest float gives infinity, the nearest floating-point value in IEEE's
    rounding.
    """
    nearest = _nearest_double(text)
    word = _single(nearest)
    # Rounding to double and then to single is wrong only if the double is exactly between two
    # singles and the text is not: then the text decides.
    for neighbour in (word - 1, word + 1):
        low, high = sorted((word, neighbour))
        if low >= 0 and high <= _INFINITY and (_value(low) + _value(high)) / 2 == nearest:
            exact, middle = _exact(text), Decimal(nearest)
            return word if exact == middle else high if exact > middle else low
    return word


def _nearest_double(text: str) -> float:
    if text[:2].lower() != "0x":
        return float(text)
    value = int(text, 16)
    return float(value) if value.bit_length() <= 256 else float("inf")


def _exact(text: str) -> Decimal:
    return Decimal(int(text, 16)) if text[:2].lower() == "0x" else Decimal(text)


def _single(value: float) -> int:
    try:
        return struct.unpack("<I", struct.pack("<f", value))[0]
    except OverflowError:
        return _INFINITY


def _value(word: int) -> float:
    # The step after the largest float: values from its midpoint on round to infinity.
    return 2.0**128 if word == _INFINITY else struct.unpack("<f", struct.pack("<I", word))[0]


def number_text(word: int, type_: DataType) -> str | None:
    """Returns a word as a signed number of a type; None for a NaN, which no number gives."""
    if type_ is UNSIGNED:
        return str(word)
    if type_ is SIGNED:
        return str(word - (1 << 32) if word & _SIGN else word)
    magnitude = word & ~_SIGN
    if magnitude > _INFINITY:
        return None
    return ("-" if word & _SIGN else "") + _float_text(magnitude)


def _float_text(word: int) -> str:
    """Returns the shortest number for a float that is not negative."""
    if word == _INFINITY:
        return "1e39"  # a number beyond the largest float becomes infinity
    (value,) = struct.unpack("<f", struct.pack("<I", word))
    text = next(t for t in (f"{value:.{n}g}" for n in range(1, 10)) if float_word(t) == word)
    return repr(float(text))
