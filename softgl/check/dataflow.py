"""Data-flow analysis of register components: unwritten reads and unused values.

Two classic analyses over the basic blocks of `ir.blocks`: reaching writes forwards, liveness
backwards, each both as "may" (on some path) and "must" (on every path). A set of components is an
integer: component c of temporary r is bit 4 * r + c; address registers follow the temporaries.
"""

from __future__ import annotations

import operator
from collections import defaultdict
from functools import reduce

from softgl.ir.blocks import build_flow
from softgl.ir.exits import Call
from softgl.ir.program import (
    ALL,
    ONE,
    ZERO,
    Destination,
    File,
    Instruction,
    Program,
    Relative,
    Source,
    Stage,
)
from softgl.ir.reads import operand_components
from softgl.isa import OPCODES, Form
from softgl.records import dataclass

_MAX_LOOP_BLOCKS = 256  # blocks of a program whose first loop iterations are analysed
# Selects may act as conditional writes, `CMP r, c, a, r`: compilers make those of `if`.
_CHOICES = frozenset({"CMP", "UCMP", "CND", "CND0"})
# The components that the next stage reads, of results that have fewer than four.
_COUNTED = {
    "result.pointsize": "x",
    "result.fogcoord": "x",
    "result.depth": "z",
    "result.clip": "x",
    "result.layer": "x",
    "result.viewport": "x",
    "result.primid": "x",
}


@dataclass(frozen=True)
class Read:
    """A read of components of a register before a write.

    certain : True if no path writes them first; False if some do.
    seen : True if a component that the next stage certainly reads depends on them; False if one
        that it may read does.
    """

    instruction: Instruction
    file: File
    register: int
    components: str
    certain: bool
    seen: bool


@dataclass(frozen=True)
class Reads:
    """The unwritten reads of a program, and its instructions whose results nothing reads."""

    unwritten: tuple[Read, ...]
    unused: tuple[Instruction, ...]


def analyse(program: Program) -> Reads:
    """Finds reads before writes and unused values of a program."""
    return _Analysis(program).found()


