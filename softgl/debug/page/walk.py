"""Draws a frame in a thread of its own, which can pause right after any event.

While it is paused, another thread may read its context and the application's memory.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from softgl.debug.watching import Stop as EndOfFrame


class Walk:
    """The frame that `draw()` draws; its watcher calls `arrive` after each event.

    at : the number of the last event, -1 before the first one.
    """

    def __init__(self, draw: Callable[[], None]):
        self.at = -1
        self._draw, self._wanted, self._error = draw, -1, None
        self._turn = threading.Condition()
        self._goes = self._ended = False
        self._thread = threading.Thread(target=self._run, name="softgl inspect: frame", daemon=True)

    def to(self, event: int) -> bool:
        """Continues to a later event; False if the frame ends first. Raises the frame's errors."""
        self._go(event)
        if self._error is not None:
            raise self._error
        return not self._ended

    def end(self) -> None:
        """Abandons the frame; ignores errors of its scene."""
        if self._thread.ident is not None:
            self._go(None)

    def arrive(self, event: int) -> None:
        """Pauses after an event if it is the wanted one; called by the drawing thread."""
        self.at = event
        if self._wanted is None:
            raise EndOfFrame
        if event == self._wanted:
            self._stand()

    def _go(self, wanted):
        with self._turn:
            if self._ended:
                return
            self._wanted, self._goes = wanted, True
            if self._thread.ident is None:
                self._thread.start()
            self._turn.notify_all()
            self._turn.wait_for(lambda: not self._goes)

    def _stand(self):
        with self._turn:
            self._goes = False
            self._turn.notify_all()
            self._turn.wait_for(lambda: self._goes)
        if self._wanted is None:
            raise EndOfFrame

    def _run(self):
        try:
            self._draw()
        except BaseException as error:  # re-raised in the thread that waits for the frame
            self._error = error
        with self._turn:
            self._goes, self._ended = False, True
            self._turn.notify_all()
