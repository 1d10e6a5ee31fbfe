"""`@command` makes the public `gl*` function of an implementation.

    @command("glDepthFunc", waits=True, func=COMPARISON_FUNCTIONS)
    def depth_func(ctx, func):
        ctx.depth.func = func

An implementation gets the context and checked GL values. It raises `invalid_value("why")` and the
like from `softgl.gl.api.arguments`, before it changes any state; the public function adds its own
name and arguments, and raises a `GLError` or records the code, as the context's error mode says.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from types import CodeType, FunctionType

import numpy as np

from softgl.gl.api import enums, registry
from softgl.gl.api.arguments import (
    CONVERTERS,
    RANGES,
    ArgumentError,
    BadArgument,
    Refused,
    bad_argument,
    invalid_enum,
    invalid_operation,
    out_of_memory,
    unchanged,
)
from softgl.gl.api.errors import GLError
from softgl.gl.api.signature import Described, EnumSet, Parameter, parse_signature
from softgl.gl.api.types import NUMBERS

COMMANDS: dict[str, Callable] = {}
"""Every public function by its name; `softgl.gl` exports them."""
WITHIN: dict[str, Callable] = {}
"""The functions that execute commands where a context is current, with arguments of any form;
listeners (`interception`) are not told of these calls."""
_made: dict[str, Made] = {}
"""What each of them was made from, but for the registry's other names."""


class Made:
    """What a public function is made from; what follows of it is derived when it is needed.

    allowed : whether between glBegin and glEnd, and whether small draws before it go on waiting.
    signature_text : in the registry's form.
    find_checks : from the parameters, what checks each: legal enums, a converter, or None for the
        registry's.
    """

    def __init__(
        self,
        name: str,
        implementation: Callable,
        allowed: tuple[bool, bool],
        forms: dict[int, Callable] | None,
        signature_text: str,
        find_checks: Callable[[Sequence[Parameter]], Sequence[EnumSet | Callable | None]],
    ):
        self.name, self.implementation = name, implementation
        self.between, self.waits = allowed
        self.forms = forms or {}
        self.signature_text = signature_text
        self._find_checks = find_checks

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        return parse_signature(self.signature_text).parameters

    @cached_property
    def checks(self) -> Sequence[EnumSet | Callable | None]:
        return self._find_checks(self.parameters)

    @cached_property
    def converters(self) -> list[Callable]:
        """What converts each argument."""
        return [_converter(*each) for each in zip(self.parameters, self.checks, strict=True)]

    @cached_property
    def failed(self):
        """What the command returns if it is refused."""
        returns = parse_signature(self.signature_text).returns
        nothing = None if returns == "void" or " " in returns else 0
        return FAILED.get(self.name, nothing)

    def bind(self, arguments: tuple, keywords: dict) -> Sequence:
        """The registry's arguments of a call of any form. Raises `Refused`."""
        if len(arguments) == len(self.parameters) and not keywords:
            return arguments
        return _bind(self.parameters, self.forms, arguments, keywords)

    def convert(self, arguments: tuple, keywords: dict) -> list:
        """The arguments of a call of any form as the implementation gets them. Raises `Refused`."""
        values = self.bind(arguments, keywords)
        return [convert(value) for convert, value in zip(self.converters, values, strict=True)]


def call_forms(name: str) -> dict[int, Callable]:
    """PyOpenGL's other call forms of a command, by argument count."""
    return made_from(name).forms


@cache
def made_from(name: str) -> Made:
    """What `command` made a public function from, of any name."""
    original = name if name in _made else _originals()[registry.ALIASES.get(name, name)]
    return _made[original]


FAILED = {"glClientWaitSync": enums.GL_WAIT_FAILED}
"""What commands return that are refused, if it is neither None nor 0."""


