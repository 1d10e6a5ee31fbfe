"""Kernels in native code: the records of scalars and tables of arrays that they are called with.

A kernel is one function `void kernel(ptr scalars, ptr arrays, i64 count)`: `scalars` is a packed
record of the uniform arguments, eight bytes each; `arrays` a table of (address, length) pairs.
"""

from __future__ import annotations

import ctypes
import struct
from functools import cached_property
from time import perf_counter

import numpy as np

from softgl.lanes.kernel import HAND_OVER, RUN, Kernel
from softgl.lanes.kernel_call import CallList, KernelCall
from softgl.lanes.machine import as_number
from softgl.lanes.ranges import ENDS, NativeFunctions, NativeRanges
from softgl.lanes.signature import Signature, array_entry
from softgl.lanes.types import BOOL, F32, F64, I32, I64, U32
from softgl.tuning import limits

# A uniform argument in its eight bytes of the record.
SLOTS = {F32: "f4x", F64: "d", I32: "i4x", U32: "I4x", I64: "q", BOOL: "?7x"}
MAX_COPIED_BYTES = 1 << 10
"""Bytes of an array of one call of a list, which are copied to an array for all calls."""
NO_RANGE = dict.fromkeys(ENDS, 0)
KERNEL_FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)


class LlvmKernel(Kernel):
    """A compiled kernel. Running it releases Python's global lock.

    library : the linked object file; the kernel lives as long as that.
    range_functions : returns the functions of `NativeRanges`, made when first needed.
    native : the function, of the addresses of a record and of a table, and of the number of lanes;
        while there is an observer, a function that calls both. address : of that function.
    table : the form of a table, the addresses and sizes of the arrays.
    """

    def __init__(self, signature: Signature, library, range_functions):
        self.signature, self._library, self._range_functions = signature, library, range_functions
        self.address = library["kernel"]
        self.native = self._code = KERNEL_FUNCTION(self.address)
        self.table = struct.Struct(f"={2 * len(signature.arrays)}Q")
        self._record = struct.Struct("=" + "".join(SLOTS[type_] for _, type_ in signature.scalars))

    @property
    def range_functions(self) -> NativeFunctions:
        return self._range_functions()

    def observe(self, observer):
        self._observer, self.native = observer, self._code
        if observer is not None:

            def observed(*arguments):
                begin = perf_counter()
                self._code(*arguments)
                observer(RUN, begin)

            self.native = KERNEL_FUNCTION(observed)
        # Native code calls kernels by their addresses.
        self.address = ctypes.cast(self.native, ctypes.c_void_p).value

    def run(self, scalars, arrays, count=0):
        self.call(arrays).run(scalars, count)

    def call(self, arrays):
        begin = self._observer and perf_counter()
        table = []
        for name, place in self.signature.places.items():
            table += array_entry(name, arrays[name], place)
        call = LlvmKernelCall(self, arrays, table)
        if begin:
            self._observer(HAND_OVER, begin)
        return call

    def run_with_table(self, scalars: dict, table: bytes, count: int) -> None:
        """Runs the kernel with a packed table."""
        begin = self._observer and perf_counter()
        self.native(self.packed_scalars(scalars), table, max(0, count))
        if begin:
            self._observer(HAND_OVER, begin)

    def record_of_range(self, scalars: dict) -> tuple[bytes, int]:
        """Returns a record without the ENDS of a range, and their place; scalars : all others."""
        return self.packed_scalars(scalars | NO_RANGE), self.place_of_range

    @cached_property
    def place_of_range(self) -> int:
        """The place of the ENDS of a range in a record, in bytes."""
        names = [name for name, _ in self.signature.scalars]
        place = names.index(ENDS[0])
        if names[place : place + 2] != [*ENDS]:
            raise TypeError(f"{ENDS[1]} must follow {ENDS[0]}")
        return 8 * place

    def records(self, scalars: dict, count: int) -> np.ndarray:
        """Returns a record for each of `count` calls, (count, ...) uint64.

        scalars : as `KernelCall.call_list` takes them.
        """
        begin = self._observer and perf_counter()
        own = {name: value for name, value in scalars.items() if isinstance(value, np.ndarray)}
        shared = scalars | {name: value[0].item() for name, value in own.items()}
        records = np.tile(np.frombuffer(self.packed_scalars(shared), np.uint64), (count, 1))
        for slot, (name, type_) in enumerate(self.signature.scalars):
            if name in own:
                words = np.zeros((count, 8 // type_.dtype.itemsize), type_.dtype)
                words[:, 0] = own[name]
                records[:, slot] = words.view(np.uint64)[:, 0]
        if begin:
            self._observer(HAND_OVER, begin)
        return records

    def packed_scalars(self, scalars: dict) -> bytes:
        """Returns the record of the scalars."""
        try:
            return self._record.pack(*[scalars[name] for name, _ in self.signature.scalars])
        except (struct.error, OverflowError):  # an integer that wraps, a float beyond binary32
            numbers = [as_number(scalars[name], type_) for name, type_ in self.signature.scalars]
            return self._record.pack(*numbers)


class LlvmKernelCall(KernelCall):
    """An LlvmKernel with its arrays; table : their addresses and sizes, in order."""

    def __init__(self, kernel: LlvmKernel, arrays: dict, table: list[int]):
        super().__init__(kernel, arrays)
        self._table = table

    def run(self, scalars, count=0):
        self.kernel.run_with_table(scalars, self.packed(), count)

    def packed(self) -> bytes:
        """Returns the table as the kernel reads it."""
        return self.kernel.table.pack(*self._table)

    def over(self, scalars, ranges):
        return NativeRanges(self, scalars, ranges, self.kernel.range_functions)

    def with_arrays(self, arrays):
        table, before = self._table.copy(), self.arrays
        places = self.kernel.signature.places
        for name, data in arrays.items():
            if name in places and data is not before.get(name):
                first = 2 * places[name][0]
                table[first : first + 2] = array_entry(name, data, places[name])
        return LlvmKernelCall(self.kernel, self.arrays | arrays, table)

    def call_list(self, scalars, own, which, counts=None):
        # A call takes 6 microseconds by `with_arrays` and `run`, and half of one here, after some
        # 50 for all.
        if len(which) < limits.MIN_LISTED_CALLS:
            return super().call_list(scalars, own, which, counts)
        records, kernel = self.kernel.records(scalars, len(which)), self.kernel
        tables, copies = self._tables(own)
        sizes = [0] * len(which) if counts is None else counts
        places = np.asarray(which) * tables.strides[0] + tables.ctypes.data
        starts = np.arange(len(which)) * records.strides[0] + records.ctypes.data
        calls = np.empty((len(which), 4), np.int64)
        calls[:] = np.stack([np.full(len(which), kernel.address), starts, places, sizes], 1)
        owners = self, own, records, tables, copies
        return NativeCallList(calls, kernel.range_functions, owners)

    def _tables(self, own):
        """Returns the table with each of some sets of arrays, (len(own), ...) uint64.

        And copies that it has in the place of arrays.
        """
        copies: list[np.ndarray] = []
        tables = np.tile(np.array(self.with_arrays(own[0])._table, np.uint64), (len(own), 1))
        places, first = self.kernel.signature.places, own[0]
        for name in places.keys() & first.keys():
            arrays = [some[name] for some in own]
            distinct = {id(data): data for data in arrays}
            if len(distinct) == 1:
                continue
            number, copy = places[name][0], _one_copy(arrays, places[name])
            entries = tables[:, 2 * number : 2 * number + 2]
            if copy is None:
                known = {
                    key: array_entry(name, data, places[name]) for key, data in distinct.items()
                }
                entries[:] = [known[id(data)] for data in arrays]
            else:
                copies.append(copy)
                size = len(copy) // len(arrays)
                first, _ = array_entry(name, copy, places[name])
                entries[:, 0] = np.arange(len(arrays)) * (size * copy.itemsize) + first
                entries[:, 1] = size
        return tables, copies


class NativeCallList(CallList):
    """Calls of kernels that native code makes, with no Python between two.

    calls : the words of each, as `ranges.make` reads them. functions : with `make`.
    """

    def __init__(self, calls: np.ndarray, functions: NativeFunctions, owners: tuple):
        self._words, self._functions, self._owners = calls, functions, owners

    @classmethod
    def _joined(cls, several, order):
        words = np.concatenate([calls._words for calls in several])[order]
        return cls(words, several[0]._functions, tuple(several))

    def _calls(self):
        make, words = self._functions.make, self._words
        size, first = words.strides[0], words.ctypes.data
        return [(make, (first + size * number, 1)) for number in range(len(words))]

    def make(self, first=0, last=None):
        words = self._words[first:last]
        self._functions.make(words.ctypes.data, len(words))


def _one_copy(arrays: list[np.ndarray], place: tuple) -> np.ndarray | None:
    """Copies short arrays of one length to one array; None if that is not possible.

    In a fifth of the time that it takes to ask for their addresses.
    """
    _, dtype, written = place
    if written or len({len(data) for data in arrays}) > 1 or arrays[0].nbytes > MAX_COPIED_BYTES:
        return None
    copy = np.concatenate(arrays)
    return copy if copy.dtype == dtype and copy.ndim == 1 else None
