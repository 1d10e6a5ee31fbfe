"""Reads and writes memory of C programs, and registers entry points."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from softgl.capi import entry_points
from softgl.capi.entry_points import (
    entry_point,
    read_attributes,
    read_text,
    write_int,
    write_pointer,
)
from softgl.gl.api.addresses import Address


def test_attributes_end_before_their_end():
    words = (ctypes.c_int * 5)(0x3033, 1, -5, 2, 0x3038)
    assert [*read_attributes(ctypes.addressof(words), 0x3038)] == [(0x3033, 1), (-5, 2)]
    assert [*read_attributes(0, 0x3038)] == []


def test_null_is_left_alone():
    value, pointer = ctypes.c_int(3), ctypes.c_void_p()
    for write, place in ((write_int, value), (write_pointer, pointer)):
        write(0, 7)
        write(ctypes.addressof(place), 9)
        assert place.value == 9
    assert read_text(0) == b""


def test_a_name_is_registered_once(monkeypatch):
    monkeypatch.setattr(entry_points, "ENTRY_POINTS", {})
    with pytest.raises(ValueError, match="already"):
        for _ in range(2):
            entry_point("eglTestOfNames", "void")(lambda: None)


def test_addresses_share_memory():
    memory = np.arange(4, dtype=np.float32)
    address = Address(memory.ctypes.data)
    address.elements(np.float32, 2)[:] = 7.0
    assert memory.tolist() == [7.0, 7.0, 2.0, 3.0]
    assert address.elements(np.int16, 0).size == 0
    text = ctypes.create_string_buffer(b"text and more")
    assert Address(ctypes.addressof(text)).text() == b"text and more"
    assert Address(ctypes.addressof(text)).text(4) == b"text"
