"""Chains: kernels one after the other for each part of a work, with no Python between two.

Threads take parts, and make each ready in memory of their own, step by step. Then it is finished,
by ranges of a last kernel: part after part, in order. Whoever waits for that helps the one whose
turn it is. To come back to Python between two kernels takes 0.03 ms, and its lock lets only one
thread do so: a fifth of the time of a mesh of two million triangles that two threads share.

What a kernel is told lies in memory, where kernels before it may put it: how many lanes there are,
and the scalars of its record.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from threading import Lock

import numpy as np

from softgl.lanes.chain_functions import (
    CANCELLED,
    ENDED,
    LAST_WORDS,
    PART_COUNT,
    PLACE_WORDS,
    PROGRESS,
    RESUMED,
    STATE,
    STEP_WORDS,
    STOPPED,
    ChainFunctions,
)
from softgl.lanes.kernel import Kernel
from softgl.lanes.signature import address_of, array_entry, buffer_of
from softgl.records import dataclass
from softgl.tuning import limits

IDLE_SECONDS = 5e-5  # seconds that it sleeps then
CACHE_LINE_WORDS, WORD_BYTES = 8, 8  # words of a line of the cache, and bytes of a word


@dataclass(frozen=True)
class Step:
    """A kernel that is called for each part, or for each range of one.

    named : of its arrays that a Layout has by other names.
    lanes : the array that says over how many lanes it runs; None for one that is not mapped.
    stop : the array that says afterwards, by what is not 0, that the part does not go on so.
    ends : True if the chain ends before this part, then; else Python is to say how it goes on.
    """

    kernel: Kernel
    named: dict[str, str]
    lanes: str | None = None
    stop: str | None = None
    ends: bool = False

    @property
    def arrays(self) -> dict[str, tuple]:
        """The place of each array as in `Signature.places`, by Layout's names."""
        places = self.kernel.signature.places.items()
        return {self.named.get(name, name): place for name, place in places}


