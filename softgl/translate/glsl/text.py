"""A text that is being written, line by line, and how numbers are written in GLSL."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from softgl.translate.interfaces.names import Scope

_WORD = re.compile(r"[A-Za-z_]\w*")
_MADE = re.compile(r" *(?:precise )?(?:float|int|uint|bool|double|uvec2) (\w+) = [^;]*;$")


def _code(line):
    return line.partition("//")[0]


INDENT = "    "


class Text:
    """Lines with their indentation, and the names that they use."""

    def __init__(self, scope: Scope):
        self.lines: list[str] = []
        self.globals: list[str] = []
        self.stem = "t"
        self._scope, self._depth = scope, 1
        self._numbers: dict[str, int] = {}

    def line(self, text: str) -> None:
        """Add a line."""
        self.lines.append(f"{INDENT * self._depth}{text}" if text else "")

    def declaration(self, type_: str, name: str, value: str) -> None:
        """Declare a variable for the whole text, and give it a value here."""
        self.globals.append(f"{type_} {name};")
        self.line(f"{name} = {value};")

    def constant(self, type_: str, stem: str) -> str:
        """Declare what holds one value for the whole text, without giving it one; its name."""
        name = self._scope.new(stem)
        self.globals.append(f"{type_} {name};")
        return name

    @contextmanager
    def function(self, name: str) -> Iterator[list[str]]:
        """Lines in it are those of a function, which is in the list when it is whole."""
        outer, self.lines, depth, self._depth = self.lines, [], self._depth, 1
        written: list[str] = []
        yield written
        written += [f"void {name}()", "{", *self.without_unused(), "}", ""]
        self.lines, self._depth = outer, depth

    @contextmanager
    def indented(self) -> Iterator[None]:
        """Lines in it stand further to the right."""
        self._depth += 1
        yield
        self._depth -= 1

    def without_unused(self) -> list[str]:
        """The lines but those that give a value to a name that nothing uses."""
        uses = Counter(word for line in self.lines for word in _WORD.findall(_code(line)))
        named = {line.split()[-1].rstrip(";") for line in self.globals}
        kept = []
        for line in reversed(self.lines):
            made = _MADE.match(line)
            if made and uses[made[1]] == 1 and made[1] not in named:
                uses.subtract(_WORD.findall(_code(line)))
            else:
                kept.append(line)
        return kept[::-1]

    def new_name(self, stem: str) -> str:
        """A name that nothing else has: the stem and a number."""
        self._numbers[stem] = self._numbers.get(stem, -1) + 1
        return self._scope.new(f"{stem}_{self._numbers[stem]}")


def float_literal(number) -> str:
    """A float32 as GLSL writes it; by its bits where decimal digits would not do."""
    number = np.float32(number)
    if not np.isfinite(number) or (number != 0 and abs(number) < np.finfo(np.float32).tiny):
        return f"uintBitsToFloat({int(number.view(np.uint32)):#x}u)"
    return decimal_literal(number)


def decimal_literal(number) -> str:
    """A finite float32 by its decimal digits."""
    text = repr(float(str(number)))
    if np.signbit(number) and number == 0:
        text = "-0.0"
    return f"({text})" if text.startswith("-") else text


def double_literal(number) -> str:
    """A float64 as GLSL writes it."""
    if not np.isfinite(number):
        high, low = divmod(int(np.float64(number).view(np.uint64)), 1 << 32)
        return f"packDouble2x32(uvec2({low}u, {high:#x}u))"
    text = f"{float(number)!r}lf"
    return f"({text})" if text.startswith("-") else text


def integer_literal(number: int, unsigned: bool) -> str:
    """A 32-bit integer as GLSL writes it."""
    if unsigned:
        return f"{number & 0xFFFFFFFF}u"
    if number == -(2**31):
        return "int(0x80000000u)"
    return f"({number})" if number < 0 else str(number)
