"""The limits of now, and how tests and the environment change them.

SOFTGL_PLAIN=1 in the environment turns all fast paths off, SOFTGL_PLAIN=packing,batching some of
them by name. Neither changes a bit of a picture.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from softgl.tuning.records import Limit
from softgl.tuning.table import FAST_PATHS, SIZES

LIMITS: dict[str, Limit] = {
    limit.name: limit for entry in (*FAST_PATHS, *SIZES) for limit in entry.limits
}
"""All limits by name."""
CODE_LIMITS = tuple(name for name, limit in LIMITS.items() if limit.shapes_code)
"""Names of the limits that shape code."""


class Limits:
    """The value of each limit, by name.

    code : a number for each combination of the values that shape code, part of the keys of kernels.
    """

    __slots__ = (*LIMITS, "code")

    def __init__(self):
        for name, limit in LIMITS.items():
            setattr(self, name, limit.value)

    def code_values(self) -> tuple:
        """The values that shape code, as names of kernels have them."""
        return tuple(getattr(self, name) for name in CODE_LIMITS)


limits = Limits()
"""The limits of this process."""
_codes: dict[tuple, int] = {}
_cached: list = []


def cached(maxsize: int = 128):
    """Makes a `lru_cache` of a function that reads limits: it forgets all when one is changed."""

    def decorate(function):
        _cached.append(lru_cache(maxsize=maxsize)(function))
        return _cached[-1]

    return decorate


def plain_values(*names: str) -> dict[str, object]:
    """The limits that leave only the plain paths of some FAST_PATHS, by their names; of all."""
    known = {path.name: path for path in FAST_PATHS}
    if unknown := set(names) - known.keys():
        raise ValueError(f"no such fast path: {', '.join(sorted(unknown))}")
    paths = [known[name] for name in names] or FAST_PATHS
    given = [limit for path in paths for limit in path.limits if limit.plain is not None]
    return {limit.name: limit.plain for limit in given}


def set_limits(values: dict[str, object]) -> dict[str, object]:
    """Changes limits by name; returns the previous values."""
    before = {name: getattr(limits, name) for name in values}
    for name, value in values.items():
        setattr(limits, name, value)
    limits.code = _codes.setdefault(limits.code_values(), len(_codes))
    for function in _cached:
        function.cache_clear()
    return before


@contextmanager
def changed(**values) -> Iterator[None]:
    """Changes limits in the block, in all threads."""
    before = set_limits(values)
    try:
        yield
    finally:
        set_limits(before)


@contextmanager
def plain(*names: str) -> Iterator[None]:
    """Turns fast paths off in the block. names : of FAST_PATHS; without names, all."""
    with changed(**plain_values(*names)):
        yield


def _of_environment(wish: str) -> dict[str, object]:
    """The limits that SOFTGL_PLAIN asks for."""
    if wish in ("", "0"):
        return {}
    try:
        return plain_values(*([] if wish == "1" else wish.split(",")))
    except ValueError as error:
        raise ValueError(f"SOFTGL_PLAIN={wish}: {error}") from None


set_limits(_of_environment(os.environ.get("SOFTGL_PLAIN", "")))
limits.CHECKS_PLANS = os.environ.get("SOFTGL_CHECK_PLANS") == "1"
