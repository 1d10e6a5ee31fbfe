"""Tracebacks of all threads on standard error, once a test has taken five minutes.

pytest's own watchdog is a thread for each test, a sixth of a millisecond of two cores that have
other work; this one is set again every half minute.
"""

from __future__ import annotations

import faulthandler
import os
import time
from functools import cache

SECONDS = 300
EVERY = 30


class Watchdog:
    """Prints tracebacks of a test between `SECONDS` - `EVERY` and `SECONDS` after it began."""

    def __init__(self):
        self._set_at = -EVERY

    def begins(self) -> None:
        """Notes that a test begins."""
        now = time.monotonic()
        if now - self._set_at >= EVERY:
            self._set_at = now
            faulthandler.dump_traceback_later(SECONDS, file=standard_error())


@cache
def standard_error() -> int:
    """A copy of the file descriptor, made before pytest captures what is written to it."""
    return os.dup(2)
