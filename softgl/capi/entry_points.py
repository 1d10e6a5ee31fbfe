"""The functions of the window systems' interfaces: OSMesa*, egl* and glX*, for programs in C.

    @entry_point("eglBindAPI", "uint|api:enum")
    def bind_api(api):
        ...
        return 1

The signature is in the registry's form (`softgl.gl.api.signature`). A function gets an int or a
float for each argument: for a pointer its address, 0 for NULL. It returns an int, an address, bytes
for a string, which stays where it is as long as the process lives, or None for void. An exception
is a mistake of softgl: it becomes one line on standard error, and 0.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator

from softgl.gl.api.signature import Signature, parse_signature
from softgl.records import dataclass


@dataclass(frozen=True)
class EntryPoint:
    """A function that C programs call, besides commands of GL."""

    name: str
    signature_text: str
    function: Callable

    @property
    def signature(self) -> Signature:
        return parse_signature(self.signature_text)


ENTRY_POINTS: dict[str, EntryPoint] = {}
"""Every entry point by its name."""


def entry_point(name: str, signature_text: str):
    """Registers the decorated function as the entry point `name`; returns it unchanged."""

    def register(function):
        if name in ENTRY_POINTS:
            raise ValueError(f"{name} is an entry point already")
        ENTRY_POINTS[name] = EntryPoint(name, signature_text, function)
        return function

    return register


def write_int(address: int, value: int) -> None:
    """Writes a C int to an address, nothing to NULL."""
    if address:
        ctypes.c_int.from_address(address).value = value


def write_pointer(address: int, value: int) -> None:
    """Writes a pointer to an address, nothing to NULL."""
    if address:
        ctypes.c_void_p.from_address(address).value = value


def read_text(address: int) -> bytes:
    """The bytes from an address to the first NUL; empty for NULL."""
    return ctypes.string_at(address) if address else b""


def read_attributes(address: int, end: int, word=ctypes.c_int) -> Iterator[tuple[int, int]]:
    """Yields the pairs of a list of attributes, of C's type `word`, before the key `end`.

    A list is read no further than its pairs are: a key that is refused may lack a value and an end.
    """
    if not address:
        return
    words, place = ctypes.cast(address, ctypes.POINTER(word)), 0
    while words[place] != end:
        yield words[place], words[place + 1]
        place += 2
