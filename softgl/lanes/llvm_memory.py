"""Where lanes lie in emitted code: arrays of the kernel, variables, memory of each lane's own."""

from __future__ import annotations

from llvmlite import ir

from softgl.lanes.lane import Lane
from softgl.lanes.primitives import element_type, splat
from softgl.lanes.types import BOOL, I32

POINTER, VOID = ir.PointerType(), ir.VoidType()
I1, I32_, I64_ = ir.IntType(1), ir.IntType(32), ir.IntType(64)


def is_vector(value) -> bool:
    return isinstance(value.type, ir.VectorType)


def count_of(value) -> int:
    """How many lanes an LLVM value has, 1 for a scalar."""
    return value.type.count if is_vector(value) else 1


class LlvmArray:
    """An array argument: its address and length as values of the code."""

    __slots__ = ("address", "constant", "element", "last")

    def __init__(self, address, last, element, constant):
        self.address = address
        self.last = last  # Lane I32, uniform: the last index
        self.element = element
        self.constant = constant  # whether the kernel never writes it


class LlvmVariable:
    """A lane that control flow can change: a stack slot that LLVM may turn into a register.

    kept : whether it may not.
    """

    __slots__ = ("_machine", "_slot", "_type", "_vector")

    def __init__(self, machine, type_, initial, uniform, kept):
        self._machine = machine
        self._type = type_
        self._vector = not uniform
        shape = element_type(type_) if uniform else machine.vector(type_)
        self._slot = machine.pool.allocate(1) if kept else machine.allocate(shape)
        self._store(initial)

    def _store(self, lane):
        value = self._machine.broadcast(lane) if self._vector else lane.value
        self._machine.builder.store(value, self._slot)

    def get(self) -> Lane:
        machine = self._machine
        shape = machine.vector(self._type) if self._vector else element_type(self._type)
        return Lane(machine, self._type, machine.builder.load(self._slot, typ=shape))

    def set(self, value) -> None:
        machine = self._machine
        value = machine.lane(value, self._type)
        if machine.live is not None and self._vector:
            value = machine.select(machine.live, value, self.get())
        self._store(value)


class LlvmWaiting:
    """The block that each lane is to run next; see `Machine.waiting`.

    A few blocks have a mask each, which is fast. Where ways meet, each mask does: for many there is
    one number instead.
    """

    __slots__ = ("_masks", "_next", "_none")
    MASKS = 48

    def __init__(self, machine, blocks):
        few = blocks <= self.MASKS
        self._masks = [machine.variable(BOOL, False) for _ in range(blocks)] if few else None
        self._next = None if few else machine.variable(I32, blocks)
        self._none = blocks

    def lanes(self, block) -> Lane:
        """The lanes that wait for a block."""
        return self._next.get() == block if self._masks is None else self._masks[block].get()

    def begin(self, block) -> None:
        """The live lanes, which wait for a block, do no longer."""
        if self._masks is None:
            self._next.set(self._none)
        else:
            self._masks[block].set(False)

    def join(self, block) -> None:
        if self._masks is None:
            self._next.set(block)
        else:
            self._masks[block].set(True)

    def join_any(self, chosen, blocks) -> None:
        if self._masks is None:
            self._next.set(chosen)
            return
        for block in blocks:
            with chosen.machine.where(chosen == block):
                self._masks[block].set(True)


class LlvmPool:
    """Memory on the stack, in vectors of 32-bit lanes, that LLVM does not turn into registers."""

    def __init__(self, slots, vector, zero):
        # SROA and the passes that make calls of memset leave memory alone whose size they do not
        # know and what is stored there.
        self.zero = zero
        self._slots, self._vector = slots, vector
        self._count = ir.Constant(I64_, 0)  # as many as it turns out to take
        size = slots.add(self._count, slots.zext(zero, I64_))
        self._memory = slots.alloca(vector, size)
        self._memory.align = 64
        self._memory.type = POINTER

    def allocate(self, vectors: int):
        """The address of some of it."""
        start = ir.Constant(I64_, self._count.constant)
        self._count.constant += vectors
        return self._slots.gep(self._memory, [start], source_etype=self._vector)


class LlvmMemory:
    """The memory of `Machine.array`: a vector for each word of each element, as lanes have it."""

    __slots__ = ("_count", "_machine", "_start", "_type", "_words")

    def __init__(self, machine, count, initial):
        self._machine, self._type = machine, initial[0].type
        self._count, self._words = count, len(initial)
        # One element more, where lanes write that are not to write.
        self._start = machine.pool.allocate((count + 1) * self._words)
        unknown = Lane(machine, self._type, machine.pool.zero)
        values = [machine.broadcast(lane + unknown) for lane in initial]
        with machine.loop(0, count) as element:
            for word, value in enumerate(values):
                machine.builder.store(value, self._vector(element.value, word))

    def _vector(self, element, word):
        """The address of a word of an element, a number or an i32."""
        builder, shape = self._machine.builder, self._machine.vector(self._type)
        place = (Lane(self._machine, I32, element) * self._words + word).value
        return builder.gep(self._start, [place], source_etype=shape)

    def _number(self, element):
        return self._machine.i32(element).value

    def get(self, element, word) -> Lane:
        machine = self._machine
        address = self._vector(self._number(element), word)
        shape = machine.vector(self._type)
        return Lane(machine, self._type, machine.builder.load(address, typ=shape))

    def set(self, element, word, value) -> None:
        machine = self._machine
        if machine.live is not None:
            value = machine.select(machine.live, value, self.get(element, word))
        address = self._vector(self._number(element), word)
        machine.builder.store(machine.broadcast(value), address)

    def _addresses(self, index, word):
        """The address of each lane's own word."""
        machine = self._machine
        place = (index * self._words + word) * machine.width + machine.lane_number()
        addresses = machine.builder.gep(self._start, [place.value], source_etype=I32_)
        addresses.type = ir.VectorType(POINTER, machine.width)
        return addresses

    def gather(self, index, word) -> Lane:
        machine, shape = self._machine, self._machine.vector(self._type)
        value = machine.masked_gather(self._addresses(index, word), shape, 4)
        return Lane(machine, self._type, value)

    def scatter(self, index, word, value) -> None:
        machine = self._machine
        if machine.live is not None:
            index = machine.select(machine.live, index, self._count)
        # With a mask that is known, no CPU takes a jump for each lane.
        mask = splat(ir.VectorType(I1, machine.width), True)
        value = machine.broadcast(value)
        machine.masked_scatter(value, self._addresses(index, word), 4, mask)
