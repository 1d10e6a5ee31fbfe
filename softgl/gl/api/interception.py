"""Every call of a public function told to somebody, for as long as they want it.

`from softgl.gl import *` binds the functions themselves, so none can be put in the place of another
one: it is their code that is replaced, as in `command.compiled`, and put back afterwards. While
nobody asks, it costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import FunctionType

from softgl.errors import GLError
from softgl.gl.api.command import COMMANDS, code_of, current, uncompiled

PLAIN = frozenset({int, float, bool, type(None)})
"""The types of arguments that stand for themselves."""


class Listener:
    """Who is told of calls.

    context : of calls to which context the plain ones are kept; None: of none.
    keep : gets the tuple (name, *arguments) of each call to that with plain arguments only, and the
        list [name, arguments, code of the error] where it was refused. Commands of `own` count as
        if they had others.
    call : (name, function, arguments, keywords) -> what the call returns; makes each other call.
    """

    context = None
    own: frozenset[str] = frozenset()

    def __init__(self, keep: Callable):
        self.keep = keep

    def call(self, name: str, function: Callable, arguments: tuple, keywords: dict):
        return function(*arguments, **keywords)


# What the code of every public function is meanwhile, by the number of its parameters: as in
# `command.USUAL` those left out are `...`. Its names are in the scope of each function.
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
    """The code for commands of so many parameters."""
    names = [f"argument{number}" for number in range(count)]
    odd = "".join(
        f" or not (type({name}) is float or type({name}) in plain_types)" for name in names
    )
    parameters = "".join(f"{name}, " for name in names)
    only = "/, " if names else ""
    return code_of(INTERCEPTED.format(parameters=parameters, only=only, odd=odd))


# The same of the commands of which each call is told.
def _told(*given, **keywords):
    return told(*given, **keywords)  # noqa: F821


@contextmanager
def interception(listener: Listener) -> Iterator[None]:
    """Tell of calls within it, in all threads. RuntimeError if somebody is being told already."""
    if _listeners:
        raise RuntimeError("calls are intercepted already")
    _listeners.append(listener)
    taken = []
    try:
        for name, function in COMMANDS.items():
            taken.append(_Taken(name, function, listener))
        yield
    finally:
        for each in taken:
            each.put_back()
        _listeners.clear()


_listeners: list[Listener] = []


class _Taken:
    """A public function whose code has been replaced."""

    def __init__(self, name: str, function: Callable, listener: Listener):
        self.function = function
        self.defaults = function.__defaults__
        self.count = len(function.__wrapped__.signature.parameters)
        self.other = _told.__code__ if name in listener.own else _intercepted(self.count)
        self.names = {
            "listener": listener, "keep": listener.keep, "command_name": name,
            "told": self._teller(name, listener), "usual": self._usual(),
            "current_context": current, "plain_types": PLAIN, "refusal": GLError,
        }  # fmt: skip
        function.__globals__.update(self.names)
        function.__code__, function.__defaults__ = self.other, (...,) * self.count

    def _teller(self, name, listener):
        scope, call = self.function.__globals__, listener.call

        def told(*given, **keywords):
            return call(name, scope["usual"], given, keywords)

        return told

    def _usual(self):
        """What does what the function did."""
        function = self.function
        self.code = function.__code__
        if self.code is uncompiled.__code__:
            return self._first
        usual = FunctionType(self.code, function.__globals__, function.__name__)
        usual.__defaults__ = function.__defaults__
        return usual

    def _first(self, *given, **keywords):
        """The first call of a function ever, which compiles it in its place."""
        function = self.function
        function.__code__ = uncompiled.__code__
        try:
            return function(*given, **keywords)
        finally:
            function.__globals__["usual"] = self._usual()
            self.defaults = function.__defaults__
            function.__code__, function.__defaults__ = self.other, (...,) * self.count

    def put_back(self):
        """Give the function the code that it would have."""
        self.function.__code__, self.function.__defaults__ = self.code, self.defaults
        for name in self.names:
            del self.function.__globals__[name]
