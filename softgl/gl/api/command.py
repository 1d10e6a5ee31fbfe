"""`@command` makes the public `gl*` function of an implementation.

    @command("glDepthFunc", keeps_batch=True, func=COMPARISON_FUNCTIONS)
    def depth_func(ctx, func):
        ctx.depth.func = func

An implementation gets the context and checked GL values. It raises `invalid_value("why")` and the
like from `softgl.gl.api.arguments`, before it changes any state; the public function adds its own
name and arguments, and raises a `GLError` or records the code, as the context's error mode says.
"""

from __future__ import annotations

from collections.abc import Callable

from softgl.gl.api import registry
from softgl.gl.api.arguments import unchanged
from softgl.gl.api.declarations import (
    COMMANDS,
    Declaration,
    Traits,
    declaration_of,
    declare,
    declared_originals,
    is_declared,
)
from softgl.gl.api.kinds import Kind
from softgl.gl.api.public import public_function
from softgl.gl.api.signature import EnumSet


def command(
    *names: str,
    between: bool = False,
    keeps_batch: bool = False,
    listed: bool = True,
    kind: Kind = Kind.PLAIN,
    forms: dict[int, Callable] | None = None,
    signature_text: str = "",
    **checks: EnumSet | Callable,
):
    """Registers the decorated implementation as the public functions `names`; returns it unchanged.

    checks : by parameter name, the legal enums, or a converter in the place of the registry's.
    forms : PyOpenGL's other call forms: by argument count, a function from those arguments to the
        registry's. Output pointers at the end may always be left out, and are None then.
    between : True if the command is allowed between glBegin and glEnd; it keeps the batch then.
    keeps_batch : True if small draws before it stay in the batch (`Context.batch`): it sees
        nothing of their pixels, and changes nothing that they read but what the batch has copies
        of, which are arrays and parts derived from state. All other commands flush the batch.
    listed : False if the command is executed at once while a display list is compiled, and does
        not go into the list.
    kind : its nature, by which lists, captures and clients in C go.
    signature_text : the signature, in the registry's form, of a command that it does not have.
    """

    def find(parameters):
        unknown = set(checks) - {parameter.name for parameter in parameters}
        if unknown:
            raise TypeError(f"{', '.join(names)}: no parameter {sorted(unknown)}")
        return [checks.get(parameter.name) for parameter in parameters]

    def register(implementation):
        traits = Traits(between, keeps_batch or between, listed, kind)
        for name in names:
            text = signature_text or registry.COMMANDS[name]
            _register(Declaration(name, implementation, traits, forms, text, find))
        return implementation

    return register


def _register(declaration: Declaration) -> None:
    declare(declaration, public_function(declaration))


def command_within(
    name: str, original: str, select: Callable, count: int, module: str, **traits
) -> None:
    """Registers a command that selects an object, and runs the command `original` on it.

    count : the number of first arguments that select. select : (context, *arguments) -> a context
        manager; its value is the first arguments of `original`, and within it the other arguments
        are converted.
    module : the module of the command. traits : the traits that differ from those of `original`.
    """
    other = declaration_of(original)

    def implementation(ctx, *arguments):
        with select(ctx, *arguments[:count]) as selected:
            values = other.convert((*selected, *arguments[count:]), {})
            return other.implementation(ctx, *values)

    def find(parameters):
        return [None if number < count else unchanged for number in range(len(parameters))]

    implementation.__doc__ = f"{original} on the objects that the first arguments name."
    implementation.__module__ = module
    own = other.traits._replace(between=False, **traits)
    _register(Declaration(name, implementation, own, None, registry.COMMANDS[name], find))


NO_ALIASES = frozenset({"glNamedBufferStorage"})
"""Names that gl.xml calls aliases of commands with other rules: it makes no buffer object."""


def define_aliases() -> None:
    """Registers the registry's other names of existing commands.

    A name that has an implementation of its own keeps it: gl.xml calls some commands the same that
    differ in their rules.
    """
    originals = declared_originals()
    for alias, text in registry.COMMANDS.items():
        found = originals.get(registry.ALIASES.get(alias, alias))
        if found and not is_declared(alias) and alias not in NO_ALIASES:
            COMMANDS[alias] = public_function(declaration_of(found).renamed(alias, text))
