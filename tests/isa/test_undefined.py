"""docs/undefined.md names vectors and tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

from tests.isa.opcode_vectors import VECTORS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "undefined.md").read_text(encoding="utf-8")
TABLES = re.findall(r"^\| case \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
ROWS = [line.strip("|").split(" | ") for table in TABLES for line in table.splitlines()]
assert len(TABLES) == TEXT.count("|---|---|---|---|")


def test_each_choice_has_a_test():
    for row in ROWS:
        case, says, does, tests = (cell.strip() for cell in row)
        assert case and says and does, row
        named = re.findall(r"`([^`]+)`", tests)
        assert named, row
        for name in named:
            assert name in VECTORS or (ROOT / name).is_file(), f"there is no {name}"


def test_each_question_has_one_answer():
    questions = [row[0].strip() for row in ROWS]
    assert sorted(questions) == sorted(set(questions))
