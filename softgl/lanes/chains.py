"""Chains: sequences of kernels for each part of a job, without Python between two kernels.

A thread takes a part and prepares it in its own memory, step by step. Parts are finished in order,
each by ranges of a last kernel; a thread whose part has to wait helps with those ranges. A return
to Python between two kernels takes 0.03 ms, and the interpreter's lock admits one thread at a time:
that is a fifth of the time of a mesh of two million triangles on two threads.

The number of lanes and the scalars of a kernel are read from memory, so that earlier kernels can
write them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from threading import Lock
from weakref import ref

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
from softgl.lanes.llvm_kernel import LlvmKernelCall
from softgl.lanes.signature import address_of, array_entry, buffer_of
from softgl.records import dataclass
from softgl.tuning import limits

IDLE_SECONDS = 5e-5  # sleep of a thread after LATER
RANGE_ARRAYS = "kind", "ranges", "range_count"
"""The arrays that say which last kernel finishes a part, and by which ranges."""
CACHE_LINE_WORDS, WORD_BYTES = 8, 8  # words of a line of the cache, and bytes of a word


@dataclass(frozen=True)
class Step:
    """A kernel that is called for each part, or for each range of a part.

    named : names of arrays in the kernel -> their names in the Layout, where these differ.
    lanes : the array with the number of lanes; None for a kernel that is not mapped.
    stop : the array in which the kernel writes a number other than 0 to stop the part.
    ends : True if the chain ends before a stopped part; False if Python resumes it or gives it up.
    """

    kernel: Kernel
    named: dict[str, str]
    lanes: str | None = None
    stop: str | None = None
    ends: bool = False

    @property
    def arrays(self) -> dict[str, tuple]:
        """The places of `Signature.places`, by the Layout's names of the arrays."""
        places = self.kernel.signature.places.items()
        return {self.named.get(name, name): place for name, place in places}


class Layout:
    """The layout of a thread's block of words: all memory that it needs to prepare parts.

    The head comes first: the tables of native code, and the short arrays, which are zeros at first.
    The other arrays follow. The heads of two threads differ in their addresses only.

    steps : the kernels in order, by name. last : the kernels that finish parts, by kind; None for a
        missing one.
    memory : the number of elements and the type of each array in the block.
    words : arrays of one I32 that are scalars of a step: array -> (step, scalar).
    alone : names of the arrays that a helper does not share with the owner.
    places : the maximum number of threads.

    Four arrays are I32: `part`, the number of the part; `kind`, the last kernel; `ranges` and
    `range_count`, its ranges. A SingleChain needs the first one only.
    steps : the names of the steps. names : of the arrays in the block. size : of a block, in words.
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
        # The tables of the other threads' arrays for a helper, and their addresses by thread.
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
        # The arrays outside the block: where each stands in tables, and its place in a signature.
        self._outside: dict[str, list[tuple[int, tuple]]] = {}
        for number, (name, step) in enumerate(steps.items()):
            at = at_steps + STEP_WORDS * number
            self._describe(at, name, (self._tables[name], step.lanes, step.stop))
            self._image[at + 5] = step.ends
        for kind, step in kinds.items():
            range_at = self._records[kind] + step.kernel.place_of_range // WORD_BYTES
            self._describe(at_last + LAST_WORDS * kind, kind, (range_at, self._pointers[kind]))
        self._point(place + 3, ["part", at_steps])
        self._image[place + 5] = len(steps)
        shared = [name if name in self._arrays else None for name in RANGE_ARRAYS]
        self._point(place + 6, [*shared, at_last])

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
                self._outside.setdefault(name, []).append((where, place))

    def fill(
        self, block: np.ndarray, number: int, arrays: dict, scalars: dict[str | int, dict]
    ) -> None:
        """Writes the head of the first thread.

        arrays : the arrays outside the block, by name. scalars : of steps by name, and of last
            kernels by kind; 0 for missing ones.
        """
        head = block[: self._head]
        np.multiply(self._moves, _address(block), out=head)
        head += self._image
        self.point_outside(block, arrays, self._outside)
        for key in self._called:
            self.write_scalars(block, key, scalars.get(key, {}))
        self._number(block, number)

    @property
    def names_outside(self) -> list[str]:
        """The names of the arrays outside the block."""
        return [*self._outside]

    def point_outside(self, block: np.ndarray, arrays: dict, names: Iterable[str]) -> None:
        """Writes the addresses of kernels, and of some of the arrays outside the block."""
        for name in names:
            for where, place in self._outside[name]:
                block[where], block[where + 1] = array_entry(name, arrays[name], place)
        for at, kernel in self._addresses:  # it may be another one while kernels are timed
            block[at] = kernel.address

    def write_scalars(self, block: np.ndarray, key: str | int, scalars: dict) -> None:
        """Writes the scalars of a step by its name, or of a last kernel by its kind; missing: 0."""
        step, at = self._called[key], self._records[key]
        packed = step.kernel.packed_scalars(_zeros(step) | scalars)
        block[at : at + len(packed) // WORD_BYTES] = np.frombuffer(packed, np.int64)

    def last_kernel(self, kind: int) -> Kernel:
        """Returns the last kernel of a kind."""
        return self._called[kind].kernel

    def last_table(self, block: np.ndarray, kind: int) -> list[int]:
        """Returns the addresses and sizes of the arrays of a last kernel."""
        at = self._tables[kind]
        return block[at : at + self._widths[kind]].tolist()

    def last_places(self, kind: int) -> tuple[int, int, int]:
        """Returns the positions of a last kernel's record, of the range in it, and of its table."""
        record, kernel = self._records[kind], self._called[kind].kernel
        return record, record + kernel.place_of_range // WORD_BYTES, self._tables[kind]

    def head(self, block: np.ndarray) -> tuple[np.ndarray, int]:
        """Returns a copy of the head, and the address of its block."""
        return block[: self._head].copy(), _address(block)

    def copy(self, block: np.ndarray, number: int, first: tuple[np.ndarray, int]) -> None:
        """Writes the head of another thread; first : the result of `head`."""
        head, address = first
        np.multiply(self._moves, _address(block) - address, out=block[: self._head])
        block[: self._head] += head
        self._number(block, number)

    @property
    def names(self) -> list[str]:
        return [*self._arrays]

    def array(self, block: np.ndarray, name: str) -> np.ndarray:
        """Returns an array of a block by its name."""
        at, count, dtype = self._arrays[name]
        return np.ndarray(count, dtype, block, WORD_BYTES * at)

    def _number(self, block, number):
        """Writes the number of a thread; no part is ready then."""
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
    """Returns the address of an array."""
    # In a third of the time of `ctypes.data`.
    return address_of(buffer_of(array))


