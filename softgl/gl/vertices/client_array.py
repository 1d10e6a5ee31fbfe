"""Client arrays: the format and memory of an attribute's elements (OpenGL 2.1, 2.8)."""

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
from softgl.pipeline.keys.vertex_formats import element_size
from softgl.records import dataclass

MAX_ELEMENTS = 2**31 - 1  # of an array whose elements all lie at one place


@dataclass
class ClientArray(Group):
    """The array of an attribute. `integer`: its integers stay integers.

    bgra : True if the four components lie in the order of blue, green, red, alpha.

    enabled_nv : a generic attribute's switch that counts while vertex programs are enabled.
    data : the application's memory as uint8 (unused while `buffer` is not None); None: no array.
        The memory of an `Address` is ENDLESS: only elements that are drawn are read.
    normalized : True or, in OpenGL ES 3.0, CLAMPED if integers are fractions.
    pointer : the application's argument, kept alive. offset : bytes into the buffer object.
    divisor : the number of instances that share an element; 0 for one element per vertex.
    number, binding : of a generic attribute, and of the vertex buffer binding that it uses; None
        for conventional attributes. While a buffer object is bound there, `VertexArray.follow`
        copies its state: buffer, divisor, offset (with `relative_offset` added) and spacing.
    spacing : the distance between elements in bytes, which may be 0; None: `stride` decides.
    static_count : the number of elements, from the first, that the application promised not to
        change.
    """

    size: int = 4
    type: int = gl.GL_FLOAT
    normalized: int = False
    integer: bool = False
    bgra: bool = False
    stride: int = 0
    enabled: bool = False
    enabled_nv: bool = False
    buffer: Buffer | None = None
    offset: int = 0
    data: np.ndarray | None = field(default=None, repr=False)
    pointer: object = None
    divisor: int = 0
    number: int | None = None
    binding: int | None = None
    relative_offset: int = 0
    spacing: int | None = None
    static_count: int = 0
    _reader: Reader | None = field(default=None, repr=False, compare=False)

    @property
    def element_size(self) -> int:
        """The size of one element in bytes."""
        return element_size(self.size, DTYPES[self.type])

    @property
    def is_normalized(self) -> bool:
        """The argument of glVertexAttribPointer."""
        return bool(self.normalized)

    @property
    def ordered_size(self) -> int:
        """The size as its command takes it: a number of components, or GL_BGRA."""
        return gl.GL_BGRA if self.bgra else self.size

    @property
    def step(self) -> int:
        """The distance between elements in bytes."""
        spacing = self.spacing
        return (self.stride or self.element_size) if spacing is None else spacing

    @property
    def is_endless(self) -> bool:
        """True for an array at an address."""
        return self.buffer is None and type(self.pointer) is Address

    @property
    def buffer_name(self) -> int:
        return self.buffer.name if self.buffer else 0

    @property
    def available(self) -> int:
        """The number of elements within the memory."""
        last_start = self.memory().size - self.offset - self.element_size
        if last_start < 0:
            return 0
        return last_start // self.step + 1 if self.step else MAX_ELEMENTS

    @property
    def kind(self) -> tuple:
        """The format of elements: size, type, normalized, integer, bgra."""
        return self.size, self.type, self.normalized, self.integer, self.bgra

    def reader(self) -> Reader:
        """Returns the reader of its elements; GL_INVALID_OPERATION if there is no memory.

        The reader is cached until the array or its memory changes.
        """
        memory, reader = self.memory(), self._reader
        if reader is None or reader.memory is not memory or reader.revision != self.revision:
            available = self.available
            take = _taker(memory, self.element_size, self.step, self.offset, available)
            reader = Reader(memory, self.revision, self.kind, available, take)
            self._reader = reader
        return reader

    def forget_reader(self) -> None:
        """Drops the cached reader, which keeps the old memory alive."""
        self._reader = None

    def memory(self) -> np.ndarray:
        """Returns the memory to read, as uint8; GL_INVALID_OPERATION if there is none."""
        if self.buffer is not None:
            return unmapped(self.buffer).data
        if self.data is None:
            raise invalid_operation("an enabled array has no data: its pointer is NULL")
        return self.data


class Reader(NamedTuple):
    """Reads the elements of an array for small draws.

    memory, revision, kind, available : those of the array.
    take : (first, count) -> the bytes of elements `first` ... `first + count - 1`, which must be
        available.
    """

    memory: np.ndarray
    revision: int
    kind: tuple
    available: int
    take: Callable[[int, int], bytes]


def _taker(memory, size, step, offset, available):
    if size != step:
        start = offset if available else 0
        elements = np.ndarray((available,), f"V{size}", memory, start, (step,))
        return lambda first, count: elements[first : first + count].tobytes()
    memory = memoryview(memory)[offset:]
    return lambda first, count: memory[first * size : (first + count) * size].tobytes()
