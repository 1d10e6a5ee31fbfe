"""Arguments of calls: from the values of a trace to those of softgl's commands.

A blob becomes bytes, an array one of the parameter's type, an address an offset into a buffer
object: softgl follows no address of a trace.
"""

from __future__ import annotations

import ctypes
import operator

import numpy as np

from softgl.debug.apitrace.parser import Opaque, Structure
from softgl.gl.api.signature import Parameter

DTYPES = {
    kind: np.dtype(dtype)
    for dtype, kinds in {
        "u1": "boolean ubyte",
        "i1": "byte char",
        "i2": "short",
        "u2": "ushort half halfnv",
        "i4": "int sizei fixed",
        "u4": "uint enum bitfield",
        "i8": "int64 intptr sizeiptr intptrarb sizeiptrarb",
        "u8": "uint64",
        "f4": "float clampf",
        "f8": "double clampd",
    }.items()
    for kind in kinds.split()
}
"""Kind of a parameter -> the type of its elements in memory."""
FLOATS = frozenset(("float", "clampf", "double", "clampd"))


class Malformed(Exception):
    """A value that its parameter cannot have; the message is the reason."""


def plain(parameter: Parameter, value):
    """The argument of a parameter without a pointer. Raises Malformed."""
    if value is None:
        return 0
    if isinstance(value, (int, float)):
        if parameter.kind in FLOATS:
            return float(value)
        try:
            return operator.index(value)
        except TypeError:
            pass
    raise Malformed(f"{parameter.name} is {_described(value)}, not a number")


def pointed(parameter: Parameter, value):
    """The argument of a pointer that a command reads from. Raises Malformed."""
    if value is None:
        return None
    if isinstance(value, Opaque):
        return ctypes.c_void_p(int(value))
    dtype = DTYPES.get(parameter.kind)
    if isinstance(value, bytes):
        if parameter.kind == "texts":
            return [value]
        if dtype is None or parameter.kind == "char":
            return value
        return np.frombuffer(value, dtype, len(value) // dtype.itemsize)
    if isinstance(value, list):
        return _array(parameter, value, dtype)
    raise Malformed(f"{parameter.name} is {_described(value)}, not an array")


def _array(parameter, values, dtype):
    """The argument of an array of the trace."""
    if parameter.kind == "texts":
        if not all(isinstance(each, bytes) for each in values):
            raise Malformed(f"{parameter.name} is not an array of texts")
        return list(values)
    if len(values) == 1 and isinstance(values[0], Structure):
        values = list(values[0])
    if dtype is None and all(isinstance(each, int) for each in values):
        if any(isinstance(each, Opaque) for each in values):  # places in buffer objects
            return [int(each) for each in values]
        return numbers(parameter, values, DTYPES["uint"])
    if dtype is None:  # arrays of arrays, as the indices of several draws
        return [each if isinstance(each, bytes) else int(each or 0) for each in values]
    return numbers(parameter, values, dtype)


def numbers(parameter: Parameter, values, dtype) -> np.ndarray:
    """An array of numbers; integers are taken modulo their size, as in C. Raises Malformed."""
    try:
        if dtype.kind == "f":
            with np.errstate(over="ignore"):
                return np.array(values, np.float64).astype(dtype)
        mask = (1 << 8 * dtype.itemsize) - 1
        unsigned = np.dtype(f"u{dtype.itemsize}")
        return np.array([operator.index(each) & mask for each in values], unsigned).view(dtype)
    except (TypeError, ValueError):
        raise Malformed(f"{parameter.name} is not an array of {parameter.kind}") from None


def integer(value, what: str) -> int:
    """An integer, address or handle of a trace; 0 for NULL. Raises Malformed."""
    if value is None:
        return 0
    if isinstance(value, int):
        return int(value)
    raise Malformed(f"{what} is {_described(value)}, not an integer")


def integers(value, what: str) -> list[int]:
    """The elements of an array of integers; none for NULL. Raises Malformed."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise Malformed(f"{what} is {_described(value)}, not an array")
    return [integer(each, what) for each in value]


def _described(value) -> str:
    if isinstance(value, (bytes, str)):
        return f"{len(value)} bytes"
    return f"{value!r:.40}"
