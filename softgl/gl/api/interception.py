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

from softgl.errors import GLError, UsageError
from softgl.gl.api.command import COMMANDS, code_of, current, uncompiled
from softgl.lanes.takers import takers

PLAIN = frozenset({int, float, bool, type(None)})
"""The types of arguments that stand for themselves."""


class InterceptionError(UsageError, RuntimeError):
    """There is a listener already."""


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
    """Tell of calls within it, in all threads. Raises InterceptionError within another one."""
    if _listeners:
        raise InterceptionError(
            "calls are intercepted already, by a history, a picture, a capture or the like"
        )
    _listeners.append(listener)
    taken = [_taking(name) for name in COMMANDS]
    try:
        for each in taken:
            each.take(listener)
        with takers.paused():
            yield
    finally:
        for each in taken:
            each.put_back()
        _listeners.clear()


_listeners: list[Listener] = []
_NOBODY = Listener(lambda entry: None)


@cache
def _taking(name: str) -> _Taken:
    """What takes a function, each time that somebody listens: there are a thousand of them."""
    return _Taken(name, COMMANDS[name])


class _Taken:
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

        def told(*given, **keywords):
            return scope["listener"].call(name, scope["usual"], given, keywords)

        return told

    def take(self, listener: Listener) -> None:
        """Let the function tell of its calls."""
        function, scope = self.function, self.scope
        if function.__code__ is not self.code:
            self._know()
        scope["listener"], scope["keep"] = listener, listener.keep
        self.other = _told.__code__ if self.name in listener.own else self.plain
        function.__code__, function.__defaults__ = self.other, self.left_out

    def _know(self):
        """Keep what does what the function does now."""
        function = self.function
        self.code, self.defaults = function.__code__, function.__defaults__
        usual = self._first
        if self.code is not uncompiled.__code__:
            usual = FunctionType(self.code, self.scope, function.__name__)
            usual.__defaults__ = self.defaults
        self.scope["usual"] = usual

    def _first(self, *given, **keywords):
        """The first call of a function ever, which compiles it in its place."""
        function = self.function
        function.__code__ = uncompiled.__code__
        try:
            return function(*given, **keywords)
        finally:
            self._know()
            function.__code__, function.__defaults__ = self.other, self.left_out

    def put_back(self) -> None:
        """Give the function the code that it would have."""
        self.function.__code__, self.function.__defaults__ = self.code, self.defaults
        # A call that another thread is in may tell of it yet.
        self.scope["listener"], self.scope["keep"] = _NOBODY, _NOBODY.keep
