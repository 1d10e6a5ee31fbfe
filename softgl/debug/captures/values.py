"""Arguments of calls in a capture: frozen in memory, and encoded as JSON.

`freeze` copies an argument, so that later changes of the application's memory do not affect it;
`Encoder` converts it to JSON, with arrays in a table. `checks` checks such JSON, and `decoding`
makes arguments of it. docs/captures.md lists the forms.
"""

from __future__ import annotations

import ctypes
import math
import operator
import zlib
from collections.abc import Mapping

import numpy as np

from softgl.debug.captures.types import NUMBER_TYPES, NUMBERS, c_type_of
from softgl.gl.api.exporters import POINTERS, dereferenced, in_memory_order
from softgl.gl.api.interception import PLAIN
from softgl.gl.queries.sync import Sync
from softgl.records import dataclass

MAX_INLINE_ELEMENTS = 32  # elements of an array that are written into the call
MAX_INLINE_TEXT_BYTES = 1 << 16  # bytes of a text that are written into the call
MAX_LIST_NESTING = 64  # levels of lists within lists: commands take fewer
MAX_INTEGER = 1 << 1100  # too large for every number of GL, as all larger ones
_UNCHANGED = PLAIN | {str, bytes}
_COMPOUND = ctypes.Array, ctypes.Structure, ctypes.Union
_WRITTEN = np.ndarray, bytearray, memoryview, *_COMPOUND


class Unstorable(Exception):
    """An argument that no file can store: an object without data."""


@dataclass(frozen=True, eq=False)
class Special:
    """A value without a form in JSON or NumPy.

    kind : "view" (a memoryview of an array), "bytearray" (bytes), "ctypes" (an element type, the
        lengths, the bytes), "structure" (one of ctypes: its bytes), "c_void_p" (a number), "out" (a
        type and a shape, or None and bytes: memory to be written), "client" (a `Block`), "sync"
        (the number of a sync object).
    """

    kind: str
    value: object


@dataclass(eq=False)
class Block:
    """Memory of the application with vertex arrays.

    memory : the bytes, uint8. recorded : the bytes in the capture, at first zeros. Both grow if
        only draws determine the size of the memory.
    dtype, shape : of the application's array; None for raw memory.
    """

    number: int
    memory: np.ndarray
    recorded: np.ndarray = None
    dtype: str | None = None
    shape: tuple[int, ...] = ()

    def __post_init__(self):
        self.recorded = self.memory if self.recorded is None else self.recorded

    def reach(self, size: int) -> None:
        """Grows to `size` bytes if it is smaller."""
        if size > self.recorded.size:
            more = np.zeros(size - self.recorded.size, np.uint8)
            self.memory = self.recorded = np.concatenate([self.recorded, more])


# -- freezing --------------------------------------------------------------------------------------


def freeze(value, syncs=(), depth=0):
    """Copies an argument to immutable forms: plain values, bytes, tuples, copied arrays, `Special`.

    syncs : the sync objects in the order of their creation. depth : of enclosing lists.
    Raises Unstorable.
    """
    kind = type(value)
    if kind in _UNCHANGED:
        return value
    if kind is tuple or kind is list:
        if depth < MAX_LIST_NESTING and PLAIN.issuperset(map(type, value)):
            return tuple(value)
        return _each(value, syncs, depth)
    if isinstance(value, np.ndarray):
        return _array(value, syncs, depth)
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, (np.str_, np.bytes_)):
        return value.item()
    if isinstance(value, np.generic):
        return value if value.dtype.kind in NUMBERS + "c" else _refuse(value)
    if isinstance(value, Sync):
        return Special("sync", syncs.index(value)) if value in syncs else None
    try:
        return _other(value, syncs, depth)
    except Exception:  # objects of the application may raise anything
        raise Unstorable from None


def _each(values, syncs, depth):
    if depth == MAX_LIST_NESTING:
        raise Unstorable
    return tuple(freeze(value, syncs, depth + 1) for value in values)


def _array(value, syncs, depth):
    if value.dtype.kind == "O":
        return freeze(value.tolist(), syncs, depth)
    if value.dtype.hasobject or not value.dtype.itemsize:
        raise Unstorable
    return np.array(_sized(value), order="C")


def _sized(value):
    """Returns an array; long doubles, whose size depends on the platform, become doubles."""
    kind, size = value.dtype.kind, value.dtype.itemsize
    if kind == "f" and size > 8:
        return value.astype(np.float64)
    return value.astype(np.complex128) if kind == "c" and size > 16 else value


def _other(value, syncs, depth):
    """Freezes other values: ctypes, memory, and objects that act like numbers or sequences."""
    if isinstance(value, int):
        return int(value)
    if isinstance(value, (float, str)):
        return float(value) if isinstance(value, float) else str(value)
    if isinstance(value, bytes):
        return bytes(value)
    if isinstance(value, bytearray):
        return Special("bytearray", bytes(value))
    if isinstance(value, ctypes.c_void_p):
        return Special("c_void_p", value.value)
    if isinstance(value, POINTERS):
        return _other(_known(value), syncs, depth)
    if isinstance(value, (ctypes._SimpleCData, *_COMPOUND)):
        return _of_ctypes(value)
    try:
        view = memoryview(value)
    except TypeError:
        return _by_protocol(value, syncs, depth)
    array = np.array(_sized(in_memory_order(view)), order="C")
    if array.dtype.kind not in NUMBERS and array.dtype != "S1":
        return Special("structure", view.tobytes())
    return Special("view", array) if isinstance(value, memoryview) else array


