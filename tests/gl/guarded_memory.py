"""Memory before an unmapped page: a read or write beyond its end ends the process."""

from __future__ import annotations

import ctypes
import mmap

import numpy as np

from softgl.gl.api.addresses import Address

PAGE = mmap.PAGESIZE
_LIBC = ctypes.CDLL(None, use_errno=True)
_LIBC.mmap.restype = ctypes.c_void_p
_LIBC.mmap.argtypes = (
    ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long,
)  # fmt: skip
_LIBC.mprotect.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
NOTHING, READ, WRITE = 0, mmap.PROT_READ, mmap.PROT_WRITE


KEPT: list[Guarded] = []
"""All of it that there is, until the process ends."""


class Guarded:
    """A copy of an array that ends at the first unmapped page.

    whole : all of the mapped memory, in front of the copy with bytes 0x55.
    """

    def __init__(self, array: np.ndarray):
        data = np.ascontiguousarray(array)
        self._room = PAGE * -(-max(1, data.nbytes) // PAGE)
        private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
        self._start = _LIBC.mmap(None, self._room + PAGE, READ | WRITE, private, -1, 0)
        assert self._start not in (None, 2**64 - 1), "there is no memory"
        _protect(self._start + self._room, PAGE, NOTHING)
        self.whole = np.ctypeslib.as_array((ctypes.c_ubyte * self._room).from_address(self._start))
        self.whole[:] = 0x55
        self.before, self.data = np.split(self.whole, [self._room - data.nbytes])
        self.data[:] = data.reshape(-1).view(np.uint8)
        self.address = Address(self._start + self._room - data.nbytes)
        KEPT.append(self)

    def take_away(self) -> None:
        """Makes every later read or write of it end the process."""
        _protect(self._start, self._room, NOTHING)


def _protect(start, size, how):
    assert not _LIBC.mprotect(start, size, how), ctypes.get_errno()
