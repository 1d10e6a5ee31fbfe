"""Data from applications: PyOpenGL's many kinds of pointer, made safe.

In PyOpenGL a bare number is an address. softgl never follows such an address: a number, or a
`ctypes.c_void_p`, is an offset into the bound buffer object, and nothing else. Pointers to memory
of known size are followed (`softgl.gl.api.exporters`).

An `Address`, which no Python program can make, is followed as far as the caller says by `count` or
`size`. Results are written there in their own type, all of them and no more.
"""

from __future__ import annotations

import ctypes
import operator

import numpy as np

from softgl.counts import counted
from softgl.gl.api import enums as gl
from softgl.gl.api.addresses import Address
from softgl.gl.api.arguments import (
    BadArgument,
    bad_argument,
    invalid_operation,
    invalid_value,
)
from softgl.gl.api.casts import cast
from softgl.gl.api.exporters import (
    POINTERS,
    REFERENCE,
    Unsuitable,
    dereferenced,
    holds_pointers,
    in_memory_order,
    is_of_unions,
    pointee,
)
from softgl.pipeline.keys.vertex_formats import (
    FIXED_DTYPE,
    FLOATS_DTYPE,
    SIGNED_DTYPE,
    UNSIGNED_DTYPE,
)

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
    gl.GL_FIXED: FIXED_DTYPE,
    gl.GL_INT_2_10_10_10_REV: SIGNED_DTYPE,
    gl.GL_UNSIGNED_INT_2_10_10_10_REV: UNSIGNED_DTYPE,
    gl.GL_UNSIGNED_INT_10F_11F_11F_REV: FLOATS_DTYPE,
}
"""The memory layout of each GL data type."""


NO_NUMBERS = "cSUmM"  # kinds of NumPy types: complex numbers, text, times


def as_offset(pointer) -> int | None:
    """Returns the number in an integer or a `c_void_p`, 0 for None and NULL; None for data."""
    if pointer is None:
        return 0
    if isinstance(pointer, ctypes.c_void_p):
        return pointer.value or 0
    if isinstance(pointer, (np.ndarray, Address)):
        return None
    try:
        return operator.index(pointer)
    except Exception:  # objects of the application may raise anything
        is_null = isinstance(pointer, (ctypes._Pointer, ctypes.c_char_p)) and not pointer
        return 0 if is_null else None


def as_bytes(data, size: int | None = None) -> np.ndarray:
    """Returns the memory of `data`, anything with the buffer protocol, as a flat uint8 array.

    Contiguous memory is shared, not copied. A sequence of numbers has no memory: `BadArgument`.
    size : the number of bytes at an `Address`.
    """
    if type(data) is Address:
        return data.elements(np.uint8, _known(size))
    try:
        data = dereferenced(data)
        if not isinstance(data, np.ndarray):
            view = memoryview(data)
            if view.c_contiguous:
                return np.frombuffer(view, np.uint8)
            data = in_memory_order(view)
        data = np.ascontiguousarray(data)
        if data.dtype.hasobject:
            raise Unsuitable("an array of Python objects is not data")
        return data.reshape(-1).view(np.uint8)
    except Exception as error:
        raise bad_argument("data must be bytes, an array or the like", error, "memory") from None


RAW = (bytes, bytearray, memoryview, ctypes.Array, ctypes.Structure, ctypes.Union)
"""The types of memory that is used as it is, whatever its element type."""


def _known(size: int | None) -> int:
    """Returns the size of the memory at an address; `BadArgument` if it is unknown."""
    if size is None:
        raise BadArgument("an address, and the size of its memory is unknown")
    return size