def _known(pointer):
    """The object that a pointer points to. Raises Unstorable if it is unknown."""
    try:
        return dereferenced(pointer)
    except TypeError:
        raise Unstorable from None


def _of_ctypes(value):
    lengths, kind = [], type(value)
    while issubclass(kind, ctypes.Array):
        lengths.append(kind._length_)
        kind = kind._type_
    if issubclass(kind, (ctypes.Structure, ctypes.Union)):
        return Special("structure", bytes(value))
    name = c_type_of(kind)
    if name is None:
        raise Unstorable
    return Special("ctypes", (name, tuple(lengths), bytes(value)))


def _by_protocol(value, syncs, depth):
    if isinstance(value, Mapping):
        raise Unstorable
    if hasattr(value, "__array__") or hasattr(value, "__array_interface__"):
        return _array(np.asarray(value), syncs, depth)
    if hasattr(value, "__index__"):
        return operator.index(value)
    if hasattr(value, "__float__"):
        return float(value)
    if hasattr(value, "__len__") and hasattr(value, "__getitem__"):
        return _each(list(value), syncs, depth)
    raise Unstorable


def _refuse(value):
    raise Unstorable(value)


def freeze_out(value, syncs=()):
    """Freezes memory that a command writes to, as its size and type.

    Raises Unstorable, also for read-only memory.
    """
    if isinstance(value, POINTERS) and not isinstance(value, ctypes.c_void_p):
        value = _known(value)
    if isinstance(value, _WRITTEN):
        try:
            view = memoryview(value)
        except Exception as error:  # arrays of times have no memoryview
            raise Unstorable from error
        if view.readonly:
            raise Unstorable
        found = value if isinstance(value, np.ndarray) else _typed(view)
        if found is not None and found.dtype.str in NUMBER_TYPES:
            return Special("out", (found.dtype.str, found.shape))
        return Special("out", (None, (view.nbytes,)))
    return freeze(value, syncs)


def _typed(view: memoryview):
    """An array over memory with typed elements; None for untyped memory."""
    if view.itemsize == 1 and view.c_contiguous and view.format != "?":
        return None
    try:
        return np.asarray(view)
    except Exception:  # NumPy has no dtype for the elements, such as pointers
        return None


def names_of(result) -> list | None:
    """The names that a command has generated, in order; None if it generates none.

    result : a name, or the memory that the names were written to.
    """
    try:
        return np.asarray(result, np.int64).reshape(-1).tolist()
    except (TypeError, ValueError, OverflowError):
        return None


# -- to the file -----------------------------------------------------------------------------------


class Distinct:
    """Interns arrays by contents. arrays : the distinct ones, in order."""

    def __init__(self):
        self.arrays: list[np.ndarray] = []
        self._alike: dict[tuple, list[int]] = {}  # dtype, shape and checksum -> numbers of arrays

    def number(self, array: np.ndarray) -> int:
        """The number of the interned array with these contents."""
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
    """Converts frozen values to JSON-able values.

    arrays : the distinct arrays, which the values refer to by number.
    """

    def __init__(self):
        self._distinct = Distinct()
        self.arrays, self.array = self._distinct.arrays, self._distinct.number
        self._blocks: set[int] = set()

    def value(self, frozen):
        """Encodes a frozen argument."""
        kind = type(frozen)
        if kind is float and not math.isfinite(frozen):
            return {"float": str(frozen)}
        if kind is int and abs(frozen) > MAX_INTEGER:  # too long for JSON
            return MAX_INTEGER if frozen > 0 else -MAX_INTEGER
        if kind in PLAIN or kind is str:
            return frozen
        if kind is tuple:
            return [self.value(each) for each in frozen]
        if kind is bytes:
            return {"bytes": self._text(frozen)}
        if isinstance(frozen, np.generic):
            return {"scalar": self._array(_sized(np.asarray(frozen)))}
        if isinstance(frozen, np.ndarray):
            return self._array(frozen)
        return getattr(self, f"_{frozen.kind}")(frozen.value)

    def _text(self, data):
        """Encodes bytes as characters, or as an array if there are many."""
        if len(data) > MAX_INLINE_TEXT_BYTES:
            return self._memory(data)
        return data.decode("latin-1")

    def _memory(self, data):
        return self.array(np.frombuffer(data, np.uint8))

    def _array(self, array):
        short = 0 < array.size <= MAX_INLINE_ELEMENTS and array.dtype.kind in NUMBERS
        if short and (array.dtype.kind != "f" or np.isfinite(array).all()):
            return {"array": array.tolist(), "dtype": array.dtype.str}
        return {"array": self.array(array)}

    def _view(self, array):
        if array.dtype == "S1":
            return {"view": self.array(array.reshape(-1).view(np.uint8)), "format": "c"}
        return {"view": self.array(array)}

    def _bytearray(self, data):
        return {"bytearray": self._text(data)}

    def _structure(self, data):
        return {"structure": self._memory(data)}

    def _ctypes(self, value):
        name, lengths, data = value
        return {"ctypes": name, "lengths": list(lengths), "data": self._memory(data)}

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
