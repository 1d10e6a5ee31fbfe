"""The arguments of calls as a capture keeps them, and as its file has them.

`freeze` makes of an argument something that later changes of the application's memory do not
reach; `Encoder` makes JSON of that, with arrays in a table, and `Decoder` an argument again that a
command takes as it took the first one. docs/captures.md lists the forms.
"""

from __future__ import annotations

import ctypes
import math
import operator
import zlib
from itertools import starmap

import numpy as np

from softgl.debug.capture_errors import CaptureError
from softgl.gl.api.interception import PLAIN
from softgl.gl.queries.sync import Sync
from softgl.records import dataclass

SHORT = 32  # elements of an array that stand in the call itself
LONG_TEXT = 1 << 16  # bytes that do
NUMBERS = "biuf"  # kinds of NumPy's types
LARGEST = 1 << 30  # bytes of memory that a command may get to write to
_UNCHANGED = PLAIN | {str, bytes}
_CTYPES = {
    kind.__name__: kind
    for kind in (
        *(ctypes.c_byte, ctypes.c_ubyte, ctypes.c_short, ctypes.c_ushort, ctypes.c_int),
        *(ctypes.c_uint, ctypes.c_long, ctypes.c_ulong, ctypes.c_longlong, ctypes.c_ulonglong),
        *(ctypes.c_float, ctypes.c_double, ctypes.c_bool, ctypes.c_int8, ctypes.c_uint8),
    )
}


class Unstorable(Exception):
    """An argument that no file can have: an object that is no data."""


@dataclass(frozen=True, eq=False)
class Special:
    """What JSON and NumPy have no word for.

    kind : "view" (a memoryview of an array), "ctypes" (an element type, the lengths, the bytes),
        "c_void_p" (a number), "out" (a type and a shape, or None and bytes: memory to be written),
        "client" (a `Block`), "sync" (the number of a sync object), "bytes" (a long text).
    """

    kind: str
    value: object


@dataclass(eq=False)
class Block:
    """Memory of the application that vertex arrays lie in.

    memory : itself, uint8. told : what the capture knows of it, zeros at first.
    dtype, shape : what the application called it; None: raw memory.
    """

    number: int
    memory: np.ndarray
    told: np.ndarray
    dtype: str | None = None
    shape: tuple[int, ...] = ()


# -- freezing --------------------------------------------------------------------------------------


def freeze(value, syncs=()):
    """An argument that stays as it is: plain values, bytes, tuples, own arrays, `Special`.

    syncs : the sync objects in the order in which they were made.
    Raises Unstorable.
    """
    kind = type(value)
    if kind in _UNCHANGED:
        return value
    if kind is tuple or kind is list:
        if PLAIN.issuperset(map(type, value)):
            return tuple(value)
        return _each(value, syncs)
    if isinstance(value, np.ndarray):
        return _array(value, syncs)
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, np.generic):
        return value if value.dtype.kind in NUMBERS else _refuse(value)
    if isinstance(value, Sync):
        return Special("sync", syncs.index(value)) if value in syncs else None
    return _other(value, syncs)


def _each(values, syncs):
    try:
        return tuple(freeze(value, syncs) for value in values)
    except RecursionError:
        raise Unstorable from None


def _array(value, syncs):
    if value.dtype.kind == "O":
        return freeze(value.tolist(), syncs)
    if value.dtype.hasobject or value.dtype.kind not in NUMBERS + "V":
        raise Unstorable
    return np.array(value, order="C")


def _other(value, syncs):
    """What is none of the usual: ctypes, memory, and what acts like a number or a sequence."""
    if isinstance(value, (bool, int)):
        return int(value)
    if isinstance(value, (float, str)):
        return float(value) if isinstance(value, float) else str(value)
    if isinstance(value, (bytes, bytearray)):
        return bytes(value)
    if isinstance(value, ctypes.c_void_p):
        return Special("c_void_p", value.value)
    if isinstance(value, (ctypes.Array, ctypes._SimpleCData, ctypes.Structure)):
        return _of_ctypes(value)
    try:
        view = memoryview(value)
    except TypeError:
        return _by_protocol(value, syncs)
    array = np.array(np.asarray(view), order="C")
    if array.dtype.kind not in NUMBERS:
        return view.tobytes()
    return Special("view", array) if isinstance(value, memoryview) else array


