"""Vertex fetch: layouts, table 2.9 of OpenGL 2.1, and the edges of the buffer."""

import numpy as np
import pytest

from softgl.ir.program import Binding
from softgl.pipeline.fetch import VertexStream, attribute_rows, expand_array

CONVERSIONS = [
    # dtype, value, as it is, normalised (OpenGL 2.1, table 2.9)
    ("u1", 255, 255.0, 1.0),
    ("u1", 51, 51.0, 0.2),
    ("i1", 127, 127.0, 1.0),
    ("i1", -128, -128.0, -1.0),
    ("i1", 0, 0.0, 1 / 255),
    ("u2", 65535, 65535.0, 1.0),
    ("i2", -32768, -32768.0, -1.0),
    ("u4", 2**32 - 1, 2.0**32, 1.0),
    ("i4", -(2**31), -(2.0**31), -1.0),
    ("f4", 1.5, 1.5, 1.5),
    ("f8", 0.1, np.float32(0.1), np.float32(0.1)),
]


@pytest.mark.parametrize("dtype, value, plain, normalized", CONVERSIONS)
def test_conversions(dtype, value, plain, normalized):
    memory = np.array([value], dtype).tobytes()
    for flag, expected in ((False, plain), (True, normalized)):
        result = expand_array(memory, 0, 0, 1, dtype, flag, 0, 1)
        assert result.dtype == np.float32
        assert result.tolist() == [[np.float32(expected), 0.0, 0.0, 1.0]]


def test_interleaved_and_unaligned():
    record = np.dtype([("pad", "u1"), ("xy", "<f4", 2), ("c", "u1", 4)])
    data = np.zeros(4, record)
    data["xy"] = [[1, 2], [3, 4], [5, 6], [7, 8]]
    result = expand_array(data.tobytes(), 1, record.itemsize, 2, "f4", False, 1, 2)
    assert result.tolist() == [[3, 4, 0, 1], [5, 6, 0, 1]]


@pytest.mark.parametrize("offset, count, good", [(0, 5, 3), (8, 3, 2), (20, 2, 0), (100, 2, 0)])
def test_beyond_the_buffer_is_zero(offset, count, good):
    """Nothing outside the buffer is read; an element cut in two counts as outside."""
    memory = np.arange(1, 7, dtype=np.float32).tobytes()
    result = expand_array(memory, offset, 8, 2, "f4", False, 0, count)
    assert (result[:good, 0] != 0).all()
    assert result[good:].tolist() == [[0, 0, 0, 1]] * (count - good)


def test_attribute_rows():
    a, b, c = (Binding("vertex.attrib", (i,)) for i in range(3))
    values = np.arange(8, dtype=np.float32).reshape(2, 4)
    stream = VertexStream(2, {b: values}, {a: np.array([9, 8, 7, 6], np.float32)})
    rows, constants, stride = attribute_rows(stream, (a, b, c))
    rows, constants = rows.view(np.float32), constants.view(np.float32)
    assert rows.reshape(4, stride)[:, :2].tolist() == values.T.tolist()
    assert constants.reshape(3, 4)[[0, 2]].tolist() == [[9, 8, 7, 6], [0, 0, 0, 1]]


@pytest.mark.parametrize("dtype, values", [
    ("i1", [-128, -1, 127]), ("u1", [0, 255]), ("i2", [-32768, 5]), ("u2", [65535, 1]),
    ("i4", [-(2**31), 2**31 - 1]), ("u4", [2**32 - 1, 0x7F800001]),
])  # fmt: skip
def test_integers_keep_their_bits(dtype, values):
    memory = np.array(values, dtype).tobytes()
    for count in (1, len(values)):
        found = expand_array(memory, 0, 0, count, dtype, False, 0, 1, True)
        assert found.dtype == np.float32
        words = found.view(np.int32 if dtype[0] == "i" else np.uint32)
        assert words.tolist() == [[*values[:count], *(0, 0, 0, 1)[count:]]]


def test_rows_do_not_touch_the_bits():
    a, b = (Binding("vertex.attrib", (i,)) for i in range(2))
    bits = np.array([0x7F800001, 0xFFFFFFFF, 0x80000000, 1], np.uint32)
    stream = VertexStream(1, {a: bits.view(np.float32)[None]}, {b: bits.view(np.float32)})
    rows, constants, stride = attribute_rows(stream, (a, b))
    assert rows.reshape(4, stride)[:, 0].tolist() == bits.tolist()
    assert constants.reshape(2, 4)[1].tolist() == bits.tolist()
