"""Converts Python values to GL values: one converter for each parameter kind of the registry."""

from __future__ import annotations

import operator
from array import array

import numpy as np

from softgl.counts import counted
from softgl.gl.api import enums
from softgl.gl.api.addresses import Address
from softgl.gl.api.casts import cast
from softgl.gl.api.errors import GLError
from softgl.gl.api.exporters import Unsuitable, in_memory_order


class ArgumentError(GLError, TypeError):
    """An argument that the command cannot take at all, or a wrong number of arguments.

    Raised in both error modes: C has no such call, so GL has no error code for it.
    """

    def __init__(self, description, function="", arguments=()):
        super().__init__(enums.GL_INVALID_VALUE, description, function, arguments)


class Refused(Exception):
    """Raised inside a command: the GL error code and the reason; `command` adds the call."""

    def __init__(self, code: int, description: str):
        self.code = code
        self.description = description
        super().__init__(code, description)


class BadArgument(Refused):
    """Raised inside a command for a value of a wrong type; becomes an `ArgumentError`."""

    def __init__(self, description: str):
        super().__init__(enums.GL_INVALID_VALUE, description)


def bad_argument(message: str, error: Exception, wanted: str = "numbers") -> Exception:
    """Returns the exception to raise instead of `error`: `BadArgument`, or a MemoryError as it is.

    error : from Python, NumPy, or an object of the application, which may raise anything.
    wanted : the elements that the argument should have.
    """
    if isinstance(error, (MemoryError, Refused)):
        return error
    return BadArgument(f"{message}: {_reason(error, wanted)}")


def _reason(error: Exception, wanted: str) -> str:
    """Returns the reason of an error in our words: NumPy's and Python's differ by version."""
    if isinstance(error, Unsuitable):
        return str(error)
    if isinstance(error, OverflowError):
        return "a number is beyond the range of the type"
    if isinstance(error, ValueError) and "inhomogeneous" in str(error):
        return "its rows differ in length"
    return f"it holds something other than {wanted}"


def of_application(error: Exception) -> Exception | None:
    """Returns an error if code of the application raised it, as in `__index__`; else None.

    It is shown as the cause of ours then.
    """
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    module = "" if trace is None else str(trace.tb_frame.f_globals.get("__name__", ""))
    return None if module.partition(".")[0] in ("", "softgl", "numpy", "ctypes") else error


def invalid_enum(description: str) -> Refused:
    """Returns a GL_INVALID_ENUM error to raise."""
    return Refused(enums.GL_INVALID_ENUM, description)


def invalid_value(description: str) -> Refused:
    """Returns a GL_INVALID_VALUE error to raise."""
    return Refused(enums.GL_INVALID_VALUE, description)


def invalid_operation(description: str) -> Refused:
    """Returns a GL_INVALID_OPERATION error to raise."""
    return Refused(enums.GL_INVALID_OPERATION, description)


def out_of_memory(description: str) -> Refused:
    """Returns a GL_OUT_OF_MEMORY error to raise."""
    return Refused(enums.GL_OUT_OF_MEMORY, description)


def _integer(low: int, high: int, wrap: int = 0):
    def convert(value):
        value = operator.index(value)
        if low <= value <= high:
            return value
        # As through ctypes, -1 and 0xFFFFFFFF are one 32-bit word.
        if wrap and -(2**31) <= value < 2**32:
            return value + wrap
        raise invalid_value(f"{value} is outside [{low}, {high}]")

    return convert


def to_size(value) -> int:
    """Converts to a GLsizei; GL_INVALID_VALUE if negative (OpenGL 2.1, 2.5: GL Errors)."""
    value = operator.index(value)
    if 0 <= value <= 0x7FFFFFFF:
        return value
    raise invalid_value(f"the size {value} is negative or too large")


def to_memory_size(value) -> int:
    """Converts to a GLsizeiptr, which may be larger than any memory."""
    value = operator.index(value)
    if value < 0:
        raise invalid_value(f"the size {value} is negative")
    return value


def to_enum(value) -> int:
    """Converts to an enumerant; GL_INVALID_ENUM for anything beyond 32 bits."""
    value = operator.index(value)
    if 0 <= value <= 0xFFFFFFFF:
        return value
    raise invalid_enum(f"{value} is not an enum")


def to_float(value) -> float:
    """Converts to a double, finite or not; TypeError for text."""
    # float() would parse the bytes of any buffer as text.
    has_value = hasattr(value, "__float__") or hasattr(value, "__index__")
    if not has_value or isinstance(value, np.complexfloating):
        raise TypeError("a number is needed")
    return float(value)


def to_boolean(value) -> bool:
    """Converts to a boolean: zero is false, any other number true."""
    if isinstance(value, (str, bytes)):
        raise TypeError("a number is needed")
    return bool(value)


def unchanged(value):
    """Returns a pointer argument as the Python object that it is."""
    return value


