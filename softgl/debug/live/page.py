"""The answers to the page of a running script: frames, when there are new ones, and input."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import partial

import numpy as np
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from softgl.debug.live.running import Live
from softgl.debug.page.access import Access
from softgl.debug.page.server import file_routes, posted, static_files
from softgl.glut.user import KeysError

SHARED = ("/base.css", "/icon.svg")
"""Files that are those of the page of `softgl inspect`."""
PATIENCE = 10.0  # seconds until a request without a new frame is answered
MAX_WORDS, MAX_LENGTH = 8, 100  # of an input event


def live_application(live: Live, token: str, port: int) -> Access:
    """The ASGI application of a running script."""
    inspector = static_files()
    shared = {path: inspector[path] for path in SHARED}
    routes = [
        Route("/api/frame", partial(_frame, live)),
        Route("/api/input", partial(_input, live), methods=["POST"]),
        *file_routes(shared | static_files(__package__)),
    ]
    return Access(Starlette(routes=routes), token, port, {"/api/input"})


async def _frame(live, request):
    """Answers with the state and the frame, if `after` is the latest revision when it changes."""
    after = request.query_params.get("after", "-1")
    changed, loop = asyncio.Event(), asyncio.get_running_loop()

    def tell():
        loop.call_soon_threadsafe(changed.set)

    told = False
    live.listen(tell)
    try:
        if str(live.revision) == after:
            await _first(changed.wait, partial(_disconnected, request))
        state, frame = live.state()
        told = state["ended"]
    finally:
        live.leave(tell, told)
    return Response(encoded(state, frame), media_type="application/octet-stream")


async def _first(*functions: Callable) -> None:
    """Waits for the first of some coroutines to end, up to PATIENCE."""
    tasks = [asyncio.ensure_future(function()) for function in functions]
    await asyncio.wait(tasks, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()


async def _disconnected(request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def encoded(state: dict, frame: np.ndarray | None) -> bytes:
    """The length of the state in JSON (uint32), the state, and the pixels as RGBA."""
    if frame is None:
        pixels, state = b"", state | {"size": None}
    else:
        height, width = frame.shape[:2]
        whole = np.full((height, width, 4), 255, np.uint8)
        whole[..., :3] = frame[..., :3]
        pixels, state = whole.tobytes(), state | {"size": [width, height]}
    words = json.dumps(state, separators=(",", ":")).encode()
    return len(words).to_bytes(4, "little") + words + pixels


async def _input(live, request):
    body = await posted(request)
    try:
        inputs = json.loads(body or b"")
        if not isinstance(inputs, list) or not all(map(_is_input, inputs)):
            raise ValueError
        live.post(inputs)
    except KeysError as error:
        return _refused(str(error))
    except (ValueError, RecursionError):
        return _refused("the input is not a JSON list of lists of words")
    return Response(b"{}", media_type="application/json")


def _is_input(each) -> bool:
    """True for a short list of short words."""
    if not isinstance(each, list) or not 0 < len(each) <= MAX_WORDS:
        return False
    return all(isinstance(word, str) and len(word) <= MAX_LENGTH for word in each)


def _refused(why: str) -> Response:
    return Response(json.dumps({"error": why}), 400, media_type="application/json")
