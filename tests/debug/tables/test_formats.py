"""Formats of elements: types of several languages, their sizes, values and refusals."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest

from softgl.debug.tables.formats import FormatError, parse
from softgl.errors import UsageError


def read(text, data, offset=0, stride=None, first=0, count=10):
    parsed = parse(text)
    data = np.frombuffer(data, np.uint8)
    return parsed.read(data, offset, parsed.size if stride is None else stride, first, count)


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("float3 position", np.float32([0.1, np.nan, -np.inf]), [0.1, "nan", "-inf"]),
        ("vec2", np.float32([1, 2]), [1, 2]),
        ("ubyte4n color", np.uint8([255, 0, 51, 1]), [1, 0, 0.2, 0.003921569]),
        ("byte2n x", np.int8([-128, 127]), [-1, 1]),
        ("byte4", np.int8([-128, 127, -1, 0]), [-128, 127, -1, 0]),
        ("ushort2n", np.uint16([65535, 0]), [1, 0]),
        ("half2 uv", np.float16([0.5, np.inf]), [0.5, "inf"]),
        ("2f2", np.float16([0.5, 2]), [0.5, 2]),
        ("u2, i2", np.int16([-1, -1]), [65535, -1]),
        ("double d", np.float64([1 / 3]), [1 / 3]),
        ("dvec2", np.float64([1, 1e300]), [1, 1e300]),
        ("xuint w; xubyte2 b", b"\x01\x02\x03\xff\x0f\xf0", ["0xff030201", "0x0f", "0xf0"]),
        ("ulong a, long b", np.int64([-1, -5]), ["18446744073709551615", -5]),
        ("fixed f", np.int32([-32768]), [-0.5]),
        ("ivec2", np.int32([-7, 8]), [-7, 8]),
        ("uint10_10_10_2n n", np.uint32([0x3FF | 1 << 30]), [1, 0, 0, 0.33333334]),
        ("int10_10_10_2", np.uint32([0x3FF | 2 << 30]), [-1, 0, 0, -2]),
        ("float11_11_10", np.uint32([0x3C0]), [1, 0, 0]),
        ("ushort a[2]", np.uint16([3, 4]), [3, 4]),
        ("ubyte a, pad[2], ubyte b", b"\x01\x02\x03\x04", [1, 4]),
        ("mat2", np.float32([1, 2, 3, 4]), [1, 2, 3, 4]),
        ("float2x2", np.float32([1, 2, 3, 4]), [1, 2, 3, 4]),
    ],
)
def test_values(text, values, expected):
    data = values if isinstance(values, bytes) else values.tobytes()
    (row,) = read(text, data)
    assert list(chain(*row)) == expected
    assert parse(text).size == len(data)


def test_offset_stride_and_whole_elements():
    data = np.arange(10, dtype=np.uint8).tobytes()
    assert read("u1 a, u1 b", data, 1, 3) == [[[1], [2]], [[4], [5]], [[7], [8]]]
    assert read("u1 a, u1 b", data, 1, 3, first=2, count=1) == [[[7], [8]]]
    assert read("u1", data, 0, 1, first=9) == [[[9]]]
    assert read("u1", data, 0, 1, first=10) == [] == read("u4", data, 7)
    assert read("mat4x3 m", np.arange(12, dtype=np.float32).tobytes()) == [[list(range(12))]]
    names = [field.name for field in parse("float3 position\nubyte4n color.rgba, u1").fields]
    assert names == ["position", "color.rgba", "u1 at 16"]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", 0, "no field"),
        ("  ", 0, "no field"),
        ("pad[4]", 0, "no field"),
        ("float3 position, ubyt4 color", 17, "no type 'ubyt4'; did you mean 'ubyte4'?"),
        ("what x", 0, "no type 'what'; the types are byte, ubyte"),
        ("float3 a ubyte4 b", 9, "a comma is missing"),
        ("float3 a, *", 10, "not a type"),
        ("float4n a", 0, "only integers of up to 32 bits can be normalised"),
        ("u8n a", 0, "only integers of up to 32 bits can be normalised"),
        ("u1, xfloat a", 4, "only integers have hexadecimal digits"),
        ("u1, pad", 4, "pad needs a number of bytes"),
        ("u1 a[0]", 5, "an array of no elements"),
        ("u1 a[257]", 0, "more than 256 values"),
        ("u1, pad[4096]", 4, "more than 4096 bytes"),
        ("u1," * 65, 192, "more than 64 fields"),
    ],
)
def test_refusals_show_their_place(text, place, words):
    with pytest.raises(FormatError) as caught:
        parse(text)
    error = caught.value
    assert error.position == place and words in error.message
    first, *excerpt = str(error).splitlines()
    assert first == f"format: {error.message}" and excerpt[1].index("^") == min(place, 66) + 2


def test_a_text_that_is_no_format():
    for text in (None, "u1," * 400):
        with pytest.raises(UsageError, match="is not a text of up to 1000 letters"):
            parse(text)
