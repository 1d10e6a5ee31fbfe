"""Checks of the arguments of a Python program. Each raises UsageError, which names the argument."""

from __future__ import annotations

import math
from contextlib import suppress
from numbers import Real

import numpy as np

from softgl.errors import UsageError

MAX_SKEW = 1e-3  # of the axes and the last row of a pose, which float32 and rounded texts leave


def checked_number(name: str, value, least: float, most: float) -> float:
    """Returns `value`, a number from `least` to `most`, as a float."""
    number = math.nan
    if isinstance(value, Real) and not isinstance(value, bool | np.bool_):
        with suppress(OverflowError):  # an integer beyond all floats
            number = float(value)
    if not least <= number <= most:
        raise UsageError(f"{name} {_shown(value)} is not a number from {least:g} to {most:g}")
    return number


def checked_flag(name: str, value) -> bool:
    """Returns `value`, True or False."""
    if not isinstance(value, bool | np.bool_):
        raise UsageError(f"{name} {_shown(value)} is not True or False")
    return bool(value)


def checked_colour(name: str, value, lengths: tuple[int, ...] = (3, 4)) -> tuple[float, ...]:
    """Returns `value`, numbers from 0 to 1, as a tuple of floats; RGB has an alpha of 1."""
    try:
        found = np.asarray(value, np.float64)
    except (TypeError, ValueError):
        found = np.zeros(0)
    if found.ndim != 1 or len(found) not in lengths or not ((found >= 0) & (found <= 1)).all():
        count = " or ".join(map(str, lengths))
        raise UsageError(f"{name} {_shown(value)} is not {count} numbers from 0 to 1")
    return tuple([*found.tolist(), 1.0][: lengths[-1]])


def checked_instance(name: str, value, kind: type):
    """Returns `value`, an instance of `kind`."""
    if not isinstance(value, kind):
        raise UsageError(f"{name} {_shown(value)} is not of the class {kind.__name__}")
    return value


def checked_name(name: str, value) -> str:
    """Returns `value`, a name or a number from 0, as a text."""
    if isinstance(value, int | np.integer) and not isinstance(value, bool) and value >= 0:
        return str(value)
    if not isinstance(value, str) or not value:
        raise UsageError(f"{name} {_shown(value)} is not a name, or a number from 0")
    return value


def _shown(value):
    text = repr(value)
    return text if len(text) <= 40 and "\n" not in text else f"of {type(value).__qualname__}"
