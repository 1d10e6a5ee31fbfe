"""Names of kernels: digests of their sources, the same in every process."""

from __future__ import annotations

import struct
import sys
from dataclasses import is_dataclass
from enum import Enum
from functools import cache, partial
from hashlib import blake2b
from types import FunctionType

from softgl.records import compared_fields

PACKAGE = __name__.partition(".")[0]


class Unnamed(TypeError):
    """Something has no name that tells it from all others in every process."""


def digest(*parts) -> str:
    """64 hexadecimal digits; parts that differ have different ones.

    parts : numbers, strings, tuples, frozen sets, enumerations, dataclasses of these, and functions
        of this package with arguments bound to them. Raises Unnamed for all else.
    """
    spelled: list[str] = []
    _spell(parts, spelled.append)
    return _hashed("".join(spelled))


def _hashed(spelled: str) -> str:
    return blake2b(spelled.encode(errors="surrogatepass"), digest_size=32).hexdigest()


def _spell(value, write):
    """Writes a value unambiguously: neither another value nor a sequence gets the same text."""
    kind = type(value)
    if kind is int or kind is bool or value is None:
        write(f"{value};")
    elif kind is str:
        write(f"'{len(value)}'{value}")
    elif kind is float:
        write(f"f{struct.pack('>d', value).hex()}")
    elif kind is tuple:
        write(f"({len(value)}:")
        for one in value:
            _spell(one, write)
    elif kind is frozenset:
        write(f"{{{len(value)}:")
        for one in sorted(map(_spelling, value)):
            write(one)
    elif isinstance(value, Enum):
        write(f"e{_place(kind)}.{value.name};")
    elif is_dataclass(kind):
        write(_digest_of(value) if hasattr(kind, "keeps_digest") else _spelled_fields(value))
    elif kind is partial:
        write("p")
        _spell((_place(value.func), value.args, tuple(sorted(value.keywords.items()))), write)
    elif kind is FunctionType:
        write(f"@{_place(value)};")
    else:
        raise Unnamed(f"{kind.__name__} has no name of its own")


def _spelled_fields(value) -> str:
    names = compared_fields(type(value))
    spelled = [f"d{_place(type(value))}:{len(names)}:"]
    for name in names:
        _spell(getattr(value, name), spelled.append)
    return "".join(spelled)


def _digest_of(value) -> str:
    """Returns the digest of an interned value, computed once: several kernels have a program."""
    found = vars(value).get("_digest")
    if found is None:
        found = "i" + _hashed(_spelled_fields(value))
        object.__setattr__(value, "_digest", found)
    return found


def _spelling(value):
    spelled: list[str] = []
    _spell(value, spelled.append)
    return "".join(spelled)


@cache
def _place(thing) -> str:
    """The unique place of a class or function of this package."""
    found = sys.modules.get(thing.__module__)
    for part in thing.__qualname__.split("."):
        found = getattr(found, part, None)
    if found is not thing or thing.__module__.partition(".")[0] != PACKAGE:
        raise Unnamed(f"{thing.__qualname__} is not a name of {PACKAGE}")
    return f"{thing.__module__}.{thing.__qualname__}"
