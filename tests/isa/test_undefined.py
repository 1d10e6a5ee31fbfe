"""docs/undefined.md names vectors and tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.isa.opcode_vectors import VECTORS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "undefined.md").read_text(encoding="utf-8")
SECTION = re.search(r"^## Instructions$(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL).group(1)
ROWS = [line.strip("|").split(" | ") for line in SECTION.splitlines() if line.startswith("| ")][1:]


@pytest.mark.parametrize("row", ROWS, ids=[row[0].strip() for row in ROWS])
def test_each_choice_has_a_test(row):
    what, says, does, tests = (cell.strip() for cell in row)
    assert what and says and does
    named = re.findall(r"`([^`]+)`", tests)
    assert named
    for name in named:
        assert name in VECTORS or (ROOT / name).is_file(), f"there is no {name}"
