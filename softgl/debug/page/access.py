"""Access control: only pages of this server, on this computer, with the token.

Any page in a browser may send requests to 127.0.0.1, and one whose host name resolves to 127.0.0.1
(DNS rebinding) may even read the answers. So a request is refused if its Host is not the server's
own, if it comes from a page of another server, or if it lacks the token: in the address that
the command prints, in the cookie that this address sets, or, for scripts, in the header
Authorization.
"""

from __future__ import annotations

import secrets
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

NAMES = ("127.0.0.1", "localhost")
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Headers of every answer: the page loads nothing from elsewhere, and no other page can use it."""


def new_token() -> str:
    """Makes an unguessable token of 256 random bits."""
    return secrets.token_urlsafe(32)


class Access:
    """An ASGI application that passes allowed requests to another one.

    token : required in requests. port : of the server. posts : the paths that take POST, not GET.
    """

    def __init__(self, app, token: str, port: int, posts=frozenset()):
        self._app, self._token, self._posts = app, token.encode(), frozenset(posts)
        self._hosts = {f"{name}:{port}" for name in NAMES}
        self._cookie = f"softgl-inspect-{port}"  # browsers share cookies among ports

    async def __call__(self, scope, receive, send):
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        refused = self._refusal(scope)
        added = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
        if refused:
            await _refuse(send, *refused, added)
            return
        if self._has(_queried(scope)):
            cookie = f"{self._cookie}={self._token.decode()}; HttpOnly; SameSite=Strict; Path=/"
            added.append((b"set-cookie", cookie.encode()))

        async def send_with_headers(message):
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *added]}
            await send(message)

        await self._app(scope, receive, send_with_headers)

    def _refusal(self, scope) -> tuple[int, str] | None:
        """(status, reason) of the answer to a refused request; None if it is allowed."""
        hosts, origins = _headers(scope, b"host"), _headers(scope, b"origin")
        if len(hosts) != 1 or hosts[0] not in self._hosts:
            return 421, "wrong host"
        if any(origin != f"http://{hosts[0]}" for origin in origins):
            return 403, "requests from pages of other servers are refused"
        allowed = ("POST",) if scope["path"] in self._posts else ("GET", "HEAD")
        if scope["method"] not in allowed:
            return 405, f"only {allowed[0]} is allowed"
        candidates = [*_queried(scope), *_bearers(scope), *self._cookies(scope)]
        if not self._has(candidates):
            return 403, "missing or wrong token: open the address that softgl prints"
        return None

    def _has(self, candidates) -> bool:
        """True if one of some texts is the token; takes the same time for all wrong ones."""
        equal = [secrets.compare_digest(each.encode(), self._token) for each in candidates]
        return any(equal)

    def _cookies(self, scope):
        found = SimpleCookie()
        for header in _headers(scope, b"cookie"):
            try:
                found.load(header)
            except CookieError:
                continue
        return [found[self._cookie].value] if self._cookie in found else []


def _headers(scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def _queried(scope) -> list[str]:
    query = scope["query_string"].decode("latin-1")
    return parse_qs(query, max_num_fields=32).get("token", []) if query.count("&") < 32 else []


def _bearers(scope) -> list[str]:
    parts = [header.partition(" ") for header in _headers(scope, b"authorization")]
    return [token for scheme, _, token in parts if scheme.lower() == "bearer"]


async def _refuse(send, status, why, headers):
    body = f"{why}\n".encode()
    length = (b"content-length", str(len(body)).encode())
    kind = (b"content-type", b"text/plain; charset=utf-8")
    start = {"type": "http.response.start", "status": status, "headers": [kind, length, *headers]}
    await send(start)
    await send({"type": "http.response.body", "body": body})
