"""Data that an application hands over: PyOpenGL's many kinds of pointer, made safe.

In PyOpenGL a bare number is an address. softgl never follows an address: a number, or a
`ctypes.c_void_p`, is an offset into the buffer object that is bound, and nothing else.
"""

from __future__ import annotations

import ctypes
import operator

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import BadArgument, invalid_operation, invalid_value
from softgl.gl.api.casts import cast

DTYPES = {
    gl.GL_BYTE: np.dtype(np.int8),
    gl.GL_UNSIGNED_BYTE: np.dtype(np.uint8),
    gl.GL_SHORT: np.dtype(np.int16),
    gl.GL_UNSIGNED_SHORT: np.dtype(np.uint16),
    gl.GL_INT: np.dtype(np.int32),
    gl.GL_UNSIGNED_INT: np.dtype(np.uint32),
    gl.GL_FLOAT: np.dtype(np.float32),
    gl.GL_DOUBLE: np.dtype(np.float64),
    gl.GL_HALF_FLOAT: np.dtype(np.float16),
}
"""The memory layout of each GL data type."""


NO_NUMBERS = "cSUmM"  # kinds of NumPy's types: complex numbers, text, times


def as_offset(pointer) -> int | None:
    """The number that None, an integer or a `c_void_p` holds; None if `pointer` is data."""
    if pointer is None:
        return 0
    if isinstance(pointer, ctypes.c_void_p):
        return pointer.value or 0
    if isinstance(pointer, np.ndarray):
        return None
    try:
        return operator.index(pointer)
    except TypeError:
        return None


def as_bytes(data) -> np.ndarray:
    """The memory of `data`, anything with the buffer protocol, as a flat uint8 array.

    Contiguous memory is shared, not copied. A sequence of numbers has no memory: `BadArgument`.
    """
    if isinstance(data, np.ndarray):
        data = np.ascontiguousarray(data)
        if data.dtype.hasobject:
            raise BadArgument("an array of Python objects is no data")
        return data.reshape(-1).view(np.uint8)
    try:
        view = memoryview(data)
        return np.frombuffer(view if view.contiguous else bytes(view), np.uint8)
    except (TypeError, ValueError, BufferError) as error:
        raise BadArgument(f"data must be bytes, an array or the like: {error}") from None


def as_typed_memory(data, dtype) -> tuple[np.ndarray, object]:
    """Data for an array of `dtype`: its bytes as uint8, and the object that keeps them.

    An array of this type, a structured array and raw memory (bytes, ctypes) are used as they are,
    so later changes by the application are seen; other numbers are converted into a new array.
    """
    if isinstance(data, np.ndarray) and data.dtype.kind == "V":
        return as_bytes(data), data
    if isinstance(data, (bytes, bytearray, memoryview, ctypes.Array, ctypes.Structure)):
        return as_bytes(data), data
    if isinstance(data, np.ndarray) and data.dtype == dtype and data.flags.c_contiguous:
        return as_bytes(data), data
    try:
        kind = np.asarray(data).dtype.kind
        if kind in NO_NUMBERS:
            raise TypeError("NumPy would convert it, but it holds no real numbers")
        with np.errstate(over="ignore", invalid="ignore"):
            array = np.ascontiguousarray(cast(data, dtype))
    except (TypeError, ValueError, OverflowError) as error:
        raise BadArgument(f"no array of {dtype} can be made of it: {error}") from None
    return as_bytes(array), array


def buffer_offset(pointer, buffer) -> int:
    """The offset into the bound buffer object that `pointer` means; it must not be data."""
    offset = as_offset(pointer)
    if offset is None:
        raise invalid_operation(
            f"buffer object {buffer.name} is bound: pass an offset into it, not data"
        )
    if not 0 <= offset < 2**63:
        raise invalid_value(f"the offset {offset} does not fit into [0, 2^63)")
    return offset


def fill(out, values: np.ndarray):
    """Give `values` to the caller: into `out` if there is one, which is returned, else as they are.

    `out` is an array, or anything writable with the buffer protocol; its elements are converted.
    """
    if out is None:
        return values
    try:
        target = out if isinstance(out, np.ndarray) else np.frombuffer(out, values.dtype)
    except (TypeError, ValueError, BufferError) as error:
        raise BadArgument(f"the result cannot be written there: {error}") from None
    if target.size < values.size:
        raise invalid_value(f"the result needs room for {values.size} elements, not {target.size}")
    if not target.flags.writeable or target.dtype.kind not in "biuf":
        raise BadArgument("the array for the result is read-only or not one of numbers")
    target.flat[: values.size] = values.reshape(-1)
    return out


def new_bytes(size: int) -> tuple[bytes, np.ndarray]:
    """Bytes of any content, and their memory as a uint8 array, to be written before anyone looks.

    Python's C API allows it for bytes that are this new. An array and a copy of it take eight times
    as long, nearly all of it for pages of memory.
    """
    made = _MAKE_BYTES(None, size)
    memory = (ctypes.c_uint8 * size).from_address(_ADDRESS_OF_BYTES(made))
    return made, np.frombuffer(memory, np.uint8)


_MAKE_BYTES = ctypes.pythonapi.PyBytes_FromStringAndSize
_MAKE_BYTES.restype, _MAKE_BYTES.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_ssize_t)
_ADDRESS_OF_BYTES = ctypes.pythonapi.PyBytes_AsString
_ADDRESS_OF_BYTES.restype, _ADDRESS_OF_BYTES.argtypes = ctypes.c_void_p, (ctypes.py_object,)


def give_text(text: bytes, out):
    """Give a text to the caller: as bytes, or into `out`, a buffer; then it is None."""
    if out is None:
        return text
    if isinstance(out, bytes):
        raise BadArgument("bytes cannot be written: a buffer is needed")
    fill(out, np.frombuffer(text, np.uint8))
    return None


def give_pointer(address: int, out):
    """Write an address into the first element of `out`, which is returned.

    out : an array, or a `ctypes.c_void_p`, by reference or not.
    """
    target = getattr(out, "_obj", out)  # what ctypes.byref refers to
    try:
        if isinstance(target, ctypes.c_void_p):
            target.value = address
        else:
            target[0] = address
    except (TypeError, IndexError, ValueError, OverflowError) as error:
        raise BadArgument(f"the pointer cannot be written there: {error}") from None
    return out
