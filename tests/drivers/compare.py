"""Differences of two pictures of the same scene."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Difference:
    """The result of `compare`.

    uncovered : pixels that one of the pictures touched and the other did not.
    share : the share of pixels with all four channels within the tolerance.
    worst : the largest difference of a channel, 0 ... 255.
    where : (x, y) of the pixels beyond the tolerance or covered by one only, the first few.
    """

    uncovered: int
    share: float
    worst: int
    where: tuple

    def __str__(self):
        pixels = ", ".join(f"({x}, {y}): {a} {b}" for x, y, a, b in self.where)
        return (
            f"{self.uncovered} pixels covered by one only, {self.share:.4%} of all pixels within "
            f"the tolerance, worst difference {self.worst}/255; (x, y): expected actual: {pixels}"
        )


def compare(expected, actual, tolerance=1) -> Difference:
    """The difference of two (height, width, 4) uint8 pictures, cleared to alpha 0 before drawing.

    A pixel counts as touched if its alpha is not 0, so pictures must leave alpha above 0.
    """
    uncovered = (expected[..., 3] != 0) != (actual[..., 3] != 0)
    distance = np.abs(expected.astype(int) - actual.astype(int)).max(axis=2)
    apart = distance > tolerance
    rows, columns = np.nonzero(apart | uncovered)
    where = tuple(
        (int(x), int(y), expected[y, x].tolist(), actual[y, x].tolist())
        for y, x in list(zip(rows, columns, strict=True))[:5]
    )
    share = 1 - np.count_nonzero(apart) / apart.size
    return Difference(int(np.count_nonzero(uncovered)), share, int(distance.max()), where)
