"""The work of `softgl inspect`: serves the page at 127.0.0.1 until it is interrupted."""

from __future__ import annotations

import webbrowser
from contextlib import suppress

from softgl.debug.page.access import new_token
from softgl.local_page import PageError, has_display, listening

MISSING = 'the page needs the packages starlette and uvicorn: pip install "softgl[inspect]"'


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
    with listening(port or 0) as listener:
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
        if browser and has_display():
            webbrowser.open(address)
        with suppress(KeyboardInterrupt):  # ends the server
            uvicorn.Server(config).run(sockets=[listener])
