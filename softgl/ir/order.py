"""Orders the reachable blocks by depth of call, deepest first, then as in the text.

`machine.blocks` always runs the first block that has lanes, so callers wait for their callees.

A block is reached in two ways: at top, outside any call, and within a call. Only lanes at top fall
through a label. A `Way` is a block and a bool, True at top. Depths, recursion and the targets of
returns are computed from one graph whose edges are the exits. The bodies of subroutines, which may
overlap, are never listed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

from softgl.ir.exits import Call, Exit, Push, Resume, Return
from softgl.ir.program import Instruction, Program
from softgl.records import dataclass

Way = tuple[int, bool]


@dataclass(frozen=True)
class Block:
    """Instructions without control flow, then an exit; `steps` counts the exit's instruction.

    control : the instruction of the exit, or None.
    """

    instructions: tuple[Instruction, ...]
    exit: Exit
    steps: int
    control: Instruction | None = None

    @property
    def successors(self) -> tuple[int, ...]:
        """Every block that lanes of this one may join."""
        called = (self.exit.target,) if isinstance(self.exit, Call) else ()
        return (*self.exit.successors, *called)


@dataclass(frozen=True)
class Flow:
    """The blocks of a program in order of execution.

    call_depth : the number of calls that can be open at once.
    recursive : True if a subroutine can reach itself.
    counters : the number of counted loops.
    nested : True if blocks open in callers count against a limit that they could exceed.
    emits : True if EMIT calls a shared block.
    outermost : the numbers of loops whose iterations are limited and that no lane enters while
        another is in them: neither in a loop nor in a subroutine.
    """

    blocks: tuple[Block, ...]
    entry: int
    call_depth: int
    recursive: bool
    counters: int
    nested: bool = False
    emits: bool = False
    outermost: frozenset[int] = frozenset()

    @property
    def levels(self) -> int:
        """Number of calls that can be open at once, EMIT included."""
        return self.call_depth + self.emits

    @cached_property
    def backward(self) -> list[list[int]]:
        """For each block, its successors with numbers up to its own."""
        return [
            sorted({s for s in block.successors if s <= number})
            for number, block in enumerate(self.blocks)
        ]

    @property
    def endless(self) -> bool:
        """True if the text does not bound the number of steps: a block has a backward successor."""
        return any(self.backward)


def ordered(program: Program, blocks: list[Block], entry: int, counters: int) -> Flow:
    """Returns the flow of the reachable blocks, callees before callers, renumbered."""
    graph = _Graph(blocks, entry)
    depth, recursive = graph.depths()
    level = {}
    for (block, at_top), calls in depth.items():
        level[block] = max(level.get(block, 0), int(not at_top) if recursive else calls)
    order = sorted(level, key=lambda block: (-level[block], block))
    resumes, back = graph.resumes()
    order = _with_resumes(order, resumes, back)
    new = {block: number for number, block in enumerate(order)}
    everything = dict(enumerate(blocks)) | {b: Block((), exit_, 0) for b, exit_ in resumes.items()}
    final = tuple(
        replace(
            everything[block],
            exit=_renumbered(everything[block].exit, new, back.get(block), (block, True) in depth),
        )
        for block in order
    )
    pushes = any(isinstance(block.exit, Push) for block in final)
    depths = program.call_depth if recursive or pushes else max(depth.values())
    limit = min(depths, program.call_depth)
    return Flow(final, new[entry], limit, recursive, counters)


class _Graph:
    """The control flow graph of the ways reachable from the entry."""

    def __init__(self, blocks, entry):
        self.blocks, self.entry = blocks, entry
        self.first: Way = (entry, True)

    def within(self, way: Way) -> list[Way]:
        """Returns the successors of a way in the same body."""
        block, at_top = way
        exit_ = self.blocks[block].exit
        successors = exit_.successors
        if isinstance(exit_, Return) and not at_top:
            successors = () if exit_.condition is None else (exit_.otherwise,)
        return [(successor, at_top) for successor in successors]

    def called(self, way: Way) -> list[Way]:
        """Returns the first way of the body that a way calls, or []."""
        exit_ = self.blocks[way[0]].exit
        return [(exit_.target, exit_.target == self.entry)] if isinstance(exit_, Call) else []

    def depths(self) -> tuple[dict[Way, int], bool]:
        """Returns each way's maximum of open calls, and True if a body can reach itself.

        With recursion the maxima are meaningless.
        """
        groups = strong_components(self.first, lambda way: self.within(way) + self.called(way))
        group = {way: number for number, ways in enumerate(groups) for way in ways}
        most = [0] * len(groups)
        recursive = False
        for number in reversed(range(len(groups))):
            for way in groups[number]:
                for ahead in self.within(way):
                    most[group[ahead]] = max(most[group[ahead]], most[number])
                for ahead in self.called(way):
                    recursive |= group[ahead] == number
                    most[group[ahead]] = max(most[group[ahead]], most[number] + 1)
        self.ways = list(group)
        return {way: most[number] for way, number in group.items()}, recursive

    def resumes(self) -> tuple[dict[int, Resume], dict[int, int]]:
        """Returns the blocks that resume calls, and block with a Return -> its resuming block.

        Bodies that share blocks share a resuming block, which knows the return targets of all of
        them.
        """
        shared = _Sets()
        for way in self.ways:
            for ahead in self.within(way):
                shared.join(way, ahead)
        if any(self.called(way) == [self.first] for way in self.ways):
            for way in self.ways:
                shared.join(way, (way[0], False))
        calls: dict[Way, dict[int, None]] = {}  # body -> its return targets in order
        for way in sorted(self.ways):
            for head in self.called(way):
                calls.setdefault(shared.of(head), {})[self.blocks[way[0]].exit.resume] = None
        number = {body: len(self.blocks) + n for n, body in enumerate(calls)}
        exits = {number[b]: Resume(tuple(r)) for b, r in calls.items()}
        back = {
            way[0]: number[shared.of(way)]
            for way in self.ways
            if isinstance(self.blocks[way[0]].exit, Return) and shared.of(way) in number
        }
        return exits, back


class _Sets:
    """Disjoint sets (union-find)."""

    def __init__(self):
        self._parent: dict = {}

    def of(self, item):
        """Returns the representative of the set of an item."""
        parent = self._parent.setdefault(item, item)
        while parent != item:
            self._parent[item] = self._parent.setdefault(parent, parent)
            item, parent = parent, self._parent[parent]
        return item

    def join(self, one, other) -> None:
        self._parent[self.of(one)] = self.of(other)


def strong_components(first, successors: Callable) -> list[list]:
    """Returns the strong components reachable from `first`, successors before predecessors.

    Tarjan's algorithm, without recursion.
    """
    number, low, found = {first: 0}, {first: 0}, []
    stack, closed = [first], set()
    path = [(first, iter(successors(first)))]
    while path:
        node, ahead = path[-1]
        for other in ahead:
            if other not in number:
                number[other] = low[other] = len(number)
                stack.append(other)
                path.append((other, iter(successors(other))))
                break
            if other not in closed:
                low[node] = min(low[node], number[other])
        else:
            path.pop()
            if path:
                low[path[-1][0]] = min(low[path[-1][0]], low[node])
            if low[node] == number[node]:
                component = []
                while not component or component[-1] != node:
                    component.append(stack.pop())
                closed.update(component)
                found.append(component)
    return found


def _with_resumes(order, resumes, back) -> list[int]:
    """Inserts the resuming blocks into the order.

    Each follows the last block that returns to it, and no block lies between them: returning lanes
    would wait there in any case. If a call may also resume before that, as in recursion, the
    resuming block is among the first, so that it runs at once.
    """
    place = {block: number for number, block in enumerate(order)}
    last: dict[int, int] = {}
    for block, resume in back.items():
        last[resume] = max(last.get(resume, 0), place[block])
    keys = {block: (number, 0) for block, number in place.items()}
    for resume, exit_ in resumes.items():
        if resume in last:
            behind = min(place[r] for r in exit_.resumes) > last[resume]
            keys[resume] = (last[resume], resume) if behind else (-1, resume)
    return sorted(keys, key=keys.get)


def _renumbered(exit_, new, back, at_top):
    """Returns an exit with final block numbers; unreachable blocks become -1."""
    names = ("taken", "otherwise", "body", "after", "target", "resume")
    changes = {name: new.get(getattr(exit_, name), -1) for name in names if hasattr(exit_, name)}
    if isinstance(exit_, Return):
        changes |= {"fall": new.get(exit_.fall) if at_top else None, "back": new.get(back)}
    if isinstance(exit_, Resume):
        changes["resumes"] = tuple(new[resume] for resume in exit_.resumes)
    return replace(exit_, **changes)
