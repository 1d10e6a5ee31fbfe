"""Converts a few numbers, the usual arguments of a command, faster than through a NumPy array."""

from __future__ import annotations

from array import array

import numpy as np

from softgl.gl.api.addresses import Address
from softgl.tuning import limits

SEQUENCES = frozenset({list, tuple})
FLOATS, INTEGERS = frozenset("efd"), frozenset("bBhHiIlq")
"""The type codes of arrays whose numbers convert to Python numbers without loss."""


def few_numbers(values, count: int, integers: bool, source) -> list | None:
    """Returns the numbers of a usual value, as `arguments.converted` would; None for other values.

    integers : True for 64-bit integers, False for doubles. count, source : the number of elements
        at an `Address`, and their type.
    """
    kind = type(values)
    if kind is float:
        return None if integers else [values]
    if kind is int:
        return [values] if integers and -(2**63) <= values < 2**63 else None
    if kind in SEQUENCES:
        try:
            return array("q" if integers else "d", values).tolist()
        except (TypeError, ValueError, OverflowError):
            return None
    if kind is np.ndarray and values.size <= limits.MAX_LISTED_NUMBERS:
        usual = INTEGERS if integers else FLOATS
        return values.reshape(-1).tolist() if values.dtype.char in usual else None
    return values.numbers(source, count) if kind is Address else None
