"""Objects with memory: ctypes pointers, and everything that exports a buffer.

A pointer has a start but no end. It is followed if both are known: to the object given to
`ctypes.byref` or `ctypes.pointer`, to an array if its type is a pointer to an array of known
length, and to the bytes of a `ctypes.c_char_p`. All others are refused.
"""

from __future__ import annotations

import ctypes

import numpy as np

from softgl.counts import counted

REFERENCE = type(ctypes.byref(ctypes.c_int()))
"""The type of the references that `ctypes.byref` returns."""
POINTERS = (
    ctypes._Pointer, REFERENCE, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_wchar_p,
    ctypes.py_object, ctypes._CFuncPtr,
)  # fmt: skip
_NO_POINTERS = frozenset({
    np.ndarray, list, tuple, bytes, bytearray, memoryview, int, float, str, type(None)
})  # fmt: skip
_PLAIN = _NO_POINTERS - {memoryview}
PAGE = 4096  # bytes; no system maps the first page
UNKNOWN = (
    "a pointer to memory of unknown size is not followed; pass the array itself, "
    "numpy.ctypeslib.as_array(pointer, shape), or the matrix instead of glm.value_ptr(matrix)"
)


class Unsuitable(TypeError):
    """An object that cannot be an argument; the message is the reason, in our words."""


def dereferenced(value):
    """Returns the object that a pointer points to; any other value as it is.

    Raises TypeError for a pointer to memory of unknown size, and for a pointer to pointers.
    """
    if type(value) in _NO_POINTERS:
        return value
    found = pointee(value) if isinstance(value, POINTERS) else value
    kind = type(found)
    while issubclass(kind, ctypes.Array):
        kind = kind._type_
    if issubclass(kind, POINTERS):
        raise Unsuitable("it holds pointers, not data")
    return found


def holds_pointers(kind: type) -> bool:
    """True for a ctypes type with a pointer in it."""
    if issubclass(kind, ctypes.Array):
        return holds_pointers(kind._type_)
    if issubclass(kind, (ctypes.Structure, ctypes.Union)):
        fields = (each for base in kind.__mro__ for each in vars(base).get("_fields_", ()))
        return any(holds_pointers(field[1]) for field in fields)
    return issubclass(kind, POINTERS)


def pointee(pointer):
    """Returns the object that a pointer points to, itself perhaps one; TypeError if unknown."""
    if isinstance(pointer, REFERENCE):
        return _part(pointer._obj, _address(pointer) - ctypes.addressof(pointer._obj))
    if isinstance(pointer, ctypes._Pointer) and pointer:
        return _pointed_to(pointer)
    if isinstance(pointer, ctypes.c_char_p) and isinstance(pointer._objects, bytes):
        return pointer._objects
    raise Unsuitable(UNKNOWN if pointer else "it is NULL, but data is needed")


def _part(thing, offset):
    """Returns a ctypes object from a byte offset on, as `ctypes.byref(thing, offset)` means it."""
    if not offset:
        return thing
    kind = thing._type_ if isinstance(thing, ctypes.Array) else ctypes.c_ubyte
    size = ctypes.sizeof(thing) - offset
    if offset < 0 or size <= 0:
        raise Unsuitable(f"the offset of {counted(offset, 'byte')} lies outside the object")
    return (kind * (size // ctypes.sizeof(kind))).from_buffer(thing, offset)


def _pointed_to(pointer):
    referenced, address = pointer._objects or {}, _address(pointer)
    # ctypes keeps the argument of `pointer`, or the last value of `contents`, under this key.
    target = referenced.get("1")
    if isinstance(target, pointer._type_) and ctypes.addressof(target) == address:
        return target
    if not issubclass(pointer._type_, ctypes.Array) or address < PAGE:
        raise Unsuitable(UNKNOWN)
    # The type gives the size; a cast also keeps its source, which may be smaller.
    needed = address + ctypes.sizeof(pointer._type_)
    for each in referenced.values():
        if isinstance(each, ctypes.Array | ctypes.Structure | ctypes.Union):
            start = ctypes.addressof(each)
            end = start + ctypes.sizeof(each)
            if start <= address < end < needed:
                raise Unsuitable(
                    f"it points to {counted(end - address, 'byte')}, fewer than its type has"
                )
    return pointer.contents


def _address(pointer) -> int:
    return ctypes.cast(pointer, ctypes.c_void_p).value


def in_memory_order(values):
    """Returns a buffer as an array that shares it, its axes in the order of memory.

    A column-major matrix, as PyGLM has it, comes column by column. A NumPy array, which has an
    order of its own, and values without memory are returned unchanged. Raises TypeError or
    ValueError for pointers that are not followed, and for memory without numbers.
    """
    if type(values) in _PLAIN or isinstance(values, (np.ndarray, np.generic)):
        return values
    values = dereferenced(values)
    try:
        view = memoryview(values)
    except TypeError:
        return values
    except BufferError:
        raise Unsuitable("its memory is not lent out") from None
    if is_of_unions(view):
        raise Unsuitable("it is a union, whose elements have no single type")
    array = np.asarray(view)
    if view.c_contiguous or not all(array.strides):
        return array
    return array.transpose(sorted(range(array.ndim), key=lambda axis: -abs(array.strides[axis])))


def is_of_unions(view: memoryview) -> bool:
    """True for the memory of a ctypes union, or of an array of unions."""
    return view.format == "B" and view.itemsize > 1
