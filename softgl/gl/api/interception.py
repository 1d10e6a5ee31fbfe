"""Passes every call of a public function to a listener, while one is installed.

`from softgl.gl import *` binds the functions themselves, so no function can be replaced by another:
its code is replaced, as in `command.compiled`, and restored afterwards. Without a listener it costs
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import FunctionType

from softgl.errors import UsageError
from softgl.gl.api.compiled import code_of, uncompiled
from softgl.gl.api.current import current
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.api.errors import GLError
from softgl.lanes.native_setters import setters

PLAIN = frozenset({int, float, bool, type(None)})
"""The types of arguments that are recorded as they are."""


SWAP = "@swap"
"""Marks a swap of buffers, which ends a frame of a program."""


class InterceptionError(UsageError, RuntimeError):
    """A listener is installed already."""


class Listener:
    """Receives calls.

    context : the context whose plain calls go to `keep`; None for none.
    keep : gets the tuple (name, *arguments) of each call to that context with plain arguments only;
        if it was refused, the list [name, arguments, error code]. Commands in `own` never count as
        plain.
    call : (name, function, arguments, keywords) -> the result; makes every other call.
    """

    context = None
    own: frozenset[str] = frozenset()

    def __init__(self, keep: Callable):
        self.keep = keep

    def call(self, name: str, function: Callable, arguments: tuple, keywords: dict):
        return function(*arguments, **keywords)

    def mark(self, name: str, arguments: tuple) -> None:
        """Notes a mark of a capture that is replayed meanwhile."""


# The code of every public function while a listener is installed, by the number of its parameters.
# Omitted ones are `...`, as in `command.USUAL`. Its names are globals of each function.
INTERCEPTED = """
def intercepted({parameters}{only}*more, **keywords):
    if more or keywords or listener.context is not current_context.context{odd}:
        return told(*[value for value in ({parameters}) if value is not ...], *more, **keywords)
    try:
        result = usual({parameters})
    except refusal as error:
        keep([command_name, ({parameters}), error.code])
        raise
    keep((command_name, {parameters}))
    return result
"""


@cache
def _intercepted(count: int):
    """Compiles the code for commands with `count` parameters."""
    names = [f"argument{number}" for number in range(count)]
    odd = "".join(
        f" or not (type({name}) is float or type({name}) in plain_types)" for name in names
    )
    parameters = "".join(f"{name}, " for name in names)
    only = "/, " if names else ""
    return code_of(INTERCEPTED.format(parameters=parameters, only=only, odd=odd))


# The code of the commands whose every call goes to `Listener.call`.
def _told(*arguments, **keywords):
    return told(*arguments, **keywords)  # noqa: F821


@contextmanager
def interception(listener: Listener) -> Iterator[None]:
    """Passes the calls within the block, in all threads, to a listener.

    Raises InterceptionError inside another interception.
    """
    if _listeners:
        raise InterceptionError(
            "calls are intercepted already, by a history, a picture, a capture or the like"
        )
    _listeners.append(listener)
    functions = [_intercepted_function(name) for name in COMMANDS]
    try:
        for each in functions:
            each.install(listener)
        with setters.paused():
            yield
    finally:
        for each in functions:
            each.restore()
        _listeners.clear()


def note_mark(name: str, *arguments) -> None:
    """Passes a mark to the listener, if one is installed."""
    for listener in _listeners:
        listener.mark(name, arguments)


_listeners: list[Listener] = []
_NO_LISTENER = Listener(lambda entry: None)


@cache
def _intercepted_function(name: str) -> _InterceptedFunction:
    """Returns the interceptor of a function; cached, since there are a thousand of them."""
    return _InterceptedFunction(name, COMMANDS[name])


class _InterceptedFunction:
    """A public function whose code is replaced for a while."""

    def __init__(self, name: str, function: Callable):
        self.name, self.function, self.scope = name, function, function.__globals__
        count = len(function.__wrapped__.signature.parameters)
        self.plain, self.left_out = _intercepted(count), (...,) * count
        self.code = self.defaults = None
        self.scope.update(
            command_name=name,
            told=self._teller(),
            current_context=current,
            plain_types=PLAIN,
            refusal=GLError,
        )

    def _teller(self):
        scope, name = self.scope, self.name

        def told(*arguments, **keywords):
            return scope["listener"].call(name, scope["usual"], arguments, keywords)

        return told

    def install(self, listener: Listener) -> None:
        """Replaces the function's code by one that calls the listener."""
        function, scope = self.function, self.scope
        if function.__code__ is not self.code:
            self._save_code()
        scope["listener"], scope["keep"] = listener, listener.keep
        self.other = _told.__code__ if self.name in listener.own else self.plain
        function.__code__, function.__defaults__ = self.other, self.left_out

    def _save_code(self):
        """Saves the function's own code, and makes `usual` call it."""
        function = self.function
        self.code, self.defaults = function.__code__, function.__defaults__
        usual = self._first
        if self.code is not uncompiled.__code__:
            usual = FunctionType(self.code, self.scope, function.__name__)
            usual.__defaults__ = self.defaults
        self.scope["usual"] = usual

    def _first(self, *arguments, **keywords):
        """Makes the first call of a function ever, which compiles it."""
        function = self.function
        function.__code__ = uncompiled.__code__
        try:
            return function(*arguments, **keywords)
        finally:
            self._save_code()
            function.__code__, function.__defaults__ = self.other, self.left_out

    def restore(self) -> None:
        """Gives the function its own code back."""
        self.function.__code__, self.function.__defaults__ = self.code, self.defaults
        # Another thread may still be inside a call.
        self.scope["listener"], self.scope["keep"] = _NO_LISTENER, _NO_LISTENER.keep