def as_typed_memory(data, dtype, count: int | None = None) -> tuple[np.ndarray, object]:
    """Returns data for an array of `dtype`: its bytes as uint8, and the object that owns them.

    An array of this type, a structured array and raw memory (bytes, ctypes) are shared, so later
    changes by the application are seen; other numbers are converted into a new array.
    count : the number of elements at an `Address`.
    """
    if isinstance(data, np.ndarray):
        if data.dtype.kind == "V" or (data.dtype == dtype and data.flags.c_contiguous):
            return as_bytes(data), data
    elif isinstance(data, RAW):
        return as_bytes(data), data
    elif type(data) is Address:
        return data.elements(dtype, _known(count)).view(np.uint8), data
    try:
        data = dereferenced(data)
        if isinstance(data, RAW):
            return as_bytes(data), data
        data = in_memory_order(data)
        source = np.asarray(data)
        if source.dtype.kind in NO_NUMBERS:
            raise Unsuitable("it holds no real numbers")
        with np.errstate(over="ignore", invalid="ignore"):
            array = np.ascontiguousarray(cast(data, dtype, source))
    except Exception as error:
        raise bad_argument(f"it cannot be converted to an array of {dtype}", error) from None
    return as_bytes(array), array


def buffer_offset(pointer, buffer) -> int:
    """Returns the offset into the bound buffer object that `pointer` holds; refuses data."""
    offset = pointer.value if type(pointer) is Address else as_offset(pointer)
    if offset is None:
        raise invalid_operation(
            f"buffer object {buffer.name} is bound: pass an offset into it, not data"
        )
    if not 0 <= offset < 2**63:
        raise invalid_value(f"the offset {offset} is outside [0, 2^63)")
    return offset


def fill(out, values: np.ndarray):
    """Copies `values` into `out` and returns it; without `out`, returns `values`.

    out : see `destination`.
    """
    if out is None:
        return values
    if type(out) is Address:
        out.write(values)
        return out
    target, elements = _fitted(out, values)
    target.flat[: elements.size] = elements
    return out


def check_fits(needed: int, limit: int | None) -> None:
    """Raises GL_INVALID_OPERATION if a result needs more bytes than a command may write.

    ARB_robustness, "Errors": "INVALID_OPERATION is generated if the buffer size required to fill
    all the requested data is greater than <bufSize>." limit : None if there is none.
    """
    if limit is not None and needed > limit:
        raise invalid_operation(f"bufSize: the result has {counted(needed, 'byte')}, not {limit}")


def fill_each(*pairs: tuple[object, np.ndarray]) -> None:
    """Copies values into each `out` of (out, values) that is not None; into none if one refuses."""
    for target, elements in [_fitted(*pair) for pair in pairs if pair[0] is not None]:
        target.flat[: elements.size] = elements


def _fitted(out, values) -> tuple[np.ndarray, np.ndarray]:
    """Returns the array behind `out`, large enough for `values`, and these as flat elements."""
    target = destination(out, values.dtype, values.size)
    if target.size < values.size:
        raise invalid_value(f"{counted(values.size, 'element')} needed, not {target.size}")
    return target, as_elements(values.reshape(-1), target.dtype)


def destination(out, dtype, count: int | None = None) -> np.ndarray:
    """Returns the array that results of `dtype` go to, element by element; of any shape and type.

    out : an array; or anything else that exports a writable buffer, or a pointer to it: its
        elements in the order of memory, where memory of bytes holds elements of `dtype`; or an
        `Address` of `count` elements.
    Raises `BadArgument` for anything else.
    """
    if type(out) is Address:
        return out.elements(dtype, _known(count))
    found = out if type(out) is np.ndarray else _written_array(out, dtype)
    if found.dtype.kind == "V":
        found = _elements(_contiguous(found).view(np.uint8), dtype)
    if not found.flags.writeable or found.dtype.kind not in "biuf":
        raise BadArgument("the array for the result is read-only or not numeric")
    return found


def _written_array(out, dtype) -> np.ndarray:
    """Returns the memory of `out` as an array."""
    try:
        found = dereferenced(out)
        if isinstance(found, np.ndarray):
            return found
        if holds_pointers(type(found)):
            raise Unsuitable("it holds pointers, which results would overwrite")
        view = memoryview(found)
        raw = _is_raw(found, view, np.dtype(dtype))
        return in_memory_order(_elements(np.frombuffer(view, np.uint8), dtype) if raw else view)
    except Exception as error:
        raise bad_argument("the result cannot be written there", error) from None


def _is_raw(owner, view: memoryview, dtype) -> bool:
    """True for memory that holds elements of `dtype` rather than of its own type."""
    if view.itemsize == 1 and view.format[-1] in "Bbc":
        return view.c_contiguous or dtype.itemsize > 1
    return isinstance(owner, ctypes.Structure) or is_of_unions(view)


