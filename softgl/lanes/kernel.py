"""Kernels: a formula with named arguments, built once for each key and run many times."""

from __future__ import annotations

import ctypes
import os
import threading
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from copy import copy
from functools import cache, cached_property

import numpy as np

from softgl.lanes.helpers import Helpers
from softgl.lanes.ranges import Ranges
from softgl.lanes.target import WIDTHS
from softgl.lanes.types import LaneType
from softgl.records import dataclass
from softgl.tuning import limits

# Of each array that a kernel gets: found once, that is 0.05 microseconds less of 0.35.
address_of, buffer_of = ctypes.addressof, ctypes.c_char.from_buffer


@dataclass(frozen=True)
class Signature:
    """What a kernel reads and writes.

    scalars : (name, lane type) of each uniform argument.
    arrays : (name, element type) of each array; one-dimensional, contiguous, not empty.
    written : the names of the arrays that the kernel changes; the others stay as they are.
    waits : whether most instructions wait for those before, so that wide vectors pay.
    widest : the most lanes that it takes.
    long : whether LLVM would take seconds for vectors of several registers where there are few.
    """

    scalars: tuple[tuple[str, LaneType], ...] = ()
    arrays: tuple[tuple[str, LaneType], ...] = ()
    written: frozenset[str] = frozenset()
    waits: bool = False
    widest: int = WIDTHS[-1]
    long: bool = False

    def __post_init__(self):
        if any(type_.kind == "b" for _, type_ in self.arrays):
            raise TypeError("truth values have no place in memory; use U32 and compare with 0")

    @cached_property
    def places(self) -> dict[str, tuple]:
        """The number of each array, its dtype, and whether it is written."""
        asked = enumerate(self.arrays)
        return {name: (n, type_.dtype, name in self.written) for n, (name, type_) in asked}

    @cached_property
    def scalar_slots(self) -> dict[str, int]:
        """The number of each scalar."""
        return {name: number for number, (name, _) in enumerate(self.scalars)}

    def checked(self, arrays: dict) -> list[np.ndarray]:
        """The arrays in order, if they are as the signature asks; else TypeError."""
        for name, place in self.places.items():
            check(name, arrays[name], place)
        return [arrays[name] for name in self.places]


def check(name: str, data: np.ndarray, place: tuple) -> None:
    """Raise TypeError unless an array is as one of `Signature.places` asks."""
    _, dtype, written = place
    if data.dtype != dtype or data.ndim != 1 or not data.flags.c_contiguous:
        raise TypeError(f"{name} must be a contiguous 1-D array of {dtype}")
    if not data.size:
        raise TypeError(f"{name} must not be empty")
    if written and not data.flags.writeable:
        raise TypeError(f"{name} must be writeable")


def entry(name: str, data: np.ndarray, place: tuple) -> tuple[int, int]:
    """The address and the size of an array; it is checked, as `check` does."""
    dtype = place[1]
    if data.ndim != 1 or not (data.dtype is dtype or data.dtype == dtype):
        check(name, data, place)
    # A small draw hands over 28 arrays: to ask each for its flags takes another 0.3 microseconds.
    try:
        return address_of(buffer_of(data)), data.size
    except (TypeError, ValueError):  # not contiguous, not to be written, or empty
        check(name, data, place)
        return data.ctypes.data, data.size


class Arguments:
    """The arguments as a body sees them: an attribute for each scalar (a lane) and each array."""


class Kernel(ABC):
    """A formula ready to run."""

    @abstractmethod
    def run(self, scalars: dict, arrays: dict, count: int = 0) -> None:
        """Run over lanes 0 ... count-1 (a mapped kernel) or once (any other).

        scalars : name -> Python number. arrays : name -> numpy array, changed in place.
        """

    def bound(self, arrays: dict) -> Bound:
        """The kernel with its arrays."""
        return Bound(self, arrays)


class Bound:
    """A kernel with its arrays, to be run with several scalars."""

    def __init__(self, kernel: Kernel, arrays: dict):
        self.kernel, self.arrays = kernel, arrays

    def run(self, scalars: dict, count: int = 0) -> None:
        """As `Kernel.run`."""
        self.kernel.run(scalars, self.arrays, count)

    def but(self, arrays: dict) -> Bound:
        """The same with other arrays by some names; as they are few, that is soon done."""
        return Bound(self.kernel, self.arrays | arrays)

    def calls(self, scalars: dict, own: Sequence[dict], which: Sequence[int], counts=None) -> Calls:
        """Many calls of the kernel.

        scalars : name -> a number, or an array of one for each call. own : arrays, with the same
        names in each, that take the place of those before; call number n has own[which[n]].
        counts : how many lanes each call runs over; None for a kernel that is not mapped.
        """
        total, bound = len(which), [self.but(some) for some in own]
        counts = [0] * total if counts is None else counts
        columns = {
            name: given.tolist() if isinstance(given, np.ndarray) else [given] * total
            for name, given in scalars.items()
        }
        each = [
            (
                bound[which[n]].run,
                ({name: column[n] for name, column in columns.items()}, counts[n]),
            )
            for n in range(total)
        ]
        return Calls(each)

    def over(self, scalars: dict, ranges: bytes) -> Ranges:
        """The kernel to be run over ranges; the parameters are those of `Ranges`."""
        return Ranges(self, scalars, ranges)

    def without(self, names: Iterable[str]) -> Bound:
        """The same without some arrays, to be kept: `but` is to give others before it runs."""
        made = copy(self)
        made.arrays = {name: self.arrays[name] for name in self.arrays.keys() - set(names)}
        return made


