"""Memory behind the addresses that PyOpenGL passes to C."""

from __future__ import annotations

import ctypes

import numpy as np
from OpenGL import contextdata

from softgl.gl.api.addresses import Address
from softgl.gl.api.exporters import pointee

_KNOWN = {np.ndarray, bytes, type(None), list, tuple, int}
"""The types of what the commands take as it is, for the sake of speed."""


def as_arrays(parameters, places: list[int], arguments: tuple) -> list:
    """The arguments of a command, in which pointers to numbers are followed.

    parameters : of its signature. places : which of them are pointers.
    A pointer to numbers of a type is an `Address`, which the command follows as far as it needs. An
    address without a type is that of an array which PyOpenGL keeps for the program, or of the names
    of lists. Any other one is an offset into a buffer object, and stays.
    """
    found = list(arguments)
    for place in places:
        if place < len(found) and type(found[place]) not in _KNOWN:
            found[place] = _followed(found[place], parameters[place])
    return found


def _followed(value, parameter):
    if type(value).__module__ == "OpenGL.arrays.vbo":
        from OpenGL.arrays import ArrayDatatype

        return ArrayDatatype.from_param(value)
    if isinstance(value, ctypes._Pointer) and parameter.kind != "void" and not _is_known(value):
        address = ctypes.cast(value, ctypes.c_void_p).value
        return Address(address) if address else None
    if isinstance(value, ctypes.c_void_p) and value.value:
        kept = _kept(value.value)
        if kept is not None:
            return kept
        if parameter.name == "lists":
            return Address(value.value)
    return value


def _is_known(pointer) -> bool:
    """True for a pointer that the commands follow themselves."""
    try:
        return pointee(pointer) is not None
    except TypeError:
        return False


def _kept(address: int):
    """The array that PyOpenGL keeps for the current context and that begins there, or None."""
    kept = contextdata.storedPointers.get(contextdata.getContext(), {})
    return next((value for value in kept.values() if _address(value) == address), None)


def _address(value) -> int | None:
    """The address of an array's elements; None for other objects."""
    if isinstance(value, np.ndarray):
        return value.ctypes.data
    if isinstance(value, bytes):
        return ctypes.cast(value, ctypes.c_void_p).value
    return ctypes.addressof(value) if isinstance(value, ctypes.Array) else None
