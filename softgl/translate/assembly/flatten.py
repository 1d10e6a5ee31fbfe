"""Flattens control flow: `Flat` executes a program while writing it, for all lanes at once.

IF blocks become tests, loops of a known count are unrolled, subroutines are inlined, and lanes that
branch forward wait for their label. The live lanes are a *mask*: True, False or a temporary that is
1 or 0.
"""

from __future__ import annotations

import math
import struct
from dataclasses import field

import numpy as np

from softgl.ir.blocks import match_blocks
from softgl.ir.builder import masked, swizzled
from softgl.ir.flow import MAX_LOOP_INDEX
from softgl.ir.program import Constant, File, Instruction, Source, X
from softgl.isa.vocabulary import FLOAT, SIGNED
from softgl.records import dataclass
from softgl.translate.assembly.lower import Lowering

Mask = Source | bool
MAX_TEXT_INSTRUCTIONS = 16384
"""The maximum number of instructions in a text."""


@dataclass
class _Frame:
    """The execution of a subroutine, or of the program; base : the number of its first mask."""

    base: int
    waiting: dict[int, list[Mask]] = field(default_factory=dict)  # by instruction


class Flat(Lowering):
    """A program as a straight list of instructions."""

    def write(self) -> None:
        """Writes the program."""
        program = self.program
        self._matches = match_blocks(program.instructions)
        self._labels = dict(program.labels)
        self._last_at = {at: name for name, at in program.labels}
        self._masks: list[Mask] = [True]
        self._otherwise: list[Mask] = []  # for each open IF the lanes of its ELSE
        self._open: list[str] = []  # subroutines
        self._loops: list[tuple[int, int]] = []  # the first masks of loops, and of their iterations
        start = self._labels.get("main", 0)
        self.begin()
        self._run(start, len(program.instructions), _Frame(0), start)
        self.current = None
        self.end()
        self.instructions.sort(key=lambda one: not self.transforms(one))

    # -- masks -------------------------------------------------------------------------------------

    @property
    def _here(self) -> Mask:
        return self._masks[-1]

    def _and(self, one: Mask, other: Mask) -> Mask:
        if one is True or other is False:
            return other
        if other is True or one is False or one == other:
            return one
        return swizzled(self.make("MUL", one, other, mask=masked(X)), X)

    def _less(self, mask: Mask, gone: Mask) -> Mask:
        """Returns a mask without the lanes of another."""
        if mask is False or gone is True or mask == gone:
            return False
        if gone is False:
            return mask
        whole = self.constant(1.0) if mask is True else mask
        return swizzled(self.make("SUB", whole, gone, mask=masked(X)), X)

    def _more(self, mask: Mask, come: Mask) -> Mask:
        """Returns the union of disjoint masks."""
        if mask is False or come is False:
            return come or mask
        return swizzled(self.make("ADD", mask, come, mask=masked(X)), X)

    def _leave(self, base: int, test: Mask) -> Mask:
        """Removes the live lanes that pass a test from the masks from `base` on; returns them."""
        gone = self._and(self._here, test)
        self._masks[base:] = [self._less(mask, gone) for mask in self._masks[base:]]
        return gone

    # -- instructions ------------------------------------------------------------------------------

    def _run(self, at: int, end: int, frame: _Frame, start: int) -> None:
        """Writes the instructions from `at` up to `end`."""
        program = self.program
        starts = {place for _, place in program.labels} if program.subroutines else set()
        while at < end:
            if at in starts and at != start:
                return  # the next subroutine begins: this one returns
            self._arrive(at, frame)
            at = self._one(at, program.instructions[at], frame)
            if len(self.instructions) > MAX_TEXT_INSTRUCTIONS:
                self.refuse(
                    f"more than {MAX_TEXT_INSTRUCTIONS} instructions, which this program unrolls to"
                )

        self._arrive(at, frame)

    def _arrive(self, at: int, frame: _Frame) -> None:
        """Adds the lanes that wait for an instruction to the masks."""
        for come in frame.waiting.pop(at, ()):
            self._masks[frame.base :] = [
                self._more(mask, come) for mask in self._masks[frame.base :]
            ]

    def _one(self, at: int, one: Instruction, frame: _Frame) -> int:
        """Writes one instruction and returns the number of the next."""
        self.current, self.span = one, one.span
        how = _FLOW.get(one.opcode)
        if how is not None:
            return how(self, at, one, frame)
        if self._here is not False:
            self.step(one, self._here)
        return at + 1

    def _test(self, one: Instruction) -> Mask:
        return False if self._here is False else self.any(one.condition)

    def _if(self, at, one, frame):
        whole = self._here
        inside = self._and(whole, self._test(one))
        self._otherwise.append(self._less(whole, inside))
        self._masks.append(inside)
        return at + 1

    def _else(self, at, one, frame):
        self._masks[-1] = self._otherwise[-1]
        return at + 1

    def _endif(self, at, one, frame):
        self._masks.pop()
        self._otherwise.pop()
        return at + 1

    def _loop(self, at, one, frame):
        end = self._matches[at]
        if self._here is False:
            return end + 1
        count, index, step = self._count(one)
        base = len(self._masks)
        self._masks.append(self._here)
        for _ in range(count):
            if one.destination is not None:
                self.static[one.destination.index] = max(index, 0)
            self._loops.append((base, len(self._masks)))
            self._masks.append(self._here)
            self._run(at + 1, end, frame, at + 1)
            self._masks.pop()
            self._loops.pop()
            if self._here is False:
                break
            index += step
        self._masks.pop()
        return end + 1

    def _count(self, one: Instruction) -> tuple[int, int, int]:
        """Returns the count of a loop, and the first value and the step of its index."""
        if not one.sources:
            self.refuse(f"{one.opcode} without a count")
        source = one.sources[0]
        constant = None
        if source.file is File.PARAMETER and not source.relative:
            constant = self.program.parameters[source.index]
        if not isinstance(constant, Constant):
            self.refuse(f"{one.opcode} with a count that is not known")
        if one.type is not FLOAT:
            (count,) = np.array(constant.words, np.uint32).view(
                np.int32 if one.type is SIGNED else np.uint32
            )[[source.swizzle[X]]]
            signed = -int(count) if source.negate[X] else int(count)
            return max(0, min(signed, MAX_TEXT_INSTRUCTIONS)), 0, 0
        values = [_number(constant, source, component) for component in range(4)]
        if math.isnan(values[0]):
            return 0, 0, 0
        limit = self.program.loop_count or MAX_TEXT_INSTRUCTIONS
        count = max(
            0,
            int(
                min(
                    math.floor(values[0])
                    if values[0] < MAX_TEXT_INSTRUCTIONS
                    else MAX_TEXT_INSTRUCTIONS,
                    limit,
                )
            ),
        )
        index, step = (
            int(max(-MAX_LOOP_INDEX, min(math.floor(v), MAX_LOOP_INDEX))) for v in values[1:3]
        )
        return count, index, step

    def _break(self, at, one, frame):
        if self._here is not False:
            self._leave(self._loops[-1][0], self._test(one))
        return at + 1

    def _continue(self, at, one, frame):
        if self._here is not False:
            self._leave(self._loops[-1][1], self._test(one))
        return at + 1

    def _call(self, at, one, frame):
        test = self._test(one)
        inside = self._and(self._here, test)
        if inside is False:
            return at + 1
        label = one.target
        if label in self._open:
            self.refuse(f"the subroutine {label!r}, which calls itself")
        start = self._labels[label]
        if self.program.subroutines and label != self._last_at[start]:
            return at + 1  # an empty subroutine
        self._open.append(label)
        called = _Frame(len(self._masks))
        self._masks.append(inside)
        loops, self._loops = self._loops, []
        self._run(start, len(self.program.instructions), called, start)
        self._loops = loops
        if not self.program.subroutines and self._here is not False:
            # NV_vertex_program2, 2.14.2.3: "A vertex program will also terminate after executing
            # the last instruction in the program".
            self._leave(0, True)
        del self._masks[called.base :]
        self._open.pop()
        return at + 1

    def _return(self, at, one, frame):
        if self._here is not False:
            self._leave(frame.base, self._test(one))
        if self._here is False and len(self._masks) == frame.base + 1 and not frame.waiting:
            return len(self.program.instructions)
        return at + 1

    def _branch(self, at, one, frame):
        if self._here is False:
            return at + 1
        test, target = self._test(one), self._labels[one.target]
        if test is False:
            return at + 1
        if target <= at:
            self.refuse("a branch back, a loop whose count is not known")
        frame.waiting.setdefault(target, []).append(self._leave(frame.base, test))
        return at + 1

    def _stack(self, at, one, frame):
        self.refuse(one.opcode)


_FLOW = {
    "IF": Flat._if,
    "ELSE": Flat._else,
    "ENDIF": Flat._endif,
    "REP": Flat._loop,
    "LOOP": Flat._loop,
    "BRK": Flat._break,
    "CONT": Flat._continue,
    "CAL": Flat._call,
    "RET": Flat._return,
    "BRA": Flat._branch,
    "PUSHA": Flat._stack,
    "POPA": Flat._stack,
}


def _number(constant: Constant, source: Source, component: int) -> float:
    """Returns a component of a constant operand."""
    selector = source.swizzle[component]
    if selector > 3:
        value = float(selector - 4)
    else:
        (value,) = struct.unpack("<f", struct.pack("<I", constant.words[selector]))
    value = abs(value) if source.absolute else value
    return -value if source.negate[component] else value
