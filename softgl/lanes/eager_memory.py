"""Memory of lanes on the eager machine: arrays of the kernel, variables, memory of each lane."""

from __future__ import annotations

import numpy as np

from softgl.lanes.lane import Lane
from softgl.lanes.types import I32
from softgl.tuning import limits


class EagerArray:
    """A numpy array as kernels see it."""

    __slots__ = ("data", "element")

    def __init__(self, data, element):
        self.data = data
        self.element = element


class EagerVariable:
    """A lane that control flow can change."""

    __slots__ = ("__weakref__", "_lane", "_machine")

    def __init__(self, machine, lane):
        self._machine = machine
        self._lane = lane

    def get(self) -> Lane:
        return self._lane

    def state(self):
        """The value; never changed in place."""
        return self._lane.value

    def assign(self, value) -> None:
        """Sets the variable to a numpy value in every lane."""
        self._lane = Lane(self._machine, self._lane.type, value)

    def set(self, value) -> None:
        machine = self._machine
        value = machine.lane(value, self._lane.type)
        live = machine.live
        if live is not None:
            former = self._lane
            value = Lane(machine, former.type, np.where(live.value, value.value, former.value))
        self._lane = value


class EagerWaiting:
    """The block that each lane is to run next, by number; see `Machine.pending_blocks`."""

    __slots__ = ("_next", "_none")

    def __init__(self, machine, blocks):
        self._none = blocks
        self._next = machine.variable(I32, blocks)

    def first(self) -> int | None:
        """The first block that a lane waits for."""
        block = int(np.min(self._next.get().value))
        return None if block == self._none else block

    def begin(self, block) -> Lane:
        """Returns the mask of the lanes that wait for a block, and ends their wait."""
        lanes = self._next.get() == block
        with lanes.machine.only(lanes):
            self._next.set(self._none)
        return lanes

    def join(self, block) -> None:
        self._next.set(block)

    def join_any(self, chosen, blocks) -> None:
        self._next.set(chosen)


class EagerMemory:
    """The memory of `Machine.array`: (words, elements, lanes), or one lane while all are equal."""

    __slots__ = ("__weakref__", "_data", "_machine", "_type")

    def __init__(self, machine, count, initial):
        self._machine, self._type = machine, initial[0].type
        self._data = np.zeros((len(initial), count, 1), self._type.dtype)
        for word, lane in enumerate(initial):
            for element in range(count):
                self._grow(lane)
                self._data[word, element] = lane.value

    def _grow(self, *lanes) -> None:
        """Widens the memory to a column for each lane."""
        size = max(np.size(lane.value) for lane in lanes)
        if size > self._data.shape[2] == 1:
            self._data = np.repeat(self._data, size, axis=2)

    def state(self):
        """The value; never changed in place."""
        return self._data.copy()

    def get(self, element, word) -> Lane:
        row = self._data[word, element]
        return Lane(self._machine, self._type, row.copy() if row.size > 1 else row[0])

    def set(self, element, word, value) -> None:
        self.scatter(self._machine.i32(element), word, value)

    def gather(self, index, word) -> Lane:
        self._grow(index)
        columns = np.arange(self._data.shape[2])
        values = self._data[word][index.value, columns]
        return Lane(self._machine, self._type, values if values.size > 1 else values[0])

    def scatter(self, index, word, value) -> None:
        live = self._machine.true if self._machine.live is None else self._machine.live
        self._grow(index, value, live)
        data = self._data[word]
        columns = np.flatnonzero(np.broadcast_to(live.value, data.shape[1:]))
        at = np.broadcast_to(index.value, data.shape[1:])[columns]
        data[at, columns] = np.broadcast_to(value.value, data.shape[1:])[columns]


class Rounds:
    """Skips rounds of a loop that change nothing until a limit of a count.

    The values of all variables determine the next blocks. If they are those of the round before,
    but for counts and dead variables, all later rounds are equal too, and are counted at once up to
    the first limit. The result is the same.

    counts : pairs of a variable and its limit.
    """

    def __init__(self, memories, counts, unseen):
        aside = {id(memory) for memory in (*(variable for variable, _ in counts), *unseen)}
        self._memories = [memory for memory in memories if id(memory) not in aside]
        self._counts = counts
        self._blocks, self._next = 0, limits.MIN_SEEN_BLOCKS
        self._before = None
        self._changing = 0  # the variable that was another last time

    def look(self) -> None:
        """Skips whole rounds if nothing changes in them; called before each block."""
        self._blocks += 1
        if self._before is not None and self._is_as_before():
            self._skip()
        if self._blocks == self._next:
            # The distance of two looks grows, so that rounds of any length are found.
            self._next *= 2
            self._before = [memory.state() for memory in self._memories]
            self._begun = self._counted()

    def _counted(self) -> list:
        return [variable.get().value for variable, _ in self._counts]

    def _is_as_before(self) -> bool:
        for number in (self._changing, *range(len(self._memories))):
            now, before = self._memories[number].state(), self._before[number]
            if now is not before and not np.array_equal(now, before):
                self._changing = number
                return False
        return True

    def _skip(self) -> None:
        rounds, grown = None, []
        for (_, limit), now, begun in zip(self._counts, self._counted(), self._begun, strict=True):
            steps = np.subtract(now, begun, dtype=np.int64)
            grown.append(steps)
            if np.any(steps < 0):
                return  # a loop was entered again: this was no whole round
            moving = steps > 0
            if np.any(moving):
                left = np.where(moving, (limit - now) // np.maximum(steps, 1) - 1, limit)
                least = int(np.min(left))
                rounds = least if rounds is None else min(rounds, least)
        if rounds is None:
            return
        for (variable, _), steps in zip(self._counts, grown, strict=True):
            skipped = variable.get().value + max(0, rounds) * steps
            variable.assign(skipped.astype(np.int32))
        self._begun = self._counted()
