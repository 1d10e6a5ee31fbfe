"""docs/undefined.md names vectors and tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.isa.opcode_vectors import VECTORS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "undefined.md").read_text(encoding="utf-8")
TABLES = re.findall(r"^\| what \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
ROWS = [line.strip("|").split(" | ") for table in TABLES for line in table.splitlines()]
assert len(TABLES) == TEXT.count("|---|---|---|---|")


@pytest.mark.parametrize("row", ROWS, ids=[row[0].strip() for row in ROWS])
def test_each_choice_has_a_test(row):
    what, says, does, tests = (cell.strip() for cell in row)
    assert what and says and does
    named = re.findall(r"`([^`]+)`", tests)
    assert named
    for name in named:
        assert name in VECTORS or (ROOT / name).is_file(), f"there is no {name}"


def test_each_question_has_one_answer():
    questions = [row[0].strip() for row in ROWS]
    assert sorted(questions) == sorted(set(questions))
