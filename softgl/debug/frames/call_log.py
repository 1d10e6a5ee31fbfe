"""All GL calls of a frame, between its events."""

from __future__ import annotations

from softgl.counts import counted
from softgl.debug.descriptions import spelled
from softgl.debug.frames.watch import watch_frame
from softgl.scene import Scene

MAX_CALLS = 500  # that are listed between two events


class CallLog:
    """Collects calls until `take`, in the syntax of Python."""

    def __init__(self):
        self._calls: list[str] = []
        self._more = 0

    def add(self, name: str, arguments: tuple) -> None:
        """Adds a call; only counts it after MAX_CALLS others."""
        if len(self._calls) < MAX_CALLS:
            self._calls.append(spelled(name, arguments))
        else:
            self._more += 1

    def take(self) -> list[str]:
        """Returns the calls, with a last line about others, and forgets them."""
        found = self._calls + ([f"... {counted(self._more, 'more call')}"] if self._more else [])
        self.__init__()
        return found


class _Watcher:
    """A watcher that lists the calls before each event; `found` is a list for each."""

    def __init__(self):
        self._log = CallLog()
        self.called = self._log.add
        self.found: list[list[str]] = []

    def before(self, event) -> None:
        """Lists the calls before the event."""
        self.found.append(self._log.take())

    def after(self, event) -> None:
        """Does nothing."""

    def rest(self) -> list[str]:
        """The calls after the last event."""
        return self._log.take()


def calls_between(scene: Scene, width: int, height: int, **options) -> list[list[str]]:
    """The calls before each event of a frame, and after the last one.

    options : of `watch_frame`.
    """
    watcher = _Watcher()
    watch_frame(scene, watcher, width, height, **options)
    return [*watcher.found, watcher.rest()]
