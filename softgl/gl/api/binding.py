"""The arguments of a call: bound to the registry's parameters, then checked and converted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from softgl.gl.api.arguments import (
    CONVERTERS,
    BadArgument,
    Refused,
    invalid_enum,
    of_application,
    unchanged,
)
from softgl.gl.api.exporters import Unsuitable
from softgl.gl.api.profiles import lacks, refused_value
from softgl.gl.api.signature import EnumSet, Parameter
from softgl.gl.api.spelling import brief
from softgl.gl.api.types import NUMBERS

WANTED = dict.fromkeys(("float", "double", "clampf", "clampd", "half", "boolean"), "a number")
"""The values of kinds of parameters, for messages; integers unless they are here."""


def converter(
    parameter: Parameter, check: EnumSet | Callable | None, lacking: dict[int, int]
) -> Callable:
    """Returns a function that checks and converts an argument; its errors name the parameter.

    check : the legal enums, a converter, or None for the converter of the parameter's kind.
    lacking : the kinds of contexts that refuse values, by value.
    """
    convert = check
    if isinstance(check, frozenset):
        convert = _enum_converter(check)
    elif check is None:
        convert = unchanged
        if not parameter.pointer:
            convert = CONVERTERS.get(parameter.kind, unchanged)

    def converted(value):
        try:
            result = convert(value)
            if lacking and (lacked := lacks()) and lacked & lacking.get(value, 0):
                raise refused_value(int(value), parameter.kind)
            return result
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
            wanted = WANTED.get(parameter.kind, "an integer")
            raise BadArgument(
                f"{parameter.name} is not a GL{parameter.kind}: {brief(value)} is not {wanted}"
            ) from of_application(error)

    return converted


def _enum_converter(legal: EnumSet):
    to_enum = CONVERTERS["enum"]

    def convert(value):
        value = to_enum(value)
        if value in legal:
            return value
        raise invalid_enum(legal.describe(value))

    return convert


def bind(
    parameters: Sequence[Parameter],
    forms: dict[int, Callable],
    arguments: tuple,
    keywords: dict,
) -> Sequence:
    """The registry's arguments from another call form, from keywords, or without the outputs.

    forms : the other call forms by argument count. Raises `Refused`.
    """
    form = forms.get(len(arguments) + len(keywords))
    try:
        if form:
            return form(*arguments, **keywords)
    except Exception as error:
        text = f"these do not fit; the arguments are {_listed(parameters)}"
        if isinstance(error, Unsuitable):
            text = f"{error}; the arguments are {_listed(parameters)}"
        if isinstance(error, (MemoryError, Refused)):
            raise
        raise BadArgument(text) from of_application(error)
    return _bound(parameters, arguments, keywords)


def _listed(parameters) -> str:
    return f"({', '.join(parameter.name for parameter in parameters)})"


def _bound(parameters, arguments, keywords) -> list:
    """Returns an argument for each parameter, None for an output that is left out."""
    names = [parameter.name for parameter in parameters]
    needed = len(parameters)
    while needed and parameters[needed - 1].pointer == "out":
        needed -= 1
    if reason := misfit(names, names[:needed], arguments, keywords):
        raise BadArgument(reason)
    values = {**dict.fromkeys(names[needed:]), **dict(zip(names, arguments, strict=False))}
    values |= keywords
    return [values[name] for name in names]


def misfit(names: list[str], required: list[str], arguments: tuple, keywords: dict) -> str:
    """Returns why the arguments of a call do not fit its parameters; "" if they do.

    names : of all parameters, in order. required : those without a default.
    """
    listed = f"the arguments are ({', '.join(names)})"
    given = names[: len(arguments)]
    if len(arguments) > len(names):
        return f"too many arguments: {len(arguments) + len(keywords)}; {listed}"
    for name in keywords:
        if name in given:
            return f"{name} is given twice"
        if name not in names:
            return f"there is no {name}; {listed}"
    missing = [name for name in required if name not in given and name not in keywords]
    if not missing:
        return ""
    *first, last = missing
    if not first:
        return f"{last} is missing; {listed}"
    return f"{', '.join(first)} and {last} are missing; {listed}"
