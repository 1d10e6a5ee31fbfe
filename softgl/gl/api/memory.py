"""Data that an application hands over: PyOpenGL's many kinds of pointer, made safe.

In PyOpenGL a bare number is an address. softgl never follows such an address: a number,
or a `ctypes.c_void_p`, is an offset into the buffer object that is bound, and nothing else.
Pointers to memory that is known are followed (`softgl.gl.api.exporters`).

An `Address`, which no program in Python can make, is followed, as far as the caller here says:
`count`, `size`. Results are written there as they are, all of them and no more.
"""

from __future__ import annotations

import ctypes
import operator

import numpy as np

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
    dereferenced,
    holds_pointers,
    in_memory_order,
    is_of_unions,
    pointee,
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
}
"""The memory layout of each GL data type."""


NO_NUMBERS = "cSUmM"  # kinds of NumPy's types: complex numbers, text, times


def as_offset(pointer) -> int | None:
    """The number that an integer or a `c_void_p` holds, 0 for None and NULL; None for data."""
    if pointer is None:
        return 0
    if isinstance(pointer, ctypes.c_void_p):
        return pointer.value or 0
    if isinstance(pointer, (np.ndarray, Address)):
        return None
    try:
        return operator.index(pointer)
    except Exception:  # objects of the application raise what they like
        is_null = isinstance(pointer, (ctypes._Pointer, ctypes.c_char_p)) and not pointer
        return 0 if is_null else None


def as_bytes(data, size: int | None = None) -> np.ndarray:
    """The memory of `data`, anything with the buffer protocol, as a flat uint8 array.

    Contiguous memory is shared, not copied. A sequence of numbers has no memory: `BadArgument`.
    size : how many bytes of an `Address`.
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
            raise TypeError("an array of Python objects is not data")
        return data.reshape(-1).view(np.uint8)
    except Exception as error:
        raise bad_argument("data must be bytes, an array or the like", error) from None


RAW = (bytes, bytearray, memoryview, ctypes.Array, ctypes.Structure, ctypes.Union)
"""The types of memory that is used as it is, whatever the type of its elements."""


def _known(size: int | None) -> int:
    """The size of what lies at an address; `BadArgument` if nothing says it."""
    if size is None:
        raise BadArgument("it is an address, and nothing says how much memory there is")
    return size


def as_typed_memory(data, dtype, count: int | None = None) -> tuple[np.ndarray, object]:
    """Data for an array of `dtype`: its bytes as uint8, and the object that keeps them.

    An array of this type, a structured array and raw memory (bytes, ctypes) are used as they are,
    so later changes by the application are seen; other numbers are converted into a new array.
    count : how many elements of an `Address`.
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
        given = np.asarray(data)
        if given.dtype.kind in NO_NUMBERS:
            raise TypeError("NumPy would convert it, but it holds no real numbers")
        with np.errstate(over="ignore", invalid="ignore"):
            array = np.ascontiguousarray(cast(data, dtype, given))
    except Exception as error:
        raise bad_argument(f"no array of {dtype} can be made of it", error) from None
    return as_bytes(array), array


def buffer_offset(pointer, buffer) -> int:
    """The offset into the bound buffer object that `pointer` means; it must not be data."""
    offset = pointer.value if type(pointer) is Address else as_offset(pointer)
    if offset is None:
        raise invalid_operation(
            f"buffer object {buffer.name} is bound: pass an offset into it, not data"
        )
    if not 0 <= offset < 2**63:
        raise invalid_value(f"the offset {offset} does not fit into [0, 2^63)")
    return offset


def fill(out, values: np.ndarray):
    """Copies `values` into `out` and returns it; without `out`, returns `values`.

    out : as `destination` has it.
    """
    if out is None:
        return values
    if type(out) is Address:
        out.write(values)
        return out
    target, given = _fitted(out, values)
    target.flat[: given.size] = given
    return out


def fill_each(*pairs: tuple[object, np.ndarray]) -> None:
    """Fills each `out` of (out, values) that is not None; none of them, if one is refused."""
    for target, given in [_fitted(*pair) for pair in pairs if pair[0] is not None]:
        target.flat[: given.size] = given


def _fitted(out, values) -> tuple[np.ndarray, np.ndarray]:
    """The array that `out` is, which has room for some values, and those as its elements, flat."""
    target = destination(out, values.dtype, values.size)
    if target.size < values.size:
        raise invalid_value(f"the result needs room for {values.size} elements, not {target.size}")
    return target, as_elements(values.reshape(-1), target.dtype)


