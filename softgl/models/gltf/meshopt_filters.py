"""The filters of EXT_meshopt_compression: octahedral, quaternions, exponents."""

from __future__ import annotations

import numpy as np


def _rounded(values):
    """Rounds half away from zero."""
    return np.trunc(values + np.where(values < 0.0, -0.5, 0.5))


def octahedral(values: np.ndarray) -> np.ndarray:
    """Unit vectors of octahedral coordinates; values : (n, 4 or 8) bytes."""
    dtype = np.dtype("i1") if values.shape[1] == 4 else np.dtype("<i2")
    stored = values.view(dtype)
    x, y, one = (stored[:, i].astype(np.float64) for i in range(3))
    z = one - np.abs(x) - np.abs(y)
    folded = np.minimum(z, 0.0)
    x, y = (each + np.where(each >= 0.0, folded, -folded) for each in (x, y))
    length = np.sqrt(x * x + y * y + z * z)
    scale = np.iinfo(dtype).max / np.where(length > 0.0, length, 1.0)
    result = stored.copy()
    for column, each in enumerate((x, y, z)):
        result[:, column] = _rounded(each * scale)
    return result


def quaternion(values: np.ndarray) -> np.ndarray:
    """Unit quaternions of three components and the index of the largest; values : (n, 8) bytes."""
    stored = values.view("<i2")
    scale = np.sqrt(0.5) / (stored[:, 3] | 3)
    x, y, z = (stored[:, i] * scale for i in range(3))
    w = np.sqrt(np.maximum(1.0 - x * x - y * y - z * z, 0.0))
    largest = stored[:, 3] & 3
    result = np.empty_like(stored)
    rows = np.arange(len(stored))
    for step, each in enumerate((w, x, y, z)):
        result[rows, (largest + step) & 3] = np.clip(_rounded(each * 32767.0), -32768, 32767)
    return result


def exponential(values: np.ndarray) -> np.ndarray:
    """Floats of a 24-bit mantissa and an 8-bit exponent; values : (n, 4 * k) bytes."""
    stored = values.view("<i4")
    mantissa = (stored << 8) >> 8
    with np.errstate(over="ignore"):
        return np.ldexp(mantissa.astype(np.float64), stored >> 24).astype("<f4")


FILTERS = {"OCTAHEDRAL": octahedral, "QUATERNION": quaternion, "EXPONENTIAL": exponential}
"""Name of a filter -> a function of the bytes (n, stride) of a view."""
