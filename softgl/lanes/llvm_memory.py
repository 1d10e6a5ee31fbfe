"""Memory of lanes in emitted code: arrays of the kernel, variables, memory of each lane."""

from __future__ import annotations

from softgl.lanes.lane import Lane
from softgl.lanes.llvm_text import I1, I32_, I64_, POINTER, Writer, constant, vector
from softgl.lanes.primitives import element_type
from softgl.lanes.types import BOOL, I32
from softgl.tuning import limits


class LlvmArray:
    """An array argument: its address and length as values of the code."""

    __slots__ = ("address", "constant", "element", "last")

    def __init__(self, address, last, element, constant):
        self.address = address
        self.last = last  # Lane I32, uniform: the last index
        self.element = element
        self.constant = constant  # whether the kernel never writes it

    def starting_at(self, address) -> LlvmArray:
        """Returns the array from another element on, for accesses without a length check."""
        return LlvmArray(address, self.last, self.element, self.constant)


class LlvmVariable:
    """A lane that control flow can change: a stack slot that LLVM may turn into a register.

    in_memory : True for a slot of the pool; else it is a register.
    """

    __slots__ = ("_machine", "_slot", "_type", "_vector")

    def __init__(self, machine, type_, initial, uniform, in_memory):
        self._machine = machine
        self._type = type_
        self._vector = not uniform
        shape = element_type(type_) if uniform else machine.vector(type_)
        self._slot = machine.pool.allocate(1) if in_memory else machine.writer.allocate(shape)
        self._store(initial)

    def _store(self, lane):
        value = self._machine.broadcast(lane) if self._vector else lane.value
        self._machine.writer.store(value, self._slot)

    def get(self) -> Lane:
        machine = self._machine
        shape = machine.vector(self._type) if self._vector else element_type(self._type)
        return Lane(machine, self._type, machine.writer.load(self._slot, shape))

    def set(self, value) -> None:
        machine = self._machine
        value = machine.lane(value, self._type)
        if machine.live is not None and self._vector:
            value = machine.select(machine.live, value, self.get())
        self._store(value)


class LlvmWaiting:
    """The block that each lane is to run next; see `Machine.pending_blocks`.

    A few blocks have a mask each, which is fast. Where ways meet, each mask does: for many there is
    one number instead.
    """

    __slots__ = ("_masks", "_next", "_none")

    def __init__(self, machine, blocks):
        few = blocks <= limits.MAX_BLOCK_MASKS
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

    def __init__(self, writer: Writer, shape):
        self._writer, self._shape, self._count = writer, shape, 0
        # SROA and the passes that make calls of memset leave memory alone whose size they do not
        # know and what is stored there. The number of lanes, the last argument, has no sign.
        sign = writer.at_entry(I64_, f"lshr {writer.parameters[-1].typed}, 63")
        self.zero = writer.at_entry(I32_, f"trunc {sign.typed} to i32")
        self._size = writer.at_entry(I64_, lambda: f"add {sign.typed}, {self._count}")
        self._memory = writer.at_entry(
            POINTER, f"alloca {shape.text}, {self._size.typed}, align 64"
        )

    def allocate(self, vectors: int):
        """The address of some of it."""
        start = constant(I64_, self._count)
        self._count += vectors
        text = f"getelementptr {self._shape.text}, {self._memory.typed}, {start.typed}"
        return self._writer.at_entry(POINTER, text)


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
        for element in machine.loop(0, count):
            for word, value in enumerate(values):
                machine.writer.store(value, self._vector(element.value, word))

    def _vector(self, element, word):
        """The address of a word of an element, a number or an i32."""
        place = (Lane(self._machine, I32, element) * self._words + word).value
        shape = self._machine.vector(self._type)
        return self._machine.writer.address(self._start, place, shape)

    def _number(self, element):
        return self._machine.i32(element).value

    def get(self, element, word) -> Lane:
        machine = self._machine
        address = self._vector(self._number(element), word)
        shape = machine.vector(self._type)
        return Lane(machine, self._type, machine.writer.load(address, shape))

    def set(self, element, word, value) -> None:
        machine = self._machine
        if machine.live is not None:
            value = machine.select(machine.live, value, self.get(element, word))
        address = self._vector(self._number(element), word)
        machine.writer.store(machine.broadcast(value), address)

    def _addresses(self, index, word):
        """The address of each lane's own word."""
        machine = self._machine
        place = (index * self._words + word) * machine.width + machine.lane_number()
        return machine.writer.address(self._start, place.value, I32_)

    def gather(self, index, word) -> Lane:
        element = element_type(self._type)
        value = self._machine.writer.gather(self._addresses(index, word), element, 4, False)
        return Lane(self._machine, self._type, value)

    def scatter(self, index, word, value) -> None:
        machine = self._machine
        if machine.live is not None:
            index = machine.select(machine.live, index, self._count)
        # With a mask that is known, no CPU takes a jump for each lane.
        mask = constant(vector(I1, machine.width), True)
        value = machine.broadcast(value)
        machine.writer.masked_store(value, self._addresses(index, word), 4, mask)
