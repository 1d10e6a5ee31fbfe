"""Control flow as blocks: straight stretches of instructions and how lanes leave them.

Every dialect's control flow (IF, REP, CAL, RET, BRK, CONT, BRA) becomes a few kinds of exit.
Blocks are ordered by depth of call, deepest first, then as in the text: `machine.blocks` always
runs the first block with a waiting lane, so lanes that did not call wait for those that did.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from softgl.ir.exits import (
    Again,
    Branch,
    Call,
    End,
    Exit,
    Pop,
    Push,
    Repeat,
    Return,
)
from softgl.ir.program import Instruction, Program

CONTROL = frozenset(
    [
        *("IF", "ELSE", "ENDIF", "REP", "ENDREP", "LOOP", "ENDLOOP", "BRK", "CONT"),
        *("CAL", "RET", "BRA", "PUSHA", "POPA"),
    ]
)


@dataclass(frozen=True)
class Block:
    """Instructions without control flow, then an exit.

    `resumes` : where a Return here may go, with the `Call.nesting` of each in `nestings`. `steps`
    counts the exit's instruction too.
    """

    instructions: tuple[Instruction, ...]
    exit: Exit
    steps: int
    resumes: tuple[int, ...] = ()
    nestings: tuple[tuple[int, int], ...] = ()

    @property
    def successors(self) -> tuple[int, ...]:
        """Every block that lanes may wait for next."""
        called = (self.exit.target,) if isinstance(self.exit, Call) else ()
        return (*self.exit.successors, *called, *self.resumes)


@dataclass(frozen=True)
class Flow:
    """The blocks of a program in order of execution.

    call_depth : how many calls can be open at once. recursive : whether a subroutine can reach
    itself. counters : the number of counted loops. nested : whether the blocks of callers count
    against a limit that they could exceed.
    """

    blocks: tuple[Block, ...]
    entry: int
    call_depth: int
    recursive: bool
    counters: int
    nested: bool = False

    @property
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


def has_flow(program: Program) -> bool:
    """Whether a program needs blocks at all: it jumps, or does not begin with its text."""
    begins_later = dict(program.labels).get("main", 0) > 0
    return begins_later or any(i.opcode in CONTROL for i in program.instructions)


def build_flow(program: Program) -> Flow:
    """The blocks of a checked program."""
    matches = _match(program.instructions)
    starts = _block_starts(program, matches)
    labels = {at for _, at in program.labels} if program.subroutines else set()
    # A jump may end where the next subroutine begins. It arrives at a block of its own, in which
    # the subroutine before ends: the one beside the label is for calls.
    places = sorted([(at, False) for at in starts] + [(at, True) for at in labels], key=_text_order)
    number = {place: block for block, place in enumerate(places)}
    exits = _Exits(program, number, matches)
    ends = dict(zip(starts, [*starts[1:], len(program.instructions)], strict=True))
    blocks = [
        Block((), exits.fall_through(at), 0) if arriving else _block(program, exits, at, ends[at])
        for at, arriving in places
    ]
    entry = number[dict(program.labels).get("main", 0), False]
    flow = _ordered(program, blocks, entry, len(exits.counters))
    return replace(flow, nested=any(exits.limited) and flow.call_depth > 0)


def _text_order(place):
    """Blocks in which jumps arrive at a label stand before the label's own."""
    at, arriving = place
    return at, not arriving


def _block(program, exits, start, end) -> Block:
    """The instructions from `start` up to `end`, of which only the last may be a jump."""
    if start == len(program.instructions):
        return Block((), exits.end(), 0)
    last = program.instructions[end - 1] if end > start else None
    controlled = last is not None and last.opcode in CONTROL
    body = program.instructions[start : end - 1 if controlled else end]
    return Block(body, exits.of(end - 1) if controlled else exits.fall_through(end), end - start)


def _block_starts(program, matches) -> list[int]:
    """The numbers of the instructions that begin a block; the end of the text begins one too."""
    starts = {0, len(program.instructions), *(at for _, at in program.labels)}
    for number, instruction in enumerate(program.instructions):
        if instruction.opcode in CONTROL:
            starts.add(number + 1)
        if instruction.opcode == "CONT":
            starts.add(matches[number])
    return sorted(starts)


