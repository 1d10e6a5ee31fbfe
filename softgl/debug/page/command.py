"""The work of `softgl inspect`: serves the page at 127.0.0.1 until it is interrupted."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial

from softgl.debug.page.access import new_token
from softgl.local_page import PageError, has_display, listening

MISSING = 'the page needs the packages starlette and uvicorn: pip install "softgl[inspect]"'


def show(
    source: str,
    frame: dict,
    port: int | None,
    browser: bool,
    other: tuple[str, dict, str] | None = None,
) -> None:
    """Serves the page of a frame until the process is interrupted.

    source, frame : arguments of `session.Session`. port : of the server; None for a free one.
    browser : True to open the page in a browser. other : source, frame and name of the one to
    compare with. Raises PageError, and the errors of a Session.
    """
    with needed_packages():
        from softgl.debug.page.server import application
        from softgl.debug.page.session import Session
    if other is not None:
        from softgl.debug.comparison.command import comparison

        other_source, other_frame, name = other
        found = comparison(source, other_source, frame, other_frame)
        frame = {**frame, "size": found.size, "other": name, "comparison": found}
    session = Session(source, **frame)
    serve("softgl inspect", partial(application, session), port, browser)


@contextmanager
def needed_packages() -> Iterator[None]:
    """Raises PageError if the block, which imports a server, misses a package of the extra."""
    try:
        import uvicorn  # noqa: F401

        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in ("softgl", "numpy"):
            raise
        raise PageError(f"{MISSING} ({error.name} is missing)") from None


def serve(name: str, application: Callable, port: int | None, browser: bool) -> None:
    """Serves a page at 127.0.0.1 until the process is interrupted; prints its address.

    name : of the command. application : called as application(token, port), returns the ASGI
    application. port : None for a free one. browser : True to open the page in a browser.

    Raises PageError.
    """
    page = prepared(name, application, port, browser)
    with page as (server, listener), suppress(KeyboardInterrupt):  # which ends the server
        server.run(sockets=[listener])


@contextmanager
def prepared(name: str, application: Callable, port: int | None, browser: bool) -> Iterator[tuple]:
    """Makes the server of a page and its listening socket; arguments and errors as of `serve`."""
    import uvicorn

    with listening(port or 0) as listener:
        port, token = listener.getsockname()[1], new_token()
        config = uvicorn.Config(
            application(token, port),
            access_log=False,  # it would contain the token
            log_level="error",
            lifespan="off",
            timeout_graceful_shutdown=1,
            server_header=False,
            ws="none",
        )
        address = f"http://127.0.0.1:{port}/?token={token}"
        print(f"{name}: {address}\nCtrl-C ends it.", flush=True)
        if browser and has_display():
            webbrowser.open(address)
        yield uvicorn.Server(config), listener
