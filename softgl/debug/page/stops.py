"""A frame that is stopped right after one of its events, with the data to inspect there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

import numpy as np

from softgl.debug.frames.call_log import CallLog
from softgl.debug.frames.calls import Calls
from softgl.debug.frames.targets import drawn_to
from softgl.debug.frames.times import Times, measure
from softgl.debug.frames.watch import watch_frame
from softgl.debug.page.images import as_picture
from softgl.debug.page.walk import Walk
from softgl.debug.state import state
from softgl.debug.watching import Event, Watcher
from softgl.ir.program import Program
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.records import dataclass
from softgl.scene import Scene


@dataclass
class Stop:
    """A stop right after an event; its context is unchanged until the frame continues.

    before : the framebuffer right before the event, as a picture. state : of the context right
    before the event; state_before : right before the previous event, or None. calls : the draws.
    commands : all calls since the event before.
    """

    event: Event
    before: np.ndarray | None
    state: dict
    state_before: dict | None
    calls: list[DrawCall] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)

    @property
    def context(self):
        """The context."""
        return self.event.context

    @property
    def programs(self) -> list[Program]:
        """The programs of the event, in the order of stages."""
        if not self.calls:
            return []
        call = self.calls[0]
        keys = call.vertex, call.geometry and call.geometry.key, call.fragment
        return [key.program for key in keys if key]


class Stops:
    """Stops of a frame at its events, one at a time.

    load : loads the scene. size : (width, height). options : of `frames.watch_frame`.
    """

    def __init__(self, load: Callable[[], Scene], size: tuple[int, int], **options):
        self._load, self._size, self._options = load, size, options
        self._walk = self._stop = None

    def at(self, number: int) -> Stop | None:
        """Stops the frame at an event; None if the frame has no such event.

        Continues from the current stop if possible, else draws the frame again.
        """
        if self._stop is not None and self._stop.event.number == number:
            return self._stop
        if self._walk is None or self._walk.at > number:
            self.leave()
            self._watcher = _Watcher()
            self._walk = Walk(self._draw)
            self._watcher.walk = self._walk
        self._stop = None
        self._watcher.wanted = number
        if not self._walk.to(number):
            self.leave()
            return None
        self._stop = self._watcher.stop
        return self._stop

    def show(self, watcher: Watcher) -> None:
        """Draws the whole frame for another watcher."""
        self.leave()
        watch_frame(self._load(), watcher, *self._size, **self._options)

    def times(self) -> Times:
        """Measures the events of the frame."""
        self.leave()
        return measure(self._load, *self._size, **self._options)

    def leave(self) -> None:
        """Abandons the frame, so that others can be drawn."""
        if self._walk is not None:
            self._walk.end()
        self._walk = self._stop = None

    def _draw(self):
        watch_frame(self._load(), self._watcher, *self._size, **self._options)


class _Watcher:
    """A watcher that records the data of a stop."""

    def __init__(self):
        self.states: dict[int, dict] = {}
        self.stop = None
        self._log = CallLog()

    def called(self, name, arguments):
        """Lists a call right before the wanted event."""
        if self.walk.at == self.wanted - 1:
            self._log.add(name, arguments)

    def before(self, event):
        number = event.number
        if number in (self.wanted - 1, self.wanted):
            self.states = {n: s for n, s in self.states.items() if n == number - 1}
            self.states[number] = state(event.context)
        if number != self.wanted:
            return
        states = self.states[number], self.states.get(number - 1)
        self.stop = Stop(event, target(event.context), *states)
        self.stop.commands = self._log.take()
        self.calls = Calls()
        self.stop.calls = self.calls.found
        self.calls.start(event.context)

    def after(self, event):
        if event.number == self.wanted:
            self.calls.end(event.context)
        self.walk.arrive(event.number)


# -- pictures --------------------------------------------------------------------------------------


def target(ctx, channels: str = "rgba") -> np.ndarray | None:
    """The draw framebuffer as a picture: the first colour buffer, or depths; None without both.

    channels : of the colour buffer, a word of `images.CHANNELS`.
    """
    frame = drawn_to(ctx)
    colour = frame and next((plane for plane in frame.colors if plane is not None), None)
    if colour is not None:
        return as_picture(colour.read_color(0, 0, frame.width, frame.height), channels)
    return depths(ctx)


def depths(ctx) -> np.ndarray | None:
    """The depth buffer as a picture, from black (near) to white (far); None without one."""
    frame = drawn_to(ctx)
    if frame is None or frame.depth_plane is None:
        return None
    return as_picture(frame.read_depth_values(0, 0, frame.width, frame.height), stretch=True)
