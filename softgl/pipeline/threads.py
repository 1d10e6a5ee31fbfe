"""The threads that draw tiles: as long as one of them draws, the draw has not ended.

Whatever ends a draw early, Ctrl-C or an exception in a thread: the others stop after what they are
at, and are waited for, so that nothing is drawn into a later frame.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Condition

LANES_OF_SPAN = 1 << 14  # of a mapped kernel, in one call; a multiple of MAX_LANES


def in_threads(threads: int, work: Callable, spans: list[tuple]) -> None:
    """Call `work` with each of the spans, in up to so many threads at once.

    The first exception of a thread is raised here; none works any more then.
    """
    if threads == 1 or len(spans) == 1:
        for span in spans:
            work(*span)
        return
    job = _Job(work, spans)
    try:
        pool = _pool(threads)
        for taker in [pool.submit(job.take_spans) for _ in range(min(threads, len(spans)))]:
            taker.result()
    finally:
        job.stop()


def run_mapped(kernel, scalars: dict, arrays: dict, count: int, threads: int) -> None:
    """Run a mapped kernel over `count` lanes in spans; its scalar `first` is where each begins."""

    def run(first):
        kernel.run(scalars | {"first": first}, arrays, min(LANES_OF_SPAN, count - first))

    in_threads(threads, run, [(first,) for first in range(0, max(1, count), LANES_OF_SPAN)])


@cache
def _pool(threads):
    return ThreadPoolExecutor(threads, thread_name_prefix="softgl")


# The threads of a pool are not there in a forked process.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)


class _Job:
    """Spans, of which threads take one after the other."""

    def __init__(self, work: Callable, spans: Iterable[tuple]):
        self._work = work
        self._waiting = deque(spans)
        self._working = 0
        self._changed = Condition()

    def take_spans(self) -> None:
        """Work on spans until there are none."""
        while True:
            with self._changed:
                if not self._waiting:
                    return
                span = self._waiting.popleft()
                self._working += 1
            try:
                self._work(*span)
            except BaseException:
                self._waiting.clear()
                raise
            finally:
                with self._changed:
                    self._working -= 1
                    self._changed.notify_all()

    def stop(self) -> None:
        """Let no thread take another span, and wait for those that work, come what may."""
        interrupt = None
        self._waiting.clear()
        while True:
            try:
                with self._changed:
                    self._changed.wait_for(lambda: not self._working)
                break
            except KeyboardInterrupt as again:  # impatience
                interrupt = again
        if interrupt is not None:
            raise interrupt
