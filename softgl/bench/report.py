"""Rows of figures: as a table and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from statistics import median, quantiles

from softgl.bench.timing import Times
from softgl.records import dataclass


@dataclass(frozen=True)
class Row:
    """The figures of one benchmark.

    group : "frame", "threads", "first frame", "process" or "growth".
    own, beside : medians of softgl and of the other side, in `unit`: ms, s or MB.
    first, memory : of the first frame on each side, in ms and MB.
    ratio, low, high : the median of own / beside over the pairs, and its quartiles.
    cpu : the ratio of CPU seconds, which other load on the machine disturbs less.
    step : in a series, growth of the time / growth of the amount since the row before.
    reach : the upper target of `step`, of `ratio`, or of a process's `own`.
    count : the number of timed frames.
    """

    group: str
    name: str
    own: float
    unit: str = "ms"
    beside: float | None = None
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    cpu: float | None = None
    first: tuple = ()
    memory: tuple = ()
    step: float | None = None
    reach: float | None = None
    count: int = 1

    @property
    def met(self) -> bool | None:
        """True if the target is reached; None without a target or a figure to compare."""
        decides = {"process": self.own, "growth": self.step}.get(self.group, self.ratio)
        return None if self.reach is None or decides is None else decides <= self.reach

    def as_json(self) -> dict:
        return asdict(self) | {"met": self.met}


def paired_row(group: str, name: str, times: list[Times], reach: float | None = None) -> Row:
    """Makes the row of the times of softgl, and of the other side if there is one."""
    figures = compared(*([s * 1e3 for s in t.rest] for t in times))
    cpu = compared(*(t.cpu for t in times)).get("ratio")
    memory = tuple(None if t.memory is None else t.memory / 1e6 for t in times)
    first = tuple(t.first * 1e3 for t in times)
    return Row(group, name, cpu=cpu, first=first, memory=memory, reach=reach, **figures)


def compared(own: list[float], beside: list[float] | None = None) -> dict:
    """The fields of a row that follow from times; equal positions of both lists are pairs."""
    figures = {"own": median(own), "count": len(own)}
    if not beside:
        return figures
    ratios = [a / b for a, b in zip(own, beside, strict=True)]
    low, _, high = quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3
    return figures | {
        "beside": median(beside), "ratio": median(ratios), "low": low, "high": high,
    }  # fmt: skip


NAME_COLUMNS = 22  # of the column of names; longer ones have a line of their own
HEADING = (
    f"{'':{NAME_COLUMNS}}{'softgl':>9}{'beside':>9}{'':4}{'ratio (quartiles)':19}{'cpu':>6}"
    f"{'reach':>6}"
)
FIRST_HEADING = f"{'first frames':{NAME_COLUMNS}}{'ms':>9}{'beside':>9}{'MB':>9}{'beside':>9}"


def table(rows: Iterable[Row]) -> Iterator[str]:
    """Yields the lines of a table, each as soon as its row is measured; then the first frames."""
    yield HEADING
    group, seen = "frame", []
    for row in rows:
        if row.group != group:
            group = row.group
            yield ""
        yield from lines(row)
        seen.append(row)
    if any(row.first or row.memory for row in seen):
        yield from ("", FIRST_HEADING)
        for row in seen:
            if row.first or row.memory:
                yield from _named(row.name, _pair(row.first) + _pair(row.memory))


def lines(row: Row) -> Iterator[str]:
    """Formats a row as a line of the table, or as two if its name is long."""
    ratio = ""
    if row.ratio is not None:
        middle, low, high = (f"{x:.2f}" if x < 100 else f"{x:.0f}" for x in _quartiles(row))
        ratio = f"{middle} ({low} {high})"
    if row.step is not None:
        ratio = f"step {row.step:.2f}"
    own, beside, cpu, reach = map(_number, (row.own, row.beside, row.cpu, row.reach))
    met = {True: "met", False: "NOT", None: ""}[row.met]
    yield from _named(
        row.name, f"{own:>9}{beside:>9} {row.unit:3}{ratio:19}{cpu:>6}{reach:>6} {met}"
    )


def _quartiles(row):
    return row.ratio, row.low, row.high


def _named(name: str, figures: str) -> Iterator[str]:
    if len(name) > NAME_COLUMNS:
        yield name
        name = ""
    yield f"{name:{NAME_COLUMNS}}{figures}".rstrip()


def _number(value):
    """Formats a figure with at least three digits."""
    if value is None:
        return ""
    return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 100 else f"{value:.0f}"


def _pair(values) -> str:
    """Formats the figures of both sides; either may be missing."""
    two = (*values, None, None)[:2]
    return "".join(f"{'' if value is None else f'{value:.0f}':>9}" for value in two)
