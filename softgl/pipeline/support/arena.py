"""Memory that a draw needs for a while, kept for the next: fresh pages are dear.

To get them from the system takes a sixth of the time of a mesh of two million triangles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import prod
from threading import local

import numpy as np

from softgl.tuning import limits

LINE = 64  # bytes of a line of the cache


Room = dict[str, np.ndarray]
"""Arrays of bytes by name."""


class _Kept(local):
    """For each thread its own. room : the one of `rooms` that is in use."""

    def __init__(self):
        self.rooms: list[Room] = [{}]
        self.room = self.rooms[0]


_KEPT = _Kept()


def rooms(count: int) -> list[Room]:
    """So many rooms of the calling thread, the first of which it uses unless it says otherwise."""
    kept = _KEPT.rooms
    kept += [{} for _ in range(count - len(kept))]
    return kept[:count]


@contextmanager
def using(room: Room) -> Iterator[None]:
    """Of what this thread asks for here, and arrays of the same name in other rooms stay valid."""
    before, _KEPT.room = _KEPT.room, room
    try:
        yield
    finally:
        _KEPT.room = before


def on_lines(count: int, dtype, make: Callable = np.empty) -> np.ndarray:
    """A flat array that begins on a line of the cache.

    Its vectors lie in a line each, else most would lie in two: 0.98 of the time of meshes.
    make : np.empty or np.zeros.
    """
    size = count * np.dtype(dtype).itemsize
    memory = make(size + LINE, np.uint8)
    start = -memory.ctypes.data % LINE
    return memory[start : start + size].view(dtype)


def scratch(name: str, shape, dtype) -> np.ndarray:
    """An array that may hold anything, valid until one of this name is asked for in its room."""
    size = prod(shape) * np.dtype(dtype).itemsize
    if not limits.MIN_ARENA_BYTES <= size <= limits.MAX_ARENA_BYTES:
        return np.empty(shape, dtype)
    room = _KEPT.room
    memory = room.get(name)
    if memory is None or len(memory) < size:
        memory = room[name] = on_lines(size, np.uint8)
    return np.ndarray(shape, dtype, memory)
