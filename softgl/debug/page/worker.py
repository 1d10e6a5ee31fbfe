"""A drawing thread, so that the server stays responsive, and a cache of answers."""

from __future__ import annotations

import queue
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future

MAX_CACHED_BYTES = 64 << 20  # of answers


class Worker:
    """Runs functions in order in a thread of its own, which ends with the process.

    A context belongs to the thread that makes it, so all work with contexts runs here.
    """

    def __init__(self):
        self._tasks: queue.SimpleQueue = queue.SimpleQueue()
        threading.Thread(target=self._run, name="softgl inspect", daemon=True).start()

    def submit(self, function: Callable) -> Future:
        """Submits a function; returns its future. A future that is cancelled in time never runs."""
        future = Future()
        self._tasks.put((future, function))
        return future

    def _run(self):
        while True:
            future, function = self._tasks.get()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(function())
            except BaseException as error:  # re-raised by the future's `result`
                future.set_exception(error)


class Remembered:
    """A least-recently-used cache of answers of up to MAX_CACHED_BYTES bytes."""

    def __init__(self, largest: int = MAX_CACHED_BYTES):
        self._largest, self._size = largest, 0
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, key: Hashable) -> bytes | None:
        """The cached answer, or None."""
        if key in self._answers:
            self._answers.move_to_end(key)
        return self._answers.get(key)

    def keep(self, key: Hashable, answer: bytes) -> None:
        """Caches an answer, unless it is too large."""
        if key in self._answers or len(answer) > self._largest:
            return
        self._answers[key] = answer
        self._size += len(answer)
        while self._size > self._largest:
            _, oldest = self._answers.popitem(last=False)
            self._size -= len(oldest)
