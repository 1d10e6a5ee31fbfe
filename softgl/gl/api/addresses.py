"""Addresses in memory, as programs in C hand them over."""

from __future__ import annotations

import ctypes
from functools import lru_cache

import numpy as np


class Address:
    """An address that is followed without knowing its end, as C does.

    The C layer makes them, and `softgl.pyopengl` of pointers with a type. Other programs in Python
    cannot hand over any: their numbers are offsets into buffer objects. NULL is None, not an
    Address. While a buffer object is bound the value is an offset into that.
    reach : the bytes that were followed last.
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
        """The memory from here on as a flat array of `count` elements, shared and writable."""
        if count <= 0:
            return np.empty(0, dtype)
        self.reach = size = count * np.dtype(dtype).itemsize
        return np.frombuffer(_VIEW_OF(self.value, size, _WRITABLE), dtype)

    def numbers(self, dtype, count: int) -> list:
        """The first `count` numbers of a type, as Python has them."""
        return _array_type(dtype, count).from_address(self.value)[:]

    def text(self, length: int = -1) -> bytes:
        """The bytes from here on: `length` of them, or up to the first NUL if that is negative."""
        return ctypes.string_at(self.value, length if length >= 0 else -1)

    def write(self, values) -> None:
        """Writes all elements of an array, or the one of a scalar of NumPy, from here on."""
        self.reach = values.nbytes
        ctypes.memmove(self.value, values.tobytes(), values.nbytes)


ENDLESS = 1 << 40
"""The bytes of memory whose end is not known: of a vertex array, of which draws read elements."""


@lru_cache(maxsize=1024)
def _array_type(dtype, count):
    return np.ctypeslib.as_ctypes_type(dtype) * count


_VIEW_OF = ctypes.pythonapi.PyMemoryView_FromMemory
_VIEW_OF.restype = ctypes.py_object
_VIEW_OF.argtypes = ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int
_WRITABLE = 0x200
