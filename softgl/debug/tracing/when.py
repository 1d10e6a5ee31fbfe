"""Conditions over registers, the argument of `softgl trace --when`.

    R0.x is nan                 a component; without one, any of the four
    result > 1 or CC.x is lt    what the instruction gave; a condition code
    line == 30 and not (R1.w <= 0)

A condition is tested after each instruction. Registers have their names in the program's text.
"""

from __future__ import annotations

import operator
import re
import reprlib

import numpy as np

from softgl.errors import Span, TextError, UsageError
from softgl.ir.program import File
from softgl.records import dataclass

TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)"
    r"|(?P<name>[A-Za-z_$][\w$]*(?:\[\d+\]|\.[A-Za-z_][\w$]*)*)|(?P<sign>[<>=!]=|[<>()-]))"
)
COMPARISONS = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
KINDS = {
    "nan": np.isnan, "inf": np.isinf, "finite": np.isfinite,
    "zero": lambda v: v == 0, "negative": lambda v: v < 0,
}  # fmt: skip
FLAGS = ("eq", "lt", "gt", "nan", "ge", "le", "ne")
LETTERS = dict(zip("xyzwrgba", (0, 1, 2, 3) * 2, strict=True))


class WhenError(TextError, UsageError):
    """A malformed condition, or one with unknown names."""

    def __str__(self):
        text, caret = self.excerpt[0], self.excerpt[1]
        return f"--when: {self.message}\n{text}\n{caret}"


@dataclass
class _Name:
    """A register, with its component or None; span : of its name in the condition."""

    name: str
    component: int | None
    span: Span
    known: bool = False

    def values(self, run, step) -> list:
        """The values of its components."""
        if self.name == "line":
            self.known = True
            return [np.float64(step.line)]
        if self.name == "result":
            self.known = True
            letters = "xyzw" if self.component is None else "xyzw"[self.component]
            return [step.results[letter] for letter in letters if letter in step.results]
        if self.name.upper() in ("CC", "CC0", "CC1"):
            self.known = True
            number = int(self.name[2:] or 0)
            return [run.flag_words(number, c) for c in self._components()]
        place = run.observer.texts.names.get(self.name)
        if place is None or place[0] not in (File.TEMPORARY, File.RESULT, File.ADDRESS,
                                             File.ATTRIBUTE, File.PARAMETER):  # fmt: skip
            return []
        self.known = True
        type_ = np.int32 if place[0] is File.ADDRESS else np.float32
        return [run.register(*place, c).view(type_) for c in self._components()]

    def _components(self):
        return range(4) if self.component is None else [self.component]


class When:
    """A condition; called with an execution and its last step. Raises WhenError."""

    def __init__(self, text: str):
        if not isinstance(text, str):
            raise UsageError(f"when: {reprlib.repr(text)} is not a text")
        self.text, self._at, self.names = text, 0, []
        self._tokens = list(self._read())
        self._test = self._either()
        if self._token()[0] != "end":
            raise self._wrong("'and', 'or' or the end")

    def __call__(self, run, step) -> bool:
        with np.errstate(all="ignore"):
            return bool(self._test(run, step))

    def check_names(self) -> None:
        """Raises WhenError for a name that occurs in no program that ran."""
        for name in self.names:
            if not name.known:
                raise WhenError(f"no program that ran has {name.name}", self.text, name.span)

    def _read(self):
        at = 0
        while self.text[at:].strip():
            match = TOKEN.match(self.text, at)
            if not match:
                start = at + len(self.text[at:]) - len(self.text[at:].lstrip())
                raise WhenError("not a word of a condition", self.text, Span(start, start + 1))
            yield match.lastgroup, match[match.lastgroup], Span(*match.span(match.lastgroup))
            at = match.end()
        yield "end", "", Span(len(self.text), len(self.text))

    def _token(self):
        return self._tokens[self._at]

    def _wrong(self, wanted):
        return WhenError(f"expected {wanted}", self.text, self._token()[2])

    def _took(self, *words) -> str | None:
        kind, word, _ = self._token()
        if kind != "end" and word.lower() in words:
            self._at += 1
            return word.lower()
        return None

    def _either(self):
        tests = [self._both()]
        while self._took("or"):
            tests.append(self._both())
        return lambda *values: any(test(*values) for test in tests)

    def _both(self):
        tests = [self._single()]
        while self._took("and"):
            tests.append(self._single())
        return lambda *values: all(test(*values) for test in tests)

    def _single(self):
        if self._took("not"):
            test = self._single()
            return lambda *values: not test(*values)
        if self._took("("):
            test = self._either()
            if not self._took(")"):
                raise self._wrong("a closing bracket")
            return test
        return self._comparison()

    def _comparison(self):
        left = self._operand()
        if self._took("is"):
            negated = bool(self._took("not"))
            return self._kind(left, negated)
        sign = self._took(*COMPARISONS)
        if sign is None:
            raise self._wrong("'is' or a comparison: < <= > >= == !=")
        right, compare = self._operand(), COMPARISONS[sign]

        def test(run, step):
            pairs = _paired(left(run, step), right(run, step))
            return any(compare(a, b) for a, b in pairs if not isinstance(a, str))

        return test

    def _kind(self, left, negated):
        word = self._took(*KINDS, *FLAGS)
        if word is None:
            raise self._wrong("nan, inf, finite, zero, negative, or for CC eq, lt, gt, ge, le, ne")

        def holds(value):
            if isinstance(value, str):
                flag = value.split()[0]
                groups = {"ge": "EQ GT", "le": "EQ LT", "ne": "LT GT NAN"}
                return flag in groups.get(word, word.upper()).split()
            return word in KINDS and bool(KINDS[word](np.float64(value)))

        def test(run, step):
            return any(holds(value) != negated for value in left(run, step))

        return test

    def _operand(self):
        kind, word, span = self._token()
        if kind == "sign" and word == "-" and self._tokens[self._at + 1][0] == "number":
            self._at += 1
            value = -float(self._token()[1])
        elif kind == "number":
            value = float(word)
        elif kind == "name" and word.lower() not in ("is", "and", "or", "not"):
            self._at += 1
            return self._name(word, span)
        else:
            raise self._wrong("a register or a number")
        self._at += 1
        return lambda run, step: [np.float64(value)]

    def _name(self, word, span):
        head, dot, last = word.rpartition(".")
        component = LETTERS.get(last) if dot and len(last) == 1 else None
        name = _Name(head if component is not None else word, component, span)
        self.names.append(name)
        return name.values


def _paired(left, right):
    """Pairs the values of two operands; a single value pairs with each of the others."""
    count = max(len(left), len(right)) if left and right else 0
    grow = lambda values: values * count if len(values) == 1 else values  # noqa: E731
    return list(zip(grow(left), grow(right), strict=False)) if count else []
