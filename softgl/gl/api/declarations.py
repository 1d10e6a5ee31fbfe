"""The declarations of commands: what `@command` says of each, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from softgl.gl.api import enums, registry
from softgl.gl.api.arguments import Refused, invalid_operation
from softgl.gl.api.binding import bind, converter
from softgl.gl.api.kinds import Kind
from softgl.gl.api.profiles import refusals_of, refused_values
from softgl.gl.api.refusal import OUT_OF_MEMORY, refuse
from softgl.gl.api.signature import EnumSet, Parameter, parse_signature

COMMANDS: dict[str, Callable] = {}
"""Every public function by its name; `softgl.gl` exports them."""
WITHIN: dict[str, Callable] = {}
"""The functions that execute commands where a context is current, with arguments of any form;
listeners (`interception`) are not told of these calls."""
_declarations: dict[str, Declaration] = {}
"""The declaration of each, but for the registry's other names."""
_LOCATIONS = (
    "glGetAttribLocation",
    "glGetFragDataIndex",
    "glGetFragDataLocation",
    "glGetProgramResourceLocation",
    "glGetProgramResourceLocationIndex",
    "glGetUniformLocation",
)
# OpenGL 3.3, 2.14.3 and 3.12.2: "or if an error occurs, -1 will be returned"; 2.14.4: "or an error
# occurred, then INVALID_INDEX is returned".
FAILED = {
    "glClientWaitSync": enums.GL_WAIT_FAILED,
    "glGetProgramResourceIndex": enums.GL_INVALID_INDEX,
    "glGetUniformBlockIndex": enums.GL_INVALID_INDEX,
    **dict.fromkeys(_LOCATIONS, -1),
}
"""The results of refused commands that are neither None nor 0."""


class Traits(NamedTuple):
    """The properties of a command that others go by; see `command`."""

    between: bool = False
    keeps_batch: bool = False
    listed: bool = True
    kind: Kind = Kind.PLAIN


class Declaration:
    """The declaration of a command; what follows from it is derived on demand.

    signature_text : in the registry's form.
    find_checks : from the parameters to a check of each: legal enums, a converter, or None for the
        registry's.
    """

    def __init__(
        self,
        name: str,
        implementation: Callable,
        traits: Traits,
        forms: dict[int, Callable] | None,
        signature_text: str,
        find_checks: Callable[[Sequence[Parameter]], Sequence[EnumSet | Callable | None]],
    ):
        self.name, self.implementation, self.traits = name, implementation, traits
        self.between, self.keeps_batch, self.listed, self.kind = traits
        self.forms = forms or {}
        self.signature_text = signature_text
        self._find_checks = find_checks

    def renamed(self, name: str, text: str) -> Declaration:
        """The same under another name; the parameters are the same ones, but some may be renamed.

        text : the signature of the other name.
        """

        def find(_):
            return self.checks

        return Declaration(name, self.implementation, self.traits, self.forms, text, find)

    # Lists ask these for each command that they compile; operations of a Flag take a microsecond.

    @cached_property
    def is_attribute(self) -> bool:
        """True if the kind is ATTRIBUTE."""
        return bool(self.kind & Kind.ATTRIBUTE)

    @cached_property
    def reads_arrays(self) -> bool:
        """True if the kind is ARRAYS."""
        return bool(self.kind & Kind.ARRAYS)

    @cached_property
    def unpacks(self) -> bool:
        """True if the kind is UNPACK."""
        return bool(self.kind & Kind.UNPACK)

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        return parse_signature(self.signature_text).parameters

    @cached_property
    def checks(self) -> Sequence[EnumSet | Callable | None]:
        return self._find_checks(self.parameters)

    @cached_property
    def converters(self) -> list[Callable]:
        """The function that checks and converts each argument."""
        found = zip(self.parameters, self.checks, self.refused_values, strict=True)
        return [converter(*each) for each in found]

    @cached_property
    def refused_values(self) -> list[dict[int, int]]:
        """The kinds of contexts that refuse values of each parameter, by value."""
        return [refused_values(self.name, parameter) for parameter in self.parameters]

    @cached_property
    def refusals(self) -> dict[int, str]:
        """The reasons why contexts refuse the command, by their kinds."""
        return refusals_of(self.name)

    @cached_property
    def refusing(self) -> int:
        """The kinds of contexts that refuse the command, as a mask of `Api.lacks`."""
        return sum(self.refusals)

    @cached_property
    def failed(self):
        """The result of the command if it is refused."""
        returns = parse_signature(self.signature_text).returns
        nothing = None if returns == "void" or " " in returns else 0
        return FAILED.get(self.name, nothing)

    def bind(self, arguments: tuple, keywords: dict) -> Sequence:
        """The registry's arguments of a call of any form. Raises `Refused`."""
        if len(arguments) == len(self.parameters) and not keywords:
            return arguments
        return bind(self.parameters, self.forms, arguments, keywords)

    def convert(self, arguments: tuple, keywords: dict) -> list:
        """The implementation's arguments of a call of any form. Raises `Refused`."""
        values = self.bind(arguments, keywords)
        return [convert(value) for convert, value in zip(self.converters, values, strict=True)]

    def prepare(self, context) -> None:
        """Checks that the command is legal here and flushes the batch, before `implementation`.

        Raises `Refused` between glBegin and glEnd where the command is not allowed there, and for
        a command that the API of the context lacks.
        """
        if context.lacks & self.refusing:
            raise invalid_operation(self.refusals[context.lacks])
        if context.inside_begin and not self.between:
            raise invalid_operation("not allowed between glBegin and glEnd")
        if context.batch.draws and not self.keeps_batch:
            context.batch.flush()


