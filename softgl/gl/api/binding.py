"""The arguments of a call: bound to the registry's parameters, then checked and converted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from softgl.gl.api.arguments import (
    CONVERTERS,
    BadArgument,
    Refused,
    bad_argument,
    invalid_enum,
    unchanged,
)
from softgl.gl.api.profiles import lacks, refused_value
from softgl.gl.api.signature import EnumSet, Parameter
from softgl.gl.api.types import NUMBERS


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
            if lacking and lacks() & lacking.get(value, 0):
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
            raise BadArgument(f"{parameter.name} is not a GL{parameter.kind}: {error}") from error

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
