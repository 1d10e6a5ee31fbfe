"""`@function` makes a public `glut*` function of an implementation, which gets the toolkit."""

from __future__ import annotations

import functools
import inspect
import operator
from collections.abc import Callable

from softgl.errors import SoftGLError
from softgl.gl.api.binding import misfit
from softgl.gl.api.types import NUMBERS
from softgl.glut.toolkit import current_toolkit

FUNCTIONS: dict[str, Callable] = {}
"""Every public function by its name; `softgl.glut` exports them."""


class GLUTError(SoftGLError):
    """A refused call of GLUT; the message names the function and the reason in one line."""


def function(name: str):
    """Registers the decorated implementation as the public function `name`.

    An implementation raises GLUTError for arguments that it refuses, before it changes anything.
    The public function raises it for arguments that do not fit the signature.
    """

    def register(implementation):
        signature = inspect.signature(implementation)
        parameters = list(signature.parameters.values())[1:]
        public_signature = signature.replace(parameters=parameters)
        names = [each.name for each in parameters if each.kind is not each.VAR_POSITIONAL]
        required = [each.name for each in parameters if each.default is each.empty]

        @functools.wraps(implementation)
        def public(*arguments, **keywords):
            try:
                bound = public_signature.bind(*arguments, **keywords)
            except TypeError:
                reason = misfit(names, required, arguments, keywords)
                raise GLUTError(f"{name}: {reason or 'these arguments do not fit'}") from None
            try:
                return implementation(current_toolkit(), *bound.args, **bound.kwargs)
            except SoftGLError as error:
                if isinstance(error, GLUTError) and not str(error).startswith("glut"):
                    error.args = (f"{name}: {error}",)
                raise error.without_own_frames() from error.__cause__

        public.__name__ = public.__qualname__ = name
        public.__signature__ = public_signature
        FUNCTIONS[name] = public
        return implementation

    return register


def refused(name: str, why: str) -> GLUTError:
    """Returns the error of a refused call."""
    return GLUTError(f"{name}: {why}")


def integer(value) -> int:
    """Converts a Python, NumPy or ctypes number to an integer; floats are truncated."""
    if isinstance(value, NUMBERS):
        value = value.value
    try:
        return operator.index(value)
    except TypeError:
        pass
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):
        raise GLUTError(f"{value!r} is not an integer") from None


def real(value) -> float:
    """Converts a Python, NumPy or ctypes number to a float."""
    if isinstance(value, NUMBERS):
        value = value.value
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise GLUTError(f"{value!r} is not a number") from None


def text(value) -> str:
    """Converts a text: str, or bytes in UTF-8 or else in Latin-1."""
    if isinstance(value, str):
        return value
    try:
        data = bytes(value.value if hasattr(value, "value") else value)
    except (TypeError, ValueError):
        raise GLUTError(f"{value!r} is not a text") from None
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")
