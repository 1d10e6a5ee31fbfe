"""Addresses in memory, as programs in C hand them over."""

from __future__ import annotations

import ctypes

import numpy as np

from softgl.records import dataclass


@dataclass(frozen=True)
class Address:
    """An address that is followed without knowing its end, as C does. Only the C layer makes them.

    Programs in Python cannot hand over any: their numbers are offsets into buffer objects. NULL is
    None, not an Address. While a buffer object is bound the value is an offset into that.
    """

    value: int

    def elements(self, dtype, count: int) -> np.ndarray:
        """The memory from here on as a flat array of `count` elements, shared and writable."""
        dtype = np.dtype(dtype)
        memory = (ctypes.c_ubyte * (count * dtype.itemsize)).from_address(self.value)
        return np.frombuffer(memory, dtype, count) if count else np.empty(0, dtype)

    def text(self, length: int = -1) -> bytes:
        """The bytes from here on: `length` of them, or up to the first NUL if that is negative."""
        return ctypes.string_at(self.value, length if length >= 0 else -1)

    def __repr__(self):
        return f"{self.value:#x}"
