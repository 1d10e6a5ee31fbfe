"""The server: files of the page, and the answers of `answers`, as JSON or PNG."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from importlib.resources import files

from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from softgl.debug.page.access import Access
from softgl.debug.page.answers import ANSWERS, Answer
from softgl.debug.page.worker import Remembered, Worker
from softgl.errors import SoftGLError, UsageError

MAX_POSTED_BYTES = 4 << 20
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


def application(session, token: str, port: int, answers=ANSWERS, static=None) -> Access:
    """The ASGI application of a page.

    session : the first argument of the answers, such as a `session.Session`. answers : by name.
    static : the files of the page, see `static_files`; None for those of `softgl inspect`.
    """
    worker, remembered = Worker(), Remembered()
    routes = [
        Route(
            f"/api/{name}",
            partial(_answered, session, worker, remembered, name, answer),
            methods=["POST" if answer.posted else "GET"],
        )
        for name, answer in answers.items()
    ]
    posts = {f"/api/{name}" for name, answer in answers.items() if answer.posted}
    routes += file_routes(static_files() if static is None else static)
    return Access(Starlette(routes=routes), token, port, posts)


def static_files(package: str = __package__) -> dict[str, tuple[bytes, str]]:
    """Path on the server -> (contents, content type) of the files of a package's page."""
    found = {}
    for file in (files(package) / "static").iterdir():
        suffix = file.name[file.name.rfind(".") :]
        if suffix in KINDS:
            found[f"/{file.name}"] = file.read_bytes(), KINDS[suffix]
    return found | {"/": found["/index.html"]}


def file_routes(static: dict[str, tuple[bytes, str]]) -> list[Route]:
    """The routes of the files of a page, see `static_files`."""
    return [Route(path, partial(_file, *file)) for path, file in static.items()]


async def _file(content, kind, request):
    return Response(content, headers={"Content-Type": kind})


async def _answered(session, worker, remembered, name, answer: Answer, request):
    """Answers a request; with {"error": reason} on failure."""
    try:
        parameters = answer.read(dict(request.query_params))
    except UsageError as error:
        return _json({"error": str(error)}, 400)
    key = name, *parameters.items()
    body = None if answer.posted else remembered.get(key)
    if answer.posted:
        parameters["body"] = await posted(request)
        if parameters["body"] is None:
            return _json({"error": f"the request has more than {MAX_POSTED_BYTES} bytes"}, 413)
    if body is None:
        running = worker.submit(lambda: _encoded(answer, session, parameters))
        try:
            body = await asyncio.wrap_future(running)
        except UsageError as error:
            return _json({"error": str(error)}, 400)
        except SoftGLError as error:
            return _json({"error": str(error)}, 422)
        except Exception as error:
            words = f"internal error: {type(error).__name__}: {error}".partition("\n")[0]
            return _json({"error": words}, 500)
        if not answer.posted:
            remembered.keep(key, body)
    return Response(body, media_type=answer.kind)


async def posted(request) -> bytes | None:
    """Reads the body of a request; None for one of more than MAX_POSTED_BYTES."""
    found = bytearray()
    async for part in request.stream():
        found += part
        if len(found) > MAX_POSTED_BYTES:
            return None
    return bytes(found)


def _encoded(answer, session, parameters) -> bytes:
    found = answer.of(session, **parameters)
    return found if isinstance(found, bytes) else _text(found)


def _text(value) -> bytes:
    return json.dumps(value, allow_nan=False, separators=(",", ":")).encode()


def _json(value, status):
    return Response(_text(value), status, media_type="application/json")