def declare(declaration: Declaration, public: Callable) -> None:
    """Registers a command and its public function. Raises ValueError for a second one."""
    if declaration.name in _declarations:
        raise ValueError(f"{declaration.name} has an implementation already")
    COMMANDS[declaration.name] = public
    _declarations[declaration.name] = declaration


def is_declared(name: str) -> bool:
    """True for a name with an implementation of its own."""
    return name in _declarations


def first_declared(*names: str) -> str | None:
    """The first of some names that has an implementation."""
    return next((name for name in names if name in _declarations), None)


def declared_originals() -> dict[str, str]:
    """A command with an implementation by the name that all its aliases share."""
    originals: dict[str, str] = {}
    for name in _declarations:
        originals.setdefault(registry.ALIASES.get(name, name), name)
    return originals


@cache
def declaration_of(name: str) -> Declaration:
    """The declaration of a command, of any of its names."""
    known = name in _declarations
    return _declarations[name if known else declared_originals()[registry.ALIASES.get(name, name)]]


@cache
def commands_of(kind: Kind) -> frozenset[str]:
    """The names of all commands of a kind, or of one of several."""
    return frozenset(name for name in COMMANDS if declaration_of(name).kind & kind)


def call_forms(name: str) -> dict[int, Callable]:
    """PyOpenGL's other call forms of a command, by argument count."""
    return declaration_of(name).forms


def bound_arguments(name: str, arguments: tuple, keywords: dict):
    """The registry's arguments of a call of any form. Raises `Refused`."""
    return declaration_of(name).bind(arguments, keywords)


@cache
def applied(name: str) -> Callable:
    """The implementation of a command for arguments of any kind: (context, *arguments).

    It raises `Refused`.
    """
    declaration = declaration_of(name)

    def apply(context, *arguments):
        return declaration.implementation(context, *declaration.convert(arguments, {}))

    return apply


class PreparedCall:
    """A call whose arguments are bound and converted now, to be made later, and more than once.

    Listeners are not told of it.
    """

    def __init__(self, name: str, arguments: tuple, keywords: dict):
        self.name, self.arguments, self.keywords = name, arguments, keywords
        self._declaration = declaration_of(name)
        self._values, self._refused = [], None
        try:
            self._values = self._declaration.convert(arguments, keywords)
        except Refused as refused:
            self._refused = refused

    def execute(self, context):
        """Makes the call."""
        declaration = self._declaration
        try:
            declaration.prepare(context)
            if self._refused is not None:
                raise self._refused
            return declaration.implementation(context, *self._values)
        except MemoryError:
            refuse(OUT_OF_MEMORY, self.name, self.arguments)
        except Refused as refused:
            refuse(refused, self.name, (*self.arguments, *self.keywords.values()))
        return declaration.failed
