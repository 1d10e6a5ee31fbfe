"""Serves the page of a script in a thread of its own, while the script runs in the main thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from time import monotonic  # before softgl.running.virtual_time replaces it

from softgl.debug.live.running import Live
from softgl.debug.page.command import needed_packages, prepared

MAX_SECONDS_TO_END = 5.0


class _RealTime(asyncio.SelectorEventLoop):
    """An event loop with the real time, while that of the module `time` is virtual."""

    def time(self) -> float:
        """Returns the real time in seconds."""
        return monotonic()


@contextmanager
def serving(live: Live, port: int | None, browser: bool) -> Iterator[None]:
    """Serves the page of a script during the block; arguments and errors as of `serve`."""
    with needed_packages():
        from softgl.debug.live.page import live_application
    with prepared("softgl run", partial(live_application, live), port, browser) as (server, at):
        # Before the script runs, whose modules may have the names of the server's.
        server.config.load()
        thread = threading.Thread(target=_run, args=(server, at), name="softgl run", daemon=True)
        thread.start()
        try:
            yield
        finally:
            server.should_exit = True
            thread.join(MAX_SECONDS_TO_END)


def _run(server, listener) -> None:
    loop = _RealTime()
    try:
        loop.run_until_complete(server.serve(sockets=[listener]))
    finally:
        loop.close()
