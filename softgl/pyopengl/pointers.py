"""Converts the addresses that PyOpenGL passes to C back to memory."""

from __future__ import annotations

import ctypes

import numpy as np
from OpenGL import contextdata

from softgl.gl.api.addresses import Address
from softgl.gl.api.exporters import pointee

_KNOWN = {np.ndarray, bytes, type(None), list, tuple, int}
"""The types that commands accept as they are; a fast check."""


def as_arrays(parameters, places: list[int], arguments: tuple) -> list:
    """Returns the arguments of a command, with pointers to numbers followed.

    parameters : of its signature. places : the positions of pointers.
    A pointer to numbers of a type becomes an `Address`, which the command follows as far as it
    needs. An untyped address is that of an array which PyOpenGL keeps for the program, or of the
    names of lists. Any other one is an offset into a buffer object, and stays.
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
        array = _kept_array(value.value)
        if array is not None:
            return array
        if parameter.name == "lists":
            return Address(value.value)
    return value


def _is_known(pointer) -> bool:
    """True for a pointer that the commands can follow themselves."""
    try:
        return pointee(pointer) is not None
    except TypeError:
        return False


def _kept_array(address: int):
    """Returns the array at an address that PyOpenGL keeps for the current context, or None."""
    arrays = contextdata.storedPointers.get(contextdata.getContext(), {})
    return next((array for array in arrays.values() if _address(array) == address), None)


def _address(value) -> int | None:
    """Returns the address of an array's elements; None for anything else."""
    if isinstance(value, np.ndarray):
        return value.ctypes.data
    if isinstance(value, bytes):
        return ctypes.cast(value, ctypes.c_void_p).value
    return ctypes.addressof(value) if isinstance(value, ctypes.Array) else None
