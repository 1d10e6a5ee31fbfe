"""A text under construction, line by line, and the literals of GLSL."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from softgl.translate.interfaces.names import Scope

_WORD = re.compile(r"[A-Za-z_]\w*")
_ASSIGNMENT = re.compile(r" *(?:precise )?(?:float|int|uint|bool|double|uvec2) (\w+) = [^;]*;$")


def _code(line):
    return line.partition("//")[0]


INDENT = "    "


class Text:
    """The lines of a text with their indentation, and the names in use."""

    def __init__(self, scope: Scope):
        self.lines: list[str] = []
        self.globals: list[str] = []
        self.stem = "t"
        self._scope, self._depth = scope, 1
        self._numbers: dict[str, int] = {}

    def line(self, text: str) -> None:
        """Appends a line."""
        self.lines.append(f"{INDENT * self._depth}{text}" if text else "")

    def declaration(self, type_: str, name: str, value: str) -> None:
        """Declares a variable for the whole text, and assigns its value here."""
        self.globals.append(f"{type_} {name};")
        self.line(f"{name} = {value};")

    def constant(self, type_: str, stem: str) -> str:
        """Declares a constant variable of the whole text, without a value, and returns its name."""
        name = self._scope.new(stem)
        self.globals.append(f"{type_} {name};")
        return name

    @contextmanager
    def function(self, name: str) -> Iterator[list[str]]:
        """Collects the lines of a function; the list has them at the end."""
        outer, self.lines, depth, self._depth = self.lines, [], self._depth, 1
        written: list[str] = []
        yield written
        written += [f"void {name}()", "{", *self.without_unused(), "}", ""]
        self.lines, self._depth = outer, depth

    @contextmanager
    def indented(self) -> Iterator[None]:
        """Indents lines further."""
        self._depth += 1
        yield
        self._depth -= 1

    def without_unused(self) -> list[str]:
        """Returns the lines except assignments to unused names."""
        uses = Counter(word for line in self.lines for word in _WORD.findall(_code(line)))
        named = {line.split()[-1].rstrip(";") for line in self.globals}
        used = []
        for line in reversed(self.lines):
            match = _ASSIGNMENT.match(line)
            if match and uses[match[1]] == 1 and match[1] not in named:
                uses.subtract(_WORD.findall(_code(line)))
            else:
                used.append(line)
        return used[::-1]

    def new_name(self, stem: str) -> str:
        """Returns a new name: the stem and a number."""
        self._numbers[stem] = self._numbers.get(stem, -1) + 1
        return self._scope.new(f"{stem}_{self._numbers[stem]}")


def float_literal(number) -> str:
    """Returns a float32 in GLSL; by its bits if decimal digits are insufficient."""
    number = np.float32(number)
    if not np.isfinite(number) or (number != 0 and abs(number) < np.finfo(np.float32).tiny):
        return f"uintBitsToFloat({int(number.view(np.uint32)):#x}u)"
    return decimal_literal(number)


def decimal_literal(number) -> str:
    """Returns a finite float32 in decimal digits."""
    text = repr(float(str(number)))
    if np.signbit(number) and number == 0:
        text = "-0.0"
    return f"({text})" if text.startswith("-") else text


def double_literal(number) -> str:
    """Returns a float64 in GLSL."""
    if not np.isfinite(number):
        high, low = divmod(int(np.float64(number).view(np.uint64)), 1 << 32)
        return f"packDouble2x32(uvec2({low}u, {high:#x}u))"
    text = f"{float(number)!r}lf"
    return f"({text})" if text.startswith("-") else text


def integer_literal(number: int, unsigned: bool) -> str:
    """Returns a 32-bit integer in GLSL."""
    if unsigned:
        return f"{number & 0xFFFFFFFF}u"
    if number == -(2**31):
        return "int(0x80000000u)"
    return f"({number})" if number < 0 else str(number)
