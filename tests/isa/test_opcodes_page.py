"""docs/opcodes.md equals the page that tools/generate_docs.py makes of the table."""

from __future__ import annotations

import re

import pytest

from softgl.ir.conditions import CONDITIONS
from softgl.isa import OPCODES
from tests.tools import ROOT, load_docs_generator

PAGE = (ROOT / "docs" / "opcodes.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def tool():
    return load_docs_generator()


def test_the_committed_page_is_up_to_date(tool):
    assert tool.opcodes_page() == PAGE, "run python tools/generate_docs.py"


def test_every_instruction_and_condition_has_a_row():
    written = re.findall(r"^\| `([A-Z0-9_.]+)", PAGE, re.MULTILINE)
    specials = [f"{name}.{modifier}" for name in OPCODES for modifier in OPCODES[name].specials]
    assert sorted(written) == sorted([*OPCODES, *specials, *CONDITIONS])


def test_rows_have_the_cells_of_their_table():
    for line in PAGE.splitlines():
        if line.startswith("|"):
            assert re.sub(r"\\\|", "", line).count("|") in (3, 7), line


def test_the_tool_writes_the_page(tool, tmp_path, monkeypatch):
    monkeypatch.setattr("sys.argv", ["generate_docs.py", "--output", str(tmp_path)])
    tool.main()
    assert (tmp_path / "opcodes.md").read_text(encoding="utf-8") == PAGE
