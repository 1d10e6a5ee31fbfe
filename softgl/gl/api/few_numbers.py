"""A few numbers, the usual arguments of a command: sooner than by way of an array of NumPy."""

from __future__ import annotations

from array import array

import numpy as np

from softgl.gl.api.addresses import Address

SEQUENCES = frozenset({list, tuple})
FEW = 64
FLOATS, INTEGERS = frozenset("efd"), frozenset("bBhHiIlq")
"""The types of arrays whose numbers Python has as they are, but for being wider."""


def few_numbers(values, count: int, integers: bool, source) -> list | None:
    """The numbers of usual values, as `arguments.converted` has them; None for other values.

    integers : whether they are integers of 64 bits, else doubles. count, source : how many there
        are at an `Address`, and of which type.
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
    if kind is np.ndarray and values.size <= FEW:
        usual = INTEGERS if integers else FLOATS
        return values.reshape(-1).tolist() if values.dtype.char in usual else None
    return values.numbers(source, count) if kind is Address else None
