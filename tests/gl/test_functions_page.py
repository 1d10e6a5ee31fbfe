"""docs/functions.md and functions_index.md list the functions that there are."""

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_pages_are_those_of_the_commands():
    tool = runpy.run_path(str(ROOT / "tools" / "generate_functions.py"), run_name="tool")
    for name, page in (("functions", tool["page"]()), ("functions_index", tool["index"]())):
        assert (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") == page
