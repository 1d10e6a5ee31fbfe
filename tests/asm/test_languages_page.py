"""docs/languages.md equals the page that tools/generate_docs.py makes of the dialect table."""

from __future__ import annotations

import pytest

from softgl.asm import DIALECTS, LIMITS
from tests.tools import ROOT, load_docs_generator

PAGE = (ROOT / "docs" / "languages.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def tool():
    return load_docs_generator()


def test_the_committed_page_is_up_to_date(tool):
    assert tool.languages_page() == PAGE, "run python tools/generate_docs.py"


def test_every_language_has_its_limits():
    limits = PAGE.partition("## Limits")[2]
    for header in DIALECTS:
        limit = LIMITS[header.removeprefix("!!")]
        start = f"| `{header}` | {limit.instructions} | {limit.texture_instructions} |"
        assert limits.count(start) == 1, header


def test_the_tool_writes_the_page(tool, tmp_path, monkeypatch):
    monkeypatch.setattr("sys.argv", ["generate_docs.py", "--output", str(tmp_path)])
    tool.main()
    assert (tmp_path / "languages.md").read_text(encoding="utf-8") == PAGE
