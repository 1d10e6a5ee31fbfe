"""Futures: values that a helper thread computes before they are needed, such as kernels."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache

from softgl.lanes.helpers import Helpers
from softgl.lanes.locks import PRECOMPILING


class Future:
    """A value computed by a helper thread, or by the caller of `result` if that comes first.

    work : computes it, without arguments. It is called once; again only after it has raised.
    """

    def __init__(self, work: Callable):
        self._work, self._lock, self._values = work, threading.Lock(), []
        _helper().submit(self._compute)

    def _compute(self):
        with PRECOMPILING:
            self.help()

    @property
    def busy(self) -> bool:
        """True while a thread computes it."""
        return self._lock.locked()

    def help(self) -> bool:
        """Computes the value, unless a thread has done so or does; returns True if it did."""
        if not self._lock.acquire(blocking=False):
            return False
        try:
            if self._values:
                return False
            with suppress(Exception):  # `result` computes it again, and raises
                self._values.append(self._work())
            return True
        finally:
            self._lock.release()

    def result(self):
        """Returns the value; computes it here if no thread has begun to."""
        with self._lock:
            if not self._values:
                self._values.append(self._work())
            return self._values[0]


@cache
def _helper():
    return Helpers(1, "softgl-precompile")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_helper.cache_clear)
