"""Memory at an address: as many elements are read and written as the command says."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.gl import *
from softgl.gl.api.addresses import Address
from softgl.gl.api.arguments import BadArgument, converted, integers, numbers, vector
from softgl.gl.api.memory import (
    as_bytes,
    as_offset,
    as_typed_memory,
    buffer_offset,
    destination,
    fill,
    fill_each,
    return_pointer,
    shared,
    shared_bytes,
)
from softgl.gl.buffers.buffer_objects import Buffer


def address(array) -> Address:
    return Address(array.ctypes.data)


def test_memory_from_an_address_on():
    array = np.arange(2000, dtype=np.float32)
    here = address(array)
    found = here.elements(np.float32, 3)
    assert found.tolist() == [0, 1, 2] and here.numbers(np.float32, 2) == [0.0, 1.0]
    found[1] = 9
    assert array[1] == 9
    assert here.elements(np.uint8, 8000).tobytes() == array.tobytes()
    assert not here.elements(np.float64, 0).size
    assert here == Address(array.ctypes.data) and here != array.ctypes.data
    assert repr(here) == hex(array.ctypes.data) and len({here, address(array)}) == 1
    text = np.frombuffer(b"text\0more", np.uint8)
    assert (address(text).text(), address(text).text(6)) == (b"text", b"text\0m")


def test_numbers_are_read_by_their_count_and_type_in_c():
    array = np.array([1.5, -2.5, 3.25, 7], np.float32)
    here = address(array)
    for dtype in (np.float64, np.float32):
        found = vector(here, 3, dtype, source=np.float32)
        assert found.dtype == dtype and found.tolist() == [1.5, -2.5, 3.25]
        assert not np.shares_memory(found, array)
    whole = np.array([2**32 - 1, 3], np.uint32)
    assert integers(address(whole), np.uint32, 2) == [2**32 - 1, 3]
    assert integers(address(whole), np.int32, 2) == [-1, 3]
    assert numbers(address(whole), np.int64, 1, np.int32).tolist() == [-1]
    flags = np.array([2, 0], np.uint8)
    assert vector(address(flags), 1, np.bool_, source=np.uint8).tolist() == [True]
    for read in (lambda: converted(here, np.float64), lambda: converted(here, np.int32)):
        with pytest.raises(TypeError, match="number of its elements is unknown"):
            read()
    with pytest.raises(BadArgument, match="number of its elements is unknown"):
        integers(here, np.uint32)


def test_data_is_read_as_far_as_its_size():
    array = np.arange(16, dtype=np.uint8)
    here = address(array)
    assert as_bytes(here, 5).tolist() == [0, 1, 2, 3, 4]
    memory, kept = as_typed_memory(here, np.dtype(np.uint16), 3)
    assert memory.tolist() == [0, 1, 2, 3, 4, 5] and kept is here
    assert as_offset(here) is None
    assert buffer_offset(here, Buffer(1)) == array.ctypes.data
    for read in (lambda: as_bytes(here), lambda: as_typed_memory(here, np.dtype(np.int8))):
        with pytest.raises(BadArgument, match="size of its memory is unknown"):
            read()


def test_results_are_written_whole_and_no_more():
    room = np.full(64, 0x55, np.uint8)
    here = Address(room.ctypes.data + 8)
    for write, expected in (
        (lambda: fill(here, np.arange(3, dtype=np.int32)), np.arange(3, dtype=np.int32)),
        (lambda: fill(here, np.float64(2.5)), np.array([2.5])),
        (lambda: fill(here, np.int16([[0, 1], [2, 3]]).T), np.int16([0, 2, 1, 3])),
        (lambda: fill_each((None, np.int8([1])), (here, np.int8([7, 8]))), np.int8([7, 8])),
        (lambda: return_pointer(2**48 + 1, here), np.uint64([2**48 + 1])),
        (lambda: shared_bytes(here, 3).fill(9), np.uint8([9, 9, 9])),
        (lambda: shared(here, np.uint16, 2).fill(9), np.uint16([9, 9])),
        (lambda: destination(here, np.int64, 1).fill(9), np.int64([9])),
    ):  # fmt: skip
        room[:] = 0x55
        write()
        there = expected.tobytes()
        assert room[8 : 8 + len(there)].tobytes() == there
        assert (room[:8] == 0x55).all() and (room[8 + len(there) :] == 0x55).all()