class Layout:
    """The layout of a thread's block of words: all memory that it needs to prepare parts.

    The head, which native code reads, comes first, with the short arrays, zeros at first; the other
    arrays follow. So the heads of two threads differ in their addresses alone.

    steps : the kernels in order, by name. last : the kernels that finish parts, by kind; None for a
        missing one.
    memory : number of elements and type of each array in the block. words : arrays of one I32 that
        lie in the record of a step: its name, and the scalar.
    alone : names of the arrays that a helping thread has for itself, too.
    places : the largest number of threads.

    Among the arrays are four of I32: `part`, for the number of a part; and `kind`, `ranges` and
    `range_count`: the kernel that finishes it, and its ranges.
    steps : their names. size : of a block, in words.
    """

    def __init__(
        self,
        steps: dict[str, Step],
        last: Sequence[Step | None],
        memory: dict[str, tuple[int, type]],
        words: dict[str, tuple[str, str]],
        alone: Sequence[str],
        places: int,
    ):
        self.steps, self.places, self._alone, self.size = [*steps], places, alone, 0
        kinds = {kind: step for kind, step in enumerate(last) if step is not None}
        self._called, self._kinds = steps | kinds, list(kinds)
        place, at_steps, at_last = map(
            self._room, (PLACE_WORDS, STEP_WORDS * len(steps), LAST_WORDS * len(last))
        )
        called = self._called.items()
        self._records = {key: self._room(len(_slots(step))) for key, step in called}
        self._widths = {key: 2 * len(step.arrays) for key, step in called}
        self._tables = {key: self._room(width) for key, width in self._widths.items()}
        # The tables by which others are helped, and where those of all are.
        self._others = {kind: self._room(places * self._widths[kind]) for kind in kinds}
        self._pointers = {kind: self._room(places) for kind in kinds}
        self._arrays = {
            name: (self._records[key] + _slots(self._called[key])[scalar], 1, np.int32)
            for name, (key, scalar) in words.items()
        }
        sizes = {
            name: -(-n * np.dtype(type_).itemsize // WORD_BYTES)
            for name, (n, type_) in memory.items()
        }
        small = [name for name, size in sizes.items() if size <= CACHE_LINE_WORDS]
        for name in small:
            self._arrays[name] = self._room(sizes[name]), *memory[name]
        self._head = self.size
        self._image, self._moves = np.zeros((2, self._head), np.int64)
        for name in [name for name in memory if name not in small]:
            self.size = -(-self.size // CACHE_LINE_WORDS) * CACHE_LINE_WORDS
            self._arrays[name] = self._room(sizes[name]), *memory[name]
        self._addresses: list[tuple[int, Kernel]] = []
        self._given: list[tuple[str, tuple]] = []
        self._given_at: list[int] = []
        for number, (name, step) in enumerate(steps.items()):
            at = at_steps + STEP_WORDS * number
            self._describe(at, name, (self._tables[name], step.lanes, step.stop))
            self._image[at + 5] = step.ends
        for kind, step in kinds.items():
            range_at = self._records[kind] + step.kernel.place_of_range // WORD_BYTES
            self._describe(at_last + LAST_WORDS * kind, kind, (range_at, self._pointers[kind]))
        self._point(place + 3, ["part", at_steps])
        self._image[place + 5] = len(steps)
        self._point(place + 6, ["kind", "ranges", "range_count", at_last])

    def _room(self, words: int) -> int:
        """Reserves a number of words; returns their position."""
        at, self.size = self.size, self.size + words
        return at

    def _point(self, at, targets) -> None:
        """Writes addresses of words by number, or of arrays by name; skips None."""
        for target in targets:
            if target is not None:
                place = self._arrays[target][0] if isinstance(target, str) else target
                self._image[at], self._moves[at] = WORD_BYTES * place, 1
            at += 1

    def _describe(self, at, key, targets):
        """Writes a %Step or %Last, and the known part of its table."""
        step = self._called[key]
        self._addresses.append((at, step.kernel))
        self._point(at + 1, [self._records[key], *targets])
        for number, (name, place) in enumerate(step.arrays.items()):
            where = self._tables[key] + 2 * number
            if name in self._arrays:
                self._point(where, [name])
                self._image[where + 1] = self._arrays[name][1]
            else:
                self._given.append((name, place))
                self._given_at += where, where + 1

    def fill(
        self, block: np.ndarray, number: int, given: dict, scalars: dict[str | int, dict]
    ) -> None:
        """Writes the head of the first thread.

        given : the other arrays, by name. scalars : of steps by their names, and of the last ones
            by their kinds; 0 is written for missing ones.
        """
        head = block[: self._head]
        np.multiply(self._moves, _address(block), out=head)
        head += self._image
        entries = []
        for name, place in self._given:
            entries += array_entry(name, given[name], place)
        # Addresses are below 2^63.
        head[self._given_at] = entries
        for at, kernel in self._addresses:  # it may be another one while kernels are timed
            head[at] = kernel.address
        for key, step in self._called.items():
            packed = step.kernel.packed_scalars(_zeros(step) | scalars.get(key, {}))
            at = self._records[key]
            head[at : at + len(packed) // WORD_BYTES] = np.frombuffer(packed, np.int64)
        self._number(block, number)

    def head(self, block: np.ndarray) -> tuple[np.ndarray, int]:
        """A copy of a head, and the address of its block."""
        return block[: self._head].copy(), _address(block)

    def copy(self, block: np.ndarray, number: int, first: tuple[np.ndarray, int]) -> None:
        """Writes the head of another thread; first : the result of `head`."""
        head, address = first
        np.multiply(self._moves, _address(block) - address, out=block[: self._head])
        block[: self._head] += head
        self._number(block, number)

    def array(self, block: np.ndarray, name: str) -> np.ndarray:
        """One of the arrays in a block."""
        at, count, dtype = self._arrays[name]
        return np.ndarray(count, dtype, block, WORD_BYTES * at)

    def _number(self, block, number):
        """Writes the number of a thread, without a ready part."""
        block[:3] = number, 0, 0
        for kind in self._kinds:
            block[self._pointers[kind] + number] = _address(block) + WORD_BYTES * self._tables[kind]

    def link(self, block: np.ndarray, owner: np.ndarray) -> None:
        """Links a helper to an owner's arrays; the helper keeps its own for names in `alone`."""
        number = int(owner[0])
        for kind in self._kinds:
            width, table = self._widths[kind], self._tables[kind]
            at = self._others[kind] + number * width
            block[at : at + width] = owner[table : table + width]
            for slot, name in enumerate(self._called[kind].arrays):
                if name in self._alone:
                    block[at + 2 * slot] = _address(block) + WORD_BYTES * self._arrays[name][0]
            block[self._pointers[kind] + number] = _address(block) + WORD_BYTES * at


def _slots(step):
    """The number of each scalar in the record of a step."""
    return step.kernel.signature.scalar_slots


def _zeros(step):
    return dict.fromkeys(_slots(step), 0)


def _address(array: np.ndarray) -> int:
    # In a third of the time of `ctypes.data`.
    return address_of(buffer_of(array))


class Chain:
    """Work in a number of parts.

    ended : number of finished parts. limit : number of parts to finish. Both are valid when all
        threads have returned.
    """

    def __init__(self, functions: ChainFunctions, layout: Layout, parts: int):
        self._functions, self._layout, self._parts = functions, layout, parts
        self._state = ctypes.create_string_buffer(STATE)
        self._word(PART_COUNT).value = parts
        self._blocks: dict[int, np.ndarray] = {}
        self._pointers = np.zeros(layout.places, np.int64)
        self._lock, self._first = Lock(), None
        self._kept: dict = {}  # native code has only the addresses of these

    def _word(self, offset):
        return ctypes.c_int64.from_buffer(self._state, offset)

    @property
    def ended(self) -> int:
        return self._word(ENDED).value

    @property
    def limit(self) -> int:
        return self._word(PART_COUNT).value

    def is_ended(self) -> bool:
        """True if all parts are finished and no thread is in `work`, after a moment at most.

        A thread that enters `work` later reads nothing of its block.
        """
        if self.ended != self._parts:
            return False
        return bool(self._functions.wait(self._state, limits.WAITING_ROUNDS))

    def begin(self, number: int, block: np.ndarray, given: dict, scalars: dict) -> None:
        """Fills the block of the first thread; parameters as those of `Layout.fill`."""
        self._layout.fill(block, number, given, scalars)
        self._kept = given
        self._first = self._layout.head(block)
        self._add(number, block)

    def join(self, number: int, block: np.ndarray) -> None:
        """Adds a thread; after `begin`."""
        self._layout.copy(block, number, self._first)
        self._add(number, block)

    def _add(self, number, block):
        with self._lock:
            for other in self._blocks.values():
                self._layout.link(block, other)
                self._layout.link(other, block)
            self._blocks[number] = block
            self._pointers[number] = _address(block)

    def work(self, number: int, most: int) -> int:
        """Takes parts, `most` of them at most, and helps others; releases Python's lock.

        A thread calls it with its number until it returns OVER. MORE: there is more to do. LATER:
        the next work is far off. MAKE: a step has stopped; the caller must complete the part and
        call `go_on`, or call `give_up`.
        """
        given = self._state, self._pointers.ctypes.data, _address(self._blocks[number])
        return self._functions.work(*given, most, limits.WAITING_ROUNDS)

    def give_up(self, number: int) -> None:
        """Ends the chain before its part, after MAKE."""
        self._blocks[number][PROGRESS] = CANCELLED

    def go_on(self, number: int, step: str) -> None:
        """Resumes the thread's part at a step, after MAKE."""
        self._blocks[number][PROGRESS] = RESUMED + self._layout.steps.index(step)

    def array(self, number: int, name: str) -> np.ndarray:
        """One of the arrays of a thread."""
        return self._layout.array(self._blocks[number], name)

    def stop(self) -> None:
        """Stops all threads after their current range."""
        self._word(STOPPED).value = 1
