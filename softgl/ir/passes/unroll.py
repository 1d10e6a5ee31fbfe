"""Unrolls loops with a constant number of iterations.

The operand of a REP is their number. Without an operand, a loop's end is a BRK of its own block
whose condition follows from constants alone: counters that start with a constant in front of the
loop and change by instructions of its block. These are evaluated, iteration by iteration, until
the BRK leaves.
"""

from __future__ import annotations

import numpy as np

from softgl.ir.passes.cells import FLAGS, always_writes, cell_of, components, read, written
from softgl.ir.passes.draft import Draft
from softgl.ir.passes.folding import holds
from softgl.ir.passes.tree import Branch, Loop, flat, tree_of, written_in
from softgl.ir.passes.weights import weight
from softgl.ir.program import ZERO, Constant, File, Instruction
from softgl.isa.vocabulary import FLOAT
from softgl.tuning import limits

_MAX_COUNT = 1 << 20
"""The limit of iterations that are known from an operand."""
_MAX_EXITS, _MAX_DECIDING = 8, 64
"""The limits of exits of a loop, and of cells that decide about one."""
_MAX_DISTANCE = 200
"""The limit of instructions between the start of a counter and its loop."""


def unroll(draft: Draft) -> None:
    """Replaces loops of a constant number of iterations by as many copies of their body.

    Loops within others come first. The results stay; iterations of unrolled loops are not counted.
    """
    tree = tree_of(draft.instructions) if "REP" in draft.opcodes() else None
    if tree is None:
        return
    unrolling = _Unrolling(draft)
    unrolled = unrolling.list(tree)
    if unrolling.changed:
        draft.instructions = flat(unrolled)


class _Unrolling:
    def __init__(self, draft: Draft):
        self._draft = draft
        self._left = limits.MAX_UNROLLED_GROWTH
        self.changed = False

    def list(self, items: list) -> list:
        """Returns a list with its loops unrolled."""
        found: list = []
        for item in items:
            if isinstance(item, Branch):
                item.yes, item.no = self.list(item.yes), self.list(item.no)
            elif isinstance(item, Loop):
                item.body = self.list(item.body)
                if (copies := self._copies(found, item)) is not None:
                    found += copies
                    self.changed = True
                    continue
            found.append(item)
        return found

    def _copies(self, before: list, loop: Loop) -> list | None:
        """Returns the iterations of a loop one after the other, or None."""
        size = max(1, weight(loop.body))
        most = min(limits.MAX_UNROLLED_WEIGHT, self._left) // size
        most = min(limits.MAX_UNROLLED_ITERATIONS, most)
        if not most or _jumps(loop.body, "CONT") or _calls(loop.body):
            return None
        if loop.begin.sources:
            count = constant_count(self._draft, loop)
            if count is None or count > most or _jumps(loop.body, "BRK"):
                return None
            self._left -= size * count
            return loop.body * count
        trip = Trip(self._draft, before, loop.body)
        count, at = trip.count(most) if trip.exits else (None, 0)
        if count is None:
            return None
        self._left -= size * count
        rest = [item for at, item in enumerate(loop.body) if at not in trip.exits]
        last = [item for n, item in enumerate(loop.body[:at]) if n not in trip.exits]
        copies = rest * count + last
        if not _jumps(copies, "BRK"):
            return copies
        leave = Instruction("BRK", loop.end.span)
        return [Loop(loop.begin, [*copies, leave], loop.end)]


def constant_count(draft: Draft, loop: Loop) -> int | None:
    """Returns the number of iterations of a REP whose operand is a constant; None of others."""
    [source] = loop.begin.sources
    parameter = draft.parameters[source.index] if source.file is File.PARAMETER else None
    plain = not source.absolute and source.relative is None and source.swizzle[0] < ZERO
    if not isinstance(parameter, Constant) or not plain or source.negate[0]:
        return None
    number: float = parameter.words[source.swizzle[0]]
    if loop.begin.type is FLOAT:
        number = float(np.uint32(number).view(np.float32))
    if not 0 <= number <= _MAX_COUNT:  # also of NaN, and of negative integers
        return None
    limit = draft.program.loop_count
    return min(int(number), _MAX_COUNT if limit is None else limit)


def _jumps(items: list, name: str) -> bool:
    """True if a jump of the innermost loop is among the instructions of a list."""
    for item in items:
        if isinstance(item, Branch):
            if _jumps(item.yes, name) or _jumps(item.no, name):
                return True
        elif isinstance(item, Instruction) and item.opcode == name:
            return True
    return False


def _calls(items: list) -> bool:
    """True if a subroutine is called, which may write any register."""
    return any(one.opcode == "CAL" for one in flat(items))


def _is_exit(item) -> bool:
    return isinstance(item, Instruction) and item.opcode == "BRK"