class Chain:
    """A job in parts, which threads share.

    parts : the number of parts.
    ended : the number of finished parts. limit : the number of parts to finish, fewer than `parts`
        if the chain has ended early. Both are valid when all threads have returned.
    """

    def __init__(self, functions: ChainFunctions, layout: Layout, parts: int):
        self._functions, self._layout, self._parts = functions, layout, parts
        self._state = ctypes.create_string_buffer(STATE)
        self._word(PART_COUNT).value = parts
        self._blocks: dict[int, np.ndarray] = {}
        self._pointers = np.zeros(layout.places, np.int64)
        self._lock, self._first = Lock(), None
        self._arrays: dict = {}  # keeps them alive: native code has their addresses only

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

    def begin(self, number: int, block: np.ndarray, arrays: dict, scalars: dict) -> None:
        """Adds the first thread; the parameters are those of `Layout.fill`."""
        self._layout.fill(block, number, arrays, scalars)
        self._arrays = arrays
        self._first = self._layout.head(block)
        self._add(number, block)

    def join(self, number: int, block: np.ndarray) -> None:
        """Adds another thread, after `begin`."""
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
        """Prepares and finishes up to `most` parts, and helps others; releases Python's lock.

        A thread calls it with its number until it returns OVER. Other results: MORE, there are more
        parts; LATER, the thread may sleep before the next call; MAKE, a step has stopped, and the
        caller completes the part and calls `go_on`, or calls `give_up`.
        """
        arguments = self._state, self._pointers.ctypes.data, _address(self._blocks[number])
        return self._functions.work(*arguments, most, limits.WAITING_ROUNDS)

    def give_up(self, number: int) -> None:
        """Ends the chain before the thread's part, after MAKE."""
        self._blocks[number][PROGRESS // WORD_BYTES] = CANCELLED

    def go_on(self, number: int, step: str) -> None:
        """Resumes the thread's part at a step, after MAKE."""
        self._blocks[number][PROGRESS // WORD_BYTES] = RESUMED + self._layout.steps.index(step)

    def array(self, number: int, name: str) -> np.ndarray:
        """Returns an array of a thread's block by its name."""
        return self._layout.array(self._blocks[number], name)

    def stop(self) -> None:
        """Stops all threads after their current range."""
        self._word(STOPPED).value = 1


class SingleChain:
    """A chain of one part, which one thread prepares again and again in the same block.

    The tables and records in the block stay: only the ones that have changed are written again. The
    caller finishes the part.

    block : words for the layout. outside, scalars : arrays and scalars as `Layout.fill` takes them.
    arrays : the arrays in the block, by name.
    """

    def __init__(
        self,
        functions: ChainFunctions,
        layout: Layout,
        block: np.ndarray,
        outside: dict,
        scalars: dict[str | int, dict],
    ):
        self._functions, self._layout, self._block = functions, layout, block
        self._address, self._words = _address(block), block.view(np.int32)
        layout.fill(block, 0, outside, scalars)
        self.arrays = {name: layout.array(block, name) for name in layout.names}
        self._alive = {name: ref(outside[name]) for name in layout.names_outside}

    def point_outside(self, outside: dict) -> None:
        """Replaces the arrays outside the block that are not those of before."""
        alive = self._alive
        # An array that has been alive all the time has the same address.
        changed = [name for name in alive if alive[name]() is not outside[name]]
        self._layout.point_outside(self._block, outside, changed)
        for name in changed:
            alive[name] = ref(outside[name])

    def write_scalars(self, key: str | int, scalars: dict) -> None:
        """Writes scalars as `Layout.write_scalars` does."""
        self._layout.write_scalars(self._block, key, scalars)

    def run(self, step: str) -> int:
        """Runs the steps from one on; returns MADE, ENDS or STOPS."""
        return self._functions.prepare(self._address, self._layout.steps.index(step))

    def finish(self, kind: int, first: int, last: int) -> None:
        """Runs the last kernel of a kind over one range."""
        record, place, table = self._layout.last_places(kind)
        self._words[2 * place], self._words[2 * place + 2] = first, last
        start = self._address
        kernel = self._layout.last_kernel(kind)
        kernel.native(start + WORD_BYTES * record, start + WORD_BYTES * table, 0)

    def last_call(self, kind: int) -> LlvmKernelCall:
        """Returns the last kernel of a kind with its arrays, for other ranges."""
        table = self._layout.last_table(self._block, kind)
        return LlvmKernelCall(self._layout.last_kernel(kind), {}, table)
