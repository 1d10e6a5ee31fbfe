"""How the arguments of a call are spelled in messages: enums and bits by their names."""

from __future__ import annotations

import operator

from softgl.gl.api import enums, registry
from softgl.gl.api.signature import Parameter, signature

_LONGEST = 60  # characters of an argument that are shown


def spelled_call(name: str, arguments: tuple) -> str:
    """The call of a command as it may stand in a program."""
    return f"{name}({', '.join(_spelled(name, arguments))})"


def _spelled(name, arguments) -> list[str]:
    parameters = signature(name).parameters if name in registry.COMMANDS else ()
    left_out = parameters[len(arguments) :]
    # In PyOpenGL's other call forms an argument may be any parameter.
    if len(arguments) > len(parameters) or any(each.pointer != "out" for each in left_out):
        return [brief(value) for value in arguments]
    return [
        spelled_value(parameter, value)
        for parameter, value in zip(parameters, arguments, strict=False)
    ]


def spelled_value(parameter: Parameter, value) -> str:
    """An argument as it may stand in a program: an enum by its name, bits by theirs."""
    number = _as_number(value)
    if number is None or parameter.pointer:
        return brief(value)
    listed = registry.GROUPS.get(parameter.group, "").split()
    names = {getattr(enums, name): name for name in reversed(listed)}  # of several the first
    if parameter.kind == "bitfield":
        return _bits(names, number)
    if number in names:
        return names[number]
    # Internal formats are ints in gl.xml, and the groups are those of OpenGL 2.1.
    named = enums.name_of(number)
    known = names and named.startswith("GL_")
    return named if parameter.kind == "enum" or known else brief(value)


def _bits(names, number) -> str:
    """Bits by name: GL_COLOR_BUFFER_BIT | 0x1."""
    single = {bit: name for bit, name in names.items() if bit and bit & (bit - 1) == 0}
    found = [single[bit] for bit in sorted(single, reverse=True) if number & bit]
    rest = number & ~sum(single)
    return " | ".join([*found, *([hex(rest)] if rest or not found else [])])


def _as_number(value) -> int | None:
    """An integer of Python's or numpy's that may be an enum; None for what is none."""
    try:
        number = -1 if isinstance(value, bool) else operator.index(value)
    except Exception:  # objects of the application raise what they like
        return None
    return number if number >= 0 else None


def brief(value) -> str:
    """An argument as Python spells it, or the start of that; its type where Python cannot."""
    try:
        text = repr(value)
    except Exception:  # of deeply nested lists, and of objects of the application
        return f"<{type(value).__name__}>"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
