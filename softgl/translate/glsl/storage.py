"""The storage of a text: variables, arrays, the number of the next block.

`m` is the `GlslMachine` that writes the text.
"""

from __future__ import annotations

import re

from softgl.lanes import Lane

_VECTORS = {"float": "vec4", "uint": "uvec4"}
_COMPONENT = re.compile(r"(_\d+)?_[xyzw]$")  # after the register in a variable's name


class Variable:
    """A variable of a text."""

    def __init__(self, m, type_, initial: Lane):
        self._m, self._type = m, type_
        self.name = m.text.new_name(m.stem)
        m.stem = "v"
        self.declared = m.types[type_]
        m.text.declaration(self.declared, self.name, m.unknown(initial.value))

    def get(self) -> Lane:
        """Copies the value into a temporary, which later changes do not reach."""
        m = self._m
        name = m.text.new_name("t")
        m.text.line(f"{self.declared} {name} = {self.name};")
        return Lane(m, self._type, name)

    def set(self, value) -> None:
        """Changes the value."""
        value = self._m.unknown(self._m.lane(value, self._type).value)
        self._m.text.line(f"{self.name} = {value};")


class Memory:
    """An array in a text, of vectors of four words, or of words.

    It is named after its first register.
    """

    def __init__(self, m, count: int, initial: list):
        self._m, self._type = m, initial[0].type
        stem, m.stem = _COMPONENT.sub("", m.stem), "v"
        self.name = m.text.new_name("array" if stem == "v" else stem)
        self._words = [""] if len(initial) == 1 else [f".{letter}" for letter in "xyzw"]
        element = m.text.new_name("i")
        value, kind = initial[0].value, m.types[self._type]
        if len(initial) > 1:
            kind = _VECTORS[kind]
            value = f"{kind}({', '.join(each.value for each in initial)})"
        m.text.globals.append(f"{kind}[{max(1, count)}] {self.name};")
        with m.block(f"for (int {element} = 0; {element} < {count}; {element}++)"):
            m.text.line(f"{self.name}[{element}] = {value};")

    def get(self, element: int, word: int) -> Lane:
        """Returns a word of an element."""
        return self._read(str(element), word)

    def set(self, element: int, word: int, value) -> None:
        """Changes a word of an element."""
        self._write(str(element), word, value)

    def gather(self, index: Lane, word: int) -> Lane:
        """Returns a word of the element at a run-time index."""
        return self._read(index.value, word)

    def scatter(self, index: Lane, word: int, value) -> None:
        """Changes a word of the element at a run-time index."""
        self._write(index.value, word, value)

    def _read(self, place, word):
        m = self._m
        name = m.text.new_name("t")
        m.text.line(f"{m.types[self._type]} {name} = {self.name}[{place}]{self._words[word]};")
        return Lane(m, self._type, name)

    def _write(self, place, word, value):
        literal = self._m.unknown(self._m.lane(value, self._type).value)
        self._m.text.line(f"{self.name}[{place}]{self._words[word]} = {literal};")


class Next:
    """The variable with the number of the next block, -1 for none."""

    def __init__(self, m):
        self._m = m
        self.name = m.text.new_name("next")
        m.text.declaration("int", self.name, "-1")

    def join(self, block: int) -> None:
        """Continues with a block."""
        self._m.text.line(f"{self.name} = {block};")

    def join_any(self, chosen: Lane, blocks: tuple[int, ...]) -> None:
        """Continues with the block of a run-time number."""
        self._m.text.line(f"{self.name} = {chosen.value};")
