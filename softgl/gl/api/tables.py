"""The tables of state that modules fill: where values live, what can be switched, what is limited.

A module with commands describes the state that they set in a constant `STATE`. `softgl.gl.modules`
lists all of these modules, and fills the tables here from that list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, fields
from functools import cache
from operator import attrgetter

from softgl.records import dataclass


class Table(dict):
    """A dictionary by GL enum that refuses a second entry for an enum."""

    def fill(self, entries: Mapping, source: str) -> None:
        """Adds entries; raises ValueError for an enum that is there already."""
        again = self.keys() & entries.keys()
        if again:
            raise ValueError(f"{source} describes again: {sorted(map(hex, again))}")
        self.update(entries)


@dataclass(frozen=True)
class State:
    """The state of a module, by GL enum.

    values : a path from the context to the value, or a function of the context, either of them
        perhaps as `Normalized`.
    limits : values that never change.
    capabilities : a path from the context to the switch; the switch is a tuple if there is one per
        draw buffer or viewport.
    before_switch : a function of the context to call before a capability is switched.
    client_switches : a function from the context to a switch of glEnableClientState: an object, and
        the name of its field.
    indexed : values with an index: (context, pname, index) -> value.
    indexed_switches : functions that switch a capability with an index: (context, index, on). Its
        current value is among `indexed`.
    """

    values: Mapping = field(default_factory=dict)
    limits: Mapping = field(default_factory=dict)
    capabilities: Mapping = field(default_factory=dict)
    before_switch: Mapping = field(default_factory=dict)
    client_switches: Mapping = field(default_factory=dict)
    indexed: Mapping = field(default_factory=dict)
    indexed_switches: Mapping = field(default_factory=dict)


VALUES = Table()
LIMITS = Table()
CAPABILITIES = Table()
BEFORE_SWITCH = Table()
CLIENT_SWITCHES = Table()
INDEXED = Table()
INDEXED_SWITCHES = Table()


def fill(state: State, source: str) -> None:
    """Enters the state of the module `source` into the tables."""
    for entry in fields(State):
        globals()[entry.name.upper()].fill(getattr(state, entry.name), source)


@dataclass(frozen=True)
class Normalized:
    """A value of [-1, 1] that integer queries map to the whole range of integers.

    OpenGL 2.1, 6.1.2: "an RGBA color component, a DepthRange value, a depth buffer clear value, or
    a normal coordinate."
    """

    path: str | Callable


def follow(ctx, path: str):
    """Returns the object at a path from the context: field names and list indices with dots."""
    for part in path.split(".") if path else ():
        ctx = ctx[int(part)] if part.isdigit() else getattr(ctx, part)
    return ctx


@cache
def finder(path: str) -> Callable:
    """Returns a function from the context to the object at a path; faster than `follow`."""
    before, _, last = path.rpartition(".")
    if not any(map(str.isdigit, path)):
        return attrgetter(path) if path else lambda ctx: ctx
    find = finder(before)
    if last.isdigit():
        number = int(last)
        return lambda ctx: find(ctx)[number]
    return lambda ctx: getattr(find(ctx), last)
