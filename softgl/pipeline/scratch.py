"""Memory that a draw needs for a while, kept for the next: fresh pages are dear.

To get them from the system takes a sixth of the time of a mesh of two million triangles.
"""

from __future__ import annotations

from math import prod
from threading import local

import numpy as np

LEAST, MOST = 1 << 17, 1 << 25  # bytes of an array that is kept; others are made and freed


class _Kept(local):
    """For each thread its own; arrays of bytes by name."""

    def __init__(self):
        self.arrays: dict[str, np.ndarray] = {}


_KEPT = _Kept()


def scratch(name: str, shape, dtype) -> np.ndarray:
    """An array that may hold anything, valid until the thread asks for one of this name again."""
    size = prod(shape) * np.dtype(dtype).itemsize
    if not LEAST <= size <= MOST:
        return np.empty(shape, dtype)
    memory = _KEPT.arrays.get(name)
    if memory is None or len(memory) < size:
        memory = _KEPT.arrays[name] = np.empty(size, np.uint8)
    return memory[:size].view(dtype).reshape(shape)
