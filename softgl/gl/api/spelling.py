"""Spells the arguments of a call for messages: enums and bits by name."""

from __future__ import annotations

import operator

from softgl.gl.api import enums, registry
from softgl.gl.api.signature import Parameter, signature

_MAX_ARGUMENT_LENGTH = 60  # characters shown of an argument


def spelled_call(name: str, arguments: tuple) -> str:
    """Returns the call of a command as it would stand in a program."""
    return f"{name}({', '.join(_spelled(name, arguments))})"


def _spelled(name, arguments) -> list[str]:
    parameters = signature(name).parameters if name in registry.COMMANDS else ()
    left_out = parameters[len(arguments) :]
    # In PyOpenGL's other call forms, positions do not tell the parameters.
    if len(arguments) > len(parameters) or any(each.pointer != "out" for each in left_out):
        return [brief(value) for value in arguments]
    return [
        spelled_value(parameter, value)
        for parameter, value in zip(parameters, arguments, strict=False)
    ]


def spelled_value(parameter: Parameter, value) -> str:
    """Returns an argument as it would stand in a program: enums and bits by name."""
    number = _as_number(value)
    if number is None or parameter.pointer:
        return brief(value)
    listed = registry.GROUPS.get(parameter.group, "").split()
    names = {getattr(enums, name): name for name in reversed(listed)}  # the first of several
    if parameter.kind == "bitfield":
        return _bits(names, number)
    if number in names:
        return names[number]
    # gl.xml types internal formats as ints, and the groups are those of OpenGL 2.1.
    named = enums.name_of(number)
    known = names and named.startswith("GL_")
    return named if parameter.kind == "enum" or known else brief(value)


def _bits(names, number) -> str:
    """Returns bits by name: GL_COLOR_BUFFER_BIT | 0x1."""
    single = {bit: name for bit, name in names.items() if bit and bit & (bit - 1) == 0}
    found = [single[bit] for bit in sorted(single, reverse=True) if number & bit]
    rest = number & ~sum(single)
    return " | ".join([*found, *([hex(rest)] if rest or not found else [])])


def _as_number(value) -> int | None:
    """Returns a Python or NumPy integer that may be an enum; None for any other value."""
    try:
        number = -1 if isinstance(value, bool) else operator.index(value)
    except Exception:  # objects of the application may raise anything
        return None
    return number if number >= 0 else None


def brief(value) -> str:
    """Returns an argument's repr in a line of 60 characters; its type if that raises."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # deeply nested lists, and objects of the application
        return f"<{type(value).__name__}>"
    return text if len(text) <= _MAX_ARGUMENT_LENGTH else text[: _MAX_ARGUMENT_LENGTH - 3] + "..."
