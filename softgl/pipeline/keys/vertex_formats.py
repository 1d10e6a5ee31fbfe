"""Formats of vertex attributes that vertex kernels read where they lie."""

from __future__ import annotations

import numpy as np

from softgl.records import dataclass

FIXED_DTYPE = np.dtype([("in_65536ths", np.int32)])
"""The dtype of 16.16 fixed-point numbers, which differs from that of integers."""

SIGNED_DTYPE = np.dtype([("int_2_10_10_10", np.uint32)])
UNSIGNED_DTYPE = np.dtype([("uint_2_10_10_10", np.uint32)])
FLOATS_DTYPE = np.dtype([("float_11_11_10", np.uint32)])
PACKED_DTYPES = frozenset({SIGNED_DTYPE, UNSIGNED_DTYPE, FLOATS_DTYPE})
"""The dtypes of words that hold all components of an element, x in the low bits."""

CLAMPED = 2
"""`normalized` of signed integers c that stand for max(c / (2^(b-1) - 1), -1).

OpenGL ES 3.0, 2.1.6.1. With True they stand for (2c + 1) / (2^b - 1), as in OpenGL 3.3.
"""


def element_size(size: int, dtype: np.dtype) -> int:
    """Returns the bytes of an element of `size` components."""
    return dtype.itemsize if dtype in PACKED_DTYPES else size * dtype.itemsize


@dataclass(frozen=True)
class SmallIntegers:
    """Integers packed into words of 32 bits, the low ones first.

    size : bytes of each, 1 or 2. normalized : True or CLAMPED if they are fractions, as `to_float`
        makes them.
    """

    size: int
    signed: bool
    normalized: int
