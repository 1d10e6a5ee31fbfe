"""Gives the instructions of small branches the condition of their branch, in place of IF.

Both sides run, and each write depends on the condition: languages with condition codes have that.
"""

from __future__ import annotations

from softgl.ir.passes.cells import changed, is_cheap_anywhere
from softgl.ir.passes.draft import Draft
from softgl.ir.passes.tree import Branch, Loop, flat, tree_of
from softgl.ir.passes.weights import weight
from softgl.ir.program import ConditionTest, Instruction
from softgl.records import but
from softgl.tuning import limits


def predicate(draft: Draft) -> None:
    """Replaces small branches on one component of a condition code.

    Branches stay that sample textures, take derivatives, jump, kill, or set the condition code.
    """
    tree = tree_of(draft.instructions) if "IF" in draft.opcodes() else None
    if tree is not None:
        draft.instructions = flat(_predicated(tree))


def _predicated(items: list) -> list:
    found: list = []
    for item in items:
        if isinstance(item, Loop):
            item.body = _predicated(item.body)
        elif isinstance(item, Branch):
            item.yes, item.no = _predicated(item.yes), _predicated(item.no)
            test = item.begin.condition
            if _can_run(item.yes, test) and _can_run(item.no, test) and _is_small(item):
                found += _under(item.yes, test) + _under(item.no, but(test, negated=True))
                continue
        found.append(item)
    return found


def _is_small(branch: Branch) -> bool:
    return weight(branch.yes) + weight(branch.no) <= limits.MAX_SELECTED_WEIGHT


def _can_run(items: list, test: ConditionTest) -> bool:
    """True if one side of a branch can run in every lane, writing only where a test holds."""
    if len(set(test.swizzle)) > 1:
        return False  # an IF tests if any component passes
    return all(
        isinstance(one, Instruction)
        and is_cheap_anywhere(one)
        and one.destination is not None
        and one.destination.condition is None
        and one.update != test.register
        for one in items
    )


def _under(items: list[Instruction], test: ConditionTest) -> list[Instruction]:
    return [changed(one, destination=but(one.destination, condition=test)) for one in items]