class Dispatch:
    """Takes the commands of a thread that do not go straight to a context.

    A display list in the making (`lists.compiling`) keeps them, a context that shares objects
    (`share_group.Guard`) executes one at a time, and a context that is driven from C
    (`capi.client`) executes C's calls before each.
    context : the one that the commands are for.
    """

    __slots__ = ()
    context: object

    def install(self) -> None:
        """Take the commands of this thread from now on."""
        # Never is there neither of the two: another thread may look.
        current.dispatch = self
        current.context = None

    def call(self, name: str, arguments: tuple, keywords: dict):
        """Take a command; returns the result."""
        raise NotImplementedError

    def left(self) -> None:
        """Another context becomes current in this thread, or none."""


class _Current(threading.local):
    """The current context of each thread; None while `dispatch` takes the commands."""

    context = None
    dispatch: Dispatch | None = None

    @property
    def called(self):
        """The context that commands are for, whatever takes them."""
        return self.context if self.dispatch is None else self.dispatch.context

    @property
    def executing(self):
        """The same, but None while a list is made."""
        called = self.called
        return None if called is None or called.lists.compiling is not None else called


current = _Current()
# A class of its own would cost as much as another argument.
fastest = threading.local()
"""Of the current context, if there is one, for the fastest commands.

immediate : its `Immediate`. vertex : what takes a vertex of that, packed. visit : for native code.
"""


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

    def find(parameters):
        unknown = set(checks) - {parameter.name for parameter in parameters}
        if unknown:
            raise TypeError(f"{', '.join(names)}: no parameter {sorted(unknown)}")
        return [checks.get(parameter.name) for parameter in parameters]

    def register(implementation):
        allowed = between, (waits or between)
        for name in names:
            text = signature_text or registry.COMMANDS[name]
            _register(Made(name, implementation, allowed, forms, text, find))
        return implementation

    return register


def _register(made: Made) -> None:
    if made.name in _made:
        raise ValueError(f"{made.name} has an implementation already")
    COMMANDS[made.name] = _public(made)
    _made[made.name] = made


def define_aliases() -> None:
    """Register the registry's other names of the commands that are there.

    A name that has an implementation of its own keeps it: gl.xml calls some commands the same that
    differ in their rules.
    """
    originals = _originals()
    for alias, text in registry.COMMANDS.items():
        found = originals.get(registry.ALIASES.get(alias, alias))
        if found and alias not in _made:
            COMMANDS[alias] = _public(_renamed(_made[found], alias, text))


def _renamed(made: Made, name: str, text: str) -> Made:
    """The same under another name; the parameters are the same ones, but some may be renamed."""
    allowed = made.between, made.waits
    return Made(name, made.implementation, allowed, made.forms, text, lambda _: made.checks)


def _originals() -> dict[str, str]:
    """A command with an implementation by the name that all its aliases share."""
    originals: dict[str, str] = {}
    for name in _made:
        originals.setdefault(registry.ALIASES.get(name, name), name)
    return originals


@cache
def applied(name: str) -> Callable:
    """What a command does, with arguments of any kind: (context, *arguments). Raises `Refused`."""
    made = made_from(name)

    def apply(context, *arguments):
        return made.implementation(context, *made.convert(arguments, {}))

    return apply


def bound_arguments(name: str, arguments: tuple, keywords: dict):
    """The registry's arguments of a call of any form. Raises `Refused`."""
    return made_from(name).bind(arguments, keywords)


def command_within(name: str, original: str, select: Callable, count: int, module: str) -> None:
    """Register `name` for what another command does on that which its first arguments select.

    count : how many those are. select : (context, *those) -> a context manager, within which the
        other arguments are looked at, and which gives the first arguments of the other command.
    module : the chapter that has it.
    """
    made = _made[original]

    def implementation(ctx, *arguments):
        with select(ctx, *arguments[:count]) as selected:
            given = made.convert((*selected, *arguments[count:]), {})
            return made.implementation(ctx, *given)

    def find(parameters):
        return [None if number < count else unchanged for number in range(len(parameters))]

    implementation.__doc__ = f"What {original} does, with what the first arguments name."
    implementation.__module__ = module
    _register(Made(name, implementation, (False, made.waits), None, registry.COMMANDS[name], find))


