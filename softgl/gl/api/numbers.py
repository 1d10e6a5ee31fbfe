"""Numbers as GL stores them, and as queries return them (OpenGL 2.1, 2.9 and 6.1.2)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from softgl import hostmath


def single(value) -> float:
    """Returns a number as GL stores it, rounded to float32."""
    return singles((value,))[0]


def singles(values: Iterable) -> tuple[float, ...]:
    """Returns numbers as GL stores them, rounded to float32."""
    return tuple(hostmath.singles(values))


def single_or_zero(value: float) -> float:
    """Returns a number as GL stores it, rounded to float32; NaN gives 0."""
    return single(value) if value == value else 0.0


def clamped(value: float) -> float:
    """Clamps a GLclampd to [0, 1]; NaN gives 0."""
    return min(max(value, 0.0), 1.0) if value == value else 0.0


def nearest(values: np.ndarray, dtype=np.int32) -> np.ndarray:
    """Rounds to the nearest integers; halves away from zero, as Mesa does; NaN gives 0.

    OpenGL 2.1, 6.1.2: "a floating-point value is rounded to the nearest integer", and one that
    "cannot be represented" becomes "the nearest value representable".
    """
    wide = np.nan_to_num(np.asarray(values, np.float64))
    limits = np.iinfo(dtype)
    away = np.copysign(np.floor(np.abs(wide) + 0.5), wide)
    return np.clip(away, limits.min, limits.max).astype(dtype)


def linear(values: np.ndarray) -> np.ndarray:
    """Maps colours, normals and depths in [-1, 1] to all of int32; clamps values outside.

    OpenGL 2.1, 6.1.2: "according [to] the INT entry of table 4.7", ((2^32 - 1) c - 1) / 2. Zero
    gives -0.5, which becomes 0.
    """
    unit = np.clip(np.nan_to_num(np.asarray(values, np.float64)), -1.0, 1.0)
    return nearest(np.rint((unit * (2.0**32 - 1.0) - 1.0) / 2.0))


def rounded(value) -> int:
    """Rounds a number to the nearest int32."""
    return int(nearest(value))


def as_signed(word: int) -> int:
    """Returns 32 bits as a signed integer, as queries return masks."""
    return word - 2**32 if word >= 2**31 else word
