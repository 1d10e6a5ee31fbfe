"""Aligns the draws of two frames."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher

from softgl.debug.comparison.recorded import Recorded
from softgl.records import dataclass

MAX_COMPARED_PAIRS = 4_000_000  # draws times draws that are searched for the longest match


@dataclass(frozen=True)
class Row:
    """A pair of draws, or a draw that only one frame has; None for the other number.

    differs : "call", "state" and "picture", where they differ.
    """

    one: int | None
    other: int | None
    differs: tuple[str, ...] = ()

    @property
    def equal(self) -> bool:
        """True for a pair without differences."""
        return None not in (self.one, self.other) and not self.differs


def align(one: Sequence[Recorded], other: Sequence[Recorded]) -> list[Row]:
    """Pairs the draws of two frames, in order.

    First equal calls with equal objects are paired, then calls of the same command between them.
    """
    rows = []
    for pair in _pairs([each.bound for each in one], [each.bound for each in other]):
        if isinstance(pair[0], int):
            rows.append(pair)
            continue
        (start, end), (first, last) = pair
        kinds = [each.kind for each in one[start:end]], [each.kind for each in other[first:last]]
        for inner in _pairs(*kinds):
            if isinstance(inner[0], int):
                rows.append((inner[0] + start, inner[1] + first))
            else:
                (low, high), (lower, higher) = inner
                rows += [(number + start, None) for number in range(low, high)]
                rows += [(None, number + first) for number in range(lower, higher)]
    return [Row(a, b, _differences(one, other, a, b)) for a, b in rows]


def _differences(one, other, a, b) -> tuple[str, ...]:
    if a is None or b is None:
        return ()
    left, right = one[a], other[b]
    found = {
        "call": left.bound != right.bound,
        "state": left.state != right.state,
        "picture": left.pixels != right.pixels,
    }
    return tuple(name for name, differs in found.items() if differs)


def _pairs(one: Sequence[Hashable], other: Sequence[Hashable]) -> Iterator[tuple]:
    """Yields pairs of positions of equal values, and pairs of ranges between them."""
    start, ends = 0, (len(one), len(other))
    while start < min(ends) and one[start] == other[start]:
        yield start, start
        start += 1
    same = 0
    while same < min(ends) - start and one[-1 - same] == other[-1 - same]:
        same += 1
    left, right = one[start : ends[0] - same], other[start : ends[1] - same]
    if len(left) * len(right) > MAX_COMPARED_PAIRS:
        yield (start, start + len(left)), (start, start + len(right))
    else:
        codes = SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
        for tag, low, high, first, last in codes:
            if tag == "equal":
                yield from zip(
                    range(start + low, start + high),
                    range(start + first, start + last),
                    strict=True,
                )
            else:
                yield (start + low, start + high), (start + first, start + last)
    yield from ((ends[0] - each, ends[1] - each) for each in range(same, 0, -1))
