"""What PyOpenGL hands to C as an address, as the memory that it is of."""

from __future__ import annotations

import ctypes

import numpy as np
from OpenGL import contextdata

from softgl import gl
from softgl.gl.api.exporters import pointee
from softgl.gl.api.signature import Parameter

_KNOWN = {np.ndarray, bytes, type(None), list, tuple, int}
"""The types of what the commands take as it is, for the sake of speed."""


def as_arrays(parameters, places: list[int], arguments: tuple) -> list:
    """The arguments of a command, in which addresses are arrays, where their size is known.

    parameters : of its signature. places : which of them are pointers.
    An address is that of an array which PyOpenGL keeps for the program, or of as many elements as
    the registry says. What is neither is an offset into a buffer object, and stays.
    """
    found = list(arguments)
    for place in places:
        if place < len(found) and type(found[place]) not in _KNOWN:
            found[place] = _array(found[place], parameters, place, arguments)
    return found


def _array(value, parameters, place, arguments):
    if type(value).__module__ == "OpenGL.arrays.vbo":
        from OpenGL.arrays import ArrayDatatype

        return ArrayDatatype.from_param(value)
    names = (parameter.name for parameter in parameters)
    given = dict(zip(names, arguments, strict=False))
    parameter = parameters[place]
    if isinstance(value, ctypes._Pointer) and not _is_known(value):
        count = _count(parameter, given)
        return value if count is None else np.ctypeslib.as_array(value, (count,))
    if isinstance(value, ctypes.c_void_p) and value.value:
        kept = _kept(value.value)
        if kept is not None:
            return kept
        if parameter.name == "lists":
            size = int(given["n"]) * LIST_BYTES.get(int(given["type"]), 0)
            return ctypes.string_at(value, size)
    return value


def _is_known(pointer) -> bool:
    """True for a pointer that the commands follow themselves."""
    try:
        return pointee(pointer) is not None
    except TypeError:
        return False


LIST_BYTES = {
    gl.GL_BYTE: 1, gl.GL_UNSIGNED_BYTE: 1, gl.GL_SHORT: 2, gl.GL_UNSIGNED_SHORT: 2, gl.GL_INT: 4,
    gl.GL_UNSIGNED_INT: 4, gl.GL_FLOAT: 4, gl.GL_2_BYTES: 2, gl.GL_3_BYTES: 3, gl.GL_4_BYTES: 4,
}  # fmt: skip
"""Of the name of a list, by the type of names."""


def _count(parameter: Parameter, given: dict) -> int | None:
    """How many elements there are, as the registry has it; None if it does not say."""
    length = parameter.length
    if length.isdigit():
        return int(length)
    return int(given[length]) if length in given else None


def _kept(address: int):
    """The array that PyOpenGL keeps for the current context and that begins there, or None."""
    kept = contextdata.storedPointers.get(contextdata.getContext(), {})
    return next((value for value in kept.values() if _address(value) == address), None)


def _address(value) -> int | None:
    """Where the elements of an array lie; None of what is no array."""
    if isinstance(value, np.ndarray):
        return value.ctypes.data
    if isinstance(value, bytes):
        return ctypes.cast(value, ctypes.c_void_p).value
    return ctypes.addressof(value) if isinstance(value, ctypes.Array) else None
