"""The work queue: spans of one piece of work, which the threads of a pool take one after the other.

As long as a thread works on a span, the work has not ended. If an exception in a thread or Ctrl-C
ends it early, the other threads finish their spans and are waited for, so that none of them draws
into a later frame.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Sequence
from functools import cache
from threading import Lock

from softgl.lanes.helpers import Helpers
from softgl.lanes.ranges import Ranges


@cache
def pool(threads: int) -> Helpers:
    """Returns the pool of helper threads for one size."""
    return Helpers(threads, "softgl")


# A forked process has none of the threads of a pool.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=pool.cache_clear)


class WorkQueue:
    """Spans that threads take one after the other.

    work : called with each span. error : the first exception of a helper thread, or None.
    """

    def __init__(self, work: Callable, spans: Sequence[tuple]):
        self._work, self._spans = work, deque(spans)
        self._helping = 0
        self._lock = Lock()
        self._waiting: list[Lock] = []  # released when no thread helps any more
        self.error: BaseException | None = None

    def finish(self, threads: int = 1) -> None:
        """Takes spans until there are none, then waits for the helpers; raises their exception.

        threads : the number of threads that work from now on, this one included.
        """
        try:
            for _ in range(min(threads, len(self._spans)) - 1):
                pool(threads - 1).submit(self.help)
            self.take_spans()
        finally:
            self.stop()
        if self.error is not None:
            raise self.error

    def take_spans(self) -> None:
        """Works on spans until there are none."""
        spans, work = self._spans, self._work
        while spans:
            try:
                span = spans.popleft()
            except IndexError:
                return
            work(*span)

    def help(self) -> None:
        """Takes spans in a thread of the pool; a thread that comes late finds none."""
        with self._lock:
            self._helping += 1
        try:
            self.take_spans()
        except BaseException as error:
            self.cancel()
            self.error = self.error or error
        finally:
            with self._lock:
                self._helping -= 1
                while self._waiting and not self._helping:
                    self._waiting.pop().release()

    def cancel(self) -> None:
        """Cancels the remaining spans."""
        self._spans.clear()

    def is_ended(self) -> bool:
        """True if no thread works on a span any more; False if that is not known."""
        return False

    def stop(self) -> None:
        """Cancels the remaining spans and waits for the helpers, even through Ctrl-C."""
        interrupt = None
        self.cancel()
        while True:
            try:
                if self.is_ended():
                    break
                with self._lock:
                    if not self._helping:
                        break
                    # A Condition takes more of Python for the same, 0.01 ms where caches are cold.
                    left = Lock()
                    left.acquire()
                    self._waiting.append(left)
                left.acquire()
                break
            except KeyboardInterrupt as again:  # an impatient user
                interrupt = again
        if interrupt is not None:
            raise interrupt


class RangeQueue(WorkQueue):
    """The ranges of a kernel; the other parameters are those of `threads.over_ranges`."""

    def __init__(self, ranges: Ranges, own: Callable, at_once: int, report: Callable | None):
        super().__init__(take_ranges, range(ranges.count))
        self._ranges, self._own, self._at_once, self._report = ranges, own, at_once, report

    def take_spans(self):
        take_ranges(self._ranges, self._own, self._at_once, self._report)

    def cancel(self):
        super().cancel()
        self._ranges.stop()

    def is_ended(self):
        # A report of every range arrives before this ends.
        return self._report is None and self._ranges.is_ended()


def take_ranges(
    ranges: Ranges, own: Callable, at_once: int, report: Callable[[int], None] | None
) -> None:
    """Runs a kernel over all ranges that other threads do not take."""
    take = ranges.taker(own())
    while count := take(at_once):
        if report:
            report(count)
