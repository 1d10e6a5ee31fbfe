"""One client array: where the elements of an attribute lie, and what they are (OpenGL 2.1, 2.8)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import NamedTuple

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.addresses import Address
from softgl.gl.api.arguments import invalid_operation
from softgl.gl.api.groups import Group
from softgl.gl.api.memory import DTYPES
from softgl.gl.buffers.buffer_objects import Buffer, unmapped
from softgl.records import dataclass


@dataclass
class ClientArray(Group):
    """One array. `integer`: its integers stay integers.

    enabled_nv : of a generic attribute, the switch that counts while vertex programs are enabled.
    data : the application's memory as uint8 (not used while `buffer` is not None); None: no array.
        From an `Address` on it is ENDLESS: no more of it is read than elements that are drawn.
    pointer : what the application gave, kept alive. offset : bytes into the buffer object.
    divisor : how many instances share an element; 0 for an array with an element per vertex.
    static_count : how many elements, from the first, the application promised to leave alone.
    """

    size: int = 4
    type: int = gl.GL_FLOAT
    normalized: bool = False
    integer: bool = False
    stride: int = 0
    enabled: bool = False
    enabled_nv: bool = False
    buffer: Buffer | None = None
    offset: int = 0
    data: np.ndarray | None = field(default=None, repr=False)
    pointer: object = None
    divisor: int = 0
    static_count: int = 0
    _reader: Reader | None = field(default=None, repr=False, compare=False)

    @property
    def element_size(self) -> int:
        """The bytes of one element."""
        return self.size * DTYPES[self.type].itemsize

    @property
    def step(self) -> int:
        """The bytes from one element to the next."""
        return self.stride or self.element_size

    @property
    def is_endless(self) -> bool:
        """True for an array from an address on."""
        return self.buffer is None and type(self.pointer) is Address

    @property
    def buffer_name(self) -> int:
        return self.buffer.name if self.buffer else 0

    @property
    def available(self) -> int:
        """How many elements lie within the memory."""
        size = self.element_size
        room = self.memory().size - self.offset - size
        return room // (self.stride or size) + 1 if room >= 0 else 0

    @property
    def kind(self) -> tuple:
        """What else there is to know of elements but where they lie."""
        return self.size, self.type, self.normalized, self.integer

    def reader(self) -> Reader:
        """What reads its elements; GL_INVALID_OPERATION if there is no memory to be had.

        It holds while the array is not described anew, and its memory is the same.
        """
        memory, reader = self.memory(), self._reader
        if reader is None or reader.memory is not memory or reader.revision != self.revision:
            take = _taker(memory, self.element_size, self.step, self.offset)
            reader = Reader(memory, self.revision, self.kind, self.available, take)
            self._reader = reader
        return reader

    def forget_reader(self) -> None:
        """Keep no memory from before for the sake of what has read it."""
        self._reader = None

    def memory(self) -> np.ndarray:
        """The memory to read, as uint8; GL_INVALID_OPERATION if there is none to be had."""
        if self.buffer is not None:
            return unmapped(self.buffer).data
        if self.data is None:
            raise invalid_operation("an enabled array has no data: its pointer is NULL")
        return self.data


class Reader(NamedTuple):
    """What reads the elements of an array, as small draws do.

    memory, revision, kind, available : those of the array.
    take : gives the bytes of elements `first` ... `first + count - 1`, all of them available.
    """

    memory: np.ndarray
    revision: int
    kind: tuple
    available: int
    take: Callable[[int, int], bytes]


def _taker(memory, size, step, offset):
    if size != step:
        return lambda first, count: np.ndarray(
            (count, size), np.uint8, memory, offset + first * step, (step, 1)
        ).tobytes()
    memory = memoryview(memory)[offset:]
    return lambda first, count: memory[first * size : (first + count) * size].tobytes()
