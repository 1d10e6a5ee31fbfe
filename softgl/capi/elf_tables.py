"""Tables of a shared library in ELF's form: strings, the hash table of symbols, section headers."""

from __future__ import annotations

import struct
from collections.abc import Iterable

ALLOCATED, WRITABLE, CODE = 2, 1, 4


class Strings:
    """A table of strings. data : its bytes. places : where each string begins."""

    def __init__(self, texts: Iterable[str]):
        self.data, self.places = b"\0", {}
        for text in texts:
            self.add(text)

    def add(self, text: str) -> int:
        """Returns the offset of a string, which is appended if it is new."""
        if text not in self.places:
            self.places[text] = len(self.data)
            self.data += text.encode() + b"\0"
        return self.places[text]


def hash_of(name: str) -> int:
    """The hash of a symbol's name: System V ABI, "Hash Table"."""
    value = 0
    for byte in name.encode():
        value = ((value << 4) + byte) & 0xFFFFFFFF
        value ^= (value & 0xF0000000) >> 24
        value &= 0x0FFFFFFF
    return value


def hash_table(names: list[str], first: int) -> bytes:
    """The hash table of a table of symbols; those before `first` are not found in it."""
    count = max(len(names) - first, 1)
    buckets, chains = [0] * count, [0] * len(names)
    for number in range(first, len(names)):
        bucket = hash_of(names[number]) % count
        chains[number], buckets[bucket] = buckets[bucket], number
    return struct.pack(f"<{2 + count + len(names)}I", count, len(names), *buckets, *chains)


def section_headers(
    parts: dict[str, tuple[int, int, int]], end: int
) -> tuple[list[tuple[int, ...]], bytes]:
    """The rows of the table of sections, and the strings of their names.

    parts : (address, place in the file, size) of each. end : where those strings lie in the file.
    """
    # name, kind, flags, part, section that it refers to, first global symbol, alignment, entry
    rows = (
        (".hash", 5, ALLOCATED, "hash", 2, 0, 8, 4),
        (".dynsym", 11, ALLOCATED, "symbols", 3, 1, 8, 24),
        (".dynstr", 3, ALLOCATED, "strings", 0, 0, 1, 0),
        (".rela.dyn", 4, ALLOCATED, "relocations", 2, 0, 8, 24),
        (".text", 1, ALLOCATED | CODE, "text", 0, 0, 64, 0),
        (".data", 1, ALLOCATED | WRITABLE, "data", 0, 0, 16, 0),
        (".dynamic", 6, ALLOCATED | WRITABLE, "dynamic", 3, 0, 16, 16),
        (".bss", 8, ALLOCATED | WRITABLE, "zeros", 0, 0, 16, 0),
    )
    texts = Strings(name for name, *_ in rows)
    names = texts.add(".shstrtab")
    headers: list[tuple[int, ...]] = [(0,) * 10]
    for name, kind, flags, part, refers, first, alignment, entry in rows:
        address, place, size = parts[part]
        headers.append(
            (texts.places[name], kind, flags, address, place, size, refers, first, alignment, entry)
        )
    headers.append((names, 3, 0, 0, end, len(texts.data), 0, 0, 1, 0))
    return headers, texts.data
