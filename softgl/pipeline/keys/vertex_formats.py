"""Formats of vertex attributes that vertex kernels read where they lie."""

from __future__ import annotations

import numpy as np

from softgl.records import dataclass

FIXED_DTYPE = np.dtype([("in_65536ths", np.int32)])
"""The dtype of 16.16 fixed-point numbers, which differs from that of integers."""


@dataclass(frozen=True)
class SmallIntegers:
    """Integers packed into words of 32 bits, the low ones first.

    size : bytes of each, 1 or 2. normalized : True if they are fractions, as `to_float` makes them.
    """

    size: int
    signed: bool
    normalized: bool
