"""Local pages: a port at 127.0.0.1, and the test for a browser."""

from __future__ import annotations

import os
import socket
import sys

from softgl.errors import SoftGLError


class PageError(SoftGLError):
    """A page cannot be shown; the message is the reason, in one line."""


def listening(port: int) -> socket.socket:
    """Makes a listening socket at 127.0.0.1, exclusively.

    port : 0 for a free one. Raises PageError if it is taken.
    """
    listener = socket.socket()
    try:
        if os.name == "posix":  # allows a port with connections in TIME_WAIT
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        why = os.strerror(error.errno) if error.errno else str(error)
        raise PageError(f"cannot listen at port {port}: {why}") from None
    return listener


def has_display() -> bool:
    """True if a browser would open a window; a browser in the terminal would block it."""
    named = any(map(os.environ.get, ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")))
    return named or sys.platform in ("darwin", "win32")
