"""Addresses in memory, as C programs pass them."""

from __future__ import annotations

import ctypes
from functools import lru_cache

import numpy as np


class Address:
    """A C pointer: it is followed without knowing the size of its memory.

    Only the C layer and `softgl.pyopengl`, for typed pointers, make addresses. Python programs
    cannot pass any: their numbers are offsets into buffer objects. NULL is None, not an Address.
    While a buffer object is bound, the value is an offset into it.

    reach : the number of bytes that the last access covered.
    """

    __slots__ = ("reach", "value")

    def __init__(self, value: int):
        self.value, self.reach = value, 0

    def __eq__(self, other):
        return type(other) is Address and other.value == self.value

    def __hash__(self):
        return hash(self.value)

    def __repr__(self):
        return f"{self.value:#x}"

    def elements(self, dtype, count: int) -> np.ndarray:
        """Returns `count` elements from here on as a flat, writable array that shares memory."""
        if count <= 0:
            return np.empty(0, dtype)
        self.reach = size = count * np.dtype(dtype).itemsize
        return np.frombuffer(_VIEW_OF(self.value, size, _WRITABLE), dtype)

    def numbers(self, dtype, count: int) -> list:
        """Returns the first `count` numbers of a type as Python numbers."""
        return _array_type(dtype, count).from_address(self.value)[:]

    def text(self, length: int = -1) -> bytes:
        """Returns `length` bytes from here on; if that is negative, all up to the first NUL."""
        return ctypes.string_at(self.value, length if length >= 0 else -1)

    def write(self, values) -> None:
        """Writes the elements of an array, or a NumPy scalar, from here on."""
        self.reach = values.nbytes
        ctypes.memmove(self.value, values.tobytes(), values.nbytes)


ENDLESS = 1 << 40
"""The size in bytes of memory without a known end, as of vertex arrays at an address."""


@lru_cache(maxsize=1024)
def _array_type(dtype, count):
    return np.ctypeslib.as_ctypes_type(dtype) * count


_VIEW_OF = ctypes.pythonapi.PyMemoryView_FromMemory
_VIEW_OF.restype = ctypes.py_object
_VIEW_OF.argtypes = ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int
_WRITABLE = 0x200
