"""Numbers as GL keeps them, and as queries return them (OpenGL 2.1, 2.9 and 6.1.2)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from softgl import hostmath


def single(value) -> float:
    """A number as GL keeps it, a float32."""
    return singles((value,))[0]


def singles(values: Iterable) -> tuple[float, ...]:
    """Numbers as GL keeps them."""
    return tuple(hostmath.singles(values))


def single_or_zero(value: float) -> float:
    """The same; NaN gives 0."""
    return single(value) if value == value else 0.0


def clamped(value: float) -> float:
    """A GLclampd: the value within [0, 1]; NaN gives 0."""
    return min(max(value, 0.0), 1.0) if value == value else 0.0


def nearest(values: np.ndarray) -> np.ndarray:
    """The nearest integers as int32; halves away from zero, as Mesa does; NaN is 0.

    OpenGL 2.1, 6.1.2: "a floating-point value is rounded to the nearest integer", and one that
    "cannot be represented" becomes "the nearest value representable".
    """
    wide = np.nan_to_num(np.asarray(values, np.float64))
    limits = np.iinfo(np.int32)
    away = np.copysign(np.floor(np.abs(wide) + 0.5), wide)
    return np.clip(away, limits.min, limits.max).astype(np.int32)


def linear(values: np.ndarray) -> np.ndarray:
    """Colours, normals and depths as int32: [-1, 1] is the whole range; beyond it is clamped.

    OpenGL 2.1, 6.1.2: "according [to] the INT entry of table 4.7", ((2^32 - 1) c - 1) / 2. What
    becomes -0.5, 0, is 0.
    """
    unit = np.clip(np.nan_to_num(np.asarray(values, np.float64)), -1.0, 1.0)
    return nearest(np.rint((unit * (2.0**32 - 1.0) - 1.0) / 2.0))


def rounded(value) -> int:
    """A number as the nearest integer."""
    return int(nearest(value))


def as_signed(word: int) -> int:
    """32 bits as a GLint: how masks are returned."""
    return word - 2**32 if word >= 2**31 else word