def destination(out, dtype, count: int | None = None) -> np.ndarray:
    """The array that results of `dtype` are written to, element by element; of any shape and type.

    out : an array; or anything else that exports a buffer that can be written, or a pointer to it:
        its elements in the order of memory, where memory of bytes holds elements of `dtype`. Or
        an `Address`, from which on there are `count` elements.
    Raises `BadArgument` for anything else.
    """
    if type(out) is Address:
        return out.elements(dtype, _known(count))
    found = out if type(out) is np.ndarray else _written_array(out, dtype)
    if found.dtype.kind == "V":
        found = _elements(_contiguous(found).view(np.uint8), dtype)
    if not found.flags.writeable or found.dtype.kind not in "biuf":
        raise BadArgument("the array for the result is read-only or not one of numbers")
    return found


def _written_array(out, dtype) -> np.ndarray:
    """An array of the memory that a result is written to."""
    try:
        found = dereferenced(out)
        if isinstance(found, np.ndarray):
            return found
        if holds_pointers(type(found)):
            raise TypeError("it holds pointers, which results would overwrite")
        view = memoryview(found)
        raw = _is_raw(found, view, np.dtype(dtype))
        return in_memory_order(_elements(np.frombuffer(view, np.uint8), dtype) if raw else view)
    except Exception as error:
        raise bad_argument("the result cannot be written there", error) from None


def _is_raw(owner, view: memoryview, dtype) -> bool:
    """True for memory that holds elements of `dtype`, and not those of its own type."""
    if view.itemsize == 1 and view.format[-1] in "Bbc":
        return view.c_contiguous or dtype.itemsize > 1
    return isinstance(owner, ctypes.Structure) or is_of_unions(view)


def shared(out, dtype, count: int | None = None) -> np.ndarray | None:
    """The memory of `out` as a flat array of `dtype`; None if that has other elements, or gaps.

    out, count : as `destination` has them.
    """
    dtype, found = np.dtype(dtype), destination(out, dtype, count)
    same = found.dtype == dtype or (found.dtype.isnative and _same_integers(found.dtype, dtype))
    return found.reshape(-1).view(dtype) if same and found.flags.c_contiguous else None


def shared_bytes(out, size: int | None = None) -> np.ndarray:
    """The memory of `out`, of whatever type, as an array of bytes, uint8.

    out, size : as `destination` has them. `BadArgument` if it has larger elements, and gaps.
    """
    found = destination(out, np.uint8, size)
    return (found if found.itemsize == 1 else _contiguous(found)).view(np.uint8)


def as_elements(values: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Results as elements of another type; `BadArgument` if it has not got such numbers.

    Integers of the same size keep their bits, as in C; floats become the nearest floats.
    """
    if values.dtype == dtype:
        return values
    with np.errstate(all="ignore"):
        given = values.astype(dtype)
        if _same_integers(values.dtype, dtype):
            return given
        right = given == values
        if values.dtype.kind == dtype.kind == "f":
            right = np.isfinite(given) | ~np.isfinite(values)
    if not right.all():
        raise BadArgument(f"the result {values[~right][0]} does not fit into {dtype}")
    return given


def _same_integers(one: np.dtype, other: np.dtype) -> bool:
    """True for two types of integers of the same size, with and without a sign."""
    return one.kind in "iu" and other.kind in "iu" and one.itemsize == other.itemsize


def _elements(memory, dtype):
    """As many whole elements as there are in bytes."""
    size = np.dtype(dtype).itemsize
    return memory[: memory.size // size * size].view(dtype)


def _contiguous(array):
    """An array for results as a flat one of the same memory. `BadArgument`: it has gaps."""
    if not array.flags.c_contiguous:
        raise BadArgument("the array for the result has gaps between its elements")
    return array.reshape(-1)


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
    fill(out, np.frombuffer(text, np.uint8))
    return None


def give_pointer(address: int, out):
    """Write an address into the first element of `out`, which is returned.

    out : a list, an array, or a `ctypes.c_void_p`, by reference or not, or an `Address`.
    """
    if type(out) is Address:
        out.write(np.uint64(address))
        return out
    try:
        target = pointee(out) if isinstance(out, (REFERENCE, ctypes._Pointer)) else out
        if isinstance(target, ctypes.c_void_p):
            target.value = address
        elif isinstance(target, POINTERS):
            raise TypeError("it is a pointer to a pointer of another type than c_void_p")
        elif isinstance(target, list) or getattr(target, "_type_", None) is ctypes.c_void_p:
            target[0] = address
        else:
            fill(target, np.array([address], np.uint64))
    except Exception as error:
        raise bad_argument("the pointer cannot be written there", error) from None
    return out
