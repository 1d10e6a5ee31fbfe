"""docs/glsl_builtins.md equals the page that tools/generate_docs.py makes of the tables."""

from __future__ import annotations

import re

from softgl.glsl.builtins.lookup import all_entries
from softgl.glsl.builtins.variables import VARIABLES
from tests.tools import ROOT, load_docs_generator

PAGE = (ROOT / "docs" / "glsl_builtins.md").read_text(encoding="utf-8")


def test_the_committed_page_is_up_to_date():
    page = load_docs_generator().glsl_builtins_page()
    assert page == PAGE, "run python tools/generate_docs.py"


def test_every_name_is_there():
    words = set(re.findall(r"\w+", PAGE))
    assert all_entries().keys() <= words and VARIABLES.keys() <= words


def test_rows_have_the_cells_of_their_table():
    for line in PAGE.splitlines():
        if line.startswith("|"):
            assert line.replace(r"\|", "").count("|") in (3, 4), line
