"""The alignment of two lists of draws."""

from __future__ import annotations

import pytest

from softgl.debug.comparison import aligned
from softgl.debug.comparison.aligned import Row, align
from softgl.debug.comparison.recorded import Recorded
from softgl.debug.descriptions import Draw


def draws(words, state=b"s", pixels=b"p"):
    """Draws of a text: a letter for the command, a digit for its argument."""
    pairs = enumerate(words.split())
    return [
        Recorded(Draw(at, "draw", each[0], each[1:]), (each[1:],), state, pixels)
        for at, each in pairs
    ]


@pytest.mark.parametrize(
    ("one", "other", "pairs"),
    [
        ("a b", "a b", "00 11"),
        ("a1 b1", "a2 b1", "00 11"),
        ("a b c", "a c", "00 1- 21"),
        ("a b", "a x b", "00 -1 12"),
        # Equal calls are paired before calls of the same command.
        ("a1 a2 a3 a4", "a1 a7 a2 a3 a8 a4", "00 -1 12 23 -4 35"),
        ("a1 b1 c1", "a2 x b2", "00 -1 12 2-"),
        ("", "a", "-0"),
        ("a b", "c d", "0- 1- -0 -1"),
        ("", "", ""),
    ],
)
def test_pairs(one, other, pairs):
    rows = align(draws(one), draws(other))
    number = {True: "-"}
    found = [
        f"{number.get(r.one is None, r.one)}{number.get(r.other is None, r.other)}" for r in rows
    ]
    assert " ".join(found) == pairs


def test_differences():
    assert align(draws("a1"), draws("a2", pixels=b"q")) == [Row(0, 0, ("call", "picture"))]
    (row,) = align(draws("a"), draws("a", b"t"))
    assert row.differs == ("state",) and not row.equal
    assert Row(0, 0).equal and not Row(0, None).equal


def test_long_lists_are_paired_at_their_ends_only(monkeypatch):
    monkeypatch.setattr(aligned, "MAX_COMPARED_PAIRS", 3)
    rows = align(draws("a b c d"), draws("a c b d"))
    assert [(row.one, row.other) for row in rows] == [
        (0, 0), (1, None), (2, None), (None, 1), (None, 2), (3, 3)
    ]  # fmt: skip
