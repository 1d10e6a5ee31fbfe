"""Turns CONT, and RET of the main program, into branches.

What follows a branch that jumps becomes its other side; instructions that end both sides go behind
the branch. So loops can be unrolled, and branches become selections.
"""

from __future__ import annotations

from dataclasses import replace

from softgl.ir.passes.cells import is_cheap_anywhere
from softgl.ir.passes.draft import LABEL, Draft
from softgl.ir.passes.tree import Branch, Loop, flat, tree_of
from softgl.ir.program import Instruction

MAX_JOINED = 64
"""The jumps of one list that become branches, each inside the one before."""


def join_jumps(draft: Draft) -> None:
    """Replaces CONT and RET where what they skip can be the other side of their branch."""
    if draft.opcodes().isdisjoint(("CONT", "RET", "ELSE")):
        return  # without an ELSE none is empty, and would go with the tree
    tree = tree_of(draft.instructions)
    if tree is not None:
        _visit(tree)
        if not any(isinstance(item, Instruction) and item.opcode == LABEL for item in tree):
            tree = joined(tree, "RET")
        draft.instructions = flat(tree)


def _visit(items: list) -> None:
    for item in items:
        if isinstance(item, Branch):
            _visit(item.yes)
            _visit(item.no)
        elif isinstance(item, Loop):
            _visit(item.body)
            item.body = joined(item.body, "CONT")


def joined(items: list, jump: str, depth: int = 0) -> list:
    """Returns a list without the jumps to its end that it can do without.

    depth : the number of branches around it that jumps have become.
    """
    if depth > MAX_JOINED:
        return items
    for at, item in enumerate(items):
        if isinstance(item, Instruction) and item.opcode == jump:
            if item.condition is None:
                return items[:at]
            rest = joined(items[at + 1 :], jump, depth + 1)
            begin = replace(item, opcode="IF")
            end = Instruction("ENDIF", item.span)
            return [*items[:at], Branch(begin, [], rest, end=end)] if rest else items[:at]
        if isinstance(item, Branch) and (ends_with(item.yes, jump) or ends_with(item.no, jump)):
            rest = items[at + 1 :]
            item.yes = _side(item.yes, rest, jump, depth + 1)
            item.no = _side(item.no, rest, jump, depth + 1)
            return [*items[:at], item, *_common_end(item)]
    if items and isinstance(items[-1], Branch):
        last = items[-1]
        last.yes = joined(last.yes, jump, depth + 1)
        last.no = joined(last.no, jump, depth + 1)
    return items


def _side(side: list, rest: list, jump: str, depth: int) -> list:
    """Returns one side of a branch with what follows the branch, if it comes there."""
    return joined(side if ends_with(side, jump) else [*side, *rest], jump, depth)


def ends_with(items: list, jump: str) -> bool:
    """True if a list ends with a jump without a condition."""
    if not items or not isinstance(items[-1], Instruction):
        return False
    return items[-1].opcode == jump and items[-1].condition is None


def _common_end(branch: Branch) -> list:
    """Takes the instructions that end both sides of a branch, and returns them."""
    found: list = []
    while branch.yes and branch.no:
        one, other = branch.yes[-1], branch.no[-1]
        if not (isinstance(one, Instruction) and isinstance(other, Instruction)):
            break
        if not is_cheap_anywhere(one) or replace(one, span=other.span) != other:
            break
        found.insert(0, branch.yes.pop())
        branch.no.pop()
    return found
