"""The order of blocks: what execution can reach, by depth of call, deepest first, then as in text.

`machine.blocks` always runs the first block with a waiting lane, so lanes that did not call wait
for those that did.

Blocks are reached in two ways, at top, outside any call, and within one: only lanes at top fall
through a label. A `Way` is a block and whether it is reached at top. What is asked of them (depths,
recursion, where a return may go on) is found from one graph whose edges are the exits; the bodies
of subroutines, which may overlap, are never listed.
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
    """Instructions without control flow, then an exit. `steps` counts its instruction too.

    control : the instruction that the exit is of, None where it is of none.
    """

    instructions: tuple[Instruction, ...]
    exit: Exit
    steps: int
    control: Instruction | None = None

    @property
    def successors(self) -> tuple[int, ...]:
        """Every block that lanes may wait for next."""
        called = (self.exit.target,) if isinstance(self.exit, Call) else ()
        return (*self.exit.successors, *called)


@dataclass(frozen=True)
class Flow:
    """The blocks of a program in order of execution.

    call_depth : how many calls can be open at once. recursive : whether a subroutine can reach
    itself. counters : the number of counted loops. nested : whether the blocks of callers count
    against a limit that they could exceed. emits : whether EMIT is a call.
    """

    blocks: tuple[Block, ...]
    entry: int
    call_depth: int
    recursive: bool
    counters: int
    nested: bool = False
    emits: bool = False

    @property
    def levels(self) -> int:
        """How many calls can be open at once, with EMIT."""
        return self.call_depth + self.emits

    @cached_property
    def backward(self) -> list[list[int]]:
        """For each block, the successors up to and including itself."""
        return [
            sorted({s for s in block.successors if s <= number})
            for number, block in enumerate(self.blocks)
        ]

    @property
    def endless(self) -> bool:
        """Whether the number of steps is not bounded by the text: there is a way back."""
        return any(self.backward)


def ordered(program: Program, blocks: list[Block], entry: int, counters: int) -> Flow:
    """The blocks that execution can reach, callees before callers, renumbered."""
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
    """The ways that execution can take from the entry."""

    def __init__(self, blocks, entry):
        self.blocks, self.entry = blocks, entry
        self.first: Way = (entry, True)

    def within(self, way: Way) -> list[Way]:
        """Where lanes go on in the same body."""
        block, at_top = way
        exit_ = self.blocks[block].exit
        successors = exit_.successors
        if isinstance(exit_, Return) and not at_top:
            successors = () if exit_.condition is None else (exit_.otherwise,)
        return [(successor, at_top) for successor in successors]

    def called(self, way: Way) -> list[Way]:
        """The beginning of the body that it calls, if it does."""
        exit_ = self.blocks[way[0]].exit
        return [(exit_.target, exit_.target == self.entry)] if isinstance(exit_, Call) else []

    def depths(self) -> tuple[dict[Way, int], bool]:
        """Each way -> the most calls that can be open there; whether a body can reach itself.

        If one can, the depths mean nothing.
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
        """The blocks in which calls go on, and each block with a Return -> its one of them.

        Bodies that have blocks in common share one: it knows where their calls go on.
        """
        shared = _Sets()
        for way in self.ways:
            for ahead in self.within(way):
                shared.join(way, ahead)
        if any(self.called(way) == [self.first] for way in self.ways):
            for way in self.ways:
                shared.join(way, (way[0], False))
        calls: dict[Way, dict[int, None]] = {}  # of each, the blocks in order
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
    """Disjoint sets that grow together."""

    def __init__(self):
        self._parent: dict = {}

    def of(self, item):
        """What stands for the set of an item."""
        parent = self._parent.setdefault(item, item)
        while parent != item:
            self._parent[item] = self._parent.setdefault(parent, parent)
            item, parent = parent, self._parent[parent]
        return item

    def join(self, one, other) -> None:
        self._parent[self.of(one)] = self.of(other)


def strong_components(first, successors: Callable) -> list[list]:
    """The strongly connected components reached from `first`, each after those that it leads to.

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
    """The order with the blocks in which calls go on.

    Each stands behind the last block that returns to it, where nothing can come between: lanes that
    return would wait there in any case. Where calls may also go on before that, as in recursion, it
    is among the first blocks, and so runs at once.
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
    """An exit with the final numbers of blocks; those that are not reached are -1."""
    names = ("taken", "otherwise", "body", "after", "target", "resume")
    changes = {name: new.get(getattr(exit_, name), -1) for name in names if hasattr(exit_, name)}
    if isinstance(exit_, Return):
        changes |= {"fall": new.get(exit_.fall) if at_top else None, "back": new.get(back)}
    if isinstance(exit_, Resume):
        changes["resumes"] = tuple(new[resume] for resume in exit_.resumes)
    return replace(exit_, **changes)
