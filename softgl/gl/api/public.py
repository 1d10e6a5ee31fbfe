"""The public function of a command: its usual call is compiled, all other calls are bound first."""

from __future__ import annotations

from collections.abc import Callable

from softgl.gl.api.arguments import RANGES, Refused, invalid_operation
from softgl.gl.api.compiled import compiled
from softgl.gl.api.current import current
from softgl.gl.api.declarations import WITHIN, Declaration
from softgl.gl.api.profiles import common_values
from softgl.gl.api.refusal import OUT_OF_MEMORY, refusal, refuse
from softgl.gl.api.signature import Described, Parameter


def public_function(declaration: Declaration) -> Callable:
    """The function that applications call for a command."""
    name, implementation = declaration.name, declaration.implementation
    WITHIN[name] = unusual = _unusual(declaration)

    def usual():
        return _usual_text(declaration), {
            "current": current, "implementation": implementation, "unusual": unusual, "name": name,
            "failed": declaration.failed, "refuse": refuse, "Refused": Refused,
            "OUT_OF_MEMORY": OUT_OF_MEMORY,
            **{f"convert{n}": converter for n, converter in enumerate(declaration.converters)},
            **legal_values(declaration),
        }  # fmt: skip

    public = compiled(usual)
    public.__name__ = public.__qualname__ = name
    public.__doc__, public.__module__ = implementation.__doc__, implementation.__module__
    public.__wrapped__ = Described(declaration.signature_text)
    return public


def _unusual(declaration: Declaration) -> Callable:
    """The function that makes a call of any form, or hands it to the thread's dispatch."""
    name, implementation = declaration.name, declaration.implementation

    def unusual(*arguments, **keywords):
        context = current.context
        if context is None and current.dispatch is not None:
            return current.dispatch.call(name, arguments, keywords)
        try:
            if context is None:
                raise invalid_operation("no context is current in this thread")
            declaration.prepare(context)
            return implementation(context, *declaration.convert(arguments, keywords))
        except MemoryError:
            error = refusal(OUT_OF_MEMORY, name, arguments)
        except Refused as refused:
            error = refusal(refused, name, arguments + tuple(keywords.values()))
        if error is not None:
            raise error
        return declaration.failed

    return unusual


# With fewer arguments than parameters the last of these is `...`; a pointer may be that, too, and
# is looked at again then. Arguments are bound and converted here as cheaply as possible.
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


def _usual_text(declaration: Declaration) -> str:
    """The text of the public function of a command; equal for many of them."""
    names = [f"argument{number}" for number in range(len(declaration.parameters))]
    unusual = [f"{name} is ..." for name in names[-1:]]
    if declaration.refusing:
        unusual.append(f"context.lacks & {declaration.refusing}")
    if not declaration.between:
        unusual.append("context.inside_begin")
    if not declaration.keeps_batch:
        unusual.append("context.batch.draws")
    values = map(
        _usual_value, declaration.parameters, declaration.checks, declaration.refused_values,
        names, range(len(names)),
    )  # fmt: skip
    return USUAL.format(
        parameters="".join(f"{name}, " for name in names) + ("/, " if names else ""),
        unusual="".join(f" or {condition}" for condition in unusual),
        given="".join(f"{name}, " for name in names),
        values=", ".join(["context", *values]),
    )


def legal_values(declaration: Declaration) -> dict[str, object]:
    """The legal enums of each parameter, by the names that `legal` gives them.

    Enums of all contexts are apart from enums that some contexts refuse.
    """
    found: dict[str, object] = {}
    for n, (check, refused) in enumerate(
        zip(declaration.checks, declaration.refused_values, strict=True)
    ):
        if isinstance(check, frozenset):
            some = {value: refused[value] for value in check & refused.keys()}
            found |= {f"legal{n}": check - refused.keys(), f"some{n}": some}
        elif check is None and refused:
            found |= {f"legal{n}": common_values(refused), f"some{n}": refused}
    return found


def legal(check, refused: dict[int, int], name: str, number: int) -> str:
    """The condition under which an int, an enum, is legal in the current context."""
    if isinstance(check, frozenset) and check.isdisjoint(refused):
        return f"{name} in legal{number}"
    some = f"{name} in some{number} and not context.lacks & some{number}[{name}]"
    return f"({name} in legal{number} or {some})"


def _usual_value(parameter: Parameter, check, refused, name: str, number: int) -> str:
    """The expression for the implementation's argument; `name` is the caller's."""
    convert = f"convert{number}({name})"
    if isinstance(check, frozenset) or (check is None and refused):
        condition = legal(check, refused, name, number)
        return f"{name} if type({name}) is int and {condition} else {convert}"
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
