"""`@function` makes a public `glu*` function of an implementation."""

from __future__ import annotations

import functools
import inspect
import math
import operator
from collections.abc import Callable

import numpy as np

from softgl.counts import counted
from softgl.errors import SoftGLError
from softgl.gl.api.arguments import to_float
from softgl.gl.api.binding import misfit
from softgl.gl.api.casts import cast
from softgl.gl.api.exporters import in_memory_order
from softgl.gl.api.types import NUMBERS

FUNCTIONS: dict[str, Callable] = {}
"""Every public function by its name; `softgl.glu` exports them."""


class GLUError(SoftGLError, ValueError):
    """A refused call of GLU; the message names the function and the reason in one line.

    A ValueError too, since PyOpenGL raises that for some calls."""


def function(name: str):
    """Registers the decorated implementation as the public function `name`."""

    def register(implementation):
        signature = inspect.signature(implementation)
        parameters = signature.parameters.values()
        required = [each.name for each in parameters if each.default is each.empty]

        @functools.wraps(implementation)
        def public(*arguments, **keywords):
            try:
                return implementation(*arguments, **keywords)
            except TypeError:
                # Either of this call or of a callback.
                reason = misfit([*signature.parameters], required, arguments, keywords)
                if reason:
                    raise GLUError(f"{name}: {reason}") from None
                raise
            except SoftGLError as error:
                if isinstance(error, GLUError) and not str(error).startswith("glu"):
                    error.args = (f"{name}: {error}",)
                raise error.without_own_frames() from error.__cause__

        public.__name__ = public.__qualname__ = name
        public.__signature__ = signature
        FUNCTIONS[name] = public
        return implementation

    return register


def integer(value) -> int:
    """Converts a Python, NumPy or ctypes number to an integer; floats are truncated."""
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
        raise GLUError(f"{value!r} is not an integer")
    return int(number)


def real(value) -> float:
    """Converts a Python, NumPy or ctypes number to a float."""
    if type(value) is float:
        return value
    if isinstance(value, NUMBERS):
        value = value.value
    try:
        return to_float(value)
    except (TypeError, ValueError, OverflowError):
        raise GLUError(f"{value!r} is not a number") from None


def numbers(values, dtype, count: int = 0) -> np.ndarray:
    """Converts a sequence, an array or memory to a flat array; count : the required size or 0."""
    try:
        if isinstance(values, (bytes, bytearray)) or getattr(values, "format", "") == "B":
            values = np.frombuffer(values, dtype)
        with np.errstate(over="ignore", invalid="ignore"):
            flat = cast(np.asarray(in_memory_order(values)), dtype).reshape(-1)
    except (TypeError, ValueError):
        raise GLUError(f"{type(values).__name__} is not an array of numbers") from None
    if count and flat.size != count:
        raise GLUError(f"{counted(count, 'number')} needed, not {flat.size}")
    return flat


def instance(value, kind):
    """Returns an argument after a check of its type."""
    if isinstance(value, kind):
        return value
    raise GLUError(f"{value!r} is not a {kind.__name__}")


def callback(value):
    """Returns a callback, a function or None, after a check."""
    if value is None or callable(value):
        return value
    raise GLUError(f"{value!r} is not callable")
