"""Builds instructions: registers, constants, operands, control flow.

    b = Builder()
    total = b.make("ADD", x, y)
    with b.if_(b.make("FSLT", total, b.constant(1.0))):
        b.move(written(result), total)

Conditions are words: all ones, or anything that is not 0, is true.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from contextlib import contextmanager
from functools import cache, lru_cache

from softgl.errors import Span
from softgl.ir.program import (
    ALL,
    Binding,
    ConditionTest,
    Constant,
    Destination,
    File,
    Instruction,
    Source,
    X,
)
from softgl.isa.vocabulary import UNSIGNED

NOT_ZERO = ConditionTest("NE", 0, (X, X, X, X))
_FIRST = (True, False, False, False)


def word(value: float) -> int:
    """Returns the bits of a float."""
    return struct.unpack("<I", struct.pack("<f", value))[0]


def negated(source: Source) -> Source:
    """Returns an operand with the opposite sign."""
    return _with(source, source.swizzle, tuple([not one for one in source.negate]))


def swizzled(source: Source, *selectors: int) -> Source:
    """Returns an operand through one more swizzle: one selector for all components, or four."""
    four = selectors * 4 if len(selectors) == 1 else selectors
    return _with(source, *_composed(source.swizzle, source.negate, four))


@lru_cache(4096)
def _composed(swizzle: tuple, negate: tuple, selectors: tuple) -> tuple[tuple, tuple]:
    return tuple(swizzle[one] for one in selectors), tuple(negate[one] for one in selectors)


def _with(source: Source, swizzle, negate) -> Source:
    """Returns an operand with another swizzle and other signs, faster than `replace`."""
    return Source(
        source.file, source.index, swizzle, negate, source.absolute, source.relative,
        source.offset, source.count, source.buffer, source.vertex,
    )  # fmt: skip


@cache
def masked(*components: int) -> tuple[bool, bool, bool, bool]:
    """Returns the write mask of some components."""
    return tuple(component in components for component in range(4))


def written(source: Source, mask=ALL) -> Destination:
    """Returns the register of a plain operand as a destination."""
    return Destination(source.file, source.index, mask)


class Builder:
    """The instructions of one program under construction.

    instructions, parameters, temporaries, labels : as in a `Program`, growing.
    span : the span of the source text being translated.
    """

    def __init__(self, parameters: Iterable[Binding | Constant] = (), temporaries: int = 0):
        self.instructions: list[Instruction] = []
        self.parameters = list(parameters)
        self._numbers: dict[Binding | tuple, int] = {}  # bindings, and the words of constants
        for number, parameter in enumerate(self.parameters):
            self._numbers.setdefault(getattr(parameter, "words", parameter), number)
        self.temporaries = temporaries
        self.labels: list[tuple[str, int]] = []
        self.span = Span(0, 0)

    # -- registers -----------------------------------------------------------------------------

    def new(self, count: int = 1) -> Source:
        """Returns a new temporary, the first of `count` consecutive ones."""
        self.temporaries += count
        return Source(File.TEMPORARY, self.temporaries - count)

    def parameter(self, value: Binding | Constant) -> Source:
        """Returns the parameter register of a binding or constant."""
        key = getattr(value, "words", value)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.parameters)
            self.parameters.append(value)
        return Source(File.PARAMETER, number)

    def constant(self, *values: float) -> Source:
        """Returns a constant operand of four floats, or one in all components."""
        return self.bits(*map(word, values))

    def bits(self, *words: int) -> Source:
        """Returns a constant operand of four words, or one in all components."""
        four = words if len(words) == 4 else words * 4
        number = self._numbers.get(four)
        return self.parameter(Constant(four)) if number is None else Source(File.PARAMETER, number)

    # -- instructions --------------------------------------------------------------------------

    def emit(self, opcode: str, destination: Destination | None, *sources: Source, **fields):
        """Appends an instruction."""
        self.instructions.append(Instruction(opcode, self.span, destination, sources, **fields))

    def make(self, opcode: str, *sources: Source, mask=ALL, **fields) -> Source:
        """Appends an instruction with a new temporary as its destination, and returns that."""
        register = self.new()
        self.emit(opcode, written(register, mask), *sources, **fields)
        return register

    def move(self, place: Destination, value: Source, **fields) -> None:
        """Moves a value to a register, bits unchanged unless its operand has a sign."""
        self.emit("MOV", place, value, **fields)

    # -- control flow --------------------------------------------------------------------------

    def test(self, condition: Source) -> ConditionTest:
        """Sets the condition code from the x of a word, and returns the test of it."""
        self.emit("MOV", Destination(None, mask=_FIRST), condition, type=UNSIGNED, update=0)
        return NOT_ZERO

    @contextmanager
    def if_(self, condition: Source):
        """Opens a block for the lanes where the x of a word is not 0."""
        self.emit("IF", None, condition=self.test(condition))
        yield
        self.emit("ENDIF", None)

    def else_(self) -> None:
        """Begins the block for the other lanes, within `if_`."""
        self.emit("ELSE", None)

    @contextmanager
    def loop(self):
        """Opens a loop without an end of its own."""
        self.emit("REP", None)
        yield
        self.emit("ENDREP", None)

    def break_(self, condition: Source | None = None) -> None:
        """Leaves the innermost loop, if the condition holds."""
        self.emit("BRK", None, condition=None if condition is None else self.test(condition))

    def continue_(self, condition: Source | None = None) -> None:
        """Goes on with the next iteration of the innermost loop, if the condition holds."""
        self.emit("CONT", None, condition=None if condition is None else self.test(condition))

    def call(self, label: str) -> None:
        """Calls the subroutine at a label."""
        self.emit("CAL", None, target=label)

    def return_(self, condition: Source | None = None) -> None:
        """Returns from a subroutine, or ends the program."""
        self.emit("RET", None, condition=None if condition is None else self.test(condition))

    def label(self, name: str) -> None:
        """Places a label before the next instruction: the begin of a subroutine, or "main"."""
        self.labels.append((name, len(self.instructions)))
