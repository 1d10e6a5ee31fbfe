"""Two frames compared: rows of draws, and the differences of a pair of draws."""

from __future__ import annotations

from difflib import unified_diff
from functools import cached_property

import numpy as np

from softgl.debug.comparison.aligned import Row, align
from softgl.debug.comparison.recorded import Frame, Recorded, Whole
from softgl.debug.state import difference


class Comparison:
    """Two frames; each request draws them anew, one after the other."""

    def __init__(self, one: Frame, other: Frame):
        self._one, self._other = one, other

    @property
    def size(self) -> tuple[int, int]:
        """The size of the first frame."""
        return self._one.size

    @cached_property
    def draws(self) -> tuple[list[Recorded], list[Recorded]]:
        """The draws of both frames."""
        return self._one.recorded(), self._other.recorded()

    @cached_property
    def rows(self) -> list[Row]:
        """The draws side by side."""
        return align(*self.draws)

    @property
    def first(self) -> Row | None:
        """The first row with a difference; None for equal frames."""
        return next((row for row in self.rows if not row.equal), None)

    @property
    def first_picture(self) -> Row | None:
        """The first pair with other pixels."""
        return next((row for row in self.rows if "picture" in row.differs), None)

    def call(self, row: Row) -> str:
        """The call of a row, that of the first frame if both have one."""
        one, other = self.draws
        return (other[row.other] if row.one is None else one[row.one]).draw.call

    def row_of(self, number: int) -> Row:
        """The row of a draw of the first frame, which must have it."""
        return next(row for row in self.rows if row.one == number)

    def whole(self, row: Row) -> tuple[Whole | None, Whole | None]:
        """All of the draws of a row; None where a frame lacks it."""
        one = None if row.one is None else self._one.whole(row.one)
        return one, None if row.other is None else self._other.whole(row.other)


def differences(one: Whole, other: Whole) -> dict:
    """The differences of two draws, JSON-able.

    calls : both calls. arrays : True if these look equal, but arrays among the arguments differ.
    state : path -> [one, other], of values in one line. texts : path -> lines
    of a unified diff, of values of several lines, such as programs. pixels : see `_of_pixels`.
    """
    found = difference(one.state, other.state)
    texts = {path: pair for path, pair in found.items() if any(map(_has_lines, pair))}
    return {
        "calls": [one.draw.call, other.draw.call],
        "arrays": one.draw.call == other.draw.call and one.arguments != other.arguments,
        "state": {path: pair for path, pair in found.items() if path not in texts},
        "texts": {path: _diff(*pair) for path, pair in texts.items()},
        "pixels": _of_pixels(one.pixels, other.pixels),
    }


def _has_lines(value) -> bool:
    return isinstance(value, str) and "\n" in value


def _diff(one, other) -> list[str]:
    lines = [str(value or "").splitlines() for value in (one, other)]
    return list(unified_diff(*lines, "one", "other", n=2, lineterm=""))[2:]


def _of_pixels(one, other) -> dict[str, dict]:
    """Name of a buffer -> pixels, and count: the ones that differ; sizes if these differ."""
    found = {}
    for name in {**one, **other}:
        left, right = one.get(name), other.get(name)
        if left is None or right is None or left.shape != right.shape:
            shapes = (None if each is None else [*each.shape[1::-1]] for each in (left, right))
            found[name] = {"sizes": list(shapes)}
            continue
        differs = differing(left, right)
        if differs.any():
            found[name] = {"pixels": differs.size, "count": int(differs.sum())}
    return found


def differing(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """True for each pixel, (height, width), with other bits."""
    bits = [np.ascontiguousarray(each).view(np.uint8).reshape(*each.shape[:2], -1)
            for each in (one, other)]  # fmt: skip
    if bits[0].shape != bits[1].shape:  # other types
        return np.ones(one.shape[:2], bool)
    return (bits[0] != bits[1]).any(axis=2)
