"""The functions that scripts import and softgl lacks: `Missing`, as in PyOpenGL."""

from __future__ import annotations

from softgl import gl
from softgl.gl.api.absent import reason


class Error(Exception):
    """The base of PyOpenGL's errors."""


class NullFunctionError(Error):
    """A function is called that there is not."""


class Missing:
    """A function that softgl has not: it is false, and raises NullFunctionError when called.

    why : the reason; None: that which `softgl.gl` knows.
    """

    def __init__(self, name: str, why: str | None = None):
        self.__name__, self._why = name, why

    def __bool__(self):
        return False

    def __call__(self, *_, **__):
        raise NullFunctionError(sentence(self.__name__, self._why))

    def __repr__(self):
        return f"<{self.__name__}, which softgl has not>"


def sentence(name: str, why: str | None = None) -> str:
    """The message for a name that is not there."""
    why = reason(name, gl.__all__) if why is None else why
    return f"softgl has no {name}{why and ': '}{why}"