def integers(values, dtype, count: int | None = None) -> list[int]:
    """Returns a sequence of integers, nested or not, or a single one, as a flat list.

    dtype, count : the type and number of elements at an `Address`; ignored for other values. None
        with a count of 0 is an empty list.
    """
    if values is None and count == 0:
        return []
    try:
        if type(values) is Address:
            return values.numbers(dtype, _known(count))
        objects = np.asarray(in_memory_order(values), object)
        return [operator.index(value) for value in objects.reshape(-1)]
    except Exception as error:
        raise bad_argument("integers needed", error) from None


def _known(count: int | None) -> int:
    """Returns the number of elements at an address; TypeError if it is unknown."""
    if count is None:
        raise Unsuitable("an address, and the number of its elements is unknown")
    return count


def to_half(value) -> int:
    """Converts to a half float, as 16 bits: from an integer of these bits or a NumPy float16."""
    return CONVERTERS["ushort"](value.view(np.uint16) if isinstance(value, np.float16) else value)


RANGES = {
    "byte": (-(2**7), 2**7 - 1),
    "ubyte": (0, 2**8 - 1),
    "short": (-(2**15), 2**15 - 1),
    "ushort": (0, 2**16 - 1),
    "int": (-(2**31), 2**31 - 1),
    "uint": (0, 2**32 - 1),
    "uint64": (0, 2**64 - 1),
    "bitfield": (0, 2**32 - 1),
    "intptr": (-(2**63), 2**63 - 1),
    "sizei": (0, 2**31 - 1),
    "enum": (0, 2**32 - 1),
}
"""The least and the greatest integer of each parameter kind."""
CONVERTERS = {
    **{
        kind: _integer(*RANGES[kind])
        for kind in ("byte", "ubyte", "short", "ushort", "bitfield", "intptr")
    },
    "int": _integer(*RANGES["int"], -(2**32)),
    "uint": _integer(*RANGES["uint"], 2**32),
    "uint64": _integer(*RANGES["uint64"], 2**64),
    "sizeiptr": to_memory_size,
    "sizei": to_size,
    "enum": to_enum,
    "float": to_float,
    "double": to_float,
    "boolean": to_boolean,
    "half": to_half,
}
for _name in ("intptr", "sizeiptr"):
    CONVERTERS[_name + "arb"] = CONVERTERS[_name]
CONVERTERS["halfnv"] = CONVERTERS["half"]
for _name in ("clampf", "clampd"):
    CONVERTERS[_name] = to_float


def converted(values, dtype, count: int | None = None, source=None) -> np.ndarray:
    """Copies numbers into a flat array of `dtype`; TypeError, ValueError or OverflowError.

    Floats become integers as in `casts.whole`; numbers too large for a float become infinite.
    count, source : the number of elements at an `Address`, and their type if it is not `dtype`.
        None with a count of 0 is an empty array.
    """
    if type(values) in SEQUENCES:
        if dtype is np.float64:
            try:
                return np.frombuffer(array("d", values))
            except (TypeError, ValueError, OverflowError):
                pass  # nested sequences and other values: NumPy converts or refuses them below
    else:
        if type(values) is Address:
            source = dtype if source is None else source
            if dtype is np.float64:  # for a few numbers a list is faster than an array
                return np.frombuffer(array("d", values.numbers(source, _known(count))))
            values = values.elements(source, _known(count))
            if dtype is source:
                return values.copy()
        values = in_memory_order(values)
        if isinstance(values, (np.ndarray, np.generic)):
            if values.dtype.kind == "c":
                raise Unsuitable("GL has no complex numbers")
            values = values.tolist() if values.dtype.kind == "O" else values
    if values is None and count == 0:
        return np.empty(0, dtype)
    if values is None or (type(values) in SEQUENCES and _has_none(values)):
        raise Unsuitable("None is not a number")  # NumPy would make it NaN or false
    with np.errstate(invalid="ignore", over="ignore"):
        return cast(values, dtype).reshape(-1)


SEQUENCES = frozenset({list, tuple})


def _has_none(values) -> bool:
    """True if a sequence, nested or not, holds None."""
    try:
        nested = values and type(values[0]) in SEQUENCES
        return any(map(_has_none, values)) if nested else None in values
    except (TypeError, ValueError, RecursionError):  # from arrays and from anything but numbers
        return False


def numbers(values, dtype, count: int | None = None, source=None) -> np.ndarray:
    """Converts numbers as `converted` does; errors become `BadArgument`."""
    try:
        return converted(values, dtype, count, source)
    except Exception as error:
        raise bad_argument("numbers needed", error) from None


def vector(values, count: int, dtype, *, more=False, source=None) -> np.ndarray:
    """Returns `values` as a flat array of exactly `count` elements of `dtype`, copied.

    values : any sequence, nested or not, or memory of numbers; another length is GL_INVALID_VALUE.
    more : allows more elements, and ignores them.
    source : the type of the elements at an `Address`, if it is not `dtype`.
    """
    if isinstance(values, (str, bytes, bytearray)):
        raise BadArgument(f"{counted(count, 'number')} needed, not text")
    try:
        array = converted(values, dtype, count, source)
    except Exception as error:
        raise bad_argument(f"{counted(count, 'number')} needed", error) from None
    if array.size < count or (array.size > count and not more):
        raise invalid_value(f"{counted(count, 'number')} needed, not {array.size}")
    return array[:count]
