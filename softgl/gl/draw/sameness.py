"""Whether what draws derive is what it was: alike to the last bit, or in the same memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache

import numpy as np

from softgl.ir.program import Program
from softgl.pipeline.framebuffer import Framebuffer


def same_contents(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two arrays are alike to the last bit."""
    alike = one.dtype == other.dtype and one.shape == other.shape
    return alike and one.tobytes() == other.tobytes()


def same_memory(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two arrays are the same memory: what is alike now may be written to later."""
    if one.dtype != other.dtype or one.shape != other.shape or one.strides != other.strides:
        return False
    return one.__array_interface__["data"] == other.__array_interface__["data"]


@cache
def _compared(kind: type) -> tuple[str, ...]:
    """The fields of a dataclass that its values are compared by; of any other class, none."""
    if not is_dataclass(kind) or issubclass(kind, Program):
        return ()
    return tuple(field.name for field in fields(kind) if field.compare)


def same(one, other, same_array: Callable = same_contents) -> bool:
    """Whether two values of a part are alike to the last bit; arrays by `same_array`."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    names = _compared(type(one))
    if names:
        pairs = ((getattr(one, name), getattr(other, name)) for name in names)
        return all(mine is its or same(mine, its, same_array) for mine, its in pairs)
    if isinstance(one, np.ndarray):
        return same_array(one, other)
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(
            same(one[key], other[key], same_array) for key in one
        )
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(
            same(mine, its, same_array) for mine, its in zip(one, other, strict=True)
        )
    if isinstance(one, Framebuffer):
        return vars(one) == vars(other)
    if isinstance(one, float):
        return one.hex() == other.hex()
    return one == other
