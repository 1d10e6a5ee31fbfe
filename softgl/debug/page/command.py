"""What `softgl inspect` does: it listens at 127.0.0.1 until it is interrupted."""

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
    """The page cannot be shown; the message says why in one line."""


def show(source: str, frame: dict, port: int | None, browser: bool) -> None:
    """Serve the page of a frame until the process is interrupted.

    source, frame : what `session.Session` takes. port : to listen at; None: one that is free.
    browser : True if one is asked to open the page. Raises PageError, and what a Session raises.
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
            access_log=False,  # it would have the token
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
        with suppress(KeyboardInterrupt):  # how it ends
            uvicorn.Server(config).run(sockets=[listener])


def _listening(port: int) -> socket.socket:
    """A socket at 127.0.0.1 that nobody else listens at."""
    listener = socket.socket()
    try:
        if os.name == "posix":  # a port whose last connections are still being closed is free
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        why = os.strerror(error.errno) if error.errno else str(error)
        raise PageError(f"cannot listen at port {port}: {why}") from None
    return listener


def _has_display() -> bool:
    """Whether a browser would have a window: one in the terminal would take it away."""
    named = any(map(os.environ.get, ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")))
    return named or sys.platform in ("darwin", "win32")