def _of_ctypes(value):
    lengths, kind = [], type(value)
    while issubclass(kind, ctypes.Array):
        lengths.append(kind._length_)
        kind = kind._type_
    if _CTYPES.get(kind.__name__) is not kind:
        return bytes(value)
    return Special("ctypes", (kind.__name__, tuple(lengths), bytes(value)))


def _by_protocol(value, syncs):
    try:
        if hasattr(value, "__array__") or hasattr(value, "__array_interface__"):
            return _array(np.asarray(value), syncs)
        if hasattr(value, "__index__"):
            return operator.index(value)
        if hasattr(value, "__float__"):
            return float(value)
        if hasattr(value, "__len__") and hasattr(value, "__getitem__"):
            return _each(list(value), syncs)
    except Exception:
        raise Unstorable from None
    raise Unstorable


def _refuse(value):
    raise Unstorable(value)


def freeze_out(value):
    """Memory that a command writes to: how much of it there is, and of which type."""
    if isinstance(value, np.ndarray) and value.dtype.kind in NUMBERS:
        return Special("out", (value.dtype.str, value.shape))
    if isinstance(value, (bytearray, memoryview, ctypes.Array, ctypes.Structure, np.ndarray)):
        return Special("out", (None, (memoryview(value).nbytes,)))
    return freeze(value)


# -- to the file -----------------------------------------------------------------------------------


class Distinct:
    """Arrays, of which there is one with each contents. arrays : in order."""

    def __init__(self):
        self.arrays: list[np.ndarray] = []
        self._alike: dict[tuple, list[int]] = {}  # type, shape and checksum -> their numbers

    def number(self, array: np.ndarray) -> int:
        """The number of the array with these contents."""
        words = _bytes_of(array)
        key = array.dtype.str, str(array.dtype), array.shape, zlib.crc32(words)
        alike = self._alike.setdefault(key, [])
        for number in alike:
            if np.array_equal(words, _bytes_of(self.arrays[number])):
                return number
        alike.append(len(self.arrays))
        self.arrays.append(array)
        return alike[-1]


def _bytes_of(array):
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8)


class Encoder:
    """Makes JSON-able values of what is frozen.

    arrays : the arrays that they name by number, each once.
    """

    def __init__(self):
        self._distinct = Distinct()
        self.arrays, self.array = self._distinct.arrays, self._distinct.number
        self._blocks: set[int] = set()

    def value(self, frozen):
        """A frozen argument as JSON has it."""
        kind = type(frozen)
        if kind is float and not math.isfinite(frozen):
            return {"float": str(frozen)}
        if kind in PLAIN or kind is str:
            return frozen
        if kind is tuple:
            return [self.value(each) for each in frozen]
        if kind is bytes:
            if len(frozen) > LONG_TEXT:
                return {"bytes": self.array(np.frombuffer(frozen, np.uint8))}
            return {"bytes": frozen.decode("latin-1")}
        if isinstance(frozen, np.generic):
            return {"scalar": self._array(np.asarray(frozen))}
        if isinstance(frozen, np.ndarray):
            return self._array(frozen)
        return getattr(self, f"_{frozen.kind}")(frozen.value)

    def _array(self, array):
        short = 0 < array.size <= SHORT and array.dtype.kind in NUMBERS
        if short and (array.dtype.kind != "f" or np.isfinite(array).all()):
            return {"array": array.tolist(), "dtype": array.dtype.str}
        return {"array": self.array(array)}

    def _view(self, array):
        return {"view": self.array(array)}

    def _ctypes(self, value):
        name, lengths, data = value
        memory = self.array(np.frombuffer(data, np.uint8))
        return {"ctypes": name, "lengths": list(lengths), "data": memory}

    def _c_void_p(self, value):
        return {"c_void_p": value}

    def _out(self, value):
        return {"out": value[0], "shape": list(value[1])}

    def _sync(self, number):
        return {"sync": number}

    def _client(self, block: Block):
        found = {"client": block.number}
        if block.number not in self._blocks:
            self._blocks.add(block.number)
            found["size"] = block.memory.size
            if block.dtype is not None:
                found |= {"dtype": block.dtype, "shape": list(block.shape)}
        return found


