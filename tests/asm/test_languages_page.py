"""docs/languages.md is what tools/generate_docs.py makes of the dialect table."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from softgl.asm import DIALECTS, LIMITS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "languages.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("docs", ROOT / "tools" / "generate_docs.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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
