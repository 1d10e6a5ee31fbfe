"""The lexer: a text to spellings and offsets, spellings to kinds and values.

Tokens are three parallel lists, `Tokens`. A kind is the spelling itself for keywords and
operators, else "type", "qualifier", "name", "number", "boolean", "reserved", "illegal", or "end".
Each distinct spelling is classified once.
"""

from __future__ import annotations

import math
import re
import struct
from decimal import Decimal
from itertools import accumulate

from softgl.glsl.text.keywords import kinds
from softgl.glsl.text.language import Language
from softgl.records import dataclass

ILLEGAL = "\x01"
"""A character that a text without comments has in the place of each that GLSL does not have."""
_CHARACTER = "this character is not part of GLSL"
MAX_ES_NAME = 1024
"""Limit of the characters of a name in GLSL ES 3.00 (section 3.9)."""

# Blanks after a token are part of the match, which saves a match for each: the first token of a
# text must be found by `_BLANKS`.
_TOKEN = (
    r"[A-Za-z_]\w*"
    r"|(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?\w*"
    r"|\d+[eE][+-]?\d+\w*"
    r"|\d\w*"
    r"|<<=|>>=|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||\^\^|[-+*/%&|^]=|##"
    r"|."
)
_SCANNER = re.compile(rf"(?:{_TOKEN})\s*", re.ASCII | re.S)
_ONE_TOKEN = re.compile(_TOKEN, re.ASCII | re.S)
_BLANKS = re.compile(r"\s*", re.ASCII)
_INTEGER = re.compile(r"(?:0[xX][0-9a-fA-F]+|0[0-7]*|[1-9]\d*)([uU]?)\Z", re.ASCII)
_FLOAT = re.compile(r"((?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)([fF]?)\Z", re.ASCII)
_OPERATORS = frozenset(
    "<<= >>= ++ -- << >> <= >= == != && || ^^ -= += *= /= %= &= |= ^="
    " ( ) [ ] { } . , ; : ? + - * / % < > = ! ~ & | ^".split()
)


def scan(text: str, start: int = 0, end: int | None = None) -> tuple[list[str], list[int]]:
    """Returns the spellings of the tokens of a part of a text without comments, and their offsets
    in the text."""
    start = _BLANKS.match(text, start, len(text) if end is None else end).end()
    pieces = _SCANNER.findall(text, start, len(text) if end is None else end)
    offsets = list(accumulate(map(len, pieces), initial=start))
    offsets.pop()
    return list(map(str.rstrip, pieces)), offsets


def is_one_token(text: str) -> bool:
    """True if a text is a single token."""
    match = _ONE_TOKEN.fullmatch(text)
    return bool(match) and (len(text) > 1 or text in _OPERATORS or text.isalnum() or text == "_")


@dataclass(frozen=True)
class Number:
    """A literal: kind "float", "int" or "uint", its value, and a warning or ""."""

    kind: str
    value: float | int
    warning: str = ""


class Vocabulary(dict):
    """The kind of each spelling of a language; reads unknown ones when they are first asked for.

    numbers : the value of each spelling of kind "number". reasons : the error of each spelling of
    kind "illegal".
    """

    def __init__(self, language: Language, extensions=frozenset()):
        super().__init__(kinds(language, frozenset(extensions)))
        self.update((operator, operator) for operator in _OPERATORS)
        self[""] = "end"
        self.language = language
        self.suffix_u = language.since(130, 300) or "GL_EXT_gpu_shader4" in extensions
        self.suffix_f = language.since(120, 300)
        self.numbers: dict[str, Number] = {}
        self.reasons: dict[str, str] = {}

    def __missing__(self, text: str) -> str:
        first = text[0]
        if first.isalpha() or first == "_":
            kind = self._name(text)
        elif first.isdecimal() or (first == "." and len(text) > 1):
            kind = self._number(text)
        else:
            kind = self._illegal(text, _CHARACTER)
        self[text] = kind
        return kind

    def _illegal(self, text: str, reason: str) -> str:
        self.reasons[text] = reason
        return "illegal"

    def _name(self, text: str) -> str:
        if len(text) > MAX_ES_NAME and self.language.since(None, 300):
            return self._illegal(text, f"a name of more than {MAX_ES_NAME} characters")
        return "name"

    def _number(self, text: str) -> str:
        try:
            self.numbers[text] = self._float(text) or self._integer(text)
        except ValueError as error:
            return self._illegal(text, str(error))
        return "number"

    def _float(self, text: str) -> Number | None:
        match = _FLOAT.match(text)
        if not match:
            return None
        warning = match[2] and not self.suffix_f
        return Number(
            "float",
            float32(match[1]),
            f"{self.language} has no suffix '{match[2]}'" if warning else "",
        )

    def _integer(self, text: str) -> Number:
        match = _INTEGER.match(text)
        if not match:
            raise ValueError(f"'{text[:40]}' is not a number")
        if match[1] and not self.suffix_u:
            raise ValueError(f"suffix of '{text[-20:]}': {self.language} has none of integers")
        digits = text[: match.start(1)]
        base = 16 if digits[:2] in ("0x", "0X") else 8 if digits[0] == "0" else 10
        value, warning = int(digits, base) if base != 10 or len(digits) < 20 else 1 << 64, ""
        if value >> 32:
            # GLSL ES 3.00 section 4.1.3: "It is an error to provide a literal integer whose bit
            # pattern cannot fit in 32 bits."
            warning = f"integer '{text[:40]}' does not fit in 32 bits"
            if self.language.since(130, 300):
                raise ValueError(warning)
            value &= 0xFFFFFFFF
        if match[1]:
            return Number("uint", value, warning)
        if base == 10 and value > 1 << 31:
            warning = warning or f"integer '{text}' is {value - (1 << 32)} as an int"
        return Number("int", value - (value >> 31 << 32), warning)


def float32(text: str) -> float:
    """Returns a decimal number rounded to float32, correctly: to nearest, ties to even."""
    value = float(text)
    low = struct.unpack("Q", struct.pack("d", value))[0] & 0x1FFFFFFF
    middle = low == 0x10000000 if value >= 2.0**-126 else value * 2.0**150 % 2 == 1
    if middle:  # between two float32: the decimal number may be at one side of it
        exact, there = Decimal(text), Decimal(value)
        if exact != there:
            value = math.nextafter(value, math.inf if exact > there else 0.0)
    try:
        return struct.unpack("f", struct.pack("f", value))[0]
    except OverflowError:
        return math.inf


@dataclass(eq=False)
class Tokens:
    """The tokens of a shader; the last one is the end, of spelling "".

    kinds, texts, offsets : parallel lists; offsets are those of the source's text, for tokens of a
    macro's body that of the macro's name where it is used.
    """

    kinds: list[str]
    texts: list[str]
    offsets: list[int]
    vocabulary: Vocabulary
