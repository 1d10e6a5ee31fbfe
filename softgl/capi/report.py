"""Messages for programs in C: one line on standard error each, and each once."""

from __future__ import annotations

import contextlib
import sys
import threading

MOST = 200  # different lines; a program that goes wrong all the time fills no disk

_said: set[str] = set()
_lock = threading.Lock()


def report(line: str) -> None:
    """Writes a line to standard error, unless it was written before."""
    with _lock:
        if line in _said or len(_said) > MOST:
            return
        _said.add(line)
        last = len(_said) > MOST
    text = "further messages are left out" if last else line
    with contextlib.suppress(Exception):  # there may be no standard error, or one that is closed
        print(f"softgl: {text}", file=sys.stderr, flush=True)
