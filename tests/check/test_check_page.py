"""docs/check.md equals the page that tools/generate_docs.py makes of the tables of softgl/check."""

from __future__ import annotations

from softgl.check import CODES
from tests.tools import ROOT, load_docs_generator

PAGE = (ROOT / "docs" / "check.md").read_text(encoding="utf-8")


def test_the_committed_page_is_up_to_date():
    assert load_docs_generator().check_page() == PAGE, "run python tools/generate_docs.py"


def test_every_code_is_there():
    for code, entry in CODES.items():
        assert PAGE.count(f"| {code} | {entry.name} |") == 1
