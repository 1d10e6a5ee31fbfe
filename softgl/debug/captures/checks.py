"""Checks all calls of a capture before the first is made.

Files may hold anything. Replay and export run after this check, and rely on values having only the
forms that docs/captures.md lists.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from softgl.debug.captures.errors import CaptureError
from softgl.debug.captures.types import MAX_AXES, c_type_name, number_type
from softgl.debug.captures.values import MAX_LIST_NESTING
from softgl.gl.api.declarations import COMMANDS, commands_of
from softgl.gl.api.interception import PLAIN
from softgl.gl.api.kinds import Kind
from softgl.gl.draw.raster_position import RasterPosition

FRAME = "@frame"
"""Marks the beginning of the frame."""
WRITE, MAPPED, MAPPED_BUFFER = "@write", "@mapped", "@mapped_buffer"
"""Marks of writes of the application: to memory of vertex arrays, to the mapped buffer object bound
to a target, and to the mapped buffer object of a name."""
RASTER = "@raster"
"""Marks the raster position with its data, which no commands set exactly."""
RESTORE = "@restore"
"""Marks the begin and the end of calls that restore state: they may use what core contexts lack."""
MAX_MEMORY_BYTES = (
    1 << 30
)  # bytes of memory for results of a command; of all blocks of client memory
_MAX_EMPTY_BYTES = 1 << 12  # bytes of arrays without elements, computed from their other axes
_KEYWORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")


def is_keyword(name) -> bool:
    """True if a call of a capture may have a keyword argument of this name."""
    return _KEYWORD.fullmatch(name) is not None


def check_calls(calls: Iterable, arrays: Sequence[np.ndarray]) -> None:
    """Checks all calls, of type `file.Call`. Raises CaptureError with the number of the call."""
    checker = _Checker(arrays)
    for number, call in enumerate(calls, 1):
        try:
            checker.check(call)
        except (CaptureError, ValueError) as error:
            named = f", {call.name}" if re.fullmatch(r"[!-~]{1,60}", call.name) else ""
            raise CaptureError(f"call {number}{named}: {error}") from None


class _Checker:
    """Checks calls in order. arrays : the table that values refer to by number."""

    def __init__(self, arrays):
        self._arrays = arrays
        self._blocks: dict[int, int] = {}  # number -> bytes
        self._left = MAX_MEMORY_BYTES  # bytes for further blocks
        self._syncs: set[int] = set()
        self._framed = False

    def check(self, call) -> None:
        """Checks a call or mark. Raises CaptureError or ValueError."""
        if call.name.startswith("@"):
            self._check_mark(call)
            return
        if call.name not in COMMANDS:
            raise CaptureError("unknown command")
        arguments = call.arguments
        if (
            call.keywords
            or not PLAIN.issuperset(map(type, arguments))
            or not _all_finite(arguments)
        ):
            for value in (*arguments, *call.keywords.values()):
                self._check_value(value)
        if not all(map(is_keyword, call.keywords)):
            raise CaptureError("a keyword argument is not a name")
        if type(call.error) is not int or call.error < 0:
            raise CaptureError("its error is not an error code")
        if call.result is not None:
            self._check_result(call.name, call.result)

    def _check_result(self, name, result):
        number = result.get("sync") if isinstance(result, dict) and len(result) == 1 else None
        if name == "glFenceSync" and type(number) is int and number >= 0:
            if number in self._syncs:
                raise CaptureError(f"duplicate sync object {number}")
            self._syncs.add(number)
            return
        names = isinstance(result, list) and all(type(each) is int for each in result)
        if not (names and name in commands_of(Kind.NAMES)):
            raise CaptureError("malformed result")

    # -- marks -------------------------------------------------------------------------------------

    def _check_mark(self, mark):
        if mark.error or mark.keywords or mark.result is not None:
            raise CaptureError("a mark has only arguments")
        check = _MARKS.get(mark.name)
        if check is None:
            raise CaptureError("unknown mark")
        try:
            check(self, *mark.arguments)
        except TypeError:
            raise CaptureError("wrong arguments of a mark") from None

    def _check_frame(self):
        if self._framed:
            raise CaptureError("the frame begins twice")
        self._framed = True

    def _check_write(self, block, offset, data):
        if type(block) is not int or block not in self._blocks:
            raise CaptureError(f"unknown memory {block!r:.20}")
        self._check_written(offset, data, self._blocks[block])

    def _check_mapped(self, place, offset, data):
        if not (type(place) is int and 0 <= place < 2**32):
            raise CaptureError(f"unknown buffer object {place!r:.20}")
        self._check_written(offset, data, MAX_MEMORY_BYTES)

    def _check_written(self, offset, data, size):
        if not isinstance(data, dict) or set(data) != {"bytes"}:
            raise CaptureError("the data of a mark is not bytes")
        self._check_value(data)
        content = data["bytes"]
        length = self._arrays[content].nbytes if type(content) is int else len(content)
        if not (type(offset) is int and 0 <= offset <= size - length):
            raise CaptureError("the data lies outside of the memory")

    def _check_raster(self, *values):
        fields = list(vars(RasterPosition()).values())
        if not self._is_like(list(values), fields):
            raise CaptureError("not a raster position")

    def _check_restore(self, on):
        if type(on) is not bool:
            raise CaptureError("neither true nor false")

    def _is_like(self, value, model):
        """True if a value has the form of another: numbers, in equal tuples."""
        if isinstance(model, (list, tuple)):
            listed = isinstance(value, list) and len(value) == len(model)
            return listed and all(map(self._is_like, value, model))
        if isinstance(model, float) and isinstance(value, dict):
            self._check_value(value)
            return "float" in value
        return type(value) is type(model)

    # -- values ------------------------------------------------------------------------------------

    def _check_value(self, value, depth=0):
        """Checks an argument, or a part of one."""
        kind = type(value)
        if kind is float and not math.isfinite(value):
            raise CaptureError("a number is too large")
        if kind in PLAIN or kind is str:
            return
        if kind is list:
            if depth == MAX_LIST_NESTING:
                raise CaptureError("a value is nested too deeply")
            for each in value:
                self._check_value(each, depth + 1)
            return
        self._check_object(value)

    def _check_object(self, found):
        for kind, (keys, check) in _KINDS.items():
            if kind in found:
                try:
                    if not any(set(found) == {kind, *more.split()} for more in keys):
                        raise ValueError("wrong parts")
                    check(self, found[kind], found)
                except (ValueError, TypeError) as error:
                    raise CaptureError(f"malformed value {kind!r}: {error}") from None
                return
        raise CaptureError(f"unknown kind of value: {sorted(found)[:3]!r:.80}")

    def _array_numbered(self, number) -> np.ndarray:
        if type(number) is not int or not 0 <= number < len(self._arrays):
            raise CaptureError(f"unknown array {number!r:.20}")
        return self._arrays[number]

    def _check_float(self, text, _):
        if text not in ("nan", "inf", "-inf"):
            raise ValueError(f"{text!r:.40}")

    def _check_bytes(self, data, _):
        if type(data) is int:
            self._array_numbered(data)
        else:
            _text(data).encode("latin-1")

    def _check_memory(self, number, _):
        self._array_numbered(number)

    def _check_array(self, data, found):
        if "dtype" not in found:
            self._array_numbered(data)
            return
        dtype, numbers = number_type(found["dtype"]), []
        _flatten(data, numbers)
        for number in numbers:
            _check_element(number, dtype)
        if np.array(data, dtype).size != len(numbers):  # ValueError if it is not an array
            raise ValueError("not an array")

    def _check_scalar(self, array, _):
        if not isinstance(array, dict) or "array" not in array:
            raise ValueError("not an array")
        self._check_object(array)
        size = 1 if "dtype" in array else self._arrays[array["array"]].size
        if size != 1 or isinstance(array["array"], list):
            raise ValueError("not a single element")

    def _check_view(self, number, found):
        array = self._array_numbered(number)
        if "format" in found and (found["format"] != "c" or array.dtype != np.uint8):
            raise ValueError("its format is not one of characters")

    def _check_ctypes(self, name, found):
        c_type_name(name, 0, 0)
        data = self._array_numbered(found["data"])
        c_type_name(name, math.prod(_lengths(found["lengths"], data.nbytes, 1)), data.nbytes)

    def _check_pointer(self, value, _):
        if not (value is None or (type(value) is int and -(2**63) <= value < 2**64)):
            raise ValueError("not an address")

    def _check_out(self, dtype, found):
        size = 1 if dtype is None else number_type(dtype).itemsize
        _lengths(found["shape"], MAX_MEMORY_BYTES, size)

    def _check_sync(self, number, _):
        if type(number) is not int or number not in self._syncs:
            raise ValueError(f"unknown sync object {number!r:.20}")

    def _check_client(self, number, found):
        if type(number) is not int or number < 0:
            raise ValueError("missing number")
        if "size" not in found:
            if number not in self._blocks:
                raise ValueError(f"unknown memory {number!r:.20}")
            return
        known = self._blocks.get(number)
        [size] = _lengths([found["size"]], self._left if known is None else known, 1)
        if "dtype" in found:
            dtype = number_type(found["dtype"])
            shape = _lengths(found["shape"], size, dtype.itemsize)
            if math.prod(shape) * dtype.itemsize != size:
                raise ValueError("wrong size")
        if known is None:
            self._blocks[number] = size
            self._left -= size
        elif known != size:
            raise ValueError("duplicate")


_MARKS = {
    FRAME: _Checker._check_frame,
    WRITE: _Checker._check_write,
    MAPPED: _Checker._check_mapped,
    MAPPED_BUFFER: _Checker._check_mapped,
    RASTER: _Checker._check_raster,
    RESTORE: _Checker._check_restore,
}
_KINDS: dict[str, tuple[tuple[str, ...], Callable]] = {
    "float": (("",), _Checker._check_float),
    "bytes": (("",), _Checker._check_bytes),
    "bytearray": (("",), _Checker._check_bytes),
    "scalar": (("",), _Checker._check_scalar),
    "array": (("", "dtype"), _Checker._check_array),
    "view": (("", "format"), _Checker._check_view),
    "ctypes": (("lengths data",), _Checker._check_ctypes),
    "structure": (("",), _Checker._check_memory),
    "c_void_p": (("",), _Checker._check_pointer),
    "out": (("shape",), _Checker._check_out),
    "sync": (("",), _Checker._check_sync),
    "client": (("", "size", "size dtype shape"), _Checker._check_client),
}
"""Kind of an object value -> its other parts, and the function that checks them."""


def _all_finite(values) -> bool:
    return all(math.isfinite(value) for value in values if type(value) is float)


def _text(value) -> str:
    if type(value) is not str:
        raise ValueError(f"{value!r:.40} is not a text")
    return value


def _flatten(value, numbers: list, depth=0):
    """Appends all numbers of nested lists to a list."""
    if not isinstance(value, list):
        numbers.append(value)
        return
    if depth == MAX_AXES:
        raise ValueError("nested too deeply")
    for each in value:
        _flatten(each, numbers, depth + 1)


def _check_element(number, dtype):
    """Raises ValueError unless `number` fits an array of a dtype."""
    if dtype.kind == "b":
        good = type(number) is bool
    elif dtype.kind == "f":
        good = type(number) in (int, float) and abs(number) <= float(np.finfo(dtype).max)
    else:
        bounds = np.iinfo(dtype)
        good = type(number) is int and bounds.min <= number <= bounds.max
    if not good:
        raise ValueError(f"{number!r:.40} is not of type {dtype}")


def _lengths(lengths, largest, size) -> tuple[int, ...]:
    """Returns the lengths of an array's axes. Raises ValueError for more than `largest` bytes."""
    if not isinstance(lengths, list) or not all(type(each) is int for each in lengths):
        raise ValueError(f"{lengths!r:.40} are not lengths of axes")
    if min(lengths, default=0) < 0 or len(lengths) > MAX_AXES:
        raise ValueError("too large")
    if math.prod(max(1, each) for each in lengths) * size > max(largest, _MAX_EMPTY_BYTES):
        raise ValueError("too large")
    return tuple(lengths)
