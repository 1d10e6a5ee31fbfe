"""The tokens of TGSI texts: words in either case, numbers, the names of targets, punctuation."""

from __future__ import annotations

import re
import struct

from softgl.asm.text.lexer import Token, Tokens
from softgl.asm.text.literals import float_word, integer_value
from softgl.errors import Span

# Neither document has comments; hand-written texts have these.
BLANK = re.compile(r"(?:\s+|(?:#|;|//)[^\r\n]*)*")
_TOKEN = re.compile(
    r"""(?P<name>[123][Dd]\w*|[A-Za-z_]\w*)
      | (?P<float>[0-9]+\.\#[A-Za-z]+
                | [0-9]+\.[0-9]*[eE][+-]?[0-9]+
                | [0-9]+\.[0-9]+
                | [0-9]+\.(?![.A-Za-z_])
                | \.[0-9]+(?:[eE][+-]?[0-9]+)?
                | [0-9]+[eE][+-]?[0-9]+)
      | (?P<integer>0[xX][0-9a-fA-F]+|[0-9]+)
      | (?P<symbol>\.\.|[][,.{}()+:|!-])""",
    re.VERBOSE | re.ASCII,
)
_WORD = re.compile(r"\w*", re.ASCII)
_NAN, _INFINITY = 0x7FC00000, 0x7F800000
_UPPER_WORDS = {_INFINITY: 0x7FF00000, _NAN: 0x7FF80000}  # their upper words as float64
# As C libraries print them.
_SPECIAL = {
    **dict.fromkeys(("INF", "INFINITY", "1.#INF"), _INFINITY),
    **dict.fromkeys(("NAN", "1.#QNAN", "1.#IND", "1.#SNAN"), _NAN),
}


class TgsiTokens(Tokens):
    """The tokens of a TGSI text. Words are case-insensitive and become upper case.

    Components, which follow a dot, become lower case.
    """

    def _read(self) -> Token:
        source, start = self.source, BLANK.match(self.source, self._offset).end()
        if start == len(source):
            self._offset = start
            return Token("end", "", Span(start, start))
        match = _TOKEN.match(source, start)
        if match is None:
            character = source[start]
            self.fail(Span(start, start + 1), f"unexpected character {character!r}")
        kind, text, end = match.lastgroup, match[0], match.end()
        if kind in ("float", "integer") and (rest := _WORD.match(source, end)[0]):
            span = Span(start, end + len(rest))
            self.fail(span, f"'{text + rest}' is neither a number nor a word")
        self._offset = end
        if kind == "name":
            text = text.lower() if source[start - 1 : start] == "." else text.upper()
        return Token(kind, text, Span(start, end))

    def at_special(self) -> bool:
        """True if the next token is an infinity or a NaN."""
        return self.peek().text.upper() in _SPECIAL


def parse_integer(tokens: Tokens, low: int, high: int) -> int:
    """Parses an integer from `low` to `high`, which may have a minus."""
    start = tokens.peek()
    negative = low < 0 and tokens.accept("-") is not None
    token = tokens.peek()
    wanted = f"an integer from {low} to {high}"
    if token.kind != "integer":
        tokens.fail(token, f"unexpected {token}", wanted)
    value = integer_value(token.text) * (-1 if negative else 1)
    if not low <= value <= high:
        span = start.span.to(token.span)
        tokens.fail(span, f"{'-' * negative}{token.text} is out of range", wanted)
    tokens.take()
    return value


def parse_float(tokens: TgsiTokens) -> int:
    """Parses a float32 and returns its bits; a hexadecimal number is the bits themselves."""
    minus = _sign(tokens)
    if tokens.at_special():
        return _SPECIAL[tokens.take().text.upper()] ^ minus
    token = _number(tokens)
    if token.text[:2].lower() == "0x":
        return _bits(tokens, token, 32) ^ minus
    return float_word(token.text) ^ minus


def parse_double(tokens: TgsiTokens) -> tuple[int, int]:
    """Parses a float64 and returns its two words, the lower one first."""
    minus = _sign(tokens)
    if tokens.at_special():
        return 0, _UPPER_WORDS[_SPECIAL[tokens.take().text.upper()]] ^ minus
    token = _number(tokens)
    hexadecimal = token.text[:2].lower() == "0x"
    if hexadecimal:
        bits = _bits(tokens, token, 64)
    else:
        (bits,) = struct.unpack("<Q", struct.pack("<d", float(token.text)))
    return bits & 0xFFFFFFFF, bits >> 32 ^ minus


def _sign(tokens: Tokens) -> int:
    minus = tokens.accept("-") is not None
    if not minus:
        tokens.accept("+")
    return 0x80000000 if minus else 0


def _number(tokens: Tokens) -> Token:
    token = tokens.peek()
    if token.kind not in ("integer", "float"):
        tokens.fail(token, f"unexpected {token}", "a number")
    return tokens.take()


def _bits(tokens: Tokens, token: Token, size: int) -> int:
    value = integer_value(token.text)
    if value >= 1 << size:
        tokens.fail(token, f"{token.text} has more than {size} bits")
    return value


def parse_word(tokens: Tokens) -> int:
    """Parses a 32-bit integer, signed or unsigned, and returns its bits."""
    return parse_integer(tokens, -(2**31), 2**32 - 1) & 0xFFFFFFFF


def parse_pair(tokens: Tokens) -> tuple[int, int]:
    """Parses a 64-bit integer and returns its two words, the lower one first."""
    value = parse_integer(tokens, -(2**63), 2**64 - 1) % 2**64
    return value & 0xFFFFFFFF, value >> 32
