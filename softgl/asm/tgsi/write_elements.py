"""Writes elements of arrays with run-time indices in a TGSI text."""

from __future__ import annotations

from softgl.asm.tgsi.write_text import Code, Operand
from softgl.ir.program import Destination, File, Source, X

_MAX_OFFSET = 32767


def element(code: Code, place: Source | Destination, number: int, whole: bool) -> str:
    """Returns the index between the brackets.

    number : the TGSI register of the array's first element.
    whole : True if TGSI clamps the index to exactly this array.
    """
    index, constant = _index(place), number + place.offset
    if not whole or abs(constant) > _MAX_OFFSET:
        held = code.new()
        _clamp(code, held, place)
        index, constant = held.component(X), number
    text = f"{index.name}.{'xyzw'[index.swizzle[0]]}"
    return text + (f"{constant:+d}" if constant else "")


def scalar(code: Code, source: Source, block: str) -> str:
    """Returns an element of a buffer of scalars: a component of a vector."""
    held, value = code.new(), code.new()
    _clamp(code, held, source)
    code.emit("UADD", f"{held.name}.x", held.component(X), code.word(source.index))
    code.emit("USHR", f"{held.name}.y", held.component(X), code.word(2))
    code.emit("AND", f"{held.name}.x", held.component(X), code.word(3))
    code.emit("MOV", value.name, f"{block}[{held.name}.y]")
    code.emit("USEQ", held.name, held.component(X), code.vector((0, 1, 2, 3)))
    code.emit("AND", value.name, value, held)
    for component in range(1, 4):
        code.emit("OR", f"{value.name}.x", value.component(X), value.component(component))
    return value.name


def zero_beyond(code: Code, source: Source, name: str) -> str:
    """Returns the element `name`, or zeros beyond the ends of its array."""
    held, number = code.new(), _index(source)
    if source.offset:
        code.emit("UADD", f"{held.name}.x", number, code.word(source.offset))
        number = held.component(X)
    code.emit("USLT", f"{held.name}.x", number, code.word(source.count))
    code.emit("AND", held.name, Operand(name), held.component(X))
    return held.name


def _index(place: Source | Destination) -> Operand:
    relative = place.relative
    file = "ADDR" if relative.file is File.ADDRESS else "TEMP"
    return Operand(f"{file}[{relative.index}]", (relative.component,) * 4)


def _clamp(code: Code, held: Operand, place: Source | Destination) -> None:
    """Writes the element's number, counted from the array's first and clamped, to x."""
    low, high = -place.offset, place.count - 1 - place.offset
    code.emit("IMAX", f"{held.name}.x", _index(place), code.word(low))
    code.emit("IMIN", f"{held.name}.x", held.component(X), code.word(high))
    if place.offset:
        code.emit("UADD", f"{held.name}.x", held.component(X), code.word(place.offset))