class Trip:
    """Counts the iterations of a loop.

    before : what is in front of the loop, in its list. exits : the places of BRK instructions of
    its own block whose conditions follow from `values`, cell -> the word at its entry.
    """

    def __init__(self, draft: Draft, before: list, body: list):
        self._draft, self._folder = draft, draft.folder
        self._before, self._body = before, body
        self._nested = written_in([item for item in body if not isinstance(item, Instruction)])
        self.values: dict[int, int] = {}
        self._needed: set[int] = set()  # the places of instructions that decide about the exits
        leaving = [at for at, item in enumerate(body) if _is_exit(item)]
        self.exits = [
            at for at in leaving[:_MAX_EXITS] if body[at].condition is None or self._follows(at)
        ]

    # -- what decides ----------------------------------------------------------------------------

    def _follows(self, at: int) -> bool:
        """True if the condition of a BRK follows from constants."""
        test = self._body[at].condition
        values, needed = dict(self.values), set(self._needed)
        wanted = [(FLAGS + 4 * test.register + selector, at) for selector in set(test.swizzle)]
        seen = set()
        while wanted:
            if len(seen) > _MAX_DECIDING:
                return False
            cell, end = wanted.pop()
            if (cell, end) in seen:
                continue
            seen.add((cell, end))
            place = self._writer(cell, end)
            if place is None:
                return False
            if place >= end or place < 0:
                # It comes from the iteration before, and at first from in front of the loop.
                if (word := self._first(cell)) is None:
                    return False
                values[cell] = word
            if place >= 0:
                needed.add(place)
                wanted += [(source, place) for source in read(self._body[place])]
        self.values, self._needed = values, needed
        return True

    def _writer(self, cell: int, end: int) -> int | None:
        """Returns the instruction whose result a cell holds at `end`: one behind it, if need be.

        -1 if no instruction of the loop writes it, None if it is none that can be evaluated.
        """
        if cell in self._nested:
            return None
        body = self._body
        for at in (*range(end - 1, -1, -1), *range(len(body) - 1, end - 1, -1)):
            one = body[at]
            if isinstance(one, Instruction) and cell in written(one):
                return at if self._can_evaluate(one) else None
        return -1

    def _can_evaluate(self, one: Instruction) -> bool:
        if not always_writes(one) or not self._folder.can_fold(one):
            return False
        return all(
            source.relative is None and (source.file is File.TEMPORARY or self._words(source))
            for source in one.sources
        )

    def _words(self, source) -> tuple | None:
        """Returns the words of a constant operand."""
        parameter = self._draft.parameters[source.index] if source.file is File.PARAMETER else None
        return parameter.words if isinstance(parameter, Constant) else None

    def _first(self, cell: int) -> int | None:
        """Returns the constant that a cell holds in front of the loop."""
        for item in reversed(self._before[-_MAX_DISTANCE:]):
            if not isinstance(item, Instruction):
                if cell in written_in([item]) or _calls([item]):
                    return None
            elif item.opcode in ("CAL", "LABEL"):
                return None
            elif cell in written(item):
                if cell >= FLAGS or not self._can_evaluate(item):
                    return None
                operands = [self._words(source) for source in item.sources]
                if None in operands:
                    return None
                return self._folder.result(item, tuple(operands))[cell % 4]
        return None

    # -- the iterations --------------------------------------------------------------------------

    def count(self, most: int) -> tuple[int | None, int]:
        """Returns the number of whole iterations and the place of the BRK behind them, or None."""
        values: dict = dict(self.values)
        places = sorted({*self._needed, *self.exits})
        for count in range(most + 1):
            for at in places:
                one = self._body[at]
                if one.opcode != "BRK":
                    self._run(one, values)
                elif one.condition is None or self._leaves(one, values):
                    return count, at
        return None, 0

    def _leaves(self, one: Instruction, values: dict) -> bool:
        test = one.condition
        return holds(test, {s: values[FLAGS + 4 * test.register + s] for s in test.swizzle})

    def _run(self, one: Instruction, values: dict) -> None:
        operands = []
        for position, source in enumerate(one.sources):
            words = self._words(source)
            if words is None:
                own = [0, 0, 0, 0]
                for component in components(one, position):
                    if (selector := source.swizzle[component]) < ZERO:
                        own[selector] = values.get(4 * source.index + selector, 0)
                words = tuple(own)
            operands.append(words)
        place, operands = one.destination, tuple(operands)
        words = self._folder.result(one, operands)
        flags = self._folder.flags(one, operands) if one.update is not None else ()
        for component in range(4):
            if not place.mask[component]:
                continue
            if place.file is File.TEMPORARY:
                values[cell_of(place.file, place.index, component)] = words[component]
            if one.update is not None:
                values[FLAGS + 4 * one.update + component] = flags[component]
