"""The memory of mapped buffer objects, and the bytes that an application writes there."""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.buffers.buffer_objects import Buffer


class MappedMemory:
    """The buffer objects that are mapped for writing, with their contents as recorded.

    persistent : buffer objects that commands may read while they are mapped.
    """

    def __init__(self):
        self.persistent: dict[int, Buffer] = {}
        self._recorded: dict[int, np.ndarray] = {}

    def register(self, buffer: Buffer) -> None:
        """Registers a mapped buffer object with its present contents."""
        self._recorded.pop(id(buffer), None)
        self.persistent.pop(id(buffer), None)
        if buffer.mapping.flags & gl.GL_MAP_WRITE_BIT:
            self._recorded[id(buffer)] = _contents(buffer).copy()
            if buffer.mapping.persistent:
                self.persistent[id(buffer)] = buffer

    def forget_unmapped(self, context) -> None:
        """Drops persistent mappings that have ended, also with their buffer objects."""
        for key, buffer in list(self.persistent.items()):
            if buffer.mapping is None or context.buffers.objects.get(buffer.name) is not buffer:
                del self.persistent[key]

    def written(self, buffer: Buffer) -> tuple[int, bytes] | None:
        """The bytes of a mapping from the first to the last that has changed, with their offset."""
        recorded = self._recorded.get(id(buffer))
        if buffer.mapping is None or recorded is None:
            return None
        now = _contents(buffer)
        places = np.flatnonzero(now != recorded) if now.size == recorded.size else ()
        if not len(places):
            return None
        start, end = int(places[0]), int(places[-1]) + 1
        recorded[start:end] = now[start:end]
        return start, now[start:end].tobytes()


def _contents(buffer) -> np.ndarray:
    start = buffer.mapping.offset
    return buffer.data[start : start + buffer.mapping.length]
