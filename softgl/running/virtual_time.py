"""Ties Python's clock to the frames: `virtual`."""

from __future__ import annotations

import time
from contextlib import contextmanager

from softgl.glut.clock import SECOND, Clock

BEGINNING = 946_684_800 * SECOND
"""The first value of time.time_ns(): the year 2000, in UTC."""


@contextmanager
def virtual(clock: Clock):
    """Lets the functions of `time` return the virtual time in the block; sleeping takes no time.

    `datetime` keeps the real time, and so do functions that were imported from `time` before.
    """
    real = {name: getattr(time, name) for name in _functions(clock)}
    for name, function in _functions(clock).items():
        setattr(time, name, function)
    try:
        yield
    finally:
        for name, function in real.items():
            setattr(time, name, function)


def _functions(clock):
    """Returns the functions of `time` that read a clock or sleep."""
    local, utc, words, formatted = time.localtime, time.gmtime, time.ctime, time.strftime

    def now():
        return (BEGINNING + clock.read()) / SECOND

    def since():
        return clock.read() / SECOND

    def sleep(seconds):
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        clock.sleep(int(seconds * SECOND))

    return {
        "time": now,
        "time_ns": lambda: BEGINNING + clock.read(),
        **dict.fromkeys(("perf_counter", "monotonic", "process_time"), since),
        **dict.fromkeys(("perf_counter_ns", "monotonic_ns", "process_time_ns"), clock.read),
        "sleep": sleep,
        "localtime": lambda seconds=None: local(now() if seconds is None else seconds),
        "gmtime": lambda seconds=None: utc(now() if seconds is None else seconds),
        "ctime": lambda seconds=None: words(now() if seconds is None else seconds),
        "strftime": lambda form, when=None: formatted(form, local(now()) if when is None else when),
    }
