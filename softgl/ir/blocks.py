"""Control flow as blocks: straight stretches of instructions and how lanes leave them.

Every dialect's control flow (IF, REP, CAL, RET, BRK, CONT, BRA) becomes a few kinds of exit. All of
it takes time and memory in proportion to the program. `order` puts the blocks in order.
"""

from __future__ import annotations

from dataclasses import replace

from softgl.ir.exits import Again, Branch, Call, End, Exit, Pop, Push, Repeat, Return
from softgl.ir.order import Block, Flow, ordered
from softgl.ir.program import Program

CONTROL = frozenset(
    [
        *("IF", "ELSE", "ENDIF", "REP", "ENDREP", "LOOP", "ENDLOOP", "BRK", "CONT"),
        *("CAL", "RET", "BRA", "PUSHA", "POPA"),
    ]
)


EMITS = 32
"""How many EMIT, times the results of the program, are code each; beyond, they call one block."""


def has_flow(program: Program) -> bool:
    """Whether a program needs blocks at all: it jumps, or does not begin with its text."""
    begins_later = dict(program.labels).get("main", 0) > 0
    return begins_later or any(i.opcode in CONTROL for i in program.instructions)


def build_flow(program: Program) -> Flow:
    """The blocks of a checked program."""
    matches = match_blocks(program.instructions)
    emits = [one for one in program.instructions if one.opcode == "EMIT"]
    shared = len(emits) * len(program.results) > EMITS
    control = CONTROL | {"EMIT"} if shared else CONTROL
    starts = _block_starts(program, matches, control)
    labels = {at for _, at in program.labels} if program.subroutines else set()
    # A jump may end where the next subroutine begins. It arrives at a block of its own, in which
    # the subroutine before ends: the one beside the label is for calls.
    places = sorted([(at, False) for at in starts] + [(at, True) for at in labels], key=_text_order)
    number = {place: block for block, place in enumerate(places)}
    exits = _Exits(program, number, matches, len(places))
    ends = dict(zip(starts, [*starts[1:], len(program.instructions)], strict=True))
    blocks = [
        Block((), exits.fall_through(at), 0)
        if arriving
        else _block(program, exits, at, ends[at], control)
        for at, arriving in places
    ]
    if shared:
        blocks.append(Block((emits[0],), Return(), 0))
    entry = number[dict(program.labels).get("main", 0), False]
    flow = ordered(program, blocks, entry, len(exits.counters))
    return replace(flow, nested=any(exits.limited) and flow.call_depth > 0, emits=shared)


def _text_order(place):
    """Blocks in which jumps arrive at a label stand before the label's own."""
    at, arriving = place
    return at, not arriving


def _block(program, exits, start, end, control) -> Block:
    """The instructions from `start` up to `end`, of which only the last may be one of `control`."""
    if start == len(program.instructions):
        return Block((), exits.end(), 0)
    last = program.instructions[end - 1] if end > start else None
    controlled = last is not None and last.opcode in control
    body = program.instructions[start : end - 1 if controlled else end]
    if not controlled:
        return Block(body, exits.fall_through(end), end - start)
    return Block(body, exits.of(end - 1), end - start, last)


def _block_starts(program, matches, control) -> list[int]:
    """The numbers of the instructions that begin a block; the end of the text begins one too."""
    starts = {0, len(program.instructions), *(at for _, at in program.labels)}
    for number, instruction in enumerate(program.instructions):
        if instruction.opcode in control:
            starts.add(number + 1)
        if instruction.opcode == "CONT":
            starts.add(matches[number])
    return sorted(starts)


def match_blocks(instructions) -> dict[int, int]:
    """IF -> its ELSE or ENDIF, ELSE -> ENDIF, REP -> ENDREP and back, BRK and CONT -> ENDREP.

    LOOP and ENDLOOP are as REP and ENDREP.
    """
    matches: dict[int, int] = {}
    open_: list[int] = []
    leaves: list[list[int]] = []  # the BRK and CONT of each open loop
    for number, instruction in enumerate(instructions):
        opcode = instruction.opcode
        if opcode in ("IF", "REP", "LOOP"):
            open_.append(number)
            if opcode != "IF":
                leaves.append([])
        elif opcode == "ELSE":
            matches[open_.pop()] = number
            open_.append(number)
        elif opcode in ("ENDIF", "ENDREP", "ENDLOOP"):
            start = open_.pop()
            matches[start], matches[number] = number, start
            if opcode != "ENDIF":
                matches |= dict.fromkeys(leaves.pop(), number)
        elif opcode in ("BRK", "CONT"):
            leaves[-1].append(number)
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
    """The exit of each control instruction, in block numbers of the text's order.

    emission : the number of the block that EMIT calls.
    """

    def __init__(self, program, number, matches, emission):
        self.program, self.number, self.matches = program, number, matches
        self.emission = emission
        self.labels = dict(program.labels)
        self.last_at = {at: name for name, at in program.labels}  # the last of those at one place
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
            case "EMIT":
                return Call(self.emission, after, None, self.nesting[at], emits=True)
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
        # With another label behind it at once, a subroutine is empty.
        return self.number[at, False] if label == self.last_at[at] else self._at(at)

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
