"""The kinds of commands: what a list, a capture or a client in C does with a call by its nature."""

from __future__ import annotations

from enum import Flag, auto


class Kind(Flag):
    """The nature of a command, said in its `@command`; most commands have none of these.

    ATTRIBUTE : sets vertex attributes, or makes a vertex of them.
    ARRAYS : reads the enabled vertex arrays. INSTANCES : once for each of several instances.
    DRAW, CLEAR, PIXELS, BLIT : events of a frame: draws primitives; clears; draws images or
        bitmaps; copies or combines whole buffers.
    UNPACK : reads pixels, bitmaps or pixel maps, from client memory or from the buffer object that
        is bound to GL_PIXEL_UNPACK_BUFFER.
    PACK : writes them, to client memory or the buffer object of GL_PIXEL_PACK_BUFFER.
    POINTER : keeps an address of client memory, or an offset, for later commands.
    NAMES : returns names of new objects.
    MAP, UNMAP : maps a buffer object; ends that, or makes a part of what was written count.
    FLUSH : everything called before it takes effect, or has read client memory, when it returns.
        A client in C queues other commands without pointers.
    """

    PLAIN = 0
    ATTRIBUTE = auto()
    ARRAYS = auto()
    INSTANCES = auto()
    DRAW = auto()
    CLEAR = auto()
    PIXELS = auto()
    BLIT = auto()
    UNPACK = auto()
    PACK = auto()
    POINTER = auto()
    NAMES = auto()
    MAP = auto()
    UNMAP = auto()
    FLUSH = auto()