class Prepared:
    """A call whose arguments have been looked at, to be made later, and more than once.

    Whoever is told of calls is not told of this.
    """

    def __init__(self, name: str, arguments: tuple, keywords: dict):
        self.name, self.arguments, self.keywords = name, arguments, keywords
        self._made = made_from(name)
        self._given, self._refused = [], None
        try:
            self._given = self._made.convert(arguments, keywords)
        except Refused as refused:
            self._refused = refused

    def execute(self, context):
        """Make the call."""
        try:
            if context.inside_begin and not self._made.between:
                raise invalid_operation("not allowed between glBegin and glEnd")
            if context.waiting.draws and not self._made.waits:
                context.waiting.draw()
            if self._refused is not None:
                raise self._refused
            return self._made.implementation(context, *self._given)
        except MemoryError:
            refuse(OUT_OF_MEMORY, self.name, self.arguments)
        except Refused as refused:
            refuse(refused, self.name, (*self.arguments, *self.keywords.values()))
        return self._made.failed


def made_of(*names: str) -> str | None:
    """The first of some names that has an implementation."""
    return next((name for name in names if name in _made), None)


def _public(made: Made) -> Callable:
    """The public function of a command: the usual call is compiled, all others are looked at."""
    name, implementation = made.name, made.implementation

    def unusual(*arguments, **keywords):
        context = current.context
        if context is None and current.dispatch is not None:
            return current.dispatch.call(name, arguments, keywords)
        try:
            if context is None:
                raise invalid_operation("no context is current in this thread")
            if context.inside_begin and not made.between:
                raise invalid_operation("not allowed between glBegin and glEnd")
            if context.waiting.draws and not made.waits:
                context.waiting.draw()
            return implementation(context, *made.convert(arguments, keywords))
        except MemoryError:
            refuse(OUT_OF_MEMORY, name, arguments)
        except Refused as refused:
            refuse(refused, name, arguments + tuple(keywords.values()))
        return made.failed

    WITHIN[name] = unusual

    def usual():
        return _usual_text(made), {
            "current": current, "implementation": implementation, "unusual": unusual, "name": name,
            "failed": made.failed, "refuse": refuse, "Refused": Refused,
            "OUT_OF_MEMORY": OUT_OF_MEMORY,
            **{f"convert{number}": converter for number, converter in enumerate(made.converters)},
            **{f"legal{number}": check for number, check in enumerate(made.checks)},
        }  # fmt: skip

    public = compiled(usual)
    public.__name__ = public.__qualname__ = name
    public.__doc__, public.__module__ = implementation.__doc__, implementation.__module__
    public.__wrapped__ = Described(made.signature_text)
    return public


# Where there are fewer arguments than parameters the last of these is `...`; a pointer may be, too,
# and is looked at again then. Arguments are bound here and converted, as cheaply as can be.
USUAL = """
def public({parameters}*more, **keywords):
    context = current.context
    if more or keywords or context is None{unusual}:
        given = [value for value in ({given}) if value is not ...]
        return unusual(*given, *more, **keywords)
    try:
        return implementation({values})
    except MemoryError:
        refuse(OUT_OF_MEMORY, name, ({given}))
    except Refused as refused:
        refuse(refused, name, ({given}))
    return failed
"""


def _usual_text(made: Made) -> str:
    """The text of the public function of a command; equal for many of them."""
    names = [f"argument{number}" for number in range(len(made.parameters))]
    unusual = [f"{name} is ..." for name in names[-1:]]
    if not made.between:
        unusual.append("context.inside_begin")
    if not made.waits:
        unusual.append("context.waiting.draws")
    values = map(_usual_value, made.parameters, made.checks, names, range(len(names)))
    return USUAL.format(
        parameters="".join(f"{name}, " for name in names) + ("/, " if names else ""),
        unusual="".join(f" or {condition}" for condition in unusual),
        given="".join(f"{name}, " for name in names),
        values=", ".join(["context", *values]),
    )


