"""Arrays that end where a protected page begins."""

from __future__ import annotations

import ctypes
import mmap
import os

import numpy as np
import pytest

guards_pages = pytest.mark.skipif(
    os.name != "posix", reason="pages are protected by a function of POSIX"
)


def at_page_end(values: np.ndarray) -> np.ndarray:
    """Copies an array so that it ends where a protected page begins."""
    size, page = values.nbytes, mmap.PAGESIZE
    room = -(-size // page) * page
    pages = mmap.mmap(-1, room + page)
    kept = np.frombuffer(pages, values.dtype, values.size, room - size)
    kept[:] = values.reshape(-1)
    end = kept.ctypes.data + size
    assert ctypes.CDLL(None).mprotect(ctypes.c_void_p(end), ctypes.c_size_t(page), 0) == 0
    return kept.reshape(values.shape)
