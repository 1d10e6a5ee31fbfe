"""Rows and their lines."""

from softgl.bench.report import HEADING, Row, compared, paired_row, table
from softgl.bench.timing import Times


def test_ratios_are_of_pairs():
    figures = compared([1.0, 2.0, 9.0, 4.0, 5.0], [2.0, 2.0, 3.0, 4.0, 1.0])
    expected = {"own": 4.0, "beside": 2.0, "ratio": 1.0, "low": 1.0, "high": 3.0, "count": 5}
    assert figures == expected
    assert compared([3.0, 1.0]) == {"own": 2.0, "count": 2}
    one = compared([3.0], [2.0])
    assert one["ratio"] == one["low"] == one["high"] == 1.5


def test_what_is_met():
    def met(group, **fields):
        return Row(group, "a", 2.0, **fields).met

    assert (
        met("frame", ratio=0.7, reach=0.7) is True and met("frame", ratio=0.8, reach=0.7) is False
    )
    assert met("frame", reach=0.7) is None and met("frame", ratio=0.7) is None
    assert met("process", reach=2.0) is True and met("process", reach=1.9) is False
    assert met("growth", ratio=9.0, step=1.0, reach=1.25) is True
    assert met("growth", ratio=0.1, reach=1.25) is None


def test_a_table_shows_rows_as_they_come():
    sides = [Times(0.5, [0.25, 0.5], [0.5, 0.5], 3_000_000), Times(0.1, [0.5, 0.5], [0.25, 0.25])]
    row = paired_row("frame", "clear", sides, 0.5)
    lines = table(iter([row, Row("process", "import", 0.5, "s", reach=0.35)]))
    assert next(lines) == HEADING
    assert next(lines).split() == "clear 375 500 ms 0.75 (0.62 0.88) 2.00 0.500 NOT".split()
    assert [line.split() for line in lines] == [
        [], ["import", "0.500", "s", "0.350", "NOT"],
        [], ["first", "frames", "ms", "beside", "MB", "beside"], ["clear", "500", "100", "3"],
    ]  # fmt: skip


def test_a_table_fits_a_terminal():
    """80 columns, also with long names and large figures."""
    figures = {"ratio": 123.45, "low": 99.9, "high": 199.9, "cpu": 1234.5, "reach": 0.125}
    rows = [
        Row("frame", name, 99999.0, "ms", 99999.0, **figures, first=(99999.0,) * 2, memory=(9e5, 9))
        for name in ("clear", "first-special-functions-both-cached")
    ]
    rows.append(Row("growth", "triangles-10000000", 9.0, step=1.25, reach=1.25))
    assert max(map(len, table(rows))) <= 80
