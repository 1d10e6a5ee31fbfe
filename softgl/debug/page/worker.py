"""One thread that draws, so that the server stays awake; what was asked before is remembered."""

from __future__ import annotations

import queue
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future

LARGEST = 64 << 20  # bytes of answers that are remembered


class Worker:
    """Runs one function after the other in a thread of its own, which ends with the process.

    A context belongs to the thread that makes it: all that is done with contexts is done here.
    """

    def __init__(self):
        self._tasks: queue.SimpleQueue = queue.SimpleQueue()
        threading.Thread(target=self._run, name="softgl inspect", daemon=True).start()

    def submit(self, function: Callable) -> Future:
        """What `function()` will have returned; what is cancelled before its turn never runs."""
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
            except BaseException as error:  # it belongs to whoever waits for the result
                future.set_exception(error)


class Remembered:
    """Answers, by what was asked, up to `LARGEST` bytes: those unused for longest go."""

    def __init__(self, largest: int = LARGEST):
        self._largest, self._size = largest, 0
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, asked: Hashable) -> bytes | None:
        """The answer, None for one that is not known."""
        if asked in self._answers:
            self._answers.move_to_end(asked)
        return self._answers.get(asked)

    def keep(self, asked: Hashable, answer: bytes) -> None:
        """Remember an answer, if it is not too large."""
        if asked in self._answers or len(answer) > self._largest:
            return
        self._answers[asked] = answer
        self._size += len(answer)
        while self._size > self._largest:
            _, oldest = self._answers.popitem(last=False)
            self._size -= len(oldest)
