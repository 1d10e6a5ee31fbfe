"""Decodes the values of a capture, after `checks` has checked them."""

from __future__ import annotations

import ctypes
import math

import numpy as np

from softgl.debug.captures.errors import CaptureError
from softgl.debug.captures.types import C_TYPES, c_type_name
from softgl.gl.queries.sync import Sync


class Decoder:
    """Converts JSON values to arguments. Raises CaptureError if one needs a call that is missing.

    arrays : the table that values refer to by number. blocks : number -> memory of vertex arrays,
    as (bytes, argument). syncs : number -> sync object.
    """

    def __init__(self, arrays):
        self._arrays = arrays
        self.blocks: dict[int, tuple[np.ndarray, object]] = {}
        self.syncs: dict[int, Sync] = {}

    def value(self, found):
        """The argument of a JSON value."""
        if isinstance(found, list):
            return [self.value(each) for each in found]
        if not isinstance(found, dict):
            return found
        kind = next(kind for kind in _DECODERS if kind in found)
        return _DECODERS[kind](self, found[kind], found)

    def _memory(self, data) -> bytes:
        """Returns the bytes of an array, or of a text."""
        if type(data) is int:
            return self._arrays[data].tobytes()
        return data.encode("latin-1")

    def _float(self, text, _):
        return float(text)

    def _bytes(self, data, _):
        return self._memory(data)

    def _bytearray(self, data, _):
        return bytearray(self._memory(data))

    def _scalar(self, found, _):
        return self.value(found).reshape(())[()]

    def _array(self, data, found):
        if "dtype" in found:
            return np.array(data, found["dtype"])
        return self._arrays[data].copy()

    def _view(self, number, found):
        view = memoryview(self._arrays[number].copy())
        return view.cast(found["format"]) if "format" in found else view

    def _ctypes(self, name, found):
        data, lengths = self._memory(found["data"]), found["lengths"]
        kind = C_TYPES[c_type_name(name, math.prod(lengths), len(data))]
        for length in reversed(lengths):
            kind = kind * length
        return kind.from_buffer_copy(data)

    def _structure(self, number, _):
        data = self._memory(number)
        fields = [("data", ctypes.c_uint8 * len(data))]
        return type("Memory", (ctypes.Structure,), {"_fields_": fields}).from_buffer_copy(data)

    def _c_void_p(self, value, _):
        return ctypes.c_void_p(value)

    def _out(self, dtype, found):
        if dtype is None:
            return bytearray(math.prod(found["shape"]))
        return np.zeros(found["shape"], dtype)

    def _sync(self, number, _):
        if number not in self.syncs:
            raise CaptureError(f"unknown sync object {number}")
        return self.syncs[number]

    def _client(self, number, found):
        if number not in self.blocks:
            self.blocks[number] = _new_block(number, found)
        return self.blocks[number][1]


_DECODERS = {
    kind: getattr(Decoder, f"_{kind}")
    for kind in (
        "float bytes bytearray scalar array view ctypes structure c_void_p out sync client"
    ).split()
}


def _new_block(number, found):
    """Makes zeroed memory: its bytes, and the argument for commands."""
    if "size" not in found:
        raise CaptureError(f"unknown memory {number}")
    if "dtype" in found:
        array = np.zeros(found["shape"], found["dtype"])
        return array.reshape(-1).view(np.uint8), array
    memory = np.zeros(found["size"], np.uint8)
    return memory, memoryview(memory)
