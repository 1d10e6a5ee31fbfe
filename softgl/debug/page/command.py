"""The work of `softgl inspect`: serves the page at 127.0.0.1 until it is interrupted."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from contextlib import suppress

from softgl.debug.page.access import new_token
from softgl.errors import SoftGLError

MISSING = 'the page needs the packages starlette and uvicorn: pip install "softgl[inspect]"'


class PageError(SoftGLError):
    """The page cannot be shown; the message is the reason, in one line."""


def show(source: str, frame: dict, port: int | None, browser: bool) -> None:
    """Serves the page of a frame until the process is interrupted.

    source, frame : arguments of `session.Session`. port : of the server; None for a free one.
    browser : True to open the page in a browser. Raises PageError, and the errors of a Session.
    """
    try:
        import uvicorn

        from softgl.debug.page.server import application
        from softgl.debug.page.session import Session
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in ("softgl", "numpy"):
            raise
        raise PageError(f"{MISSING} ({error.name} is missing)") from None
    session = Session(source, **frame)
    with _listening(port or 0) as listener:
        port, token = listener.getsockname()[1], new_token()
        config = uvicorn.Config(
            application(session, token, port),
            access_log=False,  # it would contain the token
            log_level="error",
            lifespan="off",
            timeout_graceful_shutdown=1,
            server_header=False,
            ws="none",
        )
        address = f"http://127.0.0.1:{port}/?token={token}"
        print(f"softgl inspect: {address}\nCtrl-C ends it.", flush=True)
        if browser and _has_display():
            webbrowser.open(address)
        with suppress(KeyboardInterrupt):  # ends the server
            uvicorn.Server(config).run(sockets=[listener])


def _listening(port: int) -> socket.socket:
    """Makes a listening socket at 127.0.0.1, exclusively. Raises PageError."""
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


def _has_display() -> bool:
    """True if a browser would open a window; a browser in the terminal would block it."""
    named = any(map(os.environ.get, ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")))
    return named or sys.platform in ("darwin", "win32")
