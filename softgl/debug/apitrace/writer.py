"""Writes the binary format of traces, version 6 in a snappy container: see `parser`."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import BinaryIO

import numpy as np

from softgl.debug.apitrace.containers import CHUNK_BYTES, snappy_chunk
from softgl.debug.apitrace.parser import FAKE, Opaque
from softgl.records import dataclass

VERSION = 6


@dataclass(frozen=True)
class Enum:
    """The value of an enum, with its name for people."""

    value: int
    name: str


@dataclass(frozen=True)
class Bits:
    """A bit field. names : of its bits, as (name, bit) pairs, the same for all fields of a kind."""

    value: int
    names: tuple[tuple[str, int], ...]


class Writer:
    """Writes calls to a file. count : their number. properties : such as process.name.

    Values of arguments are None, bool, int, float, bytes (a blob), str (a text), lists, `Enum`,
    `Bits`, `Opaque`, and arrays of numbers.
    """

    def __init__(self, file: BinaryIO, properties: dict[str, str]):
        self._file, self._parts, self._size = file, [], 0
        self._numbers: dict[tuple, int] = {}
        self.count = 0
        file.write(b"at")
        self._uint(VERSION)
        self._uint(VERSION)
        for name, value in properties.items():
            self._text(name)
            self._text(value)
        self._uint(0)

    def call(
        self,
        name: str,
        parameters: Sequence[str],
        arguments: Sequence,
        result=None,
        written: dict[int, object] | None = None,
        fake: bool = False,
    ) -> None:
        """Writes a call.

        written : the arguments that the call has written to, by their places.
        fake : True for a call that the program has not made.
        """
        written = written or {}
        self._bytes(b"\0\0")  # the begin of a call, in thread 0
        self._numbered("call", (name,), lambda: self._signature(name, parameters))
        if fake:
            self._bytes(bytes([5, FAKE]))
        for place, value in enumerate(arguments):
            if place not in written:
                self._argument(place, value)
        self._bytes(b"\0\1")
        self._uint(self.count)
        for place, value in written.items():
            self._argument(place, value)
        if result is not None:
            self._bytes(b"\2")
            self._value(result)
        self._bytes(b"\0")
        self.count += 1

    def finish(self) -> None:
        """Writes the rest."""
        self._flush()

    # -- parts -------------------------------------------------------------------------------------

    def _signature(self, name, parameters):
        self._text(name)
        self._uint(len(parameters))
        for each in parameters:
            self._text(each)

    def _argument(self, place: int, value) -> None:
        self._bytes(b"\1")
        self._uint(place)
        self._value(value)

    def _numbered(self, kind: str, key: tuple, define) -> None:
        """Writes the number of what occurs again, and defines it where it occurs first."""
        number = self._numbers.get((kind, *key))
        if number is not None:
            self._uint(number)
            return
        number = sum(1 for known in self._numbers if known[0] == kind)
        self._numbers[(kind, *key)] = number
        self._uint(number)
        define()

    def _value(self, value) -> None:
        kind = type(value)
        if value is None:
            self._bytes(b"\0")
        elif kind is bool:
            self._bytes(b"\2" if value else b"\1")
        elif kind is int:
            self._integer(value)
        elif kind is float:
            self._bytes(b"\6" + struct.pack("<d", value))
        elif kind is bytes:
            self._bytes(b"\x08")
            self._sized(value)
        elif kind is str:
            self._bytes(b"\7")
            self._text(value)
        elif kind is Opaque:
            self._bytes(b"\x0d")
            self._uint(value)
        elif kind is list:
            self._list(value)
        else:
            self._other(value)

    def _other(self, value) -> None:
        if isinstance(value, Enum):
            self._bytes(b"\x09")
            self._numbered("enum", (value.name, value.value), lambda: self._enum(value))
            self._integer(value.value)
        elif isinstance(value, Bits):
            self._bytes(b"\x0a")
            self._numbered("bits", value.names, lambda: self._names(value.names))
            self._uint(value.value)
        elif isinstance(value, np.ndarray):
            self._numbers_of(value.reshape(-1))
        else:
            raise TypeError(f"{value!r:.40} has no form in a trace")

    def _enum(self, value: Enum) -> None:
        self._uint(1)
        self._text(value.name)
        self._integer(value.value)

    def _names(self, names) -> None:
        self._uint(len(names))
        for name, bit in names:
            self._text(name)
            self._uint(bit)

    def _list(self, values) -> None:
        self._bytes(b"\x0b")
        self._uint(len(values))
        for each in values:
            self._value(each)

    def _numbers_of(self, array) -> None:
        if array.dtype == np.float32:
            self._bytes(b"\x0b")
            self._uint(array.size)
            self._bytes(b"".join(b"\5" + each.tobytes() for each in array.astype("<f4")))
        else:
            self._list(array.tolist())

    def _integer(self, value: int) -> None:
        self._bytes(b"\3" if value < 0 else b"\4")
        self._uint(abs(value))

    def _uint(self, value: int) -> None:
        found = bytearray()
        while value > 127:
            found.append(value & 127 | 128)
            value >>= 7
        found.append(value)
        self._bytes(bytes(found))

    def _text(self, text: str) -> None:
        self._sized(text.encode("utf-8"))

    def _sized(self, data: bytes) -> None:
        self._uint(len(data))
        self._bytes(data)

    def _bytes(self, data: bytes) -> None:
        self._parts.append(data)
        self._size += len(data)
        if self._size >= CHUNK_BYTES:
            self._flush()

    def _flush(self) -> None:
        data = memoryview(b"".join(self._parts))
        for start in range(0, len(data), CHUNK_BYTES):
            self._file.write(snappy_chunk(bytes(data[start : start + CHUNK_BYTES])))
        self._parts, self._size = [], 0