def _match(instructions) -> dict[int, int]:
    """IF -> its ELSE or ENDIF, ELSE -> ENDIF, REP -> ENDREP and back, BRK and CONT -> ENDREP.

    LOOP and ENDLOOP are as REP and ENDREP.
    """
    matches, open_, leaves = {}, [], []
    for number, instruction in enumerate(instructions):
        opcode = instruction.opcode
        if opcode in ("IF", "REP", "LOOP"):
            open_.append(number)
        elif opcode == "ELSE":
            matches[open_.pop()] = number
            open_.append(number)
        elif opcode in ("ENDIF", "ENDREP", "ENDLOOP"):
            start = open_.pop()
            matches[start], matches[number] = number, start
            if opcode != "ENDIF":
                inside = [leave for leave in leaves if leave > start]
                matches |= dict.fromkeys(inside, number)
                leaves = [leave for leave in leaves if leave < start]
        elif opcode in ("BRK", "CONT"):
            leaves.append(number)
    return matches


def _nesting(instructions) -> list[tuple[int, int]]:
    """For each instruction, the blocks of IF and the loops that are open before it."""
    nesting, ifs, loops = [], 0, 0
    for instruction in instructions:
        nesting.append((ifs, loops))
        ifs += (instruction.opcode == "IF") - (instruction.opcode == "ENDIF")
        loops += instruction.opcode in ("REP", "LOOP")
        loops -= instruction.opcode in ("ENDREP", "ENDLOOP")
    return nesting


class _Exits:
    """The exit of each control instruction, in block numbers of the text's order."""

    def __init__(self, program, number, matches):
        self.program, self.number, self.matches = program, number, matches
        self.labels = dict(program.labels)
        counted = [
            n
            for n, i in enumerate(program.instructions)
            if i.opcode in ("REP", "LOOP") and i.sources
        ]
        self.counters = {start: counter for counter, start in enumerate(counted)}
        self.nesting = _nesting(program.instructions)
        deepest = [max((depths[kind] for depths in self.nesting), default=0) for kind in (0, 1)]
        limits = (program.if_depth, program.loop_depth)
        self.limited = tuple(
            limit is not None and (depth + 1) * (program.call_depth + 1) > limit
            for depth, limit in zip(deepest, limits, strict=True)
        )

    def of(self, at) -> Exit:
        instruction = self.program.instructions[at]
        after = self._at(at + 1)
        condition = instruction.condition
        match instruction.opcode:
            case "IF":
                ifs = self.nesting[at][0] if self.limited[0] else None
                return Branch(after, condition, self._behind(at), ifs)
            case "ELSE":
                return Branch(self._behind(at))
            case "BRK":
                return self._jump(self._behind(at), condition, after)
            case "CONT":
                return self._jump(self._at(self.matches[at]), condition, after)
            case "BRA":
                return self._jump(self._at(self.labels[instruction.target]), condition, after)
            case "REP" | "LOOP":
                if at not in self.counters:
                    return Branch(after)
                loops = self.nesting[at][1] if self.limited[1] else None
                return Repeat(self.counters[at], instruction, after, self._behind(at), loops)
            case "ENDREP" | "ENDLOOP":
                start = self.matches[at]
                loop = self.program.instructions[start] if instruction.opcode == "ENDLOOP" else None
                return Again(self.counters.get(start), self._at(start + 1), after, loop)
            case "CAL":
                return Call(self._called(instruction.target), after, condition, self.nesting[at])
            case "RET":
                return Return(condition, after)
            case "PUSHA":
                return Push(instruction, after)
            case "POPA":
                return Pop(instruction, after)
        return self.fall_through(at + 1)  # ENDIF

    def _at(self, at) -> int:
        """The block at which jumps to an instruction arrive."""
        return self.number.get((at, True), self.number[at, False])

    def _behind(self, at) -> int:
        """The same for the instruction after the partner of this one."""
        return self._at(self.matches[at] + 1)

    def _called(self, label) -> int:
        """The block with which a call of `label` begins."""
        at = self.labels[label]
        last = [name for name, place in self.program.labels if place == at][-1]
        # With another label behind it at once, a subroutine is empty.
        return self.number[at, False] if label == last else self._at(at)

    def _jump(self, target, condition, after):
        return Branch(target, condition, after if condition else -1)

    def fall_through(self, end) -> Exit:
        """What follows the last instruction of a block that does not jump."""
        if (end, True) in self.number:
            return Return(fall=self.number[end, False])
        at_end = end == len(self.program.instructions)
        return self.end() if at_end else Branch(self.number[end, False])

    def end(self) -> Exit:
        """What follows the last instruction of the text."""
        # NV_vertex_program2, 2.14.2.3: "A vertex program will also terminate after executing the
        # last instruction in the program, unless that instruction was a taken branch." Where labels
        # begin subroutines, the last one returns there.
        return Return() if self.program.subroutines else End()


