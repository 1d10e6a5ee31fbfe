"""Vertex fetch: client memory of any layout to rows of float lanes."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from softgl.ir.program import Binding
from softgl.lanes import padded

DEFAULT = (0.0, 0.0, 0.0, 1.0)  # components that an array does not have
WORDS = {"i": np.int32, "u": np.uint32}  # what integers become that stay integers


@dataclass(frozen=True)
class VertexStream:
    """The vertices of one draw call.

    count : the number of vertices.
    attributes : (count, 4) float32 for each attribute with a value per vertex.
    constants : (4,) float32 for each other attribute that has a current value.
    indices : uint32 vertex numbers below `count` in the order of drawing, or None for 0, 1, 2, ...
    first : the number of the first vertex, as programs see it. instance : that of the instance.
    runs : where the sequence is several, one after the other, as many vertices as each of them has.

    Values may be the bits of integers: nothing here does arithmetic with them.
    """

    count: int
    attributes: dict[Binding, np.ndarray]
    constants: dict[Binding, np.ndarray] = field(default_factory=dict)
    indices: np.ndarray | None = None
    first: int = 0
    instance: int = 0
    runs: tuple[int, ...] = ()


def expand_array(
    buffer, offset, stride, size, dtype, normalized, first, count, integer=False
) -> np.ndarray:
    """Elements `first` ... `first + count - 1` of an array as (count, 4) float32.

    buffer : the memory, anything with the buffer protocol. offset, stride : bytes.
    size : components of an element, 1 to 4; absent ones are (0, 0, 0, 1).
    integer : whether integers stay integers: 32-bit words, seen as the floats with their bits.
    Elements that do not lie within the buffer as a whole are 0 (and w = 1 if absent).
    """
    dtype = np.dtype(dtype)
    memory = np.frombuffer(buffer, np.uint8)
    words = WORDS[dtype.kind] if integer else np.float32
    result = np.empty((count, 4), words)
    result[:] = DEFAULT
    start = offset + first * stride
    element = size * dtype.itemsize
    room = len(memory) - start - element
    within = min(count, room // stride + 1 if stride else count) if room >= 0 and start >= 0 else 0
    if within > 0:
        values = np.ndarray((within, size), dtype, memory, start, (stride, dtype.itemsize))
        result[:within, :size] = values if integer else to_float(values, normalized)
    result[max(within, 0) :, :size] = 0
    return result.view(np.float32)


def to_float(values, normalized) -> np.ndarray:
    """Numbers as float32; `normalized` integers by OpenGL 2.1, table 2.9.

    "c / (2^b - 1)" for unsigned ones and "(2c + 1) / (2^b - 1)" for signed ones.
    """
    dtype = values.dtype
    if not normalized or dtype.kind == "f":
        return values.astype(np.float32)
    maximum = float(2 ** (8 * dtype.itemsize) - 1)
    wide = values.astype(np.float64)
    if dtype.kind == "i":
        wide = wide * 2.0 + 1.0
    return (wide / maximum).astype(np.float32)


def attribute_rows(stream: VertexStream, bindings) -> tuple[np.ndarray, np.ndarray, int]:
    """The attributes of a program as the vertex kernel reads them.

    Returns (rows, constants, stride), uint32 bits of floats or integers: `rows` holds four rows of
    `stride` words for each varying attribute, `constants` four for each binding, varying or not.
    """
    stride = padded(stream.count)
    varying = [stream.attributes[b] for b in bindings if b in stream.attributes]
    rows = np.zeros((max(1, len(varying)) * 4, stride), np.uint32)
    for number, values in enumerate(varying):
        rows[4 * number : 4 * number + 4, : stream.count] = values.view(np.uint32).T
    constants = np.empty((max(1, len(bindings)), 4), np.uint32)
    constants[:] = np.array(DEFAULT, np.float32).view(np.uint32)
    for number, binding in enumerate(bindings):
        if binding in stream.constants:
            constants[number] = stream.constants[binding].view(np.uint32)
    return rows.reshape(-1), constants.reshape(-1), stride
