"""Turns small branches into selections: both sides run, and UCMP selects the results.

The registers that a side writes are renamed, unless nothing else reads them.
"""

from __future__ import annotations

from functools import cached_property

from softgl.ir.passes.cells import (
    always_writes,
    changed,
    is_cheap_anywhere,
    read,
    written,
)
from softgl.ir.passes.draft import LABEL, Draft
from softgl.ir.passes.tree import Branch, Loop, flat, tree_of
from softgl.ir.passes.weights import weight
from softgl.ir.program import (
    ALL,
    ZERO,
    ConditionTest,
    Destination,
    File,
    Instruction,
    Saturate,
    Source,
)
from softgl.isa import OPCODES
from softgl.isa.vocabulary import FLOAT, UNSIGNED
from softgl.records import but
from softgl.tuning import limits

_OPPOSITE = {"NE": "EQ", "EQ": "NE"}
_KNOWN = ("TR", "FL")
_FIRST = (True, False, False, False)


def select(draft: Draft) -> None:
    """Replaces small branches without side effects by selections.

    Branches stay that sample textures, take derivatives, jump, or write results.
    """
    if draft.program.instruction_set not in OPCODES["UCMP"].languages:
        return
    if "IF" not in draft.opcodes():
        return
    tree = tree_of(draft.instructions)
    if tree is not None and _tests_follow(draft.instructions):
        selection = _Selection(draft)
        draft.instructions = flat(selection.list(tree))


class _Uses:
    """The first and the last instruction that reads or writes each temporary; those of arrays."""

    def __init__(self, instructions: list[Instruction]):
        self._first: dict[int, int] = {}  # by cells
        self._last: dict[int, int] = {}
        self.arrays: set[int] = set()
        cells = [[] if one.opcode == LABEL else read(one) + written(one) for one in instructions]
        for number, mine in enumerate(cells):
            self._last.update(dict.fromkeys(mine, number))
        for number in range(len(cells) - 1, -1, -1):
            self._first.update(dict.fromkeys(cells[number], number))
        for one in instructions:
            for place in (*one.sources, one.destination):
                if place is not None and place.relative and place.file is File.TEMPORARY:
                    self.arrays.update(range(place.index, place.index + place.count))

    def only_within(self, register: int, first: int, last: int) -> bool:
        """True if a temporary has no use outside of a range, or is a new one."""
        return all(
            first <= self._first.get(cell, first) and self._last.get(cell, last) <= last
            for cell in range(4 * register, 4 * register + 4)
        )


def _tests_follow(instructions: list[Instruction]) -> bool:
    """True if each test of a condition code follows the instruction that sets it."""
    before = None
    for one in instructions:
        if one.destination is not None and one.destination.condition is not None:
            return False
        test = one.condition
        follows = before is not None and test is not None and before.update == test.register
        if test is not None and test.rule not in _KNOWN and not follows:
            return False
        before = one
    return True


class _Selection:
    def __init__(self, draft: Draft):
        self._draft = draft
        self._instructions = draft.instructions

    @cached_property
    def _uses(self) -> _Uses:
        return _Uses(self._instructions)

    def list(self, items: list) -> list:
        found: list = []
        for item in items:
            if isinstance(item, Loop):
                item.body = self.list(item.body)
            elif isinstance(item, Branch):
                item.yes, item.no = self.list(item.yes), self.list(item.no)
                if item.begin.condition.rule in _KNOWN:
                    found += item.yes if item.begin.condition.rule == "TR" else item.no
                    continue
                if self._select(item, found):
                    continue
            found.append(item)
        return found

    def _select(self, branch: Branch, before: list) -> bool:
        """Appends the selections in place of a branch to what is in front; False if it stays."""
        test = before[-1] if before and isinstance(before[-1], Instruction) else None
        word = _tested(branch.begin.condition, test)
        sides = [_Side(branch.yes), _Side(branch.no)]
        if word is None or not all(side.simple for side in sides):
            return False
        if weight(branch.yes) + weight(branch.no) > limits.MAX_SELECTED_WEIGHT:
            return False
        changed = {register for side in sides for register in side.written}
        if changed & self._uses.arrays or any(side.reads & self._uses.arrays for side in sides):
            return False
        kills = [side.kill for side in sides]
        before.pop()
        if any(kills):
            before.append(test)
            before.append(_killing(branch.begin, kills[0] is None))
        exposed = {register for side in sides for register in side.exposed}
        kept = {
            register
            for register in changed
            if register in exposed
            or not self._uses.only_within(register, branch.first, branch.last)
        }
        if kept and word.file is File.TEMPORARY and word.index in kept:
            copy = self._draft.new()
            place = Destination(File.TEMPORARY, copy, _FIRST)
            before.append(Instruction("MOV", branch.begin.span, place, (word,), UNSIGNED))
            word = Source(File.TEMPORARY, copy, (0, 0, 0, 0))
        renamed = [self._emit(side, kept, before) for side in sides]
        if branch.begin.condition.rule == "EQ":
            renamed.reverse()
            sides.reverse()
        for register in sorted(kept):
            before += _selections(branch.end, word, register, sides, renamed)
        return True

    def _emit(self, side: _Side, kept: set[int], found: list) -> dict[int, int]:
        """Appends the instructions of a side, and returns the new names of its registers."""
        names = {register: self._draft.new() for register in side.written if register in kept}
        for register in names:
            if register in side.exposed:
                place = Destination(File.TEMPORARY, names[register], ALL)
                source = (Source(File.TEMPORARY, register),)
                found.append(Instruction("MOV", side.span, place, source, UNSIGNED))
        for one in side.instructions:
            sources = tuple(_renamed(source, names) for source in one.sources)
            found.append(
                changed(one, sources=sources, destination=_renamed(one.destination, names))
            )
        return names


