"""Fast variants of commands for calls from C, whose numbers have C's types already.

`direct` makes the function that the queue calls for a command. The public function checks the type
of each argument; here only enums, sizes and converted arguments are checked. Unusual states go to
the public function: a display list under compilation, listeners, glBegin.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType

from softgl.gl.api.arguments import Refused
from softgl.gl.api.compiled import code_of
from softgl.gl.api.current import current
from softgl.gl.api.declarations import COMMANDS, declaration_of
from softgl.gl.api.profiles import refusals_of
from softgl.gl.api.public import legal, legal_values
from softgl.gl.api.refusal import OUT_OF_MEMORY, refuse
from softgl.gl.api.signature import Parameter, signature
from softgl.lanes.native_setters import setters

DIRECT = """
def direct({parameters}):
    context = current.context
    if context is None or setters.are_paused{unusual}:
        return public({parameters})
    try:
        return implementation(context, {values})
    except MemoryError:
        refuse(OUT_OF_MEMORY, name, ({parameters}))
    except Refused as refused:
        refuse(refused, name, ({parameters}))
    return failed
"""
# Kinds of numbers that need no check when they come from C.
EXACT = frozenset(
    "byte ubyte short ushort int uint uint64 bitfield intptr enum float double half halfnv".split()
)


def direct(name: str) -> Callable:
    """Makes the function of a command for arguments of C's types."""
    declaration = declaration_of(name)
    if _kinds(declaration.parameters) != _kinds(signature(name).parameters):
        return COMMANDS[name]  # the command takes more than C's arguments
    names = [f"argument{number}" for number in range(len(declaration.parameters))]
    refusing = sum(refusals_of(name))  # that of another name may differ
    unusual = f" or context.lacks & {refusing}" if refusing else ""
    if not declaration.between:
        unusual += " or context.inside_begin"
    if not declaration.keeps_batch:
        unusual += " or context.batch.draws"
    values = map(
        _value, declaration.parameters, declaration.checks, declaration.refused_values,
        names, range(len(names)),
    )  # fmt: skip
    text = DIRECT.format(
        parameters="".join(f"{each}, " for each in names),
        unusual=unusual,
        values=", ".join(values),
    )
    scope = {
        "current": current, "setters": setters, "public": COMMANDS[name], "name": name,
        "implementation": declaration.implementation, "failed": declaration.failed,
        "refuse": refuse,
        "Refused": Refused, "OUT_OF_MEMORY": OUT_OF_MEMORY,
        **{f"convert{n}": converter for n, converter in enumerate(declaration.converters)},
        **legal_values(declaration),
    }  # fmt: skip
    return FunctionType(code_of(text), scope, name)


def _kinds(parameters) -> list[tuple[str, bool]]:
    """The kinds of some parameters, and which of them are pointers."""
    return [(each.kind, bool(each.pointer)) for each in parameters]


def _value(parameter: Parameter, check, refused, name: str, number: int) -> str:
    """The expression of an argument for the implementation."""
    convert = f"convert{number}({name})"
    if isinstance(check, frozenset) or (check is None and refused):
        return f"{name} if {legal(check, refused, name, number)} else {convert}"
    if check is not None:
        return convert
    if parameter.pointer or parameter.kind in EXACT:
        return name
    if parameter.kind == "sizei":
        return f"{name} if {name} >= 0 else {convert}"
    return convert
