"""Requests to an ASGI application, without a network."""

import asyncio
import json
from typing import NamedTuple
from urllib.parse import urlsplit

PORT, TOKEN = 8000, "t0ken"


class Answer(NamedTuple):
    status: int
    headers: dict
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


def ask(
    application, address, headers=(("authorization", f"Bearer {TOKEN}"),), method="GET", host=None,
    body=b"",
):  # fmt: skip
    """The answer to a request; host : its Host header; headers : pairs."""
    parts, sent, received = urlsplit(address), [], []
    host = f"127.0.0.1:{PORT}" if host is None else host
    pairs = [("host", each) for each in ([host] if isinstance(host, str) else host)]
    scope = {
        "type": "http", "method": method, "path": parts.path, "raw_path": parts.path.encode(),
        "query_string": parts.query.encode(), "root_path": "", "scheme": "http",
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in (*pairs, *headers)],
        "http_version": "1.1", "server": ("127.0.0.1", PORT), "client": ("127.0.0.1", 5),
    }  # fmt: skip

    async def receive():
        if received:  # the connection stays
            await asyncio.Event().wait()
        received.append(True)
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        sent.append(message)

    asyncio.run(application(scope, receive, send))
    start, *rest = sent
    found = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    return Answer(start["status"], found, b"".join(each.get("body", b"") for each in rest))