class _Side:
    """One side of a branch.

    simple : True if it can run in every lane. kill : its unconditional KILL, or None.
    written : register -> its components that are written. exposed : the registers whose earlier
    contents it reads. reads : the registers that it reads.
    """

    def __init__(self, items: list):
        self.instructions: list[Instruction] = []
        self.kill: Instruction | None = None
        self.written: dict[int, set[int]] = {}
        self.exposed: set[int] = set()
        self.reads: set[int] = set()
        self.simple = all(map(self._add, items))

    @property
    def span(self):
        return self.instructions[0].span

    def _add(self, item) -> bool:
        """Adds an instruction; False if it cannot run in every lane."""
        if not isinstance(item, Instruction):
            return False
        if item.opcode == "KILL":
            self.kill = item
            return True
        if not is_cheap_anywhere(item) or not always_writes(item):
            return False
        if item.update is not None or item.destination.file is not File.TEMPORARY:
            return False
        self.instructions.append(item)
        for cell in read(item):
            register, component = divmod(cell, 4)
            self.reads.add(register)
            if component not in self.written.get(register, ()):
                self.exposed.add(register)
        for cell in written(item):
            self.written.setdefault(cell // 4, set()).add(cell % 4)
        return True


def _tested(condition: ConditionTest, test: Instruction | None) -> Source | None:
    """Returns the word that an IF compares with 0, for all components, or None."""
    if test is None or test.opcode != "MOV" or test.update != condition.register:
        return None
    place, (source,) = test.destination, test.sources
    component, *others = set(condition.swizzle)
    plain = test.type is not FLOAT and test.saturate is Saturate.NONE and source.relative is None
    if others or not plain or place.file is not None or condition.rule not in _OPPOSITE:
        return None
    if not place.mask[component] or source.swizzle[component] >= ZERO:
        return None
    return Source(
        source.file, source.index, (source.swizzle[component],) * 4,
        buffer=source.buffer, vertex=source.vertex,
    )  # fmt: skip


def _killing(begin: Instruction, otherwise: bool) -> Instruction:
    """Returns the KIL in place of a KILL in a branch, or in its other side."""
    test = begin.condition
    if otherwise:
        test = but(test, rule=_OPPOSITE[test.rule])
    return Instruction("KIL", begin.span, condition=test)


def _selections(end: Instruction, word: Source, register: int, sides, renamed) -> list:
    """Returns the instructions that give a register its value of either side."""
    found = []
    written_ = [side.written.get(register, set()) for side in sides]
    for here, there in ((True, True), (True, False), (False, True)):
        chosen = [c for c in range(4) if (c in written_[0], c in written_[1]) == (here, there)]
        if chosen:
            mask = tuple(c in chosen for c in range(4))
            one = Source(File.TEMPORARY, renamed[0][register] if here else register)
            other = Source(File.TEMPORARY, renamed[1][register] if there else register)
            place = Destination(File.TEMPORARY, register, mask)
            found.append(Instruction("UCMP", end.span, place, (word, one, other), UNSIGNED))
    return found


def _renamed(place, names: dict[int, int]):
    if place.file is not File.TEMPORARY or place.index not in names:
        return place
    return but(place, index=names[place.index])
