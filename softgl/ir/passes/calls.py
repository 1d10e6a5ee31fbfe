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


class _Section:
    """The main program or a subroutine: its labels and its instructions.

    calls : the sections that it calls, once for each CAL.
    """

    def __init__(self, labels: list[Instruction]):
        self.labels = labels
        self.items: list = []
        self.calls: list[_Section] = []


def inline(draft: Draft) -> None:
    """Inlines small subroutines, and removes dead ones.

    Programs whose labels are targets of branches stay as they are, and so does recursion.
    """
    if not draft.program.subroutines or LABEL not in draft.opcodes():
        return
    tree = tree_of(draft.instructions)
    if tree is None or not any(_is_label(item) for item in tree):
        return
    sections = _sections(tree)
    named = {label.target: one for one in sections for label in one.labels}
    main = named.get("main", sections[0])
    if main is not sections[-1] and not ends_with(main.items, "RET"):
        return  # lanes outside of calls go on behind the next label
    for one in sections:
        one.items = joined(one.items, "RET")
        one.calls = [named[call.target] for call in _calls(one.items)]
    order = _callees_first(sections)
    if order is not None:
        _inline_all(order, named)
    draft.instructions = _joined(sections, main)


def _joined(sections: list[_Section], main: _Section) -> list[Instruction]:
    """Returns the instructions of the main program and of all that it calls."""
    reached = _reached(main)
    kept = [one for one in sections if one in reached]
    found: list = []
    for one in kept:
        # A program of one section needs no label.
        found += [*(one.labels if len(kept) > 1 else []), *one.items]
        if one is main and one is not kept[-1]:
            found.append(Instruction("RET", Span(0, 0)))
    return flat(found)


def _is_label(item) -> bool:
    return isinstance(item, Instruction) and item.opcode == LABEL


def _sections(tree: list) -> list[_Section]:
    sections = [_Section([])]
    for item in tree:
        if _is_label(item):
            if sections[-1].items or not sections[-1].labels:
                sections.append(_Section([]))
            sections[-1].labels.append(item)
        else:
            sections[-1].items.append(item)
    return sections if sections[0].items else sections[1:]


def _calls(items: list) -> list[Instruction]:
    """Returns the CAL instructions of a tree."""
    return [one for one in flat(items) if one.opcode == "CAL"]


def _callees_first(sections: list[_Section]) -> list[_Section] | None:
    """Returns the sections, each behind its callees; None if there is recursion."""
    left = {id(one): len(one.calls) for one in sections}
    callers: dict[int, list[_Section]] = {id(one): [] for one in sections}
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


def _inline_all(order: list[_Section], named: dict[str, _Section]) -> None:
    times: dict[int, int] = {}
    for one in order:
        for callee in one.calls:
            times[id(callee)] = times.get(id(callee), 0) + 1
    left = limits.MAX_INLINED_GROWTH
    small: set[int] = set()
    for one in order:
        one.items = _inlined(one.items, named, small)
        one.calls = [named[call.target] for call in _calls(one.items)]
        size, calls = weight(one.items), times.get(id(one), 0)
        if any(found.opcode == "RET" for found in flat(one.items)):
            continue
        if calls == 1 or (size <= limits.MAX_INLINED_WEIGHT and size * calls <= left):
            small.add(id(one))
            left -= size * (calls - 1)


def _inlined(items: list, named: dict[str, _Section], small: set[int]) -> list:
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


def _reached(main: _Section) -> list[_Section]:
    """Returns the sections that the main program reaches by calls."""
    found = [main]
    for one in found:
        found += [callee for callee in dict.fromkeys(one.calls) if callee not in found]
    return found
