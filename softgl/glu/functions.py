"""`@function` makes a public `glu*` function of an implementation."""

from __future__ import annotations

import functools
import inspect
import math
import operator
from collections.abc import Callable

import numpy as np

from softgl.errors import SoftGLError
from softgl.gl.api.arguments import to_float
from softgl.gl.api.casts import cast
from softgl.gl.api.exporters import in_memory_order
from softgl.gl.api.types import NUMBERS

FUNCTIONS: dict[str, Callable] = {}
"""Every public function by its name; `softgl.glu` exports them."""


class GLUError(SoftGLError, ValueError):
    """A call of GLU was refused; the message says which and why in one line.

    PyOpenGL raises ValueError for some of them, and so this is one.
    """


def function(name: str):
    """Register the decorated implementation as the public function `name`; returns it unchanged."""

    def register(implementation):
        signature = inspect.signature(implementation)

        @functools.wraps(implementation)
        def public(*arguments, **keywords):
            try:
                return implementation(*arguments, **keywords)
            except TypeError:
                # Of the call, or of what it has called.
                try:
                    signature.bind(*arguments, **keywords)
                except TypeError as error:
                    raise GLUError(f"{name}{signature}: {error}") from None
                raise

        public.__name__ = public.__qualname__ = name
        public.__signature__ = signature
        FUNCTIONS[name] = public
        return implementation

    return register


def integer(value) -> int:
    """An argument as an integer: of Python, numpy or ctypes, or a float, which is cut off."""
    if type(value) is int:
        return value
    if isinstance(value, NUMBERS):
        value = value.value
    try:
        return operator.index(value)
    except TypeError:
        pass
    number = real(value)
    if not math.isfinite(number):
        raise GLUError(f"{value!r} is no integer")
    return int(number)


def real(value) -> float:
    """An argument as a float: of Python, numpy or ctypes."""
    if type(value) is float:
        return value
    if isinstance(value, NUMBERS):
        value = value.value
    try:
        return to_float(value)
    except (TypeError, ValueError, OverflowError):
        raise GLUError(f"{value!r} is no number") from None


def numbers(values, dtype, count: int = 0) -> np.ndarray:
    """A sequence, an array or memory as a flat array; `count` : how many there must be, if any."""
    try:
        if isinstance(values, (bytes, bytearray)) or getattr(values, "format", "") == "B":
            values = np.frombuffer(values, dtype)
        with np.errstate(over="ignore", invalid="ignore"):
            flat = cast(np.asarray(in_memory_order(values)), dtype).reshape(-1)
    except (TypeError, ValueError) as error:
        raise GLUError(f"{type(values).__name__} is no array of numbers: {error}") from None
    if count and flat.size != count:
        raise GLUError(f"{count} numbers are wanted, not {flat.size}")
    return flat


def instance(value, kind):
    """An argument as the object of GLU that it is to be."""
    if isinstance(value, kind):
        return value
    raise GLUError(f"{value!r} is no {kind.__name__}")


def callback(value):
    """A callback: a function, or None to have none."""
    if value is None or callable(value):
        return value
    raise GLUError(f"{value!r} is no function")
