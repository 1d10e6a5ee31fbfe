"""Instructions as a tree: branches and loops hold lists of what is in them.

A list holds instructions and nodes. Trees are as deep as the program nests blocks: `tree_of`
returns None for programs that are deeper than MAX_DEPTH.
"""

from __future__ import annotations

from dataclasses import field

from softgl.ir.passes.cells import written
from softgl.ir.passes.draft import LABEL
from softgl.ir.program import Instruction
from softgl.records import dataclass

MAX_DEPTH = 100
"""The limit of open blocks of a tree."""


@dataclass(eq=False)
class Branch:
    """An IF: `yes` is its block, `no` that of its ELSE; empty if it has none.

    first, last : the numbers of IF and ENDIF in the list that the tree was made of.
    """

    begin: Instruction
    yes: list = field(default_factory=list)
    no: list = field(default_factory=list)
    middle: Instruction | None = None
    end: Instruction | None = None
    first: int = 0
    last: int = 0


@dataclass(eq=False)
class Loop:
    """A REP with its body."""

    begin: Instruction
    body: list = field(default_factory=list)
    end: Instruction | None = None


Node = Branch | Loop


def tree_of(instructions: list[Instruction]) -> list | None:
    """Returns the tree of instructions, or None if blocks are too deep."""
    root: list = []
    lists, nodes = [root], []
    for number, one in enumerate(instructions):
        name = one.opcode
        if name in ("IF", "REP"):
            node = Branch(one, first=number) if name == "IF" else Loop(one)
            lists[-1].append(node)
            nodes.append(node)
            lists.append(node.yes if name == "IF" else node.body)
            if len(nodes) > MAX_DEPTH:
                return None
        elif name == "ELSE":
            lists[-1], nodes[-1].middle = nodes[-1].no, one
        elif name in ("ENDIF", "ENDREP"):
            nodes[-1].end = one
            if name == "ENDIF":
                nodes[-1].last = number
            nodes.pop()
            lists.pop()
        else:
            lists[-1].append(one)
    return root


def flat(items: list) -> list[Instruction]:
    """Returns the instructions of a tree in order."""
    found: list[Instruction] = []
    _flatten(items, found)
    return found


def _flatten(items: list, found: list[Instruction]) -> None:
    for item in items:
        if type(item) is Instruction:
            found.append(item)
        elif type(item) is Branch:
            found.append(item.begin)
            _flatten(item.yes, found)
            if item.no:
                found.append(item.middle or Instruction("ELSE", item.end.span))
                _flatten(item.no, found)
            found.append(item.end)
        else:
            found.append(item.begin)
            _flatten(item.body, found)
            found.append(item.end)


def written_in(items: list) -> set[int]:
    """Returns the cells that the instructions of a tree may write."""
    cells: set[int] = set()
    for item in items:
        if isinstance(item, Branch):
            cells |= written_in(item.yes) | written_in(item.no)
        elif isinstance(item, Loop):
            cells |= written_in(item.body)
        elif item.opcode != LABEL:
            cells.update(written(item))
    return cells
