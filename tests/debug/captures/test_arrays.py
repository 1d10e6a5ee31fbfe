"""Arrays of captures: npy files of numbers and records, and whatever else may call itself one."""

from __future__ import annotations

import io
import struct
from contextlib import suppress

import numpy as np
import pytest

from softgl.debug.captures.arrays import read_array, write_array
from softgl.debug.captures.errors import CaptureError

KINDS = [
    "b1", "i1", "u1", "<i2", ">i2", "<u4", ">u8", "<f2", ">f4", "<f8", "<c8", "S3", "<U2", "<M8[s]",
    "V5", [("x", "<i2"), ("y", ">f4", (2,))], [("pair", [("a", "u1"), ("b", "<f8")]), ("c", "V3")],
]  # fmt: skip


def npy(header, data=b"", magic=b"\x93NUMPY\x01\x00"):
    text = header if isinstance(header, bytes) else header.encode()
    return magic + struct.pack("<H", len(text)) + text + data


def described(descr, shape="(2,)", order="False"):
    return f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}"


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("shape", [(), (3,), (2, 0), (2, 3)])
def test_arrays_come_back(kind, shape):
    """As NumPy itself reads them."""
    array = np.frombuffer(bytes(range(100, 200)) * 20, np.uint8)
    size = np.dtype(kind).itemsize * int(np.prod(shape))
    array = array[:size].copy().view(kind) if size else np.zeros(0, kind)
    if kind == "b1":
        array = array.view(np.uint8) % 2 == 0
    if kind == "<U2":
        array = np.full(array.shape, "ab", kind)
    array, memory = array.reshape(shape), io.BytesIO()
    write_array(memory, array)
    found = read_array(memory.getvalue())
    assert (found.dtype, found.shape) == (array.dtype, array.shape)
    assert found.tobytes() == array.tobytes() and not found.flags.writeable
    memory.seek(0)
    assert np.load(memory, allow_pickle=False).tobytes() == array.tobytes()


WRONG = [
    (b"", "not an npy"),
    (b"\x93NUMPY\x01", "not an npy"),
    (npy(described("'<f4'"), bytes(8), b"\x93NUMPY\x02\x00"), "version"),
    (npy(described("'<f4'"), bytes(7)), "differs from its header"),
    (npy(described("'<f4'"), bytes(9)), "differs from its header"),
    (npy(described("'<f4'")[:-3], bytes(8)), "damaged"),
    (npy("(" * 3000, bytes(8)), "damaged"),
    (npy("9" * 9000, bytes(8)), "damaged|malformed header"),
    (npy(" " * 20_000, bytes(8)), "damaged or too long"),
    (npy(b"\xff\xfe\x00", bytes(8)), "damaged"),
    (npy("__import__('os')", bytes(8)), "damaged"),
    (npy("{'descr': '''\n'''", bytes(8)), "damaged"),
    (npy("[1, 2]", bytes(8)), "malformed header"),
    (npy("{[]: 1}", bytes(8)), "damaged"),
    (npy("{'descr': '<f4', 'shape': (2,)}", bytes(8)), "malformed header"),
    (npy(described("'<f4'", order="True"), bytes(8)), "malformed header"),
    (npy(described("'<f4'", order="0"), bytes(8)), "malformed header"),
    (npy(described("'<f4'", "[2]"), bytes(8)), "the shape"),
    (npy(described("'<f4'", "(-2,)"), bytes(8)), "the shape"),
    (npy(described("'<f4'", "(2.0,)"), bytes(8)), "the shape"),
    (npy(described("'<f4'", "(True, 2)"), bytes(8)), "the shape"),
    (npy(described("'<f4'", f"({2**60},)"), bytes(8)), "the shape"),
    (npy(described("'<f4'", f"({2**60}, 0)")), "the shape"),
    (npy(described("'<f4'", f"({2**20}, {2**20}, 0)")), "the shape"),
    (npy(described("'<f4'", f"({'1, ' * 40})"), bytes(4)), "the shape"),
    (npy(described("'|V0'", f"({2**29},)")), "the type"),
    (npy(described("'O'"), bytes(16)), "the type"),
    (npy(described("'|O8'"), bytes(16)), "the type"),
    (npy(described("[('a', 'O')]"), bytes(16)), "the type"),
    (npy(described("'l'"), bytes(16)), "the type"),
    (npy(described("'int'"), bytes(16)), "the type"),
    (npy(described("'<f16'"), bytes(32)), "the type"),
    (npy(described("'=f4'"), bytes(8)), "the type"),
    (npy(described("'f4,f4'"), bytes(16)), "the type"),
    (npy(described("5"), bytes(16)), "the type"),
    (npy(described("[]"), bytes(16)), "the type"),
    (npy(described("[('a', '<f4'), ('a', '<f4')]"), bytes(16)), "the type"),
    (npy(described("[('a', '<f4', (2, -1))]"), bytes(16)), "the type"),
    (npy(described("[['a', '<f4']]"), bytes(16)), "the type"),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_what_is_no_array(number):
    data, why = WRONG[number]
    with pytest.raises(CaptureError, match=why) as caught:
        read_array(data)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 200


def test_random_headers():
    rng = np.random.default_rng(45)
    whole = npy(described("'<f4'"), bytes(8))
    for _ in range(3000):
        data = bytearray(whole)
        for _ in range(int(rng.integers(1, 4))):
            data[int(rng.integers(len(data)))] = int(rng.integers(256))
        with suppress(CaptureError):
            read_array(bytes(data[: len(data) - int(rng.integers(2))]))
