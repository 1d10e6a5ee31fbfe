"""Subroutines: dead ones go; small ones, and those with one call, are inlined.

Registers are the same in every subroutine, so that a call is a copy of its instructions.
"""

from __future__ import annotations

from softgl.errors import Span
from softgl.ir.passes.draft import LABEL, Draft
from softgl.ir.passes.jumps import ends_with, joined
from softgl.ir.passes.tree import Branch, Loop, flat, tree_of
from softgl.ir.passes.weights import weight
from softgl.ir.program import Instruction
from softgl.tuning import limits


class Section:
    """The main program or a subroutine: its labels and its instructions.

    calls : the sections that it calls, once for each CAL.
    """

    def __init__(self, labels: list[Instruction]):
        self.labels = labels
        self.items: list = []
        self.calls: list[Section] = []

    def find_calls(self, named: dict[str, Section]) -> None:
        """Sets `calls` from the instructions."""
        self.calls = [named[call.target] for call in _calls(self.items)]


class Sections:
    """The sections of a program, each with its calls.

    named : label -> its section. main : the section at which execution begins.
    """

    def __init__(self, draft: Draft, tree: list):
        self.all = _parted(tree)
        self.named = {label.target: one for one in self.all for label in one.labels}
        self.main = self.named.get("main", self.all[0])
        self._returns = draft.program.subroutines  # at the next label, and at the end

    @property
    def separate(self) -> bool:
        """True if lanes leave each section by returning, and all labels are outside of blocks."""
        if any(one.opcode == LABEL for part in self.all for one in flat(part.items)):
            return False
        ends = [ends_with(one.items, "RET") for one in self.all]
        if self.main is not self.all[-1] and not ends[self.all.index(self.main)]:
            return False  # lanes outside of calls go on behind the next label
        return self._returns or len(self.all) == 1 or all(ends)

    def find_calls(self) -> None:
        """Sets `calls` of the sections from their instructions."""
        for one in self.all:
            one.find_calls(self.named)

    def instructions(self) -> list[Instruction]:
        """Returns the instructions of the main program and of all that it calls."""
        reached = _reached(self.main)
        kept = [one for one in self.all if one in reached]
        found: list = []
        for one in kept:
            # A program of one section needs no label.
            found += [*(one.labels if len(kept) > 1 else []), *one.items]
            last = one is kept[-1]
            if (one is self.main and not last) or (len(kept) > 1 and not self._returns):
                found.append(Instruction("RET", Span(0, 0)))
        return flat(found)


def sections_of(draft: Draft) -> Sections | None:
    """Returns the sections of a program; None if blocks are too deep or sections not separate."""
    tree = tree_of(draft.instructions)
    sections = Sections(draft, tree) if tree else None
    return sections if sections is not None and sections.separate else None


def inline(draft: Draft) -> None:
    """Inlines small subroutines, and removes dead ones.

    Programs stay as they are whose lanes may come to a label without a call. So does recursion.
    """
    sections = sections_of(draft) if LABEL in draft.opcodes() else None
    if sections is None:
        return
    for one in sections.all:
        one.items = joined(one.items, "RET")
    sections.find_calls()
    order = callees_first(sections.all)
    if order is not None:
        _inline_all(order, sections.named)
    draft.instructions = sections.instructions()


def _is_label(item) -> bool:
    return isinstance(item, Instruction) and item.opcode == LABEL


def _parted(tree: list) -> list[Section]:
    """Parts a tree at its labels."""
    sections = [Section([])]
    for item in tree:
        if _is_label(item):
            if sections[-1].items or not sections[-1].labels:
                sections.append(Section([]))
            sections[-1].labels.append(item)
        else:
            sections[-1].items.append(item)
    return sections if sections[0].items else sections[1:]


def _calls(items: list) -> list[Instruction]:
    """Returns the CAL instructions of a tree."""
    return [one for one in flat(items) if one.opcode == "CAL"]


def callees_first(sections: list[Section]) -> list[Section] | None:
    """Returns the sections, each behind its callees; None if there is recursion."""
    left = {id(one): len(one.calls) for one in sections}
    callers: dict[int, list[Section]] = {id(one): [] for one in sections}
    for one in sections:
        for callee in one.calls:
            callers[id(callee)].append(one)
    order = [one for one in sections if not one.calls]
    for one in order:
        for caller in callers[id(one)]:
            left[id(caller)] -= 1
            if not left[id(caller)]:
                order.append(caller)
    return order if len(order) == len(sections) else None


def _inline_all(order: list[Section], named: dict[str, Section]) -> None:
    times: dict[int, int] = {}
    for one in order:
        for callee in one.calls:
            times[id(callee)] = times.get(id(callee), 0) + 1
    left = limits.MAX_INLINED_GROWTH
    small: set[int] = set()
    for one in order:
        one.items = _inlined(one.items, named, small)
        one.find_calls(named)
        size, calls = weight(one.items), times.get(id(one), 0)
        if any(found.opcode == "RET" for found in flat(one.items)):
            continue
        if calls == 1 or (size <= limits.MAX_INLINED_WEIGHT and size * calls <= left):
            small.add(id(one))
            left -= size * (calls - 1)


def _inlined(items: list, named: dict[str, Section], small: set[int]) -> list:
    """Returns a list with the instructions of small subroutines in place of their calls."""
    found: list = []
    for item in items:
        if isinstance(item, Branch):
            item.yes = _inlined(item.yes, named, small)
            item.no = _inlined(item.no, named, small)
        elif isinstance(item, Loop):
            item.body = _inlined(item.body, named, small)
        elif item.opcode == "CAL" and item.condition is None:
            callee = named[item.target]
            if id(callee) in small:
                found += callee.items
                continue
        found.append(item)
    return found


def _reached(main: Section) -> list[Section]:
    """Returns the sections that the main program reaches by calls."""
    found = [main]
    for one in found:
        found += [callee for callee in dict.fromkeys(one.calls) if callee not in found]
    return found
