"""The documents of softgl as web pages: reads, converts and serves them.

In: the Markdown files of docs/ and their pictures. Out: pages of HTML that need no network.
"""

from __future__ import annotations

import difflib
import html
import os
import posixpath
import re
import sys
import webbrowser
from contextlib import suppress
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path

from softgl import assets, files
from softgl.errors import UsageError
from softgl.local_page import has_display, listening

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".ipynb": "application/x-ipynb+json",
    ".png": "image/png",
    ".webp": "image/webp",
}
_HOME = "index"
_STYLE = """\
:root { color-scheme: light dark }
body { display: flex; gap: 2rem; margin: 0; font: 16px/1.5 system-ui, sans-serif }
nav { flex: 0 0 13rem; padding: 1rem; height: calc(100vh - 2rem); overflow: auto; position: sticky;
  top: 0; font-size: 14px }
nav a { display: block; text-decoration: none }
main { flex: 1; min-width: 0; max-width: 60rem; padding: 1rem }
pre { overflow: auto; padding: .7rem; background: #8882; border-radius: 4px }
code { font: 14px/1.4 ui-monospace, monospace; overflow-wrap: anywhere }
pre code { overflow-wrap: normal }
table { border-collapse: collapse; display: block; overflow: auto }
th, td { border: 1px solid #8886; padding: .2rem .5rem; text-align: left; vertical-align: top }
img { max-width: 100%; height: auto }
@media (max-width: 50rem) { body { display: block } nav { position: static; height: auto } }
"""


@cache
def documents() -> dict[str, str]:
    """Returns the titles of the documents, by name ("testing", "architecture/map"), home first."""
    found = {}
    for name, path in _files().items():
        title = re.search(r"^# (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        found[name] = title[1].replace("`", "") if title else name
    order = sorted(found, key=lambda name: (name != _HOME, "/" in name, found[name].casefold()))
    return {name: found[name] for name in order}


@cache
def _files() -> dict[str, Path]:
    """Returns the files of the documents by name: those of docs/, and the changelog."""
    folder = assets.folder("docs")
    found = {
        path.relative_to(folder).with_suffix("").as_posix(): path
        for path in sorted(folder.rglob("*.md"))
    }
    changelog = folder.parent / "CHANGELOG.md"  # within a wheel it lies in the folder itself
    if "changelog" not in found and changelog.is_file():
        found["changelog"] = changelog
    return found


def text(name: str) -> str:
    """Returns the Markdown of a document. Raises UsageError for an unknown name."""
    return _files()[checked(name)].read_text(encoding="utf-8")


def checked(name: str) -> str:
    """Returns the name of a document without ".md". Raises UsageError if there is none."""
    short = name.removeprefix("docs/").removesuffix(".md")
    if short not in documents():
        close = difflib.get_close_matches(short, documents(), n=1)
        hint = f"did you mean {close[0]!r}?" if close else "`softgl docs --list` lists them"
        raise UsageError(f"no document {name!r}; {hint}")
    return short


@cache
def page(name: str) -> str:
    """Returns the page of HTML of a document. Raises UsageError for an unknown name."""
    from markdown_it import MarkdownIt  # rich requires it

    titles, top = documents(), "../" * name.count("/")
    markdown = MarkdownIt("commonmark").enable("table")
    tokens, used = markdown.parse(text(name)), {}
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            opening.attrSet("id", _anchor(inline.content, used))
        for token in opening.children or ():
            if token.type == "link_open":
                token.attrSet("href", _address(str(token.attrGet("href"))))
    body = markdown.renderer.render(tokens, markdown.options, {})
    links = "\n".join(
        f'<a href="{top}{other}.html">{html.escape(title)}</a>' for other, title in titles.items()
    )
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{html.escape(titles[name])} - softgl</title>\n<style>\n{_STYLE}</style>\n"
        f"<body>\n<nav>\n{links}\n</nav>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )


def _anchor(title: str, used: dict[str, int]) -> str:
    """Returns the anchor of a heading, as the site has it: unique in `used`."""
    anchor = re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower())
    used[anchor] = used.get(anchor, -1) + 1
    return f"{anchor}_{used[anchor]}" if used[anchor] else anchor


def _address(target: str) -> str:
    path, mark, anchor = target.partition("#")
    if "://" not in target and path.endswith(".md"):
        path = path.removeprefix("docs/").removesuffix(".md") + ".html"  # of the changelog
    return path + mark + anchor


def _other_files() -> dict[str, Path]:
    """Returns pictures and notebooks by their paths below the folder of the documents."""
    folder = assets.folder("docs")
    paths = (path for path in sorted(folder.rglob("*")) if path.suffix in KINDS)
    return {path.relative_to(folder).as_posix(): path for path in paths}


def write(folder) -> int:
    """Writes all pages into a folder; returns the number of them. Raises FileError."""
    written = {f"{name}.html": page(name).encode() for name in documents()}
    pages = len(written)
    written |= {name: path.read_bytes() for name, path in _other_files().items()}
    for name, data in written.items():
        path = os.path.join(folder, *name.split("/"))
        files.make_folder(os.path.dirname(path))
        files.write_file(path, data)
    return pages


def serve(name: str, port: int, browser: bool) -> None:
    """Serves the documents at 127.0.0.1 until the process is interrupted.

    name : the document that the address shows. port : 0 for a free one.
    browser : True to open the address in a browser. Raises PageError and UsageError.
    """
    name = checked(name)
    with listening(port) as listener:
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/{name}.html"
        server = _Server(listener.getsockname(), _Handler, bind_and_activate=False)
        server.socket.close()
        server.socket = listener
        print(f"softgl docs: {address}\nCtrl-C ends it.", flush=True)
        if browser and has_display():
            webbrowser.open(address)
        with suppress(KeyboardInterrupt):  # ends the server
            server.serve_forever()


class _Server(ThreadingHTTPServer):
    """A server that prints nothing when a browser leaves before an answer is sent."""

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    """Answers with a page or a picture; all else is not found."""

    def do_GET(self):
        path = posixpath.normpath(self.path.partition("?")[0]).lstrip("/") or f"{_HOME}.html"
        name, suffix = posixpath.splitext(path)
        others = _other_files()
        if suffix == ".html" and name in documents():
            data = page(name).encode()
        elif path in others:
            data = others[path].read_bytes()
        else:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", KINDS[suffix])
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        """Prints nothing for a request."""
