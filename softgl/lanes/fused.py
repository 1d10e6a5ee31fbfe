"""a * b + c of F32, rounded once, where there is no instruction for it.

The product is exact in F64, and the sum is rounded to odd: towards zero, with the last bit set if
it is inexact. Such a sum is on the same side of each tie between two F32 as the exact one, so that
rounding it to F32 gives the exact sum rounded once.
"""

from __future__ import annotations

import numpy as np


def fused(m, a, b, c):
    """a * b + c of lanes of F32, rounded once."""
    product, addend = m.to_f64(a) * m.to_f64(b), m.to_f64(c)
    total = product + addend
    part = total - product
    error = (product - (total - part)) + (addend - part)  # exact too, but NaN of infinities
    above = (error > 0.0) != (total > 0.0)
    odd = (m.unseen_bits(total) - m.select(above, m.i64(1), 0)) | 1
    return m.to_f32(m.select(abs(error) > 0.0, m.from_bits(odd), total))


_BELOW, _ABOVE = 1.0 - 2.0**-52, 1.0 + 2.0**-52


def fused_arrays(a, b, c):
    """The fused product and sum of float32 arrays, or scalars."""
    product = np.multiply(a, b, dtype=np.float64)
    total = product + c
    # The exact sum lies between these two: mostly that is enough.
    low, high = (total * _BELOW).astype(np.float32), (total * _ABOVE).astype(np.float32)
    if (low == high).all():
        return low
    part = total - product
    error = (product - (total - part)) + (c - part)
    above = (error > 0.0) != (total > 0.0)
    odd = ((total.view(np.int64) - above) | 1).view(np.float64)
    return np.where(np.abs(error) > 0.0, odd, total).astype(np.float32)
