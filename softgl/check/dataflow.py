"""What instructions read and write, component by component, along all ways through a program.

Sets of components are bits of an integer: component c of register r is bit 4 * r + c, those of
address registers stand behind those of temporaries. What control flow may do is taken from the
blocks that execution has (`ir.blocks`): a set at the beginning of a block holds for all ways to it.
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

_MANY_BLOCKS = 256  # beyond, loops are not looked at so closely
# What may keep what was there, as a conditional write does: compilers make those of `if`.
_CHOICES = frozenset({"CMP", "UCMP", "CND", "CND0"})
# Results of which only some components count.
_COUNTED = {
    "result.pointsize": "x",
    "result.fogcoord": "x",
    "result.depth": "z",
    "result.clip": "x",
    "result.layer": "x",
    "result.primid": "x",
}


@dataclass(frozen=True)
class Read:
    """A read of components of a register that nothing has written.

    certain : whether nothing can have written them, on no way. seen : whether it is certain that
    the next stage sees what is made of them, and not only that it may.
    """

    instruction: Instruction
    file: File
    register: int
    components: str
    certain: bool
    seen: bool


@dataclass(frozen=True)
class Reads:
    """What is found in a program: reads, and instructions whose results nothing reads."""

    unwritten: tuple[Read, ...]
    unused: tuple[Instruction, ...]


def analyse(program: Program) -> Reads:
    """The reads of a program that nothing wrote for, and the values that nothing reads."""
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
        self._first: dict[int, int] = {}  # block -> what may be written when it is reached first

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
        """What can be seen after each of the instructions of a block."""
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
        """Whether it writes all of those, whatever they were before."""
        to = one.destination
        if to is None or to.relative is not None or to.condition is not None:
            return False
        return not any(_is_kept(one, source) for source in one.sources)

    def _block_writes(self, steps) -> int:
        """The components that some instructions may write."""
        return reduce(operator.or_, map(self._writes, steps), 0)

    # -- what is read --------------------------------------------------------------------------

    def _needed(self, one: Instruction, live: int, sure: bool):
        """The (place, components) that an instruction reads for what can be seen of it."""
        wanted = self._wanted(one, live, sure)
        if not wanted:
            return
        for position, source in enumerate(one.sources):
            read = {
                source.swizzle[c]
                for c in operand_components(one, position, wanted)
                if source.swizzle[c] not in (ZERO, ONE)
            }
            if read and not _is_kept(one, source):
                yield source, read
        for place in (*one.sources, one.destination):
            for relative in place.indices if place else ():
                yield relative, {relative.component}

    def _wanted(self, one: Instruction, live: int, sure: bool) -> set[int]:
        """The components of the result that can be seen, of an instruction without one all.

        sure : those only that the next stage is sure to read, as far as can be told.
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
        """The components of a result that the next stage may read, or is sure to."""
        name = self.program.results[to.index].name
        letters = next((ls for start, ls in _COUNTED.items() if name.startswith(start)), "xyzw")
        if sure and self.program.stage is not Stage.FRAGMENT and name != "result.position":
            # Who writes all four components of a color or of texture coordinates need not mean all.
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
        """What an instruction reads of registers that may not have been written."""
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
        """What an instruction reads and writes itself, and nothing else before it in any loop."""
        own = self._writes(one) & ~always
        if not own or len(self.steps) == 1 or len(self.steps) > _MANY_BLOCKS:
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

    # -- along the ways ------------------------------------------------------------------------

    def _written(self, union: bool, barrier: int = -1) -> list[int]:
        """What has been written at the beginning of each block on some way, or on every way.

        barrier : a block behind which no way leads on.
        """
        size, every = len(self.steps), (1 << (self.addresses + 4 * self.program.addresses)) - 1
        writes = self.may_write
        if not union:
            writes = [self._block_writes(filter(self._always, steps)) for steps in self.steps]
        found = [0 if union else every] * size
        found[self.entry] = 0
        waiting = list(range(size))[::-1]
        while waiting:
            number = waiting.pop()
            if number == barrier:
                continue
            out = found[number] | writes[number]
            for successor in self.after[number]:
                if successor < 0 or (successor == self.entry and not union):
                    continue
                new = found[successor] | out if union else found[successor] & out
                if new != found[successor]:
                    found[successor] = new
                    waiting.append(successor)
        return found

    def _live(self, *, sure: bool) -> list[int]:
        """What can still be seen at the end of each block, or is sure to be."""
        size = len(self.steps)
        found = [0] * size
        waiting = list(range(size))
        while waiting:
            number = waiting.pop()
            live = found[number]
            for one in reversed(self.steps[number]):
                live = self._live_before(one, live, sure)
            for before in self.before[number]:
                if found[before] | live != found[before]:
                    found[before] |= live
                    waiting.append(before)
        return found


def _is_kept(one: Instruction, source: Source) -> bool:
    """Whether an operand of a choice is what the result has been: the same component of it."""
    to = one.destination
    return (
        one.opcode in _CHOICES
        and to is not None
        and (source.file, source.index) == (to.file, to.index)
        and source is not one.sources[0]
        and not (source.absolute or any(source.negate))
        and all(source.swizzle[c] == c for c in range(4) if to.mask[c])
    )
