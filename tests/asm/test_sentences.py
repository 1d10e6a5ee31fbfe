"""Every sentence that says "will fail to load": a program that breaks it, and one that does not.

They stand in `sentences.txt`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from softgl.asm import parse
from tests.asm.forms import refusal


def read_pairs():
    """(sentence with its place, wrong program, valid twin) for each pair of the file."""
    text = (Path(__file__).parent / "sentences.txt").read_text(encoding="utf-8")
    for entry in text.split("\n== ")[1:]:
        lines = entry.strip().splitlines()
        programs = [line for line in lines if line.startswith(("- ", "+ "))]
        sentence = " ".join(line for line in lines if line not in programs)
        for wrong, right in zip(programs[::2], programs[1::2], strict=True):
            assert (wrong[0], right[0]) == ("-", "+")
            yield sentence, wrong[2:], right[2:]


PAIRS = list(read_pairs())


@pytest.mark.parametrize(("sentence", "wrong", "right"), PAIRS, ids=[pair[1] for pair in PAIRS])
def test_it_is_refused_and_its_twin_loads(sentence, wrong, right):
    parse(right)
    refusal(wrong)


def test_there_are_more_than_a_hundred():
    assert len({wrong for _, wrong, _ in PAIRS}) > 100
