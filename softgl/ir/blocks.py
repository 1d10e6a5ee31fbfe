"""Control flow as basic blocks: runs of instructions, each with an exit.

Every dialect's control flow (IF, REP, CAL, RET, BRK, CONT, BRA) becomes a few kinds of exit.
Building them takes time and memory linear in the program. `order` sorts the blocks.
"""

from __future__ import annotations

from dataclasses import replace

from softgl.ir.exits import Again, Branch, Call, End, Enter, Exit, Pop, Push, Repeat, Return
from softgl.ir.order import Block, Flow, ordered
from softgl.ir.program import Program
from softgl.tuning import limits

CONTROL = frozenset(
    [
        *("IF", "ELSE", "ENDIF", "REP", "ENDREP", "LOOP", "ENDLOOP", "BRK", "CONT"),
        *("CAL", "RET", "BRA", "PUSHA", "POPA"),
    ]
)


def has_flow(program: Program) -> bool:
    """True if a program needs blocks: for control flow, or a main that is not at its start."""
    begins_later = dict(program.labels).get("main", 0) > 0
    return begins_later or any(i.opcode in CONTROL for i in program.instructions)


def build_flow(program: Program) -> Flow:
    """Returns the blocks of a validated program."""
    matches = match_blocks(program.instructions)
    emits = [one for one in program.instructions if one.opcode == "EMIT"]
    shared = len(emits) * len(program.results) > limits.MAX_INLINE_EMITS
    control = CONTROL | {"EMIT"} if shared else CONTROL
    starts = _block_starts(program, matches, control)
    labels = {at for _, at in program.labels} if program.subroutines else set()
    # A jump may end where the next subroutine begins. It arrives at a block of its own, which
    # returns from the preceding subroutine; only calls enter the block of the label.
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
    nested = any(exits.limited) and flow.call_depth > 0
    return replace(flow, nested=nested, emits=shared, outermost=exits.outermost())


def _text_order(place):
    """Returns a sort key: blocks for jumps to a label precede the label's own block."""
    at, arriving = place
    return at, not arriving


def _block(program, exits, start, end, control) -> Block:
    """Returns the block of the instructions [start, end); only the last may be in `control`."""
    if start == len(program.instructions):
        return Block((), exits.end(), 0)
    last = program.instructions[end - 1] if end > start else None
    controlled = last is not None and last.opcode in control
    body = program.instructions[start : end - 1 if controlled else end]
    if not controlled:
        return Block(body, exits.fall_through(end), end - start)
    return Block(body, exits.of(end - 1), end - start, last)


def _block_starts(program, matches, control) -> list[int]:
    """Returns the numbers of the first instructions of blocks, and of the end of the text."""
    starts = {0, len(program.instructions), *(at for _, at in program.labels)}
    for number, instruction in enumerate(program.instructions):
        if instruction.opcode in control:
            starts.add(number + 1)
        if instruction.opcode == "CONT":
            starts.add(matches[number])
    return sorted(starts)


def match_blocks(instructions) -> dict[int, int]:
    """Returns the partners: IF -> ELSE or ENDIF, ELSE -> ENDIF, REP and ENDREP each other's.

    BRK and CONT -> the ENDREP of their loop. LOOP and ENDLOOP are treated as REP and ENDREP.
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
    """Returns for each instruction the numbers of enclosing IF blocks and loops."""
    nesting, ifs, loops = [], 0, 0
    for instruction in instructions:
        nesting.append((ifs, loops))
        ifs += (instruction.opcode == "IF") - (instruction.opcode == "ENDIF")
        loops += instruction.opcode in ("REP", "LOOP")
        loops -= instruction.opcode in ("ENDREP", "ENDLOOP")
    return nesting


class _Exits:
    """Computes the exit of each control instruction; blocks are numbered in the order of the text.

    emission : the number of the block that EMIT calls.
    """

    def __init__(self, program, number, matches, emission):
        self.program, self.number, self.matches = program, number, matches
        self.emission = emission
        self.labels = dict(program.labels)
        self.last_at = {at: name for name, at in program.labels}  # the last label of each place
        counted = [
            n
            for n, i in enumerate(program.instructions)
            if i.opcode in ("REP", "LOOP") and i.sources
        ]
        self.counters = {start: counter for counter, start in enumerate(counted)}
        loops = [n for n, i in enumerate(program.instructions) if i.opcode in ("REP", "LOOP")]
        limited = program.iterations is not None
        self.loops = {start: loop for loop, start in enumerate(loops)} if limited else {}
        self.nesting = _nesting(program.instructions)
        deepest = [max((depths[kind] for depths in self.nesting), default=0) for kind in (0, 1)]
        limits = (program.if_depth, program.loop_depth)
        self.limited = tuple(
            limit is not None and (depth + 1) * (program.call_depth + 1) > limit
            for depth, limit in zip(deepest, limits, strict=True)
        )

    def outermost(self) -> frozenset[int]:
        """Returns the numbers of limited loops outside of loops, in programs without calls."""
        if any(one.opcode == "CAL" for one in self.program.instructions):
            return frozenset()
        return frozenset(loop for at, loop in self.loops.items() if not self.nesting[at][1])

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
                loop = self.loops.get(at)
                if at not in self.counters:
                    return Branch(after) if loop is None else Enter(loop, after)
                loops = self.nesting[at][1] if self.limited[1] else None
                counter = self.counters[at]
                return Repeat(counter, instruction, after, self._behind(at), loops, loop)
            case "ENDREP" | "ENDLOOP":
                start = self.matches[at]
                index = (
                    self.program.instructions[start] if instruction.opcode == "ENDLOOP" else None
                )
                body, counter = self._at(start + 1), self.counters.get(start)
                return Again(counter, body, after, index, self.loops.get(start))
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
        """Returns the block at which jumps to an instruction arrive."""
        return self.number.get((at, True), self.number[at, False])

    def _behind(self, at) -> int:
        """Returns the block at which jumps past the partner of an instruction arrive."""
        return self._at(self.matches[at] + 1)

    def _called(self, label) -> int:
        """Returns the first block of a call of `label`."""
        at = self.labels[label]
        # A label that another follows at once is an empty subroutine.
        return self.number[at, False] if label == self.last_at[at] else self._at(at)

    def _jump(self, target, condition, after):
        return Branch(target, condition, after if condition else -1)

    def fall_through(self, end) -> Exit:
        """Returns the exit of a block that ends at `end` without a jump."""
        if (end, True) in self.number:
            return Return(fall=self.number[end, False])
        at_end = end == len(self.program.instructions)
        return self.end() if at_end else Branch(self.number[end, False])

    def end(self) -> Exit:
        """Returns the exit after the last instruction of the text."""
        # NV_vertex_program2, 2.14.2.3: "A vertex program will also terminate after executing the
        # last instruction in the program, unless that instruction was a taken branch." Where labels
        # begin subroutines, the last one returns there.
        return Return() if self.program.subroutines else End()
