"""The CPU time of each draw of a frame: medians of several replays.

Each replay draws the frame in a new context, after a first one that compiles kernels. While a frame
is watched, draws are not batched, so an event's time is its own: its command, its pixels, and
preparations (textures, programs) that it is the first one to need. The frame without a watcher is
measured as well, since batches make small draws cheaper than the sum of their times.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

from softgl.debug.captures.errors import CaptureError
from softgl.debug.frames.watch import prepared_frame, watch_frame
from softgl.debug.watching import Event
from softgl.records import dataclass
from softgl.scene import Scene

REPLAYS = 5


@dataclass(frozen=True)
class Times:
    """CPU times in milliseconds of all threads. draws : by number. frame : drawn as usual."""

    draws: list[float]
    frame: float


class _Timer:
    """A watcher that measures events."""

    def __init__(self):
        self.commands: list[str] = []
        self.times: list[float] = []

    def before(self, event: Event) -> None:
        """Starts the time of an event."""
        self.commands.append(event.command)
        self._start = time.process_time()

    def after(self, event: Event) -> None:
        """Ends it."""
        self.times.append(1e3 * (time.process_time() - self._start))


def measure(
    load: Callable[[], Scene], width: int, height: int, replays: int = REPLAYS, **options
) -> Times:
    """Measures the events of a frame.

    load : loads the scene anew. options : of `watch_frame`. Raises CaptureError if the replays
    differ.
    """
    timers = [_Timer() for _ in range(replays + 1)]
    for timer in timers:
        watch_frame(load(), timer, width, height, **options)
        if timer.commands != timers[0].commands:
            raise CaptureError("the draws cannot be measured: the frame has others each time")
    measured = zip(*(timer.times for timer in timers[1:]), strict=True)
    whole = [_whole(load(), width, height, options) for _ in range(replays + 1)]
    return Times([median(each) for each in measured], median(whole[1:]))


def _whole(scene, width, height, options) -> float:
    context, draw = prepared_frame(scene, width, height, **options)
    start = time.process_time()
    draw()
    context.batch.flush()
    return 1e3 * (time.process_time() - start)
