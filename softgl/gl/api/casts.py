"""Converts numbers of applications to other types, the same on every CPU."""

from __future__ import annotations

import numpy as np


def cast(values, dtype, array: np.ndarray | None = None) -> np.ndarray:
    """Copies numbers into an array of a type; raises NumPy's errors for other values.

    Floats become integers as in `whole`; an integer out of range is an error unless it comes in an
    array.
    array : `np.asarray(values)`, if the caller has it already.
    """
    # `np.dtype` of a class takes longer than this test.
    is_class = isinstance(dtype, type)
    if issubclass(dtype, np.integer) if is_class else np.dtype(dtype).kind in "iu":
        array = np.asarray(values) if array is None else array
        if array.dtype.kind == "f":
            if array is not values:
                # NumPy turns integers beyond 64 bits into floats: convert them on their own.
                mixed = np.asarray(values, object).reshape(-1)
                np.array([each for each in mixed if isinstance(each, int)], dtype)
            return whole(array, dtype)
    return np.array(values, dtype, order="C")


def whole(values: np.ndarray, dtype) -> np.ndarray:
    """Converts floats to integers: truncated, clamped to the range of the type; NaN is 0.

    C leaves out-of-range values and NaN undefined, and x86 and ARM64 differ.
    """
    limits = np.iinfo(dtype)
    # Float64 lacks the largest 64-bit integer: the next float below stands in.
    most = min(float(limits.max), np.nextafter(limits.max + 1.0, 0.0))
    with np.errstate(invalid="ignore", over="ignore"):  # signalling NaNs, and long doubles
        wide = values.astype(np.float64)
    return np.clip(np.where(np.isnan(wide), 0.0, wide), limits.min, most).astype(dtype)
