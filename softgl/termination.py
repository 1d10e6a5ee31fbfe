"""Ends processes of softgl: at a signal, or together with their parent process."""

from __future__ import annotations

import atexit
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Termination signals; Windows has no SIGHUP."""
Result = TypeVar("Result")


class Terminated(KeyboardInterrupt):
    """A signal of SIGNALS has arrived: the stack unwinds as after Ctrl-C."""


def unwound(function: Callable[[], Result]) -> Result:
    """Calls a function; a signal of SIGNALS unwinds its stack, then ends the process as usual.

    Temporary files are removed and exit functions run, but threads are not joined. A second signal
    ends the process at once. Ignored signals (nohup) and signals with a handler are left alone.
    Must be called in the main thread.
    """
    arrived = []

    def unwind(number, _):
        arrived.append(number)
        signal.signal(number, signal.SIG_DFL)
        raise Terminated

    handled = [each for each in SIGNALS if signal.getsignal(each) is signal.SIG_DFL]
    for each in handled:
        signal.signal(each, unwind)
    try:
        with suppress(Terminated):
            return function()
    finally:
        for each in handled:
            signal.signal(each, signal.SIG_DFL)
        if arrived:
            atexit._run_exitfuncs()
            os.kill(os.getpid(), arrived[0])


def end_at_eof(read: Callable[[], object]) -> None:
    """Ends this process, without cleanup, once the other end of a pipe is closed.

    read : reads from the pipe, to which nothing is written. The operating system closes the other
        end when the process that holds it ends in any way.
    """

    def watch():
        with suppress(EOFError, OSError):
            read()
        os._exit(1)

    threading.Thread(target=watch, name="softgl: end of the parent", daemon=True).start()
