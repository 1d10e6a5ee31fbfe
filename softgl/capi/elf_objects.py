"""Reads relocatable object files in ELF's 64-bit form, as LLVM writes them.

In: the bytes of a file. Out: an `ObjectFile`: sections with their relocations, and symbols. The
form is that of the System V Application Binary Interface, "Object Files".
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from softgl.errors import SoftGLError
from softgl.records import dataclass

HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
SECTION = struct.Struct("<IIQQQQIIQQ")
SYMBOL = struct.Struct("<IBBHQQ")
RELOCATION = struct.Struct("<QQq")
MAGIC = b"\x7fELF\x02\x01\x01"  # 64 bits, the least byte first
RELOCATABLE = 1
# Kinds of sections.
CONTENT, SYMBOLS, RELOCATIONS, ZEROS = 1, 2, 4, 8
WRITABLE, ALLOCATED, CODE, THREAD_LOCAL = 0x1, 0x2, 0x4, 0x400
UNDEFINED, SPECIAL = 0, 0xFF00  # section numbers; from SPECIAL on they name no section
LOCAL, GLOBAL, WEAK = 0, 1, 2


class LinkError(SoftGLError):
    """An object file cannot be linked; the message is the reason."""


class Relocation(NamedTuple):
    """A place in a section that depends on an address: `addend` and that of a symbol."""

    offset: int
    kind: int
    symbol: int
    addend: int


class Symbol(NamedTuple):
    """A symbol: a place in a section, or a name that another file defines."""

    name: str
    kind: int
    binding: int
    section: int
    value: int
    size: int


@dataclass(frozen=True)
class Section:
    """A section. data : its bytes; empty for one of zeros."""

    name: str
    kind: int
    flags: int
    size: int
    alignment: int
    data: bytes
    relocations: tuple[Relocation, ...]

    @property
    def is_allocated(self) -> bool:
        """True if it lies in memory while the program runs; tables of unwinding are left out."""
        return bool(self.flags & ALLOCATED) and self.size > 0 and self.name != ".eh_frame"


@dataclass(frozen=True)
class ObjectFile:
    """An object file. machine : the number of its processor. sections : by their numbers."""

    machine: int
    sections: tuple[Section, ...]
    symbols: tuple[Symbol, ...]


def read_object(data: bytes) -> ObjectFile:
    """The object file in `data`. Raises LinkError."""
    try:
        return _read(data)
    except (struct.error, ValueError, IndexError, UnicodeDecodeError) as error:
        raise LinkError(f"the object file is damaged: {error}") from None


def _read(data):
    if data[:7] != MAGIC:
        raise LinkError("not an object file of ELF's 64-bit form")
    header = HEADER.unpack_from(data)
    if header[1] != RELOCATABLE:
        raise LinkError("not a relocatable object file")
    machine, start, count, names = header[2], header[6], header[12], header[13]
    headers = [SECTION.unpack_from(data, start + SECTION.size * i) for i in range(count)]
    relocations: dict[int, list[Relocation]] = {}
    symbols: list[Symbol] = []
    for each in headers:
        if each[1] == RELOCATIONS:
            relocations.setdefault(each[7], []).extend(_relocations(_content(data, each)))
        elif each[1] == SYMBOLS:
            symbols = _symbols(_content(data, each), _content(data, headers[each[6]]))
    texts = _content(data, headers[names])
    sections = tuple(
        Section(
            *(_text(texts, each[0]), each[1], each[2], each[5], max(each[8], 1)),
            _content(data, each),
            tuple(relocations.get(number, ())),
        )
        for number, each in enumerate(headers)
    )
    return ObjectFile(machine, sections, tuple(symbols))


def _content(data, header):
    """The bytes of a section."""
    kind, start, size = header[1], header[4], header[5]
    if kind == ZEROS:
        return b""
    if start + size > len(data):
        raise LinkError("the object file is damaged: a section lies beyond its end")
    return data[start : start + size]


def _relocations(content):
    for offset, information, addend in RELOCATION.iter_unpack(content):
        yield Relocation(offset, information & 0xFFFFFFFF, information >> 32, addend)


def _symbols(content, texts):
    return [
        Symbol(_text(texts, name), kind & 15, kind >> 4, section, value, size)
        for name, kind, _, section, value, size in SYMBOL.iter_unpack(content)
    ]


def _text(texts, start):
    """The text that begins at a place of a table of strings."""
    return texts[start : texts.index(b"\0", start)].decode()