# -- order -----------------------------------------------------------------------------------------


def _ordered(program, blocks, entry, counters) -> Flow:
    """The blocks that execution can reach, callees before callers, renumbered."""
    bodies = _bodies(blocks, entry)
    calls = {
        head: {blocks[b].exit.target for b in body if isinstance(blocks[b].exit, Call)}
        for head, body in bodies.items()
    }
    depth = _depths(calls)
    recursive = depth is None
    if recursive:
        depth = {head: int(head != entry) for head in bodies}
    level = {b: max(depth[h] for h, body in bodies.items() if b in body) for b in _union(bodies)}
    order = sorted(level, key=lambda block: (-level[block], block))
    new = {block: number for number, block in enumerate(order)}
    resumes = _resumes(blocks, bodies)
    ordered = tuple(
        replace(
            blocks[block],
            exit=_renumbered(blocks[block].exit, new),
            resumes=tuple(sorted(new[r] for r in resumes.get(block, ()))),
            nestings=tuple(
                nesting
                for _, nesting in sorted((new[r], n) for r, n in resumes.get(block, {}).items())
            ),
        )
        for block in order
    )
    pushes = any(isinstance(block.exit, Push) for block in ordered)
    depths = program.call_depth if recursive or pushes else max(depth.values())
    limit = min(depths, program.call_depth)
    return Flow(ordered, new[entry], limit, recursive, counters)


def _union(bodies):
    return set().union(*bodies.values())


def _bodies(blocks, entry) -> dict[int, set[int]]:
    """The entry and each called block -> the blocks reached from there without calls."""
    bodies, heads = {}, [entry]
    while heads:
        head = heads.pop()
        if head in bodies:
            continue
        body, ahead = set(), [head]
        while ahead:
            block = ahead.pop()
            if block not in body:
                body.add(block)
                ahead += _within(blocks[block].exit, head == entry)
        bodies[head] = body
        heads += [blocks[b].exit.target for b in body if isinstance(blocks[b].exit, Call)]
    return bodies


def _within(exit_, at_top):
    """The successors within the same body; only lanes outside any call fall through a label."""
    if isinstance(exit_, Return) and not at_top:
        return () if exit_.condition is None else (exit_.otherwise,)
    return exit_.successors


def _depths(calls) -> dict[int, int] | None:
    """Each body -> the most calls that are open when it runs; None if a body can reach itself."""
    depth = dict.fromkeys(calls, 0)
    callers = dict.fromkeys(calls, 0)
    for callees in calls.values():
        for callee in callees:
            callers[callee] += 1
    ready = [head for head, count in callers.items() if not count]
    done = 0
    while ready:
        head = ready.pop()
        done += 1
        for callee in calls[head]:
            depth[callee] = max(depth[callee], depth[head] + 1)
            callers[callee] -= 1
            if not callers[callee]:
                ready.append(callee)
    return depth if done == len(calls) else None


def _resumes(blocks, bodies) -> dict[int, dict[int, tuple[int, int]]]:
    """Each block that may return from a call -> where it then goes on -> the call's nesting."""
    resumes: dict[int, dict[int, tuple[int, int]]] = {}
    for block in _union(bodies):
        call = blocks[block].exit
        if isinstance(call, Call):
            for inner in bodies[call.target]:
                if isinstance(blocks[inner].exit, Return):
                    resumes.setdefault(inner, {})[call.resume] = call.nesting
    return resumes


def _renumbered(exit_, new):
    names = ("taken", "otherwise", "body", "after", "target", "resume")
    changes = {name: new.get(getattr(exit_, name), -1) for name in names if hasattr(exit_, name)}
    if isinstance(exit_, Return):
        # Only lanes outside any call fall through, and none may get here.
        changes["fall"] = new.get(exit_.fall)
    return replace(exit_, **changes)
