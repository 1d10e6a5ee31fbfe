"""The signature of a command, read from the registry's compact text."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from softgl.gl.api import enums, registry
from softgl.records import dataclass


class Parameter(NamedTuple):  # of 2800, and frozen dataclasses take five times as long to make
    """A parameter: `kind` is the GL type without "GL" ("enum", "sizei", "float", ...).

    `pointer` is "" for a value, "in" for an array that the command reads, "out" for one that it
    writes. `group` names the legal enums, `length` the number of elements, as gl.xml writes them.
    """

    name: str
    kind: str
    pointer: str = ""
    group: str = ""
    length: str = ""


@dataclass(frozen=True)
class Signature:
    """The signature of a command."""

    returns: str
    parameters: tuple[Parameter, ...]


class Described(NamedTuple):
    """What `inspect.signature`, and with it `help`, finds behind a command.

    It is made into Python's own kind of signature when somebody asks.
    """

    text: str

    @property
    def signature(self) -> Signature:
        return parse_signature(self.text)

    def __call__(self, *arguments, **keywords):
        raise TypeError("this describes a command")

    @property
    def __signature__(self) -> inspect.Signature:
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        parameters = self.signature.parameters
        needed = len(parameters)
        while needed and parameters[needed - 1].pointer == "out":
            needed -= 1
        return inspect.Signature(
            inspect.Parameter(
                each.name, kind, default=inspect.Parameter.empty if n < needed else None
            )
            for n, each in enumerate(parameters)
        )


class EnumSet(frozenset):
    """A named set of legal enums: a frozenset of integers that remembers their names."""

    def __new__(cls, names: str):
        return super().__new__(cls, (getattr(enums, name) for name in names.split()))

    def __init__(self, names: str):
        self.names = {getattr(enums, name): name for name in names.split()}

    @classmethod
    def of(cls, values: Iterable[int]) -> EnumSet:
        """The set of the enums that are given by their values."""
        return cls(" ".join(map(enums.name_of, values)))

    def __or__(self, other: EnumSet) -> EnumSet:
        return EnumSet(" ".join([*self.names.values(), *other.names.values()]))

    def describe(self, value: int) -> str:
        """What `value` is and what it may be, for an error message."""
        legal = sorted(self.names.values())
        more = f" and {len(legal) - 12} more" if len(legal) > 12 else ""
        return f"{enums.name_of(value)} is not one of {', '.join(legal[:12])}{more}"


def group(name: str, *, without: str = "", also: str = "") -> EnumSet:
    """The enums of a registry group, for GL 1.0-2.1, minus and plus the names given.

    The registry lists too much in some groups: `without` and `also` are names with blanks between.
    """
    listed = [n for n in registry.GROUPS[name].split() if n not in without.split()]
    return EnumSet(" ".join([*listed, also]))


def commands_like(pattern: str) -> Iterable[re.Match]:
    """The commands that the registry has with such names: the match of each name, all of it."""
    # One search of all names takes a tenth of a match of each.
    return re.finditer(f"^(?:{pattern})$", _NAMES, re.MULTILINE)


_NAMES = "\n".join(registry.COMMANDS)


def signature(name: str) -> Signature:
    """The signature of the command `name`; KeyError for one that the registry lacks."""
    return parse_signature(registry.COMMANDS[name])


@cache
def parse_signature(text: str) -> Signature:
    """A signature in the registry's form: `return kind|name:kind:group:length|...`."""
    returns, *fields = text.split("|")
    return Signature(returns, tuple(_parameter(field) for field in fields))


def _parameter(field: str) -> Parameter:
    name, kind, group_name, length = [*field.split(":", 3), "", ""][:4]
    pointer, _, base = kind.rpartition(" ")
    return Parameter(sys.intern(name), base, pointer, group_name, length)
