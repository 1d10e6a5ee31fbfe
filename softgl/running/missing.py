"""Functions that scripts import but softgl lacks: `Missing`, as in PyOpenGL."""

from __future__ import annotations

from softgl import gl
from softgl.gl.api.absent import reason


class Error(Exception):
    """The base of PyOpenGL's errors."""


class NullFunctionError(Error):
    """A missing function was called."""


class Missing:
    """A function that softgl lacks: it is false, and raises NullFunctionError when called.

    why : the reason; None for the reason of `softgl.gl`.
    """

    def __init__(self, name: str, why: str | None = None):
        self.__name__, self._why = name, why

    def __bool__(self):
        return False

    def __call__(self, *_, **__):
        raise NullFunctionError(sentence(self.__name__, self._why))

    def __repr__(self):
        return f"<{self.__name__}, which softgl lacks>"


def sentence(name: str, why: str | None = None) -> str:
    """Returns the message about a missing name."""
    why = reason(name, gl.__all__) if why is None else why
    return f"softgl has no {name}{why and ': '}{why}"
