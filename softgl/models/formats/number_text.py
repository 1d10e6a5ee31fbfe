"""Parses texts of numbers, as in PLY, STL and OFF files, many at a time."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from itertools import islice

import numpy as np

from softgl.models.files.errors import ModelError, text_error

MAX_BYTES = 1 << 29
"""Bytes of a text file."""
MAX_NUMBERS = 1 << 26
CHUNK = 1 << 20
"""Bytes that are parsed together: small enough for the cache of a CPU."""
MAX_EXPONENT, MAX_MANTISSA = 22, 1 << 53
"""Up to these, a mantissa and a power of ten are exact in float64, so is one rounding of both."""
POWERS = 10.0 ** np.arange(MAX_EXPONENT + 1)
NOT_A_NUMBER = re.compile(rb"(?i)[-+]?(nan(\(\w*\))?|1\.#(ind|qnan|snan)\w*)")
"""NaN as C libraries write it."""
INFINITE = re.compile(rb"(?i)[-+]?1\.#inf\w*")
MAX_WORD = 1 << 10
"""Characters of a number: the time to round it grows with their square."""
EXPONENTS = bytes.maketrans(b"eE", b"  ")
SHOWN = 24
"""Characters of a file that a message shows."""


class BadToken(Exception):
    """A word that is not a number.

    offset : of its first byte in the text, if that was parsed as it is. word : the word. line : its
    line, the first is 1.
    """

    def __init__(self, offset: int, word: bytes = b"", line: int = 0):
        super().__init__(offset)
        self.offset, self.word, self.line = offset, word, line


def decode(path, data: bytes) -> bytes:
    """Returns the bytes of a text file without byte order mark, with LF as its line ends.

    UTF-16 with a byte order mark is converted. Raises ModelError.
    """
    if len(data) > MAX_BYTES:
        raise ModelError(f"cannot read {path}: a text larger than {MAX_BYTES >> 20} MiB")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        data = data.decode("utf-16", "replace").encode()
    data = data.removeprefix(b"\xef\xbb\xbf")
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return data


def parse_numbers(path, data: bytes, code: Callable[[bytes], bytes] | None = None) -> np.ndarray:
    """Parses numbers between white space; returns them, (n,) float64.

    code : converts whole lines to numbers first, and keeps their ends. Each number is rounded
    correctly. Raises BadToken for another word; ModelError for more than MAX_NUMBERS.
    """
    chunks, count, start = [], 0, 0
    while start < len(data):
        end = _chunk_end(data, start + CHUNK, code is not None)
        chunk = data[start:end]
        chunk = chunk if code is None else code(chunk)
        values = _parse_plain(chunk)
        if values is None:
            try:
                values = _parse_any(chunk)
            except BadToken as error:
                word = re.compile(rb"\S*").match(chunk, error.offset).group()
                line = line_at(data, start) + chunk.count(b"\n", 0, error.offset)
                raise BadToken(start + error.offset, word, line) from None
        chunks.append(values)
        start, count = end, count + len(values)
        if count > MAX_NUMBERS:
            raise ModelError(f"cannot read {path}: it has more than {MAX_NUMBERS} numbers")
    return np.concatenate(chunks) if chunks else np.zeros(0)


def _chunk_end(data, near, lines):
    """The offset of the first white space, or the end of the first line, from `near` on."""
    if near >= len(data):
        return len(data)
    if lines:
        return data.find(b"\n", near) + 1 or len(data)
    found = re.compile(rb"\s").search(data, near)
    return len(data) if found is None else found.start()


def _parse_plain(chunk):
    """Parses decimal numbers of at most 15 digits or so; None if there is any other word.

    The digits are parsed as integers, without the points, then divided by powers of ten.
    """
    if chunk.translate(None, b"0123456789+-.eE \t\n\v\f\r"):
        return None
    codes = np.frombuffer(b" " + chunk + b" ", np.uint8)
    blank = codes <= 32
    ends = np.flatnonzero(~blank[:-1] & blank[1:]) + 1
    points, exponents = np.flatnonzero(codes == 46), np.zeros(0, np.int64)
    if b"e" in chunk or b"E" in chunk:
        exponents = np.flatnonzero((codes | 32) == 101)
    signs = np.flatnonzero((codes == 43) | (codes == 45))
    before, behind = codes[signs - 1], codes[signs + 1]
    if not ((before <= 32) | ((before | 32) == 101)).all():
        return None
    if not ((behind >= 48) | (behind == 46)).all() or (behind >= 58).any():
        return None
    if not len(ends):
        return np.zeros(0)
    try:
        digits = np.fromstring(chunk.translate(EXPONENTS, b"."), np.int64, sep=" ")
    except ValueError:  # a sign or a point alone
        return None
    if len(digits) != len(ends) + len(exponents):
        return None
    with_point, with_exponent = _words_at(ends, points), _words_at(ends, exponents)
    if with_point is None or with_exponent is None:
        return None
    mantissa, power = digits, np.zeros(len(ends), np.int64)
    if len(exponents):
        extra = np.zeros(len(ends), np.int64)
        extra[with_exponent] = 1
        at = np.arange(len(ends)) + np.cumsum(extra) - extra
        mantissa = digits[at]
        power[with_exponent] = np.clip(digits[at[with_exponent] + 1], -999, 999)
        ends = ends.copy()
        ends[with_exponent] = exponents
    power[with_point] -= ends[with_point] - points - 1
    if (np.abs(mantissa) > MAX_MANTISSA).any() or (np.abs(power) > MAX_EXPONENT).any():
        return None
    values = mantissa.astype(np.float64)
    if len(exponents) and power.max() > 0:
        values *= POWERS[np.maximum(power, 0)]
    if power.min() < 0:
        values /= POWERS[np.maximum(-power, 0)]
    return values


def _words_at(ends, offsets):
    """The words, by their ends, in which offsets lie; None if two lie in one word."""
    if len(offsets) == len(ends):
        if (offsets < ends).all() and (offsets[1:] >= ends[:-1]).all():
            return slice(None)
        return None
    words = np.searchsorted(ends, offsets, side="right")
    return words if (words[1:] > words[:-1]).all() else None


def _parse_any(chunk):
    """Parses numbers of any form: all at once, or if a word is strange one by one."""
    words = chunk.split()
    if not words:
        return np.zeros(0)
    if max(map(len, words)) > MAX_WORD:
        raise BadToken(re.search(rb"\S{%d}" % MAX_WORD, chunk).start())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            values = np.fromstring(chunk, sep=" ")
        except ValueError:
            values = ()
    return values if len(values) == len(words) else _parse_words(chunk)


def _parse_words(chunk):
    values = []
    for found in re.finditer(rb"\S+", chunk):
        word = found.group()
        try:
            value = float(word)
        except ValueError:
            value = None
        if b"_" in word or value is None:
            if NOT_A_NUMBER.fullmatch(word):
                value = float("nan")
            elif INFINITE.fullmatch(word):
                value = float("-inf" if word.startswith(b"-") else "inf")
            else:
                raise BadToken(found.start())
        values.append(value)
    return np.array(values, dtype=np.float64)


def word_offset(data: bytes, index: int) -> int:
    """The offset of a word of a text, the first is 0; the end of the text if it has fewer."""
    found = next(islice(re.finditer(rb"\S+", data), index, None), None)
    return len(data.rstrip()) if found is None else found.start()


def line_at(data: bytes, offset: int) -> int:
    """The number of the line of an offset; the first line is 1."""
    return data.count(b"\n", 0, offset) + 1


def shown(word: bytes) -> str:
    """A word of a file as a message shows it: in quotation marks, not too long."""
    text = word[: SHOWN + 1].decode("utf-8", "replace")
    text = "".join(letter if letter.isprintable() else "?" for letter in text)
    return repr(text if len(word) <= SHOWN else text[:SHOWN] + "...")


def shown_number(value) -> str:
    """A number of a file as a message shows it."""
    value = float(value)
    return str(int(value)) if abs(value) < 1e15 and value == int(value) else f"{value:g}"


def bad_token_error(path, error: BadToken, before: int = 0) -> ModelError:
    """The error of a word that is not a number; before : lines above the text that was parsed."""
    comma = re.fullmatch(rb"[-+]?\d+,\d*", error.word)
    expected = "a number with a decimal point" if comma else "a number"
    return text_error(path, before + error.line, f"found {shown(error.word)}, expected {expected}")