# -- from the file ---------------------------------------------------------------------------------


class Decoder:
    """Makes arguments of JSON values; whatever is wrong with them is a CaptureError.

    array : number -> the array. blocks : the memory of vertex arrays by number, (bytes, argument).
    syncs : the sync objects by number.
    """

    def __init__(self, array):
        self.array = array
        self.blocks: dict[int, tuple[np.ndarray, object]] = {}
        self.syncs: list[Sync] = []

    def value(self, found):
        """The argument that a JSON value stands for."""
        if isinstance(found, list):
            return [self.value(each) for each in found]
        if not isinstance(found, dict):
            return found
        for kind, decode in _DECODERS.items():
            if kind in found:
                try:
                    return decode(self, found[kind], found)
                except (TypeError, ValueError, KeyError, IndexError, OverflowError) as error:
                    raise CaptureError(f"a value {kind!r} makes no sense: {error}") from None
        raise CaptureError(f"a value of an unknown kind: {sorted(found)[:3]}")

    def _float(self, text, _):
        if text not in ("nan", "inf", "-inf"):
            raise ValueError(text)
        return float(text)

    def _bytes(self, text, _):
        return self.array(text).tobytes() if type(text) is int else text.encode("latin-1")

    def _scalar(self, found, _):
        return self._array(found["array"], found)[()]

    def _array(self, given, found):
        if type(given) is int:
            return self.array(given).copy()
        return np.array(given, _number_type(found["dtype"]))

    def _view(self, number, _):
        return memoryview(self.array(number).copy())

    def _ctypes(self, name, found):
        kind, data = _CTYPES[name], self.array(found["data"]).tobytes()
        for length in reversed(_lengths(found["lengths"], len(data), 1)):
            kind = kind * length
        return kind.from_buffer_copy(data)

    def _c_void_p(self, value, _):
        return ctypes.c_void_p(value)

    def _out(self, dtype, found):
        if dtype is None:
            return bytearray(math.prod(_lengths(found["shape"], LARGEST, 1)))
        dtype = _number_type(dtype)
        return np.zeros(_lengths(found["shape"], LARGEST, dtype.itemsize), dtype)

    def _sync(self, number, _):
        return self.syncs[number]

    def _client(self, number, found):
        if number not in self.blocks:
            self.blocks[number] = _new_block(found)
        return self.blocks[number][1]


_DECODERS = {
    kind: getattr(Decoder, f"_{kind}")
    for kind in "float bytes scalar array view ctypes c_void_p out sync client".split()
}


def _number_type(text) -> np.dtype:
    dtype = np.dtype(text) if type(text) is str else None
    if dtype is None or dtype.kind not in NUMBERS:
        raise ValueError(f"{text!r} is no type of numbers")
    return dtype


def _lengths(lengths, largest, size) -> tuple[int, ...]:
    """The lengths of an array's axes, if it does not get larger than so many bytes."""
    lengths = tuple(starmap(operator.index, ((each,) for each in lengths)))
    if min(lengths, default=0) < 0 or len(lengths) > 32 or math.prod(lengths) * size > largest:
        raise ValueError("it is too large")
    return lengths


def _new_block(found):
    """Zeros: their bytes, and what a command gets."""
    if "dtype" in found:
        dtype = _number_type(found["dtype"])
        array = np.zeros(_lengths(found["shape"], LARGEST, dtype.itemsize), dtype)
        return array.reshape(-1).view(np.uint8), array
    memory = np.zeros(_lengths([found["size"]], LARGEST, 1), np.uint8)
    return memory, memoryview(memory)
