"""Memory of the traced program: mapped buffer objects, and what it has written there."""

from __future__ import annotations

import numpy as np

from softgl.debug.apitrace.arguments import integer
from softgl.debug.apitrace.parser import Call
from softgl.gl.buffers.buffer_objects import Buffer


class Memory:
    """The mapped buffer objects by their addresses in the trace.

    apitrace writes a call of memcpy for what a program has written to mapped memory.
    """

    CALLS = frozenset(("memcpy", "malloc", "free", "realloc"))

    def __init__(self):
        self._mapped: dict[int, Buffer] = {}

    def play(self, call: Call) -> None:
        """Carries out a call of memcpy; other memory of the program concerns no command."""
        if call.name != "memcpy":
            return
        address, data = integer(call.arguments[0], "dest"), call.arguments[1]
        if not isinstance(data, bytes):
            return
        for start, buffer in list(self._mapped.items()):
            mapping = buffer.mapping
            if mapping is None:
                del self._mapped[start]
            elif 0 <= address - start < mapping.length:
                offset = address - start
                size = min(len(data), mapping.length - offset)
                place = mapping.offset + offset
                memory = buffer.data[place : place + size]
                memory[:] = np.frombuffer(data, np.uint8, size)
                return

    def map(self, context, call: Call, place: int) -> None:
        """Notes a mapped buffer object; place : its target or its name, as softgl has it."""
        buffers = context.buffers
        found = (buffers.objects if "Named" in call.name else buffers.bound).get(place)
        if found is not None and found.mapping is not None and call.result:
            self._mapped[integer(call.result, "the result")] = found
