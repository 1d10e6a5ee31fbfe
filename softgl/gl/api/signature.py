"""The signatures of commands, parsed from the registry's compact text."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from softgl.gl.api import enums, registry
from softgl.records import dataclass


class Parameter(NamedTuple):  # there are 2800, and frozen dataclasses take five times as long
    """A parameter: `kind` is the GL type without "GL" ("enum", "sizei", "float", ...).

    `pointer` is "" for a value, "in" for an array that the command reads, "out" for one that it
    writes. `group` names the legal enums, `length` the number of elements, both as in gl.xml.
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
    """A stand-in whose signature `inspect.signature` and `help` show for a command.

    Python's own signature object is made on demand.
    """

    text: str

    @property
    def signature(self) -> Signature:
        return parse_signature(self.text)

    def __call__(self, *arguments, **keywords):
        raise TypeError("this only describes a command")

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
        """Returns the set of the enums with the given values."""
        return cls(" ".join(map(enums.name_of, values)))

    def __or__(self, other: EnumSet) -> EnumSet:
        return EnumSet(" ".join([*self.names.values(), *other.names.values()]))

    def describe(self, value: int) -> str:
        """Returns the text "`value` is not one of ..." of an error message."""
        legal = sorted(self.names.values())
        more = f" and {len(legal) - 12} more" if len(legal) > 12 else ""
        return f"{enums.name_of(value)} is not one of {', '.join(legal[:12])}{more}"


def group(name: str, *, without: str = "", also: str = "") -> EnumSet:
    """Returns the enums of a registry group for GL 1.0-2.1, minus `without`, plus `also`.

    Some groups of the registry are wrong for this. `without` and `also` are names separated by
    blanks.
    """
    listed = [n for n in registry.GROUPS[name].split() if n not in without.split()]
    return EnumSet(" ".join([*listed, also]))


def commands_like(pattern: str) -> Iterable[re.Match]:
    """Finds the commands of the registry whose whole name matches `pattern`: their matches."""
    # One search through all names takes a tenth of the time of one match for each.
    return re.finditer(f"^(?:{pattern})$", _NAMES, re.MULTILINE)


_NAMES = "\n".join(registry.COMMANDS)


def signature(name: str) -> Signature:
    """Returns the signature of the command `name`; KeyError if the registry lacks it."""
    return parse_signature(registry.COMMANDS[name])


@cache
def parse_signature(text: str) -> Signature:
    """Parses a signature in the registry's form: `return kind|name:kind:group:length|...`."""
    returns, *fields = text.split("|")
    return Signature(returns, tuple(_parameter(field) for field in fields))


def _parameter(field: str) -> Parameter:
    name, kind, group_name, length = [*field.split(":", 3), "", ""][:4]
    pointer, _, base = kind.rpartition(" ")
    return Parameter(sys.intern(name), base, pointer, group_name, length)