class Calls:
    """Calls of kernels, to be made one after the other with little of Python for each.

    each : of each a function and its arguments. kept : what these know by its address only.
    """

    def __init__(self, each: list[tuple[Callable, tuple]], kept: tuple = ()):
        self._each, self._kept = each, kept

    @staticmethod
    def in_order(several: Sequence[Calls], order: Sequence[int]) -> Calls:
        """Calls one after the other, by their numbers among all of several."""
        each = [one for calls in several for one in calls._each]
        return Calls([each[number] for number in order], tuple(several))

    def make(self, first: int = 0, last: int | None = None) -> None:
        """Make calls first ... last - 1, or all."""
        for function, arguments in self._each[first:last]:
            function(*arguments)


BUILDING = threading.RLock()
"""Held by the one thread that looks for a kernel or builds one, on whatever machine."""
AHEAD = threading.Lock()
"""Held by the one thread that builds what is expected, while it does."""


class Ahead:
    """What one thread works out before another asks for it, or that one if it asks sooner."""

    def __init__(self, work: Callable):
        self._work, self._lock, self._found = work, threading.Lock(), []
        _helper().submit(self._help)

    def _help(self):
        with AHEAD:
            self.help()

    @property
    def busy(self) -> bool:
        """Whether a thread works on it."""
        return self._lock.locked()

    def help(self) -> bool:
        """Work it out, if nobody has or does; whether this was so."""
        if not self._lock.acquire(blocking=False):
            return False
        try:
            if self._found:
                return False
            with suppress(Exception):  # who asks works it out again, and sees what is wrong
                self._found.append(self._work())
            return True
        finally:
            self._lock.release()

    def result(self):
        with self._lock:
            if not self._found:
                self._found.append(self._work())
            return self._found[0]


@cache
def _helper():
    return Helpers(1, "softgl-ahead")


# A process that is forked has only the thread that forked it: no other may hold these locks, or
# LLVM's, as no one would release them there.
if hasattr(os, "register_at_fork"):
    for lock in (BUILDING, AHEAD):
        os.register_at_fork(
            before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release
        )
    os.register_at_fork(after_in_child=_helper.cache_clear)


@dataclass(frozen=True)
class Capabilities:
    """Abilities of an engine; a stage asks for these, not for an engine's name.

    run_loops : its kernels that are not mapped run on a `loops.LoopMachine`.
    run_natively : its kernels are native code without Python's global lock, so that threads share
        their spans, and a kernel of its own is worth it for work that numpy can do.
    call_chains : native code calls its kernels one after the other (`chains`).
    elide_stores : nothing reads its arrays but its kernels, so that these leave out outputs that no
        later kernel reads, and clear planes when they first draw to them.
    """

    run_loops: bool = False
    run_natively: bool = False
    call_chains: bool = False
    elide_stores: bool = False


def as_emitted(key):
    """The key of a kernel that is emitted by the limits of now."""
    return (limits.code, key) if limits.code else key


class Engine(ABC):
    """Builds kernels for one machine and keeps them by key.

    can : its abilities. width : the number of lanes of its vectors; 0 where there is no one number.
    observed : True if an observer reads the arrays before its kernels have run.
    """

    name: str
    can = Capabilities()
    width = 0
    observed = False
    capacity = 512  # kernels kept; the least recently used goes first

    def __init__(self):
        self._kernels: OrderedDict = OrderedDict()

    @property
    def unobserved(self) -> Engine:
        """The engine that runs the same kernels unobserved."""
        return self

    def describe(self) -> str:
        """What computes, for people."""
        return self.name

    def kernel(self, key, describe: Callable, mapped: bool = True) -> Kernel:
        """The kernel of `key`, built if this is the first call with it.

        key : hashable; equal keys promise the same signature and the same effect of `body`.
        describe : gives the Signature and the body; called only to build the kernel.
        The body takes (m, arguments, index) for a mapped kernel: `index` is the lane's number, I32.
        It takes (m, arguments) otherwise.
        """
        with BUILDING:
            key = as_emitted(key)
            kernel = self._kernels.get(key)
            if kernel is None:
                kernel = self._kernels[key] = self._made(key, describe, mapped)
                if len(self._kernels) > self.capacity:
                    self._kernels.popitem(last=False)
            else:
                self._kernels.move_to_end(key)
            return kernel

    def has(self, key) -> bool:
        """Whether the kernel of `key` is kept."""
        return as_emitted(key) in self._kernels

    @abstractmethod
    def expect(self, key, describe: Callable, mapped: bool = True) -> None:
        """Begin to build, in another thread, what `kernel` will be asked for with the same soon.

        If it never is, nothing is lost but time.
        """

    def _made(self, key, describe, mapped) -> Kernel:
        return self.build(*describe(), mapped)

    @abstractmethod
    def build(self, signature, body, mapped) -> Kernel:
        """A new kernel, not kept."""
