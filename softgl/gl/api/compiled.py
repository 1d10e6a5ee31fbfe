"""Functions that are compiled from a text, when they are first called."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import CodeType, FunctionType

from softgl.errors import SoftGLError


def compiled(source: Callable[[], tuple[str, dict]]) -> Callable:
    """The function that a text defines, compiled when it is first called.

    All its positional parameters may be left out, and are `...` then.
    source : returns the text and its global names.
    """
    # Of a thousand commands a program calls a few dozen.
    scope = {}
    function = FunctionType(uncompiled.__code__, scope)

    def compile_and_call(*given, **keywords):
        text, known = source()
        scope.update(known)
        code = code_of(text)
        # Another thread may call it meanwhile, as what it was or as what it is.
        function.__defaults__ = (...,) * code.co_argcount
        function.__code__ = code
        try:
            return function(*given, **keywords)
        except SoftGLError as error:
            raise error.without_own_frames() from error.__cause__

    scope["compile_and_call"] = compile_and_call
    return function


def attempted(call: Callable, arguments: tuple, keywords: dict) -> SoftGLError | None:
    """Calls a function; returns the SoftGLError that it raises, or None."""
    try:
        call(*arguments, **keywords)
    except SoftGLError as error:
        return error
    return None


def uncompiled(*given, **keywords):
    """Stands for a function of `compiled` until its first call."""
    return compile_and_call(*given, **keywords)  # noqa: F821  (in the scope of each)


@cache
def code_of(text: str) -> CodeType:
    """The code of a text that defines a function; many commands have equal texts."""
    module = compile(text, __name__, "exec")
    return next(constant for constant in module.co_consts if isinstance(constant, CodeType))
