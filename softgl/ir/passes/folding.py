"""Evaluates instructions on constants, by their formulas on the eager machine."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from softgl.errors import Span
from softgl.ir.conditions import CONDITIONS, Flags
from softgl.ir.execute import Environment, Run
from softgl.ir.passes.cells import is_cheap_anywhere
from softgl.ir.program import (
    ConditionTest,
    Destination,
    File,
    Instruction,
    Program,
    Saturate,
    Source,
)
from softgl.ir.raw_bits import copies
from softgl.ir.registers import FLAG_NAMES
from softgl.isa.vocabulary import FLOAT, SIGNED, UNSIGNED
from softgl.lanes.eager import EagerMachine

_OPERANDS = 4  # the most operands of an instruction; the temporary of its result follows
Words = tuple[int, int, int, int]


class Folder:
    """Evaluates the instructions of one program.

    An instruction has the same bits here as where the program runs: it is the same formula.
    """

    def __init__(self, program: Program):
        self._program = program
        self._machine = EagerMachine()
        self._known: dict[tuple, tuple] = {}

    @cached_property
    def _run(self) -> Run:
        """The execution of single instructions; few programs need it."""
        place, program = Destination(File.TEMPORARY, 0), self._program
        integers = Instruction(
            "MOV", Span(0, 0), place, (Source(File.TEMPORARY, 0),), type=UNSIGNED
        )
        own = Program(
            program.language, program.stage, program.profile, (integers,), _OPERANDS + 1, 0, (),
            (), (), primitives=program.primitives, instruction_set=program.instruction_set,
        )  # fmt: skip
        return Run(self._machine, own, Environment(lambda register, component: None, ()))

    def can_fold(self, one: Instruction) -> bool:
        """True if an instruction has a result whenever its operands are known."""
        return is_cheap_anywhere(one) and len(one.sources) <= _OPERANDS

    def result(self, one: Instruction, operands: tuple[Words, ...]) -> Words:
        """Returns the result of an instruction; components that it does not write are 0.

        operands : the words of each, before swizzle and signs.
        """
        return self._evaluated(one, operands)[0]

    def flags(self, one: Instruction, operands: tuple[Words, ...]) -> tuple[Flags, ...]:
        """Returns the condition code of an instruction's result, for each component."""
        return self._evaluated(one, operands)[1]

    def _evaluated(self, one: Instruction, operands) -> tuple:
        place = one.destination
        if copies(one) and one.update is None:
            words = _swizzled(operands[0], one.sources[0].swizzle, one.type)
            return tuple(word if place.mask[c] else 0 for c, word in enumerate(words)), ()
        compute = INTEGER_WORDS.get((one.opcode, one.type))
        if compute is not None and _is_bare(one):
            if one.update is None:
                return _by_component(one, operands, compute), ()
            if one.opcode == "MOV":
                words = _by_component(one, operands, compute)
                return words, tuple(_FLAGS_OF[word >> 31, word == 0] for word in words)
        shapes = tuple((s.swizzle, s.negate, s.absolute) for s in one.sources)
        updates = one.update is not None
        key = one.opcode, one.type, one.modifier, one.saturate, place.mask, shapes, operands
        key = (*key, updates)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._computed(one, shapes, operands)
        return found

    def _computed(self, one, shapes, operands) -> tuple:
        registers, machine = self._run.registers, self._machine
        for number, words in enumerate(operands):
            for component, word in enumerate(words):
                registers.write((File.TEMPORARY, number, component), machine.u32(word), None)
        sources = tuple(
            Source(File.TEMPORARY, number, swizzle, negate, absolute)
            for number, (swizzle, negate, absolute) in enumerate(shapes)
        )
        result = File.TEMPORARY, _OPERANDS
        for component in range(4):
            registers.write((*result, component), machine.u32(0), None)
        place = Destination(*result, one.destination.mask)
        step = Instruction(
            one.opcode, one.span, place, sources, one.type, one.saturate,
            None if one.update is None else 0, modifier=one.modifier,
        )  # fmt: skip
        with np.errstate(all="ignore"):
            self._run.step(step)
        words = tuple(int(registers.read((*result, c)).value) for c in range(4))
        return words, self._flags(one) if one.update is not None else ()

    def _flags(self, one) -> tuple[Flags, ...]:
        def flag(component, name):
            if not one.destination.mask[component]:
                return np.bool_(False)
            return np.bool_(self._run.registers.read(("flags", 0, component, name)).value)

        return tuple(Flags(*(flag(c, name) for name in FLAG_NAMES)) for c in range(4))


def _signed(word: int) -> int:
    return word - (word >> 31 << 32)


_ONES = 0xFFFFFFFF
INTEGER_WORDS: dict[tuple, Callable] = {
    ("MOV", UNSIGNED): lambda a: a,
    ("NOT", UNSIGNED): lambda a: a ^ _ONES,
    **dict.fromkeys(
        (("ADD", SIGNED), ("ADD", UNSIGNED), ("UADD", UNSIGNED)), lambda a, b: (a + b) & _ONES
    ),
    **dict.fromkeys((("SUB", SIGNED), ("SUB", UNSIGNED)), lambda a, b: (a - b) & _ONES),
    **dict.fromkeys((("MUL", SIGNED), ("MUL", UNSIGNED)), lambda a, b: (a * b) & _ONES),
    ("ISLT", SIGNED): lambda a, b: _ONES if _signed(a) < _signed(b) else 0,
    ("ISGE", SIGNED): lambda a, b: _ONES if _signed(a) >= _signed(b) else 0,
    ("USEQ", UNSIGNED): lambda a, b: _ONES if a == b else 0,
    ("USNE", UNSIGNED): lambda a, b: _ONES if a != b else 0,
}
"""The instructions of counters of loops -> their formula on words, a hundred times as fast."""
_FLAGS_OF = {
    (sign, zero): Flags(*map(np.bool_, (sign, zero, False, False)))
    for sign in (0, 1)
    for zero in (False, True)
}


def _is_bare(one: Instruction) -> bool:
    """True if neither operands nor result of an instruction have modifiers."""
    plain = one.saturate is Saturate.NONE and not one.modifier
    return plain and not any(any(s.negate) or s.absolute for s in one.sources)


def _by_component(one: Instruction, operands, compute) -> Words:
    values = [_swizzled(w, s.swizzle, one.type) for w, s in zip(operands, one.sources, strict=True)]
    mask = one.destination.mask
    return tuple(compute(*(v[c] for v in values)) if mask[c] else 0 for c in range(4))


def _swizzled(words: Words, swizzle, type_) -> Words:
    ones = 0x3F800000 if type_ is FLOAT else 1
    every = (*words, 0, ones)
    return tuple([every[selector] for selector in swizzle])


def holds(test: ConditionTest, flags: dict[int, Flags]) -> bool:
    """Returns the outcome of a test as control flow uses it: true if any component passes.

    flags : those of the components that the test selects.
    """
    _, rule = CONDITIONS[test.rule]
    return any(bool(rule(flags[selector])) for selector in test.swizzle)
