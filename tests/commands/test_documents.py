"""`softgl docs`: the documents as pages, without a network; the home page and the notebook's."""

import re
import runpy
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from html.parser import HTMLParser
from pathlib import Path

import pytest

from softgl import cli, documents, scene

ROOT = Path(__file__).parents[2]


class Links(HTMLParser):
    """The targets and the anchors of a page."""

    def __init__(self, text):
        super().__init__()
        self.targets, self.anchors = set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        names = dict(attributes)
        self.targets |= {names[name] for name in ("href", "src") if name in names}
        self.anchors |= {names["id"]} if "id" in names else set()


def dead_links(folder):
    """Yields the links of pages below a folder that lead nowhere in it."""
    pages = {path: Links(path.read_text("utf-8")) for path in folder.rglob("*.html")}
    for path, page in pages.items():
        for target in page.targets:
            if re.match(r"(https?|mailto|data):", target):
                continue
            name, _, anchor = target.partition("#")
            start = folder if name.startswith("/") else path.parent
            there = (start / name.lstrip("/")).resolve() if name else path
            there = there / "index.html" if there.is_dir() else there
            if not there.is_file() or (anchor and anchor not in pages[there].anchors):
                yield f"{path.relative_to(folder)}: {target}"


def test_all_pages_are_written_and_their_links_lead_somewhere(tmp_path, capsys):
    assert cli.main(["docs", "-o", str(tmp_path / "manual")]) == 0
    assert capsys.readouterr().out.endswith("index.html\n")
    assert not list(dead_links(tmp_path / "manual"))
    home = (tmp_path / "manual" / "index.html").read_text("utf-8")
    assert all(f"gallery/{name}.webp" in home for name in scene.scenes())
    assert "bits version" in (tmp_path / "manual" / "changelog.html").read_text("utf-8")
    assert "<table>" in home and "<script" not in home


def test_a_page_is_shown_as_text(capsys):
    assert cli.main(["docs", "docs/testing.md", "--text"]) == cli.main(["docs", "--list"]) == 0
    text, _, listed = capsys.readouterr().out.partition("architecture ")
    assert text.startswith("# Golden-image tests") and "architecture/map" in listed
    assert cli.main(["docs", "testign", "--text"]) == 2
    assert "no document 'testign'; did you mean 'testing'?" in capsys.readouterr().err


def test_pages_are_served(monkeypatch, capsys):
    addresses = []

    class Server(documents._Server):
        def serve_forever(self):
            worker = threading.Thread(target=super().serve_forever)
            worker.start()
            top = f"http://127.0.0.1:{self.server_address[1]}/"
            for name in ("", "testing.html", "architecture/map.html?a", "gallery/teapot.webp"):
                with urllib.request.urlopen(top + name) as answer:
                    addresses.append((answer.headers["Content-Type"][:10], len(answer.read())))
            for name in ("nothing.html", "../pyproject.toml", "%2e%2e/README.md", "\u00e9"):
                with pytest.raises(urllib.error.HTTPError, match="404"):
                    urllib.request.urlopen(top + urllib.request.quote(name, "%/."))
            self.shutdown()
            worker.join()

    monkeypatch.setattr(documents, "_Server", Server)
    assert cli.main(["docs", "--no-browser"]) == 0
    assert [kind for kind, _ in addresses] == ["text/html;"] * 3 + ["image/webp"]
    assert re.search(r"softgl docs: http://127.0.0.1:\d+/index.html", capsys.readouterr().out)


def test_the_home_page_and_the_notebook_are_those_of_their_sources(tmp_path):
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        home = runpy.run_path(str(ROOT / "tools" / "docs_pages" / "home.py"))["home_page"]()
        notebook = runpy.run_path(str(ROOT / "tools" / "docs_pages" / "notebook.py"))
    finally:
        sys.path.pop(0)
    assert (ROOT / "docs" / "index.md").read_text("utf-8") == home
    page = notebook["notebook_page"](ROOT / "docs" / "notebook.ipynb")
    assert (ROOT / "docs" / "notebook.md").read_text("utf-8") == page


def test_the_site_has_no_dead_links(tmp_path):
    pytest.importorskip("mkdocs", reason="the extra `docs` is missing")
    site = tmp_path / "site"
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", site]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (site / "tutorial" / "index.html").exists()
    assert not list(dead_links(site))


@pytest.mark.parametrize("error, told", [(BrokenPipeError, False), (ValueError, True)])
def test_a_browser_that_leaves_is_no_error(error, told, capsys):
    server = documents._Server(("127.0.0.1", 0), None, bind_and_activate=False)
    try:
        raise error
    except error:
        server.handle_error(None, None)
    finally:
        server.server_close()
    assert bool(capsys.readouterr().err) == told
