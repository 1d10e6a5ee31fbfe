"""Threads that help another one, on other CPUs than its own.

Linux often wakes a thread on the CPU of the one that wakes it, and leaves both there for as long as
a frame takes while another CPU is idle: after a pause of 20 ms, half of all frames that two threads
draw took the time of one thread. So who asks for help bars its own CPU to those that help.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress


class Helpers:
    """So many threads that call what they are given, one after the other; name : of the threads."""

    def __init__(self, count: int, name: str):
        self._threads: list[int] = []
        self._barred = None  # the CPU, and for how many threads
        self._pool = ThreadPoolExecutor(count, name, initializer=self._begin)

    def _begin(self):
        self._threads.append(threading.get_native_id())

    def submit(self, work: Callable[[], None]) -> Future:
        """Have `work` called. Raises RuntimeError while Python ends."""
        self._stand_aside()
        return self._pool.submit(work)

    def _stand_aside(self) -> None:
        """Have the threads run on other CPUs than the one that this one is on now."""
        cpu = current_cpu()
        if cpu is None or (cpu, len(self._threads)) == self._barred:
            return
        self._barred = cpu, len(self._threads)
        with suppress(OSError):  # which only costs time
            others = os.sched_getaffinity(0) - {cpu}
            for thread in self._threads if others else ():
                os.sched_setaffinity(thread, others)


def _find_current_cpu() -> Callable[[], int | None]:
    """What tells the CPU that a thread is on; None for where threads are not kept off one."""
    if hasattr(os, "sched_setaffinity"):
        with suppress(AttributeError):  # of a library of C that does not have it
            return ctypes.CDLL(None).sched_getcpu
    return lambda: None


current_cpu = _find_current_cpu()
