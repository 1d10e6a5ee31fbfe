"""Numbers of applications as numbers of another type, the same on every CPU."""

from __future__ import annotations

import numpy as np


def cast(values, dtype, given: np.ndarray | None = None) -> np.ndarray:
    """Copies numbers into an array of a type; raises the errors of NumPy for others.

    Floats become integers as in `whole`; an integer has to fit, unless it is one of an array.
    given : what `np.asarray` makes of the values, where the caller has asked it already.
    """
    # `np.dtype` of a class takes longer than this.
    is_class = isinstance(dtype, type)
    if issubclass(dtype, np.integer) if is_class else np.dtype(dtype).kind in "iu":
        given = np.asarray(values) if given is None else given
        if given.dtype.kind == "f":
            if given is not values:
                # Of integers too large for NumPy it has made floats.
                mixed = np.asarray(values, object).reshape(-1)
                np.array([each for each in mixed if isinstance(each, int)], dtype)
            return whole(given, dtype)
    return np.array(values, dtype, order="C")


def whole(values: np.ndarray, dtype) -> np.ndarray:
    """Floats as integers: cut off, those beyond the type the nearest that it has; NaN is 0.

    C leaves the latter two open, and x86 and ARM64 differ.
    """
    limits = np.iinfo(dtype)
    # Float64 has no limit.max of 64 bits: the number below the next one takes its place.
    most = min(float(limits.max), np.nextafter(limits.max + 1.0, 0.0))
    with np.errstate(invalid="ignore", over="ignore"):  # signalling NaNs, and long doubles
        wide = values.astype(np.float64)
    return np.clip(np.where(np.isnan(wide), 0.0, wide), limits.min, most).astype(dtype)
