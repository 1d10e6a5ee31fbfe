"""Access: only with the token, from no page of another server, and only to read."""

import pytest

from softgl.debug.page.access import HEADERS, Access, new_token
from tests.debug.page.asking import PORT, TOKEN, ask

COOKIE = f"softgl-inspect-{PORT}"


async def _hello(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"x-own", b"1")]})
    await send({"type": "http.response.body", "body": b"hello"})


application = Access(_hello, TOKEN, PORT)


def test_tokens_are_long_and_never_the_same():
    assert len({new_token() for _ in range(100)}) == 100 and len(new_token()) >= 43


@pytest.mark.parametrize(
    "address, headers",
    [
        (f"/?token={TOKEN}", ()),
        ("/", [("cookie", f"other=1; {COOKIE}={TOKEN}")]),
        ("/", [("authorization", f"Bearer {TOKEN}")]),
        ("/", [("cookie", f"{COOKIE}={TOKEN}"), ("origin", f"http://127.0.0.1:{PORT}")]),
    ],
)
def test_who_has_the_token_may_ask(address, headers):
    for host in (f"127.0.0.1:{PORT}", f"localhost:{PORT}"):
        headers = [(n, v.replace("127.0.0.1", host[: host.index(":")])) for n, v in headers]
        found = ask(application, address, headers, host=host)
        assert (found.status, found.body, found.headers["x-own"]) == (200, b"hello", "1")


def test_the_address_sets_a_cookie_that_no_script_and_no_other_site_gets():
    cookie = ask(application, f"/?token={TOKEN}", ()).headers["set-cookie"]
    assert cookie == f"{COOKIE}={TOKEN}; HttpOnly; SameSite=Strict; Path=/"
    assert "set-cookie" not in ask(application, "/", [("cookie", f"{COOKIE}={TOKEN}")]).headers


@pytest.mark.parametrize(
    "address, headers",
    [
        ("/", ()),
        ("/?token=", ()),
        (f"/?token={TOKEN[:-1]}", ()),
        (f"/?token={TOKEN}x", ()),
        (f"/?tokens={TOKEN}", ()),
        ("/?token=%F0%9F%92%A3&token=%FF", ()),
        ("/?" + "&".join(f"a{n}=1" for n in range(99)) + f"&token={TOKEN}", ()),
        ("/", [("cookie", f"softgl-inspect-9={TOKEN}")]),
        ("/", [("cookie", f"{COOKIE}=wrong")]),
        ("/", [("cookie", f";;;=\x80{COOKIE}")]),
        ("/", [("authorization", f"Basic {TOKEN}")]),
        ("/", [("authorization", TOKEN)]),
    ],
)
def test_who_has_not_may_not(address, headers):
    found = ask(application, address, headers)
    assert found.status == 403 and b"token" in found.body and TOKEN.encode() not in found.body


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", f"evil.example:{PORT}", "127.0.0.1", f"127.0.0.1:{PORT + 1}", ""),
        *((), (f"127.0.0.1:{PORT}", "evil.example"), f"127.0.0.1:{PORT}.evil.example"),
    ],
)
def test_other_names_are_refused_even_with_the_token(host):
    assert ask(application, f"/?token={TOKEN}", host=host).status == 421


def test_pages_of_other_servers_may_not_ask():
    for origin in ("http://evil.example", f"http://127.0.0.1:{PORT + 1}", "null"):
        assert ask(application, f"/?token={TOKEN}", [("origin", origin)]).status == 403


def test_there_is_nothing_to_change():
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE"):
        assert ask(application, f"/?token={TOKEN}", method=method).status == 405


def test_every_answer_keeps_the_page_to_itself():
    for address in (f"/?token={TOKEN}", "/"):
        headers = ask(application, address, ()).headers
        assert {name.lower(): value for name, value in HEADERS.items()}.items() <= headers.items()
    assert "default-src 'none'" in HEADERS["Content-Security-Policy"]
    assert "unsafe" not in HEADERS["Content-Security-Policy"]
