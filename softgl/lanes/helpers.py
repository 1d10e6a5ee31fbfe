"""Helper threads, kept off the CPU of the thread that they help.

Linux often wakes a thread on the CPU of the one that wakes it, and leaves both there for as long as
a frame takes while another CPU is idle: after a pause of 20 ms, half of all frames that two threads
draw took the time of one thread. So a caller bars its own CPU to its helpers.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue


class Helpers:
    """Helper threads that run tasks, one after the other; name : of the threads.

    They start with the first task, and end with Python, after their current task.
    """

    # What `concurrent.futures` makes of each call besides, a Future with a lock of its own, takes
    # 0.03 ms where caches are cold: a tenth of clearing a million pixels.

    def __init__(self, count: int, name: str):
        self._names = [f"{name}_{number}" for number in reversed(range(count))]  # not begun yet
        self._threads: list[threading.Thread] = []
        self._begun: list[int] = []  # as the system knows them
        self._tasks: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._barred = None  # the CPU, and for how many threads
        self._ended = False
        atexit.register(self.end)

    def submit(self, work: Callable[[], None]) -> None:
        """Queues a call of `work`, which must not raise; it may never run, as when Python ends."""
        self._stand_aside()
        if self._names and not self._ended:
            self._begin_another()
        if self._threads:
            self._tasks.put(work)

    def _begin_another(self):
        try:
            name = self._names.pop()
        except IndexError:  # another caller has started the last one at the same time
            return
        thread = threading.Thread(target=self._work, name=name, daemon=True)
        try:
            thread.start()
        except RuntimeError:  # there cannot be another one now
            self._names.append(name)
        else:
            self._threads.append(thread)

    def end(self) -> None:
        """Ends the threads, and waits for them."""
        self._ended = True
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join()
        atexit.unregister(self.end)

    def _work(self):
        self._begun.append(threading.get_native_id())
        while (work := self._tasks.get()) is not None and not self._ended:
            work()
            work = None  # nothing is to stay for its sake

    def _stand_aside(self) -> None:
        """Moves the helper threads off the CPU that the calling thread runs on now."""
        cpu = current_cpu()
        if cpu is None or (cpu, len(self._begun)) == self._barred:
            return
        self._barred = cpu, len(self._begun)
        with suppress(OSError):  # which only costs time
            others = os.sched_getaffinity(0) - {cpu}
            for thread in self._begun if others else ():
                os.sched_setaffinity(thread, others)


def usable_cpus() -> int:
    """The number of CPUs that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _find_current_cpu() -> Callable[[], int | None]:
    """A function that returns the calling thread's CPU; None if threads cannot be kept off one."""
    if hasattr(os, "sched_setaffinity"):
        with suppress(AttributeError):  # of a library of C that does not have it
            return ctypes.CDLL(None).sched_getcpu
    return lambda: None


current_cpu = _find_current_cpu()
