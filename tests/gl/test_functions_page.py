"""docs/functions.md is the index of the functions that there are."""

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_page_is_that_of_the_commands():
    page = runpy.run_path(str(ROOT / "tools" / "generate_functions.py"), run_name="tool")["page"]()
    assert (ROOT / "docs" / "functions.md").read_text(encoding="utf-8") == page
