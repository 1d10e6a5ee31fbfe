"""Events of a frame: commands that make pixels, numbered from 0, reported to a watcher.

While a frame is watched, small draws are not batched: an event's pixels are complete when it ends.
The pixels are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from typing import Protocol

from softgl.debug.stacks import stack_of_call
from softgl.gl.api import enums as gl
from softgl.gl.api.current import current
from softgl.gl.api.declarations import COMMANDS, declaration_of
from softgl.gl.api.interception import Listener, interception
from softgl.gl.api.kinds import Kind
from softgl.gl.api.spelling import spelled_call
from softgl.gl.context import BaseContext
from softgl.records import dataclass

KINDS = {"draw": Kind.DRAW, "clear": Kind.CLEAR, "pixels": Kind.PIXELS, "blit": Kind.BLIT}
"""Kind of an event -> kind of the commands that make such events."""


class Stop(BaseException):
    """Ends a watched frame early; raised by watchers only."""


@dataclass(frozen=True)
class Event:
    """A command that makes pixels.

    number : its position in the frame, from 0. kind : a key of `KINDS`.
    command, arguments : the call, without keyword arguments.
    context : the context that executes it.
    mode : the primitive mode, a GL enum; None without primitives.
    count : the number of vertices of all instances; None without vertices.
    stack : of the program, as of `stacks.stack_of_call`.
    """

    number: int
    kind: str
    command: str
    arguments: tuple
    context: BaseContext = field(compare=False, repr=False)
    mode: int | None = None
    count: int | None = None
    stack: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def __str__(self):
        return spelled_call(self.command, self.arguments)


class Watcher(Protocol):
    """The interface of watchers; the methods may raise `Stop`.

    A watcher may have a method called(name, arguments), for each other call.
    """

    def before(self, event: Event) -> None:
        """Called right before the event; all earlier events are drawn."""

    def after(self, event: Event) -> None:
        """Called right after the event, also if it raised an error."""


def kind_of(command: str) -> str | None:
    """The kind of a command's events; None for other commands and for names without one."""
    if command not in COMMANDS:
        return None
    own = declaration_of(command).kind
    return next((word for word, kind in KINDS.items() if own & kind), None)


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """Reports the events of the block, in every context of this thread, to a watcher.

    A watcher that raises `Stop` ends the block. Raises InterceptionError, a UsageError, if this
    thread is watched already.
    """
    listener = _Listener(watcher)
    try:
        with interception(listener):
            yield
    except Stop:
        pass


class _Listener(Listener):
    """Numbers events, and executes all calls."""

    def __init__(self, watcher):
        super().__init__(self._keep_nothing)
        self.own = frozenset(COMMANDS)
        self.watcher, self.number = watcher, 0
        self.called = getattr(watcher, "called", None)
        self.kinds = {name: kind for name in COMMANDS if (kind := kind_of(name))}

    def _keep_nothing(self, call):
        """Records no call."""

    def call(self, name, function, arguments, keywords):
        """Executes a call; an event between `before` and `after` of the watcher."""
        kind, context = self.kinds.get(name), current.executing
        # A command in the wrong place (within glBegin or outside) draws nothing.
        if kind is None or context is None or context.inside_begin != (name == "glEnd"):
            if self.called is not None and context is not None:
                self.called(name, (*arguments, *keywords.values()))
            return function(*arguments, **keywords)
        shape = _shape(context, name, arguments, keywords)
        event = Event(self.number, kind, name, arguments, context, *shape, stack_of_call())
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
    """The mode and the number of vertices of an event; None for unknown ones."""
    if name == "glEnd":
        return context.immediate.mode, context.immediate.count
    names = [parameter.name for parameter in declaration_of(name).parameters]
    if names[0] in ("x1", "v1"):  # glRect
        return gl.GL_POLYGON, 4
    values = {**dict(zip(names, arguments, strict=False)), **keywords}
    mode, count = values.get("mode"), values.get("count")
    instances = values.get("primcount", values.get("instancecount", 1))
    try:
        if "drawcount" in names:
            return int(mode), sum(int(each) for each in count)
        return int(mode), int(count) * int(instances)
    except (TypeError, ValueError):  # another form of the call, or arguments that will be refused
        return None, None
