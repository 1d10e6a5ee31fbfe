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


# What threads share, on lines of the cache of their own: the number of the next range, and how many
# threads are at one.
STATE, BUSY = 256, 128
PAUSES = {
    "x86_64": ("declare void @llvm.x86.sse2.pause()", "call void @llvm.x86.sse2.pause()"),
    "aarch64": ("declare void @llvm.aarch64.hint(i32)", "call void @llvm.aarch64.hint(i32 1)"),
}
PAUSES["arm64"] = PAUSES["aarch64"]  # as Apple calls it
TEXT = """
{declared}

; Run a kernel over ranges until there is none or so many are done; how many these are.
; %place : in the record, which no other thread has, where the ends of a range go.
define i64 @take(ptr %kernel, ptr %record, ptr %place, ptr %table,
                 ptr %ranges, i64 %count, ptr %state, i64 %most) {{
start:
  %busy = getelementptr i8, ptr %state, i64 {busy}
  %before = atomicrmw add ptr %busy, i64 1 seq_cst
  %place.last = getelementptr i64, ptr %place, i64 1
  br label %next
next:
  %taken = phi i64 [ 0, %start ], [ %more, %run ]
  %wanted = icmp slt i64 %taken, %most
  br i1 %wanted, label %choose, label %done
choose:
  %number = atomicrmw add ptr %state, i64 1 seq_cst
  %there = icmp slt i64 %number, %count
  br i1 %there, label %run, label %done
run:
  %range = getelementptr [2 x i32], ptr %ranges, i64 %number
  %end = getelementptr i32, ptr %range, i64 1
  %first = load i32, ptr %range
  %last = load i32, ptr %end
  store i32 %first, ptr %place
  store i32 %last, ptr %place.last
  call void %kernel(ptr %record, ptr %table, i64 0)
  %more = add i64 %taken, 1
  br label %next
done:
  %after = atomicrmw sub ptr %busy, i64 1 seq_cst
  ret i64 %taken
}}

; Whether no thread is at a range, after so many rounds at most.
define i64 @wait(ptr %state, i64 %rounds) {{
start:
  %busy = getelementptr i8, ptr %state, i64 {busy}
  br label %look
look:
  %round = phi i64 [ 0, %start ], [ %next, %pause ]
  %threads = load atomic i64, ptr %busy seq_cst, align 8
  %idle = icmp eq i64 %threads, 0
  br i1 %idle, label %ended, label %again
again:
  %next = add i64 %round, 1
  %patient = icmp slt i64 %next, %rounds
  br i1 %patient, label %pause, label %ended
pause:
  {pause}
  br label %look
ended:
  %result = zext i1 %idle to i64
  ret i64 %result
}}
"""


def pause_text(triple: str) -> tuple[str, str]:
    """The declaration and the call of a short pause in a thread that spins."""
    return PAUSES.get(triple.split("-", 1)[0], ("", ""))


def native_text(triple: str) -> str:
    """Returns the module of LLVM's assembly language for a machine."""
    declared, pause = pause_text(triple)
    return TEXT.format(declared=declared, pause=pause, busy=BUSY)


class NativeFunctions:
    """The functions of `native_text`, which release Python's global lock.

    library : the addresses by name; they are there as long as this.
    """

    NAMES = ("take", "wait")

    def __init__(self, library):
        pointer, number = ctypes.c_void_p, ctypes.c_int64
        taking = [pointer, pointer, pointer, pointer, pointer, number, pointer, number]
        self.take = ctypes.CFUNCTYPE(number, *taking)(library["take"])
        self.wait = ctypes.CFUNCTYPE(number, pointer, number)(library["wait"])
        self._library = library