def _usual_value(parameter: Parameter, check, name: str, number: int) -> str:
    """The expression for an argument as the implementation gets it."""
    convert = f"convert{number}({name})"
    if isinstance(check, frozenset):
        return f"{name} if type({name}) is int and {name} in legal{number} else {convert}"
    if check is not None:
        return convert
    if parameter.pointer:
        return name
    if parameter.kind in RANGES:
        low, high = RANGES[parameter.kind]
        return f"{name} if type({name}) is int and {low} <= {name} <= {high} else {convert}"
    if parameter.kind in ("float", "double"):
        return f"{name} if type({name}) is float else {convert}"
    if parameter.kind == "boolean":
        return (
            f"{name} if type({name}) is bool else {name} != 0 if type({name}) is int else {convert}"
        )
    return convert


def compiled(source: Callable[[], tuple[str, dict]]) -> Callable:
    """The function that a text defines, compiled when it is first called.

    All its positional parameters may be left out, and are `...` then.
    source : the text, and what it knows by name.
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
        return function(*given, **keywords)

    scope["compile_and_call"] = compile_and_call
    return function


def uncompiled(*given, **keywords):
    """What a function of `compiled` is until it is called."""
    return compile_and_call(*given, **keywords)  # noqa: F821  (in the scope of each)


@cache
def code_of(text):
    """The compiled code of a text that defines a function; many functions have the same."""
    module = compile(text, __name__, "exec")
    return next(constant for constant in module.co_consts if isinstance(constant, CodeType))


OUT_OF_MEMORY = out_of_memory("there is not enough memory for it")


def refuse(refused: Refused, name: str, arguments: tuple) -> None:
    """Raise the GLError of a refused command, or record its code, as the current context wants."""
    context = current.context
    if isinstance(refused, BadArgument):
        raise ArgumentError(refused.description, name, arguments) from refused.__cause__
    error = GLError(refused.code, refused.description, name, arguments)
    error.__cause__ = refused.__cause__
    if context is not None and context.debug.output:
        context.debug.say_error(error)
    if context is None or context.errors == "raise":
        raise error
    # OpenGL 2.1, 2.5: "When an error is detected, a flag is set and the code is recorded. Further
    # errors, if they occur, do not affect this recorded code."
    context.error = context.error or refused.code
    if context.refused is not None:
        context.refused(error)


def _converter(parameter: Parameter, check):
    """What converts an argument; it says which one is wrong."""
    convert = check
    if isinstance(check, frozenset):
        convert = _enum_converter(check)
    elif check is None:
        convert = unchanged
        if not parameter.pointer:
            convert = CONVERTERS.get(parameter.kind, unchanged)

    def converted(value):
        try:
            return convert(value)
        except Refused as refused:
            refused.description = f"{parameter.name}: {refused.description}"
            raise
        except MemoryError:
            raise
        except Exception as error:  # objects of the application raise what they like
            if isinstance(value, np.ndarray) and value.size == 1:
                return converted(value.item())  # one name, as glGenQueries has it
            if isinstance(value, NUMBERS):
                return converted(value.value)
            raise BadArgument(f"{parameter.name} is no GL{parameter.kind}: {error}") from error

    return converted


def _enum_converter(legal: EnumSet):
    to_enum = CONVERTERS["enum"]

    def convert(value):
        value = to_enum(value)
        if value in legal:
            return value
        raise invalid_enum(legal.describe(value))

    return convert


def _bind(parameters, forms, arguments, keywords):
    """The registry's arguments from another call form, from keywords, or without the outputs."""
    form = forms.get(len(arguments) + len(keywords))
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
    except Exception as error:
        names = ", ".join(parameter.name for parameter in parameters)
        raise bad_argument(f"the arguments are ({names})", error) from error
