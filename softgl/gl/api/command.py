"""`@command` makes the public `gl*` function of an implementation.

    @command("glDepthFunc", func=COMPARISON_FUNCTIONS)
    def depth_func(ctx, func):
        ctx.depth.func = func

An implementation gets the context and checked GL values. It raises `invalid_value("why")` and the
like from `softgl.gl.api.arguments`, before it changes any state; the public function adds its own
name and arguments, and raises a `GLError` or records the code, as the context's error mode says.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np

from softgl.errors import GLError
from softgl.gl.api import enums, registry
from softgl.gl.api.arguments import (
    CONVERTERS,
    ArgumentError,
    BadArgument,
    Refused,
    invalid_enum,
    invalid_operation,
    out_of_memory,
    unchanged,
)
from softgl.gl.api.signature import EnumSet, Parameter, parse_signature, signature

COMMANDS: dict[str, Callable] = {}
"""Every public function by its name; `softgl.gl` exports them."""
_made: dict[str, tuple] = {}
"""What `command` made each of them from."""


FAILED = {"glClientWaitSync": enums.GL_WAIT_FAILED}
"""What commands return that are refused, if it is neither None nor 0."""


class _Current(threading.local):
    """The current context of each thread."""

    context = None


current = _Current()
# A class of its own would cost as much as another argument.
fastest = threading.local()
"""The `Immediate` of the current context, if there is one, for the fastest commands."""


def command(
    *names: str,
    between: bool = False,
    waits: bool = False,
    forms: dict[int, Callable] | None = None,
    signature_text: str = "",
    **checks: EnumSet | Callable,
):
    """Register the decorated implementation as the public functions `names`; returns it unchanged.

    checks : by parameter name, the legal enums, or a converter in the place of the registry's.
    forms : PyOpenGL's other call forms: by argument count, a function from those arguments to the
        registry's. Output pointers at the end may always be left out, and are None then.
    between : whether the command is allowed between glBegin and glEnd.
    waits : whether small draws before it go on waiting (`Context.waiting`): it sees nothing of what
        they draw, and changes nothing that they read but what they have copies of, which are arrays
        and what is derived of state. Commands that are allowed between glBegin and glEnd are such,
        too.
    signature_text : the signature, in the registry's form, of a command that it does not have.
    """

    def register(implementation):
        for name in names:
            described = parse_signature(signature_text) if signature_text else signature(name)
            made = implementation, (between, waits or between), forms, described, checks
            public = _public(name, *made)
            if name in _made:
                raise ValueError(f"{name} has an implementation already")
            COMMANDS[name] = public
            _made[name] = made
        return implementation

    return register


def define_aliases() -> None:
    """Register the registry's other names of the commands that are there.

    A name that has an implementation of its own keeps it: gl.xml calls some commands the same that
    differ in their rules.
    """
    originals: dict[str, str] = {}
    for name in _made:
        originals.setdefault(registry.ALIASES.get(name, name), name)
    for alias in registry.COMMANDS:
        found = originals.get(registry.ALIASES.get(alias, alias))
        if found and alias not in _made:
            implementation, allowed, forms, described, checks = _made[found]
            names = [parameter.name for parameter in described.parameters]
            renamed = signature(alias)
            # The parameters are the same ones, but some have got other names.
            positions = zip(names, renamed.parameters, strict=True)
            checks = {new.name: checks[old] for old, new in positions if old in checks}
            COMMANDS[alias] = _public(alias, implementation, allowed, forms, renamed, checks)


def _public(name, implementation, allowed, forms, described, checks):
    between, waits = allowed
    parameters = described.parameters
    unknown = set(checks) - {parameter.name for parameter in parameters}
    if unknown:
        raise TypeError(f"{name} has no parameter {sorted(unknown)}")
    converters = [_converter(parameter, checks) for parameter in parameters]
    nothing = None if described.returns == "void" or " " in described.returns else 0
    failed = FAILED.get(name, nothing)
    total = len(parameters)

    def public(*arguments, **keywords):
        context = current.context
        try:
            if context is None:
                raise invalid_operation("no context is current in this thread")
            if context.inside_begin and not between:
                raise invalid_operation("not allowed between glBegin and glEnd")
            if context.waiting.streams and not waits:
                context.waiting.draw()
            values = arguments
            if len(values) != total or keywords:
                values = _bind(parameters, forms, arguments, keywords)
            return implementation(context, *_convert(converters, parameters, values))
        except MemoryError:
            refuse(OUT_OF_MEMORY, name, arguments)
        except Refused as refused:
            refuse(refused, name, arguments + tuple(keywords.values()))
        return failed

    public.__name__ = public.__qualname__ = name
    public.__doc__ = implementation.__doc__
    public.__module__ = implementation.__module__
    return public


OUT_OF_MEMORY = out_of_memory("there is not enough memory for it")


def refuse(refused: Refused, name: str, arguments: tuple) -> None:
    """Raise the GLError of a refused command, or record its code, as the current context wants."""
    context = current.context
    if isinstance(refused, BadArgument):
        raise ArgumentError(refused.description, name, arguments) from refused.__cause__
    if context is None or context.errors == "raise":
        raise GLError(refused.code, refused.description, name, arguments) from refused.__cause__
    # OpenGL 2.1, 2.5: "When an error is detected, a flag is set and the code is recorded. Further
    # errors, if they occur, do not affect this recorded code."
    context.error = context.error or refused.code


def _converter(parameter: Parameter, checks):
    check = checks.get(parameter.name)
    if isinstance(check, frozenset):
        return _enum_converter(check)
    if check is not None:
        return check
    return unchanged if parameter.pointer else CONVERTERS.get(parameter.kind, unchanged)


def _enum_converter(legal: EnumSet):
    to_enum = CONVERTERS["enum"]

    def convert(value):
        value = to_enum(value)
        if value in legal:
            return value
        raise invalid_enum(legal.describe(value))

    return convert


def _convert(converters, parameters, values):
    """The GL values of the arguments, in order; says which argument is wrong."""
    converted = []
    try:
        for converter, value in zip(converters, values, strict=True):
            converted.append(converter(value))
    except Refused as refused:
        where = parameters[len(converted)].name
        refused.description = f"{where}: {refused.description}"
        raise
    except (TypeError, ValueError, OverflowError) as error:
        number = len(converted)
        wrong, value = parameters[number], values[number]
        if isinstance(value, np.ndarray) and value.size == 1:  # one name, as glGenQueries gives it
            values = [*values[:number], value.item(), *values[number + 1 :]]
            return _convert(converters, parameters, values)
        raise BadArgument(f"{wrong.name} is no GL{wrong.kind}: {error}") from error
    return converted


def _bind(parameters, forms, arguments, keywords):
    """The registry's arguments from another call form, from keywords, or without the outputs."""
    form = (forms or {}).get(len(arguments) + len(keywords))
    try:
        if form:
            return form(*arguments, **keywords)
        values = dict(zip((parameter.name for parameter in parameters), arguments, strict=False))
        if len(arguments) > len(parameters) or values.keys() & keywords.keys():
            raise TypeError("too many arguments")
        values.update(keywords)
        for parameter in reversed(parameters):
            if parameter.pointer != "out":
                break
            values.setdefault(parameter.name, None)
        if len(values) > len(parameters):
            raise TypeError("unknown keyword")
        return [values[parameter.name] for parameter in parameters]
    except (TypeError, KeyError) as error:
        names = ", ".join(parameter.name for parameter in parameters)
        raise BadArgument(f"the arguments are ({names}): {error}") from error
