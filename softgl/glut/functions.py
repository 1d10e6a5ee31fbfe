"""`@function` makes a public `glut*` function of an implementation, which gets the toolkit."""

from __future__ import annotations

import functools
import inspect
import operator
from collections.abc import Callable

from softgl.errors import SoftGLError
from softgl.gl.api.types import NUMBERS
from softgl.glut.toolkit import current_toolkit

FUNCTIONS: dict[str, Callable] = {}
"""Every public function by its name; `softgl.glut` exports them."""


class GLUTError(SoftGLError):
    """A call of GLUT was refused; the message says which and why in one line."""


def function(name: str):
    """Register the decorated implementation as the public function `name`; returns it unchanged.

    An implementation raises ValueError or TypeError for arguments that it refuses, before it
    changes anything; the public function makes a GLUTError of that.
    """

    def register(implementation):
        signature = inspect.signature(implementation)
        parameters = list(signature.parameters.values())[1:]
        public_signature = signature.replace(parameters=parameters)

        @functools.wraps(implementation)
        def public(*arguments, **keywords):
            try:
                bound = public_signature.bind(*arguments, **keywords)
            except TypeError as error:
                raise GLUTError(f"{name}{public_signature}: {error}") from None
            return implementation(current_toolkit(), *bound.args, **bound.kwargs)

        public.__name__ = public.__qualname__ = name
        public.__signature__ = public_signature
        FUNCTIONS[name] = public
        return implementation

    return register


def refused(name: str, why: str) -> GLUTError:
    """The error of a refused call."""
    return GLUTError(f"{name}: {why}")


def integer(value) -> int:
    """An argument as an integer: of Python, numpy or ctypes, or a float, which is cut off."""
    if isinstance(value, NUMBERS):
        value = value.value
    try:
        return operator.index(value)
    except TypeError:
        pass
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):
        raise GLUTError(f"{value!r} is no integer") from None


def real(value) -> float:
    """An argument as a float: of Python, numpy or ctypes."""
    if isinstance(value, NUMBERS):
        value = value.value
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise GLUTError(f"{value!r} is no number") from None


def text(value) -> str:
    """An argument as a text: str, or bytes in UTF-8 or else in Latin-1."""
    if isinstance(value, str):
        return value
    try:
        data = bytes(value.value if hasattr(value, "value") else value)
    except (TypeError, ValueError):
        raise GLUTError(f"{value!r} is no text") from None
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")
