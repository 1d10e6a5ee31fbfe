"""The client memory of vertex arrays: its blocks, and the elements that have changed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from softgl.debug.captures.client_reads import read_elements, read_instances
from softgl.debug.captures.values import Block, Special


class ClientMemory:
    """The blocks of memory that vertex arrays describe, numbered from 0."""

    def __init__(self):
        self._blocks: dict[tuple, Block] = {}
        self._places: dict[int, tuple[Block, int, np.ndarray]] = {}
        self._arrays_of: tuple = (None, 0, ())

    def described(self, context) -> Special | None:
        """The memory of the arrays that a command has just described; None for none."""
        new = [
            array
            for array in context.vertex.arrays.values()
            if array.data is not None and id(array.data) not in self._places
        ]
        return Special("client", self.block(new)) if new else None

    def block(self, arrays) -> Block:
        """The memory of arrays that one command has described."""
        starts = [_address(array.data) for array in arrays]
        first = arrays[starts.index(min(starts))]
        memory, pointer = first.data, first.pointer
        dtype, shape = None, ()
        typed = len(arrays) == 1 and isinstance(pointer, np.ndarray) and pointer.dtype.kind != "V"
        if typed and pointer.nbytes == memory.size:
            dtype, shape = pointer.dtype.str, pointer.shape
        key = min(starts), memory.size, dtype, shape
        if key not in self._blocks and first.is_endless:
            self._blocks[key] = Block(len(self._blocks), np.zeros(0, np.uint8))
        elif key not in self._blocks:
            recorded = np.zeros(memory.size, np.uint8)
            self._blocks[key] = Block(len(self._blocks), memory, recorded, dtype, shape)
        block = self._blocks[key]
        for array, start in zip(arrays, starts, strict=True):
            self._places[id(array.data)] = block, start - min(starts), array.data
        return block

    def new_block(self, size: int) -> Block:
        """Makes a block of `size` bytes without memory of the application."""
        memory = np.zeros(size, np.uint8)
        block = Block(len(self._blocks), memory, memory)
        self._blocks[block.number, "new"] = block
        return block

    def writes(self, context, name: str, values: tuple) -> Iterator[tuple[int, int, bytes]]:
        """The elements that a draw will read and that have changed since the last one.

        Gives (number of a block, offset, bytes) for each array.
        """
        arrays = self._enabled(context.vertex.bound)
        read = read_elements(context, name, values) if arrays else None
        for array in arrays:
            block, base, _ = self._places[id(array.data)]
            start, end = 0, 0 if array.is_endless else array.data.size
            elements = read
            if array.divisor:
                several = context, name, values, array.divisor
                elements = read_instances(*several) if array.is_endless else None
            if elements is not None:
                start = array.offset + elements[0] * array.step
                end = start + (elements[1] - 1) * array.step + array.element_size
                start, end = max(0, start), min(end, array.data.size)
            if array.is_endless:
                block.reach(base + end)
            now = array.data[start:end].tobytes()
            recorded = block.recorded[base + start : base + start + len(now)]
            if now != recorded.tobytes():
                recorded[:] = np.frombuffer(now, np.uint8)
                yield block.number, base + start, now

    def _enabled(self, bound):
        """The enabled arrays in client memory."""
        seen, revision, arrays = self._arrays_of
        if seen is not bound or revision != bound.revision:
            arrays = [
                array
                for array in bound.arrays.values()
                if (array.enabled or array.enabled_nv)
                and array.buffer is None
                and array.data is not None
            ]
            self._arrays_of = bound, bound.revision, arrays
        return arrays


def _address(memory: np.ndarray) -> int:
    return memory.__array_interface__["data"][0]
