"""Formats of vertex attributes that vertex kernels read where they lie."""

from __future__ import annotations

from softgl.records import dataclass


@dataclass(frozen=True)
class SmallIntegers:
    """Integers packed into words of 32 bits, the low ones first.

    size : bytes of each, 1 or 2. normalized : True if they are fractions, as `to_float` makes them.
    """

    size: int
    signed: bool
    normalized: bool
