"""Equality of derived values: to the last bit, or in the same memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import is_dataclass
from functools import cache

import numpy as np

from softgl.ir.program import Program
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.records import compared


def same_contents(one: np.ndarray, other: np.ndarray) -> bool:
    """True if two arrays are equal to the last bit."""
    alike = one.dtype == other.dtype and one.shape == other.shape
    return alike and one.tobytes() == other.tobytes()


def same_memory(one: np.ndarray, other: np.ndarray) -> bool:
    """True if two arrays are the same memory: equal arrays may be written to later."""
    if one.dtype != other.dtype or one.shape != other.shape or one.strides != other.strides:
        return False
    return one.__array_interface__["data"] == other.__array_interface__["data"]


# Types whose equal values have the same bits.
_PLAIN = frozenset({bool, int, str, bytes, frozenset, type(None)})


@cache
def _compared(kind: type) -> Callable | None:
    """Returns the getter of the compared fields of a dataclass; None for other classes."""
    return compared(kind) if is_dataclass(kind) and not issubclass(kind, Program) else None


def same(one, other, same_array: Callable = same_contents) -> bool:
    """True if two values of a part are equal to the last bit; arrays by `same_array`."""
    kind = type(one)
    if one is other or type(other) is not kind:
        return one is other
    if kind in _PLAIN:
        return one == other
    get = _compared(kind)
    if get is not None:
        one, other = get(one), get(other)
    if isinstance(one, (list, tuple)):
        if len(one) != len(other):
            return False
        for mine, its in zip(one, other, strict=True):
            if mine is not its and not same(mine, its, same_array):
                return False
        return True
    if isinstance(one, np.ndarray):
        return same_array(one, other)
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(
            same(one[key], other[key], same_array) for key in one
        )
    if isinstance(one, Framebuffer):
        return vars(one) == vars(other)
    if isinstance(one, float):
        return one.hex() == other.hex()
    return one == other
