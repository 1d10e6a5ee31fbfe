"""The numbers and tolerances that the vectors of opcodes are made of."""

from __future__ import annotations

import math
from dataclasses import dataclass

INF, NAN = math.inf, math.nan
TINY = 2.0**-149  # the least denormal number
LEAST_NORMAL = 2.0**-126
MAX = (2.0 - 2.0**-23) * 2.0**127
BELOW_ONE = 1.0 - 2.0**-24
THIRD = 11184811 / 2**25  # the float32 nearest to 1/3
INT_MIN, INT_MAX, UINT_MAX = -(2**31), 2**31 - 1, 2**32 - 1


@dataclass(frozen=True)
class Near:
    """A result of an approximation: any number that is not further off than `error`."""

    value: float
    error: float


def near(value, bits=22):
    """A number to an accuracy of `bits` bits."""
    return Near(value, abs(value) * 2.0**-bits)