class _Analysis:
    def __init__(self, program: Program):
        self.program = program
        self.addresses = 4 * program.temporaries
        flow = build_flow(program)
        self.entry = flow.entry
        self.steps = [self._instructions(block) for block in flow.blocks]
        self.after = [block.successors for block in flow.blocks]
        self.before = defaultdict(list)
        for number, successors in enumerate(self.after):
            for successor in successors:
                if successor >= 0:
                    self.before[successor].append(number)
        self.may_write = [self._block_writes(steps) for steps in self.steps]
        self._first: dict[int, int] = {}  # block -> may-writes before it is first entered

    @staticmethod
    def _instructions(block) -> list[Instruction]:
        exit_ = block.exit
        own = getattr(exit_, "instruction", None)
        ends = own is not None and not isinstance(exit_, Call)
        return [*block.instructions, *((own,) if ends else ())]

    def found(self) -> Reads:
        may, surely = self._written(union=True), self._written(union=False)
        lives, sure_lives = self._live(sure=False), self._live(sure=True)
        unwritten, unused = [], []
        for number, steps in enumerate(self.steps):
            live = self._along(steps, lives[number], sure=False)
            sure = self._along(steps, sure_lives[number], sure=True)
            written, always = may[number], surely[number]
            for one, seen, certain in zip(steps, live, sure, strict=True):
                unwritten += self._first_reads(number, one, certain, always)
                unwritten += self._unwritten(one, seen, certain, written, always)
                if self._is_unused(one, seen):
                    unused.append(one)
                written |= self._writes(one)
                always |= self._writes(one) if self._always(one) else 0
        return Reads(tuple(unwritten), tuple(unused))

    def _along(self, steps, live: int, *, sure: bool) -> list[int]:
        """Returns the live components after each instruction of a block."""
        found = []
        for one in reversed(steps):
            found.append(live)
            live = self._live_before(one, live, sure)
        return found[::-1]

    # -- bits ----------------------------------------------------------------------------------

    def _bits(self, file: File, register: int, components) -> int:
        if file is File.TEMPORARY:
            base = 4 * register
        elif file is File.ADDRESS:
            base = self.addresses + 4 * register
        else:
            return 0
        return sum(1 << (base + c) for c in set(components))

    def _writes(self, one: Instruction) -> int:
        """The components that an instruction may write."""
        to = one.destination
        if to is None or to.file not in (File.TEMPORARY, File.ADDRESS):
            return 0
        components = [c for c in range(4) if to.mask[c]]
        registers = range(to.index, to.index + to.count)
        return sum(self._bits(to.file, register, components) for register in registers)

    @staticmethod
    def _always(one: Instruction) -> bool:
        """True if the instruction overwrites each component of `_writes` unconditionally."""
        to = one.destination
        if to is None or to.relative is not None or to.condition is not None:
            return False
        return not any(_is_old_value(one, source) for source in one.sources)

    def _block_writes(self, steps) -> int:
        """The components that any of the instructions may write."""
        return reduce(operator.or_, map(self._writes, steps), 0)

    # -- reads ---------------------------------------------------------------------------------

    def _needed(self, one: Instruction, live: int, sure: bool):
        """Yields (operand, components) that the live components of the result depend on."""
        wanted = self._wanted(one, live, sure)
        if not wanted:
            return
        for position, source in enumerate(one.sources):
            read = {
                source.swizzle[c]
                for c in operand_components(one, position, wanted)
                if source.swizzle[c] not in (ZERO, ONE)
            }
            if read and not _is_old_value(one, source):
                yield source, read
        for place in (*one.sources, one.destination):
            for relative in place.indices if place else ():
                yield relative, {relative.component}

    def _wanted(self, one: Instruction, live: int, sure: bool) -> set[int]:
        """The live components of an instruction's result; all four without a destination.

        sure : of a stage's results, counts only components that the next stage certainly reads.
        """
        to, form = one.destination, OPCODES[one.opcode].form
        if to is None:
            return set(range(4))
        masked = {c for c in range(4) if to.mask[c]}
        if to.file is None or one.update is not None or form is Form.FLOW:
            return masked
        if to.file is File.RESULT:
            return masked & self._counted(to, sure)
        if to.file not in (File.TEMPORARY, File.ADDRESS):
            return masked
        registers = range(to.index, to.index + to.count)
        return {c for c in masked if any(live & self._bits(to.file, r, (c,)) for r in registers)}

    def _counted(self, to: Destination, sure: bool) -> set[int]:
        """The components of a stage's result that the next stage may read, or surely reads."""
        name = self.program.results[to.index].name
        letters = next((ls for start, ls in _COUNTED.items() if name.startswith(start)), "xyzw")
        if sure and self.program.stage is not Stage.FRAGMENT and name != "result.position":
            # Programs often write all four components of a color or texture coordinate by habit.
            color = name.startswith("result.color")
            letters = "xyz" if color else letters if to.mask != ALL else "x"
        return {"xyzw".index(letter) for letter in letters}

    def _is_unused(self, one: Instruction, live: int) -> bool:
        to = one.destination
        held = to is not None and to.file in (File.TEMPORARY, File.ADDRESS) and any(to.mask)
        return held and not self._wanted(one, live, sure=False)

    def _live_before(self, one: Instruction, live: int, sure: bool) -> int:
        read = 0
        for place, components in self._needed(one, live, sure):
            count = 1 if isinstance(place, Relative) else place.count
            for register in range(place.index, place.index + count):
                read |= self._bits(place.file, register, components)
        if self._always(one):
            live &= ~self._writes(one)
        return live | read

    def _unwritten(self, one: Instruction, live: int, sure: int, written: int, always: int):
        """Yields the reads of an instruction that a write may not precede."""
        certain = {
            (place.file, place.index, c)
            for place, components in self._needed(one, sure, sure=True)
            for c in components
        }
        found: dict[tuple, set[int]] = {}
        for place, components in self._needed(one, live, sure=False):
            if place.file not in (File.TEMPORARY, File.ADDRESS):
                continue
            count = 1 if isinstance(place, Relative) else place.count
            for c in components:
                registers = range(place.index, place.index + count)
                bits = [self._bits(place.file, register, (c,)) for register in registers]
                never = not any(bit & written for bit in bits)
                if never or (count == 1 and not bits[0] & always):
                    found.setdefault((place.file, place.index, never), set()).add(c)
        for (file, register, never), components in found.items():
            letters = "".join("xyzw"[c] for c in sorted(components))
            seen = any((file, register, c) in certain for c in components)
            yield Read(one, file, register, letters, never, seen)

    def _first_reads(self, number: int, one: Instruction, sure: int, always: int):
        """Yields reads that only the instruction itself satisfies, in an earlier loop iteration."""
        own = self._writes(one) & ~always
        if not own or len(self.steps) == 1 or len(self.steps) > _MAX_LOOP_BLOCKS:
            return
        reads = [
            (place, c)
            for place, components in self._needed(one, sure, sure=True)
            for c in components
            if not isinstance(place, Relative) and place.count == 1
            if own & self._bits(place.file, place.index, (c,))
        ]
        if not reads:
            return
        if number not in self._first:
            self._first[number] = self._written(union=True, barrier=number)[number]
        before = self._first[number]
        for step in self.steps[number]:
            if step is one:
                break
            before |= self._writes(step)
        for place, c in reads:
            if not before & self._bits(place.file, place.index, (c,)):
                yield Read(one, place.file, place.index, "xyzw"[c], certain=True, seen=True)

    # -- fixed points over the blocks ----------------------------------------------------------

    def _written(self, union: bool, barrier: int = -1) -> list[int]:
        """The components written before each block: on some path with `union`, else on all.

        barrier : a block whose outgoing edges are ignored; -1 for none.
        """
        size, every = len(self.steps), (1 << (self.addresses + 4 * self.program.addresses)) - 1
        writes = self.may_write
        if not union:
            writes = [self._block_writes(filter(self._always, steps)) for steps in self.steps]
        found = [0 if union else every] * size
        found[self.entry] = 0
        worklist = list(range(size))[::-1]
        while worklist:
            number = worklist.pop()
            if number == barrier:
                continue
            out = found[number] | writes[number]
            for successor in self.after[number]:
                if successor < 0 or (successor == self.entry and not union):
                    continue
                new = found[successor] | out if union else found[successor] & out
                if new != found[successor]:
                    found[successor] = new
                    worklist.append(successor)
        return found

    def _live(self, *, sure: bool) -> list[int]:
        """The components that are live at the end of each block; `sure` as in `_wanted`."""
        size = len(self.steps)
        found = [0] * size
        worklist = list(range(size))
        while worklist:
            number = worklist.pop()
            live = found[number]
            for one in reversed(self.steps[number]):
                live = self._live_before(one, live, sure)
            for before in self.before[number]:
                if found[before] | live != found[before]:
                    found[before] |= live
                    worklist.append(before)
        return found


def _is_old_value(one: Instruction, source: Source) -> bool:
    """True if an operand of a select is the destination's own old value, component by component."""
    to = one.destination
    return (
        one.opcode in _CHOICES
        and to is not None
        and (source.file, source.index) == (to.file, to.index)
        and source is not one.sources[0]
        and not (source.absolute or any(source.negate))
        and all(source.swizzle[c] == c for c in range(4) if to.mask[c])
    )
