"""The events of a frame: the commands that make pixels, numbered from 0, told to a watcher.

While somebody watches, small draws do not wait for others, so that what an event draws is there
when it has ended. The pixels are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from typing import Protocol

from softgl.gl.api import enums as gl
from softgl.gl.api import registry
from softgl.gl.api.current import current
from softgl.gl.api.declarations import COMMANDS, declaration_of
from softgl.gl.api.interception import Listener, interception
from softgl.gl.api.kinds import Kind
from softgl.gl.api.signature import signature
from softgl.gl.api.spelling import spelled_call
from softgl.gl.context import GLContext
from softgl.records import dataclass

KINDS = {"draw": Kind.DRAW, "clear": Kind.CLEAR, "pixels": Kind.PIXELS, "blit": Kind.BLIT}
"""The kinds of events, and of the commands that are events of each."""


class Stop(BaseException):
    """Ends a watched frame early; raised by watchers, and by nobody else."""


@dataclass(frozen=True)
class Event:
    """A command that makes pixels.

    number : its place in the frame, from 0. kind : one of `KINDS`.
    command, arguments : what was called; keywords are left out of the arguments.
    context : the context that it draws with.
    mode : the primitive mode, a GL enum, or None if it has none.
    count : how many vertices it has, all instances together, or None if it has none.
    """

    number: int
    kind: str
    command: str
    arguments: tuple
    context: GLContext = field(compare=False, repr=False)
    mode: int | None = None
    count: int | None = None

    def __str__(self):
        return spelled_call(self.command, self.arguments)


class Watcher(Protocol):
    """Who is told of events; may raise `Stop`."""

    def before(self, event: Event) -> None:
        """The event is about to happen, and all before it have been drawn."""

    def after(self, event: Event) -> None:
        """The event has happened, or was refused."""


def kind_of(command: str) -> str | None:
    """The kind of events that a command makes, or None; None for entries that are not commands."""
    if command not in COMMANDS:
        return None
    own = declaration_of(command).kind
    return next((word for word, kind in KINDS.items() if own & kind), None)


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """Tell a watcher of the events of the block, in every context of this thread.

    A watcher that raises `Stop` ends the block. Raises InterceptionError, a UsageError, if there
    is a watcher already.
    """
    listener = _Listener(watcher)
    try:
        with interception(listener):
            yield
    except Stop:
        pass


class _Listener(Listener):
    """Numbers events, and passes all other calls on."""

    def __init__(self, watcher):
        super().__init__(self._keep_nothing)
        self.own = frozenset(COMMANDS)
        self.watcher, self.number = watcher, 0
        self.kinds = {name: kind for name in COMMANDS if (kind := kind_of(name))}

    def _keep_nothing(self, call):
        """No call is kept."""

    def call(self, name, function, arguments, keywords):
        """Make a call, between the watcher's two if it is an event."""
        kind, context = self.kinds.get(name), current.executing
        # A command that is refused for where it stands draws nothing.
        if kind is None or context is None or context.inside_begin != (name == "glEnd"):
            return function(*arguments, **keywords)
        mode, count = _shape(context, name, arguments, keywords)
        event = Event(self.number, kind, name, arguments, context, mode, count)
        self.number += 1
        context.batch.flush()
        self.watcher.before(event)
        try:
            result = function(*arguments, **keywords)
        finally:
            context.batch.flush()
            self.watcher.after(event)
        return result


def _shape(context, name, arguments, keywords):
    """The mode and the number of vertices of an event, or None for what is not known."""
    if name == "glEnd":
        return context.immediate.mode, context.immediate.count
    if name.startswith("glRect"):
        return gl.GL_POLYGON, 4
    if name.startswith("glEvalMesh") or name not in registry.COMMANDS:
        return None, None
    names = (parameter.name for parameter in signature(name).parameters)
    given = {**dict(zip(names, arguments, strict=False)), **keywords}
    mode, count = given.get("mode"), given.get("count")
    instances = given.get("primcount", given.get("instancecount", 1))
    try:
        if name.startswith("glMulti"):
            return int(mode), sum(int(each) for each in count)
        return int(mode), int(count) * int(instances)
    except (TypeError, ValueError):  # another call form, or what will be refused
        return None, None
