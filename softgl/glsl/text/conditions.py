"""The arithmetic of #if and #line: integers of 64 bits, as in C++, without recursion."""

from __future__ import annotations

import re

from softgl.glsl.text.source import ShaderError

_INTEGER = re.compile(r"(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*)[uU]?\Z")
_PRECEDENCE = {
    "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7,
    "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}  # fmt: skip
_UNARY = {"+": "+x", "-": "-x", "~": "~x", "!": "!x"}
_UNARY_PRECEDENCE = 11


class _Value:
    """A value; `reason` and `at` if it must not be used, as that of an undefined name."""

    __slots__ = ("at", "number", "reason")

    def __init__(self, number: int, reason: str = "", at: int = 0):
        self.number, self.reason, self.at = _wrapped(number), reason, at


def _wrapped(number: int) -> int:
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


class Condition:
    """An expression; reads as many tokens as belong to it.

    number : its value. rest : the index of the first token that does not belong to it. undefined :
    (name, offset) of a name that is not a macro, and whose value 0 was used, or None.
    """

    def __init__(self, texts: list[str], offsets: list[int], start: int, end_at: int):
        self._values: list[_Value] = []
        self._operators: list[tuple[str, int, int]] = []  # text, precedence, offset
        self._end_at = end_at
        self.rest = self._read(texts, offsets, start)
        while self._operators:
            if self._operators[-1][0] == "(":
                raise ShaderError("'(' is not closed", self._operators[-1][2], None, "')'")
            self._reduce()
        value = self._values[0]
        self.undefined = None
        if value.reason.startswith("'"):
            self.undefined = value.reason[1:-1], value.at
        elif value.reason:
            raise ShaderError(value.reason, value.at)
        self.number = value.number

    def _read(self, texts, offsets, start: int) -> int:
        """Reads tokens up to one that cannot continue the expression, whose index it returns."""
        operand, opened, index = True, 0, start
        while index < len(texts):
            text, at = texts[index], offsets[index]
            if operand:
                operand = self._operand(text, at)
                opened += text == "("
            elif text == ")" and opened:
                while self._operators[-1][0] != "(":
                    self._reduce()
                self._operators.pop()
                opened -= 1
            elif text in _PRECEDENCE:
                precedence = _PRECEDENCE[text]
                while self._operators and self._operators[-1][1] >= precedence:
                    self._reduce()
                self._operators.append((text, precedence, at))
                operand = True
            elif opened:
                raise ShaderError(f"'{text}' in an expression", at, None, "an operator or ')'")
            else:
                break
            index += 1
        if operand:
            at = self._end_at
            raise ShaderError("the expression is not complete", at, at + 1, "a number or name")
        return index

    def _operand(self, text: str, at: int) -> bool:
        """Reads a token at the place of an operand; True if it must still follow."""
        if text in _UNARY:
            self._operators.append((_UNARY[text], _UNARY_PRECEDENCE, at))
            return True
        if text == "(":
            self._operators.append(("(", 0, at))
            return True
        match = _INTEGER.match(text)
        if match:
            digits = match[1]
            base = 16 if digits[:2] in ("0x", "0X") else 8 if digits[0] == "0" else 10
            number = int(digits, base) if base != 10 or len(digits) < 21 else 1 << 64
            if number >> 64:
                raise ShaderError("an integer of more than 64 bits", at)
            self._values.append(_Value(number))
        elif text[0].isalpha() or text[0] == "_":
            self._values.append(_Value(0, f"'{text}'", at))
        else:
            raise ShaderError(f"'{text}' in an expression", at, None, "a number or name")
        return False

    def _reduce(self) -> None:
        """Applies the operator on top of the stack."""
        text, _, at = self._operators.pop()
        right = self._values.pop()
        if text in _UNARY.values():
            number = right.number
            result = {"+x": number, "-x": -number, "~x": ~number, "!x": int(not number)}[text]
            self._values.append(_Value(result, right.reason, right.at))
            return
        self._values.append(_binary(text, self._values.pop(), right, at))


def _binary(text: str, left: _Value, right: _Value, at: int) -> _Value:
    """Returns the result of an operator of two operands.

    `&&` and `||` do not evaluate the right operand if the left one decides.
    """
    a, b = left.number, right.number
    if text in ("&&", "||") and not left.reason and bool(a) == (text == "||"):
        return _Value(int(bool(a)))
    wrong = left if left.reason else right
    if text in ("/", "%") and not b and not wrong.reason:
        return _Value(0, "division by 0", at)
    return _Value(_BINARY[text](a, b), wrong.reason, wrong.at)


def _divide(a: int, b: int) -> int:
    quotient = abs(a) // abs(b) if b else 0
    return quotient if (a < 0) == (b < 0) else -quotient


_BINARY = {
    "||": lambda a, b: int(bool(a or b)),
    "&&": lambda a, b: int(bool(a and b)),
    "|": int.__or__,
    "^": int.__xor__,
    "&": int.__and__,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    ">": lambda a, b: int(a > b),
    "<=": lambda a, b: int(a <= b),
    ">=": lambda a, b: int(a >= b),
    "<<": lambda a, b: a << (b & 63),
    ">>": lambda a, b: a >> (b & 63),
    "+": int.__add__,
    "-": int.__sub__,
    "*": int.__mul__,
    "/": _divide,
    "%": lambda a, b: a - b * _divide(a, b),
}
