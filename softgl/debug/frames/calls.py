"""Reads the draw calls of one event of a frame: what the pipeline gets."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager

from softgl.debug.captures.errors import CaptureError
from softgl.debug.frames.watch import watch_frame
from softgl.debug.watching import Event, Stop
from softgl.gl.explain.listener import Listener
from softgl.scene import Scene


class Calls(Listener):
    """Collects the draw calls of a context between `start` and `end`: `found`."""

    def __init__(self):
        self.found = []

    def start(self, ctx) -> None:
        """Replaces the explainer of a context."""
        self._usual, ctx.explainer = ctx.explainer, self

    def end(self, ctx) -> None:
        """Restores the explainer."""
        ctx.explainer = self._usual

    @contextmanager
    def drawing(self, ctx, mode, drawing, call):
        """Collects a draw call."""
        self.found.append(call)
        yield


class _Watcher:
    """Calls `read(event, calls)` right after one event; `found` is the result."""

    def __init__(self, draw: int, read: Callable):
        self._draw, self._read = draw, read
        self._calls = Calls()
        self.count = 0

    def before(self, event: Event):
        self.count += 1
        if event.number == self._draw:
            self._calls.start(event.context)

    def after(self, event: Event):
        if event.number == self._draw:
            self._calls.end(event.context)
            self.calls = self._calls.found
            self.found = self._read(event, self.calls) if self.calls else None
            raise Stop


def with_calls(scene: Scene, draw: int, read: Callable, width: int, height: int, **options):
    """Returns `read(event, calls)` right after an event; calls : its DrawCalls.

    options : of `watch_frame`. Raises CaptureError if the frame has no such event, or it draws no
    vertices.
    """
    watcher = _Watcher(draw, read)
    watch_frame(scene, watcher, width, height, **options)
    if watcher.count <= draw:
        raise CaptureError(f"no draw {draw}: the frame has {watcher.count}, counted from 0")
    if not watcher.calls:
        raise CaptureError(f"draw {draw} has no vertices")
    return watcher.found
