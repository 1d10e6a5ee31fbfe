"""A kernel run over ranges that threads take one after the other, with no Python between two.

A return to Python after each range waits for its global lock, sleeps and is woken: 4 % of the time
of a mesh in two threads, 6 % of that of a short frame.
"""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Callable
from functools import partial

import numpy as np

from softgl.lanes.threads.machine import Code, ThreadMachine, Word, code_of, function
from softgl.tuning import limits

ENDS = ("first", "last")
"""The scalars of a kernel that say where a range begins, and where it ends: before `last`."""
BYTES_OF_RANGE = 8


def ranges_between(edges: np.ndarray) -> bytes:
    """The ranges from each of some numbers, int32, to the next, as `Ranges` has them."""
    return np.stack([edges[:-1], edges[1:]], 1).tobytes()


class Ranges:
    """Ranges that several threads take.

    bound : the kernel with its arrays. scalars : all others.
    ranges : begin and end of each, as bytes of int32.
    count : number of ranges.
    """

    def __init__(self, bound, scalars: dict, ranges: bytes):
        self._bound, self._scalars, self._ranges = bound, scalars, ranges
        self.count = len(ranges) // BYTES_OF_RANGE
        self._begin()

    def _begin(self):
        self._left = deque(np.frombuffer(self._ranges, np.int32).reshape(-1, 2).tolist())

    def _with(self, arrays):
        return self._bound.with_arrays(arrays) if arrays else self._bound

    def taker(self, arrays: dict) -> Callable[[int], int]:
        """A function for one thread: (largest number of ranges) -> number of ranges taken.

        arrays : the thread's own arrays.
        """
        bound = self._with(arrays)

        def take(most):
            count = 0
            while count < most and self._left:
                try:
                    ends = self._left.popleft()
                except IndexError:
                    break
                bound.run(self._scalars | dict(zip(ENDS, ends, strict=True)))
                count += 1
            return count

        return take

    def stop(self) -> None:
        """Stops all threads from taking further ranges."""
        self._left.clear()

    def is_ended(self) -> bool:
        """True if no thread runs a range any more, after a moment at most; False if unknown.

        Call it when no range is left.
        """
        return False


class NativeRanges(Ranges):
    """Ranges of a compiled kernel: one call of native code takes several."""

    def __init__(self, bound, scalars, ranges, functions: NativeFunctions):
        super().__init__(bound, scalars, ranges)
        self._functions = functions

    def _begin(self):
        self._record, self._place = self._bound.kernel.record_of_range(self._scalars)
        self._state = ctypes.create_string_buffer(STATE)
        self._following = ctypes.c_int64.from_buffer(self._state)

    def taker(self, arrays):
        bound = self._with(arrays)
        record = ctypes.create_string_buffer(self._record)
        place, table = ctypes.byref(record, self._place), bound.packed()
        arguments = bound.kernel.native, record, place, table, self._ranges, self.count, self._state
        return partial(self._take, bound, arguments)

    def _take(self, bound, arguments, most):
        # The table has the arrays of `bound` by their addresses only.
        return self._functions.take(*arguments, most) if self._following.value < self.count else 0

    def stop(self):
        self._following.value = self.count

    def is_ended(self):
        return bool(self._functions.wait(self._state, limits.WAITING_ROUNDS))


# The words that threads share, on lines of the cache of their own: the number of the next range,
# and the number of threads that are at one.
FOLLOWING, BUSY, STATE = 0, 128, 256
SLOT = 8
"""The bytes of a scalar in a record."""


@function
def take(
    m: ThreadMachine,
    *words: Word,
) -> None:
    """Runs a kernel over ranges until none is left, or `most` are done; gives their number.

    words : the addresses of the kernel, of its record and of the place in it where the ends of a
        range go, which no other thread has, and of its table; the address and number of the ranges;
        the address of the shared words; `most`.
    """
    kernel, record, place, table, ranges, count, state, most = words
    m.atomic_add(state + BUSY, 1)
    taken = m.variable(0)
    with m.forever():
        with m.when(taken.get() >= most):
            m.leave()
        number = m.atomic_add(state + FOLLOWING, 1)
        with m.when(number >= count):
            m.leave()
        ends = ranges + number * BYTES_OF_RANGE
        m.store_int(place, m.load_int(ends))
        m.store_int(place + SLOT, m.load_int(ends + BYTES_OF_RANGE // 2))
        m.call_kernel(kernel, record, table, 0)
        taken.set(taken.get() + 1)
    m.atomic_add(state + BUSY, -1)
    m.give(taken.get())


@function
def wait(m: ThreadMachine, state: Word, rounds: Word) -> None:
    """Gives 1 when no thread is at a range, 0 after a number of rounds."""
    waited = m.variable(0)
    with m.forever():
        with m.when(m.atomic_load(state + BUSY) == 0):
            m.give(1)
        waited.set(waited.get() + 1)
        with m.when(waited.get() >= rounds):
            m.give(0)
        m.pause()


BYTES_OF_CALL = 32


@function
def make(m: ThreadMachine, calls: Word, count: Word) -> None:
    """Makes calls of kernels, one after the other.

    calls : the address of four words for each: the kernel, its record, its table and the number of
        its lanes.
    """
    place, left = m.variable(calls), m.variable(count)
    with m.forever():
        with m.when(left.get() == 0):
            m.give(0)
        call = place.get()
        m.call_kernel(m.load(call), m.load(call + 8), m.load(call + 16), m.load(call + 24))
        place.set(call + BYTES_OF_CALL)
        left.set(left.get() - 1)


def codes() -> dict[str, Code]:
    """Returns the code of each function that is called from outside, by name."""
    return {"take": code_of(take, 8), "wait": code_of(wait, 2), "make": code_of(make, 2)}


class NativeFunctions:
    """The compiled functions of `codes`, which release Python's global lock.

    library : the addresses by name; they are there as long as this.
    """

    def __init__(self, library):
        pointer, number = ctypes.c_void_p, ctypes.c_int64
        taking = [pointer, pointer, pointer, pointer, pointer, number, pointer, number]
        self.take = ctypes.CFUNCTYPE(number, *taking)(library["take"])
        self.wait = ctypes.CFUNCTYPE(number, pointer, number)(library["wait"])
        self.make = ctypes.CFUNCTYPE(number, pointer, number)(library["make"])
        self._library = library