def shared(out, dtype, count: int | None = None) -> np.ndarray | None:
    """Returns the memory of `out` as a flat array of `dtype`; None for other elements or gaps.

    out, count : see `destination`.
    """
    dtype, found = np.dtype(dtype), destination(out, dtype, count)
    same = found.dtype == dtype or (found.dtype.isnative and _same_integers(found.dtype, dtype))
    return found.reshape(-1).view(dtype) if same and found.flags.c_contiguous else None


def shared_bytes(out, size: int | None = None) -> np.ndarray:
    """Returns the memory of `out`, of whatever type, as an array of bytes, uint8.

    out, size : see `destination`. `BadArgument` if it has larger elements with gaps.
    """
    found = destination(out, np.uint8, size)
    return (found if found.itemsize == 1 else _contiguous(found)).view(np.uint8)


def as_elements(values: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Converts results to another type; `BadArgument` if it cannot hold them.

    Integers of the same size keep their bits, as in C; floats become the nearest floats.
    """
    if values.dtype == dtype:
        return values
    with np.errstate(all="ignore"):
        elements = values.astype(dtype)
        if _same_integers(values.dtype, dtype):
            return elements
        right = elements == values
        if values.dtype.kind == dtype.kind == "f":
            right = np.isfinite(elements) | ~np.isfinite(values)
    if not right.all():
        raise BadArgument(f"the result {values[~right][0]} does not fit into {dtype}")
    return elements


def _same_integers(one: np.dtype, other: np.dtype) -> bool:
    """True for two integer types of the same size, signed or not."""
    return one.kind in "iu" and other.kind in "iu" and one.itemsize == other.itemsize


def _elements(memory, dtype):
    """Returns the whole elements in an array of bytes."""
    size = np.dtype(dtype).itemsize
    return memory[: memory.size // size * size].view(dtype)


def _contiguous(array):
    """Returns an array for results as a flat one of the same memory; `BadArgument` for gaps."""
    if not array.flags.c_contiguous:
        raise BadArgument("the array for the result has gaps between its elements")
    return array.reshape(-1)


def new_bytes(size: int) -> tuple[bytes, np.ndarray]:
    """Returns uninitialized bytes, and their memory as a uint8 array, to write before other use.

    Python's C API allows this for new bytes. An array and a copy of it take eight times as long,
    nearly all of it for pages of memory.
    """
    created = _MAKE_BYTES(None, size)
    memory = (ctypes.c_uint8 * size).from_address(_ADDRESS_OF_BYTES(created))
    return created, np.frombuffer(memory, np.uint8)


_MAKE_BYTES = ctypes.pythonapi.PyBytes_FromStringAndSize
_MAKE_BYTES.restype, _MAKE_BYTES.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_ssize_t)
_ADDRESS_OF_BYTES = ctypes.pythonapi.PyBytes_AsString
_ADDRESS_OF_BYTES.restype, _ADDRESS_OF_BYTES.argtypes = ctypes.c_void_p, (ctypes.py_object,)


def return_text(text: bytes, out):
    """Returns a text as bytes; with `out`, a buffer, writes it there and returns None."""
    if out is None:
        return text
    fill(out, np.frombuffer(text, np.uint8))
    return None


def return_pointer(address: int, out):
    """Writes an address into the first element of `out`, and returns `out`.

    out : a list, an array, a `ctypes.c_void_p`, by reference or not, or an `Address`.
    """
    if type(out) is Address:
        out.write(np.uint64(address))
        return out
    try:
        target = pointee(out) if isinstance(out, (REFERENCE, ctypes._Pointer)) else out
        if isinstance(target, ctypes.c_void_p):
            target.value = address
        elif isinstance(target, POINTERS):
            raise Unsuitable("it is a pointer to a pointer of a type other than c_void_p")
        elif isinstance(target, list) or getattr(target, "_type_", None) is ctypes.c_void_p:
            target[0] = address
        else:
            fill(target, np.array([address], np.uint64))
    except Exception as error:
        raise bad_argument("the pointer cannot be written there", error) from None
    return out
